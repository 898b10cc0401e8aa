//! Paragraphs that go on over a page break, and hyphens that belong to their word.

use super::unit::{Role, Unit};
use super::write::Follows;
use crate::document::BlockKind;
use crate::text::{Edit, EditKind};
use rustc_hash::FxHashSet;

/// A paragraph that goes on has more than so many characters.
const LONG: u32 = 30;

/// Whether `next`, on a later page, goes on with the paragraph `unit`.
pub fn goes_on(unit: &Unit<'_>, next: &Unit<'_>) -> bool {
    let (a, b) = (&unit.block, &next.block);
    if let (Some(x), Some(y)) = (a.element, b.element) {
        // The file's tags know.
        return x == y && unit.page < next.page;
    }
    let alike = (a.size - b.size).abs() < 0.08 * a.size.max(b.size);
    let weight = a.stem == 0.0 || b.stem == 0.0 || a.stem.max(b.stem) < 1.28 * a.stem.min(b.stem);
    let words = a.open_end && (b.continues || ends_with_hyphen(unit));
    let shape = a.open_end && a.full && !b.indented && b.lines >= 2 && !unit.raw().ends_with(':');
    unit.page < next.page
        && next.page - unit.page <= 2
        && unit.is_prose()
        && next.role == Role::Body
        && b.kind == BlockKind::Paragraph
        && a.upright
        && b.upright
        && alike
        && weight
        && a.chars > LONG
        && (words || (shape && b.kind == a.kind))
}

fn ends_with_hyphen(unit: &Unit<'_>) -> bool {
    unit.raw().ends_with(['-', '\u{2010}', '\u{ad}'])
}

/// How the second part of a paragraph follows the first.
pub fn follows(unit: &Unit<'_>, next: &Unit<'_>) -> Follows {
    let sign = unit.raw().chars().next_back().unwrap_or(' ');
    let small = next.raw().starts_with(char::is_lowercase);
    let spaceless = |c: Option<char>| c.is_some_and(crate::extract::pdf::layout::is_spaceless);
    match sign {
        '\u{ad}' => Follows::Joined { hyphen: true, space: false },
        '-' | '\u{2010}' if small => Follows::Joined { hyphen: true, space: false },
        '-' | '\u{2010}' => Follows::Joined { hyphen: false, space: false },
        _ => {
            let space = !(spaceless(Some(sign)) && spaceless(next.raw().chars().next()));
            Follows::Joined { hyphen: false, space }
        }
    }
}

/// Keeps the hyphens of compounds that stand elsewhere in the document with their hyphen inside a line.
pub fn keep_compounds(raw: &str, edits: &mut [Edit]) {
    let parted = |e: &Edit| e.kind == EditKind::Hyphen && e.raw.slice(raw).starts_with(['-', '\u{2010}']);
    if !edits.iter().any(parted) {
        return;
    }
    let compounds = compounds(raw);
    for edit in edits.iter_mut().filter(|e| parted(e)) {
        let before = word_before(&raw[..edit.raw.start()]);
        let after = word_after(&raw[edit.raw.end()..]);
        if compounds.contains(format!("{before}-{after}").to_lowercase().as_str()) {
            let sign = edit.raw.slice(raw).chars().next().map_or(0, char::len_utf8);
            edit.kind = EditKind::LineJoin;
            edit.raw = crate::text::Span::new(edit.raw.start() + sign, edit.raw.end());
        }
    }
}

/// All words with one hyphen inside, in small letters.
fn compounds(raw: &str) -> FxHashSet<String> {
    let mut out = FxHashSet::default();
    for (at, sign) in raw.match_indices(['-', '\u{2010}']) {
        let (before, after) = (word_before(&raw[..at]), word_after(&raw[at + sign.len()..]));
        if !before.is_empty() && !after.is_empty() {
            out.insert(format!("{before}-{after}").to_lowercase());
        }
    }
    out
}

fn word_before(text: &str) -> &str {
    let start = text.char_indices().rev().take(64).take_while(|c| c.1.is_alphabetic()).last();
    start.map_or("", |(i, _)| &text[i..])
}

fn word_after(text: &str) -> &str {
    let end = text.char_indices().take(64).take_while(|c| c.1.is_alphabetic()).last();
    end.map_or("", |(i, c)| &text[..i + c.len_utf8()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;

    #[test]
    fn a_compound_that_stands_elsewhere_keeps_its_hyphen() {
        let raw = "a well-\nknown pump, the Strom-\nversorgung; well-known";
        let hyphen = |at: usize| Edit {
            kind: EditKind::Hyphen,
            raw: Span::new(at, at + 2),
            replacement: String::new(),
        };
        let mut edits = vec![hyphen(raw.find("-\n").unwrap()), hyphen(raw.rfind("-\n").unwrap())];
        keep_compounds(raw, &mut edits);
        let (text, _) = crate::text::EditMap::apply(raw, edits);
        assert_eq!(text, "a well-known pump, the Stromversorgung; well-known");
    }
}
