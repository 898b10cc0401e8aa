//! A copy of a PDF with notes: the same text, the notes at their places, the file itself untouched.

#[path = "common/pdf.rs"]
mod pdf;

use fundstelle::document::{Extraction, PageIndex, Rect};
use fundstelle::extract::pdf::{Note, PageNotes, PdfDocument, PdfError, PdfOptions};
use fundstelle::jobs::{no_waker, set_worker_program};
use fundstelle::review::{Said, notes};
use fundstelle::text::Cancel;
use lopdf::{Dictionary, Document, EncryptionState, EncryptionVersion, Object, Permissions, dictionary};
use pdf::{Maker, save, shared};
use std::path::Path;

fn open(bytes: &[u8]) -> PdfDocument {
    set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
    PdfDocument::open_bytes(bytes.to_vec(), "a.pdf", None, PdfOptions::default(), no_waker()).unwrap()
}

fn read(document: &PdfDocument) -> Extraction {
    document.extraction(&Cancel::new()).unwrap()
}

/// Four pages, turned by 0, 90, 180 and 270 degrees, each cut to a part of it.
fn turned() -> Vec<u8> {
    let mut maker = Maker::new();
    for (page, turn) in [0, 90, 180, 270].into_iter().enumerate() {
        let lines = vec![format!("Seite {page}: Größe prüfen."), "Und danach den Strom trennen.".to_owned()];
        let id = maker.text_page(&lines);
        let page = maker.document.get_dictionary_mut(id).unwrap();
        page.set("Rotate", turn);
        page.set("CropBox", vec![40.into(), 60.into(), 500.into(), 800.into()]);
    }
    maker.bytes()
}

/// The annotations of each page of a file, by a reader of its own.
fn annotations(bytes: &[u8]) -> Vec<Vec<Dictionary>> {
    let document = Document::load_mem(bytes).unwrap();
    let of = |id| document.get_page_annotations(id).unwrap().into_iter().cloned().collect();
    document.page_iter().map(of).collect()
}

fn subtype(annotation: &Dictionary) -> &[u8] {
    annotation.get(b"Subtype").and_then(Object::as_name).unwrap()
}

fn contents(annotation: &Dictionary) -> String {
    lopdf::decode_text_string(annotation.get(b"Contents").unwrap()).unwrap()
}

fn rect(annotation: &Dictionary) -> [f32; 4] {
    let numbers = annotation.get(b"Rect").and_then(Object::as_array).unwrap();
    let numbers: Vec<f32> = numbers.iter().map(|n| n.as_float().unwrap()).collect();
    numbers.try_into().unwrap()
}

/// A place of the file's space on the page as shown, as ISO 32000-1 says of /Rotate (clockwise) and /CropBox.
fn shown([x0, y0, x1, y1]: [f32; 4], crop: [f32; 4], turn: i64) -> Rect {
    let [left, bottom, right, top] = crop;
    match turn {
        90 => Rect::new(y0 - bottom, x0 - left, y1 - bottom, x1 - left),
        180 => Rect::new(right - x1, y0 - bottom, right - x0, y1 - bottom),
        270 => Rect::new(top - y1, right - x1, top - y0, right - x0),
        _ => Rect::new(x0 - left, top - y1, x1 - left, top - y0),
    }
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 0.6
}

