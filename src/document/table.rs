//! Tables: which cells stand where, and what their columns mean.

use super::block::Region;
use crate::text::Span;
use serde::{Deserialize, Serialize};

/// A table, or the part of one that stands on one page.
///
/// In the text its rows are parted by a newline and the places of a row by a tab; a place that a cell from the
/// left or from above spans is empty there, so that every row has the same number of tabs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// All its cells in the default text, without the caption.
    pub span: Span,
    /// Its caption in the default text.
    pub caption: Option<Span>,
    /// How many rows at its top are headings of columns.
    pub header_rows: usize,
    /// Its columns from left to right.
    pub columns: Vec<TableColumn>,
    /// Its rows from top to bottom; each lists the cells that start in it, from left to right.
    pub rows: Vec<Vec<TableCell>>,
    /// Where it stands, without the caption.
    pub regions: Vec<Region>,
    /// The table that it goes on with, by place in [`super::Extraction::tables`]: one that ends the page before
    /// and has the same columns.
    pub continues: Option<usize>,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableColumn {
    /// Its heading, from the outermost to its own, parted by spaces; empty where it has none.
    pub header: String,
    /// The unit of its values (`bar` for a column headed "Limit (bar)"), where the table says one.
    pub unit: Option<String>,
}

/// A cell of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableCell {
    /// Its characters in the default text; empty for an empty cell.
    pub span: Span,
    /// Its first column, from 0.
    pub column: usize,
    /// How many columns it spans, at least 1.
    pub column_span: usize,
    /// How many rows it spans, at least 1.
    pub row_span: usize,
}

impl Table {
    /// The cell over a place of the grid, counted from 0; spanning cells cover several.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> Option<&TableCell> {
        let covers = |r: usize, c: &TableCell| {
            r + c.row_span > row && c.column <= column && column < c.column + c.column_span
        };
        (0..=row).rev().find_map(|r| self.rows.get(r)?.iter().find(|c| covers(r, c)))
    }

    /// The rows under the headings.
    #[must_use]
    pub fn body(&self) -> &[Vec<TableCell>] {
        self.rows.get(self.header_rows..).unwrap_or_default()
    }
}
