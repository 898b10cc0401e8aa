//! The bundled fonts: Inter for the interface, JetBrains Mono for text.
//!
//! Characters that they lack come from the system's fonts where there are any (eframe's font
//! provider); what no font has is said by the views.

use super::theme::font;
use egui::{FontData, FontDefinitions, FontFamily, FontId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Registers the bundled fonts; egui's own emoji and symbol fonts stay behind them.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(definitions());
}

/// How much of a text is looked at, and how many different characters of it.
const LOOKED_AT: usize = 1 << 20;
const MOST_CHARACTERS: usize = 4096;

/// The characters of a text that no font can draw, bundled or of the system, in order of code point.
#[must_use]
pub fn missing(ctx: &egui::Context, text: &str) -> Vec<char> {
    let start = &text[..text.floor_char_boundary(text.len().min(LOOKED_AT))];
    let drawn = |c: &char| {
        !c.is_ascii() && !c.is_whitespace() && !c.is_control() && *c != char::REPLACEMENT_CHARACTER
    };
    let characters: BTreeSet<char> = start.chars().filter(drawn).take(LOOKED_AT).collect();
    let font = FontId::monospace(12.0);
    ctx.fonts_mut(|fonts| {
        characters
            .into_iter()
            .take(MOST_CHARACTERS)
            .filter(|c| !joins(*c) && !fonts.has_glyph(&font, *c))
            .collect()
    })
}

/// Joiners, variation selectors and marks of direction have no picture of their own.
fn joins(c: char) -> bool {
    matches!(u32::from(c), 0xad | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x2064 | 0xfe00..=0xfe0f | 0xfeff | 0xe0000..=0xe01ff)
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
