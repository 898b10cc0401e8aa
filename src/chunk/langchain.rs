//! The recursive strategy, equal to LangChain's `RecursiveCharacterTextSplitter`.
//!
//! Reproduced from its documented behavior and from recorded results:
//!
//! * A text is split at the first separator of the list that it holds; pieces that reach the size are
//!   split again at the separators behind that one, the others are merged.
//! * The length of a merged chunk is the sum of the lengths of its pieces, each counted by itself, with
//!   the separator between them where separators are dropped, before anything is stripped.
//! * Overlap is what is left of a chunk when pieces are taken from its front, and never crosses from one
//!   merge to the next.
//! * Stripping follows Python's idea of white space.
//!
//! Spans are carried from the pieces. Where separators are dropped and several follow each other,
//! LangChain puts one between the pieces; our chunk is the slice of the text with all of them.

use super::boundaries::occurrences;
use super::config::KeepSeparator;
use super::types::{Chunk, OverlapReason, Reason};
use crate::measure::{Measure, count};
use crate::text::{Cancel, Span};
use std::collections::VecDeque;

/// What one run works on.
pub(super) struct Run<'a> {
    pub text: &'a str,
    pub measure: &'a Measure,
    pub separators: &'a [String],
    pub keep: KeepSeparator,
    pub limit: usize,
    pub overlap: usize,
    pub strip: bool,
    pub cancel: &'a Cancel,
}

/// A span before it becomes a chunk.
struct Cut {
    span: Span,
    /// The level at which its pieces were made; `None` is between characters.
    level: Option<u8>,
    /// Which merge it came from.
    merge: usize,
    /// Whether all pieces of the chunk before were dropped for room rather than for the overlap.
    full: bool,
}

#[derive(Clone, Copy)]
struct Piece {
    span: Span,
    size: usize,
}

struct State {
    cuts: Vec<Cut>,
    merges: usize,
}

/// The pieces of one split that are being joined, of which only the current chunk's are held.
struct Merger {
    window: VecDeque<Piece>,
    total: usize,
    full: bool,
    /// Length of the separator between two pieces, where it is in neither.
    joint: usize,
    level: Option<u8>,
}

