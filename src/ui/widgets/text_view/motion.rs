//! Where a caret goes: graphemes, words, paragraphs. Reads a bounded stretch of text around a place.

use crate::text::Span;
use unicode_segmentation::UnicodeSegmentation;

/// No grapheme or word that people write is longer; looking further could take forever on hostile text.
const REACH: usize = 2_000;

fn before(text: &str, offset: usize) -> &str {
    &text[text.ceil_char_boundary(offset.saturating_sub(REACH))..offset]
}

fn after(text: &str, offset: usize) -> &str {
    &text[offset..text.floor_char_boundary((offset + REACH).min(text.len()))]
}

pub(super) fn previous_grapheme(text: &str, offset: usize) -> usize {
    before(text, offset).graphemes(true).next_back().map_or(0, |g| offset - g.len())
}

pub(super) fn next_grapheme(text: &str, offset: usize) -> usize {
    after(text, offset).graphemes(true).next().map_or(text.len(), |g| offset + g.len())
}

/// The first grapheme boundary at or after `offset`.
pub(super) fn snap(text: &str, offset: usize) -> usize {
    let offset = text.ceil_char_boundary(offset.min(text.len()));
    let Some(c) = text[offset..].chars().next() else { return offset };
    // Most places are plain: a letter after a letter is a boundary.
    if c.is_ascii() || offset == 0 {
        return offset;
    }
    let from = text.ceil_char_boundary(offset.saturating_sub(128));
    let mut at = from;
    for grapheme in after(text, from).graphemes(true) {
        if at >= offset {
            return at;
        }
        at += grapheme.len();
    }
    at.max(offset)
}

pub(super) fn previous_word(text: &str, offset: usize) -> usize {
    let piece = before(text, offset);
    let base = offset - piece.len();
    piece.unicode_word_indices().next_back().map_or(base, |(i, _)| base + i)
}

pub(super) fn next_word(text: &str, offset: usize) -> usize {
    let piece = after(text, offset);
    piece.unicode_word_indices().next().map_or(offset + piece.len(), |(i, w)| offset + i + w.len())
}

/// The word at `offset` by UAX #29, or the run of other characters between two words there.
pub(super) fn word_at(text: &str, offset: usize) -> Span {
    let line = before(text, offset).rfind('\n').map_or(0, |i| i + 1);
    let base = offset - before(text, offset).len() + line;
    let end = offset + after(text, offset).find('\n').unwrap_or(after(text, offset).len());
    let piece = &text[base..end];
    for (i, word) in piece.split_word_bound_indices() {
        let span = Span::new(base + i, base + i + word.len());
        if span.contains(offset) {
            return span;
        }
    }
    piece
        .split_word_bound_indices()
        .next_back()
        .map_or(Span::empty(offset), |(i, w)| Span::new(base + i, base + i + w.len()))
}

/// The line at `offset`, from newline to newline.
pub(super) fn paragraph_at(text: &str, offset: usize) -> Span {
    let start = text[..offset].rfind('\n').map_or(0, |i| i + 1);
    let end = text[offset..].find('\n').map_or(text.len(), |i| offset + i);
    Span::new(start, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_beside_family_emoji_and_marks_never_in_them() {
        let text = "a👨\u{200d}👩\u{200d}👧e\u{301}z";
        let mut stops = vec![0];
        while *stops.last().unwrap() < text.len() {
            stops.push(next_grapheme(text, *stops.last().unwrap()));
        }
        let back: Vec<usize> = stops.iter().skip(1).map(|&s| previous_grapheme(text, s)).collect();
        assert_eq!(back, stops[..stops.len() - 1]);
        assert_eq!(stops.len(), 5);
        for i in 0..=text.len() {
            assert!(stops.contains(&snap(text, i)), "{i}");
        }
    }

    #[test]
    fn a_double_click_takes_the_word_alone() {
        let text = "Vor dem Öffnen, z. B. am";
        assert_eq!(word_at(text, text.find("ffnen").unwrap()).slice(text), "Öffnen");
        assert_eq!(word_at(text, text.find(',').unwrap()).slice(text), ",");
        assert_eq!(word_at(text, text.len()).slice(text), "am");
    }
}
