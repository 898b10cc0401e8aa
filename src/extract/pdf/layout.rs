//! A page's glyphs become text: words, lines, columns, paragraphs, in reading order.
//!
//! Pure: knows glyphs in page space and nothing of PDF. Each step is a file: what is hidden or drawn
//! twice (`visibility`), directions of writing (`frame`), words from gaps (`words`), rows (`rows`),
//! tables (`tables`), columns from rows that share a gap (`columns`), lines with their characters (`lines`), paragraphs
//! (`blocks`), and the page's raw text with its edits (`emit`). What goes over pages (headings,
//! sections, paragraphs that go on) is `assemble`'s business.

mod blocks;
mod columns;
mod emit;
mod frame;
mod lines;
mod marker;
mod packed;
mod rows;
mod stacked;
mod stream;
mod tables;
mod tagged;
mod visibility;
mod words;

pub use marker::is_spaceless;
pub use tables::unit;

use super::glyphs::PageGlyphs;
use super::tags::PageTags;
use crate::document::{BlockKind, Glyph, ReadingOrder, Rect, TableColumn};
use crate::text::{Edit, Span};
use blocks::{Draft, Part};
use rows::Row;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tables::Tables;
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
    /// Number of its lines that have gaps as between a table's cells.
    pub cells: u32,
    /// Bytes at its start that stand raised before the rest, as the mark of a note does.
    pub raised: u16,
    /// Whether its letters all have one width.
    pub mono: bool,
    /// Whether the file marks it as no content of the page (an artifact).
    pub artifact: bool,
    /// The structure element that it is, by place in the order of the file's tags.
    pub element: Option<u32>,
    /// The table that it is, by place in [`PageText::tables`].
    pub table: Option<u32>,
}

/// A cell of a page's table.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
pub struct PageCell {
    /// Its characters in the page's raw text.
    pub raw: Span,
    /// Its first column.
    pub column: u32,
    /// How many columns it spans.
    pub column_span: u32,
    /// How many rows it spans.
    pub row_span: u32,
}

/// A page's table: a block of its own.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct PageTable {
    /// All its characters in the page's raw text, as its block has them.
    pub raw: Span,
    /// Its rows, each with the cells that start in it.
    pub rows: Vec<Vec<PageCell>>,
    /// How many of them head its columns.
    pub header_rows: u32,
    /// Its columns.
    pub columns: Vec<TableColumn>,
    /// Its left edge, the places between its columns and its right edge.
    pub edges: Vec<f32>,
    /// Where it stands on the page.
    pub bbox: Rect,
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
    #[serde(with = "packed")]
    pub glyphs: Arc<Vec<Glyph>>,
    /// Number of line numbers used by `glyphs`.
    pub lines: u32,
    /// Blocks in reading order.
    pub blocks: Vec<PageBlock>,
    /// Tables in reading order.
    pub tables: Vec<PageTable>,
    /// What leads to the default text, in order of place.
    pub edits: Vec<Edit>,
    /// Raised figures and signs inside lines: marks of notes, exponents.
    pub marks: Vec<Span>,
    /// Characters that are U+FFFD because the file does not say what they are.
    pub unmapped: u32,
    /// Characters that the page does not show.
    pub hidden: u32,
    /// Those of them that stand outside of the page as shown.
    pub outside: u32,
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
    /// Level lines that the page draws outside of tables.
    pub rules: Vec<Rect>,
}

