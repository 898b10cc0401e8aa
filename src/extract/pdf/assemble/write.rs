//! One raw text from all units, with its edits, glyphs and pieces.

use super::unit::{Role, Unit};
use crate::document::{BlockKind, GlyphRun, PageIndex, Piece, Region};
use crate::extract::pdf::layout::PageTable;
use crate::text::{Edit, EditKind, Span};
use std::sync::Arc;

/// How a unit follows the one shown before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// As a block of its own.
    Apart,
    /// As more of the same block, after a space or nothing.
    Joined {
        /// Whether a hyphen at the end before it goes.
        hyphen: bool,
        /// Whether a space stands between the two.
        space: bool,
    },
}

/// A block whose places are in the document's raw text.
#[derive(Debug)]
pub struct Written {
    /// What it is.
    pub kind: BlockKind,
    /// Its level.
    pub level: Option<u8>,
    /// Its characters.
    pub raw: Span,
    /// Where it stands.
    pub regions: Vec<Region>,
}

/// A table whose places are in the document's raw text.
#[derive(Debug)]
pub struct WrittenTable {
    /// Its block, by place in [`Document::blocks`].
    pub block: usize,
    /// Its page, from 0.
    pub page: u32,
    /// As its page has it, but for the places.
    pub table: PageTable,
}

/// The units' texts one after the other.
#[derive(Debug, Default)]
pub struct Document {
    /// The raw text.
    pub raw: String,
    /// What leads to the default text, in order of place.
    pub edits: Vec<Edit>,
    /// Where its characters stand.
    pub glyphs: Vec<GlyphRun>,
    /// What the default text has, in order.
    pub blocks: Vec<Written>,
    /// Tables, in order.
    pub tables: Vec<WrittenTable>,
    /// Every unit, in order of the raw text.
    pub pieces: Vec<Piece>,
    /// For each page, where its shown text stands in the raw text.
    pub spans: Vec<Vec<Span>>,
    /// Where each unit starts in the raw text, by its place in the list that was written.
    pub starts: Vec<usize>,
    /// The page of the unit that was shown last, and where it ended.
    last: Option<(u32, usize)>,
    /// The first line number of each page.
    lines: Vec<u32>,
    numbers: Vec<u32>,
}

