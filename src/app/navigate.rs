//! Selection, search, places.

use super::App;
use super::command::Dialog;
use super::marks::Selection;
use super::place::{self, Place};
use super::state::Reveal;
use crate::document::{LinkTarget, PageIndex};
use crate::text::{Cancel, CharOffset, Span, Text};
use std::sync::Arc;

/// How many hits are listed; a text full of them would only be slow.
const MOST_HITS: usize = 20_000;

/// What a search came to.
pub(super) struct Found {
    query: String,
    revision: crate::text::RevisionId,
    hits: Vec<Span>,
    more: bool,
}

/// Where `query` stands in `text`, whatever the case of the letters.
fn search(text: &Text, query: &str, cancel: &Cancel) -> (Vec<Span>, bool) {
    let pattern = regex::RegexBuilder::new(&regex::escape(query)).case_insensitive(true).build();
    let Ok(pattern) = pattern else { return (Vec::new(), false) };
    let mut hits = Vec::new();
    for found in pattern.find_iter(text) {
        if hits.len() == MOST_HITS {
            return (hits, true);
        }
        if cancel.is_cancelled() {
            return (hits, true);
        }
        hits.push(Span::new(found.start(), found.end()));
    }
    (hits, false)
}

impl App {
    pub(super) fn select_chunk(&mut self, chunk: Option<usize>, original: bool, text: bool) {
        let span = chunk.and_then(|i| Some(self.state.chunking()?.chunking.chunks.get(i)?.span));
        self.state.selected_chunk = chunk.filter(|_| span.is_some());
        if let Some(span) = span {
            self.state.reveals.push(Reveal::Span { span, original, text });
        }
    }

    pub(super) fn click_text(&mut self, offset: usize, in_original: bool) {
        let chunk = self.state.chunk_at(offset);
        self.state.selected_passage = None;
        self.select_chunk(chunk, !in_original, in_original);
    }

    pub(super) fn step_chunk(&mut self, by: isize) {
        let Some(chunked) = self.state.chunking() else { return };
        let Some(last) = chunked.chunking.chunks.len().checked_sub(1) else { return };
        let next = match self.state.selected_chunk {
            Some(now) => now.saturating_add_signed(by).min(last),
            None => 0,
        };
        self.select_chunk(Some(next), true, true);
    }

    pub(super) fn select_all(&mut self) {
        let all = self.state.extraction().map(|e| e.text().span());
        self.state.selection = all.map(Selection::from);
    }

    pub(super) fn show_offset(&mut self, offset: usize) {
        self.show_span(Span::empty(offset), true);
    }

    /// Shows a span on both sides; with `select` the caret stands there.
    pub(super) fn show_span(&mut self, span: Span, select: bool) {
        if select {
            self.state.selection = Some(span.into());
        }
        self.state.reveals.push(Reveal::Span { span, original: true, text: true });
    }

    pub(super) fn go_to(&mut self, typed: String) {
        let Some(extraction) = self.state.extraction().cloned() else { return };
        let pages = extraction.pages().len();
        let fault = match place::parse(&typed, pages > 0) {
            Err(error) => Some(error.to_string()),
            Ok(Place::Page(n)) if n == 0 || n as usize > pages => {
                Some(format!("There is no page {n}: the source has {pages}."))
            }
            Ok(Place::Page(n)) => {
                let page = PageIndex(n - 1);
                self.state.reveals.push(Reveal::Page(page, None));
                if let Some(first) = extraction.pages()[page.get()].spans.first() {
                    let span = Span::empty(first.start());
                    self.state.reveals.push(Reveal::Span { span, original: false, text: true });
                }
                None
            }
            Ok(Place::Chunk(n)) => {
                let all = self.state.chunking().map_or(0, |c| c.chunking.chunks.len());
                if n == 0 || n > all {
                    Some(format!("There is no chunk {n}: there are {all}."))
                } else {
                    self.select_chunk(Some(n - 1), true, true);
                    None
                }
            }
            Ok(Place::Offset(n)) if n > extraction.text().chars() => {
                Some(format!("There is no character {n}: the text has {}.", extraction.text().chars()))
            }
            Ok(Place::Offset(n)) => {
                self.show_offset(extraction.text().byte_of(CharOffset(n)));
                None
            }
        };
        self.state.dialog = fault.map(|error| Dialog::GoTo { place: typed, error: Some(error) });
    }

