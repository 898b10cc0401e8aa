//! All sizes of one span, for people.

use super::tokens::engine;
use super::unit::{Tokenizer, Unit};
use crate::text::{Span, Text};
use unicode_segmentation::UnicodeSegmentation;

/// The longest span whose graphemes, words and tokens are counted while a person waits.
const LONGEST: usize = 1024 * 1024;

/// The sizes of a span in every unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// UTF-8 bytes.
    pub bytes: usize,
    /// Unicode code points.
    pub characters: usize,
    /// Grapheme clusters; `None` for spans above 1 MiB.
    pub graphemes: Option<usize>,
    /// Words; `None` for spans above 1 MiB.
    pub words: Option<usize>,
    /// Tokens; `None` for spans above 1 MiB.
    pub tokens: Option<usize>,
}

/// The sizes of a span, without a [`super::Measure`]: the work is bounded by 1 MiB of text.
#[must_use]
pub fn sizes_of(text: &Text, span: Span, tokenizer: Tokenizer) -> Sizes {
    let piece = text.slice(span);
    let counted = (piece.len() <= LONGEST).then_some(piece);
    Sizes {
        bytes: piece.len(),
        characters: text.char_of(span.end()).0 - text.char_of(span.start()).0,
        graphemes: counted.map(|p| count(p, Unit::Graphemes, tokenizer)),
        words: counted.map(|p| count(p, Unit::Words, tokenizer)),
        tokens: counted.map(|p| count(p, Unit::Tokens, tokenizer)),
    }
}

/// The size of a whole text of its own, without an index.
#[must_use]
pub(crate) fn count(text: &str, unit: Unit, tokenizer: Tokenizer) -> usize {
    match unit {
        Unit::Bytes => text.len(),
        Unit::Characters => text.chars().count(),
        Unit::Graphemes => text.graphemes(true).count(),
        Unit::Words => text.unicode_words().count().max(usize::from(!text.is_empty())),
        Unit::Tokens => engine(tokenizer).count(text),
    }
}
