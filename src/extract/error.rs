//! Why a source could not be read.

use std::path::PathBuf;

/// Why a source could not be read: what, where, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum ExtractError {
    /// There is no such file.
    #[error("{} does not exist. Check the path, or open the file from where it lies now", path.display())]
    Missing {
        /// The path asked for.
        path: PathBuf,
    },
    /// A folder where a file was expected.
    #[error("{} is a folder. Open it as a folder, or name the files in it", path.display())]
    IsFolder {
        /// The path asked for.
        path: PathBuf,
    },
    /// Neither a file nor a folder.
    #[error("{} is not a file (a device, a pipe or a socket). Copy its contents to a file first", path.display())]
    NotAFile {
        /// The path asked for.
        path: PathBuf,
    },
    /// The operating system refused.
    #[error("{} cannot be read: {error}. Check its permissions, and that its drive is there", path.display())]
    Unreadable {
        /// The path asked for.
        path: PathBuf,
        /// What the operating system said.
        #[source]
        error: std::io::Error,
    },
    /// More bytes than are read at most.
    #[error(
        "{name} has {bytes} bytes, more than the {limit} that are read at most. Split it into several files"
    )]
    TooLarge {
        /// The source's name.
        name: String,
        /// Its size, as far as it is known.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// No text.
    #[error("{name} is not a text: it looks like {what}. Convert it to PDF, Markdown or plain text first")]
    Binary {
        /// The source's name.
        name: String,
        /// What it seems to be, with its article.
        what: &'static str,
    },
    /// An encoding that is not read.
    #[error("{name} is encoded in {encoding}, which is not read. Save it as UTF-8 first")]
    Encoding {
        /// The source's name.
        name: String,
        /// The encoding.
        encoding: &'static str,
    },
    /// A PDF that cannot be opened.
    #[error(transparent)]
    Pdf(#[from] super::pdf::PdfError),
    /// An address that cannot be fetched.
    #[error(transparent)]
    Fetch(#[from] super::fetch::FetchError),
    /// The work was cancelled.
    #[error("Reading {name} was cancelled")]
    Cancelled {
        /// The source's name.
        name: String,
    },
}

impl ExtractError {
    /// Whether a password, or another one, would help.
    #[must_use]
    pub fn wants_password(&self) -> bool {
        matches!(self, Self::Pdf(error) if error.wants_password())
    }

    /// The right error for a path that the operating system would not open.
    #[must_use]
    pub fn from_io(path: &std::path::Path, error: std::io::Error) -> Self {
        let path = path.to_owned();
        match error.kind() {
            std::io::ErrorKind::NotFound => Self::Missing { path },
            std::io::ErrorKind::IsADirectory => Self::IsFolder { path },
            _ => Self::Unreadable { path, error },
        }
    }
}
