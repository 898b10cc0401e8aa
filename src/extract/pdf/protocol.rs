//! What travels between the program and its workers.

use super::annotate::PageNotes;
use super::info::PdfFacts;
use super::layout::PageText;
use crate::document::ReadingOrder;
use crate::text::Sha256Id;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// What a worker is asked. The first request is [`Request::Open`]; one is sent at a time.
#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    /// Take these bytes, or read the file named on the command line. Answered by [`Reply::Opened`].
    Open { bytes: Option<ByteBuf>, password: Option<String>, memory: u64, max_bytes: u64 },
    /// The text of these pages. Answered by a [`Reply::Text`] for each, in order, and [`Reply::Done`].
    Text { pages: Vec<u32>, order: ReadingOrder },
    /// Outline, labels, links, information. Answered by [`Reply::Facts`] and [`Reply::Done`].
    Facts,
    /// Pixels. Answered by a [`Reply::Tile`] for each tile, and [`Reply::Done`].
    Paint(PaintJob),
    /// A copy with notes. Answered by its bytes in several [`Reply::Copy`] or a [`Reply::NoCopy`], and
    /// [`Reply::Done`].
    Annotate(Vec<PageNotes>),
}

/// A block of tiles of one page at one scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaintJob {
    /// The page, from 0.
    pub page: u32,
    /// Pixels per 1000 points.
    pub scale: u32,
    /// First column of tiles.
    pub x: u16,
    /// First row of tiles.
    pub y: u16,
    /// Number of columns.
    pub columns: u16,
    /// Number of rows.
    pub rows: u16,
}

/// What a worker answers.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    Opened(Result<Opened, Refusal>),
    Text { page: u32, text: Result<Box<PageText>, String> },
    Facts(Box<PdfFacts>),
    Tile { x: u16, y: u16, width: u16, height: u16, rgba: ByteBuf },
    Copy(ByteBuf),
    NoCopy(CopyFault),
    Failed(String),
    Done,
}

/// What is known of a file once it is open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// Hash of the bytes that were read: a file may change between two workers.
    pub sha256: Sha256Id,
    /// Number of bytes.
    pub bytes: u64,
    /// All pages.
    pub pages: Vec<PageGeometry>,
    /// Whether the file is encrypted (and could be opened).
    pub encrypted: bool,
    /// What had to be repaired.
    pub repaired: Option<String>,
}

/// A page's shape, as shown: after /Rotate and `CropBox`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PageGeometry {
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// /Rotate in degrees, clockwise: 0, 90, 180 or 270.
    pub rotation: u16,
}

/// Why a file was not opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    Io(String),
    Empty,
    TooLarge { bytes: u64, limit: u64 },
    NotAPdf,
    Password,
    Broken(String),
}

/// Why there is no copy with notes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CopyFault {
    /// The file is encrypted.
    Protected,
    /// Anything else.
    Failed(String),
}
