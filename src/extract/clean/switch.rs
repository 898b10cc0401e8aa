//! The switches of cleaning.

use crate::document::SourceKind;
use crate::text::EditKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One thing that cleaning does, or leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    /// Running headers, footers, page numbers and margin stamps of pages; navigation of web pages.
    Furniture,
    /// Text that a reader of the page does not see.
    Hidden,
    /// Text drawn twice at one place.
    Duplicates,
    /// Hyphens at line ends, where the word goes on in the next line.
    Hyphens,
    /// Control characters, but for tab and line ends.
    ControlCharacters,
    /// Lines that only count pages: "Page 3 of 12", "Seite 3 von 12", "- 3 -".
    PageNumbers,
    /// Lines that stood before: at once, or three times and more in the text. The first stays.
    RepeatedLines,
    /// Addresses with a tail of 100 characters and more, which `[URL]` stands for.
    LongUrls,
    /// White space at the ends of lines and of the text.
    Ends,
    /// Two and more spaces, of which the first stays; never in code.
    Spaces,
    /// Three and more line ends, of which two stay; never in code.
    BlankLines,
    /// Across a folder: paragraphs that stand in an earlier document.
    RepeatedParagraphs,
    /// Across a folder: documents that say the same as an earlier one.
    RepeatedDocuments,
}

impl Switch {
    /// All switches, in the order in which they are offered.
    pub const ALL: [Self; 13] = [
        Self::Furniture,
        Self::Hidden,
        Self::Duplicates,
        Self::Hyphens,
        Self::ControlCharacters,
        Self::PageNumbers,
        Self::RepeatedLines,
        Self::LongUrls,
        Self::Ends,
        Self::Spaces,
        Self::BlankLines,
        Self::RepeatedParagraphs,
        Self::RepeatedDocuments,
    ];

    /// The words used in files and on the command line, in the order of [`Switch::ALL`].
    pub const NAMES: [&'static str; 13] = {
        let mut names = [""; 13];
        let mut i = 0;
        while i < names.len() {
            names[i] = Self::ALL[i].name();
            i += 1;
        }
        names
    };

    /// The word used in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Furniture => "furniture",
            Self::Hidden => "hidden",
            Self::Duplicates => "duplicates",
            Self::Hyphens => "hyphens",
            Self::ControlCharacters => "control_characters",
            Self::PageNumbers => "page_numbers",
            Self::RepeatedLines => "repeated_lines",
            Self::LongUrls => "long_urls",
            Self::Ends => "ends",
            Self::Spaces => "spaces",
            Self::BlankLines => "blank_lines",
            Self::RepeatedParagraphs => "repeated_paragraphs",
            Self::RepeatedDocuments => "repeated_documents",
        }
    }

    /// The switch of that name.
    ///
    /// # Errors
    /// A sentence's end that names the nearest: "there is no switch `space`; did you mean `spaces`?".
    pub fn parse(name: &str) -> Result<Self, String> {
        let far = |switch: &Self| strsim::damerau_levenshtein(switch.name(), name);
        if let Some(switch) = Self::ALL.into_iter().find(|s| s.name() == name) {
            return Ok(switch);
        }
        let known = || Self::ALL.map(Self::name).join(", ");
        let nearest = Self::ALL.into_iter().min_by_key(far).filter(|s| far(s) <= 2 + name.len() / 3);
        Err(nearest.map_or_else(
            || format!("there is no switch `{name}`; known are {}", known()),
            |near| format!("there is no switch `{name}`; did you mean `{}`?", near.name()),
        ))
    }

    /// Whether it is on for sources of a kind where nobody says otherwise: what a page only carries along is
    /// left out of pages; texts stay as they are.
    #[must_use]
    pub fn default_for(self, kind: SourceKind) -> bool {
        let of_pages = matches!(self, Self::Furniture | Self::Hidden | Self::Duplicates | Self::Hyphens);
        of_pages && !is_plain(kind)
    }

    /// Whether it is about several documents.
    #[must_use]
    pub fn across_documents(self) -> bool {
        matches!(self, Self::RepeatedParagraphs | Self::RepeatedDocuments)
    }

    /// The kind of the edits that it makes; `None` for whole documents.
    #[must_use]
    pub fn edit_kind(self) -> Option<EditKind> {
        Some(match self {
            Self::Furniture => EditKind::Furniture,
            Self::Hidden => EditKind::Hidden,
            Self::Duplicates => EditKind::Duplicate,
            Self::Hyphens => EditKind::Hyphen,
            Self::ControlCharacters => EditKind::ControlCharacters,
            Self::PageNumbers => EditKind::PageNumber,
            Self::RepeatedLines | Self::RepeatedParagraphs => EditKind::RepeatedLine,
            Self::LongUrls => EditKind::LongUrl,
            Self::Ends | Self::Spaces | Self::BlankLines => EditKind::BlankRun,
            Self::RepeatedDocuments => return None,
        })
    }

    /// The switch that drops edits which the loader made, by their kind.
    pub(super) fn of_loaded(kind: EditKind) -> Option<Self> {
        match kind {
            EditKind::Furniture => Some(Self::Furniture),
            EditKind::Hidden => Some(Self::Hidden),
            EditKind::Duplicate => Some(Self::Duplicates),
            EditKind::Hyphen => Some(Self::Hyphens),
            _ => None,
        }
    }
}

/// Whether the raw text of such sources is the file's text itself.
pub(super) fn is_plain(kind: SourceKind) -> bool {
    !matches!(kind, SourceKind::Pdf | SourceKind::Html)
}

/// Which switches a person has set; the others are as usual for the kind of the source
/// ([`Switch::default_for`]). In files a table of names and booleans.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cleaning(BTreeMap<Switch, bool>);

impl Cleaning {
    /// All switches, in the order in which they are offered.
    pub const SWITCHES: [Switch; 13] = Switch::ALL;

    /// What was set for a switch.
    #[must_use]
    pub fn get(&self, switch: Switch) -> Option<bool> {
        self.0.get(&switch).copied()
    }

    /// Sets a switch, or with `None` leaves it as usual.
    pub fn set(&mut self, switch: Switch, on: Option<bool>) {
        match on {
            Some(on) => self.0.insert(switch, on),
            None => self.0.remove(&switch),
        };
    }

    /// This cleaning with a switch set.
    #[must_use]
    pub fn with(mut self, switch: Switch, on: bool) -> Self {
        self.set(switch, Some(on));
        self
    }

    /// Whether a switch is on for sources of a kind.
    #[must_use]
    pub fn is_on(&self, switch: Switch, kind: SourceKind) -> bool {
        self.get(switch).unwrap_or_else(|| switch.default_for(kind))
    }

    /// Whether nothing is set.
    #[must_use]
    pub fn is_default(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a text of that kind stays as its loader made it.
    #[must_use]
    pub fn is_usual(&self, kind: SourceKind) -> bool {
        self.changes(kind).next().is_none()
    }

    /// What is set, in the order of [`Switch::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Switch, bool)> + '_ {
        self.0.iter().map(|(s, on)| (*s, *on))
    }

    /// The switches of single documents that are not as usual for a kind.
    pub(super) fn changes(&self, kind: SourceKind) -> impl Iterator<Item = (Switch, bool)> + '_ {
        self.iter().filter(move |(s, on)| !s.across_documents() && *on != s.default_for(kind))
    }
}
