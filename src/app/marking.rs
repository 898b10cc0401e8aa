//! Questions and passages, and the project that keeps them.
//!
//! Edits go to the project's own thread; until it says that one is on disk, the edit is applied to what is
//! shown and marked as pending.

use super::App;
use super::command::FileChoice;
use super::marks::{PassageMark, Selection};
use super::state::{PassageRow, Phase, ProjectView, Reveal, SAMPLE};
use super::whereabouts::Found;
use crate::chunk::Config;
use crate::evidence::{Passage, PassageId, QuestionId, Resolved, Role, resolve, standing};
use crate::extract::fetch::{Address, Fetched};
use crate::project::{
    Access, Document, DocumentId, Edit, Event, Project, Request, Snapshot, State as Held, Store, Ticket,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// The way to the project.
#[derive(Default)]
pub(super) struct ProjectLink {
    store: Option<Store>,
    pub(super) snapshot: Option<Snapshot>,
    /// Edits that are not yet on disk, in order.
    pending: Vec<(Ticket, Edit)>,
    /// Requests that are no edits (undo, save) and not yet answered.
    asked: Vec<Ticket>,
    /// The config that the project held last.
    config_toml: String,
    pub(super) found: Option<Receiver<Found>>,
    /// Whether the project was opened from a file: its sources are looked for.
    pub(super) look_for_sources: bool,
    /// The document that a dialog asks the place of.
    pub(super) wanted: Option<String>,
    pub(super) untitled_folder: Option<PathBuf>,
}

impl ProjectLink {
    pub fn is_busy(&self) -> bool {
        let opening = self.store.is_some() && self.snapshot.is_none();
        opening || !self.pending.is_empty() || !self.asked.is_empty() || self.found.is_some()
    }

    /// What the project holds, with the edits that are on their way.
    pub fn shown(&self) -> Held {
        let mut held = self.snapshot.as_ref().map(|s| Held::clone(&s.state)).unwrap_or_default();
        for (_, edit) in &self.pending {
            // An edit that does not fit any more is answered with its error; it is not shown.
            let _ = held.apply(edit);
        }
        held
    }
}

impl App {
    fn store(&mut self) -> Option<&mut Store> {
        if self.project.store.is_none() {
            let folder = self.folders.data.join("projects");
            self.project.untitled_folder = Some(folder.clone());
            self.start_store(move || Ok(Project::untitled(&folder)));
        }
        self.project.store.as_mut()
    }

    pub(super) fn start_store(
        &mut self,
        open: impl FnOnce() -> Result<Project, crate::project::ProjectError> + Send + 'static,
    ) {
        let waker = Arc::clone(&self.waker);
        match Store::open(open, move || waker()) {
            Ok(store) => self.project.store = Some(store),
            Err(error) => self.fail(format!(
                "The project's thread could not be started ({error}). Close other programs and try again."
            )),
        }
    }

    pub(super) fn commit(&mut self, edit: Edit) {
        let Some(store) = self.store() else { return };
        match store.submit(Request::Commit(edit.clone())) {
            Ok(ticket) => self.project.pending.push((ticket, edit)),
            Err(error) => self.fail(error.to_string()),
        }
        self.refresh_marks();
        self.refresh_review();
    }

    fn ask(&mut self, request: Request) {
        let Some(store) = self.store() else { return };
        match store.submit(request) {
            Ok(ticket) => self.project.asked.push(ticket),
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Gives a page to the project, and the document that it is.
    pub(super) fn keep_in_project(&mut self, page: Arc<Fetched>) {
        let edit = self.document_edit(&self.project.shown());
        let Some(store) = self.store() else { return };
        match (store.submit(Request::Keep { page, edit: edit.clone() }), edit) {
            (Ok(ticket), Some(edit)) => self.project.pending.push((ticket, edit)),
            (Ok(ticket), None) => self.project.asked.push(ticket),
            (Err(error), _) => self.fail(error.to_string()),
        }
        self.refresh_marks();
    }

    /// Asks the project for a page that it has kept; [`App::take_kept_page`] takes the answer.
    pub(super) fn ask_for_page(&mut self, address: Address) {
        let held = self.project.shown();
        let path = Path::new(address.as_str());
        let known = held.documents.iter().find(|d| d.path == path).map(|d| d.sha256);
        match known {
            Some(sha256) => self.ask(Request::Fetched { address, sha256 }),
            None => self.take_kept_page(&address, None),
        }
    }

    pub(super) fn undo(&mut self) {
        if !self.drop_correction() && self.state.project.can_undo {
            self.ask(Request::Undo);
        }
    }

    pub(super) fn redo(&mut self) {
        if self.state.project.can_redo {
            self.ask(Request::Redo);
        }
    }

    pub(super) fn keep_config(&mut self) {
        let toml = self.whole_config().to_toml();
        let held = self.project.shown().config_toml;
        let first = Config { chunk: self.first_config(), ..Config::default() };
        let unchanged = held == toml || (held.is_empty() && self.whole_config() == first);
        if !unchanged {
            self.commit(Edit::SetConfig { toml });
        }
    }

    pub(super) fn poll_project(&mut self) {
        let events = self.project.store.as_mut().map(Store::poll).unwrap_or_default();
        for event in events {
            match event {
                Event::Opened { snapshot } => {
                    let look = std::mem::take(&mut self.project.look_for_sources);
                    self.take_snapshot(snapshot);
                    if look {
                        self.look_for_sources();
                    }
                }
                Event::NotOpened { error } => {
                    self.project = ProjectLink::default();
                    self.fail(error.to_string());
                    self.refresh_marks();
                    self.refresh_review();
                }
                Event::Committed { ticket, snapshot } => {
                    self.answered(ticket);
                    self.take_snapshot(snapshot);
                }
                Event::Fetched { ticket, address, page } => {
                    self.answered(ticket);
                    self.take_kept_page(&address, page);
                }
                Event::Failed { ticket, error, snapshot } => {
                    self.answered(ticket);
                    self.page_not_read(&error.to_string());
                    self.take_snapshot(snapshot);
                    self.fail(error.to_string());
                }
            }
        }
        self.poll_found();
    }

    fn answered(&mut self, ticket: Ticket) {
        self.project.pending.retain(|(t, _)| *t != ticket);
        self.project.asked.retain(|t| *t != ticket);
    }

    fn take_snapshot(&mut self, snapshot: Snapshot) {
        let toml = snapshot.state.config_toml.clone();
        self.project.snapshot = Some(snapshot);
        let on_its_way = self.project.pending.iter().any(|(_, e)| matches!(e, Edit::SetConfig { .. }));
        if toml != self.project.config_toml && !on_its_way {
            let first = Config { chunk: self.first_config(), ..Config::default() };
            let config = match toml.as_str() {
                "" => Ok(first),
                toml => Config::from_toml(toml, "the project's config"),
            };
            match config {
                Ok(config) => {
                    self.take_plan(config.plan());
                    self.set_extract(config.extract);
                    if config.chunk != self.state.config {
                        self.configure(config.chunk, false);
                    }
                }
                Err(error) => self.fail(error.to_string()),
            }
        }
        self.project.config_toml = toml;
        self.follow_corrections();
        self.refresh_marks();
        self.refresh_review();
    }

    /// Brings what is shown of the project up to date: after an edit, a new text, a new chunking.
    pub(super) fn refresh_marks(&mut self) {
        let held = self.project.shown();
        let snapshot = self.project.snapshot.as_ref();
        let on_disk = snapshot.map(|s| Arc::clone(&s.state)).unwrap_or_default();
        let ready = self.state.document.as_ref().is_some_and(|d| matches!(d.phase, Phase::Ready));
        let extraction = self.state.extraction().filter(|_| ready).cloned();
        let chunked = self.state.chunking().cloned();
        let row = |passage: &Passage| {
            let here = extraction.as_ref().filter(|e| e.source().name == passage.document);
            let resolved = here.map(|e| resolve(passage, e.text()));
            let span = match resolved {
                Some(Resolved::Exact(span)) => Some(span),
                _ => None,
            };
            PassageRow {
                passage: passage.clone(),
                span,
                standing: span.and_then(|s| Some(standing(s, &chunked.as_ref()?.chunking))),
                stale: here.is_some() && span.is_none(),
                pending: on_disk.passage(passage.id) != Some(passage),
            }
        };
        let passages: Vec<PassageRow> = held.passages.iter().map(row).collect();
        let mut marks: Vec<PassageMark> = passages
            .iter()
            .filter_map(|row| {
                let (id, role) = (row.passage.id, row.passage.role);
                row.span.map(|span| PassageMark { id, span, role, pending: row.pending })
            })
            .collect();
        marks.sort_by_key(|m| (m.span.start(), std::cmp::Reverse(m.span.end())));
        self.state.project = ProjectView {
            path: snapshot.and_then(|s| s.path.clone()),
            questions: held.questions.clone(),
            passages,
            current: held.current_question,
            can_undo: snapshot.is_some_and(|s| s.undo.is_some()) || !self.project.pending.is_empty(),
            can_redo: snapshot.is_some_and(|s| s.redo.is_some()) && self.project.pending.is_empty(),
            pending: self.project.pending.len() + self.project.asked.len(),
            edited: held != Held::default(),
            read_only: snapshot.is_some_and(|s| s.access != Access::ReadWrite),
        };
        if self.state.selected_passage.is_some_and(|id| held.passage(id).is_none()) {
            self.state.selected_passage = None;
        }
        if self.state.marks != marks {
            self.state.marks = marks;
            self.state.generation += 1;
        }
    }

    /// What the project must be told of the document shown before a mark in it.
    pub(super) fn document_edit(&self, held: &Held) -> Option<Edit> {
        let extraction = self.state.extraction()?;
        let mut document = Document::of(extraction);
        if extraction.source().path.starts_with(SAMPLE) {
            // No file lies there; its name must not be taken for one in the current folder.
            document.path.clone_from(&extraction.source().path);
        }
        let known = held.document(&document.name);
        document.id = known.map_or(DocumentId::UNSET, |d| d.id);
        match known {
            None => Some(Edit::AddDocument(document)),
            Some(known) if known.sha256 != document.sha256 || known.path != document.path => {
                Some(Edit::UpdateDocument(document))
            }
            Some(_) => None,
        }
    }

    pub(super) fn mark(&mut self, role: Role) {
        if !self.state.can_mark() {
            if self.state.document.is_some() {
                self.warn("The text is still provisional: marks can be made when all pages are read.");
            }
            return;
        }
        let (Some(extraction), Some(selection)) = (self.state.extraction().cloned(), self.state.selection)
        else {
            return;
        };
        let span = selection.span();
        if span.is_empty() {
            self.say("Select text first, then press 1, 2 or 3.");
            return;
        }
        let held = self.project.shown();
        let mut edits: Vec<Edit> = self.document_edit(&held).into_iter().collect();
        if held.current_question.is_none() {
            let text = format!("Question {}", held.questions.len() + 1);
            edits.push(Edit::AddQuestion { id: QuestionId::UNSET, text });
        }
        let question = held.current_question.unwrap_or(QuestionId::UNSET);
        let passage = Passage::mark(question, role, &extraction.source().name, extraction.text(), span);
        edits.push(Edit::AddPassage(passage));
        let edit = if edits.len() == 1 { edits.remove(0) } else { Edit::Batch(edits) };
        self.commit(edit);
    }

    pub(super) fn select_passage(&mut self, id: Option<PassageId>) {
        self.state.selected_passage = id;
        let row = self.state.project.passages.iter().find(|r| Some(r.passage.id) == id).cloned();
        let Some(row) = row else { return };
        if let Some(span) = row.span {
            self.state.selection = Some(Selection::from(span));
            self.state.reveals.push(Reveal::Span { span, original: true, text: true });
        } else if let Some(index) = self.state.sources.iter().position(|s| s.name == row.passage.document)
            && self.state.current != Some(index)
        {
            self.show_source(index);
        }
    }

    pub(super) fn remove_passage(&mut self, id: PassageId) {
        self.commit(Edit::RemovePassage { id });
    }

    /// Removes the selected passage, or the only one that the caret stands in.
    pub(super) fn remove_selected_passage(&mut self) {
        if let Some(id) = self.state.selected_passage {
            self.remove_passage(id);
        }
    }

    pub(super) fn change_role(&mut self, id: PassageId, role: Role) {
        self.commit(Edit::ChangePassageRole { id, role });
    }

    pub(super) fn add_question(&mut self, text: String) {
        self.commit(Edit::AddQuestion { id: QuestionId::UNSET, text });
    }

    pub(super) fn rename_question(&mut self, id: QuestionId, text: String) {
        self.commit(Edit::RenameQuestion { id, text });
    }

    pub(super) fn remove_question(&mut self, id: QuestionId) {
        self.commit(Edit::RemoveQuestion { id });
    }

    pub(super) fn choose_question(&mut self, id: Option<QuestionId>) {
        self.commit(Edit::SelectQuestion { id });
    }

    pub(super) fn step_question(&mut self, by: isize) {
        let project = &self.state.project;
        let Some(last) = project.questions.len().checked_sub(1) else { return };
        let now = project.questions.iter().position(|q| Some(q.id) == project.current);
        let next = now.map_or(0, |i| i.saturating_add_signed(by).min(last));
        let id = project.questions[next].id;
        self.choose_question(Some(id));
    }

    pub(super) fn export(&mut self, path: &Path, csv: bool) {
        let held = self.project.shown();
        let mut out = Vec::new();
        let written = if csv { held.write_csv(&mut out) } else { held.write_jsonl(&mut out) };
        match written.and_then(|()| std::fs::write(path, out)) {
            Ok(()) => {
                self.say(format!("{} passages are written to {}.", held.passages.len(), path.display()));
            }
            Err(error) => {
                let path = path.display();
                self.fail(format!(
                    "The passages could not be written to {path} ({error}). Choose another place."
                ));
            }
        }
    }

    pub(super) fn save_project(&mut self) {
        match self.state.project.path.clone() {
            // Every edit is on disk already; saving again only brings the view up to date.
            Some(path) => self.save_project_as(&path),
            None => self.outbox.ask_file = Some(FileChoice::SaveProject),
        }
    }

    pub(super) fn save_project_as(&mut self, path: &Path) {
        let mut path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if path.extension().is_none_or(|e| e != crate::project::EXTENSION) {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(format!(".{}", crate::project::EXTENSION));
            path.set_file_name(name);
        }
        // A project names its sources even where nothing is marked in them yet.
        let held = self.project.shown();
        if let Some(edit) = self.document_edit(&held) {
            self.commit(edit);
        }
        self.ask(Request::SaveAs(path.clone()));
        self.state.settings.remember(&path);
    }

    pub(super) fn open_project(&mut self, path: &Path) {
        self.close_project();
        self.project = ProjectLink { look_for_sources: true, ..ProjectLink::default() };
        let file = path.to_owned();
        self.start_store(move || Project::open(&file));
        self.state.settings.remember(path);
    }

    /// Waits until every edit is on disk. An untitled project that nobody has worked on is not kept.
    pub(super) fn close_project(&mut self) {
        let held = self.project.shown();
        let empty = !held.holds_work();
        let folder = self.project.untitled_folder.take();
        let untitled = self.project.snapshot.as_ref().is_some_and(|s| s.path.is_none());
        let file = self.project.snapshot.as_ref().and_then(|s| s.file.clone());
        self.project = ProjectLink::default();
        if let (true, true, Some(_), Some(file)) = (empty, untitled, folder, file) {
            // Nothing but slider positions; a project that stays behind is offered at the next start.
            let _ = std::fs::remove_file(file);
        }
    }
}
