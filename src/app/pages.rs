//! Pages by their addresses: fetched when a person asks for it, kept in the project, and read again from there.

use super::App;
use super::command::Dialog;
use super::reading::Given;
use super::state::{Lookup, Phase};
use crate::extract::fetch::{Address, FetchError, Fetched};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The pages of this run, by the path under which they are listed: their address.
#[derive(Default)]
pub(super) struct Pages {
    known: HashMap<PathBuf, Arc<Fetched>>,
    /// Those that the project does not have yet: it takes them when their text is known.
    fresh: HashSet<PathBuf>,
    /// The address that could not be fetched last: it is offered when one is to be typed again.
    failed: Option<String>,
}

impl Pages {
    /// Forgets all: another project has others, or others of the same address.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    pub fn get(&self, path: &Path) -> Option<&Arc<Fetched>> {
        self.known.get(path)
    }
}

/// The address that a path stands for.
pub(super) fn address_of(path: &Path) -> Option<Address> {
    let text = path.to_str().filter(|text| Address::is_meant(text))?;
    Address::parse(text).ok()
}

impl App {
    pub(super) fn ask_address(&mut self) {
        let typed = self.pages.failed.clone().unwrap_or_default();
        self.state.dialog = Some(Dialog::Address { typed, error: None });
    }

    /// Fetches the page of an address as it was typed.
    pub(super) fn fetch_typed(&mut self, typed: String) {
        match Address::parse(&typed) {
            Ok(address) => {
                self.state.dialog = None;
                self.open_address(address);
            }
            Err(error) => {
                self.state.dialog = Some(Dialog::Address { typed, error: Some(error.to_string()) });
            }
        }
    }

    /// Shows a page: what the list or the project has of it, else what the net gives.
    pub(super) fn open_address(&mut self, address: Address) {
        let path = PathBuf::from(address.as_str());
        if let Some(index) = self.state.sources.iter().position(|s| s.path == path) {
            self.show_source(index);
            self.say(format!("{address} is shown as it was fetched. File > Fetch again asks for it anew."));
        } else if let Some(name) = self.name_in_project(&path) {
            let index = self.list(&path, name);
            self.show_source(index);
        } else {
            self.look_up(Lookup::Page { address, again: false });
        }
    }

    /// Asks the net for the page shown once more.
    pub(super) fn fetch_again(&mut self) {
        let shown = self.state.document.as_ref().and_then(|d| address_of(&d.path));
        if let Some(address) = shown {
            self.look_up(Lookup::Page { address, again: true });
        }
    }

    pub(super) fn take_page(&mut self, address: &Address, again: bool, fetched: Result<Fetched, FetchError>) {
        let page = match fetched.and_then(|page| page.kind().map(|_| page)) {
            Ok(page) => page,
            Err(FetchError::Cancelled { .. }) => return,
            Err(error) => {
                self.pages.failed = Some(address.to_string());
                let kept = if again { " What is shown stays as it was." } else { "" };
                self.fail(format!("{error}.{kept}"));
                return;
            }
        };
        self.pages.failed = None;
        let path = PathBuf::from(address.as_str());
        let before = self.pages.known.get(&path).map(|old| (old.sha256(), old.date()));
        if let Some((_, date)) = before.filter(|(sha256, _)| again && *sha256 == page.sha256()) {
            self.say(format!("{address} has not changed since {date}."));
            return;
        }
        let from = if page.location == address.as_str() {
            String::new()
        } else {
            format!(", sent on to {}", page.location)
        };
        self.say(format!("{address} was fetched{from}: {} bytes.", page.bytes.len()));
        self.pages.known.insert(path.clone(), Arc::new(page));
        self.pages.fresh.insert(path.clone());
        let name = self.name_for_address(address, &path);
        let index = self.list(&path, name);
        self.show_source(index);
    }

    /// The project's name for it; else without the scheme; else, where another source has that name, all of it.
    fn name_for_address(&self, address: &Address, path: &Path) -> String {
        let taken = |name: &str| self.state.sources.iter().any(|s| s.name == name && s.path != path);
        self.name_in_project(path).unwrap_or_else(|| {
            let name = address.name();
            if taken(&name) { address.to_string() } else { name }
        })
    }

    /// The bytes of a fetched page, and how they are read.
    pub(super) fn given_page(&self, path: &Path) -> Option<Given> {
        let page = self.pages.get(path)?;
        Some(Given {
            bytes: Arc::clone(&page.bytes),
            kind: page.kind().ok(),
            charset: page.charset(),
            address: Some(page.address.to_string()),
        })
    }

    /// Takes a page that the project has kept, or says that it has none.
    pub(super) fn take_kept_page(&mut self, address: &Address, page: Option<Arc<Fetched>>) {
        let path = PathBuf::from(address.as_str());
        let known = page.is_some();
        if let Some(page) = page {
            self.pages.known.entry(path.clone()).or_insert(page);
        }
        let Some(document) = self.state.document.as_mut().filter(|d| d.path == path) else { return };
        if !matches!(document.phase, Phase::Opening) {
            return;
        }
        match self.state.current {
            Some(index) if known => self.show_source(index),
            _ => document.phase = Phase::Failed(not_kept(address)),
        }
    }

    /// A page that is waited for does not come.
    pub(super) fn page_not_read(&mut self, error: &str) {
        let waits = self.reading.is_none();
        if let Some(document) =
            self.state.document.as_mut().filter(|d| waits && address_of(&d.path).is_some())
            && matches!(document.phase, Phase::Opening)
        {
            document.phase = Phase::Failed(error.to_owned());
        }
    }

    /// Gives a page that was just fetched to the project, with its address and date.
    pub(super) fn keep_page(&mut self) {
        let Some(path) = self.state.document.as_ref().map(|d| d.path.clone()) else { return };
        if self.pages.fresh.remove(&path)
            && let Some(page) = self.pages.get(&path).cloned()
        {
            self.keep_in_project(page);
        }
    }
}

/// What is said of a page that neither this run nor the project has.
pub(super) fn not_kept(address: &Address) -> String {
    format!(
        "{address} was not kept in this project. File > Fetch again asks for it anew; nothing is fetched by itself."
    )
}
