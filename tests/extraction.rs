//! What holds for the text of any PDF: nothing is lost, every block lies on its page, raw and default text lead to
//! each other, and neither the number of workers nor the way of asking changes anything.

#[path = "common/pdf.rs"]
mod pdf;

use fundstelle::document::{Extraction, Origins, ReadingOrder};
use fundstelle::extract::pdf::{PdfOptions, extract_bytes};
use fundstelle::jobs::set_worker_program;
use fundstelle::text::{Cancel, Progress, Span};
use lopdf::Dictionary;
use lopdf::content::{Content, Operation};
use lopdf::{Object, dictionary};
use pdf::{Maker, save, sentence};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn read(bytes: Vec<u8>, workers: usize, order: ReadingOrder) -> Extraction {
    set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
    let options = PdfOptions { workers: Some(workers), order, ..PdfOptions::default() };
    extract_bytes(bytes, "made.pdf", None, options, &Cancel::new(), &Progress::default()).unwrap()
}

/// Something drawn on a page.
#[derive(Clone, Debug)]
enum Drawn {
    /// Lines of text: place, size, number of words a line, how many lines, turned by quarters.
    Text { x: f32, y: f32, size: f32, words: usize, lines: usize, turn: u8, seed: u64 },
    /// One of them over again, a little aside.
    Twice { seed: u64 },
    /// Text in render mode 3.
    Invisible { x: f32, y: f32, seed: u64 },
    /// A running head that is the same on all pages.
    Head,
}

fn drawn() -> impl Strategy<Value = Drawn> {
    let text = (20.0..500.0_f32, 20.0..800.0_f32, 6.0..20.0_f32, 1..9_usize, 1..7_usize, 0..8_u8, 0..999_u64)
        .prop_map(|(x, y, size, words, lines, turn, seed)| Drawn::Text {
            x,
            y,
            size,
            words,
            lines,
            turn,
            seed,
        });
    prop_oneof![
        8 => text,
        1 => (0..999_u64).prop_map(|seed| Drawn::Twice { seed }),
        1 => (50.0..300.0_f32, 50.0..700.0_f32, 0..999_u64).prop_map(|(x, y, seed)| Drawn::Invisible { x, y, seed }),
        1 => Just(Drawn::Head),
    ]
}

fn show(x: f32, y: f32, size: f32, turn: u8, mode: i64, text: &str, out: &mut Vec<Operation>) {
    let (bytes, _, _) = encoding_rs::WINDOWS_1252.encode(text);
    // Most text stands upright.
    let (a, b) = match turn {
        5 => (0.0, 1.0),
        6 => (-1.0, 0.0),
        7 => (0.8, 0.6),
        _ => (1.0, 0.0),
    };
    out.extend([
        Operation::new("BT", vec![]),
        Operation::new("Tf", vec!["F".into(), size.into()]),
        Operation::new("Tr", vec![mode.into()]),
        Operation::new("Tm", vec![a.into(), b.into(), (-b).into(), a.into(), x.into(), y.into()]),
        Operation::new("Tj", vec![Object::string_literal(bytes.into_owned())]),
        Operation::new("ET", vec![]),
    ]);
}

fn page(things: &[Drawn]) -> Vec<Operation> {
    let mut out = Vec::new();
    for thing in things {
        match *thing {
            Drawn::Text { x, y, size, words, lines, turn, seed } => {
                for line in 0..lines {
                    let text = sentence(seed + line as u64, words);
                    show(x, y - line as f32 * size * 1.2, size, turn, 0, &text, &mut out);
                }
            }
            Drawn::Twice { seed } => {
                let text = sentence(seed, 3);
                show(72.0, 400.0, 11.0, 0, 0, &text, &mut out);
                show(72.3, 400.2, 11.0, 0, 0, &text, &mut out);
            }
            Drawn::Invisible { x, y, seed } => show(x, y, 9.0, 0, 3, &sentence(seed, 4), &mut out),
            Drawn::Head => show(72.0, 815.0, 8.0, 0, 0, "Pump X17 manual", &mut out),
        }
    }
    out
}

fn file(pages: &[Vec<Drawn>]) -> (Vec<u8>, BTreeMap<char, usize>) {
    let mut maker = Maker::new();
    let mut drawn = BTreeMap::new();
    for things in pages {
        let operations = page(things);
        for operation in operations.iter().filter(|o| o.operator == "Tj") {
            let bytes = operation.operands[0].as_str().unwrap();
            let text = encoding_rs::WINDOWS_1252.decode(bytes).0.into_owned();
            for c in text.chars().filter(|c| !c.is_whitespace()) {
                *drawn.entry(c).or_insert(0) += 1;
            }
        }
        maker.page(Content { operations }.encode().unwrap(), Dictionary::new());
    }
    (save(maker.finish(Dictionary::new())), drawn)
}

