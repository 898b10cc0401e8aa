//! What is open: files, folders, the sample; and how the newest of them comes into view.

use super::App;
use super::command::Dialog;
use super::pages::address_of;
use super::reading::{Arrival, Given, Reading, SAMPLES};
use super::state::{Document, Original, Phase, SAMPLE, SourceItem};
use crate::chunk::{ChunkConfig, Overlap};
use crate::document::{ProblemCode, Severity as ProblemSeverity};
use crate::text::Progress;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl App {
    /// Opens what the command line names; else what was open before; else the sample.
    pub fn open_at_start(&mut self, files: Vec<PathBuf>) {
        if !files.is_empty() {
            for path in &files {
                self.open(path);
            }
            if files.len() > 1 {
                self.show_source(0);
            }
            return;
        }
        match self.state.settings.last.clone() {
            Some(last) if !last.starts_with(SAMPLE) && last.exists() => self.open(&last),
            _ => self.open_sample(),
        }
    }

    /// Opens a file, a folder or a project.
    pub(super) fn open(&mut self, path: &Path) {
        if let Some(address) = address_of(path) {
            self.open_address(address);
            return;
        }
        let path = &std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if path.extension().is_some_and(|e| e == crate::project::EXTENSION) {
            self.open_project(path);
        } else if path.is_dir() {
            self.open_folder(path);
        } else {
            let name = self.name_for(path);
            let index = self.list(path, name);
            self.state.settings.remember(path);
            self.show_source(index);
        }
    }

    /// Opens the bundled sample.
    pub(super) fn open_sample(&mut self) {
        if self.state.config == ChunkConfig::default() {
            // Three pages show what chunks and overlaps are only when the chunks are small.
            self.state.config = sample_config();
        }
        let mut first = None;
        for (name, _) in SAMPLES {
            let path = Path::new(SAMPLE).join(name);
            let index = self.list(&path, name.to_owned());
            first = first.or(Some(index));
        }
        self.show_source(first.unwrap_or(0));
    }

    /// What the text shown is cut with before anybody has moved a slider.
    pub(super) fn first_config(&self) -> ChunkConfig {
        if self.state.is_sample() { sample_config() } else { ChunkConfig::default() }
    }

    /// Puts a source on the list, once.
    pub(super) fn list(&mut self, path: &Path, name: String) -> usize {
        if let Some(index) = self.state.sources.iter().position(|s| s.path == path) {
            return index;
        }
        self.state.sources.push(SourceItem { path: path.to_owned(), name, fault: None });
        self.state.sources.len() - 1
    }

    /// The file's name; with its folder's where another source has that name. A project may know the
    /// file by another name, which then stays.
    fn name_for(&self, path: &Path) -> String {
        if let Some(name) = self.name_in_project(path) {
            return name;
        }
        let part =
            |p: Option<&std::ffi::OsStr>| p.map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let mut name = part(path.file_name());
        let mut folder = path.parent();
        while self.state.sources.iter().any(|s| s.name == name && s.path != path) {
            let Some(parent) = folder else { break };
            name = format!("{}/{name}", part(parent.file_name()));
            folder = parent.parent();
        }
        name
    }

    pub(super) fn show_source(&mut self, index: usize) {
        self.read_source(index, None);
    }

    fn read_source(&mut self, index: usize, password: Option<String>) {
        let Some(source) = self.state.sources.get_mut(index) else { return };
        source.fault = None;
        if !source.path.starts_with(SAMPLE) && self.state.config == sample_config() {
            self.state.config = ChunkConfig::default();
        }
        let (path, name) = (source.path.clone(), source.name.clone());
        let given = path.strip_prefix(SAMPLE).ok().and_then(|file| {
            let (_, bytes) = SAMPLES.iter().find(|(name, _)| Path::new(name) == file)?;
            Some(Given::bytes(bytes))
        });
        let given = given.or_else(|| self.given_page(&path));
        let address = address_of(&path).filter(|_| given.is_none());
        let reading = match address {
            // Its bytes lie in the project, if anywhere.
            Some(_) => None,
            None => Some(Reading::start(
                &path,
                &name,
                given,
                password,
                self.state.extract.order,
                Arc::clone(&self.waker),
            )),
        };
        self.state.current = Some(index);
        self.state.document = Some(Document {
            fetched: self.pages.get(&path).map(|page| page.date()),
            path,
            name,
            kind: None,
            original: None,
            extraction: None,
            prepared: None,
            phase: Phase::Opening,
            progress: reading.as_ref().map(|r| r.progress.clone()).unwrap_or_default(),
        });
        self.reading = reading;
        self.state.settings.last = self.state.document.as_ref().map(|d| d.path.clone());
        self.keep_settings();
        self.forget_text();
        if let Some(address) = address {
            self.ask_for_page(address);
        }
    }

    /// Nothing of the text shown before may stand over another one.
    fn forget_text(&mut self) {
        let state = &mut self.state;
        state.chunked = None;
        state.cleaning.made = Arc::default();
        state.cleaning.would.clear();
        state.selection = None;
        state.selected_chunk = None;
        state.hovered_chunk = None;
        state.selected_passage = None;
        state.marks.clear();
        state.reveals.clear();
        state.find.hits = Arc::default();
        state.find.current = None;
        state.generation += 1;
        self.refresh_review();
        self.refresh_marks();
    }

    pub(super) fn unlock(&mut self, path: &Path, password: String) {
        if let Some(index) = self.state.sources.iter().position(|s| s.path == path) {
            self.read_source(index, Some(password));
        }
    }

    pub(super) fn close_source(&mut self, index: usize) {
        if index >= self.state.sources.len() {
            return;
        }
        self.state.sources.remove(index);
        let Some(current) = self.state.current else { return };
        if index < current {
            self.state.current = Some(current - 1);
        } else if index == current {
            self.stop_reading();
            self.state.document = None;
            self.state.current = None;
            self.forget_text();
            if let Some(last) = self.state.sources.len().checked_sub(1) {
                self.show_source(index.min(last));
            }
        }
    }

    pub(super) fn step_source(&mut self, by: isize) {
        let all = self.state.sources.len();
        if all > 1 {
            let now = self.state.current.unwrap_or(0);
            self.show_source((now + all).saturating_add_signed(by) % all);
        }
    }

    /// Stops reading. What is shown stays, as provisional as it is.
    pub(super) fn stop_reading(&mut self) {
        self.reading = None;
        if let Some(document) = &mut self.state.document
            && matches!(document.phase, Phase::Opening)
            && document.extraction.is_none()
            && document.original.is_none()
        {
            document.phase =
                Phase::Failed("Reading was stopped. Open the source again to read it.".to_owned());
        }
    }

    pub(super) fn poll_reading(&mut self) {
        while let Some(arrival) = self.reading.as_ref().and_then(Reading::take) {
            self.arrive(arrival);
        }
    }

    fn arrive(&mut self, arrival: Arrival) {
        let Some(document) = &mut self.state.document else { return };
        match arrival {
            Arrival::Original(kind, original) => {
                document.kind = Some(kind);
                self.cleaner.rendered = match &original {
                    Original::Rendered(view) => Some(Arc::clone(view)),
                    _ => None,
                };
                document.original = Some(original);
            }
            Arrival::Text { extraction, prepared, facts, provisional } => {
                document.extraction = Some(extraction);
                document.prepared = Some(prepared);
                document.phase = if provisional { Phase::Provisional } else { Phase::Ready };
                if !provisional {
                    document.progress = Progress::default();
                    self.reading = None;
                    if self.follow_corrections() {
                        // What is shown now is not what the project knows.
                        self.provisional();
                    }
                    self.tell_problems();
                    self.check_source();
                    self.keep_page();
                }
                self.state.generation += 1;
                self.review_text(facts);
                self.refresh_marks();
                if !provisional && self.follow_cleaning() && self.needs_cleaning() {
                    // What is shown now is not what the project wants.
                    self.cleaner.holds_marks = true;
                    self.provisional();
                }
                self.rechunk();
                if self.state.find.open {
                    self.find(self.state.find.query.clone());
                }
            }
            Arrival::Locked { wrong } => {
                let path = document.path.clone();
                document.phase = Phase::Failed(format!("{} is locked with a password.", document.name));
                self.reading = None;
                self.state.dialog = Some(Dialog::Password { path, password: String::new(), wrong });
            }
            Arrival::Failed(fault) => {
                document.phase = Phase::Failed(fault.clone());
                self.reading = None;
                if let Some(source) = self.state.current.and_then(|i| self.state.sources.get_mut(i)) {
                    source.fault = Some(fault);
                }
            }
        }
    }

    fn provisional(&mut self) {
        if let Some(document) = &mut self.state.document {
            document.phase = Phase::Provisional;
        }
    }

    /// What a reader should know before trusting the text.
    fn tell_problems(&mut self) {
        let Some(extraction) = self.state.extraction().cloned() else { return };
        let name = &extraction.source().name;
        // What was left out of a page on purpose is no fault; notes are told in Review only.
        let (left_out, problems): (Vec<_>, Vec<_>) = extraction
            .problems()
            .iter()
            .filter(|p| p.code == ProblemCode::Removed || p.code.severity() > ProblemSeverity::Note)
            .partition(|p| p.code == ProblemCode::Removed);
        match problems.as_slice() {
            [] => left_out.iter().for_each(|p| self.say(format!("{name}: {}", p.message))),
            [one] => self.warn(format!("{name}: {}", one.message)),
            [first, rest @ ..] => {
                let more = rest.len();
                self.warn(format!("{name}: {} ({more} more: Review lists them)", first.message));
            }
        }
    }
}

/// What the sample is cut with until a person moves a slider.
fn sample_config() -> ChunkConfig {
    ChunkConfig { size: 120, overlap: Overlap::Units(24), ..ChunkConfig::default() }
}
