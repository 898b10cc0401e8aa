//! PDFs are read in worker processes: what a file does to its reader is not done to the program.

#[path = "common/pdf.rs"]
mod pdf;

use fundstelle::document::{Extraction, LinkTarget, PageIndex, ProblemCode};
use fundstelle::extract::pdf::{PdfDocument, PdfError, PdfOptions, TileKey, extract, extract_bytes};
use fundstelle::jobs::{Waker, no_waker, set_worker_program};
use fundstelle::text::{Cancel, Progress};
use lopdf::{Dictionary, EncryptionState, EncryptionVersion, Object, Permissions, dictionary};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

fn worker() {
    set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
}

fn read_with(bytes: Vec<u8>, options: PdfOptions) -> Result<Extraction, PdfError> {
    worker();
    extract_bytes(bytes, "test.pdf", None, options, &Cancel::new(), &Progress::default())
}

fn read(bytes: Vec<u8>) -> Result<Extraction, PdfError> {
    read_with(bytes, PdfOptions::default())
}

fn read_file(path: &Path) -> Result<Extraction, PdfError> {
    worker();
    extract(path, "test.pdf", None, PdfOptions::default(), &Cancel::new(), &Progress::default())
}

fn page_text(extraction: &Extraction, page: usize) -> String {
    extraction.pages()[page].spans.iter().map(|s| extraction.text().slice(*s)).collect()
}

fn skipped(extraction: &Extraction) -> Vec<u32> {
    let problems = extraction.problems().iter().filter(|p| p.code == ProblemCode::PageSkipped);
    problems.filter_map(|p| p.page).map(PageIndex::number).collect()
}

/// Waits for tiles of `page`, whatever else is painted before.
fn wait_for_page(document: &PdfDocument, rang: &Receiver<()>, page: u32) {
    while next_tiles(document, rang).iter().all(|(key, _)| key.page != PageIndex(page)) {}
}

fn ringing() -> (Waker, Receiver<()>) {
    let (ring, rang) = channel();
    (
        Arc::new(move || {
            let _nobody_waits = ring.send(());
        }),
        rang,
    )
}

/// The first and the third page are read, the second is named.
fn only_the_second_page_is_missing(extraction: &Extraction) {
    assert!(page_text(extraction, 0).contains("The first page."));
    assert!(page_text(extraction, 2).contains("The third page."));
    assert_eq!(skipped(extraction), [2]);
}

#[test]
fn a_page_that_never_ends_is_stopped_and_named_and_the_others_are_read() {
    let options = PdfOptions { page_time: Duration::from_millis(700), ..PdfOptions::default() };
    let extraction = read_with(pdf::never_ending_page(), options).unwrap();
    only_the_second_page_is_missing(&extraction);
    let problem = &extraction.problems()[0];
    assert!(problem.message.contains("Page 2") && problem.message.contains("0.7 s"), "{}", problem.message);
}

