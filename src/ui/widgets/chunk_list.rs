//! The chunks as a dense table; only rows in sight are made.

use crate::ui::i18n::{number, tr, tr_with};
use crate::ui::theme::Theme;
use egui::{Align2, Color32, FontId, Key, Pos2, Rect, ScrollArea, Sense, Ui, vec2};
use fluent_bundle::FluentValue;

/// One row.
#[derive(Clone, Debug)]
pub struct ChunkRow {
    /// The chunk's colour.
    pub color: Color32,
    /// Its place in code points.
    pub span: String,
    /// Its size.
    pub size: String,
    /// Where it is cut, in one or two words.
    pub cut: String,
    /// Whether it is larger than the limit.
    pub oversize: bool,
}

/// What a person did in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChunkListResponse {
    /// The row that was clicked, or reached with the arrow keys.
    pub clicked: Option<usize>,
    /// The row under the pointer.
    pub hovered: Option<usize>,
}

/// Height of a row.
const ROW: f32 = 21.0;

/// Where the columns stand: the right edge of numbers, the left edge of words.
struct Columns {
    number: f32,
    span: f32,
    size: f32,
    cut: f32,
}

impl Columns {
    fn new(rect: Rect, rows: usize) -> Self {
        let digits = number(rows.max(100)).len() as f32;
        let number = rect.left() + 22.0 + digits * 7.0;
        let span = number + 12.0;
        let size = (span + 128.0).min(rect.right() - 52.0);
        Self { number, span, size, cut: size + 10.0 }
    }
}

/// Shows the list in the room that is left. `row` is asked for rows in sight only.
pub fn chunk_list(
    ui: &mut Ui,
    rows: usize,
    row: &mut dyn FnMut(usize) -> ChunkRow,
    selected: Option<usize>,
    scroll_to: Option<usize>,
) -> ChunkListResponse {
    let mut response = ChunkListResponse::default();
    heads(ui, rows);
    let id = ui.make_persistent_id("chunk list");
    ui.spacing_mut().item_spacing.y = 0.0;
    let height = ui.available_height();
    let mut area = ScrollArea::vertical().id_salt(id).auto_shrink(false);
    if let Some(target) = scroll_to {
        // Only when it is out of sight: a click on a row must not move the rows.
        let top = ui.data(|d| d.get_temp::<f32>(id)).unwrap_or(0.0);
        let at = target as f32 * ROW;
        if at < top || at + ROW > top + height {
            area = area.vertical_scroll_offset((at - height / 2.0).max(0.0));
        }
    }
    let output = area.show_rows(ui, ROW, rows, |ui, range| {
        for i in range {
            show_row(ui, i, rows, &row(i), selected == Some(i), &mut response);
        }
    });
    ui.data_mut(|d| d.insert_temp(id, output.state.clamped_offset().y));
    response
}

fn heads(ui: &mut Ui, rows: usize) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    let columns = Columns::new(rect, rows);
    let (font, quiet) = (FontId::proportional(11.0), Theme::of(ui.ctx()).quiet);
    let put = |x: f32, align, key: &str| {
        ui.painter().text(Pos2::new(x, rect.center().y), align, tr(key), font.clone(), quiet);
    };
    put(columns.number, Align2::RIGHT_CENTER, "column-number");
    put(columns.span, Align2::LEFT_CENTER, "column-span");
    put(columns.size, Align2::RIGHT_CENTER, "column-size");
    put(columns.cut, Align2::LEFT_CENTER, "column-cut");
}

fn show_row(ui: &mut Ui, i: usize, rows: usize, row: &ChunkRow, chosen: bool, out: &mut ChunkListResponse) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let theme = Theme::of(ui.ctx());
    let name = tr_with("chunk-row", &[("n", FluentValue::from(number(i + 1)))]);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, chosen, &name));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_description(format!("{} {} {}", row.span, row.size, row.cut));
    });
    // A row reached with the arrows takes the focus as soon as it is in sight.
    let focus = egui::Id::unique("chunk list focus");
    if ui.data(|d| d.get_temp::<usize>(focus)) == Some(i) {
        ui.data_mut(|d| d.remove::<usize>(focus));
        response.request_focus();
    }
    if chosen || response.hovered() {
        let fill = if chosen { theme.chosen } else { theme.field() };
        ui.painter().rect_filled(rect, 4.0, fill);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 4.0, (1.0, theme.accent), egui::StrokeKind::Inside);
    }
    let columns = Columns::new(rect, rows);
    let middle = rect.center().y;
    let swatch = Rect::from_center_size(Pos2::new(rect.left() + 9.0, middle), vec2(9.0, 9.0));
    ui.painter().rect_filled(swatch, 2.0, row.color);
    let (digits, words) = (FontId::monospace(11.5), FontId::proportional(11.5));
    let put = |x: f32, align, text: &str, font: &FontId, color| {
        ui.painter().text(Pos2::new(x, middle), align, text, font.clone(), color);
    };
    put(columns.number, Align2::RIGHT_CENTER, &number(i + 1), &digits, theme.ink);
    put(columns.span, Align2::LEFT_CENTER, &row.span, &digits, theme.ink);
    let size_color = if row.oversize { theme.bad } else { theme.ink };
    put(columns.size, Align2::RIGHT_CENTER, &row.size, &digits, size_color);
    put(columns.cut, Align2::LEFT_CENTER, &row.cut, &words, theme.quiet);
    if response.clicked() {
        out.clicked = Some(i);
        response.request_focus();
    }
    if response.hovered() {
        out.hovered = Some(i);
    }
    if response.has_focus() {
        let step = |key| ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key));
        let down = step(Key::ArrowDown) && i + 1 < rows;
        let up = step(Key::ArrowUp) && i > 0;
        let next = if down { Some(i + 1) } else { up.then(|| i - 1) };
        if let Some(next) = next {
            out.clicked = Some(next);
            ui.data_mut(|d| d.insert_temp(focus, next));
        }
    }
}
