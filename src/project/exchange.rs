//! Marks out of a project and into it.

use super::edit::Edit;
use super::state::State;
use crate::evidence::{self, Passage, PassageId, QuestionId, Record, Role};
use std::collections::{HashMap, HashSet};
use std::io;

impl State {
    /// Writes all passages in our own format; see [`evidence::write_jsonl`].
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_jsonl(&self, out: impl io::Write) -> io::Result<()> {
        let sha256: HashMap<_, _> = self.documents.iter().map(|d| (d.name.as_str(), d.sha256)).collect();
        let records = evidence::records(&self.questions, &self.passages, |name| sha256.get(name).copied());
        evidence::write_jsonl(out, &records)
    }

    /// Writes all passages as the table of `chunking_evaluation`; see [`evidence::write_csv`].
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_csv(&self, out: impl io::Write) -> io::Result<()> {
        evidence::write_csv(out, &self.questions, &self.passages, &Role::ALL)
    }
}

/// What importing would do.
#[derive(Debug, Default)]
pub struct Import {
    /// The one edit that does it; `None` where nothing is new.
    pub edit: Option<Edit>,
    /// How many passages it adds.
    pub added: usize,
    /// How many the project has already.
    pub known: usize,
    /// Records whose document the project does not have: add the document, then import again.
    pub without_document: Vec<Record>,
}

/// The edit that adds `records` to a project: to the questions of the same words where there are any, else to new
/// ones. Marks that are there already are not added twice.
#[must_use]
pub fn import(state: &State, records: &[Record]) -> Import {
    let mut out = Import::default();
    let mut edits = Vec::new();
    let mut taken = HashSet::new();
    let mut known: HashSet<_> = state.passages.iter().map(key).collect();
    for ((_, words), records) in by_question(records) {
        let (here, missing): (Vec<_>, Vec<_>) =
            records.into_iter().partition(|r| state.document(&r.document).is_some());
        out.without_document.extend(missing.into_iter().cloned());
        if here.is_empty() {
            continue;
        }
        let question = state.questions.iter().find(|q| q.text == words && taken.insert(q.id)).map(|q| q.id);
        if question.is_none() {
            edits.push(Edit::AddQuestion { id: QuestionId::UNSET, text: words.to_owned() });
        }
        // A new question is the current one, which is what marks of an unset question go to.
        let mut seen = HashSet::new();
        for passage in here.into_iter().map(|r| passage(r, question.unwrap_or(QuestionId::UNSET))) {
            let set = if question.is_some() { &mut known } else { &mut seen };
            if set.insert(key(&passage)) {
                out.added += 1;
                edits.push(Edit::AddPassage(passage));
            } else {
                out.known += 1;
            }
        }
    }
    if !edits.is_empty() {
        edits.extend(state.current_question.map(|id| Edit::SelectQuestion { id: Some(id) }));
        out.edit = Some(Edit::Batch(edits));
    }
    out
}

/// The records a question, in the order in which the questions come up.
fn by_question(records: &[Record]) -> Vec<((QuestionId, &str), Vec<&Record>)> {
    let mut groups: Vec<((QuestionId, &str), Vec<&Record>)> = Vec::new();
    let mut place = HashMap::new();
    for record in records {
        let question = (record.question_id, record.question.as_str());
        let at = *place.entry(question).or_insert(groups.len());
        if at == groups.len() {
            groups.push((question, Vec::new()));
        }
        groups[at].1.push(record);
    }
    groups
}

fn passage(record: &Record, question: QuestionId) -> Passage {
    Passage {
        id: PassageId::UNSET,
        question,
        role: record.role,
        document: record.document.clone(),
        revision: record.revision,
        span: record.anchor().span,
        quote: record.quote.clone(),
        prefix: record.prefix.clone(),
        suffix: record.suffix.clone(),
    }
}

/// What makes two marks the same.
fn key(p: &Passage) -> (QuestionId, String, Role, [u8; 32], usize, usize) {
    (p.question, p.document.clone(), p.role, *p.revision.bytes(), p.span.start, p.span.end)
}
