//! Reads one source off the window's thread and sends what is known of it as it comes.

use super::review::Facts;
use super::state::{Original, PageSize};
use crate::chunk::Prepared;
use crate::document::{Extraction, ReadingOrder, SourceKind};
use crate::extract::pdf::{PdfDocument, PdfError, PdfOptions};
use crate::extract::{LoadOptions, Loaded, kind_of, load_bytes_with_view, load_with_view};
use crate::jobs::Waker;
use crate::text::{Cancel, Progress};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// The bundled sample, as PDF and as Markdown.
pub(super) const SAMPLES: [(&str, &[u8]); 2] = [
    ("pump-x17.pdf", include_bytes!("../../assets/sample/pump-x17.pdf")),
    ("pump-x17.md", include_bytes!("../../assets/sample/pump-x17.md")),
];

/// The bytes of a source that lies in no file.
pub(super) struct Given {
    pub bytes: Arc<[u8]>,
    /// What it is, where that is known.
    pub kind: Option<SourceKind>,
    /// The encoding that its server named.
    pub charset: Option<String>,
    /// Where it was fetched from.
    pub address: Option<String>,
}

impl Given {
    /// Bytes of which nothing else is known.
    pub fn bytes(bytes: &[u8]) -> Self {
        Self { bytes: bytes.into(), kind: None, charset: None, address: None }
    }
}

/// What is known of a source.
pub(super) enum Arrival {
    /// The left side can be shown.
    Original(SourceKind, Original),
    /// There is text; provisional text may still change.
    Text { extraction: Arc<Extraction>, prepared: Arc<Prepared>, facts: Arc<Facts>, provisional: bool },
    /// The file asks for a password; whether one was tried.
    Locked { wrong: bool },
    /// It could not be read.
    Failed(String),
}

/// A source that is being read. Dropping it stops the work.
pub(super) struct Reading {
    pub progress: Progress,
    cancel: Cancel,
    arrivals: Receiver<Arrival>,
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl Reading {
    /// Starts to read: the file at `path`, or what is given instead.
    pub fn start(
        path: &Path,
        name: &str,
        given: Option<Given>,
        password: Option<String>,
        order: ReadingOrder,
        waker: Waker,
    ) -> Self {
        let (sender, arrivals) = channel();
        let (cancel, progress) = (Cancel::new(), Progress::default());
        let job = Job {
            path: path.to_owned(),
            name: name.to_owned(),
            given,
            password,
            order,
            cancel: cancel.clone(),
            progress: progress.clone(),
            sender,
            waker,
        };
        std::thread::spawn(move || job.run());
        Self { progress, cancel, arrivals }
    }

    /// The next thing that arrived. Never waits.
    pub fn take(&self) -> Option<Arrival> {
        self.arrivals.try_recv().ok()
    }
}

struct Job {
    path: PathBuf,
    name: String,
    given: Option<Given>,
    password: Option<String>,
    order: ReadingOrder,
    cancel: Cancel,
    progress: Progress,
    sender: Sender<Arrival>,
    waker: Waker,
}

impl Job {
    fn run(self) {
        // A fault in a dependency must not end the program: it is said, and the window goes on.
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.read()));
        if let Err(fault) = result.unwrap_or_else(|_| Err(self.broken())) {
            self.send(Arrival::Failed(fault));
        }
    }

    fn broken(&self) -> String {
        format!(
            "{} could not be read: the reader failed on it. Nothing was changed; try it as another kind of file.",
            self.name
        )
    }

    fn send(&self, arrival: Arrival) {
        if !self.cancel.is_cancelled() && self.sender.send(arrival).is_ok() {
            (self.waker)();
        }
    }

    fn read(&self) -> Result<(), String> {
        if self.kind() == SourceKind::Pdf {
            return self.read_pdf();
        }
        let given = self.given.as_ref();
        let options = LoadOptions {
            kind: given.and_then(|g| g.kind),
            charset: given.and_then(|g| g.charset.clone()),
            address: given.and_then(|g| g.address.clone()),
            cancel: self.cancel.clone(),
            progress: self.progress.clone(),
            ..LoadOptions::default()
        };
        let loaded = match given {
            Some(given) => load_bytes_with_view(given.bytes.to_vec(), &self.name, &options),
            None => load_with_view(&self.path, &self.name, &options),
        };
        let Loaded { extraction, rendered } = loaded.map_err(|e| e.to_string())?;
        let kind = extraction.source().kind;
        let original = rendered.map_or(Original::Text, |view| Original::Rendered(Arc::new(view)));
        self.send(Arrival::Original(kind, original));
        self.send_text(extraction, false);
        Ok(())
    }

    fn kind(&self) -> SourceKind {
        let mut head = vec![0; 1024];
        let n = match &self.given {
            Some(Given { kind: Some(kind), .. }) => return *kind,
            Some(Given { bytes, .. }) => {
                let n = bytes.len().min(head.len());
                head[..n].copy_from_slice(&bytes[..n]);
                n
            }
            None if self.path.is_file() => {
                std::fs::File::open(&self.path).and_then(|mut f| f.read(&mut head)).unwrap_or(0)
            }
            None => 0,
        };
        kind_of(&self.path, &head[..n])
    }

    fn send_text(&self, mut extraction: Extraction, provisional: bool) {
        if let Some(address) = self.given.as_ref().and_then(|g| g.address.clone()) {
            extraction.set_address(address);
        }
        let extraction = Arc::new(extraction);
        let prepared = Arc::new(Prepared::new(extraction.text()));
        let facts = Arc::new(Facts::of(&extraction));
        self.send(Arrival::Text { extraction, prepared, facts, provisional });
    }

    fn read_pdf(&self) -> Result<(), String> {
        let options = PdfOptions { order: self.order, ..PdfOptions::interactive() };
        let waker = Arc::clone(&self.waker);
        let password = self.password.as_deref();
        let opened = match &self.given {
            Some(given) => {
                PdfDocument::open_bytes(given.bytes.to_vec(), &self.name, password, options, waker)
            }
            None => PdfDocument::open(&self.path, &self.name, password, options, waker),
        };
        let pdf = match opened {
            Ok(pdf) => pdf,
            Err(PdfError::PasswordNeeded { .. }) => {
                self.send(Arrival::Locked { wrong: false });
                return Ok(());
            }
            Err(PdfError::WrongPassword { .. }) => {
                self.send(Arrival::Locked { wrong: true });
                return Ok(());
            }
            Err(error) => return Err(error.to_string()),
        };
        let sizes: Vec<PageSize> = pdf.pages().iter().map(|g| (g.width, g.height)).collect();
        self.progress.set_total(sizes.len() as u64);
        self.send(Arrival::Original(
            SourceKind::Pdf,
            Original::Pages { pdf: pdf.clone(), sizes: Arc::new(sizes) },
        ));
        self.provisional_text(&pdf);
        if self.cancel.is_cancelled() {
            return Ok(());
        }
        let extraction = pdf.extraction(&self.cancel).map_err(|e| e.to_string())?;
        self.send_text(extraction, false);
        Ok(())
    }

    /// Shows the text of the first pages while the others are read: after 4, 16, 64 … pages, so that
    /// all of them together cost no more than a third of the whole.
    fn provisional_text(&self, pdf: &PdfDocument) {
        let (mut told, mut next) = (0, 4);
        loop {
            let (done, all) = pdf.text_progress();
            self.progress.advance((done - told) as u64);
            if done > told {
                (self.waker)();
            }
            told = done;
            if done == all || self.cancel.is_cancelled() {
                return;
            }
            if done >= next {
                next = done * 4;
                self.send_text(pdf.partial_extraction(), true);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
