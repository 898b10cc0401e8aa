//! The keyboard: scrolling, and the selection in the order of the text.

use super::{PageViewInput, PageViewState, ViewEvent};
use crate::document::{Extraction, PageIndex, Point};
use crate::ui::overlay::Selection;
use egui::{EventFilter, Key, Modifiers, Response, Ui};
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// How far an arrow scrolls, in logical pixels.
const STEP: f64 = 48.0;
/// How far words are looked for, in bytes.
const WORD: usize = 2000;

/// Does what keys ask for while the view has the focus.
pub(super) fn keys(
    ui: &Ui,
    response: &Response,
    input: &PageViewInput<'_>,
    state: &mut PageViewState,
    events: &mut Vec<ViewEvent>,
) {
    if !response.has_focus() {
        return;
    }
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|m| m.set_focus_lock_filter(response.id, filter));
    extend(ui, input, state, events);
    let pressed = |key| ui.input_mut(|i| i.count_and_consume_key(Modifiers::NONE, key)) as f64;
    state.scroll += STEP * (pressed(Key::ArrowDown) - pressed(Key::ArrowUp));
    state.pan += STEP * (pressed(Key::ArrowRight) - pressed(Key::ArrowLeft));
    let page = f64::from(response.rect.height()) * 0.9;
    state.scroll += page * (pressed(Key::PageDown) + pressed(Key::Space) - pressed(Key::PageUp));
    if pressed(Key::Home) > 0.0 {
        state.scroll = 0.0;
    }
    if pressed(Key::End) > 0.0 {
        state.scroll = state.layout.height(state.scale);
    }
}

/// Shift and arrows move the selection's end.
fn extend(ui: &Ui, input: &PageViewInput<'_>, state: &mut PageViewState, events: &mut Vec<ViewEvent>) {
    let (Some(extraction), Some(selection)) = (input.extraction, input.overlay.selection) else { return };
    let text = extraction.text().as_str();
    let words = Modifiers::COMMAND | Modifiers::SHIFT;
    let pressed = |modifiers, key| ui.input_mut(|i| i.count_and_consume_key(modifiers, key));
    let mut head = snap(text, selection.head);
    for _ in 0..pressed(words, Key::ArrowRight) {
        head = word_after(text, head);
    }
    for _ in 0..pressed(words, Key::ArrowLeft) {
        head = word_before(text, head);
    }
    for _ in 0..pressed(Modifiers::SHIFT, Key::ArrowRight) {
        head = after(text, head);
    }
    for _ in 0..pressed(Modifiers::SHIFT, Key::ArrowLeft) {
        head = before(text, head);
    }
    for _ in 0..pressed(Modifiers::SHIFT, Key::ArrowDown) {
        head = line(extraction, state, head, 1.0).unwrap_or(head);
    }
    for _ in 0..pressed(Modifiers::SHIFT, Key::ArrowUp) {
        head = line(extraction, state, head, -1.0).unwrap_or(head);
    }
    if head == selection.head {
        return;
    }
    events.push(ViewEvent::Select(Selection { anchor: selection.anchor, head }));
    if let Some(page) = extraction.page_of(head)
        && let Some(quad) = state.glyphs.page(extraction, page).quad_at(head)
    {
        state.scroll_to_quad(page, quad.bounds());
    }
}

/// The place a line under (1) or over (-1) that of `head`, as the page shows lines.
fn line(extraction: &Extraction, state: &mut PageViewState, head: usize, way: f32) -> Option<usize> {
    let page: PageIndex = extraction.page_of(head)?;
    let [a, _, _, d] = state.glyphs.page(extraction, page).quad_at(head)?.0;
    let down = Point { x: (d.x - a.x) * 1.25 * way, y: (d.y - a.y) * 1.25 * way };
    let middle = Point { x: f32::midpoint(a.x, d.x), y: f32::midpoint(a.y, d.y) };
    let point = Point { x: middle.x + down.x, y: middle.y + down.y };
    super::pointer::caret_on(extraction, state, page, point)
}

/// The grapheme boundary at or before an offset.
pub(super) fn snap(text: &str, offset: usize) -> usize {
    let offset = text.floor_char_boundary(offset.min(text.len()));
    let mut cursor = GraphemeCursor::new(offset, text.len(), true);
    match cursor.is_boundary(text, 0) {
        Ok(false) => before(text, offset),
        _ => offset,
    }
}

fn after(text: &str, offset: usize) -> usize {
    let mut cursor = GraphemeCursor::new(offset, text.len(), true);
    cursor.next_boundary(text, 0).ok().flatten().unwrap_or(text.len())
}

fn before(text: &str, offset: usize) -> usize {
    let mut cursor = GraphemeCursor::new(offset, text.len(), true);
    cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(0)
}

/// The end of the word at or after an offset (UAX #29).
fn word_after(text: &str, offset: usize) -> usize {
    let end = text.floor_char_boundary((offset + WORD).min(text.len()));
    let near = text.get(offset..end).unwrap_or_default();
    near.unicode_word_indices().next().map_or(end, |(i, w)| offset + i + w.len())
}

/// The start of the word before an offset.
fn word_before(text: &str, offset: usize) -> usize {
    let start = text.ceil_char_boundary(offset.saturating_sub(WORD));
    let near = text.get(start..offset).unwrap_or_default();
    near.unicode_word_indices().next_back().map_or(start, |(i, _)| start + i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_and_combined_letters_are_one_step() {
        let text = "a👨\u{200d}👩\u{200d}👧e\u{301}x";
        let family = after(text, 1);
        assert_eq!(&text[1..family], "👨\u{200d}👩\u{200d}👧");
        assert_eq!(&text[family..after(text, family)], "e\u{301}");
        assert_eq!(snap(text, family + 1), family);
        assert_eq!(before(text, family), 1);
        assert_eq!(after(text, text.len()), text.len());
        assert_eq!(before(text, 0), 0);
    }

    #[test]
    fn words_are_passed_whole_both_ways() {
        let text = "Prüfung nach Abs. 2";
        assert_eq!(word_after(text, 0), "Prüfung".len());
        assert_eq!(word_before(text, "Prüfung nach".len()), "Prüfung ".len());
        assert_eq!(word_before(text, 0), 0);
        assert_eq!(word_after(text, text.len()), text.len());
    }
}
