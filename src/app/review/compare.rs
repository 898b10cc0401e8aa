//! Two texts aligned: what stands in one of them only, what moved, what changed.
//!
//! Lines are compared first (a paragraph of a PDF is one line), then the words of lines that stand where
//! others stood. Pure; bounded in time: past the deadline what is left counts as changed.

use crate::text::{Span, Text};
use rustc_hash::FxHashMap;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};
use std::time::{Duration, Instant};
use unicode_segmentation::UnicodeSegmentation;

/// How two lines belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// They are the same; a row stands for several.
    Same,
    /// It stands in the text shown only.
    Inserted,
    /// It stands in the other text only.
    Removed,
    /// It stands in both, elsewhere.
    Moved,
    /// Some words differ.
    Changed,
}

/// A row of the alignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompareRow {
    /// How both sides belong together.
    pub change: Change,
    /// Its place in the text shown.
    pub here: Option<Span>,
    /// Its place in the other text.
    pub there: Option<Span>,
    /// What differs of it in the text shown.
    pub marks_here: Vec<Span>,
    /// What differs of it in the other text.
    pub marks_there: Vec<Span>,
    /// How many lines are the same; 1 for all other rows.
    pub lines: usize,
}

/// An alignment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alignment {
    /// Its rows, in the order of the text shown; what stands in the other text only, where it would stand.
    pub rows: Vec<CompareRow>,
    /// Whether the time was not enough to compare everything.
    pub cut_short: bool,
}

impl Alignment {
    /// How many rows have this change.
    #[must_use]
    pub fn count(&self, change: Change) -> usize {
        self.rows.iter().filter(|r| r.change == change).count()
    }

    /// What of the text shown differs, ascending.
    #[must_use]
    pub fn differing(&self) -> Vec<Span> {
        let mut out: Vec<Span> = self.rows.iter().flat_map(|r| r.marks_here.iter().copied()).collect();
        out.sort_unstable();
        out
    }
}

/// Words of longer stretches are not compared one by one.
const MOST_WORDS: usize = 20_000;

/// Aligns `here`, the text shown, with `there`.
#[must_use]
pub fn align(here: &Text, there: &Text, patience: Duration) -> Alignment {
    let deadline = Instant::now().checked_add(patience);
    let (ours, theirs) = (lines(here), lines(there));
    let mut names = FxHashMap::default();
    let a = named(&theirs, there, &mut names);
    let b = named(&ours, here, &mut names);
    let mut out = Alignment::default();
    for op in capture_diff_slices_deadline(Algorithm::Patience, &a, &b, deadline) {
        match op {
            DiffOp::Equal { old_index, new_index, len } => {
                let cover = |all: &[Span], i: usize| all[i].cover(all[i + len - 1]);
                out.rows.push(CompareRow {
                    change: Change::Same,
                    here: Some(cover(&ours, new_index)),
                    there: Some(cover(&theirs, old_index)),
                    marks_here: Vec::new(),
                    marks_there: Vec::new(),
                    lines: len,
                });
            }
            DiffOp::Delete { old_index, old_len, .. } => {
                out.rows.extend(theirs[old_index..old_index + old_len].iter().map(|s| removed(*s)));
            }
            DiffOp::Insert { new_index, new_len, .. } => {
                out.rows.extend(ours[new_index..new_index + new_len].iter().map(|s| inserted(*s)));
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                let (old, new) =
                    (&theirs[old_index..old_index + old_len], &ours[new_index..new_index + new_len]);
                for i in 0..old_len.max(new_len) {
                    match (new.get(i), old.get(i)) {
                        (Some(h), Some(t)) => out.rows.push(changed(here, *h, there, *t, deadline)),
                        (Some(h), None) => out.rows.push(inserted(*h)),
                        (None, Some(t)) => out.rows.push(removed(*t)),
                        (None, None) => {}
                    }
                }
            }
        }
    }
    out.rows = moves(out.rows, here, there);
    out.cut_short = deadline.is_some_and(|d| Instant::now() >= d);
    out
}

/// The lines that say something.
fn lines(text: &Text) -> Vec<Span> {
    let index = text.lines();
    let all = (0..index.count()).map(|i| index.content(i));
    all.filter(|s| !text.slice(*s).trim().is_empty()).collect()
}

/// A number for each different line.
fn named<'a>(spans: &[Span], text: &'a Text, names: &mut FxHashMap<&'a str, u32>) -> Vec<u32> {
    let next = |names: &FxHashMap<&str, u32>| names.len() as u32;
    spans
        .iter()
        .map(|s| {
            let n = next(names);
            *names.entry(text.slice(*s).trim()).or_insert(n)
        })
        .collect()
}

fn removed(span: Span) -> CompareRow {
    let (marks_here, marks_there) = (Vec::new(), vec![span]);
    CompareRow { change: Change::Removed, here: None, there: Some(span), marks_here, marks_there, lines: 1 }
}

fn inserted(span: Span) -> CompareRow {
    let (marks_here, marks_there) = (vec![span], Vec::new());
    CompareRow { change: Change::Inserted, here: Some(span), there: None, marks_here, marks_there, lines: 1 }
}

fn words(text: &Text, span: Span) -> Vec<(&str, Span)> {
    let words = text.slice(span).split_word_bound_indices();
    words.map(|(i, w)| (w, Span::new(span.start() + i, span.start() + i + w.len()))).collect()
}

