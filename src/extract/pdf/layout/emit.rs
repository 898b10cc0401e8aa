//! A page's raw text with its glyphs, blocks and edits.

use super::blocks::Draft;
use super::frame::Frame;
use super::lines::{Join, Line, Piece, is_raised, join, piece_text};
use super::marker::{ends_sentence, starts_small};
use super::tables::{Cell as GridCell, TableDraft};
use super::visibility::Visibility;
use super::words::WordSet;
use super::{PageBlock, PageCell, PageTable, PageText};
use crate::document::{BlockKind, Glyph, PageIndex, Point, Quad, ReadingOrder, Rect};
use crate::extract::pdf::glyphs::{PageGlyphs, RawGlyph, Rule};
use crate::text::{Edit, EditKind, Span};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How far a line's cells reach over and under the baseline, in em, unless its ink reaches further.
const ASCENT: f32 = 0.78;
const DESCENT: f32 = 0.22;
/// Ink beyond this makes its own cell larger, not its line's.
const TALL: f32 = 1.0;
const DEEP: f32 = 0.36;

/// More level lines than this on a page are a drawing.
const MOST_RULES: usize = 256;

pub struct Emitter<'a> {
    page: &'a PageGlyphs,
    out: PageText,
    glyphs: Vec<Glyph>,
    /// Duplicates of each glyph, by layer.
    repeats: FxHashMap<usize, Vec<(u16, usize)>>,
}

impl<'a> Emitter<'a> {
    pub fn new(page: &'a PageGlyphs, visibility: &Visibility) -> Self {
        let mut repeats: FxHashMap<usize, Vec<(u16, usize)>> = FxHashMap::default();
        for (glyph, of, layer) in visibility.duplicates() {
            repeats.entry(of).or_default().push((layer, glyph));
        }
        let out = PageText {
            width: page.width,
            height: page.height,
            rotation: page.rotation,
            pictures: page.pictures,
            truncated: page.truncated,
            scanned: visibility.scanned,
            ..PageText::default()
        };
        Self { page, out, glyphs: Vec::with_capacity(page.glyphs.len()), repeats }
    }

    /// Says that the file's tags give another order than the geometry.
    pub fn tags_differ(&mut self, differ: bool) {
        self.out.tags_differ |= differ;
    }

    /// Says that the order is that of the file's tags.
    pub fn take_tags(&mut self) {
        self.out.order = ReadingOrder::Tagged;
    }

    /// Says what order was asked for.
    pub fn order(&mut self, asked: ReadingOrder) {
        if self.out.order != ReadingOrder::Tagged {
            self.out.order = if asked == ReadingOrder::Stream { asked } else { ReadingOrder::Layout };
        }
    }

    /// Writes blocks, each after a blank line.
    pub fn blocks(&mut self, frame: &Frame, set: &WordSet, drafts: Vec<Draft>, upright: bool) {
        for draft in drafts {
            if !self.out.raw.is_empty() {
                self.out.raw.push_str("\n\n");
            }
            match &draft.table {
                Some(table) => self.table(frame, set, table, draft.tag.map(|t| t.order), upright),
                None => self.block(frame, set, &draft, upright),
            }
        }
        self.out.visible = self.out.raw.len();
    }

