//! What a person puts right: corrections go to the project with the marks that move, and the text is put
//! together anew off the window's thread.
//!
//! A correction is committed when its text is known, so that the marks of the old text move in the same
//! step and come back in the same step. Undo and redo change the project; the text follows.

use crate::app::state::{Original, Phase};
use crate::app::{App, Dialog, Selection};
use crate::chunk::Prepared;
use crate::document::{BlockKind, Correction, Extraction, PageIndex, ReadingOrder, Target};
use crate::evidence::{Passage, Resolved, capture, find_again, resolve};
use crate::extract::clean::Plan;
use crate::extract::pdf::PdfDocument;
use crate::jobs::{Latest, Waker};
use crate::project::Edit;
use crate::text::{Cancel, Span};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::{CompareWith, Facts};

/// A text put together anew.
struct Assembled {
    document: PathBuf,
    corrections: Vec<Correction>,
    /// Whether the corrections are still to be kept in the project.
    is_new: bool,
    result: Result<Parts, String>,
}

struct Parts {
    extraction: Arc<Extraction>,
    prepared: Arc<Prepared>,
    facts: Arc<Facts>,
}

/// The way to corrected texts.
pub(in crate::app) struct Corrections {
    job: Option<Latest<Assembled>>,
    /// What is being put together, and whether it is still to be kept in the project.
    asked: Option<(Vec<Correction>, bool)>,
    /// What a person did meanwhile: each the whole list.
    queue: VecDeque<Vec<Correction>>,
}

impl Corrections {
    pub(in crate::app) fn new(waker: Waker) -> Self {
        let job = Latest::new("corrections", waker).ok();
        Self { job, asked: None, queue: VecDeque::new() }
    }

    pub(in crate::app) fn is_busy(&self) -> bool {
        self.asked.is_some() || self.job.as_ref().is_some_and(Latest::is_busy)
    }

    /// Forgets everything: another document is shown.
    pub(in crate::app) fn forget(&mut self) {
        if let Some(job) = &self.job {
            job.cancel();
        }
        self.queue.clear();
        self.asked = None;
    }
}

fn assemble(
    pdf: &PdfDocument,
    corrections: &[Correction],
    plan: &Plan,
    turn: &Mutex<()>,
    cancel: &Cancel,
) -> Result<Parts, String> {
    let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
    let corrected = pdf.corrected(corrections, cancel).map_err(|e| e.to_string())?;
    let extraction = Arc::new(plan.apply(corrected));
    let prepared = Arc::new(Prepared::new(extraction.text()));
    let facts = Arc::new(Facts::of(&extraction));
    Ok(Parts { extraction, prepared, facts })
}

/// Where the same characters of the raw text stand, if both texts come from one raw text.
fn traced(passage: &Passage, old: &Extraction, new: &Extraction) -> Option<Span> {
    let Resolved::Exact(span) = resolve(passage, old.text()) else { return None };
    let same = old.raw().revision() == new.raw().revision();
    let raw = Some(old.edits().raw_span(span)).filter(|_| same)?;
    Some(new.edits().edited_span(raw)).filter(|place| !place.is_empty())
}

fn sole_place(passage: &Passage, new: &Extraction) -> Option<Span> {
    match find_again(passage, new.text())[..] {
        [place] => Some(place),
        _ => None,
    }
}

impl App {
    /// The corrections that the project keeps for the document shown.
    pub(in crate::app) fn kept_corrections(&self) -> Vec<Correction> {
        let Some(extraction) = self.state.extraction() else { return Vec::new() };
        self.project.shown().corrections(&extraction.source().name).to_vec()
    }

    /// Puts something right.
    pub(in crate::app) fn correct(&mut self, correction: Correction) {
        if !self.can_correct() {
            return;
        }
        let asked = self.corrections.asked.as_ref().map(|a| &a.0);
        let waiting = self.corrections.queue.back().or(asked).cloned();
        let mut list = waiting.unwrap_or_else(|| self.kept_corrections());
        // Trying orders one after the other is one decision.
        let same = |a: &Correction, b: &Correction| match (a, b) {
            (Correction::Order { page: a, .. }, Correction::Order { page: b, .. }) => a == b,
            (Correction::Columns { target: a, .. }, Correction::Columns { target: b, .. }) => a == b,
            _ => false,
        };
        if list.last().is_some_and(|last| same(last, &correction)) {
            list.pop();
        }
        list.push(correction);
        self.corrections.queue.push_back(list);
        self.next_correction();
    }

