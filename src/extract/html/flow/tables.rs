//! Tables of data: rows are lines, the places of a row are parted by tabs.
//!
//! A place that a cell from the left or from above spans is empty in the text, so that all rows have equally
//! many tabs (see [`crate::document::Table`]); where a table claims a size that its cells do not have, spans are
//! not followed.

use super::super::content::Mark;
use super::super::dom::{Attr, Id};
use super::super::style::role;
use super::super::tag::Tag;
use super::writer::Origin;
use super::{Flow, LeafCell, LeafRow};
use crate::text::Span;

/// The longest text of a cell in a table without header cells, in characters.
const LONG_CELL: u32 = 600;

/// A cell's place.
#[derive(Clone, Copy, Debug)]
struct Place {
    node: Id,
    cell: LeafCell,
}

/// A table whose rows are being read.
#[derive(Debug, Default)]
pub(super) struct OpenTable {
    /// All cells in order, and which comes next.
    places: Vec<Place>,
    next: usize,
    /// How many places each row has; 0 where rows are as long as they are.
    pub columns: usize,
    /// The rows that are read.
    pub rows: Vec<LeafRow>,
    row: Option<LeafRow>,
    /// How many tabs the row has.
    tabs: usize,
    cell: Option<LeafCell>,
    /// Where the text of the cell at hand begins.
    start: usize,
}

impl OpenTable {
    pub fn in_cell(&self) -> bool {
        self.cell.is_some()
    }

    pub fn in_row(&self) -> bool {
        self.row.is_some()
    }

    pub fn cell_start(&self) -> usize {
        self.start
    }
}

