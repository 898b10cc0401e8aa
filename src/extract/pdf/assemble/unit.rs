//! A page's block on its way into the document.

use crate::document::{BlockKind, PageIndex, PieceKey, Rect};
use crate::extract::pdf::layout::{PageBlock, PageTable, PageText};
use crate::text::{Edit, Span};

/// What becomes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Part of the flow, where it stands.
    Body,
    /// Part of the flow, after the section that it belongs to.
    Note,
    /// Left out; stands before its page's text.
    Header,
    /// Left out; stands after its page's text.
    Footer,
    /// Left out: the page does not show it.
    Hidden,
}

impl Role {
    /// Whether the default text has it.
    pub fn shown(self) -> bool {
        matches!(self, Self::Body | Self::Note)
    }
}

/// A piece of a page: a block, or a part of one that was split.
#[derive(Clone, Debug)]
pub struct Unit<'a> {
    /// The page, from 0.
    pub page: u32,
    /// What the page yields.
    pub text: &'a PageText,
    /// The block; its places are in the page's raw text.
    pub block: PageBlock,
    /// Code points of the page's raw text before it.
    pub start: u32,
    /// What becomes of it.
    pub role: Role,
    /// Whether its kind is settled: by a person, or by the file's tags.
    pub settled: bool,
    /// Whether a person joined it with what is read after it, or parted it from that.
    pub joined: Option<bool>,
    /// What a person typed over it, in the page's raw text.
    pub typed: Vec<Edit>,
}

impl<'a> Unit<'a> {
    /// All units of a page in its reading order, hidden text last.
    pub fn of_page(page: u32, text: &'a PageText) -> Vec<Self> {
        let (mut at, mut chars) = (0, 0);
        let mut unit = |block: PageBlock, role| {
            chars += text.raw[at..block.raw.start()].chars().count() as u32;
            at = block.raw.start();
            Self { page, text, block, start: chars, role, settled: false, joined: None, typed: Vec::new() }
        };
        let mut units: Vec<_> = text.blocks.iter().map(|b| unit(b.clone(), Role::Body)).collect();
        let start = text.raw[text.visible..].find(|c| c != '\n').map(|n| text.visible + n);
        if let Some(start) = start {
            let raw = Span::new(start, text.raw.len());
            units.push(unit(PageBlock { raw, ..PageBlock::default() }, Role::Hidden));
        }
        for unit in &mut units {
            if unit.role == Role::Hidden {
                unit.block.regions = unit.bounds(unit.block.raw).into_iter().collect();
            }
        }
        units
    }

    /// Its characters, line ends included.
    pub fn raw(&self) -> &'a str {
        self.block.raw.slice(&self.text.raw)
    }

    /// Its characters as the default text has them, without what a person typed.
    pub fn words(&self) -> String {
        let mut out = String::new();
        let mut at = self.block.raw.start();
        for edit in self.edits() {
            out.push_str(&self.text.raw[at..edit.raw.start()]);
            out.push_str(&edit.replacement);
            at = edit.raw.end();
        }
        out.push_str(&self.text.raw[at..self.block.raw.end()]);
        out
    }

    /// The page's own edits inside it.
    pub fn edits(&self) -> &'a [Edit] {
        let (edits, raw) = (&self.text.edits, self.block.raw);
        let first = edits.partition_point(|e| e.raw.start() < raw.start());
        let end = first + edits[first..].partition_point(|e| e.raw.end() <= raw.end());
        &edits[first..end]
    }

    /// The table that it is, while it is whole and its kind says so.
    pub fn table(&self) -> Option<&'a PageTable> {
        let table = self.text.tables.get(self.block.table? as usize)?;
        (self.block.kind == BlockKind::Table && self.block.raw == table.raw).then_some(table)
    }

    /// Its name.
    pub fn key(&self) -> PieceKey {
        PieceKey { page: PageIndex(self.page), start: self.start }
    }

    /// Where it stands on its page, columns together; `None` where it has no glyphs.
    pub fn place(&self) -> Option<Rect> {
        self.block.regions.iter().copied().reduce(Rect::cover)
    }

    /// Whether it can be part of a running text.
    pub fn is_prose(&self) -> bool {
        self.role == Role::Body && matches!(self.block.kind, BlockKind::Paragraph | BlockKind::ListItem)
    }

    fn bounds(&self, raw: Span) -> Option<Rect> {
        let glyphs = &self.text.glyphs;
        let first = glyphs.partition_point(|g| (g.start as usize) < raw.start());
        let end = first + glyphs[first..].partition_point(|g| (g.start as usize) < raw.end());
        glyphs[first..end].iter().map(|g| g.quad.bounds()).reduce(Rect::cover)
    }

    /// Parts it before the byte `at` of the page's raw text; `None` where one part would be empty.
    pub fn split(&self, at: usize) -> Option<(Self, Self)> {
        let raw = self.block.raw;
        if at <= raw.start() || at >= raw.end() || !self.text.raw.is_char_boundary(at) {
            return None;
        }
        let first = self.text.raw[raw.start()..at].trim_end();
        let rest = self.text.raw[at..raw.end()].trim_start();
        if first.is_empty() || rest.is_empty() {
            return None;
        }
        let part = |raw: Span| {
            let inner = raw.slice(&self.text.raw);
            let mut unit = self.clone();
            unit.start += self.text.raw[self.block.raw.start()..raw.start()].chars().count() as u32;
            unit.block.raw = raw;
            unit.block.regions = self.bounds(raw).into_iter().collect();
            unit.block.chars = inner.chars().filter(|c| *c != '\n').count() as u32;
            unit.block.lines = inner.split('\n').filter(|l| !l.is_empty()).count() as u32;
            unit
        };
        let mut before = part(Span::new(raw.start(), raw.start() + first.len()));
        let mut after = part(Span::new(raw.end() - rest.len(), raw.end()));
        before.typed.retain(|t| before.block.raw.contains_span(t.raw));
        after.typed.retain(|t| after.block.raw.contains_span(t.raw));
        before.joined = None;
        before.block.open_end = false;
        before.block.full = false;
        after.block.continues = false;
        after.block.raised = 0;
        Some((before, after))
    }
}
