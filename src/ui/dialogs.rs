//! Boxes over the window: palette, typed paths and places, passwords, questions, lists.

mod folder;

use super::context::Context;
use super::i18n::{tr, tr_with};
use super::style::semibold;
use super::theme::space;
use crate::app::{ACTIONS, ActionInfo, Command, Dialog, FileChoice, Scope, Severity};
use crate::extract::folder::Extensions;
use egui::{Button, Grid, Id, Key, Modal, RichText, ScrollArea, TextEdit, Ui};
use fluent_bundle::FluentValue;
use std::path::PathBuf;

/// Shows the box that waits for an answer, if there is one.
pub fn show(ctx: &egui::Context, cx: &mut Context<'_>) {
    let Some(dialog) = cx.state.dialog.clone() else { return };
    let id = Id::unique(("dialog", std::mem::discriminant(&dialog)));
    let response = Modal::new(id).show(ctx, |ui| {
        ui.set_width(460.0);
        match dialog {
            Dialog::Palette { query, chosen } => palette(ui, cx, query, chosen),
            Dialog::Path { choice, path } => path_box(ui, cx, choice, path),
            Dialog::GoTo { place, error } => go_to(ui, cx, place, error),
            Dialog::Password { path, password, wrong } => password_box(ui, cx, path, password, wrong),
            Dialog::Question { id, text } => question(ui, cx, id, text),
            Dialog::MovePiece { number } => move_piece(ui, cx, number),
            Dialog::CorrectText { text } => correct_text(ui, cx, text),
            Dialog::Address { typed, error } => address(ui, cx, typed, error),
            Dialog::Extensions { typed, error } => extensions(ui, cx, typed, error),
            Dialog::Folder => folder::show(ui, cx),
            Dialog::Messages => messages(ui, cx),
            Dialog::Keys => keys(ui, cx),
            Dialog::About => about(ui, cx),
            Dialog::Recover { found } => recover(ui, cx, &found),
            Dialog::Source { document, what } => source(ui, cx, &document, &what),
        }
    });
    if response.should_close() {
        cx.send(Command::Show(None));
    }
}

/// One line to type in, with the focus, and whether Enter was pressed.
fn line(ui: &mut Ui, text: &mut String, name: &str, hint: &str, secret: bool) -> (egui::Response, bool) {
    let edit = TextEdit::singleline(text).hint_text(hint).password(secret).desired_width(f32::INFINITY);
    let response = ui.add(edit);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
    let entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
    if !entered && !ui.ctx().memory(|m| m.focused().is_some()) {
        response.request_focus();
    }
    (response, entered)
}

fn buttons(ui: &mut Ui, cx: &mut Context<'_>, yes: &str) -> bool {
    let mut pressed = false;
    ui.add_space(space::MEDIUM);
    ui.horizontal(|ui| {
        let button = Button::new(RichText::new(yes).color(cx.theme.on_accent())).fill(cx.theme.accent);
        pressed = ui.add(button).clicked();
        if ui.button(tr("cancel")).clicked() {
            cx.send(Command::Show(None));
        }
    });
    pressed
}

/// The actions whose name holds all words of the query, in the order of the table.
fn matching(query: &str) -> Vec<&'static ActionInfo> {
    let query = query.to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    ACTIONS
        .iter()
        .filter(|info| {
            let name = tr(info.key).to_lowercase();
            words.iter().all(|w| name.contains(w))
        })
        .collect()
}

