//! Tables told by their lines: grids, and rows between level lines.

use super::check::{Kind, judge};
use super::grid::{Grid, Plan, part};
use super::lattice::{Lattice, lattices, places};
use super::scene::{Bar, Scene};
use super::{Found, Taken};
use crate::document::Rect;
use crate::extract::pdf::layout::rows::{Row, rows};

/// Lines shorter than this are under words, not between rows.
const LONG: f32 = 50.0;
/// Level lines of one table start and end this close.
const EVEN: f32 = 9.0;

/// Finds tables in lines that cross.
pub fn grids(scene: &Scene<'_>, taken: &mut Taken, out: &mut Vec<Found>) {
    let mut all = lattices(scene);
    // What is drawn around a table comes after it.
    all.sort_by(|a, b| {
        let area = |l: &Lattice| l.bounds.width() * l.bounds.height();
        area(a).total_cmp(&area(b))
    });
    for lattice in all {
        let words = taken.inside(scene, inflated(lattice.bounds, 2.0));
        if words.len() < 3 {
            continue;
        }
        let mut plan = Plan {
            words,
            hard_columns: places(&lattice.upright, 6.0),
            hard_rows: places(&lattice.level, 8.0),
            level: &lattice.level,
            upright: &lattice.upright,
        };
        let mut grid = Grid::new(scene, &plan);
        let labels = labels(scene, taken, &grid);
        if !labels.is_empty() {
            plan.words.extend(labels);
            grid = Grid::new(scene, &plan);
        }
        let inner = grid.separators.iter().filter(|x| plan.hard_columns.contains(x)).count();
        // Boxes side by side are no rows and columns yet.
        let rows = plan.hard_rows.iter().filter(|y| grid.parts_at(scene, **y)).count();
        let kind = if inner > 0 && rows > 0 { Kind::Grid } else { Kind::Lines };
        let verdict = judge(scene, &grid, kind);
        out.extend(taken.settle(scene, grid, verdict));
    }
}

fn inflated(r: Rect, by: f32) -> Rect {
    Rect { x0: r.x0 - by, y0: r.y0 - by, x1: r.x1 + by, y1: r.y1 + by }
}

/// Finds tables whose rows stand between level lines of one length, as books set them.
pub fn lined(scene: &Scene<'_>, taken: &mut Taken, out: &mut Vec<Found>) {
    for group in groups(scene) {
        let mut open: Option<(usize, usize)> = None;
        for i in 1..=group.len() {
            let fits = i < group.len() && tabular(scene, taken, group[i - 1], group[i]);
            match (&mut open, fits) {
                (Some(range), true) => range.1 = i,
                (None, true) => open = Some((i - 1, i)),
                (Some(range), false) => {
                    let range = *range;
                    open = None;
                    out.extend(between(scene, taken, &group[range.0..=range.1]));
                }
                (None, false) => {}
            }
        }
    }
}

/// Level lines with the same ends, each group from top to bottom; pieces at one height are one line.
fn groups(scene: &Scene<'_>) -> Vec<Vec<Bar>> {
    let mut bars = scene.level.clone();
    bars.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
    let mut whole: Vec<Bar> = Vec::new();
    for bar in bars {
        let near = whole.iter_mut().rev().take(32).take_while(|o| bar.at - o.at < 1.5);
        match near.into_iter().find(|o| (0.0..12.0).contains(&(bar.from - o.to))) {
            Some(o) => o.to = o.to.max(bar.to),
            None => whole.push(bar),
        }
    }
    let mut groups: Vec<Vec<Bar>> = Vec::new();
    for bar in whole.into_iter().filter(|b| b.length() >= LONG) {
        let even = |g: &&mut Vec<Bar>| {
            g.last().is_some_and(|l| (l.from - bar.from).abs() < EVEN && (l.to - bar.to).abs() < EVEN)
        };
        match groups.iter_mut().find(even) {
            Some(group) => group.push(bar),
            None => groups.push(vec![bar]),
        }
    }
    groups.retain(|g| g.len() >= 2);
    groups
}

/// Whether what stands between two lines looks like rows of a table, or is nothing.
fn tabular(scene: &Scene<'_>, taken: &Taken, above: Bar, below: Bar) -> bool {
    let words = taken.inside(scene, band(above, below));
    if words.is_empty() {
        return below.at - above.at < 20.0;
    }
    let rows = rows(&scene.set.words, words);
    let parted = rows.iter().filter(|r| scene.segments(r, 1.0).len() >= 2).count();
    let short = |r: &Row| r.x1 - r.x0 < 0.75 * above.length();
    parted * 2 >= rows.len() || (rows.len() <= 2 && rows.iter().all(short))
}

fn band(above: Bar, below: Bar) -> Rect {
    Rect {
        x0: above.from.min(below.from) - 6.0,
        x1: above.to.max(below.to) + 6.0,
        y0: above.at - 1.0,
        y1: below.at + 1.0,
    }
}

