//! Zones in the order in which the file draws them.

use super::rows::{Row, rows};
use super::words::WordSet;

/// Words parted where the file jumps: upwards, far down, or sideways on a line.
///
/// Inside a part lines are put together as on the page, so that a line drawn in pieces stays one; the parts
/// follow each other as drawn, however wrong that reads.
pub fn zones(set: &WordSet) -> Vec<Vec<Row>> {
    let mut order: Vec<(usize, usize)> = (0..set.words.len()).map(|w| (first_glyph(set, w), w)).collect();
    order.sort_unstable();
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for (_, w) in order {
        match parts.last_mut() {
            Some(part) if part.last().is_none_or(|&last| !jumps(set, last, w)) => part.push(w),
            _ => parts.push(vec![w]),
        }
    }
    parts.into_iter().map(|part| rows(&set.words, part)).collect()
}

/// The first glyph of a word in the order of drawing.
pub fn first_glyph(set: &WordSet, w: usize) -> usize {
    set.items[set.words[w].items.clone()].iter().map(|i| i.glyph).min().unwrap_or(usize::MAX)
}

fn jumps(set: &WordSet, last: usize, next: usize) -> bool {
    let (a, b) = (&set.words[last], &set.words[next]);
    let em = a.em.max(b.em);
    let down = b.y - a.y;
    let sideways = b.x0 - a.x1;
    let same_line = down.abs() < 0.6 * em;
    if same_line { !(-0.8 * em..4.0 * em).contains(&sideways) } else { down < 0.0 || down > 3.5 * em }
}
