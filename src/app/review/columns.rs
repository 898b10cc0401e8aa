//! Where a table's columns are parted, as its text says: between the cells, which tabs part.

use crate::document::{Extraction, Origins, Piece, Rect};
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
            let boxes = origins.within(span).filter(|g| g.page == piece.key.page);
            let bounds = boxes.map(|g| g.quad.bounds()).reduce(Rect::cover);
            cells.push(bounds.map(|b| (b.x0, b.x1)));
            start += cell.len() + 1;
        }
        rows.push(cells);
    }
    between(&rows)
}

/// The middle of each gap, by the rows that have a cell on both sides of it: a cell over several columns
/// leaves those that it covers empty.
fn between(rows: &[Vec<Option<(f32, f32)>>]) -> Vec<f32> {
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut out: Vec<f32> = Vec::new();
    for column in 1..most {
        let sides = || {
            let whole = rows.iter().filter(|r| r.len() == most);
            whole.filter_map(|r| Some((r[column - 1]?.1, r[column]?.0)))
        };
        let left = sides().map(|s| s.0).fold(f32::NEG_INFINITY, f32::max);
        let right = sides().map(|s| s.1).fold(f32::INFINITY, f32::min);
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
    fn columns_are_parted_in_the_middle_of_the_gap_between_cells() {
        let cell = |a, b| Some((a, b));
        let rows = vec![
            vec![cell(10.0, 40.0), cell(100.0, 120.0), cell(200.0, 230.0)],
            vec![cell(10.0, 60.0), cell(90.0, 130.0), cell(190.0, 220.0)],
            vec![cell(10.0, 125.0), None, cell(200.0, 210.0)],
            vec![cell(10.0, 300.0)],
        ];
        assert_eq!(between(&rows), [75.0, 160.0]);
        assert!(between(&[]).is_empty());
    }
}
