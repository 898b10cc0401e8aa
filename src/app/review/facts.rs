//! What Review knows of a document before anybody has judged it: its pieces, figures, and a line a page.
//! Made off the window's thread.

use super::pieces::Pieces;
use crate::document::{BlockKind, Extraction, PageIndex, Problem, ProblemCode, Rect};
use crate::review::Figures;
use crate::text::EditKind;
use std::collections::HashMap;

/// How a page is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageShape {
    /// How many columns stand beside each other.
    pub columns: usize,
    /// Tables on it.
    pub tables: usize,
    /// Footnotes on it.
    pub footnotes: usize,
    /// Whether it has text.
    pub has_text: bool,
}

/// A place of the text where something was taken out or replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Where, in the default text.
    pub at: usize,
    /// Why.
    pub kind: EditKind,
    /// The first characters of what stood there.
    pub was: String,
    /// What stands there instead.
    pub is: String,
}

/// How much of what was taken out is kept to be shown, in code points.
const KEPT: usize = 120;

/// Pieces and figures of an extraction.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// What was taken out, in the order of the text. Line breaks that became spaces are left out.
    pub cuts: Vec<Cut>,
    /// The pieces.
    pub pieces: Pieces,
    /// Figures of the document.
    pub figures: Figures,
    /// A shape a page.
    pub shapes: Vec<PageShape>,
}

impl Facts {
    /// What is known of an extraction.
    #[must_use]
    pub fn of(extraction: &Extraction) -> Self {
        let pieces = Pieces::of(extraction);
        let figures = Figures::of(extraction);
        let pages = extraction.pages().iter().enumerate();
        let shapes = pages.map(|(i, p)| shape(&pieces, PageIndex(i as u32), p.has_text)).collect();
        Self { cuts: cuts(extraction), pieces, figures, shapes }
    }
}

fn cuts(extraction: &Extraction) -> Vec<Cut> {
    let map = extraction.edits();
    let raw = extraction.raw().as_str();
    let all = map.edits().iter().enumerate().filter(|(_, e)| e.kind != EditKind::LineJoin);
    all.filter_map(|(i, edit)| {
        let was = edit.raw.get(raw)?;
        let blank = was.trim().is_empty() && edit.kind != EditKind::BlankRun;
        (!blank).then(|| Cut {
            at: map.edited(i).start(),
            kind: edit.kind,
            was: was.trim().chars().take(KEPT).collect(),
            is: edit.replacement.clone(),
        })
    })
    .collect()
}

fn shape(pieces: &Pieces, page: PageIndex, has_text: bool) -> PageShape {
    let here: Vec<_> =
        pieces.all()[pieces.on(page)].iter().filter(|p| p.piece.number.is_some()).map(|p| &p.piece).collect();
    let count = |kind| here.iter().filter(|p| p.kind == kind).count();
    let places: Vec<Rect> = here.iter().flat_map(|p| p.regions.iter().copied()).take(60).collect();
    PageShape {
        columns: columns(&places),
        tables: count(BlockKind::Table),
        footnotes: count(BlockKind::Footnote),
        has_text,
    }
}

/// The most places that stand beside each other.
fn columns(places: &[Rect]) -> usize {
    places.iter().map(|r| column_of(places, *r)).max().unwrap_or(1)
}

/// Which column a place stands in, from the left: 1 more than the most places in a row to its left.
#[must_use]
pub fn column_of(places: &[Rect], place: Rect) -> usize {
    let tall = |r: &Rect| r.height() > 30.0 || place.height() > 30.0;
    let left = |r: &Rect| {
        let beside = r.y0 < place.y1 - 2.0 && place.y0 < r.y1 - 2.0;
        beside && r.x1 <= place.x0 + 3.0 && r.width() > 40.0 && tall(r)
    };
    // The nearest on the left has the fewest others between.
    let next = places.iter().filter(|r| left(r)).max_by(|a, b| a.x1.total_cmp(&b.x1));
    1 + next.map_or(0, |r| column_of(places, *r))
}

/// The problem that matters most of those on each page.
#[must_use]
pub fn worst_by_page(problems: &[Problem]) -> HashMap<PageIndex, ProblemCode> {
    let mut out: HashMap<PageIndex, ProblemCode> = HashMap::new();
    for problem in problems {
        let Some(page) = problem.page else { continue };
        let worst = out.entry(page).or_insert(problem.code);
        if problem.code.severity() > worst.severity() {
            *worst = problem.code;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_by_what_stands_to_the_left() {
        let title = Rect::new(50.0, 50.0, 550.0, 80.0);
        let (left, right) = (Rect::new(50.0, 100.0, 290.0, 600.0), Rect::new(310.0, 100.0, 550.0, 600.0));
        let all = [title, left, right];
        assert_eq!(column_of(&all, title), 1);
        assert_eq!(column_of(&all, left), 1);
        assert_eq!(column_of(&all, right), 2);
        assert_eq!(columns(&all), 2);
        assert_eq!(columns(&[]), 1);
    }
}
