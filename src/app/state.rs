//! What the window shows. Views read it; only [`super::App::apply`] and arriving results change it.

use super::cleaning::CleaningView;
use super::command::Dialog;
use super::marks::{PassageMark, Selection};
use super::message::Messages;
use super::review::ReviewView;
use super::settings::Settings;
use crate::chunk::{ChunkConfig, Chunking, ExtractConfig, Prepared, Stats};
use crate::document::{Extraction, PageIndex, SourceKind};
use crate::evidence::{Passage, PassageId, Question, QuestionId, Standing};
use crate::extract::fetch::Address;
use crate::extract::folder::FolderListing;
use crate::extract::pdf::PdfDocument;
use crate::extract::rendered::Rendered;
use crate::text::{Progress, Span};
use std::path::PathBuf;
use std::sync::Arc;

/// The path under which the bundled sample is listed; no file lies there.
pub const SAMPLE: &str = "sample:";

/// A source in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceItem {
    /// Where it lies.
    pub path: PathBuf,
    /// How it is named in citations.
    pub name: String,
    /// What is wrong with it, if it could not be opened.
    pub fault: Option<String>,
}

/// What is looked up before anything of it can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// The sources of a folder.
    Folder(PathBuf),
    /// A page by its address.
    Page {
        /// The address.
        address: Address,
        /// Whether it is there already and is to be fetched anew.
        again: bool,
    },
}

impl std::fmt::Display for Lookup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(path) => path.display().fmt(f),
            Self::Page { address, .. } => address.fmt(f),
        }
    }
}

/// A lookup that is under way.
#[derive(Clone, Debug)]
pub struct Background {
    /// What is looked up.
    pub lookup: Lookup,
    /// How far it has come.
    pub progress: Progress,
}

/// What a folder held when it was opened.
#[derive(Debug)]
pub struct FolderSummary {
    /// The folder.
    pub path: PathBuf,
    /// What was taken from it, and what not.
    pub listing: FolderListing,
}

/// Width and height of a page in points, as shown.
pub type PageSize = (f32, f32);

/// What the left side shows.
#[derive(Clone, Debug)]
pub enum Original {
    /// Painted pages.
    Pages {
        /// The open file.
        pdf: PdfDocument,
        /// The size of every page.
        sizes: Arc<Vec<PageSize>>,
    },
    /// A rendered text: Markdown, HTML.
    Rendered(Arc<Rendered>),
    /// The text as it lies in the file.
    Text,
}

/// How far a document has come.
#[derive(Clone, Debug)]
pub enum Phase {
    /// Nothing can be shown yet.
    Opening,
    /// What is shown may still change: its revision is not known.
    Provisional,
    /// All is there.
    Ready,
    /// It could not be opened: what, where, what to do.
    Failed(String),
}

/// The document in the two views.
#[derive(Clone, Debug)]
pub struct Document {
    /// Where it lies.
    pub path: PathBuf,
    /// How it is named in citations.
    pub name: String,
    /// When it was fetched, if it was: `2026-12-01 05:12 UTC`.
    pub fetched: Option<String>,
    /// What kind of source it is, once that is known.
    pub kind: Option<SourceKind>,
    /// The left side.
    pub original: Option<Original>,
    /// Text and layout.
    pub extraction: Option<Arc<Extraction>>,
    /// The text made ready for chunking.
    pub prepared: Option<Arc<Prepared>>,
    /// How far it has come.
    pub phase: Phase,
    /// How much of it is read.
    pub progress: Progress,
}

/// A chunking with its figures, as one unit: they always belong together.
#[derive(Debug)]
pub struct Chunked {
    /// The text that was cut.
    pub extraction: Arc<Extraction>,
    /// How.
    pub config: ChunkConfig,
    /// The chunks.
    pub chunking: Chunking,
    /// The figures.
    pub stats: Stats,
    /// How long it took, in milliseconds.
    pub millis: f64,
}

/// The search.
#[derive(Clone, Debug, Default)]
pub struct Find {
    /// Whether the bar is shown.
    pub open: bool,
    /// What is looked for.
    pub query: String,
    /// Where it stands in the text.
    pub hits: Arc<Vec<Span>>,
    /// Whether there are more than are listed.
    pub more: bool,
    /// The hit that stands out.
    pub current: Option<usize>,
}

