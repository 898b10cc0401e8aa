//! What a person says of a page: right, wrong or unsure, which faults, and a note.

use crate::app::{Action, Command, Issue, Judged, Verdict};
use crate::document::PageIndex;
use crate::ui::context::{Context, action_tip};
use crate::ui::i18n::{tr, tr_with};
use crate::ui::theme::{Theme, space};
use crate::ui::words;
use egui::{Button, Color32, RichText, TextEdit, Ui, WidgetInfo};
use fluent_bundle::FluentValue;

/// The color of a verdict.
#[must_use]
pub fn color(theme: Theme, verdict: Verdict) -> Color32 {
    match verdict {
        Verdict::Right => theme.good,
        Verdict::Wrong => theme.bad,
        Verdict::Unsure => theme.warn,
    }
}

/// A note that is being typed.
#[derive(Clone, Debug, Default, PartialEq)]
struct Draft {
    page: PageIndex,
    text: String,
}

/// Shows what was said of the page, and takes what is said now.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>) {
    let page = cx.state.review.page;
    let Some(row) = cx.state.review.pages.get(page.get()) else { return };
    let judged = row.judged.clone();
    let title = super::pages::title(cx, page);
    let values = [("part", FluentValue::from(title))];
    let remark = if judged.as_ref().is_some_and(|j| j.stale) { tr("verdict-stale") } else { String::new() };
    cx.caption(ui, &tr_with("verdict-title", &values), "");
    if !remark.is_empty() {
        ui.label(RichText::new(remark).color(cx.theme.warn));
    }
    buttons(ui, cx, page, judged.as_ref());
    if let Some(judged) = judged.as_ref().filter(|j| j.verdict != Verdict::Right) {
        issues(ui, cx, page, judged);
    }
    note(ui, cx, page, judged.as_ref());
    ui.horizontal(|ui| {
        let key = Action::NextUnreviewed.info().shortcut.map(|s| s.to_string()).unwrap_or_default();
        let text = format!("{key}  {}", tr("verdict-next"));
        let button = ui.add(Button::new(text).small()).on_hover_text(action_tip(Action::NextUnreviewed));
        if button.clicked() {
            cx.run(Action::NextUnreviewed);
        }
    });
}

fn buttons(ui: &mut Ui, cx: &mut Context<'_>, page: PageIndex, judged: Option<&Judged>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::SMALL;
        for (verdict, action) in [
            (Verdict::Right, Action::VerdictRight),
            (Verdict::Wrong, Action::VerdictWrong),
            (Verdict::Unsure, Action::VerdictUnsure),
        ] {
            let on = judged.is_some_and(|j| j.verdict == verdict);
            let key = action.info().shortcut.map(|s| s.to_string()).unwrap_or_default();
            let text = format!("{key}  {}", words::verdict(verdict));
            let fill = if on { color(cx.theme, verdict) } else { cx.theme.field() };
            let ink = if on { cx.theme.panel } else { cx.theme.ink };
            let button = ui.add(Button::new(RichText::new(text).color(ink)).fill(fill));
            let name = words::verdict(verdict);
            button.widget_info(|| WidgetInfo::selected(egui::Role::RadioButton, true, on, &name));
            if button.clicked() {
                // A second click takes it back.
                cx.send(Command::Judge { page, verdict: Some(verdict).filter(|_| !on) });
            }
            button.on_hover_text(action_tip(action));
        }
    });
}

/// Faults as switches that stand close together.
fn issues(ui: &mut Ui, cx: &mut Context<'_>, page: PageIndex, judged: &Judged) {
    ui.add_space(space::SMALL);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::SMALL, space::SMALL);
        for issue in Issue::ALL {
            let on = judged.issues.contains(&issue);
            let fill = if on { cx.theme.chosen } else { cx.theme.field() };
            let text = RichText::new(words::issue(issue)).size(11.5);
            let stroke = egui::Stroke::new(1.0, if on { cx.theme.accent } else { Color32::TRANSPARENT });
            let button = ui.add(Button::new(text).fill(fill).stroke(stroke).small());
            let name = words::issue(issue);
            button.widget_info(|| WidgetInfo::selected(egui::Role::CheckBox, true, on, &name));
            if button.clicked() {
                let mut issues = judged.issues.clone();
                issues.retain(|i| *i != issue);
                if !on {
                    issues.push(issue);
                }
                cx.send(Command::JudgeIssues { page, issues });
            }
        }
    });
}

/// The note is kept when the field is left, also by leaving the page.
fn note(ui: &mut Ui, cx: &mut Context<'_>, page: PageIndex, judged: Option<&Judged>) {
    let kept = |p: PageIndex| {
        let row = cx.state.review.pages.get(p.get());
        row.and_then(|r| r.judged.as_ref()).map(|j| j.note.clone()).unwrap_or_default()
    };
    let id = ui.make_persistent_id("note draft");
    let mut draft = ui.data(|d| d.get_temp::<Draft>(id));
    if let Some(left) = draft.take_if(|d| d.page != page) {
        ui.data_mut(|d| d.remove::<Draft>(id));
        if left.text != kept(left.page) {
            cx.send(Command::JudgeNote { page: left.page, note: left.text });
        }
    }
    let now = judged.map(|j| j.note.clone()).unwrap_or_default();
    let mut text = draft.map_or_else(|| now.clone(), |d| d.text);
    let edit = TextEdit::multiline(&mut text)
        .hint_text(tr("verdict-note-hint"))
        .desired_rows(2)
        .desired_width(f32::INFINITY);
    let response = ui.add(edit);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(tr("verdict-note")));
    if response.changed() {
        ui.data_mut(|d| d.insert_temp(id, Draft { page, text: text.clone() }));
    }
    if response.lost_focus() {
        ui.data_mut(|d| d.remove::<Draft>(id));
        if text != now {
            cx.send(Command::JudgeNote { page, note: text });
        }
    }
}
