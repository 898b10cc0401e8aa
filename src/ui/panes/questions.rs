//! Questions on the left, the passages of the current one on the right.

use crate::app::{Action, Command, Dialog, PassageRow};
use crate::evidence::{Question, Role, Standing};
use crate::ui::context::{Context, action_tip, counted};
use crate::ui::i18n::{number, tr, tr_with};
use crate::ui::style::semibold;
use crate::ui::theme::{Theme, space};
use egui::{Frame, RichText, ScrollArea, Sense, Stroke, Ui};
use fluent_bundle::FluentValue;

/// The name of a role.
#[must_use]
pub fn role(role: Role) -> String {
    tr(match role {
        Role::Answer => "role-answer",
        Role::Condition => "role-condition",
        Role::Exception => "role-exception",
    })
}

/// The list of questions.
pub fn list(ui: &mut Ui, cx: &mut Context<'_>) {
    let questions = cx.state.project.questions.clone();
    ui.horizontal(|ui| {
        cx.caption(ui, &tr("questions"), &number(questions.len()));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let button = ui.small_button("+").on_hover_text(action_tip(Action::NewQuestion));
            button.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::Button, true, tr(Action::NewQuestion.info().key))
            });
            if button.clicked() {
                cx.run(Action::NewQuestion);
            }
        });
    });
    if questions.is_empty() {
        ui.label(cx.quiet(tr("questions-empty")));
        return;
    }
    ScrollArea::vertical().id_salt("questions").auto_shrink(false).show(ui, |ui| {
        for question in &questions {
            row(ui, cx, question);
        }
    });
}

fn row(ui: &mut Ui, cx: &mut Context<'_>, question: &Question) {
    let chosen = cx.state.project.current == Some(question.id);
    let mine = cx.state.project.passages.iter().filter(|p| p.passage.question == question.id).count();
    let fill = if chosen { cx.theme.chosen } else { egui::Color32::TRANSPARENT };
    let inner = Frame::new().fill(fill).corner_radius(6).inner_margin(8).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(egui::Label::new(RichText::new(&question.text).font(semibold(12.5))).wrap());
        let remark = if mine == 0 { tr("question-open") } else { counted("question-passages", mine) };
        ui.label(cx.quiet(remark));
    });
    let response =
        ui.interact(inner.response.rect, ui.scope_id().with(("question", question.id.0)), Sense::click());
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, chosen, &question.text));
    if response.clicked() {
        cx.send(Command::ChooseQuestion(Some(question.id)));
    }
    if response.double_clicked() {
        cx.send(Command::Show(Some(Dialog::Question { id: Some(question.id), text: question.text.clone() })));
    }
    response.context_menu(|ui| {
        if ui.button(tr("question-rename")).clicked() {
            cx.send(Command::Show(Some(Dialog::Question {
                id: Some(question.id),
                text: question.text.clone(),
            })));
            ui.close();
        }
        if ui.button(tr("question-remove")).clicked() {
            cx.send(Command::RemoveQuestion(question.id));
            ui.close();
        }
    });
}

/// The current question with its passages and the keys that mark.
pub fn current(ui: &mut Ui, cx: &mut Context<'_>) {
    let project = &cx.state.project;
    let question = project.current.and_then(|id| project.questions.iter().find(|q| q.id == id)).cloned();
    let Some(question) = question else {
        cx.caption(ui, &tr("question"), "");
        ui.label(cx.quiet(tr("question-none-hint")));
        ui.add_space(space::SMALL);
        cx.action_button(ui, Action::NewQuestion);
        ui.add_space(space::LARGE);
        keys(ui, cx);
        return;
    };
    cx.caption(ui, &tr("question"), "");
    Frame::new().fill(cx.theme.field()).corner_radius(6).inner_margin(8).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(&question.text);
    });
    ui.horizontal(|ui| {
        if ui.small_button(tr("question-rename")).clicked() {
            cx.send(Command::Show(Some(Dialog::Question {
                id: Some(question.id),
                text: question.text.clone(),
            })));
        }
        if ui.small_button(tr("question-remove")).clicked() {
            cx.send(Command::RemoveQuestion(question.id));
        }
    });
    ui.add_space(space::MEDIUM);
    let rows: Vec<PassageRow> =
        cx.state.project.passages.iter().filter(|p| p.passage.question == question.id).cloned().collect();
    cx.caption(ui, &tr("passages"), &number(rows.len()));
    if rows.is_empty() {
        ui.label(cx.quiet(tr("passages-empty")));
    }
    for row in &rows {
        passage(ui, cx, row);
    }
    ui.add_space(space::MEDIUM);
    keys(ui, cx);
}

