//! The shape of what `extract --format json` prints: a contract with other programs.
//!
//! Offsets are code points of the text that is printed, boxes are `[x0, y0, x1, y1]` in points.

use super::args::Boxes;
use super::json_tables::TableJson;
use crate::document::{
    Block, EXTRACTOR, Extraction, Origins, Page, PageIndex, PageQuad, Problem, Rect, Region, Section,
    bounds_on,
};
use crate::text::{EditKind, Sha256Id, Span, Text};
use serde::Serialize;
use serde_json::Value;

/// One file.
#[derive(Debug, Serialize)]
pub(super) struct ExtractionJson<'a> {
    source: SourceJson<'a>,
    document_id: Sha256Id,
    revision: Sha256Id,
    extraction: Sha256Id,
    extractor: ExtractorJson,
    text: &'a str,
    pages: Vec<PageJson<'a>>,
    blocks: Vec<BlockJson>,
    sections: Vec<SectionJson<'a>>,
    tables: Vec<TableJson<'a>>,
    edits: Vec<EditJson<'a>>,
    problems: Vec<ProblemJson<'a>>,
}

#[derive(Debug, Serialize)]
struct SourceJson<'a> {
    path: String,
    kind: &'static str,
    citation: &'a str,
    /// Where it was fetched from.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<&'a str>,
    sha256: Sha256Id,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'a crate::document::Encoding>,
}

#[derive(Debug, Serialize)]
struct ExtractorJson {
    name: &'static str,
    version: &'static str,
    settings: Value,
}

#[derive(Debug, Serialize)]
struct PageJson<'a> {
    id: String,
    number: u32,
    label: Option<&'a str>,
    citation: String,
    spans: Vec<[usize; 2]>,
    width: f64,
    height: f64,
    rotation: u16,
    has_text: bool,
}

#[derive(Debug, Serialize)]
struct BlockJson {
    id: String,
    kind: crate::document::BlockKind,
    level: Option<u8>,
    start: usize,
    end: usize,
    regions: Vec<RegionJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boxes: Option<Vec<BoxJson>>,
}

#[derive(Debug, Serialize)]
pub(super) struct RegionJson {
    page: u32,
    bbox: [f64; 4],
}

impl RegionJson {
    pub fn new(region: &Region) -> Self {
        Self { page: region.page.number(), bbox: bbox(region.bbox) }
    }
}

/// The box of a line, or of a glyph and then with its characters.
#[derive(Debug, Serialize)]
struct BoxJson {
    page: u32,
    bbox: [f64; 4],
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<usize>,
}

#[derive(Debug, Serialize)]
struct SectionJson<'a> {
    id: String,
    parent: Option<String>,
    level: u8,
    heading_path: &'a [String],
    start: usize,
    end: usize,
}

#[derive(Debug, Serialize)]
struct EditJson<'a> {
    kind: EditKind,
    raw: [usize; 2],
    at: usize,
    text: &'a str,
    replacement: &'a str,
    regions: Vec<RegionJson>,
}

#[derive(Debug, Serialize)]
struct ProblemJson<'a> {
    code: crate::document::ProblemCode,
    message: &'a str,
    page: Option<u32>,
    start: Option<usize>,
    end: Option<usize>,
}

/// The text that is printed and the way into it from the default text.
pub(super) struct View<'a> {
    pub extraction: &'a Extraction,
    pub text: &'a Text,
    raw: bool,
}

impl<'a> ExtractionJson<'a> {
    /// Of the default text, or of the raw text.
    pub fn new(extraction: &'a Extraction, raw: bool, boxes: Boxes) -> Self {
        let text = if raw { extraction.raw() } else { extraction.text() };
        let view = View { extraction, text, raw };
        let source = extraction.source();
        let (name, version) = EXTRACTOR;
        Self {
            source: SourceJson {
                path: source.path.to_string_lossy().into_owned(),
                kind: source.kind.name(),
                citation: source.cited(),
                address: source.address.as_deref(),
                sha256: source.sha256,
                bytes: source.bytes,
                encoding: source.encoding.as_ref(),
            },
            document_id: source.document_id(),
            revision: text.revision(),
            extraction: extraction.id(),
            extractor: ExtractorJson { name, version, settings: settings(extraction.settings()) },
            text: text.as_str(),
            pages: view.pages(),
            blocks: extraction.blocks().iter().enumerate().map(|(i, b)| view.block(i, b, boxes)).collect(),
            sections: extraction.sections().iter().enumerate().map(|(i, s)| view.section(i, s)).collect(),
            tables: super::json_tables::tables(&view),
            edits: if raw { Vec::new() } else { view.edits() },
            problems: extraction.problems().iter().map(|p| view.problem(p)).collect(),
        }
    }
}

impl<'a> View<'a> {
    /// A span of the default text as code points of the printed text.
    pub fn place(&self, span: Span) -> [usize; 2] {
        let chars = self.text.char_span(self.printed(span));
        [chars.start, chars.end]
    }

    /// A span of the default text as one of the printed text.
    pub fn printed(&self, span: Span) -> Span {
        if !self.raw {
            return span;
        }
        let map = self.extraction.edits();
        let start = map.to_raw(span.start());
        Span::new(start, map.to_raw(span.end()).max(start))
    }

