//! The worker: a process of the same program that reads one PDF and answers requests about it.
//!
//! It speaks over standard input and output, ends when its input ends (the program that started it is
//! gone), and expects to be killed at any moment.

use super::annotate::{PageNotes, copy};
use super::glyphs::{Shapes, page_glyphs};
use super::info::read_facts;
use super::layout::{PageText, analyze};
use super::paint::paint;
use super::protocol::{CopyFault, Opened, PageGeometry, PaintJob, Refusal, Reply, Request};
use super::tags::Tags;
use crate::document::ReadingOrder;
use crate::jobs::{read_frame, write_frame};
use crate::text::Sha256Id;
use hayro::RenderCache;
use hayro_interpret::{InterpreterCache, InterpreterSettings, RenderContent};
use hayro_syntax::page::{Page, Rotation};
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use std::io::{Read, Stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

/// Forms may be nested deeply in honest files; the stack is address space until it is used.
const STACK: usize = 256 << 20;

/// Caches of fonts and images only grow: they start afresh after this many pages.
const PAGES_A_CACHE: usize = 400;

/// Serves requests until standard input ends. The whole life of a worker process.
#[must_use]
pub fn worker_main() -> ExitCode {
    // What is said about a panic goes into the answer; a dump of hostile memory helps nobody.
    std::panic::set_hook(Box::new(|_| {}));
    limit(Limit::Dump, 0);
    let (sender, requests) = channel();
    let pages = std::thread::Builder::new().name("pages".to_owned()).stack_size(STACK);
    if pages.spawn(move || serve(&requests)).is_err() {
        return ExitCode::FAILURE;
    }
    let mut input = std::io::stdin().lock();
    while let Ok(Some(request)) = read_frame::<Request>(&mut input) {
        if sender.send(request).is_err() {
            break;
        }
    }
    ExitCode::SUCCESS
}

enum Limit {
    Memory,
    Dump,
}

#[cfg(unix)]
fn limit(what: Limit, most: u64) {
    let resource = match what {
        Limit::Memory => rlimit::Resource::AS,
        Limit::Dump => rlimit::Resource::CORE,
    };
    // A system that refuses leaves the time limit, which the parent holds.
    let _refused = rlimit::setrlimit(resource, most, most);
}

#[cfg(not(unix))]
fn limit(_what: Limit, _most: u64) {}

/// Opens the file and answers; ends with the pipe.
fn serve(requests: &Receiver<Request>) -> Option<()> {
    let mut out = std::io::stdout();
    while let Ok(request) = requests.recv() {
        let Request::Open { bytes, password, memory, max_bytes } = request else { return None };
        limit(Limit::Memory, memory);
        let opened = bytes
            .map_or_else(|| read_file(max_bytes), |b| Ok(b.into_vec()))
            .and_then(|bytes| File::open(bytes, password.as_deref()));
        match opened {
            Ok(file) => {
                write_frame(&mut out, &Reply::Opened(Ok(file.opened.clone()))).ok()?;
                return file.serve(requests, &mut out);
            }
            Err(refusal) => write_frame(&mut out, &Reply::Opened(Err(refusal))).ok()?,
        }
    }
    None
}

/// Reads the file named by the last argument.
fn read_file(max_bytes: u64) -> Result<Vec<u8>, Refusal> {
    let io = |e: std::io::Error| Refusal::Io(e.to_string());
    let path = std::env::args_os().nth(2).ok_or_else(|| Refusal::Io("no file was named".to_owned()))?;
    let file = std::fs::File::open(path).map_err(io)?;
    let facts = file.metadata().map_err(io)?;
    if facts.is_dir() {
        return Err(Refusal::Io("it is a folder".to_owned()));
    }
    if facts.len() > max_bytes {
        return Err(Refusal::TooLarge { bytes: facts.len(), limit: max_bytes });
    }
    let mut bytes = Vec::with_capacity(facts.len() as usize);
    // A pipe or a growing file says nothing true about its size.
    file.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > max_bytes {
        return Err(Refusal::TooLarge { bytes: bytes.len() as u64, limit: max_bytes });
    }
    Ok(bytes)
}

/// An open file.
struct File {
    pdf: Pdf,
    bytes: Arc<Vec<u8>>,
    opened: Opened,
}

impl File {
    fn open(bytes: Vec<u8>, password: Option<&str>) -> Result<Self, Refusal> {
        if bytes.is_empty() {
            return Err(Refusal::Empty);
        }
        let bytes = Arc::new(bytes);
        let pdf = guarded(|| load(&bytes, password)).map_err(Refusal::Broken)??;
        let pages: Vec<_> =
            guarded(|| pdf.pages().iter().map(geometry).collect()).map_err(Refusal::Broken)?;
        if pages.is_empty() {
            return Err(Refusal::Broken("no page can be found in it".to_owned()));
        }
        let opened = Opened {
            sha256: Sha256Id::of(&bytes),
            bytes: bytes.len() as u64,
            pages,
            encrypted: find_near_ends(&bytes, b"/Encrypt"),
            repaired: damage(&bytes),
        };
        Ok(Self { pdf, bytes, opened })
    }

    fn serve(&self, requests: &Receiver<Request>, out: &mut Stdout) -> Option<()> {
        let mut pages = Pages::new(self);
        while let Ok(request) = requests.recv() {
            match request {
                Request::Open { .. } => return None,
                Request::Text { pages: wanted, order } => {
                    for page in wanted {
                        let text = pages.text(page, order).map(Box::new);
                        write_frame(out, &Reply::Text { page, text }).ok()?;
                    }
                }
                Request::Facts => {
                    let facts = guarded(|| read_facts(&self.pdf)).unwrap_or_default();
                    write_frame(out, &Reply::Facts(Box::new(facts))).ok()?;
                }
                Request::Paint(job) => {
                    let tiles = pages.paint(job).unwrap_or_else(|why| vec![Reply::Failed(why)]);
                    tiles.iter().try_for_each(|tile| write_frame(out, tile)).ok()?;
                }
                Request::Annotate(pages) => self.copy(&pages, out)?,
            }
            write_frame(out, &Reply::Done).ok()?;
        }
        None
    }
}

impl File {
    /// Answers with a copy of the file, in pieces: one message has a limit.
    fn copy(&self, pages: &[PageNotes], out: &mut Stdout) -> Option<()> {
        const PIECE: usize = 16 << 20;
        let damaged = self.opened.repaired.is_some();
        let made = guarded(|| copy(&self.pdf, &self.bytes, damaged, pages));
        match made.unwrap_or_else(|why| Err(CopyFault::Failed(why))) {
            Ok(bytes) => bytes
                .chunks(PIECE)
                .try_for_each(|piece| write_frame(out, &Reply::Copy(serde_bytes::ByteBuf::from(piece))))
                .ok(),
            Err(fault) => write_frame(out, &Reply::NoCopy(fault)).ok(),
        }
    }
}

/// The pages of an open file with the caches of fonts, glyphs and images.
struct Pages<'a> {
    file: &'a File,
    text: InterpreterCache<'a>,
    shapes: Shapes,
    /// The structure tree, once it is looked for.
    tags: Option<Tags>,
    paint: RenderCache<'a>,
    read: usize,
    text_settings: InterpreterSettings,
    paint_settings: InterpreterSettings,
}

