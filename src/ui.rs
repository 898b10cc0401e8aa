//! The window: reads the state, returns commands.

pub mod overlay;
pub mod paint;
pub mod theme;
pub mod widgets;