/// The table between the first and the last of some lines, with the rows above and below that go on.
fn between(scene: &Scene<'_>, taken: &mut Taken, bars: &[Bar]) -> Option<Found> {
    let (first, last) = (*bars.first()?, *bars.last()?);
    let area = band(first, last);
    let words = taken.inside(scene, area);
    let plan = |words: Vec<usize>, level: &'static [Bar]| Plan {
        words,
        hard_columns: Vec::new(),
        hard_rows: bars.iter().map(|b| b.at).collect(),
        level,
        upright: &[],
    };
    let mut grid = Grid::new(scene, &plan(words.clone(), &[]));
    let mut more = grown(scene, taken, &grid, area);
    // Headings alone say less about the columns than the first rows under them.
    for _ in 0..2 {
        if more.is_empty() {
            break;
        }
        let words = words.iter().chain(&more).copied().collect();
        grid = Grid::new(scene, &plan(words, &[]));
        let again = grown(scene, taken, &grid, area);
        if again.len() <= more.len() {
            break;
        }
        more = again;
    }
    let mut plan = plan(words, &[]);
    plan.words.extend(labels(scene, taken, &grid));
    plan.words.extend(more);
    plan.hard_rows.extend(inner_lines(scene, area));
    plan.hard_rows.sort_by(f32::total_cmp);
    plan.hard_rows.dedup_by(|a, b| (*a - *b).abs() < 3.0);
    let plan = Plan { level: &scene.level, ..plan };
    let grid = Grid::new(scene, &plan);
    let verdict = judge(scene, &grid, Kind::Lines);
    taken.settle(scene, grid, verdict)
}

/// The words left of a table that label its rows, where its lines go around its figures only.
///
/// All its columns hold figures then, most rows have one short text beside them, and these are no lines of prose.
fn labels(scene: &Scene<'_>, taken: &Taken, grid: &Grid) -> Vec<usize> {
    let first = || grid.cells.iter().filter(|c| c.column == 0 && !c.words.is_empty());
    let values = first().filter(|c| scene.is_value(&c.words)).count();
    let bounds = scene.bounds(grid.cells.iter().flat_map(|c| c.words.iter().copied()));
    let Some(bounds) = bounds.filter(|_| values * 10 >= first().count() * 6 && values >= 2) else {
        return Vec::new();
    };
    let beside = Rect { x0: f32::NEG_INFINITY, x1: bounds.x0, ..bounds };
    let rows = rows(&scene.set.words, taken.inside(scene, beside));
    let words: usize = rows.iter().map(|r| r.words.len()).sum();
    let lone = rows.iter().all(|r| scene.segments(r, 1.5).len() == 1);
    let enough = rows.len() * 10 >= values * 6 && rows.len() <= grid.rows + grid.rows / 2;
    if lone && enough && words <= 6 * rows.len() {
        rows.into_iter().flat_map(|r| r.words).collect()
    } else {
        Vec::new()
    }
}

/// Shorter lines inside, as under a heading that spans columns.
fn inner_lines(scene: &Scene<'_>, area: Rect) -> Vec<f32> {
    let inside = |b: &&Bar| {
        b.at > area.y0 + 4.0
            && b.at < area.y1 - 4.0
            && b.from > area.x0
            && b.to < area.x1
            && b.length() > 12.0
    };
    scene.level.iter().filter(inside).map(|b| b.at).collect()
}

/// What a table's cells leave free before a column.
fn strip(scene: &Scene<'_>, grid: &Grid, column: usize) -> (f32, f32) {
    let middle = grid.separators[column - 1];
    let words =
        || grid.cells.iter().filter(|c| c.column_span == 1).flat_map(|c| &c.words).map(|&w| scene.word(w));
    let left = words().map(|w| w.x1).filter(|x| *x <= middle).fold(f32::NEG_INFINITY, f32::max);
    let right = words().map(|w| w.x0).filter(|x| *x >= middle).fold(f32::INFINITY, f32::min);
    (left.max(f32::MIN), right.min(f32::MAX))
}

/// Words of the rows right above and below a table's lines that stand in its columns.
fn grown(scene: &Scene<'_>, taken: &Taken, grid: &Grid, area: Rect) -> Vec<usize> {
    if grid.columns < 2 {
        return Vec::new();
    }
    let strips: Vec<(f32, f32)> = (1..grid.columns).map(|c| strip(scene, grid, c)).collect();
    let mut out = Vec::new();
    let column = Rect { y0: f32::NEG_INFINITY, y1: f32::INFINITY, ..area };
    let all = rows(&scene.set.words, taken.inside(scene, column));
    let fits = |row: &Row| {
        let segments = scene.segments(row, 0.9);
        let crossed = segments.iter().any(|s| strips.iter().any(|g| s.x0 <= g.0 && s.x1 >= g.1));
        let filled = (0..grid.columns).filter(|&c| !part(scene, row, &grid.separators, c).is_empty()).count();
        !crossed && filled >= 2 && filled * 2 >= grid.columns
    };
    let mut edge = area.y1;
    for row in all.iter().filter(|r| r.base > area.y1) {
        if row.base - edge > 3.2 * row.em || !fits(row) {
            break;
        }
        edge = row.base;
        out.extend(&row.words);
    }
    let mut edge = area.y0;
    for row in all.iter().rev().filter(|r| r.base <= area.y0) {
        if edge - row.base > 1.6 * row.em || !fits(row) {
            break;
        }
        edge = row.base - row.em;
        out.extend(&row.words);
    }
    out
}
