//! Where a project's source lies today.

use super::EXTENSION;
use super::state::Document;
use crate::text::{Cancel, Sha256Id};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Looking for a moved file goes through at most this many entries of folders.
const MOST_ENTRIES: usize = 2_000;

/// Where a source was found. Marks belong to it only where its bytes are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Located {
    /// Where the project says, unchanged.
    Here(PathBuf),
    /// Elsewhere, unchanged.
    Moved(PathBuf),
    /// Where the project says, but it is another file now.
    Changed {
        /// Where.
        path: PathBuf,
        /// Hash of its bytes now.
        sha256: Sha256Id,
    },
    /// Where the project says, but it cannot be read.
    Unreadable {
        /// Where.
        path: PathBuf,
        /// What the system says.
        detail: String,
    },
    /// Nowhere that was looked at, or the search was cancelled.
    Missing,
}

/// Looks for the source: at its path, at its path relative to the project's folder, then for a file of the same
/// size and bytes in the project's folder and the folder that it was in (and theirs, at most 2,000 entries in all).
///
/// A file that is there but changed is said to have changed, even if an old copy lies about. Reads whole files: a
/// job for a thread.
#[must_use]
pub fn locate(document: &Document, project_dir: Option<&Path>, cancel: &Cancel) -> Located {
    if document.address().is_some() {
        // It was fetched, and lies in the project itself.
        return Located::Here(document.path.clone());
    }
    let relative = document.relative.as_ref().zip(project_dir).map(|(relative, dir)| dir.join(relative));
    let relative = relative.filter(|path| *path != document.path);
    let mut other = None;
    for path in [Some(document.path.clone()), relative].into_iter().flatten() {
        match hash(&path, cancel) {
            Ok(Some(sha256)) if sha256 == document.sha256 => return Located::Here(path),
            Ok(Some(sha256)) => other = other.or(Some(Located::Changed { path, sha256 })),
            Err(e) if !is_absent(&e) => {
                other = other.or(Some(Located::Unreadable { path, detail: e.to_string() }));
            }
            _ => (),
        }
    }
    other.or_else(|| search(document, project_dir, cancel).map(Located::Moved)).unwrap_or(Located::Missing)
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The first file of the same bytes: those of the same name first, breadth first.
fn search(document: &Document, project_dir: Option<&Path>, cancel: &Cancel) -> Option<PathBuf> {
    let mut folders: std::collections::VecDeque<PathBuf> =
        [project_dir, document.path.parent()].into_iter().flatten().map(Path::to_owned).collect();
    let mut seen = std::collections::HashSet::new();
    let (mut namesakes, mut others) = (Vec::new(), Vec::new());
    let mut left = MOST_ENTRIES;
    while let Some(folder) = folders.pop_front() {
        if !seen.insert(folder.clone()) {
            continue;
        }
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            if left == 0 || cancel.is_cancelled() {
                folders.clear();
                break;
            }
            left -= 1;
            // The type of the entry itself: links to folders are not followed, and so no ring is.
            let Ok(kind) = entry.file_type() else { continue };
            let path = entry.path();
            if kind.is_dir() {
                folders.push_back(path);
            } else if std::fs::metadata(&path).is_ok_and(|m| m.is_file() && m.len() == document.bytes) {
                let namesake = path.file_name() == document.path.file_name();
                if namesake { namesakes.push(path) } else { others.push(path) }
            }
        }
    }
    // The system lists folders in no order: of several copies the same one is found each time.
    namesakes.sort();
    others.sort();
    namesakes.into_iter().chain(others).find(|path| {
        // A project's file must not be opened twice in one process; see the room's words.
        let project = path.extension().is_some_and(|e| e == EXTENSION);
        !project && matches!(hash(path, cancel), Ok(Some(sha256)) if sha256 == document.sha256)
    })
}

/// The hash of a file's bytes; `None` when cancelled.
fn hash(path: &Path, cancel: &Cancel) -> io::Result<Option<Sha256Id>> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::ErrorKind::NotFound.into());
    }
    let mut file = File::open(path)?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        match file.read(&mut buffer) {
            Ok(0) => return Ok(Some(Sha256Id::from_bytes(hash.finalize().into()))),
            Ok(n) => hash.update(&buffer[..n]),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => (),
            Err(e) => return Err(e),
        }
    }
}
