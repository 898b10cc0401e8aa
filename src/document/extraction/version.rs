//! Versions of an extraction: the same raw text with other edits, and everything else in its new place.

use super::{Extraction, ExtractionParts, id};
use crate::document::{
    Block, BlockKind, OutlineItem, Page, PageIndex, Piece, Problem, Region, Section, Table,
};
use crate::text::{Edit, EditKind, EditMap, Span, Text, merge};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the loader made.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    parts: Arc<ExtractionParts>,
    map: Arc<EditMap>,
}

impl Extraction {
    /// The edits that the loader made, from which every version starts.
    #[must_use]
    pub fn loaded_edits(&self) -> &EditMap {
        self.loaded.as_ref().map_or(&self.map, |l| &l.map)
    }

    /// The loader's settings.
    #[must_use]
    pub fn loaded_settings(&self) -> &str {
        self.loaded.as_ref().map_or(&self.parts.settings, |l| &l.parts.settings)
    }

    /// The blocks as the loader made them; their spans are of its default text.
    #[must_use]
    pub fn loaded_blocks(&self) -> &[Block] {
        self.loaded.as_ref().map_or(&self.parts.blocks, |l| &l.parts.blocks)
    }

    /// The version of this extraction with these edits of the raw text instead of its own.
    ///
    /// Pages, blocks, sections, problems and outline are those of the loader, each at the place where its
    /// characters stand now: a block that has none any more is gone, and text that the loader had taken out
    /// (furniture, hidden text) and that stands in the text again is a block. Edits that overlap are settled
    /// by [`merge`].
    ///
    /// # Panics
    /// If an edit's span is not of the raw text.
    #[must_use]
    pub fn with_edits(&self, edits: Vec<Edit>, settings: String) -> Self {
        let own = || Loaded { parts: Arc::clone(&self.parts), map: Arc::clone(&self.map) };
        let loaded = self.loaded.clone().unwrap_or_else(own);
        let edits = merge(edits);
        let raw = self.raw.clone();
        let (text, map) = if edits == self.map.edits() {
            (self.text.clone(), Arc::clone(&self.map))
        } else {
            let (edited, map) = EditMap::apply(&raw, edits);
            let text = if map.edits().is_empty() { raw.clone() } else { Text::new(edited) };
            (text, Arc::new(map))
        };
        let origins = Arc::clone(&self.origins);
        let (parts, loaded) = if map.edits() == loaded.map.edits() && settings == loaded.parts.settings {
            (loaded.parts, None)
        } else {
            let moved = Moved { parts: &loaded.parts, from: &loaded.map, to: &map, text: &text };
            (Arc::new(moved.parts(settings)), Some(loaded))
        };
        let id = id(&parts, &text);
        Self { parts, origins, raw, text, map, id, loaded }
    }
}

/// From the loader's default text to another one, over the raw text.
struct Moved<'a> {
    parts: &'a ExtractionParts,
    from: &'a EditMap,
    to: &'a EditMap,
    text: &'a Text,
}

