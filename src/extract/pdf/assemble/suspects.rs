//! What looks wrong in the text of a document although it could be read: for a reviewer to look at.

use super::furniture::Repeats;
use super::unit::{Role, Unit};
use crate::document::{BlockKind, PageIndex, ProblemCode};
use crate::text::Span;

/// A page tells so many places of a kind; more tell a person nothing new.
const MOST_A_PAGE: usize = 20;
/// A word of more letters than this is probably several.
const LONGEST_WORD: usize = 34;
/// So many single letters in a row are probably one word.
const MOST_LONE: usize = 5;

/// Something suspicious, with its place in the document's raw text.
#[derive(Debug)]
pub struct Suspect {
    pub code: ProblemCode,
    pub message: String,
    pub page: PageIndex,
    pub raw: Span,
}

/// Looks through units in the order in which they were written; `starts` says where in the raw text.
pub fn find<'u, 't: 'u>(
    units: impl Iterator<Item = (&'u Unit<'t>, usize)>,
    repeats: &Repeats,
) -> Vec<Suspect> {
    let mut out = Vec::new();
    let mut told: (u32, usize, usize) = (u32::MAX, 0, 0);
    for (unit, start) in units {
        if told.0 != unit.page {
            told = (unit.page, 0, 0);
        }
        let mut say = |code, message: String, raw: Span| {
            out.push(Suspect { code, message, page: PageIndex(unit.page), raw });
        };
        let page = unit.page + 1;
        let whole = Span::new(start, start + unit.raw().len());
        match unit.role {
            Role::Header | Role::Footer if repeats.is_unique(unit) => {
                let quote = quote(unit.raw());
                say(
                    ProblemCode::UniqueFurniture,
                    format!(
                        "Page {page}: “{quote}” stands on this page only and was taken for a header or footer"
                    ),
                    whole,
                );
            }
            Role::Body if repeats.is_kept(unit) && is_line(unit) => {
                let quote = quote(unit.raw());
                say(
                    ProblemCode::FurnitureInFlow,
                    format!("Page {page}: “{quote}” stands at the edge of several pages and is read as text"),
                    whole,
                );
            }
            _ => {}
        }
        if unit.role != Role::Body {
            continue;
        }
        let prose = matches!(unit.block.kind, BlockKind::Paragraph | BlockKind::ListItem);
        if prose && unit.block.cells >= 3 && unit.block.cells * 2 > unit.block.lines {
            say(
                ProblemCode::ColumnsMixed,
                format!("Page {page}: lines with wide gaps; columns or a table may be mixed"),
                whole,
            );
        }
        if !prose {
            continue;
        }
        for (place, what) in spacing(unit.raw()) {
            if told.1 < MOST_A_PAGE {
                told.1 += 1;
                let quote = quote(place.slice(unit.raw()));
                let raw = Span::new(start + place.start(), start + place.end());
                say(ProblemCode::WordSpacing, format!("Page {page}: “{quote}” {what}"), raw);
            }
        }
        if unit.text.scanned {
            for place in misread(unit.raw()) {
                if told.2 < MOST_A_PAGE {
                    told.2 += 1;
                    let quote = quote(place.slice(unit.raw()));
                    let raw = Span::new(start + place.start(), start + place.end());
                    say(
                        ProblemCode::OcrFault,
                        format!("Page {page}: “{quote}” may be misread by the text recognition"),
                        raw,
                    );
                }
            }
        }
    }
    out
}

/// Whether a unit says something, in words.
fn is_line(unit: &Unit<'_>) -> bool {
    let text = matches!(unit.block.kind, BlockKind::Paragraph | BlockKind::Heading | BlockKind::ListItem);
    text && unit.raw().chars().filter(|c| c.is_alphabetic()).count() > 3
}

/// The first words of a text, on one line.
fn quote(text: &str) -> String {
    const MOST: usize = 60;
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() <= MOST {
        return words;
    }
    words.chars().take(MOST - 1).chain(['…']).collect()
}

/// Words that may be several, and letters that may be one word.
fn spacing(text: &str) -> Vec<(Span, &'static str)> {
    let mut out = Vec::new();
    // Where a row of single letters starts, how many there are, where it ends.
    let mut lone: Option<(usize, usize, usize)> = None;
    for (at, word) in words(text) {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        let address = word.contains(['/', '@', '_', '\\', '.', '=', '-', '\u{ad}', '\u{2010}']);
        let spaceless = word.chars().any(crate::extract::pdf::layout::is_spaceless);
        if letters > LONGEST_WORD && !address && !spaceless {
            out.push((Span::new(at, at + word.len()), "may be several words"));
        }
        let single = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
        if single {
            let (from, n, _) = lone.unwrap_or((at, 0, at));
            lone = Some((from, n + 1, at + word.len()));
        } else {
            out.extend(lone.take().and_then(one_word));
        }
    }
    out.extend(lone.and_then(one_word));
    out
}

fn one_word((from, letters, end): (usize, usize, usize)) -> Option<(Span, &'static str)> {
    (letters > MOST_LONE).then(|| (Span::new(from, end), "may be one word"))
}

/// Words with figures between small letters, a capital at the end of small ones, or signs, as text recognition
/// makes them.
fn misread(text: &str) -> Vec<Span> {
    let odd = |word: &str| {
        let chars: Vec<char> = word.chars().filter(|c| c.is_alphanumeric()).collect();
        let small = |part: &[char]| part.iter().all(|c| c.is_lowercase());
        let figures =
            chars.windows(3).any(|w| w[0].is_lowercase() && w[1].is_ascii_digit() && w[2].is_lowercase());
        let capital = matches!(chars.as_slice(), [_, middle @ .., last]
            if middle.len() > 1 && small(middle) && last.is_uppercase());
        let noise = word.chars().any(|c| matches!(c, '^' | '~' | '|' | '¬' | '■' | '•' | '\\'));
        chars.len() > 2 && (figures || capital || noise)
    };
    words(text).filter(|(_, word)| odd(word)).map(|(at, word)| Span::new(at, at + word.len())).collect()
}

/// Words between white space, with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let base = text.as_ptr() as usize;
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - base, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quotes(text: &str) -> Vec<&str> {
        spacing(text).into_iter().map(|(place, _)| place.slice(text)).collect()
    }

    #[test]
    fn joined_and_split_words_are_told_from_long_ones() {
        assert_eq!(quotes("the Donaudampfschifffahrtsgesellschaft went"), Vec::<&str>::new());
        assert_eq!(
            quotes("see ThisSentenceHasLostAllOfItsSpacesOnItsWay now"),
            ["ThisSentenceHasLostAllOfItsSpacesOnItsWay"]
        );
        assert_eq!(quotes("die P u m p e n X läuft"), ["P u m p e n X"]);
        assert_eq!(quotes("a b c"), Vec::<&str>::new());
        assert_eq!(quotes("https://example.org/averyveryverylongaddresswithmanyletters"), Vec::<&str>::new());
    }

    #[test]
    fn words_that_a_scanner_misread_are_found() {
        let found =
            |text: &str| misread(text).into_iter().map(|s| s.slice(text).to_owned()).collect::<Vec<_>>();
        assert_eq!(found("the WoldB and f1ve ten- fold"), ["WoldB", "f1ve"]);
        assert_eq!(found("Pumpe X17, 3 bar, pH and McDonald"), Vec::<String>::new());
    }
}