fn palette(ui: &mut Ui, cx: &mut Context<'_>, mut query: String, mut chosen: usize) {
    let (down, up) = ui.input_mut(|i| {
        (
            i.consume_key(egui::Modifiers::NONE, Key::ArrowDown),
            i.consume_key(egui::Modifiers::NONE, Key::ArrowUp),
        )
    });
    let (response, entered) = line(ui, &mut query, &tr("palette-name"), &tr("palette-hint"), false);
    if response.changed() {
        chosen = 0;
    }
    let found = matching(&query);
    if down {
        chosen = (chosen + 1).min(found.len().saturating_sub(1));
    }
    if up {
        chosen = chosen.saturating_sub(1);
    }
    if let Some(info) = found.get(chosen).filter(|_| entered) {
        cx.send(Command::Show(None));
        cx.run(info.action);
        return;
    }
    ui.add_space(space::SMALL);
    let mut run = None;
    ScrollArea::vertical().max_height(380.0).show(ui, |ui| {
        for (i, info) in found.iter().enumerate() {
            let possible = super::top_bar::is_possible(cx, info.action);
            let shortcut = info.shortcut.map(|s| s.to_string()).unwrap_or_default();
            let fill = if i == chosen { cx.theme.chosen } else { egui::Color32::TRANSPARENT };
            let button = Button::new(tr(info.key))
                .shortcut_text(cx.quiet(shortcut))
                .fill(fill)
                .min_size(egui::vec2(ui.available_width(), 24.0));
            let response = ui.add_enabled(possible, button);
            if i == chosen && (down || up) {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                run = Some(info.action);
            }
        }
        if found.is_empty() {
            ui.label(cx.quiet(tr("palette-none")));
        }
    });
    match run {
        Some(action) => {
            cx.send(Command::Show(None));
            cx.run(action);
        }
        None => cx.send(Command::Show(Some(Dialog::Palette { query, chosen }))),
    }
}

fn path_title(choice: FileChoice) -> String {
    tr(match choice {
        FileChoice::OpenFile | FileChoice::OpenFolder => "path-open",
        FileChoice::FindSource => "path-find-source",
        FileChoice::CompareFile => "path-compare",
        FileChoice::ExportReport => "path-report",
        FileChoice::ExportReviewed => "path-reviewed",
        FileChoice::OpenProject => "path-open-project",
        FileChoice::SaveProject => "path-save-project",
        FileChoice::OpenConfig => "path-open-config",
        FileChoice::SaveConfig => "path-save-config",
        FileChoice::ExportJsonl | FileChoice::ExportCsv => "path-export",
    })
}

fn path_box(ui: &mut Ui, cx: &mut Context<'_>, choice: FileChoice, mut path: String) {
    ui.label(RichText::new(path_title(choice)).font(semibold(14.0)));
    let (_, entered) = line(ui, &mut path, &tr("path-name"), &tr("path-hint"), false);
    let pressed = buttons(ui, cx, &tr("ok"));
    if (entered || pressed) && !path.trim().is_empty() {
        cx.send(Command::Show(None));
        cx.send(Command::Chosen(choice, PathBuf::from(path.trim())));
    } else if cx.state.dialog != Some(Dialog::Path { choice, path: path.clone() }) {
        cx.send(Command::Show(Some(Dialog::Path { choice, path })));
    }
}

fn go_to(ui: &mut Ui, cx: &mut Context<'_>, mut place: String, error: Option<String>) {
    ui.label(RichText::new(tr("go-to-title")).font(semibold(14.0)));
    let before = place.clone();
    let (_, entered) = line(ui, &mut place, &tr("go-to-title"), &tr("go-to-hint"), false);
    if let Some(error) = &error {
        ui.label(RichText::new(error).color(cx.theme.bad));
    }
    let pressed = buttons(ui, cx, &tr("go"));
    if entered || pressed {
        cx.send(Command::GoTo(place));
    } else if place != before {
        cx.send(Command::Show(Some(Dialog::GoTo { place, error: None })));
    }
}

fn address(ui: &mut Ui, cx: &mut Context<'_>, mut typed: String, error: Option<String>) {
    ui.label(RichText::new(tr("address-title")).font(semibold(14.0)));
    let before = typed.clone();
    let (_, entered) = line(ui, &mut typed, &tr("address-title"), &tr("address-hint"), false);
    if let Some(error) = &error {
        ui.label(RichText::new(error).color(cx.theme.bad));
    }
    ui.label(cx.quiet(tr("address-text")));
    let mut local = cx.state.settings.allow_local;
    if ui.checkbox(&mut local, tr("address-local")).on_hover_text(tr("address-local-hint")).changed() {
        cx.send(Command::AllowLocal(local));
    }
    let pressed = buttons(ui, cx, &tr("open"));
    if (entered || pressed) && !typed.trim().is_empty() {
        cx.send(Command::Fetch(typed));
    } else if typed != before {
        cx.send(Command::Show(Some(Dialog::Address { typed, error: None })));
    }
}

