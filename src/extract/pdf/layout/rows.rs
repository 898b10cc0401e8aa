//! Rows: words side by side, sub- and superscripts with the text they belong to.

use super::words::Word;

/// Height of a capital letter over its baseline, in em, by rule of thumb.
const CAPITAL: f32 = 0.7;
/// A word is compared with this many rows before it.
const OPEN_ROWS: usize = 8;

/// Words whose letters stand side by side.
#[derive(Clone, Debug)]
pub struct Row {
    /// Words by place along the row.
    pub words: Vec<usize>,
    /// Baseline of its largest word.
    pub base: f32,
    /// Em of its largest word.
    pub em: f32,
    /// Where it starts.
    pub x0: f32,
    /// Where it ends.
    pub x1: f32,
}

/// Groups words to rows, from top to bottom.
pub fn rows(words: &[Word], mut which: Vec<usize>) -> Vec<Row> {
    which.sort_by(|&a, &b| {
        let (a, b) = (&words[a], &words[b]);
        a.y.total_cmp(&b.y).then(a.x0.total_cmp(&b.x0))
    });
    let mut rows: Vec<Row> = Vec::new();
    for w in which {
        let word = &words[w];
        let recent = rows.len().saturating_sub(OPEN_ROWS);
        let mut best: Option<(f32, usize)> = None;
        for (i, row) in rows.iter().enumerate().skip(recent) {
            let share = overlap(row, word);
            if share >= 0.5 && best.is_none_or(|b| share > b.0) && !collides(words, row, word) {
                best = Some((share, i));
            }
        }
        if let Some((_, i)) = best {
            let row = &mut rows[i];
            if word.em > row.em && word.em < 1.8 * row.em {
                (row.base, row.em) = (word.y, word.em);
            }
            (row.x0, row.x1) = (row.x0.min(word.x0), row.x1.max(word.x1));
            row.words.push(w);
        } else {
            rows.push(Row { words: vec![w], base: word.y, em: word.em, x0: word.x0, x1: word.x1 });
        }
    }
    for row in &mut rows {
        row.words.sort_by(|&a, &b| words[a].x0.total_cmp(&words[b].x0));
    }
    rows.sort_by(|a, b| a.base.total_cmp(&b.base).then(a.x0.total_cmp(&b.x0)));
    lower(words, rows)
}

/// Puts marks that are raised so far that they stand between two lines into the line that they hang on.
fn lower(words: &[Word], rows: Vec<Row>) -> Vec<Row> {
    let mut out: Vec<Row> = Vec::with_capacity(rows.len());
    for row in rows {
        let hangs = |above: &Row| {
            above.words.len() <= 4
                && above.em < 0.8 * row.em
                && above.base > row.base - 0.9 * row.em
                && above.words.iter().all(|&w| hangs_on(words, &words[w], &row))
        };
        if !out.last().is_some_and(hangs) {
            out.push(row);
            continue;
        }
        if let Some(above) = out.pop() {
            let mut row = row;
            row.words.extend(above.words);
            row.words.sort_by(|&a, &b| words[a].x0.total_cmp(&words[b].x0));
            (row.x0, row.x1) = (row.x0.min(above.x0), row.x1.max(above.x1));
            out.push(row);
        }
    }
    out
}

/// Whether a small word stands right behind a word of the row.
fn hangs_on(words: &[Word], small: &Word, row: &Row) -> bool {
    let end = row.words.partition_point(|&w| words[w].x0 < small.x0);
    let Some(before) = end.checked_sub(1).map(|i| &words[row.words[i]]) else { return false };
    let gap = small.x0 - before.x1;
    small.items.len() <= 4 && gap > -0.2 * row.em && gap < 0.3 * row.em
}

/// How much of the smaller one's letters stand beside the other's.
fn overlap(row: &Row, word: &Word) -> f32 {
    let (a0, a1) = (row.base - CAPITAL * row.em, row.base);
    let (b0, b1) = (word.y - CAPITAL * word.em, word.y);
    (a1.min(b1) - a0.max(b0)) / (CAPITAL * row.em.min(word.em)).max(f32::MIN_POSITIVE)
}

/// Whether the word would stand over words of another baseline that are there already.
fn collides(words: &[Word], row: &Row, word: &Word) -> bool {
    let width = (word.x1 - word.x0).max(0.1);
    row.words.iter().rev().take(24).map(|&o| &words[o]).any(|o| {
        let shared = word.x1.min(o.x1) - word.x0.max(o.x0);
        (o.y - word.y).abs() > 0.12 * word.em && shared > 0.5 * width.min((o.x1 - o.x0).max(0.1))
    })
}
