//! Verdicts on pages and sections.

use crate::document::{Extraction, PageIndex};
use crate::text::{RevisionId, Sha256Id};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Whether the text says what the page says, in the order a person reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It does.
    Right,
    /// It does not.
    Wrong,
    /// Somebody else should look.
    Unsure,
}

impl Verdict {
    /// All of them, in the order of their keys O, W, U.
    pub const ALL: [Self; 3] = [Self::Right, Self::Wrong, Self::Unsure];

    /// The word used in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Unsure => "unsure",
        }
    }

    /// The verdict of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.name() == name)
    }
}

/// A fault of an extraction, as a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Issue {
    /// Columns are mixed, or read in a wrong order.
    ColumnOrder,
    /// A header or footer stands in the flow, or text was taken for one.
    Furniture,
    /// A heading is none, or one is missing, or its level is wrong.
    Heading,
    /// A paragraph is split, or two are joined.
    Paragraph,
    /// A footnote stands at a wrong place.
    Footnote,
    /// A table is broken.
    Table,
    /// Text of the page is missing.
    MissingText,
    /// Text stands twice.
    DuplicatedText,
    /// A word is parted, or a hyphen is lost.
    Hyphenation,
    /// Letters are misread.
    Ocr,
    /// Turned text is wrong.
    Rotated,
}

impl Issue {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 11] = [
        Self::ColumnOrder,
        Self::Furniture,
        Self::Heading,
        Self::Paragraph,
        Self::Footnote,
        Self::Table,
        Self::MissingText,
        Self::DuplicatedText,
        Self::Hyphenation,
        Self::Ocr,
        Self::Rotated,
    ];

    /// The word used in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ColumnOrder => "column-order",
            Self::Furniture => "furniture",
            Self::Heading => "heading",
            Self::Paragraph => "paragraph",
            Self::Footnote => "footnote",
            Self::Table => "table",
            Self::MissingText => "missing-text",
            Self::DuplicatedText => "duplicated-text",
            Self::Hyphenation => "hyphenation",
            Self::Ocr => "ocr",
            Self::Rotated => "rotated",
        }
    }

    /// The fault of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|i| i.name() == name)
    }
}

/// What a verdict is given on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// A page.
    Page(PageIndex),
    /// A section of a source without pages: its headings from the outermost to its own, and which of those
    /// with the same headings, from 0.
    Section(Vec<String>, u32),
}

impl Part {
    /// The parts of an extraction, in order: its pages, or its sections where it has none.
    #[must_use]
    pub fn all(extraction: &Extraction) -> Vec<Self> {
        if !extraction.pages().is_empty() {
            return (0..extraction.pages().len() as u32).map(|i| Self::Page(PageIndex(i))).collect();
        }
        let mut seen: HashMap<&[String], u32> = HashMap::new();
        let mut out = Vec::with_capacity(extraction.sections().len());
        for section in extraction.sections() {
            let nth = seen.entry(&section.heading_path).or_default();
            out.push(Self::Section(section.heading_path.clone(), *nth));
            *nth += 1;
        }
        out
    }

    /// The hash of what stands in the part: a verdict is stale when it is another one. `None` where the
    /// extraction has no such part.
    #[must_use]
    pub fn text_hash(&self, extraction: &Extraction) -> Option<Sha256Id> {
        let text = extraction.text();
        match self {
            Self::Page(page) => {
                let spans = &extraction.pages().get(page.get())?.spans;
                Some(Sha256Id::of_parts(spans.iter().map(|s| text.slice(*s).trim().as_bytes())))
            }
            Self::Section(path, nth) => {
                let mut same = extraction.sections().iter().filter(|s| s.heading_path == *path);
                let section = same.nth(*nth as usize)?;
                Some(Sha256Id::of_parts([text.slice(section.span).trim().as_bytes()]))
            }
        }
    }
}

/// What somebody said of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageReview {
    /// Right, wrong or unsure.
    pub verdict: Verdict,
    /// Which faults it has, in the order of [`Issue::ALL`].
    pub issues: Vec<Issue>,
    /// What else there is to say.
    pub note: String,
    /// Who said it; empty where that is not known.
    pub by: String,
    /// When, in seconds since 1970 (UTC).
    pub at: u64,
    /// The revision of the text that was judged.
    pub revision: RevisionId,
    /// [`Part::text_hash`] of what was judged.
    pub text: Sha256Id,
}

impl PageReview {
    /// Whether the part's text is another one now, or is gone.
    #[must_use]
    pub fn is_stale(&self, part: &Part, extraction: &Extraction) -> bool {
        self.revision != extraction.text().revision() && part.text_hash(extraction) != Some(self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for issue in Issue::ALL {
            assert_eq!(Issue::parse(issue.name()), Some(issue));
            assert_eq!(serde_json::to_value(issue).unwrap(), issue.name());
        }
        for verdict in Verdict::ALL {
            assert_eq!(Verdict::parse(verdict.name()), Some(verdict));
            assert_eq!(serde_json::to_value(verdict).unwrap(), verdict.name());
        }
        assert_eq!(Issue::parse("else"), None);
    }
}
