//! Colours, sizes and spacing: the one place where they are named.

use crate::document::BlockKind;
use crate::evidence::Role;
use egui::Color32;

/// Fonts registered at start: family names for [`egui::FontFamily::Name`].
pub mod font {
    /// Inter SemiBold.
    pub const SEMIBOLD: &str = "inter-semibold";
    /// JetBrains Mono Bold.
    pub const MONO_BOLD: &str = "mono-bold";
    /// Inter Italic.
    pub const ITALIC: &str = "inter-italic";
}

/// Spacing in points.
pub mod space {
    /// Between things that belong together.
    pub const SMALL: f32 = 4.0;
    /// Between rows.
    pub const MEDIUM: f32 = 8.0;
    /// Inside panels.
    pub const PANEL: f32 = 14.0;
    /// Between groups.
    pub const LARGE: f32 = 18.0;
}

/// The colours of one theme.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// Whether it is the dark one.
    pub dark: bool,
    /// Behind panels.
    pub panel: Color32,
    /// Behind text.
    pub surface: Color32,
    /// Behind pages.
    pub desk: Color32,
    /// Lines between panels.
    pub line: Color32,
    /// Text.
    pub ink: Color32,
    /// Units, counts, captions.
    pub quiet: Color32,
    /// What can be pressed and what is chosen.
    pub accent: Color32,
    /// Behind the chosen row.
    pub chosen: Color32,
    /// Behind selected text.
    pub selection: Color32,
    /// Search hits.
    pub hit: Color32,
    /// The search hit that stands out.
    pub current_hit: Color32,
    /// Something is wrong.
    pub bad: Color32,
    /// Something needs a look.
    pub warn: Color32,
    /// Something is right.
    pub good: Color32,
}

/// Six hues that people with any common colour blindness can tell apart, ordered so that neighbours
/// differ most. After Okabe and Ito, "Color Universal Design" (2008).
const HUES: [Color32; 6] = [
    Color32::from_rgb(0x2f, 0x7f, 0xd6),
    Color32::from_rgb(0xe6, 0x8a, 0x1f),
    Color32::from_rgb(0x1f, 0xa0, 0x7a),
    Color32::from_rgb(0xb3, 0x5f, 0xb0),
    Color32::from_rgb(0x4f, 0xb6, 0xe8),
    Color32::from_rgb(0xc9, 0xa8, 0x00),
];

impl Theme {
    /// The light theme.
    pub const LIGHT: Self = Self {
        dark: false,
        panel: Color32::from_rgb(0xf8, 0xfa, 0xfc),
        surface: Color32::from_rgb(0xfb, 0xfc, 0xfe),
        desk: Color32::from_rgb(0xeb, 0xed, 0xf1),
        line: Color32::from_rgb(0xdd, 0xe0, 0xe6),
        ink: Color32::from_rgb(0x17, 0x1a, 0x20),
        quiet: Color32::from_rgb(0x66, 0x6d, 0x7a),
        accent: Color32::from_rgb(0x2a, 0x6f, 0xc4),
        chosen: Color32::from_rgb(0xd9, 0xe7, 0xf7),
        selection: Color32::from_rgba_premultiplied(0x1c, 0x42, 0x80, 0x70),
        hit: Color32::from_rgba_premultiplied(0x78, 0x6a, 0x00, 0x80),
        current_hit: Color32::from_rgba_premultiplied(0xb0, 0x66, 0x00, 0xb8),
        bad: Color32::from_rgb(0xc2, 0x2f, 0x2f),
        warn: Color32::from_rgb(0xb8, 0x66, 0x00),
        good: Color32::from_rgb(0x12, 0x84, 0x4c),
    };

    /// The dark theme.
    pub const DARK: Self = Self {
        dark: true,
        panel: Color32::from_rgb(0x1e, 0x21, 0x27),
        surface: Color32::from_rgb(0x20, 0x23, 0x2a),
        desk: Color32::from_rgb(0x16, 0x18, 0x1c),
        line: Color32::from_rgb(0x33, 0x38, 0x42),
        ink: Color32::from_rgb(0xe8, 0xea, 0xee),
        quiet: Color32::from_rgb(0x9a, 0xa2, 0xb0),
        accent: Color32::from_rgb(0x5b, 0x9e, 0xea),
        chosen: Color32::from_rgb(0x26, 0x36, 0x4a),
        selection: Color32::from_rgba_premultiplied(0x2c, 0x50, 0x86, 0x90),
        hit: Color32::from_rgba_premultiplied(0x6a, 0x5e, 0x00, 0x80),
        current_hit: Color32::from_rgba_premultiplied(0xa8, 0x60, 0x00, 0xb8),
        bad: Color32::from_rgb(0xf0, 0x6a, 0x6a),
        warn: Color32::from_rgb(0xf0, 0xa0, 0x3c),
        good: Color32::from_rgb(0x4c, 0xc3, 0x8a),
    };

