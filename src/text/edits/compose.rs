//! Edits of an edited text, put on the raw text.

use super::{Edit, EditKind, EditMap};
use crate::text::Span;

impl EditMap {
    /// The edits over the raw text that do what these edits do and then `later`, whose spans are of the edited
    /// text.
    ///
    /// A later edit that only takes out goes around what is taken out already, so that both are kept apart. One
    /// that puts something in the place of text becomes one edit of its kind over all that it replaces, earlier
    /// edits included. Where a later edit replaces a part of an earlier replacement, the rest of that stays,
    /// as a part of the later edit. Takes time in proportion to the number of edits.
    #[must_use]
    pub fn then(&self, later: Vec<Edit>) -> Vec<Edit> {
        let later = super::merge(later);
        let mut writer = Writer {
            map: self,
            out: Vec::with_capacity(self.edits.len() + later.len()),
            next: 0,
            open: None,
        };
        for edit in later {
            writer.skip_to(edit.raw.start());
            if edit.replacement.is_empty() {
                writer.take_out(edit.raw, edit.kind);
            } else {
                writer.replace(edit);
            }
        }
        writer.out.extend_from_slice(&self.edits[writer.next..]);
        writer.out
    }
}

struct Writer<'a> {
    map: &'a EditMap,
    out: Vec<Edit>,
    /// The first of the earlier edits that is not yet written.
    next: usize,
    /// The last edit written ends with the end of an earlier replacement, which lies here in the edited text.
    open: Option<Span>,
}

