//! kill -9 in the middle of marking: what was shown as done is there afterwards, and the file is sound.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test ends at what it did not expect")]

use fundstelle::document::{PageIndex, SourceKind};
use fundstelle::evidence::{Passage, QuestionId, Role};
use fundstelle::project::{Access, Document, DocumentId, Edit, Event, Project, Request, Store};
use fundstelle::review::{PageReview, Part, Verdict};
use fundstelle::text::{Sha256Id, Span, Text};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Tells the test binary to play the window that is killed, and which project it marks in.
const PLAY: &str = "FUNDSTELLE_TEST_MARK_IN";

/// Not a test by itself: the process that is killed. Without the variable it has nothing to do.
#[test]
fn marks_until_it_is_killed() {
    let Some(path) = std::env::var_os(PLAY) else { return };
    let text = Text::new("Pumpe X17: Strom trennen, 30 Sekunden warten. ".repeat(400));
    let project = Project::open(Path::new(&path)).unwrap();
    let mut marked = project.state().passages.len();
    let mut store = Store::spawn(project, || ()).unwrap();
    let mut out = std::io::stdout().lock();
    writeln!(out).unwrap();
    for round in 0.. {
        let start = round * 7 % (text.len() - 20);
        // Now and then something larger than a mark: it, too, is all there or not at all.
        let many = if round % 5 == 4 { 40 } else { 1 };
        let mut edits: Vec<_> =
            (0..many).map(|i| mark(&text, Span::new(start, start + 1 + i % 20))).collect();
        // A verdict comes with each: on the page that is numbered as the marks before.
        edits.push(verdict(marked, &text));
        marked += many;
        store.submit(Request::Commit(Edit::Batch(edits))).unwrap();
        loop {
            match store.wait() {
                Some(Event::Committed { snapshot, .. }) => {
                    let last = snapshot.state.passages.last().unwrap().id.0;
                    writeln!(out, "shown {last} {}", snapshot.state.passages.len()).unwrap();
                    out.flush().unwrap();
                    break;
                }
                Some(Event::Opened { .. }) => (),
                other => panic!("{other:?}"),
            }
        }
    }
}

fn mark(text: &Text, span: Span) -> Edit {
    Edit::AddPassage(Passage::mark(QuestionId::UNSET, Role::Answer, "pump.txt", text, span))
}

fn verdict(page: usize, text: &Text) -> Edit {
    let review = PageReview {
        verdict: Verdict::Wrong,
        issues: Vec::new(),
        note: "Fußnote fehlt".to_owned(),
        by: String::new(),
        at: 0,
        revision: text.revision(),
        text: text.revision(),
    };
    let part = Part::Page(PageIndex(page as u32));
    Edit::SetReview { document: "pump.txt".to_owned(), part, review: Some(review) }
}

/// Whether each batch of marks has its verdict, and no verdict is without its marks.
fn verdicts_fit(project: &Project) -> bool {
    let pages = project.state().reviews.keys().filter_map(|(_, part)| match part {
        Part::Page(page) => Some(page.get()),
        Part::Section(..) => None,
    });
    let mut starts: Vec<usize> = pages.collect();
    starts.push(project.state().passages.len());
    starts[0] == 0 && starts.windows(2).all(|w| matches!(w[1] - w[0], 1 | 40))
}

fn new_project(path: &Path) {
    let mut project = Project::create(path).unwrap();
    project
        .commit(Edit::AddDocument(Document {
            id: DocumentId::UNSET,
            name: "pump.txt".to_owned(),
            path: path.with_file_name("pump.txt"),
            relative: None,
            sha256: Sha256Id::of(b"pump"),
            bytes: 4,
            kind: SourceKind::Text,
            revision: None,
            extraction: None,
        }))
        .unwrap();
    project.commit(Edit::AddQuestion { id: QuestionId::UNSET, text: "Wann?".to_owned() }).unwrap();
}

/// Plays the window until it has shown some marks, kills it, and says which mark and how many it showed last.
fn mark_and_kill(path: &Path, wait: Duration) -> (i64, usize) {
    mark_look_and_kill(path, || std::thread::sleep(wait))
}

/// The same, with something else to do before the kill.
fn mark_look_and_kill(path: &Path, look: impl FnOnce()) -> (i64, usize) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "marks_until_it_is_killed", "--nocapture", "--test-threads=1"])
        .env(PLAY, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let shown = |line: &str| -> Option<(i64, usize)> {
        let (last, count) = line.strip_prefix("shown ")?.split_once(' ')?;
        Some((last.parse().ok()?, count.parse().ok()?))
    };
    let mut seen = lines.find_map(|line| shown(&line.ok()?)).expect("it shows a first mark");
    look();
    child.kill().unwrap();
    child.wait().unwrap();
    // What was written before the kill counts as shown; a line that was cut off does not parse.
    for line in lines.map_while(Result::ok) {
        seen = shown(&line).unwrap_or(seen);
    }
    seen
}

#[test]
fn every_mark_that_was_shown_is_there_after_a_kill_at_any_moment() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("pump.fundstelle");
    new_project(&path);
    let mut random = std::process::id();
    let mut rolled_back = 0;
    for kill in 0..20 {
        // A linear congruential generator is random enough to hit different moments of a commit.
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let wait = Duration::from_micros(u64::from(random >> 12) % 60_000);
        let (last, count) = mark_and_kill(&path, wait);
        rolled_back += usize::from(dir.path().join("pump.fundstelle-journal").exists());
        let mut project = Project::open(&path).unwrap_or_else(|e| panic!("kill {kill} after {wait:?}: {e}"));
        assert_eq!(project.access(), Access::ReadWrite, "the killed window holds no lock");
        let passages = &project.state().passages;
        let kept = passages.iter().filter(|p| p.id.0 <= last).count();
        assert_eq!(kept, count, "kill {kill} after {wait:?}: of the marks up to {last} some are gone");
        // At most the one edit that was under way came in beyond what was shown, and wholly.
        assert!(matches!(passages.len() - kept, 0 | 1 | 40), "kill {kill}: {} half", passages.len() - kept);
        assert!(verdicts_fit(&project), "kill {kill}: a verdict is gone, or came alone");
        project.undo().unwrap();
        project.redo().unwrap();
        drop(project);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "one file, nothing beside it");
    }
    println!("{rolled_back} of 20 kills came in the middle of a commit");
    let c = rusqlite::Connection::open(&path).unwrap();
    let verdict: String = c.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(verdict, "ok");
}

#[test]
fn an_untitled_project_is_offered_again_after_a_kill() {
    // Between two commits nobody holds the lock for a moment; a look that falls into it is made again.
    assert!((0..8).any(|_| offered_after_a_kill()), "the lock was always free");
}

/// False where the look from outside came between two commits and took the lock.
fn offered_after_a_kill() -> bool {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("untitled-1.fundstelle");
    new_project(&path);
    let mut taken = false;
    let (_, count) = mark_look_and_kill(&path, || {
        let unheld = Project::find_untitled(dir.path());
        let second = Project::open(&path).unwrap();
        taken = !unheld.is_empty() || second.access() != Access::Locked;
        assert!(!second.state().passages.is_empty());
    });
    if taken {
        return false;
    }
    let found = Project::find_untitled(dir.path());
    assert_eq!(found, [path]);
    assert!(Project::recover(&found[0]).unwrap().state().passages.len() >= count);
    true
}
