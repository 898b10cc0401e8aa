//! Problems that are none.

use crate::document::{Extraction, PageIndex, Problem, ProblemCode};
use serde::{Deserialize, Serialize};

/// A problem that somebody said is none, with enough of it to know it again in another extraction of the file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Dismissal {
    /// What kind it is.
    pub code: ProblemCode,
    /// The page.
    pub page: Option<PageIndex>,
    /// The first characters of the text it is about; of its message where it is about none.
    pub quote: String,
    /// How many problems of that kind with that text stand before it on the page.
    #[serde(default)]
    pub nth: u32,
}

impl Dismissal {
    /// How much of a text is kept, in code points.
    pub const QUOTE: usize = 64;

    /// Names a problem of an extraction.
    #[must_use]
    pub fn of(problem: &Problem, extraction: &Extraction) -> Self {
        let quote: String = about(problem, extraction).chars().take(Self::QUOTE).collect();
        let twin = |p: &&Problem| {
            (p.code, p.page) == (problem.code, problem.page)
                && about(p, extraction).chars().take(Self::QUOTE).eq(quote.chars())
        };
        let before = extraction.problems().iter().take_while(|p| *p != problem).filter(twin).count();
        Self { code: problem.code, page: problem.page, nth: before as u32, quote }
    }
}

/// The text that a problem is about; its message where it is about none.
fn about<'a>(problem: &'a Problem, extraction: &'a Extraction) -> &'a str {
    let text = problem.span.and_then(|s| s.get(extraction.text().as_str())).filter(|t| !t.is_empty());
    text.unwrap_or(&problem.message)
}
