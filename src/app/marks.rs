//! Selection and passages as they are drawn.

use crate::evidence::{PassageId, Role};
use crate::text::Span;

/// A selection with a direction, in bytes of the default text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Where it was begun.
    pub anchor: usize,
    /// Where it ends: the caret.
    pub head: usize,
}

impl Selection {
    /// What is selected.
    #[must_use]
    pub fn span(self) -> Span {
        Span::new(self.anchor.min(self.head), self.anchor.max(self.head))
    }
}

impl From<Span> for Selection {
    fn from(span: Span) -> Self {
        Self { anchor: span.start(), head: span.end() }
    }
}

/// A passage as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassageMark {
    /// Which passage.
    pub id: PassageId,
    /// Its place in the default text.
    pub span: Span,
    /// Its role, which gives colour and glyph.
    pub role: Role,
    /// Not yet on disk: drawn dashed.
    pub pending: bool,
}
