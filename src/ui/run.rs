//! Opens the window: which renderer paints it, and what to say where none can.

use super::Shell;
use crate::app::{App, Command, Folders, ThemeChoice};
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// What paints the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Renderer {
    /// wgpu, and glow where that fails.
    #[default]
    Auto,
    /// Vulkan, Metal or Direct3D.
    Wgpu,
    /// OpenGL.
    Glow,
}

/// How the window opens.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// Files, folders or a project to open; the sample, or what was open before, where there are none.
    pub files: Vec<PathBuf>,
    /// What paints it.
    pub renderer: Renderer,
    /// The theme, if not as before.
    pub theme: Option<ThemeChoice>,
}

/// Why no window could be opened.
#[derive(Debug, Error)]
pub enum WindowError {
    /// There is no display.
    #[error(
        "no display was found, so no window can be opened: neither WAYLAND_DISPLAY nor DISPLAY is set. \
         Start it from a desktop session, over `ssh -X`, or under `xvfb-run`; the command line \
         (`fundstelle extract`, `fundstelle chunk`) needs no display"
    )]
    NoDisplay,
    /// No renderer works.
    #[error(
        "the window could not be opened: {0}. Install a driver (Debian and Ubuntu: `mesa-vulkan-drivers` \
         or `libgl1-mesa-dri` with `libegl1`; under X11 also `libxkbcommon-x11-0`), or try \
         `--renderer glow` or `--renderer wgpu`; the command line needs none of them"
    )]
    NoRenderer(String),
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// If there is no display, or no renderer works.
pub fn run(options: WindowOptions) -> Result<(), WindowError> {
    if !has_display() {
        return Err(WindowError::NoDisplay);
    }
    let order: &[eframe::Renderer] = match options.renderer {
        Renderer::Auto => &[eframe::Renderer::Wgpu, eframe::Renderer::Glow],
        Renderer::Wgpu => &[eframe::Renderer::Wgpu],
        Renderer::Glow => &[eframe::Renderer::Glow],
    };
    let mut faults = Vec::new();
    for renderer in order {
        match open(*renderer, &options) {
            Ok(()) => return Ok(()),
            Err(error) => faults.push(format!("{renderer}: {error}")),
        }
    }
    Err(WindowError::NoRenderer(faults.join("; ")))
}

fn has_display() -> bool {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return true;
    }
    ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|v| !v.is_empty()))
}

fn open(renderer: eframe::Renderer, options: &WindowOptions) -> Result<(), eframe::Error> {
    let folders = Folders::of_system();
    let settings = crate::app::Settings::load(&folders.config);
    let mut viewport = egui::ViewportBuilder::default()
        .with_title(super::i18n::tr("app-name"))
        .with_app_id("fundstelle")
        .with_inner_size(settings.window_size)
        .with_min_inner_size([640.0, 420.0])
        .with_maximized(settings.maximized);
    if let Some(position) = settings.window_position {
        viewport = viewport.with_position(position);
    }
    let native = eframe::NativeOptions { viewport, renderer, ..eframe::NativeOptions::default() };
    let options = options.clone();
    let name = super::i18n::tr("app-name");
    eframe::run_native(
        &name,
        native,
        Box::new(move |creation| Ok(Box::new(start(&creation.egui_ctx, folders, options)))),
    )
}

fn start(ctx: &egui::Context, folders: Folders, options: WindowOptions) -> Shell {
    let waker = ctx.clone();
    let mut app = App::new(folders, Arc::new(move || waker.request_repaint()));
    if let Some(theme) = options.theme {
        app.apply(Command::Theme(theme));
    }
    app.open_at_start(options.files);
    let mut shell = Shell::new(app);
    shell.install(ctx);
    shell
}