/// Every glyph is in one block or was taken out by an edit; none is missing, none is there twice.
fn nothing_is_lost(found: &Extraction, drawn: &BTreeMap<char, usize>) {
    let Origins::Glyphs(origins) = found.origins() else { panic!("a PDF has glyphs") };
    let mut seen = BTreeMap::new();
    for glyph in origins.glyphs() {
        let raw = glyph.span();
        for c in found.raw().slice(raw).chars().filter(|c| !c.is_whitespace()) {
            *seen.entry(c).or_insert(0) += 1;
        }
        let out = found.edits().edits().iter().filter(|e| e.raw.contains_span(raw)).count();
        let kept = found.edits().raw_pieces(found.text().span()).iter().any(|p| p.contains_span(raw));
        assert_eq!(out + usize::from(kept), 1, "{raw:?}");
        if kept {
            let at = found.edits().to_edited(raw.start());
            let blocks = found.blocks().iter().filter(|b| b.span.contains(at)).count();
            assert_eq!(blocks, 1, "{:?} of {:?}", found.raw().slice(raw), found.text().as_str());
        }
        let pieces = found.pieces().iter().filter(|p| p.raw.contains_span(raw)).count();
        assert_eq!(pieces, 1, "{raw:?}");
    }
    assert_eq!(&seen, drawn);
}

fn blocks_lie_on_their_pages(found: &Extraction) {
    for block in found.blocks() {
        for region in &block.regions {
            let page = &found.pages()[region.page.get()];
            let (b, slack) = (region.bbox, 30.0);
            assert!(b.x0 <= b.x1 && b.y0 <= b.y1, "{b:?}");
            assert!(b.x0 >= -slack && b.y0 >= -slack, "{b:?}");
            // Text may run over the page's edge; what is wholly outside is hidden text.
            assert!(b.x0 <= page.width + slack && b.y0 <= page.height + slack, "{b:?}");
        }
    }
}

