//! An extraction: everything known about one source's text.

mod version;

use super::block::{Block, Section};
use super::geometry::Point;
use super::origin::{ByteOrigins, Glyph, Origins, PageQuad};
use super::page::{Link, OutlineItem, Page, PageIndex, PdfInfo};
use super::piece::Piece;
use super::problem::Problem;
use super::source::Source;
use super::table::Table;
use crate::text::{Edit, EditMap, Sha256Id, Span, Text};
use std::sync::Arc;

/// What a loader knows of a source; [`Extraction::new`] makes the rest.
///
/// Spans of pages, blocks, sections and problems point into the *default text*: `raw` with `edits`
/// applied.
#[derive(Clone, Debug)]
pub struct ExtractionParts {
    /// Where it comes from.
    pub source: Source,
    /// The raw text.
    pub raw: String,
    /// What is replaced in the raw text to make the default text.
    pub edits: Vec<Edit>,
    /// Pages, in order; empty where the source has none.
    pub pages: Vec<Page>,
    /// Blocks in reading order.
    pub blocks: Vec<Block>,
    /// What stands on each page, page by page, each in its reading order; empty where the source has none.
    pub pieces: Vec<Piece>,
    /// Sections; a flat partition of the default text.
    pub sections: Vec<Section>,
    /// Tables in reading order.
    pub tables: Vec<Table>,
    /// Where the raw text's characters came from.
    pub origins: Origins,
    /// What a reviewer should look at.
    pub problems: Vec<Problem>,
    /// Outline of a PDF, headings of a Markdown file.
    pub outline: Vec<OutlineItem>,
    /// Links on pages.
    pub links: Vec<Link>,
    /// A PDF's document information.
    pub info: Option<PdfInfo>,
    /// The settings that made this, canonical, as they go into the extraction id.
    pub settings: String,
}

/// Text, layout and origins of one source. Immutable; a correction makes a new one.
///
/// [`Extraction::with_edits`] makes versions of it with other edits, which share the raw text and its origins.
#[derive(Debug)]
pub struct Extraction {
    /// Without raw text, edits and origins.
    parts: Arc<ExtractionParts>,
    origins: Arc<Origins>,
    raw: Text,
    text: Text,
    map: Arc<EditMap>,
    id: Sha256Id,
    /// What the loader made, where this is another version of it.
    loaded: Option<version::Loaded>,
}

/// Name and version of the extractor, part of every extraction id.
pub const EXTRACTOR: (&str, &str) = ("fundstelle", env!("CARGO_PKG_VERSION"));

impl Extraction {
    /// Applies the edits and hashes revision, structure, settings and version to the id.
    ///
    /// # Panics
    /// If an edit's span is not of the raw text.
    #[must_use]
    pub fn new(mut parts: ExtractionParts) -> Self {
        let (edited, map) = EditMap::apply(&parts.raw, std::mem::take(&mut parts.edits));
        Self::with_map(parts, edited, map)
    }

    /// As [`Self::new`], for edits that were applied already: `edited` is the raw text with the edits of `map`.
    #[must_use]
    pub fn with_map(mut parts: ExtractionParts, edited: String, map: EditMap) -> Self {
        let raw = Text::new(std::mem::take(&mut parts.raw));
        let text = if map.edits().is_empty() { raw.clone() } else { Text::new(edited) };
        let origins = std::mem::replace(&mut parts.origins, Origins::Bytes(ByteOrigins::default()));
        let id = id(&parts, &text);
        let (parts, origins, map) = (Arc::new(parts), Arc::new(origins), Arc::new(map));
        Self { parts, origins, raw, text, map, id, loaded: None }
    }

    /// Adds what was found out about the source after it was read; the id does not depend on it.
    pub fn add_problem(&mut self, problem: Problem) {
        Arc::make_mut(&mut self.parts).problems.push(problem);
    }

    /// Says that the source was fetched from an address; the id does not depend on it.
    pub fn set_address(&mut self, address: String) {
        let source = &mut Arc::make_mut(&mut self.parts).source;
        source.path = address.clone().into();
        source.address = Some(address);
    }

    /// Hash of revision, structure, settings and extractor version.
    #[must_use]
    pub fn id(&self) -> Sha256Id {
        self.id
    }

