//! Rows, columns and cells of a table's words.

use super::columns::separators;
use super::lattice::covered;
use super::scene::{Bar, Scene};
use crate::extract::pdf::layout::rows::{Row, rows};

/// A cell of a grid.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its first row.
    pub row: usize,
    /// Its first column.
    pub column: usize,
    /// How many rows it spans.
    pub row_span: usize,
    /// How many columns it spans.
    pub column_span: usize,
    /// Its words.
    pub words: Vec<usize>,
}

/// A table's cells.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Cells by row, then by column; every place of the grid is in one.
    pub cells: Vec<Cell>,
    /// Places between the columns.
    pub separators: Vec<f32>,
    /// Rows that end with a drawn line.
    pub ruled: Vec<bool>,
}

/// What is known of a table before its cells are.
pub struct Plan<'a> {
    /// Its words.
    pub words: Vec<usize>,
    /// Places of upright lines between its columns.
    pub hard_columns: Vec<f32>,
    /// Places of level lines between its rows.
    pub hard_rows: Vec<f32>,
    /// All level lines.
    pub level: &'a [Bar],
    /// All upright lines.
    pub upright: &'a [Bar],
}

/// A row of the grid before it has cells.
struct Line {
    words: Vec<usize>,
    top: f32,
    bottom: f32,
    /// Whether a drawn line parts it from the next row.
    ruled: Option<f32>,
}

impl Grid {
    /// Finds rows and columns, and which words are in which cell.
    pub fn new(scene: &Scene<'_>, plan: &Plan<'_>) -> Self {
        let bands = bands(scene, plan);
        let all: Vec<&Row> = bands.iter().flat_map(|b| &b.rows).collect();
        let (places, hard) = column_places(scene, plan, &all);
        // Most rows have a line under them: what stands between two lines is one row.
        let texts = bands.iter().filter(|b| b.rows.len() == 1).count();
        let each =
            bands.len() >= 3 && texts * 2 >= bands.len() || bands.len() >= 2 && !plan.hard_columns.is_empty();
        let mut lines: Vec<Line> = Vec::new();
        for (i, band) in bands.iter().enumerate() {
            let groups = if each && !stacked(scene, &band.rows, &places) {
                vec![band.rows.iter().collect::<Vec<_>>()]
            } else {
                logical(scene, &band.rows, &places)
            };
            let ruled = bands.get(i + 1).map(|next| next.top);
            for group in groups {
                let words: Vec<usize> = group.iter().flat_map(|r| r.words.iter().copied()).collect();
                let bounds = scene.bounds(words.iter().copied()).unwrap_or_default();
                lines.push(Line { words, top: bounds.y0, bottom: bounds.y1, ruled: None });
            }
            if let Some(last) = lines.last_mut() {
                last.ruled = ruled;
            }
        }
        cells(scene, plan, lines, places, &hard)
    }

    /// Whether words stand over and under a place.
    pub fn parts_at(&self, scene: &Scene<'_>, y: f32) -> bool {
        let words = || self.cells.iter().flat_map(|c| &c.words).map(|&w| scene.middle(w).y);
        words().any(|w| w < y) && words().any(|w| w > y)
    }
}

/// What stands between two level lines.
struct Band {
    rows: Vec<Row>,
    top: f32,
}

fn bands(scene: &Scene<'_>, plan: &Plan<'_>) -> Vec<Band> {
    let mut parts = vec![Vec::new(); plan.hard_rows.len() + 1];
    for &w in &plan.words {
        parts[plan.hard_rows.partition_point(|y| *y <= scene.middle(w).y)].push(w);
    }
    let mut out = Vec::new();
    for (i, words) in parts.into_iter().enumerate().filter(|p| !p.1.is_empty()) {
        let top = i.checked_sub(1).map_or(f32::NEG_INFINITY, |i| plan.hard_rows[i]);
        out.push(Band { rows: rows(&scene.set.words, words), top });
    }
    out
}

