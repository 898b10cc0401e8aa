//! Where each character of the raw text came from.

use super::geometry::{Point, Quad, Rect};
use super::page::PageIndex;
use crate::text::Span;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Origins of a raw text.
#[derive(Clone, Debug)]
pub enum Origins {
    /// A place in the file's bytes.
    Bytes(ByteOrigins),
    /// Glyphs on pages.
    Glyphs(GlyphOrigins),
}

/// A place where the way from text bytes to file bytes changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Anchor {
    text: usize,
    file: u64,
    /// From here on every so many bytes of the text ... (0: these characters are in no file, but follow on what
    /// stands before this byte of it)
    text_step: u8,
    /// ... are so many bytes of the file.
    file_step: u8,
}

/// Maps offsets of a decoded text to offsets in the file's bytes.
///
/// Kept in pieces with one slope each: UTF-8 is one byte for one byte as far as the next carriage return;
/// in other encodings a piece is a run of characters that take equally many bytes (in UTF-16, ASCII is 2
/// bytes for 1; in windows-1252 an umlaut is 1 byte for 2). A text without changes of slope costs nothing.
#[derive(Clone, Debug, Default)]
pub struct ByteOrigins {
    anchors: Vec<Anchor>,
}

impl ByteOrigins {
    /// Says that the text byte at `text` came from the file byte at `file`, and that from there on
    /// `text_step` bytes of the text stand for `file_step` bytes of the file, until the next call. Calls
    /// come in ascending order.
    pub fn push(&mut self, text: usize, file: u64, text_step: u8, file_step: u8) {
        self.add(Anchor { text, file, text_step: text_step.max(1), file_step });
    }

    /// Says that the text from `text` on is what stands from `start` on, for `len` bytes, in another text with
    /// these `origins`.
    pub fn push_part(&mut self, text: usize, origins: &Self, start: usize, len: usize) {
        let next = origins.anchors.partition_point(|a| a.text <= start);
        let first = next.checked_sub(1).map_or((1, 1), |i| {
            let a = origins.anchors[i];
            (a.text_step, a.file_step)
        });
        self.push(text, origins.file_offset(start), first.0, first.1);
        for anchor in origins.anchors[next..].iter().take_while(|a| a.text < start + len) {
            self.add(Anchor { text: text + (anchor.text - start), ..*anchor });
        }
    }

    /// Says that the characters from `text` on came from the file byte at `file` as a whole, such as those of
    /// an entity.
    pub fn push_whole(&mut self, text: usize, file: u64) {
        self.push(text, file, 1, 0);
    }

    /// Says that the characters from `text` on are in no file: they stand between what ends before the file
    /// byte at `file` and what comes next.
    pub fn push_synthetic(&mut self, text: usize, file: u64) {
        self.add(Anchor { text, file, text_step: 0, file_step: 0 });
    }

    fn add(&mut self, anchor: Anchor) {
        let Anchor { text, file, text_step, file_step } = anchor;
        if let Some(last) = self.anchors.last_mut() {
            let same = (last.text_step, last.file_step) == (anchor.text_step, anchor.file_step);
            if same && (text - last.text).is_multiple_of(last.text_step.into()) && last.at(text) == file {
                return;
            }
            if last.text == text {
                *last = anchor;
                return;
            }
        } else if text == 0 && file == 0 && (text_step, file_step) == (1, 1) {
            return;
        }
        self.anchors.push(anchor);
    }

    /// The file byte that the text byte at `offset` came from; for the end of the text, the end of what it was
    /// read from. A byte inside a character that is re-encoded belongs to the character's first file byte; a
    /// synthetic character to the byte behind what stands before it.
    #[must_use]
    pub fn file_offset(&self, offset: usize) -> u64 {
        let n = self.anchors.partition_point(|a| a.text <= offset);
        n.checked_sub(1).map_or(offset as u64, |i| self.anchors[i].at(offset))
    }

    /// The bytes of the file that the characters of `span` came from; empty where the file has them in another
    /// order.
    #[must_use]
    pub fn file_range(&self, span: Span) -> std::ops::Range<u64> {
        let start = self.file_offset(span.start());
        start..self.file_offset(span.end()).max(start)
    }

    /// Whether the character at `offset` is in no file.
    #[must_use]
    pub fn is_synthetic(&self, offset: usize) -> bool {
        let n = self.anchors.partition_point(|a| a.text <= offset);
        n.checked_sub(1).is_some_and(|i| self.anchors[i].text_step == 0)
    }

    /// Number of pieces, a measure of the memory it takes.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.anchors.len()
    }
}

