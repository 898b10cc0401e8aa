//! What the pointer does on pages: hover, click, drag, links.

use super::paint::{badge, bar};
use super::{PageViewInput, PageViewState, View, ViewEvent};
use crate::document::{Extraction, LinkTarget, PageIndex, Point};
use crate::text::Span;
use crate::ui::i18n::{number, tr_with};
use crate::ui::overlay::Selection;
use crate::ui::theme::Theme;
use egui::{CursorIcon, Pos2, Response, Sense, Stroke, Ui, WidgetInfo};
use fluent_bundle::FluentValue;
use unicode_segmentation::UnicodeSegmentation;

/// How near to a line the pointer must be to mean it, in logical pixels.
const NEAR: f32 = 4.0;
/// How many links a frame makes; a page with more has no use for them all.
const LINKS: usize = 400;
/// How far around an offset words are looked for, in bytes.
const WORD: usize = 400;

/// Moves the pages with the middle button, and scrolls while a selection is dragged over an edge.
pub(super) fn drag_scroll(ui: &Ui, response: &Response, state: &mut PageViewState, rect: egui::Rect) {
    if response.dragged_by(egui::PointerButton::Middle) {
        state.scroll -= f64::from(response.drag_delta().y);
        state.pan -= f64::from(response.drag_delta().x);
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
    if state.anchor.is_none() || !response.dragged() {
        return;
    }
    let Some(pointer) = ui.input(|i| i.pointer.latest_pos()) else { return };
    let over = (pointer.y - rect.bottom()).max(0.0) - (rect.top() - pointer.y).max(0.0);
    if over != 0.0 {
        let dt = ui.input(|i| i.stable_dt).min(0.1);
        state.scroll += f64::from(over.clamp(-120.0, 120.0) * 12.0 * dt);
        ui.ctx().request_repaint();
    }
}

/// Makes links of the pages in sight; each is a link for keyboard and readers of the screen too.
pub(super) fn links(ui: &Ui, input: &PageViewInput<'_>, view: &View, events: &mut Vec<ViewEvent>) {
    let mut made = 0;
    for (i, link) in input.links.iter().enumerate() {
        let Some((_, page)) = view.pages.iter().find(|p| p.0 == link.page) else { continue };
        let area = view.area(*page, link.rect);
        if made >= LINKS || !area.intersects(view.rect) {
            continue;
        }
        made += 1;
        let response =
            ui.interact(area.intersect(view.rect), ui.scope_id().with(("link", i)), Sense::click());
        let name = match &link.target {
            LinkTarget::Address(address) => address.clone(),
            LinkTarget::Inside(to) => {
                tr_with("page-link", &[("page", FluentValue::from(number(to.page.number() as usize)))])
            }
        };
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Link, true, &name));
        if response.hovered() || response.has_focus() {
            let line = [area.left_bottom(), area.right_bottom()];
            ui.painter().line_segment(line, Stroke::new(1.5, Theme::LIGHT.accent.gamma_multiply(0.7)));
        }
        if response.has_focus() {
            let stroke = Stroke::new(1.5, Theme::LIGHT.accent);
            ui.painter().rect_stroke(area, 2.0, stroke, egui::StrokeKind::Outside);
        }
        if response.clicked() {
            events.push(ViewEvent::Follow(link.target.clone()));
        }
        response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text_at_pointer(name);
    }
}