    fn block(&mut self, frame: &Frame, set: &WordSet, draft: &Draft, upright: bool) {
        let start = self.out.raw.len();
        let mut regions: Vec<Rect> = Vec::new();
        for (i, line) in draft.lines.iter().enumerate() {
            let first = self.glyphs.len();
            self.line(set, line);
            let bounds = self.glyphs[first..].iter().map(|g| g.quad.bounds()).reduce(Rect::cover);
            match (regions.last_mut(), bounds) {
                (Some(last), Some(b)) if !draft.columns.contains(&i) => *last = last.cover(b),
                (_, Some(b)) => regions.push(b),
                (_, None) => {}
            }
            self.duplicates(frame, set, line);
            if let Some(how) = draft.joins.get(i) {
                self.join(*how, draft.columns.contains(&(i + 1)));
            }
        }
        let (Some(first), Some(last)) = (draft.lines.first(), draft.lines.last()) else { return };
        let middle = |value: fn(&Line) -> f32| {
            let mut all: Vec<f32> = draft.lines.iter().map(value).collect();
            all.sort_by(f32::total_cmp);
            all[all.len() / 2]
        };
        // A table is one only where its cells are known.
        let known = draft.tag.filter(|t| t.kind != Some(BlockKind::Table));
        let tagged = known.and_then(|t| Some((t.kind?, t.level)));
        let untagged = if draft.marker.is_some() { BlockKind::ListItem } else { BlockKind::Paragraph };
        self.out.blocks.push(PageBlock {
            raw: Span::new(start, self.out.raw.len()),
            kind: tagged.map_or(untagged, |t| t.0),
            level: tagged.map_or(draft.marker.map(|_| 1), |t| t.1),
            element: draft.tag.map(|t| t.order),
            table: None,
            size: middle(|l| l.em),
            stem: middle(|l| l.stem),
            chars: draft.lines.iter().map(|l| l.text.chars().count() as u32).sum(),
            lines: draft.lines.len() as u32,
            regions,
            open_end: !ends_sentence(&last.text) && !last.cells,
            continues: starts_small(&first.text) && draft.marker.is_none() && !first.cells,
            full: reaches_edge(&draft.lines),
            indented: is_indented(&draft.lines),
            upright,
            cells: draft.lines.iter().filter(|l| l.cells).count() as u32,
            raised: first.raised as u16,
            mono: draft.lines.iter().filter(|l| l.mono).count() * 5 >= draft.lines.len() * 3,
            artifact: draft.lines.iter().all(|l| l.artifact),
        });
    }

    /// Writes a table row by row: a tab between the places of a row, a newline between rows.
    fn table(
        &mut self,
        frame: &Frame,
        set: &WordSet,
        table: &TableDraft,
        element: Option<u32>,
        upright: bool,
    ) {
        let (start, first) = (self.out.raw.len(), self.glyphs.len());
        let grid = &table.grid;
        let mut rows: Vec<Vec<PageCell>> = vec![Vec::new(); grid.rows];
        let mut next = grid.cells.iter().zip(&table.lines).peekable();
        for (r, row) in rows.iter_mut().enumerate() {
            if r > 0 {
                self.out.raw.push('\n');
            }
            for c in 0..grid.columns {
                if c > 0 {
                    self.out.raw.push('\t');
                }
                if let Some((cell, lines)) = next.next_if(|(cell, _)| (cell.row, cell.column) == (r, c)) {
                    row.push(self.cell(frame, set, cell, lines));
                }
            }
        }
        let raw = Span::new(start, self.out.raw.len());
        let bbox = self.glyphs[first..].iter().map(|g| g.quad.bounds()).reduce(Rect::cover);
        let bbox = bbox.unwrap_or_default();
        let all = || table.lines.iter().flatten();
        let middle = |value: fn(&Line) -> f32| {
            let mut all: Vec<f32> = all().map(value).collect();
            all.sort_by(f32::total_cmp);
            all.get(all.len() / 2).copied().unwrap_or_default()
        };
        let bounds = table.bounds;
        let edges = [bounds.x0].into_iter().chain(grid.separators.iter().copied()).chain([bounds.x1]);
        self.out.blocks.push(PageBlock {
            raw,
            kind: BlockKind::Table,
            size: middle(|l| l.em),
            stem: middle(|l| l.stem),
            chars: all().map(|l| l.text.chars().count() as u32).sum(),
            lines: grid.rows as u32,
            regions: vec![bbox],
            upright,
            cells: 1,
            element,
            table: Some(self.out.tables.len() as u32),
            ..PageBlock::default()
        });
        self.out.tables.push(PageTable {
            raw,
            rows,
            header_rows: table.header_rows as u32,
            columns: table.columns.clone(),
            edges: edges.collect(),
            bbox,
        });
    }

    fn cell(&mut self, frame: &Frame, set: &WordSet, cell: &GridCell, lines: &[Line]) -> PageCell {
        let start = self.out.raw.len();
        for (i, line) in lines.iter().enumerate() {
            self.line(set, line);
            self.duplicates(frame, set, line);
            if let Some(next) = lines.get(i + 1) {
                self.join(join(&line.text, &next.text), false);
            }
        }
        PageCell {
            raw: Span::new(start, self.out.raw.len()),
            column: cell.column as u32,
            column_span: cell.column_span as u32,
            row_span: cell.row_span as u32,
        }
    }

