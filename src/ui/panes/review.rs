//! The panes of Review: pages and problems on the left, order, piece and verdict on the right, figures
//! under the views.

mod cleaning;
pub mod comparison;
mod figures;
mod list;
mod order;
mod pages;
mod piece;
mod problems;
mod verdict;

use crate::ui::context::Context;
use crate::ui::theme::space;
use egui::{ScrollArea, Ui};

/// The left panel, under the sources.
pub fn left(ui: &mut Ui, cx: &mut Context<'_>) {
    let pages = cx.state.review.pages.len();
    if pages > 0 {
        let room = ui.available_height();
        let most = if cx.state.review.problems.is_empty() { room - 64.0 } else { room * 0.52 };
        let height = (pages as f32 * pages::ROW + 48.0).min(most);
        ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
            ui.set_min_height(height);
            ui.set_max_height(height);
            pages::show(ui, cx);
        });
        ui.add_space(space::MEDIUM);
    }
    problems::show(ui, cx);
}

/// The right panel.
pub fn right(ui: &mut Ui, cx: &mut Context<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::SMALL + 2.0;
        order::show(ui, cx);
        ui.add_space(space::LARGE);
        piece::show(ui, cx);
        ui.add_space(space::LARGE);
        verdict::show(ui, cx);
        ui.add_space(space::LARGE);
        cleaning::show(ui, cx);
        ui.add_space(space::LARGE);
        piece::play(ui, cx);
    });
}

/// The bottom panel.
pub fn bottom(ui: &mut Ui, cx: &mut Context<'_>) {
    figures::show(ui, cx);
}