    /// The theme that a context shows now.
    #[must_use]
    pub fn of(ctx: &egui::Context) -> Self {
        if ctx.theme() == egui::Theme::Dark { Self::DARK } else { Self::LIGHT }
    }

    /// Behind fields and buttons.
    #[must_use]
    pub fn field(self) -> Color32 {
        if self.dark { Color32::from_rgb(0x2a, 0x2e, 0x36) } else { Color32::from_rgb(0xee, 0xf0, 0xf4) }
    }

    /// The rail of a slider, the ground of a bar.
    #[must_use]
    pub fn rail(self) -> Color32 {
        if self.dark { Color32::from_rgb(0x3a, 0x40, 0x4b) } else { Color32::from_rgb(0xd5, 0xd9, 0xe1) }
    }

    /// Text on the accent colour.
    #[must_use]
    pub fn on_accent(self) -> Color32 {
        Color32::WHITE
    }

    /// The full colour of a chunk: swatches, boundaries, hatching.
    #[must_use]
    pub fn chunk(self, index: usize) -> Color32 {
        HUES[index % HUES.len()]
    }

    /// What lies behind a chunk's text; see-through, so that it can lie over a page too.
    #[must_use]
    pub fn chunk_fill(self, index: usize, emphasized: bool) -> Color32 {
        let share = match (self.dark, emphasized) {
            (false, false) => 0.20,
            (false, true) => 0.42,
            (true, false) => 0.30,
            (true, true) => 0.52,
        };
        self.chunk(index).gamma_multiply(share)
    }

    /// The fill of a chunk over a page, which is white in both themes.
    #[must_use]
    pub fn chunk_fill_on_page(self, index: usize, emphasized: bool) -> Color32 {
        Self::LIGHT.chunk_fill(index, emphasized)
    }

    /// The colour of a piece's kind: after Okabe and Ito too; what is no text is gray.
    #[must_use]
    pub fn kind(self, kind: BlockKind) -> Color32 {
        let (light, dark) = match kind {
            BlockKind::Heading => ((0x7a, 0x4f, 0xd0), (0xa9, 0x86, 0xf2)),
            BlockKind::Paragraph => ((0x2a, 0x6f, 0xc4), (0x5b, 0x9e, 0xea)),
            BlockKind::ListItem => ((0x12, 0x84, 0x66), (0x3c, 0xb8, 0x94)),
            BlockKind::Table => ((0xb8, 0x5c, 0x00), (0xf0, 0x98, 0x38)),
            BlockKind::Caption => ((0x8a, 0x74, 0x00), (0xd0, 0xb4, 0x30)),
            BlockKind::Footnote => ((0xa0, 0x48, 0x9c), (0xd4, 0x84, 0xd0)),
            BlockKind::Code | BlockKind::Formula => ((0x0a, 0x7e, 0xa8), (0x56, 0xba, 0xe8)),
            BlockKind::Quote | BlockKind::Figure => ((0x4e, 0x62, 0x80), (0x94, 0xa8, 0xc8)),
            BlockKind::Furniture => ((0x70, 0x76, 0x82), (0x9a, 0xa2, 0xb0)),
        };
        let (r, g, b) = if self.dark { dark } else { light };
        Color32::from_rgb(r, g, b)
    }

    /// Over what is read now, while it is played through.
    #[must_use]
    pub fn reading(self) -> Color32 {
        HUES[1].gamma_multiply(if self.dark { 0.5 } else { 0.4 })
    }

    /// An arrow of the reading order that is as it should be.
    #[must_use]
    pub fn arrow(self) -> Color32 {
        self.ink.gamma_multiply(0.55)
    }

    /// The colour of a passage's underline.
    #[must_use]
    pub fn role(self, role: Role) -> Color32 {
        match role {
            Role::Answer => self.good,
            Role::Condition => self.warn,
            Role::Exception => self.bad,
        }
    }

    /// The glyph of a role, so that it can be told without colour.
    #[must_use]
    pub fn role_glyph(role: Role) -> &'static str {
        match role {
            Role::Answer => "1",
            Role::Condition => "2",
            Role::Exception => "3",
        }
    }
}