impl PageTable {
    /// Whether a line is one of the table's: inside, or right over or under it.
    fn lines_reach(&self, line: Rect) -> bool {
        let t = self.bbox;
        let beside = line.x1 < t.x0 || line.x0 > t.x1;
        !beside && line.y1 > t.y0 - 8.0 && line.y0 < t.y1 + 8.0
    }
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
pub fn analyze(mut page: PageGlyphs, order: ReadingOrder, tags: Option<&PageTags>) -> PageText {
    stacked::turn(&mut page);
    let visibility = visibility::judge(&page);
    let mut out = emit::Emitter::new(&page, &visibility);
    for (n, (frame, items)) in frame::frames(&page, |i| visibility.shown(i)).into_iter().enumerate() {
        let set = words::words(&page, items);
        let (set, blocks) = if order == ReadingOrder::Stream {
            let blocks = drafts(&page, &set, &stream::zones(&set), &mut Tables::none(&set));
            (set, blocks)
        } else {
            let (set, mut tables, leaves) = tables::place(&page, &frame, set);
            let leaves =
                leaves.unwrap_or_else(|| columns::zones(&page, &set, (0..set.words.len()).collect()));
            let blocks = placed(&page, &set, &leaves, &mut tables, order, tags, &mut out);
            (set, blocks)
        };
        out.blocks(&frame, &set, blocks, n == 0);
    }
    out.order(order);
    for (frame, items) in frame::frames(&page, |i| visibility.hidden(i)) {
        let set = words::words(&page, items);
        let all: Vec<usize> = (0..set.words.len()).collect();
        let rows = rows::rows(&set.words, all);
        let lines = rows.iter().map(|row| lines::line(&page, &set, row)).collect();
        out.hidden(&frame, &set, lines);
    }
    out.finish()
}

/// Blocks in the order of the geometry or of the tags.
fn placed(
    page: &PageGlyphs,
    set: &WordSet,
    leaves: &[Vec<Row>],
    tables: &mut Tables,
    order: ReadingOrder,
    tags: Option<&PageTags>,
    out: &mut emit::Emitter<'_>,
) -> Vec<Draft> {
    let Some(tags) = tags.filter(|_| order != ReadingOrder::Layout) else {
        return drafts(page, set, leaves, tables);
    };
    if order == ReadingOrder::Auto {
        let worth = tagged::worth(page, set, tags, leaves);
        if !worth.is_trusted() {
            out.tags_differ(worth.differs());
            return drafts(page, set, leaves, tables);
        }
    }
    out.take_tags();
    let groups = tagged::groups(page, set, tags);
    groups.into_iter().flat_map(|group| tagged_drafts(page, set, group, tables)).collect()
}

/// The blocks of zones.
fn drafts(page: &PageGlyphs, set: &WordSet, zones: &[Vec<Row>], tables: &mut Tables) -> Vec<Draft> {
    blocks::blocks(zones.iter().flat_map(|rows| parts(page, set, rows, tables)).collect())
}

/// A zone's lines, parted by its tables.
fn parts(page: &PageGlyphs, set: &WordSet, rows: &[Row], tables: &mut Tables) -> Vec<Part> {
    let mut out = Vec::new();
    let mut lines = Vec::new();
    for row in rows {
        let (standing, words): (Vec<usize>, Vec<usize>) =
            row.words.iter().partition(|&&w| tables.of(w).is_some());
        if standing.is_empty() {
            lines.push(lines::line(page, set, row));
            continue;
        }
        let beside = |left: bool| {
            let edge = set.words[standing[0]].x0;
            let words = words.iter().copied().filter(|&w| (set.words[w].x0 < edge) == left).collect();
            rows::rows(&set.words, words).into_iter().map(|row| lines::line(page, set, &row))
        };
        lines.extend(beside(true));
        let here: Vec<usize> = standing.iter().filter_map(|&w| tables.of(w)).collect();
        for table in here {
            if let Some(draft) = tables.drafts[table].take() {
                out.push(Part::Lines(std::mem::take(&mut lines)));
                out.push(Part::Table(draft));
            }
        }
        lines.extend(beside(false));
    }
    out.push(Part::Lines(lines));
    out
}

/// The block of a structure element; several where it is no single block.
fn tagged_drafts(page: &PageGlyphs, set: &WordSet, group: tagged::Group, tables: &mut Tables) -> Vec<Draft> {
    let mut drafts = drafts(page, set, &group.zones, tables);
    let whole = group.tag.and_then(|t| t.kind).filter(|kind| {
        !matches!(kind, BlockKind::Table | BlockKind::Figure | BlockKind::Code | BlockKind::Formula)
    });
    if whole.is_some() && drafts.iter().all(|d| d.table.is_none()) {
        let mut rest = std::mem::take(&mut drafts).into_iter();
        drafts.extend(rest.next().map(|first| rest.fold(first, Draft::append)));
    }
    for draft in &mut drafts {
        draft.tag = group.tag;
    }
    drafts
}
