//! The pages of a document become one extraction. Pure; runs where the result is used.

use super::layout::{PageBlock, PageText, reads_on};
use crate::document::{
    Block, BlockKind, Extraction, ExtractionParts, Glyph, GlyphOrigins, Link, Origins, OutlineItem, Page,
    PageIndex, PdfInfo, Problem, ProblemCode, Rect, Region, Section, Source,
};
use crate::text::{Edit, EditKind, EditMap, Span};

/// What is known of a document beside its pages' text.
pub struct DocumentFacts {
    /// The file.
    pub source: Source,
    /// Size, rotation and label of each page.
    pub pages: Vec<Page>,
    /// The outline.
    pub outline: Vec<OutlineItem>,
    /// Links on pages.
    pub links: Vec<Link>,
    /// The document information.
    pub info: PdfInfo,
    /// What was found while opening.
    pub problems: Vec<Problem>,
    /// Settings that go into the extraction id.
    pub settings: String,
}

/// A block of the document, in raw offsets.
struct RawBlock {
    block: PageBlock,
    page: PageIndex,
    span: Span,
    /// Its places on the page that it began on, where it runs over a page's end.
    before: Vec<Region>,
}

/// What pages give together, in raw offsets.
#[derive(Default)]
struct Document {
    raw: String,
    glyphs: Vec<Glyph>,
    edits: Vec<Edit>,
    blocks: Vec<RawBlock>,
    /// The visible text of each page.
    pages: Vec<Span>,
    lines: u32,
}

impl Document {
    fn add(&mut self, index: usize, text: PageText) {
        let page = PageIndex(index as u32);
        let joined = self.continues(&text);
        let end = self.raw.len();
        if !self.raw.is_empty() && !text.text.is_empty() {
            self.raw.push_str("\n\n");
        }
        let start = self.raw.len();
        let shift = |span: Span| Span::new(span.start() + start, span.end() + start);
        self.raw.push_str(&text.text);
        self.pages.push(Span::new(start, start + text.visible));
        let lines = self.lines;
        self.glyphs.extend(text.glyphs.into_iter().map(|g| Glyph {
            start: g.start + start as u32,
            page,
            line: g.line + lines,
            ..g
        }));
        self.lines += text.lines;
        self.edits.extend(text.edits.into_iter().map(|e| Edit { raw: shift(e.raw), ..e }));
        let mut blocks = text.blocks.into_iter();
        if joined && let Some(first) = blocks.next() {
            self.join(end, start, page, first);
        }
        self.blocks.extend(blocks.map(|block| {
            let span = shift(block.span);
            RawBlock { block, page, span, before: Vec::new() }
        }));
    }

    /// Whether the first paragraph of the next page goes on where the last one of this page stops.
    fn continues(&self, next: &PageText) -> bool {
        let (Some(last), Some(first)) = (self.blocks.last(), next.blocks.first()) else { return false };
        let ends_here = last.span.end() == self.raw.len() && last.before.is_empty();
        let prose = |kind| matches!(kind, BlockKind::Paragraph | BlockKind::ListItem);
        let same_type = (last.block.size - first.size).abs() < 0.5 && !first.bold && !last.block.bold;
        let (end, start) = (last.span.slice(&self.raw).chars().next_back(), next.text.chars().next());
        ends_here && prose(last.block.kind) && first.kind == BlockKind::Paragraph && same_type && reads_on(end, start)
    }

    fn join(&mut self, end: usize, start: usize, page: PageIndex, first: PageBlock) {
        let hyphen = self.raw[..end].ends_with(['-', '\u{2010}', '\u{ad}']);
        let from = if hyphen { self.raw[..end].char_indices().next_back().map_or(end, |c| c.0) } else { end };
        let kind = if hyphen { EditKind::Hyphen } else { EditKind::LineJoin };
        let replacement = if hyphen { "" } else { " " }.to_owned();
        self.edits.push(Edit { kind, raw: Span::new(from, start), replacement });
        if let Some(last) = self.blocks.last_mut() {
            last.before = regions(last.page, &last.block.boxes).collect();
            last.span = Span::new(last.span.start(), start + first.span.end());
            last.page = page;
            last.block.boxes = first.boxes;
        }
    }
}

