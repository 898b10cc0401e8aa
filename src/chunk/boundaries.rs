//! Where separators allow a cut.

use super::config::{KeepSeparator, RecursiveConfig};
use crate::measure::{Marks, mask};
use crate::text::Cancel;

/// All places of a text at which the separators of a config allow a cut, a set for each level.
///
/// Made by one pass a separator; occurrences do not overlap and are found from the start, as
/// [`str::match_indices`] finds them.
#[derive(Debug)]
pub struct Boundaries {
    levels: Vec<Level>,
    anywhere: bool,
}

/// The boundaries of one separator.
#[derive(Debug)]
pub(super) struct Level {
    /// Place of the separator in the config.
    pub number: u8,
    cuts: Marks,
    /// Bytes left out behind a cut.
    gap: usize,
}

impl Boundaries {
    /// Reads the text once a separator; `None` when cancelled. Separators behind an empty one are not
    /// used.
    #[must_use]
    pub fn new(text: &str, config: &RecursiveConfig, cancel: &Cancel) -> Option<Self> {
        let mut levels = Vec::new();
        let mut anywhere = false;
        for (number, separator) in (0..=u8::MAX).zip(&config.separators) {
            if separator.is_empty() {
                anywhere = true;
                break;
            }
            if cancel.is_cancelled() {
                return None;
            }
            let len = separator.len();
            let shift = if config.keep_separator == KeepSeparator::End { len } else { 0 };
            let gap = if config.keep_separator == KeepSeparator::Drop { len } else { 0 };
            let cuts = match *separator.as_bytes() {
                [byte] if shift == 0 => Marks::bytes(text.as_bytes(), byte),
                [byte] => Marks::behind_bytes(text.as_bytes(), byte),
                _ => Marks::at(text.len(), occurrences(text, separator).map(|at| at + shift)),
            };
            levels.push(Level { number, cuts, gap });
        }
        Some(Self { levels, anywhere })
    }

    pub(super) fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Whether the empty separator is in the list.
    pub(super) fn anywhere(&self) -> bool {
        self.anywhere
    }

    /// The first place at or after `place` at which a chunk may start.
    pub(super) fn next_start(&self, place: usize) -> Option<usize> {
        self.levels.iter().filter_map(|l| Some(l.cuts.next(place.saturating_sub(l.gap))? + l.gap)).min()
    }
}

impl Level {
    /// The last cut at or before `place`.
    pub fn prev(&self, place: usize) -> Option<usize> {
        self.cuts.prev(place)
    }

    /// The first cut at or after `place`.
    pub fn next(&self, place: usize) -> Option<usize> {
        self.cuts.next(place)
    }

    /// Where the next chunk may start behind a cut of this level.
    pub fn resume(&self, cut: usize) -> usize {
        cut + self.gap
    }
}

/// Where a separator lies: by its first byte, which for separators is far faster than a general search.
pub(super) fn occurrences<'a>(text: &'a str, separator: &'a str) -> impl Iterator<Item = usize> + 'a {
    let (bytes, needle) = (text.as_bytes(), separator.as_bytes());
    let first = needle.first().copied().unwrap_or(0);
    let mut free = 0;
    bytes
        .chunks(64)
        .enumerate()
        .flat_map(move |(n, block)| {
            let mut bits = mask(block, first);
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as usize;
                (bits != 0).then(|| {
                    bits &= bits - 1;
                    n * 64 + bit
                })
            })
        })
        .filter(move |at| {
            let found = *at >= free && bytes[*at..].starts_with(needle);
            if found {
                free = at + needle.len();
            }
            found
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn occurrences_are_those_of_the_standard_library(text in "[ab\nä ]{0,200}", separator in "[ab\nä ]{1,3}") {
            let expected: Vec<_> = text.match_indices(&separator).map(|m| m.0).collect();
            prop_assert_eq!(occurrences(&text, &separator).collect::<Vec<_>>(), expected);
        }
    }
}