/// Copies a file with its reading order and says how many numbers stand where their pieces do.
fn check_order(name: &str, bytes: &[u8]) -> usize {
    let document = open(bytes);
    let before = read(&document);
    let copy = document.annotated(&notes(&before, &Said::default()), &Cancel::new()).unwrap();
    let reopened = open(&copy);
    let after = read(&reopened);
    assert_eq!(after.text().as_str(), before.text().as_str(), "{name}");
    assert_eq!(after.pages(), before.pages(), "{name}");
    assert_eq!(reopened.pages(), document.pages(), "{name}");
    let parsed = Document::load_mem(&copy).unwrap();
    let inherited = |mut id: lopdf::ObjectId, key: &[u8]| loop {
        let node = parsed.get_dictionary(id).unwrap();
        if let Ok(value) = node.get(key) {
            break Some(parsed.dereference(value).unwrap().1.clone());
        }
        match node.get(b"Parent").and_then(Object::as_reference) {
            Ok(parent) => id = parent,
            Err(_) => break None,
        }
    };
    let mut right = 0;
    for ((page, annotations), index) in parsed.page_iter().zip(annotations(&copy)).zip(0..) {
        let boxed = |value: Object| -> [f32; 4] {
            let n: Vec<f32> = value.as_array().unwrap().iter().map(|n| n.as_float().unwrap()).collect();
            n.try_into().unwrap()
        };
        let media = boxed(inherited(page, b"MediaBox").unwrap());
        let crop = inherited(page, b"CropBox").map_or(media, boxed);
        let turn = inherited(page, b"Rotate").map_or(0, |n| n.as_i64().unwrap()).rem_euclid(360);
        let pieces = before.pieces().iter().filter(|p| p.key.page == PageIndex(index));
        for piece in pieces.filter(|p| p.number.is_some()) {
            let number = piece.number.unwrap().to_string();
            let badge = annotations
                .iter()
                .find(|a| subtype(a) == b"FreeText" && contents(a) == number)
                .unwrap_or_else(|| panic!("{name}: number {number} is missing"));
            let place = shown(rect(badge), crop, turn);
            let region = piece.regions[0];
            assert!(near(place.y0, region.y0.max(0.0)), "{name}: {place:?} beside {region:?}");
            assert!(
                near(place.x1, region.x0 - 1.0) || place.x0 == 0.0,
                "{name}: {place:?} beside {region:?}"
            );
            right += 1;
        }
    }
    right
}

#[test]
fn numbers_stand_beside_their_pieces_on_turned_and_cropped_pages() {
    assert!(check_order("turned", &turned()) >= 4, "one on each page at least");
    for turn in [0, 90, 180, 270] {
        let Some(path) = shared(&format!("cases/pdf/rotate{turn}_crop.pdf")) else { return };
        assert!(check_order(&turn.to_string(), &std::fs::read(path).unwrap()) > 0);
    }
    for name in ["title_columns_tail", "tagged_order", "furniture_5pages", "footnote_margin", "no_xref"] {
        let Some(path) = shared(&format!("cases/pdf/{name}.pdf")) else { return };
        assert!(check_order(name, &std::fs::read(path).unwrap()) > 0, "{name}");
    }
}

#[test]
fn a_note_highlights_its_place_and_keeps_what_stood_on_the_page_before() {
    let mut maker = Maker::new();
    let first = maker.text_page(&["Strom trennen.".to_owned()]);
    let link = maker.document.add_object(dictionary! {
        "Type" => "Annot", "Subtype" => "Link", "Rect" => vec![72.into(), 760.into(), 100.into(), 780.into()],
    });
    let list = maker.document.add_object(vec![Object::from(link)]);
    maker.document.get_dictionary_mut(first).unwrap().set("Annots", list);
    maker.text_page(&["Und warten.".to_owned()]);
    let bytes = maker.bytes();
    let document = open(&bytes);
    let extraction = read(&document);
    let place: Vec<_> = extraction.quads(extraction.blocks()[0].span).iter().map(|q| q.quad).collect();
    let note = |place, text: &str| Note {
        place,
        text: text.to_owned(),
        author: "Grün".to_owned(),
        color: [213, 94, 0],
    };
    let notes = vec![note(place.clone(), "Fußnote fehlt 漢"), note(Vec::new(), "Die ganze Seite")];
    let pages = [PageNotes { page: PageIndex(0), notes, order: Vec::new() }];
    let copy = document.annotated(&pages, &Cancel::new()).unwrap();
    assert!(copy.starts_with(&bytes), "the copy begins with the file's own bytes");
    let [first, second] = annotations(&copy).try_into().unwrap();
    assert!(second.is_empty());
    let kinds: Vec<&[u8]> = first.iter().map(subtype).collect();
    assert_eq!(kinds, [b"Link".as_slice(), b"Highlight", b"Text", b"Text"]);
    let marked = shown(rect(&first[1]), [0.0, 0.0, 595.0, 842.0], 0);
    let bounds = place[0].bounds();
    assert!(near(marked.x0, bounds.x0) && near(marked.y1, bounds.y1), "{marked:?} is not {bounds:?}");
    assert_eq!([contents(&first[2]), contents(&first[3])], ["Fußnote fehlt 漢", "Die ganze Seite"]);
    let symbol = shown(rect(&first[2]), [0.0, 0.0, 595.0, 842.0], 0);
    assert!(near(symbol.y0, bounds.y0) && symbol.x1 < bounds.x0, "the symbol covers no text");
    let again = open(&copy).annotated(&pages, &Cancel::new()).unwrap();
    assert_eq!(annotations(&again)[0].len(), 7, "a copy can be copied");
    assert_eq!(copy, document.annotated(&pages, &Cancel::new()).unwrap(), "twice the same");
}

