//! Explicit edits that turn a raw text into another revision, mapped both ways.
//!
//! `merge` settles what happens where edits overlap, `compose` puts edits of an edited text on the raw text.

mod compose;
mod merge;

pub use merge::merge;

use super::span::Span;
use serde::{Deserialize, Serialize};

/// Why a piece of the raw text was replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EditKind {
    /// Running header, footer, page number, margin stamp.
    Furniture,
    /// Text that a reader of the page does not see.
    Hidden,
    /// Text drawn twice at one place.
    Duplicate,
    /// A hyphen at a line's end and the line break after it.
    Hyphen,
    /// A line break inside a paragraph, replaced by a space or nothing.
    LineJoin,
    /// Control characters.
    ControlCharacters,
    /// A run of blank characters or lines.
    BlankRun,
    /// A line that only counts pages.
    PageNumber,
    /// A long address replaced by a placeholder.
    LongUrl,
    /// A line that repeats.
    RepeatedLine,
    /// Typed by a person.
    Manual,
}

/// One replacement in the raw text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// Why.
    pub kind: EditKind,
    /// What is replaced, in the raw text.
    pub raw: Span,
    /// What stands there instead.
    pub replacement: String,
}

/// Ordered edits over a raw text, and the way from one text to the other.
#[derive(Clone, Debug, Default)]
pub struct EditMap {
    edits: Vec<Edit>,
    /// For each edit, where its replacement lies in the edited text.
    edited: Vec<Span>,
}

impl EditMap {
    /// Applies `edits` to `raw` and returns the edited text and the map.
    ///
    /// Edits come in any order; where some overlap, [`merge`] settles them first, so that every piece of the
    /// raw text that an edit replaces is replaced, and once.
    ///
    /// # Panics
    /// If an edit's span is not of `raw`.
    #[must_use]
    pub fn apply(raw: &str, edits: Vec<Edit>) -> (String, Self) {
        let edits = merge(edits);
        let mut out = String::with_capacity(raw.len());
        let mut map = Self::default();
        map.edited.reserve(edits.len());
        map.edits.reserve(edits.len());
        let mut at = 0;
        for edit in edits {
            out.push_str(&raw[at..edit.raw.start()]);
            let start = out.len();
            out.push_str(&edit.replacement);
            at = edit.raw.end();
            map.edited.push(Span::new(start, out.len()));
            map.edits.push(edit);
        }
        out.push_str(&raw[at..]);
        (out, map)
    }

    /// The edits in order of place.
    #[must_use]
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Where the replacement of edit `i` lies in the edited text.
    #[must_use]
    pub fn edited(&self, i: usize) -> Span {
        self.edited[i]
    }

    /// The place in the edited text of a raw offset. Inside a replaced piece this is the
    /// replacement's start.
    #[must_use]
    pub fn to_edited(&self, raw: usize) -> usize {
        let n = self.edits.partition_point(|e| e.raw.start() <= raw);
        let Some(i) = n.checked_sub(1) else { return raw };
        let (from, to) = (self.edits[i].raw, self.edited[i]);
        if raw < from.end() { to.start() } else { to.end() + (raw - from.end()) }
    }

    /// The place in the raw text of an offset in the edited text. Inside a replacement this is the
    /// replaced piece's start.
    #[must_use]
    pub fn to_raw(&self, edited: usize) -> usize {
        let n = self.edited.partition_point(|s| s.start() <= edited);
        let Some(i) = n.checked_sub(1) else { return edited };
        let (from, to) = (self.edits[i].raw, self.edited[i]);
        if edited < to.end() { from.start() } else { from.end() + (edited - to.end()) }
    }

    /// The end in the raw text of what ends at an offset of the edited text: what was taken out there is not
    /// part of it. Inside a replacement this is the replaced piece's end.
    #[must_use]
    pub fn to_raw_end(&self, edited: usize) -> usize {
        let n = self.edited.partition_point(|s| s.start() < edited);
        let Some(i) = n.checked_sub(1) else { return edited };
        let (from, to) = (self.edits[i].raw, self.edited[i]);
        from.end() + edited.saturating_sub(to.end())
    }

    /// The piece of the raw text that a span of the edited text stands for: from its first to its last
    /// character, whatever was replaced between them included.
    #[must_use]
    pub fn raw_span(&self, edited: Span) -> Span {
        let start = self.to_raw(edited.start());
        if edited.is_empty() {
            return Span::empty(start);
        }
        Span::new(start, self.to_raw_end(edited.end()).max(start))
    }

    /// The place in the edited text of a border in the raw text. A border inside a replaced piece moves behind
    /// the replacement, so that spans which share a border still do, and a replacement belongs to the span
    /// that the replaced piece starts in.
    #[must_use]
    pub fn border(&self, raw: usize) -> usize {
        let n = self.edits.partition_point(|e| e.raw.start() < raw);
        let Some(i) = n.checked_sub(1) else { return raw };
        self.edited[i].end() + raw.saturating_sub(self.edits[i].raw.end())
    }

    /// Where a piece of the raw text stands in the edited text; empty where nothing of it is left.
    #[must_use]
    pub fn edited_span(&self, raw: Span) -> Span {
        let start = self.border(raw.start());
        Span::new(start, self.border(raw.end()).max(start))
    }

    /// The pieces of the raw text that stand unchanged in `span` of the edited text, in order.
    #[must_use]
    pub fn raw_pieces(&self, span: Span) -> Vec<Span> {
        let mut pieces = Vec::new();
        let mut at = span.start();
        let first = self.edited.partition_point(|s| s.end() <= at);
        for i in first..self.edited.len() {
            let to = self.edited[i];
            if to.start() >= span.end() {
                break;
            }
            if at < to.start() {
                let raw_end = self.edits[i].raw.start();
                pieces.push(Span::new(raw_end - (to.start() - at), raw_end));
            }
            at = at.max(to.end());
        }
        if at < span.end() {
            let start = self.to_raw(at);
            pieces.push(Span::new(start, start + (span.end() - at)));
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_and_edited_offsets_map_both_ways() {
        let raw = "Pum-\npe X17\nPage 1\nruns";
        let edit = |kind, start: usize, end, replacement: &str| Edit {
            kind,
            raw: Span::new(start, end),
            replacement: replacement.to_owned(),
        };
        let edits = vec![edit(EditKind::Furniture, 11, 19, " "), edit(EditKind::Hyphen, 3, 5, "")];
        let (text, map) = EditMap::apply(raw, edits);
        assert_eq!(text, "Pumpe X17 runs");
        for (edited, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
            let at = map.to_raw(edited);
            assert!(raw[at..].starts_with(c), "{edited} {at}");
            assert_eq!(map.to_edited(at), edited);
        }
        let pieces: String = map.raw_pieces(Span::new(0, text.len())).iter().map(|s| s.slice(raw)).collect();
        assert_eq!(pieces, "Pumpe X17runs");
    }
}
