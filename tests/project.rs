//! A project on disk: what a person marks is there again, and what they did not do is not in the file.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test ends at what it did not expect")]

#[path = "project/exchange.rs"]
mod exchange;
#[path = "project/fetched.rs"]
mod fetched;
#[path = "project/files.rs"]
mod files;
#[path = "project/history.rs"]
mod history;
#[path = "project/store.rs"]
mod store;

use fundstelle::document::SourceKind;
use fundstelle::evidence::{Passage, PassageId, QuestionId, Role, capture, read_jsonl};
use fundstelle::project::{
    Access, Document, DocumentId, Edit, EditError, Event, Located, Project, ProjectError, Request, State,
    Store, import, locate,
};
use fundstelle::text::{Cancel, CharSpan, Sha256Id, Span, Text};
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
    Passage::mark(QuestionId::UNSET, role, document, text, span)
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
