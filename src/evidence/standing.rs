//! How a chunking treats a mark: whole, cut, lost.

use crate::chunk::Chunking;
use crate::text::Span;

/// What becomes of a passage in a chunking. Chunks are named by their place in [`Chunking::chunks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Each of the chunks `first..=last` holds all of it (several, where chunks overlap).
    Whole {
        /// The first chunk that holds it.
        first: usize,
        /// The last chunk that holds it.
        last: usize,
    },
    /// No chunk holds all of it, but the chunks `first..=last` do together.
    Cut {
        /// The first chunk with a part of it.
        first: usize,
        /// The last chunk with a part of it.
        last: usize,
    },
    /// Some part of it that is not blank is in no chunk, or nothing of it is in any.
    Lost,
}

/// How `chunking` treats the passage at `span`, in O(log n).
///
/// White space that a trimming strategy left out at the passage's ends does not count against it.
/// Starts and ends of the chunks must not go back from one chunk to the next, as in every chunking of one level.
#[must_use]
pub fn standing(span: Span, chunking: &Chunking) -> Standing {
    let span = without_blank_ends(span, &chunking.blank);
    if touched(&chunking.lost, span).is_some() {
        return Standing::Lost;
    }
    let chunks = &chunking.chunks;
    let first = chunks.partition_point(|c| c.span.end() < span.end());
    let end = chunks.partition_point(|c| c.span.start() <= span.start());
    if !span.is_empty() && first < end {
        return Standing::Whole { first, last: end - 1 };
    }
    let first = chunks.partition_point(|c| c.span.end() <= span.start());
    let end = chunks.partition_point(|c| c.span.start() < span.end());
    if first < end { Standing::Cut { first, last: end - 1 } } else { Standing::Lost }
}

/// The first of `spans` (in order, apart) that shares a byte with `span`.
fn touched(spans: &[Span], span: Span) -> Option<Span> {
    let i = spans.partition_point(|s| s.end() <= span.start());
    spans.get(i).copied().filter(|s| s.overlaps(span))
}

fn without_blank_ends(span: Span, blank: &[Span]) -> Span {
    let (mut start, mut end) = (span.start(), span.end());
    if let Some(first) = touched(blank, span).filter(|b| b.start() <= start) {
        start = first.end().min(end);
    }
    let last = blank.partition_point(|b| b.start() < end).checked_sub(1).map(|i| blank[i]);
    if let Some(last) = last.filter(|b| b.end() >= end) {
        end = last.start().max(start);
    }
    Span::new(start, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::{Chunk, OverlapReason, Reason};
    use proptest::prelude::*;

    fn chunking(spans: &[(usize, usize)], blank: &[(usize, usize)], lost: &[(usize, usize)]) -> Chunking {
        let spans_of = |s: &[(usize, usize)]| s.iter().map(|&(a, b)| Span::new(a, b)).collect::<Vec<_>>();
        let chunk = |span: Span| Chunk {
            span,
            size: span.len(),
            start_reason: Reason::Step,
            end_reason: Reason::Limit,
            overlap_before: 0,
            overlap_reason: OverlapReason::NotAsked,
            oversize: false,
        };
        let chunks = spans_of(spans).into_iter().map(chunk).collect();
        Chunking { chunks, blank: spans_of(blank), lost: spans_of(lost) }
    }

    #[test]
    fn a_passage_is_whole_in_both_chunks_that_share_it() {
        let c = chunking(&[(0, 40), (30, 68)], &[], &[]);
        assert_eq!(standing(Span::new(31, 39), &c), Standing::Whole { first: 0, last: 1 });
        assert_eq!(standing(Span::new(0, 40), &c), Standing::Whole { first: 0, last: 0 });
        assert_eq!(standing(Span::new(29, 41), &c), Standing::Cut { first: 0, last: 1 });
    }

    #[test]
    fn a_passage_with_a_lost_letter_is_lost_one_with_a_trimmed_blank_is_not() {
        let c = chunking(&[(0, 10), (12, 20), (23, 30)], &[(10, 12)], &[(20, 23)]);
        assert_eq!(standing(Span::new(5, 12), &c), Standing::Whole { first: 0, last: 0 });
        assert_eq!(standing(Span::new(11, 15), &c), Standing::Whole { first: 1, last: 1 });
        assert_eq!(standing(Span::new(5, 15), &c), Standing::Cut { first: 0, last: 1 });
        assert_eq!(standing(Span::new(15, 21), &c), Standing::Lost);
        assert_eq!(standing(Span::new(15, 25), &c), Standing::Lost);
        assert_eq!(standing(Span::new(10, 12), &c), Standing::Lost);
        assert_eq!(standing(Span::new(3, 5), &Chunking::default()), Standing::Lost);
    }

    /// Chunks with overlaps, trimmed blanks and lost letters between them.
    fn made_up(pieces: &[(usize, usize, u8)]) -> Chunking {
        let (mut spans, mut blank, mut lost) = (Vec::<(usize, usize)>::new(), Vec::new(), Vec::new());
        let mut at = 0;
        let mut joined = false;
        for &(size, overlap, gap) in pieces {
            let before = spans.last().map_or(0, |s| s.1 - s.0 - 1);
            spans.push((at - if joined { overlap.min(before) } else { 0 }, at + size));
            at += size;
            joined = gap == 0;
            match gap {
                0 => (),
                1 => blank.push((at, at + 2)),
                _ => lost.push((at, at + 2)),
            }
            at += if joined { 0 } else { 2 };
        }
        chunking(&spans, &blank, &lost)
    }

    proptest! {
        /// The quick answer is the one that looking at every byte gives.
        #[test]
        fn standing_agrees_with_looking_at_every_byte(
            pieces in proptest::collection::vec((1usize..9, 0usize..4, 0u8..3), 1..9),
            start in 0usize..60,
            length in 1usize..20,
        ) {
            let c = made_up(&pieces);
            let end = c.chunks.iter().map(|k| k.span).chain(c.blank.clone()).chain(c.lost.clone()).map(Span::end).max();
            prop_assume!(Some(start + length) <= end);
            let bytes: Vec<usize> =
                (start..start + length).filter(|&i| !c.blank.iter().any(|b| b.contains(i))).collect();
            let which = |test: &dyn Fn(Span) -> bool| -> Vec<usize> {
                (0..c.chunks.len()).filter(|&k| test(c.chunks[k].span)).collect()
            };
            let whole = which(&|s| bytes.iter().all(|&i| s.contains(i)));
            let touched = which(&|s| bytes.iter().any(|&i| s.contains(i)));
            let in_none = bytes.iter().any(|&i| which(&|s| s.contains(i)).is_empty());
            let expected = match (whole.as_slice(), touched.as_slice()) {
                _ if bytes.is_empty() || in_none => Standing::Lost,
                ([first, .., last], _) => Standing::Whole { first: *first, last: *last },
                ([only], _) => Standing::Whole { first: *only, last: *only },
                (_, [first, .., last]) => Standing::Cut { first: *first, last: *last },
                _ => Standing::Lost,
            };
            prop_assert_eq!(standing(Span::new(start, start + length), &c), expected);
        }
    }
}
