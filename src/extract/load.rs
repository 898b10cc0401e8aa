//! From a path or bytes to an extraction, by kind.

use super::code::{self, language_of};
use super::decode::{Decoded, decode, decode_as, decode_declared, encoding_named};
use super::html::{self, HtmlOptions, MAX_HTML_BYTES};
use super::pdf::{self, PdfOptions};
use super::rendered::Rendered;
use super::{ExtractError, markdown, plain};
use crate::document::{Extraction, Problem, ProblemCode, Source, SourceKind};
use crate::text::{Cancel, Progress, Sha256Id};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The largest text file that is read, in bytes.
pub const MAX_TEXT_BYTES: u64 = 1 << 30;

/// How much of a file tells its kind.
const HEAD: usize = 1024;

/// What a load needs besides the path.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// The password of an encrypted PDF.
    pub password: Option<String>,
    /// The kind, where it is known better than from name and bytes.
    pub kind: Option<SourceKind>,
    /// The encoding of a text, where whoever sent it has named one; a byte order mark counts more.
    pub charset: Option<String>,
    /// The address that the bytes were fetched from.
    pub address: Option<String>,
    /// The limits under which a PDF is read.
    pub pdf: PdfOptions,
    /// How much of an HTML page is text.
    pub html: HtmlOptions,
    /// Raised to stop.
    pub cancel: Cancel,
    /// Counts pages of a PDF, bytes of a text.
    pub progress: Progress,
}

/// A source that was read.
#[derive(Debug)]
pub struct Loaded {
    /// Text, structure and origins.
    pub extraction: Extraction,
    /// What a Markdown text or an HTML page looks like; its spans are of the default text.
    pub rendered: Option<Rendered>,
}

impl From<Extraction> for Loaded {
    fn from(extraction: Extraction) -> Self {
        Self { extraction, rendered: None }
    }
}

/// The kind of a file, from its name and its first bytes. Bytes that say PDF win over the name;
/// where the name says nothing, bytes that begin as a page does say HTML.
#[must_use]
pub fn kind_of(path: &Path, head: &[u8]) -> SourceKind {
    let head = &head[..head.len().min(HEAD)];
    if head.windows(5).any(|w| w == b"%PDF-") && kind_by_name(path).is_none_or(|_| head.starts_with(b"%PDF-"))
    {
        return SourceKind::Pdf;
    }
    let by_bytes = || if html::looks_like_html(head) { SourceKind::Html } else { SourceKind::Text };
    kind_by_name(path).unwrap_or_else(by_bytes)
}

fn kind_by_name(path: &Path) -> Option<SourceKind> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    match extension.as_str() {
        "pdf" => Some(SourceKind::Pdf),
        "md" | "markdown" | "mdown" | "mkd" | "mkdn" => Some(SourceKind::Markdown),
        "html" | "htm" | "xhtml" => Some(SourceKind::Html),
        "txt" | "text" | "rst" => Some(SourceKind::Text),
        _ => language_of(path).map(|_| SourceKind::Code),
    }
}

/// Reads a file. `name` is how it is called in citations.
///
/// # Errors
/// If it is missing, a folder, unreadable, too large, no text, or a PDF that cannot be opened; or if the load
/// was cancelled.
pub fn load(path: &Path, name: &str, options: &LoadOptions) -> Result<Extraction, ExtractError> {
    Ok(load_with_view(path, name, options)?.extraction)
}

/// Reads a file, with what it looks like where that is Markdown or HTML.
///
/// # Errors
/// As [`load`].
pub fn load_with_view(path: &Path, name: &str, options: &LoadOptions) -> Result<Loaded, ExtractError> {
    let mut file = open(path)?;
    let io = |error| ExtractError::from_io(path, error);
    let mut bytes = Vec::new();
    (&mut file).take(HEAD as u64).read_to_end(&mut bytes).map_err(io)?;
    let kind = options.kind.unwrap_or_else(|| kind_of(path, &bytes));
    if kind == SourceKind::Pdf {
        drop(file);
        return Ok(load_pdf(path, name, options)?.into());
    }
    let size = file.metadata().map_err(io)?.len();
    let too_large = |bytes| ExtractError::TooLarge { name: name.to_owned(), bytes, limit: limit(kind) };
    if size > limit(kind) {
        return Err(too_large(size));
    }
    options.progress.set_total(size);
    read_rest(&mut file, &mut bytes, name, options)?.map_err(io)?;
    if bytes.len() as u64 > limit(kind) {
        return Err(too_large(bytes.len() as u64));
    }
    from_bytes(bytes, path, name, kind, options)
}

/// Reads bytes that lie in no file, such as standard input.
///
/// # Errors
/// As [`load`].
pub fn load_bytes(bytes: Vec<u8>, name: &str, options: &LoadOptions) -> Result<Extraction, ExtractError> {
    Ok(load_bytes_with_view(bytes, name, options)?.extraction)
}

