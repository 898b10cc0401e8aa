//! The window itself: frames, panels, and the way from events to commands.

use super::context::Context;
use super::files::FileDialogs;
use super::i18n::tr_with;
use super::panes::{bottom, center, left, parameters, questions, review, selected};
use super::theme::{Theme, space};
use super::{dialogs, find_bar, shortcuts, status_bar, style, toasts, top_bar};
use crate::app::{App, Command, Mode, Phase};
use crate::measure::Sizes;
use crate::text::{RevisionId, Span};
use egui::{CentralPanel, Frame, Panel, ScrollArea, Ui};
use fluent_bundle::FluentValue;
use std::path::PathBuf;

/// Larger spans are not counted in tokens in every frame.
const COUNTED_AT_ONCE: usize = 64 * 1024;

/// The window: the program's state, and what only the window knows.
pub struct Shell {
    app: App,
    views: center::Views,
    /// The document that the views remember.
    shown: Option<PathBuf>,
    files: FileDialogs,
    find_was_open: bool,
    /// Since when the stretch that is played stands.
    reading_since: Option<(Span, f64)>,
    /// The text whose characters were looked up in the fonts.
    looked_up: Option<RevisionId>,
    /// The chunk that the list showed last; a new one is scrolled to.
    listed: Option<usize>,
    sizes: SizesCache,
    started: std::time::Instant,
    styled: bool,
}

/// Sizes of the last few spans: counting tokens in every frame is work done twice.
#[derive(Default)]
struct SizesCache {
    known: Vec<((RevisionId, Span), Sizes)>,
}

impl SizesCache {
    fn get(&mut self, app: &App, span: Span) -> Option<Sizes> {
        let extraction = app.state().extraction()?;
        let key = (extraction.text().revision(), span);
        if let Some((_, sizes)) = self.known.iter().find(|(k, _)| *k == key) {
            return Some(*sizes);
        }
        if span.len() > COUNTED_AT_ONCE {
            return None;
        }
        let sizes = crate::measure::sizes_of(extraction.text(), span, app.state().config.tokenizer);
        self.known.insert(0, (key, sizes));
        self.known.truncate(8);
        Some(sizes)
    }
}

impl Shell {
    /// A window over a program.
    #[must_use]
    pub fn new(app: App) -> Self {
        Self {
            app,
            views: center::Views::default(),
            shown: None,
            files: FileDialogs::default(),
            find_was_open: false,
            reading_since: None,
            looked_up: None,
            listed: None,
            sizes: SizesCache::default(),
            started: std::time::Instant::now(),
            styled: false,
        }
    }

    /// The program behind the window.
    #[must_use]
    pub fn app(&self) -> &App {
        &self.app
    }

    /// The program behind the window, to send it commands.
    pub fn app_mut(&mut self) -> &mut App {
        &mut self.app
    }

    /// What the views remember, for tests.
    #[must_use]
    pub fn views(&self) -> &center::Views {
        &self.views
    }

    /// Sets fonts, styles and theme.
    pub fn install(&mut self, ctx: &egui::Context) {
        super::fonts::install(ctx);
        // The scale of the interface is a setting of ours; egui's own keys would fight with it.
        ctx.options_mut(|o| o.zoom_with_keyboard = false);
        style::install(ctx);
        self.styled = true;
    }

    /// Takes what arrived from the background; before every frame.
    pub fn logic(&mut self, ctx: &egui::Context) {
        if !self.styled {
            self.install(ctx);
        }
        self.app.poll();
        for command in self.files.answers() {
            self.app.apply(command);
        }
        let settings = &self.app.state().settings;
        style::choose(ctx, settings.theme);
        if (ctx.zoom_factor() - settings.interface_scale).abs() > 0.001 {
            ctx.set_zoom_factor(settings.interface_scale);
        }
    }

