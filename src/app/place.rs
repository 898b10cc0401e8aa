//! Places as people type them.

use thiserror::Error;

/// A place to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A page, counted from 1.
    Page(u32),
    /// A chunk, counted from 1.
    Chunk(usize),
    /// A code point of the text, counted from 0.
    Offset(usize),
}

/// What was typed names no place.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("“{0}” names no place. Type a page (12 or p 12), a chunk (c 7) or an offset (@1406).")]
pub struct PlaceError(String);

/// Reads `12`, `p 12`, `page 12`, `c 7`, `chunk 7`, `#7`, `@1406` or `offset 1406`. A number alone is
/// a page where there are pages, else a chunk.
///
/// # Errors
/// If what was typed has none of these forms.
pub fn parse(typed: &str, paged: bool) -> Result<Place, PlaceError> {
    let text = typed.trim().to_lowercase();
    let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let (word, number) = text.split_at(digits);
    let fault = || PlaceError(typed.trim().to_owned());
    let number: usize = number.replace([',', '.', ' '], "").parse().map_err(|_| fault())?;
    let page = || u32::try_from(number).map(Place::Page).map_err(|_| fault());
    match word.trim().trim_end_matches(['=', ':', '.']).trim() {
        "" if paged => page(),
        "p" | "page" | "#page" | "s" | "seite" => page(),
        "" | "c" | "chunk" | "#" => Ok(Place::Chunk(number)),
        "@" | "o" | "offset" | "[" => Ok(Place::Offset(number)),
        _ => Err(fault()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_people_write_them() {
        assert_eq!(parse("12", true), Ok(Place::Page(12)));
        assert_eq!(parse("12", false), Ok(Place::Chunk(12)));
        assert_eq!(parse(" Page 3 ", false), Ok(Place::Page(3)));
        assert_eq!(parse("#page=12", true), Ok(Place::Page(12)));
        assert_eq!(parse("c7", true), Ok(Place::Chunk(7)));
        assert_eq!(parse("@1,406", true), Ok(Place::Offset(1406)));
        assert!(parse("", true).is_err());
        assert!(parse("pump", true).is_err());
        assert!(parse("99999999999999999999999", true).is_err());
    }
}
