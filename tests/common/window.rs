//! The real window in a test: what a person sees, clicks and types.

use egui_kittest::Harness;
use fundstelle::app::{App, Command, Folders, Phase};
use fundstelle::ui::Shell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A window.
pub struct Window {
    pub harness: Harness<'static, Shell>,
}

/// How long something may take before a test gives up; it says nothing about speed.
const PATIENCE: Duration = Duration::from_mins(1);

impl Window {
    /// Opens the window as at a start with these files named; the sample without any.
    pub fn open(home: &Path, files: &[&Path]) -> Self {
        Self::with_theme(home, files, egui::Theme::Light, egui::vec2(1480.0, 920.0))
    }

    pub fn with_theme(home: &Path, files: &[&Path], theme: egui::Theme, size: egui::Vec2) -> Self {
        let mut window = Self::start(home, files, theme, size);
        window.settle();
        window
    }

    /// Opens the window; what it was asked to open may still be on its way.
    pub fn open_without_waiting(home: &Path, files: &[&Path]) -> Self {
        Self::start(home, files, egui::Theme::Light, egui::vec2(1480.0, 920.0))
    }

    fn start(home: &Path, files: &[&Path], theme: egui::Theme, size: egui::Vec2) -> Self {
        fundstelle::jobs::set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
        let folders = Folders { config: home.join("config"), data: home.join("data") };
        let files: Vec<PathBuf> = files.iter().map(|f| f.to_path_buf()).collect();
        let harness = Harness::builder()
            .with_size(size)
            .with_pixels_per_point(1.0)
            .with_theme(theme)
            .with_step_dt(1.0 / 30.0)
            .with_render_cursor(false)
            .allow_missing_glyphs()
            .with_context_setup(|ctx| {
                fundstelle::ui::fonts::install(ctx);
            })
            .wgpu()
            .build_eframe(move |creation| {
                let ctx = creation.egui_ctx.clone();
                let mut app = App::new(folders, Arc::new(move || ctx.request_repaint()));
                let choice = match theme {
                    egui::Theme::Light => fundstelle::app::ThemeChoice::Light,
                    egui::Theme::Dark => fundstelle::app::ThemeChoice::Dark,
                };
                app.apply(Command::Theme(choice));
                app.open_at_start(files);
                let mut shell = Shell::new(app);
                shell.install(&creation.egui_ctx);
                shell
            });
        Self { harness }
    }

    pub fn app(&self) -> &App {
        self.harness.state().app()
    }

    pub fn send(&mut self, command: Command) {
        self.harness.state_mut().app_mut().apply(command);
        self.settle();
    }

    /// Runs frames until `done` says so.
    #[track_caller]
    pub fn until(&mut self, what: &str, done: impl Fn(&Shell) -> bool) {
        let start = Instant::now();
        loop {
            self.harness.step();
            if done(self.harness.state()) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "never seen: {what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Runs frames until no work is under way and all that came of it is shown.
    #[track_caller]
    pub fn settle(&mut self) {
        self.until("the end of all work", |shell| {
            let state = shell.app().state();
            let reading = matches!(
                state.document.as_ref().map(|d| &d.phase),
                Some(Phase::Opening | Phase::Provisional)
            );
            !shell.app().is_busy() && !reading
        });
        for _ in 0..4 {
            self.harness.step();
        }
    }

    /// Runs frames until the pages in sight are painted sharply.
    pub fn painted(&mut self) {
        self.settle();
        self.until("painted pages", |shell| shell.views().tiles.is_complete());
        for _ in 0..8 {
            self.harness.step();
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn key(&mut self, modifiers: egui::Modifiers, key: egui::Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.settle();
    }
}
