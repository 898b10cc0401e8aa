//! One frame of a view: input, layout, painting, and what screen readers are told.

use super::draw::{Draw, Painted};
use super::flow::{Env, FlowState, Key};
use super::input;
use super::item::Content;
use crate::ui::overlay::Overlay;
use crate::ui::theme::Theme;
use crate::ui::widgets::ViewEvent;
use crate::ui::words;
use egui::{Align2, EventFilter, FontId, Id, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

/// Room at the right for the scroll bar.
const BAR: f32 = 12.0;

/// How a view is shown, beyond its content.
pub(in crate::ui::widgets) struct Frame<'a> {
    pub id: Id,
    pub name: &'a str,
    pub boundaries: bool,
    /// Room at the left, for numbers and boundaries.
    pub margin: f32,
    /// Hashes what the layout depends on.
    pub key: u64,
}

/// Shows `content` in all the room that `ui` has.
pub(in crate::ui::widgets) fn show(
    ui: &mut Ui,
    content: &dyn Content,
    overlay: &Overlay<'_>,
    frame: &Frame<'_>,
    state: &mut FlowState,
    tip: &mut dyn FnMut(usize) -> String,
) -> Vec<ViewEvent> {
    let mut events = Vec::new();
    let rect = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(rect);
    let response = ui.interact(rect, frame.id, Sense::click_and_drag());
    let area = Rect::from_min_max(
        rect.min + vec2(frame.margin, 6.0),
        pos2((rect.right() - BAR - 8.0).max(rect.left() + frame.margin + 20.0), rect.bottom()),
    );
    if !area.is_positive() || !area.is_finite() {
        return events;
    }
    let theme = Theme::of(ui.ctx());
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let env = Env { content, painter: &painter, width: area.width().floor(), theme };
    state.view_height = area.height();
    let key = Key {
        content: frame.key,
        width: env.width,
        pixels_per_point: ui.ctx().pixels_per_point(),
        dark: theme.dark,
    };
    state.begin(&env, key);
    let before = state.top_offset();
    let mut scrolled = input::wheel(ui, &response, state, &mut events);
    scrolled |= bar(ui, rect, frame, state);
    let focused = response.has_focus();
    state.focused = focused;
    if focused {
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|m| m.set_focus_lock_filter(frame.id, filter));
        scrolled |= input::keys(ui, &env, state, overlay.selection, &mut events);
    }
    state.settle(&env);
    scrolled |= state.dragging;
    input::mouse(ui, &response, area, &env, state, overlay.selection, &mut events);
    painter.rect_filled(rect, 0.0, theme.surface);
    let draw = Draw { painter: &painter, theme, overlay, area, focused, boundaries: frame.boundaries };
    let painted = draw.all(&env, state);
    margins(&env, area, state);
    paint_bar(ui, rect, frame, state, theme);
    handles(ui, frame, &painted, overlay, &mut events, tip);
    cuts(ui, frame, &painted, overlay);
    pointer(&response, area, &env, state, &painted, &mut events);
    if scrolled && state.top_offset() != before {
        events.push(ViewEvent::Scrolled(state.top_offset()));
    }
    tell(ui, &response, content, frame, state);
    events
}

fn margins(env: &Env<'_>, area: Rect, state: &FlowState) {
    for &(item, y) in &state.visible {
        let (Some(text), Some(layout)) = (env.content.margin(item), state.known(item)) else { continue };
        let letters = layout.caret(env.content.span(item).start());
        let at = pos2(area.left() - 24.0, area.top() + y + letters.center().y);
        env.painter.text(at, Align2::RIGHT_CENTER, text, FontId::monospace(10.0), env.theme.quiet);
    }
}

fn handles(
    ui: &Ui,
    frame: &Frame<'_>,
    painted: &Painted,
    overlay: &Overlay<'_>,
    events: &mut Vec<ViewEvent>,
    tip: &mut dyn FnMut(usize) -> String,
) {
    for &(chunk, rect) in &painted.handles {
        let handle = ui.interact(rect, frame.id.with(("boundary", chunk)), Sense::click());
        let name = format!("{}: #{}", frame.name, chunk + 1);
        handle.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        if handle.clicked() {
            events.push(ViewEvent::Click(overlay.chunking.chunks[chunk].span.start()));
        }
        if handle.hovered() {
            handle.on_hover_text(tip(chunk));
        }
    }
}

fn cuts(ui: &Ui, frame: &Frame<'_>, painted: &Painted, overlay: &Overlay<'_>) {
    let Some(review) = overlay.review else { return };
    for &(i, rect) in &painted.cuts {
        let cut = &review.cuts[i];
        let place = ui.interact(rect, frame.id.with(("cut", i)), Sense::hover());
        let name = words::cut(cut);
        place.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        place.on_hover_text(name.clone());
    }
}

