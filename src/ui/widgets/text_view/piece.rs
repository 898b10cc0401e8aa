//! Laid-out text whose every glyph knows its place in the source.

use crate::text::Span;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Galley, Painter, Pos2, Rect, Vec2, pos2, vec2};
use std::sync::Arc;

/// Text in one look, and where it comes from.
#[derive(Clone, Debug)]
pub(in crate::ui::widgets) struct Shown {
    /// What is painted.
    pub text: String,
    /// What it stands for.
    pub source: Span,
    /// Whether the text is the source itself, byte for byte.
    pub identical: bool,
    /// Its look.
    pub format: TextFormat,
}

/// One or more glyphs of a row that stand for one stretch of the source.
#[derive(Clone, Copy, Debug)]
struct Cell {
    x0: f32,
    x1: f32,
    source: Span,
}

#[derive(Clone, Debug)]
pub(in crate::ui::widgets) struct PieceRow {
    top: f32,
    bottom: f32,
    /// What is colored: the height of the letters, less than the row's.
    fill: (f32, f32),
    /// Where underlines begin.
    baseline: f32,
    cells: Vec<Cell>,
    /// The source of the row; an empty row has an empty span.
    pub span: Span,
}

/// A galley and the way from its glyphs to the source and back. All places are relative to its corner.
#[derive(Debug)]
pub(in crate::ui::widgets) struct Piece {
    job: LayoutJob,
    galley: Arc<Galley>,
    sources: Vec<Span>,
    pub rows: Vec<PieceRow>,
    pub span: Span,
}

impl Piece {
    /// Lays out `shown`, which ascends by source, into rows of at most `width`.
    pub(in crate::ui::widgets) fn new(
        painter: &Painter,
        shown: &[Shown],
        span: Span,
        width: f32,
        empty: &TextFormat,
    ) -> Self {
        let mut job = LayoutJob { break_on_newline: true, ..LayoutJob::default() };
        job.wrap = TextWrapping { max_width: width, ..TextWrapping::default() };
        job.keep_trailing_whitespace = true;
        let mut sources = Vec::new();
        for run in shown {
            job.append(&run.text, 0.0, run.format.clone());
            for (i, c) in run.text.char_indices() {
                let at = run.source.start() + i;
                sources.push(if run.identical { Span::new(at, at + c.len_utf8()) } else { run.source });
            }
        }
        if job.sections.is_empty() {
            job.append("", 0.0, empty.clone());
        }
        let galley = painter.layout_job(job.clone());
        let rows = rows(&galley, &sources, span);
        Self { job, galley, sources, rows, span }
    }

    /// Asks for the galley again, so that it is made anew when the glyph atlas was. Whether it was.
    pub(in crate::ui::widgets) fn refresh(&mut self, painter: &Painter) -> bool {
        let galley = painter.layout_job(self.job.clone());
        if Arc::ptr_eq(&galley, &self.galley) {
            return false;
        }
        self.rows = rows(&galley, &self.sources, self.span);
        self.galley = galley;
        true
    }

    pub(in crate::ui::widgets) fn size(&self) -> Vec2 {
        self.galley.size()
    }

    pub(in crate::ui::widgets) fn paint(&self, painter: &Painter, at: Pos2) {
        painter.galley(at, Arc::clone(&self.galley), egui::Color32::PLACEHOLDER);
    }

    /// The rectangles of the glyphs that stand for `span`, a row's neighbors joined.
    pub(in crate::ui::widgets) fn rects(&self, span: Span, mut each: impl FnMut(&PieceRow, Rect)) {
        for row in &self.rows {
            if !row.span.overlaps(span) {
                continue;
            }
            let mut open: Option<(f32, f32)> = None;
            for cell in row.cells.iter().filter(|c| c.source.overlaps(span)) {
                open = match open {
                    Some((x0, x1)) if (cell.x0 - x1).abs() < 0.75 => Some((x0, cell.x1.max(x1))),
                    Some((x0, x1)) => {
                        each(row, row.rect(x0, x1));
                        Some((cell.x0, cell.x1))
                    }
                    None => Some((cell.x0, cell.x1)),
                };
            }
            if let Some((x0, x1)) = open {
                each(row, row.rect(x0, x1));
            }
        }
    }

    /// Every glyph: its row, its place, its source.
    pub(in crate::ui::widgets) fn glyphs(&self, mut each: impl FnMut(&PieceRow, Rect, Span)) {
        for row in &self.rows {
            for cell in &row.cells {
                each(row, row.rect(cell.x0, cell.x1), cell.source);
            }
        }
    }

    /// The row that holds `offset`, and where in it `offset` begins.
    pub(in crate::ui::widgets) fn place(&self, offset: usize) -> (usize, f32) {
        let i = self.rows.iter().rposition(|r| r.span.start() <= offset).unwrap_or(0);
        (i, self.rows.get(i).map_or(0.0, |r| r.x_of(offset)))
    }

    /// The offset whose place is nearest to `x` in row `row`.
    pub(in crate::ui::widgets) fn offset_in_row(&self, row: usize, x: f32) -> usize {
        self.rows.get(row).map_or(self.span.start(), |r| r.offset_at(x))
    }

    /// The row at `y`, or the nearest.
    pub(in crate::ui::widgets) fn row_at(&self, y: f32) -> usize {
        self.rows.iter().position(|r| y < r.bottom).unwrap_or(self.rows.len().saturating_sub(1))
    }
}

