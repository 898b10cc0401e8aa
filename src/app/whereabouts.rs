//! Where the project's files lie: its sources, found again by their content, and projects that a run
//! left behind.

use super::App;
use super::command::{Dialog, FileChoice};
use super::marking::ProjectLink;
use super::state::{SAMPLE, SourceItem};
use crate::project::{Document, Located, Project, locate};
use crate::text::Cancel;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{TryRecvError, channel};

/// What another thread found about files.
pub(super) enum Found {
    /// Untitled projects with marks.
    Untitled(Vec<PathBuf>),
    /// Where the documents of the project lie.
    Sources(Vec<(Document, Located)>),
}

impl App {
    /// Looks for untitled projects that an earlier run left.
    pub(super) fn offer_recovery(&mut self) {
        let folder = self.folders.data.join("projects");
        if !folder.is_dir() {
            return;
        }
        let (sender, receiver) = channel();
        let waker = Arc::clone(&self.waker);
        std::thread::spawn(move || {
            let mut found = Project::find_untitled(&folder);
            found.retain(|path| Project::open(path).is_ok_and(|p| p.state().holds_work()));
            if sender.send(Found::Untitled(found)).is_ok() {
                waker();
            }
        });
        self.project.found = Some(receiver);
    }

    pub(super) fn recover(&mut self, path: Option<PathBuf>) {
        self.state.dialog = None;
        let Some(path) = path else { return };
        self.close_project();
        self.project = ProjectLink::default();
        self.project.look_for_sources = true;
        self.project.untitled_folder = path.parent().map(Path::to_owned);
        self.start_store(move || Project::recover(&path));
    }

    pub(super) fn look_for_sources(&mut self) {
        let Some(snapshot) = &self.project.snapshot else { return };
        let documents = snapshot.state.documents.clone();
        let folder = snapshot.path.as_ref().and_then(|p| p.parent().map(Path::to_owned));
        let (sender, receiver) = channel();
        let waker = Arc::clone(&self.waker);
        std::thread::spawn(move || {
            let cancel = Cancel::new();
            let found = documents
                .into_iter()
                .map(|d| {
                    let place = if d.path.starts_with(SAMPLE) {
                        Located::Here(d.path.clone())
                    } else {
                        locate(&d, folder.as_deref(), &cancel)
                    };
                    (d, place)
                })
                .collect();
            if sender.send(Found::Sources(found)).is_ok() {
                waker();
            }
        });
        self.project.found = Some(receiver);
    }

    pub(super) fn poll_found(&mut self) {
        let Some(receiver) = &self.project.found else { return };
        let found = match receiver.try_recv() {
            Ok(found) => found,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => {
                self.project.found = None;
                return;
            }
        };
        self.project.found = None;
        match found {
            Found::Untitled(found) if found.is_empty() => {}
            Found::Untitled(found) => self.state.dialog = Some(Dialog::Recover { found }),
            Found::Sources(found) => self.take_sources(found),
        }
    }

    fn take_sources(&mut self, found: Vec<(Document, Located)>) {
        self.state.sources.clear();
        self.pages.clear();
        self.state.current = None;
        let mut first = None;
        for (document, place) in found {
            let name = document.name.clone();
            let path = match place {
                Located::Here(path) | Located::Changed { path, .. } => path,
                Located::Moved(path) => {
                    self.say(format!("{name} was found at {}.", path.display()));
                    path
                }
                Located::Unreadable { path, detail } => {
                    self.fail(format!(
                        "{name} cannot be read at {} ({detail}). Check its permissions.",
                        path.display()
                    ));
                    path
                }
                Located::Missing => {
                    let place = document.path.display();
                    let what = format!(
                        "It is not at {place}, and no file with the same content was found near the project. Its marks are kept; say where it lies to see them."
                    );
                    self.state.dialog = Some(Dialog::Source { document: name.clone(), what });
                    document.path
                }
            };
            self.state.sources.push(SourceItem { path, name, fault: None });
            first = first.or(Some(self.state.sources.len() - 1));
        }
        match first {
            Some(index) => self.show_source(index),
            None => self.state.document = None,
        }
    }

    /// The name that the project has for a file.
    pub(super) fn name_in_project(&self, path: &Path) -> Option<String> {
        let held = self.project.shown();
        held.documents.iter().find(|d| d.path == path).map(|d| d.name.clone())
    }

    /// Says so where the source is another file than the one that was marked.
    pub(super) fn check_source(&mut self) {
        let Some(extraction) = self.state.extraction() else { return };
        let (source, revision) = (extraction.source().clone(), extraction.text().revision());
        let held = self.project.shown();
        let Some(known) = held.document(&source.name) else { return };
        if known.sha256 == source.sha256 {
            return;
        }
        let stale =
            held.passages.iter().filter(|p| p.document == source.name && p.revision != revision).count();
        if source.address.is_some() {
            if stale > 0 {
                self.warn(format!(
                    "{} has changed since it was marked. {stale} marks were made for its earlier text; they are kept and listed, and not drawn on this text.",
                    source.name
                ));
            }
            return;
        }
        let what = format!(
            "The file has changed since it was marked. {stale} marks were made for its earlier text; they are kept and listed, and not drawn on this text."
        );
        self.state.dialog = Some(Dialog::Source { document: source.name, what });
    }

    pub(super) fn ask_for_source(&mut self, document: String) {
        self.state.dialog = None;
        self.project.wanted = Some(document);
        self.outbox.ask_file = Some(FileChoice::FindSource);
    }

    pub(super) fn source_found(&mut self, path: &Path) {
        let Some(name) = self.project.wanted.take() else { return };
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let known = self.state.sources.iter().position(|s| s.name == name);
        let index = known.unwrap_or(self.state.sources.len());
        if known.is_none() {
            self.state.sources.push(SourceItem { path: path.clone(), name, fault: None });
        }
        self.state.sources[index].path = path;
        self.show_source(index);
    }
}