impl<'a> Pages<'a> {
    fn new(file: &'a File) -> Self {
        let text_settings =
            InterpreterSettings { render_content: RenderContent::PAGE, ..InterpreterSettings::default() };
        Self {
            file,
            text: InterpreterCache::new(),
            shapes: Shapes::default(),
            tags: None,
            paint: RenderCache::new(),
            read: 0,
            text_settings,
            paint_settings: InterpreterSettings::default(),
        }
    }

    fn page(&self, index: u32) -> Result<&'a Page<'a>, String> {
        self.file.pdf.pages().get(index as usize).ok_or_else(|| format!("there is no page {index}"))
    }

    fn text(&mut self, index: u32, order: ReadingOrder) -> Result<PageText, String> {
        let page = self.page(index)?;
        self.count();
        let pdf = &self.file.pdf;
        // A broken structure tree leaves the geometry.
        let tags =
            self.tags.get_or_insert_with(|| guarded(|| Tags::read(pdf)).unwrap_or_default()).page(index);
        let text = guarded(|| {
            let mut glyphs = page_glyphs(page, &self.text, &self.text_settings, &mut self.shapes);
            if let Some(tags) = tags {
                glyphs.replace(&tags.actual);
            }
            analyze(glyphs, order, tags)
        });
        if text.is_err() {
            self.forget();
        }
        text
    }

    fn paint(&mut self, job: PaintJob) -> Result<Vec<Reply>, String> {
        let page = self.page(job.page)?;
        let geometry = self.file.opened.pages.get(job.page as usize).copied().unwrap_or_default();
        self.count();
        let tiles = guarded(|| paint(page, geometry, job, &self.paint, &self.paint_settings));
        if tiles.is_err() {
            self.forget();
        }
        tiles
    }

    fn count(&mut self) {
        self.read += 1;
        if self.read.is_multiple_of(PAGES_A_CACHE) {
            self.forget();
        }
    }

    /// Also after a panic, which may have left a cache half written.
    fn forget(&mut self) {
        self.text = InterpreterCache::new();
        self.shapes = Shapes::default();
        self.paint = RenderCache::new();
    }
}

