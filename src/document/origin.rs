//! Where each character of the raw text came from.

use super::geometry::{Point, Quad, Rect};
use super::page::PageIndex;
use crate::text::Span;
use serde::{Deserialize, Serialize};

/// Origins of a raw text.
#[derive(Clone, Debug)]
pub enum Origins {
    /// A place in the file's bytes.
    Bytes(ByteOrigins),
    /// Glyphs on pages.
    Glyphs(GlyphOrigins),
}

/// Maps offsets of a decoded text to offsets in the file's bytes: pieces in which a text byte is a
/// file byte, or in which characters are re-encoded.
#[derive(Clone, Debug, Default)]
pub struct ByteOrigins {
    /// `(text offset, file offset)` at which a new piece starts, ascending; between two entries one
    /// text byte is one file byte.
    pub anchors: Vec<(usize, u64)>,
}

impl ByteOrigins {
    /// The file byte that the text byte at `offset` came from.
    #[must_use]
    pub fn file_offset(&self, offset: usize) -> u64 {
        let n = self.anchors.partition_point(|a| a.0 <= offset);
        match n.checked_sub(1).map(|i| self.anchors[i]) {
            Some((text, file)) => file + (offset - text) as u64,
            None => offset as u64,
        }
    }
}

/// A glyph, its characters in the raw text and its place. At most one line box high: the quad runs
/// from pen position to pen position and from ascent to descent, widened to cover its ink.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Glyph {
    /// First byte of its characters in the raw text.
    pub start: u32,
    /// Number of bytes (a ligature has several characters).
    pub len: u16,
    /// The page it is painted on.
    pub page: PageIndex,
    /// Its place.
    pub quad: Quad,
    /// Which line it stands on; glyphs of one line have one number, unique in the document.
    pub line: u32,
}

impl Glyph {
    /// Its characters in the raw text.
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(self.start as usize, self.start as usize + usize::from(self.len))
    }
}

/// A quad on a page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageQuad {
    /// The page.
    pub page: PageIndex,
    /// The place on it.
    pub quad: Quad,
}

/// The glyphs of a raw text in the order of their characters; synthetic characters have none.
#[derive(Clone, Debug, Default)]
pub struct GlyphOrigins {
    glyphs: Vec<Glyph>,
}

impl GlyphOrigins {
    /// Takes glyphs in any order; sorts them by `start`.
    #[must_use]
    pub fn new(mut glyphs: Vec<Glyph>) -> Self {
        glyphs.sort_by_key(|g| g.start);
        Self { glyphs }
    }

    /// All glyphs, ascending by `start`.
    #[must_use]
    pub fn glyphs(&self) -> &[Glyph] {
        &self.glyphs
    }

    /// The glyphs with at least one byte in `raw`.
    #[must_use]
    pub fn within(&self, raw: Span) -> &[Glyph] {
        let first = self.glyphs.partition_point(|g| g.span().end() <= raw.start());
        let end = first + self.glyphs[first..].partition_point(|g| (g.start as usize) < raw.end());
        &self.glyphs[first..end]
    }

    /// The place of `raw`, one quad a line (more where the line's glyphs stand far apart).
    ///
    /// A span that holds a part of a ligature takes the ligature's share along its baseline.
    #[must_use]
    pub fn quads(&self, raw: Span) -> Vec<PageQuad> {
        let mut out: Vec<PageQuad> = Vec::new();
        let mut line = None;
        for glyph in self.within(raw) {
            let quad = share(glyph, raw);
            match out.last_mut() {
                Some(last) if line == Some((glyph.page, glyph.line)) && joins(last.quad, quad) => {
                    last.quad.0[1] = quad.0[1];
                    last.quad.0[2] = quad.0[2];
                }
                _ => out.push(PageQuad { page: glyph.page, quad }),
            }
            line = Some((glyph.page, glyph.line));
        }
        out
    }
}

/// The part of a glyph's quad that stands for the bytes it shares with `raw`.
fn share(glyph: &Glyph, raw: Span) -> Quad {
    let span = glyph.span();
    let part = span.intersection(raw).unwrap_or(span);
    if part == span || span.is_empty() {
        return glyph.quad;
    }
    let along = |offset: usize| (offset - span.start()) as f32 / span.len() as f32;
    let (from, to) = (along(part.start()), along(part.end()));
    let [a, b, c, d] = glyph.quad.0;
    let mix = |p: Point, q: Point, t: f32| Point { x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t };
    Quad([mix(a, b, from), mix(a, b, to), mix(d, c, to), mix(d, c, from)])
}

/// Whether `next` follows on `last` on one line, with the same slant, height and direction, and no
/// more than a wide space between them.
fn joins(last: Quad, next: Quad) -> bool {
    let height = distance(last.0[1], last.0[2]).max(0.1);
    let along = (last.0[1].x - last.0[0].x, last.0[1].y - last.0[0].y);
    let length = (along.0 * along.0 + along.1 * along.1).sqrt();
    if length <= f32::EPSILON {
        return false;
    }
    let unit = (along.0 / length, along.1 / length);
    let off = |p: Point, q: Point| {
        let d = (q.x - p.x, q.y - p.y);
        (d.0 * unit.0 + d.1 * unit.1, (d.1 * unit.0 - d.0 * unit.1).abs())
    };
    let (gap_top, drift_top) = off(last.0[1], next.0[0]);
    let (_, drift_bottom) = off(last.0[2], next.0[3]);
    drift_top < 0.02 * height
        && drift_bottom < 0.02 * height
        && gap_top > -0.5 * height
        && gap_top < 2.0 * height
}

fn distance(p: Point, q: Point) -> f32 {
    ((p.x - q.x).powi(2) + (p.y - q.y).powi(2)).sqrt()
}

/// The union of the bounds of all quads on `page`.
#[must_use]
pub fn bounds_on(quads: &[PageQuad], page: PageIndex) -> Option<Rect> {
    quads.iter().filter(|q| q.page == page).map(|q| q.quad.bounds()).reduce(Rect::cover)
}
