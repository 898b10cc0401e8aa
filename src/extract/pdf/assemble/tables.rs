//! Tables of the document: their captions, and which go on on the next page.

use super::write::WrittenTable;
use crate::document::{Block, BlockKind, PageIndex, Rect, Region, Table, TableCell};
use crate::text::Span;

/// A caption stands at most so far from its table, in points.
const NEAR: f32 = 40.0;
/// Edges of columns of one table on two pages are this close, in points.
const EVEN: f32 = 6.0;

/// Makes the tables of what was written; `blocks` gives each written block its place among the blocks that the
/// default text has.
pub fn tables(
    written: &[WrittenTable],
    places: &[Option<usize>],
    blocks: &[Block],
    text: &str,
    edited: impl Fn(Span) -> Span,
) -> Vec<Table> {
    let mut out: Vec<Table> = Vec::new();
    let mut from: Vec<&WrittenTable> = Vec::new();
    for entry in written {
        let Some(block) = places.get(entry.block).copied().flatten() else { continue };
        let table = &entry.table;
        let region = Region { page: PageIndex(entry.page), bbox: table.bbox };
        let cell = |c: &crate::extract::pdf::layout::PageCell| TableCell {
            span: edited(c.raw),
            column: c.column as usize,
            column_span: c.column_span as usize,
            row_span: c.row_span as usize,
        };
        let rows: Vec<Vec<TableCell>> = table.rows.iter().map(|r| r.iter().map(cell).collect()).collect();
        let last = out.len().checked_sub(1);
        let continues = last.filter(|&i| goes_on(from[i], &out[i], entry, &rows, blocks, text));
        out.push(Table {
            span: blocks[block].span,
            caption: caption(blocks, block, region),
            header_rows: table.header_rows as usize,
            columns: table.columns.clone(),
            rows,
            regions: vec![region],
            continues,
        });
        from.push(entry);
    }
    inherit(&mut out);
    out
}

/// The nearest caption beside a table in the order of reading that stands close to it on the page.
fn caption(blocks: &[Block], table: usize, region: Region) -> Option<Span> {
    let near = |i: usize| {
        let block = blocks.get(i).filter(|b| b.kind == BlockKind::Caption)?;
        let on = block.regions.iter().filter(|r| r.page == region.page);
        let gap = on.map(|r| distance(r.bbox, region.bbox)).fold(f32::INFINITY, f32::min);
        (gap < NEAR).then_some((gap, block.span))
    };
    let around = [table.checked_sub(1), table.checked_sub(2), Some(table + 1), Some(table + 2)];
    let found = around.into_iter().flatten().filter_map(near);
    found.min_by(|a, b| a.0.total_cmp(&b.0)).map(|c| c.1)
}

/// How far apart two places are, up or down; infinite where none stands over the other.
fn distance(a: Rect, b: Rect) -> f32 {
    let beside = a.x1 < b.x0 || b.x1 < a.x0;
    if beside { f32::INFINITY } else { (b.y0 - a.y1).max(a.y0 - b.y1).max(0.0) }
}

/// Whether a table goes on with the one before it: on the next page, nothing but furniture, notes and captions
/// between, and the same columns.
fn goes_on(
    last: &WrittenTable,
    before: &Table,
    next: &WrittenTable,
    rows: &[Vec<TableCell>],
    blocks: &[Block],
    text: &str,
) -> bool {
    let (a, b) = (&last.table.edges, &next.table.edges);
    if next.page != last.page + 1 || a.len() != b.len() {
        return false;
    }
    let start = rows.iter().flatten().map(|c| c.span.start()).min().unwrap_or(0);
    let prose = |block: &&Block| {
        block.span.start() >= before.span.end()
            && block.span.end() <= start
            && !matches!(block.kind, BlockKind::Footnote | BlockKind::Caption | BlockKind::Furniture)
    };
    if blocks.iter().any(|b| prose(&b)) {
        return false;
    }
    // Places between columns may differ with the rows that are on each page; the same heading settles it.
    let shift = a[0] - b[0];
    let even = a.iter().zip(b).filter(|(x, y)| (*x - *y - shift).abs() < EVEN).count();
    let heading = |cells: &Vec<TableCell>| {
        let texts = cells.iter().map(|c| c.span.slice(text).trim().to_owned());
        texts.collect::<Vec<_>>()
    };
    let same = before.header_rows > 0
        && before.rows.first().map(heading).is_some_and(|h| rows.first().map(heading) == Some(h));
    let unheaded = next.table.header_rows == 0;
    same || even == a.len() || (unheaded && even * 2 >= a.len())
}

/// A part without headings of its own has those of the part that it goes on with.
fn inherit(tables: &mut [Table]) {
    for i in 0..tables.len() {
        let Some(before) = tables[i].continues else { continue };
        if tables[i].header_rows == 0 {
            let columns = tables[before].columns.clone();
            tables[i].columns = columns;
        }
        if tables[i].caption.is_none() {
            tables[i].caption = tables[before].caption;
        }
    }
}