    /// Takes all corrections of the document back, in one step.
    pub(in crate::app) fn uncorrect(&mut self) {
        if self.can_correct() && !self.kept_corrections().is_empty() {
            self.corrections.queue.push_back(Vec::new());
            self.next_correction();
        }
    }

    /// Takes back the newest correction that is not kept yet; whether there was one.
    pub(in crate::app) fn drop_correction(&mut self) -> bool {
        if self.corrections.queue.pop_back().is_some() {
            return true;
        }
        let is_new = self.corrections.asked.as_ref().is_some_and(|a| a.1);
        if is_new {
            self.corrections.asked = None;
            self.state.review.assembling = false;
            if let Some(job) = &self.corrections.job {
                job.cancel();
            }
        }
        is_new
    }

    fn can_correct(&mut self) -> bool {
        let Some(document) = &self.state.document else { return false };
        if !matches!(document.original, Some(Original::Pages { .. })) {
            self.say("Only pages can be put right here. Change the file itself, and open it again.");
            return false;
        }
        if !matches!(document.phase, Phase::Ready) {
            self.warn("The text is still provisional: it can be put right when all pages are read.");
            return false;
        }
        true
    }

    fn next_correction(&mut self) {
        if self.corrections.asked.is_none()
            && let Some(list) = self.corrections.queue.pop_front()
        {
            self.ask_corrected(list, true);
        }
    }

    fn ask_corrected(&mut self, corrections: Vec<Correction>, is_new: bool) {
        let Some(document) = &self.state.document else { return };
        let Some(Original::Pages { pdf, .. }) = &document.original else { return };
        let (pdf, path, turn) = (pdf.clone(), document.path.clone(), Arc::clone(&self.pdf_turn));
        let Some(job) = &self.corrections.job else { return };
        self.corrections.asked = Some((corrections.clone(), is_new));
        self.state.review.assembling = true;
        let plan = self.state.cleaning.plan.clone();
        job.submit(move |cancel| {
            let result = assemble(&pdf, &corrections, &plan, &turn, cancel);
            Assembled { document: path, corrections, is_new, result }
        });
    }

    /// Whether the project has corrections that the text does not: it is then put together anew.
    pub(in crate::app) fn follow_corrections(&mut self) -> bool {
        let paged =
            self.state.document.as_ref().is_some_and(|d| {
                d.extraction.is_some() && matches!(d.original, Some(Original::Pages { .. }))
            });
        if !paged || self.reading.is_some() || self.corrections.asked.is_some() {
            return false;
        }
        let kept = self.kept_corrections();
        if kept == self.state.review.corrections {
            return false;
        }
        self.ask_corrected(kept, false);
        true
    }

    pub(in crate::app) fn poll_corrections(&mut self) {
        let Some(found) = self.corrections.job.as_ref().and_then(Latest::take) else { return };
        if self.state.document.as_ref().is_none_or(|d| d.path != found.document) {
            return;
        }
        self.corrections.asked = None;
        self.state.review.assembling = false;
        match found.result {
            Ok(parts) => self.take_corrected(parts, found.corrections, found.is_new),
            Err(fault) => {
                self.corrections.queue.clear();
                // Not asked again for the same list.
                self.state.review.corrections = found.corrections;
                if let Some(document) = &mut self.state.document {
                    document.phase = Phase::Ready;
                }
                self.fail(fault);
            }
        }
        self.next_correction();
        if self.corrections.asked.is_none() {
            self.follow_corrections();
        }
    }

