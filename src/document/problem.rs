//! What is suspicious about an extraction.

use super::page::PageIndex;
use crate::text::Span;
use serde::{Deserialize, Serialize};

/// What kind of problem it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemCode {
    /// A page without text.
    NoText,
    /// Glyphs that name no character, shown as U+FFFD.
    Unmapped,
    /// Text that is not painted.
    Hidden,
    /// Text drawn twice.
    Duplicate,
    /// A page that could not be read within its limits.
    PageSkipped,
    /// The file was broken and had to be repaired.
    Repaired,
    /// The encoding was guessed.
    EncodingGuessed,
    /// Bytes that the encoding does not allow, read as U+FFFD.
    InvalidBytes,
    /// Markup that never ends.
    Unclosed,
    /// Anything else that the message says.
    Other,
}

/// Something a reviewer should look at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    /// What kind it is.
    pub code: ProblemCode,
    /// A sentence for people.
    pub message: String,
    /// The page.
    pub page: Option<PageIndex>,
    /// The place in the default text.
    pub span: Option<Span>,
}
