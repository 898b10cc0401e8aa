//! What repeats across documents.

use super::Switch;
use crate::document::{BlockKind, Extraction};
use crate::text::{Edit, EditKind, Sha256Id, Span};
use std::collections::HashMap;

/// A paragraph that repeats has at least so many characters, white space counted once.
const SHORTEST: usize = 40;

/// A collection of documents as it grows. Keeps a hash a document and paragraph, no text.
#[derive(Debug, Default)]
pub struct Corpus {
    documents: HashMap<Sha256Id, usize>,
    paragraphs: HashMap<Sha256Id, usize>,
    count: usize,
}

/// What of a document stood in earlier ones. Documents are named by the order in which they came, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repeats {
    /// The earlier document that says the same.
    pub document: Option<usize>,
    /// Paragraphs in the document's default text, each with the document that it stood in first. Empty where
    /// the whole document repeats.
    pub paragraphs: Vec<(Span, usize)>,
}

impl Corpus {
    /// Adds a document and says what of it stood in those before.
    ///
    /// Documents and paragraphs are the same where they differ in white space, upper and lower case, soft
    /// hyphens and characters without width only. A document without text is like no other. Repetitions inside
    /// of one document are not counted.
    pub fn add(&mut self, extraction: &Extraction) -> Repeats {
        let number = self.count;
        self.count += 1;
        let whole = normal(extraction.text());
        if whole.is_empty() {
            return Repeats::default();
        }
        let first = *self.documents.entry(Sha256Id::of(whole.as_bytes())).or_insert(number);
        if first != number {
            return Repeats { document: Some(first), paragraphs: Vec::new() };
        }
        let mut paragraphs = Vec::new();
        for block in extraction.blocks() {
            let prose = matches!(
                block.kind,
                BlockKind::Paragraph | BlockKind::ListItem | BlockKind::Quote | BlockKind::Footnote
            );
            let said = if prose { normal(extraction.text().slice(block.span)) } else { String::new() };
            if said.chars().nth(SHORTEST - 1).is_none() {
                continue;
            }
            let first = *self.paragraphs.entry(Sha256Id::of(said.as_bytes())).or_insert(number);
            if first != number {
                paragraphs.push((block.span, first));
            }
        }
        Repeats { document: None, paragraphs }
    }
}

/// What repeats in a list of documents, by their places in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CorpusRepeats {
    /// Documents that say the same as an earlier one, and which one.
    pub documents: Vec<(usize, usize)>,
    /// Paragraphs that stand in an earlier document: the document, the place in its default text, the document
    /// it stood in first. Documents that repeat as a whole are not looked into.
    pub paragraphs: Vec<(usize, Span, usize)>,
}

/// Finds what repeats across documents, as [`Corpus::add`] does one by one.
#[must_use]
pub fn corpus_repeats(extractions: &[&Extraction]) -> CorpusRepeats {
    let (mut corpus, mut out) = (Corpus::default(), CorpusRepeats::default());
    for (i, extraction) in extractions.iter().enumerate() {
        let repeats = corpus.add(extraction);
        out.documents.extend(repeats.document.map(|first| (i, first)));
        out.paragraphs.extend(repeats.paragraphs.into_iter().map(|(span, first)| (i, span, first)));
    }
    out
}

/// The extraction without paragraphs of its default text, each with the white space after it.
#[must_use]
pub fn without_paragraphs(extraction: &Extraction, paragraphs: &[Span]) -> Extraction {
    let text = extraction.text();
    let edit = |span: &Span| {
        let rest = &text[span.end()..];
        let end = text.len() - rest.trim_start().len();
        Edit { kind: EditKind::RepeatedLine, raw: Span::new(span.start(), end), replacement: String::new() }
    };
    let edits = extraction.edits().then(paragraphs.iter().map(edit).collect());
    let settings = serde_json::from_str(extraction.settings()).ok().filter(serde_json::Value::is_object);
    let mut settings = settings.unwrap_or_else(|| serde_json::json!({ "settings": extraction.settings() }));
    settings["clean"][Switch::RepeatedParagraphs.name()] = true.into();
    extraction.with_edits(edits, settings.to_string())
}

/// Words in small letters, one space between two; characters that are not seen left out.
fn normal(text: &str) -> String {
    let unseen = |c: &char| matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}');
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let length = out.len();
        if length > 0 {
            out.push(' ');
        }
        let start = out.len();
        out.extend(word.chars().filter(|c| !unseen(c)).flat_map(char::to_lowercase));
        if out.len() == start {
            out.truncate(length);
        }
    }
    out
}
