//! Tying a mark to a text, and finding its place again.

use super::types::{Passage, PassageId, QuestionId, Role};
use crate::text::{CharSpan, Span, Text};
use serde::{Deserialize, Serialize};

/// How many code points of the surroundings a mark keeps on each side.
pub const CONTEXT_CHARS: usize = 32;

/// More places than this tell a person nothing: the quote is everywhere.
const MOST_PLACES: usize = 100;

/// A place in a text with enough of the text to know it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anchor {
    /// The place, in code points.
    pub span: CharSpan,
    /// The exact characters.
    pub quote: String,
    /// Up to [`CONTEXT_CHARS`] code points before it.
    pub prefix: String,
    /// Up to [`CONTEXT_CHARS`] code points after it.
    pub suffix: String,
}

/// Where a mark lies in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved {
    /// The text is the revision it was made for, and its characters are there.
    Exact(Span),
    /// The text is another one: the mark must not be drawn on it.
    Stale,
}

/// Takes down a place of `text`.
///
/// # Panics
/// If `span` is not of this text.
#[must_use]
#[track_caller]
pub fn capture(text: &Text, span: Span) -> Anchor {
    let quote = text.slice(span).to_owned();
    let (before, after) = (&text[..span.start()], &text[span.end()..]);
    let from = before.char_indices().rev().take(CONTEXT_CHARS).last().map_or(before.len(), |(i, _)| i);
    let to = after.char_indices().nth(CONTEXT_CHARS).map_or(after.len(), |(i, _)| i);
    Anchor {
        span: text.char_span(span),
        quote,
        prefix: before[from..].to_owned(),
        suffix: after[..to].to_owned(),
    }
}

/// Where `passage` lies in `text`: exactly where it was made, or nowhere.
///
/// A mark is tied to a revision. On any other text it is stale, however much alike the text looks;
/// the quote is compared too, so that a mark whose offsets were damaged is not drawn either.
#[must_use]
pub fn resolve(passage: &Passage, text: &Text) -> Resolved {
    if passage.revision != text.revision() || passage.span.start > passage.span.end {
        return Resolved::Stale;
    }
    let span = text.byte_span(passage.span);
    let same = text.char_span(span) == passage.span && text.slice(span) == passage.quote;
    if same { Resolved::Exact(span) } else { Resolved::Stale }
}

/// The places of `text` where the passage's quote stands in exactly its surroundings, in order; at most 100.
///
/// Only a single place is safe to offer: with two or more nobody but a person can tell which was meant.
#[must_use]
pub fn find_again(passage: &Passage, text: &Text) -> Vec<Span> {
    let mut places = Vec::new();
    if passage.quote.is_empty() {
        return places;
    }
    let needle = [passage.prefix.as_str(), &passage.quote, &passage.suffix].concat();
    let mut from = 0;
    while let Some(at) = text[from..].find(&needle).filter(|_| places.len() < MOST_PLACES) {
        let start = from + at + passage.prefix.len();
        places.push(Span::new(start, start + passage.quote.len()));
        // Occurrences may overlap: go on one character further, not behind the match.
        from = text.ceil_char_boundary(from + at + 1);
    }
    places
}

impl Passage {
    /// A new mark on `span` of a document's text, without an id yet. With an [unset](QuestionId::UNSET) question it
    /// belongs to whichever is current when it is added.
    ///
    /// # Panics
    /// If `span` is not of this text.
    #[must_use]
    #[track_caller]
    pub fn mark(question: QuestionId, role: Role, document: &str, text: &Text, span: Span) -> Self {
        let Anchor { span, quote, prefix, suffix } = capture(text, span);
        let (id, document, revision) = (PassageId::UNSET, document.to_owned(), text.revision());
        Self { id, question, role, document, revision, span, quote, prefix, suffix }
    }

