//! Whether rows and columns are a table: not prose in columns, lists, tables of contents, forms or charts.

use super::grid::{Cell, Grid};
use super::scene::Scene;
use crate::document::Rect;
use crate::extract::pdf::layout::marker::marker;
use crate::extract::pdf::layout::rows::{Row, rows};

/// How a table was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// By lines that cross.
    Grid,
    /// By level lines.
    Lines,
    /// By the alignment of its words alone.
    Stream,
    /// As that, but over what may be columns of text.
    Across,
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
        for cell in &filled {
            parted[cell.row..cell.row + cell.row_span].iter_mut().for_each(|n| *n += 1);
        }
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

/// What a grid is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A table.
    Table,
    /// What a chart or drawing is labeled with: no part of it is a table.
    Drawing,
    /// Neither.
    Nothing,
}

/// Tells what a grid is.
pub fn judge(scene: &Scene<'_>, grid: &Grid, kind: Kind) -> Verdict {
    let f = Facts::of(scene, grid);
    if f.columns < 2 || f.rows < 2 || f.parted < 2 || f.filled < 5 {
        return Verdict::Nothing;
    }
    if is_drawing(scene, &f, kind) {
        return Verdict::Drawing;
    }
    if is_table(scene, grid, &f, kind) && !names_points(scene, grid) {
        Verdict::Table
    } else {
        Verdict::Nothing
    }
}

fn is_table(scene: &Scene<'_>, grid: &Grid, f: &Facts, kind: Kind) -> bool {
    match kind {
        Kind::Grid => {
            let places = grid.cells.len();
            let prose = f.words_a_cell() > 40.0 && f.value_share() < 0.2;
            f.filled * 5 >= places && f.parted * 2 >= f.rows && !prose
        }
        Kind::Lines => {
            // Two columns of words between lines are most often a legend or a form.
            let names = f.columns == 2 && f.value_share() < 0.2 && !grid.ruled.contains(&true);
            !is_prose(f)
                && !names
                && f.parted * 2 >= f.rows
                && !is_contents(scene, grid)
                && !is_list(scene, grid)
                && !is_formula(scene, grid, 0.3)
        }
        Kind::Stream | Kind::Across => {
            let across = kind == Kind::Across && !is_short(grid, f);
            !across
                && is_aligned(f, grid)
                && !is_prose(f)
                && !is_contents(scene, grid)
                && !is_list(scene, grid)
                && !is_form(scene, grid)
                && !is_formula(scene, grid, 0.15)
                && !is_picture(scene, f)
                && !is_furniture(scene, f)
        }
    }
}

/// Whether columns are many and narrow, as columns of text never are.
fn is_short(grid: &Grid, f: &Facts) -> bool {
    const MOST: usize = 4;
    let narrow = |c: usize| {
        let (cells, words) = column(grid, c).fold((0, 0), |n, cell| (n.0 + 1, n.1 + cell.words.len()));
        words <= MOST * cells
    };
    let columns = if f.value_share() >= 0.3 { 3 } else { 4 };
    f.columns >= columns && (0..grid.columns).all(narrow)
}

/// Whether cells hold running text: many words and few figures.
fn is_prose(f: &Facts) -> bool {
    f.words_a_cell() > 5.5 && f.value_share() < 0.2 || f.words_a_cell() > 10.0
}

/// Whether rows are many, alike and filled enough without any line drawn.
fn is_aligned(f: &Facts, grid: &Grid) -> bool {
    if f.parted < 3 || f.parted * 2 < f.rows || f.filled * 9 < grid.cells.len() * 4 {
        return false;
    }
    // Two columns of words are names, terms or lines of prose; a table says figures then.
    f.value_share() >= 0.3 || (f.columns > 2 && f.parted > 3 && f.words_a_cell() <= 4.0)
}

