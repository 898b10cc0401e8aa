//! Pages by their addresses: what is fetched, what is refused, and what is said when it goes wrong. The servers are
//! made here, on this computer.

use fundstelle::app::{Action, App, Command, Dialog, FileChoice, Folders, Phase, Selection};
use fundstelle::document::SourceKind;
use fundstelle::evidence::Role;
use fundstelle::extract::fetch::{Address, FetchError, FetchOptions, Fetched, fetch};
use fundstelle::extract::{LoadOptions, load};
use fundstelle::jobs::no_waker;
use fundstelle::text::Span;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const PAGE: &str = "# Pumpe X17\n\nVor dem Öffnen den Strom trennen. 💧\n";

type Answer = Box<dyn Fn(&str, &mut TcpStream) + Send + Sync>;

/// A server on this computer. It answers one connection a thread, until the test ends.
struct Server {
    port: u16,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// `answer` is given the path asked for, and writes what it likes.
    fn new(answer: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let (seen, answer) = (Arc::clone(&requests), Arc::new(Box::new(answer) as Answer));
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (seen, answer) = (Arc::clone(&seen), Arc::clone(&answer));
                std::thread::spawn(move || serve(stream, &seen, &answer));
            }
        });
        Self { port, requests }
    }

    /// Answers every request with these headers and this body.
    fn page(headers: &str, body: impl Into<Vec<u8>>) -> Self {
        let (headers, body) = (headers.to_owned(), body.into());
        Self::new(move |_, stream| send(stream, "200 OK", &headers, &body))
    }

    fn typed(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    fn at(&self, path: &str) -> Address {
        Address::parse(&self.typed(path)).unwrap()
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

fn serve(mut stream: TcpStream, seen: &Mutex<Vec<String>>, answer: &Answer) {
    let mut request = Vec::new();
    let mut byte = [0];
    while !request.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte) {
            Ok(1) => request.push(byte[0]),
            _ => return,
        }
    }
    let request = String::from_utf8_lossy(&request).into_owned();
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    seen.lock().unwrap().push(request);
    answer(&path, &mut stream);
}

fn send(stream: &mut TcpStream, status: &str, headers: &str, body: &[u8]) {
    let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", body.len());
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
}

fn local() -> FetchOptions {
    FetchOptions { allow_local: true, ..FetchOptions::default() }
}

fn text_of(page: &Fetched) -> String {
    page.load("page", &LoadOptions::default()).unwrap().text().as_str().to_owned()
}

// --- what comes ---

#[test]
fn a_page_comes_with_its_type_and_says_who_asks() {
    let server = Server::page("Content-Type: text/markdown; charset=utf-8\r\n", PAGE);
    let page = fetch(&server.at("/Handbuch%20X17?v=2#teil"), &local()).unwrap();
    assert_eq!(&*page.bytes, PAGE.as_bytes());
    assert_eq!(page.kind(), Ok(SourceKind::Markdown));
    let extraction = page.load("Handbuch", &LoadOptions::default()).unwrap();
    let address = server.typed("/Handbuch%20X17?v=2");
    assert_eq!(extraction.citation(0), address, "a page is cited by its address");
    assert_eq!(extraction.source().address.as_deref(), Some(address.as_str()));
    let request = server.requests().remove(0).to_lowercase();
    assert!(request.starts_with("get /handbuch%20x17?v=2 http/1.1"), "{request}");
    assert!(request.contains(concat!("user-agent: fundstelle/", env!("CARGO_PKG_VERSION"))), "{request}");
    for never in ["cookie", "referer", "authorization"] {
        assert!(!request.contains(never), "{request}");
    }
}

#[test]
fn the_charset_of_the_server_is_obeyed_and_a_byte_order_mark_counts_more() {
    let latin =
        Server::page("Content-Type: text/plain; charset=ISO-8859-1\r\n", b"Pr\xfcfung \xe4 \x80".to_vec());
    assert_eq!(text_of(&fetch(&latin.at("/"), &local()).unwrap()), "Prüfung ä €");
    let cyrillic =
        Server::page("Content-Type: text/plain;charset=\"koi8-r\"\r\n", b"\xf0\xd2\xc9\xd7\xc5\xd4".to_vec());
    assert_eq!(text_of(&fetch(&cyrillic.at("/"), &local()).unwrap()), "Привет");
    let marked = Server::page("Content-Type: text/plain; charset=latin1\r\n", "\u{feff}Prüfung");
    assert_eq!(text_of(&fetch(&marked.at("/"), &local()).unwrap()), "Prüfung");
    let unknown = Server::page("Content-Type: text/plain; charset=klingon\r\n", "Prüfung");
    assert_eq!(text_of(&fetch(&unknown.at("/"), &local()).unwrap()), "Prüfung");
}

