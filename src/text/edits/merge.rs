//! Edits that overlap become edits that do not.

use super::{Edit, EditKind};
use crate::text::Span;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Edits in order of place, of which none overlaps another.
///
/// Where edits overlap, one of them has the place and of the other stays what sticks out: what a person typed
/// goes before anything else, what was typed later before what was typed earlier; of the others the one that
/// starts first, then the longer one, then the one of the kind that stands first in [`EditKind`]. The
/// replacement of an edit that was cut up stands for its first piece. Whatever part of the raw text one of the
/// edits replaces, one of the result replaces too.
///
/// Time grows as n log n where edits overlap, else as n for edits in order.
#[must_use]
pub fn merge(mut edits: Vec<Edit>) -> Vec<Edit> {
    let apart = |places: &[Span]| places.windows(2).all(|pair| pair[0].end() <= pair[1].start());
    let mut places: Vec<Span> = edits.iter().map(|e| e.raw).collect();
    if apart(&places) {
        return edits;
    }
    places.sort_unstable();
    if apart(&places) {
        edits.sort_by_key(|e| e.raw);
        return edits;
    }
    let (typed, mut others): (Vec<_>, Vec<_>) = edits.into_iter().partition(|e| e.kind == EditKind::Manual);
    others.sort_by_key(|e| (e.raw.start(), Reverse(e.raw.end()), e.kind));
    let mut taken = Taken::default();
    for edit in typed.into_iter().rev().chain(others) {
        taken.add(edit);
    }
    taken.edits.sort_by_key(|e| e.raw);
    taken.edits
}

/// Places that are settled.
#[derive(Default)]
struct Taken {
    /// The end of each place by its start.
    places: BTreeMap<usize, usize>,
    /// Where something is inserted and nothing replaced.
    insertions: BTreeSet<usize>,
    edits: Vec<Edit>,
}

impl Taken {
    /// Takes what is free of the edit's place.
    fn add(&mut self, edit: Edit) {
        let free = if edit.raw.is_empty() { self.free_point(edit.raw) } else { self.free(edit.raw) };
        let mut replacement = edit.replacement;
        for raw in free {
            if raw.is_empty() {
                self.insertions.insert(raw.start());
            } else {
                self.places.insert(raw.start(), raw.end());
            }
            self.edits.push(Edit { kind: edit.kind, raw, replacement: std::mem::take(&mut replacement) });
        }
    }

    /// Inside of a settled place nothing can be inserted.
    fn free_point(&self, raw: Span) -> Vec<Span> {
        let before = self.places.range(..raw.start()).next_back();
        if before.is_some_and(|(_, end)| *end > raw.start()) { Vec::new() } else { vec![raw] }
    }

    fn free(&self, raw: Span) -> Vec<Span> {
        let before = self.places.range(..raw.start()).next_back().map_or(0, |(_, end)| *end);
        let mut at = raw.start().max(before);
        let mut free = Vec::new();
        for (&start, &end) in self.places.range(raw.start()..raw.end()) {
            self.part(at, start, &mut free);
            at = at.max(end);
        }
        self.part(at, raw.end(), &mut free);
        free
    }

    /// Where something is inserted inside of an edit, the edit is parted.
    fn part(&self, mut at: usize, end: usize, free: &mut Vec<Span>) {
        if at >= end {
            return;
        }
        for &cut in self.insertions.range(at + 1..end) {
            free.push(Span::new(at, cut));
            at = cut;
        }
        free.push(Span::new(at, end));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(kind: EditKind, start: usize, end: usize, replacement: &str) -> Edit {
        Edit { kind, raw: Span::new(start, end), replacement: replacement.to_owned() }
    }

    fn applied(raw: &str, edits: Vec<Edit>) -> String {
        super::super::EditMap::apply(raw, edits).0
    }

    #[test]
    fn what_a_person_typed_goes_before_what_was_found() {
        let url = edit(EditKind::LongUrl, 2, 8, "[URL]");
        let typed = edit(EditKind::Manual, 4, 6, "XX");
        assert_eq!(applied("0123456789", vec![url.clone(), typed.clone()]), "01[URL]XX89");
        assert_eq!(applied("0123456789", vec![typed, url]), "01[URL]XX89");
    }

    #[test]
    fn what_was_typed_later_goes_before_what_was_typed_earlier() {
        let first = edit(EditKind::Manual, 2, 5, "A");
        let later = edit(EditKind::Manual, 4, 7, "B");
        assert_eq!(applied("0123456789", vec![first.clone(), later.clone()]), "01AB789");
        assert_eq!(applied("0123456789", vec![later, first]), "01AB789");
        let around = vec![edit(EditKind::Manual, 4, 6, "A"), edit(EditKind::Manual, 2, 8, "B")];
        assert_eq!(applied("0123456789", around), "01B89");
        let inside = vec![edit(EditKind::Manual, 2, 8, "B"), edit(EditKind::Manual, 4, 6, "A")];
        assert_eq!(applied("0123456789", inside), "01BA89");
    }

    #[test]
    fn overlapping_edits_replace_all_that_each_of_them_replaces() {
        let edits = vec![
            edit(EditKind::Hidden, 3, 8, ""),
            edit(EditKind::Furniture, 0, 5, ""),
            edit(EditKind::BlankRun, 7, 9, " "),
        ];
        let merged = merge(edits);
        let places: Vec<_> = merged.iter().map(|e| (e.kind, e.raw.start(), e.raw.end())).collect();
        assert_eq!(
            places,
            [(EditKind::Furniture, 0, 5), (EditKind::Hidden, 5, 8), (EditKind::BlankRun, 8, 9)]
        );
        assert_eq!(merged[2].replacement, " ");
    }

    #[test]
    fn text_can_be_inserted_inside_of_what_is_taken_out() {
        let edits = vec![edit(EditKind::Furniture, 2, 8, ""), edit(EditKind::Manual, 5, 5, "!")];
        assert_eq!(applied("0123456789", edits), "01!89");
    }
}
