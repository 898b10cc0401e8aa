//! What is suspicious about an extraction.

use super::page::PageIndex;
use crate::text::Span;
use serde::{Deserialize, Serialize};

/// What kind of problem it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemCode {
    /// A page without text.
    NoText,
    /// The text of a page is a scan's invisible layer.
    OcrLayer,
    /// Glyphs that name no character, shown as U+FFFD.
    Unmapped,
    /// Text that is not painted.
    Hidden,
    /// Text off the page as shown.
    OutsidePage,
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
    /// Parts of a page that are no text of it (scripts, navigation) were left out.
    Removed,
    /// Tags and geometry give different orders.
    OrderDiffers,
    /// Lines of two columns may be mixed.
    ColumnsMixed,
    /// A line that repeats at the edge of pages stands in the flow.
    FurnitureInFlow,
    /// A line that stands once was taken for page furniture.
    UniqueFurniture,
    /// Cells that the file draws out of order, or text outside of the cells.
    TableCells,
    /// Words that may be joined or split.
    WordSpacing,
    /// A word parted at a line's end.
    Hyphen,
    /// Glyphs that are in no block.
    LostText,
    /// Words that a scanner may have misread.
    OcrFault,
    /// A correction that does not fit any more.
    Correction,
    /// Anything else that the message says.
    Other,
}

/// How much a problem matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Good to know.
    Note,
    /// To be looked at.
    #[default]
    Warning,
    /// Text is missing, or in the wrong place.
    Error,
}

impl Severity {
    /// The word used in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl ProblemCode {
    /// How much a problem of this kind matters.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::NoText | Self::Unmapped | Self::PageSkipped | Self::LostText | Self::InvalidBytes => {
                Severity::Error
            }
            Self::OcrLayer | Self::Duplicate | Self::Removed | Self::Hyphen | Self::UniqueFurniture => {
                Severity::Note
            }
            _ => Severity::Warning,
        }
    }

    /// The word used in files.
    #[must_use]
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
    }
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
