//! Fixed windows: one size, one step, wherever that cuts.
//!
//! Windows start every `step` units and hold `size` of them; the one that reaches the end of the text is
//! the last. Bytes snap back to character boundaries. Token windows lie on the document's own token
//! stream and snap back likewise; counted on their own they may have more tokens, and are then oversize.
//! A unit that is larger than the window is a window by itself.

use super::types::{Chunk, OverlapReason, Reason};
use crate::measure::{Measure, Unit};
use crate::text::{Cancel, Span};

/// Cuts the measured text; `None` when cancelled. `0 < step <= size` must hold.
pub(super) fn chunk(measure: &Measure, size: usize, step: usize, cancel: &Cancel) -> Option<Vec<Chunk>> {
    let mut chunks = Chunks { measure, size, overlap: size - step, done: Vec::new() };
    let len = measure.text().len();
    if let (Some(mut starts), Some(mut ends)) = (measure.token_walk(), measure.token_walk()) {
        let mut first = 0;
        while first < measure.total() && chunks.end() < len {
            if cancel.is_cancelled() {
                return None;
            }
            chunks.add(starts.place(first), ends.place(first.saturating_add(size)));
            first = first.saturating_add(step);
        }
        return Some(chunks.done);
    }
    let (mut first, mut start) = (0, 0);
    while chunks.end() < len {
        if cancel.is_cancelled() {
            return None;
        }
        if measure.unit() == Unit::Bytes {
            // Relative to the last snapped start, so that snapping never makes a window too large.
            chunks.add(start, start.saturating_add(size));
            let next = chunks.floor(start.saturating_add(step));
            start = if next == start { chunks.ceil(start + 1) } else { next };
        } else {
            let place = |n: usize| measure.unit_place(n).unwrap_or(len);
            chunks.add(place(first), place(first.saturating_add(size)));
        }
        first = first.saturating_add(step);
    }
    Some(chunks.done)
}

struct Chunks<'a> {
    measure: &'a Measure,
    size: usize,
    overlap: usize,
    done: Vec<Chunk>,
}

impl Chunks<'_> {
    fn end(&self) -> usize {
        self.done.last().map_or(0, |c| c.span.end())
    }

    fn floor(&self, place: usize) -> usize {
        let text = self.measure.text();
        text.floor_char_boundary(place.min(text.len()))
    }

    fn ceil(&self, place: usize) -> usize {
        let text = self.measure.text();
        text.ceil_char_boundary(place.min(text.len()))
    }

    /// A start, snapped back where that leads beyond the start before, else the character behind that.
    fn advanced(&self, place: usize) -> usize {
        let start = self.floor(place);
        match self.done.last() {
            Some(last) if start <= last.span.start() => self.ceil(last.span.start() + 1),
            _ => start,
        }
    }

    /// Adds the window, unless all of it lies in the one before.
    fn add(&mut self, start: usize, end: usize) {
        let len = self.measure.text().len();
        // Where snapping takes all of a window, it holds the character it lies in.
        let (start, end) = (self.advanced(start), self.floor(end));
        let end = if end <= start { self.ceil(start + 1) } else { end };
        if end <= self.end() {
            return;
        }
        let before = self.done.last();
        let shared = before.map_or(0, |b| b.span.end().saturating_sub(start));
        let overlap_before = self.measure.size(Span::new(start, start + shared));
        let overlap_reason = match before {
            None => OverlapReason::First,
            Some(_) if self.overlap == 0 => OverlapReason::NotAsked,
            Some(_) if overlap_before == self.overlap => OverlapReason::Asked,
            Some(_) => OverlapReason::Boundary,
        };
        let span = Span::new(start, end);
        let size = self.measure.size(span);
        self.done.push(Chunk {
            span,
            size,
            start_reason: if before.is_none() { Reason::TextStart } else { Reason::Step },
            end_reason: if end == len { Reason::TextEnd } else { Reason::Limit },
            overlap_before,
            overlap_reason,
            oversize: size > self.size,
        });
    }
}
