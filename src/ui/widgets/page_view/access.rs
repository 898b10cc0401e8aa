//! The view and its pages for readers of the screen.

use super::{PageViewInput, View};
use crate::text::Span;
use crate::ui::i18n::{number, tr_with};
use egui::{Response, Sense, Ui, WidgetInfo};
use fluent_bundle::FluentValue;

/// How many bytes of a page's text are told.
const TOLD: usize = 4000;

pub(super) fn describe(ui: &Ui, response: &Response, input: &PageViewInput<'_>, view: &View) {
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Document, true, input.name));
    for &(page, rect) in view.pages.iter().filter(|p| p.1.intersects(view.rect)) {
        let id = ui.scope_id().with(("page", page.0));
        let node = ui.interact(rect.intersect(view.rect), id, Sense::hover());
        let values = [
            ("page", FluentValue::from(number(page.number() as usize))),
            ("pages", FluentValue::from(number(input.pages.len()))),
        ];
        node.widget_info(|| WidgetInfo::labeled(egui::Role::Group, true, tr_with("page-of", &values)));
        let Some(extraction) = input.extraction else { continue };
        let text = extraction.text().as_str();
        let told = extraction.pages().get(page.get()).and_then(|p| p.spans.first()).and_then(|span| {
            let end = text.floor_char_boundary(span.end().min(span.start() + TOLD));
            Span::new(span.start(), end.max(span.start())).get(text)
        });
        if let Some(told) = told {
            ui.ctx().accesskit_node_builder(id, |node| node.set_value(told));
        }
    }
}