/// Where columns are parted, and which of the places are drawn lines.
fn column_places(scene: &Scene<'_>, plan: &Plan<'_>, all: &[&Row]) -> (Vec<f32>, Vec<bool>) {
    if plan.hard_columns.is_empty() {
        let soft = without_signs(scene, all, separators(scene, all));
        let hard = vec![false; soft.len()];
        return (soft, hard);
    }
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); plan.hard_columns.len() + 1];
    for &w in &plan.words {
        parts[plan.hard_columns.partition_point(|x| *x <= scene.middle(w).x)].push(w);
    }
    let mut places: Vec<(f32, bool)> = Vec::new();
    // What is narrower than all that has its middle there is the padding between two cells.
    let own = |i: usize| -> Option<&Vec<usize>> {
        let width = match i {
            0 => f32::INFINITY,
            i if i == plan.hard_columns.len() => f32::INFINITY,
            i => plan.hard_columns[i] - plan.hard_columns[i - 1],
        };
        let fits = |w: &usize| scene.word(*w).x1 - scene.word(*w).x0 <= width + 2.0;
        parts.get(i).filter(|words| words.iter().any(fits))
    };
    let mut before = false;
    for i in 0..parts.len() {
        let Some(words) = own(i) else { continue };
        if before {
            places.push((plan.hard_columns[i - 1], true));
        }
        before = true;
        let inner = rows(&scene.set.words, words.clone());
        let parted = inner.iter().filter(|r| scene.segments(r, 1.0).len() >= 2).count();
        if parted >= 3 && parted * 3 >= inner.len() * 2 {
            let inner: Vec<&Row> = inner.iter().collect();
            let found = without_signs(scene, &inner, separators(scene, &inner));
            places.extend(found.into_iter().map(|x| (x, false)));
        }
    }
    places.into_iter().unzip()
}

/// Takes away what parts a sign from its figure: currencies stand before it, percent signs and brackets after it.
fn without_signs(scene: &Scene<'_>, rows: &[&Row], mut places: Vec<f32>) -> Vec<f32> {
    let mut column = 0;
    while column <= places.len() {
        let parts = rows.iter().map(|r| scene.texts(&part(scene, r, &places, column)));
        let texts: Vec<String> = parts.filter(|t| !t.is_empty()).collect();
        let all = |signs: &[&str]| {
            !texts.is_empty()
                && texts.iter().filter(|t| signs.contains(&t.as_str())).count() * 10 >= texts.len() * 8
        };
        if column < places.len() && all(&["$", "€", "£", "¥", "US$", "(", "EUR", "CHF"]) {
            places.remove(column);
        } else if column > 0 && all(&["%", ")", ")%", "%)", "*", "**", "***", "†"]) {
            places.remove(column - 1);
        } else {
            column += 1;
        }
    }
    places
}

/// Whether the rows between two lines are rows of their own: a column has figures in most of them.
fn stacked(scene: &Scene<'_>, rows: &[Row], places: &[f32]) -> bool {
    if rows.len() < 3 {
        return false;
    }
    (1..=places.len()).any(|c| {
        let parts = rows.iter().map(|r| part(scene, r, places, c)).filter(|p| !p.is_empty());
        let (n, values) = parts.fold((0, 0), |n, p| (n.0 + 1, n.1 + usize::from(scene.is_value(&p))));
        n * 3 >= rows.len() * 2 && values * 4 >= n * 3
    })
}

/// The words of a row in a column.
pub fn part(scene: &Scene<'_>, row: &Row, places: &[f32], column: usize) -> Vec<usize> {
    let inside = |w: &usize| places.partition_point(|x| *x <= scene.middle(*w).x) == column;
    row.words.iter().copied().filter(inside).collect()
}

