//! The recursive strategy, our own mode: the farthest boundary of the coarsest level that fits.
//!
//! * What fits is measured on the final, trimmed span; no chunk is larger than the limit unless nothing
//!   in it may be cut.
//! * The empty separator cuts between graphemes.
//! * Overlap starts at the earliest boundary of any level that keeps it within what was asked. It never
//!   costs the next piece its level: it shrinks until the piece that would follow without it fits.
//!   Inside text without boundaries, where the limit cut, it starts between graphemes.
//!
//! Boundaries lie in sorted sets and sizes are differences of prefix sums, so a cut costs a few searches
//! and the whole is linear in the number of chunks; nothing is read again from a cut to the end.

use super::boundaries::Boundaries;
use super::types::{Chunk, OverlapReason, Reason};
use crate::measure::{Cursor, Measure};
use crate::text::{Cancel, Span};
use unicode_segmentation::UnicodeSegmentation;

/// What one run works on.
pub(super) struct Run<'a> {
    pub text: &'a str,
    pub measure: &'a Measure,
    pub boundaries: &'a Boundaries,
    pub limit: usize,
    pub overlap: usize,
    pub trim: bool,
}

struct End {
    /// Where the chunk's span ends.
    ink: usize,
    /// Where the rest of the text starts.
    resume: usize,
    reason: Reason,
    size: usize,
}

struct Before {
    span: Span,
    reason: Reason,
}

