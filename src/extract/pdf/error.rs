//! Why a PDF could not be read.

use super::protocol::Refusal;
use crate::jobs::SpawnError;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a PDF could not be read: what happened, where, and what to do.
#[derive(Debug, Error)]
pub enum PdfError {
    /// The file could not be read from disk.
    #[error("{path} cannot be read: {reason}; check that the file exists and that you may read it")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The file has no bytes.
    #[error("{path} is empty (0 bytes); was it copied or downloaded completely?")]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The file is larger than the limit.
    #[error("{path} has {bytes} bytes, more than the limit of {limit}; split it, or raise the limit")]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
        /// The largest size that is opened.
        limit: u64,
    },
    /// The file is no PDF.
    #[error("{path} is not a PDF, although its name may say so; open it with the program that made it")]
    NotAPdf {
        /// The file.
        path: PathBuf,
    },
    /// The file is encrypted and no password was given.
    #[error("{path} is encrypted and needs a password to be opened; give its password")]
    PasswordNeeded {
        /// The file.
        path: PathBuf,
    },
    /// The password given does not open the file.
    #[error(
        "the password does not open {path}; check capital letters and the keyboard layout, and try again"
    )]
    WrongPassword {
        /// The file.
        path: PathBuf,
    },
    /// The file is broken beyond repair, or uses something we cannot read.
    #[error("{path} cannot be opened: {reason}; open it in the program that made it and save it again")]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The file on disk is another one than when it was opened.
    #[error("{path} has changed on disk since it was opened; open it again")]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// A copy would lie where the file lies.
    #[error("{path} is the file itself, which is never changed; save the copy under another name")]
    OwnPath {
        /// The file.
        path: PathBuf,
    },
    /// A copy of an encrypted file would be neither protected nor what its owner allowed.
    #[error("{path} is encrypted: no copy with notes is made of it; save it without encryption first")]
    Protected {
        /// The file.
        path: PathBuf,
    },
    /// No copy with notes could be made or saved.
    #[error("no copy with notes can be saved for {path}: {reason}")]
    NoCopy {
        /// The file, or the place of the copy.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// No worker could be started.
    #[error(transparent)]
    WorkerMissing(#[from] SpawnError),
    /// The work was cancelled.
    #[error("reading {path} was cancelled")]
    Cancelled {
        /// The file.
        path: PathBuf,
    },
}

impl PdfError {
    /// Whether another password would help.
    #[must_use]
    pub fn wants_password(&self) -> bool {
        matches!(self, Self::PasswordNeeded { .. } | Self::WrongPassword { .. })
    }

    pub(super) fn refused(refusal: Refusal, path: &Path, password_given: bool) -> Self {
        let path = path.to_owned();
        match refusal {
            Refusal::Io(reason) => Self::Io { path, reason },
            Refusal::Empty => Self::Empty { path },
            Refusal::TooLarge { bytes, limit } => Self::TooLarge { path, bytes, limit },
            Refusal::NotAPdf => Self::NotAPdf { path },
            Refusal::Password if password_given => Self::WrongPassword { path },
            Refusal::Password => Self::PasswordNeeded { path },
            Refusal::Broken(reason) => Self::Broken { path, reason },
        }
    }
}
