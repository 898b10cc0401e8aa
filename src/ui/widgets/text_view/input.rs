//! What mouse, wheel and keys do to a view.

use super::flow::{Env, FlowState};
use super::motion;
use crate::text::Span;
use crate::ui::overlay::Selection;
use crate::ui::widgets::ViewEvent;
use egui::{Key, Modifiers, Pos2, Rect, Response, Ui};

/// Scrolls by wheel; whether it did.
pub(super) fn wheel(
    ui: &Ui,
    response: &Response,
    state: &mut FlowState,
    events: &mut Vec<ViewEvent>,
) -> bool {
    if !response.contains_pointer() {
        return false;
    }
    let (delta, zoom) = ui.input(|i| (i.smooth_scroll_delta(), i.zoom_delta()));
    if zoom != 1.0 {
        events.push(ViewEvent::Zoom(zoom));
        return false;
    }
    state.shift_x = (state.shift_x - delta.x).clamp(0.0, state.shift_limit);
    state.scroll_by(-f64::from(delta.y));
    delta.y != 0.0
}

/// Selects by mouse. `area` is where text stands.
pub(super) fn mouse(
    ui: &Ui,
    response: &Response,
    area: Rect,
    env: &Env<'_>,
    state: &mut FlowState,
    selection: Option<Selection>,
    events: &mut Vec<ViewEvent>,
) {
    let (pressed, down, shift, at, origin) = ui.input(|i| {
        let p = &i.pointer;
        (p.primary_pressed(), p.primary_down(), i.modifiers.shift, p.latest_pos(), p.press_origin())
    });
    let inside = |p: Pos2| p - area.min.to_vec2();
    if pressed && (response.is_pointer_button_down_on() || response.clicked()) {
        response.request_focus();
        if let Some(head) = origin.or(at).and_then(|p| state.hit(env, inside(p))) {
            let anchor = selection.filter(|_| shift).map_or(head, |s| s.anchor);
            state.dragging = true;
            state.goal_x = None;
            state.drag = Selection { anchor, head };
            events.push(ViewEvent::Select(state.drag));
        }
    }
    if state.dragging
        && let Some(at) = at
    {
        drag(ui, area, env, state, at, events);
    }
    if !down {
        state.dragging = false;
    }
}

fn drag(ui: &Ui, area: Rect, env: &Env<'_>, state: &mut FlowState, at: Pos2, events: &mut Vec<ViewEvent>) {
    let beyond = if at.y < area.top() { at.y - area.top() } else { (at.y - area.bottom()).max(0.0) };
    if beyond != 0.0 && ui.input(|i| i.pointer.primary_down()) {
        let dt = ui.input(|i| i.stable_dt).min(0.1);
        state.scroll_by(f64::from(beyond * 8.0 * dt));
        state.settle(env);
        ui.ctx().request_repaint();
    }
    let y = at.y.clamp(area.top(), (area.bottom() - 1.0).max(area.top()));
    if let Some(head) = state.hit(env, egui::pos2(at.x, y) - area.min.to_vec2())
        && head != state.drag.head
    {
        state.drag.head = head;
        events.push(ViewEvent::Select(state.drag));
    }
}

/// A double click selects the word, a triple click the paragraph.
pub(super) fn clicks(
    response: &Response,
    area: Rect,
    env: &Env<'_>,
    state: &FlowState,
    events: &mut Vec<ViewEvent>,
) {
    let Some(at) = response.interact_pointer_pos().map(|p| p - area.min.to_vec2()) else { return };
    let text = env.content.text();
    let span = if response.triple_clicked() {
        state.hit(env, at).map(|o| motion::paragraph_at(text, o))
    } else if response.double_clicked() {
        state.under(at).or_else(|| state.hit(env, at)).map(|o| motion::word_at(text, o))
    } else {
        None
    };
    if let Some(span) = span {
        events.push(ViewEvent::Select(Selection { anchor: span.start(), head: span.end() }));
    }
}

/// Moves and extends the selection, and scrolls, by keys; whether it scrolled.
pub(super) fn keys(
    ui: &Ui,
    env: &Env<'_>,
    state: &mut FlowState,
    selection: Option<Selection>,
    events: &mut Vec<ViewEvent>,
) -> bool {
    let pressed: Vec<(Key, Modifiers)> = ui.input(|i| {
        let key = |e: &egui::Event| match e {
            egui::Event::Key { key, pressed: true, modifiers, .. } => Some((*key, *modifiers)),
            _ => None,
        };
        i.events.iter().filter_map(key).collect()
    });
    let mut now = selection;
    let mut scrolled = false;
    for (key, modifiers) in pressed {
        let page = f64::from(state.view_height) * 0.9;
        match key {
            Key::PageDown | Key::PageUp if !modifiers.command => {
                state.scroll_by(if key == Key::PageDown { page } else { -page });
                scrolled = true;
            }
            Key::A if modifiers.command && !modifiers.shift => {
                now = Some(Selection { anchor: 0, head: env.content.text().len() });
                events.extend(now.map(ViewEvent::Select));
            }
            _ => {
                let from = now.unwrap_or(Selection { anchor: state.top_offset(), head: state.top_offset() });
                if let Some(head) = destination(env, state, from, key, modifiers) {
                    let anchor = if modifiers.shift { from.anchor } else { head };
                    now = Some(Selection { anchor, head });
                    events.extend(now.map(ViewEvent::Select));
                    state.scroll_to(Span::empty(head));
                    scrolled = true;
                }
            }
        }
    }
    scrolled
}

fn destination(
    env: &Env<'_>,
    state: &mut FlowState,
    from: Selection,
    key: Key,
    modifiers: Modifiers,
) -> Option<usize> {
    let text = env.content.text();
    let head = text.floor_char_boundary(from.head.min(text.len()));
    let word = modifiers.command || modifiers.alt;
    let collapse = !modifiers.shift && !word && from.anchor != from.head;
    if !matches!(key, Key::ArrowUp | Key::ArrowDown) {
        state.goal_x = None;
    }
    Some(match key {
        Key::ArrowLeft if collapse => from.span().start(),
        Key::ArrowRight if collapse => from.span().end(),
        Key::ArrowLeft if word => motion::previous_word(text, head),
        Key::ArrowRight if word => motion::next_word(text, head),
        Key::ArrowLeft => motion::previous_grapheme(text, head),
        Key::ArrowRight => motion::next_grapheme(text, head),
        Key::ArrowUp if !word => state.vertical(env, head, false),
        Key::ArrowDown if !word => state.vertical(env, head, true),
        Key::Home if modifiers.command => 0,
        Key::End if modifiers.command => text.len(),
        Key::Home => state.row_span(env, head).start(),
        Key::End => row_end(text, state.row_span(env, head), head),
        _ => return None,
    })
}

/// The last place of a row: at a soft wrap that is before its last character, for the place behind it is
/// the next row's first.
fn row_end(text: &str, row: Span, head: usize) -> usize {
    let wrapped = text[row.end()..].chars().next().is_some_and(|c| c != '\n');
    let end = if wrapped && !row.is_empty() { motion::previous_grapheme(text, row.end()) } else { row.end() };
    end.max(head)
}