impl PieceRow {
    /// Its whole height, gaps included.
    pub(in crate::ui::widgets) fn y(&self) -> (f32, f32) {
        (self.top, self.bottom)
    }

    pub(in crate::ui::widgets) fn baseline(&self) -> f32 {
        self.baseline
    }

    /// The colored height between two places.
    pub(in crate::ui::widgets) fn rect(&self, x0: f32, x1: f32) -> Rect {
        Rect::from_min_max(pos2(x0, self.fill.0), pos2(x1, self.fill.1))
    }

    /// Where the last glyph ends.
    pub(in crate::ui::widgets) fn end_x(&self) -> f32 {
        self.cells.iter().fold(0.0, |x, c| c.x1.max(x))
    }

    fn x_of(&self, offset: usize) -> f32 {
        let inside = self.cells.iter().find(|c| c.source.contains(offset));
        // What is not shown stands where the next shown character does.
        let next =
            || self.cells.iter().filter(|c| c.source.start() >= offset).min_by_key(|c| c.source.start());
        inside.or_else(next).map_or_else(|| self.end_x(), |c| c.x0)
    }

    /// The left half of a glyph is the place before it, the right half the place behind it. Between two
    /// glyphs the source may have characters that are not shown, so these differ.
    fn offset_at(&self, x: f32) -> usize {
        let wide = |c: &&Cell| c.x1 > c.x0;
        if let Some(cell) = self.cells.iter().filter(wide).find(|c| x < c.x1) {
            return if x < f32::midpoint(cell.x0, cell.x1) { cell.source.start() } else { cell.source.end() };
        }
        self.span.end()
    }

    /// The character under `x`, if there is one.
    pub(in crate::ui::widgets) fn under(&self, x: f32) -> Option<usize> {
        self.cells.iter().find(|c| c.x0 <= x && x < c.x1).map(|c| c.source.start())
    }
}

fn rows(galley: &Galley, sources: &[Span], span: Span) -> Vec<PieceRow> {
    let chars: Vec<char> = galley.job.text.chars().collect();
    let mut next = 0;
    let mut end = span.start();
    let mut out = Vec::with_capacity(galley.rows.len());
    for row in &galley.rows {
        let n = row.glyphs.len().min(sources.len() - next.min(sources.len()));
        let order = visual_order(row.glyphs.iter().map(|g| g.chr), &chars[next..next + n]);
        let mut cells: Vec<Cell> = Vec::with_capacity(n);
        for (glyph, logical) in row.glyphs.iter().zip(order) {
            let x0 = row.pos.x + glyph.pos.x;
            let x1 = x0 + glyph.advance_width.max(0.0);
            let source = sources[next + logical];
            match cells.last_mut() {
                Some(last) if last.source == source => last.x1 = last.x1.max(x1),
                _ => cells.push(Cell { x0, x1, source }),
            }
        }
        close_gaps(&mut cells);
        let start = cells.iter().map(|c| c.source.start()).min().unwrap_or(end).max(span.start());
        let row_end = cells.iter().map(|c| c.source.end()).max().unwrap_or(start).max(start);
        next = (next + n + usize::from(row.ends_with_newline)).min(sources.len());
        end = sources.get(next.wrapping_sub(1)).map_or(row_end, |s| s.end()).max(row_end);
        out.push(piece_row(row, cells, Span::new(start, row_end)));
    }
    out
}

/// Glyphs stand on whole pixels, their widths are not whole: lets each end where the next begins.
fn close_gaps(cells: &mut [Cell]) {
    for i in 1..cells.len() {
        let next = cells[i].x0;
        if (cells[i - 1].x1 - next).abs() < 2.0 {
            cells[i - 1].x1 = next;
        }
    }
}

fn piece_row(row: &egui::epaint::text::PlacedRow, cells: Vec<Cell>, span: Span) -> PieceRow {
    let (top, bottom) = (row.pos.y, row.pos.y + row.size.y);
    let (mut ascent, mut baseline): (f32, f32) = (row.size.y * 0.55, row.size.y * 0.7);
    if let Some(glyph) = row.glyphs.iter().max_by(|a, b| a.font_height.total_cmp(&b.font_height)) {
        (ascent, baseline) = (glyph.font_ascent, glyph.pos.y);
    }
    let fill = (top + (baseline - ascent).max(1.0), (top + baseline + ascent * 0.3).min(bottom - 1.0));
    PieceRow { top, bottom, fill, baseline: top + baseline, cells, span }
}

/// For each glyph of a row, which of the row's characters it shows. The shaper gives right-to-left runs
/// in the order they are painted in, all others in the order of the text.
fn visual_order(glyphs: impl ExactSizeIterator<Item = char>, chars: &[char]) -> Vec<usize> {
    let glyphs: Vec<char> = glyphs.take(chars.len()).collect();
    let mut order: Vec<usize> = (0..glyphs.len()).collect();
    let mut i = 0;
    while i < glyphs.len() {
        if glyphs[i] == chars[i] && !right_to_left(chars[i]) {
            i += 1;
            continue;
        }
        let run = chars[i..].iter().take_while(|c| !c.is_ascii_alphanumeric()).count();
        let reversed = |n: &usize| glyphs[i..i + n].iter().eq(chars[i..i + n].iter().rev());
        let n = (1..=run).rev().find(reversed).unwrap_or(1);
        order[i..i + n].reverse();
        i += n;
    }
    order
}

fn right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// A rectangle moved to where its piece stands.
pub(in crate::ui::widgets) fn moved(rect: Rect, by: Pos2) -> Rect {
    rect.translate(vec2(by.x, by.y))
}
