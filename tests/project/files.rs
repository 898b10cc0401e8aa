//! Opening, saving and refusing files.

use super::*;
use proptest::prelude::*;

#[test]
fn an_untitled_project_leaves_no_trace_until_it_is_edited_and_is_offered_after_a_crash() {
    let (data, home) = (tempdir().unwrap(), tempdir().unwrap());
    let mut project = Project::untitled(data.path());
    project.set_view("mode", "review");
    project.undo().unwrap_err();
    assert!(project.commit(ask(" ")).is_err());
    assert!(files_in(&data).is_empty());
    project.commit(Edit::AddDocument(document("pump.txt", MANUAL, home.path()))).unwrap();
    project.commit(ask("Wann?")).unwrap();
    assert_eq!(files_in(&data), ["untitled-1.fundstelle"]);
    assert_eq!(project.path(), None);
    assert!(Project::find_untitled(data.path()).is_empty(), "its window is open");
    let other = Project::untitled(data.path());
    drop(other);
    let held = State::clone(project.state());
    drop(project);

    let found = Project::find_untitled(data.path());
    assert_eq!(found.len(), 1);
    let mut project = Project::recover(&found[0]).unwrap();
    assert_eq!(**project.state(), held);
    let path = home.path().join("pump.fundstelle");
    project.save_as(&path).unwrap();
    assert_eq!(project.path(), Some(path.as_path()));
    assert_eq!(project.state().documents[0].relative.as_deref(), Some("pump.txt"));
    assert!(files_in(&data).is_empty(), "saved under a name, it is not offered again");
    project.undo().unwrap();
    assert!(project.state().questions.is_empty());
}

#[test]
fn saving_under_another_name_keeps_the_old_file_and_undo() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let folder = dir.path().join("Über");
    fs::create_dir(&folder).unwrap();
    let target = folder.join("kopie.fundstelle");
    let mut project = Project::open(&path).unwrap();
    let before = project.state().passages.clone();
    project.save_as(&target).unwrap();
    project.commit(ask("Nur hier?")).unwrap();
    assert_eq!(project.state().documents[0].relative.as_deref(), Some("../pump.txt"));
    drop(project);
    assert_eq!(Project::open(&path).unwrap().state().questions.len(), 1);
    let mut copy = Project::open(&target).unwrap();
    assert_eq!(copy.state().questions.len(), 2);
    assert_eq!(copy.state().passages, before);
    copy.undo().unwrap();
    copy.undo().unwrap();
    assert_eq!(copy.state().passages.len(), 1);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no half file is left over");
}

#[test]
fn saving_replaces_a_project_but_nothing_else() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let mut project = Project::open(&path).unwrap();
    let other = dir.path().join("other.fundstelle");
    Project::create(&other).unwrap();
    project.save_as(&other).unwrap();
    assert_eq!(Project::open(&other).unwrap().state().passages.len(), 2);

    let letter = dir.path().join("letter.txt");
    fs::write(&letter, "Sehr geehrte Frau Müller").unwrap();
    let error = project.save_as(&letter).unwrap_err();
    assert!(matches!(error, ProjectError::NotAProject { .. }), "{error}");
    assert_eq!(fs::read_to_string(&letter).unwrap(), "Sehr geehrte Frau Müller");

    let _open = Project::open(&path).unwrap();
    let error = project.save_as(&path).unwrap_err();
    assert!(matches!(error, ProjectError::Locked { .. }), "{error}");
    let error = project.save_as(&dir.path().join("no/such/folder.fundstelle")).unwrap_err();
    assert!(matches!(error, ProjectError::CannotSave { .. }), "{error}");
    project.commit(ask("Noch da?")).unwrap();
    assert_eq!(project.path(), Some(other.as_path()));
    let error = Project::create(&other).err().unwrap();
    assert!(matches!(error, ProjectError::Exists { .. }), "{error}");
}

