//! The shape of what `chunk` prints: a contract with other programs.

use super::json::{bbox, section_id};
use crate::chunk::{Chunk, ChunkConfig, Chunking, OverlapReason, Reason, chunk_id, qdrant_id};
use crate::document::{Extraction, PageIndex};
use crate::measure::Measure;
use crate::text::Sha256Id;
use serde::Serialize;

/// The keys of a chunk, in order; the columns of the CSV.
pub(super) const FIELDS: [&str; 32] = [
    "id",
    "document",
    "document_id",
    "source",
    "type",
    "revision",
    "extraction",
    "config",
    "index",
    "total_chunks",
    "start",
    "end",
    "spans",
    "text",
    "size",
    "unit",
    "tokens",
    "tokenizer",
    "sections",
    "position_in_section",
    "heading_path",
    "role",
    "level",
    "parent",
    "context",
    "pages",
    "overlap_before",
    "overlap_reason",
    "start_reason",
    "end_reason",
    "oversize",
    "qdrant_id",
];

/// One chunk.
#[derive(Debug, Serialize)]
pub(super) struct ChunkJson<'a> {
    id: Sha256Id,
    document: &'a str,
    document_id: Sha256Id,
    source: String,
    r#type: &'static str,
    revision: Sha256Id,
    extraction: Sha256Id,
    config: &'a str,
    index: usize,
    total_chunks: usize,
    start: usize,
    end: usize,
    spans: [[usize; 2]; 1],
    text: &'a str,
    size: usize,
    unit: &'static str,
    tokens: usize,
    tokenizer: &'static str,
    sections: Vec<String>,
    position_in_section: usize,
    heading_path: &'a [String],
    /// Not known in this version.
    role: Option<&'static str>,
    level: u32,
    parent: Option<Sha256Id>,
    /// Nothing is put before a chunk in this version.
    context: [(); 0],
    pages: Vec<PageJson>,
    overlap_before: usize,
    overlap_reason: OverlapReason,
    start_reason: String,
    end_reason: String,
    oversize: bool,
    qdrant_id: String,
}

#[derive(Debug, Serialize)]
struct PageJson {
    number: u32,
    boxes: Vec<[f64; 4]>,
}

/// The chunks of one extraction with what is known of them.
pub(super) struct ChunksOf<'a> {
    extraction: &'a Extraction,
    config: &'a ChunkConfig,
    config_id: String,
    chunking: &'a Chunking,
    tokens: &'a Measure,
}

impl<'a> ChunksOf<'a> {
    /// `tokens` counts tokens of the extraction's text.
    pub fn new(
        extraction: &'a Extraction,
        config: &'a ChunkConfig,
        chunking: &'a Chunking,
        tokens: &'a Measure,
    ) -> Self {
        Self { extraction, config, config_id: config.id(), chunking, tokens }
    }

    /// All chunks in order.
    pub fn all(&self) -> impl Iterator<Item = ChunkJson<'_>> {
        let mut section = None;
        let mut position = 0;
        self.chunking.chunks.iter().enumerate().map(move |(index, chunk)| {
            let own = self.extraction.sections_of(chunk.span).start;
            position = if section == Some(own) { position + 1 } else { 0 };
            section = Some(own);
            self.one(index, chunk, position)
        })
    }

    fn one(&self, index: usize, chunk: &Chunk, position_in_section: usize) -> ChunkJson<'_> {
        let (extraction, source, text) = (self.extraction, self.extraction.source(), self.extraction.text());
        let chars = text.char_span(chunk.span);
        let sections = extraction.sections_of(chunk.span);
        let own = extraction.sections().get(sections.start);
        let id = chunk_id(&source.name, &extraction.id(), &self.config_id, 0, &[chunk.span]);
        ChunkJson {
            id,
            document: &source.name,
            document_id: source.document_id(),
            source: extraction.citation(chunk.span.start()),
            r#type: source.kind.name(),
            revision: text.revision(),
            extraction: extraction.id(),
            config: &self.config_id,
            index,
            total_chunks: self.chunking.chunks.len(),
            start: chars.start,
            end: chars.end,
            spans: [[chars.start, chars.end]],
            text: text.slice(chunk.span),
            size: chunk.size,
            unit: self.config.unit.name(),
            tokens: self.tokens.size(chunk.span),
            tokenizer: self.config.tokenizer.name(),
            sections: sections.map(section_id).collect(),
            position_in_section,
            heading_path: own.map_or(&[], |s| s.heading_path.as_slice()),
            role: None,
            level: 0,
            parent: None,
            context: [],
            pages: self.pages(chunk),
            overlap_before: chunk.overlap_before,
            overlap_reason: chunk.overlap_reason,
            start_reason: self.reason(&chunk.start_reason),
            end_reason: self.reason(&chunk.end_reason),
            oversize: chunk.oversize,
            qdrant_id: qdrant_id(&id).to_string(),
        }
    }

    fn pages(&self, chunk: &Chunk) -> Vec<PageJson> {
        let quads = self.extraction.quads(chunk.span);
        let boxes = |page: PageIndex| {
            quads.iter().filter(|q| q.page == page).map(|q| bbox(q.quad.bounds())).collect()
        };
        let pages = self.extraction.pages_of(chunk.span);
        pages.into_iter().map(|page| PageJson { number: page.number(), boxes: boxes(page) }).collect()
    }

    /// A word for a reason; separators by what they part.
    fn reason(&self, reason: &Reason) -> String {
        let Reason::Separator(level) = reason else {
            let value = serde_json::to_value(reason).unwrap_or_default();
            return value.as_str().unwrap_or_default().to_owned();
        };
        match self.config.recursive.separators.get(usize::from(*level)).map(String::as_str) {
            Some("\n\n") => "paragraph".to_owned(),
            Some("\n") => "line".to_owned(),
            Some(" ") => "word".to_owned(),
            Some("") => "grapheme".to_owned(),
            Some(other) => format!("separator {other:?}"),
            None => "separator".to_owned(),
        }
    }
}
