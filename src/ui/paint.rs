//! Shapes that texts and pages share: hatching, dashes, small marks.
//!
//! Knows geometry and colors; what they stand for is the business of those who call it.

use egui::{Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

/// From one stripe to the next, and how much of that is painted, in logical pixels along x.
const PERIOD: f32 = 8.0;
const WIDTH: f32 = 3.4;

/// Diagonal stripes that fill `quad` exactly. Stripes of quads with the same `origin` meet. Only what
/// `clip` shows is made, so that a quad of any size costs no more than the view.
#[must_use]
pub fn hatch(quad: [Pos2; 4], origin: Pos2, clip: Rect, color: Color32) -> Option<Shape> {
    let bounds = Rect::from_points(&quad).intersect(clip);
    if !bounds.is_positive() {
        return None;
    }
    let phase = origin.x + origin.y;
    let (from, to) = (bounds.min.x + bounds.min.y - phase, bounds.max.x + bounds.max.y - phase);
    let mut mesh = Mesh::default();
    for k in (from / PERIOD).floor() as i32..=(to / PERIOD).ceil() as i32 {
        let start = phase + k as f32 * PERIOD;
        let half = cut(&quad, |p| p.x + p.y - start);
        let stripe = cut(&half, |p| start + WIDTH - p.x - p.y);
        let first = mesh.vertices.len() as u32;
        for corner in &stripe {
            mesh.colored_vertex(*corner, color);
        }
        for i in 2..stripe.len() as u32 {
            mesh.add_triangle(first, first + i - 1, first + i);
        }
    }
    (!mesh.is_empty()).then(|| Shape::mesh(mesh))
}

/// The part of a convex polygon where `side` is not negative (Sutherland and Hodgman, 1974).
fn cut(polygon: &[Pos2], side: impl Fn(Pos2) -> f32) -> Vec<Pos2> {
    let mut out = Vec::with_capacity(polygon.len() + 1);
    for (i, &a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        let (da, db) = (side(a), side(b));
        if da >= 0.0 {
            out.push(a);
        }
        if (da >= 0.0) != (db >= 0.0) {
            out.push(a + (b - a) * (da / (da - db)));
        }
    }
    out
}

/// [`hatch`] for a rectangle; the stripes move with it. Returns the number of shapes.
pub fn hatch_rect(painter: &Painter, rect: Rect, color: Color32) -> usize {
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
    let shape = hatch(corners, rect.min, painter.clip_rect(), color);
    shape.map_or(0, |shape| {
        painter.add(shape);
        1
    })
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
    painter.text(center, Align2::CENTER_CENTER, glyph, FontId::proportional(7.0), ink);
}

/// Radius of a [`badge`] in points.
pub const BADGE_RADIUS: f32 = 4.0;

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
    use egui::pos2;

    #[test]
    fn stripes_stay_inside_a_turned_quad_and_cover_their_share() {
        let quad = [pos2(50.0, 0.0), pos2(250.0, 100.0), pos2(230.0, 140.0), pos2(30.0, 40.0)];
        let clip = Rect::from_min_max(pos2(-900.0, -900.0), pos2(900.0, 900.0));
        let Some(Shape::Mesh(mesh)) = hatch(quad, Pos2::ZERO, clip, Color32::RED) else { panic!("no mesh") };
        let cross = |a: Pos2, b: Pos2, c: Pos2| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        for v in &mesh.vertices {
            for i in 0..4 {
                assert!(cross(quad[i], quad[(i + 1) % 4], v.pos) > -0.5, "{:?}", v.pos);
            }
        }
        let area: f32 = mesh
            .indices
            .chunks(3)
            .map(|t| {
                cross(
                    mesh.vertices[t[0] as usize].pos,
                    mesh.vertices[t[1] as usize].pos,
                    mesh.vertices[t[2] as usize].pos,
                )
                .abs()
                    / 2.0
            })
            .sum();
        let whole = cross(quad[0], quad[1], quad[2]).abs();
        assert!((area / whole - WIDTH / PERIOD).abs() < 0.05, "{area} of {whole}");
    }

    #[test]
    fn a_quad_as_wide_as_a_city_costs_no_more_than_the_view() {
        let far = 4.0e6;
        let quad = [pos2(-far, 0.0), pos2(far, 0.0), pos2(far, 50.0), pos2(-far, 50.0)];
        let clip = Rect::from_min_max(pos2(0.0, 0.0), pos2(800.0, 600.0));
        let Some(Shape::Mesh(mesh)) = hatch(quad, Pos2::ZERO, clip, Color32::RED) else { panic!("no mesh") };
        assert!(mesh.vertices.len() < 1000);
        assert!(hatch(quad, Pos2::ZERO, clip.translate(vec2(0.0, 900.0)), Color32::RED).is_none());
    }
}
