//! Two texts side by side, line by line: what was inserted, removed, moved or changed.

use super::list;
use crate::app::{Change, Command, CompareRow, CompareWith, Compared};
use crate::text::{Span, Text};
use crate::ui::context::Context;
use crate::ui::i18n::{number, tr, tr_with};
use crate::ui::style::semibold;
use crate::ui::words;
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Rect, Sense, Ui, WidgetInfo, pos2, vec2};
use fluent_bundle::FluentValue;
use std::collections::HashMap;
use std::sync::Arc;

/// What is remembered of the rows: how high they are at a width.
#[derive(Default)]
pub struct CompareState {
    of: Option<(usize, u32, u32)>,
    heights: Vec<f32>,
    selected: Option<usize>,
    galleys: HashMap<usize, [Option<Arc<egui::Galley>>; 2]>,
}

const GAP: f32 = 18.0;
const SIGN: f32 = 16.0;
/// A line is shown up to here; it is whole in the text view.
const LONGEST: usize = 4000;

/// The sign and the color of a change.
fn look(cx: &Context<'_>, change: Change) -> (&'static str, Color32) {
    match change {
        Change::Same => ("", cx.theme.quiet),
        Change::Inserted => ("+", cx.theme.good),
        Change::Removed => ("−", cx.theme.bad),
        Change::Moved => ("↕", cx.theme.accent),
        Change::Changed => ("≠", cx.theme.warn),
    }
}

/// The name of a change.
fn name(change: Change) -> String {
    tr(match change {
        Change::Same => "compare-same",
        Change::Inserted => "compare-inserted",
        Change::Removed => "compare-removed",
        Change::Moved => "compare-moved",
        Change::Changed => "compare-changed",
    })
}

/// What the text is compared with, in words.
#[must_use]
pub fn with(with: &CompareWith) -> String {
    match with {
        CompareWith::Order(order) => words::order(*order),
        CompareWith::Uncorrected => tr("compare-uncorrected"),
        CompareWith::File(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
    }
}

/// The counts of a comparison in one line.
#[must_use]
pub fn summary(compared: &Compared) -> String {
    let count = |c| compared.alignment.count(c);
    let changes = [Change::Inserted, Change::Removed, Change::Moved, Change::Changed];
    let found: Vec<String> = changes
        .into_iter()
        .filter(|c| count(*c) > 0)
        .map(|c| format!("{} {}", number(count(c)), name(c)))
        .collect();
    if found.is_empty() { tr("compare-equal") } else { found.join(" · ") }
}

/// Shows the comparison in the room that is left.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>, state: &mut CompareState) {
    let Some(comparison) = cx.state.review.comparison.clone() else { return };
    let Some(compared) = comparison.result else {
        ui.centered_and_justified(|ui| ui.label(cx.quiet(tr("comparing"))));
        return;
    };
    let full = ui.available_rect_before_wrap();
    let column = ((full.width() - GAP - SIGN - 40.0) / 2.0).max(60.0);
    heads(ui, cx, &with(&comparison.with), column);
    if compared.alignment.cut_short {
        ui.label(egui::RichText::new(tr("compare-cut-short")).color(cx.theme.warn));
    }
    let size = cx.state.settings.text_size;
    let version =
        (Arc::as_ptr(&compared).addr(), column.to_bits(), size.to_bits() ^ u32::from(cx.theme.dark));
    if state.of != Some(version) {
        state.of = Some(version);
        state.galleys.clear();
        // A guess, until a row is in sight.
        let letters = (column / (size * 0.6)).max(1.0);
        let guess = |s: Option<Span>| s.map_or(1.0, |s| (s.len() as f32 / letters).ceil());
        state.heights = compared
            .alignment
            .rows
            .iter()
            .map(|r| {
                let lines = if r.change == Change::Same { 1.0 } else { guess(r.here).max(guess(r.there)) };
                lines * (size * 1.4) + 10.0
            })
            .collect();
    }
    let heights = state.heights.clone();
    list::show(ui, "comparison", &heights, None, &mut |ui, i, rect| {
        row(ui, cx, state, &compared, i, rect, column);
    });
    if heights != state.heights {
        ui.ctx().request_repaint();
    }
}

fn heads(ui: &mut Ui, cx: &Context<'_>, other: &str, column: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let y = rect.top() + 2.0;
    let left = rect.left() + 14.0 + SIGN;
    list::line(ui, pos2(left, y), column, other, semibold(12.0), cx.theme.quiet);
    let here = tr("compare-here");
    list::line(ui, pos2(left + column + GAP, y), column, &here, semibold(12.0), cx.theme.quiet);
}

