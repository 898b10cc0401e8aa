//! The rendered view of a text source as a flat list of blocks, each character of which knows its place in the
//! default text (which is the source itself where that is Markdown).
//!
//! How to show it:
//!
//! * Go through [`Rendered::blocks`] in order. Nesting is flattened: a block says how deep in quotes and lists
//!   it stands, and the first block of a list item carries the item's mark (bullet, number, check box).
//! * A block's text is the concatenation of its runs' `text`. A paragraph's line breaks are runs of their own:
//!   `" "` for a soft break, `"\n"` for a hard one. Code, HTML and front matter have real line breaks.
//! * Runs ascend and never overlap. To color a span of the source, color the part of each run that it shares:
//!   where [`Run::identical`] is set, byte `i` of the run's text is byte `span.start() + i` of the source;
//!   where it is not (an entity, an escape, a soft break), the run is lit as a whole.
//! * What has no run (markers, fences, link addresses, table rulers) is not shown.

use crate::text::Span;
use std::ops::Range;
use std::sync::Arc;

/// A Markdown text as it is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rendered {
    /// In the order of the source.
    pub blocks: Vec<RenderBlock>,
}

/// A piece of the view that holds no other.
#[derive(Clone, Debug, PartialEq)]
pub struct RenderBlock {
    /// What it is.
    pub kind: RenderKind,
    /// Its source: markers included, line break at its end not. Starts at the list marker where
    /// [`RenderBlock::item`] is set, and at the label for the first block of a footnote definition.
    pub span: Span,
    /// How many block quotes it stands in.
    pub quote_depth: u16,
    /// How many lists it stands in.
    pub list_depth: u16,
    /// Set on the first block of a list item only.
    pub item: Option<ItemMark>,
    /// The label of the footnote definition it stands in; shown before the first block of a label.
    pub footnote: Option<Arc<str>>,
    /// What is shown, ascending by place.
    pub runs: Vec<Run>,
}

/// What a block is.
#[derive(Clone, Debug, PartialEq)]
pub enum RenderKind {
    /// A heading of level 1 to 6.
    Heading(u8),
    /// Text.
    Paragraph,
    /// Code, fenced or indented.
    Code {
        /// The first word after an opening fence, as written.
        language: Option<Arc<str>>,
        /// Whether it stands between fences.
        fenced: bool,
        /// Whether the closing fence is there; `true` for indented code.
        closed: bool,
    },
    /// A table; the cells share out the block's runs.
    Table {
        /// How each column is aligned.
        alignments: Vec<Alignment>,
        /// Header row first.
        rows: Vec<Row>,
    },
    /// A thematic break; it has no runs.
    Rule,
    /// HTML as it is written.
    Html,
    /// Metadata at the start of the file, fences included.
    FrontMatter,
}

/// How a column is aligned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alignment {
    /// As the reader likes.
    #[default]
    None,
    /// Left.
    Left,
    /// Centered.
    Center,
    /// Right.
    Right,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Whether it is the header.
    pub header: bool,
    /// One a column; rows are as long as the header.
    pub cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its source.
    pub span: Span,
    /// Which of the block's runs it shows.
    pub runs: Range<usize>,
}

/// What is shown before a list item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemMark {
    /// The item's number; `None` for a bullet.
    pub ordinal: Option<u64>,
    /// Whether its check box is checked; `None` without a check box.
    pub task: Option<bool>,
}

/// Characters that are shown in one style and come from one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The bytes of the source whose characters it shows; empty where it shows what the source has not
    /// (the rest of a tab in code).
    pub span: Span,
    /// What is shown. Empty for an image without a description: show a placeholder.
    pub text: String,
    /// Whether `text` is exactly the source at `span`.
    pub identical: bool,
    /// How it is shown.
    pub style: RunStyle,
}

/// How a run is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RunStyle {
    /// Bold.
    pub strong: bool,
    /// Italic.
    pub emphasis: bool,
    /// Struck through.
    pub strike: bool,
    /// Code inside of text.
    pub code: bool,
    /// An HTML tag inside of text, as it is written.
    pub html: bool,
    /// Where a link leads.
    pub link: Option<Arc<str>>,
    /// The address of the image that this is the description of.
    pub image: Option<Arc<str>>,
    /// The label of the footnote that this refers to; the run's text is the label.
    pub footnote: Option<Arc<str>>,
}

impl RenderBlock {
    /// The block's text as it is shown.
    #[must_use]
    pub fn text(&self) -> String {
        self.runs.iter().map(|r| r.text.as_str()).collect()
    }

    /// Whether it stands in no quote, list or footnote.
    #[must_use]
    pub fn top_level(&self) -> bool {
        self.quote_depth == 0 && self.list_depth == 0 && self.footnote.is_none()
    }
}
