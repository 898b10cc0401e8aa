//! Pages become one extraction: one raw text, page furniture, footnotes, paragraphs over page breaks, headings,
//! sections.
//!
//! Pure; runs where the window or the command line runs. What a single page says is `layout`'s
//! business, what the file says about itself (outline, labels, information) is handed in. Each page's blocks
//! become units (`unit`) that are told apart (`furniture`, `notes`, `headings`), put in order, joined
//! (`joins`) and written (`write`).

mod correct;
mod furniture;
mod headings;
mod joins;
mod kinds;
mod notes;
mod problems;
mod sections;
mod suspects;
mod tables;
mod unit;
mod write;

use super::layout::PageText;
use crate::document::{
    Block, BlockKind, Correction, Extraction, ExtractionParts, GlyphOrigins, Link, Origins, OutlineItem,
    Page, PdfInfo, PieceKey, Problem, Source,
};
use crate::text::{EditMap, Span};
use correct::Corrections;
pub use correct::order_of;
use std::sync::Arc;
use suspects::Suspect;
use unit::{Role, Unit};
use write::{Follows, write};

/// A page as the file describes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageFacts {
    /// What the document calls it.
    pub label: Option<String>,
    /// Width as shown, in points.
    pub width: f32,
    /// Height as shown.
    pub height: f32,
    /// /Rotate in degrees.
    pub rotation: u16,
    /// Why its text could not be read, if it could not: a sentence for people.
    pub skipped: Option<String>,
}

/// What is known about a document besides its pages' text.
#[derive(Clone, Debug)]
pub struct DocumentFacts {
    /// The file.
    pub source: Source,
    /// One entry a page.
    pub pages: Vec<PageFacts>,
    /// Outline entries in order.
    pub outline: Vec<OutlineItem>,
    /// Links on pages.
    pub links: Vec<Link>,
    /// Document information.
    pub info: Option<PdfInfo>,
    /// What went wrong before the pages were read.
    pub problems: Vec<Problem>,
    /// The settings of the extraction, canonical.
    pub settings: String,
}

/// Makes the extraction of a document from what its pages yield, in page order, and from what a person put right.
///
/// Page geometry comes from `facts`; a page without an entry there takes that of its text. Corrections that fit
/// nothing are problems of the extraction.
#[must_use]
pub fn assemble(facts: DocumentFacts, texts: &[Arc<PageText>], corrections: &[Correction]) -> Extraction {
    let mut pages: Vec<Vec<Unit<'_>>> =
        (0_u32..).zip(texts).map(|(page, text)| Unit::of_page(page, text)).collect();
    let mut corrections = Corrections::new(corrections);
    corrections.pieces(&mut pages);
    let size = headings::body_size(pages.iter().flatten().map(|u| &u.block));
    let body = furniture::Body { size };
    let repeats = furniture::find(&mut pages, body);
    for units in &mut pages {
        notes::find(units, body);
    }
    let mut flow: Vec<&mut Unit<'_>> = pages.iter_mut().flatten().filter(|u| u.role == Role::Body).collect();
    headings::find(&mut flow);
    headings::by_outline(&mut flow, &facts.outline);
    kinds::find(&mut pages, body);
    move_pieces(&mut pages, &corrections);
    let order = order(&pages);
    let document = write(texts.len(), first_lines(texts), &order);
    let starts = document.starts.iter().copied();
    let suspects = suspects::find(order.iter().map(|(unit, _)| *unit).zip(starts), &repeats);
    finish(facts, texts, document, &corrections, suspects)
}

