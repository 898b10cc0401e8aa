//! What is drawn over text and pages: chunks, passages, hits, the selection; as spans, for both sides.

pub use crate::app::{Cut, PassageMark, Pieces, ReviewPiece, Selection};
use crate::chunk::Chunking;
use crate::text::Span;

/// Everything that lies over the text.
#[derive(Clone, Copy, Debug)]
pub struct Overlay<'a> {
    /// The chunks.
    pub chunking: &'a Chunking,
    /// Changes whenever chunking, passages or hits change.
    pub generation: u64,
    /// Whether chunks are coloured at all.
    pub show_chunks: bool,
    /// The selected chunk, by place in the chunking.
    pub selected_chunk: Option<usize>,
    /// The chunk under the pointer, on whichever side it is.
    pub hovered_chunk: Option<usize>,
    /// Passages, in order of their start.
    pub passages: &'a [PassageMark],
    /// Search hits, ascending.
    pub hits: &'a [Span],
    /// The hit that stands out.
    pub current_hit: Option<usize>,
    /// What is selected.
    pub selection: Option<Selection>,
    /// Pieces and their order, while they are reviewed.
    pub review: Option<ReviewOverlay<'a>>,
}

/// What lies over text and pages while the reading order is reviewed.
#[derive(Clone, Copy, Debug)]
pub struct ReviewOverlay<'a> {
    /// The pieces.
    pub pieces: &'a Pieces,
    /// Changes whenever the pieces change.
    pub generation: u64,
    /// The selected piece, by place in the pieces.
    pub selected: Option<usize>,
    /// Whether what was taken out of the text is shown on pages.
    pub show_removed: bool,
    /// Places of the text where something was taken out, ascending.
    pub cuts: &'a [Cut],
    /// The stretch of text that is read now.
    pub playing: Option<Span>,
    /// Pieces that differ from what is compared, by place in the pieces, ascending.
    pub differing: &'a [usize],
    /// Where the columns of the selected table are parted, in points from the left edge of its page.
    pub columns: &'a [f32],
}

/// A stretch of text that one set of chunks covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The stretch.
    pub span: Span,
    /// The first chunk that covers it.
    pub first: usize,
    /// The last chunk that covers it; all between cover it too.
    pub last: usize,
}

impl Segment {
    /// How many chunks cover it.
    #[must_use]
    pub fn count(self) -> usize {
        self.last - self.first + 1
    }
}

/// Parts what the chunks cover of `within` into segments, in order. Stretches that no chunk covers
/// are left out.
///
/// Chunks are ordered by start and by end alike (both strictly ascending), so that the chunks over a
/// place are neighbours.
#[must_use]
pub fn segments(chunking: &Chunking, within: Span) -> Vec<Segment> {
    let chunks = &chunking.chunks;
    let begin = chunks.partition_point(|c| c.span.end() <= within.start());
    let mut borders: Vec<usize> = Vec::new();
    for chunk in &chunks[begin..] {
        if chunk.span.start() >= within.end() {
            break;
        }
        borders.push(chunk.span.start().max(within.start()));
        borders.push(chunk.span.end().min(within.end()));
    }
    borders.sort_unstable();
    borders.dedup();
    let mut out = Vec::new();
    for pair in borders.windows(2) {
        let span = Span::new(pair[0], pair[1]);
        let first = chunks.partition_point(|c| c.span.end() <= span.start());
        let last = chunks.partition_point(|c| c.span.start() <= span.start());
        if first < last {
            out.push(Segment { span, first, last: last - 1 });
        }
    }
    out
}
