//! Clicks and drags on pieces, their discs, and the lines between a table's columns.

use super::super::order::dropped;
use super::super::{PageViewState, View, ViewEvent};
use super::{Held, PageViewInput, PaintedPiece, THEME, radius};
use crate::document::{BlockKind, Extraction, Point};
use crate::ui::i18n::{tr, tr_with};
use crate::ui::overlay::ReviewOverlay;
use crate::ui::words;
use egui::{Align2, Color32, CursorIcon, FontId, Key, Pos2, Response, Sense, Shape, Stroke, Ui};
use egui::{WidgetInfo, pos2, vec2};
use fluent_bundle::FluentValue;

/// How near to an edge a held disc scrolls the view, in logical pixels.
const EDGE: f32 = 28.0;
/// How many discs a frame makes; a page with more is not read by them.
const DISCS: usize = 400;

/// Clicks and drags on pieces, discs and column lines.
pub(in super::super) fn pointer(
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
