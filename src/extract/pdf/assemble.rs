//! Pages become one extraction: one raw text, paragraphs over page breaks, headings, sections.
//!
//! Pure; runs where the window or the command line runs. What a single page says is `layout`'s
//! business, what the file says about itself (outline, labels, information) is handed in.

mod headings;

use super::layout::{PageBlock, PageText};
use crate::document::{
    Block, BlockKind, Extraction, ExtractionParts, Glyph, GlyphOrigins, Link, Origins, OutlineItem, Page,
    PageIndex, PdfInfo, Problem, ProblemCode, Region, Section, Source,
};
use crate::text::{Edit, EditKind, EditMap, Span};
use std::sync::Arc;

/// A page as the file describes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageFacts {
    /// What the document calls it.
    pub label: Option<String>,
    /// Width as shown, in points.
    pub width: f32,
    /// Height as shown.
    pub height: f32,
    /// /Rotate in degrees.
    pub rotation: u16,
    /// Why its text could not be read, if it could not: a sentence for people.
    pub skipped: Option<String>,
}

/// What is known about a document besides its pages' text.
#[derive(Clone, Debug)]
pub struct DocumentFacts {
    /// The file.
    pub source: Source,
    /// One entry a page.
    pub pages: Vec<PageFacts>,
    /// Outline entries in order.
    pub outline: Vec<OutlineItem>,
    /// Links on pages.
    pub links: Vec<Link>,
    /// Document information.
    pub info: Option<PdfInfo>,
    /// What went wrong before the pages were read.
    pub problems: Vec<Problem>,
    /// The settings of the extraction, canonical.
    pub settings: String,
}

/// Makes the extraction of a document from what its pages yield, in page order.
///
/// Page geometry comes from `facts`; a page without an entry there takes that of its text.
#[must_use]
pub fn assemble(facts: DocumentFacts, pages: &[Arc<PageText>]) -> Extraction {
    let mut joined = Joined::default();
    joined.glyphs.reserve(pages.iter().map(|p| p.glyphs.len()).sum());
    joined.raw.reserve(pages.iter().map(|p| p.raw.len() + 2).sum());
    for (i, page) in pages.iter().enumerate() {
        joined.add(i as u32, page);
    }
    let Joined { raw, edits, glyphs, blocks, spans, .. } = joined;
    let (text, map) = EditMap::apply(&raw, edits.clone());
    let edited = |s: Span| {
        let start = map.to_edited(s.start());
        Span::new(start, map.to_edited(s.end()).max(start))
    };
    let count = pages.len().max(facts.pages.len());
    let described = (0..count).map(|i| {
        let (page, fact) = (pages.get(i), facts.pages.get(i).cloned().unwrap_or_default());
        let span = spans.get(i).copied().flatten().map(&edited).filter(|s| !s.is_empty());
        let shown = page.filter(|p| p.width > 0.0 && fact.width <= 0.0);
        Page {
            label: fact.label,
            width: shown.map_or(fact.width, |p| p.width),
            height: shown.map_or(fact.height, |p| p.height),
            rotation: shown.map_or(fact.rotation, |p| p.rotation),
            has_text: span.is_some_and(|s| !s.slice(&text).trim().is_empty()),
            spans: span.into_iter().collect(),
        }
    });
    let described: Vec<Page> = described.collect();
    let kinds = headings::kinds(&blocks.iter().map(|b| &b.0).collect::<Vec<_>>());
    let blocks: Vec<Block> = blocks
        .into_iter()
        .zip(kinds)
        .map(|((block, regions), (kind, level))| Block { kind, level, span: edited(block.raw), regions })
        .filter(|b| !b.span.is_empty())
        .collect();
    let mut problems = facts.problems;
    problems.extend(page_problems(pages, &facts.pages, &described, &text));
    Extraction::new(ExtractionParts {
        pieces: Vec::new(),
        source: facts.source,
        sections: sections(&text, &blocks),
        raw,
        edits,
        pages: described,
        blocks,
        origins: Origins::Glyphs(GlyphOrigins::new(glyphs)),
        problems,
        outline: facts.outline,
        links: facts.links,
        info: facts.info,
        settings: facts.settings,
    })
}