#[test]
fn a_page_of_a_hundred_million_objects_is_stopped_and_named_and_the_others_are_read() {
    let options = PdfOptions { page_time: Duration::from_millis(700), ..PdfOptions::default() };
    let extraction = read_with(pdf::page_of_a_hundred_million_objects(), options).unwrap();
    only_the_second_page_is_missing(&extraction);
    assert!(extraction.problems()[0].message.contains("Page 2"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_that_eats_all_memory_ends_its_worker_and_the_others_are_read() {
    let options = PdfOptions { memory: 700 << 20, ..PdfOptions::default() };
    let extraction = read_with(pdf::memory_bomb(1200), options).unwrap();
    only_the_second_page_is_missing(&extraction);
    let message = &extraction.problems()[0].message;
    assert!(message.contains("more memory than it may have"), "{message}");
}

#[test]
fn forms_nested_without_end_do_not_keep_the_other_pages_from_being_read() {
    let extraction = read(pdf::stack_bomb(20_000)).unwrap();
    assert!(page_text(&extraction, 0).contains("The first page."));
    assert!(page_text(&extraction, 2).contains("The third page."));
}

#[test]
fn the_result_does_not_depend_on_the_number_of_workers() {
    let book = pdf::book(40);
    let with =
        |workers| read_with(book.clone(), PdfOptions { workers: Some(workers), ..PdfOptions::default() });
    let (one, three) = (with(1).unwrap(), with(3).unwrap());
    assert_eq!(one.text().as_str(), three.text().as_str());
    assert_eq!(one.id(), three.id());
    assert!(page_text(&one, 39).contains("Page 40 of the book"));
}

#[test]
fn an_encrypted_file_asks_for_its_password_and_refuses_a_wrong_one() {
    worker();
    let mut document = {
        let mut maker = pdf::Maker::new();
        maker.text_page(&["Nur mit Passwort zu lesen.".to_owned()]);
        maker.finish(Dictionary::new())
    };
    let id = Object::string_literal("0123456789abcdef");
    document.trailer.set("ID", vec![id.clone(), id]);
    let version = EncryptionVersion::V2 {
        document: &document,
        owner_password: "besitzer",
        user_password: "Schlüssel7",
        key_length: 128,
        permissions: Permissions::all(),
    };
    let state = EncryptionState::try_from(version).unwrap();
    document.encrypt(&state).unwrap();
    let bytes = pdf::save(document);
    let open = |password| {
        extract_bytes(
            bytes.clone(),
            "a.pdf",
            password,
            PdfOptions::default(),
            &Cancel::new(),
            &Progress::default(),
        )
    };
    assert!(matches!(open(None), Err(PdfError::PasswordNeeded { .. })));
    let wrong = open(Some("falsch")).unwrap_err();
    assert!(wrong.wants_password() && matches!(wrong, PdfError::WrongPassword { .. }), "{wrong}");
    for password in ["Schlüssel7", "besitzer"] {
        let extraction = open(Some(password)).unwrap();
        assert!(page_text(&extraction, 0).contains("Nur mit Passwort zu lesen."), "{password}");
        assert!(extraction.info().unwrap().encrypted);
    }
}

#[test]
fn what_is_no_pdf_is_refused_with_its_name_and_the_reason() {
    worker();
    assert!(matches!(read(Vec::new()), Err(PdfError::Empty { .. })));
    assert!(matches!(read(b"Dear reader, this is a letter.".to_vec()), Err(PdfError::NotAPdf { .. })));
    assert!(matches!(read(b"%PDF-1.7\nand then nothing".to_vec()), Err(PdfError::Broken { .. })));
    let small = PdfOptions { max_bytes: 100, ..PdfOptions::default() };
    assert!(matches!(read_with(pdf::light_book(1), small), Err(PdfError::TooLarge { .. })));
    let missing = read_file(Path::new("no such folder/Prüfung.pdf")).unwrap_err();
    assert!(
        matches!(missing, PdfError::Io { .. }) && missing.to_string().contains("Prüfung.pdf"),
        "{missing}"
    );
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(read_file(folder.path()), Err(PdfError::Io { .. })));
}

#[test]
fn the_shared_broken_files_are_repaired_or_refused() {
    for (name, readable) in
        [("no_xref.pdf", Some(true)), ("truncated.pdf", None), ("form_calls_itself.pdf", Some(true))]
    {
        let Some(path) = pdf::shared(&format!("cases/pdf/{name}")) else { return };
        let extraction = read_file(&path);
        assert!(readable.is_none_or(|r| r == extraction.is_ok()), "{name}: {:?}", extraction.err());
        if let (Ok(extraction), true) = (extraction, name != "form_calls_itself.pdf") {
            assert!(extraction.problems().iter().any(|p| p.code == ProblemCode::Repaired), "{name}");
        }
    }
    let Some(path) = pdf::shared("cases/pdf/not_a_pdf.pdf") else { return };
    assert!(matches!(read_file(&path), Err(PdfError::NotAPdf { .. })));
    let Some(path) = pdf::shared("cases/pdf/empty.pdf") else { return };
    assert!(matches!(read_file(&path), Err(PdfError::Empty { .. })));
}

#[test]
fn ten_thousand_pages_are_read() {
    let extraction = read(pdf::light_book(10_000)).unwrap();
    assert_eq!(extraction.pages().len(), 10_000);
    assert!(page_text(&extraction, 9_999).contains("This is page number 10000."));
    assert_eq!(skipped(&extraction), [0_u32; 0]);
}

#[test]
fn reading_can_be_cancelled_while_a_page_hangs() {
    worker();
    let (cancel, progress) = (Cancel::new(), Progress::default());
    let document =
        PdfDocument::open_bytes(pdf::never_ending_page(), "a.pdf", None, PdfOptions::default(), no_waker());
    let document = document.unwrap();
    let reading = {
        let (document, cancel, progress) = (document.clone(), cancel.clone(), progress.clone());
        std::thread::spawn(move || document.read_all(&cancel, &progress))
    };
    while progress.get().0 == 0 {
        std::thread::yield_now();
    }
    cancel.cancel();
    assert!(matches!(reading.join().unwrap(), Err(PdfError::Cancelled { .. })));
}

/// Waits until the document has painted something.
fn next_tiles(
    document: &PdfDocument,
    rang: &Receiver<()>,
) -> Vec<(TileKey, Result<fundstelle::extract::pdf::TileImage, String>)> {
    loop {
        let tiles = document.take_tiles();
        if !tiles.is_empty() {
            return tiles;
        }
        rang.recv().unwrap();
    }
}

#[test]
fn a_page_that_takes_for_ever_to_paint_does_not_hold_up_another_page() {
    worker();
    let (waker, rang) = ringing();
    let document =
        PdfDocument::open_bytes(pdf::never_ending_page(), "a.pdf", None, PdfOptions::interactive(), waker)
            .unwrap();
    let key = |page| TileKey { page: PageIndex(page), scale: 1000, x: 0, y: 0 };
    document.set_wanted(vec![key(1), key(2)]);
    let (painted, image) = next_tiles(&document, &rang).remove(0);
    assert_eq!(painted.page, PageIndex(2));
    let image = image.unwrap();
    assert_eq!((image.width, image.height, image.rgba.len()), (512, 512, 512 * 512 * 4));
    let dark = image.rgba.chunks(4).filter(|p| p[0] < 128).count();
    assert!(dark > 20, "{dark} dark pixels: the page has text");
    // Nobody waits for page 2 any more: its worker is stopped and paints page 1.
    document.set_wanted(vec![key(0)]);
    wait_for_page(&document, &rang, 0);
}

#[test]
fn outline_labels_links_and_information_are_read_in_the_space_of_the_page_as_shown() {
    worker();
    let mut maker = pdf::Maker::new();
    let pages: Vec<_> = (1..=3).map(|n| maker.text_page(&[format!("Page {n}.")])).collect();
    let rect = |a: [i64; 4]| -> Object { a.iter().map(|n| Object::from(*n)).collect::<Vec<_>>().into() };
    let inside = dictionary! {
        "Type" => "Annot", "Subtype" => "Link", "Rect" => rect([100, 700, 200, 720]),
        "A" => dictionary! { "S" => "GoTo", "D" => Object::string_literal("filter") },
    };
    let web = dictionary! {
        "Type" => "Annot", "Subtype" => "Link", "Rect" => rect([50, 50, 90, 70]),
        "A" => dictionary! { "S" => "URI", "URI" => Object::string_literal("https://example.org/x17") },
    };
    let (inside, web) = (maker.document.add_object(inside), maker.document.add_object(web));
    let first = maker.document.get_dictionary_mut(pages[0]).unwrap();
    first.set("Annots", vec![inside.into(), web.into()]);
    first.set("Rotate", 90);
    first.set("CropBox", rect([20, 30, 520, 830]));
    let (top, child, last) =
        (maker.document.new_object_id(), maker.document.new_object_id(), maker.document.new_object_id());
    let outlines = maker.document.add_object(dictionary! { "First" => top, "Last" => last });
    let title = Object::string_literal(
        [b"\xfe\xff".as_slice(), &"Prüfung".encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>()]
            .concat(),
    );
    maker.document.objects.insert(
        top,
        dictionary! {
            "Title" => title, "Parent" => outlines, "First" => child, "Next" => last,
            "Dest" => vec![pages[1].into(), "XYZ".into(), Object::Null, 742.into(), Object::Null],
        }
        .into(),
    );
    // A circle: the child's next is its parent.
    maker.document.objects.insert(child, dictionary! {
        "Title" => Object::string_literal("Filter"), "Parent" => top, "Next" => top, "Dest" => Object::string_literal("filter"),
    }.into());
    maker.document.objects.insert(
        last,
        dictionary! {
            "Title" => Object::string_literal("End"), "Parent" => outlines,
            "A" => dictionary! { "S" => "GoTo", "D" => vec![pages[2].into(), "Fit".into()] },
        }
        .into(),
    );
    let names = dictionary! { "Dests" => dictionary! {
        "Names" => vec![Object::string_literal("filter"), vec![pages[2].into(), "FitH".into(), 442.into()].into()],
    } };
    let labels = dictionary! { "Nums" => vec![
        0.into(), dictionary! { "S" => "r", "St" => 4 }.into(),
        2.into(), dictionary! { "S" => "D", "P" => Object::string_literal("A-") }.into(),
    ] };
    let info = maker.document.add_object(dictionary! {
        "Title" => Object::string_literal("Pump"), "CreationDate" => Object::string_literal("D:20261130120000+01'00'"),
    });
    maker.document.trailer.set("Info", info);
    let bytes = pdf::save(
        maker.finish(dictionary! { "Outlines" => outlines, "Names" => names, "PageLabels" => labels }),
    );
    let extraction = read(bytes).unwrap();

    let outline: Vec<_> =
        extraction.outline().iter().map(|o| (o.title.as_str(), o.level, o.destination)).collect();
    let place = |page, y| Some(fundstelle::document::Destination { page: PageIndex(page), y });
    assert_eq!(
        outline,
        [
            ("Prüfung", 1, place(1, Some(100.0))),
            ("Filter", 2, place(2, Some(400.0))),
            ("End", 1, place(2, None))
        ]
    );
    let labels: Vec<_> = extraction.pages().iter().map(|p| p.label.clone().unwrap()).collect();
    assert_eq!(labels, ["iv", "v", "A-1"]);
    assert_eq!((extraction.pages()[0].width, extraction.pages()[0].height), (800.0, 500.0));
    // Turned clockwise, the page's bottom is at the left and its left edge at the top.
    let [a, b] = extraction.links() else { panic!("{:?}", extraction.links()) };
    assert_eq!(a.target, LinkTarget::Inside(place(2, Some(400.0)).unwrap()));
    assert_eq!([a.rect.x0, a.rect.y0, a.rect.x1, a.rect.y1], [670.0, 80.0, 690.0, 180.0]);
    assert_eq!(b.target, LinkTarget::Address("https://example.org/x17".to_owned()));
    let info = extraction.info().unwrap();
    assert_eq!(info.title.as_deref(), Some("Pump"));
    assert_eq!(info.created.as_deref(), Some("2026-11-30T12:00:00+01:00"));
}

#[test]
fn the_worker_ends_when_the_program_that_started_it_is_gone() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_fundstelle"))
        .arg("__pdf-worker")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}
