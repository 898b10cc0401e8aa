//! stand-in
use super::layout::PageText;
use crate::document::{
    Extraction, ExtractionParts, Link, Origins, OutlineItem, Page, PdfInfo, Problem, Source,
};
use crate::text::Span;
/// stand-in
pub struct DocumentFacts {
    pub source: Source,
    pub pages: Vec<Page>,
    pub outline: Vec<OutlineItem>,
    pub links: Vec<Link>,
    pub info: PdfInfo,
    pub problems: Vec<Problem>,
    pub settings: String,
}
/// stand-in
pub fn assemble(facts: DocumentFacts, texts: Vec<PageText>) -> Extraction {
    let mut raw = String::new();
    let mut pages = facts.pages;
    for (page, text) in pages.iter_mut().zip(&texts) {
        let start = raw.len();
        raw.push_str(&text.text);
        page.spans = vec![Span::new(start, raw.len())];
        page.has_text = !text.text.is_empty();
    }
    Extraction::new(ExtractionParts {
        source: facts.source,
        raw,
        edits: Vec::new(),
        pages,
        blocks: Vec::new(),
        sections: Vec::new(),
        origins: Origins::Glyphs(crate::document::GlyphOrigins::default()),
        problems: facts.problems,
        outline: facts.outline,
        links: facts.links,
        info: Some(facts.info),
        settings: facts.settings,
    })
}
