//! A page's glyphs become text: words, lines, columns, paragraphs, in reading order.
//!
//! Pure: knows glyphs in page space and nothing of PDF. Each step is a file: what is hidden or drawn
//! twice (`visibility`), directions of writing (`frame`), words from gaps (`words`), rows (`rows`),
//! columns from rows that share a gap (`columns`), lines with their characters (`lines`), paragraphs
//! (`blocks`), and the page's raw text with its edits (`emit`). What goes over pages (headings,
//! sections, paragraphs that go on) is `assemble`'s business.

mod blocks;
mod columns;
mod emit;
mod frame;
mod lines;
mod marker;
mod rows;
mod stream;
mod tables;
mod tagged;
mod visibility;
mod words;

pub use marker::is_spaceless;

use super::glyphs::{PageGlyphs, RawGlyph};
use super::tags::PageTags;
use crate::document::{BlockKind, Glyph, ReadingOrder, Rect};
use crate::text::{Edit, Span};
use blocks::Draft;
use serde::{Deserialize, Serialize};
use words::WordSet;

/// A piece of a page's text that belongs together.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct PageBlock {
    /// Its characters in the page's raw text.
    pub raw: Span,
    /// Paragraph or list item; headings are told by comparing all pages.
    pub kind: BlockKind,
    /// Nesting of a list item.
    pub level: Option<u8>,
    /// Em of most of its characters, in points.
    pub size: f32,
    /// Thickness of its strokes in em; 0 where not known.
    pub stem: f32,
    /// Number of its characters.
    pub chars: u32,
    /// Number of its lines.
    pub lines: u32,
    /// Where it stands, one rectangle a column.
    pub regions: Vec<Rect>,
    /// Whether its last line ends as if the sentence went on.
    pub open_end: bool,
    /// Whether it starts as if a sentence went on.
    pub continues: bool,
    /// Whether its last line reaches the right edge, as lines do that go on.
    pub full: bool,
    /// Whether its first line is indented.
    pub indented: bool,
    /// Whether it is written along the page's main direction.
    pub upright: bool,
    /// Whether a line has gaps as between a table's cells.
    pub cells: bool,
    /// Bytes at its start that stand raised before the rest, as the mark of a note does.
    pub raised: u16,
    /// Whether its letters all have one width.
    pub mono: bool,
    /// Whether the file marks it as no content of the page (an artifact).
    pub artifact: bool,
    /// The structure element that it is, by place in the order of the file's tags.
    pub element: Option<u32>,
}

/// What one page yields. All offsets are bytes of `raw`; glyphs are of page 0 and line 0 on.
#[derive(Serialize, Deserialize, Clone, Debug, Default)]
pub struct PageText {
    /// Width as shown, in points.
    pub width: f32,
    /// Height as shown.
    pub height: f32,
    /// /Rotate in degrees.
    pub rotation: u16,
    /// The text with line ends, blocks parted by a blank line, hidden text last.
    pub raw: String,
    /// How much of `raw` a reader of the page sees; the rest is hidden text.
    pub visible: usize,
    /// Where its characters are.
    pub glyphs: Vec<Glyph>,
    /// Number of line numbers used by `glyphs`.
    pub lines: u32,
    /// Blocks in reading order.
    pub blocks: Vec<PageBlock>,
    /// What leads to the default text, in order of place.
    pub edits: Vec<Edit>,
    /// Raised figures and signs inside lines: marks of notes, exponents.
    pub marks: Vec<Span>,
    /// Characters that are U+FFFD because the file does not say what they are.
    pub unmapped: u32,
    /// Characters that the page does not show.
    pub hidden: u32,
    /// Characters drawn more than once.
    pub duplicates: u32,
    /// Pictures painted.
    pub pictures: u32,
    /// Whether the page had more glyphs than are read.
    pub truncated: bool,
    /// How the order was found: `Auto` is settled to `Layout` or `Tagged`.
    pub order: ReadingOrder,
    /// Whether the file's tags give another order than the geometry.
    pub tags_differ: bool,
    /// Whether its text is the invisible layer of a scanned page.
    pub scanned: bool,
    /// Horizontal rules that the page draws.
    pub rules: Vec<Rect>,
}

