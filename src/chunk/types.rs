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
    /// None: the next piece leaves no room for it under the limit.
    Full,
    /// None: a border that overlap does not cross (a section; a recursion level of the mode that is equal to LangChain).
    Border,
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