#[test]
fn a_project_from_a_newer_version_is_refused_and_left_alone() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let c = rusqlite::Connection::open(&path).unwrap();
    c.pragma_update(None, "user_version", 9).unwrap();
    drop(c);
    let before = fs::read(&path).unwrap();
    let error = Project::open(&path).err().unwrap();
    let said = error.to_string();
    assert!(said.contains("newer version of Fundstelle (schema 9, this one reads up to 2)"), "{said}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn what_a_newer_version_added_to_the_file_is_still_there_after_edits_and_saving() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let c = rusqlite::Connection::open(&path).unwrap();
    c.execute_batch(
        "CREATE TABLE ratings (page INTEGER, verdict TEXT); INSERT INTO ratings VALUES (3, 'wrong');
         ALTER TABLE passages ADD COLUMN note TEXT; UPDATE passages SET note = 'wichtig';",
    )
    .unwrap();
    drop(c);
    let mut project = Project::open(&path).unwrap();
    let id = project.state().passages[0].id;
    project.commit(Edit::ChangePassageRole { id, role: Role::Condition }).unwrap();
    let copy = dir.path().join("copy.fundstelle");
    project.save_as(&copy).unwrap();
    drop(project);
    for path in [path, copy] {
        let c = rusqlite::Connection::open(path).unwrap();
        let sql = "SELECT (SELECT verdict FROM ratings) || (SELECT group_concat(note) FROM passages)";
        let kept: String = c.query_row(sql, [], |row| row.get(0)).unwrap();
        assert_eq!(kept, "wrongwichtig,wichtig");
    }
}

#[test]
fn a_file_that_was_cut_off_anywhere_is_refused_and_left_alone() {
    let dir = tempdir().unwrap();
    let whole = fs::read(marked(dir.path())).unwrap();
    let path = dir.path().join("cut.fundstelle");
    let cuts = [0, 1, 15, 16, 50, 99, 100, 101, 511, 512, 1000].into_iter();
    let pages = (1..whole.len() / 4096).flat_map(|p| [p * 4096 - 1, p * 4096, p * 4096 + 1]);
    for cut in cuts.chain(pages).chain([whole.len() - 1]) {
        fs::write(&path, &whole[..cut]).unwrap();
        let error = Project::open(&path).err().unwrap_or_else(|| panic!("cut at {cut} was opened"));
        let refused = matches!(error, ProjectError::Corrupt { .. } | ProjectError::NotAProject { .. });
        assert!(refused, "{cut}: {error}");
        assert!(error.to_string().contains("cut.fundstelle"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), &whole[..cut], "{cut}");
    }
}

#[test]
fn files_that_are_no_projects_are_refused_each_with_its_reason() {
    let dir = tempdir().unwrap();
    let said = |path: &Path| Project::open(path).err().unwrap().to_string();
    assert!(said(&dir.path().join("none.fundstelle")).contains("there is no project at"));
    assert!(said(dir.path()).contains("it is no file"));
    let text = dir.path().join("text.fundstelle");
    fs::write(&text, MANUAL.repeat(40)).unwrap();
    assert!(said(&text).contains("not a project of Fundstelle"));
    let other = dir.path().join("other.fundstelle");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert!(said(&other).contains("a database of another program"));
}

#[test]
fn a_damaged_value_is_named_and_the_file_left_alone() {
    for damage in [
        "UPDATE passages SET role = 'maybe'",
        "UPDATE documents SET sha256 = 'abc'",
        "PRAGMA foreign_keys = 0; DELETE FROM questions",
        "PRAGMA foreign_keys = 0; DELETE FROM documents",
        "DROP TABLE config",
    ] {
        let dir = tempdir().unwrap();
        let path = marked(dir.path());
        rusqlite::Connection::open(&path).unwrap().execute_batch(damage).unwrap();
        let before = fs::read(&path).unwrap();
        let error = Project::open(&path).err().unwrap();
        assert!(error.to_string().contains("pump.fundstelle"), "{damage}: {error}");
        assert_eq!(fs::read(&path).unwrap(), before, "{damage}");
    }
}

#[cfg(unix)]
#[test]
fn a_project_that_was_deleted_under_the_window_says_so_and_can_be_saved_elsewhere() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let mut project = Project::open(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let error = project.commit(ask("Noch da?")).unwrap_err();
    assert!(matches!(error, ProjectError::Moved { .. }), "{error}");
    let rescued = dir.path().join("rescued.fundstelle");
    project.save_as(&rescued).unwrap();
    project.commit(ask("Noch da?")).unwrap();
    drop(project);
    let project = Project::open(&rescued).unwrap();
    assert_eq!((project.state().questions.len(), project.state().passages.len()), (2, 2));
}

