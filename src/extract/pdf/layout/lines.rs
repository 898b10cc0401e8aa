//! Lines: the characters of a row in the order in which they are read.

use super::marker::{is_rtl, is_spaceless};
use super::rows::Row;
use super::words::{WORD_GAP, Word, WordSet};
use crate::extract::pdf::glyphs::{PageGlyphs, RawGlyph};

/// A gap this wide, in em, parts cells rather than words.
const CELL_GAP: f32 = 1.6;

/// What a line is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece {
    /// A glyph, by its place in [`WordSet::items`].
    Glyph(usize),
    /// A space that the file draws.
    Space(usize),
    /// A space that the file does not draw.
    Gap,
}

/// A line of text.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its pieces in reading order.
    pub pieces: Vec<Piece>,
    /// Its characters.
    pub text: String,
    /// Where it starts along the direction of writing.
    pub x0: f32,
    /// Where it ends.
    pub x1: f32,
    /// Its baseline.
    pub base: f32,
    /// Em of most of its characters.
    pub em: f32,
    /// Stroke thickness of most of its letters, in em; 0 where not known.
    pub stem: f32,
    /// Width of its first word.
    pub first_word: f32,
    /// Whether it has gaps as between a table's cells.
    pub cells: bool,
    /// Whether most of its letters are written from right to left.
    pub rtl: bool,
    /// Bytes of `text` that stand raised before the rest, as the mark of a note does.
    pub raised: usize,
    /// Whether its letters all have one width.
    pub mono: bool,
    /// Whether the file marks all of it as no content of the page.
    pub artifact: bool,
}

/// Writes a row as a line.
pub fn line(page: &PageGlyphs, set: &WordSet, row: &Row) -> Line {
    let words: Vec<&Word> = row.words.iter().map(|&w| &set.words[w]).collect();
    let mut pieces = Vec::new();
    let mut cells = false;
    for (i, word) in words.iter().enumerate() {
        pieces.extend(word.items.clone().map(Piece::Glyph));
        let Some(next) = words.get(i + 1) else { break };
        let (gap, em) = (next.x0 - word.x1, word.em.max(next.em));
        cells |= gap > CELL_GAP * em && i + 1 > usize::from(words[0].x1 - words[0].x0 < 2.5 * em);
        match word.space {
            Some(space) => pieces.push(Piece::Space(space)),
            None if word.y == next.y && word.items.end == next.items.start => pieces.push(Piece::Gap),
            None if gap > WORD_GAP * word.em.min(next.em) => pieces.push(Piece::Gap),
            None => {}
        }
    }
    let rtl = to_logical(page, set, &mut pieces);
    let text = pieces.iter().map(|p| piece_text(page, set, *p)).collect();
    let (em, stem) = look(page, set, &words);
    let first_word = words.first().map_or(0.0, |w| w.x1 - w.x0);
    let raised = raised(page, set, &pieces, row.base, em);
    let glyphs = || pieces.iter().filter_map(|p| glyph_of(page, set, *p));
    let artifact = glyphs().all(|g| g.is(RawGlyph::ARTIFACT));
    let mono = is_mono(page, glyphs());
    let (x0, x1, base) = (row.x0, row.x1, row.base);
    Line { pieces, text, x0, x1, base, em, stem, first_word, cells, rtl, raised, mono, artifact }
}

/// The glyph of a piece that is no space.
fn glyph_of<'a>(page: &'a PageGlyphs, set: &WordSet, piece: Piece) -> Option<&'a RawGlyph> {
    match piece {
        Piece::Glyph(i) => Some(&page.glyphs[set.items[i].glyph]),
        Piece::Space(_) | Piece::Gap => None,
    }
}

/// Whether a glyph stands raised and small over the baseline of a line of this em.
pub fn is_raised(item: &super::frame::Item, base: f32, em: f32) -> bool {
    item.em < 0.85 * em && item.y < base - 0.15 * em
}

/// Bytes at the start of the line that stand raised before other text.
fn raised(page: &PageGlyphs, set: &WordSet, pieces: &[Piece], base: f32, em: f32) -> usize {
    let mut bytes = 0;
    for piece in pieces {
        match *piece {
            Piece::Glyph(i) if is_raised(&set.items[i], base, em) => {
                bytes += piece_text(page, set, *piece).len();
            }
            _ => return bytes,
        }
    }
    0
}

/// Whether narrow and wide letters have one width, as in typewriter faces.
fn is_mono<'a>(page: &PageGlyphs, glyphs: impl Iterator<Item = &'a RawGlyph>) -> bool {
    let (mut narrow, mut wide, mut least, mut most) = (0, 0, f32::INFINITY, 0.0_f32);
    for glyph in glyphs {
        match page.chars(glyph) {
            "i" | "l" | "." | "," | "I" | "t" | "r" | "j" | "f" | "'" | ":" | ";" => narrow += 1,
            "m" | "w" | "M" | "W" | "o" | "e" | "a" | "n" => wide += 1,
            _ => continue,
        }
        let width = glyph.advance / glyph.em;
        (least, most) = (least.min(width), most.max(width));
    }
    narrow > 0 && wide > 0 && most - least < 0.03 && (0.4..0.8).contains(&most)
}

