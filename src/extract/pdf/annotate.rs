//! A copy of a PDF with notes and the reading order on its pages.
//!
//! Owns what can be written on a page, and how the copy comes to its place: whole or not at all, and never over
//! the file it is a copy of. What the notes say is `review`'s business.
//!
//! * `copy` (in the worker): from the file's bytes to the copy's.
//! * `draw` (in the worker): annotations and what they look like; `sheet`: from page space to the file's space.

mod copy;
mod draw;
mod sheet;

pub use copy::copy;

use super::document::PdfDocument;
use super::error::PdfError;
use super::protocol::{CopyFault, Reply, Request};
use crate::document::{PageIndex, Quad, Rect};
use crate::extract::{is_same_file, write_whole};
use crate::jobs::Received;
use crate::text::Cancel;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::{Duration, Instant};

/// What is written on one page of a copy, in page space.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PageNotes {
    /// The page.
    pub page: PageIndex,
    /// Notes, in the order in which a reader lists them.
    pub notes: Vec<Note>,
    /// The pieces of the page in reading order: numbered from 1, with arrows from each to the next.
    pub order: Vec<Rect>,
}

/// A note that opens when it is clicked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// What it is about, highlighted; none: the page.
    pub place: Vec<Quad>,
    /// What it says.
    pub text: String,
    /// Who says it.
    pub author: String,
    /// Red, green, blue.
    pub color: [u8; 3],
}

/// How often it is looked whether the copy is still wanted.
const GLANCE: Duration = Duration::from_millis(50);

impl PdfDocument {
    /// Writes a copy of the file with notes and reading order as annotations to `target`; what lies there is
    /// replaced, by the whole copy or not at all. Waits for a worker: call it off the window's thread.
    ///
    /// The text of the copy is that of the file. Where the file is sound, the copy begins with its very bytes
    /// (an incremental update, ISO 32000-1, 7.5.6).
    ///
    /// # Errors
    /// [`PdfError::OwnPath`] where `target` is the file itself; [`PdfError::Protected`] for encrypted files: a
    /// copy would be neither protected nor what its owner allowed; [`PdfError::NoCopy`] where none can be made
    /// or saved; or if the file has changed or `cancel` was raised.
    pub fn save_copy(&self, target: &Path, pages: &[PageNotes], cancel: &Cancel) -> Result<(), PdfError> {
        if self.shared().file.bytes.is_none() && is_same_file(self.path(), target) {
            return Err(PdfError::OwnPath { path: target.to_owned() });
        }
        let copy = self.annotated(pages, cancel)?;
        write_whole(target, &copy)
            .map_err(|error| PdfError::NoCopy { path: target.to_owned(), reason: error.to_string() })
    }

    /// The bytes of such a copy.
    ///
    /// # Errors
    /// As [`Self::save_copy`].
    pub fn annotated(&self, pages: &[PageNotes], cancel: &Cancel) -> Result<Vec<u8>, PdfError> {
        let shared = self.shared();
        let path = || shared.file.path.clone();
        let failed = |reason: String| PdfError::NoCopy { path: path(), reason };
        let mut process = shared.reconnect()?;
        if process.send(&Request::Annotate(pages.to_vec())).is_err() {
            return Err(failed(process.end().to_string()));
        }
        let limit = shared.options.open_time;
        let (start, mut copy) = (Instant::now(), Vec::new());
        loop {
            match process.receive(GLANCE) {
                Received::Message(Reply::Copy(bytes)) => copy.extend_from_slice(&bytes),
                Received::Message(Reply::NoCopy(CopyFault::Protected)) => {
                    return Err(PdfError::Protected { path: path() });
                }
                Received::Message(Reply::NoCopy(CopyFault::Failed(reason))) => return Err(failed(reason)),
                Received::Message(Reply::Done) => return Ok(copy),
                Received::Message(_) | Received::Dead => return Err(failed(process.end().to_string())),
                Received::Nothing if cancel.is_cancelled() => {
                    return Err(PdfError::Cancelled { path: path() });
                }
                Received::Nothing if start.elapsed() > limit => {
                    return Err(failed(format!("it took longer than {} s", limit.as_secs_f32())));
                }
                Received::Nothing => {}
            }
        }
    }
}
