//! Hyphens at the ends of a text's lines.

use super::protect::{Places, Sweep};
use crate::text::{Edit, EditKind, Span};
use std::collections::HashSet;

const SIGNS: [char; 3] = ['-', '\u{2010}', '\u{ad}'];

/// Words that follow on a hyphen that stands for a left-out part: "Vor- und Nachteile".
const AND: [&str; 12] =
    ["und", "oder", "bis", "sowie", "bzw", "noch", "als", "and", "or", "to", "nor", "versus"];

/// Line ends after a hyphen where the word goes on with a small letter, or where the hyphen is a soft one.
///
/// The hyphen goes too, but for that of a word that stands elsewhere in the text with its hyphen inside of a
/// line. Not in code or tables.
pub(super) fn find(text: &str, places: &Places) -> Vec<Edit> {
    let mut compounds = None;
    let (mut code, mut tables) = (Sweep::over(&places.code), Sweep::over(&places.tables));
    let mut edits = Vec::new();
    for (newline, _) in text.match_indices('\n') {
        let line = text[..newline].trim_end_matches([' ', '\t', '\u{a0}']);
        let Some(sign) = line.chars().next_back().filter(|c| SIGNS.contains(c)) else { continue };
        let start = line.len() - sign.len_utf8();
        let rest = text[newline + 1..].trim_start_matches([' ', '\t', '\u{a0}']);
        let end = text.len() - rest.len();
        let (before, after) = (word_before(&text[..start]), word_after(rest));
        let goes_on = after.starts_with(char::is_lowercase) || (sign == '\u{ad}' && !after.is_empty());
        let whole = Span::new(start, end);
        if before.is_empty() || !goes_on || AND.contains(&after) {
            continue;
        }
        if code.touches(whole).is_some() || tables.touches(whole).is_some() {
            continue;
        }
        let known = compounds.get_or_insert_with(|| self::compounds(text));
        let keeps = sign != '\u{ad}' && known.contains(&compound(before, after));
        let start = if keeps { start + sign.len_utf8() } else { start };
        edits.push(Edit { kind: EditKind::Hyphen, raw: Span::new(start, end), replacement: String::new() });
    }
    edits
}

/// All words with one hyphen inside of a line, in small letters.
fn compounds(text: &str) -> HashSet<String> {
    let mut out = HashSet::new();
    for (at, sign) in text.match_indices(['-', '\u{2010}']) {
        let (before, after) = (word_before(&text[..at]), word_after(&text[at + sign.len()..]));
        if !before.is_empty() && !after.is_empty() {
            out.insert(compound(before, after));
        }
    }
    out
}

fn compound(before: &str, after: &str) -> String {
    format!("{before}-{after}").to_lowercase()
}

/// The letters that `text` ends with, 64 at most.
fn word_before(text: &str) -> &str {
    let letters = text.char_indices().rev().take(64).take_while(|c| c.1.is_alphabetic());
    letters.last().map_or("", |(i, _)| &text[i..])
}

/// The letters that `text` starts with, 64 at most.
fn word_after(text: &str) -> &str {
    let letters = text.char_indices().take(64).take_while(|c| c.1.is_alphabetic());
    letters.last().map_or("", |(i, c)| &text[..i + c.len_utf8()])
}
