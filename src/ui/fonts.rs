//! The bundled fonts: Inter for the interface, JetBrains Mono for text.
//!
//! Characters that they lack come from the system's fonts where there are any (eframe's font
//! provider); what no font has is said by the views.

use super::theme::font;
use egui::{FontData, FontDefinitions, FontFamily};
use std::sync::Arc;

/// Registers the bundled fonts; egui's own emoji and symbol fonts stay behind them.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(definitions());
}

fn definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let data: [(&str, &'static [u8]); 5] = [
        ("inter", include_bytes!("../../assets/fonts/Inter-Regular.otf")),
        (font::SEMIBOLD, include_bytes!("../../assets/fonts/Inter-SemiBold.otf")),
        (font::ITALIC, include_bytes!("../../assets/fonts/Inter-Italic.otf")),
        ("mono", include_bytes!("../../assets/fonts/JetBrainsMono-Regular.ttf")),
        (font::MONO_BOLD, include_bytes!("../../assets/fonts/JetBrainsMono-Bold.ttf")),
    ];
    for (name, bytes) in data {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let mono_fallback = fonts.families.get(&FontFamily::Monospace).cloned().unwrap_or_default();
    let mut family = |family: FontFamily, first: &str, rest: &[String]| {
        let names = std::iter::once(first.to_owned()).chain(rest.iter().cloned()).collect();
        fonts.families.insert(family, names);
    };
    family(FontFamily::Proportional, "inter", &fallback);
    family(FontFamily::Name(font::SEMIBOLD.into()), font::SEMIBOLD, &fallback);
    family(FontFamily::Name(font::ITALIC.into()), font::ITALIC, &fallback);
    family(FontFamily::Monospace, "mono", &mono_fallback);
    family(FontFamily::Name(font::MONO_BOLD.into()), font::MONO_BOLD, &mono_fallback);
    fonts
}