/// Writes units in the order given; `follows` says of each how it follows the one shown before it.
pub fn write(pages: usize, lines: Vec<u32>, units: &[(&Unit<'_>, Follows)]) -> Document {
    let mut out =
        Document { spans: vec![Vec::new(); pages], numbers: vec![0; pages], lines, ..Document::default() };
    out.raw.reserve(units.iter().map(|u| u.0.block.raw.len() + 2).sum());
    for (unit, follows) in units {
        out.unit(unit, *follows);
    }
    out.edits.sort_by_key(|e| e.raw);
    out
}

impl Document {
    fn unit(&mut self, unit: &Unit<'_>, follows: Follows) {
        let gap = self.raw.len();
        if gap > 0 {
            self.raw.push_str("\n\n");
        }
        let start = self.raw.len();
        self.raw.push_str(unit.raw());
        let raw = Span::new(start, self.raw.len());
        self.starts.push(start);
        self.glyphs(unit, raw);
        let block = if unit.role.shown() {
            self.separate(gap, start, follows);
            self.inner_edits(unit, start);
            self.page_span(unit.page, raw);
            self.last = Some((unit.page, raw.end()));
            let block = self.block(unit, raw, follows);
            self.table(unit, start, block);
            Some(block)
        } else {
            self.leave_out(unit.role, gap, raw);
            None
        };
        let number = block.and(self.numbers.get_mut(unit.page as usize)).map(|n| {
            *n += 1;
            *n
        });
        let kind = if matches!(unit.role, Role::Header | Role::Footer) {
            BlockKind::Furniture
        } else {
            unit.block.kind
        };
        let (level, regions) = (unit.block.level, unit.block.regions.clone());
        self.pieces.push(Piece { key: unit.key(), kind, level, raw, regions, block, number });
    }

    fn glyphs(&mut self, unit: &Unit<'_>, raw: Span) {
        self.glyphs.push(GlyphRun {
            raw,
            from: unit.block.raw.start(),
            page: PageIndex(unit.page),
            first_line: self.lines.get(unit.page as usize).copied().unwrap_or(0),
            glyphs: Arc::clone(&unit.text.glyphs),
        });
    }

    /// Says what stands between this unit and the one shown before it.
    fn separate(&mut self, gap: usize, start: usize, follows: Follows) {
        let Some((_, end)) = self.last else {
            // Nothing shown yet: what was left out takes its separator along.
            if let Some(last) = self.edits.last_mut().filter(|e| e.raw.end() == gap && gap < start) {
                last.raw = Span::new(last.raw.start(), start);
            }
            return;
        };
        let Follows::Joined { hyphen, space } = follows else { return };
        let replacement = if space { " " } else { "" }.to_owned();
        let sign = self.raw[..end].chars().next_back().filter(|_| hyphen).map_or(0, char::len_utf8);
        if sign > 0 && end == gap {
            self.edit(EditKind::Hyphen, Span::new(end - sign, start), replacement);
            return;
        }
        if sign > 0 {
            self.edit(EditKind::Hyphen, Span::new(end - sign, end), String::new());
        }
        self.edit(EditKind::LineJoin, Span::new(gap, start), replacement);
    }

    fn leave_out(&mut self, role: Role, gap: usize, raw: Span) {
        let kind = if role == Role::Hidden { EditKind::Hidden } else { EditKind::Furniture };
        self.edit(kind, Span::new(gap, raw.end()), String::new());
    }

    fn edit(&mut self, kind: EditKind, raw: Span, replacement: String) {
        self.edits.push(Edit { kind, raw, replacement });
    }

    /// The page's own edits inside the unit, but for those under what a person typed.
    fn inner_edits(&mut self, unit: &Unit<'_>, start: usize) {
        let from = unit.block.raw.start();
        let shift = |s: Span| Span::new(s.start() - from + start, s.end() - from + start);
        for edit in unit.edits().iter().filter(|e| !unit.typed.iter().any(|t| t.raw.overlaps(e.raw))) {
            self.edits.push(Edit { raw: shift(edit.raw), ..edit.clone() });
        }
        for edit in &unit.typed {
            self.edits.push(Edit { raw: shift(edit.raw), ..edit.clone() });
        }
    }

    /// Takes down the cells of a unit that is still the table that its page has.
    fn table(&mut self, unit: &Unit<'_>, start: usize, block: usize) {
        let Some(table) = unit.table() else { return };
        let from = unit.block.raw.start();
        let shift = |s: Span| Span::new(s.start() - from + start, s.end() - from + start);
        let mut table = table.clone();
        table.raw = shift(table.raw);
        for cell in table.rows.iter_mut().flatten() {
            cell.raw = shift(cell.raw);
        }
        self.tables.push(WrittenTable { block, page: unit.page, table });
    }

    fn page_span(&mut self, page: u32, raw: Span) {
        let follows = self.last.is_some_and(|l| l.0 == page);
        let Some(spans) = self.spans.get_mut(page as usize) else { return };
        match spans.last_mut().filter(|_| follows) {
            Some(last) => *last = Span::new(last.start(), raw.end()),
            None => spans.push(raw),
        }
    }

    fn block(&mut self, unit: &Unit<'_>, raw: Span, follows: Follows) -> usize {
        let page = PageIndex(unit.page);
        let regions = unit.block.regions.iter().map(|&bbox| Region { page, bbox });
        match self.blocks.last_mut().filter(|_| follows != Follows::Apart) {
            Some(last) => {
                last.raw = Span::new(last.raw.start(), raw.end());
                last.regions.extend(regions);
            }
            None => self.blocks.push(Written {
                kind: unit.block.kind,
                level: unit.block.level,
                raw,
                regions: regions.collect(),
            }),
        }
        self.blocks.len() - 1
    }
}
