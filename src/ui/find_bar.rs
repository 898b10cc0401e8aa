//! The search bar over the views.

use super::context::{Context, action_tip};
use super::i18n::{number, tr, tr_with};
use super::theme::space;
use crate::app::{Action, Command};
use egui::text::{CCursor, CCursorRange};
use egui::{Frame, Key, TextEdit, Ui};
use fluent_bundle::FluentValue;

/// Shows the bar. `focus` puts the cursor into it and selects what it holds.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>, focus: bool) {
    let margin = egui::Margin::symmetric(14, 6);
    Frame::new().fill(cx.theme.field()).inner_margin(margin).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.x = space::MEDIUM;
            let mut query = cx.state.find.query.clone();
            let id = ui.make_persistent_id("find field");
            if focus {
                // Before the field is shown: what is typed in this frame goes to it, over what it holds.
                ui.memory_mut(|m| m.request_focus(id));
                select_all(ui.ctx(), id, &query);
            }
            let edit =
                TextEdit::singleline(&mut query).id(id).hint_text(tr("find-hint")).desired_width(280.0);
            let response = ui.add(edit);
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(tr("find-name")));
            if response.changed() {
                cx.send(Command::Find(query));
            }
            if response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) {
                let back = ui.input(|i| i.modifiers.shift);
                cx.run(if back { Action::FindPrevious } else { Action::FindNext });
                response.request_focus();
            }
            if response.lost_focus() && ui.input(|i| i.key_pressed(Key::Escape)) {
                cx.send(Command::ShowFind(false));
            }
            for (text, action) in [("↑", Action::FindPrevious), ("↓", Action::FindNext)] {
                let button = ui.button(text).on_hover_text(action_tip(action));
                button.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Button, true, tr(action.info().key))
                });
                if button.clicked() {
                    cx.run(action);
                }
            }
            ui.label(cx.quiet(found(cx)));
            if ui.button(tr("close")).clicked() {
                cx.send(Command::ShowFind(false));
            }
        });
    });
}

fn select_all(ctx: &egui::Context, id: egui::Id, text: &str) {
    let mut state = egui::text_edit::TextEditState::load(ctx, id).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), end)));
    state.store(ctx, id);
}

fn found(cx: &Context<'_>) -> String {
    let find = &cx.state.find;
    if find.query.is_empty() {
        return String::new();
    }
    let values = [
        ("n", FluentValue::from(find.current.map_or(0, |i| i + 1))),
        (
            "all",
            FluentValue::from(format!("{}{}", number(find.hits.len()), if find.more { "+" } else { "" })),
        ),
    ];
    if find.hits.is_empty() { tr("find-none") } else { tr_with("find-found", &values) }
}
