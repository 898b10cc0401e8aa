//! Chunkings made by hand, for the views that paint them.

use fundstelle::chunk::{Chunk, Chunking, OverlapReason, Reason};
use fundstelle::text::Span;

/// Chunks at these places, all cut at the limit.
pub fn chunking(spans: &[(usize, usize)]) -> Chunking {
    let chunk = |&(start, end): &(usize, usize)| Chunk {
        span: Span::new(start, end),
        size: end - start,
        start_reason: Reason::Limit,
        end_reason: Reason::Limit,
        overlap_before: 0,
        overlap_reason: OverlapReason::Asked,
        oversize: false,
    };
    Chunking { chunks: spans.iter().map(chunk).collect(), ..Chunking::default() }
}
