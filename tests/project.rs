//! A project on disk: what a person marks is there again, and what they did not do is not in the file.

use fundstelle::document::SourceKind;
use fundstelle::evidence::{Passage, PassageId, QuestionId, Role, capture, read_jsonl};
use fundstelle::project::{
    Access, Document, DocumentId, Edit, EditError, Event, Located, Project, ProjectError, Request, State, Store,
    import, locate,
};
use fundstelle::text::{Cancel, CharSpan, Sha256Id, Span, Text};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::{TempDir, tempdir};

const MANUAL: &str = "Pumpe X17: Strom trennen. 30 Sekunden warten.\nDen Einlassfilter prüfen. 💩 日本語\n";

fn document(name: &str, content: &str, dir: &Path) -> Document {
    Document {
        id: DocumentId::UNSET,
        name: name.to_owned(),
        path: dir.join(name),
        relative: None,
        sha256: Sha256Id::of(content.as_bytes()),
        bytes: content.len() as u64,
        kind: SourceKind::Text,
        revision: Some(Sha256Id::of(content.as_bytes())),
        extraction: None,
    }
}

fn passage(document: &str, text: &Text, span: Span, role: Role) -> Passage {
    let anchor = capture(text, span);
    let blank = Passage {
        id: PassageId::UNSET,
        question: QuestionId::UNSET,
        role,
        document: document.to_owned(),
        revision: text.revision(),
        span: anchor.span,
        quote: String::new(),
        prefix: String::new(),
        suffix: String::new(),
    };
    blank.at(anchor)
}

fn mark(document: &str, content: &str, quote: &str, role: Role) -> Edit {
    let at = content.find(quote).unwrap();
    Edit::AddPassage(passage(document, &Text::new(content), Span::new(at, at + quote.len()), role))
}

fn ask(text: &str) -> Edit {
    Edit::AddQuestion { id: QuestionId::UNSET, text: text.to_owned() }
}

/// A project with a document, a question and two marks.
fn marked(dir: &Path) -> PathBuf {
    let path = dir.join("pump.fundstelle");
    let mut project = Project::create(&path).unwrap();
    for edit in [
        Edit::AddDocument(document("pump.txt", MANUAL, dir)),
        ask("Wann ist die Pumpe sicher?"),
        mark("pump.txt", MANUAL, "30 Sekunden warten", Role::Answer),
        mark("pump.txt", MANUAL, "💩 日本語", Role::Exception),
    ] {
        project.commit(edit).unwrap();
    }
    path
}

fn files_in(dir: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(dir.path()).unwrap();
    let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_was_marked_is_there_after_closing_and_opening() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let project = Project::open(&path).unwrap();
    let state = project.state();
    assert_eq!(state.documents[0].relative.as_deref(), Some("pump.txt"));
    assert_eq!(state.questions[0].text, "Wann ist die Pumpe sicher?");
    assert_eq!(state.current_question, Some(state.questions[0].id));
    let marks: Vec<_> = state.passages.iter().map(|p| (p.role, p.quote.as_str())).collect();
    assert_eq!(marks, [(Role::Answer, "30 Sekunden warten"), (Role::Exception, "💩 日本語")]);
    drop(project);
    assert_eq!(files_in(&dir), ["pump.fundstelle"], "one file, nothing beside it");
}

#[test]
fn opening_and_closing_changes_not_a_byte() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let before = (fs::read(&path).unwrap(), fs::metadata(&path).unwrap().modified().unwrap());
    for look in [false, true] {
        let mut project = Project::open(&path).unwrap();
        assert_eq!(project.access(), Access::ReadWrite);
        if look {
            project.set_view("mode", "tune");
            project.commit(Edit::SelectQuestion { id: None }).unwrap();
            project.refresh().unwrap();
        }
        drop(project);
        let after = (fs::read(&path).unwrap(), fs::metadata(&path).unwrap().modified().unwrap());
        assert!(before == after, "looking at a project must not write to it");
        assert_eq!(files_in(&dir), ["pump.fundstelle"]);
    }
}

#[test]
fn the_view_is_kept_with_the_next_edit() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let mut project = Project::open(&path).unwrap();
    project.set_view("mode", "tune");
    project.commit(ask("Und danach?")).unwrap();
    project.set_view("open_document", "pump.txt");
    drop(project);
    let view = Project::open(&path).unwrap().snapshot().view;
    assert_eq!(view.get("mode").map(String::as_str), Some("tune"));
    assert_eq!(view.get("open_document").map(String::as_str), Some("pump.txt"));
}

