//! The problems of an extraction, in the order in which a person meets them.

use super::Said;
use crate::document::{Extraction, Problem, ProblemCode, Severity};
use crate::text::Span;

/// A problem in a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Listed<'a> {
    /// What it is and where.
    pub problem: &'a Problem,
    /// How much it matters.
    pub severity: Severity,
    /// Why it is on the list, and what to do.
    pub why: &'static str,
    /// Whether somebody said that it is none.
    pub dismissed: bool,
}

/// All problems of an extraction: those of the whole document, then page by page, from the top of the text.
#[must_use]
pub fn problems<'a>(extraction: &'a Extraction, said: &Said) -> Vec<Listed<'a>> {
    let listed = |problem: &'a Problem| Listed {
        problem,
        severity: problem.code.severity(),
        why: why(problem.code),
        dismissed: said.is_dismissed(problem, extraction),
    };
    let mut all: Vec<Listed<'a>> = extraction.problems().iter().map(listed).collect();
    all.sort_by_key(|l| {
        let p = l.problem;
        (p.page, p.span.map(Span::start), std::cmp::Reverse(l.severity), p.code)
    });
    all
}

/// Why a problem of this kind is on the list, and what to do about it.
#[must_use]
pub fn why(code: ProblemCode) -> &'static str {
    match code {
        ProblemCode::NoText => "Nothing of this page can be found or cut: it needs text recognition.",
        ProblemCode::OcrLayer => "The text was recognized from a picture: compare it with the page.",
        ProblemCode::Unmapped => {
            "The font does not say which characters these are: type what the page shows."
        }
        ProblemCode::Hidden => "A reader of the page does not see it, so it is kept out of the text.",
        ProblemCode::OutsidePage => "It lies beyond the edge of the page, so it is kept out of the text.",
        ProblemCode::Duplicate => "The file draws it twice, as for bold letters: it is kept once.",
        ProblemCode::PageSkipped => "The page went beyond its limits: its text is missing.",
        ProblemCode::Repaired => "A broken file may have lost pages: compare their number with the original.",
        ProblemCode::EncodingGuessed => {
            "The file does not say how it is encoded: look at umlauts and accents."
        }
        ProblemCode::InvalidBytes => {
            "These bytes are no text in this encoding: look whether it is another one."
        }
        ProblemCode::Unclosed => "Markup without an end takes in what follows: look where it should end.",
        ProblemCode::Removed => {
            "These parts are no text of the document: look whether anything of it went along."
        }
        ProblemCode::OrderDiffers => {
            "Two ways to find the reading order disagree: read the page, and choose the right one."
        }
        ProblemCode::ColumnsMixed => "Columns close to each other may be read across: read the page.",
        ProblemCode::FurnitureInFlow => {
            "A running header in the text ends up in chunks: take it out if it is one."
        }
        ProblemCode::UniqueFurniture => "It stands nowhere else, so it may be text: put it back if it is.",
        ProblemCode::TableCells => "Cells may stand under a wrong header: compare the table with the page.",
        ProblemCode::WordSpacing => {
            "The gaps are unusual, so words may be joined or split: compare with the page."
        }
        ProblemCode::Hyphen => "The hyphen may belong to the word: look how it is written elsewhere.",
        ProblemCode::LostText => {
            "It is painted on the page and stands in no block: it is missing from the text."
        }
        ProblemCode::OcrFault => {
            "Letters and digits are mixed as scanners mix them: type what the page shows."
        }
        ProblemCode::Correction => "The text it was made for is another one now: make it anew, or drop it.",
        ProblemCode::Other => "Look at the place.",
    }
}
