//! What is suspicious, grouped by kind, the worst first; a click goes to the place.

use super::list;
use crate::app::{Action, Command};
use crate::document::{ProblemCode, Severity};
use crate::ui::context::{Context, action_tip};
use crate::ui::i18n::{number, tr, tr_with};
use crate::ui::style::semibold;
use crate::ui::words;
use egui::{Color32, FontId, Rect, Sense, Ui, WidgetInfo, pos2, vec2};
use fluent_bundle::FluentValue;

const HEAD: f32 = 26.0;
const ROW: f32 = 40.0;

/// A line of the list.
enum Item {
    Kind(ProblemCode, usize),
    Problem(usize),
}

/// Shows the list.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>) {
    let open = cx.state.review.problems.iter().filter(|p| !p.dismissed).count();
    let dismissed = cx.state.review.problems.len() - open;
    ui.horizontal(|ui| {
        cx.caption(ui, &tr("problems"), &number(open));
        if dismissed > 0 {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let mut on = cx.state.review.show_dismissed;
                let values = [("n", FluentValue::from(number(dismissed)))];
                let text = cx.quiet(tr_with("problems-dismissed", &values));
                if ui.checkbox(&mut on, text).clicked() {
                    cx.run(Action::ToggleDismissed);
                }
            });
        }
    });
    let items = items(cx);
    if items.is_empty() {
        ui.label(cx.quiet(tr("problems-none")));
        return;
    }
    let heights: Vec<f32> =
        items.iter().map(|i| if matches!(i, Item::Kind(..)) { HEAD } else { ROW }).collect();
    let chosen = cx.state.review.problem;
    let memory = ui.make_persistent_id("listed problem");
    let listed = ui.data(|d| d.get_temp::<Option<usize>>(memory)).flatten();
    ui.data_mut(|d| d.insert_temp(memory, chosen));
    let target = items.iter().position(|i| matches!(i, Item::Problem(p) if Some(*p) == chosen));
    list::show(ui, "problems", &heights, target.filter(|_| listed != chosen), &mut |ui, i, rect| match items
        [i]
    {
        Item::Kind(code, n) => head(ui, cx, code, n, rect),
        Item::Problem(p) => row(ui, cx, p, rect),
    });
}

fn items(cx: &Context<'_>) -> Vec<Item> {
    let view = &cx.state.review;
    let mut out: Vec<Item> = Vec::new();
    let mut at = None;
    for i in view.listed() {
        let code = view.problems[i].problem.code;
        match at.and_then(|a: usize| out.get_mut(a)) {
            Some(Item::Kind(last, n)) if *last == code => *n += 1,
            _ => {
                at = Some(out.len());
                out.push(Item::Kind(code, 1));
            }
        }
        out.push(Item::Problem(i));
    }
    out
}

fn color(cx: &Context<'_>, code: ProblemCode) -> Color32 {
    match code.severity() {
        Severity::Note => cx.theme.quiet,
        Severity::Warning => cx.theme.warn,
        Severity::Error => cx.theme.bad,
    }
}

fn severity(code: ProblemCode) -> String {
    tr(match code.severity() {
        Severity::Note => "severity-note",
        Severity::Warning => "severity-warning",
        Severity::Error => "severity-error",
    })
}

fn head(ui: &Ui, cx: &Context<'_>, code: ProblemCode, n: usize, rect: Rect) {
    let at = pos2(rect.left() + 10.0, rect.top() + 8.0);
    let room = rect.width() - 60.0;
    let title = list::line(ui, at, room, &words::problem(code), semibold(12.5), cx.theme.ink);
    let remark = if n > 1 { format!("{} · {}", severity(code), number(n)) } else { severity(code) };
    let width = rect.right() - title.right() - 8.0;
    list::line(
        ui,
        title.right_top() + vec2(6.0, 1.0),
        width,
        &remark,
        FontId::proportional(11.0),
        color(cx, code),
    );
    ui.painter().vline(rect.left() + 1.5, rect.top() + 8.0..=rect.bottom(), (3.0, color(cx, code)));
}

fn row(ui: &mut Ui, cx: &mut Context<'_>, i: usize, rect: Rect) {
    let Some(row) = cx.state.review.problems.get(i).cloned() else { return };
    let chosen = cx.state.review.problem == Some(i);
    let response = ui.interact(rect, ui.scope_id().with(("problem", i)), Sense::click());
    let name = format!("{}: {}", words::problem(row.problem.code), row.problem.message);
    response.widget_info(|| WidgetInfo::selected(egui::Role::ListBoxOption, true, chosen, &name));
    let inner = Rect::from_min_max(pos2(rect.left() + 5.0, rect.top() + 1.0), rect.max);
    let over = ui.rect_contains_pointer(rect);
    if chosen || over {
        ui.painter().rect_filled(inner, 6.0, if chosen { cx.theme.chosen } else { cx.theme.field() });
    }
    if response.has_focus() {
        ui.painter().rect_stroke(inner, 6.0, (1.0, cx.theme.accent), egui::StrokeKind::Inside);
    }
    let bar = color(cx, row.problem.code);
    ui.painter().vline(rect.left() + 1.5, rect.y_range(), (3.0, bar));
    let button = if chosen || over { 28.0 } else { 0.0 };
    let ink = if row.dismissed { cx.theme.quiet } else { cx.theme.ink };
    let mut job = egui::text::LayoutJob::simple(
        row.problem.message.clone(),
        FontId::proportional(11.5),
        ink,
        inner.width() - 12.0 - button,
    );
    job.wrap.max_rows = 2;
    let galley = ui.painter().layout_job(job);
    let top = inner.center().y - galley.size().y / 2.0;
    ui.painter().galley(pos2(inner.left() + 6.0, top), galley, ink);
    if response.clicked() {
        response.request_focus();
        cx.send(Command::SelectProblem(i));
    }
    response.on_hover_text(&row.problem.message);
    if chosen || over {
        dismiss(ui, cx, i, row.dismissed, inner);
    }
}

/// The button that says that a problem is none, or is one after all.
fn dismiss(ui: &mut Ui, cx: &mut Context<'_>, i: usize, dismissed: bool, inner: Rect) {
    let place = Rect::from_center_size(pos2(inner.right() - 15.0, inner.center().y), vec2(22.0, 22.0));
    let (sign, name) =
        if dismissed { ("↶", tr("problem-restore")) } else { ("✓", tr("problem-dismiss")) };
    let button = ui.put(place, egui::Button::new(sign).small());
    button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &name));
    if button.clicked() {
        cx.send(Command::DismissProblem { problem: i, dismissed: !dismissed });
    }
    let key = if dismissed { String::new() } else { format!("\n{}", action_tip(Action::DismissProblem)) };
    button.on_hover_text(format!("{name}{key}"));
}
