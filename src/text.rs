//! Text and places in it: spans, offset conversions, lines, explicit edits.
//!
//! Owns everything that can be said about a text without knowing where it came from. In memory all
//! offsets are UTF-8 bytes on character boundaries; files written by the product count code points.

mod cancel;
mod edits;
mod index;
mod lines;
mod revision;
mod span;

pub use cancel::{Cancel, Progress};
pub use edits::{Edit, EditKind, EditMap, merge};
pub use index::TextIndex;
pub use lines::LineIndex;
pub use revision::{RevisionId, Sha256Id, Text};
pub use span::{ByteOffset, CharOffset, CharSpan, Span, Utf16Offset};
