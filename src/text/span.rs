//! Half-open spans and the three kinds of offsets.

use serde::{Deserialize, Serialize};

/// A byte offset into a UTF-8 text, on a character boundary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ByteOffset(pub usize);

/// A number of Unicode code points from the start of a text, as Python counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CharOffset(pub usize);

/// A number of UTF-16 code units from the start of a text, as JavaScript counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Utf16Offset(pub usize);

/// A half-open range `[start, end)` of bytes in one revision of one text, on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    start: usize,
    end: usize,
}

impl Span {
    /// The span `[start, end)`.
    ///
    /// # Panics
    /// If `start > end`: such a span has no meaning and hides a mistake of the caller.
    #[must_use]
    #[track_caller]
    pub fn new(start: usize, end: usize) -> Self {
        assert!(start <= end, "a span cannot end ({end}) before it starts ({start})");
        Self { start, end }
    }

    /// An empty span at `offset`.
    #[must_use]
    pub fn empty(offset: usize) -> Self {
        Self { start: offset, end: offset }
    }

    /// The first byte.
    #[must_use]
    pub fn start(self) -> usize {
        self.start
    }

    /// The byte after the last.
    #[must_use]
    pub fn end(self) -> usize {
        self.end
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether nothing lies in the span.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether the byte at `offset` lies in the span.
    #[must_use]
    pub fn contains(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Whether `other` lies wholly in the span.
    #[must_use]
    pub fn contains_span(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// What both spans share, if they share at least one byte.
    #[must_use]
    pub fn intersection(self, other: Self) -> Option<Self> {
        let (start, end) = (self.start.max(other.start), self.end.min(other.end));
        (start < end).then_some(Self { start, end })
    }

    /// Whether the spans share at least one byte.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.intersection(other).is_some()
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The characters of `text` in the span.
    ///
    /// # Panics
    /// If the span is not of this text: out of its bounds or inside a character.
    #[must_use]
    #[track_caller]
    pub fn slice(self, text: &str) -> &str {
        &text[self.start..self.end]
    }

    /// The characters of `text` in the span, or `None` where the span is not of this text.
    #[must_use]
    pub fn get(self, text: &str) -> Option<&str> {
        text.get(self.start..self.end)
    }

    /// The span as a range, for indexing.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start..self.end
    }
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

/// A half-open range of code points: how spans are written to files, and equal to Python's slices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CharSpan {
    /// The first code point.
    pub start: usize,
    /// The code point after the last.
    pub end: usize,
}

impl std::fmt::Display for CharSpan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}, {})", self.start, self.end)
    }
}
