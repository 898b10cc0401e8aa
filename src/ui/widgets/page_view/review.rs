//! Pieces, their numbers and the arrows of the reading order over the pages in sight.

mod hands;

pub(super) use hands::pointer;

use super::order::{Arrow, Stop, Unusual, arrows, point_at};
use super::{PageViewInput, PageViewState, View};
use crate::document::{BlockKind, Extraction, PageIndex, Quad, Rect};
use crate::text::Span;
use crate::ui::overlay::{ReviewOverlay, ReviewPiece};
use crate::ui::paint::hatch;
use crate::ui::theme::Theme;
use egui::epaint::CubicBezierShape;
use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, Ui, vec2};
use std::collections::HashMap;

/// Paper is white in both themes.
const THEME: Theme = Theme::LIGHT;
/// How many pages are remembered.
const PAGES: usize = 64;

/// What is read on a page, in its order, with its arrows.
#[derive(Debug, Default)]
pub(super) struct PageOrder {
    /// The pieces that have a place, by place in the pieces.
    read: Vec<usize>,
    stops: Vec<Stop>,
    arrows: Vec<Arrow>,
    removed: Vec<usize>,
}

/// Orders of pages that were seen lately.
#[derive(Debug, Default)]
pub(super) struct OrderCache {
    version: Option<(u64, usize, usize)>,
    pages: HashMap<PageIndex, PageOrder>,
    playing: Option<(Span, Vec<(PageIndex, Quad)>)>,
}

/// What was painted of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaintedPiece {
    /// Its page.
    pub page: PageIndex,
    /// Its place in the pieces.
    pub piece: usize,
    /// Its number, if it is read.
    pub number: Option<u32>,
    /// Where it is on the screen, all of its rectangles together.
    pub place: egui::Rect,
    /// Where its disc is.
    pub disc: Pos2,
}

/// What is being dragged.
#[derive(Clone, Copy, Debug)]
pub(super) enum Held {
    Disc { piece: usize, at: Pos2 },
    Column { index: usize, x: f32 },
}

impl OrderCache {
    fn page(&mut self, review: &ReviewOverlay<'_>, page: PageIndex) -> &PageOrder {
        let pieces = review.pieces.all();
        let version = (review.generation, pieces.as_ptr().addr(), pieces.len());
        if self.version != Some(version) || (self.pages.len() >= PAGES && !self.pages.contains_key(&page)) {
            self.version = Some(version);
            self.pages.clear();
            self.playing = None;
        }
        self.pages.entry(page).or_insert_with(|| PageOrder::new(review, page))
    }

    fn playing(&mut self, extraction: &Extraction, span: Span) -> &[(PageIndex, Quad)] {
        if self.playing.as_ref().is_none_or(|p| p.0 != span) {
            let quads = extraction.quads(span).into_iter().map(|q| (q.page, q.quad)).collect();
            self.playing = Some((span, quads));
        }
        self.playing.as_ref().map_or(&[], |p| &p.1)
    }
}

impl PageOrder {
    fn new(review: &ReviewOverlay<'_>, page: PageIndex) -> Self {
        let mut out = Self::default();
        let mut turned = 0_i32;
        for i in review.pieces.on(page) {
            let Some(piece) = review.pieces.get(i) else { continue };
            let (Some(first), Some(last)) = (piece.piece.regions.first(), piece.piece.regions.last()) else {
                continue;
            };
            if piece.piece.number.is_none() {
                out.removed.push(i);
                continue;
            }
            let aside = matches!(
                piece.piece.kind,
                BlockKind::Footnote | BlockKind::Caption | BlockKind::Figure | BlockKind::Furniture
            );
            turned += if piece.right_to_left { 1 } else { -1 };
            out.read.push(i);
            out.stops.push(Stop { first: *first, last: *last, aside });
        }
        out.arrows = arrows(&out.stops, turned > 0);
        out
    }

    /// Why the arrow that leads to a piece stands out.
    fn why(&self, piece: usize) -> Option<Unusual> {
        let at = self.read.iter().position(|i| *i == piece)?;
        self.arrows.iter().find(|a| a.to == at)?.unusual
    }
}

/// Paints pieces, arrows and what is read now.
pub(super) fn paint(ui: &Ui, input: &PageViewInput<'_>, state: &mut PageViewState, view: &View) {
    state.painted_pieces.clear();
    state.painted_arrows.clear();
    let (Some(review), Some(extraction)) = (input.overlay.review, input.extraction) else { return };
    for &(page, rect) in view.pages.iter().filter(|p| p.1.intersects(view.rect)) {
        let painter = ui.painter().with_clip_rect(rect.expand(14.0).intersect(ui.clip_rect()));
        let held = state.held.is_some();
        let on = On { painter: &painter, view, page, rect, review: &review, held };
        if let Some(span) = review.playing {
            for (_, quad) in state.order.playing(extraction, span).iter().filter(|q| q.0 == page) {
                let corners = view.quad(rect, *quad).to_vec();
                painter.add(Shape::convex_polygon(corners, THEME.reading(), Stroke::NONE));
            }
        }
        let order = state.order.page(&review, page);
        if review.show_removed {
            for &i in &order.removed {
                on.removed(i, &mut state.painted_pieces);
            }
        }
        for &i in &order.read {
            on.piece(i, &mut state.painted_pieces);
        }
        // Those that stand out lie over the others.
        for strong in [false, true] {
            for arrow in order.arrows.iter().filter(|a| a.unusual.is_some() == strong) {
                on.arrow(arrow);
                state.painted_arrows.push((page, *arrow));
            }
        }
        for painted in state.painted_pieces.iter().filter(|p| p.page == page) {
            on.disc(painted);
        }
    }
}

