//! Glyphs on one baseline, parted into words.

use super::super::glyphs::{PageGlyphs, RawGlyph};
use super::paragraphs::{Marker, marker_of};
use crate::document::Point;

/// What most of a page's type is like.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// Size of the type in points.
    pub em: f32,
    /// Thickness of its strokes in em.
    pub stem: f32,
}

impl Body {
    /// The median over all glyphs.
    pub fn of(page: &PageGlyphs, glyphs: &[usize]) -> Self {
        let em = median(glyphs.iter().map(|&i| page.glyphs[i].em).filter(|e| *e > 0.0).collect()).unwrap_or(10.0);
        let stems = glyphs.iter().map(|&i| &page.glyphs[i]).filter(|g| g.stem > 0.0 && (g.em - em).abs() < 0.1 * em);
        Self { em, stem: median(stems.map(|g| g.stem).collect()).unwrap_or(0.0) }
    }
}

/// The value in the middle.
pub fn median(mut values: Vec<f32>) -> Option<f32> {
    if values.is_empty() {
        return None;
    }
    let middle = values.len() / 2;
    let (_, value, _) = values.select_nth_unstable_by(middle, f32::total_cmp);
    Some(*value)
}

/// Glyphs that run in one direction.
pub struct Group {
    /// Unit vector along the lines.
    pub direction: Point,
    /// The glyphs, in the order of the content stream.
    pub glyphs: Vec<usize>,
}

/// Parts glyphs by the direction of their lines; the direction of most glyphs comes first.
pub fn by_direction(page: &PageGlyphs, glyphs: &[usize]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for &i in glyphs {
        let d = page.glyphs[i].direction;
        // Two degrees: scans are a little askew.
        let same = |g: &Group| g.direction.x * d.x + g.direction.y * d.y > 0.9994;
        match groups.iter().position(same) {
            Some(group) => groups[group].glyphs.push(i),
            // A page of text on curves has few glyphs a direction; they are read as they come.
            None if groups.len() >= 64 => groups[0].glyphs.push(i),
            None => groups.push(Group { direction: d, glyphs: vec![i] }),
        }
    }
    groups.sort_by_key(|g| std::cmp::Reverse(g.glyphs.len()));
    groups
}

/// A glyph in the coordinates of its lines: `u` along, `v` down across.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// Which glyph of the page.
    pub index: usize,
    /// Where it begins along the line.
    pub u0: f32,
    /// Where it ends.
    pub u1: f32,
    /// Its baseline.
    pub v: f32,
    /// Its size.
    pub em: f32,
}

/// Glyphs without a gap.
#[derive(Clone, Debug)]
pub struct Word {
    /// The glyphs of the row, by place in [`Row::glyphs`].
    pub first: usize,
    /// The glyph after the last.
    pub end: usize,
    /// Where it begins.
    pub u0: f32,
    /// Where it ends.
    pub u1: f32,
}

/// Glyphs on one baseline.
#[derive(Clone, Debug)]
pub struct Row {
    /// The baseline.
    pub v: f32,
    /// The size of most of its type.
    pub em: f32,
    /// Thickness of its strokes in em.
    pub stem: f32,
    /// The glyphs, ascending along the line; those with no ink (spaces) too.
    pub glyphs: Vec<Placed>,
    /// Its words, ascending.
    pub words: Vec<Word>,
    /// Unit vector along the line.
    pub direction: Point,
    /// What the first of its words mark, where that matters: for each word.
    pub markers: Vec<Marker>,
}

impl Row {
    /// What a word marks.
    pub fn marker(&self, word: usize) -> Marker {
        self.markers.get(word).copied().unwrap_or(Marker::None)
    }
}

/// The rows of glyphs that run in one direction, from top to bottom.
pub fn rows(page: &PageGlyphs, direction: Point, glyphs: &[usize]) -> Vec<Row> {
    let (mut inked, mut blank): (Vec<Placed>, Vec<Placed>) = (Vec::new(), Vec::new());
    for &i in glyphs {
        let glyph = &page.glyphs[i];
        let placed = place(i, glyph, direction);
        if page.chars(glyph).trim().is_empty() { blank.push(placed) } else { inked.push(placed) }
    }
    inked.sort_by(|a, b| a.v.total_cmp(&b.v));
    let mut clusters: Vec<Vec<Placed>> = Vec::new();
    for glyph in inked {
        match clusters.last_mut() {
            Some(row) if glyph.v - row[row.len() / 2].v <= 0.22 * glyph.em.min(row[row.len() / 2].em).max(1.0) => {
                row.push(glyph);
            }
            _ => clusters.push(vec![glyph]),
        }
    }
    let clusters = raise_marks(clusters);
    let mut out: Vec<Row> = clusters.into_iter().map(|c| row(page, c, direction)).collect();
    add_blanks(&mut out, blank);
    for row in &mut out {
        row.words = words(page, row);
        let text = |w: &Word| -> String {
            row.glyphs[w.first..w.end].iter().map(|g| page.chars(&page.glyphs[g.index])).collect()
        };
        row.markers = row.words.iter().map(|w| marker_of(&text(w))).collect();
    }
    out
}

