//! How many chunks have which size, with the limit as a line.

use crate::ui::i18n::{number, tr, tr_with};
use crate::ui::theme::Theme;
use egui::{Align2, FontId, Pos2, Rect, Sense, Shape, Stroke, Ui, vec2};
use fluent_bundle::FluentValue;

/// What is shown.
#[derive(Clone, Copy, Debug)]
pub struct HistogramInput<'a> {
    /// How many chunks each bucket holds; bucket `i` holds sizes from `i * bucket_width` on.
    pub buckets: &'a [usize],
    /// Width of a bucket in units.
    pub bucket_width: usize,
    /// The limit in units.
    pub limit: usize,
    /// The unit's name.
    pub unit: &'a str,
    /// The size of the selected chunk.
    pub highlight: Option<usize>,
}

/// Room for the numbers under the bars.
const AXIS: f32 = 26.0;
/// Room over the bars for the limit's name.
const HEAD: f32 = 14.0;

/// Shows the histogram in the room that is left; the bucket that was clicked.
pub fn histogram(ui: &mut Ui, input: &HistogramInput<'_>) -> Option<usize> {
    let size = vec2(ui.available_width().max(120.0), ui.available_height().clamp(70.0, 240.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let theme = Theme::of(ui.ctx());
    let plot = Rect::from_min_max(rect.min + vec2(0.0, HEAD), rect.max - vec2(0.0, AXIS));
    // The limit is always in sight, with a little room behind it.
    // Sizes up to the limit stand before its line: it is drawn behind the bucket that holds it.
    let width = input.bucket_width.max(1);
    let edge = (input.limit / width + 1) * width;
    let span = (input.buckets.len() * width).max(edge + edge / 8).max(1) as f32;
    let x = |size: f32| plot.left() + plot.width() * (size / span);
    let most = input.buckets.iter().copied().max().unwrap_or(0).max(1) as f32;
    let hovered = response
        .hover_pos()
        .filter(|p| plot.x_range().contains(p.x))
        .map(|p| ((p.x - plot.left()) / plot.width() * span / input.bucket_width.max(1) as f32) as usize);
    let painter = ui.painter_at(rect);
    for (i, count) in input.buckets.iter().enumerate().filter(|(_, n)| **n > 0) {
        let from = x((i * input.bucket_width) as f32);
        let to = x(((i + 1) * input.bucket_width) as f32);
        let height = (plot.height() * *count as f32 / most).max(2.0);
        let bar = Rect::from_min_max(Pos2::new(from, plot.bottom() - height), Pos2::new(to, plot.bottom()));
        let chosen = input.highlight.is_some_and(|s| s / input.bucket_width.max(1) == i);
        let strength = if chosen || hovered == Some(i) { 1.0 } else { 0.62 };
        let gap = if bar.width() > 6.0 { 1.5 } else { 0.25 };
        painter.rect_filled(bar.shrink2(vec2(gap, 0.0)), 2.0, theme.accent.gamma_multiply(strength));
    }
    painter.hline(plot.x_range(), plot.bottom(), Stroke::new(1.0, theme.line));
    axis(&painter, plot, span, theme, input.unit);
    let limit = x(edge as f32).round();
    let line = [Pos2::new(limit, rect.top() + 2.0), Pos2::new(limit, plot.bottom())];
    painter.extend(Shape::dashed_line(&line, Stroke::new(1.5, theme.bad), 4.0, 3.0));
    let name = tr_with("histogram-limit", &[("n", FluentValue::from(number(input.limit)))]);
    let right = limit + 90.0 < rect.right();
    let (anchor, offset) = if right { (Align2::LEFT_TOP, 5.0) } else { (Align2::RIGHT_TOP, -5.0) };
    painter.text(Pos2::new(limit + offset, rect.top()), anchor, name, FontId::proportional(11.0), theme.bad);
    describe(ui, &response, input);
    let bucket = hovered.filter(|i| input.buckets.get(*i).is_some_and(|n| *n > 0));
    let clicked = response.clicked().then_some(bucket).flatten();
    if let Some(i) = bucket {
        response.on_hover_text_at_pointer(bucket_text(input, i));
    }
    clicked
}

/// Round numbers under the bars, no closer than they can be read.
fn axis(painter: &egui::Painter, plot: Rect, span: f32, theme: Theme, unit: &str) {
    let rough = span * 60.0 / plot.width().max(60.0);
    let power = 10_f32.powf(rough.max(1.0).log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= rough).unwrap_or(power * 10.0);
    let font = FontId::proportional(10.5);
    let mut at = 0.0;
    while at <= span {
        let x = plot.left() + plot.width() * at / span;
        let align = if at == 0.0 { Align2::LEFT_TOP } else { Align2::CENTER_TOP };
        painter.text(
            Pos2::new(x, plot.bottom() + 2.0),
            align,
            number(at as usize),
            font.clone(),
            theme.quiet,
        );
        at += step;
    }
    let corner = Pos2::new(plot.right(), plot.bottom() + 13.0);
    painter.text(corner, Align2::RIGHT_TOP, unit, font, theme.quiet);
}

fn bucket_text(input: &HistogramInput<'_>, i: usize) -> String {
    let from = i * input.bucket_width;
    let values = [
        ("n", FluentValue::from(number(input.buckets[i]))),
        ("from", FluentValue::from(number(from))),
        ("to", FluentValue::from(number(from + input.bucket_width.max(1) - 1))),
        ("unit", FluentValue::from(input.unit)),
    ];
    tr_with("histogram-bucket", &values)
}

/// A reader of the screen hears the fullest bucket and the limit.
fn describe(ui: &Ui, response: &egui::Response, input: &HistogramInput<'_>) {
    let fullest =
        input.buckets.iter().enumerate().max_by_key(|(_, n)| **n).map(|(i, _)| bucket_text(input, i));
    let limit = tr_with("histogram-limit", &[("n", FluentValue::from(number(input.limit)))]);
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(egui::accesskit::Role::Image);
        node.set_label(tr("histogram-name"));
        node.set_description(format!("{} {limit}", fullest.unwrap_or_default()));
    });
}
