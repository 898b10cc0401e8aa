//! Stretches of the raw text that stand on lines of their own.

use super::super::content::Status;
use super::super::dom::Id;
use crate::extract::rendered::ItemMark;
use crate::text::Span;
use std::sync::Arc;

/// What a leaf is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::extract::html) enum LeafKind {
    Paragraph,
    Heading(u8),
    Caption,
    Code,
    Table,
    Rule,
}

/// A stretch of the raw text that stands on lines of its own.
#[derive(Clone, Debug)]
pub(in crate::extract::html) struct Leaf {
    pub kind: LeafKind,
    pub span: Span,
    pub status: Status,
    pub quotes: u16,
    pub lists: u16,
    /// The outermost list it stands in, and the item.
    pub(super) list: Id,
    pub(super) item_node: Id,
    pub item: Option<ItemMark>,
    pub language: Option<Arc<str>>,
    pub runs: Vec<LeafRun>,
    pub rows: Vec<LeafRow>,
    /// How many places each row has; 0 where rows are as long as they are.
    pub columns: usize,
    /// The table it is, or that it is the caption of.
    pub table: Id,
}

impl Leaf {
    /// What parts it from the leaf that comes next: items of a list stand one a line.
    pub fn separator(&self, next: &Self) -> &'static str {
        let text = |kind| !matches!(kind, LeafKind::Code | LeafKind::Table);
        let near = self.list != Id::NONE
            && self.list == next.list
            && text(self.kind)
            && text(next.kind)
            && (next.item.is_some() || self.item_node != next.item_node);
        if near { "\n" } else { "\n\n" }
    }
}

/// Characters of one style and status.
#[derive(Clone, Debug)]
pub(in crate::extract::html) struct LeafRun {
    /// In the raw text; empty for a picture.
    pub span: Span,
    pub status: Status,
    /// By its place in [`Styles`].
    pub style: u32,
    /// The address and the description of a picture.
    pub image: Option<Box<(Arc<str>, String)>>,
}

/// A row of a table.
#[derive(Clone, Debug, Default)]
pub(in crate::extract::html) struct LeafRow {
    pub header: bool,
    pub cells: Vec<LeafCell>,
    /// In the raw text, without the line break behind it.
    pub span: Span,
}

/// A cell of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::extract::html) struct LeafCell {
    pub span: Span,
    pub header: bool,
    /// Its first column.
    pub column: usize,
    /// How many of the rows that have text it spans.
    pub row_span: usize,
    pub column_span: usize,
}