#[test]
fn of_an_html_page_the_server_s_charset_counts_more_than_the_page_s_own() {
    let page = |charset: &str| {
        let html = b"<html><head><meta charset=koi8-r></head><body><p>\xd0\xd2</p></body></html>".to_vec();
        let server = Server::page(&format!("Content-Type: text/html{charset}\r\n"), html);
        text_of(&fetch(&server.at("/"), &local()).unwrap()).trim().to_owned()
    };
    assert_eq!(page("; charset=windows-1251"), "РТ");
    assert_eq!(page(""), "пр");
    assert_eq!(page("; charset=klingon"), "пр", "a name that nobody knows counts nothing");
}

#[test]
fn html_text_code_and_pdf_are_told_apart() {
    let server = Server::new(|path, stream| match path {
        "/html" => send(stream, "200 OK", "Content-Type: text/html\r\n", b"<!doctype html><p>Pumpe</p>"),
        "/code.rs" => send(stream, "200 OK", "Content-Type: text/plain\r\n", b"fn main() {}"),
        "/pdf" => send(stream, "200 OK", "Content-Type: application/pdf\r\n", b"%PDF-1.7\n%%EOF"),
        _ => send(stream, "200 OK", "", b"%PDF-1.7\n%%EOF"),
    });
    let kind = |path: &str| fetch(&server.at(path), &local()).unwrap().kind().unwrap();
    assert_eq!(kind("/html"), SourceKind::Html);
    assert_eq!(kind("/code.rs"), SourceKind::Code);
    assert_eq!(kind("/pdf"), SourceKind::Pdf);
    assert_eq!(kind("/nothing-said"), SourceKind::Pdf);
}

#[test]
fn packed_pages_are_unpacked() {
    let packed = gzip_stored(PAGE.as_bytes());
    let server = Server::page("Content-Type: text/plain\r\nContent-Encoding: gzip\r\n", packed);
    assert_eq!(&*fetch(&server.at("/"), &local()).unwrap().bytes, PAGE.as_bytes());
    let chunked = Server::new(|_, stream| {
        let _ = stream.write_all(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nPum\r\n2\r\npe\r\n0\r\n\r\n",
        );
    });
    assert_eq!(&*fetch(&chunked.at("/"), &local()).unwrap().bytes, b"Pumpe");
}

// --- redirects ---

fn redirect(stream: &mut TcpStream, to: &str) {
    send(stream, "302 Found", &format!("Location: {to}\r\n"), b"");
}

#[test]
fn redirects_are_followed_a_few_times_and_rings_are_named() {
    let server = Server::new(|path, stream| match path {
        "/a" => redirect(stream, "b"),
        "/b" => redirect(stream, "/c?x=1"),
        "/c?x=1" => send(stream, "200 OK", "Content-Type: text/plain\r\n", b"angekommen"),
        "/ring" => redirect(stream, "/ring2"),
        "/ring2" => redirect(stream, "/ring"),
        "/nowhere" => send(stream, "302 Found", "", b""),
        "/bad" => redirect(stream, "http://[::1"),
        "/file" => redirect(stream, "file:///etc/passwd"),
        "/secret" => redirect(stream, "http://me:pw@127.0.0.1/"),
        "/end" => redirect(stream, "/404"),
        "/404" => send(stream, "404 Not Found", "", b""),
        path => redirect(stream, &format!("{path}x")),
    });
    let page = fetch(&server.at("/a"), &local()).unwrap();
    assert_eq!(page.location, server.typed("/c?x=1"));
    assert_eq!(page.address, server.at("/a"));
    let fault = |path: &str| fetch(&server.at(path), &local()).unwrap_err();
    assert!(matches!(fault("/ring"), FetchError::Ring { .. }), "{}", fault("/ring"));
    let asked = server.requests().len();
    assert!(matches!(fault("/more"), FetchError::TooManyRedirects { limit: 5, .. }));
    assert_eq!(server.requests().len() - asked, 6, "the page and five redirects");
    assert!(matches!(fault("/nowhere"), FetchError::Status { code: 302, .. }));
    assert!(matches!(fault("/bad"), FetchError::BadRedirect { .. }));
    for path in ["/file", "/secret"] {
        let FetchError::Redirected { error, .. } = fault(path) else { panic!("{}", fault(path)) };
        assert!(matches!(*error, FetchError::Scheme { .. } | FetchError::Credentials { .. }), "{error}");
    }
    let said = fault("/end").to_string();
    assert!(
        said.contains("/end sends on") && said.contains("404") && said.contains("no such page"),
        "{said}"
    );
}