/// One page that is painted on.
struct On<'a> {
    painter: &'a Painter,
    view: &'a View,
    page: PageIndex,
    rect: egui::Rect,
    review: &'a ReviewOverlay<'a>,
    /// Whether a disc is held: it must not vanish while its page scrolls.
    held: bool,
}

/// The radius of a disc at a scale.
fn radius(scale: f32) -> f32 {
    (scale * 7.0).clamp(5.0, 10.0)
}

impl On<'_> {
    fn area(&self, rect: Rect) -> egui::Rect {
        self.view.area(self.rect, rect).expand(1.5)
    }

    /// Where a piece is on the screen, if any of it is in sight.
    fn place(&self, piece: &ReviewPiece) -> Option<egui::Rect> {
        let place = piece.piece.regions.iter().map(|r| self.area(*r)).reduce(egui::Rect::union)?;
        (self.held || place.expand(12.0).intersects(self.view.rect)).then_some(place)
    }

    fn note(&self, i: usize, piece: &ReviewPiece, place: egui::Rect, painted: &mut Vec<PaintedPiece>) {
        let corner = piece.piece.regions.first().map_or(place, |r| self.area(*r)).left_top();
        let disc = corner + vec2(-0.75, 0.25) * radius(self.view.scale);
        painted.push(PaintedPiece { page: self.page, piece: i, number: piece.piece.number, place, disc });
    }

    fn piece(&self, i: usize, painted: &mut Vec<PaintedPiece>) {
        let Some(piece) = self.review.pieces.get(i) else { return };
        let Some(place) = self.place(piece) else { return };
        let chosen = self.review.selected == Some(i);
        let color = THEME.kind(piece.piece.kind);
        for region in &piece.piece.regions {
            let area = self.area(*region);
            self.painter.rect_filled(area, 2.0, color.gamma_multiply(if chosen { 0.20 } else { 0.07 }));
            let stroke = Stroke::new(if chosen { 2.5 } else { 1.0 }, color);
            self.painter.rect_stroke(area, 2.0, stroke, egui::StrokeKind::Middle);
        }
        if self.review.differing.binary_search(&i).is_ok() {
            // A bar beside the piece, as editors mark changed lines.
            let bar = egui::Rect::from_x_y_ranges(place.right() + 2.0..=place.right() + 6.0, place.y_range());
            self.painter.rect_filled(bar, 2.0, THEME.warn);
        }
        self.note(i, piece, place, painted);
    }

    fn removed(&self, i: usize, painted: &mut Vec<PaintedPiece>) {
        let Some(piece) = self.review.pieces.get(i) else { return };
        let Some(place) = self.place(piece) else { return };
        let color = THEME.kind(BlockKind::Furniture);
        for region in &piece.piece.regions {
            let area = self.area(*region);
            let corners = [area.left_top(), area.right_top(), area.right_bottom(), area.left_bottom()];
            let stripes = color.gamma_multiply(0.45);
            self.painter.extend(hatch(corners, self.rect.min, self.painter.clip_rect(), stripes));
            let edge = [corners[0], corners[1], corners[2], corners[3], corners[0]];
            let strong = self.review.selected == Some(i);
            let stroke = Stroke::new(if strong { 2.5 } else { 1.0 }, color);
            self.painter.extend(Shape::dashed_line(&edge, stroke, 4.0, 3.0));
        }
        self.note(i, piece, place, painted);
    }

    fn arrow(&self, arrow: &Arrow) {
        let (color, width) = match arrow.unusual {
            Some(_) => (THEME.warn, 2.6),
            None => (THEME.arrow(), 1.2),
        };
        let points = arrow.path.map(|p| self.view.pos(self.rect, p));
        let stroke = Stroke::new(width, color);
        self.painter.add(CubicBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, stroke));
        let tip = points[3];
        let back = self.view.pos(self.rect, point_at(arrow.path, 0.9));
        let along = (tip - back).normalized();
        let size = if arrow.unusual.is_some() { 9.0 } else { 6.0 };
        let across = along.rot90() * size * 0.5;
        let base = tip - along * size;
        let head = vec![tip, base + across, base - across];
        self.painter.add(Shape::convex_polygon(head, color, Stroke::NONE));
    }

    fn disc(&self, painted: &PaintedPiece) {
        let Some(piece) = self.review.pieces.get(painted.piece) else { return };
        let Some(n) = painted.number else { return };
        let radius = radius(self.view.scale);
        let color = THEME.kind(piece.piece.kind);
        self.painter.circle(painted.disc, radius, color, Stroke::new(1.0, Color32::WHITE));
        let size = radius * if n > 99 { 0.95 } else { 1.2 };
        let font = FontId::proportional(size);
        self.painter.text(painted.disc, Align2::CENTER_CENTER, n.to_string(), font, Color32::WHITE);
    }
}
