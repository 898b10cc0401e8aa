//! Columns of a table from the strips that its rows leave free.

use super::scene::Scene;
use crate::extract::pdf::layout::rows::Row;

/// A gap narrower than this part of the em is a space between words.
const GAP: f32 = 0.55;
/// A strip is at least so many em wide.
const STRIP: f32 = 0.45;

/// Places that part the columns of rows, from left to right.
///
/// A place parts two columns where few rows have text (a heading may span columns), where rows have text on
/// both sides, and in the middle of the emptiest part of the strip: Nurminen's edges (2013) turned into the
/// white between them, counted as in the projection profiles of Kieninger's T-Recs (1998).
pub fn separators(scene: &Scene<'_>, rows: &[&Row]) -> Vec<f32> {
    let body: Vec<Vec<(f32, f32)>> = rows
        .iter()
        .map(|row| scene.segments(row, GAP).iter().map(|s| (s.x0, s.x1)).collect::<Vec<_>>())
        .filter(|segments| segments.len() >= 2)
        .collect();
    if body.len() < 2 {
        return Vec::new();
    }
    let mut ems: Vec<f32> = rows.iter().map(|r| r.em).collect();
    ems.sort_by(f32::total_cmp);
    let em = ems[ems.len() / 2];
    let most = (body.len() + 2) / 6;
    let mut found = strips(&body, most, STRIP * em);
    prune(&body, &mut found);
    found.into_iter().map(|s| f32::midpoint(s.x0, s.x1)).collect()
}

/// The emptiest part of a strip that few rows cross.
#[derive(Clone, Copy, Debug)]
struct Strip {
    x0: f32,
    x1: f32,
}

fn strips(body: &[Vec<(f32, f32)>], most: usize, width: f32) -> Vec<Strip> {
    let mut events: Vec<(f32, i32)> =
        body.iter().flatten().flat_map(|&(x0, x1)| [(x0, 1), (x1.max(x0 + 0.01), -1)]).collect();
    events.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut out = Vec::new();
    let (mut open, mut count, mut seen) = (None::<(Strip, i32)>, 0_i32, false);
    for pair in events.windows(2) {
        count += pair[0].1;
        seen |= count > most as i32;
        let part = Strip { x0: pair[0].0, x1: pair[1].0 };
        if count > most as i32 {
            out.extend(open.take());
        } else if seen && part.x1 > part.x0 {
            open = match open {
                None => Some((part, count)),
                Some((_, least)) if count < least => Some((part, count)),
                Some((best, least)) if count == least && best.x1 >= part.x0 - 0.01 => {
                    Some((Strip { x1: part.x1, ..best }, least))
                }
                Some((best, least)) if count == least && part.x1 - part.x0 > best.x1 - best.x0 => {
                    Some((part, least))
                }
                kept => kept,
            };
        }
    }
    out.into_iter().map(|s: (Strip, i32)| s.0).filter(|s| s.x1 - s.x0 >= width).collect()
}

/// Takes away strips until all columns have text in enough rows, and enough rows have text on both sides.
fn prune(body: &[Vec<(f32, f32)>], found: &mut Vec<Strip>) {
    let least = (body.len() / 8).max(2).min(body.len());
    loop {
        let columns = found.len() + 1;
        let mut filled = vec![0_usize; columns];
        for row in body {
            let mut here = vec![false; columns];
            for &(x0, x1) in row {
                let middle = f32::midpoint(x0, x1);
                here[found.partition_point(|s| s.x1 <= middle)] = true;
            }
            for (n, here) in filled.iter_mut().zip(here) {
                *n += usize::from(here);
            }
        }
        let weak = (0..columns).filter(|&c| filled[c] < least).min_by_key(|&c| filled[c]);
        let Some(c) = weak.filter(|_| !found.is_empty()) else { return };
        // The narrower of the two strips beside the weak column goes.
        let width = |i: usize| found.get(i).map_or(f32::INFINITY, |s| s.x1 - s.x0);
        let left = c.checked_sub(1).map_or(f32::INFINITY, width);
        found.remove(if left <= width(c) { c - 1 } else { c });
    }
}
