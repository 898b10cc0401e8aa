//! Under the views: sizes with the limit, figures; in Annotate how passages fare.

use crate::app::{Chunked, Command, Mode};
use crate::evidence::Standing;
use crate::ui::context::Context;
use crate::ui::i18n::{number, tr, tr_with};
use crate::ui::sizes::unit;
use crate::ui::theme::space;
use crate::ui::widgets::histogram::{HistogramInput, histogram};
use egui::{Grid, RichText, Sense, Ui, vec2};
use fluent_bundle::FluentValue;

/// Shows the panel.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>) {
    if cx.state.settings.mode == Mode::Review {
        super::review::bottom(ui, cx);
        return;
    }
    let Some(chunked) = cx.state.chunking().cloned() else {
        ui.label(cx.quiet(tr("figures-empty")));
        return;
    };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::LARGE * 2.0;
        ui.vertical(|ui| {
            let width = (ui.available_width() * 0.42).clamp(220.0, 520.0);
            ui.set_width(width);
            sizes(ui, cx, &chunked);
        });
        ui.vertical(|ui| figures(ui, cx, &chunked));
        if cx.state.settings.mode == Mode::Annotate || !cx.state.project.passages.is_empty() {
            ui.vertical(|ui| passages(ui, cx));
        }
    });
}

fn sizes(ui: &mut Ui, cx: &mut Context<'_>, chunked: &Chunked) {
    let stats = &chunked.stats;
    let values = [
        ("n", FluentValue::from(number(stats.count))),
        ("median", FluentValue::from(number(stats.median.round() as usize))),
        ("p95", FluentValue::from(number(stats.p95.round() as usize))),
        ("expansion", FluentValue::from(format!("{:.2}", stats.expansion))),
    ];
    cx.caption(ui, &tr("sizes"), &tr_with("sizes-remark", &values));
    let highlight = cx.state.selected_chunk.and_then(|i| chunked.chunking.chunks.get(i)).map(|c| c.size);
    let input = HistogramInput {
        buckets: &stats.histogram.buckets,
        bucket_width: stats.histogram.width,
        limit: chunked.config.size,
        unit: &unit(chunked.config.unit),
        highlight,
    };
    if let Some(bucket) = histogram(ui, &input) {
        let width = stats.histogram.width;
        let range = bucket * width..(bucket + 1) * width;
        let found = chunked.chunking.chunks.iter().position(|c| range.contains(&c.size));
        if found.is_some() {
            cx.send(Command::SelectChunk(found));
        }
    }
}

fn figures(ui: &mut Ui, cx: &Context<'_>, chunked: &Chunked) {
    let stats = &chunked.stats;
    cx.caption(ui, &tr("figures"), "");
    let plain = |value: f64| format!("{value:.0}");
    let alarm = |n: usize| {
        let text = RichText::new(number(n));
        if n > 0 { text.color(cx.theme.bad) } else { text }
    };
    Grid::new("figures").num_columns(4).spacing([14.0, 3.0]).show(ui, |ui| {
        let cell = |ui: &mut Ui, key: &str, value: RichText| {
            ui.label(cx.quiet(tr(key))).on_hover_text(tr(&format!("{key}-hint")));
            ui.label(value);
        };
        cell(ui, "figure-count", RichText::new(number(stats.count)));
        cell(ui, "figure-expansion", RichText::new(format!("{:.3}", stats.expansion)));
        ui.end_row();
        cell(ui, "figure-mean", RichText::new(plain(stats.mean)));
        cell(ui, "figure-lost", alarm(stats.lost_characters));
        ui.end_row();
        cell(ui, "figure-median", RichText::new(plain(stats.median)));
        cell(ui, "figure-blank", RichText::new(number(stats.blank_characters)));
        ui.end_row();
        cell(ui, "figure-p95", RichText::new(plain(stats.p95)));
        cell(ui, "figure-oversize", alarm(stats.oversize));
        ui.end_row();
        cell(ui, "figure-largest", RichText::new(number(stats.max)));
        cell(ui, "figure-tiny", RichText::new(number(stats.tiny)));
        ui.end_row();
    });
}

fn passages(ui: &mut Ui, cx: &Context<'_>) {
    cx.caption(ui, &tr("passages-against"), &tr("passages-against-remark"));
    let mut counts = [0_usize; 4];
    for row in &cx.state.project.passages {
        let place = match &row.standing {
            Some(Standing::Whole { .. }) => 0,
            Some(Standing::Cut { .. }) => 1,
            Some(Standing::Lost) => 2,
            None => 3,
        };
        counts[place] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let rows = [
        ("standing-whole", cx.theme.good),
        ("standing-cut", cx.theme.warn),
        ("standing-lost", cx.theme.bad),
        ("standing-elsewhere", cx.theme.quiet),
    ];
    Grid::new("standings").num_columns(2).spacing([14.0, 5.0]).show(ui, |ui| {
        for (i, (key, color)) in rows.into_iter().enumerate() {
            ui.label(cx.quiet(tr(key)));
            ui.horizontal(|ui| {
                let width = 2.0 + 160.0 * counts[i] as f32 / most as f32;
                let (rect, _) = ui.allocate_exact_size(vec2(width, 12.0), Sense::hover());
                ui.painter().rect_filled(rect, 3.0, color);
                ui.label(number(counts[i]));
            });
            ui.end_row();
        }
    });
}