/// Text rows by table row: lines of a wrapped cell belong to the row that they go on with.
fn logical<'r>(scene: &Scene<'_>, rows: &'r [Row], places: &[f32]) -> Vec<Vec<&'r Row>> {
    let steps = rows.windows(2).map(|w| w[1].base - w[0].base);
    let least = steps.fold(f32::INFINITY, f32::min);
    let mut out: Vec<Vec<&Row>> = Vec::new();
    let mut seen_values = false;
    for row in rows {
        let joins = out.last().is_some_and(|g| continues(scene, g, row, places, least, seen_values));
        match out.last_mut().filter(|_| joins) {
            Some(group) => group.push(row),
            None => out.push(vec![row]),
        }
        seen_values |= values(scene, row, places);
    }
    out
}

fn values(scene: &Scene<'_>, row: &Row, places: &[f32]) -> bool {
    (1..=places.len()).any(|c| scene.is_value(&part(scene, row, places, c)))
}

fn continues(
    scene: &Scene<'_>,
    group: &[&Row],
    row: &Row,
    places: &[f32],
    least: f32,
    seen_values: bool,
) -> bool {
    let Some(last) = group.last() else { return false };
    let step = row.base - last.base;
    if step > 1.3 * least && step > 0.9 * row.em.max(last.em) || step > 1.6 * row.em.max(last.em) {
        return false;
    }
    let filled = |row: &Row| -> Vec<usize> {
        (0..=places.len()).filter(|&c| !part(scene, row, places, c).is_empty()).collect()
    };
    let here = filled(row);
    let before: Vec<usize> = group.iter().flat_map(|r| filled(r)).collect();
    let first = scene.texts(&part(scene, row, places, 0));
    let small = first.starts_with(char::is_lowercase);
    if values(scene, row, places) {
        // The label is wrapped and the figures stand beside its last line.
        return small && before.iter().all(|&c| c == 0);
    }
    if here == [0] {
        return small && step < 1.45 * row.em;
    }
    if here.contains(&0) {
        return small && step < 1.45 * row.em;
    }
    let spans = |r: &Row| {
        scene.segments(r, 0.55).iter().any(|s| places.iter().any(|x| s.x0 < x - 1.0 && s.x1 > x + 1.0))
    };
    let known = here.iter().all(|c| before.contains(c));
    if seen_values { known } else { !group.iter().any(|r| spans(r)) && !spans(row) }
}

/// Cells from the borders between the places of the grid.
fn cells(scene: &Scene<'_>, plan: &Plan<'_>, lines: Vec<Line>, places: Vec<f32>, hard: &[bool]) -> Grid {
    let (height, width) = (lines.len(), places.len() + 1);
    let bounds = scene.bounds(plan.words.iter().copied()).unwrap_or_default();
    let edge = |c: usize| match c {
        0 => bounds.x0,
        c if c == width => bounds.x1,
        c => places[c - 1],
    };
    let mut right = vec![true; height * width];
    let mut below = vec![true; height * width];
    for (r, line) in lines.iter().enumerate() {
        let drawn: Vec<bool> = (0..places.len())
            .map(|c| hard[c] && covered(plan.upright, places[c], line.top, line.bottom) > 0.6)
            .collect();
        let enclosed = [bounds.x0, bounds.x1].iter().any(|&x| {
            plan.upright
                .iter()
                .any(|b| (b.at - x).abs() < 14.0 && b.from < line.top + 2.0 && b.to > line.bottom - 2.0)
        });
        let trusted = drawn.iter().any(|d| *d) || (enclosed && !plan.hard_columns.is_empty());
        let runs = crossing(scene, &line.words);
        for c in 0..places.len() {
            let crossed = runs.iter().any(|s| s.0 < places[c] - 1.0 && s.1 > places[c] + 1.0);
            let apart = runs.iter().any(|s| s.1 <= places[c] + 1.0 && s.1 > edge(c))
                && runs.iter().any(|s| s.0 >= places[c] - 1.0 && s.0 < edge(c + 2));
            right[r * width + c] =
                if hard[c] && trusted { drawn[c] || (!crossed && apart) } else { !crossed };
        }
        let Some(y) = line.ruled else { continue };
        let grid = !plan.hard_columns.is_empty();
        for c in 0..width {
            let share = covered(plan.level, y, edge(c), edge(c + 1));
            below[r * width + c] = share > 0.4 || !(grid || r < 2);
        }
    }
    let mut owner = vec![usize::MAX; height * width];
    let mut out: Vec<Cell> = Vec::new();
    for at in 0..height * width {
        if owner[at] != usize::MAX {
            continue;
        }
        let (r, c) = (at / width, at % width);
        let mut column_span = 1;
        while c + column_span < width
            && !right[r * width + c + column_span - 1]
            && owner[at + column_span] == usize::MAX
        {
            column_span += 1;
        }
        let mut row_span = 1;
        while r + row_span < height
            && goes_down(&right, &below, &owner, (r + row_span, c, column_span), width)
        {
            row_span += 1;
        }
        for i in 0..row_span {
            owner[(r + i) * width + c..(r + i) * width + c + column_span].fill(out.len());
        }
        out.push(Cell { row: r, column: c, row_span, column_span, words: Vec::new() });
    }
    for (r, line) in lines.iter().enumerate() {
        for &w in &line.words {
            let c = places.partition_point(|x| *x <= scene.middle(w).x);
            out[owner[r * width + c]].words.push(w);
        }
    }
    let ruled = lines.iter().map(|l| l.ruled.is_some()).collect();
    let mut grid = Grid { rows: height, columns: width, cells: out, separators: places, ruled };
    drop_empty(&mut grid);
    grid
}

