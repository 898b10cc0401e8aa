//! The cleaning of the text shown: switches, edits that were undone, and the text that follows.
//!
//! A change is kept in the project when its text is known, so that the marks of the old text move in the same
//! step and come back with undo.

use super::App;
use super::review::Facts;
use super::state::{Original, Phase};
use crate::chunk::{Config, Prepared};
use crate::document::Extraction;
use crate::extract::clean::{Cleaning, EditKey, Plan, Switch, Undone, clean, made, preview, view};
use crate::extract::rendered::Rendered;
use crate::jobs::{Latest, Waker};
use crate::project::Edit;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the window shows of the cleaning.
#[derive(Clone, Debug, Default)]
pub struct CleaningView {
    /// What a person chose.
    pub plan: Plan,
    /// The edits of each switch in the text shown, by their number in its edits, in order.
    pub made: Arc<BTreeMap<Switch, Vec<usize>>>,
    /// How many edits each switch that is off would make.
    pub would: BTreeMap<Switch, usize>,
    /// Whether a cleaned text is being made.
    pub working: bool,
}

impl CleaningView {
    /// Each switch of single documents, whether it is on for the extraction, and how many edits it made; where it
    /// is off, how many it would make.
    pub fn rows(&self, extraction: &Extraction) -> impl Iterator<Item = (Switch, bool, usize)> + '_ {
        let kind = extraction.source().kind;
        Cleaning::SWITCHES.into_iter().filter(|s| !s.across_documents()).map(move |switch| {
            let on = self.plan.cleaning.is_on(switch, kind);
            let count =
                if on { self.made.get(&switch).map(Vec::len) } else { self.would.get(&switch).copied() };
            (switch, on, count.unwrap_or(0))
        })
    }
}

/// What a cleaning job came to.
struct Cleaned {
    base: Arc<Extraction>,
    plan: Plan,
    /// `None` where the text is as the plan wants it.
    parts: Option<Parts>,
    made: BTreeMap<Switch, Vec<usize>>,
    would: BTreeMap<Switch, usize>,
}

struct Parts {
    extraction: Arc<Extraction>,
    prepared: Arc<Prepared>,
    facts: Arc<Facts>,
    rendered: Option<Arc<Rendered>>,
}

/// The way to cleaned texts.
pub(super) struct Cleaner {
    job: Option<Latest<Cleaned>>,
    /// The rendered view as it was loaded.
    pub rendered: Option<Arc<Rendered>>,
    /// The plan that the project keeps, or will keep when what is on its way is there.
    kept: Plan,
    /// Whether the text that is being made is to be kept.
    is_new: bool,
    /// Whether the text shown is provisional only until it is cleaned.
    pub holds_marks: bool,
}

impl Cleaner {
    pub fn new(waker: Waker) -> Self {
        let job = Latest::new("cleaning", waker).ok();
        Self { job, rendered: None, kept: Plan::default(), is_new: false, holds_marks: false }
    }

    pub fn is_busy(&self) -> bool {
        self.job.as_ref().is_some_and(Latest::is_busy)
    }
}

fn make(base: Arc<Extraction>, plan: Plan, rendered: Option<&Rendered>) -> Cleaned {
    let cleaned = clean(&base, &plan.cleaning, &plan.reverted(&base), &[]);
    let (made, would) = (made(&cleaned), preview(&cleaned, &plan.cleaning));
    let parts = (cleaned.id() != base.id()).then(|| Parts {
        rendered: rendered.map(|r| Arc::new(view(r, &cleaned))),
        prepared: Arc::new(Prepared::new(cleaned.text())),
        facts: Arc::new(Facts::of(&cleaned)),
        extraction: Arc::new(cleaned),
    });
    Cleaned { base, plan, parts, made, would }
}

impl App {
    /// The config as the project and files keep it.
    pub(super) fn whole_config(&self) -> Config {
        let Plan { cleaning, undone } = self.cleaner.kept.clone();
        Config {
            extract: self.state.extract.clone(),
            clean: cleaning,
            undone,
            chunk: self.state.config.clone(),
        }
    }

    pub(super) fn set_cleaning(&mut self, cleaning: Cleaning) {
        let plan = Plan { cleaning, ..self.state.cleaning.plan.clone() };
        self.set_plan(plan);
    }

