//! Reports and findings as JSON.

use super::{Report, Row, correction_in_words, iso_8601};
use crate::document::{Correction, EXTRACTOR, Extraction, PageIndex, ProblemCode, Severity};
use crate::review::{Figures, Issue, Listed, Progress};
use crate::text::Sha256Id;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Head<'a> {
    source: SourceJson<'a>,
    document_id: Sha256Id,
    revision: Sha256Id,
    extraction: Sha256Id,
    extractor: ExtractorJson,
}

#[derive(Serialize)]
struct SourceJson<'a> {
    path: String,
    kind: &'static str,
    citation: &'a str,
    sha256: Sha256Id,
    bytes: u64,
}

#[derive(Serialize)]
struct ExtractorJson {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Findings<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    figures: &'a Figures,
    problems: Vec<ProblemJson<'a>>,
}

#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    findings: Findings<'a>,
    progress: ProgressJson,
    issues: BTreeMap<&'static str, usize>,
    parts: Vec<PartJson<'a>>,
    corrections: Vec<CorrectionJson<'a>>,
}

#[derive(Serialize)]
struct ProblemJson<'a> {
    code: ProblemCode,
    severity: Severity,
    message: &'a str,
    why: &'static str,
    page: Option<u32>,
    start: Option<usize>,
    end: Option<usize>,
    dismissed: bool,
}

#[derive(Serialize)]
struct ProgressJson {
    total: usize,
    reviewed: usize,
    right: usize,
    wrong: usize,
    unsure: usize,
    stale: usize,
}

#[derive(Serialize)]
struct PartJson<'a> {
    page: Option<u32>,
    label: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    heading_path: &'a [String],
    state: Option<&'static str>,
    issues: &'a [Issue],
    note: &'a str,
    by: &'a str,
    when: Option<String>,
    stale: bool,
}

#[derive(Serialize)]
struct CorrectionJson<'a> {
    page: Option<u32>,
    words: String,
    correction: &'a Correction,
}

impl Report<'_> {
    /// The whole report as one line of JSON, without a line end.
    #[must_use]
    pub fn json(&self) -> String {
        let p = self.progress;
        let whole = Whole {
            findings: self.findings(),
            progress: ProgressJson {
                total: p.total,
                reviewed: p.reviewed(),
                right: p.right,
                wrong: p.wrong,
                unsure: p.unsure,
                stale: p.stale,
            },
            issues: self.issues().into_iter().map(|(issue, count)| (issue.name(), count)).collect(),
            parts: self.rows.iter().map(part).collect(),
            corrections: self.said.corrections.iter().map(correction).collect(),
        };
        serde_json::to_string(&whole).unwrap_or_default()
    }

    /// What the program found by itself, as one line of JSON, without a line end: figures and problems.
    #[must_use]
    pub fn findings_json(&self) -> String {
        serde_json::to_string(&self.findings()).unwrap_or_default()
    }

    fn findings(&self) -> Findings<'_> {
        Findings {
            head: head(self.extraction),
            figures: &self.figures,
            problems: self.problems.iter().map(|l| problem(self.extraction, l)).collect(),
        }
    }
}

fn head(extraction: &Extraction) -> Head<'_> {
    let source = extraction.source();
    let (name, version) = EXTRACTOR;
    Head {
        source: SourceJson {
            path: source.path.to_string_lossy().into_owned(),
            kind: source.kind.name(),
            citation: &source.name,
            sha256: source.sha256,
            bytes: source.bytes,
        },
        document_id: source.document_id(),
        revision: extraction.text().revision(),
        extraction: extraction.id(),
        extractor: ExtractorJson { name, version },
    }
}

fn problem<'a>(extraction: &Extraction, listed: &Listed<'a>) -> ProblemJson<'a> {
    let problem = listed.problem;
    let place = problem.span.map(|span| extraction.text().char_span(span));
    ProblemJson {
        code: problem.code,
        severity: listed.severity,
        message: &problem.message,
        why: listed.why,
        page: problem.page.map(PageIndex::number),
        start: place.map(|p| p.start),
        end: place.map(|p| p.end),
        dismissed: listed.dismissed,
    }
}

fn part<'a>(row: &'a Row<'_>) -> PartJson<'a> {
    PartJson {
        page: row.number(),
        label: row.label,
        heading_path: row.headings(),
        state: row.review.map(|r| r.verdict.name()),
        issues: row.review.map_or(&[], |r| &r.issues),
        note: row.review.map_or("", |r| &r.note),
        by: row.review.map_or("", |r| &r.by),
        when: row.review.map(|r| iso_8601(r.at)),
        stale: row.stale,
    }
}

fn correction(correction: &Correction) -> CorrectionJson<'_> {
    CorrectionJson {
        page: page_of(correction).map(PageIndex::number),
        words: correction_in_words(correction),
        correction,
    }
}

/// The page that a correction is about; `None`: all.
pub(super) fn page_of(correction: &Correction) -> Option<PageIndex> {
    match correction {
        Correction::Order { page, .. } => *page,
        other => other.target().map(|t| t.piece.page),
    }
}

impl Progress {
    /// In words: `12 of 40 pages reviewed: 10 right, 1 wrong, 1 unsure`; `parts` is the word for several.
    #[must_use]
    pub fn in_words(self, parts: &str) -> String {
        let mut words = format!(
            "{} of {} {parts} reviewed: {} right, {} wrong, {} unsure",
            self.reviewed(),
            self.total,
            self.right,
            self.wrong,
            self.unsure
        );
        if self.stale > 0 {
            words += &format!("; {} changed since", self.stale);
        }
        words
    }
}
