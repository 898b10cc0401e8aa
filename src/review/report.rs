//! What a review found, to be handed on: as Markdown for people, as CSV for spreadsheets, as JSON for programs.
//!
//! Owns what stands in a report and its shapes. Offsets are code points of the text; times are those of the
//! verdicts, never the present: a report of the same review is the same to the byte.

mod csv;
mod json;
mod markdown;
mod words;

pub use words::correction_in_words;

use super::{Figures, Issue, Listed, PageReview, Part, Progress, Said, Verdict, problems};
use crate::document::{Extraction, PageIndex};

/// The report of one document.
#[derive(Debug)]
pub struct Report<'a> {
    extraction: &'a Extraction,
    said: &'a Said,
    rows: Vec<Row<'a>>,
    problems: Vec<Listed<'a>>,
    progress: Progress,
    figures: Figures,
}

/// A part of the document.
#[derive(Debug)]
struct Row<'a> {
    part: Part,
    label: Option<&'a str>,
    review: Option<&'a PageReview>,
    /// Whether the text of the part is another one since the verdict, or there is no such part any more.
    stale: bool,
}

impl Row<'_> {
    /// The page's number, where the part is a page.
    fn number(&self) -> Option<u32> {
        match self.part {
            Part::Page(page) => Some(page.number()),
            Part::Section(..) => None,
        }
    }

    /// The headings of the section, where the part is one.
    fn headings(&self) -> &[String] {
        match &self.part {
            Part::Page(_) => &[],
            Part::Section(path, _) => path,
        }
    }

    fn state(&self) -> &'static str {
        self.review.map_or("", |r| r.verdict.name())
    }
}

impl<'a> Report<'a> {
    /// The report of what was said of an extraction.
    #[must_use]
    pub fn new(extraction: &'a Extraction, said: &'a Said) -> Self {
        let mut left: std::collections::BTreeMap<&Part, &PageReview> = said.reviews.iter().collect();
        let mut rows: Vec<Row<'a>> = Vec::new();
        for part in Part::all(extraction) {
            let review = left.remove(&part);
            let stale = review.is_some_and(|r| r.is_stale(&part, extraction));
            let label = match part {
                Part::Page(PageIndex(page)) => extraction.pages()[page as usize].label.as_deref(),
                Part::Section(..) => None,
            };
            rows.push(Row { part, label, review, stale });
        }
        // What was said of parts that are gone is not lost.
        rows.extend(left.into_iter().map(|(part, review)| Row {
            part: part.clone(),
            label: None,
            review: Some(review),
            stale: true,
        }));
        Self {
            extraction,
            said,
            rows,
            problems: problems(extraction, said),
            progress: Progress::of(extraction, said),
            figures: Figures::of(extraction),
        }
    }

    /// What the report is of.
    #[must_use]
    pub fn extraction(&self) -> &'a Extraction {
        self.extraction
    }

    /// The problems in order.
    #[must_use]
    pub fn problems(&self) -> &[Listed<'a>] {
        &self.problems
    }

    /// How far the review is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// What was found and taken out.
    #[must_use]
    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// How many parts have a fault of each kind: those with a verdict on their text as it is now, and one fault
    /// at least.
    fn issues(&self) -> Vec<(Issue, usize)> {
        let fresh = |row: &&Row<'_>| !row.stale;
        let has = |row: &Row<'_>, issue: Issue| row.review.is_some_and(|r| r.issues.contains(&issue));
        Issue::ALL
            .into_iter()
            .map(|issue| (issue, self.rows.iter().filter(fresh).filter(|row| has(row, issue)).count()))
            .filter(|(_, count)| *count > 0)
            .collect()
    }

    /// How many parts have each verdict on their text as it is now.
    fn states(&self) -> [(Verdict, usize); 3] {
        let p = self.progress;
        [(Verdict::Right, p.right), (Verdict::Wrong, p.wrong), (Verdict::Unsure, p.unsure)]
    }
}

/// A time in seconds since 1970 as ISO 8601 in UTC. The date by the algorithm `civil_from_days` of Howard Hinnant
/// ("chrono-compatible low-level date algorithms", 2013), for days since 1970.
fn iso_8601(seconds: u64) -> String {
    // Years of more than four digits are mistakes.
    let seconds = seconds.min(253_402_300_799);
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        // date -u -d @SECONDS +%FT%TZ
        for (seconds, time) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_796_083_200, "2026-12-01T00:00:00Z"),
            (u64::MAX, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(iso_8601(seconds), time);
        }
    }
}
