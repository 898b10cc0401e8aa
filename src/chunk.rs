//! Configs, strategies and chunkings.
//!
//! Chunking is a pure function of an extraction, a config and a measure. Every boundary carries the
//! reason why it is there.

mod config;
mod types;

pub use config::{
    ChunkConfig, Config, EqualTo, KeepSeparator, LimitCounts, Overlap, RecursiveConfig, Strategy,
};
pub use types::{Chunk, Chunking, OverlapReason, Reason};
