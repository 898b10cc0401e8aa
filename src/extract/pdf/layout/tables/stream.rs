//! Tables without lines, told by rows whose gaps stand under each other.

use super::check::{Kind, Verdict, judge};
use super::grid::{Grid, Plan};
use super::scene::{Scene, Segment};
use super::{Found, Taken};
use crate::extract::pdf::layout::rows::Row;
use std::ops::Range;

/// A gap this wide, in em, parts cells.
const CELL: f32 = 1.0;
/// What a gap shares with those of the rows above it is at least so wide, in em.
const SHARED: f32 = 0.5;
/// Baselines further apart than this, in em, end a table.
const FAR: f32 = 3.2;

/// Rows are looked at as a table's first so many times over.
const MOST_TRIES: usize = 4;

/// Finds tables among the rows of a zone.
///
/// As in pdf2table (Yildiz, Kaiser and Miksch 2005), rows with several pieces are what a table is made of and
/// rows with one piece go along where they stand between such; here the pieces' gaps must have a strip in
/// common, which lines of prose side by side have and scattered ones do not.
pub fn stream(scene: &Scene<'_>, zone: &[Row], kind: Kind, taken: &mut Taken, out: &mut Vec<Found>) {
    let segments: Vec<Vec<Segment>> = zone.iter().map(|r| scene.segments(r, CELL)).collect();
    let free = |row: &Row, taken: &Taken| !row.words.iter().any(|&w| taken.is_taken(w));
    let (mut at, mut failed) = (0, 0);
    while at < zone.len() {
        if segments[at].len() < 2 || !free(&zone[at], taken) {
            at += 1;
            continue;
        }
        let open = zone[at..].iter().take_while(|row| free(row, taken)).count();
        let end = run(&zone[..at + open], &segments, at);
        let found = (end - at >= 2).then(|| table(scene, zone, at..end, kind, taken)).flatten();
        // A heading or two may spoil the rows below; more rows than that are none.
        failed = if found.is_some() { 0 } else { failed + 1 };
        at = if found.is_some() || failed >= MOST_TRIES { end } else { at + 1 };
        if at == end {
            failed = 0;
        }
        out.extend(found);
    }
}

/// The end of the rows from `at` on whose gaps have a strip in common.
fn run(zone: &[Row], segments: &[Vec<Segment>], at: usize) -> usize {
    let mut alive = gaps(&segments[at]);
    let (mut end, mut alone) = (at + 1, 0);
    let (mut left, mut right) = (zone[at].x0, zone[at].x1);
    for i in at + 1..zone.len() {
        let (above, row) = (&zone[i - 1], &zone[i]);
        let em = row.em.max(above.em);
        if row.base - above.base > FAR * em || row.em > 1.5 * zone[at].em {
            break;
        }
        if segments[i].len() >= 2 {
            let shared = shared(&alive, &segments[i], SHARED * row.em);
            if shared.is_empty() {
                break;
            }
            alive = shared;
            (left, right) = (left.min(row.x0), right.max(row.x1));
            (end, alone) = (i + 1, 0);
            continue;
        }
        alone += 1;
        let crosses = alive.iter().all(|g| row.x0 < g.0 && row.x1 > g.1);
        let wide = row.x1 - row.x0 > 0.6 * (right - left);
        if alone > 2 || (crosses && wide) {
            break;
        }
    }
    end
}

fn gaps(segments: &[Segment]) -> Vec<(f32, f32)> {
    segments.windows(2).map(|w| (w[0].x1, w[1].x0)).collect()
}

/// What a row leaves free of gaps.
fn shared(alive: &[(f32, f32)], segments: &[Segment], least: f32) -> Vec<(f32, f32)> {
    let mut free: Vec<(f32, f32)> = gaps(segments);
    if let (Some(first), Some(last)) = (segments.first(), segments.last()) {
        free.insert(0, (f32::NEG_INFINITY, first.x0));
        free.push((last.x1, f32::INFINITY));
    }
    let cross = |a: &(f32, f32)| {
        free.iter().map(|f| (f.0.max(a.0), f.1.min(a.1))).filter(|g| g.1 - g.0 >= least).collect::<Vec<_>>()
    };
    alive.iter().flat_map(cross).collect()
}

fn table(
    scene: &Scene<'_>,
    zone: &[Row],
    Range { start: at, end }: Range<usize>,
    kind: Kind,
    taken: &mut Taken,
) -> Option<Found> {
    let grid_of = |from: usize, to: usize| {
        let words = zone[from..to].iter().flat_map(|r| r.words.iter().copied()).collect();
        Grid::new(
            scene,
            &Plan { words, hard_columns: Vec::new(), hard_rows: Vec::new(), level: &[], upright: &[] },
        )
    };
    let grid = grid_of(at, end);
    let verdict = judge(scene, &grid, kind);
    if verdict != Verdict::Table {
        return taken.settle(scene, grid, verdict);
    }
    let from = headings(zone, &grid, at);
    let to = tail(zone, &grid, end);
    let grid = if (from, to) == (at, end) { grid } else { grid_of(from, to) };
    taken.settle(scene, grid, verdict)
}

/// The first of the rows above that are headings: right above, and not over the first column.
fn headings(zone: &[Row], grid: &Grid, at: usize) -> usize {
    let Some(first) = grid.separators.first() else { return at };
    let mut from = at;
    while from > 0 && at - from < 3 {
        let (row, below) = (&zone[from - 1], &zone[from]);
        let near = below.base - row.base < 1.6 * row.em.max(below.em);
        if !near || row.x0 < *first || row.em > 1.15 * below.em {
            break;
        }
        from -= 1;
    }
    from
}

/// The end of the rows below that go on with the last row's cells.
fn tail(zone: &[Row], grid: &Grid, end: usize) -> usize {
    let Some(first) = grid.separators.first() else { return end };
    let mut to = end;
    while to < zone.len() && to - end < 3 {
        let (above, row) = (&zone[to - 1], &zone[to]);
        let near = row.base - above.base < 1.35 * row.em.max(above.em);
        if !near || row.x0 < *first || (row.em - above.em).abs() > 0.1 * above.em {
            break;
        }
        to += 1;
    }
    to
}