    /// Its place and surroundings.
    #[must_use]
    pub fn anchor(&self) -> Anchor {
        Anchor {
            span: self.span,
            quote: self.quote.clone(),
            prefix: self.prefix.clone(),
            suffix: self.suffix.clone(),
        }
    }

    /// The same mark at another place.
    #[must_use]
    pub fn at(self, anchor: Anchor) -> Self {
        let Anchor { span, quote, prefix, suffix } = anchor;
        Self { span, quote, prefix, suffix, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn mark(text: &Text, span: Span) -> Passage {
        Passage::mark(QuestionId(1), Role::Answer, "pump.md", text, span)
    }

    #[test]
    fn a_mark_after_an_emoji_keeps_code_points_and_surroundings() {
        let text = Text::new("💩This is an annotation");
        let at = text.find("annotation").unwrap();
        let passage = mark(&text, Span::new(at, text.len()));
        assert_eq!(passage.span, CharSpan { start: 12, end: 22 });
        assert_eq!((passage.prefix.as_str(), passage.suffix.as_str()), ("💩This is an ", ""));
        assert_eq!(resolve(&passage, &text), Resolved::Exact(Span::new(at, text.len())));
    }

    #[test]
    fn a_mark_on_the_last_emoji_ends_at_the_end() {
        let text = Text::new("Fertig 👨‍👩‍👧");
        let passage = mark(&text, Span::new(7, text.len()));
        assert_eq!(passage.span.end, text.chars());
        assert_eq!(resolve(&passage, &text), Resolved::Exact(Span::new(7, text.len())));
    }

    #[test]
    fn on_another_revision_a_mark_is_stale_even_where_its_words_stand_unmoved() {
        let passage = mark(&Text::new("limit 5 bar, warm"), Span::new(0, 11));
        assert_eq!(resolve(&passage, &Text::new("limit 5 bar, cold")), Resolved::Stale);
    }

    #[test]
    fn a_mark_whose_offsets_were_damaged_is_stale_on_its_own_text() {
        let text = Text::new("limit 5 bar");
        let good = mark(&text, Span::new(6, 11));
        for (start, end) in [(5, 10), (6, 400), (400, 405), (11, 6)] {
            let bad = Passage { span: CharSpan { start, end }, ..good.clone() };
            assert_eq!(resolve(&bad, &text), Resolved::Stale, "{start} {end}");
        }
    }

    #[test]
    fn a_moved_quote_is_found_once_a_doubled_one_twice_a_changed_one_never() {
        let text = Text::new("Vorwort. Der Druck ist 5 bar. Ende.");
        let at = text.find("5 bar").unwrap();
        let mut passage = mark(&text, Span::new(at, at + 5));
        passage.prefix = "ist ".to_owned();
        passage.suffix = ".".to_owned();
        let found = |t: &str| find_again(&passage, &Text::new(t));
        assert_eq!(found("Der Druck ist 5 bar."), [Span::new(14, 19)]);
        assert_eq!(found("ist 5 bar. ist 5 bar.").len(), 2);
        assert!(found("Der Druck ist 6 bar.").is_empty());
    }

    proptest! {
        #[test]
        fn every_mark_resolves_to_where_it_was_made(
            text in "(\\PC|[äß漢👨\u{200d}\u{301}\r\n\u{a0}]){1,90}", a in 0usize..400, b in 0usize..400,
        ) {
            let text = Text::new(text);
            let (a, b) = (text.floor_char_boundary(a.min(text.len())), text.floor_char_boundary(b.min(text.len())));
            let span = Span::new(a.min(b), a.max(b));
            let passage = mark(&text, span);
            prop_assert_eq!(resolve(&passage, &text), Resolved::Exact(span));
            prop_assert!(passage.prefix.chars().count() <= CONTEXT_CHARS);
            prop_assert!(passage.suffix.chars().count() <= CONTEXT_CHARS);
            if !span.is_empty() {
                prop_assert!(find_again(&passage, &text).contains(&span));
            }
        }
    }
}