/// Turns a panic into a reason.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let said = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no reason given");
        format!("the PDF library failed: {said}")
    })
}

/// The empty password is tried first: most encrypted files open with it.
fn load(bytes: &Arc<Vec<u8>>, password: Option<&str>) -> Result<Pdf, Refusal> {
    let mut loaded = Pdf::new(Arc::clone(bytes));
    let locked = LoadPdfError::Decryption(DecryptionError::PasswordProtected);
    if let (Err(error), Some(password)) = (&loaded, password)
        && *error == locked
    {
        loaded = Pdf::new_with_password(Arc::clone(bytes), password);
        if loaded.as_ref().err() == Some(&locked)
            && let Some(plain) = unlock(bytes, password)
        {
            loaded = Pdf::new(plain);
        }
    }
    loaded.map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => Refusal::Password,
        LoadPdfError::Decryption(DecryptionError::UnsupportedAlgorithm) => {
            Refusal::Broken("it is encrypted in a way that is not supported".to_owned())
        }
        LoadPdfError::Decryption(_) => Refusal::Broken("its encryption is broken".to_owned()),
        LoadPdfError::Invalid if bytes[..bytes.len().min(1024)].windows(5).any(|w| w == b"%PDF-") => {
            Refusal::Broken("its structure is destroyed or cut off".to_owned())
        }
        LoadPdfError::Invalid => Refusal::NotAPdf,
    })
}

/// Opens what hayro does not: owner passwords, and those with umlauts in old files.
fn unlock(bytes: &[u8], password: &str) -> Option<Vec<u8>> {
    let mut document =
        lopdf::Document::load_mem_with_options(bytes, lopdf::LoadOptions::with_password(password)).ok()?;
    if document.is_encrypted() {
        document.decrypt(password).ok()?;
    }
    let mut plain = Vec::new();
    document.save_to(&mut plain).ok()?;
    Some(plain)
}

fn geometry(page: &Page<'_>) -> PageGeometry {
    let (width, height) = page.render_dimensions();
    // PDF 1.7, annex C allows 14,400 units; larger numbers are mistakes that must not ask for memory.
    let sane = |points: f32| if points.is_finite() { points.clamp(1.0, 200_000.0) } else { 1.0 };
    let rotation = match page.rotation() {
        Rotation::None => 0,
        Rotation::Horizontal => 90,
        Rotation::Flipped => 180,
        Rotation::FlippedHorizontal => 270,
    };
    PageGeometry { width: sane(width), height: sane(height), rotation }
}

/// Looks where trailers stand: in the last and (linearized files) the first 64 KiB.
fn find_near_ends(bytes: &[u8], word: &[u8]) -> bool {
    const REACH: usize = 64 << 10;
    let (first, last) = (bytes.len().min(REACH), bytes.len().saturating_sub(REACH));
    [&bytes[..first], &bytes[last..]].iter().any(|part| part.windows(word.len()).any(|w| w == word))
}

/// What a strict reader would have stumbled over, as far as the file's end shows it (ISO 32000-1, 7.5.5).
fn damage(bytes: &[u8]) -> Option<String> {
    let tail = &bytes[bytes.len().saturating_sub(2048)..];
    let Some(at) = tail.windows(9).rposition(|w| w == b"startxref") else {
        return Some("the end of the file with its table of objects is missing".to_owned());
    };
    let number: String = tail[at + 9..]
        .iter()
        .skip_while(|b| b.is_ascii_whitespace())
        .take_while(|b| b.is_ascii_digit())
        .map(|b| char::from(*b))
        .collect();
    let there = number.parse::<usize>().ok().and_then(|n| bytes.get(n..)).unwrap_or_default();
    let start: Vec<u8> = there.iter().copied().skip_while(u8::is_ascii_whitespace).take(32).collect();
    let is_table = start.starts_with(b"xref");
    let is_stream = start.first().is_some_and(u8::is_ascii_digit) && start.windows(3).any(|w| w == b"obj");
    if is_table || is_stream {
        return None;
    }
    Some("the table of objects is not where the file says it is".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_cut_off_or_with_a_wrong_table_is_called_damaged() {
        assert_eq!(damage(b"%PDF-1.4\nxref\n0 1\ntrailer <<>>\nstartxref\n9\n%%EOF\n"), None);
        assert_eq!(damage(b"%PDF-1.5\n7 0 obj <<>>\nstartxref\n9\n%%EOF\n"), None);
        assert!(damage(b"%PDF-1.4\nxref\n0 1\ntrailer <<>>\nstartxref\n5\n%%EOF\n").is_some());
        assert!(damage(b"%PDF-1.4\n1 0 obj <<").is_some());
    }
}