// --- the local network ---

#[test]
fn this_computer_is_not_asked_unless_that_is_allowed_however_it_is_written() {
    let server = Server::page("Content-Type: text/plain\r\n", "geheim");
    let port = server.port;
    for host in [
        "127.0.0.1",
        "localhost",
        "LOCALHOST",
        "2130706433",
        "0x7f.1",
        "127.1",
        "0177.0.0.1",
        "[::ffff:127.0.0.1]",
    ] {
        let address = Address::parse(&format!("http://{host}:{port}/")).unwrap();
        let error = fetch(&address, &FetchOptions::default()).unwrap_err();
        assert!(matches!(&error, FetchError::Refused { local: true, .. }), "{host}: {error}");
        assert!(error.to_string().contains("--allow-local"), "{error}");
    }
    for host in ["0.0.0.0", "[::]", "255.255.255.255", "224.0.0.1"] {
        let address = Address::parse(&format!("http://{host}:{port}/")).unwrap();
        let error = fetch(&address, &local()).unwrap_err();
        assert!(matches!(&error, FetchError::Refused { local: false, .. }), "{host}: {error}");
    }
    for host in ["10.0.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "[fd00::1]", "[fe80::1]"] {
        let address = Address::parse(&format!("http://{host}/")).unwrap();
        let error = fetch(&address, &FetchOptions::default()).unwrap_err();
        assert!(matches!(&error, FetchError::Refused { local: true, .. }), "{host}: {error}");
    }
    assert!(server.requests().is_empty(), "nothing was asked");
}

// --- limits ---

#[test]
fn a_page_without_end_and_a_packed_one_that_swells_are_cut_off() {
    let endless = Server::new(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n");
        while stream.write_all(&[b'a'; 1 << 14]).is_ok() {}
    });
    let small = FetchOptions { max_bytes: 1 << 20, ..local() };
    assert!(matches!(fetch(&endless.at("/"), &small), Err(FetchError::TooLarge { limit: 0x10_0000, .. })));
    let said = Server::new(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n");
        std::thread::sleep(Duration::from_secs(5));
    });
    assert!(matches!(fetch(&said.at("/"), &small), Err(FetchError::TooLarge { .. })));
    let bomb = Server::page("Content-Type: text/plain\r\nContent-Encoding: gzip\r\n", gzip_zeros());
    assert!(matches!(fetch(&bomb.at("/"), &small), Err(FetchError::TooLarge { .. })));
}

#[test]
fn a_server_that_is_silent_or_drips_is_given_up() {
    let silent = Server::new(|_, _| std::thread::sleep(Duration::from_secs(20)));
    let quick = FetchOptions { silence: Duration::from_millis(200), ..local() };
    let error = fetch(&silent.at("/"), &quick).unwrap_err();
    assert!(matches!(error, FetchError::TooSlow { .. }), "{error}");
    let dripping = Server::new(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n");
        while stream.write_all(b"a").is_ok() {
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let quick = FetchOptions { total: Duration::from_millis(400), ..local() };
    let error = fetch(&dripping.at("/"), &quick).unwrap_err();
    assert!(matches!(error, FetchError::TooSlow { .. }), "{error}");
    assert!(error.to_string().contains("longer than 1 seconds"), "{error}");
}

#[test]
fn a_fetch_can_be_stopped_at_any_time() {
    let asked = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&asked);
    let silent = Server::new(move |_, _| {
        seen.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(Duration::from_secs(30));
    });
    let options = local();
    let (cancel, address) = (options.cancel.clone(), silent.at("/"));
    let waiting = std::thread::spawn(move || fetch(&address, &options));
    while asked.load(Ordering::SeqCst) == 0 {
        std::thread::yield_now();
    }
    cancel.cancel();
    assert!(matches!(waiting.join().unwrap(), Err(FetchError::Cancelled { .. })));
}

#[test]
fn headers_without_end_do_not_fill_the_memory() {
    let server = Server::new(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n");
        while stream.write_all(&[b'x'; 1 << 14]).is_ok() {}
    });
    let error = fetch(&server.at("/"), &local()).unwrap_err();
    assert!(matches!(error, FetchError::Broken { .. }), "{error}");
}