fn pointer(
    response: &Response,
    area: Rect,
    env: &Env<'_>,
    state: &mut FlowState,
    painted: &Painted,
    events: &mut Vec<ViewEvent>,
) {
    let at = response.hover_pos().filter(|_| response.contains_pointer());
    let over = at.and_then(|p| state.under(p - area.min.to_vec2()));
    if over != state.hovered {
        state.hovered = over;
        events.push(ViewEvent::Hover(over));
    }
    let mark = |p| painted.passages.iter().rev().find(|(rect, ..)| rect.contains(p)).map(|m| m.1);
    let link = over.and_then(|o| link_at(env, state, o));
    if at.and_then(mark).is_some() || link.is_some() {
        response.ctx.set_cursor_icon(egui::CursorIcon::PointingHand);
    } else if over.is_some() {
        response.ctx.set_cursor_icon(egui::CursorIcon::Text);
    }
    input::clicks(response, area, env, state, events);
    if !response.clicked() || response.double_clicked() || response.triple_clicked() {
        return;
    }
    let Some(at) = response.interact_pointer_pos() else { return };
    if let Some(id) = mark(at) {
        events.push(ViewEvent::ClickPassage(id));
        return;
    }
    let place = at - area.min.to_vec2();
    if let Some(target) = state.under(place).and_then(|o| link_at(env, state, o)) {
        events.push(ViewEvent::Follow(target));
    } else if let Some(offset) = state.under(place).or_else(|| state.hit(env, place)) {
        events.push(ViewEvent::Click(offset));
    }
}

fn link_at(env: &Env<'_>, state: &FlowState, offset: usize) -> Option<crate::document::LinkTarget> {
    let layout = state.known(env.content.item_of(offset))?;
    let link = layout.links.iter().find(|(span, _)| span.contains(offset))?;
    Some(crate::document::LinkTarget::Address(link.1.to_string()))
}

/// Where the scroll bar's thumb is, and how many points of text one of its points stands for.
fn thumb(rect: Rect, state: &FlowState) -> Option<(Rect, f64)> {
    let (y, total) = state.position();
    let view = f64::from(state.view_height);
    if total <= view + 0.5 {
        return None;
    }
    let track = Rect::from_min_max(pos2(rect.right() - BAR, rect.top()), rect.max).shrink2(vec2(3.0, 2.0));
    let length = (f64::from(track.height()) * view / total).max(24.0).min(f64::from(track.height()));
    let room = f64::from(track.height()) - length;
    let top = (y / (total - view)).clamp(0.0, 1.0) * room;
    let thumb = Rect::from_min_size(track.min + vec2(0.0, top as f32), vec2(track.width(), length as f32));
    Some((thumb, (total - view) / room.max(1.0)))
}

/// The scroll bar by mouse; whether it scrolled.
fn bar(ui: &Ui, rect: Rect, frame: &Frame<'_>, state: &mut FlowState) -> bool {
    let Some((thumb, scale)) = thumb(rect, state) else { return false };
    let track = Rect::from_min_max(pos2(rect.right() - BAR, rect.top()), rect.max);
    let response = ui.interact(track, frame.id.with("scroll bar"), Sense::click_and_drag());
    let Some(at) = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on()) else {
        return false;
    };
    if response.drag_started() || ui.input(|i| i.pointer.primary_pressed()) {
        let held = thumb.contains(pos2(thumb.center().x, at.y));
        state.bar_grab = f64::from(if held { at.y - thumb.top() } else { thumb.height() / 2.0 });
    }
    let top = f64::from(at.y) - state.bar_grab - f64::from(rect.top() + 2.0);
    state.jump(top.max(0.0) * scale);
    true
}

fn paint_bar(ui: &Ui, rect: Rect, frame: &Frame<'_>, state: &FlowState, theme: Theme) {
    let Some((thumb, _)) = thumb(rect, state) else { return };
    let id = frame.id.with("scroll bar");
    let near = ui.ctx().read_response(id).is_some_and(|r| r.hovered() || r.is_pointer_button_down_on());
    let color = theme.quiet.gamma_multiply(if near { 0.7 } else { 0.35 });
    ui.painter().rect_filled(thumb, 3.0, color);
    let (y, total) = state.position();
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_role(Role::ScrollBar);
        node.set_label(frame.name);
        node.set_numeric_value(y);
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value((total - f64::from(state.view_height)).max(0.0));
    });
}

/// The view is one node whose value is the text that can be seen.
fn tell(ui: &Ui, response: &Response, content: &dyn Content, frame: &Frame<'_>, state: &FlowState) {
    response.widget_info(|| WidgetInfo::labeled(Role::Document, true, frame.name));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(Role::Document);
        node.set_read_only();
        node.set_label(frame.name);
        if let (Some(&(first, _)), Some(&(last, _))) = (state.visible.first(), state.visible.last()) {
            let seen = content.span(first).cover(content.span(last));
            node.set_value(seen.get(content.text()).unwrap_or_default());
        }
    });
}
