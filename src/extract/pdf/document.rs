//! The handle on an open PDF.

use super::PdfOptions;
use super::assemble::{DocumentFacts, PageFacts, assemble, order_of};
use super::error::PdfError;
use super::info::PdfFacts;
use super::layout::PageText;
use super::pool::{FileRef, Shared, connect, start, text_workers};
use super::protocol::PageGeometry;
use super::schedule::{Painted, Schedule};
use super::tile::TileKey;
use crate::document::{
    Correction, Extraction, PageIndex, PdfInfo, Problem, ProblemCode, ReadingOrder, Source, SourceKind,
};
use crate::jobs::{SpawnError, Waker, worker_program};
use crate::text::{Cancel, Progress, Sha256Id};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What is new about a document; see [`PdfDocument::take_events`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PdfEvent {
    /// A page's text is read, or given up: [`PdfDocument::page_text`].
    Text(PageIndex),
    /// All pages' text is read: [`PdfDocument::extraction`] need not wait.
    AllText,
    /// Outline, labels and links are read: [`PdfDocument::facts`].
    Facts,
    /// There are tiles: [`PdfDocument::take_tiles`].
    Tiles,
}

/// An open PDF. Cloning is cheap; the last clone that is dropped ends the workers.
///
/// No method but `open`, `read_all` and `extraction` waits for a worker: a window may call them in a frame.
#[derive(Clone, Debug)]
pub struct PdfDocument(Arc<Handle>);

#[derive(Debug)]
struct Handle {
    shared: Arc<Shared>,
    name: String,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.shared.close();
    }
}

impl PdfDocument {
    /// Opens a file in a worker and waits for it: call it off the window's thread.
    ///
    /// The empty password is tried first. `name` is how the source is called in citations; `waker` is
    /// called from other threads whenever there are events.
    ///
    /// # Errors
    /// If the file cannot be read, is no PDF, needs a password, or no worker can be started.
    pub fn open(
        path: &Path,
        name: &str,
        password: Option<&str>,
        options: PdfOptions,
        waker: Waker,
    ) -> Result<Self, PdfError> {
        let file = FileRef { path: path.to_owned(), bytes: None, password: password.map(str::to_owned) };
        Self::open_file(file, name, options, waker)
    }

    /// Opens a PDF that lies in memory (standard input, the bundled sample); as [`Self::open`].
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_bytes(
        bytes: Vec<u8>,
        name: &str,
        password: Option<&str>,
        options: PdfOptions,
        waker: Waker,
    ) -> Result<Self, PdfError> {
        let path = PathBuf::from(name);
        let (size, limit) = (bytes.len() as u64, options.max_bytes);
        if size > limit {
            return Err(PdfError::TooLarge { path, bytes: size, limit });
        }
        let file = FileRef { path, bytes: Some(bytes), password: password.map(str::to_owned) };
        Self::open_file(file, name, options, waker)
    }

    fn open_file(file: FileRef, name: &str, options: PdfOptions, waker: Waker) -> Result<Self, PdfError> {
        let (process, opened) = connect(&file, &options, &AtomicBool::new(false))?;
        let workers = text_workers(&options, opened.pages.len());
        let batch = if options.interactive { 4 } else { (opened.pages.len() / (4 * workers)).clamp(1, 16) };
        let mut schedule = Schedule::new(opened.pages.clone(), options.interactive, batch);
        schedule.set_orders(|_| options.order);
        let shared = Arc::new(Shared::new(file, opened, options, schedule, waker));
        let handle = Self(Arc::new(Handle { shared: Arc::clone(&shared), name: name.to_owned() }));
        start(&shared, workers, process)
            .map_err(|source| SpawnError::Start { program: worker_program().unwrap_or_default(), source })?;
        Ok(handle)
    }

    /// What is shared with the threads.
    pub(super) fn shared(&self) -> &Shared {
        &self.0.shared
    }

