//! What a project holds, in memory, and how an edit changes it. Pure.

use super::edit::Edit;
use super::error::EditError;
use super::paths;
use crate::document::{Correction, Extraction, SourceKind};
use crate::evidence::{Passage, PassageId, Question, QuestionId};
use crate::extract::fetch::Address;
use crate::review::{Dismissal, PageReview, Part, Said};
use crate::text::{RevisionId, Sha256Id};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Names a document in its project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DocumentId(pub i64);

impl DocumentId {
    /// Not known yet: the project gives one.
    pub const UNSET: Self = Self(0);
}

/// A source as the project remembers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Its id in the project.
    pub id: DocumentId,
    /// Its name in citations and exports, and what passages name; unlike any other in the project.
    pub name: String,
    /// Where it lay when it was last seen, absolute; of a fetched page its address.
    #[serde(with = "paths::serde_path")]
    pub path: PathBuf,
    /// The same as seen from the project's folder, parted by `/`; the project fills it in.
    pub relative: Option<String>,
    /// Hash of its bytes when it was last seen.
    pub sha256: Sha256Id,
    /// Its size then.
    pub bytes: u64,
    /// What it is.
    pub kind: SourceKind,
    /// The revision of its text, once it is known.
    pub revision: Option<RevisionId>,
    /// The id of its extraction, once it is known.
    pub extraction: Option<Sha256Id>,
}

impl Document {
    /// The source of an extraction, without an id yet. Its path is made absolute from the current folder.
    #[must_use]
    pub fn of(extraction: &Extraction) -> Self {
        let source = extraction.source();
        Self {
            id: DocumentId::UNSET,
            name: source.name.clone(),
            path: match source.address {
                Some(_) => source.path.clone(),
                None => std::path::absolute(&source.path).unwrap_or_else(|_| source.path.clone()),
            },
            relative: None,
            sha256: source.sha256,
            bytes: source.bytes,
            kind: source.kind,
            revision: Some(extraction.text().revision()),
            extraction: Some(extraction.id()),
        }
    }

    /// The address that it was fetched from; its path is that address then.
    #[must_use]
    pub fn address(&self) -> Option<Address> {
        let path = self.path.to_str().filter(|path| Address::is_meant(path))?;
        Address::parse(path).ok()
    }
}

/// What a project holds. Each list is in the order of ids, which is the order in which things were added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The sources.
    pub documents: Vec<Document>,
    /// The questions.
    pub questions: Vec<Question>,
    /// The passages of all questions.
    pub passages: Vec<Passage>,
    /// What was said of parts of documents, by the document's name.
    pub reviews: BTreeMap<(String, Part), PageReview>,
    /// Problems that are none, by the document's name.
    pub dismissed: BTreeSet<(String, Dismissal)>,
    /// What was put right, by the document's name; documents without are left out.
    pub corrections: BTreeMap<String, Vec<Correction>>,
    /// The config as TOML; empty: the default one.
    pub config_toml: String,
    /// The question that marks go to.
    pub current_question: Option<QuestionId>,
}

/// What applying an edit needs to fill in what it leaves open.
#[derive(Clone, Debug, Default)]
pub(super) struct Fill {
    /// Ids up to this one are or were in use.
    pub last_id: i64,
    /// The project's folder; `None` where it has no place yet, or relative paths are to be kept.
    pub folder: Option<PathBuf>,
}

impl Fill {
    fn id(&mut self, given: i64) -> i64 {
        self.last_id = if given == 0 { self.last_id.saturating_add(1) } else { self.last_id.max(given) };
        if given == 0 { self.last_id } else { given }
    }
}

/// An edit as it was applied (nothing left open), and the one that takes it back.
pub(super) struct Applied {
    pub forward: Edit,
    pub inverse: Edit,
}

impl State {
    /// Applies `edit` and returns its inverse. On an error nothing is changed.
    ///
    /// # Errors
    /// Where the edit does not fit what is there.
    pub fn apply(&mut self, edit: &Edit) -> Result<Edit, EditError> {
        let mut fill = Fill { last_id: self.last_id(), folder: None };
        self.apply_filled(edit.clone(), &mut fill).map(|applied| applied.inverse)
    }

    /// The highest id in use; 0 where there is none.
    pub(super) fn last_id(&self) -> i64 {
        let documents = self.documents.last().map_or(0, |d| d.id.0);
        let questions = self.questions.last().map_or(0, |q| q.id.0);
        documents.max(questions).max(self.passages.last().map_or(0, |p| p.id.0))
    }

