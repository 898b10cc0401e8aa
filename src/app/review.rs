//! Review mode: pieces and their order, problems, verdicts, corrections, comparing, playing through.
//!
//! Owns what the mode shows and how commands change it. What pieces and problems are is `document`'s
//! business, how a corrected extraction comes about `extract`'s.

mod columns;
mod compare;
mod comparing;
mod correct;
mod dispatch;
mod export;
mod facts;
mod pieces;
mod play;
mod verdicts;

pub use compare::{Alignment, Change, CompareRow};
pub use comparing::{CompareWith, Compared, Comparison};
pub use facts::{Cut, Facts, PageShape, column_of};
pub use pieces::{Pieces, Removal, ReviewPiece};
pub use play::{SPEEDS, seconds};
pub use verdicts::Judged;

pub(super) use comparing::{Outcome as CompareOutcome, job as compare_job};
pub(super) use correct::Corrections;
pub(super) use export::Exported;

use super::App;
use super::marks::Selection;
use super::state::Reveal;
use crate::document::{
    BlockKind, Correction, Extraction, PageIndex, PieceKey, Problem, ProblemCode, ReadingOrder,
};
use crate::review::Part;
use crate::text::Span;
use std::sync::Arc;

/// A problem in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemRow {
    /// What it is, why and where.
    pub problem: Problem,
    /// Whether somebody said that it is none.
    pub dismissed: bool,
}

/// A page in the list; a section of a source without pages.
#[derive(Clone, Debug, PartialEq)]
pub struct PageRow {
    /// What the document calls it, where that is not its number; a section's heading.
    pub label: Option<String>,
    /// How it is laid out.
    pub shape: PageShape,
    /// The problem that matters most of those on it.
    pub worst: Option<ProblemCode>,
    /// What was said of it.
    pub judged: Option<Judged>,
}

/// What Review shows.
#[derive(Clone, Debug, Default)]
pub struct ReviewView {
    /// Pieces and figures of the text shown.
    pub facts: Arc<Facts>,
    /// Changes whenever pieces change.
    pub generation: u64,
    /// A line a page; of a source without pages, a line a section.
    pub pages: Vec<PageRow>,
    /// What each line stands for.
    pub parts: Vec<Part>,
    /// What is suspicious, the worst first.
    pub problems: Vec<ProblemRow>,
    /// The line of the page, or section, that a verdict is given on.
    pub page: PageIndex,
    /// The selected piece, by place in the pieces.
    pub selected: Option<usize>,
    /// The problem looked at, by place in the list.
    pub problem: Option<usize>,
    /// Whether dismissed problems are listed too.
    pub show_dismissed: bool,
    /// The stretch that is read now, while it is played through.
    pub reading: Option<Span>,
    /// Whether it goes on by itself.
    pub playing: bool,
    /// Where the columns of the selected table are parted.
    pub columns: Vec<f32>,
    /// What was put right in the text shown.
    pub corrections: Vec<Correction>,
    /// Whether a corrected text is being put together.
    pub assembling: bool,
    /// Whether an order that is chosen holds for the whole document, not for the page.
    pub whole_document: bool,
    /// The comparison that is shown instead of the text.
    pub comparison: Option<Comparison>,
}

impl ReviewView {
    /// Whether the lines are sections.
    #[must_use]
    pub fn by_section(&self) -> bool {
        matches!(self.parts.first(), Some(Part::Section(..)))
    }

    /// The line of a place in the text.
    #[must_use]
    pub fn line_of(&self, extraction: &Extraction, offset: usize) -> Option<PageIndex> {
        if !self.by_section() {
            return extraction.page_of(offset);
        }
        let after = extraction.sections().partition_point(|s| s.span.start() <= offset);
        after.checked_sub(1).map(|i| PageIndex(i as u32))
    }

    /// The selected piece.
    #[must_use]
    pub fn piece(&self) -> Option<&ReviewPiece> {
        self.selected.and_then(|i| self.facts.pieces.get(i))
    }

    /// The order that is asked for a page, or for the document.
    #[must_use]
    pub fn order_of(&self, page: Option<PageIndex>) -> ReadingOrder {
        let of = |which: Option<PageIndex>| {
            self.corrections.iter().rev().find_map(|c| match c {
                Correction::Order { page, order } if *page == which => Some(*order),
                _ => None,
            })
        };
        page.and_then(|p| of(Some(p))).or_else(|| of(None)).unwrap_or_default()
    }

    /// The problems that are listed, by place in [`ReviewView::problems`].
    pub fn listed(&self) -> impl DoubleEndedIterator<Item = usize> {
        let all = self.problems.iter().enumerate();
        all.filter(|(_, p)| self.show_dismissed || !p.dismissed).map(|(i, _)| i)
    }
}

