//! The menu bar, the mode switch and what is being worked on.

use super::context::{Context, action_tip};
use super::i18n::{tr, tr_with};
use super::style::semibold;
use super::theme::space;
use crate::app::{ACTIONS, Action, Command, Lookup, Menu, Mode, Phase, ThemeChoice};
use egui::{Align, Button, Layout, RichText, Ui};
use fluent_bundle::FluentValue;

/// Shows the bar.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::MEDIUM;
        ui.label(RichText::new(tr("app-name")).font(semibold(14.0)));
        ui.scope(|ui| {
            egui::containers::menu::menu_style(ui.style_mut());
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.spacing_mut().button_padding = egui::vec2(7.0, 3.0);
            menus(ui, cx);
        });
        let name = cx.state.document.as_ref().map(|d| d.name.clone()).unwrap_or_default();
        let room = (ui.available_width() * 0.5 - 210.0).max(60.0);
        ui.add_sized([room, 20.0], egui::Label::new(cx.quiet(name)).truncate());
        modes(ui, cx);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            palette_hint(ui, cx);
            progress(ui, cx);
        });
    });
}

fn menus(ui: &mut Ui, cx: &mut Context<'_>) {
    for menu in Menu::ALL {
        ui.menu_button(tr(menu.key()), |ui| {
            ui.set_min_width(230.0);
            for info in ACTIONS.iter().filter(|i| i.menu == menu) {
                if info.starts_group {
                    ui.separator();
                }
                item(ui, cx, info.action);
                if info.action == Action::OpenSample {
                    recent(ui, cx);
                }
            }
        });
    }
}

fn item(ui: &mut Ui, cx: &mut Context<'_>, action: Action) {
    let info = action.info();
    let mark = if is_on(cx, action) { "✓ " } else { "" };
    let shortcut = info.shortcut.map(|s| s.to_string()).unwrap_or_default();
    let button = Button::new(format!("{mark}{}", tr(info.key))).shortcut_text(cx.quiet(shortcut));
    if ui.add_enabled(is_possible(cx, action), button).clicked() {
        cx.run(action);
        ui.close();
    }
}

/// Whether a switch is on.
fn is_on(cx: &Context<'_>, action: Action) -> bool {
    let s = &cx.state.settings;
    match action {
        Action::ToggleOriginal => s.show_original,
        Action::ToggleText => s.show_text,
        Action::ToggleLeft => s.show_left,
        Action::ToggleRight => s.show_right,
        Action::ToggleBottom => s.show_bottom,
        Action::ToggleLinked => s.linked,
        Action::ToggleChunks if s.mode == Mode::Review => s.chunks_in_review,
        Action::ToggleChunks => s.show_chunks,
        Action::ToggleInvisibles => s.show_invisibles,
        Action::ToggleWrap => s.wrap,
        Action::ThemeLight => s.theme == ThemeChoice::Light,
        Action::ThemeDark => s.theme == ThemeChoice::Dark,
        Action::ThemeSystem => s.theme == ThemeChoice::System,
        Action::ToggleRemoved => s.show_removed,
        Action::ToggleDismissed => cx.state.review.show_dismissed,
        Action::PlayPause => cx.state.review.playing,
        Action::ModeReview => s.mode == Mode::Review,
        Action::ModeTune => s.mode == Mode::Tune,
        Action::ModeAnnotate => s.mode == Mode::Annotate,
        _ => false,
    }
}

/// Whether an action can do anything now.
pub fn is_possible(cx: &Context<'_>, action: Action) -> bool {
    let state = cx.state;
    match action {
        Action::Undo => state.project.can_undo,
        Action::Redo => state.project.can_redo,
        Action::MarkAnswer | Action::MarkCondition | Action::MarkException => {
            state.can_mark() && state.selection.is_some_and(|s| !s.span().is_empty())
        }
        Action::RemovePassage => state.selected_passage.is_some(),
        Action::Copy | Action::CopyCitation => state.selection.is_some() || state.selected_chunk.is_some(),
        Action::ExportJsonl | Action::ExportCsv => !state.project.passages.is_empty(),
        Action::ExportReport => state.can_mark(),
        Action::ExportReviewed => state.can_mark() && !state.review.by_section(),
        Action::CloseSource => state.current.is_some(),
        Action::FetchAgain => state
            .document
            .as_ref()
            .is_some_and(|d| d.path.to_str().is_some_and(crate::extract::fetch::Address::is_meant)),
        Action::FolderSummary => state.folder.is_some(),
        Action::NextSource | Action::PreviousSource => state.sources.len() > 1,
        Action::Find | Action::FindNext | Action::FindPrevious | Action::GoTo | Action::SelectAll => {
            state.extraction().is_some()
        }
        Action::NextChunk | Action::PreviousChunk => state.chunking().is_some(),
        Action::NextProblem | Action::PreviousProblem => state.review.listed().next().is_some(),
        Action::NextUnreviewed => !state.review.pages.is_empty(),
        Action::PlayPause | Action::StepForward | Action::StepBack => state.extraction().is_some(),
        Action::MovePiece | Action::MarkFurniture | Action::JoinPiece | Action::PartPiece => {
            state.review.selected.is_some()
        }
        Action::CompareNothing => state.review.comparison.is_some(),
        Action::NextPiece | Action::PreviousPiece => !state.review.facts.pieces.all().is_empty(),
        _ => true,
    }
}

