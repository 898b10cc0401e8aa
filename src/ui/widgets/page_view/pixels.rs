//! Paper, its tiles, and what stands there until they come.

use super::layout::GAP;
use super::{PageViewInput, PageViewState, TileSource, View};
use crate::document::Rect;
use crate::extract::pdf::PageGeometry;
use crate::render::{TileKey, thumbnail_for, tile_rect, tiles_for};
use crate::ui::i18n::{number, tr, tr_with};
use crate::ui::theme::Theme;
use egui::{Align2, Color32, CornerRadius, FontId, Pos2, Shadow, Ui, vec2};
use fluent_bundle::FluentValue;

/// How long a zoom rests, in seconds, before sharp tiles are asked for.
pub(super) const REST: f64 = 0.12;
/// How long paper is blank, in seconds, before it says that it is being painted.
const PATIENCE: f64 = 0.25;

fn geometry(state: &PageViewState, page: usize) -> PageGeometry {
    let (width, height) = state.layout.size(page);
    PageGeometry { width, height, rotation: 0 }
}

/// The part of a page that is in sight, in points.
fn seen(view: &View, page: egui::Rect) -> Rect {
    let part = page.intersect(view.rect);
    let at = |p: Pos2| (p - page.min) / view.scale;
    let (a, b) = (at(part.min), at(part.max));
    Rect { x0: a.x, y0: a.y, x1: b.x, y1: b.y }
}

/// Turns painted tiles into textures and asks for those that are missing.
pub(super) fn load(
    ui: &Ui,
    input: &PageViewInput<'_>,
    tiles: &mut dyn TileSource,
    state: &mut PageViewState,
    view: &View,
) {
    let mut pages = view.pages.clone();
    let middle = view.rect.center().y;
    let off = |r: &egui::Rect| (r.top() - middle).max(middle - r.bottom()).max(0.0);
    pages.sort_by(|a, b| off(&a.1).total_cmp(&off(&b.1)));
    let small = pages.iter().map(|p| thumbnail_for(p.0, geometry(state, p.0.get())));
    let mut keys: Vec<TileKey> = small.collect();
    for (page, rect) in &pages {
        keys.extend(tiles_for(*page, geometry(state, page.get()), state.tile_scale, seen(view, *rect)));
    }
    // The pages before and after are there in small when they come into sight.
    if let (Some(first), Some(last)) = (view.pages.first(), view.pages.last()) {
        let around = [last.0.get() + 1, first.0.get().wrapping_sub(1)];
        let around = around.into_iter().filter(|i| *i < input.pages.len());
        keys.extend(around.map(|i| {
            let page = crate::document::PageIndex(i as u32);
            thumbnail_for(page, geometry(state, i))
        }));
    }
    let mut more = false;
    for key in &keys {
        more |= state.textures.load(ui.ctx(), tiles, *key);
    }
    if more {
        ui.ctx().request_repaint();
    }
    keys.retain(|key| !state.textures.has(*key) && tiles.failed(key.page).is_none());
    tiles.want(&keys);
}

/// Paints paper, tiles, page numbers.
pub(super) fn paint(ui: &Ui, tiles: &dyn TileSource, state: &mut PageViewState, view: &View, theme: Theme) {
    let painter = ui.painter();
    let dim = if theme.dark { 130 } else { 38 };
    let shadow = Shadow { offset: [0, 2], blur: 10, spread: 0, color: Color32::from_black_alpha(dim) };
    state.waiting.retain(|page, _| view.pages.iter().any(|p| p.0 == *page));
    for &(page, rect) in &view.pages {
        let number_at = Pos2::new(rect.center().x, rect.bottom() + GAP / 2.0);
        let name = number(page.number() as usize);
        painter.text(number_at, Align2::CENTER_CENTER, name, FontId::proportional(10.5), theme.quiet);
        if !rect.intersects(view.rect) {
            continue;
        }
        painter.add(shadow.as_shape(rect, CornerRadius::ZERO));
        painter.rect_filled(rect, 0.0, Color32::WHITE);
        let shown = paint_tiles(ui, state, view, page, rect);
        if let Some(reason) = tiles.failed(page) {
            let text = tr_with("page-failed", &[("reason", FluentValue::from(reason.to_owned()))]);
            note(ui, rect.intersect(view.rect), text, Theme::LIGHT.bad);
        } else if shown {
            state.waiting.remove(&page);
        } else {
            let now = ui.input(|i| i.time);
            let since = *state.waiting.entry(page).or_insert(now);
            if now - since >= PATIENCE {
                note(ui, rect.intersect(view.rect), tr("page-painting"), Theme::LIGHT.quiet);
            } else {
                ui.ctx().request_repaint_after_secs((PATIENCE - (now - since)) as f32 + 0.01);
            }
        }
    }
}

/// Paints what there is of a page, the sharpest on top; whether there was anything.
fn paint_tiles(
    ui: &Ui,
    state: &mut PageViewState,
    view: &View,
    page: crate::document::PageIndex,
    rect: egui::Rect,
) -> bool {
    let geometry = geometry(state, page.get());
    let sharp = tiles_for(page, geometry, state.tile_scale, seen(view, rect));
    let complete = sharp.iter().all(|key| state.textures.has(*key));
    let mut keys = if complete { Vec::new() } else { state.textures.others(page, state.tile_scale) };
    keys.extend(sharp);
    let mut shown = false;
    let clip = rect.intersect(ui.clip_rect());
    let painter = ui.painter().with_clip_rect(clip);
    for key in keys {
        let Some(place) = tile_rect(geometry, key) else { continue };
        let area = view.area(rect, place);
        if !area.intersects(view.rect) {
            continue;
        }
        let Some(texture) = state.textures.get(key) else { continue };
        let whole = egui::Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(texture, area, whole, Color32::WHITE);
        shown = true;
    }
    shown
}

/// A quiet line on paper, wrapped to its width.
fn note(ui: &Ui, paper: egui::Rect, text: String, color: Color32) {
    let width = (paper.width() - 24.0).max(40.0);
    let galley = ui.painter().layout(text, FontId::proportional(12.5), color, width);
    let area = egui::Rect::from_center_size(paper.center(), galley.size());
    ui.painter().rect_filled(area.expand2(vec2(8.0, 5.0)), 5.0, Color32::from_white_alpha(225));
    ui.painter().galley(area.min, galley, color);
}