// --- what goes wrong ---

#[test]
fn every_answer_that_is_no_page_is_said_with_what_to_do() {
    let server = Server::new(|path, stream| send(stream, &path[1..].replace('_', " "), "", b"<h1>x</h1>"));
    for (path, word) in [
        ("/404_Not_Found", "no such page"),
        ("/403_Forbidden", "refuses"),
        ("/401_Unauthorized", "password"),
        ("/410_Gone", "for good"),
        ("/418_Teapot", "does not give"),
        ("/429_Slow", "too often"),
        ("/500_Oops", "try again later"),
        ("/503_Busy", "overloaded"),
        ("/206_Partial", "browser"),
    ] {
        let error = fetch(&server.at(path), &local()).unwrap_err();
        assert!(matches!(error, FetchError::Status { .. }), "{path}: {error}");
        let said = error.to_string();
        assert!(
            said.contains(word) && said.contains(&server.typed("/")) && said.contains(&path[1..4]),
            "{said}"
        );
    }
}

#[test]
fn pictures_and_archives_are_refused_by_name_before_they_are_downloaded() {
    for (kind, word) in
        [("image/png", "picture"), ("application/zip", "application/zip"), ("video/mp4", "film")]
    {
        let server = Server::new(move |_, stream| {
            let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: 1000\r\n\r\n");
            let _ = stream.write_all(head.as_bytes());
            std::thread::sleep(Duration::from_secs(20));
        });
        let error = fetch(&server.at("/x"), &local()).unwrap_err();
        assert!(matches!(&error, FetchError::Type { what, .. } if what.contains(word)), "{error}");
    }
    let unsaid = Server::page("", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec());
    let page = fetch(&unsaid.at("/x"), &local()).unwrap();
    assert!(page.kind().unwrap_err().to_string().contains("PNG picture"));
    let brotli = Server::page("Content-Type: text/plain\r\nContent-Encoding: br\r\n", b"x".to_vec());
    assert!(matches!(fetch(&brotli.at("/"), &local()), Err(FetchError::Type { .. })));
}

#[test]
fn connections_that_fail_are_told_apart() {
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let error = fetch(&Address::parse(&format!("http://127.0.0.1:{gone}/")).unwrap(), &local()).unwrap_err();
    assert!(matches!(error, FetchError::Unreachable { .. }), "{error}");
    let short = Server::new(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalb");
    });
    let error = fetch(&short.at("/"), &local()).unwrap_err();
    assert!(matches!(error, FetchError::Broken { .. }), "{error}");
    let noise = Server::new(|_, stream| {
        let _ = stream.write_all(b"\x00\x01\x02 this is no HTTP\r\n\r\n");
    });
    let error = fetch(&noise.at("/"), &local()).unwrap_err();
    assert!(matches!(error, FetchError::Broken { .. }), "{error}");
    let plain = Server::page("", "x");
    let secure = Address::parse(&format!("https://127.0.0.1:{}/", plain.port)).unwrap();
    let error = fetch(&secure, &FetchOptions { connect: Duration::from_millis(500), ..local() }).unwrap_err();
    assert!(
        matches!(error, FetchError::Insecure { .. } | FetchError::Broken { .. } | FetchError::TooSlow { .. }),
        "{error}"
    );
}

// --- the window's program, without a window ---

struct Person(App);

impl Person {
    fn at(home: &Path) -> Self {
        let folders = Folders { config: home.join("config"), data: home.join("data") };
        let mut person = Self(App::new(folders, no_waker()));
        person.does(Command::AllowLocal(true));
        person
    }

