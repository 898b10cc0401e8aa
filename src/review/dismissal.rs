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
}

impl Dismissal {
    /// How much of a text is kept, in code points.
    pub const QUOTE: usize = 64;

    /// Names a problem of an extraction.
    #[must_use]
    pub fn of(problem: &Problem, extraction: &Extraction) -> Self {
        let text = problem.span.and_then(|s| s.get(extraction.text().as_str())).filter(|t| !t.is_empty());
        let quote = text.unwrap_or(&problem.message).chars().take(Self::QUOTE).collect();
        Self { code: problem.code, page: problem.page, quote }
    }
}
