//! The window: reads the state, returns commands.

pub mod overlay;
pub mod theme;
pub mod widgets;