/// The pages' texts one after the other.
#[derive(Default)]
struct Joined {
    raw: String,
    edits: Vec<Edit>,
    glyphs: Vec<Glyph>,
    /// Blocks in the document's raw text, and where they stand.
    blocks: Vec<(PageBlock, Vec<Region>)>,
    /// Where each page's visible text stands in the raw text.
    spans: Vec<Option<Span>>,
    lines: u32,
    /// The last page with visible text ended with this block.
    last: Option<usize>,
    /// Whether anything visible was written.
    visible: bool,
}

impl Joined {
    fn add(&mut self, number: u32, page: &PageText) {
        if page.raw.is_empty() {
            self.spans.push(None);
            return;
        }
        let separator = self.raw.len();
        if !self.raw.is_empty() {
            self.raw.push_str("\n\n");
        }
        let base = self.raw.len();
        self.raw.push_str(&page.raw);
        let shift = |s: Span| Span::new(s.start() + base, s.end() + base);
        self.separate(page, separator, base);
        for edit in &page.edits {
            // Hidden text that opens a page takes the page's separator along.
            let lone = edit.kind == EditKind::Hidden && edit.raw.start() == 0;
            let raw = if lone { Span::new(separator, base + edit.raw.end()) } else { shift(edit.raw) };
            self.edits.push(Edit { raw, ..edit.clone() });
        }
        for glyph in &page.glyphs {
            let Ok(start) = u32::try_from(glyph.start as usize + base) else { continue };
            self.glyphs.push(Glyph {
                start,
                page: PageIndex(number),
                line: glyph.line + self.lines,
                ..*glyph
            });
        }
        self.lines += page.lines;
        for (i, block) in page.blocks.iter().enumerate() {
            let regions = block.regions.iter().map(|&bbox| Region { page: PageIndex(number), bbox });
            let block = PageBlock { raw: shift(block.raw), ..block.clone() };
            if i == 0 && self.joins_last(&block) {
                self.extend_last(&block, regions.collect(), base);
            } else {
                self.blocks.push((block, regions.collect()));
            }
        }
        let visible = page.visible > 0;
        self.last = if visible { last_upright(&self.blocks) } else { self.last };
        self.visible |= visible;
        self.spans.push(visible.then(|| Span::new(base, base + page.visible)));
    }

    /// Takes the separator out of the default text where nothing visible stands before it.
    fn separate(&mut self, page: &PageText, separator: usize, base: usize) {
        if page.visible > 0 && !self.visible && separator < base {
            let raw = Span::new(separator, base);
            self.edits.push(Edit { kind: EditKind::Hidden, raw, replacement: String::new() });
        }
    }

    /// Whether a page's first block goes on with the paragraph that ended the page before.
    fn joins_last(&self, next: &PageBlock) -> bool {
        let Some((last, regions)) = self.last.and_then(|i| self.blocks.get(i)) else { return false };
        let alike = (last.size - next.size).abs() < 0.08 * last.size.max(next.size);
        // A block of another direction between the two stands in the way.
        let adjacent = self.last == Some(self.blocks.len() - 1);
        adjacent && alike && last.open_end && next.continues && last.chars > 30 && !regions.is_empty()
    }

    fn extend_last(&mut self, next: &PageBlock, regions: Vec<Region>, base: usize) {
        let Some((last, places)) = self.blocks.last_mut() else { return };
        // From the end of what the reader saw last to the page break: hidden text has its own edit.
        let before = self.raw[..base].trim_end_matches('\n').len();
        let end = last.raw.end();
        let hyphen = self.raw[..end].chars().next_back().filter(|c| matches!(c, '-' | '\u{2010}' | '\u{ad}'));
        let (kind, start, text) = match hyphen {
            Some(c) if before == end => (EditKind::Hyphen, end - c.len_utf8(), ""),
            _ => (EditKind::LineJoin, before, " "),
        };
        self.edits.push(Edit { kind, raw: Span::new(start, base), replacement: text.to_owned() });
        last.raw = Span::new(last.raw.start(), next.raw.end());
        last.open_end = next.open_end;
        last.chars += next.chars;
        last.lines += next.lines;
        places.extend(regions);
    }
}

