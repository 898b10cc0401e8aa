//! Columns and their reading order.
//!
//! A column gap is a vertical strip that a *run of rows* leaves free and that has text on both sides.
//! Runs are maximal: a row that crosses the strip (a spanning title, a full-width paragraph) ends
//! one. Each column of a run is looked at again on its own, so that columns under a heading that
//! spans two of three are found. Unlike the recursive cuts of Nagy and Seth (1984), which need a gap
//! over the whole zone, a title or a figure across the page does no harm, and unlike whitespace
//! covers (Breuel 2002) gaps are compared row by row, which tells gutters from the gaps of a table:
//! a table's cells stand on shared baselines and are short, so a gap beside such cells is none.

use super::marker::is_rtl;
use super::rows::{Row, rows};
use super::words::WordSet;
use crate::extract::pdf::glyphs::PageGlyphs;

/// Columns in columns in columns: deeper nesting is not layout.
const MAX_DEPTH: usize = 6;
/// A gap narrower than this part of the em is a space between words.
const MIN_GAP: f32 = 0.7;
/// A gap that few rows share has to be this wide.
const WIDE_GAP: f32 = 1.3;

/// The smallest gap does not grow with letters larger than this, in points.
const LARGEST_EM: f32 = 14.0;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Gap {
    x0: f32,
    x1: f32,
}

/// The rows of each zone without columns, zones in reading order.
pub fn zones(page: &PageGlyphs, set: &WordSet, which: Vec<usize>) -> Vec<Vec<Row>> {
    let letters = set.items.iter().flat_map(|i| page.chars(&page.glyphs[i.glyph]).chars());
    let (mut rtl, mut all) = (0_usize, 0_usize);
    for c in letters.filter(|c| c.is_alphabetic()) {
        all += 1;
        rtl += usize::from(is_rtl(c));
    }
    let mut out = Vec::new();
    divide(&Zoner { page, set, rtl: rtl * 2 > all }, which, 0, &mut out);
    out.retain(|leaf| !leaf.is_empty());
    out
}

struct Zoner<'a> {
    page: &'a PageGlyphs,
    set: &'a WordSet,
    rtl: bool,
}

fn divide(z: &Zoner<'_>, which: Vec<usize>, depth: usize, out: &mut Vec<Vec<Row>>) {
    let all = rows(&z.set.words, which);
    if all.len() < 2 || depth >= MAX_DEPTH {
        out.push(all);
        return;
    }
    let mut plain = 0;
    let mut at = 0;
    while at < all.len() {
        let Some((range, gaps)) = z.run(&all, at, plain) else {
            at += 1;
            continue;
        };
        out.push(all[plain..range.start].to_vec());
        let mut from = range.start;
        for to in z.grid(&all[range.clone()], &gaps).into_iter().map(|i| i + range.start).chain([range.end]) {
            let mut columns = z.distribute(&all[from..to], &gaps);
            if z.rtl {
                columns.reverse();
            }
            for column in columns {
                divide(z, column, depth + 1, out);
            }
            from = to;
        }
        plain = range.end;
        at = range.end;
    }
    out.push(all[plain..].to_vec());
}