#[test]
fn a_mark_over_a_page_break_is_saved_undone_and_saved_again_and_the_project_is_as_it_was() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let before = State::clone(Project::open(&path).unwrap().state());
    let mut project = Project::open(&path).unwrap();
    project.commit(mark("pump.txt", MANUAL, "warten.\nDen", Role::Condition)).unwrap();
    drop(project);
    let mut project = Project::open(&path).unwrap();
    assert_eq!(project.can_undo(), Some("add-passage"));
    project.undo().unwrap();
    assert_eq!((project.can_undo(), project.can_redo()), (Some("add-passage"), Some("add-passage")));
    drop(project);
    assert_eq!(**Project::open(&path).unwrap().state(), before);
}

#[test]
fn a_mark_behind_an_emoji_is_kept_in_code_points() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("a.fundstelle");
    let text = "💩This is an annotation";
    let mut project = Project::create(&path).unwrap();
    project.commit(Edit::AddDocument(document("a.txt", text, dir.path()))).unwrap();
    project.commit(ask("What is it?")).unwrap();
    project.commit(mark("a.txt", text, "annotation", Role::Answer)).unwrap();
    drop(project);
    assert_eq!(Project::open(&path).unwrap().state().passages[0].span, CharSpan { start: 12, end: 22 });
}

#[test]
fn equal_overlapping_and_nested_marks_are_all_kept_and_removed_one_by_one() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let mut project = Project::open(&path).unwrap();
    for quote in ["30 Sekunden warten", "Sekunden", "warten.\nDen"] {
        project.commit(mark("pump.txt", MANUAL, quote, Role::Answer)).unwrap();
    }
    assert_eq!(project.state().passages.len(), 5);
    let equal: Vec<_> = project.state().passages.iter().filter(|p| p.quote == "30 Sekunden warten").collect();
    let (keep, remove) = (equal[0].id, equal[1].id);
    project.commit(Edit::RemovePassage { id: remove }).unwrap();
    assert!(project.state().passage(keep).is_some() && project.state().passage(remove).is_none());
    assert_eq!(project.state().passages.len(), 4);
}

#[test]
fn removing_a_question_and_undoing_that_brings_its_marks_back_as_they_were() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let mut project = Project::open(&path).unwrap();
    project.commit(ask("Und danach?")).unwrap();
    project.commit(mark("pump.txt", MANUAL, "prüfen", Role::Answer)).unwrap();
    let before = State::clone(project.state());
    project.commit(Edit::RemoveQuestion { id: before.questions[0].id }).unwrap();
    assert_eq!((project.state().questions.len(), project.state().passages.len()), (1, 1));
    project.undo().unwrap();
    assert_eq!(**project.state(), before);
    project.commit(Edit::RemoveDocument { id: before.documents[0].id }).unwrap();
    assert!(project.state().passages.is_empty());
    drop(project);
    let mut project = Project::open(&path).unwrap();
    project.undo().unwrap();
    assert_eq!(**project.state(), before);
}

#[test]
fn an_id_that_was_given_once_is_not_given_to_another_mark() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let mut project = Project::open(&path).unwrap();
    let last = project.state().passages[1].id;
    project.commit(Edit::RemovePassage { id: last }).unwrap();
    drop(project);
    let mut project = Project::open(&path).unwrap();
    project.commit(mark("pump.txt", MANUAL, "Strom", Role::Answer)).unwrap();
    assert!(project.state().passages[1].id > last);
}

#[test]
fn an_edit_that_does_not_fit_changes_nothing_and_says_what_to_do() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let mut project = Project::open(&path).unwrap();
    let before = project.state().clone();
    let first = before.questions[0].id;
    let wrong = [
        Edit::AddDocument(document("pump.txt", "x", dir.path())),
        ask("  \n"),
        Edit::RenameQuestion { id: first, text: String::new() },
        Edit::RemoveQuestion { id: QuestionId(99) },
        Edit::SelectQuestion { id: Some(QuestionId(99)) },
        mark("other.txt", MANUAL, "Strom", Role::Answer),
        Edit::AddPassage(passage("pump.txt", &Text::new(MANUAL), Span::empty(3), Role::Answer)),
        Edit::Batch(vec![ask("Neu?"), Edit::RemovePassage { id: PassageId(99) }]),
    ];
    for edit in wrong {
        let error = project.commit(edit.clone()).unwrap_err();
        assert!(matches!(error, ProjectError::Edit(_)), "{edit:?}: {error}");
        assert_eq!(*project.state(), before, "{edit:?}");
    }
    drop(project);
    assert_eq!(*Project::open(&path).unwrap().state(), before);
    let mut empty = State::default();
    assert_eq!(
        empty.apply(&mark("pump.txt", MANUAL, "Strom", Role::Answer)),
        Err(EditError::NoCurrentQuestion)
    );
}

