//! The state of the program and the one place that changes it; knows no window.
//!
//! Views read [`State`] and send [`Command`]s; [`App::apply`] carries them out, [`App::poll`] takes what
//! arrives from the background. So the whole program can run in a test without a window.
//!
//! * `sources`: what is open and how it is read.
//! * `opening`: what has to be looked up before: the files of a folder, the page of an address.
//! * `pages`: fetched pages, and the project that keeps them.
//! * `chunking`: the config and the newest chunking.
//! * `cleaning`: switches of the cleaning and the text that follows.
//! * `marking`: questions, passages, the project on disk.
//! * `whereabouts`: where the project's files lie.
//! * `navigate`: selection, search, places.
//! * `files`, `keeping`: what dialogs name; settings on disk.
//! * `review`: pieces and their order, problems, verdicts, corrections.

mod action;
mod chunking;
mod cleaning;
mod command;
mod files;
mod keeping;
mod marking;
mod marks;
mod message;
mod navigate;
mod opening;
mod pages;
mod place;
mod reading;
mod review;
mod settings;
mod sources;
mod state;
mod whereabouts;

pub use crate::review::{Issue, Verdict};
pub use action::{ACTIONS, Action, ActionInfo, Menu, Scope, Shortcut};
pub use cleaning::CleaningView;
pub use command::{Command, Dialog, FileChoice};
pub use marks::{PassageMark, Selection};
pub use message::{Message, Messages, Severity};
pub use review::{
    Alignment, Change, CompareRow, CompareWith, Compared, Comparison, Cut, Facts, Judged, PageRow, PageShape,
    Pieces, ProblemRow, Removal, ReviewPiece, ReviewView, SPEEDS, column_of, seconds,
};
pub use settings::{Mode, Settings, ThemeChoice, Zoom};
pub use state::{
    Background, Chunked, Document, Find, FolderSummary, Lookup, Original, PassageRow, Phase, ProjectView,
    Reveal, SourceItem, State,
};

use crate::jobs::{Latest, Task, Waker};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Folders of the program.
#[derive(Clone, Debug)]
pub struct Folders {
    /// Settings.
    pub config: PathBuf,
    /// Projects without a name.
    pub data: PathBuf,
}

impl Folders {
    /// The folders that the system gives programs, or `FUNDSTELLE_HOME` for both.
    #[must_use]
    pub fn of_system() -> Self {
        if let Some(home) = std::env::var_os("FUNDSTELLE_HOME") {
            let home = PathBuf::from(home);
            return Self { config: home.join("config"), data: home.join("data") };
        }
        if let Some(dirs) = directories::ProjectDirs::from("", "", "fundstelle") {
            return Self { config: dirs.config_dir().to_owned(), data: dirs.data_local_dir().to_owned() };
        }
        let home = std::env::temp_dir().join("fundstelle");
        Self { config: home.join("config"), data: home.join("data") }
    }
}

/// What only the window can do, to be done after a frame.
#[derive(Debug, Default)]
pub struct Outbox {
    /// Text for the clipboard.
    pub clipboard: Option<String>,
    /// An address to open in the browser.
    pub address: Option<String>,
    /// A file dialog to show.
    pub ask_file: Option<FileChoice>,
    /// Whether the program is to end.
    pub quit: bool,
}

/// The program.
pub struct App {
    state: State,
    outbox: Outbox,
    folders: Folders,
    waker: Waker,
    started: Instant,
    reading: Option<reading::Reading>,
    /// What is to be looked up after what is looked up now.
    wanted: std::collections::VecDeque<Lookup>,
    opening: Option<opening::Opening>,
    pages: pages::Pages,
    chunk_job: Option<Latest<chunking::Outcome>>,
    find_job: Option<Latest<navigate::Found>>,
    project: marking::ProjectLink,
    saved_settings: Settings,
    settings_job: Option<Latest<Option<String>>>,
    corrections: review::Corrections,
    cleaner: cleaning::Cleaner,
    compare_job: Option<Latest<review::CompareOutcome>>,
    /// Reports and copies that are being written.
    exports: Vec<Task<review::Exported>>,
    /// An open PDF is read in one order at a time: whoever puts a text together holds this.
    pdf_turn: Arc<std::sync::Mutex<()>>,
}

