//! The switches of cleaning: what each takes out or puts together, how often, and a walk through the places.

use crate::app::{Action, Command};
use crate::document::Extraction;
use crate::extract::clean::{EditKey, Switch};
use crate::ui::context::{Context, action_tip, counted};
use crate::ui::i18n::{number, tr, tr_with};
use egui::{Grid, Id, Ui};
use fluent_bundle::FluentValue;
use std::sync::Arc;

/// A quote of a change has at most so many characters.
const MOST_QUOTE: usize = 48;

/// The switch and the number of its change that was gone to last.
type Walk = Option<(Switch, usize)>;

/// The switches, each with its count.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>) {
    cx.caption(ui, &tr("cleaning"), "");
    let mut shown = cx.state.settings.show_removed;
    let response = ui.checkbox(&mut shown, tr("action-toggle-removed"));
    if response.on_hover_text(action_tip(Action::ToggleRemoved)).clicked() {
        cx.run(Action::ToggleRemoved);
    }
    let Some(extraction) = cx.state.extraction().cloned() else { return };
    let id = Id::unique("cleaning-walk");
    let mut walk: Walk = ui.data(|d| d.get_temp(id)).unwrap_or_default();
    let rows: Vec<_> = cx.state.cleaning.rows(&extraction).collect();
    Grid::new("cleaning").num_columns(2).spacing([14.0, 3.0]).show(ui, |ui| {
        for (switch, on, count) in rows {
            row(ui, cx, &extraction, (switch, on, count), &mut walk);
            ui.end_row();
        }
    });
    place(ui, cx, &extraction, &mut walk);
    undone(ui, cx, &extraction);
    ui.data_mut(|d| d.insert_temp(id, walk));
}

fn row(
    ui: &mut Ui,
    cx: &mut Context<'_>,
    extraction: &Arc<Extraction>,
    (switch, mut on, count): (Switch, bool, usize),
    walk: &mut Walk,
) {
    let (name, hint) = words(switch);
    if ui.checkbox(&mut on, tr(name)).on_hover_text(tr(hint)).clicked() {
        let cleaning = cx.state.cleaning.plan.cleaning.clone().with(switch, on);
        *walk = None;
        cx.send(Command::Clean(cleaning));
        return;
    }
    if !on || count == 0 {
        let quiet = if count == 0 { number(0) } else { counted("cleaning-would", count) };
        ui.label(cx.quiet(quiet));
        return;
    }
    if ui.button(counted("cleaning-go", count)).on_hover_text(tr("cleaning-go-hint")).clicked() {
        let next = walk.filter(|w| w.0 == switch).map_or(0, |w| (w.1 + 1) % count);
        *walk = Some((switch, next));
        let made = cx.state.cleaning.made.get(&switch).and_then(|made| made.get(next)).copied();
        if let Some(edit) = made {
            cx.send(Command::ShowOffset(extraction.edits().edited(edit).start()));
        }
    }
}

/// The change that was gone to, and a way to undo it alone.
fn place(ui: &mut Ui, cx: &mut Context<'_>, extraction: &Arc<Extraction>, walk: &mut Walk) {
    let Some((switch, at)) = *walk else { return };
    let made = cx.state.cleaning.made.get(&switch);
    let Some((count, edit)) = made.and_then(|made| Some((made.len(), *made.get(at)?))) else { return };
    let Some(edit) = extraction.edits().edits().get(edit) else { return };
    let words: String = extraction.raw().slice(edit.raw).split_whitespace().collect::<Vec<_>>().join(" ");
    let quote: String = words.chars().take(MOST_QUOTE).collect();
    let text = tr_with(
        "cleaning-at",
        &[
            ("at", FluentValue::from(at + 1)),
            ("n", FluentValue::from(count)),
            ("quote", FluentValue::from(quote)),
        ],
    );
    ui.label(cx.quiet(text));
    if ui.button(tr("cleaning-revert")).on_hover_text(tr("cleaning-revert-hint")).clicked() {
        *walk = None;
        cx.send(Command::RevertEdit(EditKey::of(edit)));
    }
}

/// The changes that were undone one by one.
fn undone(ui: &mut Ui, cx: &mut Context<'_>, extraction: &Arc<Extraction>) {
    let keys: Vec<EditKey> = cx.state.cleaning.plan.undone.iter().filter_map(|u| u.key(extraction)).collect();
    if keys.is_empty() {
        return;
    }
    ui.label(cx.quiet(counted("cleaning-undone", keys.len())));
    if ui.button(tr("cleaning-restore")).clicked() {
        for key in keys {
            cx.send(Command::RestoreEdit(key));
        }
    }
}

/// The keys of a switch's name and explanation.
fn words(switch: Switch) -> (&'static str, &'static str) {
    match switch {
        Switch::Furniture => ("switch-furniture", "switch-furniture-hint"),
        Switch::Hidden => ("switch-hidden", "switch-hidden-hint"),
        Switch::Duplicates => ("switch-duplicates", "switch-duplicates-hint"),
        Switch::Hyphens => ("switch-hyphens", "switch-hyphens-hint"),
        Switch::ControlCharacters => ("switch-control-characters", "switch-control-characters-hint"),
        Switch::PageNumbers => ("switch-page-numbers", "switch-page-numbers-hint"),
        Switch::RepeatedLines => ("switch-repeated-lines", "switch-repeated-lines-hint"),
        Switch::LongUrls => ("switch-long-urls", "switch-long-urls-hint"),
        Switch::Ends => ("switch-ends", "switch-ends-hint"),
        Switch::Spaces => ("switch-spaces", "switch-spaces-hint"),
        Switch::BlankLines => ("switch-blank-lines", "switch-blank-lines-hint"),
        Switch::RepeatedParagraphs => ("switch-repeated-paragraphs", "switch-repeated-paragraphs-hint"),
        Switch::RepeatedDocuments => ("switch-repeated-documents", "switch-repeated-documents-hint"),
    }
}