/// Hover, clicks and drags on text.
pub(super) fn pointer(
    ui: &Ui,
    response: &Response,
    input: &PageViewInput<'_>,
    state: &mut PageViewState,
    view: &View,
    boundary_tip: &mut dyn FnMut(usize) -> String,
    events: &mut Vec<ViewEvent>,
) {
    let Some(extraction) = input.extraction else { return };
    hover(ui, response, input, extraction, state, view, boundary_tip, events);
    let text = extraction.text().as_str();
    if response.clicked() || response.drag_started() {
        response.request_focus();
    }
    if response.drag_started_by(egui::PointerButton::Primary)
        && let Some(origin) = ui.input(|i| i.pointer.press_origin())
    {
        let shift = ui.input(|i| i.modifiers.shift);
        let kept = input.overlay.selection.filter(|_| shift).map(|s| s.anchor);
        state.anchor = kept.or_else(|| caret(extraction, state, view, origin));
    }
    if response.dragged()
        && let Some(anchor) = state.anchor
        && let Some(pos) = response.interact_pointer_pos()
        && let Some(head) = caret(extraction, state, view, pos)
    {
        select(input, Selection { anchor: anchor.min(text.len()), head }, events);
    }
    if response.drag_stopped() {
        state.anchor = None;
    }
    let Some(pos) = response.interact_pointer_pos().filter(|_| response.clicked()) else { return };
    let Some(at) = caret(extraction, state, view, pos) else { return };
    let under = under(extraction, state, view, pos);
    if response.triple_clicked() {
        let span = block(extraction, under.map_or(at, Span::start));
        select(input, Selection { anchor: span.start(), head: span.end() }, events);
    } else if response.double_clicked() {
        let span = word(text, under.map_or(at, Span::start));
        select(input, Selection { anchor: span.start(), head: span.end() }, events);
    } else if ui.input(|i| i.modifiers.shift) {
        let anchor = input.overlay.selection.map_or(at, |s| s.anchor);
        select(input, Selection { anchor, head: at }, events);
    } else if let Some(id) = passage(extraction, input, state, view, pos) {
        events.push(ViewEvent::ClickPassage(id));
    } else {
        select(input, Selection { anchor: at, head: at }, events);
        if let Some(span) = under {
            events.push(ViewEvent::Click(span.start()));
        }
    }
}

fn hover(
    ui: &Ui,
    response: &Response,
    input: &PageViewInput<'_>,
    extraction: &Extraction,
    state: &mut PageViewState,
    view: &View,
    boundary_tip: &mut dyn FnMut(usize) -> String,
    events: &mut Vec<ViewEvent>,
) {
    let pos = ui
        .input(|i| i.pointer.hover_pos())
        .filter(|p| ui.rect_contains_pointer(view.rect) && view.pages.iter().any(|page| page.1.contains(*p)));
    let boundary = pos.and_then(|pos| boundary(extraction, input, state, view, pos));
    let span = pos.and_then(|pos| under(extraction, state, view, pos));
    let start = boundary.and_then(|i| input.overlay.chunking.chunks.get(i)).map(|c| c.span.start());
    let offset = start.or(span.map(Span::start));
    if offset != state.hovered {
        state.hovered = offset;
        events.push(ViewEvent::Hover(offset));
    }
    if response.hovered() {
        if let Some(chunk) = boundary {
            ui.ctx().set_cursor_icon(CursorIcon::Help);
            response.clone().on_hover_text_at_pointer(boundary_tip(chunk));
        } else if span.is_some() || state.anchor.is_some() {
            ui.ctx().set_cursor_icon(CursorIcon::Text);
        }
    }
}

fn select(input: &PageViewInput<'_>, selection: Selection, events: &mut Vec<ViewEvent>) {
    if input.overlay.selection != Some(selection) {
        events.push(ViewEvent::Select(selection));
    }
}

/// The gap between characters nearest to a place on the screen, never inside a grapheme.
pub(super) fn caret(
    extraction: &Extraction,
    state: &mut PageViewState,
    view: &View,
    pos: Pos2,
) -> Option<usize> {
    let (page, point) = view.point(pos)?;
    caret_on(extraction, state, page, point)
}

/// The same for a point of a page.
pub(super) fn caret_on(
    extraction: &Extraction,
    state: &mut PageViewState,
    page: PageIndex,
    point: Point,
) -> Option<usize> {
    let text = extraction.text().as_str();
    let at = state.glyphs.page(extraction, page).caret(point, text)?;
    Some(super::keys::snap(text, at))
}

fn under(extraction: &Extraction, state: &mut PageViewState, view: &View, pos: Pos2) -> Option<Span> {
    let (page, point) = view.point(pos)?;
    state.glyphs.page(extraction, page).under(point)
}

