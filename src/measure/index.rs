//! A text with the size of any of its spans.

use super::marks::Marks;
use super::tokens::{Head, TokenIndex, TokenWalk};
use super::unit::{Tokenizer, Unit};
use super::words::Words;
use crate::text::{Cancel, Span, Text};
use std::num::NonZeroUsize;
use unicode_segmentation::UnicodeSegmentation;

/// The sizes of all spans of one text in one unit.
///
/// * Bytes and characters count themselves.
/// * Graphemes and tokens of a span are those that the span has as a text on its own.
/// * Words are those that the span touches; see [`Unit::Words`]. A span that is not empty has at least one.
pub struct Measure {
    text: Text,
    unit: Unit,
    tokenizer: Tokenizer,
    index: Index,
}

enum Index {
    /// Bytes; characters where all are ASCII.
    Plain,
    Characters(Marks),
    Graphemes(Marks),
    Words(Words),
    Tokens(TokenIndex),
}

impl Measure {
    /// Reads the text once; `None` when cancelled. Texts may have up to 4 GiB.
    ///
    /// Tokens are counted by as many threads as the machine has, up to eight; the result is the same for
    /// any number.
    #[must_use]
    pub fn new(text: &Text, unit: Unit, tokenizer: Tokenizer, cancel: &Cancel) -> Option<Self> {
        let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(8);
        Self::with_threads(text, unit, tokenizer, threads, cancel)
    }

    /// Like [`Measure::new`] with at most `threads` threads.
    #[must_use]
    pub fn with_threads(
        text: &Text,
        unit: Unit,
        tokenizer: Tokenizer,
        threads: usize,
        cancel: &Cancel,
    ) -> Option<Self> {
        let index = match unit {
            Unit::Bytes => Index::Plain,
            Unit::Characters if text.chars() == text.len() => Index::Plain,
            Unit::Characters => Index::Characters(Marks::bytes(text.as_bytes(), |b| (b as i8) >= -0x40)),
            Unit::Graphemes => Index::Graphemes(graphemes(text, cancel)?),
            Unit::Words => Index::Words(Words::new(text, cancel)?),
            Unit::Tokens => Index::Tokens(TokenIndex::new(text, tokenizer, threads, cancel)?),
        };
        (!cancel.is_cancelled()).then(|| Self { text: text.clone(), unit, tokenizer, index })
    }

    /// The unit that sizes are counted in.
    #[must_use]
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// Whose tokens are counted, where the unit is tokens.
    #[must_use]
    pub fn tokenizer(&self) -> Tokenizer {
        self.tokenizer
    }

    /// The text that is measured.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// The size of the whole text.
    #[must_use]
    pub fn total(&self) -> usize {
        match &self.index {
            Index::Tokens(index) => index.total(),
            _ => self.size(self.text.span()),
        }
    }

    /// The exact size of a span on character boundaries.
    #[must_use]
    pub fn size(&self, span: Span) -> usize {
        self.between(span.start(), span.end(), None)
    }

    fn between(&self, start: usize, end: usize, head: Option<&Head>) -> usize {
        match &self.index {
            Index::Plain => end.saturating_sub(start),
            Index::Characters(marks) => marks.rank(end).saturating_sub(marks.rank(start)),
            Index::Graphemes(marks) => self.count_graphemes(marks, start, end),
            Index::Words(words) => words.size(start, end),
            Index::Tokens(index) => index.size(&self.text, start, end, head),
        }
    }

    /// The largest character boundary `end` for which the span from `start` has at most `limit` units.
    ///
    /// Tokens are not monotone (a longer text may have fewer): then it is the largest such end up to the
    /// end of the piece in which the limit is passed, and nothing behind that fits.
    #[must_use]
    pub fn farthest(&self, start: usize, limit: usize) -> usize {
        match &self.index {
            Index::Tokens(index) => index.farthest(&self.text, start, limit),
            _ => self.cursor(start).reach(limit),
        }
    }

