//! Messages over the window's lower right corner.

use super::context::Context;
use super::i18n::tr;
use crate::app::{Command, Severity};
use egui::{Align2, Area, Frame, Id, Label, RichText, Stroke, vec2};

/// How long a message that is no error stays, in seconds.
const STAYS: f64 = 8.0;

/// Shows the messages that were not dismissed.
pub fn show(ctx: &egui::Context, cx: &mut Context<'_>, elapsed: f64) {
    let showing = cx.state.messages.showing().to_vec();
    let mut offset = 44.0;
    for (i, message) in showing.iter().enumerate().rev() {
        let age = elapsed - message.at as f64 / 1000.0;
        if message.severity == Severity::Info {
            if age > STAYS {
                cx.send(Command::DismissMessage(i));
                continue;
            }
            ctx.request_repaint_after(std::time::Duration::from_secs_f64((STAYS - age).max(0.1)));
        }
        let color = match message.severity {
            Severity::Info => cx.theme.accent,
            Severity::Warning => cx.theme.warn,
            Severity::Error => cx.theme.bad,
        };
        let area = Area::new(Id::unique(("message", message.at, i)))
            .anchor(Align2::RIGHT_BOTTOM, vec2(-16.0, -offset));
        let response = area.show(ctx, |ui| {
            let frame = Frame::popup(ui.style()).stroke(Stroke::new(1.0, color)).inner_margin(10);
            frame.show(ui, |ui| {
                ui.set_max_width(400.0);
                ui.horizontal_top(|ui| {
                    ui.set_max_width(400.0);
                    let (bar, _) = ui.allocate_exact_size(vec2(3.0, 16.0), egui::Sense::hover());
                    ui.painter().rect_filled(bar, 1.0, color);
                    let button_room = 28.0;
                    ui.vertical(|ui| {
                        ui.set_max_width(400.0 - button_room);
                        ui.add(Label::new(RichText::new(&message.text)).wrap().selectable(true));
                    });
                    let button = ui.small_button("×");
                    button.widget_info(|| {
                        egui::WidgetInfo::labeled(egui::Role::Button, true, tr("message-close"))
                    });
                    if button.clicked() {
                        cx.send(Command::DismissMessage(i));
                    }
                });
            });
        });
        offset += response.response.rect.height() + 8.0;
    }
}
