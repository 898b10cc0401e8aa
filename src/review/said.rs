//! All that people said of one document, and how far they are.

use super::{Dismissal, PageReview, Part, Verdict};
use crate::document::{Correction, Extraction, Problem};
use std::collections::{BTreeMap, BTreeSet};

/// All that people said of one document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// Verdicts on its parts.
    pub reviews: BTreeMap<Part, PageReview>,
    /// Problems that are none.
    pub dismissed: BTreeSet<Dismissal>,
    /// What was put right, in the order in which it is applied.
    pub corrections: Vec<Correction>,
}

impl Said {
    /// Whether somebody said that the problem is none.
    #[must_use]
    pub fn is_dismissed(&self, problem: &Problem, extraction: &Extraction) -> bool {
        !self.dismissed.is_empty() && self.dismissed.contains(&Dismissal::of(problem, extraction))
    }

    /// Whether a part has a verdict on its text as it is now.
    #[must_use]
    pub fn is_reviewed(&self, part: &Part, extraction: &Extraction) -> bool {
        self.reviews.get(part).is_some_and(|r| !r.is_stale(part, extraction))
    }

    /// The first part without a verdict on its text as it is now: after `after`, then from the first part on.
    #[must_use]
    pub fn next_unreviewed(&self, extraction: &Extraction, after: Option<&Part>) -> Option<Part> {
        let parts = Part::all(extraction);
        let start = after.and_then(|a| parts.iter().position(|p| p == a)).map_or(0, |at| at + 1);
        let (before, rest) = parts.split_at(start);
        rest.iter().chain(before).find(|part| !self.is_reviewed(part, extraction)).cloned()
    }
}

/// How far a review is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Parts of the document: its pages, or its sections.
    pub total: usize,
    /// Parts that are right.
    pub right: usize,
    /// Parts that are wrong.
    pub wrong: usize,
    /// Parts that somebody else should look at.
    pub unsure: usize,
    /// Parts whose text is another one since their verdict. They count for nothing else.
    pub stale: usize,
}

impl Progress {
    /// How far the review of an extraction is.
    #[must_use]
    pub fn of(extraction: &Extraction, said: &Said) -> Self {
        let parts = Part::all(extraction);
        let mut progress = Self { total: parts.len(), ..Self::default() };
        for part in &parts {
            let Some(review) = said.reviews.get(part) else { continue };
            let count = match review.verdict {
                _ if review.is_stale(part, extraction) => &mut progress.stale,
                Verdict::Right => &mut progress.right,
                Verdict::Wrong => &mut progress.wrong,
                Verdict::Unsure => &mut progress.unsure,
            };
            *count += 1;
        }
        progress
    }

    /// Parts with a verdict on their text as it is now.
    #[must_use]
    pub fn reviewed(self) -> usize {
        self.right + self.wrong + self.unsure
    }
}