fn column(grid: &Grid, c: usize) -> impl Iterator<Item = &Cell> {
    grid.cells.iter().filter(move |cell| cell.column == c && !cell.words.is_empty())
}

/// Whether the last column holds page numbers, which never descend.
fn is_contents(scene: &Scene<'_>, grid: &Grid) -> bool {
    let texts = grid.cells.iter().map(|c| scene.texts(&c.words));
    let leaders = texts.filter(|t| t.contains("....") || t.contains(". . .") || t.contains("……")).count();
    let led = leaders * 3 >= grid.rows;
    if grid.columns > 3 {
        return false;
    }
    let last: Vec<String> = column(grid, grid.columns - 1).map(|c| scene.texts(&c.words)).collect();
    let numbers: Vec<u32> =
        last.iter().filter_map(|t| t.trim_start_matches(['.', ' ', '…']).parse().ok()).collect();
    let names = column(grid, 0).filter(|c| !scene.is_value(&c.words)).count();
    numbers.len() >= if led { 2 } else { 3 }
        && numbers.len() * 10 >= last.len() * 9
        && numbers.windows(2).all(|w| w[0] <= w[1])
        && numbers.iter().all(|n| *n < 3000)
        && (led || grid.columns == 2 && names * 5 >= grid.rows * 4 || grid.columns == 3)
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
    let (mut answers, mut values) = (0, 0);
    for cell in column(grid, 1) {
        answers += 1;
        values += usize::from(scene.is_value(&cell.words));
    }
    let asks = first.iter().filter(|t| t.ends_with(':')).count() * 2 >= first.len();
    grid.columns == 2 && (asks || values * 4 < answers * 3)
}

/// Signs of formulas that tables of figures seldom have.
const OPERATORS: [char; 26] = [
    '=', '∑', '∫', '∂', '∏', '√', '→', '↦', '⇒', '∈', '⊂', '⊆', '≤', '≥', '∀', '∃', '∪', '∩', '×', '∘', '∞',
    '∣', '{', '}', '⟨', '⟩',
];

/// Whether cells are parts of formulas: operators in this share of them, signs alone, indices and exponents, or
/// rows that reach into each other.
fn is_formula(scene: &Scene<'_>, grid: &Grid, share: f32) -> bool {
    let texts: Vec<String> =
        grid.cells.iter().filter(|c| !c.words.is_empty()).map(|c| scene.texts(&c.words)).collect();
    let count = |is: fn(&str) -> bool| texts.iter().filter(|t| is(t)).count() as f32;
    let most = share * texts.len() as f32;
    let signs = count(|t| t.contains(OPERATORS));
    let silent = count(|t| !t.chars().any(char::is_alphanumeric));
    let mut ems: Vec<f32> = grid.cells.iter().flat_map(|c| &c.words).map(|&w| scene.word(w).em).collect();
    ems.sort_by(f32::total_cmp);
    let small = 0.8 * ems.get(ems.len() / 2).copied().unwrap_or(0.0);
    let mixed = |c: &&Cell| c.words.iter().any(|&w| scene.word(w).em < small);
    let mixed = grid.cells.iter().filter(mixed).count() as f32;
    let mut lines = vec![(f32::INFINITY, f32::NEG_INFINITY, 0.0_f32); grid.rows];
    for cell in grid.cells.iter().filter(|c| c.row_span == 1) {
        for &w in &cell.words {
            let (word, line) = (scene.word(w), &mut lines[cell.row]);
            *line = (line.0.min(word.y), line.1.max(word.y), line.2.max(word.em));
        }
    }
    let entangled = lines.windows(2).filter(|w| w[1].0 - w[0].1 < 0.7 * w[0].2.min(w[1].2)).count() as f32;
    signs > most
        || mixed > 0.3 * texts.len() as f32
        || silent > 0.7 * texts.len() as f32
        || entangled > 0.2 * grid.rows as f32
}

