//! Blocks become the page's raw text, the boxes of its glyphs, and the edits to its default text.

use super::super::glyphs::{PageGlyphs, RawGlyph};
use super::columns::Part;
use super::paragraphs::BlockRows;
use super::rows::{Placed, Row, Word};
use super::{PageBlock, PageText};
use crate::document::{BlockKind, Glyph, PageIndex, Point, Quad, Rect};
use crate::text::{Edit, EditKind, Span};

/// How far type reaches above and below its baseline, in em, where its ink says nothing else.
const ASCENT: f32 = 0.74;
const DESCENT: f32 = 0.22;

/// Writes blocks one after the other.
pub struct Writer<'p> {
    page: &'p PageGlyphs,
    out: PageText,
}

impl<'p> Writer<'p> {
    pub fn new(page: &'p PageGlyphs) -> Self {
        Self { page, out: PageText::default() }
    }

    /// Writes a block: its lines, and what joins them.
    pub fn block(&mut self, rows: &[Row], block: &BlockRows) {
        if !self.out.text.is_empty() {
            self.out.text.push_str("\n\n");
        }
        let start = self.out.text.len();
        let mut boxes: Vec<Rect> = Vec::new();
        let mut above = f32::NEG_INFINITY;
        for (i, part) in block.parts.iter().enumerate() {
            if i > 0 {
                let at = self.out.text.len();
                self.out.text.push('\n');
                let next = first_char(self.page, rows, part);
                self.join(start, at, next);
            }
            let rect = self.line(&rows[part.row], part);
            // A line above the one before stands in the next column.
            match boxes.last_mut().filter(|_| rows[part.row].v >= above) {
                Some(bbox) => *bbox = bbox.cover(rect),
                None => boxes.push(rect),
            }
            above = rows[part.row].v;
        }
        let span = Span::new(start, self.out.text.len());
        let level = (block.kind == BlockKind::ListItem).then_some(1);
        self.out.blocks.push(PageBlock { kind: block.kind, span, boxes, size: block.size, bold: block.bold, level });
    }

    /// How the line break at `at` is read in running text.
    fn join(&mut self, block: usize, at: usize, next: Option<char>) {
        let line = &self.out.text[block..at];
        let mut before = line.chars().rev();
        let last = before.next();
        let hyphen = matches!(last, Some('-' | '\u{2010}' | '\u{ad}'));
        let letter = before.next().is_some_and(char::is_alphabetic);
        let soft = last == Some('\u{ad}');
        if hyphen && letter && (soft || next.is_some_and(char::is_lowercase)) {
            let from = at - last.map_or(0, char::len_utf8);
            let raw = Span::new(from, at + 1);
            self.out.edits.push(Edit { kind: EditKind::Hyphen, raw, replacement: String::new() });
            return;
        }
        let glued = hyphen || (last.is_some_and(is_cjk) && next.is_some_and(is_cjk));
        let replacement = if glued { "" } else { " " }.to_owned();
        self.out.edits.push(Edit { kind: EditKind::LineJoin, raw: Span::new(at, at + 1), replacement });
    }

    /// Writes one line and returns its place.
    fn line(&mut self, row: &Row, part: &Part) -> Rect {
        let words = &row.words[part.first..part.end];
        let number = self.out.lines;
        self.out.lines += 1;
        let frame = Frame::of(self.page, row, words);
        let mut bbox: Option<Rect> = None;
        let order = reading_order(self.page, row, words);
        for (i, glyphs) in order.iter().enumerate() {
            if i > 0 {
                self.out.text.push(' ');
            }
            for placed in glyphs {
                let rect = self.glyph(placed, &frame, number);
                bbox = Some(bbox.map_or(rect, |b| b.cover(rect)));
            }
        }
        bbox.unwrap_or_default()
    }

    fn glyph(&mut self, placed: &Placed, frame: &Frame, line: u32) -> Rect {
        let glyph = &self.page.glyphs[placed.index];
        let start = self.out.text.len() as u32;
        let chars = self.page.chars(glyph);
        self.out.text.push_str(chars);
        let quad = frame.quad(glyph, placed);
        let len = u16::try_from(chars.len()).unwrap_or(u16::MAX);
        self.out.glyphs.push(Glyph { start, len, page: PageIndex(0), quad, line });
        quad.bounds()
    }

    /// Writes what is not in the flow behind the flow, as edits that take it out of the default text.
    pub fn finish(mut self, hidden: &[usize], duplicates: &[usize]) -> PageText {
        self.out.visible = self.out.text.len();
        for (kind, glyphs) in [(EditKind::Hidden, hidden), (EditKind::Duplicate, duplicates)] {
            self.aside(kind, glyphs);
        }
        self.out
    }

