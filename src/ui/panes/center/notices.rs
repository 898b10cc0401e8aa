//! What stands where there is no document to show, and the explanation over the sample.

use crate::app::{Action, Command, Mode};
use crate::ui::context::Context;
use crate::ui::i18n::tr;
use crate::ui::theme::space;
use egui::{Align, Frame, Layout, RichText, Ui, UiBuilder, vec2};

pub(super) fn empty(ui: &mut Ui, cx: &mut Context<'_>) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, cx.theme.surface);
    let rect = egui::Rect::from_center_size(ui.max_rect().center(), vec2(420.0, 220.0));
    ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
        ui.vertical_centered(|ui| {
            ui.heading(tr("empty-title"));
            ui.label(cx.quiet(tr("empty-hint")));
            ui.add_space(space::LARGE);
            for action in [Action::OpenFile, Action::OpenFolder, Action::OpenPath, Action::OpenSample] {
                cx.action_button(ui, action);
            }
        });
    });
}

pub(super) fn failed(ui: &mut Ui, cx: &mut Context<'_>, fault: &str) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, cx.theme.surface);
    let rect = egui::Rect::from_center_size(ui.max_rect().center(), vec2(520.0, 200.0));
    ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
        ui.vertical_centered(|ui| {
            ui.heading(tr("failed-title"));
            ui.add(egui::Label::new(RichText::new(fault)).wrap().selectable(true));
            ui.add_space(space::LARGE);
            cx.action_button(ui, Action::OpenFile);
        });
    });
}

/// A short explanation over the sample: what the colours mean.
pub fn hint(ui: &mut Ui, cx: &mut Context<'_>) {
    Frame::new().fill(cx.theme.chosen).inner_margin(egui::Margin::symmetric(14, 7)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button(tr("hint-close")).clicked() {
                    cx.send(Command::CloseHint);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let review = cx.state.settings.mode == Mode::Review;
                    ui.add(egui::Label::new(tr(if review { "hint-review" } else { "hint" })).wrap());
                });
            });
        });
    });
}
