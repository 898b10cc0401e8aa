//! Where a table's columns are parted, as its text says: between the cells, which tabs part.

use crate::document::{Extraction, Origins, Piece};
use crate::text::Span;

/// The places between the columns of a table's piece, in points from the left edge of the page.
#[must_use]
pub fn parted(extraction: &Extraction, piece: &Piece) -> Vec<f32> {
    let Origins::Glyphs(origins) = extraction.origins() else { return Vec::new() };
    let Some(raw) = piece.raw.get(extraction.raw().as_str()) else { return Vec::new() };
    let mut rows: Vec<Vec<Option<(f32, f32)>>> = Vec::new();
    let mut start = piece.raw.start();
    for line in raw.split('\n') {
        let mut cells = Vec::new();
        for cell in line.split('\t') {
            let span = Span::new(start, start + cell.len());
            let boxes = origins.within(span).iter().filter(|g| g.page == piece.key.page);
            let bounds = boxes.map(|g| g.quad.bounds()).reduce(|a, b| a.cover(b));
            cells.push(bounds.map(|b| (b.x0, b.x1)));
            start += cell.len() + 1;
        }
        rows.push(cells);
    }
    between(&rows)
}

/// The middle of each gap that all whole rows share.
fn between(rows: &[Vec<Option<(f32, f32)>>]) -> Vec<f32> {
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let whole = || rows.iter().filter(|r| r.len() == most);
    let mut out: Vec<f32> = Vec::new();
    for column in 1..most {
        let left = whole().filter_map(|r| r[column - 1]).map(|c| c.1).fold(f32::NEG_INFINITY, f32::max);
        let right = whole().filter_map(|r| r[column]).map(|c| c.0).fold(f32::INFINITY, f32::min);
        if left.is_finite() && right.is_finite() {
            out.push(f32::midpoint(left, right));
        }
    }
    out.sort_by(f32::total_cmp);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_parted_in_the_middle_of_the_gap_that_all_rows_share() {
        let cell = |a, b| Some((a, b));
        let rows = vec![
            vec![cell(10.0, 40.0), cell(100.0, 120.0), cell(200.0, 230.0)],
            vec![cell(10.0, 60.0), None, cell(190.0, 220.0)],
            vec![cell(10.0, 300.0)],
        ];
        assert_eq!(between(&rows), [80.0, 155.0]);
        assert!(between(&[]).is_empty());
    }
}