impl Flow<'_> {
    /// Whether a table is one of data: not one that only places things on the page, as many old pages have.
    ///
    /// It has header cells or at least two rows, and its cells hold text, not whole parts of a page.
    pub(super) fn is_data(&self, id: Id) -> bool {
        let figures = &self.verdict.figures;
        if matches!(role(self.dom, id), Some("presentation" | "none")) || self.table.is_some() {
            return false;
        }
        let inner = |mark| self.children(id).any(|c| figures.has(c, mark));
        if inner(Mark::Table) || inner(Mark::Large) {
            return false;
        }
        inner(Mark::HeaderCell) || self.has_rows_and_columns(id)
    }

    /// Whether a table without header cells has rows and columns of short cells.
    fn has_rows_and_columns(&self, id: Id) -> bool {
        let rows = self.rows_of(id);
        let long = |c: Id| self.verdict.figures.chars[c.get()] > LONG_CELL;
        let columns = rows.iter().map(|r| self.cells_of(*r).count()).max().unwrap_or(0);
        rows.len() > 1 && columns > 1 && !rows.iter().any(|r| self.cells_of(*r).any(long))
    }

    fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.dom.node(id).first.some(), |c| self.dom.node(*c).next.some())
    }

    fn rows_of(&self, table: Id) -> Vec<Id> {
        let mut rows = Vec::new();
        for child in self.children(table) {
            match self.dom.tag(child) {
                Some(Tag::Tr) => rows.push(child),
                Some(Tag::Tbody | Tag::Thead | Tag::Tfoot) => {
                    rows.extend(self.children(child).filter(|c| self.dom.tag(*c) == Some(Tag::Tr)));
                }
                _ => {}
            }
        }
        rows
    }

    fn cells_of(&self, row: Id) -> impl Iterator<Item = Id> + '_ {
        self.children(row).filter(|c| matches!(self.dom.tag(*c), Some(Tag::Td | Tag::Th)))
    }

    /// Whether a row or cell has any text.
    pub(super) fn has_text(&self, id: Id) -> bool {
        self.verdict.figures.all_chars[id.get()] > 0
    }

    pub(super) fn open_table(&mut self, id: Id) {
        let rows = self.rows_of(id);
        let count: usize = rows.iter().map(|r| self.cells_of(*r).count()).sum();
        let room = 4 * count + 10_000;
        let grid = self.grid(&rows, true, room).or_else(|| self.grid(&rows, false, usize::MAX));
        let Some((places, columns)) = grid else { return };
        let columns = if columns.saturating_mul(rows.len()) <= room { columns } else { 0 };
        self.table = Some(OpenTable { places, columns, ..OpenTable::default() });
    }

    /// The places of all cells, and the number of columns (the WHATWG HTML standard, section 4.9.12.1);
    /// `None` where that takes more than `room` steps.
    fn grid(&self, rows: &[Id], spans: bool, room: usize) -> Option<(Vec<Place>, usize)> {
        // For each row, how many rows with text come before it.
        let mut before = vec![0];
        before.extend(rows.iter().scan(0, |sum, r| {
            *sum += usize::from(self.has_text(*r));
            Some(*sum)
        }));
        let mut places = Vec::new();
        // For each column, the first row that no cell from above covers.
        let mut free: Vec<usize> = Vec::new();
        let (mut columns, mut steps) = (0, 0);
        for (r, row) in rows.iter().enumerate() {
            let mut column = 0;
            for node in self.cells_of(*row) {
                let span = |attr| {
                    let value = self.dom.attr(node, attr).and_then(|v| v.trim().parse::<u16>().ok());
                    usize::from(if spans { value.unwrap_or(1).clamp(1, 1000) } else { 1 })
                };
                let (row_span, column_span) = (span(Attr::Rowspan), span(Attr::Colspan));
                if spans {
                    while free.get(column).is_some_and(|f| *f > r) {
                        column += 1;
                        steps += 1;
                    }
                    steps += column_span;
                    if steps > room {
                        return None;
                    }
                    free.resize(free.len().max(column + column_span), 0);
                    free[column..column + column_span].fill(r + row_span);
                }
                let end = (r + row_span).min(rows.len());
                let cell = LeafCell {
                    span: Span::default(),
                    header: self.dom.tag(node) == Some(Tag::Th),
                    column,
                    column_span,
                    row_span: (before[end] - before[r]).max(1),
                };
                places.push(Place { node, cell });
                column += column_span;
            }
            columns = columns.max(column);
        }
        Some((places, columns))
    }

    pub(super) fn enter_row(&mut self, id: Id) {
        if self.table.is_none() {
            return;
        }
        let head = self.dom.upwards(id).nth(1).and_then(|p| self.dom.tag(p)) == Some(Tag::Thead);
        if let Some(table) = &mut self.table {
            table.row = Some(LeafRow { header: head, ..LeafRow::default() });
            table.tabs = 0;
        }
        if self.open.is_none() {
            self.open_leaf();
        } else {
            self.writer.push("\n", Origin::Synthetic);
        }
        let at = Span::empty(self.writer.len());
        if let Some(row) = self.table.as_mut().and_then(|t| t.row.as_mut()) {
            row.span = at;
        }
    }

    /// Begins a cell, with the tabs before it.
    pub(super) fn enter_cell(&mut self, id: Id) {
        self.blank = None;
        let Some(table) = self.table.as_mut().filter(|t| t.row.is_some()) else { return };
        while let Some(place) = table.places.get(table.next) {
            table.next += 1;
            if place.node == id {
                let tabs = place.cell.column.saturating_sub(table.tabs);
                self.writer.push(&"\t".repeat(tabs), Origin::Synthetic);
                table.tabs += tabs;
                table.start = self.writer.len();
                table.cell = Some(LeafCell { span: Span::empty(table.start), ..place.cell });
                return;
            }
        }
    }

    pub(super) fn leave_cell(&mut self) {
        self.blank = None;
        self.breaks = None;
        let len = self.writer.len();
        if let Some(table) = &mut self.table
            && let (Some(row), Some(mut cell)) = (&mut table.row, table.cell.take())
        {
            cell.span = Span::new(cell.span.start(), len);
            row.cells.push(cell);
        }
    }

    pub(super) fn leave_row(&mut self) {
        let Some(table) = &mut self.table else { return };
        let Some(mut row) = table.row.take() else { return };
        let tabs = table.columns.saturating_sub(1).saturating_sub(table.tabs);
        self.writer.push(&"\t".repeat(tabs), Origin::Synthetic);
        row.span = Span::new(row.span.start(), self.writer.len());
        row.header |= row.cells.iter().all(|c| c.header);
        if let Some(leaf) = &mut self.open {
            leaf.span = Span::new(leaf.span.start(), row.span.end());
        }
        table.rows.push(row);
    }
}