fn extensions(ui: &mut Ui, cx: &mut Context<'_>, mut typed: String, error: Option<String>) {
    ui.label(RichText::new(tr("folder-types-title")).font(semibold(14.0)));
    ui.label(cx.quiet(tr("folder-types-text")));
    let before = typed.clone();
    // All of the list is to be seen; Enter parts words as a blank does.
    let edit = TextEdit::multiline(&mut typed)
        .hint_text(tr("folder-types-example"))
        .desired_rows(3)
        .desired_width(f32::INFINITY);
    let response = ui.add(edit);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(tr("folder-types-title")));
    if !ui.ctx().memory(|m| m.focused().is_some()) {
        response.request_focus();
    }
    if let Some(error) = &error {
        ui.label(RichText::new(error).color(cx.theme.bad));
    }
    if ui.button(tr("folder-types-usual")).clicked() {
        typed = Extensions::default().to_string();
    }
    let pressed = buttons(ui, cx, &tr("ok"));
    if pressed {
        cx.send(Command::SetExtensions(typed));
    } else if typed != before {
        cx.send(Command::Show(Some(Dialog::Extensions { typed, error: None })));
    }
}

fn password_box(ui: &mut Ui, cx: &mut Context<'_>, path: PathBuf, mut password: String, wrong: bool) {
    ui.label(RichText::new(tr("password-title")).font(semibold(14.0)));
    ui.label(cx.quiet(path.display().to_string()));
    let before = password.clone();
    let (_, entered) = line(ui, &mut password, &tr("password-name"), "", true);
    if wrong {
        ui.label(RichText::new(tr("password-wrong")).color(cx.theme.bad));
    }
    let pressed = buttons(ui, cx, &tr("open"));
    if entered || pressed {
        cx.send(Command::Show(None));
        cx.send(Command::Unlock { path, password });
    } else if password != before {
        cx.send(Command::Show(Some(Dialog::Password { path, password, wrong })));
    }
}

fn question(ui: &mut Ui, cx: &mut Context<'_>, id: Option<crate::evidence::QuestionId>, mut text: String) {
    let title = tr(if id.is_some() { "question-rename" } else { "question-new" });
    ui.label(RichText::new(&title).font(semibold(14.0)));
    let before = text.clone();
    let (_, entered) = line(ui, &mut text, &tr("question"), &tr("question-hint"), false);
    let pressed = buttons(ui, cx, &tr("ok"));
    if (entered || pressed) && !text.trim().is_empty() {
        cx.send(Command::Show(None));
        let text = text.trim().to_owned();
        cx.send(match id {
            Some(id) => Command::RenameQuestion(id, text),
            None => Command::AddQuestion(text),
        });
    } else if text != before {
        cx.send(Command::Show(Some(Dialog::Question { id, text })));
    }
}

fn move_piece(ui: &mut Ui, cx: &mut Context<'_>, mut number: String) {
    let title = tr("move-piece-title");
    ui.label(RichText::new(&title).font(semibold(14.0)));
    let before = number.clone();
    let (_, entered) = line(ui, &mut number, &title, "", false);
    let pressed = buttons(ui, cx, &tr("ok"));
    let parsed = number.trim().parse::<u32>().ok();
    if let (true, Some(piece), Some(n)) = (entered || pressed, cx.state.review.selected, parsed) {
        cx.send(Command::Show(None));
        cx.send(Command::MovePiece { piece, number: n });
    } else if number != before {
        cx.send(Command::Show(Some(Dialog::MovePiece { number })));
    }
}

fn correct_text(ui: &mut Ui, cx: &mut Context<'_>, mut text: String) {
    let title = tr("correct-text-title");
    ui.label(RichText::new(&title).font(semibold(14.0)));
    let before = text.clone();
    let (_, entered) = line(ui, &mut text, &title, "", false);
    let pressed = buttons(ui, cx, &tr("ok"));
    if entered || pressed {
        cx.send(Command::Show(None));
        cx.send(Command::CorrectText(text));
    } else if text != before {
        cx.send(Command::Show(Some(Dialog::CorrectText { text })));
    }
}

