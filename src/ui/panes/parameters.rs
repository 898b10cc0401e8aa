//! Strategy, size, overlap, unit: the sliders that the colours follow.

use crate::app::Command;
use crate::chunk::{ChunkConfig, EqualTo, KeepSeparator, Overlap, Strategy};
use crate::measure::{Tokenizer, Unit};
use crate::ui::context::Context;
use crate::ui::i18n::{tr, tr_with};
use crate::ui::sizes::{separator, unit};
use crate::ui::theme::space;
use egui::{ComboBox, DragValue, Response, RichText, Slider, Ui};
use fluent_bundle::FluentValue;

/// What changed in this frame.
#[derive(Clone, Copy, Default)]
struct Change {
    changed: bool,
    /// The slider is still held.
    held: bool,
}

impl Change {
    fn note(&mut self, response: &Response) {
        self.changed |= response.changed() || response.drag_stopped() || response.lost_focus();
        self.held |= response.dragged()
            || response.has_focus() && response.changed() && response.is_pointer_button_down_on();
    }

    fn set(&mut self) {
        self.changed = true;
    }
}

/// Shows the parameters and sends what was changed.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>) {
    let mut config = cx.state.config.clone();
    let mut change = Change::default();
    strategy(ui, cx, &mut config, &mut change);
    size(ui, cx, &mut config, &mut change);
    overlap(ui, cx, &mut config, &mut change);
    units(ui, cx, &mut config, &mut change);
    match config.strategy {
        Strategy::Recursive => recursive(ui, cx, &mut config, &mut change),
        Strategy::Fixed => step(ui, cx, &mut config, &mut change),
    }
    if let Some(fault) = &cx.state.config_fault {
        ui.add_space(space::SMALL);
        ui.label(RichText::new(fault).color(cx.theme.bad));
    }
    if change.changed {
        cx.send(Command::Configure { config, done: !change.held });
    }
}

fn strategy(ui: &mut Ui, cx: &Context<'_>, config: &mut ChunkConfig, change: &mut Change) {
    cx.caption(ui, &tr("strategy"), "");
    let name = |s: Strategy| match (s, config.recursive.equal_to) {
        (Strategy::Recursive, Some(EqualTo::Langchain)) => tr("strategy-langchain"),
        (Strategy::Recursive, None) => tr("strategy-recursive"),
        (Strategy::Fixed, _) => tr("strategy-fixed"),
    };
    let choices = [
        (Strategy::Recursive, None, "strategy-recursive"),
        (Strategy::Fixed, config.recursive.equal_to, "strategy-fixed"),
        (Strategy::Recursive, Some(EqualTo::Langchain), "strategy-langchain"),
    ];
    let combo =
        ComboBox::from_id_salt("strategy").selected_text(name(config.strategy)).width(ui.available_width());
    let response = combo.show_ui(ui, |ui| {
        for (strategy, equal_to, key) in choices {
            let now = config.strategy == strategy
                && (strategy == Strategy::Fixed || config.recursive.equal_to == equal_to);
            if ui.selectable_label(now, tr(key)).clicked() && !now {
                config.strategy = strategy;
                if strategy == Strategy::Recursive {
                    config.recursive.equal_to = equal_to;
                    config.recursive.keep_separator =
                        if equal_to.is_some() { KeepSeparator::Start } else { KeepSeparator::End };
                }
                change.set();
            }
        }
    });
    name_for_readers(&response.response, &tr("strategy"));
    let hint = match (config.strategy, config.recursive.equal_to) {
        (Strategy::Fixed, _) => "strategy-fixed-hint",
        (Strategy::Recursive, None) => "strategy-recursive-hint",
        (Strategy::Recursive, Some(_)) => "strategy-langchain-hint",
    };
    ui.label(cx.quiet(tr(hint)));
    ui.add_space(space::SMALL);
}

fn name_for_readers(response: &Response, name: &str) {
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, name));
}

/// A slider under its name and value, as wide as the panel.
fn slider(
    ui: &mut Ui,
    cx: &Context<'_>,
    name: &str,
    suffix: &str,
    value: &mut usize,
    slider: impl FnOnce(&mut usize) -> Slider<'_>,
    limits: std::ops::RangeInclusive<usize>,
    change: &mut Change,
) {
    ui.horizontal(|ui| {
        ui.label(name);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(cx.quiet(suffix));
            let drag = DragValue::new(value).range(limits).speed(1.0).update_while_editing(false);
            let response = ui.add(drag);
            label(&response, &format!("{name}, {}", tr("typed")));
            change.note(&response);
        });
    });
    ui.spacing_mut().slider_width = ui.available_width();
    let response = ui.add(slider(value).show_value(false));
    label(&response, name);
    change.note(&response);
}

