//! Zones in the order of the file's structure tree, and whether that order agrees with the geometry.

use super::columns;
use super::rows::Row;
use super::words::WordSet;
use crate::extract::pdf::glyphs::{PageGlyphs, RawGlyph};
use crate::extract::pdf::tags::{PageTags, Tag};
use std::collections::BTreeMap;

/// Tags are trusted where they cover this part of the page's characters ...
const COVERAGE: f32 = 0.9;
/// ... and this part of the characters stands in the order of the geometry.
const AGREEMENT: f32 = 0.85;

/// Words of one structure element.
pub struct Group {
    /// The element; `None` for words without one.
    pub tag: Option<Tag>,
    /// Their rows, zone by zone.
    pub zones: Vec<Vec<Row>>,
}

/// What the tags of a page are worth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    /// Part of the characters that are tagged or artifacts, 0 to 1.
    pub coverage: f32,
    /// Part of the tagged characters that stand in the order of the geometry, 0 to 1.
    pub agreement: f32,
}

impl Worth {
    /// Whether the tags' order is taken without being asked for.
    pub fn is_trusted(self) -> bool {
        self.coverage >= COVERAGE && self.agreement >= AGREEMENT
    }

    /// Whether the tags say something else than the geometry.
    pub fn differs(self) -> bool {
        self.coverage >= 0.5 && self.agreement < AGREEMENT
    }
}

/// The tag of a word: that of its first glyph that has one.
fn tag(page: &PageGlyphs, set: &WordSet, tags: &PageTags, w: usize) -> Option<Tag> {
    let glyphs = set.items[set.words[w].items.clone()].iter().map(|i| &page.glyphs[i.glyph]);
    glyphs.filter_map(|g| g.mcid).find_map(|id| tags.content.get(&id).copied())
}

fn is_artifact(page: &PageGlyphs, set: &WordSet, w: usize) -> bool {
    set.items[set.words[w].items.clone()].iter().all(|i| page.glyphs[i.glyph].is(RawGlyph::ARTIFACT))
}

/// The words by element, in the order of the structure tree; then those without an element, then artifacts.
pub fn groups(page: &PageGlyphs, set: &WordSet, tags: &PageTags) -> Vec<Group> {
    let mut tagged: BTreeMap<u32, (Tag, Vec<usize>)> = BTreeMap::new();
    let (mut loose, mut artifacts) = (Vec::new(), Vec::new());
    for w in 0..set.words.len() {
        match tag(page, set, tags, w) {
            _ if is_artifact(page, set, w) => artifacts.push(w),
            Some(tag) => tagged.entry(tag.order).or_insert((tag, Vec::new())).1.push(w),
            None => loose.push(w),
        }
    }
    let zones = |words| columns::zones(page, set, words);
    let mut out: Vec<Group> =
        tagged.into_values().map(|(tag, words)| Group { tag: Some(tag), zones: zones(words) }).collect();
    out.push(Group { tag: None, zones: zones(loose) });
    out.push(Group { tag: None, zones: zones(artifacts) });
    out.retain(|g| g.zones.iter().any(|z| !z.is_empty()));
    out
}

/// Compares the tags' order with that of `leaves`, the page's rows in the order of its geometry.
pub fn worth(page: &PageGlyphs, set: &WordSet, tags: &PageTags, leaves: &[Vec<Row>]) -> Worth {
    let (mut all, mut covered) = (0, 0);
    // Elements in the order of the geometry, with the number of glyphs.
    let mut runs: Vec<(u32, usize)> = Vec::new();
    for &w in leaves.iter().flatten().flat_map(|row| &row.words) {
        let glyphs = set.words[w].items.len();
        all += glyphs;
        let artifact = is_artifact(page, set, w);
        let Some(tag) = tag(page, set, tags, w).filter(|_| !artifact) else {
            covered += if artifact { glyphs } else { 0 };
            continue;
        };
        covered += glyphs;
        match runs.last_mut() {
            Some(last) if last.0 == tag.order => last.1 += glyphs,
            _ => runs.push((tag.order, glyphs)),
        }
    }
    let tagged: usize = runs.iter().map(|r| r.1).sum();
    Worth {
        coverage: covered as f32 / all.max(1) as f32,
        agreement: heaviest_ascent(&runs) as f32 / tagged.max(1) as f32,
    }
}

/// The weight of the heaviest subsequence that never descends (a weighted longest increasing subsequence, by
/// a tree of prefix maxima after Fenwick 1994).
fn heaviest_ascent(runs: &[(u32, usize)]) -> usize {
    let mut keys: Vec<u32> = runs.iter().map(|r| r.0).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut best = vec![0_usize; keys.len() + 1];
    let mut most = 0;
    for (key, weight) in runs {
        let mut i = keys.partition_point(|k| k < key) + 1;
        let (mut at, mut sum) = (i, 0);
        while at > 0 {
            sum = sum.max(best[at]);
            at -= at & at.wrapping_neg();
        }
        sum += weight;
        most = most.max(sum);
        while i < best.len() {
            best[i] = best[i].max(sum);
            i += i & i.wrapping_neg();
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_is_the_share_of_text_in_order() {
        assert_eq!(heaviest_ascent(&[(1, 5), (2, 5), (3, 5)]), 15);
        assert_eq!(heaviest_ascent(&[(3, 5), (1, 2), (2, 4)]), 6);
        assert_eq!(heaviest_ascent(&[(1, 1), (9, 10), (1, 1), (2, 3)]), 11);
        assert_eq!(heaviest_ascent(&[]), 0);
    }
}
