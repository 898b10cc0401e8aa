//! What a reader reads on a page is what the text says, in the order in which it is read.

use fundstelle::document::{BlockKind, Extraction};
use fundstelle::extract::pdf::{PdfOptions, extract as read};
use fundstelle::text::{Cancel, EditKind, Progress, Span};

#[path = "common/pdf.rs"]
mod pdf;

/// The extraction of a file of `cases/pdf`; `None` where the folder is absent.
fn extract(name: &str) -> Option<Extraction> {
    fundstelle::jobs::set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
    let path = pdf::shared(&format!("cases/pdf/{name}"))?;
    Some(read(&path, name, None, PdfOptions::default(), &Cancel::new(), &Progress::default()).unwrap())
}

#[test]
fn a_title_over_two_columns_is_a_heading_and_each_column_reads_to_its_end() {
    let Some(found) = extract("title_columns_tail.pdf") else { return };
    let first = &found.blocks()[0];
    assert_eq!(first.kind, BlockKind::Heading);
    assert_eq!(first.span.slice(found.text()), "While gauge check clean range");
    let at = |words: &str| found.text().find(words).unwrap();
    assert!(at("After insert outlet every") < at("Gauge tighten inspect inlet"));
}

#[test]
fn a_heading_printed_three_times_is_read_once_and_invisible_text_is_kept_apart() {
    let Some(found) = extract("overprint_hidden.pdf") else { return };
    assert_eq!(found.text().matches("Seal every open").count(), 1);
    let edit = |kind| found.edits().edits().iter().find(|e| e.kind == kind).unwrap().raw.slice(found.raw());
    assert_eq!(edit(EditKind::Hidden).trim(), "Table table filter outlet remove.");
    assert!(edit(EditKind::Duplicate).contains("Seal every open"));
}

#[test]
fn a_word_parted_at_the_line_end_is_one_word_and_both_halves_have_their_place() {
    let Some(found) = extract("hyphens.pdf") else { return };
    let at = found.text().find("Stromversorgung").unwrap();
    let quads = found.quads((at..at + "Stromversorgung".len()).into());
    assert_eq!(quads.len(), 2, "one box a line");
    assert!(quads[0].quad.center().y < quads[1].quad.center().y);
}

#[test]
fn every_character_that_is_drawn_has_a_place_and_sections_part_the_text() {
    let Some(found) = extract("columns3_shuffled.pdf") else { return };
    for (at, c) in found.text().char_indices().filter(|(_, c)| !c.is_whitespace()) {
        assert_eq!(found.quads((at..at + c.len_utf8()).into()).len(), 1, "{c} at {at}");
    }
    let mut end = 0;
    for section in found.sections() {
        assert_eq!(section.span.start(), end);
        end = section.span.end();
    }
    assert_eq!(end, found.text().len());
}

#[test]
fn the_default_text_is_the_raw_text_and_its_edits_and_nothing_else() {
    for name in ["hyphens.pdf", "overprint_hidden.pdf", "furniture_5pages.pdf", "columns2_shuffled.pdf"] {
        let Some(found) = extract(name) else { return };
        let (raw, text, edits) = (found.raw(), found.text(), found.edits());
        let mut rebuilt = String::new();
        let mut at = 0;
        for edit in edits.edits() {
            rebuilt.push_str(raw.slice(Span::new(at, edit.raw.start())));
            rebuilt.push_str(&edit.replacement);
            at = edit.raw.end();
        }
        rebuilt.push_str(raw.slice(Span::new(at, raw.len())));
        assert_eq!(rebuilt, text.as_str(), "{name}");
        // What stands in both texts is mapped both ways.
        for piece in edits.raw_pieces(text.span()) {
            for (i, c) in raw.slice(piece).char_indices() {
                let place = edits.to_edited(piece.start() + i);
                assert!(text[place..].starts_with(c), "{name}: {c} at {place}");
                assert_eq!(edits.to_raw(place), piece.start() + i, "{name}");
            }
        }
    }
}

/// A page of our own with `content`, read.
fn page(content: &str) -> Extraction {
    fundstelle::jobs::set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
    let mut maker = pdf::Maker::new();
    maker.page(content.as_bytes().to_vec(), lopdf::Dictionary::new());
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), maker.bytes()).unwrap();
    read(file.path(), "own.pdf", None, PdfOptions::default(), &Cancel::new(), &Progress::default()).unwrap()
}

#[test]
fn actual_text_stands_for_what_is_painted_and_white_text_is_kept_apart() {
    let found = page(
        "BT /F1 12 Tf 72 700 Td (See ) Tj /Span <</ActualText (Fundstelle)>> BDC (F.) Tj EMC ( here.) Tj ET \
         1 1 1 rg BT /F1 12 Tf 72 650 Td (Nobody sees this.) Tj ET",
    );
    assert_eq!(found.text().trim(), "See Fundstelle here.");
    let at = found.text().find("Fundstelle").unwrap();
    assert_eq!(
        found.quads(Span::new(at, at + "Fundstelle".len())).len(),
        1,
        "it has the place of the glyphs"
    );
    let hidden =
        found.edits().edits().iter().find(|e| e.kind == EditKind::Hidden).expect("hidden text is an edit");
    assert!(hidden.raw.slice(found.raw()).contains("Nobody sees this."));
}
