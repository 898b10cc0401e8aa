//! Pieces, their numbers and the arrows of the reading order over the pages in sight.

use super::order::{Arrow, Stop, Unusual, arrows, dropped, point_at};
use super::{PageViewInput, PageViewState, View, ViewEvent};
use crate::document::{BlockKind, Extraction, PageIndex, Point, Quad, Rect};
use crate::text::Span;
use crate::ui::i18n::{tr, tr_with};
use crate::ui::overlay::{ReviewOverlay, ReviewPiece};
use crate::ui::paint::hatch;
use crate::ui::theme::Theme;
use crate::ui::words;
use egui::epaint::CubicBezierShape;
use egui::{Align2, Color32, CursorIcon, FontId, Key, Painter, Pos2, Response, Sense, Shape, Stroke, Ui};
use egui::{WidgetInfo, pos2, vec2};
use fluent_bundle::FluentValue;
use std::collections::HashMap;

/// Paper is white in both themes.
const THEME: Theme = Theme::LIGHT;
/// How many pages are remembered.
const PAGES: usize = 64;
/// How near to an edge a held disc scrolls the view, in logical pixels.
const EDGE: f32 = 28.0;
/// How many discs a frame makes; a page with more is not read by them.
const DISCS: usize = 400;

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

/// Clicks and drags on pieces, discs and column lines.
pub(super) fn pointer(
    ui: &Ui,
    response: &Response,
    input: &PageViewInput<'_>,
    state: &mut PageViewState,
    view: &View,
    events: &mut Vec<ViewEvent>,
) {
    let (Some(review), Some(extraction)) = (input.overlay.review, input.extraction) else { return };
    columns(ui, response, &review, state, view, events);
    discs(ui, &review, extraction, state, view, events);
    let under = |pos: Pos2| {
        let area = |p: &PaintedPiece| p.place.area();
        let found = state.painted_pieces.iter().filter(|p| p.place.contains(pos));
        found.min_by(|a, b| area(a).total_cmp(&area(b))).copied()
    };
    if response.clicked()
        && let Some(found) = response.interact_pointer_pos().and_then(under)
    {
        events.push(ViewEvent::SelectPiece(found.piece));
    }
    let still = response.hovered() && !response.dragged() && state.held.is_none();
    if still
        && let Some(found) = response.hover_pos().and_then(under)
        && let Some(piece) = review.pieces.get(found.piece)
    {
        let why = state.order.page(&review, found.page).why(found.piece);
        response.clone().on_hover_text_at_pointer(words::piece_tip(piece, why));
    }
}

fn discs(
    ui: &Ui,
    review: &ReviewOverlay<'_>,
    extraction: &Extraction,
    state: &mut PageViewState,
    view: &View,
    events: &mut Vec<ViewEvent>,
) {
    let radius = radius(view.scale);
    let painted = state.painted_pieces.clone();
    let is_held = |i: usize| matches!(state.held, Some(Held::Disc { piece, .. }) if piece == i);
    // A disc that is dragged stays one, also where its page scrolls away under it.
    let here: Vec<_> =
        painted.iter().filter(|p| view.rect.contains(p.disc) || is_held(p.piece)).take(DISCS).collect();
    for disc in here {
        let Some(piece) = review.pieces.get(disc.piece).filter(|_| disc.number.is_some()) else { continue };
        let id = ui.scope_id().with(("piece", disc.piece));
        let place = egui::Rect::from_center_size(disc.disc, vec2(2.0, 2.0) * (radius + 1.0));
        let response = ui.interact(place, id, Sense::click_and_drag());
        let said = words::beginning(piece.piece.raw.get(extraction.raw().as_str()).unwrap_or_default(), 60);
        let values =
            [("piece", FluentValue::from(words::piece_title(piece))), ("text", FluentValue::from(said))];
        let name = tr_with("piece-name", &values);
        let chosen = review.selected == Some(disc.piece);
        response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, chosen, &name));
        if response.has_focus() {
            ui.painter().circle_stroke(disc.disc, radius + 2.0, Stroke::new(2.0, THEME.accent));
        }
        if response.clicked() {
            events.push(ViewEvent::SelectPiece(disc.piece));
        }
        if let Some(at) = response.interact_pointer_pos().filter(|_| response.dragged()) {
            state.held = Some(Held::Disc { piece: disc.piece, at });
        }
        let held = matches!(state.held, Some(Held::Disc { piece, .. }) if piece == disc.piece);
        if held {
            drag(ui, review, state, view, disc, response.drag_stopped(), events);
        } else if response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::Grab);
            let why = state.order.page(review, disc.page).why(disc.piece);
            let tip = format!("{}\n{}", words::piece_tip(piece, why), tr("piece-drag"));
            response.on_hover_text(tip);
        }
    }
    if !ui.input(|i| i.pointer.any_down()) {
        state.held = None;
    }
}