impl App {
    /// Takes what is known of a text that was not shown before.
    pub(super) fn review_text(&mut self, facts: Arc<Facts>) {
        let key = self.state.review.piece().map(|p| p.piece.key);
        let view = &mut self.state.review;
        view.facts = facts;
        view.generation += 1;
        view.selected = key.and_then(|k| view.facts.pieces.find(k));
        view.reading = None;
        view.playing = false;
        if let Some(extraction) = self.state.document.as_ref().and_then(|d| d.extraction.as_ref()) {
            view.parts = Part::all(extraction);
        }
        let last = view.parts.len().saturating_sub(1);
        view.page = PageIndex(view.page.0.min(last as u32));
        self.refresh_review();
        self.compare_again();
    }

    /// Brings pages and problems up to date.
    pub(super) fn refresh_review(&mut self) {
        let Some(extraction) = self.state.extraction().cloned() else {
            let whole_document = self.state.review.whole_document;
            self.state.review = ReviewView { whole_document, ..ReviewView::default() };
            self.corrections.forget();
            return;
        };
        let (judged, dismissed) = self.said(&extraction);
        let mut problems: Vec<ProblemRow> = extraction
            .problems()
            .iter()
            .zip(dismissed)
            .map(|(problem, dismissed)| ProblemRow { problem: problem.clone(), dismissed })
            .collect();
        problems.sort_by_key(|row| {
            let p = &row.problem;
            (std::cmp::Reverse(p.code.severity()), p.code, p.page, p.span.map(Span::start))
        });
        let open: Vec<Problem> =
            problems.iter().filter(|r| !r.dismissed).map(|r| r.problem.clone()).collect();
        let worst = facts::worst_by_page(&open);
        let view = &mut self.state.review;
        let lines = view.parts.iter().zip(judged).enumerate();
        view.pages = lines
            .map(|(i, (part, judged))| {
                let page = extraction.pages().get(i);
                let number = (i + 1).to_string();
                let label = match part {
                    Part::Page(_) => page.and_then(|p| p.label.clone()).filter(|l| *l != number),
                    Part::Section(path, _) => path.last().cloned(),
                };
                let shape = view.facts.shapes.get(i).copied().unwrap_or_default();
                let worst = page.and_then(|_| worst.get(&PageIndex(i as u32)).copied());
                PageRow { label, shape, worst, judged }
            })
            .collect();
        view.problem = view.problem.filter(|i| *i < problems.len());
        view.problems = problems;
        self.refresh_columns();
    }

    /// Where the columns of the selected table are parted: as a person did it, else as its text says.
    fn refresh_columns(&mut self) {
        let extraction = self.state.extraction().cloned();
        let view = &mut self.state.review;
        let table = view.piece().filter(|p| p.piece.kind == BlockKind::Table);
        let key = table.map(|p| p.piece.key);
        let given = view.corrections.iter().rev().find_map(|c| match c {
            Correction::Columns { target, at } if Some(target.piece) == key => Some(at.clone()),
            _ => None,
        });
        let found = || table.zip(extraction).map(|(p, e)| columns::parted(&e, &p.piece));
        view.columns = given.or_else(found).unwrap_or_default();
    }

    /// Selects a piece and shows it on the sides named.
    pub(super) fn select_piece(&mut self, piece: Option<usize>, original: bool, text: bool) {
        let view = &mut self.state.review;
        view.selected = piece.filter(|i| *i < view.facts.pieces.all().len());
        let Some(found) = view.piece().cloned() else {
            self.refresh_columns();
            return;
        };
        let line = found.span.map_or(Some(found.piece.key.page), |s| self.line_of(s.start()));
        self.state.review.page = line.unwrap_or_default();
        match found.span {
            Some(span) => self.state.reveals.push(Reveal::Span { span, original, text }),
            None if original => {
                let top = found.piece.regions.first().map(|r| r.y0);
                self.state.reveals.push(Reveal::Page(found.piece.key.page, top));
            }
            None => {}
        }
        self.refresh_columns();
    }

    /// A click on text selects the piece there.
    pub(super) fn review_click(&mut self, offset: usize, in_original: bool) {
        let piece = self.state.review.facts.pieces.at(offset);
        if self.state.review.reading.is_some() {
            let here = self.state.extraction().and_then(|e| play::stretch(e, offset));
            self.state.review.reading = here;
        }
        self.select_piece(piece, !in_original, in_original);
    }

    pub(super) fn step_piece(&mut self, by: isize) {
        let view = &self.state.review;
        let all = view.facts.pieces.all();
        let read = |i: &usize| all[*i].piece.number.is_some();
        let next = match view.selected {
            Some(now) if by > 0 => (now + 1..all.len()).find(read),
            Some(now) => (0..now).rev().find(read),
            None => view.facts.pieces.on(view.page).find(read),
        };
        if next.is_some() {
            self.select_piece(next, true, true);
        }
    }

