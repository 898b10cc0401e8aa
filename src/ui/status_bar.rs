//! The line at the bottom: what is shown, what is selected and how large it is, whether it is saved.

use super::context::Context;
use super::i18n::{number, tr, tr_with};
use super::theme::space;
use crate::app::Phase;
use crate::measure::Sizes;
use crate::text::Span;
use egui::{Align, Layout, Ui};
use fluent_bundle::FluentValue;

/// Shows the line. `sizes` are those of the selection.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>, sizes: Option<(Span, Sizes)>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::LARGE;
        ui.label(cx.quiet(source_line(cx)));
        if let Some((span, sizes)) = sizes {
            ui.label(cx.quiet(selection_line(cx, span, &sizes)));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = space::LARGE;
            saved(ui, cx);
            if let Some(chunked) = cx.state.chunking() {
                let values = [
                    ("n", FluentValue::from(number(chunked.chunking.chunks.len()))),
                    ("millis", FluentValue::from(format!("{:.1}", chunked.millis))),
                ];
                ui.label(cx.quiet(tr_with("status-chunked", &values)));
            }
        });
    });
}

fn source_line(cx: &Context<'_>) -> String {
    let Some(document) = &cx.state.document else { return tr("status-empty") };
    let mut parts = Vec::new();
    if let Some(extraction) = &document.extraction {
        match &extraction.source().encoding {
            Some(encoding) => {
                let key = if encoding.guessed { "status-encoding-guessed" } else { "status-encoding" };
                parts.push(tr_with(key, &[("name", FluentValue::from(encoding.name.clone()))]));
            }
            None => parts.push(tr("status-pdf")),
        }
        if let Some(date) = &document.fetched {
            parts.push(tr_with("status-fetched", &[("date", FluentValue::from(date.clone()))]));
        }
        let text = extraction.text();
        parts.push(tr_with("status-characters", &[("n", FluentValue::from(number(text.chars())))]));
        let revision = match document.phase {
            Phase::Provisional => tr("status-provisional"),
            _ => tr_with("status-revision", &[("id", FluentValue::from(text.revision().short()))]),
        };
        parts.push(revision);
    }
    parts.join(" · ")
}

fn selection_line(cx: &Context<'_>, span: Span, sizes: &Sizes) -> String {
    let place = cx.state.extraction().map(|e| e.text().char_span(span).to_string()).unwrap_or_default();
    super::sizes::sentence(&place, sizes)
}

fn saved(ui: &mut Ui, cx: &Context<'_>) {
    let project = &cx.state.project;
    let text = match (&project.path, project.pending, project.edited) {
        _ if project.read_only => tr("status-read-only"),
        (_, pending, _) if pending > 0 || cx.state.review.assembling => tr("status-saving"),
        (Some(path), ..) => {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            tr_with("status-saved", &[("name", FluentValue::from(name))])
        }
        (None, _, true) => tr("status-kept"),
        (None, _, false) => return,
    };
    ui.label(cx.quiet(text));
}
