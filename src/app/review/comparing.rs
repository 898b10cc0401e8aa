//! Comparing the text shown with another extraction of it: made and aligned off the window's thread.

use super::compare::{Alignment, align};
use crate::app::App;
use crate::app::state::Original;
use crate::document::{Correction, Extraction, ReadingOrder};
use crate::extract::pdf::PdfDocument;
use crate::extract::{LoadOptions, load};
use crate::jobs::{Latest, Waker};
use crate::text::Cancel;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How long two texts are compared.
const PATIENCE: Duration = Duration::from_secs(3);

/// What the text shown is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompareWith {
    /// The document read in another order, without corrections.
    Order(ReadingOrder),
    /// The document as it was read, without corrections.
    Uncorrected,
    /// Another version of the file.
    File(PathBuf),
}

/// A comparison that is shown.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// With what.
    pub with: CompareWith,
    /// What came of it; `None` while it is made.
    pub result: Option<Arc<Compared>>,
}

/// What a comparison came to.
#[derive(Debug)]
pub struct Compared {
    /// The text shown.
    pub here: Arc<Extraction>,
    /// The other text.
    pub there: Arc<Extraction>,
    /// Both, line by line.
    pub alignment: Alignment,
    /// Pieces of the text shown that differ, by place, ascending.
    pub pieces: Vec<usize>,
}

/// What a job came to.
pub(in crate::app) struct Outcome {
    with: CompareWith,
    result: Result<Compared, String>,
}

/// A thread for comparisons.
pub(in crate::app) fn job(waker: Waker) -> Option<Latest<Outcome>> {
    Latest::new("comparison", waker).ok()
}

/// Where the other text comes from.
enum Other {
    Pdf(PdfDocument, Vec<Correction>),
    File(PathBuf),
}

impl Other {
    fn read(self, turn: &std::sync::Mutex<()>, cancel: &Cancel) -> Result<Extraction, String> {
        match self {
            Self::Pdf(pdf, corrections) => {
                // An open PDF is read in one order at a time.
                let _turn = turn.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                pdf.corrected(&corrections, cancel).map_err(|e| e.to_string())
            }
            Self::File(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let options = LoadOptions { cancel: cancel.clone(), ..LoadOptions::default() };
                load(&path, &name, &options).map_err(|e| e.to_string())
            }
        }
    }
}

impl App {
    /// Compares the text shown with another, or with none.
    pub(in crate::app) fn compare(&mut self, with: Option<CompareWith>) {
        let Some(with) = with else {
            self.state.review.comparison = None;
            if let Some(job) = &self.compare_job {
                job.cancel();
            }
            return;
        };
        let Some(here) = self.state.extraction().cloned() else { return };
        let pdf = match self.state.document.as_ref().and_then(|d| d.original.as_ref()) {
            Some(Original::Pages { pdf, .. }) => Some(pdf.clone()),
            _ => None,
        };
        let other = match (&with, pdf) {
            (CompareWith::File(path), _) => Other::File(path.clone()),
            (CompareWith::Uncorrected, Some(pdf)) => Other::Pdf(pdf, Vec::new()),
            (CompareWith::Order(order), Some(pdf)) => {
                Other::Pdf(pdf, vec![Correction::Order { page: None, order: *order }])
            }
            (_, None) => {
                self.say("Only pages have several reading orders. Compare with another file instead.");
                return;
            }
        };
        self.state.review.comparison = Some(Comparison { with: with.clone(), result: None });
        let (facts, turn) = (Arc::clone(&self.state.review.facts), Arc::clone(&self.pdf_turn));
        let Some(job) = &self.compare_job else { return };
        job.submit(move |cancel| {
            let result = other.read(&turn, cancel).map(|there| {
                let alignment = align(here.text(), there.text(), PATIENCE);
                let mut pieces: Vec<usize> = alignment
                    .differing()
                    .into_iter()
                    .flat_map(|span| facts.pieces.within(span).map(|(i, _)| i).collect::<Vec<_>>())
                    .collect();
                pieces.sort_unstable();
                pieces.dedup();
                Compared { here, there: Arc::new(there), alignment, pieces }
            });
            Outcome { with, result }
        });
    }

    /// Compares again: the text shown is another one.
    pub(in crate::app) fn compare_again(&mut self) {
        if let Some(comparison) = self.state.review.comparison.take() {
            self.compare(Some(comparison.with));
        }
    }

    pub(in crate::app) fn compare_file(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.compare(Some(CompareWith::File(path)));
    }

    pub(in crate::app) fn poll_comparison(&mut self) {
        let Some(outcome) = self.compare_job.as_ref().and_then(Latest::take) else { return };
        let shown = self.state.extraction().cloned();
        let Some(comparison) = self.state.review.comparison.as_mut().filter(|c| c.with == outcome.with)
        else {
            return;
        };
        match outcome.result {
            Ok(found) if shown.is_some_and(|e| Arc::ptr_eq(&e, &found.here)) => {
                comparison.result = Some(Arc::new(found));
                self.state.review.generation += 1;
            }
            Ok(_) => {}
            Err(fault) => {
                self.state.review.comparison = None;
                self.fail(fault);
            }
        }
    }
}
