//! The state of the program and the one place that changes it; knows no window.

mod action;
mod command;
mod marks;
mod message;
mod place;
mod settings;

pub use action::{ACTIONS, Action, ActionInfo, Menu, Shortcut};
pub use command::{Command, Dialog, FileChoice};
pub use marks::{PassageMark, Selection};
pub use message::{Message, Messages, Severity};
pub use settings::{Mode, Settings, ThemeChoice, Zoom};