fn last_upright(blocks: &[(PageBlock, Vec<Region>)]) -> Option<usize> {
    blocks.len().checked_sub(1).filter(|&i| blocks[i].0.upright)
}

/// Sections by headings: a flat partition of the text.
fn sections(text: &str, blocks: &[Block]) -> Vec<Section> {
    let mut out: Vec<Section> = Vec::new();
    let mut open: Vec<(u8, usize)> = Vec::new();
    for block in blocks.iter().filter(|b| b.kind == BlockKind::Heading) {
        let (level, start) = (block.level.unwrap_or(1), block.span.start());
        match out.last_mut() {
            Some(last) => last.span = Span::new(last.span.start(), start),
            None if start > 0 => out.push(untitled(start)),
            None => {}
        }
        open.retain(|o| o.0 < level);
        let parent = open.last().map(|o| o.1);
        let mut heading_path = parent.map(|p| out[p].heading_path.clone()).unwrap_or_default();
        heading_path.push(block.span.slice(text).split_whitespace().collect::<Vec<_>>().join(" "));
        open.push((level, out.len()));
        out.push(Section { parent, level, heading_path, span: Span::new(start, text.len()) });
    }
    if out.is_empty() && !text.is_empty() {
        out.push(untitled(text.len()));
    }
    out
}

fn untitled(end: usize) -> Section {
    Section { parent: None, level: 0, heading_path: Vec::new(), span: Span::new(0, end) }
}

fn page_problems(texts: &[Arc<PageText>], facts: &[PageFacts], pages: &[Page], text: &str) -> Vec<Problem> {
    let mut out = Vec::new();
    for (i, page) in pages.iter().enumerate() {
        let index = PageIndex(i as u32);
        let number = index.number();
        let mut say = |code, message: String, span| {
            out.push(Problem { code, message, page: Some(index), span });
        };
        if let Some(reason) = facts.get(i).and_then(|f| f.skipped.as_ref()) {
            say(ProblemCode::PageSkipped, reason.clone(), None);
            continue;
        }
        let Some(found) = texts.get(i) else { continue };
        if !page.has_text {
            let message = if found.pictures > 0 {
                format!("Page {number} has a picture but no text (scanned?)")
            } else {
                format!("Page {number} has no text")
            };
            say(ProblemCode::NoText, message, None);
        }
        if found.unmapped > 0 {
            let first = page.spans.iter().find_map(|s| {
                let at = s.slice(text).find(char::REPLACEMENT_CHARACTER)?;
                Some(Span::new(s.start() + at, s.start() + at + char::REPLACEMENT_CHARACTER.len_utf8()))
            });
            let n = found.unmapped;
            say(
                ProblemCode::Unmapped,
                format!(
                    "Page {number}: {n} {} no character (shown as U+FFFD)",
                    if n == 1 { "glyph names" } else { "glyphs name" }
                ),
                first,
            );
        }
        if found.hidden > 0 {
            let n = found.hidden;
            say(
                ProblemCode::Hidden,
                format!("Page {number}: {n} characters that the page does not show are left out"),
                None,
            );
        }
        if found.duplicates > 0 {
            let n = found.duplicates;
            say(
                ProblemCode::Duplicate,
                format!("Page {number}: {n} characters are drawn more than once"),
                None,
            );
        }
        if found.truncated {
            say(
                ProblemCode::PageSkipped,
                format!("Page {number} has too many glyphs; the rest was left out"),
                None,
            );
        }
    }
    out
}
