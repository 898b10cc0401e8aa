//! Fetched pages lie in the project's file: they come back byte for byte, and looking changes nothing.

use super::*;
use fundstelle::extract::fetch::{Address, Fetched};
use std::sync::Arc;

fn page(text: &str, at: u64) -> Fetched {
    Fetched {
        address: Address::parse("https://example.org/handbuch?v=2").unwrap(),
        location: "https://www.example.org/handbuch".to_owned(),
        at,
        content_type: "text/html; charset=utf-8".to_owned(),
        bytes: text.as_bytes().into(),
    }
}

fn document_of(page: &Fetched) -> Document {
    let text = String::from_utf8(page.bytes.to_vec()).unwrap();
    let path = PathBuf::from(page.address.as_str());
    Document { path, ..document("example.org/handbuch?v=2", &text, Path::new("")) }
}

#[test]
fn a_page_comes_back_with_its_address_and_date_and_every_version_is_kept() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("p.fundstelle");
    let (old, new) = (page("<p>Öl 💧", 1_700_000_000), page("<p>Ölwechsel", 1_800_000_000));
    let mut project = Project::create(&path).unwrap();
    project.keep(&old, Some(Edit::AddDocument(document_of(&old)))).unwrap();
    let id = project.state().documents[0].id;
    project.keep(&new, Some(Edit::UpdateDocument(Document { id, ..document_of(&new) }))).unwrap();
    let again = Fetched { at: 1_900_000_000, ..new.clone() };
    project.keep(&again, None).unwrap();
    project.undo().unwrap();
    drop(project);

    let before = fs::read(&path).unwrap();
    let mut project = Project::open(&path).unwrap();
    let known = project.state().documents[0].clone();
    assert_eq!(known.address(), Some(old.address.clone()));
    assert_eq!(known.sha256, old.sha256(), "undo leads back to the version before");
    assert_eq!(project.fetched(&old.address, known.sha256).unwrap(), Some(old.clone()));
    assert_eq!(project.fetched(&old.address, new.sha256()).unwrap(), Some(again));
    assert_eq!(project.fetched(&old.address, Sha256Id::of(b"?")).unwrap(), None);
    assert_eq!(locate(&known, Some(dir.path()), &Cancel::new()), Located::Here(known.path.clone()));
    let copy = dir.path().join("copy.fundstelle");
    project.save_as(&copy).unwrap();
    drop(project);
    assert_eq!(fs::read(&path).unwrap(), before, "looking changes nothing");
    assert_eq!(Project::open(&copy).unwrap().fetched(&old.address, old.sha256()).unwrap(), Some(old));
}

#[test]
fn an_older_project_is_brought_up_to_date_by_its_first_page_and_not_by_looking() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let c = rusqlite::Connection::open(&path).unwrap();
    c.execute_batch("DROP TABLE fetched; UPDATE meta SET value = '1' WHERE key = 'schema_version'").unwrap();
    c.pragma_update(None, "user_version", 1).unwrap();
    drop(c);
    let before = fs::read(&path).unwrap();
    let page = page("<p>Öl", 1_700_000_000);
    let mut project = Project::open(&path).unwrap();
    assert_eq!(project.fetched(&page.address, page.sha256()).unwrap(), None);
    assert_eq!(project.state().passages.len(), 2);
    assert_eq!(fs::read(&path).unwrap(), before);
    project.keep(&page, Some(Edit::AddDocument(document_of(&page)))).unwrap();
    assert_eq!(project.fetched(&page.address, page.sha256()).unwrap(), Some(page));
    drop(project);
    let c = rusqlite::Connection::open(&path).unwrap();
    let version: i64 = c.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    let said: String =
        c.query_row("SELECT value FROM meta WHERE key = 'schema_version'", [], |row| row.get(0)).unwrap();
    assert!(version >= 2 && said == version.to_string(), "{version} {said}");
    drop(c);
    assert_eq!(Project::open(&path).unwrap().state().passages.len(), 2);
}

#[test]
fn bytes_that_were_changed_behind_the_program_s_back_are_not_shown() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("p.fundstelle");
    let page = page("<p>Öl", 1_700_000_000);
    Project::create(&path).unwrap().keep(&page, Some(Edit::AddDocument(document_of(&page)))).unwrap();
    let c = rusqlite::Connection::open(&path).unwrap();
    c.execute("UPDATE fetched SET bytes = x'00'", []).unwrap();
    drop(c);
    let error = Project::open(&path).unwrap().fetched(&page.address, page.sha256()).unwrap_err();
    assert!(error.to_string().contains("example.org"), "{error}");
}

#[test]
fn the_project_s_thread_keeps_and_gives_pages() {
    let dir = tempdir().unwrap();
    let page = Arc::new(page("<p>Öl", 1_700_000_000));
    let mut store = Store::spawn(Project::untitled(dir.path()), || {}).unwrap();
    let edit = Some(Edit::AddDocument(document_of(&page)));
    let kept = store.submit(Request::Keep { page: Arc::clone(&page), edit }).unwrap();
    let (address, sha256) = (page.address.clone(), page.sha256());
    let asked = store.submit(Request::Fetched { address, sha256 }).unwrap();
    assert!(matches!(store.wait(), Some(Event::Opened { .. })));
    assert!(matches!(store.wait(), Some(Event::Committed { ticket, .. }) if ticket == kept));
    let Some(Event::Fetched { ticket, page: Some(given), .. }) = store.wait() else { panic!("no page came") };
    assert_eq!((ticket, given), (asked, page));
}
