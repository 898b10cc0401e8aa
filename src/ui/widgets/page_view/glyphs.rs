//! Which characters lie under a point of a page.

use crate::document::{Extraction, Origins, PageIndex, Point, Quad, Rect};
use crate::text::{Sha256Id, Span};
use std::collections::HashMap;

/// A glyph as the pointer meets it.
#[derive(Clone, Copy, Debug)]
struct Target {
    quad: Quad,
    bounds: Rect,
    /// Its characters in the default text.
    span: Span,
}

/// The glyphs of one page in the order of the text.
#[derive(Debug, Default)]
pub(super) struct PageGlyphs {
    targets: Vec<Target>,
    /// Where blocks stand on the page.
    regions: Vec<Rect>,
}

/// Glyphs of pages that were looked at lately.
#[derive(Debug, Default)]
pub(super) struct GlyphCache {
    of: Option<Sha256Id>,
    pages: HashMap<PageIndex, PageGlyphs>,
}

/// How many pages are remembered.
const PAGES: usize = 48;

impl GlyphCache {
    /// The glyphs of a page; made when they are first asked for.
    pub(super) fn page(&mut self, extraction: &Extraction, page: PageIndex) -> &PageGlyphs {
        if self.of != Some(extraction.id()) || (self.pages.len() >= PAGES && !self.pages.contains_key(&page))
        {
            self.pages.clear();
            self.of = Some(extraction.id());
        }
        self.pages.entry(page).or_insert_with(|| PageGlyphs::new(extraction, page))
    }
}

impl PageGlyphs {
    fn new(extraction: &Extraction, page: PageIndex) -> Self {
        let Origins::Glyphs(origins) = extraction.origins() else { return Self::default() };
        let Some(spans) = extraction.pages().get(page.get()).map(|p| p.spans.as_slice()) else {
            return Self::default();
        };
        let map = extraction.edits();
        let mut targets: Vec<_> = spans
            .iter()
            .flat_map(|span| map.raw_pieces(*span))
            .flat_map(|raw| origins.within(raw))
            .filter(|glyph| glyph.page == page)
            .map(|glyph| {
                let start = map.to_edited(glyph.span().start());
                let end = map.to_edited(glyph.span().end()).max(start);
                Target { quad: glyph.quad, bounds: glyph.quad.bounds(), span: Span::new(start, end) }
            })
            .collect();
        targets.sort_by_key(|t| t.span.start());
        let regions = extraction
            .blocks()
            .iter()
            .filter(|b| spans.iter().any(|s| s.overlaps(b.span)))
            .flat_map(|b| &b.regions)
            .filter(|r| r.page == page)
            .map(|r| r.bbox)
            .collect();
        Self { targets, regions }
    }

    /// The characters of the glyph under a point.
    pub(super) fn under(&self, point: Point) -> Option<Span> {
        let off = |t: &Target| {
            let c = t.quad.center();
            (c.x - point.x).powi(2) + (c.y - point.y).powi(2)
        };
        self.targets
            .iter()
            .filter(|t| t.bounds.contains(point) && holds(t.quad, point))
            .min_by(|a, b| off(a).total_cmp(&off(b)))
            .map(|t| t.span)
    }

    /// The gap between characters that is nearest to a point: first the nearest block, in it the
    /// nearest line, on it the nearest glyph.
    pub(super) fn caret(&self, point: Point, text: &str) -> Option<usize> {
        let region = self.regions.iter().copied().min_by(|a, b| {
            let off = |r: &Rect| away(*r, point, 1.0);
            off(a).total_cmp(&off(b))
        });
        let nearest = |inside: Option<Rect>| {
            self.targets
                .iter()
                .filter(|t| inside.is_none_or(|r| r.contains(t.quad.center())))
                .min_by(|a, b| reach(a, point).total_cmp(&reach(b, point)))
        };
        let target = region.and_then(|r| nearest(Some(r))).or_else(|| nearest(None))?;
        Some(gap(target, point, text))
    }

    /// The first character, in the order of the text, of what lies wholly under `y`.
    pub(super) fn first_under(&self, y: f32) -> Option<usize> {
        self.targets.iter().find(|t| t.bounds.y0 >= y).map(|t| t.span.start())
    }

    /// The quad of the glyph that holds `offset`, or of the last one before it.
    pub(super) fn quad_at(&self, offset: usize) -> Option<Quad> {
        let after = self.targets.partition_point(|t| t.span.start() <= offset);
        self.targets.get(after.saturating_sub(1)).map(|t| t.quad)
    }
}

/// How far a glyph is, so that glyphs of the line at the point's height come before nearer ones of
/// other lines.
fn reach(target: &Target, point: Point) -> f32 {
    let leading = target.bounds.height() * 0.3;
    let b = target.bounds;
    away(Rect { y0: b.y0 - leading, y1: b.y1 + leading, ..b }, point, 900.0) + {
        // Where two lines' leadings overlap, the nearer middle wins.
        let middle = b.center().y - point.y;
        middle * middle * 0.01
    }
}

/// The squared distance from a rectangle, heights weighted.
fn away(r: Rect, p: Point, weight: f32) -> f32 {
    let dx = (r.x0 - p.x).max(p.x - r.x1).max(0.0);
    let dy = (r.y0 - p.y).max(p.y - r.y1).max(0.0);
    dx * dx + dy * dy * weight
}

/// The character gap in a glyph (several for a ligature) that is nearest to the point along the text.
fn gap(target: &Target, point: Point, text: &str) -> usize {
    let [start, end, _, _] = target.quad.0;
    let (dx, dy) = (end.x - start.x, end.y - start.y);
    let length = (dx * dx + dy * dy).max(f32::EPSILON);
    let along = (((point.x - start.x) * dx + (point.y - start.y) * dy) / length).clamp(0.0, 1.0);
    let Some(inside) = target.span.get(text) else { return target.span.start() };
    let all = inside.chars().count();
    let passed = (along * all as f32).round() as usize;
    target.span.start() + inside.char_indices().nth(passed).map_or(inside.len(), |(i, _)| i)
}

/// Whether a point lies in a convex quad, whichever way round its corners go.
fn holds(quad: Quad, p: Point) -> bool {
    let corners = quad.0;
    let sides = (0..4).map(|i| {
        let (a, b) = (corners[i], corners[(i + 1) % 4]);
        (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    });
    let (mut left, mut right) = (false, false);
    for side in sides {
        left |= side < 0.0;
        right |= side > 0.0;
    }
    !(left && right)
}