fn both_texts_lead_to_each_other(found: &Extraction) {
    let (raw, text, edits) = (found.raw(), found.text(), found.edits());
    let mut rebuilt = String::new();
    let mut at = 0;
    for edit in edits.edits() {
        assert!(edit.raw.start() >= at, "edits stand in order and apart");
        rebuilt.push_str(raw.slice(Span::new(at, edit.raw.start())));
        rebuilt.push_str(&edit.replacement);
        at = edit.raw.end();
    }
    rebuilt.push_str(raw.slice(Span::new(at, raw.len())));
    assert_eq!(rebuilt, text.as_str());
    for piece in edits.raw_pieces(text.span()) {
        let to = edits.to_edited(piece.start());
        assert_eq!(text.slice(Span::new(to, to + piece.len())), raw.slice(piece));
        assert_eq!(edits.to_raw(to), piece.start());
    }
    let mut end = 0;
    for section in found.sections() {
        assert_eq!(section.span.start(), end);
        end = section.span.end();
    }
    assert_eq!(end, text.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_drawn_is_in_one_block_or_one_edit(
        pages in prop::collection::vec(prop::collection::vec(drawn(), 0..12), 1..5),
        order in prop::sample::select(ReadingOrder::ALL.to_vec()),
    ) {
        let (bytes, drawn) = file(&pages);
        let found = read(bytes.clone(), 1, order);
        nothing_is_lost(&found, &drawn);
        blocks_lie_on_their_pages(&found);
        both_texts_lead_to_each_other(&found);
        let again = read(bytes, 8, order);
        prop_assert_eq!(found.id(), again.id());
        prop_assert_eq!(found.raw().as_str(), again.raw().as_str());
        prop_assert_eq!(found.edits().edits(), again.edits().edits());
    }
}

/// A page of a tagged file: pieces in reading order, each with its structure type and place, drawn in the order
/// that `draw` gives.
struct Tagged {
    pieces: Vec<(&'static str, f32, f32, f32, Vec<String>)>,
    draw: Vec<usize>,
}

/// A file with a structure tree over its pages.
fn tagged(pages: &[Tagged]) -> Vec<u8> {
    let mut maker = Maker::new();
    let mut contents = Vec::new();
    for page in pages {
        let mut operations = Vec::new();
        for &i in &page.draw {
            let (tag, x, y, size, lines) = &page.pieces[i];
            let properties = if *tag == "Artifact" {
                operations.push(Operation::new("BMC", vec!["Artifact".into()]));
                None
            } else {
                Some(dictionary! { "MCID" => i as i64 })
            };
            if let Some(properties) = properties {
                operations.push(Operation::new("BDC", vec![(*tag).into(), properties.into()]));
            }
            for (n, line) in lines.iter().enumerate() {
                show(*x, y - n as f32 * size * 1.25, *size, 0, 0, line, &mut operations);
            }
            operations.push(Operation::new("EMC", vec![]));
        }
        contents.push(maker.page(Content { operations }.encode().unwrap(), Dictionary::new()));
    }
    let root = maker.document.new_object_id();
    let mut kids: Vec<Object> = Vec::new();
    for (page, id) in pages.iter().zip(contents) {
        for (i, (tag, ..)) in page.pieces.iter().enumerate().filter(|(_, p)| p.0 != "Artifact") {
            let element = maker.document.add_object(dictionary! {
                "Type" => "StructElem", "S" => *tag, "P" => root, "Pg" => id, "K" => i as i64,
            });
            kids.push(element.into());
        }
    }
    maker.document.objects.insert(root, dictionary! { "Type" => "StructTreeRoot", "K" => kids }.into());
    let extra = dictionary! {
        "StructTreeRoot" => root, "MarkInfo" => dictionary! { "Marked" => true },
    };
    save(maker.finish(extra))
}

/// Lines of at most so many ems of Times, as greedily filled as a typesetter does it.
fn wrapped(text: &str, width: f32) -> Vec<String> {
    let letter = |c: char| match c {
        'i' | 'j' | 'l' | 't' => 0.278,
        'f' | 'r' | 's' => 0.36,
        ' ' | '.' | ',' => 0.25,
        'm' => 0.778,
        'w' | 'P' | 'S' | 'F' | 'T' | 'B' => 0.65,
        'M' | 'W' => 0.9,
        c if c.is_uppercase() => 0.7,
        'a' | 'c' | 'e' | 'z' => 0.444,
        _ => 0.5,
    };
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().unwrap();
        if last.chars().chain([' ']).chain(word.chars()).map(letter).sum::<f32>() <= width {
            format!("{last} {word}").trim_start().clone_into(last);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Text of two columns under a title, with a head and a footer that are artifacts.
fn two_columns(seed: u64, shuffle: usize) -> Tagged {
    let lines = |seed: u64, n: u64| {
        wrapped(&(0..n).map(|i| sentence(seed + i, 9)).collect::<Vec<_>>().join(" "), 23.0)
    };
    let mut pieces = vec![
        ("Artifact", 72.0, 815.0, 8.0, vec!["Pump X17 manual".to_owned()]),
        ("H1", 72.0, 770.0, 18.0, vec![format!("Chapter {seed} of the manual")]),
    ];
    for (column, x) in [(0, 72.0), (1, 320.0)] {
        for n in 0..4_u64 {
            let y = 720.0 - n as f32 * 110.0;
            pieces.push(("P", x, y, 9.0, lines(seed * 100 + column * 40 + n * 10, 5)));
        }
    }
    pieces.push(("Artifact", 290.0, 30.0, 8.0, vec![format!("- {seed} -")]));
    let count = pieces.len();
    let draw = (0..count).map(|i| (i * shuffle + seed as usize) % count).collect();
    Tagged { pieces, draw }
}

#[test]
fn hiding_the_tags_of_a_tagged_file_gives_the_same_order() {
    // 11 pieces: each factor below gives every piece once.
    for shuffle in [1, 2, 3, 5, 7] {
        let pages: Vec<_> = (1..=3).map(|seed| two_columns(seed, shuffle)).collect();
        let bytes = tagged(&pages);
        let by_tags = read(bytes.clone(), 1, ReadingOrder::Tagged);
        let by_layout = read(bytes.clone(), 1, ReadingOrder::Layout);
        assert_eq!(by_layout.text().as_str(), by_tags.text().as_str(), "drawn by {shuffle}");
        let kinds = |e: &Extraction| e.blocks().iter().map(|b| b.kind).collect::<Vec<_>>();
        assert_eq!(kinds(&by_layout), kinds(&by_tags));
        assert!(!by_tags.text().contains("Pump X17 manual"), "artifacts are furniture");
        let by_itself = read(bytes.clone(), 1, ReadingOrder::Auto);
        assert_eq!(by_itself.text().as_str(), by_tags.text().as_str());
        if shuffle > 1 {
            let drawn = read(bytes, 1, ReadingOrder::Stream);
            assert_ne!(drawn.text().as_str(), by_tags.text().as_str());
        }
    }
}

#[test]
fn tags_that_contradict_the_page_are_not_followed_and_said() {
    let mut page = two_columns(1, 1);
    // The tags read the paragraphs from the last to the first.
    page.pieces[2..10].reverse();
    let bytes = tagged(&[page]);
    let found = read(bytes.clone(), 1, ReadingOrder::Auto);
    let layout = read(bytes.clone(), 1, ReadingOrder::Layout);
    assert_eq!(found.text().as_str(), layout.text().as_str());
    assert!(found.problems().iter().any(|p| p.code == fundstelle::document::ProblemCode::OrderDiffers));
    let asked = read(bytes, 1, ReadingOrder::Tagged);
    assert_ne!(asked.text().as_str(), layout.text().as_str());
}