#[cfg(unix)]
#[test]
fn a_write_protected_project_is_opened_to_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    if fs::OpenOptions::new().write(true).open(&path).is_ok() {
        println!("skipped: this user may write to everything");
        return;
    }
    let mut project = Project::open(&path).unwrap();
    assert_eq!(project.access(), Access::ReadOnly);
    assert_eq!(project.state().passages.len(), 2);
    let error = project.commit(ask("Geht das?")).unwrap_err();
    assert!(matches!(error, ProjectError::ReadOnly { .. }), "{error}");
}

#[test]
fn a_project_in_the_place_of_one_that_was_killed_and_deleted_is_not_mixed_with_it() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let whole = fs::read(&path).unwrap();
    let journal = dir.path().join("pump.fundstelle-journal");
    // A transaction that is larger than the cache has its journal on the disk before it is committed.
    let c = rusqlite::Connection::open(&path).unwrap();
    c.execute_batch("PRAGMA cache_size = 1; CREATE TABLE big (x); BEGIN").unwrap();
    c.execute_batch("UPDATE questions SET text = 'halb'; UPDATE passages SET quote = 'halb'").unwrap();
    for _ in 0..50 {
        c.execute("INSERT INTO big VALUES (randomblob(5000))", []).unwrap();
    }
    let left = fs::read(&journal).unwrap();
    assert!(!left.is_empty());
    drop(c);
    for save in [false, true] {
        let _ = fs::remove_file(&path);
        fs::write(&journal, &left).unwrap();
        if save {
            let other = dir.path().join("other.fundstelle");
            fs::write(&other, &whole).unwrap();
            let mut other = Project::open(&other).unwrap();
            other.commit(mark("pump.txt", MANUAL, "Strom", Role::Condition)).unwrap();
            other.save_as(&path).unwrap();
        } else {
            Project::create(&path).unwrap();
        }
        let project = Project::open(&path).unwrap();
        assert_eq!(project.state().passages.len(), if save { 3 } else { 0 });
    }
}

#[test]
fn a_write_ahead_log_that_another_program_switched_on_is_gone_after_the_first_edit() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "journal_mode", "WAL").unwrap();
    let mut project = Project::open(&path).unwrap();
    project.commit(ask("Geht das?")).unwrap();
    assert_eq!(files_in(&dir), ["pump.fundstelle"]);
    drop(project);
    assert_eq!(Project::open(&path).unwrap().state().questions.len(), 2);
}

