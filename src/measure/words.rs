//! Where words start and end.

use super::marks::Marks;
use crate::text::Cancel;
use unicode_segmentation::UnicodeSegmentation;

/// The words of a text (UAX #29, those with a letter or digit). The non-words after a word belong to
/// it, those before the first word to the first word.
///
/// A span's size is the number of words it touches, and one where it touches none but is not empty.
/// So sizes never shrink when a span grows, and add up where spans meet at the start of a word.
#[derive(Debug)]
pub(super) struct Words {
    starts: Marks,
    ends: Marks,
    len: usize,
}

impl Words {
    pub fn new(text: &str, cancel: &Cancel) -> Option<Self> {
        let (mut starts, mut ends) = (Vec::new(), Vec::new());
        for (n, (at, word)) in text.unicode_word_indices().enumerate() {
            if n % 4096 == 0 && cancel.is_cancelled() {
                return None;
            }
            starts.push(at);
            ends.push(at + word.len());
        }
        let len = text.len();
        Some(Self { starts: Marks::at(len, starts), ends: Marks::at(len, ends), len })
    }

    pub fn size(&self, start: usize, end: usize) -> usize {
        if start >= end {
            return 0;
        }
        let ended = self.ends.rank(start + 1);
        (self.starts.rank(end) - ended.min(self.starts.rank(end))).max(1)
    }

    pub fn farthest(&self, start: usize, limit: usize) -> usize {
        if limit == 0 {
            return start;
        }
        let first = self.ends.rank(start + 1);
        self.starts.select(first.saturating_add(limit)).unwrap_or(self.len).max(start)
    }

    pub fn earliest(&self, end: usize, limit: usize) -> usize {
        if limit == 0 {
            return end;
        }
        let before = self.starts.rank(end);
        let place = before.checked_sub(limit + 1).and_then(|n| self.ends.select(n));
        place.unwrap_or(0).min(end)
    }

    /// Number of places at which words may be parted: the text's start and each word's but the first.
    pub fn cuts(&self) -> usize {
        self.starts.count().max(1)
    }

    /// Where word number `n` starts, with what stands before the first word.
    pub fn cut(&self, n: usize) -> usize {
        if n == 0 { 0 } else { self.starts.select(n).unwrap_or(self.len) }
    }
}
