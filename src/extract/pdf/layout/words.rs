//! Words from the gaps between glyphs, relative to the line's own spacing.

use super::frame::Item;
use crate::extract::pdf::glyphs::{PageGlyphs, RawGlyph};

/// A gap wider than this part of the em parts words, on top of the line's own letter spacing.
pub const WORD_GAP: f32 = 0.17;

/// Where words are set tighter than that, a gap of this part of the em may part them.
const TIGHT_GAP: f32 = 0.09;

/// Glyphs that stand close together on one baseline.
#[derive(Clone, Debug)]
pub struct Word {
    /// Its glyphs: a range of [`WordSet::items`].
    pub items: std::ops::Range<usize>,
    /// Where it starts.
    pub x0: f32,
    /// Where it ends.
    pub x1: f32,
    /// Its baseline.
    pub y: f32,
    /// The largest em in it.
    pub em: f32,
    /// The space that the file draws after it.
    pub space: Option<usize>,
}

/// Words of one direction and the glyphs they are made of.
pub struct WordSet {
    /// Glyphs by baseline, then along the line.
    pub items: Vec<Item>,
    /// Words by baseline, then along the line.
    pub words: Vec<Word>,
}

/// Finds the words of one direction's glyphs.
pub fn words(page: &PageGlyphs, mut items: Vec<Item>) -> WordSet {
    items.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut words = Vec::new();
    let mut start = 0;
    while start < items.len() {
        let first = items[start];
        let end = start
            + items[start..]
                .iter()
                .position(|i| i.y - first.y > 0.12 * i.em.min(first.em))
                .unwrap_or(items.len() - start);
        let level = &mut items[start..end];
        level.sort_by(|a, b| (a.x0 + a.x1).total_cmp(&(b.x0 + b.x1)));
        level_words(page, level, start, &mut words);
        start = end;
    }
    WordSet { items, words }
}

/// The words of one baseline; segments more than an em apart have their own letter spacing.
fn level_words(page: &PageGlyphs, level: &[Item], base: usize, words: &mut Vec<Word>) {
    let blank: Vec<bool> = level.iter().map(|i| page.glyphs[i.glyph].is(RawGlyph::BLANK)).collect();
    let mut segment = 0;
    while segment < level.len() {
        let mut end = segment + 1;
        let mut reach = level[segment].x1;
        while end < level.len() && level[end].x0 - reach < level[end].em.max(level[end - 1].em) {
            reach = reach.max(level[end].x1);
            end += 1;
        }
        let limits = limits(page, &level[segment..end], &blank[segment..end]);
        segment_words(&level[segment..end], &blank[segment..end], base + segment, &limits, words);
        segment = end;
    }
}

fn segment_words(items: &[Item], blank: &[bool], base: usize, limits: &[f32], words: &mut Vec<Word>) {
    let mut open: Option<Word> = None;
    let mut space = None;
    for (k, item) in items.iter().enumerate() {
        if blank[k] {
            space = space.or(Some(base + k));
            continue;
        }
        if let Some(word) = &mut open {
            let (gap, em) = (item.x0 - word.x1, item.em.max(word.em));
            let parted = if space.is_some() { gap > 0.03 * em } else { gap > limits[k] * em };
            if !parted && word.items.end == base + k {
                word.items.end += 1;
                word.x1 = word.x1.max(item.x1);
                word.em = word.em.max(item.em);
                continue;
            }
            word.space = space.filter(|_| parted);
            words.extend(open.take());
        }
        space = None;
        let range = base + k..base + k + 1;
        open = Some(Word { items: range, x0: item.x0, x1: item.x1, y: item.y, em: item.em, space: None });
    }
    if let Some(mut word) = open {
        word.space = space;
        words.push(word);
    }
}

/// The gap before each glyph of a segment, in em, that parts words.
///
/// Letter spacing, the middle gap where gaps are many and alike, comes on top of the usual limit. Where what
/// one operator shows is set so tight that its words are closer than that, but its gaps are clearly of two
/// kinds, the limit lies between the two.
fn limits(page: &PageGlyphs, items: &[Item], blank: &[bool]) -> Vec<f32> {
    let all = gaps(items, blank);
    let spacing = letter_spacing(&all);
    let mut limits = vec![WORD_GAP + spacing; items.len()];
    if blank.iter().any(|b| *b) {
        return limits;
    }
    let run = |i: &Item| page.glyphs[i.glyph].run;
    let mut start = 0;
    for part in items.chunk_by(|a, b| run(a) == run(b)) {
        let range = start..start + part.len();
        start = range.end;
        if is_tight(&gaps(part, &blank[range.clone()]), spacing) {
            limits[range].fill(TIGHT_GAP + spacing);
        }
    }
    limits
}

/// Gaps between glyphs that are not blank, in em, ascending.
fn gaps(items: &[Item], blank: &[bool]) -> Vec<f32> {
    let mut gaps: Vec<f32> = (1..items.len())
        .filter(|&k| !blank[k] && !blank[k - 1])
        .map(|k| (items[k].x0 - items[k - 1].x1) / items[k].em.max(items[k - 1].em))
        .collect();
    gaps.sort_by(f32::total_cmp);
    gaps
}

fn letter_spacing(gaps: &[f32]) -> f32 {
    if gaps.len() < 5 {
        return 0.0;
    }
    let (quarter, middle) = (gaps[gaps.len() / 4], gaps[gaps.len() / 2]);
    if middle - quarter < 0.06 && middle.abs() > 0.03 { middle.clamp(-0.1, 0.6) } else { 0.0 }
}

/// Whether gaps are of two kinds, the wider ones narrower than words usually are apart.
fn is_tight(gaps: &[f32], spacing: f32) -> bool {
    let above = |limit: f32| gaps.len() - gaps.partition_point(|g| *g <= limit);
    let wide = above(spacing + TIGHT_GAP);
    let between = above(spacing + 0.045) - wide;
    let usual = above(spacing + WORD_GAP);
    gaps.len() >= 12 && wide >= 3 && usual * 4 < wide && between * 20 <= wide && wide * 2 < gaps.len()
}
