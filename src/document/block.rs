//! Blocks and sections.

use super::geometry::Rect;
use super::page::PageIndex;
use crate::text::Span;
use serde::{Deserialize, Serialize};

/// What a block is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum BlockKind {
    Heading,
    #[default]
    Paragraph,
    ListItem,
    Table,
    Caption,
    Footnote,
    Furniture,
    Code,
    Formula,
    Figure,
    Quote,
}

/// A rectangle on a page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Region {
    /// The page.
    pub page: PageIndex,
    /// The place on it.
    pub bbox: Rect,
}

/// A piece of the text that belongs together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// 1 to 6 for headings, nesting depth for list items.
    pub level: Option<u8>,
    /// Its characters in the default text.
    pub span: Span,
    /// Where it stands on pages, one a page and column; empty where the source has none.
    pub regions: Vec<Region>,
}

/// What stands under one heading, its own text only: sections part the text, they do not nest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// The section it belongs to, by place in the list.
    pub parent: Option<usize>,
    /// Level of its heading; 0 for text before the first heading.
    pub level: u8,
    /// Headings from the outermost to its own.
    pub heading_path: Vec<String>,
    /// Its characters in the default text, heading included.
    pub span: Span,
}