fn messages(ui: &mut Ui, cx: &mut Context<'_>) {
    ui.label(RichText::new(tr("messages-title")).font(semibold(14.0)));
    let all = cx.state.messages.all();
    if all.is_empty() {
        ui.label(cx.quiet(tr("messages-none")));
    }
    ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
        for message in all.iter().rev() {
            ui.horizontal_top(|ui| {
                let seconds = message.at / 1000;
                ui.label(cx.quiet(format!(
                    "{:02}:{:02}:{:02}",
                    seconds / 3600,
                    seconds / 60 % 60,
                    seconds % 60
                )));
                let color = severity(cx, message.severity);
                ui.add(egui::Label::new(RichText::new(&message.text).color(color)).wrap().selectable(true));
            });
        }
    });
    close(ui, cx);
}

fn severity(cx: &Context<'_>, severity: Severity) -> egui::Color32 {
    match severity {
        Severity::Info => cx.theme.ink,
        Severity::Warning => cx.theme.warn,
        Severity::Error => cx.theme.bad,
    }
}

fn close(ui: &mut Ui, cx: &mut Context<'_>) {
    ui.add_space(space::MEDIUM);
    if ui.button(tr("close")).clicked() {
        cx.send(Command::Show(None));
    }
}

fn keys(ui: &mut Ui, cx: &mut Context<'_>) {
    ui.label(RichText::new(tr("keys-title")).font(semibold(14.0)));
    ScrollArea::vertical().max_height(460.0).show(ui, |ui| {
        Grid::new("keys").num_columns(2).spacing([24.0, 3.0]).show(ui, |ui| {
            for (scope, key) in [
                (Scope::All, "keys-all"),
                (Scope::Review, "keys-review"),
                (Scope::NotReview, "keys-not-review"),
            ] {
                ui.label("");
                ui.label(RichText::new(tr(key)).font(semibold(12.5)));
                ui.end_row();
                for info in ACTIONS.iter().filter(|i| i.scope == scope) {
                    let Some(shortcut) = info.shortcut else { continue };
                    ui.label(cx.quiet(shortcut.to_string()));
                    ui.label(tr(info.key));
                    ui.end_row();
                }
            }
            ui.label("");
            ui.label(RichText::new(tr("keys-mouse")).font(semibold(12.5)));
            ui.end_row();
            for (keys, what) in [
                ("keys-select", "keys-select-what"),
                ("keys-words", "keys-words-what"),
                ("keys-double", "keys-double-what"),
                ("keys-wheel", "keys-wheel-what"),
                ("keys-disc", "keys-disc-what"),
            ] {
                ui.label(cx.quiet(tr(keys)));
                ui.label(tr(what));
                ui.end_row();
            }
        });
    });
    close(ui, cx);
}

fn about(ui: &mut Ui, cx: &mut Context<'_>) {
    ui.label(RichText::new(tr("app-name")).font(semibold(16.0)));
    let values = [("version", FluentValue::from(env!("CARGO_PKG_VERSION")))];
    ui.label(tr_with("about-version", &values));
    ui.label(tr("about-text"));
    ui.label(cx.quiet(tr("about-licenses")));
    close(ui, cx);
}

fn recover(ui: &mut Ui, cx: &mut Context<'_>, found: &[PathBuf]) {
    ui.label(RichText::new(tr("recover-title")).font(semibold(14.0)));
    ui.label(tr("recover-text"));
    ui.add_space(space::MEDIUM);
    ui.horizontal(|ui| {
        if ui.button(tr("recover-open")).clicked() {
            cx.send(Command::Recover(found.last().cloned()));
        }
        if ui.button(tr("recover-later")).clicked() {
            cx.send(Command::Recover(None));
        }
    });
}

fn source(ui: &mut Ui, cx: &mut Context<'_>, document: &str, what: &str) {
    ui.label(RichText::new(document).font(semibold(14.0)));
    ui.label(what);
    ui.add_space(space::MEDIUM);
    ui.horizontal(|ui| {
        if ui.button(tr("source-find")).clicked() {
            cx.send(Command::FindSource(document.to_owned()));
        }
        if ui.button(tr("close")).clicked() {
            cx.send(Command::Show(None));
        }
    });
}