    #[track_caller]
    fn settle(&mut self) {
        let start = Instant::now();
        loop {
            self.0.poll();
            let phase = self.0.state().document.as_ref().map(|d| d.phase.clone());
            if !self.0.is_busy() && !matches!(phase, Some(Phase::Opening | Phase::Provisional)) {
                return;
            }
            assert!(start.elapsed() < Duration::from_mins(1), "work never ends");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    #[track_caller]
    fn does(&mut self, command: Command) {
        self.0.apply(command);
        self.settle();
    }

    fn text(&self) -> String {
        self.0.state().extraction().map(|e| e.text().as_str().to_owned()).unwrap_or_default()
    }

    fn messages(&self) -> String {
        self.0.state().messages.all().iter().map(|m| m.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    fn mark(&mut self, words: &str) {
        let at = self.text().find(words).unwrap();
        self.does(Command::Select(Some(Selection::from(Span::new(at, at + words.len())))));
        self.does(Command::Mark(Role::Answer));
    }
}

#[test]
fn a_fetched_page_is_kept_in_the_project_and_read_again_from_there() {
    let home = tempfile::tempdir().unwrap();
    let project = home.path().join("p.fundstelle");
    let server = Server::page("Content-Type: text/markdown\r\n", PAGE);
    let typed = server.typed("/handbuch");
    let mut person = Person::at(home.path());
    person.does(Command::Run(Action::OpenAddress));
    assert!(matches!(person.0.state().dialog, Some(Dialog::Address { .. })));
    person.does(Command::Fetch(typed.clone()));
    assert!(person.0.state().dialog.is_none());
    assert_eq!(person.text(), PAGE, "{}", person.messages());
    let document = person.0.state().document.as_ref().unwrap();
    assert_eq!(document.name, typed["http://".len()..]);
    assert!(document.fetched.as_ref().unwrap().ends_with("UTC"));
    person.mark("den Strom trennen");
    person.does(Command::Run(Action::CopyCitation));
    let copied = person.0.take_outbox().clipboard.unwrap();
    assert!(copied.starts_with(&typed), "{copied}");
    // Opening it once more shows what is there.
    person.does(Command::Open(PathBuf::from(&typed)));
    person.does(Command::Chosen(FileChoice::SaveProject, project.clone()));
    person.0.shut_down();
    assert_eq!(server.requests().len(), 1);

    let mut later = Person::at(home.path());
    later.does(Command::Open(project.clone()));
    later.settle();
    assert_eq!(later.text(), PAGE, "{}", later.messages());
    assert_eq!(later.0.state().marks.len(), 1);
    assert!(later.0.state().document.as_ref().unwrap().fetched.is_some());
    assert_eq!(server.requests().len(), 1, "opening a project fetches nothing");
    later.does(Command::Run(Action::FetchAgain));
    assert_eq!(server.requests().len(), 2);
    assert!(later.messages().contains("has not changed since"), "{}", later.messages());
    later.0.shut_down();
}

#[test]
fn fetching_again_brings_the_new_text_and_lists_the_old_marks() {
    let home = tempfile::tempdir().unwrap();
    let project = home.path().join("p.fundstelle");
    let now = Arc::new(Mutex::new(PAGE.to_owned()));
    let shown = Arc::clone(&now);
    let server = Server::new(move |_, stream| {
        send(stream, "200 OK", "Content-Type: text/plain\r\n", shown.lock().unwrap().as_bytes());
    });
    let mut person = Person::at(home.path());
    person.does(Command::Fetch(server.typed("/a.md")));
    person.mark("den Strom trennen");
    person.does(Command::Chosen(FileChoice::SaveProject, project.clone()));
    *now.lock().unwrap() = PAGE.replace("den Strom", "die Stromzufuhr");
    person.does(Command::Run(Action::FetchAgain));
    assert!(person.text().contains("die Stromzufuhr trennen"));
    assert!(person.0.state().marks.is_empty() && person.0.state().project.passages[0].stale);
    assert!(person.messages().contains("1 marks were made for its earlier text"), "{}", person.messages());
    // The server goes; what was fetched stays.
    *now.lock().unwrap() = String::new();
    person.0.shut_down();
    let mut later = Person::at(home.path());
    later.does(Command::Open(project));
    later.settle();
    assert!(later.text().contains("die Stromzufuhr trennen"), "{}", later.messages());
    assert_eq!(later.0.state().project.passages.len(), 1);
}

#[test]
fn looking_at_a_page_leaves_no_project_behind() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::page("Content-Type: text/plain\r\n", PAGE);
    let mut person = Person::at(home.path());
    person.does(Command::Fetch(server.typed("/x")));
    assert_eq!(person.text(), PAGE);
    person.0.shut_down();
    let projects = home.path().join("data/projects");
    let left = std::fs::read_dir(projects).map_or(0, Iterator::count);
    assert_eq!(left, 0, "nothing was marked");
    let mut later = Person::at(home.path());
    later.0.open_at_start(Vec::new());
    later.settle();
    assert_eq!(server.requests().len(), 1, "the next start fetches nothing");
}

#[test]
fn what_cannot_be_fetched_is_said_and_what_is_open_stays() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::new(|path, stream| match path {
        "/good" => send(stream, "200 OK", "Content-Type: text/plain\r\n", PAGE.as_bytes()),
        "/picture" => send(stream, "200 OK", "Content-Type: image/png\r\n", b"x"),
        "/slow" => std::thread::sleep(Duration::from_secs(30)),
        _ => send(stream, "404 Not Found", "", b""),
    });
    let mut person = Person::at(home.path());
    person.does(Command::Fetch("ftp://example.org/x".to_owned()));
    let Some(Dialog::Address { error: Some(error), .. }) = person.0.state().dialog.clone() else {
        panic!("nothing was said")
    };
    assert!(error.contains("ftp"), "{error}");
    person.does(Command::Fetch(server.typed("/good")));
    person.does(Command::Fetch(server.typed("/gone")));
    assert!(person.messages().contains("no such page"), "{}", person.messages());
    person.does(Command::Fetch(server.typed("/picture")));
    assert!(person.messages().contains("a picture"), "{}", person.messages());
    assert_eq!(person.text(), PAGE);
    assert_eq!(person.0.state().sources.len(), 1);

    person.0.apply(Command::Fetch(server.typed("/slow")));
    assert!(person.0.state().background.is_some(), "the window says that it waits");
    person.does(Command::Run(Action::StopWork));
    assert!(person.0.state().background.is_none());
    assert_eq!(person.text(), PAGE);

    person.does(Command::AllowLocal(false));
    person.does(Command::Fetch(server.typed("/other")));
    assert!(person.messages().contains("this computer"), "{}", person.messages());
    assert!(!server.requests().iter().any(|r| r.starts_with("GET /other")));
}

#[test]
fn opening_a_page_with_pictures_from_elsewhere_asks_for_none_of_them() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::page("Content-Type: image/png\r\n", "x");
    let image = server.typed("/image.png");
    let html = format!(
        "<html><head><link rel=stylesheet href={image}><script src={image}></script></head>\
         <body><img src={image}><iframe src={image}></iframe><p>Pumpe</p></body></html>"
    );
    std::fs::write(home.path().join("a.html"), html).unwrap();
    std::fs::write(home.path().join("a.md"), format!("# Pumpe\n\n![x]({image})\n\n<img src=\"{image}\">\n"))
        .unwrap();
    let mut person = Person::at(home.path());
    for name in ["a.html", "a.md"] {
        let path = home.path().join(name);
        assert!(load(&path, name, &LoadOptions::default()).unwrap().text().find("Pumpe").is_some());
        person.does(Command::Open(path));
        assert!(person.text().contains("Pumpe"));
    }
    assert!(server.requests().is_empty(), "{:?}", server.requests());
}

// --- the command line ---

fn run(args: &[&str]) -> (i32, String, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_fundstelle"));
    let Output { status, stdout, stderr } = command.args(args).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

#[test]
fn the_command_line_fetches_what_it_is_given_and_exits_as_with_files() {
    let server = Server::new(|path, stream| match path {
        "/a.md" => send(stream, "200 OK", "Content-Type: text/plain\r\n", PAGE.as_bytes()),
        "/to" => redirect(stream, "/a.md"),
        _ => send(stream, "404 Not Found", "", b""),
    });
    let (good, bad) = (server.typed("/a.md"), server.typed("/gone"));
    let (code, out, err) = run(&["extract", "--allow-local", "--format", "json", &good]);
    assert_eq!(code, 0, "{err}");
    let object: serde_json::Value = serde_json::from_str(out.trim()).unwrap();
    assert_eq!(object["source"]["citation"], good);
    assert_eq!(object["source"]["address"], good);
    assert_eq!(object["source"]["kind"], "markdown");
    assert_eq!(object["text"], PAGE);
    assert!(err.contains("was fetched"), "{err}");

    let (code, out, err) = run(&["chunk", "--allow-local", &server.typed("/to"), &bad]);
    assert_eq!(code, 1, "{err}");
    let chunk: serde_json::Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!(chunk["source"], server.typed("/to"));
    assert_eq!(chunk["document"], server.typed("/to")["http://".len()..]);
    assert!(err.contains("sent on to") && err.contains("no such page"), "{err}");

    let (code, out, err) = run(&["extract", &good]);
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(err.contains("--allow-local"), "{err}");
    let (code, _, err) = run(&["extract", "https://me:geheim@example.org/"]);
    assert_eq!(code, 3);
    assert!(err.contains("password") && !err.contains("geheim"), "{err}");
}

#[test]
fn a_proxy_of_the_environment_is_asked_wherever_it_stands_and_never_for_this_computer() {
    let proxy = Server::new(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        let mut request = [0; 4096];
        let read = stream.read(&mut request).unwrap_or(0);
        assert!(request[..read].starts_with(b"GET /handbuch HTTP/1.1"));
        send(stream, "200 OK", "Content-Type: text/plain\r\n", PAGE.as_bytes());
    });
    let server = Server::page("Content-Type: text/plain\r\n", "direkt");
    let through = |address: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_fundstelle"));
        command.args(["extract", address]).stdin(Stdio::null());
        for name in
            ["ALL_PROXY", "all_proxy", "HTTPS_PROXY", "https_proxy", "http_proxy", "NO_PROXY", "no_proxy"]
        {
            command.env_remove(name);
        }
        let output = command.env("HTTP_PROXY", proxy.typed("")).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (out, err) = through("http://handbuch.invalid/handbuch");
    assert_eq!(out, PAGE, "{err}");
    assert!(proxy.requests()[0].starts_with("CONNECT handbuch.invalid:80 "), "{:?}", proxy.requests());
    for address in [server.typed("/"), "http://10.0.0.1/".to_owned(), proxy.typed("/")] {
        let (out, err) = through(&address);
        assert!(out.is_empty() && err.contains("--allow-local"), "{address}: {err}");
    }
    assert_eq!(proxy.requests().len(), 1);
}

// --- gzip by hand: RFC 1952 and 1951 ---

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, b| {
        (0..8).fold(crc ^ u32::from(*b), |c, _| if c & 1 == 1 { (c >> 1) ^ 0xedb8_8320 } else { c >> 1 })
    })
}

const GZIP_HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// One stored block.
fn gzip_stored(bytes: &[u8]) -> Vec<u8> {
    let len = u16::try_from(bytes.len()).unwrap();
    let mut out = GZIP_HEAD.to_vec();
    out.push(1);
    out.extend(len.to_le_bytes());
    out.extend((!len).to_le_bytes());
    out.extend(bytes);
    out.extend(crc32(bytes).to_le_bytes());
    out.extend(u32::from(len).to_le_bytes());
    out
}

/// A block of fixed codes: a zero, and then copies of 258 zeros, two hundred thousand times: 50 MB in 325 kB.
fn gzip_zeros() -> Vec<u8> {
    let mut bits: Vec<bool> = vec![true, true, false];
    // Literal 0 is 00110000, length 258 is code 285: 11000101; distance 1 is 00000.
    bits.extend("00110000".chars().map(|c| c == '1'));
    for _ in 0..200_000 {
        bits.extend("1100010100000".chars().map(|c| c == '1'));
    }
    bits.extend([false; 7]);
    let mut out = GZIP_HEAD.to_vec();
    out.extend(
        bits.chunks(8).map(|byte| byte.iter().enumerate().fold(0, |b, (i, bit)| b | u8::from(*bit) << i)),
    );
    out
}
