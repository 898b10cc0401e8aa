//! Conversion between byte, code point and UTF-16 offsets in O(log n).

use super::span::{ByteOffset, CharOffset, CharSpan, Span, Utf16Offset};

/// Distance between two checkpoints in bytes: a conversion reads at most this much of the text.
const STEP: usize = 512;

#[derive(Clone, Copy, Debug)]
struct Checkpoint {
    byte: usize,
    chars: usize,
    utf16: usize,
}

/// Checkpoints over one text; it must be asked about that text only.
#[derive(Debug, Default)]
pub struct TextIndex {
    /// Empty for ASCII, where all three offsets are equal.
    checkpoints: Vec<Checkpoint>,
    bytes: usize,
    chars: usize,
}

impl TextIndex {
    /// Reads `text` once.
    #[must_use]
    pub fn new(text: &str) -> Self {
        if text.is_ascii() {
            let n = text.len();
            return Self { checkpoints: Vec::new(), bytes: n, chars: n };
        }
        let mut checkpoints = Vec::with_capacity(text.len() / STEP + 1);
        let (mut byte, mut chars, mut utf16) = (0, 0, 0);
        checkpoints.push(Checkpoint { byte, chars, utf16 });
        while byte < text.len() {
            let end = text.ceil_char_boundary((byte + STEP).min(text.len()));
            let piece = &text[byte..end];
            chars += piece.chars().count();
            utf16 += piece.encode_utf16().count();
            byte = end;
            checkpoints.push(Checkpoint { byte, chars, utf16 });
        }
        Self { checkpoints, bytes: text.len(), chars }
    }

    /// Number of code points in the text.
    #[must_use]
    pub fn chars(&self) -> usize {
        self.chars
    }

    /// The code point that starts at or before `offset`, counted from the start.
    #[must_use]
    pub fn char_of(&self, text: &str, offset: ByteOffset) -> CharOffset {
        let byte = text.floor_char_boundary(offset.0.min(self.bytes));
        if self.checkpoints.is_empty() {
            return CharOffset(byte);
        }
        let at = self.before(|c| c.byte <= byte);
        CharOffset(at.chars + text[at.byte..byte].chars().count())
    }

    /// The byte where code point `offset` starts; the end of the text where there is none.
    #[must_use]
    pub fn byte_of(&self, text: &str, offset: CharOffset) -> ByteOffset {
        if self.checkpoints.is_empty() {
            return ByteOffset(offset.0.min(self.bytes));
        }
        let at = self.before(|c| c.chars <= offset.0);
        let rest = &text[at.byte..];
        let within = rest.char_indices().nth(offset.0 - at.chars).map_or(rest.len(), |(i, _)| i);
        ByteOffset(at.byte + within)
    }

    /// The number of UTF-16 code units before the byte at `offset`.
    #[must_use]
    pub fn utf16_of(&self, text: &str, offset: ByteOffset) -> Utf16Offset {
        let byte = text.floor_char_boundary(offset.0.min(self.bytes));
        if self.checkpoints.is_empty() {
            return Utf16Offset(byte);
        }
        let at = self.before(|c| c.byte <= byte);
        Utf16Offset(at.utf16 + text[at.byte..byte].encode_utf16().count())
    }

    /// The byte of UTF-16 unit `offset`; an offset inside a surrogate pair snaps back to its start.
    #[must_use]
    pub fn byte_of_utf16(&self, text: &str, offset: Utf16Offset) -> ByteOffset {
        if self.checkpoints.is_empty() {
            return ByteOffset(offset.0.min(self.bytes));
        }
        let at = self.before(|c| c.utf16 <= offset.0);
        let mut units = at.utf16;
        for (i, c) in text[at.byte..].char_indices() {
            units += c.len_utf16();
            if units > offset.0 {
                return ByteOffset(at.byte + i);
            }
        }
        ByteOffset(self.bytes)
    }

    /// The span counted in code points.
    #[must_use]
    pub fn char_span(&self, text: &str, span: Span) -> CharSpan {
        CharSpan {
            start: self.char_of(text, ByteOffset(span.start())).0,
            end: self.char_of(text, ByteOffset(span.end())).0,
        }
    }

    /// The span in bytes of a span in code points; ends past the text are cut at its end.
    #[must_use]
    pub fn byte_span(&self, text: &str, span: CharSpan) -> Span {
        let start = self.byte_of(text, CharOffset(span.start)).0;
        let end = self.byte_of(text, CharOffset(span.end.max(span.start))).0;
        Span::new(start, end)
    }

    fn before(&self, at_or_before: impl Fn(&Checkpoint) -> bool) -> Checkpoint {
        let n = self.checkpoints.partition_point(at_or_before);
        self.checkpoints[n.saturating_sub(1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn conversions_agree_with_counting(text in "(\\PC|[äöü漢👨\u{200d}\n]){0,700}") {
            let index = TextIndex::new(&text);
            let (mut chars, mut units) = (0, 0);
            for (byte, c) in text.char_indices().chain([(text.len(), ' ')]) {
                prop_assert_eq!(index.char_of(&text, ByteOffset(byte)), CharOffset(chars));
                prop_assert_eq!(index.byte_of(&text, CharOffset(chars)), ByteOffset(byte));
                prop_assert_eq!(index.utf16_of(&text, ByteOffset(byte)), Utf16Offset(units));
                prop_assert_eq!(index.byte_of_utf16(&text, Utf16Offset(units)), ByteOffset(byte));
                chars += 1;
                units += c.len_utf16();
            }
        }
    }

    #[test]
    fn a_mark_after_an_emoji_counts_code_points() {
        let text = "💩This is an annotation";
        let at = text.find("annotation").unwrap();
        let span = TextIndex::new(text).char_span(text, Span::new(at, text.len()));
        assert_eq!(span.to_string(), "[12, 22)");
    }
}