    /// Ends a line and says how the default text joins it to the next.
    fn join(&mut self, how: Join, column: bool) {
        let mut start = self.out.raw.len();
        self.out.raw.push_str(if column { "\n\n" } else { "\n" });
        let (kind, replacement) = match how {
            Join::Break => return,
            Join::Space => (EditKind::LineJoin, " "),
            Join::Nothing => (EditKind::LineJoin, ""),
            Join::Hyphen => {
                let free = self.out.edits.last().is_none_or(|e| e.raw.end() < start);
                let hyphen = self.out.raw[..start].chars().next_back().map_or(0, char::len_utf8);
                start -= if free { hyphen } else { 0 };
                (EditKind::Hyphen, "")
            }
        };
        self.edit(kind, start, replacement);
    }

    fn edit(&mut self, kind: EditKind, start: usize, replacement: &str) {
        let raw = Span::new(start, self.out.raw.len());
        self.out.edits.push(Edit { kind, raw, replacement: replacement.to_owned() });
    }

    /// Writes a line's characters and glyphs.
    fn line(&mut self, set: &WordSet, line: &Line) {
        let cell = Cell::of(self.page, set, line);
        let number = self.out.lines;
        self.out.lines += 1;
        let line_start = self.out.raw.len();
        for piece in &line.pieces {
            let text = piece_text(self.page, set, *piece);
            let start = self.out.raw.len();
            self.out.raw.push_str(text);
            let (Piece::Glyph(i) | Piece::Space(i)) = *piece else { continue };
            let raw = &self.page.glyphs[set.items[i].glyph];
            if start > line_start
                && matches!(piece, Piece::Glyph(_))
                && is_raised(&set.items[i], line.base, line.em)
            {
                self.mark(Span::new(start, self.out.raw.len()));
            }
            self.out.unmapped += u32::from(raw.is(RawGlyph::UNMAPPED));
            self.glyph(start, text.len(), cell.quad(raw, line.rtl), number);
        }
    }

    /// Takes down a raised glyph; those that stand together are one mark.
    fn mark(&mut self, span: Span) {
        match self.out.marks.last_mut() {
            Some(last) if last.end() == span.start() => *last = Span::new(last.start(), span.end()),
            _ => self.out.marks.push(span),
        }
    }

    fn glyph(&mut self, start: usize, len: usize, quad: Quad, line: u32) {
        let (Ok(start), Ok(len)) = (u32::try_from(start), u16::try_from(len)) else { return };
        self.glyphs.push(Glyph { start, len, page: PageIndex(0), quad, line });
    }

    /// Writes what is drawn again over a line, each layer as a line of its own that the default text
    /// leaves out.
    fn duplicates(&mut self, frame: &Frame, set: &WordSet, line: &Line) {
        let mut layers: Vec<(u16, usize)> = Vec::new();
        for piece in &line.pieces {
            if let Piece::Glyph(i) = *piece {
                layers.extend(self.repeats.remove(&set.items[i].glyph).unwrap_or_default());
            }
        }
        layers.sort_by_key(|l| l.0);
        let start = self.out.raw.len();
        for layer in layers.chunk_by(|a, b| a.0 == b.0) {
            self.out.raw.push('\n');
            let number = self.out.lines;
            self.out.lines += 1;
            let cell = Cell::of(self.page, set, line);
            let mut pen: Option<f32> = None;
            for (_, glyph) in layer {
                let raw = &self.page.glyphs[*glyph];
                let x = frame.place(raw.origin).x;
                if pen.is_some_and(|p| x - p > super::words::WORD_GAP * raw.em) {
                    self.out.raw.push(' ');
                }
                pen = Some(x + raw.advance);
                let (at, text) = (self.out.raw.len(), self.page.chars(raw));
                self.out.raw.push_str(text);
                self.out.duplicates += 1;
                self.glyph(at, text.len(), cell.quad(raw, line.rtl), number);
            }
        }
        if self.out.raw.len() > start {
            self.edit(EditKind::Duplicate, start, "");
        }
    }

