//! Pages and what a PDF says about itself.

use super::geometry::Rect;
use crate::text::Span;
use serde::{Deserialize, Serialize};

/// A page, counted from 0. People and files count from 1: [`PageIndex::number`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PageIndex(pub u32);

impl PageIndex {
    /// The page's number, counted from 1.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0 + 1
    }

    /// The page's place in a list of all pages.
    #[must_use]
    pub fn get(self) -> usize {
        self.0 as usize
    }
}

/// One page of a source that has pages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// What the document calls it (`iv`), where it says so.
    pub label: Option<String>,
    /// Where its text stands in the default text; several spans where reading order parts it.
    pub spans: Vec<Span>,
    /// Width in points as shown; 0 for pages parted by form feeds.
    pub width: f32,
    /// Height in points as shown.
    pub height: f32,
    /// /Rotate in degrees, clockwise: 0, 90, 180 or 270.
    pub rotation: u16,
    /// Whether any text was found on it.
    pub has_text: bool,
}

/// A place in a document.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Destination {
    /// The page.
    pub page: PageIndex,
    /// How far down the page, in points; `None` is its top.
    pub y: Option<f32>,
}

/// An entry of a PDF's outline ("bookmarks"), or a heading of a Markdown file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutlineItem {
    /// What it is called.
    pub title: String,
    /// 1 for the outermost.
    pub level: u8,
    /// Where it leads in a PDF.
    pub destination: Option<Destination>,
    /// Where it leads in a text.
    pub offset: Option<usize>,
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LinkTarget {
    /// Inside the document.
    Inside(Destination),
    /// An address; opened only when the person clicks it.
    Address(String),
}

/// A clickable place on a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// The page it stands on.
    pub page: PageIndex,
    /// Its place, in page space.
    pub rect: Rect,
    /// Where it leads.
    pub target: LinkTarget,
}

/// The document information dictionary of a PDF, as far as it is given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PdfInfo {
    /// Title.
    pub title: Option<String>,
    /// Author.
    pub author: Option<String>,
    /// Subject.
    pub subject: Option<String>,
    /// The program that wrote the file.
    pub producer: Option<String>,
    /// When it was made, as in ISO 8601, with as much of date and time as the file gives.
    pub created: Option<String>,
    /// Whether the file is encrypted.
    pub encrypted: bool,
}
