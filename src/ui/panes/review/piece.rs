//! The selected piece, and playing through.

use crate::app::{Action, Command, ReviewPiece, SPEEDS, column_of};
use crate::document::{BlockKind, Extraction, Origins, Rect};
use crate::ui::context::{Context, action_tip};
use crate::ui::i18n::{number, tr, tr_with};
use crate::ui::theme::space;
use crate::ui::words;
use egui::{Grid, RichText, Ui, WidgetInfo};
use fluent_bundle::FluentValue;

/// The selected piece, or what to do to see one.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>) {
    let Some(piece) = cx.state.review.piece().cloned() else {
        cx.caption(ui, &tr("piece-none"), "");
        ui.label(cx.quiet(tr("piece-none-hint")));
        return;
    };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(10.0, 10.0), egui::Sense::hover());
        ui.painter().rect_filled(rect, 2.0, cx.theme.kind(piece.piece.kind));
        cx.caption(ui, &words::piece_title(&piece), "");
    });
    let Some(extraction) = cx.state.extraction().cloned() else { return };
    kind(ui, cx, &piece);
    Grid::new("piece").num_columns(2).spacing([14.0, 3.0]).show(ui, |ui| {
        let fact = |ui: &mut Ui, name: String, value: String| {
            ui.label(cx.quiet(name));
            ui.add(egui::Label::new(value).wrap());
            ui.end_row();
        };
        if let Some(lines) = lines(&extraction, &piece) {
            fact(ui, tr("piece-lines"), number(lines));
        }
        fact(ui, tr("piece-place"), place(cx, &piece));
        let text = match piece.span {
            Some(span) => extraction.text().char_span(span).to_string(),
            None => piece.removed.map(words::removal).unwrap_or_default(),
        };
        fact(ui, tr("piece-text"), text);
    });
    ui.horizontal_wrapped(|ui| {
        for action in [Action::MarkFurniture, Action::SplitPiece, Action::JoinPiece] {
            let key = action.info().shortcut.map(|s| s.to_string()).unwrap_or_default();
            let text = format!("{key}  {}", tr(action.info().key));
            if ui.add(egui::Button::new(text).small()).on_hover_text(action_tip(action)).clicked() {
                cx.run(action);
            }
        }
    });
    if piece.span.is_none() {
        let said = piece.piece.raw.get(extraction.raw().as_str()).unwrap_or_default();
        ui.label(cx.quiet(words::beginning(said, 120)));
    }
}

/// What the piece is, its level and its number, each to be changed.
fn kind(ui: &mut Ui, cx: &mut Context<'_>, piece: &ReviewPiece) {
    let Some(index) = cx.state.review.selected else { return };
    let (now, level) = (piece.piece.kind, piece.piece.level);
    ui.horizontal(|ui| {
        let combo = egui::ComboBox::from_id_salt("kind").selected_text(words::kind(now)).width(118.0);
        let response = combo.show_ui(ui, |ui| {
            for other in words::KINDS {
                if ui.selectable_label(now == other, words::kind(other)).clicked() && now != other {
                    let level = (other == BlockKind::Heading).then_some(2);
                    cx.send(Command::SetKind { piece: index, kind: other, level });
                }
            }
        });
        response.response.widget_info(|| WidgetInfo::labeled(egui::Role::ComboBox, true, tr("piece-kind")));
        if matches!(now, BlockKind::Heading | BlockKind::ListItem) {
            let mut value = level.unwrap_or(1);
            let drag = egui::DragValue::new(&mut value).range(1..=6).update_while_editing(false);
            let response =
                ui.add(drag.prefix(tr("piece-level-prefix"))).on_hover_text(tr("piece-level-hint"));
            response
                .widget_info(|| WidgetInfo::labeled(egui::Role::SpinButton, true, tr("piece-level-name")));
            if response.changed() && Some(value) != level {
                cx.send(Command::SetKind { piece: index, kind: now, level: Some(value) });
            }
        }
        if let Some(number) = piece.piece.number {
            let last = cx.state.review.facts.pieces.read_on(piece.piece.key.page);
            let mut value = number;
            let drag = egui::DragValue::new(&mut value).range(1..=last.max(1)).update_while_editing(false);
            let response = ui.add(drag.prefix(tr("piece-number-prefix")));
            response.widget_info(|| WidgetInfo::labeled(egui::Role::SpinButton, true, tr("piece-number")));
            // A drag commits when it is let go.
            if response.drag_stopped() || (response.changed() && !response.dragged()) {
                let id = response.id;
                let dragged = ui.data(|d| d.get_temp::<u32>(id)).unwrap_or(value);
                cx.send(Command::MovePiece {
                    piece: index,
                    number: if response.drag_stopped() { dragged } else { value },
                });
            } else if response.dragged() {
                ui.data_mut(|d| d.insert_temp(response.id, value));
            }
            response.on_hover_text(action_tip(Action::MovePiece));
        }
    });
}