    fn take_corrected(&mut self, parts: Parts, corrections: Vec<Correction>, is_new: bool) {
        let old = self.state.extraction().cloned();
        let edit = is_new.then(|| self.correction_edit(&parts.extraction, &corrections));
        self.state.review.corrections = corrections;
        let Some(document) = &mut self.state.document else { return };
        let same_text = old.is_some_and(|o| o.text().revision() == parts.extraction.text().revision());
        document.extraction = Some(parts.extraction);
        document.prepared = Some(parts.prepared);
        document.phase = Phase::Ready;
        if !same_text {
            self.state.selection = None;
            self.state.hovered_chunk = None;
        }
        self.state.generation += 1;
        self.review_text(parts.facts);
        match edit {
            Some(edit) => self.commit(edit),
            None => self.refresh_marks(),
        }
        self.follow_cleaning();
        self.rechunk();
        if self.state.find.open {
            self.find(self.state.find.query.clone());
        }
    }

    /// What the project is told: the corrections, and where the marks of the old text lie in the new one.
    fn correction_edit(&mut self, new: &Extraction, corrections: &[Correction]) -> Edit {
        let name = new.source().name.clone();
        let held = self.project.shown();
        let mut edits: Vec<Edit> = self.document_edit(&held).into_iter().collect();
        edits.push(Edit::SetCorrections { document: name.clone(), corrections: corrections.to_vec() });
        edits.extend(self.moved_marks(new));
        if edits.len() == 1 { edits.remove(0) } else { Edit::Batch(edits) }
    }

    /// Where the marks of the text shown lie in the one that takes its place; says how many moved.
    pub(in crate::app) fn moved_marks(&mut self, new: &Extraction) -> Vec<Edit> {
        let name = new.source().name.clone();
        let held = self.project.shown();
        let mut edits = Vec::new();
        let old = self.state.extraction().cloned();
        let (mut moved, mut lost) = (0, 0);
        if let Some(old) = old.filter(|o| o.text().revision() != new.text().revision()) {
            for passage in held.passages.iter().filter(|p| p.document == name) {
                if resolve(passage, old.text()) == Resolved::Stale {
                    continue;
                }
                if let Some(place) = traced(passage, &old, new).or_else(|| sole_place(passage, new)) {
                    let (revision, anchor) = (new.text().revision(), capture(new.text(), place));
                    edits.push(Edit::MovePassage { id: passage.id, revision, anchor });
                    moved += 1;
                } else {
                    lost += 1;
                }
            }
        }
        let moved = if moved == 1 { "1 mark moved".to_owned() } else { format!("{moved} marks moved") };
        if lost > 0 {
            let lost = if lost == 1 { "1 stands".to_owned() } else { format!("{lost} stand") };
            self.warn(format!(
                "{moved} with the text; {lost} on words that changed. They are kept, listed as made for the earlier text, and come back with undo."
            ));
        } else if !moved.starts_with('0') {
            self.say(format!("{moved} with the text."));
        }
        edits
    }

    /// Names a piece by its place and its first characters.
    fn target(&self, piece: usize) -> Option<Target> {
        let found = self.state.review.facts.pieces.get(piece)?;
        let raw = found.piece.raw.get(self.state.extraction()?.raw().as_str())?;
        Some(Target::new(found.piece.key, raw))
    }

    fn selected_target(&mut self) -> Option<(usize, Target)> {
        let found = self.state.review.selected.and_then(|i| Some((i, self.target(i)?)));
        if found.is_none() {
            self.say("Select a piece first: click its box on the page, or its text.");
        }
        found
    }

    pub(in crate::app) fn move_piece(&mut self, piece: usize, number: u32) {
        let Some(target) = self.target(piece) else { return };
        let Some(found) = self.state.review.facts.pieces.get(piece) else { return };
        let last = self.state.review.facts.pieces.read_on(found.piece.key.page);
        let number = number.clamp(1, last.max(1));
        if found.piece.number != Some(number) {
            self.state.review.selected = Some(piece);
            self.correct(Correction::Move { target, number });
        }
    }

    pub(in crate::app) fn set_kind(&mut self, piece: usize, kind: BlockKind, level: Option<u8>) {
        let Some(target) = self.target(piece) else { return };
        self.state.review.selected = Some(piece);
        self.correct(Correction::Kind { target, kind, level });
    }

