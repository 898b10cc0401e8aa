//! What a person puts right in a PDF's text: order, kinds, splits, joins, typed characters.

#[path = "common/pdf.rs"]
mod pdf;

use fundstelle::document::{BlockKind, Correction, Extraction, PageIndex, Piece, ReadingOrder, Target};
use fundstelle::extract::pdf::{PdfDocument, PdfOptions};
use fundstelle::jobs::{no_waker, set_worker_program};
use fundstelle::text::Cancel;
use lopdf::Dictionary;
use lopdf::content::Content;
use pdf::{Maker, lines_at, save};

fn words(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|l| (*l).to_owned()).collect()
}

/// Two pages: a running head, three paragraphs, and a page number on each.
fn manual() -> PdfDocument {
    set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
    let mut maker = Maker::new();
    for page in 1..=2 {
        let mut operations = lines_at(72.0, 810.0, 8.0, 10.0, &words(&["Pump X17 manual"]));
        for (n, y) in [(1, 700.0), (2, 600.0), (3, 500.0)] {
            let lines = [
                format!("Paragraph {n} of page {page} says what to do with the inlet filter when"),
                "the pressure rises over the limit that the plate on the pump shows.".to_owned(),
            ];
            operations.extend(lines_at(72.0, y, 11.0, 14.0, &lines));
        }
        operations.extend(lines_at(290.0, 30.0, 8.0, 10.0, &[format!("- {page} -")]));
        maker.page(Content { operations }.encode().unwrap(), Dictionary::new());
    }
    let bytes = save(maker.finish(Dictionary::new()));
    PdfDocument::open_bytes(bytes, "manual.pdf", None, PdfOptions::default(), no_waker()).unwrap()
}

fn read(document: &PdfDocument, corrections: &[Correction]) -> Extraction {
    document.corrected(corrections, &Cancel::default()).unwrap()
}

/// The piece that starts with `words`.
fn piece<'a>(extraction: &'a Extraction, words: &str) -> &'a Piece {
    let starts = |p: &&Piece| extraction.raw().slice(p.raw).starts_with(words);
    extraction.pieces().iter().find(starts).unwrap_or_else(|| panic!("no piece {words:?}"))
}

fn target(extraction: &Extraction, words: &str) -> Target {
    let piece = piece(extraction, words);
    Target::new(piece.key, extraction.raw().slice(piece.raw))
}

/// The first three words of each block.
fn starts(extraction: &Extraction) -> Vec<String> {
    let first = |text: &str| text.split_whitespace().take(5).collect::<Vec<_>>().join(" ");
    extraction.blocks().iter().map(|b| first(extraction.text().slice(b.span))).collect()
}

#[test]
fn furniture_is_left_out_until_a_person_wants_it() {
    let document = manual();
    let found = read(&document, &[]);
    assert!(
        !found.text().contains("Pump X17") && !found.text().contains("- 1 -"),
        "{}",
        found.text().as_str()
    );
    assert_eq!(piece(&found, "Pump X17").kind, BlockKind::Furniture);
    assert_eq!(piece(&found, "Pump X17").number, None);
    let kept =
        Correction::Kind { target: target(&found, "Pump X17"), kind: BlockKind::Heading, level: Some(1) };
    let corrected = read(&document, &[kept]);
    assert!(
        corrected.text().starts_with("Pump X17 manual\n\nParagraph 1 of page 1"),
        "{}",
        corrected.text().as_str()
    );
    assert_eq!(corrected.text().matches("Pump X17").count(), 1, "that of the first page only");
    assert_eq!(corrected.sections()[0].heading_path, ["Pump X17 manual"]);
    assert_ne!(corrected.id(), found.id());
}

#[test]
fn a_piece_moves_to_another_number_on_its_page() {
    let document = manual();
    let found = read(&document, &[]);
    assert_eq!(piece(&found, "Paragraph 3 of page 1").number, Some(3));
    let moved = Correction::Move { target: target(&found, "Paragraph 3 of page 1"), number: 1 };
    let corrected = read(&document, &[moved]);
    let order: Vec<_> = starts(&corrected).into_iter().take(4).collect();
    assert_eq!(
        order,
        ["Paragraph 3 of page 1", "Paragraph 1 of page 1", "Paragraph 2 of page 1", "Paragraph 1 of page 2"]
    );
    assert_eq!(piece(&corrected, "Paragraph 3 of page 1").number, Some(1));
    let glyphs = corrected.quads(corrected.blocks()[0].span);
    assert!(glyphs.iter().all(|q| (320.0..360.0).contains(&q.quad.center().y)), "{glyphs:?}");
}

#[test]
fn a_piece_is_split_and_joined_and_typed_over() {
    let document = manual();
    let found = read(&document, &[]);
    let text = "Paragraph 2 of page 1 says what to do with the inlet filter when\n";
    let split = Correction::Split {
        target: target(&found, "Paragraph 2 of page 1"),
        at: text.chars().count() as u32,
    };
    let parted = read(&document, std::slice::from_ref(&split));
    assert_eq!(parted.blocks().len(), found.blocks().len() + 1);
    assert!(starts(&parted).contains(&"the pressure rises over the".to_owned()));

    let join = Correction::Join { target: target(&found, "Paragraph 1 of page 1") };
    let joined = read(&document, &[split.clone(), join]);
    assert_eq!(joined.blocks().len(), found.blocks().len());
    assert!(joined.text().contains("the pump shows. Paragraph 2 of page 1"), "{}", joined.text().as_str());

    let typed = Correction::Text {
        target: target(&parted, "the pressure rises"),
        start: 4,
        end: 12,
        replacement: "temperature".to_owned(),
    };
    let corrected = read(&document, &[split, typed]);
    assert!(corrected.text().contains("\n\nthe temperature rises over"), "{}", corrected.text().as_str());
    assert_eq!(corrected.text().matches("temperature").count(), 1);
}

#[test]
fn a_correction_that_fits_nothing_is_a_problem_and_changes_nothing() {
    let document = manual();
    let found = read(&document, &[]);
    let mut target = target(&found, "Paragraph 2 of page 1");
    target.quote = "Paragraph 9".to_owned();
    let corrected = read(&document, &[Correction::Move { target, number: 1 }]);
    assert_eq!(corrected.text().as_str(), found.text().as_str());
    let said: Vec<_> = corrected.problems().iter().map(|p| p.message.as_str()).collect();
    assert!(said.iter().any(|m| m.contains("Paragraph 9") && m.starts_with("Page 1")), "{said:?}");
}

#[test]
fn one_page_is_read_as_drawn_and_the_others_by_their_layout() {
    let document = manual();
    let found = read(&document, &[]);
    let drawn = Correction::Order { page: Some(PageIndex(1)), order: ReadingOrder::Stream };
    let corrected = read(&document, &[drawn]);
    assert_eq!(starts(&corrected), starts(&found), "this file draws in reading order");
    assert_ne!(corrected.id(), found.id());
    assert_eq!(read(&document, &[]).id(), found.id());
}