    /// The document of that name.
    #[must_use]
    pub fn document(&self, name: &str) -> Option<&Document> {
        self.documents.iter().find(|d| d.name == name)
    }

    /// What was put right in the document of that name.
    #[must_use]
    pub fn corrections(&self, document: &str) -> &[Correction] {
        self.corrections.get(document).map_or(&[], Vec::as_slice)
    }

    /// All that was said of the document of that name.
    #[must_use]
    pub fn said(&self, document: &str) -> Said {
        let reviews = self.reviews.iter().filter(|((name, _), _)| name == document);
        let dismissed = self.dismissed.iter().filter(|(name, _)| name == document);
        Said {
            reviews: reviews.map(|((_, part), review)| (part.clone(), review.clone())).collect(),
            dismissed: dismissed.map(|(_, problem)| problem.clone()).collect(),
            corrections: self.corrections(document).to_vec(),
        }
    }

    /// What was said of a part of the document of that name.
    #[must_use]
    pub fn review(&self, document: &str, part: &Part) -> Option<&PageReview> {
        // A map of pairs is asked with a pair.
        self.reviews.get(&(document.to_owned(), part.clone()))
    }

    /// Whether anybody has worked on it: more than a config and sources.
    #[must_use]
    pub fn holds_work(&self) -> bool {
        !(self.questions.is_empty()
            && self.passages.is_empty()
            && self.reviews.is_empty()
            && self.dismissed.is_empty()
            && self.corrections.is_empty())
    }

    /// The question of that id.
    #[must_use]
    pub fn question(&self, id: QuestionId) -> Option<&Question> {
        self.questions.binary_search_by_key(&id, |q| q.id).ok().map(|i| &self.questions[i])
    }

    /// The passage of that id.
    #[must_use]
    pub fn passage(&self, id: PassageId) -> Option<&Passage> {
        self.passages.binary_search_by_key(&id, |p| p.id).ok().map(|i| &self.passages[i])
    }

    pub(super) fn apply_filled(&mut self, edit: Edit, fill: &mut Fill) -> Result<Applied, EditError> {
        match edit {
            Edit::AddDocument(document) => self.add_document(document, fill),
            Edit::RemoveDocument { id } => self.remove_document(id),
            Edit::UpdateDocument(document) => self.update_document(document, fill),
            Edit::AddQuestion { id, text } => self.add_question(id, text, fill),
            Edit::RenameQuestion { id, text } => self.rename_question(id, text),
            Edit::RemoveQuestion { id } => self.remove_question(id),
            Edit::SelectQuestion { id } => self.select_question(id),
            Edit::AddPassage(passage) => self.add_passage(passage, fill),
            Edit::RemovePassage { id } => {
                let passage = self.passages.remove(self.passage_at(id)?);
                Ok(Applied { forward: Edit::RemovePassage { id }, inverse: Edit::AddPassage(passage) })
            }
            Edit::ChangePassageRole { id, role } => {
                let at = self.passage_at(id)?;
                let old = std::mem::replace(&mut self.passages[at].role, role);
                let edit = |role| Edit::ChangePassageRole { id, role };
                Ok(Applied { forward: edit(role), inverse: edit(old) })
            }
            Edit::MovePassage { id, revision, anchor } => {
                let at = self.passage_at(id)?;
                let old = self.passages[at].clone();
                let new = Passage { revision, ..old.clone().at(anchor.clone()) };
                check_place(&new)?;
                self.passages[at] = new;
                let forward = Edit::MovePassage { id, revision, anchor };
                let inverse = Edit::MovePassage { id, revision: old.revision, anchor: old.anchor() };
                Ok(Applied { forward, inverse })
            }
            Edit::SetConfig { toml } => {
                let old = std::mem::replace(&mut self.config_toml, toml.clone());
                Ok(Applied { forward: Edit::SetConfig { toml }, inverse: Edit::SetConfig { toml: old } })
            }
            Edit::SetReview { document, part, review } => self.set_review(document, part, review),
            Edit::SetDismissed { document, problem, dismissed } => {
                self.check_document(&document)?;
                let key = (document.clone(), problem.clone());
                let was = if dismissed { !self.dismissed.insert(key) } else { self.dismissed.remove(&key) };
                let edit = |dismissed| Edit::SetDismissed {
                    document: document.clone(),
                    problem: problem.clone(),
                    dismissed,
                };
                Ok(Applied { forward: edit(dismissed), inverse: edit(was) })
            }
            Edit::SetCorrections { document, corrections } => {
                self.check_document(&document)?;
                let old = if corrections.is_empty() {
                    self.corrections.remove(&document)
                } else {
                    self.corrections.insert(document.clone(), corrections.clone())
                };
                let edit = |corrections| Edit::SetCorrections { document: document.clone(), corrections };
                Ok(Applied { forward: edit(corrections), inverse: edit(old.unwrap_or_default()) })
            }
            Edit::Batch(edits) => self.apply_batch(edits, fill),
        }
    }

