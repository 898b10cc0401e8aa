//! A project on its own thread.

use super::*;

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
    assert_eq!(
        (ticket, snapshot.state.questions.len(), snapshot.undo.as_deref()),
        (asked, 2, Some("add-question"))
    );
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