/// Reads bytes that lie in no file, with what they look like where that is Markdown or HTML.
///
/// # Errors
/// As [`load`].
pub fn load_bytes_with_view(
    bytes: Vec<u8>,
    name: &str,
    options: &LoadOptions,
) -> Result<Loaded, ExtractError> {
    let mut loaded = load_nowhere(bytes, name, options)?;
    if let Some(address) = &options.address {
        loaded.extraction.set_address(address.clone());
    }
    Ok(loaded)
}

fn load_nowhere(bytes: Vec<u8>, name: &str, options: &LoadOptions) -> Result<Loaded, ExtractError> {
    let path = Path::new(name);
    let kind = options.kind.unwrap_or_else(|| kind_of(path, &bytes));
    if kind == SourceKind::Pdf {
        let password = options.password.as_deref();
        let pdf = options.pdf.clone();
        return Ok(pdf::extract_bytes(bytes, name, password, pdf, &options.cancel, &options.progress)?.into());
    }
    if bytes.len() as u64 > limit(kind) {
        let (name, bytes) = (name.to_owned(), bytes.len() as u64);
        return Err(ExtractError::TooLarge { name, bytes, limit: limit(kind) });
    }
    from_bytes(bytes, path, name, kind, options)
}

/// The most bytes of a file of a kind.
fn limit(kind: SourceKind) -> u64 {
    if kind == SourceKind::Html { MAX_HTML_BYTES } else { MAX_TEXT_BYTES }
}

fn load_pdf(path: &Path, name: &str, options: &LoadOptions) -> Result<Extraction, ExtractError> {
    let password = options.password.as_deref();
    let pdf = options.pdf.clone();
    let mut extraction = pdf::extract(path, name, password, pdf, &options.cancel, &options.progress)?;
    if let Some(named) = kind_by_name(path).filter(|kind| *kind != SourceKind::Pdf) {
        extraction.add_problem(Problem {
            code: ProblemCode::Other,
            message: format!(
                "The file is a PDF, although its name says {}; it was read as a PDF",
                named.name()
            ),
            page: None,
            span: None,
        });
    }
    Ok(extraction)
}

fn open(path: &Path) -> Result<File, ExtractError> {
    let metadata = std::fs::metadata(path).map_err(|error| ExtractError::from_io(path, error))?;
    if metadata.is_dir() {
        return Err(ExtractError::IsFolder { path: path.to_owned() });
    }
    if !metadata.is_file() {
        // Opening a pipe would wait for a writer that may never come.
        return Err(ExtractError::NotAFile { path: path.to_owned() });
    }
    File::open(path).map_err(|error| ExtractError::from_io(path, error))
}

/// Reads up to one byte more than the limit, a megabyte at a time.
fn read_rest(
    file: &mut File,
    bytes: &mut Vec<u8>,
    name: &str,
    options: &LoadOptions,
) -> Result<std::io::Result<()>, ExtractError> {
    options.progress.advance(bytes.len() as u64);
    while (bytes.len() as u64) <= MAX_TEXT_BYTES {
        if options.cancel.is_cancelled() {
            return Err(ExtractError::Cancelled { name: name.to_owned() });
        }
        match file.take(1 << 20).read_to_end(bytes) {
            Ok(0) => break,
            Ok(n) => options.progress.advance(n as u64),
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(()))
}

fn from_bytes(
    bytes: Vec<u8>,
    path: &Path,
    name: &str,
    kind: SourceKind,
    options: &LoadOptions,
) -> Result<Loaded, ExtractError> {
    let cancelled = || ExtractError::Cancelled { name: name.to_owned() };
    // What the server says counts more than what the page says.
    let named = options.charset.as_deref().and_then(encoding_named);
    let mut decoded = match (named, kind) {
        (Some(named), _) => decode_as(&bytes, name, named)?,
        (None, SourceKind::Html) => decode_declared(&bytes, name, html::declared_encoding(&bytes))?,
        (None, _) => decode(&bytes, name)?,
    };
    if options.cancel.is_cancelled() {
        return Err(cancelled());
    }
    if decoded.text.is_empty() {
        decoded.problems.push(empty());
    }
    let source = source(&bytes, path, name, kind, &decoded);
    drop(bytes);
    Ok(match kind {
        SourceKind::Markdown => {
            let (extraction, rendered) = markdown::read(source, decoded);
            Loaded { extraction, rendered: Some(rendered) }
        }
        SourceKind::Html => {
            let page = html::read(source, decoded, options.html, &options.cancel).ok_or_else(cancelled)?;
            Loaded { extraction: page.extraction, rendered: Some(page.rendered) }
        }
        SourceKind::Code => code::from_decoded(source, decoded).into(),
        _ => plain::from_decoded(source, decoded).into(),
    })
}

fn source(bytes: &[u8], path: &Path, name: &str, kind: SourceKind, decoded: &Decoded) -> Source {
    Source {
        path: path.to_owned(),
        name: name.to_owned(),
        kind,
        sha256: Sha256Id::of(bytes),
        bytes: bytes.len() as u64,
        encoding: Some(decoded.encoding.clone()),
        address: None,
    }
}

fn empty() -> Problem {
    Problem {
        code: ProblemCode::NoText,
        message: "The file is empty: there is nothing to cut".to_owned(),
        page: None,
        span: None,
    }
}