impl Run<'_> {
    /// Cuts the text; `None` when cancelled.
    pub fn chunk(&self) -> Option<Vec<Chunk>> {
        let mut state = State { cuts: Vec::new(), merges: 0 };
        self.split(Span::new(0, self.text.len()), 0, &mut state)?;
        Some(self.with_reasons(state.cuts))
    }

    fn size(&self, span: Span) -> usize {
        self.measure.size(span)
    }

    /// Splits a span at the separators from number `first` on.
    fn split(&self, span: Span, first: usize, state: &mut State) -> Option<()> {
        if self.cancel.is_cancelled() {
            return None;
        }
        let text = span.slice(self.text);
        let found = (first..self.separators.len())
            .find(|i| self.separators[*i].is_empty() || text.contains(self.separators[*i].as_str()));
        let number = found.or(self.separators.len().checked_sub(1));
        let separator = number.map_or("", |n| self.separators[n].as_str());
        let rest = found.filter(|n| !self.separators[*n].is_empty()).map_or(self.separators.len(), |n| n + 1);
        let level = number.filter(|_| !separator.is_empty()).and_then(|n| u8::try_from(n).ok());
        let joint = match self.keep {
            KeepSeparator::Drop if !separator.is_empty() => {
                count(separator, self.measure.unit(), self.measure.tokenizer())
            }
            _ => 0,
        };
        let mut merger = Merger { window: VecDeque::new(), total: 0, full: false, joint, level };
        for piece in self.pieces(span, separator) {
            let size = self.size(piece);
            if size < self.limit {
                self.merge(Piece { span: piece, size }, &mut merger, state);
                continue;
            }
            self.flush(&mut merger, state);
            if rest >= self.separators.len() {
                state.merges += 1;
                state.cuts.push(Cut { span: piece, level, merge: state.merges, full: false });
            } else {
                self.split(piece, rest, state)?;
            }
        }
        self.flush(&mut merger, state);
        Some(())
    }

    /// The pieces of a span that are not empty.
    fn pieces<'s>(&'s self, span: Span, separator: &'s str) -> Box<dyn Iterator<Item = Span> + 's> {
        let text = span.slice(self.text);
        let base = span.start();
        if separator.is_empty() {
            let characters = text.char_indices();
            return Box::new(characters.map(move |(i, c)| Span::new(base + i, base + i + c.len_utf8())));
        }
        let mut start = 0;
        let cuts = occurrences(text, separator).map(|at| (at, at + separator.len()));
        let cuts = cuts.map(|(at, behind)| match self.keep {
            KeepSeparator::Start => (at, at),
            KeepSeparator::End => (behind, behind),
            KeepSeparator::Drop => (at, behind),
        });
        let pieces = cuts.chain([(text.len(), text.len())]).map(move |(end, next)| {
            let piece = Span::new(base + start, base + end);
            start = next;
            piece
        });
        Box::new(pieces.filter(|piece| !piece.is_empty()))
    }

    /// Adds a piece to the current chunk, or to the next where it has no room.
    fn merge(&self, piece: Piece, merger: &mut Merger, state: &mut State) {
        if merger.with(piece) > self.limit && !merger.window.is_empty() {
            self.emit(merger, state);
            merger.full = false;
            while merger.total > self.overlap || (merger.with(piece) > self.limit && merger.total > 0) {
                merger.full = merger.total <= self.overlap;
                let Some(first) = merger.window.pop_front() else { break };
                let joint = if merger.window.is_empty() { 0 } else { merger.joint };
                merger.total = merger.total.saturating_sub(first.size + joint);
            }
        }
        merger.total = merger.with(piece);
        merger.window.push_back(piece);
    }

    fn flush(&self, merger: &mut Merger, state: &mut State) {
        self.emit(merger, state);
        merger.window.clear();
        (merger.total, merger.full) = (0, false);
        state.merges += 1;
    }

    fn emit(&self, merger: &Merger, state: &mut State) {
        let (Some(first), Some(last)) = (merger.window.front(), merger.window.back()) else { return };
        let mut span = first.span.cover(last.span);
        if self.strip {
            span = stripped(self.text, span);
        }
        if !span.is_empty() {
            state.cuts.push(Cut { span, level: merger.level, merge: state.merges, full: merger.full });
        }
    }

    fn with_reasons(&self, cuts: Vec<Cut>) -> Vec<Chunk> {
        let mut chunks: Vec<Chunk> = Vec::with_capacity(cuts.len());
        let last = cuts.len().saturating_sub(1);
        let mut merge = 0;
        for (n, cut) in cuts.into_iter().enumerate() {
            let before = chunks.last();
            let shared = before.and_then(|b| b.span.intersection(cut.span));
            let overlap_before = shared.map_or(0, |s| self.size(s));
            let overlap_reason = match before {
                None => OverlapReason::First,
                Some(_) if self.overlap == 0 => OverlapReason::NotAsked,
                Some(_) if overlap_before == self.overlap => OverlapReason::Asked,
                Some(_) if merge != cut.merge => OverlapReason::Border,
                Some(_) if cut.full => OverlapReason::Full,
                Some(_) => OverlapReason::Boundary,
            };
            merge = cut.merge;
            let by_level = cut.level.map_or(Reason::Limit, Reason::Separator);
            let start_reason = match before {
                None => Reason::TextStart,
                Some(_) if shared.is_some() => Reason::Overlap,
                Some(before) => before.end_reason.clone(),
            };
            let size = self.size(cut.span);
            chunks.push(Chunk {
                span: cut.span,
                size,
                start_reason,
                end_reason: if n == last { Reason::TextEnd } else { by_level },
                overlap_before,
                overlap_reason,
                oversize: size > self.limit,
            });
        }
        chunks
    }
}

impl Merger {
    /// The chunk's length with one more piece.
    fn with(&self, piece: Piece) -> usize {
        self.total + piece.size + if self.window.is_empty() { 0 } else { self.joint }
    }
}

/// What Python's `str.isspace` holds for white: Unicode's white space and four separators of ASCII.
fn is_python_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

fn stripped(text: &str, span: Span) -> Span {
    let piece = span.slice(text);
    let start = span.start() + (piece.len() - piece.trim_start_matches(is_python_space).len());
    let end = start + text[start..span.end()].trim_end_matches(is_python_space).len();
    Span::new(start, end)
}
