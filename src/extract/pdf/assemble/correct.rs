//! What a person put right, applied to a page's units.

use super::joins;
use super::unit::{Role, Unit};
use crate::document::{BlockKind, Correction, PageIndex, ReadingOrder, Target};
use crate::text::{Edit, EditKind, Span};

/// The corrections of a document, and which of them did not fit.
#[derive(Debug)]
pub struct Corrections<'c> {
    all: &'c [Correction],
    fits: Vec<bool>,
}

impl<'c> Corrections<'c> {
    pub fn new(all: &'c [Correction]) -> Self {
        let fits = all.iter().map(|c| matches!(c, Correction::Order { .. })).collect();
        Self { all, fits }
    }

    /// Those that fitted nothing.
    pub fn unfit(&self) -> impl Iterator<Item = &'c Correction> + '_ {
        self.all.iter().zip(&self.fits).filter(|(_, fits)| !**fits).map(|(c, _)| c)
    }

    /// Applies what changes pieces: kinds, splits, joins, typed text. Before furniture and notes are looked
    /// for.
    pub fn pieces(&mut self, pages: &mut [Vec<Unit<'_>>]) {
        for (i, correction) in self.all.iter().enumerate() {
            let Some(target) = correction.target() else { continue };
            let Some(units) = pages.get_mut(target.piece.page.get()) else { continue };
            let Some(at) = find(units, target) else { continue };
            self.fits[i] = match correction {
                Correction::Kind { kind, level, .. } => {
                    set_kind(&mut units[at], *kind, *level);
                    true
                }
                Correction::Split { at: chars, .. } => split(units, at, *chars),
                Correction::Join { .. } => set_join(&mut units[at], true),
                Correction::Part { .. } => set_join(&mut units[at], false),
                Correction::Text { start, end, replacement, .. } => {
                    replace(&mut units[at], *start, *end, replacement)
                }
                Correction::Columns { at: places, .. } => set_columns(&mut units[at], places),
                // Moves come when the order is known.
                Correction::Move { .. } | Correction::Order { .. } => true,
            };
        }
    }

    /// The moves of a page, in order.
    pub fn moves(&self, page: u32) -> impl Iterator<Item = (&'c Target, u32)> + '_ {
        let fitting = self.all.iter().zip(&self.fits).filter(|(_, fits)| **fits).map(|(c, _)| c);
        fitting.filter_map(move |c| match c {
            Correction::Move { target, number } if target.piece.page == PageIndex(page) => {
                Some((target, *number))
            }
            _ => None,
        })
    }

    /// Whether any piece of a page is moved.
    pub fn has_moves(&self, page: u32) -> bool {
        self.moves(page).next().is_some()
    }
}

/// The order asked for a page: its own, else the document's, else `usual`.
pub fn order_of(corrections: &[Correction], page: PageIndex, usual: ReadingOrder) -> ReadingOrder {
    let asked = |of: Option<PageIndex>| {
        corrections.iter().rev().find_map(|c| match c {
            Correction::Order { page, order } if *page == of => Some(*order),
            _ => None,
        })
    };
    asked(Some(page)).or_else(|| asked(None)).unwrap_or(usual)
}

/// The unit that a correction means: at its place, and with its first characters.
pub fn find(units: &[Unit<'_>], target: &Target) -> Option<usize> {
    units.iter().position(|u| u.key() == target.piece && u.raw().starts_with(&target.quote))
}

fn set_kind(unit: &mut Unit<'_>, kind: BlockKind, level: Option<u8>) {
    unit.settled = true;
    unit.block.level = level;
    if kind == BlockKind::Furniture {
        let low = unit.place().is_some_and(|p| p.center().y > 0.5 * unit.text.height);
        unit.role = if low { Role::Footer } else { Role::Header };
        return;
    }
    unit.block.kind = kind;
    unit.role = if kind == BlockKind::Footnote { Role::Note } else { Role::Body };
}

fn set_join(unit: &mut Unit<'_>, joined: bool) -> bool {
    unit.joined = Some(joined);
    true
}

fn split(units: &mut Vec<Unit<'_>>, at: usize, chars: u32) -> bool {
    let unit = &units[at];
    let Some((byte, _)) = unit.raw().char_indices().nth(chars as usize) else { return false };
    let Some((before, after)) = unit.split(unit.block.raw.start() + byte) else { return false };
    units.splice(at..=at, [before, after]);
    true
}

fn replace(unit: &mut Unit<'_>, start: u32, end: u32, replacement: &str) -> bool {
    let place = |chars: u32| {
        let mut all = unit.raw().char_indices().map(|c| c.0).chain([unit.raw().len()]);
        all.nth(chars as usize).map(|b| unit.block.raw.start() + b)
    };
    let (Some(start), Some(end)) = (place(start), place(end)) else { return false };
    if end < start {
        return false;
    }
    let edit =
        Edit { kind: EditKind::Manual, raw: Span::new(start, end), replacement: replacement.to_owned() };
    unit.typed.retain(|t| !t.raw.overlaps(edit.raw) && t.raw != edit.raw);
    unit.typed.push(edit);
    unit.typed.sort_by_key(|t| t.raw);
    true
}

/// A table whose columns are drawn anew; no columns: it is text.
fn set_columns(unit: &mut Unit<'_>, places: &[f32]) -> bool {
    if places.is_empty() {
        unit.block.kind = BlockKind::Paragraph;
        unit.settled = true;
    }
    places.is_empty()
}

/// Whether a person said that a unit goes on with the next one, or that it does not.
pub fn goes_on(unit: &Unit<'_>, next: &Unit<'_>) -> bool {
    unit.joined.unwrap_or_else(|| joins::goes_on(unit, next))
}
