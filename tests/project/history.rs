//! Undo and redo over whole sessions, made up at random.

use super::*;
use fundstelle::document::{Correction, PageIndex, ProblemCode, ReadingOrder};
use fundstelle::review::{Dismissal, Issue, PageReview, Part, Verdict};
use proptest::prelude::*;

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
    let edit = || (0u8..14, 0usize..1000, "(\\PC|[äß漢👨\u{301}\r\n\u{0}]){0,12}");
    let step = prop_oneof![
        12 => edit().prop_map(|(kind, n, text)| Step::Edit(kind, n, text)),
        2 => proptest::collection::vec(edit(), 0..4).prop_map(Step::Batch),
        2 => Just(Step::Undo),
        1 => Just(Step::Redo),
        1 => Just(Step::Reopen),
    ];
    proptest::collection::vec(step, 1..25)
}

fn said(n: usize, words: &str) -> Option<PageReview> {
    (!n.is_multiple_of(4)).then(|| PageReview {
        verdict: Verdict::ALL[n % 3],
        issues: vec![Issue::ALL[n % 11]],
        note: words.to_owned(),
        by: "Grün".to_owned(),
        at: n as u64,
        revision: Sha256Id::of(words.as_bytes()),
        text: Sha256Id::of(b""),
    })
}

/// The edit that a step means in this state; may not fit (a question without words, a mark without a question).
fn edit(state: &State, kind: u8, n: usize, words: &str) -> Edit {
    let text = Text::new(format!("{MANUAL}{words}"));
    let question =
        |n: usize| state.questions.get(n % state.questions.len().max(1)).map_or(QuestionId(77), |q| q.id);
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
        11 => Edit::SetReview {
            document: name,
            part: Part::Page(PageIndex(n as u32 % 3)),
            review: said(n, words),
        },
        12 => {
            let problem =
                Dismissal { code: ProblemCode::Hidden, page: None, nth: 0, quote: words.to_owned() };
            Edit::SetDismissed { document: name, problem, dismissed: !n.is_multiple_of(3) }
        }
        13 => {
            let corrections = (0..n % 3).map(|i| Correction::Order {
                page: Some(PageIndex(i as u32)),
                order: ReadingOrder::ALL[n % 4],
            });
            Edit::SetCorrections { document: name, corrections: corrections.collect() }
        }
        9 => Edit::SetConfig { toml: format!("# {words}") },
        _ => Edit::AddPassage(passage(&name, &text, span, Role::ALL[n % 3])),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

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
