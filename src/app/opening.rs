//! What has to be looked up before it can be read: the files of a folder, the page of an address. One after the other,
//! off the window's thread.

use super::App;
use super::command::Dialog;
use super::state::{Background, FolderSummary, Lookup};
use crate::extract::ExtractError;
use crate::extract::fetch::{FetchError, FetchOptions, Fetched, fetch};
use crate::extract::folder::{self, Extensions, FolderListing, ListOptions};
use crate::jobs::Task;
use crate::text::Progress;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What came of it.
enum Outcome {
    Folder(Result<FolderListing, ExtractError>),
    Page(Result<Fetched, FetchError>),
}

/// What is being looked up.
pub(super) struct Opening {
    lookup: Lookup,
    task: Task<Outcome>,
}

impl App {
    /// Lists a folder's sources; the first of them is shown when they are known.
    pub(super) fn open_folder(&mut self, path: &Path) {
        self.look_up(Lookup::Folder(path.to_owned()));
    }

    pub(super) fn look_up(&mut self, lookup: Lookup) {
        self.wanted.push_back(lookup);
        self.start_next_lookup();
    }

    fn start_next_lookup(&mut self) {
        if self.opening.is_some() {
            return;
        }
        let Some(lookup) = self.wanted.pop_front() else {
            self.state.background = None;
            return;
        };
        let progress = Progress::default();
        self.state.background = Some(Background { lookup: lookup.clone(), progress: progress.clone() });
        let (waker, extensions) = (Arc::clone(&self.waker), self.extensions());
        let allow_local = self.state.settings.allow_local;
        let what = lookup.clone();
        let task = Task::spawn("opening", waker, move |cancel, _| match what {
            Lookup::Folder(path) => {
                let options = ListOptions { extensions, cancel: cancel.clone(), progress };
                Outcome::Folder(folder::list(&path, &options))
            }
            Lookup::Page { address, .. } => {
                let cancel = cancel.clone();
                let options = FetchOptions { allow_local, cancel, progress, ..FetchOptions::default() };
                Outcome::Page(fetch(&address, &options))
            }
        });
        self.opening = Some(Opening { lookup, task });
    }

    pub(super) fn poll_opening(&mut self) {
        while let Some(opening) = &mut self.opening {
            let outcome = opening.task.take();
            if outcome.is_none() && !opening.task.ended() {
                return;
            }
            let lookup = opening.lookup.clone();
            self.opening = None;
            match (lookup, outcome) {
                (Lookup::Folder(path), Some(Outcome::Folder(listed))) => self.take_folder(&path, listed),
                (Lookup::Page { address, again }, Some(Outcome::Page(fetched))) => {
                    self.take_page(&address, again, fetched);
                }
                (lookup, _) => self.fail(format!(
                    "{lookup} could not be looked up: the program failed on it. Open a file instead."
                )),
            }
            self.start_next_lookup();
        }
    }

    /// Stops looking up, and forgets what waits for it. Whether there was anything.
    pub(super) fn stop_opening(&mut self) -> bool {
        let busy = self.opening.is_some() || !self.wanted.is_empty();
        self.wanted.clear();
        self.opening = None;
        self.state.background = None;
        busy
    }

    fn take_folder(&mut self, path: &Path, listed: Result<FolderListing, ExtractError>) {
        let listing = match listed {
            Ok(listing) => listing,
            Err(error) => {
                self.fail(error.to_string());
                return;
            }
        };
        let left_out = left_out(&listing);
        let count = listing.files.len();
        let mut first = None;
        for (file, name) in &listing.files {
            let index = self.list(file, name.clone());
            first = first.or(Some(index));
        }
        self.state.folder = Some(Arc::new(FolderSummary { path: path.to_owned(), listing }));
        let folder = path.display();
        let Some(first) = first else {
            self.fail(format!(
                "{folder} holds no file of the types asked for ({}){left_out}. Choose other types with File > File types in folders, or open another folder.",
                self.extensions()
            ));
            return;
        };
        self.state.settings.remember(path);
        let sources = if count == 1 { "1 source".to_owned() } else { format!("{count} sources") };
        let list = if left_out.is_empty() { "" } else { "; File > What the folder held lists them" };
        self.say(format!("{sources} found in {folder}{left_out}{list}."));
        self.show_source(first);
    }

    /// How the names of a folder's sources end, as the settings have it.
    pub(super) fn extensions(&self) -> Extensions {
        Extensions::new(&self.state.settings.extensions).unwrap_or_default()
    }

    pub(super) fn ask_extensions(&mut self) {
        let typed = self.extensions().to_string();
        self.state.dialog = Some(Dialog::Extensions { typed, error: None });
    }

    /// Takes other file types, and looks through the folder that was opened last again.
    pub(super) fn set_extensions(&mut self, typed: String) {
        match Extensions::parse(&typed) {
            Err(error) => {
                self.state.dialog = Some(Dialog::Extensions { typed, error: Some(error.to_string()) });
            }
            Ok(extensions) => {
                self.state.dialog = None;
                let changed = extensions != self.extensions();
                self.state.settings.extensions = extensions.iter().map(str::to_owned).collect();
                let folder: Option<PathBuf> = self.state.folder.as_ref().map(|f| f.path.clone());
                if let Some(folder) = folder.filter(|_| changed) {
                    self.open_folder(&folder);
                }
            }
        }
    }
}

/// `; left out are 3 hidden, 2 excluded by .gitignore`.
fn left_out(listing: &FolderListing) -> String {
    let reasons: Vec<String> =
        listing.reasons().iter().map(|(reason, count)| format!("{count} {reason}")).collect();
    if reasons.is_empty() { String::new() } else { format!("; left out: {}", reasons.join(", ")) }
}
