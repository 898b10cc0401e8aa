//! Where the lines of a text start.

use super::span::Span;

/// The starts of all lines; a line ends after its `\n`. Made for one text.
#[derive(Debug)]
pub struct LineIndex {
    starts: Vec<usize>,
    len: usize,
}

impl LineIndex {
    /// Reads `text` once.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1));
        Self { starts, len: text.len() }
    }

    /// Number of lines: one more than there are newlines.
    #[must_use]
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The line that holds byte `offset`, counted from 0.
    #[must_use]
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&s| s <= offset).saturating_sub(1)
    }

    /// The span of a line with its newline; empty at the end of the text where there is no such line.
    #[must_use]
    pub fn span(&self, line: usize) -> Span {
        let start = self.starts.get(line).copied().unwrap_or(self.len);
        let end = self.starts.get(line + 1).copied().unwrap_or(self.len);
        Span::new(start, end)
    }

    /// The span of a line without its newline.
    #[must_use]
    pub fn content(&self, line: usize) -> Span {
        let span = self.span(line);
        let newline = usize::from(line + 1 < self.starts.len());
        Span::new(span.start(), span.end() - newline)
    }
}
