//! What stands on a page, piece by piece, whether it is part of the text or was taken out.

use super::block::BlockKind;
use super::geometry::Rect;
use super::page::PageIndex;
use crate::text::Span;
use serde::{Deserialize, Serialize};

/// Names a piece of a page across reading orders and extractions of one file: the page and where the piece
/// starts in what that page yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PieceKey {
    /// The page.
    pub page: PageIndex,
    /// Code points of the page's own raw text before the piece.
    pub start: u32,
}

/// A page's part of a block, or what was taken out of the flow: what a reviewer sees as one box.
///
/// A block that runs over a page break is one piece a page; furniture and hidden text are pieces without
/// a block.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its name.
    pub key: PieceKey,
    /// What it is.
    pub kind: BlockKind,
    /// As [`super::Block::level`].
    pub level: Option<u8>,
    /// Its characters in the raw text of the extraction.
    pub raw: Span,
    /// Where it stands on its page, one rectangle a column.
    pub regions: Vec<Rect>,
    /// The block it is part of, by place in [`super::Extraction::blocks`]; `None` where it was taken out.
    pub block: Option<usize>,
    /// Its number in its page's reading order, from 1; `None` where it was taken out.
    pub number: Option<u32>,
}
