//! A row a page: what was said of it, and in a few words why.

use super::{list, verdict};
use crate::app::{Command, PageRow};
use crate::document::PageIndex;
use crate::ui::context::Context;
use crate::ui::i18n::{number, tr, tr_with};
use crate::ui::style::semibold;
use crate::ui::theme::space;
use crate::ui::words;
use egui::{FontId, Key, Rect, Sense, Ui, WidgetInfo, vec2};
use fluent_bundle::FluentValue;

/// Height of a row.
pub const ROW: f32 = 40.0;

/// Shows the list.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>) {
    let all = cx.state.review.pages.len();
    head(ui, cx, all);
    let heights = vec![ROW; all];
    let page = cx.state.review.page.get();
    // The list follows the page, but only when that changes.
    let memory = ui.make_persistent_id("listed page");
    let listed = ui.data(|d| d.get_temp::<usize>(memory));
    ui.data_mut(|d| d.insert_temp(memory, page));
    let scroll_to = Some(page).filter(|p| listed != Some(*p));
    list::show(ui, "pages", &heights, scroll_to, &mut |ui, i, rect| row(ui, cx, i, rect));
}

fn head(ui: &mut Ui, cx: &Context<'_>, all: usize) {
    let done = cx.state.review.pages.iter().filter(|p| p.judged.as_ref().is_some_and(|j| !j.stale)).count();
    let values = [("done", FluentValue::from(number(done))), ("all", FluentValue::from(number(all)))];
    let title = tr(if cx.state.review.by_section() { "review-sections" } else { "pages" });
    cx.caption(ui, &title, &tr_with("pages-reviewed", &values));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 5.0), Sense::hover());
    let share = if all == 0 { 0.0 } else { done as f32 / all as f32 };
    ui.painter().rect_filled(rect, 2.5, cx.theme.rail());
    let filled = Rect::from_min_size(rect.min, vec2(rect.width() * share, rect.height()));
    ui.painter().rect_filled(filled, 2.5, cx.theme.good);
    response.widget_info(|| {
        WidgetInfo::labeled(egui::Role::ProgressIndicator, true, tr_with("pages-reviewed", &values))
    });
    ui.add_space(space::SMALL);
}

/// What a line is called.
#[must_use]
pub fn title(cx: &Context<'_>, index: PageIndex) -> String {
    let view = &cx.state.review;
    let label = view.pages.get(index.get()).and_then(|p| p.label.clone());
    if view.by_section() {
        return label.unwrap_or_else(|| tr("section-untitled"));
    }
    let title = tr_with("page-title", &[("n", FluentValue::from(number(index.number() as usize)))]);
    label.map_or(title.clone(), |label| format!("{title} ({label})"))
}

/// Why a page is as it is, in a few words.
fn reason(page: &PageRow, by_section: bool) -> String {
    if let Some(judged) = &page.judged {
        let issues: Vec<String> = judged.issues.iter().map(|i| words::issue(*i)).collect();
        if !issues.is_empty() {
            return issues.join(", ");
        }
        if !judged.note.trim().is_empty() {
            return words::beginning(&judged.note, 60);
        }
    }
    if let Some(code) = page.worst {
        return words::problem(code);
    }
    if by_section {
        return String::new();
    }
    let mut parts = Vec::new();
    if !page.shape.has_text {
        parts.push(tr("page-no-text"));
    } else if page.shape.columns > 1 {
        parts.push(tr_with("page-columns", &[("n", FluentValue::from(page.shape.columns))]));
    }
    if page.shape.tables > 0 {
        parts.push(tr_with("page-tables", &[("n", FluentValue::from(page.shape.tables))]));
    }
    if page.shape.footnotes > 0 {
        parts.push(tr_with("page-footnotes", &[("n", FluentValue::from(page.shape.footnotes))]));
    }
    parts.join(", ")
}

fn row(ui: &mut Ui, cx: &mut Context<'_>, i: usize, rect: Rect) {
    let Some(page) = cx.state.review.pages.get(i).cloned() else { return };
    let index = PageIndex(i as u32);
    let chosen = cx.state.review.page == index;
    let response = ui.interact(rect, ui.scope_id().with(("page row", i)), Sense::click());
    let (state, color) = match &page.judged {
        Some(judged) if judged.stale => (tr("verdict-stale-word"), cx.theme.warn),
        Some(judged) => (words::verdict_word(judged.verdict), verdict::color(cx.theme, judged.verdict)),
        None => (tr("verdict-open"), cx.theme.quiet),
    };
    let title = title(cx, index);
    let why = reason(&page, cx.state.review.by_section());
    let name = format!("{title}: {state}");
    response.widget_info(|| WidgetInfo::selected(egui::Role::ListBoxOption, true, chosen, &name));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(why.clone()));
    let inner = rect.shrink2(vec2(0.0, 1.0));
    if chosen || response.hovered() {
        let fill = if chosen { cx.theme.chosen } else { cx.theme.field() };
        ui.painter().rect_filled(inner, 6.0, fill);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(inner, 6.0, (1.0, cx.theme.accent), egui::StrokeKind::Inside);
    }
    let left = inner.left() + 8.0;
    let small = FontId::proportional(11.5);
    let word = ui.painter().layout_no_wrap(state, small.clone(), color);
    let at = egui::pos2(inner.right() - 8.0 - word.size().x, inner.top() + 4.0);
    let width = at.x - left - 6.0;
    ui.painter().galley(at, word, color);
    list::line(ui, egui::pos2(left, inner.top() + 3.0), width, &title, semibold(12.5), cx.theme.ink);
    let below = egui::pos2(left, inner.top() + 20.0);
    list::line(ui, below, inner.width() - 16.0, &why, small, cx.theme.quiet);
    if response.clicked() {
        response.request_focus();
        cx.send(Command::ReviewPage(index));
    }
    if response.has_focus() {
        let step = |key| ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key));
        let last = cx.state.review.pages.len() as u32;
        let next = if step(Key::ArrowDown) {
            Some(index.0 + 1).filter(|n| *n < last)
        } else if step(Key::ArrowUp) {
            index.0.checked_sub(1)
        } else {
            None
        };
        if let Some(next) = next {
            cx.send(Command::ReviewPage(PageIndex(next)));
        }
    }
}
