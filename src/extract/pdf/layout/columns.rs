//! The reading order of rows: columns as maximal runs of rows that share a gap with text on both sides;
//! a row that crosses the gap ends the run; recursion.
//!
//! A recursive cut along white space (Nagy and Seth, "Hierarchical representation of optically scanned
//! documents", 1984) fails where a title spans the columns. Here the gap is looked for in runs of rows, so
//! that what spans them only ends a run.

use super::rows::{Row, Word, median};

/// A piece of a row.
#[derive(Clone, Debug)]
pub struct Part {
    /// Which row.
    pub row: usize,
    /// Its words from here on.
    pub first: usize,
    /// The word after the last.
    pub end: usize,
}

impl Part {
    /// The words of the piece.
    pub fn words<'r>(&self, rows: &'r [Row]) -> &'r [Word] {
        &rows[self.row].words[self.first..self.end]
    }

    /// Where it begins.
    pub fn u0(&self, rows: &[Row]) -> f32 {
        self.words(rows).first().map_or(0.0, |w| w.u0)
    }

    /// Where it ends.
    pub fn u1(&self, rows: &[Row]) -> f32 {
        self.words(rows).iter().map(|w| w.u1).fold(f32::NEG_INFINITY, f32::max)
    }
}

/// Pages nest no deeper than this; a hostile one must not use up the stack.
const DEEPEST: usize = 24;

/// The columns of the page in reading order, each a list of rows from top to bottom.
pub fn order(rows: &[Row], em: f32) -> Vec<Vec<Part>> {
    let parts = rows.iter().enumerate().filter(|(_, r)| !r.words.is_empty());
    let parts: Vec<Part> = parts.map(|(row, r)| Part { row, first: 0, end: r.words.len() }).collect();
    let mut out = Vec::new();
    split(rows, parts, em, 0, &mut out);
    out
}

fn split(rows: &[Row], parts: Vec<Part>, em: f32, depth: usize, out: &mut Vec<Vec<Part>>) {
    if parts.is_empty() {
        return;
    }
    let Some(run) = (depth < DEEPEST).then(|| best_run(rows, &parts, em)).flatten() else {
        out.push(parts);
        return;
    };
    let middle = f32::midpoint(run.from, run.to);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for part in &parts[run.first..run.end] {
        let cut = part.first + part.words(rows).partition_point(|w| w.u0 < middle);
        if part.first < cut {
            left.push(Part { end: cut, ..part.clone() });
        }
        if cut < part.end {
            right.push(Part { first: cut, ..part.clone() });
        }
    }
    split(rows, parts[..run.first].to_vec(), em, depth + 1, out);
    split(rows, left, em, depth + 1, out);
    split(rows, right, em, depth + 1, out);
    split(rows, parts[run.end..].to_vec(), em, depth + 1, out);
}

/// Rows that share a gap.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: usize,
    end: usize,
    from: f32,
    to: f32,
}

/// The narrowest gap that can part columns.
fn narrowest(em: f32) -> f32 {
    0.55 * em
}

fn best_run(rows: &[Row], parts: &[Part], em: f32) -> Option<Run> {
    let mut best: Option<(f32, Run)> = None;
    // Gaps of a row that lie in a run found before lead to the same run.
    let mut found: Vec<Run> = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        for pair in part.words(rows).windows(2) {
            let (from, to) = (pair[0].u1, pair[1].u0);
            if to - from < narrowest(em) {
                continue;
            }
            let known = |r: &Run| r.first <= i && i < r.end && r.from >= from - 0.1 && r.to <= to + 0.1;
            if found.iter().rev().take(64).any(known) {
                continue;
            }
            let run = extend(rows, parts, i, from, to, em);
            found.push(run);
            if let Some(score) = judge(rows, parts, run, em)
                && best.is_none_or(|(b, _)| score > b)
            {
                best = Some((score, run));
            }
        }
    }
    best.map(|b| b.1)
}

/// The rows above and below that leave (part of) the gap free.
fn extend(rows: &[Row], parts: &[Part], seed: usize, from: f32, to: f32, em: f32) -> Run {
    let mut run = Run { first: seed, end: seed + 1, from, to };
    while let Some(part) = parts.get(run.end)
        && narrow(&mut run, part, rows, em)
    {
        run.end += 1;
    }
    while let Some(above) = run.first.checked_sub(1)
        && narrow(&mut run, &parts[above], rows, em)
    {
        run.first = above;
    }
    trim(rows, parts, &mut run);
    run
}

