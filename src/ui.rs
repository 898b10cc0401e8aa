//! The window: reads the state, returns commands.
//!
//! Owns how things look and how events become commands. What they do is `app`'s business.

mod context;
mod dialogs;
mod files;
mod find_bar;
pub mod fonts;
pub mod i18n;
pub mod overlay;
pub mod paint;
pub mod panes;
mod run;
mod shell;
mod shortcuts;
mod sizes;
mod status_bar;
mod style;
pub mod theme;
mod tiles;
mod toasts;
mod top_bar;
pub mod widgets;
mod words;

pub use run::{Renderer, WindowOptions, run};
pub use shell::Shell;