    /// Shows one frame.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.drops(&ctx);
        self.keys(&ctx);
        self.play(&ctx);
        let mut commands = Vec::new();
        self.forget_other_document();
        self.look_up_characters(&ctx);
        self.reveal(&ctx);
        self.panels(ui, &mut commands);
        let elapsed = self.started.elapsed().as_secs_f64();
        let mut cx = Context { state: self.app.state(), theme: Theme::of(&ctx), commands: &mut commands };
        dialogs::show(&ctx, &mut cx);
        toasts::show(&ctx, &mut cx, elapsed);
        for command in commands {
            self.app.apply(command);
        }
        self.hand_over(&ctx);
    }

    /// Does what keys ask for before anything is shown, so that what is typed in the same frame goes to
    /// what they open.
    fn keys(&mut self, ctx: &egui::Context) {
        let state = self.app.state();
        let in_view =
            self.views.pages.has_focus() || self.views.text.has_focus() || self.views.plain.has_focus();
        let keyboard = shortcuts::Keyboard {
            dialog: state.dialog.is_some(),
            typing: ctx.text_edit_focused() || (state.find.open && !self.find_was_open),
            free: (in_view || ctx.memory(|m| m.focused().is_none())) && !egui::Popup::is_any_open(ctx),
            mode: state.settings.mode,
        };
        for command in shortcuts::pressed(ctx, keyboard) {
            self.app.apply(command);
        }
    }

    /// Goes on with playing through when the stretch has stood long enough. The time is the frame's.
    fn play(&mut self, ctx: &egui::Context) {
        let state = self.app.state();
        let (Some(span), Some(extraction), true) =
            (state.review.reading, state.extraction(), state.review.playing)
        else {
            self.reading_since = None;
            return;
        };
        let now = ctx.input(|i| i.time);
        let since = self.reading_since.filter(|(s, _)| *s == span).map_or(now, |(_, t)| t);
        self.reading_since = Some((span, since));
        let left = crate::app::seconds(extraction, span, state.settings.play_speed) - (now - since);
        if left > 0.0 {
            ctx.request_repaint_after_secs(left as f32);
        } else {
            self.app.apply(Command::PlayOn);
            ctx.request_repaint();
        }
    }

    fn drops(&mut self, ctx: &egui::Context) {
        let dropped: Vec<PathBuf> =
            ctx.input(|i| i.raw.dropped_files.iter().map(|f| f.path().to_owned()).collect());
        for path in dropped {
            self.app.apply(Command::Open(path));
        }
    }

    /// What the views remember belongs to one document.
    fn forget_other_document(&mut self) {
        let now = self.app.state().document.as_ref().map(|d| d.path.clone());
        if now != self.shown {
            self.views = center::Views::default();
            self.shown = now;
            self.listed = None;
        }
    }

    /// Says so where a text has characters that can only be shown as boxes.
    fn look_up_characters(&mut self, ctx: &egui::Context) {
        let state = self.app.state();
        let ready = state.document.as_ref().is_some_and(|d| matches!(d.phase, Phase::Ready));
        let Some(text) = state.extraction().filter(|_| ready).map(|e| e.text().clone()) else { return };
        if self.looked_up == Some(text.revision()) {
            return;
        }
        self.looked_up = Some(text.revision());
        let missing = super::fonts::missing(ctx, &text);
        if !missing.is_empty() {
            let shown: Vec<String> =
                missing.iter().take(5).map(|c| format!("U+{:04X}", u32::from(*c))).collect();
            let values =
                [("n", FluentValue::from(missing.len())), ("shown", FluentValue::from(shown.join(", ")))];
            self.app.note(tr_with("fonts-missing", &values));
        }
    }

    fn reveal(&mut self, ctx: &egui::Context) {
        let reveals = self.app.take_reveals();
        let mut none = Vec::new();
        let cx = Context { state: self.app.state(), theme: Theme::of(ctx), commands: &mut none };
        for reveal in reveals {
            self.views.reveal(&cx, reveal);
        }
    }

    fn panels(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let Self { app, views, sizes, listed, find_was_open, .. } = self;
        let state = app.state();
        let theme = Theme::of(ui.ctx());
        let settings = &state.settings;
        let mut cx = Context { state, theme, commands };
        let bar = |x: i8, y: i8| Frame::new().fill(theme.panel).inner_margin(egui::Margin::symmetric(x, y));
        let mut widths = (settings.left_width, settings.right_width, settings.bottom_height);

        Panel::top("top bar").frame(bar(14, 6)).show(ui, |ui| top_bar::show(ui, &mut cx));
        let selection = state.selection.map(crate::app::Selection::span).filter(|s| !s.is_empty());
        let selected_sizes = selection.and_then(|span| sizes.get(app, span).map(|sizes| (span, sizes)));
        Panel::bottom("status bar")
            .frame(bar(14, 5))
            .show(ui, |ui| status_bar::show(ui, &mut cx, selected_sizes));
        if settings.show_bottom {
            let panel = Panel::bottom("figures").frame(bar(14, 10)).resizable(true);
            let shown = panel.default_size(widths.2).min_size(90.0).show(ui, |ui| bottom::show(ui, &mut cx));
            widths.2 = shown.response.rect.height();
        }
        if settings.show_left {
            let scroll_to = state.selected_chunk.filter(|c| Some(*c) != *listed);
            *listed = state.selected_chunk;
            let panel = Panel::left("lists").frame(bar(14, 12)).resizable(true);
            let shown = panel
                .default_size(widths.0)
                .min_size(150.0)
                .show(ui, |ui| left::show(ui, &mut cx, scroll_to));
            widths.0 = shown.response.rect.width();
        }
        if settings.show_right {
            let chunk = state.selected_chunk.and_then(|i| state.chunking()?.chunking.chunks.get(i));
            let chunk_sizes = chunk.and_then(|c| sizes.get(app, c.span));
            let panel = Panel::right("parameters").frame(bar(14, 12)).resizable(true);
            let shown = panel.default_size(widths.1).min_size(200.0).show(ui, |ui| {
                if settings.mode == Mode::Review {
                    review::right(ui, &mut cx);
                    return;
                }
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = space::SMALL + 2.0;
                    if settings.mode == Mode::Annotate {
                        questions::current(ui, &mut cx);
                        ui.add_space(space::LARGE);
                    }
                    parameters::show(ui, &mut cx);
                    ui.add_space(space::LARGE);
                    selected::show(ui, &cx, chunk_sizes.as_ref());
                });
            });
            widths.1 = shown.response.rect.width();
        }
        CentralPanel::no_frame().show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            if state.is_sample() && !settings.hint_closed {
                center::hint(ui, &mut cx);
            }
            if state.find.open {
                find_bar::show(ui, &mut cx, !*find_was_open);
            }
            *find_was_open = state.find.open;
            let mut sizes_of = |i: usize| {
                let span = state.chunking()?.chunking.chunks.get(i)?.span;
                sizes.get(app, span)
            };
            center::show(ui, &mut cx, views, &mut sizes_of);
        });
        let stored = (settings.left_width, settings.right_width, settings.bottom_height);
        if widths != stored {
            cx.send(Command::Panels { left: widths.0, right: widths.1, bottom: widths.2 });
        }
    }

    /// Hands to the system what only the window can: clipboard, browser, file dialogs, the end.
    fn hand_over(&mut self, ctx: &egui::Context) {
        let out = self.app.take_outbox();
        if let Some(text) = out.clipboard {
            ctx.copy_text(text);
        }
        if let Some(address) = out.address {
            ctx.open_url(egui::OpenUrl::new_tab(address));
        }
        if let Some(choice) = out.ask_file {
            let name = self.app.offered_name(choice);
            self.files.ask(ctx, choice, name);
        }
        if out.quit {
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
        if matches!(
            self.app.state().document.as_ref().and_then(|d| d.original.as_ref()),
            Some(crate::app::Original::Pages { .. })
        ) {
            self.app.note_scale(self.views.pages.scale());
        }
        self.keep_window(ctx);
    }

    fn keep_window(&mut self, ctx: &egui::Context) {
        let (outer, inner, maximized) = ctx.input(|i| {
            let viewport = i.viewport();
            (viewport.outer_rect, viewport.inner_rect, viewport.maximized.unwrap_or(false))
        });
        let Some(inner) = inner else { return };
        let settings = &self.app.state().settings;
        let size = if maximized { settings.window_size } else { [inner.width(), inner.height()] };
        let position = outer.map(|r| [r.left(), r.top()]);
        if (settings.window_position, settings.window_size, settings.maximized) != (position, size, maximized)
        {
            self.app.apply(Command::Window { position, size, maximized });
        }
    }
}

impl eframe::App for Shell {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        Self::logic(self, ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        Self::ui(self, ui);
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.app.shut_down();
    }
}