    /// Takes the selected piece out of the text as page furniture, or back in as a paragraph.
    pub(in crate::app) fn toggle_furniture(&mut self) {
        let Some((piece, _)) = self.selected_target() else { return };
        let is_out = self.state.review.piece().is_some_and(|p| p.piece.number.is_none());
        let kind = if is_out { BlockKind::Paragraph } else { BlockKind::Furniture };
        self.set_kind(piece, kind, None);
    }

    /// Makes two pieces of the one that the caret stands in.
    pub(in crate::app) fn split_piece(&mut self) {
        let Some(extraction) = self.state.extraction().cloned() else { return };
        let caret = self.state.selection.map(|s| s.span().start());
        let found = caret.and_then(|at| Some((self.state.review.facts.pieces.at(at)?, at)));
        let Some((piece, at)) = found else {
            self.say("Click in the text where the second piece is to start, then split.");
            return;
        };
        let raw = extraction.edits().to_raw(at);
        let Some(span) = self.state.review.facts.pieces.get(piece).map(|p| p.piece.raw) else { return };
        let Some(target) = self.target(piece).filter(|_| span.start() < raw && raw < span.end()) else {
            self.say("The caret stands at the start or end of a piece: there is nothing to split.");
            return;
        };
        let at = extraction.raw().slice(Span::new(span.start(), raw)).chars().count() as u32;
        self.state.review.selected = Some(piece);
        self.correct(Correction::Split { target, at });
    }

    pub(in crate::app) fn join_piece(&mut self) {
        if let Some((_, target)) = self.selected_target() {
            self.correct(Correction::Join { target });
        }
    }

    pub(in crate::app) fn part_piece(&mut self) {
        if let Some((_, target)) = self.selected_target() {
            self.correct(Correction::Part { target });
        }
    }

    pub(in crate::app) fn set_columns(&mut self, piece: usize, at: Vec<f32>) {
        if let Some(target) = self.target(piece) {
            self.state.review.selected = Some(piece);
            self.correct(Correction::Columns { target, at });
        }
    }

    pub(in crate::app) fn set_order(&mut self, page: Option<PageIndex>, order: ReadingOrder) {
        if self.state.review.order_of(page) != order {
            self.correct(Correction::Order { page, order });
        }
    }

    /// Asks for the number of the selected piece.
    pub(in crate::app) fn ask_number(&mut self) {
        if self.selected_target().is_some() {
            let number = self.state.review.piece().and_then(|p| p.piece.number);
            let number = number.map(|n| n.to_string()).unwrap_or_default();
            self.state.dialog = Some(Dialog::MovePiece { number });
        }
    }

    /// Asks what stands where the selection is.
    pub(in crate::app) fn ask_text(&mut self) {
        let selected = self.state.selection.map(Selection::span).filter(|s| !s.is_empty());
        let text = selected.and_then(|s| Some(self.state.extraction()?.text().slice(s).to_owned()));
        match text {
            Some(text) => self.state.dialog = Some(Dialog::CorrectText { text }),
            None => self.say("Select the characters that are wrong first."),
        }
    }

    pub(in crate::app) fn toggle_compare(&mut self, with: CompareWith) {
        let on = self.state.review.comparison.as_ref().is_some_and(|c| c.with == with);
        self.compare(Some(with).filter(|_| !on));
    }

    /// Puts other characters where the selection is: a misread letter, a lost word.
    pub(in crate::app) fn correct_text(&mut self, replacement: String) {
        let Some(extraction) = self.state.extraction().cloned() else { return };
        let Some(selected) = self.state.selection.map(Selection::span) else { return };
        let Some(piece) = self.state.review.facts.pieces.at(selected.start()) else { return };
        let Some(span) = self.state.review.facts.pieces.get(piece).map(|p| p.piece.raw) else { return };
        let (from, to) =
            (extraction.edits().to_raw(selected.start()), extraction.edits().to_raw(selected.end()));
        let Some(target) =
            self.target(piece).filter(|_| span.start() <= from && from <= to && to <= span.end())
        else {
            self.say("Select text of one piece only.");
            return;
        };
        let raw = extraction.raw();
        let count = |end: usize| raw.slice(Span::new(span.start(), end)).chars().count() as u32;
        let (start, end) = (count(from), count(to));
        self.correct(Correction::Text { target, start, end, replacement });
    }
}