/// Shows where a disc would go, and sends it there when it is let go.
fn drag(
    ui: &Ui,
    review: &ReviewOverlay<'_>,
    state: &mut PageViewState,
    view: &View,
    disc: &PaintedPiece,
    let_go: bool,
    events: &mut Vec<ViewEvent>,
) {
    let Some(Held::Disc { at, .. }) = state.held else { return };
    let Some(&(page, rect)) = view.pages.iter().find(|p| p.0 == disc.page) else { return };
    let order = state.order.page(review, page);
    let Some(moved) = order.read.iter().position(|i| *i == disc.piece) else { return };
    let point = (at - rect.min) / view.scale;
    let target = dropped(&order.stops, moved, Point { x: point.x, y: point.y }).filter(|_| rect.contains(at));
    if let Some(drop) = target {
        let stop = order.stops[drop.beside];
        let (place, y) = if drop.after { (stop.last, stop.last.y1) } else { (stop.first, stop.first.y0) };
        let y = view.pos(rect, Point { x: 0.0, y }).y + if drop.after { 2.0 } else { -2.0 };
        let line = view.area(rect, place).x_range();
        ui.painter().hline(line, y, Stroke::new(3.0, THEME.accent));
    }
    if let_go {
        state.held = None;
        if let Some(drop) = target.filter(|d| Some(d.number) != disc.number) {
            events.push(ViewEvent::MovePiece { piece: disc.piece, number: drop.number });
        }
        return;
    }
    scroll_at_edge(ui, state, view, at);
    let number = target.map_or(disc.number, |d| Some(d.number)).unwrap_or(0);
    ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    ui.painter().circle(at, radius(view.scale) + 2.0, THEME.accent, Stroke::new(1.5, Color32::WHITE));
    let font = FontId::proportional(radius(view.scale) * 1.2);
    ui.painter().text(at, Align2::CENTER_CENTER, number.to_string(), font, Color32::WHITE);
}

/// Scrolls while a disc is held near an edge of the view.
fn scroll_at_edge(ui: &Ui, state: &mut PageViewState, view: &View, at: Pos2) {
    let over = (at.y - (view.rect.bottom() - EDGE)).max(0.0) - (view.rect.top() + EDGE - at.y).max(0.0);
    if over != 0.0 {
        let dt = ui.input(|i| i.stable_dt).min(0.1);
        state.scroll += f64::from(over.clamp(-60.0, 60.0) * 12.0 * dt);
        ui.ctx().request_repaint();
    }
}

/// The lines that part a selected table's columns: dragged, added by a double click, removed by a double
/// click on them, with Delete, or by dragging them out of the table.
fn columns(
    ui: &Ui,
    response: &Response,
    review: &ReviewOverlay<'_>,
    state: &mut PageViewState,
    view: &View,
    events: &mut Vec<ViewEvent>,
) {
    let Some(table) = state.painted_pieces.iter().find(|p| Some(p.piece) == review.selected).copied() else {
        return;
    };
    let is_table = review.pieces.get(table.piece).is_some_and(|p| p.piece.kind == BlockKind::Table);
    let Some(&(_, page)) = view.pages.iter().find(|p| p.0 == table.page && is_table) else { return };
    let x_of = |x: f32| page.left() + x * view.scale;
    let send = |at: Vec<f32>, events: &mut Vec<ViewEvent>| {
        let mut at = at;
        at.sort_by(f32::total_cmp);
        events.push(ViewEvent::Columns { piece: table.piece, at });
    };
    let mut over = false;
    for (i, line) in review.columns.iter().enumerate() {
        let held = matches!(state.held, Some(Held::Column { index, .. }) if index == i);
        let x = match state.held {
            Some(Held::Column { x, .. }) if held => x,
            _ => x_of(*line),
        };
        let grip = egui::Rect::from_x_y_ranges(x - 4.0..=x + 4.0, table.place.y_range());
        let handle = ui.interact(grip, ui.scope_id().with(("column", i)), Sense::click_and_drag());
        let name = tr_with("column-line", &[("n", FluentValue::from(i + 1))]);
        handle.widget_info(|| WidgetInfo::labeled(egui::Role::Splitter, true, &name));
        let strong = handle.hovered() || held || handle.has_focus();
        let stroke = Stroke::new(if strong { 3.0 } else { 1.5 }, THEME.kind(BlockKind::Table));
        ui.painter().extend(Shape::dashed_line(
            &[pos2(x, table.place.top()), pos2(x, table.place.bottom())],
            stroke,
            6.0,
            3.0,
        ));
        over |= handle.hovered();
        let without = || review.columns.iter().enumerate().filter(|(k, _)| *k != i).map(|(_, x)| *x);
        let deleted =
            handle.has_focus() && ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Delete));
        if handle.double_clicked() || deleted {
            send(without().collect(), events);
        } else if handle.drag_stopped() {
            let kept = Some((x - page.left()) / view.scale).filter(|_| table.place.x_range().contains(x));
            send(without().chain(kept).collect(), events);
            state.held = None;
        } else if let Some(at) = handle.interact_pointer_pos().filter(|_| handle.dragged()) {
            state.held = Some(Held::Column { index: i, x: at.x });
        }
        handle.on_hover_cursor(CursorIcon::ResizeHorizontal).on_hover_text(tr("column-line-hint"));
    }
    let at =
        response.interact_pointer_pos().filter(|p| response.double_clicked() && table.place.contains(*p));
    if let Some(at) = at.filter(|_| !over) {
        let new = (at.x - page.left()) / view.scale;
        send(review.columns.iter().copied().chain([new]).collect(), events);
    }
}