#[test]
fn a_second_window_reads_and_becomes_the_writer_when_the_first_closes() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let mut first = Project::open(&path).unwrap();
    let mut second = Project::open(&path).unwrap();
    assert_eq!((first.access(), second.access()), (Access::ReadWrite, Access::Locked));
    let error = second.commit(ask("Von hier?")).unwrap_err();
    assert!(matches!(error, ProjectError::Locked { .. }), "{error}");
    first.commit(ask("Von dort?")).unwrap();
    assert_eq!(second.state().questions.len(), 1);
    assert!(second.refresh().unwrap());
    assert_eq!(second.state(), first.state());
    assert_eq!(second.access(), Access::Locked);
    first.commit(ask("Noch eine?")).unwrap();
    drop(first);
    second.commit(ask("Von hier?")).unwrap();
    let questions: Vec<_> = second.state().questions.iter().skip(1).map(|q| q.text.as_str()).collect();
    assert_eq!(questions, ["Von dort?", "Noch eine?", "Von hier?"]);
    assert_eq!(second.access(), Access::ReadWrite);
}

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
    assert!(said.contains("newer version of Fundstelle (schema 9, this one reads up to 1)"), "{said}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn what_a_newer_version_added_to_the_file_is_still_there_after_edits_and_saving() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let c = rusqlite::Connection::open(&path).unwrap();
    c.execute_batch(
        "CREATE TABLE reviews (page INTEGER, verdict TEXT); INSERT INTO reviews VALUES (3, 'wrong');
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
        let sql = "SELECT (SELECT verdict FROM reviews) || (SELECT group_concat(note) FROM passages)";
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
fn the_table_for_chunking_evaluation_is_written_as_python_would() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let mut project = Project::open(&path).unwrap();
    project.commit(ask("Was, \"bitte\", prüfen?")).unwrap();
    project.commit(mark("pump.txt", MANUAL, "Einlassfilter", Role::Answer)).unwrap();
    project.commit(mark("pump.txt", MANUAL, "Einlassfilter", Role::Condition)).unwrap();
    project.commit(ask("Ohne Antwort?")).unwrap();
    let mut out = Vec::new();
    project.state().write_csv(&mut out).unwrap();
    let first = r#"[{""content"": ""30 Sekunden warten"", ""start_index"": 26, ""end_index"": 44}, {""content"": ""\ud83d\udca9 \u65e5\u672c\u8a9e"", ""start_index"": 72, ""end_index"": 77}]"#;
    let second = r#"[{""content"": ""Einlassfilter"", ""start_index"": 50, ""end_index"": 63}]"#;
    let expected = format!(
        "question,references,corpus_id\r\nWann ist die Pumpe sicher?,\"{first}\",pump.txt\r\n\
         \"Was, \"\"bitte\"\", prüfen?\",\"{second}\",pump.txt\r\n"
    );
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn marks_go_out_as_jsonl_and_come_back_into_another_project() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let mut project = Project::open(&path).unwrap();
    project.commit(ask("Wann ist die Pumpe sicher?")).unwrap();
    project.commit(mark("pump.txt", MANUAL, "Strom trennen", Role::Condition)).unwrap();
    let mut out = Vec::new();
    project.state().write_jsonl(&mut out).unwrap();
    let line: serde_json::Value = serde_json::from_slice(out.split(|b| *b == b'\n').nth(1).unwrap()).unwrap();
    assert_eq!(line["role"], "exception");
    assert_eq!((line["start"].as_u64(), line["end"].as_u64()), (Some(72), Some(77)));
    assert_eq!(line["quote"], "💩 日本語");
    assert_eq!(line["document_sha256"], Sha256Id::of(MANUAL.as_bytes()).to_string());

    let mut other = Project::create(&dir.path().join("other.fundstelle")).unwrap();
    let mut file = b"\xef\xbb\xbf".to_vec();
    file.extend(String::from_utf8(out).unwrap().replace('\n', "\r\n\r\n").bytes());
    file.extend(b"{\"question\": \"?\"}\nnot json\n");
    let (records, problems) = read_jsonl(file.as_slice()).unwrap();
    assert_eq!((records.len(), problems.iter().map(|p| p.line).collect::<Vec<_>>()), (3, vec![7, 8]));
    assert_eq!(import(other.state(), &records).without_document.len(), 3);
    other.commit(Edit::AddDocument(document("pump.txt", MANUAL, dir.path()))).unwrap();
    other.commit(import(other.state(), &records).edit.unwrap()).unwrap();
    let shown = |p: &Project| -> Vec<_> {
        let marks = p.state().passages.iter();
        marks.map(|m| (p.state().questions.iter().position(|q| q.id == m.question), m.role, m.anchor())).collect()
    };
    assert_eq!(shown(&other), shown(&project));
    let again = import(other.state(), &records);
    assert_eq!((again.edit, again.known), (None, 3));
    other.undo().unwrap();
    assert!(other.state().passages.is_empty() && other.state().questions.is_empty());
}

#[test]
fn a_source_is_found_where_it_was_where_it_moved_and_is_known_to_have_changed() {
    let dir = tempdir().unwrap();
    let (docs, home) = (dir.path().join("docs"), dir.path().join("home"));
    fs::create_dir_all(&docs).unwrap();
    fs::create_dir_all(home.join("tief/unten")).unwrap();
    let document = document("pump.txt", MANUAL, &docs);
    let look = || locate(&document, Some(&home), &Cancel::new());
    assert_eq!(look(), Located::Missing);
    fs::write(docs.join("pump.txt"), MANUAL).unwrap();
    assert_eq!(look(), Located::Here(docs.join("pump.txt")));
    fs::rename(docs.join("pump.txt"), home.join("tief/unten/Pumpe (1).txt")).unwrap();
    fs::write(home.join("pump.txt"), MANUAL.replace("30", "20")).unwrap();
    assert_eq!(look(), Located::Moved(home.join("tief/unten/Pumpe (1).txt")));
    let changed = MANUAL.replace("30", "10");
    fs::write(docs.join("pump.txt"), &changed).unwrap();
    let sha256 = Sha256Id::of(changed.as_bytes());
    assert_eq!(look(), Located::Changed { path: docs.join("pump.txt"), sha256 });

    // The folder of project and sources was copied to another place.
    let mut document = document.clone();
    document.relative = Some("tief/unten/Pumpe (1).txt".to_owned());
    let here = locate(&document, Some(&home), &Cancel::new());
    assert_eq!(here, Located::Here(home.join("tief/unten/Pumpe (1).txt")));
}

#[test]
fn a_store_answers_in_order_and_finishes_what_is_queued_when_it_is_dropped() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let (open, wakes) = (path.clone(), std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0)));
    let count = std::sync::Arc::clone(&wakes);
    let wake = move || {
        count.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
    };
    let mut store = Store::open(move || Project::open(&open), wake).unwrap();
    let asked = store.submit(Request::Commit(ask("Erst?"))).unwrap();
    let wrong = store.submit(Request::Commit(ask(""))).unwrap();
    let undone = store.submit(Request::Undo).unwrap();
    assert!(matches!(store.wait(), Some(Event::Opened { snapshot }) if snapshot.state.questions.len() == 1));
    let Some(Event::Committed { ticket, snapshot }) = store.wait() else { panic!("not committed") };
    assert_eq!((ticket, snapshot.state.questions.len(), snapshot.undo.as_deref()), (asked, 2, Some("add-question")));
    let Some(Event::Failed { ticket, error, snapshot }) = store.wait() else { panic!("not refused") };
    assert_eq!((ticket, snapshot.state.questions.len()), (wrong, 2));
    assert!(matches!(error, ProjectError::Edit(EditError::EmptyQuestion)));
    assert!(matches!(store.wait(), Some(Event::Committed { ticket, .. }) if ticket == undone));
    // The document changes while marks are still on their way: each keeps its own.
    store.submit(Request::Commit(Edit::AddDocument(document("b.txt", MANUAL, dir.path())))).unwrap();
    for name in ["pump.txt", "b.txt", "pump.txt"] {
        store.submit(Request::Commit(mark(name, MANUAL, "Strom", Role::Answer))).unwrap();
    }
    drop(store);
    assert_eq!(wakes.load(std::sync::atomic::Ordering::SeqCst), 8, "each event wakes the window");
    let project = Project::open(&path).unwrap();
    let documents: Vec<_> = project.state().passages.iter().skip(2).map(|p| p.document.as_str()).collect();
    assert_eq!(documents, ["pump.txt", "b.txt", "pump.txt"]);
}

