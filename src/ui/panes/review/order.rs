//! How the reading order is found, for the page or the document, and what the text is compared with.

use super::comparison;
use crate::app::{Action, Command, CompareWith};
use crate::document::ReadingOrder;
use crate::ui::context::{Context, action_tip};
use crate::ui::i18n::{number, tr, tr_with};
use crate::ui::words;
use egui::{Button, Color32, Frame, RichText, Ui, WidgetInfo};
use fluent_bundle::FluentValue;

/// Shows the switch.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>) {
    if cx.state.review.by_section() {
        compare(ui, cx);
        return;
    }
    cx.caption(ui, &tr("reading-order"), if cx.state.review.assembling { "…" } else { "" });
    let whole = cx.state.review.whole_document;
    let page = (!whole).then_some(cx.state.review.page);
    let now = cx.state.review.order_of(page);
    Frame::new().fill(cx.theme.field()).corner_radius(8).inner_margin(2).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 1.0;
            ui.spacing_mut().button_padding.x = 4.0;
            let width = (ui.available_width() - 4.0) / 4.0;
            for order in ReadingOrder::ALL {
                let on = order == now;
                let color = if on { cx.theme.on_accent() } else { cx.theme.ink };
                let fill = if on { cx.theme.accent } else { Color32::TRANSPARENT };
                let text = RichText::new(words::order(order)).color(color);
                let button = Button::new(text).fill(fill).min_size(egui::vec2(width, 22.0));
                let response = ui.add(button).on_hover_text(words::order_hint(order));
                let name = tr_with("order-name", &[("order", FluentValue::from(words::order(order)))]);
                response.widget_info(|| WidgetInfo::selected(egui::Role::RadioButton, true, on, &name));
                if response.clicked() {
                    cx.send(Command::Order { page, order });
                }
            }
        });
    });
    ui.horizontal(|ui| {
        let number = number(cx.state.review.page.number() as usize);
        let this = tr_with("order-page", &[("n", FluentValue::from(number))]);
        for (text, value) in [(this, false), (tr("order-document"), true)] {
            if ui.radio(whole == value, text).clicked() {
                cx.send(Command::WholeDocument(value));
            }
        }
    });
    compare(ui, cx);
}

fn compare(ui: &mut Ui, cx: &mut Context<'_>) {
    let now = cx.state.review.comparison.as_ref().map(|c| c.with.clone());
    ui.horizontal(|ui| {
        ui.label(cx.quiet(tr("compare-with")));
        let text = now.as_ref().map_or_else(|| tr("compare-nothing"), comparison::with);
        let combo = egui::ComboBox::from_id_salt("compare").selected_text(text).width(120.0);
        let response = combo.show_ui(ui, |ui| {
            if ui.selectable_label(now.is_none(), tr("compare-nothing")).clicked() {
                cx.send(Command::Compare(None));
            }
            let mut choices: Vec<CompareWith> =
                ReadingOrder::ALL[1..].iter().map(|o| CompareWith::Order(*o)).collect();
            choices.push(CompareWith::Uncorrected);
            choices.retain(|_| !cx.state.review.by_section());
            for with in choices {
                let on = now.as_ref() == Some(&with);
                if ui.selectable_label(on, comparison::with(&with)).clicked() {
                    cx.send(Command::Compare(Some(with)));
                }
            }
            let file = ui.selectable_label(false, tr(Action::CompareFile.info().key));
            if file.on_hover_text(action_tip(Action::CompareFile)).clicked() {
                cx.run(Action::CompareFile);
            }
        });
        response.response.widget_info(|| WidgetInfo::labeled(egui::Role::ComboBox, true, tr("compare-with")));
    });
}