    fn pages(&self) -> Vec<PageJson<'a>> {
        let mut end = 0;
        let mut out = Vec::with_capacity(self.extraction.pages().len());
        for (i, page) in self.extraction.pages().iter().enumerate() {
            let mut json = self.page(i, page);
            if json.spans.is_empty() {
                // A page without text has a place all the same: where its text would be.
                json.spans.push([end, end]);
            }
            end = json.spans.last().map_or(end, |s| s[1]);
            out.push(json);
        }
        out
    }

    fn page(&self, i: usize, page: &'a Page) -> PageJson<'a> {
        let number = u32::try_from(i + 1).unwrap_or(u32::MAX);
        let name = self.extraction.source().cited();
        let paged = matches!(self.extraction.origins(), Origins::Glyphs(_));
        PageJson {
            id: format!("p{number}"),
            number,
            label: page.label.as_deref(),
            citation: if paged { format!("{name}#page={number}") } else { name.to_owned() },
            spans: page.spans.iter().map(|s| self.place(*s)).collect(),
            width: points(page.width),
            height: points(page.height),
            rotation: page.rotation,
            has_text: page.has_text,
        }
    }

    fn block(&self, i: usize, block: &Block, boxes: Boxes) -> BlockJson {
        let [start, end] = self.place(block.span);
        BlockJson {
            id: format!("b{}", i + 1),
            kind: block.kind,
            level: block.level,
            start,
            end,
            regions: block.regions.iter().map(RegionJson::new).collect(),
            boxes: match boxes {
                Boxes::None => None,
                Boxes::Lines => Some(self.line_boxes(block.span)),
                Boxes::Glyphs => Some(self.glyph_boxes(block.span)),
            },
        }
    }

    fn line_boxes(&self, span: Span) -> Vec<BoxJson> {
        let line = |q: PageQuad| BoxJson {
            page: q.page.number(),
            bbox: bbox(q.quad.bounds()),
            start: None,
            end: None,
        };
        self.extraction.quads(span).into_iter().map(line).collect()
    }

    fn glyph_boxes(&self, span: Span) -> Vec<BoxJson> {
        let Origins::Glyphs(origins) = self.extraction.origins() else { return Vec::new() };
        let map = self.extraction.edits();
        let mut out = Vec::new();
        for piece in map.raw_pieces(span) {
            for glyph in origins.within(piece) {
                let raw = glyph.span();
                let span = if self.raw {
                    raw
                } else {
                    let start = map.to_edited(raw.start());
                    Span::new(start, map.to_edited(raw.end()).max(start))
                };
                let chars = self.text.char_span(span);
                out.push(BoxJson {
                    page: glyph.page.number(),
                    bbox: bbox(glyph.quad.bounds()),
                    start: Some(chars.start),
                    end: Some(chars.end),
                });
            }
        }
        out
    }

    fn section(&self, i: usize, section: &'a Section) -> SectionJson<'a> {
        let [start, end] = self.place(section.span);
        SectionJson {
            id: section_id(i),
            parent: section.parent.map(section_id),
            level: section.level,
            heading_path: &section.heading_path,
            start,
            end,
        }
    }

    fn edits(&self) -> Vec<EditJson<'a>> {
        let (raw, map) = (self.extraction.raw(), self.extraction.edits());
        let edit = |(i, edit): (usize, &'a crate::text::Edit)| {
            let chars = raw.char_span(edit.raw);
            EditJson {
                kind: edit.kind,
                raw: [chars.start, chars.end],
                at: self.text.char_of(map.edited(i).start()).0,
                text: raw.slice(edit.raw),
                replacement: &edit.replacement,
                regions: self.raw_regions(edit.raw),
            }
        };
        map.edits().iter().enumerate().map(edit).collect()
    }

    /// Where a piece of the raw text stands, one box a page.
    fn raw_regions(&self, raw: Span) -> Vec<RegionJson> {
        let Origins::Glyphs(origins) = self.extraction.origins() else { return Vec::new() };
        let quads = origins.quads(raw);
        let mut pages: Vec<PageIndex> = quads.iter().map(|q| q.page).collect();
        pages.sort_unstable();
        pages.dedup();
        let region = |page: PageIndex| {
            bounds_on(&quads, page).map(|rect| RegionJson { page: page.number(), bbox: bbox(rect) })
        };
        pages.into_iter().filter_map(region).collect()
    }

    fn problem(&self, problem: &'a Problem) -> ProblemJson<'a> {
        let place = problem.span.map(|span| self.place(span));
        ProblemJson {
            code: problem.code,
            message: &problem.message,
            page: problem.page.map(PageIndex::number),
            start: place.map(|p| p[0]),
            end: place.map(|p| p[1]),
        }
    }
}

/// The name of a section, by its place in the list.
pub(super) fn section_id(i: usize) -> String {
    format!("s{}", i + 1)
}

/// `[x0, y0, x1, y1]`, to a hundredth of a point.
pub(super) fn bbox(rect: Rect) -> [f64; 4] {
    [rect.x0, rect.y0, rect.x1, rect.y1].map(points)
}

fn points(value: f32) -> f64 {
    (f64::from(value) * 100.0).round() / 100.0
}

/// Settings are JSON where the loader wrote JSON.
fn settings(settings: &str) -> Value {
    serde_json::from_str(settings).ok().filter(Value::is_object).unwrap_or_else(|| {
        let mut object = serde_json::Map::new();
        if !settings.is_empty() {
            object.insert("settings".to_owned(), Value::String(settings.to_owned()));
        }
        Value::Object(object)
    })
}