    /// Where the file lies; for bytes, their name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.shared.file.path
    }

    /// How the source is called in citations.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Hash of the file's bytes as they were read.
    #[must_use]
    pub fn sha256(&self) -> Sha256Id {
        self.0.shared.opened.sha256
    }

    /// Whether the file is encrypted.
    #[must_use]
    pub fn encrypted(&self) -> bool {
        self.0.shared.opened.encrypted
    }

    /// Number of pages; at least 1.
    #[must_use]
    pub fn page_count(&self) -> usize {
        self.0.shared.opened.pages.len()
    }

    /// The shape of a page as shown.
    #[must_use]
    pub fn geometry(&self, page: PageIndex) -> Option<PageGeometry> {
        self.pages().get(page.get()).copied()
    }

    /// The shapes of all pages.
    #[must_use]
    pub fn pages(&self) -> &[PageGeometry] {
        &self.0.shared.opened.pages
    }

    /// What has become new since the last call, in order.
    #[must_use]
    pub fn take_events(&self) -> Vec<PdfEvent> {
        self.0.shared.lock().take_events()
    }

    /// Outline, labels, links and information; `None` while they are not read.
    #[must_use]
    pub fn facts(&self) -> Option<Arc<PdfFacts>> {
        self.0.shared.lock().facts().map(|(facts, _)| facts)
    }

    /// A page's text, or why it could not be read; `None` while it is not read.
    #[must_use]
    pub fn page_text(&self, page: PageIndex) -> Option<Result<Arc<PageText>, String>> {
        self.0.shared.lock().page_text(page)
    }

    /// Pages whose text is read or given up, and all pages.
    #[must_use]
    pub fn text_progress(&self) -> (usize, usize) {
        self.0.shared.lock().text_progress()
    }

    /// The pages whose text is read before all others, in order.
    pub fn set_visible(&self, pages: &[PageIndex]) {
        self.0.shared.change(|s| s.set_visible(pages.iter().map(|p| p.0).collect()));
    }

    /// The tiles that somebody waits for now, in order. What was wanted before and is not any more is
    /// dropped, and stopped if it takes long; the newest call wins.
    pub fn set_wanted(&self, tiles: Vec<TileKey>) {
        self.0.shared.change(|s| s.set_wanted(tiles));
    }

    /// The tiles painted since the last call, or why they could not be. A page that is painted at once
    /// gives all its tiles, also those nobody asked for.
    #[must_use]
    pub fn take_tiles(&self) -> Vec<Painted> {
        self.0.shared.lock().take_painted()
    }

    /// Reads the text of all pages and the facts, and waits for them.
    ///
    /// # Errors
    /// If `cancel` was raised. Pages that could not be read are no error.
    pub fn read_all(&self, cancel: &Cancel, progress: &Progress) -> Result<(), PdfError> {
        let shared = &self.0.shared;
        progress.set_total(self.page_count() as u64);
        shared.change(Schedule::ask_text);
        let mut told = 0;
        let mut schedule = shared.lock();
        loop {
            let (done, _) = schedule.text_progress();
            progress.advance((done - told) as u64);
            told = done;
            if schedule.all_read() {
                return Ok(());
            }
            if cancel.is_cancelled() {
                return Err(PdfError::Cancelled { path: shared.file.path.clone() });
            }
            schedule = shared.wait(schedule);
        }
    }

    /// The whole document's extraction. Waits for the text of all pages: call it off the window's thread.
    ///
    /// # Errors
    /// If `cancel` was raised.
    pub fn extraction(&self, cancel: &Cancel) -> Result<Extraction, PdfError> {
        self.corrected(&[], cancel)
    }

    /// As [`Self::extraction`], with what a person put right. Pages that are to be read in another order than
    /// they were are read again.
    ///
    /// # Errors
    /// If `cancel` was raised.
    pub fn corrected(&self, corrections: &[Correction], cancel: &Cancel) -> Result<Extraction, PdfError> {
        let usual = self.0.shared.options.order;
        self.0.shared.change(|s| s.set_orders(|page| order_of(corrections, page, usual)));
        self.read_all(cancel, &Progress::default())?;
        let (facts, no_facts) = self.0.shared.lock().facts().unwrap_or_default();
        let mut problems = self.file_problems(no_facts);
        let mut texts = Vec::with_capacity(self.page_count());
        for page in (0..).map(PageIndex).take(self.page_count()) {
            let text = self.page_text(page).unwrap_or_else(|| Err("its text is not there".to_owned()));
            let reason = text.as_ref().err().cloned();
            texts.push(text.unwrap_or_default());
            if let Some(reason) = reason {
                let message = format!("Page {} was left out: {reason}", page.number());
                problems.push(Problem {
                    code: ProblemCode::PageSkipped,
                    message,
                    page: Some(page),
                    span: None,
                });
            }
        }
        Ok(assemble(self.document_facts(&facts, problems, corrections), &texts, corrections))
    }

    /// What can be said while pages are still read: the text of the pages from the first to the one before the
    /// first that is not read. Never waits.
    #[must_use]
    pub fn partial_extraction(&self) -> Extraction {
        let read = (0..).map(PageIndex).take(self.page_count()).map_while(|page| self.page_text(page));
        let mut texts: Vec<Arc<PageText>> = read.map(Result::unwrap_or_default).collect();
        texts.resize_with(self.page_count(), Arc::default);
        let facts = self.facts().unwrap_or_default();
        assemble(self.document_facts(&facts, Vec::new(), &[]), &texts, &[])
    }

    /// What goes into the extraction id besides text and structure: nothing where all is as usual.
    fn settings(&self, corrections: &[Correction]) -> String {
        let order = self.0.shared.options.order;
        if order == ReadingOrder::Auto && corrections.is_empty() {
            return String::new();
        }
        serde_json::json!({ "order": order, "corrections": corrections }).to_string()
    }

    fn file_problems(&self, no_facts: Option<String>) -> Vec<Problem> {
        let problem = |code, message| Problem { code, message, page: None, span: None };
        let repaired = self.0.shared.opened.repaired.as_ref().map(|what| {
            problem(
                ProblemCode::Repaired,
                format!("The file is broken and was repaired: {what}; pages may be missing"),
            )
        });
        let facts = no_facts.map(|reason| {
            problem(ProblemCode::Other, format!("Outline, page labels and links could not be read: {reason}"))
        });
        repaired.into_iter().chain(facts).collect()
    }

    fn document_facts(
        &self,
        facts: &PdfFacts,
        problems: Vec<Problem>,
        corrections: &[Correction],
    ) -> DocumentFacts {
        let opened = &self.0.shared.opened;
        let page = |(i, g): (usize, &PageGeometry)| PageFacts {
            label: facts.labels.get(i).cloned().flatten(),
            width: g.width,
            height: g.height,
            rotation: g.rotation,
            skipped: None,
        };
        DocumentFacts {
            source: Source {
                path: self.path().to_owned(),
                name: self.0.name.clone(),
                kind: SourceKind::Pdf,
                sha256: opened.sha256,
                bytes: opened.bytes,
                encoding: None,
                address: None,
            },
            pages: opened.pages.iter().enumerate().map(page).collect(),
            outline: facts.outline.clone(),
            links: facts.links.clone(),
            info: Some(PdfInfo {
                title: facts.title.clone(),
                author: facts.author.clone(),
                subject: facts.subject.clone(),
                producer: facts.producer.clone(),
                created: facts.created.clone(),
                encrypted: opened.encrypted,
            }),
            problems,
            settings: self.settings(corrections),
        }
    }
}
