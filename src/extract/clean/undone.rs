//! What a person chose for a set of documents: switches, and single edits that were undone.

use super::{Cleaning, EditKey, clean};
use crate::document::Extraction;
use crate::text::{CharSpan, EditKind};
use serde::{Deserialize, Serialize};

/// An edit that a person undid, as it is kept in a config: enough to see whether it still fits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undone {
    /// The document's name.
    pub document: String,
    /// Why the edit was made.
    pub kind: EditKind,
    /// Its first code point in the raw text.
    pub start: usize,
    /// The code point after its last in the raw text.
    pub end: usize,
    /// The characters that stay.
    pub quote: String,
}

impl Undone {
    /// Names an edit of an extraction; `None` where the edit is not of its raw text.
    #[must_use]
    pub fn new(extraction: &Extraction, key: EditKey) -> Option<Self> {
        let raw = extraction.raw();
        let quote = key.raw.get(raw)?.to_owned();
        let CharSpan { start, end } = raw.char_span(key.raw);
        Some(Self { document: extraction.source().name.clone(), kind: key.kind, start, end, quote })
    }

    /// The edit in an extraction, if it is of that document and the same characters still stand there.
    #[must_use]
    pub fn key(&self, extraction: &Extraction) -> Option<EditKey> {
        let raw = extraction.raw();
        if self.document != extraction.source().name || self.start > self.end || self.end > raw.chars() {
            return None;
        }
        let span = raw.byte_span(CharSpan { start: self.start, end: self.end });
        (raw.slice(span) == self.quote).then_some(EditKey { kind: self.kind, raw: span })
    }
}

/// How the documents of a project or a folder are cleaned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The switches.
    pub cleaning: Cleaning,
    /// Edits that stay undone.
    pub undone: Vec<Undone>,
}

impl Plan {
    /// The edits of an extraction that stay undone.
    #[must_use]
    pub fn reverted(&self, extraction: &Extraction) -> Vec<EditKey> {
        self.undone.iter().filter_map(|u| u.key(extraction)).collect()
    }

    /// The extraction cleaned so; itself, where nothing is to change.
    #[must_use]
    pub fn apply(&self, extraction: Extraction) -> Extraction {
        let reverted = self.reverted(&extraction);
        let as_loaded = extraction.loaded_edits().edits() == extraction.edits().edits();
        if as_loaded && reverted.is_empty() && self.cleaning.is_usual(extraction.source().kind) {
            return extraction;
        }
        clean(&extraction, &self.cleaning, &reverted, &[])
    }
}
