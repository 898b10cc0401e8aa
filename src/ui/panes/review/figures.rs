//! Figures of the document, under the views; what was said of it and put right in it.

use crate::app::{Action, Verdict};
use crate::document::Correction;
use crate::ui::context::{Context, action_tip};
use crate::ui::i18n::{number, tr};
use crate::ui::theme::space;
use crate::ui::words;
use egui::{Grid, RichText, ScrollArea, Ui};

/// Shows the figures.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>) {
    if cx.state.extraction().is_none() {
        cx.caption(ui, &tr("figures-document"), "");
        ui.label(cx.quiet(tr("figures-empty")));
        return;
    }
    ScrollArea::vertical().id_salt("figures").auto_shrink(false).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::LARGE * 2.5;
            ui.vertical(|ui| document(ui, cx));
            if !cx.state.review.pages.is_empty() {
                ui.vertical(|ui| verdicts(ui, cx));
            }
            if !cx.state.review.corrections.is_empty() {
                ui.vertical(|ui| corrections(ui, cx));
            }
        });
    });
}

fn document(ui: &mut Ui, cx: &Context<'_>) {
    cx.caption(ui, &tr("figures-document"), "");
    let f = &cx.state.review.facts.figures;
    ui.add_space(space::SMALL);
    let alarm = |n: usize| {
        let text = RichText::new(number(n));
        if n > 0 { text.color(cx.theme.bad) } else { text }
    };
    let plain = |n: usize| RichText::new(number(n));
    let rows = [
        [("figure-glyphs", plain(f.glyphs)), ("figure-unmapped", alarm(f.without_unicode))],
        [("figure-blocks", plain(f.blocks.values().sum())), ("figure-tables", plain(f.tables))],
        [("figure-furniture", plain(f.furniture)), ("figure-hyphens", plain(f.hyphens_joined))],
        [("figure-hidden", plain(f.hidden)), ("figure-without-text", alarm(f.pages_without_text))],
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

fn verdicts(ui: &mut Ui, cx: &Context<'_>) {
    cx.caption(ui, &tr("figures-verdicts"), "");
    ui.add_space(space::SMALL);
    let pages = &cx.state.review.pages;
    let given =
        |v: Verdict| pages.iter().filter(|p| p.judged.as_ref().is_some_and(|j| j.verdict == v)).count();
    Grid::new("verdicts").num_columns(2).spacing([24.0, 4.0]).show(ui, |ui| {
        for verdict in Verdict::ALL {
            let color = super::verdict::color(cx.theme, verdict);
            ui.label(RichText::new(words::verdict(verdict)).color(color));
            ui.label(number(given(verdict)));
            ui.end_row();
        }
        ui.label(cx.quiet(tr("figures-open")));
        ui.label(number(pages.iter().filter(|p| p.judged.is_none()).count()));
        ui.end_row();
    });
}

/// What was put right, counted by kind.
fn corrections(ui: &mut Ui, cx: &mut Context<'_>) {
    let all = cx.state.review.corrections.clone();
    cx.caption(ui, &tr("corrections"), &number(all.len()));
    ui.add_space(space::SMALL);
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for key in all.iter().map(name) {
        match counts.iter_mut().find(|c| c.0 == key) {
            Some(count) => count.1 += 1,
            None => counts.push((key, 1)),
        }
    }
    Grid::new("corrections").num_columns(2).spacing([24.0, 4.0]).show(ui, |ui| {
        for (key, n) in counts {
            ui.label(cx.quiet(tr(key)));
            ui.label(number(n));
            ui.end_row();
        }
    });
    let button = ui.small_button(tr("corrections-back")).on_hover_text(action_tip(Action::Uncorrect));
    if button.clicked() {
        cx.run(Action::Uncorrect);
    }
}

fn name(correction: &Correction) -> &'static str {
    match correction {
        Correction::Order { .. } => "correction-order",
        Correction::Move { .. } => "correction-move",
        Correction::Kind { .. } => "correction-kind",
        Correction::Split { .. } => "correction-split",
        Correction::Join { .. } => "correction-join",
        Correction::Part { .. } => "correction-part",
        Correction::Columns { .. } => "correction-columns",
        Correction::Text { .. } => "correction-text",
    }
}