fn recent(ui: &mut Ui, cx: &mut Context<'_>) {
    let recent = cx.state.settings.recent.clone();
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        ui.menu_button(tr("menu-recent"), |ui| {
            for path in recent {
                let name = path
                    .file_name()
                    .map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned());
                if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                    cx.send(Command::Open(path));
                    ui.close();
                }
            }
        });
    });
}

fn modes(ui: &mut Ui, cx: &mut Context<'_>) {
    egui::Frame::new().fill(cx.theme.field()).corner_radius(8).inner_margin(3).show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (mode, key, action) in [
            (Mode::Review, "mode-review", Action::ModeReview),
            (Mode::Tune, "mode-tune", Action::ModeTune),
            (Mode::Annotate, "mode-annotate", Action::ModeAnnotate),
        ] {
            let on = cx.state.settings.mode == mode;
            let color = if on { cx.theme.on_accent() } else { cx.theme.ink };
            let fill = if on { cx.theme.accent } else { egui::Color32::TRANSPARENT };
            let text = RichText::new(tr(key)).color(color);
            let button = Button::new(text).fill(fill).min_size(egui::vec2(74.0, 22.0));
            let response = ui.add(button).on_hover_text(action_tip(action));
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, on, tr(key)));
            if response.clicked() {
                cx.send(Command::Mode(mode));
            }
        }
    });
}

fn palette_hint(ui: &mut Ui, cx: &mut Context<'_>) {
    let shortcut = Action::Palette.info().shortcut.map(|s| s.to_string()).unwrap_or_default();
    let text = cx.quiet(tr("search-commands"));
    let button = Button::new(text).shortcut_text(cx.quiet(shortcut));
    if ui.add(button).on_hover_text(action_tip(Action::Palette)).clicked() {
        cx.run(Action::Palette);
    }
}

fn progress(ui: &mut Ui, cx: &mut Context<'_>) {
    if cx.state.background.is_some() {
        lookup(ui, cx);
        return;
    }
    let Some(document) = &cx.state.document else { return };
    if !matches!(document.phase, Phase::Opening | Phase::Provisional) {
        return;
    }
    let (done, total) = document.progress.get();
    if ui.small_button("×").on_hover_text(action_tip(Action::StopWork)).clicked() {
        cx.run(Action::StopWork);
    }
    let text = if total == 0 {
        tr("reading")
    } else {
        let values = [("done", FluentValue::from(done)), ("total", FluentValue::from(total))];
        tr_with("reading-pages", &values)
    };
    let share = if total == 0 { 0.0 } else { done as f32 / total as f32 };
    ui.add(egui::ProgressBar::new(share).desired_width(130.0).text(RichText::new(text).size(10.5)));
}

/// What is looked up before it can be read.
fn lookup(ui: &mut Ui, cx: &mut Context<'_>) {
    let Some(background) = &cx.state.background else { return };
    let (done, total) = background.progress.get();
    let name = background.lookup.to_string();
    if ui.small_button("×").on_hover_text(action_tip(Action::StopWork)).clicked() {
        cx.run(Action::StopWork);
    }
    let text = match background.lookup {
        Lookup::Folder(_) => tr_with("looking-through", &[("n", FluentValue::from(done))]),
        Lookup::Page { .. } => tr_with("fetching", &[("n", FluentValue::from(done / 1024))]),
    };
    let share = if total == 0 { 0.0 } else { done as f32 / total as f32 };
    let bar = egui::ProgressBar::new(share).desired_width(130.0).text(RichText::new(text).size(10.5));
    ui.add(bar).on_hover_text(name);
    ui.ctx().request_repaint_after(std::time::Duration::from_millis(200));
}
