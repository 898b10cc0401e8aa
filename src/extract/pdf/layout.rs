//! The text of a page from its glyphs: words, lines, columns, paragraphs. Pure; knows no PDF library.
//!
//! * `duplicates`: glyphs painted twice at one place.
//! * `rows`: glyphs on one baseline, parted into words by gaps relative to the row's own spacing.
//! * `columns`: the reading order of rows, however the file draws them.
//! * `paragraphs`: rows of one column become blocks.
//! * `write`: blocks become raw text, boxes and edits.
//!
//! What pages mean together is `assemble`'s business.

mod columns;
mod duplicates;
mod paragraphs;
mod rows;
mod write;

use super::glyphs::{PageGlyphs, RawGlyph};
use crate::document::{BlockKind, Glyph, Rect};
use crate::text::{Edit, Span};
use serde::{Deserialize, Serialize};

/// A block of one page; its offsets count from the start of the page's raw text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageBlock {
    /// What it is, as far as the page alone tells.
    pub kind: BlockKind,
    /// Its characters in the page's raw text.
    pub span: Span,
    /// Its places, one a column.
    pub boxes: Vec<Rect>,
    /// Size of its type in points.
    pub size: f32,
    /// Whether its type is heavier than the page's body.
    pub bold: bool,
    /// Nesting depth of a list item.
    pub level: Option<u8>,
}

/// What one page yields; offsets count from the start of its raw text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PageText {
    /// The raw text: lines end with a newline, blocks are parted by a blank line.
    pub text: String,
    /// The glyphs with their characters, ascending by start.
    pub glyphs: Vec<Glyph>,
    /// Blocks in reading order.
    pub blocks: Vec<PageBlock>,
    /// What is replaced in the raw text.
    pub edits: Vec<Edit>,
    /// Where the visible text ends; what follows is hidden or painted twice.
    pub visible: usize,
    /// Number of lines, numbered from 0 in `glyphs`.
    pub lines: u32,
    /// Glyphs that name no character.
    pub unmapped: usize,
    /// Glyphs that a reader does not see.
    pub hidden: usize,
    /// Glyphs painted again over themselves.
    pub duplicates: usize,
    /// Pictures painted.
    pub pictures: u32,
    /// Whether the page had more glyphs than are read.
    pub truncated: bool,
    /// Whether the text is an invisible layer over a picture, as OCR programs write it.
    pub ocr_layer: bool,
}

/// Whether a text that ends with `last` and one that begins with `first` read as one sentence: no stop at
/// the end, and a small letter at the start.
pub(super) fn reads_on(last: Option<char>, first: Option<char>) -> bool {
    let open = last.is_some_and(|c| c.is_alphanumeric() || matches!(c, ',' | '-' | '\u{2010}' | '\u{ad}'));
    open && first.is_some_and(char::is_lowercase)
}

/// Which glyphs belong where.
struct Sorted {
    /// In the flow.
    visible: Vec<usize>,
    /// Not seen by a reader.
    hidden: Vec<usize>,
    /// Painted again over themselves.
    duplicates: Vec<usize>,
    ocr_layer: bool,
}

fn sort_out(page: &PageGlyphs) -> Sorted {
    let unseen = RawGlyph::INVISIBLE | RawGlyph::OUTSIDE | RawGlyph::PALE;
    let usable = |g: &RawGlyph| g.len > 0 && !g.is(RawGlyph::DEGENERATE);
    let all = |wanted: &dyn Fn(&RawGlyph) -> bool| -> Vec<usize> {
        (0..page.glyphs.len()).filter(|&i| usable(&page.glyphs[i]) && wanted(&page.glyphs[i])).collect()
    };
    let mut visible = all(&|g| !g.is(unseen));
    let mut hidden = all(&|g| g.is(unseen));
    // Text under a scan is invisible and yet the text of the page.
    let inked = visible.iter().any(|&i| !page.chars(&page.glyphs[i]).trim().is_empty());
    let ocr_layer = !inked && page.pictures > 0 && !hidden.is_empty();
    if ocr_layer {
        let outside = |i: &usize| page.glyphs[*i].is(RawGlyph::OUTSIDE);
        let (out, layer): (Vec<usize>, Vec<usize>) = hidden.into_iter().partition(outside);
        visible = layer;
        hidden = out;
    }
    let duplicates = duplicates::remove(page, &mut visible);
    Sorted { visible, hidden, duplicates, ocr_layer }
}

/// Finds the page's words, lines, reading order and blocks.
#[must_use]
pub fn analyze(page: PageGlyphs) -> PageText {
    let sorted = sort_out(&page);
    let body = rows::Body::of(&page, &sorted.visible);
    let mut writer = write::Writer::new(&page);
    for group in rows::by_direction(&page, &sorted.visible) {
        let rows = rows::rows(&page, group.direction, &group.glyphs);
        let mut blocks: Vec<paragraphs::BlockRows> = Vec::new();
        for column in columns::order(&rows, body.em) {
            let mut below = paragraphs::blocks(&rows, &column, &body).into_iter();
            let Some(first) = below.next() else { continue };
            match blocks.last_mut().filter(|last| last.continues(&page, &rows, &first)) {
                Some(last) => last.parts.extend(first.parts),
                None => blocks.push(first),
            }
            blocks.extend(below);
        }
        for block in &blocks {
            writer.block(&rows, block);
        }
    }
    let unmapped = sorted.visible.iter().filter(|&&i| page.glyphs[i].is(RawGlyph::UNMAPPED)).count();
    let mut text = writer.finish(&sorted.hidden, &sorted.duplicates);
    text.unmapped = unmapped;
    text.hidden = sorted.hidden.len();
    text.duplicates = sorted.duplicates.len();
    text.pictures = page.pictures;
    text.truncated = page.truncated;
    text.ocr_layer = sorted.ocr_layer;
    text
}