fn changed(here: &Text, h: Span, there: &Text, t: Span, deadline: Option<Instant>) -> CompareRow {
    let mut row = CompareRow {
        change: Change::Changed,
        here: Some(h),
        there: Some(t),
        marks_here: vec![h],
        marks_there: vec![t],
        lines: 1,
    };
    let (ours, theirs) = (words(here, h), words(there, t));
    let late = deadline.is_some_and(|d| Instant::now() >= d);
    if late || ours.len() + theirs.len() > MOST_WORDS {
        return row;
    }
    let bare = |all: &[(&'_ str, Span)]| all.iter().map(|w| w.0.to_owned()).collect::<Vec<String>>();
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &bare(&theirs), &bare(&ours), deadline);
    let cover = |all: &[(&str, Span)], i: usize, len: usize| all[i].1.cover(all[i + len - 1].1);
    (row.marks_here, row.marks_there) = (Vec::new(), Vec::new());
    for op in ops {
        let (old, new) = (op.old_range(), op.new_range());
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        if !new.is_empty() {
            row.marks_here.push(cover(&ours, new.start, new.len()));
        }
        if !old.is_empty() {
            row.marks_there.push(cover(&theirs, old.start, old.len()));
        }
    }
    row
}

/// Finds lines that stand in both texts at other places: a line of one side only, or one that was paired
/// with another line because it stands where that stood.
fn moves(rows: Vec<CompareRow>, here: &Text, there: &Text) -> Vec<CompareRow> {
    let alone = |row: &CompareRow| row.change != Change::Same;
    let mut gone: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (i, row) in rows.iter().enumerate().filter(|(_, r)| alone(r)) {
        if let Some(t) = row.there {
            gone.entry(there.slice(t).trim()).or_default().push(i);
        }
    }
    // For each row whose line here is found elsewhere there: that place.
    let mut found: FxHashMap<usize, Span> = FxHashMap::default();
    let mut taken: Vec<bool> = vec![false; rows.len()];
    for (i, row) in rows.iter().enumerate().filter(|(_, r)| alone(r)) {
        let Some(h) = row.here else { continue };
        let places = gone.get_mut(here.slice(h).trim());
        let Some(at) = places.and_then(|p| (!p.is_empty()).then(|| p.remove(0))) else { continue };
        if let Some(t) = rows[at].there {
            found.insert(i, t);
            taken[at] = true;
        }
    }
    let mut out = Vec::with_capacity(rows.len());
    for (i, row) in rows.into_iter().enumerate() {
        let from = found.get(&i).copied();
        if from.is_none() && !taken[i] {
            out.push(row);
            continue;
        }
        // What this row said of a line that is moved is said by another row.
        if let Some(t) = row.there.filter(|_| !taken[i]) {
            out.push(removed(t));
        }
        if let (Some(h), Some(t)) = (row.here, from) {
            let (marks_here, marks_there) = (vec![h], vec![t]);
            out.push(CompareRow {
                change: Change::Moved,
                here: Some(h),
                there: Some(t),
                marks_here,
                marks_there,
                lines: 1,
            });
        } else if let Some(h) = row.here {
            out.push(inserted(h));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aligned(here: &str, there: &str) -> (Text, Text, Alignment) {
        let (here, there) = (Text::new(here), Text::new(there));
        let found = align(&here, &there, Duration::from_mins(1));
        (here, there, found)
    }

    fn changes(alignment: &Alignment) -> Vec<Change> {
        alignment.rows.iter().map(|r| r.change).collect()
    }

    #[test]
    fn equal_texts_have_one_row() {
        let (_, _, found) = aligned("eins\n\nzwei\n", "eins\n\nzwei\n");
        assert_eq!(changes(&found), [Change::Same]);
        assert_eq!(found.rows[0].lines, 2);
        assert!(found.differing().is_empty());
    }

    #[test]
    fn a_paragraph_read_elsewhere_is_moved_and_not_twice_changed() {
        let (here, there, found) =
            aligned("Titel\n\nB zwei\n\nA eins\n\nEnde", "Titel\n\nA eins\n\nB zwei\n\nEnde");
        assert_eq!(found.count(Change::Moved), 1, "{found:?}");
        assert_eq!(found.count(Change::Inserted) + found.count(Change::Removed), 0);
        let row = found.rows.iter().find(|r| r.change == Change::Moved).unwrap();
        assert_eq!(here.slice(row.here.unwrap()), there.slice(row.there.unwrap()));
    }

    #[test]
    fn in_a_changed_line_only_the_words_that_differ_are_marked() {
        let (here, there, found) = aligned("Der Druck ist 5 bar.", "Der Druck ist 6 bar.");
        assert_eq!(changes(&found), [Change::Changed]);
        assert_eq!(here.slice(found.rows[0].marks_here[0]), "5");
        assert_eq!(there.slice(found.rows[0].marks_there[0]), "6");
    }

    #[test]
    fn a_running_header_left_in_is_removed_here() {
        let (_, there, found) = aligned("eins\nzwei", "eins\nPump X17 · 12\nzwei");
        assert_eq!(changes(&found), [Change::Same, Change::Removed, Change::Same]);
        assert_eq!(there.slice(found.rows[1].there.unwrap()), "Pump X17 · 12");
    }

    #[test]
    fn without_time_everything_still_has_its_row() {
        let long = |seed: usize| {
            let lines: Vec<String> = (0..3000).map(|i| format!("Zeile {}", i * seed % 2999)).collect();
            lines.join("\n")
        };
        let (here, there) = (Text::new(long(7)), Text::new(long(11)));
        let found = align(&here, &there, Duration::ZERO);
        assert!(found.cut_short);
        let of = |f: fn(&CompareRow) -> Option<Span>| found.rows.iter().filter_map(f).map(Span::start).max();
        assert!(of(|r| r.here).is_some() && of(|r| r.there).is_some());
    }
}