impl App {
    /// A program with nothing open. `waker` is called from other threads when there is something new.
    #[must_use]
    pub fn new(folders: Folders, waker: Waker) -> Self {
        let settings = Settings::load(&folders.config);
        let mut app = Self {
            state: State { settings: settings.clone(), ..State::default() },
            outbox: Outbox::default(),
            chunk_job: Latest::new("chunking", Arc::clone(&waker)).ok(),
            find_job: Latest::new("search", Arc::clone(&waker)).ok(),
            settings_job: Latest::new("settings", Arc::clone(&waker)).ok(),
            corrections: review::Corrections::new(Arc::clone(&waker)),
            cleaner: cleaning::Cleaner::new(Arc::clone(&waker)),
            compare_job: review::compare_job(Arc::clone(&waker)),
            exports: Vec::new(),
            pdf_turn: Arc::default(),
            folders,
            waker,
            started: Instant::now(),
            reading: None,
            wanted: std::collections::VecDeque::new(),
            opening: None,
            pages: pages::Pages::default(),
            project: marking::ProjectLink::default(),
            saved_settings: settings,
        };
        if app.chunk_job.is_none() {
            app.fail(
                "The system gives no threads: chunks cannot be made. Close other programs and start again.",
            );
        }
        app.offer_recovery();
        app
    }

    /// What the window shows.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Takes the places that the views are to scroll to.
    pub fn take_reveals(&mut self) -> Vec<Reveal> {
        std::mem::take(&mut self.state.reveals)
    }

    /// Takes what only the window can do.
    pub fn take_outbox(&mut self) -> Outbox {
        std::mem::take(&mut self.outbox)
    }

    /// Takes what arrived from the background.
    pub fn poll(&mut self) {
        self.poll_opening();
        self.poll_reading();
        self.poll_chunking();
        self.poll_find();
        self.poll_project();
        self.poll_corrections();
        self.poll_cleaning();
        self.poll_comparison();
        self.poll_exports();
        if let Some(Some(fault)) = self.settings_job.as_ref().and_then(Latest::take) {
            self.warn(fault);
        }
        self.keep_settings();
    }

