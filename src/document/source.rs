//! A file as it lies there.

use crate::text::Sha256Id;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What kind of file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum SourceKind {
    Pdf,
    Markdown,
    Html,
    Text,
    Code,
}

impl SourceKind {
    /// The kind of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Pdf, Self::Markdown, Self::Html, Self::Text, Self::Code].into_iter().find(|k| k.name() == name)
    }

    /// The word used in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::Text => "text",
            Self::Code => "code",
        }
    }
}

/// How the bytes of a text were read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Encoding {
    /// The encoding's name (`UTF-8`, `windows-1252`).
    pub name: String,
    /// Whether the file began with a byte order mark.
    pub bom: bool,
    /// Whether it was guessed from the bytes.
    pub guessed: bool,
}

/// Where an extraction comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// Where the file lies.
    pub path: PathBuf,
    /// How it is named in citations and exports: relative to what was opened, parted by `/`.
    pub name: String,
    /// What it is.
    pub kind: SourceKind,
    /// Hash of the file's bytes.
    pub sha256: Sha256Id,
    /// Size of the file.
    pub bytes: u64,
    /// How a text was decoded; `None` for PDF.
    pub encoding: Option<Encoding>,
    /// The address that it was fetched from; `path` is the same then.
    pub address: Option<String>,
}

impl Source {
    /// How it is cited: by its address, where it has one, else by its name.
    #[must_use]
    pub fn cited(&self) -> &str {
        self.address.as_deref().unwrap_or(&self.name)
    }

    /// Names the document: a hash of its name and its bytes.
    #[must_use]
    pub fn document_id(&self) -> Sha256Id {
        Sha256Id::of_parts([self.name.as_bytes(), self.sha256.bytes().as_slice()])
    }
}
