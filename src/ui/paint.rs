//! Shapes that texts and pages share: hatching, dashes, small marks.
//!
//! Knows geometry and colors; what they stand for is the business of those who call it.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

/// Distance from stripe to stripe along the x axis, in points.
pub const HATCH_PERIOD: f32 = 9.0;

/// How much of a period a stripe takes.
const STRIPE_SHARE: f32 = 0.5;

/// Fills a convex polygon with diagonal stripes; returns the number of shapes.
///
/// Stripes lie on a grid that all polygons share, so that those of neighboring polygons meet. What is
/// outside of the painter's clip rectangle is not made into shapes.
pub fn hatch(painter: &Painter, polygon: &[Pos2], color: Color32, period: f32) -> usize {
    let clip = painter.clip_rect();
    let bounds = Rect::from_points(polygon).intersect(clip);
    if polygon.len() < 3 || !bounds.is_positive() || period <= 0.5 || !bounds.is_finite() {
        return 0;
    }
    let (low, high) = (bounds.left() + bounds.top(), bounds.right() + bounds.bottom());
    let mut count = 0;
    let mut from = (low / period).floor() * period;
    while from < high {
        let above = half_plane(polygon, |p| p.x + p.y - from);
        let stripe = half_plane(&above, |p| from + period * STRIPE_SHARE - p.x - p.y);
        if stripe.len() >= 3 {
            painter.add(Shape::convex_polygon(stripe, color, Stroke::NONE));
            count += 1;
        }
        from += period;
    }
    count
}

/// [`hatch`] for a rectangle, with the usual period.
pub fn hatch_rect(painter: &Painter, rect: Rect, color: Color32) -> usize {
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
    hatch(painter, &corners, color, HATCH_PERIOD)
}

/// The part of a convex polygon where `side` is not negative (`side` is linear). After Sutherland and
/// Hodgman, "Reentrant polygon clipping" (1974).
fn half_plane(polygon: &[Pos2], side: impl Fn(Pos2) -> f32) -> Vec<Pos2> {
    let mut out = Vec::with_capacity(polygon.len() + 2);
    for (i, &a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        let (sa, sb) = (side(a), side(b));
        if sa >= 0.0 {
            out.push(a);
        }
        if (sa > 0.0 && sb < 0.0) || (sa < 0.0 && sb > 0.0) {
            out.push(a + (b - a) * (sa / (sa - sb)));
        }
    }
    out
}

/// A horizontal line of 2 points, dashed where asked; returns the number of shapes.
pub fn underline(painter: &Painter, x: std::ops::Range<f32>, y: f32, color: Color32, dashed: bool) -> usize {
    let (a, b) = (pos2(x.start, y), pos2(x.end, y));
    let stroke = Stroke::new(2.0, color);
    if !dashed {
        painter.line_segment([a, b], stroke);
        return 1;
    }
    let dashes = Shape::dashed_line(&[a, b], stroke, 5.0, 3.0);
    let count = dashes.len();
    painter.extend(dashes);
    count
}

/// A disc with a character in it, for what has to be told without color.
pub fn badge(painter: &Painter, center: Pos2, glyph: &str, color: Color32, ink: Color32) {
    painter.circle_filled(center, BADGE_RADIUS, color);
    painter.text(center, Align2::CENTER_CENTER, glyph, FontId::proportional(8.0), ink);
}

/// Radius of a [`badge`] in points.
pub const BADGE_RADIUS: f32 = 5.0;

/// A small number in a rounded box whose left end stands on `at`, half above it. Returns its place.
pub fn flag(painter: &Painter, at: Pos2, text: &str, color: Color32, back: Color32) -> Rect {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(8.0), color);
    let size = galley.size() + vec2(4.0, 0.0);
    let rect = Rect::from_min_size(at, size);
    painter.rect_filled(rect, 2.0, back);
    painter.galley(rect.min + vec2(2.0, 0.0), galley, color);
    rect
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_a_square_is_a_triangle_of_half_its_area() {
        let square = [pos2(0.0, 0.0), pos2(2.0, 0.0), pos2(2.0, 2.0), pos2(0.0, 2.0)];
        let half = half_plane(&square, |p| 2.0 - p.x - p.y);
        let area: f32 = (0..half.len())
            .map(|i| {
                let (a, b) = (half[i], half[(i + 1) % half.len()]);
                (a.x * b.y - b.x * a.y) / 2.0
            })
            .sum();
        assert!((area - 2.0).abs() < 1e-4, "{half:?}");
    }
}