/// A passage with what is known of it now.
#[derive(Clone, Debug)]
pub struct PassageRow {
    /// The passage.
    pub passage: Passage,
    /// Its place in the text that is shown; `None` where it is of another document or revision.
    pub span: Option<Span>,
    /// How the chunking treats it.
    pub standing: Option<Standing>,
    /// Whether it is of the document shown, but of another revision.
    pub stale: bool,
    /// Whether it is not yet on disk.
    pub pending: bool,
}

/// What the project holds, with edits that are not yet on disk.
#[derive(Clone, Debug, Default)]
pub struct ProjectView {
    /// Its file; `None` while it is untitled.
    pub path: Option<PathBuf>,
    /// Questions in order.
    pub questions: Vec<Question>,
    /// Passages of all questions.
    pub passages: Vec<PassageRow>,
    /// The question that marks are made for.
    pub current: Option<QuestionId>,
    /// Whether there is anything to undo.
    pub can_undo: bool,
    /// Whether there is anything to do again.
    pub can_redo: bool,
    /// Edits that are not yet on disk.
    pub pending: usize,
    /// Whether anything was ever edited.
    pub edited: bool,
    /// Whether another window holds the project.
    pub read_only: bool,
}

/// A place that both sides are to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reveal {
    /// A span, on the sides named.
    Span {
        /// The span.
        span: Span,
        /// Whether the original is to show it.
        original: bool,
        /// Whether the text is to show it.
        text: bool,
    },
    /// A page of the original, and how far down it.
    Page(PageIndex, Option<f32>),
}

/// What the window shows.
#[derive(Debug, Default)]
pub struct State {
    /// Window, panes, zoom, theme.
    pub settings: Settings,
    /// The sources that are open.
    pub sources: Vec<SourceItem>,
    /// What is being looked up.
    pub background: Option<Background>,
    /// The folder that was opened last.
    pub folder: Option<Arc<FolderSummary>>,
    /// The one that is shown.
    pub current: Option<usize>,
    /// The document shown.
    pub document: Option<Document>,
    /// The config as the sliders stand.
    pub config: ChunkConfig,
    /// How sources are read.
    pub extract: ExtractConfig,
    /// How texts are cleaned.
    pub cleaning: CleaningView,
    /// Why the config cannot be used, if it cannot.
    pub config_fault: Option<String>,
    /// The newest chunking; it may be a moment behind the config.
    pub chunked: Option<Arc<Chunked>>,
    /// Changes whenever chunks, passages or hits change.
    pub generation: u64,
    /// What is selected in the text.
    pub selection: Option<Selection>,
    /// The selected chunk.
    pub selected_chunk: Option<usize>,
    /// The chunk under the pointer.
    pub hovered_chunk: Option<usize>,
    /// The selected passage.
    pub selected_passage: Option<PassageId>,
    /// The project.
    pub project: ProjectView,
    /// Passages of the text shown, in order of their start.
    pub marks: Vec<PassageMark>,
    /// The search.
    pub find: Find,
    /// The box over the window.
    pub dialog: Option<Dialog>,
    /// Messages to the person.
    pub messages: Messages,
    /// Places to scroll to; the window takes them.
    pub reveals: Vec<Reveal>,
    /// What Review shows.
    pub review: ReviewView,
    /// How large pages were shown last, in logical pixels a point.
    pub shown_scale: Option<f32>,
}

impl State {
    /// Text and layout of the document shown.
    #[must_use]
    pub fn extraction(&self) -> Option<&Arc<Extraction>> {
        self.document.as_ref().and_then(|d| d.extraction.as_ref())
    }

    /// The chunking, if it is of the text shown.
    #[must_use]
    pub fn chunking(&self) -> Option<&Arc<Chunked>> {
        let shown = self.extraction()?;
        self.chunked.as_ref().filter(|c| Arc::ptr_eq(&c.extraction, shown))
    }

    /// Whether marks may be made: the revision of the text is known.
    #[must_use]
    pub fn can_mark(&self) -> bool {
        let ready = self.document.as_ref().is_some_and(|d| matches!(d.phase, Phase::Ready));
        ready && !self.review.assembling
    }

    /// Whether the bundled sample is shown.
    #[must_use]
    pub fn is_sample(&self) -> bool {
        self.document.as_ref().is_some_and(|d| d.path.starts_with(SAMPLE))
    }

    /// The chunk at a place: of several the one that starts last before it.
    #[must_use]
    pub fn chunk_at(&self, offset: usize) -> Option<usize> {
        let chunks = &self.chunking()?.chunking.chunks;
        let after = chunks.partition_point(|c| c.span.start() <= offset);
        let first = chunks.partition_point(|c| c.span.end() <= offset);
        (first < after).then(|| after - 1)
    }
}