fn place(index: usize, glyph: &RawGlyph, d: Point) -> Placed {
    let (x, y) = (glyph.origin.x, glyph.origin.y);
    let u = x * d.x + y * d.y;
    let v = y * d.x - x * d.y;
    Placed { index, u0: u.min(u + glyph.advance), u1: u.max(u + glyph.advance), v, em: glyph.em.max(0.1) }
}

/// Footnote marks and indices stand off the baseline: a row of small glyphs that touch glyphs of a row
/// near by is part of that row.
fn raise_marks(clusters: Vec<Vec<Placed>>) -> Vec<Vec<Placed>> {
    let mut rows: Vec<Option<Vec<Placed>>> = clusters.into_iter().map(Some).collect();
    for i in 0..rows.len() {
        let Some(small) = rows[i].clone().filter(|r| r.len() <= 12) else { continue };
        let (v, em) = (small[0].v, small[0].em);
        let near = [i + 1, i.wrapping_sub(1), i + 2];
        let mut left = Vec::new();
        for glyph in small {
            let target = near.into_iter().find(|&j| {
                rows.get(j).and_then(Option::as_ref).is_some_and(|row| {
                    let other = row[row.len() / 2];
                    em < 0.85 * other.em
                        && (other.v - v).abs() < 0.6 * other.em
                        && row.iter().any(|g| (glyph.u0 - g.u1).abs() < 0.35 * other.em || (g.u0 - glyph.u1).abs() < 0.35 * other.em)
                })
            });
            match target.and_then(|j| rows[j].as_mut()) {
                Some(row) => row.push(glyph),
                None => left.push(glyph),
            }
        }
        rows[i] = (!left.is_empty()).then_some(left);
    }
    rows.into_iter().flatten().collect()
}

fn row(page: &PageGlyphs, mut glyphs: Vec<Placed>, direction: Point) -> Row {
    let em = median(glyphs.iter().map(|g| g.em).collect()).unwrap_or(10.0);
    let v = median(glyphs.iter().filter(|g| g.em > 0.85 * em).map(|g| g.v).collect()).unwrap_or(glyphs[0].v);
    let stem = median(glyphs.iter().map(|g| page.glyphs[g.index].stem).filter(|s| *s > 0.0).collect());
    glyphs.sort_by(|a, b| a.u0.total_cmp(&b.u0));
    Row { v, em, stem: stem.unwrap_or(0.0), glyphs, words: Vec::new(), markers: Vec::new(), direction }
}

/// Drawn spaces belong to the row on whose baseline they stand, where they lie between its glyphs.
fn add_blanks(rows: &mut [Row], blanks: Vec<Placed>) {
    for blank in blanks {
        let i = rows.partition_point(|r| r.v < blank.v - 0.25 * blank.em);
        let Some(row) = rows.get_mut(i).filter(|r| (r.v - blank.v).abs() <= 0.3 * blank.em) else { continue };
        let inside = row.glyphs.first().is_some_and(|g| g.u0 < blank.u0)
            && row.glyphs.last().is_some_and(|g| g.u1 > blank.u0);
        if inside {
            row.glyphs.push(blank);
        }
    }
    for row in rows {
        row.glyphs.sort_by(|a, b| a.u0.total_cmp(&b.u0));
    }
}

fn words(page: &PageGlyphs, row: &Row) -> Vec<Word> {
    let blank = |g: &Placed| page.chars(&page.glyphs[g.index]).trim().is_empty();
    let inked: Vec<usize> = (0..row.glyphs.len()).filter(|&i| !blank(&row.glyphs[i])).collect();
    let gaps: Vec<f32> = inked.windows(2).map(|p| row.glyphs[p[1]].u0 - row.glyphs[p[0]].u1).collect();
    let limit = gap_limit(&gaps, row.em);
    let mut words: Vec<Word> = Vec::new();
    for (n, &i) in inked.iter().enumerate() {
        let glyph = row.glyphs[i];
        // A drawn space parts words where there is room for it: some files draw spaces under letters.
        let drawn = n > 0 && inked[n - 1] + 1 < i && gaps[n - 1] > 0.06 * row.em;
        let starts = n == 0 || gaps[n - 1] > limit || drawn;
        match words.last_mut() {
            Some(word) if !starts => {
                word.end = i + 1;
                word.u1 = word.u1.max(glyph.u1);
            }
            _ => words.push(Word { first: i, end: i + 1, u0: glyph.u0, u1: glyph.u1 }),
        }
    }
    words
}

/// The gap from which on words are parted. Spaced-out letters have gaps of their own, all alike; what
/// parts words there is clearly wider.
fn gap_limit(gaps: &[f32], em: f32) -> f32 {
    let usual = 0.16 * em;
    if gaps.len() < 5 {
        return usual;
    }
    let middle = median(gaps.to_vec()).unwrap_or(0.0);
    let wide = gaps.iter().filter(|g| **g > 0.12 * em).count();
    if middle > 0.12 * em && wide * 10 >= gaps.len() * 7 {
        return middle + 0.2 * em;
    }
    usual + middle.max(0.0)
}