#[test]
fn a_store_says_why_its_project_could_not_be_opened() {
    let mut store = Store::open(|| Project::open(Path::new("/no/such.fundstelle")), || ()).unwrap();
    let event = store.wait();
    assert!(matches!(event, Some(Event::NotOpened { error: ProjectError::NotFound { .. } })), "{event:?}");
    assert!(store.wait().is_none());
    assert!(matches!(store.submit(Request::Undo), Err(ProjectError::Ended)));
}

/// A step of a person at work; numbers choose among what is there.
#[derive(Clone, Debug)]
enum Step {
    Edit(u8, usize, String),
    Batch(Vec<(u8, usize, String)>),
    Undo,
    Redo,
    Reopen,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let edit = || (0u8..11, 0usize..1000, "(\\PC|[äß漢👨\u{301}\r\n\u{0}]){0,12}");
    let step = prop_oneof![
        12 => edit().prop_map(|(kind, n, text)| Step::Edit(kind, n, text)),
        2 => proptest::collection::vec(edit(), 0..4).prop_map(Step::Batch),
        2 => Just(Step::Undo),
        1 => Just(Step::Redo),
        1 => Just(Step::Reopen),
    ];
    proptest::collection::vec(step, 1..25)
}

/// The edit that a step means in this state; may not fit (a question without words, a mark without a question).
fn edit(state: &State, kind: u8, n: usize, words: &str) -> Edit {
    let text = Text::new(format!("{MANUAL}{words}"));
    let question = |n: usize| state.questions.get(n % state.questions.len().max(1)).map_or(QuestionId(77), |q| q.id);
    let passage_id = state.passages.get(n % state.passages.len().max(1)).map_or(PassageId(77), |p| p.id);
    let name = state.documents.get(n % state.documents.len().max(1)).map_or("none", |d| &d.name).to_owned();
    let start = text.floor_char_boundary(n % text.len());
    let span = Span::new(start, text.ceil_char_boundary(start + 1 + n % 7).min(text.len()));
    let mut doc = document(&format!("{n}{words}.txt"), words, Path::new("/tmp/ä"));
    match kind {
        0 | 1 => Edit::AddDocument(doc),
        2 => {
            doc.id = state.document(&name).map_or(DocumentId(77), |d| d.id);
            if n.is_multiple_of(3) { Edit::RemoveDocument { id: doc.id } } else { Edit::UpdateDocument(doc) }
        }
        3 | 4 => ask(words),
        5 => Edit::RenameQuestion { id: question(n), text: words.to_owned() },
        6 if n.is_multiple_of(3) => Edit::RemoveQuestion { id: question(n) },
        7 if n.is_multiple_of(2) => Edit::RemovePassage { id: passage_id },
        7 => Edit::ChangePassageRole { id: passage_id, role: Role::ALL[n % 3] },
        8 => Edit::MovePassage { id: passage_id, revision: text.revision(), anchor: capture(&text, span) },
        9 => Edit::SetConfig { toml: format!("# {words}") },
        _ => Edit::AddPassage(passage(&name, &text, span, Role::ALL[n % 3])),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn undoing_everything_gives_the_beginning_redoing_everything_the_end(steps in steps()) {
        let dir = tempdir().unwrap();
        let path = dir.path().join("p.fundstelle");
        let mut project = Project::create(&path).unwrap();
        for step in steps {
            let before = project.state().clone();
            let done = match step {
                Step::Edit(kind, n, words) => project.commit(edit(&before, kind, n, &words)),
                Step::Batch(edits) => {
                    project.commit(Edit::Batch(edits.iter().map(|(k, n, w)| edit(&before, *k, *n, w)).collect()))
                }
                Step::Undo => project.undo(),
                Step::Redo => project.redo(),
                Step::Reopen => {
                    drop(project);
                    project = Project::open(&path).unwrap();
                    prop_assert_eq!(project.state(), &before);
                    Ok(())
                }
            };
            match done {
                Ok(()) => (),
                Err(ProjectError::Edit(_) | ProjectError::NothingToUndo | ProjectError::NothingToRedo) => {
                    prop_assert_eq!(project.state(), &before);
                }
                Err(error) => return Err(TestCaseError::fail(error.to_string())),
            }
        }
        while project.can_redo().is_some() {
            project.redo().unwrap();
        }
        let end = project.state().clone();
        while project.can_undo().is_some() {
            project.undo().unwrap();
        }
        prop_assert_eq!(&**project.state(), &State::default());
        drop(project);
        let mut project = Project::open(&path).unwrap();
        prop_assert_eq!(&**project.state(), &State::default());
        while project.can_redo().is_some() {
            project.redo().unwrap();
        }
        prop_assert_eq!(project.state(), &end);
        drop(project);
        let project = Project::open(&path).unwrap();
        prop_assert_eq!(project.state(), &end);
    }
}
