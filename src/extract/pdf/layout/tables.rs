//! Tables of a page: which words are in which cell.
//!
//! Owns finding tables by their lines (`lattice`, `ruled`) and by the alignment of their words (`stream`), their
//! columns (`columns`), rows and cells (`grid`), and what is none (`check`). Works on one direction's words, in its
//! frame, before columns of text are looked for. How a table is written is `emit`'s business.

mod check;
mod columns;
mod grid;
mod header;
mod lattice;
mod place;
mod ruled;
mod scene;
mod stream;

use super::columns::zones;
use super::frame::Frame;
use super::rows::{Row, rows};
use super::words::WordSet;
use crate::document::Rect;
use crate::extract::pdf::glyphs::{PageGlyphs, RawGlyph};
use check::{Kind, Verdict};
pub use grid::Cell;
use grid::Grid;
pub use header::unit;
pub use place::{TableDraft, Tables, place};
use scene::Scene;

/// A table: its cells and what they cover in the frame.
#[derive(Clone, Debug)]
pub struct Found {
    /// The bounds of its words.
    pub bounds: Rect,
    /// Its cells.
    pub grid: Grid,
}

/// Which words are in a table or in a drawing already.
pub struct Taken(Vec<bool>);

impl Taken {
    /// Words with their middle in `area` that are in no table yet.
    fn inside(&self, scene: &Scene<'_>, area: Rect) -> Vec<usize> {
        (0..self.0.len()).filter(|&w| !self.0[w] && area.contains(scene.middle(w))).collect()
    }

    fn is_taken(&self, w: usize) -> bool {
        self.0[w]
    }

    /// Takes the words of a table or drawing; the table, if it is one.
    fn settle(&mut self, scene: &Scene<'_>, grid: Grid, verdict: Verdict) -> Option<Found> {
        if verdict == Verdict::Nothing {
            return None;
        }
        let words: Vec<usize> = grid.cells.iter().flat_map(|c| c.words.iter().copied()).collect();
        for &w in &words {
            self.0[w] = true;
        }
        let bounds = scene.bounds(words)?;
        (verdict == Verdict::Table).then_some(Found { bounds, grid })
    }
}

/// The tables of one direction's words, and the zones of all its words where there are none.
fn find(page: &PageGlyphs, frame: &Frame, set: &WordSet) -> (Vec<Found>, Option<Vec<Vec<Row>>>) {
    let scene = Scene::new(page, frame, set);
    let mut taken = Taken(vec![false; set.words.len()]);
    let mut out = Vec::new();
    ruled::grids(&scene, &mut taken, &mut out);
    ruled::lined(&scene, &mut taken, &mut out);
    let mut rest = vec![true; set.words.len()];
    let cells = out.iter().flat_map(|f: &Found| &f.grid.cells);
    cells.flat_map(|c| &c.words).for_each(|&w| rest[w] = false);
    let rest: Vec<usize> = (0..set.words.len()).filter(|&w| rest[w]).collect();
    let leaves = zones(page, set, rest);
    // What a text recognition puts under a scan stands too loosely to tell columns of cells by.
    let loose = RawGlyph::INVISIBLE | RawGlyph::CLEAR;
    let scanned = set.items.iter().filter(|i| page.glyphs[i.glyph].is(loose)).count() * 2 > set.items.len();
    if !scanned {
        for zone in stacked(&leaves) {
            stream::stream(&scene, &zone, Kind::Stream, &mut taken, &mut out);
        }
    }
    if !scanned && leaves.len() > 1 {
        // Columns of short cells may have been taken for columns of text.
        let rest = (0..set.words.len()).filter(|&w| !taken.is_taken(w)).collect();
        stream::stream(&scene, &rows(&set.words, rest), Kind::Across, &mut taken, &mut out);
    }
    out.sort_by(|a, b| a.bounds.y0.total_cmp(&b.bounds.y0).then(a.bounds.x0.total_cmp(&b.bounds.x0)));
    let leaves = out.is_empty().then_some(leaves);
    (out, leaves)
}

/// Zones with those that go on right below each other as one: a table may change its number of cells inside.
fn stacked(leaves: &[Vec<Row>]) -> Vec<Vec<Row>> {
    let mut out: Vec<Vec<Row>> = Vec::new();
    for leaf in leaves {
        let below = |above: &Vec<Row>| match (above.last(), leaf.first()) {
            (Some(a), Some(b)) => {
                let step = b.base - a.base;
                step > 0.5 * b.em && step < 3.2 * a.em.max(b.em) && a.x0 < b.x1 && b.x0 < a.x1
            }
            _ => false,
        };
        match out.last_mut() {
            Some(last) if below(last) => last.extend(leaf.iter().cloned()),
            _ => out.push(leaf.clone()),
        }
    }
    out
}