    pub(super) fn follow(&mut self, target: LinkTarget) {
        match target {
            LinkTarget::Inside(to) => self.state.reveals.push(Reveal::Page(to.page, to.y)),
            LinkTarget::Address(address) => {
                if let Some(name) = address.strip_prefix('#') {
                    self.follow_heading(name);
                } else if ["http://", "https://", "mailto:"].iter().any(|s| address.starts_with(s)) {
                    self.outbox.address = Some(address);
                } else {
                    self.warn(format!(
                        "The link leads to {address}. Only web and mail addresses are opened."
                    ));
                }
            }
        }
    }

    /// A link inside a Markdown text names a heading as many sites do: lower case, spaces as hyphens.
    fn follow_heading(&mut self, name: &str) {
        let slug = |title: &str| -> String {
            let kept = title.to_lowercase().replace(' ', "-");
            kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
        };
        let found = self.state.extraction().and_then(|e| {
            e.outline().iter().find(|item| slug(&item.title) == name).and_then(|item| item.offset)
        });
        match found {
            Some(offset) => self.show_offset(offset),
            None => self.warn(format!("No heading is named “{name}” in this text.")),
        }
    }

    pub(super) fn show_find(&mut self, open: bool) {
        self.state.find.open = open;
        if open {
            let selected =
                self.state.selection.map(Selection::span).filter(|s| !s.is_empty() && s.len() < 200);
            let query = selected.and_then(|s| Some(self.state.extraction()?.text().slice(s).to_owned()));
            if let Some(query) = query.filter(|q| !q.contains('\n')) {
                self.find(query);
            } else {
                self.find(self.state.find.query.clone());
            }
        } else {
            self.state.find.hits = Arc::default();
            self.state.find.current = None;
            self.state.generation += 1;
        }
    }

    pub(super) fn find(&mut self, query: String) {
        self.state.find.query.clone_from(&query);
        let text = self.state.extraction().map(|e| e.text().clone());
        let (Some(job), Some(text)) = (&self.find_job, text.filter(|_| !query.is_empty())) else {
            self.state.find.hits = Arc::default();
            self.state.find.current = None;
            self.state.generation += 1;
            return;
        };
        job.submit(move |cancel| {
            let (hits, more) = search(&text, &query, cancel);
            Found { query, revision: text.revision(), hits, more }
        });
    }

    pub(super) fn poll_find(&mut self) {
        let Some(found) = self.find_job.as_ref().and_then(crate::jobs::Latest::take) else { return };
        let shown = self.state.extraction().map(|e| e.text().revision());
        let find = &mut self.state.find;
        if shown != Some(found.revision) || find.query != found.query || !find.open {
            return;
        }
        find.hits = Arc::new(found.hits);
        find.more = found.more;
        self.state.generation += 1;
        let from = self.state.selection.map_or(0, |s| s.span().start());
        let hits = &self.state.find.hits;
        let next = hits.partition_point(|h| h.start() < from);
        if hits.is_empty() {
            self.state.find.current = None;
        } else {
            self.show_hit(next % hits.len());
        }
    }

    pub(super) fn show_hit(&mut self, index: usize) {
        let Some(span) = self.state.find.hits.get(index).copied() else { return };
        self.state.find.current = Some(index);
        self.show_span(span, false);
    }

    pub(super) fn step_hit(&mut self, by: isize) {
        if !self.state.find.open {
            self.show_find(true);
            return;
        }
        let all = self.state.find.hits.len();
        if all == 0 {
            return;
        }
        let now = self.state.find.current.unwrap_or(if by > 0 { all - 1 } else { 0 });
        self.show_hit((now + all).saturating_add_signed(by) % all);
    }

    /// Copies what is selected, or the selected chunk; with its place where asked.
    pub(super) fn copy(&mut self, citation: bool) {
        let Some(extraction) = self.state.extraction().cloned() else { return };
        let selected = self.state.selection.map(Selection::span).filter(|s| !s.is_empty());
        let chunk = || Some(self.state.chunking()?.chunking.chunks.get(self.state.selected_chunk?)?.span);
        let Some(span) = selected.or_else(chunk) else { return };
        let quote = extraction.text().slice(span);
        self.outbox.clipboard = Some(if citation {
            let place = extraction.text().char_span(span);
            format!("{} {place} “{quote}”", extraction.citation(span.start()))
        } else {
            quote.to_owned()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_does_not_care_for_case_also_in_german() {
        let text = Text::new("Prüfung, PRÜFUNG und prüfung (a.b)");
        let (hits, more) = search(&text, "prüfung", &Cancel::new());
        assert_eq!(hits.len(), 3);
        assert!(!more);
        assert!(hits.iter().all(|h| text.slice(*h).to_lowercase() == "prüfung"));
        assert_eq!(search(&text, "a.b", &Cancel::new()).0.len(), 1);
        assert_eq!(search(&text, "axb", &Cancel::new()).0.len(), 0);
    }
}
