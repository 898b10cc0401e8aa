//! Configs, strategies and chunkings.
//!
//! Chunking is a pure function of an extraction, a config and a measure. Every boundary carries the
//! reason why it is there. What a chunk is called in files is made here too; writing them is left to
//! others.

mod boundaries;
mod config;
mod error;
mod file;
mod fixed;
mod ids;
mod langchain;
mod prepared;
mod recursive;
mod stats;
mod types;

pub use boundaries::Boundaries;
pub use config::{
    ChunkConfig, Config, EqualTo, ExtractConfig, KeepSeparator, LimitCounts, Overlap, RecursiveConfig,
    Strategy,
};
pub use error::{ChunkError, ConfigError};
pub use ids::{chunk_id, qdrant_id};
pub use prepared::Prepared;
pub use stats::{Histogram, Stats};
pub use types::{Chunk, Chunking, OverlapReason, Reason};

use crate::document::Extraction;
use crate::measure::Measure;
use crate::text::{Cancel, Text};

/// Cuts the default text of an extraction.
///
/// # Errors
/// [`ChunkError::Config`] where the config cannot be used, [`ChunkError::Measure`] where the measure is
/// not of this text, unit and tokenizer, [`ChunkError::Cancelled`] when cancelled.
pub fn chunk(
    extraction: &Extraction,
    config: &ChunkConfig,
    measure: &Measure,
    cancel: &Cancel,
) -> Result<Chunking, ChunkError> {
    chunk_text(extraction.text(), config, measure, cancel)
}

/// Cuts a text. A [`Prepared`] does it faster when the same text is cut again.
///
/// # Errors
/// As [`chunk`].
pub fn chunk_text(
    text: &Text,
    config: &ChunkConfig,
    measure: &Measure,
    cancel: &Cancel,
) -> Result<Chunking, ChunkError> {
    config.validate()?;
    let boundaries = if config.needs_boundaries() {
        Some(Boundaries::new(text, &config.recursive, cancel).ok_or(ChunkError::Cancelled)?)
    } else {
        None
    };
    prepared::cut(text, config, measure, boundaries.as_ref(), cancel)
}
