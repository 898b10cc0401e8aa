//! What an extraction is: one source's text with its layout and the origin of every character.
//!
//! Owns the types that all other rooms read. How they come about is the business of `extract`.

mod block;
mod correction;
mod extraction;
mod geometry;
mod origin;
mod page;
mod piece;
mod problem;
mod source;
mod table;

pub use block::{Block, BlockKind, Region, Section};
pub use correction::{Correction, ReadingOrder, Target};
pub use extraction::{EXTRACTOR, Extraction, ExtractionParts};
pub use geometry::{Point, Quad, Rect};
pub use origin::{ByteOrigins, Glyph, GlyphOrigins, GlyphRun, Origins, PageQuad, bounds_on};
pub use page::{Destination, Link, LinkTarget, OutlineItem, Page, PageIndex, PdfInfo};
pub use piece::{Piece, PieceKey};
pub use problem::{Problem, ProblemCode, Severity};
pub use source::{Encoding, Source, SourceKind};
pub use table::{Table, TableCell, TableColumn};