/// Whether most cells are single letters, as points and axes of drawings are named.
fn names_points(scene: &Scene<'_>, grid: &Grid) -> bool {
    let (mut names, mut filled) = (0, 0);
    for cell in grid.cells.iter().filter(|c| !c.words.is_empty()) {
        let short = |w: &usize| {
            let text = scene.text(*w);
            text.chars().count() <= 2 && text.chars().any(char::is_alphabetic)
        };
        filled += 1;
        names += usize::from(cell.words.iter().all(short) && !scene.is_value(&cell.words));
    }
    names * 2 > filled
}

/// Whether curves and slanted lines are drawn inside, as in charts.
fn is_drawing(scene: &Scene<'_>, f: &Facts, kind: Kind) -> bool {
    let area = |r: Rect| r.width() * r.height();
    let inside = |r: Rect| scene.sketches.iter().filter(move |s| r.contains(s.center()));
    let most = if kind == Kind::Grid { 2 } else { 1 };
    let framed = |b: &Rect| {
        let whole = b.cover(f.bounds) == *b && area(*b) < 0.6 * scene.page.width * scene.page.height;
        whole && area(*b) > 2.0 * area(f.bounds) && inside(*b).count() > 1
    };
    inside(f.bounds).count() > most
        || inside(f.bounds).any(|s| area(*s) > 0.3 * area(f.bounds))
        || scene.boxes.iter().any(framed)
        || names_figure(scene, f.bounds)
}

/// Whether the nearest caption, above or below, says figure or chart.
fn names_figure(scene: &Scene<'_>, bounds: Rect) -> bool {
    const REACH: f32 = 60.0;
    let near = |y0: f32, y1: f32| {
        let area = Rect { x0: bounds.x0 - REACH, x1: bounds.x1 + REACH, y0, y1 };
        let words = (0..scene.set.words.len()).filter(|&w| area.contains(scene.middle(w))).collect();
        rows(&scene.set.words, words)
    };
    let kind = |row: &Row| caption_kind(&scene.texts(&row.words));
    let above = near(bounds.y0 - REACH, bounds.y0 - 1.0).iter().rev().find_map(kind);
    let below = || near(bounds.y1 + 1.0, bounds.y1 + REACH).iter().find_map(kind);
    above.or_else(below) == Some(CaptionKind::Figure)
}

#[derive(Clone, Copy, PartialEq)]
enum CaptionKind {
    Table,
    Figure,
}

/// What a line that starts as a caption says it is the caption of.
fn caption_kind(line: &str) -> Option<CaptionKind> {
    const FIGURES: [&str; 10] =
        ["figure", "fig", "chart", "graph", "abbildung", "abb", "grafik", "diagramm", "bild", "exhibit"];
    const TABLES: [&str; 5] = ["table", "tabelle", "tab", "tableau", "tabla"];
    let mut words = line.split_whitespace();
    let (name, number, next) = (words.next()?.to_lowercase(), words.next()?, words.next());
    let name = name.trim_end_matches('.');
    let numbered = number.chars().next().is_some_and(|c| c.is_ascii_digit() || c.is_uppercase())
        && number.chars().count() <= 8
        && (number.ends_with(['.', ':']) || !next.is_some_and(|w| w.starts_with(char::is_lowercase)));
    match name {
        _ if !numbered => None,
        n if FIGURES.contains(&n) => Some(CaptionKind::Figure),
        n if TABLES.contains(&n) => Some(CaptionKind::Table),
        _ => None,
    }
}

/// Whether it stands wholly where running headers and footers do.
fn is_furniture(scene: &Scene<'_>, f: &Facts) -> bool {
    let (width, height) = (scene.page.width, scene.page.height);
    // In a frame that is turned, places across the lines run along the width.
    let reach = if scene.turned { width } else { height };
    let (top, bottom) = scene.across;
    f.bounds.y1 < top + 0.07 * reach || f.bounds.y0 > bottom - 0.1 * reach
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
