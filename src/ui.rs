//! The window: reads the state, returns commands.

pub mod fonts;
pub mod i18n;
pub mod overlay;
pub mod theme;
pub mod widgets;
