//! Wheel and scroll bars. Positions are f64: ten thousand pages are more pixels than f32 counts.

use super::{PageViewInput, PageViewState, View, ViewEvent};
use crate::ui::theme::Theme;
use egui::{Id, Rect, Sense, Ui, pos2};

/// Width of a scroll bar.
pub(super) const BAR: f32 = 11.0;
/// A thumb is never shorter.
const THUMB: f32 = 28.0;

/// Turns the wheel into scrolling, or with Ctrl into zooming about the pointer.
pub(super) fn wheel(ui: &Ui, state: &mut PageViewState, rect: Rect, events: &mut Vec<ViewEvent>) {
    if !ui.rect_contains_pointer(rect) {
        return;
    }
    let (zoom, delta) = ui.input(|i| (i.zoom_delta(), i.smooth_scroll_delta()));
    if zoom != 1.0 && zoom.is_finite() && zoom > 0.0 {
        state.zoom_at = ui.input(|i| i.pointer.hover_pos());
        events.push(ViewEvent::Zoom(zoom));
        return;
    }
    state.scroll -= f64::from(delta.y);
    state.pan -= f64::from(delta.x);
}

/// Both bars: the track, and the thumb in it.
fn vertical(state: &PageViewState, view: &View) -> Option<(Rect, Rect)> {
    if view.most <= 0.0 {
        return None;
    }
    let track = Rect::from_min_max(pos2(view.rect.right() - BAR, view.rect.top()), view.rect.max);
    let share = f64::from(track.height()) / (view.most + f64::from(track.height()));
    let length = ((share * f64::from(track.height())) as f32).max(THUMB).min(track.height());
    let at = track.top() + (state.scroll / view.most) as f32 * (track.height() - length);
    Some((track, Rect::from_min_max(pos2(track.left(), at), pos2(track.right(), at + length))))
}

fn horizontal(state: &PageViewState, view: &View) -> Option<(Rect, Rect)> {
    if view.side <= 0.0 {
        return None;
    }
    let corner = pos2(view.rect.right() - BAR, view.rect.bottom());
    let track = Rect::from_min_max(pos2(view.rect.left(), view.rect.bottom() - BAR), corner);
    let width = f64::from(track.width());
    let length = ((width / (width + 2.0 * view.side) * width) as f32).max(THUMB).min(track.width());
    let at = track.left() + f64::midpoint(state.pan / view.side, 1.0) as f32 * (track.width() - length);
    Some((track, Rect::from_min_max(pos2(at, track.top()), pos2(at + length, track.bottom()))))
}

/// Moves the view with the bars; whether it moved.
pub(super) fn bars(ui: &Ui, state: &mut PageViewState, view: &View) -> bool {
    let (scroll, pan) = (state.scroll, state.pan);
    if let Some((track, thumb)) = vertical(state, view)
        && let Some(at) = grip(ui, track, thumb, ui.scope_id().with("down"), true)
    {
        state.scroll = f64::from(at) * view.most;
    }
    if let Some((track, thumb)) = horizontal(state, view)
        && let Some(at) = grip(ui, track, thumb, ui.scope_id().with("across"), false)
    {
        state.pan = (f64::from(at) * 2.0 - 1.0) * view.side;
    }
    scroll != state.scroll || pan != state.pan
}

/// Where the thumb was dragged to, as a share of its way.
fn grip(ui: &Ui, track: Rect, thumb: Rect, id: Id, down: bool) -> Option<f32> {
    let response = ui.interact(track, id, Sense::click_and_drag());
    let pointer = response.interact_pointer_pos()?;
    let along = |p: egui::Pos2| if down { p.y - track.top() } else { p.x - track.left() };
    let (all, length) = if down { (track.height(), thumb.height()) } else { (track.width(), thumb.width()) };
    // Where on the thumb it was taken; a press beside it takes its middle there.
    let held = if response.drag_started() || response.clicked() {
        let origin = ui.input(|i| i.pointer.press_origin()).unwrap_or(pointer);
        let inside = along(origin) - along(thumb.min);
        let held = if thumb.contains(origin) { inside } else { length / 2.0 };
        ui.data_mut(|d| d.insert_temp(id, held));
        if response.clicked() && thumb.contains(origin) {
            return None;
        }
        held
    } else {
        ui.data(|d| d.get_temp::<f32>(id))?
    };
    let moves = response.dragged() || response.clicked();
    (moves && all > length).then(|| ((along(pointer) - held) / (all - length)).clamp(0.0, 1.0))
}

/// Paints the thumbs over everything else.
pub(super) fn paint_bars(ui: &Ui, state: &PageViewState, view: &View, theme: Theme) {
    let pointer = ui.input(|i| i.pointer.latest_pos());
    for (track, thumb) in [vertical(state, view), horizontal(state, view)].into_iter().flatten() {
        let near = pointer.is_some_and(|p| track.contains(p));
        let color = theme.quiet.gamma_multiply(if near { 0.75 } else { 0.4 });
        ui.painter().rect_filled(thumb.shrink(2.5), 4.0, color);
    }
}

/// Says which character is at the top now.
pub(super) fn tell(
    input: &PageViewInput<'_>,
    state: &mut PageViewState,
    view: &View,
    events: &mut Vec<ViewEvent>,
) {
    let Some(extraction) = input.extraction else { return };
    let first = view.pages.iter().find_map(|(page, rect)| {
        let y = (view.rect.top() - rect.top()) / view.scale;
        state.glyphs.page(extraction, *page).first_under(y)
    });
    if first.is_some() && first != state.top {
        state.top = first;
        events.extend(first.map(ViewEvent::Scrolled));
    }
}