    /// Where it comes from.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.parts.source
    }

    /// The raw text.
    #[must_use]
    pub fn raw(&self) -> &Text {
        &self.raw
    }

    /// The default text, which everything else points into.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// The edits that lead from the raw text to the default text.
    #[must_use]
    pub fn edits(&self) -> &EditMap {
        &self.map
    }

    /// Pages in order; empty where the source has none.
    #[must_use]
    pub fn pages(&self) -> &[Page] {
        &self.parts.pages
    }

    /// Blocks in reading order.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.parts.blocks
    }

    /// What stands on each page: pages in order, on each what is read in its order, then what was taken out.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.parts.pieces
    }

    /// Sections in order; they part the text.
    #[must_use]
    pub fn sections(&self) -> &[Section] {
        &self.parts.sections
    }

    /// Tables in reading order.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.parts.tables
    }

    /// What a reviewer should look at.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.parts.problems
    }

    /// Outline entries in order.
    #[must_use]
    pub fn outline(&self) -> &[OutlineItem] {
        &self.parts.outline
    }

    /// Links on pages.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.parts.links
    }

    /// A PDF's document information.
    #[must_use]
    pub fn info(&self) -> Option<&PdfInfo> {
        self.parts.info.as_ref()
    }

    /// Where the raw text's characters came from.
    #[must_use]
    pub fn origins(&self) -> &Origins {
        &self.origins
    }

    /// The settings that made this.
    #[must_use]
    pub fn settings(&self) -> &str {
        &self.parts.settings
    }

    /// The place on pages of a span of the default text, one quad a line; empty without pages.
    #[must_use]
    pub fn quads(&self, span: Span) -> Vec<PageQuad> {
        let Origins::Glyphs(origins) = self.origins() else { return Vec::new() };
        self.map.raw_pieces(span).into_iter().flat_map(|raw| origins.quads(raw)).collect()
    }

    /// The page of a place in the default text: for synthetic characters, that of the text before.
    #[must_use]
    pub fn page_of(&self, offset: usize) -> Option<PageIndex> {
        let mut found = None;
        let mut nearest = None;
        for (i, page) in self.parts.pages.iter().enumerate() {
            let index = PageIndex(u32::try_from(i).unwrap_or(u32::MAX));
            for span in &page.spans {
                if span.contains(offset) {
                    found = Some(index);
                } else if span.end() <= offset && nearest.is_none_or(|(end, _)| span.end() >= end) {
                    nearest = Some((span.end(), index));
                }
            }
        }
        found.or(nearest.map(|n| n.1)).or_else(|| (!self.parts.pages.is_empty()).then_some(PageIndex(0)))
    }

    /// The pages that `span` touches, in order.
    #[must_use]
    pub fn pages_of(&self, span: Span) -> Vec<PageIndex> {
        let touched: Vec<_> = self
            .parts
            .pages
            .iter()
            .enumerate()
            .filter(|(_, page)| page.spans.iter().any(|s| s.overlaps(span)))
            .map(|(i, _)| PageIndex(u32::try_from(i).unwrap_or(u32::MAX)))
            .collect();
        if touched.is_empty() { self.page_of(span.start()).into_iter().collect() } else { touched }
    }

    /// The glyph under a point of a page, with its span in the default text.
    #[must_use]
    pub fn glyph_at(&self, page: PageIndex, point: Point) -> Option<(Glyph, Span)> {
        let Origins::Glyphs(origins) = self.origins() else { return None };
        let spans = &self.parts.pages.get(page.get())?.spans;
        spans
            .iter()
            .flat_map(|span| self.map.raw_pieces(*span))
            .flat_map(|raw| origins.within(raw))
            .filter(|g| g.page == page && g.quad.bounds().contains(point))
            .min_by(|a, b| {
                let off = |g: &Glyph| {
                    let c = g.quad.center();
                    (c.x - point.x).powi(2) + (c.y - point.y).powi(2)
                };
                off(a).total_cmp(&off(b))
            })
            .map(|g| {
                let start = self.map.to_edited(g.span().start());
                let end = self.map.to_edited(g.span().end()).max(start);
                (g, Span::new(start, end))
            })
    }

    /// The sections that `span` touches, by place in [`Extraction::sections`].
    #[must_use]
    pub fn sections_of(&self, span: Span) -> std::ops::Range<usize> {
        let sections = &self.parts.sections;
        let first = sections.partition_point(|s| s.span.end() <= span.start());
        let end = sections.partition_point(|s| s.span.start() < span.end());
        first..end.max(first)
    }

    /// How a place is cited: `pump.pdf#page=12`, or the name alone without pages.
    #[must_use]
    pub fn citation(&self, offset: usize) -> String {
        let name = self.parts.source.cited();
        let paged = matches!(*self.origins, Origins::Glyphs(_));
        match self.page_of(offset).filter(|_| paged) {
            Some(page) => format!("{name}#page={}", page.number()),
            None => name.to_owned(),
        }
    }
}

/// Hash of what chunks depend on.
fn id(parts: &ExtractionParts, text: &Text) -> Sha256Id {
    let structure = (&parts.blocks, &parts.sections, &parts.tables, &parts.pages);
    let structure = serde_json::to_vec(&structure).unwrap_or_default();
    Sha256Id::of_parts([
        text.revision().bytes().as_slice(),
        &structure,
        parts.settings.as_bytes(),
        EXTRACTOR.0.as_bytes(),
        EXTRACTOR.1.as_bytes(),
    ])
}
