//! What cleaning leaves alone: code, and the lines of tables.

use crate::document::{BlockKind, Extraction, SourceKind};
use crate::extract::markdown;
use crate::text::{EditMap, Span};

/// Places in the raw text.
pub(super) struct Protected {
    code: Vec<Span>,
    tables: Vec<Span>,
}

/// Places in one version of the text, in order; none overlaps another of its list.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// Code with its fences, and code inside of lines.
    pub code: Vec<Span>,
    /// Tables.
    pub tables: Vec<Span>,
}

impl Protected {
    pub fn of(extraction: &Extraction) -> Self {
        let (raw, map) = (extraction.raw(), extraction.loaded_edits());
        let of = |kind: BlockKind| -> Vec<Span> {
            let blocks = extraction.loaded_blocks().iter().filter(|b| b.kind == kind);
            blocks.map(|b| map.raw_span(b.span)).collect()
        };
        let code = match extraction.source().kind {
            SourceKind::Markdown => markdown::code_spans(raw),
            SourceKind::Code => vec![raw.span()],
            _ => of(BlockKind::Code),
        };
        let code = code.into_iter().map(|span| with_indent(raw, span)).collect();
        Self { code: joined(code), tables: joined(of(BlockKind::Table)) }
    }

    /// Where the same characters stand in an edited text.
    pub fn places(&self, map: &EditMap) -> Places {
        let moved =
            |spans: &[Span]| spans.iter().map(|s| map.edited_span(*s)).filter(|s| !s.is_empty()).collect();
        Places { code: moved(&self.code), tables: moved(&self.tables) }
    }
}

/// With the white space before it on its line, which is a part of indented code; without line ends after it.
fn with_indent(raw: &str, span: Span) -> Span {
    let before = raw[..span.start()].trim_end_matches([' ', '\t']);
    let start = if before.is_empty() || before.ends_with('\n') { before.len() } else { span.start() };
    let end = start + raw[start..span.end()].trim_end_matches('\n').len();
    Span::new(start, end.max(start))
}

/// In order, overlapping ones as one.
pub(super) fn joined(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut out: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match out.last_mut().filter(|last| last.overlaps(span)) {
            Some(last) => *last = last.cover(span),
            None => out.push(span),
        }
    }
    out
}

/// Asks of ascending places whether they touch one of a list.
pub(super) struct Sweep<'a> {
    spans: &'a [Span],
}

impl<'a> Sweep<'a> {
    pub fn over(spans: &'a [Span]) -> Self {
        Self { spans }
    }

    /// The first span of the list that overlaps `span`, which starts at or after all asked for before.
    pub fn touches(&mut self, span: Span) -> Option<Span> {
        let passed = self.spans.iter().take_while(|s| s.end() <= span.start()).count();
        self.spans = &self.spans[passed..];
        self.spans.first().copied().filter(|s| s.overlaps(span))
    }
}