fn galley(
    ui: &Ui,
    cx: &Context<'_>,
    text: &Text,
    span: Span,
    marks: &[Span],
    change: Change,
    width: f32,
) -> Arc<egui::Galley> {
    let end = text.floor_char_boundary(span.end().min(span.start() + LONGEST));
    let span = Span::new(span.start(), end.max(span.start()));
    let font = FontId::monospace(cx.state.settings.text_size);
    let (_, color) = look(cx, change);
    let ink = if change == Change::Same { cx.theme.quiet } else { cx.theme.ink };
    let plain = TextFormat { font_id: font, color: ink, ..TextFormat::default() };
    let marked = TextFormat { background: color.gamma_multiply(0.28), ..plain.clone() };
    let mut job = LayoutJob::default();
    job.wrap.max_width = width;
    if change == Change::Same {
        job.wrap.max_rows = 1;
    }
    let mut at = span.start();
    for mark in marks.iter().filter_map(|m| m.intersection(span)) {
        job.append(text.slice(Span::new(at, mark.start().max(at))), 0.0, plain.clone());
        job.append(text.slice(mark), 0.0, marked.clone());
        at = mark.end();
    }
    job.append(text.slice(Span::new(at, span.end().max(at))), 0.0, plain);
    ui.painter().layout_job(job)
}

fn row(
    ui: &Ui,
    cx: &mut Context<'_>,
    state: &mut CompareState,
    compared: &Compared,
    i: usize,
    rect: Rect,
    column: f32,
) {
    let Some(row) = compared.alignment.rows.get(i) else { return };
    let response = ui.interact(rect, ui.scope_id().with(("compared", i)), Sense::click());
    let said = said(compared, row);
    let chosen = state.selected == Some(i);
    response.widget_info(|| WidgetInfo::selected(egui::Role::ListBoxOption, true, chosen, &said));
    if chosen || response.hovered() {
        let fill = if chosen { cx.theme.chosen } else { cx.theme.field() };
        ui.painter().rect_filled(rect.shrink2(vec2(6.0, 0.0)), 4.0, fill);
    }
    let sides = state.galleys.entry(i).or_insert_with(|| {
        let side = |text: &Text, span: Option<Span>, marks: &[Span]| {
            span.map(|s| galley(ui, cx, text, first_line(text, s, row.change), marks, row.change, column))
        };
        [
            side(compared.there.text(), row.there, &row.marks_there),
            side(compared.here.text(), row.here, &row.marks_here),
        ]
    });
    let (sign, color) = look(cx, row.change);
    let left = rect.left() + 14.0;
    let font = FontId::monospace(cx.state.settings.text_size);
    ui.painter().text(pos2(left, rect.top() + 4.0), egui::Align2::LEFT_TOP, sign, font, color);
    for (side, galley) in sides.iter().enumerate() {
        let x = left + SIGN + side as f32 * (column + GAP);
        if let Some(galley) = galley {
            ui.painter().galley(pos2(x, rect.top() + 4.0), Arc::clone(galley), cx.theme.ink);
        }
    }
    if row.change == Change::Same && row.lines > 1 {
        let values = [("n", FluentValue::from(number(row.lines - 1)))];
        let at = pos2(left + SIGN, rect.bottom() - 16.0);
        let small = FontId::proportional(11.0);
        list::line(ui, at, column, &tr_with("compare-more", &values), small, cx.theme.quiet);
    }
    let tall = sides.iter().flatten().map(|g| g.size().y).fold(0.0, f32::max);
    let more = if row.change == Change::Same && row.lines > 1 { 16.0 } else { 0.0 };
    if let Some(height) = state.heights.get_mut(i) {
        *height = tall + 8.0 + more;
    }
    if response.clicked() {
        state.selected = Some(i);
        if let Some(span) = row.here.or_else(|| before(compared, i)) {
            cx.send(Command::ShowCompared(first_line(compared.here.text(), span, row.change)));
        }
    }
}

/// Of several equal lines the first one stands for all.
fn first_line(text: &Text, span: Span, change: Change) -> Span {
    if change != Change::Same {
        return span;
    }
    let end = text.slice(span).find('\n').map_or(span.end(), |n| span.start() + n);
    Span::new(span.start(), end)
}

/// The end of the line before a row that the text shown lacks.
fn before(compared: &Compared, i: usize) -> Option<Span> {
    compared.alignment.rows[..i].iter().rev().find_map(|r| r.here).map(|s| Span::empty(s.end()))
}

fn said(compared: &Compared, row: &CompareRow) -> String {
    let text = row.here.map(|s| compared.here.text().slice(s));
    let text = text.or_else(|| row.there.map(|s| compared.there.text().slice(s))).unwrap_or_default();
    format!("{}: {}", name(row.change), words::beginning(text, 80))
}