    fn check_document(&self, name: &str) -> Result<(), EditError> {
        let known = self.document(name).is_some();
        known.then_some(()).ok_or_else(|| EditError::NoDocument(name.to_owned()))
    }

    fn set_review(
        &mut self,
        document: String,
        part: Part,
        review: Option<PageReview>,
    ) -> Result<Applied, EditError> {
        self.check_document(&document)?;
        let key = (document.clone(), part.clone());
        let old = match review.clone() {
            Some(review) => self.reviews.insert(key, review),
            None => self.reviews.remove(&key),
        };
        let edit = |review| Edit::SetReview { document: document.clone(), part: part.clone(), review };
        Ok(Applied { forward: edit(review), inverse: edit(old) })
    }

    fn apply_batch(&mut self, edits: Vec<Edit>, fill: &mut Fill) -> Result<Applied, EditError> {
        let before = self.clone();
        let (mut forward, mut inverse) = (Vec::with_capacity(edits.len()), Vec::with_capacity(edits.len()));
        for edit in edits {
            match self.apply_filled(edit, fill) {
                Ok(applied) => {
                    forward.push(applied.forward);
                    inverse.push(applied.inverse);
                }
                Err(error) => {
                    *self = before;
                    return Err(error);
                }
            }
        }
        inverse.reverse();
        Ok(Applied { forward: Edit::Batch(forward), inverse: Edit::Batch(inverse) })
    }

    fn add_document(&mut self, mut document: Document, fill: &mut Fill) -> Result<Applied, EditError> {
        if document.name.is_empty() {
            return Err(EditError::UnnamedDocument);
        }
        if self.document(&document.name).is_some() {
            return Err(EditError::DocumentExists(document.name));
        }
        document.id = DocumentId(fill.id(document.id.0));
        document.relative = relative(&document, fill);
        let Err(at) = self.documents.binary_search_by_key(&document.id, |d| d.id) else {
            return Err(EditError::DocumentExists(document.name));
        };
        let inverse = Edit::RemoveDocument { id: document.id };
        self.documents.insert(at, document.clone());
        Ok(Applied { forward: Edit::AddDocument(document), inverse })
    }

    fn remove_document(&mut self, id: DocumentId) -> Result<Applied, EditError> {
        let document = self.documents.remove(self.document_at(id)?);
        let mut gone: Vec<Edit> =
            self.passages.extract_if(.., |p| p.document == document.name).map(Edit::AddPassage).collect();
        gone.extend(self.forget_reviews(&document.name));
        let inverse = batch(Edit::AddDocument(document), gone, None);
        Ok(Applied { forward: Edit::RemoveDocument { id }, inverse })
    }

    /// Takes out what was said of a document and put right in it; returns the edits that bring it back.
    fn forget_reviews(&mut self, name: &str) -> Vec<Edit> {
        let document = || name.to_owned();
        let reviews = self.reviews.extract_if(.., |key, _| key.0 == name);
        let mut gone: Vec<Edit> = reviews
            .map(|((_, part), review)| Edit::SetReview { document: document(), part, review: Some(review) })
            .collect();
        let dismissed: Vec<_> = self.dismissed.extract_if(.., |key| key.0 == name).collect();
        gone.extend(dismissed.into_iter().map(|(_, problem)| Edit::SetDismissed {
            document: document(),
            problem,
            dismissed: true,
        }));
        let corrections = self.corrections.remove(name);
        gone.extend(corrections.map(|c| Edit::SetCorrections { document: document(), corrections: c }));
        gone
    }

    fn update_document(&mut self, mut document: Document, fill: &Fill) -> Result<Applied, EditError> {
        let at = self.document_at(document.id)?;
        document.name.clone_from(&self.documents[at].name);
        document.relative = relative(&document, fill);
        let old = std::mem::replace(&mut self.documents[at], document.clone());
        Ok(Applied { forward: Edit::UpdateDocument(document), inverse: Edit::UpdateDocument(old) })
    }

