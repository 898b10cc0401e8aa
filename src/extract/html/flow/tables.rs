//! Tables of data: rows are lines, cells are parted by tabs.

use super::super::content::Status;
use super::super::dom::{Attr, Id};
use super::super::tag::Tag;
use super::writer::Origin;
use super::{Flow, LeafCell, LeafRow};
use crate::text::Span;

/// The longest text of a cell in a table without header cells, in characters.
const LONG_CELL: u32 = 600;

/// A table whose rows are being read.
#[derive(Debug, Default)]
pub(super) struct OpenTable {
    /// Those that have text.
    pub rows: Vec<LeafRow>,
    /// The row at hand, and how many of its cells are written.
    row: Option<LeafRow>,
    written: usize,
    cell: Option<LeafCell>,
    /// Where the text of the cell at hand begins.
    start: usize,
}

impl OpenTable {
    pub fn in_cell(&self) -> bool {
        self.cell.is_some()
    }

    pub fn cell_start(&self) -> usize {
        self.start
    }

    pub fn reset(&mut self) {
        (self.row, self.cell, self.written) = (None, None, 0);
    }
}

impl Flow<'_> {
    pub(super) fn enter_row(&mut self, id: Id) {
        let head = self.dom.upwards(id).nth(1).and_then(|p| self.dom.tag(p)) == Some(Tag::Thead);
        if let Some(table) = &mut self.table {
            table.row = Some(LeafRow { header: head, ..LeafRow::default() });
            table.written = 0;
        }
    }

    pub(super) fn enter_cell(&mut self, id: Id, tag: Tag) {
        let span = |attr| {
            let value = self.dom.attr(id, attr).and_then(|v| v.trim().parse::<u16>().ok());
            value.unwrap_or(1).clamp(1, 1000)
        };
        let cell = LeafCell {
            span: Span::default(),
            header: tag == Tag::Th,
            row_span: span(Attr::Rowspan),
            column_span: span(Attr::Colspan),
        };
        self.blank = None;
        if let Some(table) = &mut self.table
            && table.row.is_some()
        {
            table.cell = Some(cell);
            table.start = self.writer.len();
        }
    }

    /// Before the first characters of a cell: the end of the row before, and tabs for the cells before.
    pub(super) fn tabs(&mut self) {
        let Some(table) = &mut self.table else { return };
        let Some(row) = &mut table.row else { return };
        let at = row.cells.len();
        if table.cell.is_none() || table.written > at {
            return;
        }
        if table.written > 0 {
            self.writer.push("\t", Origin::Synthetic);
        } else {
            if !table.rows.is_empty() {
                self.writer.push("\n", Origin::Synthetic);
            }
            row.span = Span::empty(self.writer.len());
        }
        for cell in &mut row.cells[table.written..] {
            cell.span = Span::empty(self.writer.len());
            self.writer.push("\t", Origin::Synthetic);
        }
        table.written = at + 1;
        table.start = self.writer.len();
        if let Some(cell) = &mut table.cell {
            cell.span = Span::empty(table.start);
        }
        if let Some(leaf) = &mut self.open {
            leaf.span = Span::new(leaf.span.start(), table.start);
        }
    }

    pub(super) fn leave_cell(&mut self) {
        self.blank = None;
        self.breaks = None;
        let len = self.writer.len();
        if let Some(table) = &mut self.table
            && let (Some(row), Some(mut cell)) = (&mut table.row, table.cell.take())
        {
            if table.written == row.cells.len() + 1 {
                cell.span = Span::new(cell.span.start(), len);
            }
            row.cells.push(cell);
        }
    }

    pub(super) fn leave_row(&mut self) {
        let Some(table) = &mut self.table else { return };
        let Some(mut row) = table.row.take() else { return };
        if table.written == 0 {
            return;
        }
        // Empty cells at the end have their tabs too.
        for cell in &mut row.cells[table.written..] {
            self.writer.push("\t", Origin::Synthetic);
            cell.span = Span::empty(self.writer.len());
        }
        row.span = Span::new(row.span.start(), self.writer.len());
        row.header |= row.cells.iter().all(|c| c.header);
        if let Some(leaf) = &mut self.open {
            leaf.span = Span::new(leaf.span.start(), row.span.end());
        }
        table.rows.push(row);
    }

    /// Whether a table without header cells has rows and columns of short cells.
    pub(super) fn rows_and_columns(&self, id: Id) -> bool {
        let (mut rows, mut columns) = (0, 0);
        let mut stack = vec![self.dom.node(id).first];
        while let Some(node) = stack.pop().and_then(Id::some) {
            stack.push(self.dom.node(node).next);
            match self.dom.tag(node) {
                Some(Tag::Tbody | Tag::Thead | Tag::Tfoot) => stack.push(self.dom.node(node).first),
                Some(Tag::Tr) if self.verdict.status[node.get()] != Status::Never => {
                    let cells = std::iter::successors(self.dom.node(node).first.some(), |c| {
                        self.dom.node(*c).next.some()
                    });
                    let cells: Vec<Id> =
                        cells.filter(|c| matches!(self.dom.tag(*c), Some(Tag::Td | Tag::Th))).collect();
                    if cells.iter().any(|c| self.verdict.figures.chars[c.get()] > LONG_CELL) {
                        return false;
                    }
                    rows += 1;
                    columns = columns.max(cells.len());
                }
                _ => {}
            }
        }
        rows > 1 && columns > 1
    }
}