impl Zoner<'_> {
    /// The words of each column.
    fn distribute(&self, run: &[Row], gaps: &[Gap]) -> Vec<Vec<usize>> {
        let mut columns = vec![Vec::new(); gaps.len() + 1];
        for &w in run.iter().flat_map(|row| &row.words) {
            let word = &self.set.words[w];
            let middle = f32::midpoint(word.x0, word.x1);
            columns[gaps.partition_point(|g| g.x1 <= middle)].push(w);
        }
        columns
    }

    /// Where a run of columns is a grid of cards instead, the rows at which a row of cards starts (but the
    /// first): all columns have a heading on one line, after a gap that all share, and at the top too.
    fn grid(&self, run: &[Row], gaps: &[Gap]) -> Vec<usize> {
        let heads = |i: usize| {
            let parts = self.distribute(&run[i..=i], gaps);
            parts.iter().enumerate().all(|(column, words)| {
                // A formula may stand between a heading and its text.
                let below =
                    run[i + 1..].iter().take(16).map(|row| self.distribute(std::slice::from_ref(row), gaps));
                let below = below.map(|mut parts| parts.swap_remove(column));
                let text = below.max_by_key(|words| words.iter().map(|&w| self.letters(w)).sum::<usize>());
                text.is_some_and(|text| !text.is_empty() && self.outranks(words, &text))
            })
        };
        if run.len() < 4 || !heads(0) {
            return Vec::new();
        }
        (2..run.len() - 1)
            .filter(|&i| run[i].base - run[i - 1].base > 2.0 * run[i].em.max(run[i - 1].em) && heads(i))
            .collect()
    }

    /// Whether words are set larger or bolder than those below them.
    fn outranks(&self, words: &[usize], below: &[usize]) -> bool {
        let look = |words: &[usize]| {
            let items = words.iter().flat_map(|&w| &self.set.items[self.set.words[w].items.clone()]);
            let (mut em, mut stem, mut n) = (0.0_f32, 0.0, 0.0_f32);
            for item in items {
                em += item.em;
                stem += self.page.glyphs[item.glyph].stem;
                n += 1.0;
            }
            (em / n.max(1.0), stem / n.max(1.0))
        };
        let ((em, stem), (em_below, stem_below)) = (look(words), look(below));
        !words.is_empty() && (em > 1.1 * em_below || (stem > 1.25 * stem_below && em > 0.95 * em_below))
    }

    /// The run of rows that starts with row `at` and its column gaps; rows before `floor` are taken.
    fn run(&self, all: &[Row], at: usize, floor: usize) -> Option<(std::ops::Range<usize>, Vec<Gap>)> {
        let mut alive = self.inner_gaps(all, at);
        if alive.is_empty() {
            return None;
        }
        let mut end = at + 1;
        while end < all.len() && !Self::breaks(all, at, end, &alive) && !self.changes(all, end) {
            let next = self.shared(&alive, &all[end]);
            if next.is_empty() {
                break;
            }
            alive = next;
            end += 1;
        }
        let end = Self::trim(all, at, end, &alive);
        let gaps = self.columns(&all[at..end], alive);
        if gaps.is_empty() {
            return None;
        }
        Some((self.lift(all, at, floor, &gaps)..end, gaps))
    }

    /// Gaps with text on both sides in a row, or in a row and the next where they stand half a line apart.
    fn inner_gaps(&self, all: &[Row], at: usize) -> Vec<Gap> {
        let row = &all[at];
        let mut spans = self.spans(row);
        if let Some(next) = all.get(at + 1)
            && next.base - row.base < 0.95 * row.em.max(next.em)
        {
            spans.extend(self.spans(next));
            spans.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        let min = MIN_GAP * row.em;
        let mut gaps = Vec::new();
        let mut reach = f32::NEG_INFINITY;
        for (x0, x1) in spans {
            if reach.is_finite() && x0 - reach >= min {
                gaps.push(Gap { x0: reach, x1: x0 });
            }
            reach = reach.max(x1);
        }
        gaps
    }

    /// Where the row's words stand.
    fn spans(&self, row: &Row) -> Vec<(f32, f32)> {
        row.words.iter().map(|&w| (self.set.words[w].x0, self.set.words[w].x1)).collect()
    }

    /// What `row` leaves free of `gaps`.
    fn shared(&self, gaps: &[Gap], row: &Row) -> Vec<Gap> {
        let min = MIN_GAP * row.em.min(LARGEST_EM);
        let mut out = Vec::new();
        for gap in gaps {
            let mut from = gap.x0;
            for &w in &row.words {
                let word = &self.set.words[w];
                if word.x1 <= from || word.x0 >= gap.x1 {
                    continue;
                }
                if word.x0 - from >= min {
                    out.push(Gap { x0: from, x1: word.x0 });
                }
                from = from.max(word.x1);
            }
            if gap.x1 - from >= min {
                out.push(Gap { x0: from, x1: gap.x1 });
            }
        }
        out
    }

    /// Whether row `next` is a heading over the columns that follow although it is too short to cross
    /// the gap: larger than the text above it, and nothing stands beside it for two lines.
    fn breaks(all: &[Row], from: usize, next: usize, gaps: &[Gap]) -> bool {
        let (above, row) = (&all[next - 1], &all[next]);
        if next < from + 2 || row.em < 1.15 * above.em || next + 1 >= all.len() {
            return false;
        }
        let below = &all[next + 1];
        gaps.iter().all(|g| row.x1 <= g.x0 + 0.01)
            && row.base - above.base > 1.8 * above.em
            && gaps.iter().all(|g| above.x0 < g.x0 && above.x1 > g.x1 && below.x0 < g.x0 && below.x1 > g.x1)
    }

    /// Whether a table begins or ends between row `below` and the one above it, although both leave the
    /// same strip free: columns of text have two or three pieces a row, tables more in most rows.
    fn changes(&self, all: &[Row], below: usize) -> bool {
        let cells = |i: usize| all.get(i).map_or(0, |row| self.cells(row));
        let (a, b) = (cells(below - 1), cells(below));
        let ends = b <= 2 && a >= 3 && a.max(cells(below.wrapping_sub(2))) >= 4;
        let begins = a <= 2 && b >= 3 && b.max(cells(below + 1)) >= 4;
        ends || begins
    }

    /// Pieces of a row between wide gaps; bullets and other marks are none.
    fn cells(&self, row: &Row) -> usize {
        let mut words = row.words.iter().map(|&w| (&self.set.words[w], self.letters(w))).collect::<Vec<_>>();
        words.sort_by(|a, b| a.0.x0.total_cmp(&b.0.x0));
        let (mut cells, mut letters, mut reach) = (0, 0, f32::NEG_INFINITY);
        for (word, n) in words {
            if word.x0 - reach >= WIDE_GAP * row.em {
                cells += usize::from(letters > 2);
                letters = 0;
            }
            letters += n;
            reach = reach.max(word.x1);
        }
        cells + usize::from(letters > 2)
    }

    /// Ends the run where text on one side only goes on after a large empty strip.
    fn trim(all: &[Row], at: usize, end: usize, gaps: &[Gap]) -> usize {
        let right = gaps.last().map_or(f32::INFINITY, |g| g.x1);
        let beside = |row: &Row| row.x1 > right;
        let Some(last) = (at..end).rev().find(|&i| beside(&all[i])) else { return end };
        (last + 1..end)
            .find(|&i| all[i].base - all[i - 1].base > 3.2 * all[i].em.max(all[i - 1].em))
            .unwrap_or(end)
    }

    /// Takes rows above that stand beside the gaps, as far as text on the right reaches up.
    fn lift(&self, all: &[Row], at: usize, floor: usize, gaps: &[Gap]) -> usize {
        let mut start = at;
        let mut i = at;
        while i > floor {
            i -= 1;
            let row = &all[i];
            if row.base < all[i + 1].base - 3.2 * row.em
                || self.shared(gaps, row).len() < gaps.len()
                || self.changes(all, i + 1)
            {
                break;
            }
            if gaps.iter().any(|g| row.x0 >= g.x1 - 0.01) {
                start = i;
            }
        }
        start
    }

    /// The gaps that part columns of text: with at least two lines on both sides, not beside short
    /// cells that share baselines with their neighbors.
    fn columns(&self, run: &[Row], mut gaps: Vec<Gap>) -> Vec<Gap> {
        loop {
            let slots = self.slots(run, &gaps);
            let weak = (0..gaps.len()).find(|&g| !Self::parts(&slots[g], &slots[g + 1], gaps[g]));
            match weak {
                Some(g) => drop(gaps.remove(g)),
                None => return gaps,
            }
        }
    }

    fn slots(&self, run: &[Row], gaps: &[Gap]) -> Vec<Slot> {
        let mut slots = vec![Slot::default(); gaps.len() + 1];
        for (number, row) in run.iter().enumerate() {
            for &w in &row.words {
                let word = &self.set.words[w];
                let middle = f32::midpoint(word.x0, word.x1);
                slots[gaps.partition_point(|g| g.x1 <= middle)].add(
                    number,
                    row,
                    word.x0,
                    word.x1,
                    self.letters(w),
                );
            }
        }
        slots
    }

    /// Number of a word's glyphs.
    fn letters(&self, w: usize) -> usize {
        self.set.words[w].items.len().min(self.page.glyphs.len())
    }

    fn parts(left: &Slot, right: &Slot, gap: Gap) -> bool {
        let few = left.lines().min(right.lines());
        let em = left.em.max(right.em).max(f32::MIN_POSITIVE);
        let width = (gap.x1 - gap.x0) / em;
        if few < 2 || (few < 4 && width < WIDE_GAP) {
            return false;
        }
        let shared = left.bottom.min(right.bottom) - left.top.max(right.top);
        if shared < em {
            return false;
        }
        let aligned = |a: &Slot, b: &Slot| {
            let same = a.rows.iter().filter(|r| b.rows.binary_search(r).is_ok()).count();
            same as f32 >= 0.8 * a.lines() as f32
        };
        let cells = |a: &Slot, b: &Slot| a.wordiness() < 2.3 && aligned(a, b);
        !cells(left, right) && !cells(right, left)
    }
}

/// What stands between two gaps.
#[derive(Clone, Debug, Default)]
struct Slot {
    /// Numbers of the rows with text here.
    rows: Vec<usize>,
    words: usize,
    /// Sum of the words' widths.
    width: f32,
    letters: usize,
    em: f32,
    top: f32,
    bottom: f32,
}

impl Slot {
    fn add(&mut self, number: usize, row: &Row, x0: f32, x1: f32, letters: usize) {
        if self.rows.is_empty() {
            self.top = row.base - row.em;
        }
        if self.rows.last() != Some(&number) {
            self.rows.push(number);
        }
        self.words += 1;
        self.letters += letters;
        self.width += x1 - x0;
        self.em = if self.em == 0.0 { row.em } else { self.em.min(row.em) };
        self.bottom = row.base;
    }

    fn lines(&self) -> usize {
        self.rows.len()
    }

    /// Words a line; scripts without spaces count two ems as a word.
    fn wordiness(&self) -> f32 {
        let lines = self.lines().max(1) as f32;
        let wide = self.letters > 0 && self.width / self.letters as f32 > 0.8 * self.em;
        let words = self.words as f32 / lines;
        if wide { words.max(self.width / lines / (2.0 * self.em.max(0.1))) } else { words }
    }
}