#[test]
fn a_hostile_file_with_endless_views_or_triggers_is_refused() {
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)";
    for evil in [
        format!(
            "DROP TABLE questions; CREATE VIEW questions AS {endless} SELECT x AS id, 'a' AS text FROM n"
        ),
        format!(
            "CREATE TRIGGER t AFTER INSERT ON questions BEGIN INSERT INTO view {endless} SELECT x, x FROM n; END"
        ),
        "DROP TABLE view; CREATE VIRTUAL TABLE view USING fts5(key, value)".to_owned(),
    ] {
        let dir = tempdir().unwrap();
        let path = marked(dir.path());
        let c = rusqlite::Connection::open(&path).unwrap();
        let made = c.execute_batch(&format!("PRAGMA foreign_keys = 0; {evil}"));
        drop(c);
        if let Err(error) = made {
            println!("not built: {error}");
            continue;
        }
        let error = Project::open(&path).err().unwrap();
        assert!(matches!(error, ProjectError::Corrupt { .. }), "{evil}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn saving_over_a_link_keeps_the_link() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let (target, link) = (dir.path().join("target.fundstelle"), dir.path().join("link.fundstelle"));
    Project::create(&target).unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    Project::open(&path).unwrap().save_as(&link).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(Project::open(&target).unwrap().state().passages.len(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_project_in_a_folder_with_an_old_latin_1_name_is_created_opened_and_saved() {
    use std::os::unix::ffi::OsStrExt;
    let dir = tempdir().unwrap();
    let folder = dir.path().join(std::ffi::OsStr::from_bytes(b"B\xfccher #1 %41?"));
    fs::create_dir(&folder).unwrap();
    let path = marked(&folder);
    let mut project = Project::open(&path).unwrap();
    project.save_as(&folder.join("zwei.fundstelle")).unwrap();
    drop(project);
    let project = Project::open(&folder.join("zwei.fundstelle")).unwrap();
    assert_eq!(project.state().documents[0].path, folder.join("pump.txt"));
    assert_eq!(project.state().passages.len(), 2);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_file_with_damaged_bytes_is_refused_unchanged_or_can_be_worked_with(
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let dir = tempdir().unwrap();
        let path = marked(dir.path());
        let mut bytes = fs::read(&path).unwrap();
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        fs::write(&path, &bytes).unwrap();
        match Project::open(&path) {
            Err(error) => {
                prop_assert!(error.to_string().contains("pump.fundstelle"), "{}", error);
                prop_assert!(fs::read(&path).unwrap() == bytes);
            }
            Ok(mut project) => {
                let before = project.state().clone();
                // Damage may show only when the damaged place is needed, as late as at the undo: then that
                // is refused by name, and what the commit said to be on disk stays.
                let mut questions = before.questions.clone();
                if project.commit(ask("Geht das?")).is_ok()
                    && let Err(error) = project.undo()
                {
                    prop_assert!(error.to_string().contains("pump.fundstelle"), "{}", error);
                    questions.clone_from(&project.state().questions);
                    prop_assert_eq!(questions.len(), before.questions.len() + 1);
                    prop_assert!(questions.starts_with(&before.questions));
                }
                prop_assert_eq!(&project.state().passages, &before.passages);
                prop_assert_eq!(&project.state().questions, &questions);
            }
        }
    }
}

#[test]
fn ids_that_have_run_out_are_an_error_and_no_end_of_the_program() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let c = rusqlite::Connection::open(&path).unwrap();
    c.execute("UPDATE meta SET value = ?1 WHERE key = 'last_id'", [i64::MAX.to_string()]).unwrap();
    c.execute("UPDATE edits SET sequence = ?1 WHERE sequence = 4", [i64::MAX]).unwrap();
    drop(c);
    let mut project = Project::open(&path).unwrap();
    project.commit(ask("Die letzte?")).unwrap();
    let error = project.commit(ask("Und noch eine?")).unwrap_err();
    assert!(matches!(error, ProjectError::Edit(EditError::QuestionExists(_))), "{error}");
}

#[test]
fn a_project_of_the_first_version_opens_and_gets_its_new_tables_with_the_first_verdict_only() {
    use fundstelle::document::PageIndex;
    use fundstelle::review::{PageReview, Part, Verdict};
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    {
        let c = rusqlite::Connection::open(&path).unwrap();
        c.execute_batch(
            "DROP TABLE reviews; DROP TABLE dismissals; DROP TABLE corrections; PRAGMA user_version = 1",
        )
        .unwrap();
    }
    let version = || -> i64 {
        let c = rusqlite::Connection::open(&path).unwrap();
        c.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
    };
    let mut project = Project::open(&path).unwrap();
    assert_eq!(project.state().passages.len(), 2);
    project.commit(ask("Und jetzt?")).unwrap();
    assert_eq!(version(), 1, "what an older version can read it can still read");
    let part = Part::Page(PageIndex(0));
    let review = PageReview {
        verdict: Verdict::Wrong,
        issues: Vec::new(),
        note: "Fußnote fehlt".to_owned(),
        by: String::new(),
        at: 0,
        revision: Sha256Id::of(b"a"),
        text: Sha256Id::of(b"b"),
    };
    let edit =
        Edit::SetReview { document: "pump.txt".to_owned(), part: part.clone(), review: Some(review.clone()) };
    project.commit(edit).unwrap();
    drop(project);
    assert_eq!(version(), 2);
    assert_eq!(Project::open(&path).unwrap().state().review("pump.txt", &part), Some(&review));
}