/// Narrows the gap to what the row leaves free; whether enough is left.
fn narrow(run: &mut Run, part: &Part, rows: &[Row], em: f32) -> bool {
    let (mut from, mut to) = (run.from, run.to);
    let middle = f32::midpoint(from, to);
    for word in part.words(rows) {
        if word.u1 <= from || word.u0 >= to {
            continue;
        }
        // A word inside the gap takes the smaller side of it.
        if f32::midpoint(word.u0, word.u1) < middle { from = word.u1 } else { to = word.u0 }
        if to - from < narrowest(em) {
            return false;
        }
    }
    (run.from, run.to) = (from, to);
    true
}

/// Rows at the run's ends with text on one side only belong to it, unless they are set apart: a title
/// that happens to be short, a page number.
fn trim(rows: &[Row], parts: &[Part], run: &mut Run) {
    let both = |part: &Part| {
        let words = part.words(rows);
        words.iter().any(|w| w.u1 <= run.from) && words.iter().any(|w| w.u0 >= run.to)
    };
    let apart = |a: &Part, b: &Part| {
        let (a, b) = (&rows[a.row], &rows[b.row]);
        (b.v - a.v).abs() > 2.2 * a.em.max(b.em) || a.em.max(b.em) > 1.25 * a.em.min(b.em)
    };
    while run.first + 1 < run.end {
        let near = (run.first..run.end).take(3).skip(1).any(|i| !apart(&parts[run.first], &parts[i]));
        if both(&parts[run.first]) || near {
            break;
        }
        run.first += 1;
    }
    while run.end > run.first + 1 {
        let near = (run.first..run.end).rev().take(3).skip(1).any(|i| !apart(&parts[run.end - 1], &parts[i]));
        if both(&parts[run.end - 1]) || near {
            break;
        }
        run.end -= 1;
    }
}

/// One side of a gap.
#[derive(Default)]
struct Side {
    widths: Vec<f32>,
    words: Vec<f32>,
    low: f32,
    high: f32,
    top: f32,
    bottom: f32,
}

fn side(rows: &[Row], parts: &[Part], keep: impl Fn(&Word) -> bool) -> Side {
    let mut side = Side {
        low: f32::INFINITY,
        high: f32::NEG_INFINITY,
        top: f32::INFINITY,
        bottom: f32::NEG_INFINITY,
        ..Side::default()
    };
    for part in parts {
        let words: Vec<&Word> = part.words(rows).iter().filter(|w| keep(w)).collect();
        let (Some(first), Some(last)) = (words.first(), words.last()) else { continue };
        side.widths.push(last.u1 - first.u0);
        side.words.push(words.len() as f32);
        side.low = side.low.min(first.u0);
        side.high = side.high.max(last.u1);
        side.top = side.top.min(rows[part.row].v);
        side.bottom = side.bottom.max(rows[part.row].v);
    }
    side
}

/// Whether the run's gap parts columns, and how well: rows on both sides, that read as running text.
fn judge(rows: &[Row], parts: &[Part], run: Run, em: f32) -> Option<f32> {
    let within = &parts[run.first..run.end];
    let left = side(rows, within, |w| w.u1 <= run.from + 0.1);
    let right = side(rows, within, |w| w.u0 >= run.to - 0.1);
    let gap = run.to - run.from;
    let least = if gap >= 2.0 * em { 3 } else if gap >= 0.95 * em { 4 } else { 6 };
    let rows_each = left.widths.len().min(right.widths.len());
    if rows_each < least {
        return None;
    }
    // Both sides stand beside each other, not one over the other.
    let beside = left.bottom.min(right.bottom) - left.top.max(right.top);
    if beside < 1.5 * em {
        return None;
    }
    if !is_prose(&left, em) || !is_prose(&right, em) {
        return None;
    }
    Some(rows_each as f32 + (gap / em).min(4.0) * 0.5)
}

/// Lines of running text have several words and mostly fill their column; cells, bullets and numbers do
/// not.
fn is_prose(side: &Side, em: f32) -> bool {
    let width = side.high - side.low;
    let words = median(side.words.clone()).unwrap_or(0.0);
    let usual = median(side.widths.clone()).unwrap_or(0.0);
    width > 4.5 * em && usual > 3.5 * em && (words >= 3.0 || (words >= 2.0 && usual > 0.6 * width))
}