impl Moved<'_> {
    fn parts(&self, settings: String) -> ExtractionParts {
        let (blocks, pieces) = self.blocks();
        ExtractionParts {
            source: self.parts.source.clone(),
            raw: String::new(),
            edits: Vec::new(),
            pages: self.pages(),
            sections: self.sections(),
            tables: self.tables(),
            blocks,
            pieces,
            origins: self.parts.origins.clone(),
            problems: self.parts.problems.iter().map(|p| self.problem(p)).collect(),
            outline: self.parts.outline.iter().map(|o| self.outline(o)).collect(),
            links: self.parts.links.clone(),
            info: self.parts.info.clone(),
            settings,
        }
    }

    /// Where the characters of a span stand now.
    fn span(&self, span: Span) -> Span {
        self.to.edited_span(self.from.raw_span(span))
    }

    fn problem(&self, problem: &Problem) -> Problem {
        let span = problem.span.map(|s| self.span(s)).filter(|s| !s.is_empty());
        Problem { span, ..problem.clone() }
    }

    fn outline(&self, item: &OutlineItem) -> OutlineItem {
        OutlineItem { offset: item.offset.map(|o| self.to.border(self.from.to_raw(o))), ..item.clone() }
    }

    /// Tables that still have characters, with the places of their cells.
    fn tables(&self) -> Vec<Table> {
        let old = &self.parts.tables;
        let mut places: Vec<Option<usize>> = Vec::with_capacity(old.len());
        let mut out: Vec<Table> = Vec::with_capacity(old.len());
        for table in old {
            let span = self.span(table.span);
            if span.is_empty() {
                places.push(None);
                continue;
            }
            places.push(Some(out.len()));
            let mut table = table.clone();
            table.span = span;
            table.caption = table.caption.map(|c| self.span(c)).filter(|c| !c.is_empty());
            table.continues = table.continues.and_then(|t| places.get(t).copied().flatten());
            for cell in table.rows.iter_mut().flatten() {
                cell.span = self.span(cell.span);
            }
            out.push(table);
        }
        out
    }

    /// Pages with what stands in the text again and came from them.
    fn pages(&self) -> Vec<Page> {
        let old = &self.parts.pages;
        let mut places: Vec<(Span, usize)> = Vec::new();
        for (i, page) in old.iter().enumerate() {
            places.extend(page.spans.iter().map(|s| (self.from.raw_span(*s), i)));
        }
        let pieces = self.parts.pieces.iter().map(|p| (p.raw, p.key.page.get()));
        places.extend(pieces.filter(|p| p.1 < old.len()));
        places.sort_by_key(|p| p.0);
        let mut pages: Vec<Page> = old.iter().map(|p| Page { spans: Vec::new(), ..p.clone() }).collect();
        let (mut end, mut last) = (0, None);
        for (raw, i) in places {
            let span = self.to.edited_span(raw);
            let span = Span::new(span.start().max(end), span.end().max(end));
            if span.is_empty() {
                continue;
            }
            match pages[i].spans.last_mut().filter(|_| last == Some(i)) {
                Some(before) => *before = before.cover(span),
                None => pages[i].spans.push(span),
            }
            (end, last) = (span.end(), Some(i));
        }
        for page in &mut pages {
            page.has_text = page.spans.iter().any(|s| !self.text.slice(*s).trim().is_empty());
        }
        pages
    }

    /// Sections keep parting the text; one that has no text any more is gone, and what stood under it stands
    /// under its parent.
    fn sections(&self) -> Vec<Section> {
        let old = &self.parts.sections;
        if self.text.is_empty() {
            return Vec::new();
        }
        if old.is_empty() {
            let span = self.text.span();
            return vec![Section { parent: None, level: 0, heading_path: Vec::new(), span }];
        }
        let start = |i: usize| match old.get(i) {
            Some(_) if i == 0 => 0,
            Some(section) => self.to.border(self.from.to_raw(section.span.start())),
            None => self.text.len(),
        };
        let mut out: Vec<Section> = Vec::with_capacity(old.len());
        let mut places: Vec<Option<usize>> = Vec::with_capacity(old.len());
        for (i, section) in old.iter().enumerate() {
            let parent = section.parent.and_then(|p| places.get(p).copied().flatten());
            let span = Span::new(start(i), start(i + 1).max(start(i)));
            if span.is_empty() {
                places.push(parent);
            } else {
                places.push(Some(out.len()));
                out.push(Section { parent, span, ..section.clone() });
            }
        }
        out
    }

    /// Blocks that still have characters, those that have some again, and the pieces with their blocks.
    fn blocks(&self) -> (Vec<Block>, Vec<Piece>) {
        let mut blocks: Vec<(Block, Option<usize>)> = Vec::with_capacity(self.parts.blocks.len());
        for ((i, block), raw) in self.parts.blocks.iter().enumerate().zip(self.block_places()) {
            let span = self.to.edited_span(raw);
            if !span.is_empty() {
                blocks.push((Block { span, ..block.clone() }, Some(i)));
            }
        }
        let mut back = self.back(&blocks);
        if !back.is_empty() {
            blocks.extend(back.drain(..).map(|b| (b, None)));
            blocks.sort_by_key(|b| b.0.span);
        }
        let mut places = vec![None; self.parts.blocks.len()];
        for (now, (_, before)) in blocks.iter().enumerate() {
            if let Some(before) = *before {
                places[before] = Some(now);
            }
        }
        let blocks: Vec<Block> = blocks.into_iter().map(|b| b.0).collect();
        let pieces = self.pieces(&blocks, &places);
        (blocks, pieces)
    }

    /// Where the blocks stand in the raw text, with what was taken out at the ends of their pieces.
    fn block_places(&self) -> Vec<Span> {
        let mut places: Vec<Span> = self.parts.blocks.iter().map(|b| self.from.raw_span(b.span)).collect();
        for piece in &self.parts.pieces {
            if let Some(place) = piece.block.and_then(|b| places.get_mut(b)) {
                *place = place.cover(piece.raw);
            }
        }
        places
    }

    /// Blocks of text that the loader had taken out and that stands in no other block.
    fn back(&self, blocks: &[(Block, Option<usize>)]) -> Vec<Block> {
        let free = |span: Span| {
            let i = blocks.partition_point(|b| b.0.span.end() <= span.start());
            !span.is_empty() && blocks.get(i).is_none_or(|b| b.0.span.start() >= span.end())
        };
        let mut out = Vec::new();
        for piece in self.parts.pieces.iter().filter(|p| p.block.is_none()) {
            let span = self.to.edited_span(piece.raw);
            if free(span) {
                let page = piece.key.page;
                let regions = piece.regions.iter().map(|&bbox| Region { page, bbox }).collect();
                out.push(Block { kind: piece.kind, level: piece.level, span, regions });
            }
        }
        if !self.parts.pieces.is_empty() {
            return out;
        }
        for edit in self.from.edits().iter().filter(|e| e.replacement.trim().is_empty()) {
            let kind = match edit.kind {
                EditKind::Furniture => BlockKind::Furniture,
                EditKind::Hidden | EditKind::Duplicate => BlockKind::Paragraph,
                _ => continue,
            };
            let span = self.to.edited_span(edit.raw);
            let text = self.text.slice(span);
            let start = span.start() + (text.len() - text.trim_start().len());
            let span = Span::new(start, start + text.trim().len());
            if free(span) {
                out.push(Block { kind, level: None, span, regions: Vec::new() });
            }
        }
        out
    }

    /// Pieces with their blocks as they are now. Where some are back in the text, the pieces of their page are
    /// numbered anew, in the order of the text.
    fn pieces(&self, blocks: &[Block], places: &[Option<usize>]) -> Vec<Piece> {
        let mut pieces = self.parts.pieces.clone();
        let mut numbers: BTreeMap<PageIndex, u32> = BTreeMap::new();
        for piece in &mut pieces {
            if let Some(before) = piece.block {
                piece.block = places.get(before).copied().flatten();
                continue;
            }
            let span = self.to.edited_span(piece.raw);
            let i = blocks.partition_point(|b| b.span.end() <= span.start());
            piece.block = blocks.get(i).filter(|b| b.span.overlaps(span)).map(|_| i);
            if piece.block.is_some() {
                numbers.insert(piece.key.page, 0);
            }
        }
        let mut order: Vec<usize> = (0..pieces.len()).filter(|i| pieces[*i].block.is_some()).collect();
        order.sort_by_key(|i| pieces[*i].raw);
        for i in order {
            if let Some(number) = numbers.get_mut(&pieces[i].key.page) {
                *number += 1;
                pieces[i].number = Some(*number);
            }
        }
        pieces
    }
}