impl PageText {
    /// Whether a short rule stands right above a place and starts at its left edge, as over footnotes.
    #[must_use]
    pub fn rule_above(&self, place: Rect) -> bool {
        self.rules.iter().any(|r| {
            let gap = place.y0 - r.y1;
            (-2.0..18.0).contains(&gap) && (r.x0 - place.x0).abs() < 12.0 && r.width() > 18.0
        })
    }
}

/// Finds words, lines, columns and paragraphs of a page, and puts them in the order asked for.
///
/// Time grows as n log n with the number of glyphs.
#[must_use]
pub fn analyze(page: PageGlyphs, order: ReadingOrder, tags: Option<&PageTags>) -> PageText {
    let visibility = visibility::judge(&page);
    let mut out = emit::Emitter::new(&page, &visibility);
    for (n, (frame, items)) in frame::frames(&page, |i| visibility.shown(i)).into_iter().enumerate() {
        let set = words::words(&page, items);
        let blocks = match order {
            ReadingOrder::Stream => drafts(&page, &set, &stream::zones(&set)),
            _ => placed(&page, &set, order, tags, &mut out),
        };
        out.blocks(&frame, &set, blocks, n == 0);
    }
    out.order(order);
    for (_, items) in frame::frames(&page, |i| visibility.hidden(i)) {
        let set = words::words(&page, items);
        let all: Vec<usize> = (0..set.words.len()).collect();
        let rows = rows::rows(&set.words, all);
        let lines = rows.iter().map(|row| lines::line(&page, &set, row)).collect();
        out.hidden(&set, lines);
    }
    out.finish()
}

/// Blocks in the order of the geometry or of the tags.
fn placed(
    page: &PageGlyphs,
    set: &WordSet,
    order: ReadingOrder,
    tags: Option<&PageTags>,
    out: &mut emit::Emitter<'_>,
) -> Vec<Draft> {
    let leaves = || columns::zones(page, set, (0..set.words.len()).collect());
    let Some(tags) = tags.filter(|_| order != ReadingOrder::Layout) else {
        return drafts(page, set, &leaves());
    };
    if order == ReadingOrder::Auto {
        let leaves = leaves();
        let worth = tagged::worth(page, set, tags, &leaves);
        if !worth.is_trusted() {
            out.tags_differ(worth.differs());
            return drafts(page, set, &leaves);
        }
    }
    out.take_tags();
    let groups = tagged::groups(page, set, tags);
    groups.into_iter().flat_map(|group| tagged_drafts(page, set, group)).collect()
}

/// The blocks of zones.
fn drafts(page: &PageGlyphs, set: &WordSet, zones: &[Vec<rows::Row>]) -> Vec<Draft> {
    let zone = |rows: &Vec<rows::Row>| rows.iter().map(|row| lines::line(page, set, row)).collect();
    blocks::blocks(zones.iter().map(zone).collect())
}

/// The block of a structure element; several where it is no single block.
fn tagged_drafts(page: &PageGlyphs, set: &WordSet, group: tagged::Group) -> Vec<Draft> {
    let mut drafts = drafts(page, set, &group.zones);
    let whole = group.tag.and_then(|t| t.kind).filter(|kind| {
        !matches!(kind, BlockKind::Table | BlockKind::Figure | BlockKind::Code | BlockKind::Formula)
    });
    if whole.is_some() {
        let mut rest = std::mem::take(&mut drafts).into_iter();
        drafts.extend(rest.next().map(|first| rest.fold(first, Draft::append)));
    }
    for draft in &mut drafts {
        draft.tag = group.tag;
    }
    drafts
}

/// Whether a glyph has anything to say: characters that are not all blank.
fn is_blank(page: &PageGlyphs, glyph: &RawGlyph) -> bool {
    page.chars(glyph).chars().all(char::is_whitespace)
}
