//! A project's file comes to its place whole or not at all.

use super::database::{check_header, connect, is_owned};
use super::error::{Fault, ProjectError};
use super::{paths, schema};
use crate::evidence::QuestionId;
use rusqlite::{Connection, OpenFlags, params};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Makes an empty project at `path`, where nothing may be.
pub(super) fn create(path: &Path) -> Result<(), ProjectError> {
    // The name is taken first, so that two windows cannot both have it; the content comes by a rename.
    OpenOptions::new().write(true).create_new(true).open(path).map_err(|e| match e.kind() {
        io::ErrorKind::AlreadyExists => ProjectError::Exists { path: path.to_owned() },
        _ => cannot_save(path, &e),
    })?;
    remove_leftovers(path);
    let made = install(path, empty);
    if made.is_err() {
        let _ = fs::remove_file(path);
    }
    made
}

/// Writes the tables of an empty project to a new file.
pub(super) fn empty(path: &Path) -> Result<(), ProjectError> {
    let make = || -> rusqlite::Result<()> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut connection = connect(path, flags)?;
        let transaction = connection.transaction()?;
        schema::create(&transaction)?;
        transaction.commit()
    };
    make().map_err(|e| Fault::from(e).at(path))
}

/// Has `write` make a file beside `path` and puts it in the place of `path`: the old file or the new one, at any
/// moment and after a power cut, never half of one.
pub(super) fn install(
    path: &Path,
    write: impl FnOnce(&Path) -> Result<(), ProjectError>,
) -> Result<(), ProjectError> {
    let temporary = beside(path);
    let put = || {
        write(&temporary).map_err(|e| of_target(e, path))?;
        let synced = File::options().write(true).open(&temporary).and_then(|f| f.sync_all());
        synced.and_then(|()| fs::rename(&temporary, path)).map_err(|e| cannot_save(path, &e))
    };
    let result = put();
    if result.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    result?;
    sync_folder(path).map_err(|e| cannot_save(path, &e))
}

/// Refuses to replace what is no project, one that cannot be read, and one that another window has open.
pub(super) fn check_target(path: &Path) -> Result<(), ProjectError> {
    match check_header(path) {
        Err(ProjectError::NotFound { .. }) => {
            remove_leftovers(path);
            Ok(())
        }
        Err(error) => Err(error),
        Ok(()) if is_owned(path) => Err(ProjectError::Locked { path: path.to_owned() }),
        // Looking for an owner has rolled back what a killed process had left; nothing may be left to do that now.
        Ok(()) if with_suffix(path, "-journal").exists() => {
            Err(ProjectError::Locked { path: path.to_owned() })
        }
        Ok(()) => Ok(()),
    }
}

/// Removes the journal of a project that is gone: it would be taken for the new file's and rolled back into it.
fn remove_leftovers(path: &Path) {
    for left in ["-journal", "-wal", "-shm"] {
        let _ = fs::remove_file(with_suffix(path, left));
    }
}

/// Writes to the copy at `path` how the window is, and where the sources lie as seen from `folder`.
pub(super) fn rebase(
    path: &Path,
    view: &BTreeMap<String, String>,
    current: Option<QuestionId>,
    folder: &Path,
) -> Result<(), ProjectError> {
    let write = || -> Result<(), Fault> {
        let mut connection: Connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let transaction = connection.transaction()?;
        for document in schema::load(&transaction)?.documents {
            transaction.execute(
                "UPDATE documents SET relative_path = ?2 WHERE id = ?1",
                params![document.id.0, paths::relative(&document.path, folder)],
            )?;
        }
        schema::write_view(&transaction, view, current)?;
        Ok(transaction.commit()?)
    };
    write().map_err(|e| e.at(path))
}

/// The folder that `path` lies in.
pub(super) fn folder(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    absolute.parent().map(Path::to_owned).unwrap_or_default()
}

/// Whether both paths name one file.
pub(super) fn same_file(a: &Path, b: &Path) -> bool {
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    folder(path).join(format!(".{name}.{}-{count}.tmp", std::process::id()))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn cannot_save(path: &Path, error: &io::Error) -> ProjectError {
    let path = path.to_owned();
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => ProjectError::DiskFull { path },
        _ => ProjectError::CannotSave { path, detail: error.to_string() },
    }
}

/// What goes wrong with the file beside it goes wrong with saving `path`: people have not heard of the other.
fn of_target(error: ProjectError, path: &Path) -> ProjectError {
    let path = path.to_owned();
    match error {
        ProjectError::DiskFull { .. } => ProjectError::DiskFull { path },
        ProjectError::Unreadable { detail, .. } | ProjectError::Database { detail, .. } => {
            ProjectError::CannotSave { path, detail }
        }
        ProjectError::ReadOnly { .. } => ProjectError::ReadOnly { path },
        error => error,
    }
}

#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder(path))?.sync_all()
}

#[cfg(not(unix))]
#[expect(
    clippy::unnecessary_wraps,
    reason = "the same signature everywhere; Windows syncs folders by itself"
)]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