/// Puts pieces where a person wants them. On such a page notes stay where they are read now.
fn move_pieces(pages: &mut [Vec<Unit<'_>>], corrections: &Corrections<'_>) {
    let moved: Vec<u32> = (0..pages.len() as u32).filter(|p| corrections.has_moves(*p)).collect();
    if moved.is_empty() {
        return;
    }
    let mut sequences: Vec<Vec<PieceKey>> = vec![Vec::new(); pages.len()];
    for (unit, _) in order(pages).iter().filter(|(u, _)| u.role.shown()) {
        sequences[unit.page as usize].push(unit.key());
    }
    for page in moved {
        let (units, sequence) = (&mut pages[page as usize], &mut sequences[page as usize]);
        for (target, number) in corrections.moves(page) {
            let Some(from) = sequence.iter().position(|k| *k == target.piece) else { continue };
            let key = sequence.remove(from);
            sequence.insert((number.max(1) as usize - 1).min(sequence.len()), key);
        }
        let place = |u: &Unit<'_>| sequence.iter().position(|k| *k == u.key()).unwrap_or(usize::MAX);
        units.sort_by_cached_key(place);
        for unit in units.iter_mut().filter(|u| u.role == Role::Note) {
            unit.role = Role::Body;
        }
    }
}

/// The number of each page's first line.
fn first_lines(texts: &[Arc<PageText>]) -> Vec<u32> {
    let mut lines = 0_u32;
    let first = |text: &Arc<PageText>| {
        let first = lines;
        lines = lines.saturating_add(text.lines);
        first
    };
    texts.iter().map(first).collect()
}

/// All units in the order in which they are written, and how each follows the one shown before it.
fn order<'p, 't>(pages: &'p [Vec<Unit<'t>>]) -> Vec<(&'p Unit<'t>, Follows)> {
    let mut body: Vec<&Unit<'_>> = Vec::new();
    let mut ranges = Vec::with_capacity(pages.len());
    for units in pages {
        let start = body.len();
        body.extend(units.iter().filter(|u| u.role == Role::Body));
        ranges.push(start..body.len());
    }
    let joined = joined(&body, &ranges);
    // What stands between the parts of a paragraph that goes on is read after it, and so are notes.
    let mut after: Vec<Vec<&Unit<'_>>> = vec![Vec::new(); body.len()];
    let mut lone: Vec<&Unit<'_>> = Vec::new();
    for units in pages {
        for note in units.iter().filter(|u| u.role == Role::Note) {
            match notes::anchor(note, units, &body, &ranges) {
                Some(anchor) => after[joined.end_of(anchor)].push(note),
                None => lone.push(note),
            }
        }
    }
    let mut out: Vec<(&Unit<'_>, Follows)> = lone.into_iter().map(|n| (n, Follows::Apart)).collect();
    for (page, range) in ranges.iter().enumerate() {
        let of = |role| pages[page].iter().filter(move |u| u.role == role).map(|u| (u, Follows::Apart));
        out.extend(of(Role::Header));
        for i in range.clone() {
            if joined.is_deferred(i) {
                continue;
            }
            out.push((body[i], joined.follows(i)));
            for &i in joined.deferred_to(i) {
                out.push((body[i], Follows::Apart));
            }
            out.extend(after[i].iter().map(|n| (*n, Follows::Apart)));
        }
        out.extend(of(Role::Footer));
        out.extend(of(Role::Hidden));
    }
    out
}

/// Which units of the flow go on with an earlier one over a page break.
struct Joins {
    follows: Vec<Follows>,
    /// For each unit, the one that goes on with its paragraph.
    next: Vec<Option<usize>>,
    /// Units that are read only after the paragraph around them, and after which unit.
    deferred: Vec<Option<usize>>,
    waiting: std::collections::BTreeMap<usize, Vec<usize>>,
}

impl Joins {
    fn follows(&self, i: usize) -> Follows {
        self.follows[i]
    }

    fn end_of(&self, i: usize) -> usize {
        let mut end = self.deferred[i].unwrap_or(i);
        while let Some(next) = self.next[end] {
            end = next;
        }
        end
    }

    fn is_deferred(&self, i: usize) -> bool {
        self.deferred[i].is_some()
    }

    fn deferred_to(&self, i: usize) -> &[usize] {
        self.waiting.get(&i).map_or(&[], Vec::as_slice)
    }
}

/// Joins the last paragraph of each page with the first of the next, tables and captions between them set aside.
fn joined(body: &[&Unit<'_>], ranges: &[std::ops::Range<usize>]) -> Joins {
    let mut joins = Joins {
        follows: vec![Follows::Apart; body.len()],
        next: vec![None; body.len()],
        deferred: vec![None; body.len()],
        waiting: std::collections::BTreeMap::new(),
    };
    // Text across the page's direction labels an axis or stands in a margin.
    let floats = |u: &Unit<'_>| {
        !u.block.upright || matches!(u.block.kind, BlockKind::Table | BlockKind::Caption | BlockKind::Figure)
    };
    let filled: Vec<_> = ranges.iter().filter(|r| !r.is_empty()).collect();
    for pair in filled.windows(2) {
        let last = pair[0].clone().rev().find(|&i| !floats(body[i]));
        let first = pair[1].clone().find(|&i| !floats(body[i]));
        let (Some(last), Some(first)) = (last, first) else { continue };
        if !correct::goes_on(body[last], body[first]) {
            continue;
        }
        joins.follows[first] = joins::follows(body[last], body[first]);
        joins.next[last] = Some(first);
        for i in (last + 1..pair[0].end).chain(pair[1].start..first) {
            joins.deferred[i] = Some(first);
            joins.waiting.entry(first).or_default().push(i);
        }
    }
    for i in 1..body.len() {
        let (before, unit) = (body[i - 1], body[i]);
        if before.joined == Some(true) && before.page == unit.page && joins.deferred[i].is_none() {
            joins.follows[i] = joins::follows(before, unit);
            joins.next[i - 1] = Some(i);
        }
    }
    joins
}

fn finish(
    facts: DocumentFacts,
    texts: &[Arc<PageText>],
    mut written: write::Document,
    corrections: &Corrections<'_>,
    suspects: Vec<Suspect>,
) -> Extraction {
    joins::keep_compounds(&written.raw, &mut written.edits);
    let (text, map) = EditMap::apply(&written.raw, written.edits);
    let edited = |s: Span| {
        let start = map.to_edited(s.start());
        Span::new(start, map.to_edited(s.end()).max(start))
    };
    let count = texts.len().max(facts.pages.len());
    let described = (0..count).map(|i| {
        let (page, fact) = (texts.get(i), facts.pages.get(i).cloned().unwrap_or_default());
        let spans = written.spans.get(i).into_iter().flatten().map(|s| edited(*s)).filter(|s| !s.is_empty());
        let spans: Vec<Span> = spans.collect();
        let shown = page.filter(|p| p.width > 0.0 && fact.width <= 0.0);
        Page {
            label: fact.label,
            width: shown.map_or(fact.width, |p| p.width),
            height: shown.map_or(fact.height, |p| p.height),
            rotation: shown.map_or(fact.rotation, |p| p.rotation),
            has_text: spans.iter().any(|s| !s.slice(&text).trim().is_empty()),
            spans,
        }
    });
    let described: Vec<Page> = described.collect();
    // A block without characters in the default text is none: its pieces lose it.
    let mut places = Vec::with_capacity(written.blocks.len());
    let mut blocks: Vec<Block> = Vec::with_capacity(written.blocks.len());
    for block in written.blocks {
        let span = edited(block.raw);
        places.push((!span.is_empty()).then_some(blocks.len()));
        if !span.is_empty() {
            blocks.push(Block { kind: block.kind, level: block.level, span, regions: block.regions });
        }
    }
    for piece in &mut written.pieces {
        piece.block = piece.block.and_then(|b| places[b]);
    }
    let mut problems = facts.problems;
    problems.extend(problems::of_pages(texts, &facts.pages, &described, &text));
    problems.extend(suspects.into_iter().map(|s| Problem {
        code: s.code,
        message: s.message,
        page: Some(s.page),
        span: Some(edited(s.raw)).filter(|span| !span.is_empty()),
    }));
    problems.extend(problems::hyphens(&map, &text));
    problems.extend(corrections.unfit().map(problems::unfit));
    let tables = tables::tables(&written.tables, &places, &blocks, &text, edited);
    let parts = ExtractionParts {
        source: facts.source,
        sections: sections::sections(&text, &blocks),
        tables,
        raw: written.raw,
        edits: Vec::new(),
        pages: described,
        pieces: written.pieces,
        blocks,
        origins: Origins::Glyphs(GlyphOrigins::of_runs(written.glyphs)),
        problems,
        outline: facts.outline,
        links: facts.links,
        info: facts.info,
        settings: facts.settings,
    };
    Extraction::with_map(parts, text, map)
}