/// The characters of a piece.
pub fn piece_text<'a>(page: &'a PageGlyphs, set: &WordSet, piece: Piece) -> &'a str {
    match piece {
        Piece::Glyph(i) => page.chars(&page.glyphs[set.items[i].glyph]),
        Piece::Space(_) | Piece::Gap => " ",
    }
}

/// Em and stroke thickness of most characters.
fn look(page: &PageGlyphs, set: &WordSet, words: &[&Word]) -> (f32, f32) {
    let items = words.iter().flat_map(|w| &set.items[w.items.clone()]);
    let mut ems: Vec<f32> = items.clone().map(|i| i.em).collect();
    let mut stems: Vec<f32> = items.map(|i| page.glyphs[i.glyph].stem).filter(|&s| s > 0.0).collect();
    ems.sort_by(f32::total_cmp);
    stems.sort_by(f32::total_cmp);
    let middle = |v: &[f32]| v.get(v.len() / 2).copied().unwrap_or(0.0);
    (middle(&ems), middle(&stems))
}

/// Turns pieces from left to right into pieces in reading order; true where the line is written from
/// right to left.
///
/// PDF has no directions, glyphs stand where they are seen. A line with letters from right to left
/// is read backwards but for runs of other letters and digits in it: the reverse of the reordering
/// of UAX #9 for its two lowest levels. Where the letters from right to left are few, only their
/// runs are turned.
fn to_logical(page: &PageGlyphs, set: &WordSet, pieces: &mut [Piece]) -> bool {
    let class: Vec<Class> = pieces.iter().map(|p| classify(piece_text(page, set, *p))).collect();
    let right = class.iter().filter(|c| **c == Class::Rtl).count();
    if right == 0 {
        return false;
    }
    let left = class.iter().filter(|c| **c == Class::Ltr).count();
    let rtl = right >= left;
    let turned = if rtl { Class::Ltr } else { Class::Rtl };
    let mut runs = Vec::new();
    let mut i = 0;
    while i < class.len() {
        let inner = |c: Class| c == turned || (rtl && c == Class::Digit);
        if !inner(class[i]) {
            i += 1;
            continue;
        }
        let mut end = i + 1;
        let mut k = i + 1;
        while k < class.len()
            && (inner(class[k]) || class[k] == Class::Neutral || (!rtl && class[k] == Class::Digit))
        {
            k += 1;
            if inner(class[k - 1]) {
                end = k;
            }
        }
        runs.push(i..end);
        i = end;
    }
    for run in runs {
        pieces[run].reverse();
    }
    if rtl {
        pieces.reverse();
    }
    rtl
}

#[derive(Clone, Copy, PartialEq)]
enum Class {
    Ltr,
    Rtl,
    Digit,
    Neutral,
}

fn classify(text: &str) -> Class {
    match text.chars().next() {
        Some(c) if is_rtl(c) => Class::Rtl,
        Some(c) if c.is_numeric() => Class::Digit,
        Some(c) if c.is_alphabetic() => Class::Ltr,
        _ => Class::Neutral,
    }
}

/// How two lines of a paragraph are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// By a space.
    Space,
    /// By nothing: scripts without spaces, compounds that keep their hyphen.
    Nothing,
    /// The hyphen at the end goes too.
    Hyphen,
    /// Not: the line break stays.
    Break,
}

/// How `next` goes on after a line that ends with `text`.
pub fn join(text: &str, next: &str) -> Join {
    let mut back = text.chars().rev();
    let (last, before) = (back.next().unwrap_or(' '), back.next().unwrap_or(' '));
    let first = next.chars().next().unwrap_or(' ');
    if last == '\u{ad}' {
        return Join::Hyphen;
    }
    if matches!(last, '-' | '\u{2010}') && before.is_alphabetic() {
        let word: String = next.chars().take_while(|c| c.is_alphabetic()).collect();
        return match first {
            _ if ["und", "oder", "bzw", "sowie", "and", "or", "et", "ou"].contains(&word.as_str()) => {
                Join::Space
            }
            c if c.is_lowercase() => Join::Hyphen,
            c if c.is_alphanumeric() => Join::Nothing,
            _ => Join::Space,
        };
    }
    if is_spaceless(last) && is_spaceless(first) { Join::Nothing } else { Join::Space }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_parted_at_the_line_end_are_joined() {
        assert_eq!(join("die Strom-", "versorgung prüfen"), Join::Hyphen);
        assert_eq!(join("Vor-", "und Nachteile"), Join::Space);
        assert_eq!(join("Karl-", "Heinz"), Join::Nothing);
        assert_eq!(join("von 3 -", "4 bar"), Join::Space);
        assert_eq!(join("取扱", "説明書"), Join::Nothing);
        assert_eq!(join("plain", "text"), Join::Space);
    }
}
