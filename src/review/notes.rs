//! What a copy of a PDF says on its pages: problems, verdicts, the reading order.

use super::{Part, Said, Verdict, problems};
use crate::document::{Extraction, PageIndex, PageQuad, Rect, Severity};
use crate::extract::pdf::{Note, PageNotes};
use std::collections::BTreeMap;

/// Who says what the program found.
const PROGRAM: &str = "Fundstelle";

/// Vermilion, orange, bluish green, reddish purple: of Okabe and Ito's palette for the color-blind.
const ERROR: [u8; 3] = [213, 94, 0];
const WARNING: [u8; 3] = [230, 159, 0];
const GOOD_TO_KNOW: [u8; 3] = [0, 158, 115];
const VERDICT: [u8; 3] = [204, 121, 167];

/// The notes for a copy of a PDF, page by page: verdicts other than a plain "right", problems that nobody dismissed
/// at their places (those of the whole document on the first page), and the pieces in their order.
#[must_use]
pub fn notes(extraction: &Extraction, said: &Said) -> Vec<PageNotes> {
    let mut pages: BTreeMap<PageIndex, PageNotes> = BTreeMap::new();
    let count = extraction.pages().len();
    let mut add = |page: PageIndex, note: Note| {
        if page.get() < count {
            pages.entry(page).or_insert_with(|| empty(page)).notes.push(note);
        }
    };
    for (part, review) in &said.reviews {
        let Part::Page(page) = part else { continue };
        if review.verdict == Verdict::Right && review.note.trim().is_empty() {
            continue;
        }
        let mut text = capital(review.verdict.name());
        if review.is_stale(part, extraction) {
            text += " (the page's text has changed since)";
        }
        if !review.issues.is_empty() {
            let names: Vec<&str> = review.issues.iter().map(|i| i.name()).collect();
            text += &format!(": {}", names.join(", "));
        }
        if !review.note.trim().is_empty() {
            text += &format!("\n{}", review.note.trim());
        }
        let author = if review.by.is_empty() { PROGRAM } else { &review.by };
        add(*page, Note { place: Vec::new(), text, author: author.to_owned(), color: VERDICT });
    }
    for listed in problems(extraction, said).into_iter().filter(|l| !l.dismissed) {
        let color = match listed.severity {
            Severity::Error => ERROR,
            Severity::Warning => WARNING,
            Severity::Note => GOOD_TO_KNOW,
        };
        let quads = listed.problem.span.map(|span| extraction.quads(span)).unwrap_or_default();
        let page = listed.problem.page.or(quads.first().map(|q| q.page)).unwrap_or_default();
        let here = |q: &&PageQuad| q.page == page;
        let place = quads.iter().filter(here).map(|q| q.quad).collect();
        let text = format!("{}\n{}", listed.problem.message, listed.why);
        add(page, Note { place, text, author: PROGRAM.to_owned(), color });
    }
    for piece in extraction.pieces().iter().filter(|p| p.number.is_some()) {
        // A piece over several columns is numbered where it begins.
        let place = piece.regions.first().copied().unwrap_or_else(Rect::default);
        pages.entry(piece.key.page).or_insert_with(|| empty(piece.key.page)).order.push(place);
    }
    pages.into_values().collect()
}

fn empty(page: PageIndex) -> PageNotes {
    PageNotes { page, ..PageNotes::default() }
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
