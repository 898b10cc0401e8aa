//! From the arguments to the sources: folders, standard input, passwords.

use super::args::InputArgs;
use super::output::say;
use crate::document::{Extraction, ReadingOrder, SourceKind};
use crate::extract::clean::Plan;
use crate::extract::fetch::{Address, FetchOptions, fetch};
use crate::extract::folder::{self, Extensions, FolderListing, ListOptions};
use crate::extract::html::HtmlOptions;
use crate::extract::pdf::{PdfDocument, PdfError};
use crate::extract::{ExtractError, LoadOptions, load, load_bytes};
use crate::jobs::no_waker;
use std::collections::HashSet;
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

/// One source that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    /// Where it lies; `-` is standard input.
    pub path: PathBuf,
    /// How it is named in what is printed.
    pub name: String,
}

/// All sources that were asked for.
pub(super) struct Inputs {
    pub list: Vec<Input>,
    /// Arguments that gave no source.
    pub failed: usize,
    options: LoadOptions,
    allow_local: bool,
    plan: Plan,
}

impl Inputs {
    /// Finds the sources; says what is left out and what fails.
    ///
    /// # Errors
    /// A sentence, where the arguments make no sense together.
    pub fn find(args: &InputArgs) -> Result<Self, String> {
        let stdin = args.files.iter().filter(|p| is_stdin(p)).count();
        if stdin > 1 || (stdin > 0 && args.password_stdin) {
            return Err("standard input can be read once only: give - once, and the password in \
                        FUNDSTELLE_PASSWORD"
                .to_owned());
        }
        let password = if args.password_stdin { Some(password_line()?) } else { password_variable() };
        let kind = args.kind.map(SourceKind::from);
        let html = HtmlOptions { scope: args.html.into() };
        let options = LoadOptions { password, kind, html, ..LoadOptions::default() };
        let extensions = match &args.extensions {
            Some(list) => Extensions::parse(list).map_err(|error| format!("--extensions: {error}"))?,
            None => Extensions::default(),
        };
        let mut inputs = Self {
            list: Vec::new(),
            failed: 0,
            options,
            allow_local: args.allow_local,
            plan: Plan::default(),
        };
        for path in &args.files {
            if let Some(address) = address(path) {
                inputs.add_address(path, address);
                continue;
            }
            if path.is_dir() { inputs.add_folder(path, args, &extensions) } else { inputs.add_file(path) }
        }
        inputs.part_equal_names();
        Ok(inputs)
    }

    /// How the reading order of PDFs is found.
    pub fn set_order(&mut self, order: ReadingOrder) {
        self.options.pdf.order = order;
    }

    /// How texts are cleaned.
    pub fn set_plan(&mut self, plan: Plan) {
        self.plan = plan;
    }

    /// Reads one source and cleans it.
    pub fn load(&self, input: &Input) -> Result<Extraction, ExtractError> {
        Ok(self.plan.apply(self.read(input)?))
    }

    fn read(&self, input: &Input) -> Result<Extraction, ExtractError> {
        if let Some(typed) = address(&input.path) {
            return self.fetch(typed, &input.name);
        }
        if !is_stdin(&input.path) {
            return load(&input.path, &input.name, &self.options);
        }
        let mut bytes = Vec::new();
        let limit = crate::extract::MAX_TEXT_BYTES;
        std::io::stdin()
            .lock()
            .take(limit + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| ExtractError::from_io(&input.path, error))?;
        load_bytes(bytes, &input.name, &self.options)
    }

    /// Opens a PDF that lies in a file, for more than its text.
    pub fn open_pdf(&self, input: &Input) -> Result<PdfDocument, PdfError> {
        let password = self.options.password.as_deref();
        PdfDocument::open(&input.path, &input.name, password, self.options.pdf.clone(), no_waker())
    }

    /// Says why a source could not be read, and how a password is given where that would help.
    pub fn say_failed(error: &ExtractError) {
        let hint = "; on the command line with --password-stdin or in FUNDSTELLE_PASSWORD";
        say(format_args!("{error}{}", if error.wants_password() { hint } else { "" }));
    }

    fn add_address(&mut self, path: &Path, typed: &str) {
        // What is wrong with an address is said when its turn comes.
        let name = Address::parse(typed).map_or_else(|_| typed.to_owned(), |address| address.name());
        self.list.push(Input { path: path.to_owned(), name });
    }

    fn fetch(&self, typed: &str, name: &str) -> Result<Extraction, ExtractError> {
        let options = FetchOptions { allow_local: self.allow_local, ..FetchOptions::default() };
        let page = fetch(&Address::parse(typed)?, &options)?;
        let sent_on = if page.location == page.address.as_str() {
            String::new()
        } else {
            format!(", sent on to {}", page.location)
        };
        let (size, date) = (page.bytes.len(), page.date());
        say(format_args!("{} was fetched{sent_on}: {size} bytes, {date}", page.address));
        page.load(name, &self.options)
    }

    fn add_file(&mut self, path: &Path) {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        self.list.push(Input { path: path.to_owned(), name });
    }

    fn add_folder(&mut self, path: &Path, args: &InputArgs, extensions: &Extensions) {
        let options = ListOptions { extensions: extensions.clone(), ..ListOptions::default() };
        match folder::list(path, &options) {
            Ok(listing) => {
                say_listing(path, &listing, args.list_skipped);
                if listing.files.is_empty() {
                    self.failed += 1;
                    say(format_args!(
                        "{} has no file of the types asked for ({extensions}). Name other types with --extensions, \
                         another folder, or files",
                        path.display()
                    ));
                }
                self.list.extend(listing.files.into_iter().map(|(path, name)| Input { path, name }));
            }
            Err(error) => {
                self.failed += 1;
                say(error);
            }
        }
    }

    /// Where two files have one name, both are named by the path that was given.
    fn part_equal_names(&mut self) {
        let mut seen = HashSet::new();
        let twice: HashSet<String> = self
            .list
            .iter()
            .filter(|input| !seen.insert(input.name.clone()))
            .map(|input| input.name.clone())
            .collect();
        for input in self.list.iter_mut().filter(|input| twice.contains(&input.name)) {
            let parts = input.path.components().map(|c| c.as_os_str().to_string_lossy());
            let joined = parts.collect::<Vec<_>>().join("/");
            input.name = joined.strip_prefix("//").map_or(joined.clone(), |rest| format!("/{rest}"));
        }
    }
}

/// The web address that an argument is.
fn address(path: &Path) -> Option<&str> {
    path.to_str().filter(|text| Address::is_meant(text))
}

pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn password_variable() -> Option<String> {
    std::env::var("FUNDSTELLE_PASSWORD").ok()
}

fn password_line() -> Result<String, String> {
    let mut line = String::new();
    std::io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| format!("the password could not be read from standard input: {error}"))?;
    Ok(line.trim_end_matches(['\n', '\r']).to_owned())
}

/// One line a folder: how many files were taken and how many left out, by reason; and each of them where asked for.
fn say_listing(folder: &Path, listing: &FolderListing, each: bool) {
    let path = folder.display();
    if each {
        for skipped in &listing.skipped {
            say(format_args!("{path}: left out {}: {}", skipped.name, skipped.why));
        }
    }
    let taken = listing.files.len();
    let reasons: Vec<_> = listing.reasons().iter().map(|(why, count)| format!("{count} {why}")).collect();
    if !reasons.is_empty() {
        let sources = if taken == 1 { "source" } else { "sources" };
        say(format_args!("{path}: {taken} {sources}; left out {}", reasons.join("; ")));
    }
}
