//! PDF files, read and painted in worker processes.
//!
//! Owns [`PdfDocument`], the handle the rest of the program has on an open file, the workers behind it
//! and what travels between them. A file's bytes are parsed in workers only: a page may take minutes, eat
//! all memory or overflow the stack, and a process is the one thing that can be stopped from outside. The
//! pool kills a worker at its limits, names the page and goes on.
//!
//! * `protocol`, `worker`, `paint`, `info`: the worker's side.
//! * `document`, `pool`, `schedule`: this side; which page is next, for whom, and for how long.
//! * `annotate`: a copy of the file with notes on its pages.
//! * `glyphs` (in the worker), `layout` (pure) and `assemble` (pure, this side): a page's text.
//!
//! Which tiles of a page are wanted and how long they are kept is the business of `render`.

mod annotate;
mod assemble;
mod document;
mod error;
mod glyphs;
mod info;
mod layout;
mod paint;
mod pool;
mod protocol;
mod schedule;
mod tags;
mod tile;
mod worker;

pub use annotate::{Note, PageNotes};
pub use document::{PdfDocument, PdfEvent};
pub use error::PdfError;
pub use info::PdfFacts;
pub use layout::PageText;
pub(super) use layout::unit as column_unit;
pub use protocol::PageGeometry;
pub use tile::{TILE, TileImage, TileKey, page_pixels, tile_pixels};
pub use worker::worker_main;

use crate::document::{Extraction, ReadingOrder};
use crate::jobs::no_waker;
use crate::text::{Cancel, Progress};
use std::path::Path;
use std::time::Duration;

/// The hidden argument that makes the program a worker: `fundstelle __pdf-worker [FILE]`.
pub const WORKER_ARGUMENT: &str = "__pdf-worker";

/// The limits under which a PDF is read, and for whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfOptions {
    /// The longest time that the text of one page may take.
    pub page_time: Duration,
    /// The longest time that painting may take.
    pub paint_time: Duration,
    /// The longest time that opening the file, or reading its outline and links, may take.
    pub open_time: Duration,
    /// The most memory (address space) a worker may have, in bytes; only Unix holds it.
    pub memory: u64,
    /// The largest file that is opened, in bytes.
    pub max_bytes: u64,
    /// How many workers read text; `None`: by the number of cores and pages.
    pub workers: Option<usize>,
    /// Whether somebody looks at the pages: text is read without being asked for, and a worker is kept
    /// free for painting.
    pub interactive: bool,
    /// How the reading order of its pages is found, until it is set otherwise.
    pub order: ReadingOrder,
}

impl Default for PdfOptions {
    fn default() -> Self {
        Self {
            page_time: Duration::from_secs(20),
            paint_time: Duration::from_mins(1),
            open_time: Duration::from_mins(1),
            memory: 2 << 30,
            max_bytes: 1 << 30,
            workers: None,
            interactive: false,
            order: ReadingOrder::Auto,
        }
    }
}

impl PdfOptions {
    /// The limits for a file that is shown in a window.
    #[must_use]
    pub fn interactive() -> Self {
        Self { interactive: true, ..Self::default() }
    }
}

/// Reads a whole PDF and waits for it. The result does not depend on the number of workers.
///
/// `name` is how the source is called in citations. Pages that could not be read are problems of the
/// extraction, not errors.
///
/// # Errors
/// If the file cannot be opened at all, or `cancel` was raised.
pub fn extract(
    path: &Path,
    name: &str,
    password: Option<&str>,
    options: PdfOptions,
    cancel: &Cancel,
    progress: &Progress,
) -> Result<Extraction, PdfError> {
    read_whole(&PdfDocument::open(path, name, password, options, no_waker())?, cancel, progress)
}

/// As [`extract`], for bytes that lie in no file.
///
/// # Errors
/// As [`extract`].
pub fn extract_bytes(
    bytes: Vec<u8>,
    name: &str,
    password: Option<&str>,
    options: PdfOptions,
    cancel: &Cancel,
    progress: &Progress,
) -> Result<Extraction, PdfError> {
    read_whole(&PdfDocument::open_bytes(bytes, name, password, options, no_waker())?, cancel, progress)
}

fn read_whole(document: &PdfDocument, cancel: &Cancel, progress: &Progress) -> Result<Extraction, PdfError> {
    document.read_all(cancel, progress)?;
    document.extraction(cancel)
}
