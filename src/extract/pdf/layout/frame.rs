//! Directions of writing: each direction's glyphs in coordinates in which text runs to the right.

use crate::document::Point;
use crate::extract::pdf::glyphs::{PageGlyphs, RawGlyph};
use std::collections::BTreeMap;

/// A direction of writing.
pub struct Frame {
    /// Unit vector along the lines.
    pub along: Point,
}

/// A glyph in a frame: x along the lines, y from line to line.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// The glyph's number on the page.
    pub glyph: usize,
    /// The pen before it.
    pub x0: f32,
    /// The pen after it.
    pub x1: f32,
    /// Its baseline.
    pub y: f32,
    /// Its em.
    pub em: f32,
}

impl Frame {
    /// From page space into the frame.
    pub fn place(&self, p: Point) -> Point {
        let u = self.along;
        Point { x: p.x * u.x + p.y * u.y, y: p.y * u.x - p.x * u.y }
    }
}

/// The picked glyphs by direction, the direction of most glyphs first.
///
/// Directions within 2.5 degrees are one (scans stand askew).
pub fn frames(page: &PageGlyphs, pick: impl Fn(usize) -> bool) -> Vec<(Frame, Vec<Item>)> {
    let mut bins: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
    for (i, glyph) in page.glyphs.iter().enumerate().filter(|(i, _)| pick(*i)) {
        let angle = glyph.direction.y.atan2(glyph.direction.x).to_degrees();
        bins.entry((angle / 5.0).round() as i32 % 72).or_default().push(i);
    }
    // -180 and 180 degrees are one direction.
    if let Some(turned) = bins.remove(&-36) {
        bins.entry(36).or_default().extend(turned);
    }
    let mut frames: Vec<_> = bins.into_values().collect();
    frames.sort_by_key(|glyphs| std::cmp::Reverse(glyphs.len()));
    frames
        .into_iter()
        .map(|mut glyphs| {
            glyphs.sort_unstable();
            let frame = Frame { along: direction(page, &glyphs) };
            let items = glyphs.iter().map(|&i| item(&frame, i, &page.glyphs[i])).collect();
            (frame, items)
        })
        .collect()
}

/// The middle one of the glyphs' directions.
fn direction(page: &PageGlyphs, glyphs: &[usize]) -> Point {
    let first = page.glyphs[glyphs[0]].direction;
    let turn = |i: &usize| {
        let d = page.glyphs[*i].direction;
        first.x * d.y - first.y * d.x
    };
    let mut turns: Vec<(f32, usize)> = glyphs.iter().map(|i| (turn(i), *i)).collect();
    turns.sort_by(|a, b| a.0.total_cmp(&b.0));
    page.glyphs[turns[turns.len() / 2].1].direction
}

fn item(frame: &Frame, number: usize, glyph: &RawGlyph) -> Item {
    let p = frame.place(glyph.origin);
    let width = match glyph.ink {
        Some(ink) if glyph.advance <= 0.0 => ink.x1.max(0.0),
        _ => glyph.advance,
    };
    Item { glyph: number, x0: p.x, x1: p.x + width, y: p.y, em: glyph.em }
}