/// How many lines a piece has on its page.
fn lines(extraction: &Extraction, piece: &ReviewPiece) -> Option<usize> {
    let Origins::Glyphs(origins) = extraction.origins() else { return None };
    let glyphs = origins.within(piece.piece.raw).filter(|g| g.page == piece.piece.key.page);
    let mut lines: Vec<u32> = glyphs.map(|g| g.line).collect();
    lines.sort_unstable();
    lines.dedup();
    Some(lines.len())
}

/// Where a piece stands, and after what it is read.
fn place(cx: &Context<'_>, piece: &ReviewPiece) -> String {
    let facts = &cx.state.review.facts;
    let page = piece.piece.key.page;
    let mut parts = vec![tr_with("page-number", &[("n", FluentValue::from(number(page.number() as usize)))])];
    let places: Vec<Rect> = facts.pieces.all()[facts.pieces.on(page)]
        .iter()
        .filter(|p| p.piece.number.is_some())
        .flat_map(|p| p.piece.regions.iter().copied())
        .take(200)
        .collect();
    let many = facts.shapes.get(page.get()).is_some_and(|s| s.columns > 1);
    if let Some(first) = piece.piece.regions.first().filter(|_| many) {
        parts.push(tr_with("piece-column", &[("n", FluentValue::from(column_of(&places, *first)))]));
    }
    if let Some(n) = piece.piece.number.filter(|n| *n > 1) {
        parts.push(tr_with("piece-after", &[("n", FluentValue::from(number(n as usize - 1)))]));
    }
    parts.join(", ")
}

/// Playing through: start, pause, speed.
pub fn play(ui: &mut Ui, cx: &mut Context<'_>) {
    cx.caption(ui, &tr("play"), "");
    ui.horizontal(|ui| {
        for (sign, action) in [
            ("◀", Action::StepBack),
            (if cx.state.review.playing { "⏸" } else { "▶" }, Action::PlayPause),
            ("▶|", Action::StepForward),
        ] {
            let button = ui.button(sign).on_hover_text(action_tip(action));
            button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, tr(action.info().key)));
            if button.clicked() {
                cx.run(action);
            }
        }
        let speed = cx.state.settings.play_speed;
        let combo = egui::ComboBox::from_id_salt("speed").selected_text(times(speed)).width(58.0);
        let response = combo.show_ui(ui, |ui| {
            for other in SPEEDS {
                if ui.selectable_label(speed == other, times(other)).clicked() {
                    cx.send(Command::PlaySpeed(other));
                }
            }
        });
        response.response.widget_info(|| WidgetInfo::labeled(egui::Role::ComboBox, true, tr("play-speed")));
    });
    ui.add_space(space::SMALL);
    ui.label(RichText::new(tr("play-hint")).color(cx.theme.quiet));
}

fn times(speed: f32) -> String {
    format!("{speed}×")
}