/// The chunk whose start bar is under the pointer.
fn boundary(
    extraction: &Extraction,
    input: &PageViewInput<'_>,
    state: &mut PageViewState,
    view: &View,
    pos: Pos2,
) -> Option<usize> {
    if !input.overlay.show_chunks {
        return None;
    }
    let (page, rect) = view.pages.iter().find(|p| p.1.contains(pos))?;
    let marks = state.marks.page(extraction, input.overlay, *page);
    let near = |quad| {
        let (top, bottom) = bar(view.quad(*rect, quad));
        distance(pos, top, bottom)
    };
    let nearest = marks.starts.iter().map(|s| (s.0, near(s.1))).min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.filter(|n| n.1 <= NEAR).map(|n| n.0)
}

/// The passage whose underline or glyph is under the pointer.
fn passage(
    extraction: &Extraction,
    input: &PageViewInput<'_>,
    state: &mut PageViewState,
    view: &View,
    pos: Pos2,
) -> Option<crate::evidence::PassageId> {
    let (page, rect) = view.pages.iter().find(|p| p.1.contains(pos))?;
    let marks = state.marks.page(extraction, input.overlay, *page);
    let hit = marks.passages.iter().find(|(_, quads, begins)| {
        quads.iter().enumerate().any(|(n, quad)| {
            let corners = view.quad(*rect, *quad);
            let on_badge = n == 0 && *begins && (badge(corners) - pos).length() <= 7.0;
            on_badge || distance(pos, corners[3], corners[2]) <= NEAR
        })
    })?;
    input.overlay.passages.get(hit.0).map(|mark| mark.id)
}

/// How far a point is from a line between two others.
fn distance(p: Pos2, a: Pos2, b: Pos2) -> f32 {
    let along = b - a;
    let t = ((p - a).dot(along) / along.length_sq().max(f32::EPSILON)).clamp(0.0, 1.0);
    (p - (a + along * t)).length()
}

/// The word, or the run of spaces or signs, around an offset (UAX #29).
fn word(text: &str, offset: usize) -> Span {
    let start = text[..text.floor_char_boundary(offset)].rfind('\n').map_or(0, |n| n + 1);
    let start = text.ceil_char_boundary(start.max(offset.saturating_sub(WORD)));
    let end = text.floor_char_boundary((offset + WORD).min(text.len()));
    let near = text.get(start..end).unwrap_or_default();
    let found = near.split_word_bound_indices().find(|(i, w)| start + i + w.len() > offset);
    found.map_or(Span::empty(offset), |(i, w)| Span::new(start + i, start + i + w.len()))
}

/// The block around an offset, without white space at its end.
fn block(extraction: &Extraction, offset: usize) -> Span {
    let text = extraction.text();
    let found = extraction.blocks().iter().map(|b| b.span).filter(|s| s.contains(offset));
    let span = found.min_by_key(|s| s.len()).unwrap_or_else(|| {
        let lines = text.lines();
        lines.content(lines.line_of(offset))
    });
    let kept = span.get(text.as_str()).map_or(span.len(), |s| s.trim_end().len());
    Span::new(span.start(), span.start() + kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_double_click_takes_whole_words() {
        let text = "Vor dem Öffnen\nder Abdeckung (z. B. am 12.)";
        let at = text.find("ffnen").unwrap();
        assert_eq!(word(text, at).slice(text), "Öffnen");
        assert_eq!(word(text, text.find("der").unwrap()).slice(text), "der");
        assert_eq!(word(text, text.len()), Span::empty(text.len()));
    }

    #[test]
    fn distance_is_to_the_segment_not_the_line() {
        let (a, b) = (Pos2::new(0.0, 0.0), Pos2::new(10.0, 0.0));
        assert_eq!(distance(Pos2::new(13.0, 4.0), a, b), 5.0);
        assert_eq!(distance(Pos2::new(5.0, 3.0), a, a), (34.0_f32).sqrt());
    }
}
