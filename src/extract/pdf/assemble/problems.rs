//! What a reviewer should look at, page by page.

use super::PageFacts;
use crate::document::{Correction, Page, PageIndex, Problem, ProblemCode};
use crate::extract::pdf::layout::PageText;
use crate::text::{EditKind, EditMap, Span};
use std::sync::Arc;

/// A number of characters, in words.
fn characters(n: u32) -> String {
    if n == 1 { "1 character".to_owned() } else { format!("{n} characters") }
}

/// Says how many words were put together at line ends, with the place of the first.
pub fn hyphens(map: &EditMap, text: &str) -> Option<Problem> {
    let joined = |i: &usize| map.edits()[*i].kind == EditKind::Hyphen;
    let first = (0..map.edits().len()).find(joined)?;
    let count = (0..map.edits().len()).filter(joined).count();
    let at = map.edited(first).start();
    let start = text[..at].rfind(char::is_whitespace).map_or(0, |n| n + 1);
    let end = text[at..].find(char::is_whitespace).map_or(text.len(), |n| at + n);
    // The blank found may be wider than a byte.
    let start = text.ceil_char_boundary(start);
    let words = if count == 1 { "word was" } else { "words were" };
    let message = format!("{count} {words} parted at the end of a line and put together again");
    Some(Problem { code: ProblemCode::Hyphen, message, page: None, span: Some(Span::new(start, end)) })
}

/// Says that a correction fits nothing any more.
pub fn unfit(correction: &Correction) -> Problem {
    let target = correction.target();
    let page = target.map(|t| t.piece.page);
    let quote = target.map(|t| t.quote.split_whitespace().collect::<Vec<_>>().join(" ")).unwrap_or_default();
    let number = page.map_or(0, PageIndex::number);
    let message = format!(
        "Page {number}: a correction of “{quote}” was left out, because nothing there starts with these words any more; \
         make it again or remove it"
    );
    Problem { code: ProblemCode::Correction, message, page, span: None }
}

/// The problems of all pages, in order.
pub fn of_pages(texts: &[Arc<PageText>], facts: &[PageFacts], pages: &[Page], text: &str) -> Vec<Problem> {
    let mut out = Vec::new();
    for (i, page) in pages.iter().enumerate() {
        let index = PageIndex(i as u32);
        let number = index.number();
        let mut say = |code, message: String, span| {
            out.push(Problem { code, message, page: Some(index), span });
        };
        if let Some(reason) = facts.get(i).and_then(|f| f.skipped.as_ref()) {
            say(ProblemCode::PageSkipped, reason.clone(), None);
            continue;
        }
        let Some(found) = texts.get(i) else { continue };
        if found.scanned && page.has_text {
            let message =
                format!("Page {number} is a scan: its text is the invisible layer of a text recognition");
            say(ProblemCode::OcrLayer, message, None);
        }
        if found.tags_differ {
            let message =
                format!("Page {number}: the file's tags give another reading order than the page's layout");
            say(ProblemCode::OrderDiffers, message, page.spans.first().copied());
        }
        if !page.has_text {
            let message = if found.pictures > 0 {
                format!("Page {number} has a picture but no text (scanned?)")
            } else {
                format!("Page {number} has no text")
            };
            say(ProblemCode::NoText, message, None);
        }
        if found.unmapped > 0 {
            let first = page.spans.iter().find_map(|s| {
                let at = s.slice(text).find(char::REPLACEMENT_CHARACTER)?;
                Some(Span::new(s.start() + at, s.start() + at + char::REPLACEMENT_CHARACTER.len_utf8()))
            });
            let n = found.unmapped;
            say(
                ProblemCode::Unmapped,
                format!(
                    "Page {number}: {n} {} no character (shown as U+FFFD)",
                    if n == 1 { "glyph names" } else { "glyphs name" }
                ),
                first,
            );
        }
        if found.hidden > 0 {
            let n = found.hidden;
            say(
                ProblemCode::Hidden,
                format!("Page {number}: {} the page does not show, left out", characters(n)),
                None,
            );
        }
        if found.outside > 0 {
            let n = found.outside;
            say(
                ProblemCode::OutsidePage,
                format!("Page {number}: {} outside of the page as shown, left out", characters(n)),
                None,
            );
        }
        if found.duplicates > 0 {
            let n = found.duplicates;
            say(
                ProblemCode::Duplicate,
                format!("Page {number}: {} drawn more than once", characters(n)),
                None,
            );
        }
        if found.truncated {
            say(
                ProblemCode::PageSkipped,
                format!("Page {number} has too many glyphs; the rest was left out"),
                None,
            );
        }
    }
    out
}
