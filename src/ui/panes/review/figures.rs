//! Figures of the document, under the views.

use crate::ui::context::Context;
use crate::ui::i18n::{number, tr};
use crate::ui::theme::space;
use egui::{Grid, RichText, Ui};

/// Shows the figures.
pub fn show(ui: &mut Ui, cx: &Context<'_>) {
    cx.caption(ui, &tr("figures-document"), "");
    if cx.state.extraction().is_none() {
        ui.label(cx.quiet(tr("figures-empty")));
        return;
    }
    let f = cx.state.review.facts.figures;
    ui.add_space(space::SMALL);
    let alarm = |n: usize| {
        let text = RichText::new(number(n));
        if n > 0 { text.color(cx.theme.bad) } else { text }
    };
    let plain = |n: usize| RichText::new(number(n));
    let rows = [
        [("figure-glyphs", plain(f.glyphs)), ("figure-unmapped", alarm(f.unmapped))],
        [("figure-blocks", plain(f.blocks)), ("figure-tables", plain(f.tables))],
        [("figure-furniture", plain(f.furniture)), ("figure-hyphens", plain(f.hyphens))],
        [("figure-hidden", plain(f.hidden)), ("figure-without-text", alarm(f.without_text))],
    ];
    Grid::new("figures of the document").num_columns(4).spacing([24.0, 4.0]).show(ui, |ui| {
        for row in rows {
            for (key, value) in row {
                ui.label(cx.quiet(tr(key))).on_hover_text(tr(&format!("{key}-hint")));
                ui.label(value);
            }
            ui.end_row();
        }
    });
}
