//! Chunks and chunkings.

use crate::text::Span;
use serde::{Deserialize, Serialize};

/// Why a chunk starts or ends where it does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The text starts here.
    TextStart,
    /// The text ends here.
    TextEnd,
    /// A section starts or ends here.
    Section,
    /// A separator, by its place in the config's list (0 is the coarsest).
    Separator(u8),
    /// The size limit: no separator fitted.
    Limit,
    /// The fixed window's step.
    Step,
    /// The overlap with the chunk before starts here.
    Overlap,
}

impl Reason {
    /// The word used in files and on the command line.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::TextStart => "text_start",
            Self::TextEnd => "text_end",
            Self::Section => "section",
            Self::Separator(_) => "separator",
            Self::Limit => "limit",
            Self::Step => "step",
            Self::Overlap => "overlap",
        }
    }
}

/// Why the overlap with the chunk before is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverlapReason {
    /// The first chunk has none.
    First,
    /// None was asked for.
    NotAsked,
    /// As much as was asked for.
    Asked,
    /// Less than was asked for: no permitted boundary lies further back.
    Boundary,
    /// Less than was asked for, or none: the next piece leaves no more room under the limit.
    Full,
    /// None: a border that overlap does not cross (a section; a recursion level of the mode that is equal to LangChain).
    Border,
}

impl OverlapReason {
    /// The word used in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::NotAsked => "not_asked",
            Self::Asked => "asked",
            Self::Boundary => "boundary",
            Self::Full => "full",
            Self::Border => "border",
        }
    }
}

/// A piece of a text: a retrieval unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// Its place in the default text.
    pub span: Span,
    /// Its exact size in the config's unit.
    pub size: usize,
    /// Why it starts here.
    pub start_reason: Reason,
    /// Why it ends here.
    pub end_reason: Reason,
    /// What it shares with the chunk before, exactly, in the config's unit.
    pub overlap_before: usize,
    /// Why it shares that much.
    pub overlap_reason: OverlapReason,
    /// Whether it is larger than the limit because it could not be cut.
    pub oversize: bool,
}

/// All chunks of one text under one config.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunking {
    /// In order of their starts.
    pub chunks: Vec<Chunk>,
    /// White space that no chunk covers.
    pub blank: Vec<Span>,
    /// Anything else that no chunk covers.
    pub lost: Vec<Span>,
}

impl Chunking {
    /// Takes the chunks and finds what none of them covers.
    #[must_use]
    pub fn new(text: &str, chunks: Vec<Chunk>) -> Self {
        let mut chunking = Self { chunks, blank: Vec::new(), lost: Vec::new() };
        let mut covered = 0;
        let gaps = chunking.chunks.iter().map(|c| (c.span.start(), c.span.end()));
        for (start, end) in gaps.chain([(text.len(), text.len())]) {
            if covered < start {
                part_gap(text, Span::new(covered, start), &mut chunking.blank, &mut chunking.lost);
            }
            covered = covered.max(end);
        }
        chunking
    }
}

/// Parts a gap into runs of white space and of anything else. What Python strips counts as white.
fn part_gap(text: &str, gap: Span, blank: &mut Vec<Span>, lost: &mut Vec<Span>) {
    let white = |c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c);
    let mut at = gap.start();
    while at < gap.end() {
        let rest = &text[at..gap.end()];
        let is_white = rest.chars().next().is_some_and(white);
        let len = rest.find(|c| white(c) != is_white).unwrap_or(rest.len());
        let runs = if is_white { &mut *blank } else { &mut *lost };
        runs.push(Span::new(at, at + len));
        at += len;
    }
}