fn label(response: &Response, name: &str) {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_label(name));
}

fn size(ui: &mut Ui, cx: &Context<'_>, config: &mut ChunkConfig, change: &mut Change) {
    let most = match config.unit {
        Unit::Bytes | Unit::Characters | Unit::Graphemes => 8192,
        Unit::Words | Unit::Tokens => 2048,
    };
    let top = most.max(config.size);
    let before = config.size;
    slider(
        ui,
        cx,
        &tr("size"),
        &unit(config.unit),
        &mut config.size,
        |v| Slider::new(v, 1..=top).logarithmic(true).smallest_positive(8.0),
        1..=100_000_000,
        change,
    );
    // An overlap must stay below the size while the size moves down.
    if config.size < before
        && let Overlap::Units(n) = &mut config.overlap
    {
        *n = (*n).min(config.size.saturating_sub(1));
    }
}

fn overlap(ui: &mut Ui, cx: &Context<'_>, config: &mut ChunkConfig, change: &mut Change) {
    let mut units = config.overlap.units(config.size);
    let before = units;
    let most = config.size.saturating_sub(1);
    let suffix = match config.overlap {
        Overlap::Percent(p) => format!("{} ({p} %)", unit(config.unit)),
        Overlap::Units(_) => unit(config.unit),
    };
    slider(ui, cx, &tr("overlap"), &suffix, &mut units, |v| Slider::new(v, 0..=most), 0..=most, change);
    if units != before {
        config.overlap = Overlap::Units(units);
    }
}

fn units(ui: &mut Ui, cx: &Context<'_>, config: &mut ChunkConfig, change: &mut Change) {
    row(ui, cx, &tr("unit"), |ui| {
        let combo = ComboBox::from_id_salt("unit").selected_text(unit(config.unit));
        let response = combo.show_ui(ui, |ui| {
            for choice in Unit::ALL {
                if ui.selectable_value(&mut config.unit, choice, unit(choice)).changed() {
                    change.set();
                }
            }
        });
        name_for_readers(&response.response, &tr("unit"));
    });
    if config.unit == Unit::Tokens {
        row(ui, cx, &tr("tokenizer"), |ui| {
            let combo = ComboBox::from_id_salt("tokenizer").selected_text(config.tokenizer.name());
            let response = combo.show_ui(ui, |ui| {
                for choice in Tokenizer::ALL {
                    if ui.selectable_value(&mut config.tokenizer, choice, choice.name()).changed() {
                        change.set();
                    }
                }
            });
            name_for_readers(&response.response, &tr("tokenizer"));
        });
    }
}

fn row(ui: &mut Ui, _cx: &Context<'_>, name: &str, add: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.label(name);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), add);
    });
}

fn recursive(ui: &mut Ui, cx: &Context<'_>, config: &mut ChunkConfig, change: &mut Change) {
    let levels: Vec<String> = config.recursive.separators.iter().map(|s| separator(s)).collect();
    let values = [("levels", FluentValue::from(levels.join(", ")))];
    ui.label(cx.quiet(tr_with("separators", &values)));
    if ui.checkbox(&mut config.recursive.trim, tr("trim")).on_hover_text(tr("trim-hint")).changed() {
        change.set();
    }
}

fn step(ui: &mut Ui, cx: &Context<'_>, config: &mut ChunkConfig, change: &mut Change) {
    let overlap = config.overlap.units(config.size);
    let step = if config.step == 0 { config.size.saturating_sub(overlap) } else { config.step };
    row(ui, cx, &tr("step"), |ui| {
        ui.label(cx.quiet(unit(config.unit)));
        let mut value = step;
        let response = ui.add(DragValue::new(&mut value).range(1..=config.size).update_while_editing(false));
        label(&response, &tr("step"));
        if response.changed() {
            // A step says the overlap in another way; one of them is kept.
            config.overlap = Overlap::Units(config.size.saturating_sub(value));
            config.step = 0;
            change.set();
        }
    });
}
