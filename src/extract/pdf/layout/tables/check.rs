//! Whether rows and columns are a table: not prose in columns, lists, tables of contents, forms or charts.

use super::grid::{Cell, Grid};
use super::scene::Scene;
use crate::document::Rect;
use crate::extract::pdf::layout::marker::marker;

/// How a table was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// By lines that cross.
    Grid,
    /// By level lines.
    Lines,
    /// By the alignment of its words alone.
    Stream,
}

/// What a grid's cells are like.
struct Facts {
    filled: usize,
    values: usize,
    words: usize,
    /// Rows with text in two columns and more.
    parted: usize,
    rows: usize,
    columns: usize,
    bounds: Rect,
}

impl Facts {
    fn of(scene: &Scene<'_>, grid: &Grid) -> Self {
        let filled: Vec<&Cell> = grid.cells.iter().filter(|c| !c.words.is_empty()).collect();
        let mut parted = vec![0_usize; grid.rows];
        filled.iter().for_each(|c| parted[c.row] += 1);
        Self {
            filled: filled.len(),
            values: filled.iter().filter(|c| scene.is_value(&c.words)).count(),
            words: filled.iter().map(|c| c.words.len()).sum(),
            parted: parted.iter().filter(|n| **n >= 2).count(),
            rows: grid.rows,
            columns: grid.columns,
            bounds: scene.bounds(filled.iter().flat_map(|c| c.words.iter().copied())).unwrap_or_default(),
        }
    }

    fn value_share(&self) -> f32 {
        self.values as f32 / self.filled.max(1) as f32
    }

    fn words_a_cell(&self) -> f32 {
        self.words as f32 / self.filled.max(1) as f32
    }
}

/// Whether a grid is a table.
pub fn is_table(scene: &Scene<'_>, grid: &Grid, kind: Kind) -> bool {
    let f = Facts::of(scene, grid);
    if f.columns < 2 || f.rows < 2 || f.parted < 2 || f.filled < 4 {
        return false;
    }
    match kind {
        Kind::Grid => {
            let places = grid.cells.len();
            let prose = f.words_a_cell() > 40.0 && f.value_share() < 0.2;
            f.filled * 5 >= places && !prose
        }
        Kind::Lines => {
            !is_prose(&f) && f.parted * 2 >= f.rows && !is_contents(scene, grid) && !is_list(scene, grid)
        }
        Kind::Stream => {
            is_aligned(&f)
                && !is_prose(&f)
                && !is_contents(scene, grid)
                && !is_list(scene, grid)
                && !is_form(scene, grid)
                && !is_picture(scene, &f)
        }
    }
}

/// Whether cells hold running text: many words and few figures.
fn is_prose(f: &Facts) -> bool {
    f.words_a_cell() > 5.5 && f.value_share() < 0.2 || f.words_a_cell() > 10.0
}

/// Whether rows are many and alike enough without any line drawn.
fn is_aligned(f: &Facts) -> bool {
    let figures = f.value_share();
    if f.parted * 2 < f.rows {
        return false;
    }
    match (f.columns, f.parted) {
        (2, n) if figures >= 0.3 => n >= 3,
        (2, n) => n >= 4 && f.words_a_cell() <= 2.5,
        (_, n) if figures >= 0.3 => n >= 2,
        (_, n) => n >= 3 && f.words_a_cell() <= 4.0,
    }
}

fn column(grid: &Grid, c: usize) -> impl Iterator<Item = &Cell> {
    grid.cells.iter().filter(move |cell| cell.column == c && !cell.words.is_empty())
}

/// Whether dots lead to the last column, or it holds page numbers.
fn is_contents(scene: &Scene<'_>, grid: &Grid) -> bool {
    let texts = grid.cells.iter().map(|c| scene.texts(&c.words));
    let leaders = texts.filter(|t| t.contains("....") || t.contains(". . .") || t.contains("……")).count();
    if leaders * 3 >= grid.rows {
        return true;
    }
    if grid.columns > 3 {
        return false;
    }
    let last: Vec<String> = column(grid, grid.columns - 1).map(|c| scene.texts(&c.words)).collect();
    let numbers: Vec<u32> = last.iter().filter_map(|t| t.parse().ok()).collect();
    let names = column(grid, 0).filter(|c| !scene.is_value(&c.words)).count();
    numbers.len() >= 4
        && numbers.len() * 10 >= last.len() * 9
        && numbers.windows(2).all(|w| w[0] <= w[1])
        && numbers.iter().all(|n| *n < 3000)
        && (grid.columns == 2 && names * 5 >= grid.rows * 4 || grid.columns == 3)
}

/// Whether the first of two columns holds list markers or numbers of notes.
fn is_list(scene: &Scene<'_>, grid: &Grid) -> bool {
    if grid.columns != 2 {
        return false;
    }
    let first: Vec<String> = column(grid, 0).map(|c| scene.texts(&c.words)).collect();
    let second: usize = column(grid, 1).filter(|c| !scene.is_value(&c.words)).count();
    let mark = |t: &&String| {
        let bare = t.trim_matches(['[', ']', '(', ')']);
        marker(&format!("{t} x")).is_some() || (bare.len() <= 3 && bare.bytes().all(|b| b.is_ascii_digit()))
    };
    first.iter().filter(mark).count() * 10 >= first.len() * 7 && second * 2 >= first.len()
}

/// Whether the first column asks and the second answers.
fn is_form(scene: &Scene<'_>, grid: &Grid) -> bool {
    let first: Vec<String> = column(grid, 0).map(|c| scene.texts(&c.words)).collect();
    grid.columns == 2 && first.iter().filter(|t| t.ends_with(':')).count() * 2 >= first.len()
}

/// Whether it is what a picture or a chart is labeled with.
fn is_picture(scene: &Scene<'_>, f: &Facts) -> bool {
    let inside = |p: &Rect| {
        let w = p.x1.min(f.bounds.x1) - p.x0.max(f.bounds.x0);
        let h = p.y1.min(f.bounds.y1) - p.y0.max(f.bounds.y0);
        let page = scene.page.width * scene.page.height;
        w > 0.0
            && h > 0.0
            && w * h > 0.6 * f.bounds.width() * f.bounds.height()
            && p.width() * p.height() < 0.8 * page
    };
    scene.pictures.iter().any(inside)
}
