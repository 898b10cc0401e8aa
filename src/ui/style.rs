//! The theme's colours and sizes as egui styles.

use super::theme::{Theme, font};
use crate::app::ThemeChoice;
use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Vec2};

/// Sets both themes' styles. Once at start.
pub fn install(ctx: &egui::Context) {
    for (which, theme) in [(egui::Theme::Light, Theme::LIGHT), (egui::Theme::Dark, Theme::DARK)] {
        ctx.style_mut_of(which, |style| apply(style, theme));
    }
}

/// Shows the theme that was chosen.
pub fn choose(ctx: &egui::Context, choice: ThemeChoice) {
    ctx.set_theme(match choice {
        ThemeChoice::Light => egui::ThemePreference::Light,
        ThemeChoice::Dark => egui::ThemePreference::Dark,
        ThemeChoice::System => egui::ThemePreference::System,
    });
}

/// The semibold face at a size.
#[must_use]
pub fn semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(font::SEMIBOLD.into()))
}

fn apply(style: &mut egui::Style, theme: Theme) {
    style.text_styles = [
        (TextStyle::Heading, semibold(15.0)),
        (TextStyle::Body, FontId::proportional(12.5)),
        (TextStyle::Button, FontId::proportional(12.5)),
        (TextStyle::Small, FontId::proportional(11.0)),
        (TextStyle::Monospace, FontId::monospace(12.5)),
    ]
    .into();
    let spacing = &mut style.spacing;
    spacing.item_spacing = Vec2::new(6.0, 5.0);
    spacing.button_padding = Vec2::new(8.0, 4.0);
    spacing.interact_size = Vec2::new(24.0, 22.0);
    spacing.menu_margin = Margin::same(6);
    spacing.window_margin = Margin::same(14);
    spacing.slider_rail_height = 4.0;
    spacing.combo_width = 60.0;
    spacing.tooltip_width = 420.0;
    style.interaction.selectable_labels = false;
    style.url_in_tooltip = true;
    visuals(&mut style.visuals, theme);
}

fn visuals(visuals: &mut egui::Visuals, theme: Theme) {
    *visuals = if theme.dark { egui::Visuals::dark() } else { egui::Visuals::light() };
    visuals.panel_fill = theme.panel;
    visuals.window_fill = theme.panel;
    visuals.window_stroke = Stroke::new(1.0, theme.line);
    visuals.window_corner_radius = CornerRadius::same(10);
    visuals.menu_corner_radius = CornerRadius::same(8);
    visuals.extreme_bg_color = theme.surface;
    visuals.faint_bg_color = theme.field();
    visuals.override_text_color = Some(theme.ink);
    visuals.weak_text_color = Some(theme.quiet);
    visuals.hyperlink_color = theme.accent;
    visuals.error_fg_color = theme.bad;
    visuals.warn_fg_color = theme.warn;
    visuals.selection.bg_fill = theme.chosen;
    visuals.selection.stroke = Stroke::new(1.0, theme.accent);
    visuals.slider_trailing_fill = true;
    visuals.popup_shadow = Shadow {
        offset: [0, 4],
        blur: 16,
        spread: 0,
        color: Color32::from_black_alpha(if theme.dark { 120 } else { 40 }),
    };
    visuals.window_shadow = visuals.popup_shadow;
    let widgets = &mut visuals.widgets;
    for state in [
        &mut widgets.noninteractive,
        &mut widgets.inactive,
        &mut widgets.hovered,
        &mut widgets.active,
        &mut widgets.open,
    ] {
        state.corner_radius = CornerRadius::same(6);
        state.expansion = 0.0;
        state.fg_stroke = Stroke::new(1.0, theme.ink);
    }
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, theme.line);
    widgets.inactive.bg_fill = theme.rail();
    widgets.inactive.weak_bg_fill = theme.field();
    widgets.inactive.bg_stroke = Stroke::NONE;
    widgets.hovered.bg_fill = theme.accent.gamma_multiply(0.35);
    widgets.hovered.weak_bg_fill = theme.chosen;
    widgets.hovered.bg_stroke = Stroke::NONE;
    widgets.active.bg_fill = theme.accent;
    widgets.active.weak_bg_fill = theme.chosen;
    widgets.active.bg_stroke = Stroke::new(1.0, theme.accent);
    widgets.open.weak_bg_fill = theme.chosen;
}
