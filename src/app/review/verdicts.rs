//! What people said of pages, and of problems that are none: read from the project, sent to it.

use super::ProblemRow;
use crate::app::App;
use crate::document::{Extraction, PageIndex, Problem};
use crate::project::Edit;
use crate::review::{Dismissal, Issue, PageReview, Verdict};
use std::time::{SystemTime, UNIX_EPOCH};

/// What was said of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Right, wrong or unsure.
    pub verdict: Verdict,
    /// Which faults it has.
    pub issues: Vec<Issue>,
    /// What else there is to say.
    pub note: String,
    /// Whether the page's text is another one since.
    pub stale: bool,
}

impl App {
    /// What was said of each part of the text shown, and which of its problems are none.
    pub(super) fn said(&self, extraction: &Extraction) -> (Vec<Option<Judged>>, Vec<bool>) {
        let held = self.project.shown();
        let name = &extraction.source().name;
        let parts = self.state.review.parts.iter().map(|part| {
            held.review(name, part).map(|r| Judged {
                verdict: r.verdict,
                issues: r.issues.clone(),
                note: r.note.clone(),
                stale: r.is_stale(part, extraction),
            })
        });
        let dismissed = |p: &Problem| held.dismissed.contains(&(name.clone(), Dismissal::of(p, extraction)));
        (parts.collect(), extraction.problems().iter().map(dismissed).collect())
    }

    /// Sets or takes back the verdict on a page.
    pub(in crate::app) fn judge(&mut self, page: PageIndex, verdict: Option<Verdict>) {
        let old = self.state.review.pages.get(page.get()).and_then(|r| r.judged.clone());
        let judged = verdict.map(|verdict| {
            let old =
                old.unwrap_or(Judged { verdict, issues: Vec::new(), note: String::new(), stale: false });
            // A page that is right has no faults.
            let issues = if verdict == Verdict::Right { Vec::new() } else { old.issues };
            Judged { verdict, issues, ..old }
        });
        self.keep_verdict(page, judged);
    }

    pub(in crate::app) fn judge_issues(&mut self, page: PageIndex, issues: Vec<Issue>) {
        let old = self.state.review.pages.get(page.get()).and_then(|r| r.judged.clone());
        if let Some(old) = old {
            self.keep_verdict(page, Some(Judged { issues, ..old }));
        }
    }

    /// Keeps a note; on a page without a verdict it says that somebody is unsure.
    pub(in crate::app) fn judge_note(&mut self, page: PageIndex, note: String) {
        let old = self.state.review.pages.get(page.get()).and_then(|r| r.judged.clone());
        if old.is_none() && note.trim().is_empty() {
            return;
        }
        let open = Judged { verdict: Verdict::Unsure, issues: Vec::new(), note: String::new(), stale: false };
        self.keep_verdict(page, Some(Judged { note, ..old.unwrap_or(open) }));
    }

    fn keep_verdict(&mut self, page: PageIndex, judged: Option<Judged>) {
        if !self.state.can_mark() {
            self.warn("The text is still provisional: verdicts can be given when all pages are read.");
            return;
        }
        let Some(extraction) = self.state.extraction().cloned() else { return };
        let Some(part) = self.state.review.parts.get(page.get()).cloned() else { return };
        let Some(text) = part.text_hash(&extraction) else { return };
        let review = judged.map(|mut judged| {
            judged.issues.sort_unstable();
            PageReview {
                verdict: judged.verdict,
                issues: judged.issues,
                note: judged.note,
                by: person(),
                at: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs()),
                revision: extraction.text().revision(),
                text,
            }
        });
        self.commit_for(&extraction, |document| Edit::SetReview { document, part, review });
    }

    /// Commits an edit about the document shown, and the document with it where the project has not seen it.
    fn commit_for(&mut self, extraction: &Extraction, edit: impl FnOnce(String) -> Edit) {
        let held = self.project.shown();
        let mut edits: Vec<Edit> = self.document_edit(&held).into_iter().collect();
        edits.push(edit(extraction.source().name.clone()));
        let edit = if edits.len() == 1 { edits.remove(0) } else { Edit::Batch(edits) };
        self.commit(edit);
    }

    /// Says that a problem is none, or is one after all.
    pub(in crate::app) fn dismiss_problem(&mut self, index: usize, dismissed: bool) {
        let Some(ProblemRow { problem, .. }) = self.state.review.problems.get(index).cloned() else { return };
        let Some(extraction) = self.state.extraction().cloned() else { return };
        let problem = Dismissal::of(&problem, &extraction);
        self.commit_for(&extraction, |document| Edit::SetDismissed { document, problem, dismissed });
    }

    /// Says that the problem looked at is none, and goes on to the next.
    pub(in crate::app) fn dismiss_current(&mut self) {
        let Some(index) = self.state.review.problem else {
            self.say("Choose a problem first: N goes to the next one.");
            return;
        };
        let dismissed = self.state.review.problems.get(index).is_some_and(|p| p.dismissed);
        let following = self.state.review.listed().find(|i| *i > index);
        self.dismiss_problem(index, !dismissed);
        if let Some(next) = following.filter(|_| !dismissed && !self.state.review.show_dismissed) {
            self.select_problem(next);
        }
    }
}

/// Who sits in front of the window, as the system calls them.
fn person() -> String {
    ["USER", "USERNAME", "LOGNAME"].into_iter().find_map(|name| std::env::var(name).ok()).unwrap_or_default()
}