/// Takes away rows and columns in which no text starts: padding, and what only spans.
fn drop_empty(grid: &mut Grid) {
    let mut rows = vec![false; grid.rows];
    let mut columns = vec![false; grid.columns];
    for cell in grid.cells.iter().filter(|c| !c.words.is_empty()) {
        rows[cell.row] = true;
        columns[cell.column] = true;
    }
    let kept = |used: &[bool], from: usize, count: usize| {
        let before = used[..from].iter().filter(|u| **u).count();
        (before, used[from..from + count].iter().filter(|u| **u).count())
    };
    grid.cells.retain_mut(|cell| {
        (cell.row, cell.row_span) = kept(&rows, cell.row, cell.row_span);
        (cell.column, cell.column_span) = kept(&columns, cell.column, cell.column_span);
        cell.row_span > 0 && cell.column_span > 0
    });
    grid.cells.sort_by_key(|c| (c.row, c.column));
    // A place between columns goes with the column on its left; the last of those before an empty one stays.
    let mut places = Vec::new();
    let mut before = false;
    for (column, used) in columns.iter().enumerate() {
        if *used && before {
            places.push(grid.separators[column - 1]);
        }
        before |= used;
    }
    grid.separators = places;
    let mut row = 0;
    grid.ruled.retain(|_| {
        row += 1;
        rows[row - 1]
    });
    grid.rows = rows.iter().filter(|u| **u).count();
    grid.columns = columns.iter().filter(|u| **u).count();
}

/// Whether a cell goes down into row `r`: no line above it there, and none inside.
fn goes_down(
    right: &[bool],
    below: &[bool],
    owner: &[usize],
    (r, c, span): (usize, usize, usize),
    width: usize,
) -> bool {
    let open = |i: usize| !below[(r - 1) * width + i] && owner[r * width + i] == usize::MAX;
    let inner = (c..c + span - 1).all(|i| !right[r * width + i]);
    let ends = c + span == width || right[r * width + c + span - 1];
    (c..c + span).all(open) && inner && ends
}

/// Where text runs on without a gap, line by line.
fn crossing(scene: &Scene<'_>, words: &[usize]) -> Vec<(f32, f32)> {
    let lines = rows(&scene.set.words, words.to_vec());
    lines.iter().flat_map(|l| scene.segments(l, 0.55)).map(|s| (s.x0, s.x1)).collect()
}