impl Run<'_> {
    /// Cuts the text; `None` when cancelled.
    pub fn chunk(&self, cancel: &Cancel) -> Option<Vec<Chunk>> {
        let mut chunks = Vec::new();
        let mut at = 0;
        let mut before: Option<Before> = None;
        loop {
            if cancel.is_cancelled() {
                return None;
            }
            let fresh = self.skip(at);
            if fresh >= self.text.len() {
                return Some(chunks);
            }
            let alone = self.measure.cursor(fresh);
            let (start, overlap_reason) = self.overlap(before.as_ref(), fresh, &alone);
            let found =
                if start < fresh { self.find_end(&self.measure.cursor(start), start, fresh) } else { None };
            // Overlap that leaves no end is given up.
            let (start, overlap_reason, end) = match found {
                Some(end) => (start, overlap_reason, end),
                None if start < fresh => (fresh, OverlapReason::Full, self.end_alone(&alone, fresh)),
                None => (fresh, overlap_reason, self.end_alone(&alone, fresh)),
            };
            let start_reason = match &before {
                None => Reason::TextStart,
                Some(_) if start < fresh => Reason::Overlap,
                Some(before) => before.reason.clone(),
            };
            let shared = before.as_ref().filter(|b| start < b.span.end());
            chunks.push(Chunk {
                span: Span::new(start, end.ink),
                size: end.size,
                start_reason,
                end_reason: end.reason.clone(),
                overlap_before: shared.map_or(0, |b| self.size(start, b.span.end())),
                overlap_reason,
                oversize: end.size > self.limit,
            });
            if end.reason == Reason::TextEnd {
                return Some(chunks);
            }
            at = end.resume;
            before = Some(Before { span: Span::new(start, end.ink), reason: end.reason });
        }
    }

    fn size(&self, start: usize, end: usize) -> usize {
        self.measure.size(Span::new(start, end))
    }

    /// The first place from `at` on that a chunk may hold.
    fn skip(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        if self.trim { self.text.len() - rest.trim_start().len() } else { at }
    }

    /// Where the span of a chunk ends that is cut at `cut`.
    fn ink_end(&self, start: usize, cut: usize) -> usize {
        if self.trim { start + self.text[start..cut].trim_end().len() } else { cut }
    }

    /// The place beyond which no cut leaves a span from the cursor that fits.
    fn reach(&self, from: &Cursor<'_>) -> usize {
        self.skip(from.reach(self.limit))
    }

    /// The best end behind `beyond` of a chunk that starts at `start`.
    fn find_end(&self, from: &Cursor<'_>, start: usize, beyond: usize) -> Option<End> {
        let reach = self.reach(from);
        if reach == self.text.len()
            && let Some(end) = self.fitting(from, self.ink_end(start, reach), Reason::TextEnd, reach)
        {
            return Some(end);
        }
        for level in self.boundaries.levels() {
            let mut next = level.prev(reach);
            while let Some(cut) = next.filter(|cut| *cut > beyond) {
                let ink = self.ink_end(start, cut);
                let reason = Reason::Separator(level.number);
                if let Some(end) = self.fitting(from, ink, reason, level.resume(cut)) {
                    return Some(end);
                }
                // Cuts in the white space behind `ink` leave the same span.
                next = level.prev(ink.min(cut) - 1);
            }
        }
        if !self.boundaries.anywhere() {
            return None;
        }
        let mut cuts = self.graphemes(start, reach);
        while let Some(cut) = cuts.pop().filter(|cut| *cut > beyond) {
            if let Some(end) = self.fitting(from, self.ink_end(start, cut), Reason::Limit, cut) {
                return Some(end);
            }
        }
        None
    }

    fn fitting(&self, from: &Cursor<'_>, ink: usize, reason: Reason, resume: usize) -> Option<End> {
        let size = from.size(ink);
        (size <= self.limit).then_some(End { ink, resume, reason, size })
    }

    /// The best end without overlap; where nothing fits, the nearest boundary of any level.
    fn end_alone(&self, from: &Cursor<'_>, start: usize) -> End {
        if let Some(end) = self.find_end(from, start, start) {
            return end;
        }
        let (cut, resume, reason) = if self.boundaries.anywhere() {
            let cut = self.next_grapheme(start);
            (cut, cut, Reason::Limit)
        } else {
            let levels = self.boundaries.levels().iter();
            let cuts = levels.filter_map(|l| {
                let cut = l.next(start + 1)?;
                Some((cut, l.resume(cut), Reason::Separator(l.number)))
            });
            let end = self.text.len();
            cuts.min_by_key(|c| c.0).unwrap_or((end, end, Reason::TextEnd))
        };
        let blank_rest = self.skip(resume) == self.text.len();
        let reason = if blank_rest { Reason::TextEnd } else { reason };
        let ink = self.ink_end(start, cut);
        End { ink, resume, reason, size: from.size(ink) }
    }

    /// Ends of the graphemes from `start` up to `reach`.
    fn graphemes(&self, start: usize, reach: usize) -> Vec<usize> {
        let clusters = self.text[start..].grapheme_indices(true);
        clusters.map(|(at, c)| start + at + c.len()).take_while(|end| *end <= reach).collect()
    }

    fn next_grapheme(&self, start: usize) -> usize {
        let cluster = self.text[start..].graphemes(true).next();
        start + cluster.map_or(0, str::len)
    }

    /// Where the chunk that goes on at `fresh` starts, and why there.
    fn overlap(&self, before: Option<&Before>, fresh: usize, alone: &Cursor<'_>) -> (usize, OverlapReason) {
        let Some(before) = before else { return (fresh, OverlapReason::First) };
        if self.overlap == 0 {
            return (fresh, OverlapReason::NotAsked);
        }
        let end = before.span.end();
        let asked = self.measure.earliest(end, self.overlap).max(before.span.start() + 1);
        let fits_asked = |start: usize| self.size(start, end) <= self.overlap;
        let mid_piece = before.reason == Reason::Limit;
        let mut starts = Starts { run: self, end, graphemes: None };
        let mut wanted = starts.first(asked, fits_asked);
        if wanted.is_none() && mid_piece {
            starts.graphemes = Some(self.graphemes(before.span.start(), end));
            wanted = starts.first(asked, fits_asked);
        }
        let Some(wanted) = wanted else { return (fresh, OverlapReason::Boundary) };
        let Some(piece) = self.next_piece(fresh, alone, mid_piece) else {
            return (fresh, OverlapReason::Full);
        };
        let room = self.measure.earliest(piece, self.limit).max(wanted);
        match starts.first(room, |start| fits_asked(start) && self.size(start, piece) <= self.limit) {
            None => (fresh, OverlapReason::Full),
            Some(start) if start > wanted => (start, OverlapReason::Full),
            Some(start) if self.size(start, end) == self.overlap => (start, OverlapReason::Asked),
            Some(start) => (start, OverlapReason::Boundary),
        }
    }

    /// Where the first piece from `fresh` ends at the level at which it would be cut without overlap.
    fn next_piece(&self, fresh: usize, alone: &Cursor<'_>, mid_piece: bool) -> Option<usize> {
        if mid_piece && self.boundaries.anywhere() {
            return Some(self.next_grapheme(fresh));
        }
        let reach = self.reach(alone);
        for level in self.boundaries.levels() {
            let Some(cut) = level.next(fresh + 1).filter(|cut| *cut <= reach) else { continue };
            let ink = self.ink_end(fresh, cut);
            if alone.size(ink) <= self.limit {
                return Some(ink);
            }
        }
        let rest = self.ink_end(fresh, self.text.len());
        if reach == self.text.len() && alone.size(rest) <= self.limit {
            return Some(rest);
        }
        self.boundaries.anywhere().then(|| self.next_grapheme(fresh))
    }
}

/// The places at which an overlap may start.
struct Starts<'a> {
    run: &'a Run<'a>,
    /// Where the chunk before ends.
    end: usize,
    /// Ends of graphemes, where no separator is near.
    graphemes: Option<Vec<usize>>,
}

impl Starts<'_> {
    /// The first start from `place` on, before the end, that fits.
    fn first(&self, place: usize, fits: impl Fn(usize) -> bool) -> Option<usize> {
        if let Some(graphemes) = &self.graphemes {
            let from = graphemes.partition_point(|g| *g < place);
            let near = &graphemes[from..];
            // Sizes fall towards the end but for a token or two, hence the few steps back.
            let first = near.partition_point(|g| !fits(*g)).saturating_sub(4);
            let tried = near[first..].iter().map(|g| self.run.skip(*g));
            return tried.take_while(|g| *g < self.end).find(|g| fits(*g));
        }
        let mut at = place;
        loop {
            let start = self.run.skip(self.run.boundaries.next_start(at)?);
            if start >= self.end {
                return None;
            }
            if fits(start) {
                return Some(start);
            }
            at = start + 1;
        }
    }
}