    pub(super) fn revert_edit(&mut self, key: EditKey) {
        let Some(undone) = self.state.extraction().and_then(|e| Undone::new(e, key)) else { return };
        let mut plan = self.state.cleaning.plan.clone();
        if !plan.undone.contains(&undone) {
            plan.undone.push(undone);
            self.set_plan(plan);
        }
    }

    pub(super) fn restore_edit(&mut self, key: EditKey) {
        let Some(extraction) = self.state.extraction().cloned() else { return };
        let mut plan = self.state.cleaning.plan.clone();
        plan.undone.retain(|u| u.key(&extraction) != Some(key));
        self.set_plan(plan);
    }

    /// Cleans so from now on, and keeps it in the project.
    pub(super) fn set_plan(&mut self, plan: Plan) {
        if plan == self.state.cleaning.plan {
            return;
        }
        self.state.cleaning.plan = plan;
        self.cleaner.is_new = true;
        if !self.follow_cleaning() {
            self.cleaner.is_new = false;
            self.cleaner.kept = self.state.cleaning.plan.clone();
            self.keep_config();
        }
    }

    /// Takes what the project keeps.
    pub(super) fn take_plan(&mut self, plan: Plan) {
        self.cleaner.kept = plan.clone();
        if plan != self.state.cleaning.plan && !self.cleaner.is_new {
            self.state.cleaning.plan = plan;
            self.follow_cleaning();
        }
    }

    /// Cleans the text shown as the plan wants it; whether there is one that all is known of.
    pub(super) fn follow_cleaning(&mut self) -> bool {
        let Some(base) = self.state.extraction().cloned() else { return false };
        let Some(job) = self.cleaner.job.as_ref().filter(|_| self.reading.is_none()) else { return false };
        let (plan, rendered) = (self.state.cleaning.plan.clone(), self.cleaner.rendered.clone());
        self.state.cleaning.working = true;
        job.submit(move |_| make(base, plan, rendered.as_deref()));
        true
    }

    /// Whether the plan wants another text than the one that was loaded.
    pub(super) fn needs_cleaning(&self) -> bool {
        let (plan, shown) = (&self.state.cleaning.plan, self.state.extraction());
        shown.is_some_and(|e| !plan.cleaning.is_usual(e.source().kind) || !plan.reverted(e).is_empty())
    }

    pub(super) fn poll_cleaning(&mut self) {
        let Some(found) = self.cleaner.job.as_ref().and_then(Latest::take) else { return };
        let shown = self.state.extraction().is_some_and(|e| Arc::ptr_eq(e, &found.base));
        if !shown || found.plan != self.state.cleaning.plan {
            return;
        }
        self.state.cleaning.working = false;
        self.state.cleaning.made = Arc::new(found.made);
        self.state.cleaning.would = found.would;
        self.cleaner.kept = found.plan;
        let is_new = std::mem::take(&mut self.cleaner.is_new);
        let waited = std::mem::take(&mut self.cleaner.holds_marks) && !self.state.review.assembling;
        if let Some(document) = self.state.document.as_mut().filter(|_| waited) {
            document.phase = Phase::Ready;
        }
        let mut edits = Vec::new();
        if is_new {
            edits.push(Edit::SetConfig { toml: self.whole_config().to_toml() });
        }
        if let Some(parts) = found.parts {
            if is_new {
                edits.extend(self.moved_marks(&parts.extraction));
            }
            self.take_cleaned(parts);
        }
        match edits.len() {
            0 => {}
            1 => self.commit(edits.remove(0)),
            _ => self.commit(Edit::Batch(edits)),
        }
    }

    fn take_cleaned(&mut self, parts: Parts) {
        let Some(document) = &mut self.state.document else { return };
        document.extraction = Some(parts.extraction);
        document.prepared = Some(parts.prepared);
        if let Some(rendered) = parts.rendered {
            document.original = Some(Original::Rendered(rendered));
        }
        self.state.selection = None;
        self.state.hovered_chunk = None;
        self.state.generation += 1;
        self.review_text(parts.facts);
        self.refresh_marks();
        self.rechunk();
        if self.state.find.open {
            self.find(self.state.find.query.clone());
        }
    }
}