    /// Writes text that the page does not show, after everything that it does.
    pub fn hidden(&mut self, frame: &Frame, set: &WordSet, lines: Vec<Line>) {
        if lines.is_empty() {
            return;
        }
        let start = self.out.raw.len();
        if start > 0 {
            self.out.raw.push_str("\n\n");
        }
        for (i, line) in lines.iter().enumerate() {
            if i > 0 {
                self.out.raw.push('\n');
            }
            let unmapped = self.out.unmapped;
            self.line(set, line);
            self.duplicates(frame, set, line);
            self.out.unmapped = unmapped;
            self.out.outside += line
                .pieces
                .iter()
                .filter(|p| matches!(p, Piece::Glyph(i) if self.page.glyphs[set.items[*i].glyph].is(RawGlyph::OUTSIDE)))
                .count() as u32;
            self.out.hidden += line.text.chars().filter(|c| !c.is_whitespace()).count() as u32;
        }
        self.edit(EditKind::Hidden, start, "");
    }

    pub fn finish(mut self) -> PageText {
        self.out.edits.sort_by_key(|e| e.raw);
        let level = self.page.rules.iter().filter(|r| r.is_level()).map(Rule::rect);
        let tables = &self.out.tables;
        let loose = level.filter(|r| !tables.iter().any(|t| t.lines_reach(*r)));
        self.out.rules = loose.take(MOST_RULES).collect();
        self.out.glyphs = Arc::new(self.glyphs);
        self.out
    }
}

/// Whether the last line is as long as the lines above it.
fn reaches_edge(lines: &[Line]) -> bool {
    let [above @ .., last] = lines else { return false };
    let right = above.iter().map(|l| l.x1).fold(f32::NEG_INFINITY, f32::max);
    !above.is_empty() && last.x1 > right - 1.5 * last.em
}

/// Whether the first line starts further in than the second.
fn is_indented(lines: &[Line]) -> bool {
    matches!(lines, [first, second, ..] if first.x0 > second.x0 + 0.8 * first.em)
}

/// How far a line's glyph cells reach over and under the baseline, for each size of type in it.
struct Cell {
    /// (em, up, down) in points.
    sizes: Vec<(f32, f32, f32)>,
}

impl Cell {
    fn of(page: &PageGlyphs, set: &WordSet, line: &Line) -> Self {
        let mut cell = Self { sizes: Vec::new() };
        for piece in &line.pieces {
            let Piece::Glyph(i) = *piece else { continue };
            let glyph = &page.glyphs[set.items[i].glyph];
            let (mut up, mut down) = cell.reach(glyph);
            if let Some(ink) = glyph.ink.filter(|_| !glyph.is(RawGlyph::BLANK)) {
                if ink.y1 <= TALL * glyph.em {
                    up = up.max(ink.y1);
                }
                if -ink.y0 <= DEEP * glyph.em {
                    down = down.max(-ink.y0);
                }
            }
            let known = cell.sizes.iter().position(|s| same(s.0, glyph.em));
            match known {
                Some(k) => cell.sizes[k] = (cell.sizes[k].0, up, down),
                None if cell.sizes.len() < 8 => cell.sizes.push((glyph.em, up, down)),
                None => {}
            }
        }
        cell
    }

    fn reach(&self, glyph: &RawGlyph) -> (f32, f32) {
        let known = self.sizes.iter().find(|s| same(s.0, glyph.em));
        let (up, down) = if glyph.is(RawGlyph::VERTICAL) { (0.5, 0.5) } else { (ASCENT, DESCENT) };
        known.map_or((up * glyph.em, down * glyph.em), |s| (s.1, s.2))
    }

    /// From pen to pen and from ascent to descent, widened to cover the ink.
    fn quad(&self, glyph: &RawGlyph, rtl: bool) -> Quad {
        let (mut up, mut down) = self.reach(glyph);
        let (mut x0, mut x1) = (0.0_f32, glyph.advance);
        if let Some(ink) = glyph.ink {
            (x0, x1) = (x0.min(ink.x0), x1.max(ink.x1));
            (up, down) = (up.max(ink.y1), down.max(-ink.y0));
        }
        let corner = |x: f32, y: f32| -> Point { glyph.place(x, y) };
        let quad = [corner(x0, up), corner(x1, up), corner(x1, -down), corner(x0, -down)];
        let [a, b, c, d] = quad;
        Quad(if rtl { [b, a, d, c] } else { quad })
    }
}

fn same(a: f32, b: f32) -> bool {
    (a - b).abs() < 0.01 * a.max(b)
}
