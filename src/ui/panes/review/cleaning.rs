//! What was taken out of the text, each with its count, and whether it is shown.

use crate::app::Action;
use crate::ui::context::{Context, action_tip};
use crate::ui::i18n::{number, tr};
use egui::{Grid, Ui};

/// What was taken out of the text, with its counts.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>) {
    let mut on = cx.state.settings.show_removed;
    let response = ui.checkbox(&mut on, tr("action-toggle-removed"));
    if response.on_hover_text(action_tip(Action::ToggleRemoved)).clicked() {
        cx.run(Action::ToggleRemoved);
    }
    let figures = cx.state.review.facts.figures;
    Grid::new("removed").num_columns(2).spacing([14.0, 3.0]).show(ui, |ui| {
        for (key, n) in [
            ("figure-hyphens", figures.hyphens),
            ("figure-furniture", figures.furniture),
            ("figure-hidden", figures.hidden),
        ] {
            ui.label(cx.quiet(tr(key))).on_hover_text(tr(&format!("{key}-hint")));
            ui.label(number(n));
            ui.end_row();
        }
    });
}
