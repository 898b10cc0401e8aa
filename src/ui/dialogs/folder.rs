//! What a folder held: how much was taken, and every entry that was not, with its reason.

use crate::ui::context::{Context, counted};
use crate::ui::i18n::{number, tr};
use crate::ui::style::semibold;
use crate::ui::theme::space;
use egui::{RichText, ScrollArea, Ui};

/// Shows the box's content.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>) {
    let Some(folder) = cx.state.folder.clone() else { return };
    ui.label(RichText::new(tr("folder-title")).font(semibold(14.0)));
    ui.label(cx.quiet(folder.path.display().to_string()));
    ui.label(counted("folder-taken", folder.listing.files.len()));
    let skipped = &folder.listing.skipped;
    if skipped.is_empty() {
        ui.label(tr("folder-nothing-left-out"));
    } else {
        ui.label(counted("folder-left-out", skipped.len()));
        for (reason, count) in folder.listing.reasons() {
            ui.label(format!("{}  {reason}", number(count)));
        }
        ui.add_space(space::SMALL);
        let row = ui.text_style_height(&egui::TextStyle::Body);
        let area = ScrollArea::vertical().max_height(300.0).auto_shrink([false, true]);
        area.show_rows(ui, row, skipped.len(), |ui, range| {
            for entry in &skipped[range] {
                let text = format!("{} · {}", entry.name, entry.why);
                ui.add(egui::Label::new(text).truncate()).on_hover_text(entry.path.display().to_string());
            }
        });
    }
    super::close(ui, cx);
}