fn passage(ui: &mut Ui, cx: &mut Context<'_>, row: &PassageRow) {
    let theme = cx.theme;
    let id = row.passage.id;
    let chosen = cx.state.selected_passage == Some(id);
    let fill = if chosen { theme.chosen } else { egui::Color32::TRANSPARENT };
    let inner = Frame::new()
        .fill(fill)
        .inner_margin(egui::Margin { left: 10, right: 4, top: 3, bottom: 3 })
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_wrapped(|ui| {
                let name = format!("{} {}", Theme::role_glyph(row.passage.role), role(row.passage.role));
                ui.label(RichText::new(name).font(semibold(12.5)).color(theme.role(row.passage.role)));
                ui.label(cx.quiet(format!("{} {}", row.passage.document, row.passage.span)));
            });
            ui.add(egui::Label::new(short(&row.passage.quote)).wrap());
            let (text, color) = standing(row, theme);
            ui.label(RichText::new(text).color(color));
        });
    let rect = inner.response.rect;
    ui.painter().vline(rect.left() + 2.0, rect.y_range(), Stroke::new(3.0, theme.role(row.passage.role)));
    let response = ui.interact(rect, ui.scope_id().with(("passage", id.0)), Sense::click());
    let name = format!("{} {}", role(row.passage.role), short(&row.passage.quote));
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, chosen, &name));
    if response.clicked() {
        cx.send(Command::SelectPassage(Some(id)));
    }
    response.context_menu(|ui| {
        for which in Role::ALL {
            if which != row.passage.role && ui.button(role(which)).clicked() {
                cx.send(Command::ChangeRole(id, which));
                ui.close();
            }
        }
        if ui.button(tr(Action::RemovePassage.info().key)).clicked() {
            cx.send(Command::RemovePassage(id));
            ui.close();
        }
    });
}

/// How the chunking treats a passage, in words.
#[must_use]
pub fn standing(row: &PassageRow, theme: Theme) -> (String, egui::Color32) {
    if row.stale {
        return (tr("passage-stale"), theme.bad);
    }
    match &row.standing {
        Some(Standing::Whole { first, .. }) => {
            let values = [("n", FluentValue::from(number(first + 1)))];
            (tr_with("passage-whole", &values), theme.good)
        }
        Some(Standing::Cut { first, last }) => {
            let values = [
                ("first", FluentValue::from(number(first + 1))),
                ("last", FluentValue::from(number(last + 1))),
            ];
            (tr_with("passage-cut", &values), theme.warn)
        }
        Some(Standing::Lost) => (tr("passage-lost"), theme.bad),
        None => (tr("passage-elsewhere"), theme.quiet),
    }
}

fn short(quote: &str) -> String {
    let line: String = quote.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 140 { line } else { line.chars().take(139).chain(['…']).collect() }
}

fn keys(ui: &mut Ui, cx: &mut Context<'_>) {
    cx.caption(ui, &tr("mark-as"), "");
    ui.label(cx.quiet(tr("mark-hint")));
    ui.horizontal_wrapped(|ui| {
        for (key, action) in
            [("1", Action::MarkAnswer), ("2", Action::MarkCondition), ("3", Action::MarkException)]
        {
            let text = format!("{key}  {}", role(Role::ALL[key.parse::<usize>().unwrap_or(1) - 1]));
            let possible = crate::ui::top_bar::is_possible(cx, action);
            if ui.add_enabled(possible, egui::Button::new(text)).on_hover_text(action_tip(action)).clicked() {
                cx.run(action);
            }
        }
    });
}
