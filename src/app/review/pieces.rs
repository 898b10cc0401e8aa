//! The pieces of pages as Review shows them: each with its place in the text, or why it is not in it.

use crate::document::{BlockKind, Extraction, PageIndex, Piece, PieceKey, Rect};
use crate::text::{EditKind, Span};
use std::collections::HashMap;
use std::ops::Range;

/// Why a piece is not part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removal {
    /// Running header, footer, page number, margin stamp.
    Furniture,
    /// A reader of the page does not see it.
    Hidden,
    /// It is drawn twice.
    Duplicate,
    /// Cleaning took it out.
    Cleaned,
}

/// A piece of a page with its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewPiece {
    /// What is known of it.
    pub piece: Piece,
    /// Its characters in the default text; `None` where it was taken out.
    pub span: Option<Span>,
    /// Why it was taken out, if it was.
    pub removed: Option<Removal>,
    /// Whether most of its letters are written from right to left.
    pub right_to_left: bool,
}

/// All pieces of a document.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    all: Vec<ReviewPiece>,
    /// Pieces of the text by where they start in it.
    by_text: Vec<(Span, usize)>,
}

/// How much of a piece is looked at to tell its direction, in bytes.
const LOOKED_AT: usize = 400;

impl Pieces {
    /// The pieces of an extraction. Where it names none, its blocks stand for them, a piece a page.
    #[must_use]
    pub fn of(extraction: &Extraction) -> Self {
        let given: Vec<Piece> = match extraction.pieces() {
            [] => from_blocks(extraction),
            pieces => pieces.to_vec(),
        };
        let all: Vec<ReviewPiece> = given.into_iter().map(|piece| review_piece(extraction, piece)).collect();
        let mut by_text: Vec<_> =
            all.iter().enumerate().filter_map(|(i, p)| p.span.map(|span| (span, i))).collect();
        by_text.sort_by_key(|(span, _)| span.start());
        Self { all, by_text }
    }

    /// All of them: pages in order, on each what is read in its order, then what was taken out.
    #[must_use]
    pub fn all(&self) -> &[ReviewPiece] {
        &self.all
    }

    /// The piece at a place of [`Pieces::all`].
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&ReviewPiece> {
        self.all.get(index)
    }

    /// The pieces of a page, by place in [`Pieces::all`].
    #[must_use]
    pub fn on(&self, page: PageIndex) -> Range<usize> {
        let first = self.all.partition_point(|p| p.piece.key.page < page);
        first..self.all.partition_point(|p| p.piece.key.page <= page)
    }

    /// How many pieces of a page are read.
    #[must_use]
    pub fn read_on(&self, page: PageIndex) -> u32 {
        self.all[self.on(page)].iter().filter_map(|p| p.piece.number).max().unwrap_or(0)
    }

    /// The piece that holds a place of the default text; between two pieces, the one before it.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<usize> {
        let after = self.by_text.partition_point(|(span, _)| span.start() <= offset);
        after.checked_sub(1).map(|i| self.by_text[i].1)
    }

    /// The pieces whose text shares a byte with `span`, in the order of the text.
    pub fn within(&self, span: Span) -> impl Iterator<Item = (usize, Span)> {
        let first = self.by_text.partition_point(|(s, _)| s.end() <= span.start());
        self.by_text[first..].iter().take_while(move |(s, _)| s.start() < span.end()).map(|(s, i)| (*i, *s))
    }

    /// The piece of that name.
    #[must_use]
    pub fn find(&self, key: PieceKey) -> Option<usize> {
        self.on(key.page).find(|i| self.all[*i].piece.key == key)
    }

    /// The piece of a page that is read as number `number`.
    #[must_use]
    pub fn numbered(&self, page: PageIndex, number: u32) -> Option<usize> {
        self.on(page).find(|i| self.all[*i].piece.number == Some(number))
    }
}

fn review_piece(extraction: &Extraction, piece: Piece) -> ReviewPiece {
    let map = extraction.edits();
    let start = map.to_edited(piece.raw.start());
    let span = Span::new(start, map.to_edited(piece.raw.end()).max(start));
    let read = piece.number.is_some();
    let removed = (!read).then(|| removal(extraction, &piece));
    let raw = piece.raw.get(extraction.raw().as_str()).unwrap_or_default();
    let right_to_left = is_right_to_left(&raw[..raw.floor_char_boundary(LOOKED_AT.min(raw.len()))]);
    ReviewPiece { piece, span: Some(span).filter(|s| read && !s.is_empty()), removed, right_to_left }
}

fn removal(extraction: &Extraction, piece: &Piece) -> Removal {
    if piece.kind == BlockKind::Furniture {
        return Removal::Furniture;
    }
    let edits = extraction.edits().edits();
    let first = edits.partition_point(|e| e.raw.end() <= piece.raw.start());
    let over = edits[first..].iter().take_while(|e| e.raw.start() < piece.raw.end());
    let kinds = over.map(|e| match e.kind {
        EditKind::Furniture | EditKind::PageNumber => Removal::Furniture,
        EditKind::Duplicate => Removal::Duplicate,
        EditKind::Hidden => Removal::Hidden,
        _ => Removal::Cleaned,
    });
    kinds.min_by_key(|kind| *kind == Removal::Cleaned).unwrap_or(Removal::Hidden)
}

fn is_right_to_left(text: &str) -> bool {
    let mut balance = 0_i32;
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        let rtl = matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}');
        balance += if rtl { 1 } else { -1 };
    }
    balance > 0
}

/// Blocks as pieces: for sources whose loader names none.
fn from_blocks(extraction: &Extraction) -> Vec<Piece> {
    let map = extraction.edits();
    let mut numbers: HashMap<PageIndex, u32> = HashMap::new();
    let mut out = Vec::new();
    for (i, block) in extraction.blocks().iter().enumerate() {
        let raw = Span::new(map.to_raw(block.span.start()), map.to_raw(block.span.end()));
        let mut pages: Vec<PageIndex> = block.regions.iter().map(|r| r.page).collect();
        if pages.is_empty() {
            pages.push(extraction.page_of(block.span.start()).unwrap_or_default());
        }
        pages.dedup();
        for page in pages {
            let number = numbers.entry(page).or_default();
            *number += 1;
            let regions: Vec<Rect> =
                block.regions.iter().filter(|r| r.page == page).map(|r| r.bbox).collect();
            let start = extraction.raw().char_of(raw.start()).0 as u32;
            out.push(Piece {
                key: PieceKey { page, start },
                kind: block.kind,
                level: block.level,
                raw,
                regions,
                block: Some(i),
                number: Some(*number),
            });
        }
    }
    out.sort_by_key(|p| p.key.page);
    out
}
