//! Chunks, hits, selection, passages and boundaries over the pages in sight.

use super::marks::PageMarks;
use super::{PageViewInput, PageViewState, View};
use crate::document::{PageIndex, Quad};
use crate::ui::overlay::{Overlay, Segment, Selection};
use crate::ui::paint::hatch;
use crate::ui::theme::Theme;
use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, Ui, Vec2};

/// Paper is white in both themes.
const THEME: Theme = Theme::LIGHT;
/// Lines lower than this, in logical pixels, have no room for numbers and glyphs.
const LEGIBLE: f32 = 6.0;

/// Paints everything that lies over the pages.
pub(super) fn overlay(ui: &Ui, input: &PageViewInput<'_>, state: &mut PageViewState, view: &View) {
    state.painted.clear();
    let Some(extraction) = input.extraction else {
        state.counters.quads_painted = 0;
        return;
    };
    for &(page, rect) in view.pages.iter().filter(|p| p.1.intersects(view.rect)) {
        let marks = state.marks.page(extraction, input.overlay, page);
        let painter = ui.painter().with_clip_rect(rect.expand(14.0).intersect(ui.clip_rect()));
        let on = On { painter: &painter, view, page, rect, overlay: input.overlay };
        if input.overlay.show_chunks {
            on.segments(marks, &mut state.painted);
        }
        on.hits(marks);
        if let Some(span) = input.overlay.selection.map(Selection::span).filter(|s| !s.is_empty()) {
            for quad in marks.selection(extraction, span, page) {
                on.fill(*quad, THEME.selection, Stroke::NONE);
            }
        }
        on.passages(marks);
        if input.overlay.show_chunks {
            on.starts(marks);
        }
    }
    state.counters.quads_painted = state.painted.len();
}

/// One page that is painted on.
struct On<'a> {
    painter: &'a Painter,
    view: &'a View,
    page: PageIndex,
    rect: egui::Rect,
    overlay: &'a Overlay<'a>,
}