    /// A place before which no span up to `end` has at most `limit` units; for tokens perhaps a little
    /// before the first that has.
    pub(crate) fn earliest(&self, end: usize, limit: usize) -> usize {
        match &self.index {
            Index::Plain => self.text.ceil_char_boundary(end.saturating_sub(limit)),
            Index::Characters(marks) => {
                marks.select(marks.rank(end).saturating_sub(limit)).unwrap_or(end).min(end)
            }
            Index::Graphemes(marks) => {
                marks.select(marks.rank(end).saturating_sub(limit)).unwrap_or(end).min(end)
            }
            Index::Words(words) => words.earliest(end, limit),
            Index::Tokens(index) => index.earliest(&self.text, end, limit),
        }
    }

    /// Sizes of several spans from one start.
    pub(crate) fn cursor(&self, start: usize) -> Cursor<'_> {
        let head = match &self.index {
            Index::Tokens(index) => index.head(&self.text, start),
            _ => None,
        };
        Cursor { measure: self, start, head }
    }

    /// Number of units at whose starts a fixed window may cut, and the place of each; `None` for tokens,
    /// whose places [`Measure::token_walk`] finds.
    pub(crate) fn unit_place(&self, n: usize) -> Option<usize> {
        let len = self.text.len();
        match &self.index {
            Index::Plain => Some(self.text.floor_char_boundary(n.min(len))),
            Index::Characters(marks) | Index::Graphemes(marks) => Some(marks.select(n).unwrap_or(len)),
            Index::Words(words) if n < words.cuts() => Some(words.cut(n)),
            Index::Words(_) => Some(len),
            Index::Tokens(_) => None,
        }
    }

    pub(crate) fn token_walk(&self) -> Option<TokenWalk<'_>> {
        match &self.index {
            Index::Tokens(index) => Some(TokenWalk::new(index, &self.text)),
            _ => None,
        }
    }

    fn count_graphemes(&self, marks: &Marks, start: usize, end: usize) -> usize {
        let (mut at, mut count) = (start, 0);
        // A span that starts inside a cluster parts it anew, up to where both agree: the rules look
        // back to the start of a cluster at most, and flags pair up from there.
        for cluster in self.text[start..end].graphemes(true) {
            if marks.contains(at) {
                break;
            }
            at += cluster.len();
            count += 1;
        }
        count + marks.rank(end).saturating_sub(marks.rank(at))
    }

    fn reach_graphemes(&self, marks: &Marks, start: usize, limit: usize) -> usize {
        let (mut at, mut left) = (start, limit);
        for cluster in self.text[start..].graphemes(true) {
            if left == 0 || marks.contains(at) {
                break;
            }
            at += cluster.len();
            left -= 1;
        }
        if left == 0 {
            return at;
        }
        marks.select(marks.rank(at).saturating_add(left)).unwrap_or(self.text.len())
    }
}

impl std::fmt::Debug for Measure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Measure({:?} in {})", self.text, self.unit.name())
    }
}

/// Sizes of spans that share their start: what is special there is found once.
pub(crate) struct Cursor<'a> {
    measure: &'a Measure,
    start: usize,
    head: Option<Head>,
}

impl Cursor<'_> {
    /// The size of the span up to `end`.
    pub fn size(&self, end: usize) -> usize {
        self.measure.between(self.start, end, self.head.as_ref())
    }

    /// A place beyond which no span from here fits `limit`; exact in all units but tokens.
    pub fn reach(&self, limit: usize) -> usize {
        let (m, start) = (self.measure, self.start);
        match &m.index {
            Index::Plain => m.text.floor_char_boundary(start.saturating_add(limit).min(m.text.len())),
            Index::Characters(marks) => {
                marks.select(marks.rank(start).saturating_add(limit)).unwrap_or(m.text.len())
            }
            Index::Graphemes(marks) => m.reach_graphemes(marks, start, limit),
            Index::Words(words) => words.farthest(start, limit),
            Index::Tokens(index) => index.reach(&m.text, start, limit, self.head.as_ref()),
        }
    }
}

fn graphemes(text: &str, cancel: &Cancel) -> Option<Marks> {
    let mut starts = Vec::with_capacity(text.len());
    for (n, (at, _)) in text.grapheme_indices(true).enumerate() {
        if n % 4096 == 0 && cancel.is_cancelled() {
            return None;
        }
        starts.push(at);
    }
    Some(Marks::at(text.len(), starts))
}
