//! What a person puts right in an extraction.

use super::block::BlockKind;
use super::page::PageIndex;
use super::piece::PieceKey;
use serde::{Deserialize, Serialize};

/// How the reading order of a page is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadingOrder {
    /// The file's tags where they cover the page and agree with its geometry, else from the geometry.
    #[default]
    Auto,
    /// From where the text stands on the page.
    Layout,
    /// As the file draws it.
    Stream,
    /// As the file's structure tree says (ISO 32000-1, 14.7).
    Tagged,
}

impl ReadingOrder {
    /// All of them, the usual one first.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Layout, Self::Stream, Self::Tagged];

    /// The word used in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Layout => "layout",
            Self::Stream => "stream",
            Self::Tagged => "tagged",
        }
    }

    /// The order of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|o| o.name() == name)
    }
}

/// Where something was put right, and what stood there: enough to see whether it still fits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// The piece.
    pub piece: PieceKey,
    /// The first characters of the piece when it was corrected, up to [`Target::QUOTE`] code points.
    pub quote: String,
}

impl Target {
    /// How much of a piece is kept to know it again, in code points.
    pub const QUOTE: usize = 32;

    /// Names a piece by its text.
    #[must_use]
    pub fn new(piece: PieceKey, text: &str) -> Self {
        Self { piece, quote: text.chars().take(Self::QUOTE).collect() }
    }
}

/// One thing that a person put right. Corrections are applied in order, each to what the ones before it left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Correction {
    /// The reading order of a page, or of all pages that have none of their own.
    Order {
        /// The page; `None`: the document.
        page: Option<PageIndex>,
        /// How it is found.
        order: ReadingOrder,
    },
    /// A piece is read at another place of its page.
    Move {
        /// The piece.
        target: Target,
        /// Its number on the page afterwards, from 1.
        number: u32,
    },
    /// A piece is something else. `Furniture` takes it out of the flow, anything else puts it in.
    Kind {
        /// The piece.
        target: Target,
        /// What it is.
        kind: BlockKind,
        /// Level of a heading, nesting of a list item.
        level: Option<u8>,
    },
    /// A piece is two.
    Split {
        /// The piece.
        target: Target,
        /// Code points of the piece's raw text before the second one.
        at: u32,
    },
    /// A piece goes on with the one read after it: on its page, or over the page break.
    Join {
        /// The first piece.
        target: Target,
    },
    /// A piece does not go on over the page break, although it seemed to.
    Part {
        /// The first piece.
        target: Target,
    },
    /// A table's columns are parted at these places.
    Columns {
        /// The table's piece.
        target: Target,
        /// Horizontal places in points from the left edge of the page, ascending; none: it is no table.
        at: Vec<f32>,
    },
    /// Other characters stand here: a misread letter, a lost word.
    Text {
        /// The piece.
        target: Target,
        /// Code points of the piece's raw text before the first one replaced.
        start: u32,
        /// Code points before the first one that stays.
        end: u32,
        /// What stands there instead.
        replacement: String,
    },
}

impl Correction {
    /// The piece it is about; `None` for orders.
    #[must_use]
    pub fn target(&self) -> Option<&Target> {
        match self {
            Self::Order { .. } => None,
            Self::Move { target, .. }
            | Self::Kind { target, .. }
            | Self::Split { target, .. }
            | Self::Join { target }
            | Self::Part { target }
            | Self::Columns { target, .. }
            | Self::Text { target, .. } => Some(target),
        }
    }
}