impl Writer<'_> {
    /// Writes the earlier edits that end at or before `at`.
    fn skip_to(&mut self, at: usize) {
        let first = self.next;
        while self.map.edited.get(self.next).is_some_and(|s| s.end() <= at) {
            self.next += 1;
        }
        self.out.extend_from_slice(&self.map.edits[first..self.next]);
    }

    /// The place in the raw text of `at` in unchanged text behind the earlier edits that are written.
    fn raw(&self, at: usize) -> usize {
        self.next.checked_sub(1).map_or(at, |i| self.map.edits[i].raw.end() + (at - self.map.edited[i].end()))
    }

    /// Cuts what `span` covers of the open replacement's end off the last edit and returns what follows on it.
    fn reopen(&mut self, span: Span) -> Option<(usize, String)> {
        let open = self.open.filter(|o| span.start() < o.end())?;
        let last = self.out.last_mut()?;
        let rest = last.replacement.split_off(last.replacement.len() - (open.end() - span.start()));
        let end = span.end().min(open.end());
        if end == open.end() {
            self.open = None;
        }
        Some((end, rest[end - span.start()..].to_owned()))
    }

    fn take_out(&mut self, span: Span, kind: EditKind) {
        let (mut at, end) = (span.start(), span.end());
        let mut joins = false;
        if let Some((reached, rest)) = self.reopen(span) {
            if let Some(last) = self.out.last_mut() {
                last.replacement.push_str(&rest);
            }
            (at, joins) = (reached, true);
        }
        while let Some(&to) = self.map.edited.get(self.next).filter(|s| s.start() < end) {
            let earlier = &self.map.edits[self.next];
            if at < to.start() {
                let raw = Span::new(earlier.raw.start() - (to.start() - at), earlier.raw.start());
                joins = self.push(Edit { kind, raw, replacement: String::new() }, joins);
                at = to.start();
            }
            if to.is_empty() {
                self.out.push(earlier.clone());
                joins = false;
            } else {
                let reached = to.end().min(end);
                let kept = &earlier.replacement;
                let replacement = format!("{}{}", &kept[..at - to.start()], &kept[reached - to.start()..]);
                joins = self.push(Edit { kind, raw: earlier.raw, replacement }, joins);
                self.open = (reached < to.end()).then_some(to);
                at = reached;
            }
            self.next += 1;
        }
        if at < end {
            let raw = Span::new(self.raw(at), self.raw(end));
            self.push(Edit { kind, raw, replacement: String::new() }, joins);
        }
    }

    /// Writes an edit, as a part of the one before where it goes on with it.
    fn push(&mut self, edit: Edit, joins: bool) -> bool {
        match self.out.last_mut().filter(|last| joins && last.raw.end() == edit.raw.start()) {
            Some(last) => {
                last.raw = last.raw.cover(edit.raw);
                last.replacement.push_str(&edit.replacement);
            }
            None => self.out.push(edit),
        }
        true
    }

    fn replace(&mut self, edit: Edit) {
        let (mut at, end) = (edit.raw.start(), edit.raw.end());
        let mut text = edit.replacement;
        let mut start = None;
        if let Some((reached, rest)) = self.reopen(edit.raw)
            && let Some(last) = self.out.pop()
        {
            text = format!("{}{text}{rest}", last.replacement);
            (at, start) = (reached, Some(last.raw));
        }
        while let Some(&to) = self.map.edited.get(self.next).filter(|s| s.start() < end) {
            let earlier = &self.map.edits[self.next];
            let raw = Span::new(earlier.raw.start() - to.start().saturating_sub(at), earlier.raw.end());
            start = Some(start.map_or(raw, |s: Span| s.cover(raw)));
            let kept = &earlier.replacement;
            if to.start() < at {
                text.insert_str(0, &kept[..at - to.start()]);
            }
            let reached = to.end().min(end).max(at);
            if reached < to.end() {
                text.push_str(&kept[reached - to.start()..]);
                self.open = Some(to);
            }
            at = reached;
            self.next += 1;
        }
        let raw = match start {
            Some(before) if at >= end => before,
            Some(before) => Span::new(before.start(), self.raw(end)),
            None => Span::new(self.raw(at), self.raw(end)),
        };
        self.out.push(Edit { kind: edit.kind, raw, replacement: text });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn edit(kind: EditKind, start: usize, end: usize, replacement: &str) -> Edit {
        Edit { kind, raw: Span::new(start, end), replacement: replacement.to_owned() }
    }

    #[test]
    fn what_is_taken_out_goes_around_what_was_taken_out_before() {
        let raw = "ab  \u{1}  cd";
        let (text, map) = EditMap::apply(raw, vec![edit(EditKind::ControlCharacters, 4, 5, "")]);
        assert_eq!(text, "ab    cd");
        let edits = map.then(vec![edit(EditKind::BlankRun, 3, 6, "")]);
        let places: Vec<_> = edits.iter().map(|e| (e.kind, e.raw.start(), e.raw.end())).collect();
        assert_eq!(
            places,
            [(EditKind::BlankRun, 3, 4), (EditKind::ControlCharacters, 4, 5), (EditKind::BlankRun, 5, 7)]
        );
        assert_eq!(EditMap::apply(raw, edits).0, "ab cd");
    }

    #[test]
    fn a_placeholder_covers_the_edits_inside_of_what_it_stands_for() {
        let raw = "at http://a.de/b-\nc now";
        let (text, map) = EditMap::apply(raw, vec![edit(EditKind::Hyphen, 16, 18, "")]);
        assert_eq!(text, "at http://a.de/bc now");
        let edits = map.then(vec![edit(EditKind::LongUrl, 3, 17, "[URL]")]);
        assert_eq!(edits, [edit(EditKind::LongUrl, 3, 19, "[URL]")]);
    }

    fn edits(text: &str, seeds: &[(u16, u16, u8)]) -> Vec<Edit> {
        let at = |n: u16| text.floor_char_boundary(usize::from(n) % (text.len() + 1));
        let replacements = ["", "", " ", "\n\n", "[URL]", "ä"];
        let kinds = [EditKind::Hyphen, EditKind::BlankRun, EditKind::Furniture, EditKind::LongUrl];
        seeds
            .iter()
            .map(|&(a, len, what)| {
                let start = at(a);
                let end = text.floor_char_boundary((start + usize::from(len % 9)).min(text.len())).max(start);
                let replacement = replacements[usize::from(what) % replacements.len()];
                edit(kinds[usize::from(what) % kinds.len()], start, end, replacement)
            })
            .collect()
    }

    proptest! {
        #[test]
        fn one_step_does_what_two_do(
            raw in "[a-cäß漢👩\u{301}\u{ad} \n]{0,40}",
            first in prop::collection::vec(any::<(u16, u16, u8)>(), 0..8),
            second in prop::collection::vec(any::<(u16, u16, u8)>(), 0..8),
        ) {
            let (text, map) = EditMap::apply(&raw, edits(&raw, &first));
            let later = edits(&text, &second);
            let (wanted, _) = EditMap::apply(&text, later.clone());
            let edits = map.then(later);
            prop_assert!(edits.windows(2).all(|p| p[0].raw.end() <= p[1].raw.start()), "{:?}", edits);
            prop_assert_eq!(EditMap::apply(&raw, edits).0, wanted);
        }
    }
}