impl On<'_> {
    fn corners(&self, quad: Quad) -> Option<[Pos2; 4]> {
        let corners = self.view.quad(self.rect, quad);
        egui::Rect::from_points(&corners).expand(2.0).intersects(self.view.rect).then_some(corners)
    }

    fn fill(&self, quad: Quad, color: Color32, stroke: Stroke) {
        if let Some(corners) = self.corners(quad) {
            self.painter.add(Shape::convex_polygon(corners.to_vec(), color, stroke));
        }
    }

    /// Whether a chunk stands out: it is selected, or under the pointer.
    fn emphasized(&self, chunk: usize) -> bool {
        self.overlay.selected_chunk == Some(chunk) || self.overlay.hovered_chunk == Some(chunk)
    }

    fn segments(&self, marks: &PageMarks, painted: &mut Vec<(PageIndex, Quad, Segment)>) {
        for (segment, quads) in &marks.segments {
            let inner = (segment.first + 1..segment.last).find(|c| self.emphasized(*c));
            let emphasized = self.emphasized(segment.first) || inner.is_some();
            let fill = THEME.chunk_fill_on_page(inner.unwrap_or(segment.first), emphasized);
            // The page's own ink lies under the stripes and must stay legible.
            let share = if self.emphasized(segment.last) { 0.42 } else { 0.25 };
            let stripes = THEME.chunk(segment.last).gamma_multiply(share);
            for (i, quad) in quads.iter().enumerate() {
                let Some(corners) = self.corners(*quad) else { continue };
                self.painter.add(Shape::convex_polygon(corners.to_vec(), fill, Stroke::NONE));
                if segment.count() > 1
                    && let Some(shape) = hatch(corners, self.rect.min, self.painter.clip_rect(), stripes)
                {
                    self.painter.add(shape);
                }
                if segment.count() > 2 && i == 0 {
                    self.count(corners, segment.count());
                }
                painted.push((self.page, *quad, *segment));
            }
        }
    }

    /// How many chunks lie over each other, where two colours cannot tell.
    fn count(&self, corners: [Pos2; 4], count: usize) {
        let size = (corners[3] - corners[0]).length().min(14.0) * 0.7;
        if size < LEGIBLE {
            return;
        }
        let at = corners[1] + (corners[0] - corners[1]).normalized() * 3.0;
        let galley = self.painter.layout_no_wrap(format!("{count}×"), FontId::proportional(size), THEME.ink);
        let ground = Align2::RIGHT_TOP.anchor_size(at, galley.size());
        self.painter.rect_filled(ground.expand2(Vec2::new(1.5, 0.0)), 2.0, Color32::from_white_alpha(215));
        self.painter.galley(ground.min, galley, THEME.ink);
    }

    fn hits(&self, marks: &PageMarks) {
        for (i, quads) in &marks.hits {
            let current = self.overlay.current_hit == Some(*i);
            let color = if current { THEME.current_hit } else { THEME.hit };
            let stroke = if current { Stroke::new(1.5, THEME.warn) } else { Stroke::NONE };
            for quad in quads {
                self.fill(*quad, color, stroke);
            }
        }
    }

    fn passages(&self, marks: &PageMarks) {
        for (i, quads, begins) in &marks.passages {
            let Some(mark) = self.overlay.passages.get(*i) else { continue };
            let stroke = Stroke::new(2.0, THEME.role(mark.role));
            for (n, quad) in quads.iter().enumerate() {
                let Some(corners) = self.corners(*quad) else { continue };
                let line = [corners[3], corners[2]];
                if mark.pending {
                    self.painter.extend(Shape::dashed_line(&line, stroke, 5.0, 3.0));
                } else {
                    self.painter.line_segment(line, stroke);
                }
                if n == 0 && *begins && height(corners) >= LEGIBLE {
                    let at = badge(corners);
                    let radius = badge_radius(corners);
                    self.painter.circle_filled(at, radius, stroke.color);
                    let glyph = Theme::role_glyph(mark.role);
                    self.painter.text(
                        at,
                        Align2::CENTER_CENTER,
                        glyph,
                        FontId::proportional(radius * 1.6),
                        Color32::WHITE,
                    );
                }
            }
        }
    }

    fn starts(&self, marks: &PageMarks) {
        for (chunk, quad) in &marks.starts {
            let Some(corners) = self.corners(*quad) else { continue };
            let (top, bottom) = bar(corners);
            let width = if self.emphasized(*chunk) { 3.0 } else { 2.0 };
            let color = THEME.chunk(*chunk);
            self.painter.line_segment([top, bottom], Stroke::new(width, color));
            let size = (height(corners) * 0.62).min(9.0);
            if size >= 4.5 {
                let number = (chunk + 1).to_string();
                let font = FontId::proportional(size);
                let galley = self.painter.layout_no_wrap(number, font, color);
                let at = top - Vec2::new(galley.size().x + 2.0, galley.size().y * 0.45);
                // In the middle of a line the number stands over other words.
                let ground = egui::Rect::from_min_size(at, galley.size());
                self.painter.rect_filled(ground, 2.0, Color32::from_white_alpha(215));
                self.painter.galley(at, galley, color);
            }
        }
    }
}

fn height(corners: [Pos2; 4]) -> f32 {
    (corners[3] - corners[0]).length()
}

/// The bar at a chunk's start: the text's start edge, a little longer than the line is high.
pub(super) fn bar(corners: [Pos2; 4]) -> (Pos2, Pos2) {
    let up = (corners[0] - corners[3]).normalized();
    let back = (corners[0] - corners[1]).normalized();
    (corners[0] + up * 3.0 + back, corners[3] + back)
}

/// Where a passage's role glyph stands: at the start of its underline, outside of the text.
pub(super) fn badge(corners: [Pos2; 4]) -> Pos2 {
    let back = (corners[3] - corners[2]).normalized();
    corners[3] + back * badge_radius(corners)
}

/// Small beside small type: the glyph must not cover the word before it.
fn badge_radius(corners: [Pos2; 4]) -> f32 {
    (height(corners) * 0.32).clamp(3.0, 5.5)
}