/// Puts the pages together: text, blocks over page ends, sections, problems.
pub fn assemble(facts: DocumentFacts, texts: Vec<PageText>) -> Extraction {
    let mut problems = facts.problems;
    let mut document = Document::default();
    let mut pages = facts.pages;
    for (index, text) in texts.into_iter().enumerate() {
        page_problems(&mut problems, index, &text);
        if let Some(page) = pages.get_mut(index) {
            page.has_text = text.visible > 0;
        }
        document.add(index, text);
    }
    let (default, map) = EditMap::apply(&document.raw, document.edits.clone());
    let edited = |span: Span| {
        let start = map.to_edited(span.start());
        Span::new(start, map.to_edited(span.end()).max(start))
    };
    for (page, span) in pages.iter_mut().zip(&document.pages) {
        page.spans = vec![edited(*span)].into_iter().filter(|s| !s.is_empty()).collect();
    }
    let levels = heading_levels(&document.blocks);
    let blocks: Vec<Block> = document.blocks.iter().map(|b| block(b, &levels, edited(b.span))).collect();
    let sections = sections(&default, &blocks);
    Extraction::new(ExtractionParts {
        source: facts.source,
        raw: document.raw,
        edits: document.edits,
        pages,
        blocks,
        sections,
        origins: Origins::Glyphs(GlyphOrigins::new(document.glyphs)),
        problems,
        outline: facts.outline,
        links: facts.links,
        info: Some(facts.info),
        settings: facts.settings,
    })
}

fn block(raw: &RawBlock, levels: &[(i32, bool)], span: Span) -> Block {
    let level = match raw.block.kind {
        BlockKind::Heading => levels.iter().position(|l| *l == rank(&raw.block)).map(|i| (i + 1).min(6) as u8),
        _ => raw.block.level,
    };
    let own = regions(raw.page, &raw.block.boxes);
    let regions = raw.before.iter().copied().chain(own).collect();
    Block { kind: raw.block.kind, level, span, regions }
}

fn regions(page: PageIndex, boxes: &[Rect]) -> impl Iterator<Item = Region> {
    boxes.iter().map(move |&bbox| Region { page, bbox })
}

/// Headings of one size and weight have one level; larger before smaller, bold before regular.
fn rank(block: &PageBlock) -> (i32, bool) {
    ((block.size * 2.0).round() as i32, block.bold)
}

fn heading_levels(blocks: &[RawBlock]) -> Vec<(i32, bool)> {
    let headings = blocks.iter().filter(|b| b.block.kind == BlockKind::Heading);
    let mut levels: Vec<(i32, bool)> = headings.map(|b| rank(&b.block)).collect();
    levels.sort_unstable_by(|a, b| b.cmp(a));
    levels.dedup();
    levels
}

/// Sections part the text at headings; text before the first one is a section of its own.
fn sections(text: &str, blocks: &[Block]) -> Vec<Section> {
    let mut out: Vec<Section> = Vec::new();
    let mut open: Vec<(u8, usize)> = Vec::new();
    let headings = blocks.iter().filter(|b| b.kind == BlockKind::Heading && !b.span.is_empty());
    let root = |end| Section { parent: None, level: 0, heading_path: Vec::new(), span: Span::new(0, end) };
    for heading in headings {
        let start = heading.span.start();
        match out.last_mut() {
            Some(last) => last.span = Span::new(last.span.start(), start),
            None if start > 0 => out.push(root(start)),
            None => {}
        }
        let level = heading.level.unwrap_or(1);
        open.retain(|(l, _)| *l < level);
        let parent = open.last().map(|(_, i)| *i);
        let mut heading_path = parent.map(|i| out[i].heading_path.clone()).unwrap_or_default();
        heading_path.push(heading.span.slice(text).to_owned());
        open.push((level, out.len()));
        out.push(Section { parent, level, heading_path, span: Span::new(start, text.len()) });
    }
    if out.is_empty() && !text.is_empty() {
        out.push(root(text.len()));
    }
    out
}

fn page_problems(problems: &mut Vec<Problem>, index: usize, text: &PageText) {
    let page = PageIndex(index as u32);
    let n = page.number();
    let skipped = problems.iter().any(|p| p.code == ProblemCode::PageSkipped && p.page == Some(page));
    let mut say = |code, message: String| {
        problems.push(Problem { code, message, page: Some(page), span: None });
    };
    if text.visible == 0 && !skipped {
        let picture = if text.pictures > 0 { "a picture but no text (scanned?)" } else { "no text" };
        say(ProblemCode::NoText, format!("Page {n} has {picture}"));
    }
    if text.unmapped > 0 {
        let count = text.unmapped;
        say(ProblemCode::Unmapped, format!("Page {n} has {count} glyphs that name no character; they are shown as \u{fffd}"));
    }
    if text.hidden > 0 {
        let count = text.hidden;
        say(ProblemCode::Hidden, format!("Page {n} has {count} glyphs that a reader does not see; they are left out"));
    }
    if text.duplicates > 0 {
        let count = text.duplicates;
        say(ProblemCode::Duplicate, format!("Page {n} paints {count} glyphs twice at one place; each is read once"));
    }
    if text.ocr_layer {
        say(ProblemCode::Other, format!("Page {n} is a picture; its text is an invisible layer over it (OCR)"));
    }
    if text.truncated {
        say(ProblemCode::Other, format!("Page {n} has more glyphs than are read; the last ones are left out"));
    }
}
