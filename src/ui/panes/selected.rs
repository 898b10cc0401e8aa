//! The selected chunk: where it is, how large, why it is cut there.

use crate::app::Chunked;
use crate::measure::{Sizes, Unit};
use crate::ui::context::Context;
use crate::ui::i18n::{number, tr, tr_with};
use crate::ui::sizes::{overlap_reason, reason, rows, unit};
use crate::ui::theme::space;
use egui::{Frame, Grid, RichText, Ui};
use fluent_bundle::FluentValue;

/// Shows the chunk, or what to do to see one.
pub fn show(ui: &mut Ui, cx: &Context<'_>, sizes: Option<&Sizes>) {
    let Some(chunked) = cx.state.chunking() else { return };
    let Some(index) = cx.state.selected_chunk.filter(|i| *i < chunked.chunking.chunks.len()) else {
        cx.caption(ui, &tr("chunk-none"), "");
        ui.label(cx.quiet(tr("chunk-none-hint")));
        return;
    };
    let values = [("n", FluentValue::from(number(index + 1)))];
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(10.0, 10.0), egui::Sense::hover());
        ui.painter().rect_filled(rect, 2.0, cx.theme.chunk(index));
        cx.caption(ui, &tr_with("chunk-title", &values), "");
    });
    facts(ui, cx, chunked, index, sizes);
    ui.add_space(space::SMALL);
    why(ui, cx, &tr("why-starts"), &reason(&chunked.chunking.chunks[index].start_reason, &chunked.config));
    why(ui, cx, &tr("why-ends"), &reason(&chunked.chunking.chunks[index].end_reason, &chunked.config));
}

fn why(ui: &mut Ui, cx: &Context<'_>, title: &str, text: &str) {
    cx.caption(ui, title, "");
    Frame::new().fill(cx.theme.field()).corner_radius(6).inner_margin(8).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(text);
    });
}

fn facts(ui: &mut Ui, cx: &Context<'_>, chunked: &Chunked, index: usize, sizes: Option<&Sizes>) {
    let chunk = &chunked.chunking.chunks[index];
    let extraction = &chunked.extraction;
    let fact = |ui: &mut Ui, name: String, value: RichText| {
        ui.label(cx.quiet(name));
        ui.add(egui::Label::new(value).wrap());
        ui.end_row();
    };
    Grid::new("chunk facts").num_columns(2).spacing([14.0, 3.0]).show(ui, |ui| {
        fact(ui, tr("fact-span"), RichText::new(extraction.text().char_span(chunk.span).to_string()));
        let pages: Vec<String> =
            extraction.pages_of(chunk.span).iter().map(|p| p.number().to_string()).collect();
        if !pages.is_empty() {
            fact(ui, tr("fact-pages"), RichText::new(pages.join(", ")));
        }
        let section = extraction.sections_of(chunk.span).next().map(|i| &extraction.sections()[i]);
        if let Some(path) = section.map(|s| s.heading_path.join(" › ")).filter(|p| !p.is_empty()) {
            fact(ui, tr("fact-section"), RichText::new(path));
        }
        let counted = chunked.config.unit;
        for (which, n) in sizes.map(rows).unwrap_or_default() {
            let mut value = RichText::new(number(n));
            if which == counted {
                value = RichText::new(limit(n, chunked)).color(if chunk.oversize {
                    cx.theme.bad
                } else {
                    cx.theme.ink
                });
            }
            fact(ui, capital(&unit(which)), value);
        }
        fact(ui, tr("fact-overlap"), RichText::new(overlap(chunked, index)));
    });
    if chunk.oversize {
        ui.label(RichText::new(tr("oversize-hint")).color(cx.theme.bad));
    }
}

fn limit(n: usize, chunked: &Chunked) -> String {
    let values =
        [("n", FluentValue::from(number(n))), ("limit", FluentValue::from(number(chunked.config.size)))];
    tr_with("of-limit", &values)
}

fn overlap(chunked: &Chunked, index: usize) -> String {
    let chunk = &chunked.chunking.chunks[index];
    let asked = chunked.config.overlap.units(chunked.config.size);
    let values = [
        ("n", FluentValue::from(number(chunk.overlap_before))),
        ("asked", FluentValue::from(number(asked))),
        ("reason", FluentValue::from(overlap_reason(chunk.overlap_reason))),
    ];
    tr_with("overlap-of", &values)
}

/// What a boundary's handle says when the pointer is over it.
#[must_use]
pub fn boundary_tip(chunked: &Chunked, index: usize, sizes: Option<&Sizes>) -> String {
    let Some(chunk) = chunked.chunking.chunks.get(index) else { return String::new() };
    let values = [("n", FluentValue::from(number(index + 1)))];
    let mut lines = vec![
        tr_with("chunk-title", &values),
        format!("{} {}", tr("why-starts"), reason(&chunk.start_reason, &chunked.config)),
        format!("{} {}", tr("why-ends"), reason(&chunk.end_reason, &chunked.config)),
    ];
    if let Some(sizes) = sizes {
        let sizes: Vec<String> =
            rows(sizes).into_iter().map(|(u, n)| format!("{} {}", number(n), unit(u))).collect();
        lines.push(sizes.join(" · "));
    } else {
        lines.push(format!("{} {}", number(chunk.size), unit(chunked.config.unit)));
    }
    lines.push(format!("{} {}", tr("fact-overlap"), overlap(chunked, index)));
    lines.join("\n")
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// The unit whose exact count needs a tokenizer.
#[must_use]
pub fn needs_tokens(unit: Unit) -> bool {
    unit == Unit::Tokens
}