    /// Whether work is under way whose result will change what is shown.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.reading.is_some()
            || self.opening.is_some()
            || self.chunk_job.as_ref().is_some_and(Latest::is_busy)
            || self.find_job.as_ref().is_some_and(Latest::is_busy)
            || self.project.is_busy()
            || self.corrections.is_busy()
            || !self.exports.is_empty()
            || self.cleaner.is_busy()
            || self.compare_job.as_ref().is_some_and(Latest::is_busy)
    }

    /// Writes the settings and waits until the project is on disk.
    pub fn shut_down(&mut self) {
        self.stop_opening();
        self.stop_reading();
        self.state.settings.last = self.state.document.as_ref().map(|d| d.path.clone());
        self.finish_settings();
        self.close_project();
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn say(&mut self, text: impl Into<String>) {
        let now = self.now();
        self.state.messages.push(Severity::Info, text, now);
    }

    /// A warning that the window has to give.
    pub fn note(&mut self, text: String) {
        self.warn(text);
    }

    fn warn(&mut self, text: impl Into<String>) {
        let now = self.now();
        self.state.messages.push(Severity::Warning, text, now);
    }

    fn fail(&mut self, text: impl Into<String>) {
        let now = self.now();
        self.state.messages.push(Severity::Error, text, now);
    }

    /// Carries out what a person did.
    pub fn apply(&mut self, command: Command) {
        match command {
            Command::Run(action) => self.run(action),
            Command::Open(path) => self.open(&path),
            Command::ShowSource(index) => self.show_source(index),
            Command::CloseSource(index) => self.close_source(index),
            Command::Unlock { path, password } => self.unlock(&path, password),
            Command::Fetch(typed) => self.fetch_typed(typed),
            Command::SetExtensions(typed) => self.set_extensions(typed),
            Command::Chosen(choice, path) => self.chosen(choice, &path),
            Command::Show(dialog) => self.state.dialog = dialog,
            Command::Configure { config, done } => self.configure(config, done),
            Command::Clean(cleaning) => self.set_cleaning(cleaning),
            Command::RevertEdit(key) => self.revert_edit(key),
            Command::RestoreEdit(key) => self.restore_edit(key),
            Command::Select(selection) => self.state.selection = selection,
            Command::SelectChunk(chunk) => self.select_chunk(chunk, true, true),
            Command::ClickText { offset, in_original } => {
                if self.state.settings.mode == Mode::Review {
                    self.review_click(offset, in_original);
                } else {
                    self.click_text(offset, in_original);
                }
            }
            Command::HoverChunk(chunk) => self.state.hovered_chunk = chunk,
            Command::Mark(role) => self.mark(role),
            Command::SelectPassage(id) => self.select_passage(id),
            Command::RemovePassage(id) => self.remove_passage(id),
            Command::ChangeRole(id, role) => self.change_role(id, role),
            Command::AddQuestion(text) => self.add_question(text),
            Command::RenameQuestion(id, text) => self.rename_question(id, text),
            Command::RemoveQuestion(id) => self.remove_question(id),
            Command::ChooseQuestion(id) => self.choose_question(id),
            Command::Find(query) => self.find(query),
            Command::ShowFind(open) => self.show_find(open),
            Command::ShowHit(index) => self.show_hit(index),
            Command::GoTo(typed) => self.go_to(typed),
            Command::ShowOffset(offset) => self.show_offset(offset),
            Command::ShowPage(page, y) => self.state.reveals.push(Reveal::Page(page, y)),
            Command::Follow(target) => self.follow(target),
            Command::FindSource(document) => self.ask_for_source(document),
            Command::Recover(path) => self.recover(path),
            Command::DismissMessage(index) => self.state.messages.dismiss(index),
            other => self.apply_review(other),
        }
        self.keep_settings();
    }

    /// Commands that change how things are shown, and nothing else.
    fn adjust(&mut self, command: Command) {
        let settings = &mut self.state.settings;
        match command {
            Command::Zoom(zoom) => settings.zoom = zoom,
            Command::TextSize(size) => settings.text_size = size,
            Command::Split(split) => settings.split = split,
            Command::CloseHint => settings.hint_closed = true,
            Command::Theme(theme) => settings.theme = theme,
            Command::Mode(mode) => self.set_mode(mode),
            Command::PlaySpeed(speed) => settings.play_speed = speed,
            Command::AllowLocal(allow) => settings.allow_local = allow,
            Command::Window { position, size, maximized } => {
                settings.window_position = position;
                settings.window_size = size;
                settings.maximized = maximized;
            }
            Command::Panels { left, right, bottom } => {
                settings.left_width = left;
                settings.right_width = right;
                settings.bottom_height = bottom;
            }
            _ => {}
        }
    }

    fn run(&mut self, action: Action) {
        match action {
            Action::OpenFile => self.outbox.ask_file = Some(FileChoice::OpenFile),
            Action::OpenFolder => self.outbox.ask_file = Some(FileChoice::OpenFolder),
            Action::OpenPath => self.ask_path(FileChoice::OpenFile),
            Action::OpenSample => self.open_sample(),
            Action::OpenAddress => self.ask_address(),
            Action::FetchAgain => self.fetch_again(),
            Action::FolderTypes => self.ask_extensions(),
            Action::FolderSummary => {
                if self.state.folder.is_some() {
                    self.state.dialog = Some(Dialog::Folder);
                }
            }
            Action::OpenProject => self.outbox.ask_file = Some(FileChoice::OpenProject),
            Action::SaveProject => self.save_project(),
            Action::SaveProjectAs => self.outbox.ask_file = Some(FileChoice::SaveProject),
            Action::ExportJsonl => self.outbox.ask_file = Some(FileChoice::ExportJsonl),
            Action::ExportCsv => self.outbox.ask_file = Some(FileChoice::ExportCsv),
            Action::ExportReport => self.outbox.ask_file = Some(FileChoice::ExportReport),
            Action::ExportReviewed => self.outbox.ask_file = Some(FileChoice::ExportReviewed),
            Action::OpenConfig => self.outbox.ask_file = Some(FileChoice::OpenConfig),
            Action::SaveConfig => self.outbox.ask_file = Some(FileChoice::SaveConfig),
            Action::CloseSource => self.close_source(self.state.current.unwrap_or(0)),
            Action::NextSource => self.step_source(1),
            Action::PreviousSource => self.step_source(-1),
            Action::Quit => self.outbox.quit = true,
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Copy => self.copy(false),
            Action::CopyCitation => self.copy(true),
            Action::MarkAnswer => self.mark(crate::evidence::Role::Answer),
            Action::MarkCondition => self.mark(crate::evidence::Role::Condition),
            Action::MarkException => self.mark(crate::evidence::Role::Exception),
            Action::RemovePassage => self.remove_selected_passage(),
            Action::NewQuestion => {
                self.state.dialog = Some(Dialog::Question { id: None, text: String::new() });
            }
            Action::NextQuestion => self.step_question(1),
            Action::PreviousQuestion => self.step_question(-1),
            Action::StopWork => {
                if !self.stop_opening() {
                    self.stop_reading();
                }
            }
            other => self.run_view(other),
        }
    }

    /// Actions that change what is seen.
    fn run_view(&mut self, action: Action) {
        let settings = &mut self.state.settings;
        match action {
            Action::ToggleOriginal => {
                settings.show_original = !settings.show_original || !settings.show_text;
            }
            Action::ToggleText => settings.show_text = !settings.show_text || !settings.show_original,
            Action::ToggleLeft => settings.show_left = !settings.show_left,
            Action::ToggleRight => settings.show_right = !settings.show_right,
            Action::ToggleBottom => settings.show_bottom = !settings.show_bottom,
            Action::ToggleLinked => settings.linked = !settings.linked,
            Action::ToggleChunks if settings.mode == Mode::Review => {
                settings.chunks_in_review = !settings.chunks_in_review;
            }
            Action::ToggleChunks => settings.show_chunks = !settings.show_chunks,
            Action::ToggleInvisibles => settings.show_invisibles = !settings.show_invisibles,
            Action::ToggleWrap => settings.wrap = !settings.wrap,
            Action::ThemeLight => settings.theme = ThemeChoice::Light,
            Action::ThemeDark => settings.theme = ThemeChoice::Dark,
            Action::ThemeSystem => settings.theme = ThemeChoice::System,
            Action::ModeReview => self.set_mode(Mode::Review),
            Action::ModeTune => self.set_mode(Mode::Tune),
            Action::ModeAnnotate => self.set_mode(Mode::Annotate),
            Action::LargerInterface => {
                settings.interface_scale = (settings.interface_scale * 1.1).min(4.0);
            }
            Action::SmallerInterface => {
                settings.interface_scale = (settings.interface_scale / 1.1).max(0.5);
            }
            Action::ZoomReset => settings.zoom = Zoom::Scale(96.0 / 72.0),
            Action::FitWidth => settings.zoom = Zoom::FitWidth,
            Action::FitPage => settings.zoom = Zoom::FitPage,
            Action::ZoomIn => self.zoom_by(1.2),
            Action::ZoomOut => self.zoom_by(1.0 / 1.2),
            Action::SelectAll => self.select_all(),
            Action::Find => self.show_find(true),
            Action::FindNext => self.step_hit(1),
            Action::FindPrevious => self.step_hit(-1),
            Action::NextChunk => self.step_chunk(1),
            Action::PreviousChunk => self.step_chunk(-1),
            Action::GoTo => {
                self.state.dialog = Some(Dialog::GoTo { place: String::new(), error: None });
            }
            Action::Palette => {
                self.state.dialog = Some(Dialog::Palette { query: String::new(), chosen: 0 });
            }
            Action::Messages => self.state.dialog = Some(Dialog::Messages),
            Action::Keys => self.state.dialog = Some(Dialog::Keys),
            Action::About => self.state.dialog = Some(Dialog::About),
            other => self.run_review(other),
        }
    }

    fn zoom_by(&mut self, factor: f32) {
        let scale = match self.state.settings.zoom {
            Zoom::Scale(scale) => scale,
            // The window knows what a fitted page measures; without it a page stands at 100 %.
            Zoom::FitWidth | Zoom::FitPage => self.state.shown_scale.unwrap_or(96.0 / 72.0),
        };
        self.state.settings.zoom = Zoom::Scale((scale * factor).clamp(0.05, 64.0));
    }

    /// Notes how large pages are shown, so that zooming from a fitted page starts there.
    pub fn note_scale(&mut self, scale: f32) {
        self.state.shown_scale = Some(scale);
    }
}
