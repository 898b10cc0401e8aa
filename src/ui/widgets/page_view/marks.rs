//! Places of chunks, passages, hits and the selection on pages; made once, not in every frame.

use crate::document::{Extraction, PageIndex, Quad};
use crate::text::{Sha256Id, Span};
use crate::ui::overlay::{Overlay, Segment, segments};
use std::collections::HashMap;

/// What lies on one page.
#[derive(Debug, Default)]
pub(super) struct PageMarks {
    /// Every stretch and its places.
    pub(super) segments: Vec<(Segment, Vec<Quad>)>,
    /// Chunks that start here, and the place they start with.
    pub(super) starts: Vec<(usize, Quad)>,
    /// Passages by place in the overlay; whether they start here.
    pub(super) passages: Vec<(usize, Vec<Quad>, bool)>,
    /// Hits by place in the overlay.
    pub(super) hits: Vec<(usize, Vec<Quad>)>,
    /// Where blocks of the page's text stand in the default text.
    spans: Vec<Span>,
    /// What of the selection lies here.
    selection: Option<(Span, Vec<Quad>)>,
}

/// What the remembered places belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Version {
    generation: u64,
    extraction: Sha256Id,
    chunking: usize,
    counts: [usize; 3],
}

/// Marks of pages that were seen lately.
#[derive(Debug, Default)]
pub(super) struct MarksCache {
    version: Option<Version>,
    pages: HashMap<PageIndex, PageMarks>,
}

/// How many pages are remembered.
const PAGES: usize = 96;
/// How many bytes at a chunk's start are looked through for its first glyph.
const START: usize = 512;

impl MarksCache {
    /// The marks of a page.
    pub(super) fn page(
        &mut self,
        extraction: &Extraction,
        overlay: &Overlay<'_>,
        page: PageIndex,
    ) -> &mut PageMarks {
        let version = Version {
            generation: overlay.generation,
            extraction: extraction.id(),
            chunking: std::ptr::from_ref(overlay.chunking).addr(),
            counts: [overlay.chunking.chunks.len(), overlay.passages.len(), overlay.hits.len()],
        };
        if self.version != Some(version) || (self.pages.len() >= PAGES && !self.pages.contains_key(&page)) {
            self.version = Some(version);
            self.pages.clear();
        }
        self.pages.entry(page).or_insert_with(|| PageMarks::new(extraction, overlay, page))
    }
}

impl PageMarks {
    fn new(extraction: &Extraction, overlay: &Overlay<'_>, page: PageIndex) -> Self {
        let spans = extraction.pages().get(page.get()).map(|p| p.spans.clone()).unwrap_or_default();
        let place = |span: Span| quads_on(extraction, span, page);
        let mut marks = Self { spans, ..Self::default() };
        for &within in &marks.spans {
            for segment in segments(overlay.chunking, within) {
                let quads = place(segment.span);
                if !quads.is_empty() {
                    marks.segments.push((segment, quads));
                }
            }
            marks.starts.extend(starts(extraction, overlay, within, page));
            let first = overlay.hits.partition_point(|h| h.end() <= within.start());
            let hits = overlay.hits[first..].iter().take_while(|h| h.start() < within.end());
            for (i, hit) in hits.enumerate() {
                if let Some(part) = hit.intersection(within) {
                    marks.hits.push((first + i, place(part)));
                }
            }
            for (i, passage) in overlay.passages.iter().enumerate() {
                if let Some(part) = passage.span.intersection(within) {
                    marks.passages.push((i, place(part), within.contains(passage.span.start())));
                }
            }
        }
        marks
    }

    /// The places of the selection on this page.
    pub(super) fn selection(&mut self, extraction: &Extraction, span: Span, page: PageIndex) -> &[Quad] {
        if self.selection.as_ref().is_none_or(|s| s.0 != span) {
            let parts = self.spans.iter().filter_map(|s| s.intersection(span));
            let quads = parts.flat_map(|part| quads_on(extraction, part, page)).collect();
            self.selection = Some((span, quads));
        }
        self.selection.as_ref().map_or(&[], |s| &s.1)
    }
}

fn quads_on(extraction: &Extraction, span: Span, page: PageIndex) -> Vec<Quad> {
    extraction.quads(span).into_iter().filter(|q| q.page == page).map(|q| q.quad).collect()
}

fn starts(
    extraction: &Extraction,
    overlay: &Overlay<'_>,
    within: Span,
    page: PageIndex,
) -> Vec<(usize, Quad)> {
    let chunks = &overlay.chunking.chunks;
    let text = extraction.text().as_str();
    let first = chunks.partition_point(|c| c.span.start() < within.start());
    let here = chunks[first..].iter().take_while(|c| c.span.start() < within.end());
    here.enumerate()
        .filter_map(|(i, chunk)| {
            let start = chunk.span.start();
            let end = text.ceil_char_boundary((start + START).min(text.len())).min(chunk.span.end());
            let quads = quads_on(extraction, Span::new(start, end.max(start)), page);
            quads.first().map(|quad| (first + i, *quad))
        })
        .collect()
}