    fn line_of(&self, offset: usize) -> Option<PageIndex> {
        self.state.review.line_of(self.state.extraction()?, offset)
    }

    /// Shows a page on both sides, and makes it the one that is judged.
    pub(super) fn show_review_page(&mut self, page: PageIndex) {
        self.state.review.page = page;
        if self.state.review.by_section() {
            let sections = self.state.extraction().map(|e| e.sections());
            if let Some(section) = sections.and_then(|s| s.get(page.get())) {
                let span = Span::empty(section.span.start());
                self.state.reveals.push(Reveal::Span { span, original: true, text: true });
            }
            return;
        }
        self.state.reveals.push(Reveal::Page(page, None));
        let first = self.state.extraction().and_then(|e| e.pages().get(page.get())?.spans.first().copied());
        if let Some(first) = first {
            let span = Span::empty(first.start());
            self.state.reveals.push(Reveal::Span { span, original: false, text: true });
        }
    }

    /// Goes to the next page without a verdict, from the page shown on and then from the first.
    pub(super) fn next_unreviewed(&mut self) {
        let pages = &self.state.review.pages;
        let now = self.state.review.page.get().min(pages.len());
        let is_open = |i: &usize| pages[*i].judged.as_ref().is_none_or(|j| j.stale);
        let next = (now + 1..pages.len()).chain(0..now).find(is_open);
        match next {
            Some(next) => self.show_review_page(PageIndex(next as u32)),
            None if pages.get(now).is_some_and(|p| p.judged.is_none()) => {
                self.say("This is the last one without a verdict.");
            }
            None => self.say("All have a verdict."),
        }
    }

    pub(super) fn select_problem(&mut self, index: usize) {
        let Some(row) = self.state.review.problems.get(index) else { return };
        let problem = row.problem.clone();
        self.state.review.problem = Some(index);
        if let Some(page) = problem.page {
            self.state.review.page = page;
        }
        match (problem.span, problem.page) {
            (Some(span), page) => {
                self.state.review.selected = self.state.review.facts.pieces.at(span.start());
                self.state.selection = Some(Selection::from(span));
                self.state.reveals.push(Reveal::Span { span, original: true, text: true });
                if let (true, Some(page)) = (span.is_empty(), page) {
                    self.state.reveals.push(Reveal::Page(page, None));
                }
            }
            (None, Some(page)) => self.show_review_page(page),
            (None, None) => {}
        }
        self.refresh_columns();
    }

    pub(super) fn step_problem(&mut self, by: isize) {
        let listed: Vec<usize> = self.state.review.listed().collect();
        let Some(last) = listed.len().checked_sub(1) else {
            self.say("Nothing suspicious is left on the list.");
            return;
        };
        let now = self.state.review.problem.and_then(|p| listed.iter().position(|i| *i == p));
        let next = now.map_or(if by > 0 { 0 } else { last }, |i| i.saturating_add_signed(by).min(last));
        self.select_problem(listed[next]);
    }

    /// Starts or pauses playing through, from what was read last, the caret, or the page shown.
    pub(super) fn play_pause(&mut self) {
        if self.state.review.playing {
            self.state.review.playing = false;
        } else if self.state.review.reading.is_some() || self.step_reading(1) {
            self.state.review.playing = true;
        }
    }

    /// Goes a stretch on or back; whether there was one.
    pub(super) fn step_reading(&mut self, by: isize) -> bool {
        let Some(extraction) = self.state.extraction().cloned() else { return false };
        let view = &self.state.review;
        let next = match view.reading {
            Some(now) if by > 0 => play::stretch(&extraction, now.end()),
            Some(now) => play::before(&extraction, now.start()),
            None => play::stretch(&extraction, self.reading_start()),
        };
        let Some(next) = next else {
            self.state.review.playing = false;
            return false;
        };
        if let Some(page) = self.line_of(next.start()) {
            self.state.review.page = page;
        }
        self.state.review.reading = Some(next);
        self.state.reveals.push(Reveal::Span { span: next, original: true, text: true });
        true
    }

    fn reading_start(&self) -> usize {
        let view = &self.state.review;
        let caret = self.state.selection.map(|s| s.span().start());
        let piece = view.piece().and_then(|p| p.span).map(Span::start);
        let page = self.state.extraction().and_then(|e| e.pages().get(view.page.get())?.spans.first());
        piece.or(caret).or(page.map(|s| s.start())).unwrap_or(0)
    }

    /// Ends playing through and lets the selection go.
    pub(super) fn stop_reviewing(&mut self) {
        self.state.review.reading = None;
        self.state.review.playing = false;
        self.select_piece(None, false, false);
    }

    /// The name of the selected piece.
    #[must_use]
    pub fn selected_key(&self) -> Option<PieceKey> {
        self.state.review.piece().map(|p| p.piece.key)
    }
}