    fn aside(&mut self, kind: EditKind, glyphs: &[usize]) {
        let start = self.out.text.len();
        for group in super::rows::by_direction(self.page, glyphs) {
            for row in super::rows::rows(self.page, group.direction, &group.glyphs) {
                if row.words.is_empty() {
                    continue;
                }
                if !self.out.text.is_empty() {
                    self.out.text.push_str(if self.out.text.len() == start { "\n\n" } else { "\n" });
                }
                let part = Part { row: 0, first: 0, end: row.words.len() };
                self.line(&row, &part);
            }
        }
        if self.out.text.len() > start {
            let raw = Span::new(start, self.out.text.len());
            self.out.edits.push(Edit { kind, raw, replacement: String::new() });
        }
    }
}

/// The height of a line, the same for all of its glyphs.
struct Frame {
    direction: Point,
    v: f32,
    up: f32,
    down: f32,
}

impl Frame {
    fn of(page: &PageGlyphs, row: &Row, words: &[Word]) -> Self {
        let (mut up, mut down) = (ASCENT * row.em, DESCENT * row.em);
        for placed in words.iter().flat_map(|w| &row.glyphs[w.first..w.end]) {
            let glyph = &page.glyphs[placed.index];
            if glyph.is(RawGlyph::VERTICAL) {
                (up, down) = (up.max(0.5 * glyph.em), down.max(0.5 * glyph.em));
            }
            // Ink that reaches far beyond the line (a rule drawn as a glyph) would cover other lines.
            if let Some(ink) = glyph.ink.filter(|i| i.height() < 3.0 * row.em) {
                up = up.max(row.v - placed.v + ink.y1 + 0.1);
                down = down.max(placed.v - row.v - ink.y0 + 0.1);
            }
        }
        Self { direction: row.direction, v: row.v, up, down }
    }

    fn quad(&self, glyph: &RawGlyph, placed: &Placed) -> Quad {
        let pen = placed.u0;
        let (mut from, mut to) = (placed.u0, placed.u1);
        if let Some(ink) = glyph.ink.filter(|i| i.width() < 4.0 * glyph.em && !glyph.is(RawGlyph::VERTICAL)) {
            let origin = if glyph.advance < 0.0 { placed.u1 } else { pen };
            from = from.min(origin + ink.x0);
            to = to.max(origin + ink.x1);
        }
        let (top, bottom) = (self.v - self.up, self.v + self.down);
        Quad([self.point(from, top), self.point(to, top), self.point(to, bottom), self.point(from, bottom)])
    }

    /// From the line's coordinates back to the page's.
    fn point(&self, u: f32, v: f32) -> Point {
        let d = self.direction;
        Point { x: u * d.x - v * d.y, y: u * d.y + v * d.x }
    }
}

fn first_char(page: &PageGlyphs, rows: &[Row], part: &Part) -> Option<char> {
    let row = &rows[part.row];
    let word = row.words.get(part.first)?;
    page.chars(&page.glyphs[row.glyphs[word.first].index]).chars().next()
}

fn is_cjk(c: char) -> bool {
    matches!(u32::from(c), 0x2e80..=0x9fff | 0xf900..=0xfaff | 0xff00..=0xffef | 0x20000..=0x3ffff)
}

fn is_rtl(c: char) -> bool {
    matches!(u32::from(c), 0x0590..=0x08ff | 0xfb1d..=0xfdff | 0xfe70..=0xfeff)
}

/// The glyphs of each word in the order of reading. Right-to-left lines are read from the right; numbers
/// and foreign words in them from the left.
fn reading_order(page: &PageGlyphs, row: &Row, words: &[Word]) -> Vec<Vec<Placed>> {
    let glyphs = |w: &Word| -> Vec<Placed> {
        let all = row.glyphs[w.first..w.end].iter().copied();
        all.filter(|g| !page.chars(&page.glyphs[g.index]).trim().is_empty()).collect()
    };
    let mut order: Vec<Vec<Placed>> = words.iter().map(glyphs).collect();
    let char_of = |g: &Placed| page.chars(&page.glyphs[g.index]).chars().next();
    let letters = order.iter().flatten().filter_map(char_of).filter(|c| c.is_alphabetic());
    let (rtl, all) = letters.fold((0, 0), |(r, n), c| (r + usize::from(is_rtl(c)), n + 1));
    if rtl * 2 <= all {
        return order;
    }
    order.reverse();
    for word in &mut order {
        if word.iter().filter_map(char_of).any(is_rtl) {
            word.reverse();
        }
    }
    order
}
