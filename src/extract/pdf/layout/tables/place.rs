//! Tables among the words of a page: each stands for its words until they are written.

use super::grid::{Cell, Grid};
use super::header::Texts;
use super::{Found, find};
use crate::document::{Rect, TableColumn};
use crate::extract::pdf::glyphs::PageGlyphs;
use crate::extract::pdf::layout::frame::Frame;
use crate::extract::pdf::layout::lines::{Join, Line, join, line};
use crate::extract::pdf::layout::rows::{Row, rows};
use crate::extract::pdf::layout::words::{Word, WordSet};

/// A table as it will be written.
#[derive(Debug)]
pub struct TableDraft {
    /// Its cells.
    pub grid: Grid,
    /// The lines of each cell of the grid.
    pub lines: Vec<Vec<Line>>,
    /// How many of its rows head its columns.
    pub header_rows: usize,
    /// Its columns.
    pub columns: Vec<TableColumn>,
    /// What it covers, in the frame.
    pub bounds: Rect,
}

/// The words of a page with one block of words in the place of each table.
#[derive(Debug, Default)]
pub struct Tables {
    /// The tables; taken out as they are written.
    pub drafts: Vec<Option<TableDraft>>,
    /// For words from `first` on, the table that they stand for.
    of: Vec<usize>,
    first: usize,
}

impl Tables {
    /// The table that a word stands for.
    pub fn of(&self, word: usize) -> Option<usize> {
        word.checked_sub(self.first).and_then(|i| self.of.get(i)).copied()
    }

    /// No tables.
    pub fn none(set: &WordSet) -> Self {
        Self { first: set.words.len(), ..Self::default() }
    }
}

/// Finds tables and puts blocks in their places; the zones of all words where there are none.
///
/// A block is as high as the table and as wide, and its words touch: no column gap goes through it, and it
/// stands beside the text of other columns as a paragraph would.
pub fn place(page: &PageGlyphs, frame: &Frame, set: WordSet) -> (WordSet, Tables, Option<Vec<Vec<Row>>>) {
    let (found, zones) = find(page, frame, &set);
    if found.is_empty() {
        let tables = Tables::none(&set);
        return (set, tables, zones);
    }
    let mut gone = vec![false; set.words.len()];
    found.iter().flat_map(|f| &f.grid.cells).flat_map(|c| &c.words).for_each(|&w| gone[w] = true);
    let mut blocks = Vec::new();
    let mut of = Vec::new();
    for (table, f) in found.iter().enumerate() {
        let words = block(&set, f);
        of.extend(std::iter::repeat_n(table, words.len()));
        blocks.extend(words);
    }
    let drafts = found.into_iter().map(|f| Some(draft(page, &set, f))).collect();
    let mut words: Vec<Word> =
        set.words.into_iter().zip(gone).filter(|(_, gone)| !gone).map(|(word, _)| word).collect();
    let first = words.len();
    words.extend(blocks);
    (WordSet { words, items: set.items }, Tables { drafts, of, first }, None)
}

/// The words that stand for a table.
fn block(set: &WordSet, found: &Found) -> Vec<Word> {
    let members = found.grid.cells.iter().flat_map(|c| &c.words).map(|&w| &set.words[w]);
    let mut ems: Vec<f32> = members.clone().map(|w| w.em).collect();
    ems.sort_by(f32::total_cmp);
    let em = ems.get(ems.len() / 2).copied().unwrap_or(1.0).max(0.5);
    // Where the file's tags are asked, the block answers as its first word.
    let items = members.map(|w| w.items.clone()).min_by_key(|items| items.start).unwrap_or(0..0);
    let r = found.bounds;
    let (across, down) = (pieces(r.width(), 5.0 * em, 12), pieces(r.height() - 0.95 * em, 1.2 * em, 300));
    let mut out = Vec::new();
    for row in 0..=down {
        let y = r.y0 + 0.75 * em + (r.height() - 0.95 * em).max(0.0) * row as f32 / down as f32;
        for piece in 0..across {
            let x = |n: usize| r.x0 + r.width() * n as f32 / across as f32;
            out.push(Word { items: items.clone(), x0: x(piece), x1: x(piece + 1), y, em, space: None });
        }
    }
    out
}

fn pieces(length: f32, step: f32, most: usize) -> usize {
    ((length / step).max(1.0) as usize).clamp(1, most)
}

fn draft(page: &PageGlyphs, set: &WordSet, found: Found) -> TableDraft {
    let write = |cell: &Cell| -> Vec<Line> {
        rows(&set.words, cell.words.clone()).iter().map(|row| line(page, set, row)).collect()
    };
    let lines: Vec<Vec<Line>> = found.grid.cells.iter().map(write).collect();
    let texts: Vec<String> = lines.iter().map(|lines| text(lines)).collect();
    let stem = |lines: &Vec<Line>| lines.first().map_or(0.0, |l| l.stem);
    let stems: Vec<f32> = lines.iter().map(stem).collect();
    let look = Texts { grid: &found.grid, cells: &texts, stems: &stems };
    let header_rows = look.header_rows();
    let columns = look.columns(header_rows);
    TableDraft { lines, header_rows, columns, bounds: found.bounds, grid: found.grid }
}

/// A cell's lines as the default text has them.
fn text(lines: &[Line]) -> String {
    let mut out = String::new();
    for (i, line) in lines.iter().enumerate() {
        match i.checked_sub(1).map(|i| join(&lines[i].text, &line.text)) {
            None | Some(Join::Nothing) => {}
            Some(Join::Hyphen) => drop(out.pop()),
            Some(Join::Space | Join::Break) => out.push(' '),
        }
        out.push_str(&line.text);
    }
    out
}