#[test]
fn the_file_itself_is_never_written_over_and_a_target_is_replaced_whole() {
    let dir = tempfile::tempdir().unwrap();
    let (source, target) = (dir.path().join("a.pdf"), dir.path().join("b.pdf"));
    let bytes = turned();
    std::fs::write(&source, &bytes).unwrap();
    std::fs::write(&target, "old").unwrap();
    set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
    let document = PdfDocument::open(&source, "a.pdf", None, PdfOptions::default(), no_waker()).unwrap();
    let pages = notes(&read(&document), &Said::default());
    let save = |to: &Path| document.save_copy(to, &pages, &Cancel::new());
    let error = save(&dir.path().join(".").join("a.pdf")).unwrap_err();
    assert!(matches!(error, PdfError::OwnPath { .. }), "{error}");
    #[cfg(unix)]
    {
        let link = dir.path().join("link.pdf");
        std::os::unix::fs::symlink(&source, &link).unwrap();
        assert!(matches!(save(&link), Err(PdfError::OwnPath { .. })));
    }
    assert!(matches!(save(dir.path()), Err(PdfError::NoCopy { .. })));
    assert!(matches!(save(&dir.path().join("none").join("c.pdf")), Err(PdfError::NoCopy { .. })));
    save(&target).unwrap();
    assert!(std::fs::read(&source).unwrap() == bytes);
    assert!(std::fs::read(&target).unwrap().starts_with(&bytes));
    let names = std::fs::read_dir(dir.path()).unwrap().count();
    assert_eq!(names, if cfg!(unix) { 3 } else { 2 }, "nothing else is left lying there");
    std::fs::write(&source, "another file").unwrap();
    assert!(matches!(save(&target), Err(PdfError::Changed { .. } | PdfError::NotAPdf { .. })));
    assert!(std::fs::read(&target).unwrap().starts_with(&bytes));
}

#[test]
fn an_encrypted_file_is_not_copied_without_its_protection() {
    let mut maker = Maker::new();
    maker.text_page(&["Geheim.".to_owned()]);
    let mut document = maker.finish(Dictionary::new());
    let id = Object::string_literal("0123456789abcdef");
    document.trailer.set("ID", vec![id.clone(), id]);
    let version = EncryptionVersion::V2 {
        document: &document,
        owner_password: "besitzer",
        user_password: "",
        key_length: 128,
        permissions: Permissions::all(),
    };
    let state = EncryptionState::try_from(version).unwrap();
    document.encrypt(&state).unwrap();
    let error = open(&save(document)).annotated(&[], &Cancel::new()).unwrap_err();
    assert!(matches!(error, PdfError::Protected { .. }), "{error}");
    assert!(error.to_string().contains("encrypted"), "{error}");
}