impl Anchor {
    fn at(self, offset: usize) -> u64 {
        let steps = (offset - self.text).checked_div(usize::from(self.text_step)).unwrap_or(0);
        self.file + steps as u64 * u64::from(self.file_step)
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

/// Glyphs of one page that stand one after the other in the raw text. The glyphs themselves are shared: their
/// starts and lines count from the page's own beginning.
#[derive(Clone, Debug)]
pub struct GlyphRun {
    /// The run's characters in the raw text.
    pub raw: Span,
    /// The byte that `raw` starts with, as the page's glyphs count.
    pub from: usize,
    /// The page.
    pub page: PageIndex,
    /// The number of the page's first line in the document.
    pub first_line: u32,
    /// All glyphs of the page, ascending by `start`.
    pub glyphs: Arc<Vec<Glyph>>,
}

impl GlyphRun {
    /// The page's glyphs with at least one byte in `raw`, as glyphs of the document.
    fn within(&self, raw: Span) -> impl Iterator<Item = Glyph> + '_ {
        let (start, from, page, line) = (self.raw.start(), self.from, self.page, self.first_line);
        let inside = self.raw.intersection(raw).unwrap_or(Span::new(start, start));
        let (first, end) = (inside.start() - start + from, inside.end() - start + from);
        let at = self.glyphs.partition_point(|g| g.span().end() <= first);
        self.glyphs[at..].iter().take_while(move |g| (g.start as usize) < end).map(move |g| Glyph {
            start: (g.start as usize + start - from) as u32,
            page,
            line: g.line + line,
            ..*g
        })
    }
}

/// The glyphs of a raw text in the order of their characters; synthetic characters have none.
#[derive(Clone, Debug, Default)]
pub struct GlyphOrigins {
    runs: Vec<GlyphRun>,
}

impl GlyphOrigins {
    /// Takes glyphs of a whole document in any order.
    #[must_use]
    pub fn new(mut glyphs: Vec<Glyph>) -> Self {
        glyphs.sort_by_key(|g| g.start);
        let mut runs: Vec<GlyphRun> = Vec::new();
        for page in glyphs.chunk_by(|a, b| a.page == b.page) {
            let (Some(first), Some(last)) = (page.first(), page.last()) else { continue };
            let raw = Span::new(first.span().start(), last.span().end());
            let (from, page_of) = (raw.start(), first.page);
            runs.push(GlyphRun { raw, from, page: page_of, first_line: 0, glyphs: Arc::new(page.to_vec()) });
        }
        Self { runs }
    }

    /// Takes runs of glyphs, in any order.
    #[must_use]
    pub fn of_runs(mut runs: Vec<GlyphRun>) -> Self {
        runs.sort_by_key(|r| r.raw);
        Self { runs }
    }

    /// All glyphs, ascending by `start`.
    pub fn glyphs(&self) -> impl Iterator<Item = Glyph> + '_ {
        self.runs.iter().flat_map(|run| run.within(run.raw))
    }

    /// The glyphs with at least one byte in `raw`.
    pub fn within(&self, raw: Span) -> impl Iterator<Item = Glyph> + '_ {
        let first = self.runs.partition_point(|r| r.raw.end() <= raw.start());
        let runs = self.runs[first..].iter().take_while(move |r| r.raw.start() < raw.end());
        runs.flat_map(move |run| run.within(raw))
    }

    /// The place of `raw`, one quad a line (more where the line's glyphs stand far apart).
    ///
    /// A span that holds a part of a ligature takes the ligature's share along its baseline.
    #[must_use]
    pub fn quads(&self, raw: Span) -> Vec<PageQuad> {
        let mut out: Vec<PageQuad> = Vec::new();
        let mut line = None;
        for glyph in self.within(raw) {
            let quad = share(&glyph, raw);
            match out.last_mut() {
                Some(last) if line == Some((glyph.page, glyph.line)) && joins(last.quad, quad) => {
                    // A mark without width, or a slanted glyph before it, may reach less far.
                    if reaches_further(last.quad, quad) {
                        last.quad.0[1] = quad.0[1];
                        last.quad.0[2] = quad.0[2];
                    }
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

/// Whether `next` ends behind the end of `last`, along the text.
fn reaches_further(last: Quad, next: Quad) -> bool {
    let [start, end, ..] = last.0;
    let along = (end.x - start.x, end.y - start.y);
    (next.0[1].x - end.x) * along.0 + (next.0[1].y - end.y) * along.1 > 0.0
}

fn distance(p: Point, q: Point) -> f32 {
    ((p.x - q.x).powi(2) + (p.y - q.y).powi(2)).sqrt()
}

/// The union of the bounds of all quads on `page`.
#[must_use]
pub fn bounds_on(quads: &[PageQuad], page: PageIndex) -> Option<Rect> {
    quads.iter().filter(|q| q.page == page).map(|q| q.quad.bounds()).reduce(Rect::cover)
}
