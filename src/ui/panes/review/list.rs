//! A list of rows of known heights; only those in sight are made.

use egui::{Rect, ScrollArea, Sense, Ui, pos2, vec2};

/// Shows rows of these heights in the room that is left. `scroll_to` is a row to bring into sight.
pub fn show(
    ui: &mut Ui,
    id: &str,
    heights: &[f32],
    scroll_to: Option<usize>,
    row: &mut dyn FnMut(&mut Ui, usize, Rect),
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let total: f32 = heights.iter().sum();
    let room = ui.available_height();
    let memory = ui.make_persistent_id(id);
    let mut area = ScrollArea::vertical().id_salt(id).auto_shrink(false);
    if let Some(target) = scroll_to {
        let at: f32 = heights.iter().take(target).sum();
        let height = heights.get(target).copied().unwrap_or(0.0);
        let top = ui.data(|d| d.get_temp::<f32>(memory)).unwrap_or(0.0);
        // Only when it is out of sight: a click on a row must not move the rows.
        if at < top || at + height > top + room {
            area = area.vertical_scroll_offset((at - room / 3.0).max(0.0));
        }
    }
    let output = area.show_viewport(ui, |ui, seen| {
        let (all, _) = ui.allocate_exact_size(vec2(ui.available_width(), total), Sense::hover());
        let mut y = 0.0;
        for (i, height) in heights.iter().enumerate() {
            if y > seen.bottom() {
                break;
            }
            if y + height >= seen.top() {
                let top = all.top() + y;
                let rect = Rect::from_min_max(pos2(all.left(), top), pos2(all.right(), top + height));
                row(ui, i, rect);
            }
            y += height;
        }
    });
    ui.data_mut(|d| d.insert_temp(memory, output.state.clamped_offset().y));
}

/// One line of text in a place, cut with an ellipsis where it is too long.
pub fn line(
    ui: &Ui,
    at: egui::Pos2,
    width: f32,
    text: &str,
    font: egui::FontId,
    color: egui::Color32,
) -> Rect {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(10.0));
    let galley = ui.painter().layout_job(job);
    let rect = Rect::from_min_size(at, galley.size());
    ui.painter().galley(at, galley, color);
    rect
}