    fn add_question(&mut self, id: QuestionId, text: String, fill: &mut Fill) -> Result<Applied, EditError> {
        check_words(&text)?;
        let id = QuestionId(fill.id(id.0));
        let Err(at) = self.questions.binary_search_by_key(&id, |q| q.id) else {
            return Err(EditError::QuestionExists(id));
        };
        self.questions.insert(at, Question { id, text: text.clone() });
        let before = self.current_question.replace(id);
        let inverse = Edit::Batch(vec![Edit::RemoveQuestion { id }, Edit::SelectQuestion { id: before }]);
        Ok(Applied { forward: Edit::AddQuestion { id, text }, inverse })
    }

    fn rename_question(&mut self, id: QuestionId, text: String) -> Result<Applied, EditError> {
        check_words(&text)?;
        let at = self.question_at(id)?;
        let old = std::mem::replace(&mut self.questions[at].text, text.clone());
        let edit = |text| Edit::RenameQuestion { id, text };
        Ok(Applied { forward: edit(text), inverse: edit(old) })
    }

    fn remove_question(&mut self, id: QuestionId) -> Result<Applied, EditError> {
        let at = self.question_at(id)?;
        let question = self.questions.remove(at);
        let gone = self.passages.extract_if(.., |p| p.question == id).map(Edit::AddPassage).collect();
        let before = self.current_question;
        if before == Some(id) {
            // The next one moves up; behind the last, the one before it.
            self.current_question = self.questions.get(at).or(self.questions.last()).map(|q| q.id);
        }
        let add = Edit::AddQuestion { id, text: question.text };
        let inverse = batch(add, gone, Some(Edit::SelectQuestion { id: before }));
        Ok(Applied { forward: Edit::RemoveQuestion { id }, inverse })
    }

    fn select_question(&mut self, id: Option<QuestionId>) -> Result<Applied, EditError> {
        if let Some(id) = id {
            self.question_at(id)?;
        }
        let old = std::mem::replace(&mut self.current_question, id);
        Ok(Applied { forward: Edit::SelectQuestion { id }, inverse: Edit::SelectQuestion { id: old } })
    }

    fn add_passage(&mut self, mut passage: Passage, fill: &mut Fill) -> Result<Applied, EditError> {
        if passage.question == QuestionId::UNSET {
            passage.question = self.current_question.ok_or(EditError::NoCurrentQuestion)?;
        }
        self.question_at(passage.question)?;
        if self.document(&passage.document).is_none() {
            return Err(EditError::NoDocument(passage.document));
        }
        check_place(&passage)?;
        passage.id = PassageId(fill.id(passage.id.0));
        let Err(at) = self.passages.binary_search_by_key(&passage.id, |p| p.id) else {
            return Err(EditError::PassageExists(passage.id));
        };
        let inverse = Edit::RemovePassage { id: passage.id };
        self.passages.insert(at, passage.clone());
        Ok(Applied { forward: Edit::AddPassage(passage), inverse })
    }

    fn document_at(&self, id: DocumentId) -> Result<usize, EditError> {
        let found = self.documents.binary_search_by_key(&id, |d| d.id);
        found.map_err(|_| EditError::NoDocument(id.0.to_string()))
    }

    fn question_at(&self, id: QuestionId) -> Result<usize, EditError> {
        self.questions.binary_search_by_key(&id, |q| q.id).map_err(|_| EditError::NoQuestion(id))
    }

    fn passage_at(&self, id: PassageId) -> Result<usize, EditError> {
        self.passages.binary_search_by_key(&id, |p| p.id).map_err(|_| EditError::NoPassage(id))
    }
}

fn batch(first: Edit, middle: Vec<Edit>, last: Option<Edit>) -> Edit {
    if middle.is_empty() && last.is_none() {
        return first;
    }
    Edit::Batch([first].into_iter().chain(middle).chain(last).collect())
}

fn relative(document: &Document, fill: &Fill) -> Option<String> {
    match &fill.folder {
        Some(folder) => paths::relative(&document.path, Path::new(folder)),
        None => document.relative.clone(),
    }
}

fn check_words(text: &str) -> Result<(), EditError> {
    if text.trim().is_empty() { Err(EditError::EmptyQuestion) } else { Ok(()) }
}

fn check_place(passage: &Passage) -> Result<(), EditError> {
    let (start, end) = (passage.span.start, passage.span.end);
    let quote = passage.quote.chars().count();
    if quote == 0 {
        return Err(EditError::EmptyPassage);
    }
    if start.checked_add(quote) == Some(end) {
        Ok(())
    } else {
        Err(EditError::Mismatch { start, end, quote })
    }
}
