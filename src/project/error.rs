//! What can go wrong with a project: what, where, what to do.

use crate::evidence::{PassageId, QuestionId};
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A project could not be opened, changed or saved. Whatever it is, the file is as it was.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ProjectError {
    #[error("there is no project at {}: it was moved or deleted; look for it with File, Open", .path.display())]
    NotFound { path: PathBuf },
    #[error("{} cannot be read ({detail}): check its permissions and the disk, then open it again", .path.display())]
    Unreadable { path: PathBuf, detail: String },
    #[error("{} exists already: choose another name; nothing was changed", .path.display())]
    Exists { path: PathBuf },
    #[error("{} is not a project of Fundstelle ({detail}): choose another file; nothing was changed", .path.display())]
    NotAProject { path: PathBuf, detail: String },
    #[error(
        "{} was made by a newer version of Fundstelle (schema {found}, this one reads up to {supported}): \
         update, nothing was changed", .path.display()
    )]
    Newer { path: PathBuf, found: i64, supported: i64 },
    #[error(
        "{} is damaged or cut off ({detail}): restore it from a backup, nothing was changed", .path.display()
    )]
    Corrupt { path: PathBuf, detail: String },
    #[error(
        "{} cannot be written: give yourself write permission on it and its folder, or save under another name",
        .path.display()
    )]
    ReadOnly { path: PathBuf },
    #[error(
        "{} is open for editing in another window: close that one, or save this one under another name",
        .path.display()
    )]
    Locked { path: PathBuf },
    #[error("the disk of {} is full: nothing was saved; make room and repeat the edit", .path.display())]
    DiskFull { path: PathBuf },
    #[error(
        "{} was moved, deleted or replaced by another program: nothing was saved; save the project under a name",
        .path.display()
    )]
    Moved { path: PathBuf },
    #[error("{} cannot be saved there ({detail}): choose another folder or name", .path.display())]
    CannotSave { path: PathBuf, detail: String },
    #[error("{0}; nothing was changed")]
    Edit(#[from] EditError),
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("there is nothing to redo")]
    NothingToRedo,
    #[error(
        "the edit before was made by a newer version of Fundstelle ({detail}): update to undo or redo it; \
         nothing was changed"
    )]
    UnknownEdit { detail: String },
    #[error("{}: {detail}; nothing was saved, repeat the edit", .path.display())]
    Database { path: PathBuf, detail: String },
    #[error("the project's thread has ended: open the project again; what was shown as saved is saved")]
    Ended,
}

/// An edit does not fit what the project holds.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum EditError {
    #[error("the project has no document {0}: add it first")]
    NoDocument(String),
    #[error("the project has a document {0} already: rename one of the files, or open their common folder")]
    DocumentExists(String),
    #[error("a document needs a name")]
    UnnamedDocument,
    #[error("the project has no question {}: it was removed; choose another", .0.0)]
    NoQuestion(QuestionId),
    #[error("the project has a question {} already", .0.0)]
    QuestionExists(QuestionId),
    #[error("no question is chosen: type one first")]
    NoCurrentQuestion,
    #[error("a question needs words: type what is asked")]
    EmptyQuestion,
    #[error("the project has no passage {}: it was removed", .0.0)]
    NoPassage(PassageId),
    #[error("the project has a passage {} already", .0.0)]
    PassageExists(PassageId),
    #[error("a passage needs at least one character: select some text first")]
    EmptyPassage,
    #[error(
        "the passage [{start}, {end}) is not as long as its quote of {quote} code points: select it again"
    )]
    Mismatch { start: usize, end: usize, quote: usize },
}

/// What goes wrong inside of a transaction.
#[derive(Debug, Error)]
pub(super) enum Fault {
    #[error(transparent)]
    Sql(#[from] rusqlite::Error),
    #[error(transparent)]
    Edit(#[from] EditError),
    #[error("{0}")]
    Project(Box<ProjectError>),
    #[error("{0}")]
    Content(String),
}

impl From<ProjectError> for Fault {
    fn from(error: ProjectError) -> Self {
        Self::Project(Box::new(error))
    }
}

/// SQLite's word for a file that is no longer where it was opened.
const READONLY_DBMOVED: i32 = 1032;

impl Fault {
    /// The fault as people meet it.
    pub fn at(self, path: &Path) -> ProjectError {
        let path = path.to_owned();
        let error = match self {
            Self::Edit(error) => return ProjectError::Edit(error),
            Self::Project(error) => return *error,
            Self::Content(detail) => return ProjectError::Corrupt { path, detail },
            Self::Sql(error) => error,
        };
        let detail = error.to_string();
        let rusqlite::Error::SqliteFailure(failure, _) = &error else {
            return match error {
                rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::QueryReturnedNoRows
                | rusqlite::Error::Utf8Error(..) => ProjectError::Corrupt { path, detail },
                _ => ProjectError::Database { path, detail },
            };
        };
        match failure.code {
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => ProjectError::Locked { path },
            ErrorCode::ReadOnly if failure.extended_code == READONLY_DBMOVED => ProjectError::Moved { path },
            ErrorCode::ReadOnly => ProjectError::ReadOnly { path },
            ErrorCode::DiskFull => ProjectError::DiskFull { path },
            ErrorCode::NotADatabase => ProjectError::NotAProject { path, detail },
            ErrorCode::DatabaseCorrupt => ProjectError::Corrupt { path, detail },
            ErrorCode::CannotOpen | ErrorCode::PermissionDenied => ProjectError::Unreadable { path, detail },
            _ => ProjectError::Database { path, detail },
        }
    }
}
