//! Page furniture: running headers and footers, page numbers, margin stamps.
//!
//! A line at the top or bottom edge of a page is furniture where its neighbors carry the same line at the
//! same place, figures masked (after Lin, "Header and footer extraction by page association", SPIE 2003);
//! odd and even pages are compared apart, so pages one and two away are looked at. What changes from page
//! to page is furniture where it stands above or below everything else at a place where most pages carry
//! such a line. A page without neighbors is judged by place, size and what its lines say, and with care:
//! text that is kept by mistake is seen, text that is lost is not.

mod says;

use super::unit::{Role, Unit};
use crate::document::{BlockKind, ReadingOrder, Rect};
use rustc_hash::{FxHashMap, FxHashSet};
use says::{Masked, is_journal_line, is_page_number};

/// How many lines at an edge may be furniture.
const MOST_AT_EDGE: usize = 4;
/// A header or footer has at most so many lines and characters.
const MOST_LINES: u32 = 3;
const MOST_CHARS: u32 = 240;
/// The part of the page's height, at the top and at the bottom, in which furniture stands.
const BAND: f32 = 0.16;
/// Without neighbors: only this part.
const NARROW_BAND: f32 = 0.1;
/// How far apart the same line stands on two pages at most, as a part of the page's height.
const DRIFT: f32 = 0.012;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Edge {
    Top,
    Bottom,
}

/// A unit that may be furniture.
#[derive(Debug)]
struct Candidate {
    /// The unit's place among its page's units.
    unit: usize,
    edge: Edge,
    /// Its middle, as a part of the page's height.
    y: f32,
    place: Rect,
    size: f32,
    says: Masked,
}

/// Size of most of the text, in points.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// Em.
    pub size: f32,
}

/// Finds the furniture among the units of each page and marks it.
pub fn find(pages: &mut [Vec<Unit<'_>>], body: Body) -> Repeats {
    for unit in pages.iter_mut().flatten() {
        artifact(unit);
    }
    let candidates: Vec<Vec<Candidate>> = pages.iter().map(|units| candidates(units)).collect();
    let mut found = repeated(&candidates, body);
    changing(pages, &candidates, body, &mut found);
    spare(pages, &candidates, &mut found);
    let seen_again = seen_again(&candidates);
    let mut repeats = Repeats::default();
    for (page, candidates) in candidates.iter().enumerate() {
        let alone = alone(&pages[page], candidates, body);
        for (i, candidate) in candidates.iter().enumerate() {
            let key = (page as u32, pages[page][candidate.unit].start);
            if found[page][i] || alone.contains(&i) {
                mark(&mut pages[page][candidate.unit], candidate.edge);
                if !seen_again[page][i] && !is_page_number(&candidate.says.full) {
                    repeats.unique.insert(key);
                }
            } else if seen_again[page][i] {
                repeats.kept.insert(key);
            }
        }
    }
    for units in pages {
        stamps(units);
    }
    repeats
}

/// What a reviewer should know of lines at the edges of pages.
#[derive(Debug, Default)]
pub struct Repeats {
    /// Taken for furniture although no page near by has it: page and start of the unit.
    unique: FxHashSet<(u32, u32)>,
    /// Left in the flow although a page near by has it.
    kept: FxHashSet<(u32, u32)>,
}

impl Repeats {
    /// Whether a unit was taken for furniture although it stands on one page only.
    pub fn is_unique(&self, unit: &Unit<'_>) -> bool {
        self.unique.contains(&(unit.page, unit.start))
    }

    /// Whether a unit is text although it stands on several pages.
    pub fn is_kept(&self, unit: &Unit<'_>) -> bool {
        self.kept.contains(&(unit.page, unit.start))
    }
}

/// Candidates that a page one or two away has at the same place, figures masked, whatever they are.
fn seen_again(pages: &[Vec<Candidate>]) -> Vec<Vec<bool>> {
    let mut seen: Vec<Vec<bool>> = pages.iter().map(|c| vec![false; c.len()]).collect();
    for (page, candidates) in pages.iter().enumerate() {
        for step in [1, 2] {
            let Some(others) = pages.get(page + step) else { continue };
            for (i, a) in candidates.iter().enumerate() {
                for (k, b) in others.iter().enumerate() {
                    let alike = a.says.text == b.says.text || a.says.is_like(&b.says);
                    if a.edge == b.edge && (a.y - b.y).abs() <= DRIFT && alike {
                        seen[page][i] = true;
                        seen[page + step][k] = true;
                    }
                }
            }
        }
    }
    seen
}

fn mark(unit: &mut Unit<'_>, edge: Edge) {
    if unit.settled {
        return;
    }
    unit.role = if edge == Edge::Top { Role::Header } else { Role::Footer };
}

/// What the file's tags say is no content, where they give the order.
fn artifact(unit: &mut Unit<'_>) {
    if unit.role == Role::Body && unit.block.artifact && unit.text.order == ReadingOrder::Tagged {
        let low = unit.place().is_some_and(|p| p.center().y > 0.5 * unit.text.height);
        unit.role = if low { Role::Footer } else { Role::Header };
    }
}

/// The outermost short units at the top and the bottom of a page, from the edge inwards.
fn candidates(units: &[Unit<'_>]) -> Vec<Candidate> {
    let Some(height) = units.first().map(|u| u.text.height).filter(|h| *h > 0.0) else { return Vec::new() };
    let mut placed: Vec<(usize, Rect)> = units
        .iter()
        .enumerate()
        .filter(|(_, u)| (u.role == Role::Body || u.settled) && u.role != Role::Hidden && u.block.upright)
        .filter_map(|(i, u)| u.place().map(|p| (i, p)))
        .collect();
    // Pages may be printed on larger sheets: the edge is that of the text, if that is not the page's.
    let top = placed.iter().map(|p| p.1.y0).fold(height, f32::min);
    let bottom = placed.iter().map(|p| p.1.y1).fold(0.0, f32::max);
    let mut out = Vec::new();
    for edge in [Edge::Top, Edge::Bottom] {
        placed.sort_by(|a, b| match edge {
            Edge::Top => a.1.y0.total_cmp(&b.1.y0),
            Edge::Bottom => b.1.y1.total_cmp(&a.1.y1),
        });
        for &(unit, place) in placed.iter().take(MOST_AT_EDGE) {
            let block = &units[unit].block;
            let inside = match edge {
                Edge::Top => place.y1 < (top + 0.5 * BAND * (bottom - top)).max(BAND * height),
                Edge::Bottom => place.y0 > (bottom - 0.5 * BAND * (bottom - top)).min((1.0 - BAND) * height),
            };
            let short = block.lines <= MOST_LINES && block.chars <= MOST_CHARS;
            if !inside || !short || block.kind == BlockKind::Table {
                break;
            }
            let y = place.center().y / height;
            let says = Masked::of(&units[unit].words());
            out.push(Candidate { unit, edge, y, place, size: block.size, says });
        }
    }
    out
}

/// Candidates that pages one or two away carry too.
fn repeated(pages: &[Vec<Candidate>], body: Body) -> Vec<Vec<bool>> {
    let mut found: Vec<Vec<bool>> = pages.iter().map(|c| vec![false; c.len()]).collect();
    for (page, candidates) in pages.iter().enumerate() {
        for (i, a) in candidates.iter().enumerate() {
            let near = [1, 2].into_iter().filter_map(|step| Some((step, pages.get(page + step)?)));
            for (step, others) in near {
                for (k, b) in others.iter().enumerate() {
                    if same(a, b, step, body) {
                        found[page][i] = true;
                        found[page + step][k] = true;
                    }
                }
            }
        }
    }
    found
}

/// Whether `b`, so many pages later, is the same line.
fn same(a: &Candidate, b: &Candidate, step: usize, body: Body) -> bool {
    if a.edge != b.edge || (a.y - b.y).abs() > DRIFT || (a.size - b.size).abs() > 0.06 * a.size.max(b.size) {
        return false;
    }
    if a.says.text != b.says.text {
        return a.says.is_like(&b.says) && a.size < 1.06 * body.size;
    }
    if a.says.full == b.says.full {
        return true;
    }
    // What differs in its figures counts pages, or is a numbered heading.
    let counts = a.says.number.zip(b.says.number).is_some_and(|(x, y)| y == x + step as u64);
    counts && (a.says.letters < 4 || a.size < 1.12 * body.size)
}

/// Lines that are all their page has are furniture only where they frame text on a page near by.
fn spare(pages: &[Vec<Unit<'_>>], candidates: &[Vec<Candidate>], found: &mut [Vec<bool>]) {
    let bare: Vec<bool> = (0..pages.len())
        .map(|page| {
            let all = pages[page].iter().filter(|u| u.role == Role::Body).count();
            let mut taken: Vec<usize> =
                candidates[page].iter().zip(&found[page]).filter(|c| *c.1).map(|c| c.0.unit).collect();
            taken.sort_unstable();
            taken.dedup();
            taken.len() >= all
        })
        .collect();
    for (page, found) in found.iter_mut().enumerate() {
        let near = page.saturating_sub(2)..(page + 3).min(pages.len());
        if bare[near].iter().all(|b| *b) {
            found.fill(false);
        }
    }
}

/// Running heads that say something else on each page: lines that most pages carry at one place outside of
/// the body.
fn changing(pages: &[Vec<Unit<'_>>], candidates: &[Vec<Candidate>], body: Body, found: &mut [Vec<bool>]) {
    if pages.len() < 4 {
        return;
    }
    let mut places: FxHashMap<(Edge, i32, i32), Vec<(usize, usize)>> = FxHashMap::default();
    for (page, all) in candidates.iter().enumerate() {
        let mut taken = [false; 2];
        for (i, c) in all.iter().enumerate() {
            let outermost = !std::mem::replace(&mut taken[c.edge as usize], true);
            let lone = pages[page][c.unit].block.lines == 1 && c.size < 1.06 * body.size;
            if outermost && lone && stands_off(c, all, &pages[page], body) {
                let key = (c.edge, (c.y / DRIFT).round() as i32, (c.size * 4.0).round() as i32);
                places.entry(key).or_default().push((page, i));
            }
        }
    }
    for members in places.into_values().filter(|m| m.len() * 5 >= pages.len() * 3) {
        for (page, i) in members {
            found[page][i] = true;
        }
    }
}

/// Whether more room than between two paragraphs parts a candidate from what is no candidate.
fn stands_off(c: &Candidate, all: &[Candidate], units: &[Unit<'_>], body: Body) -> bool {
    let others = units
        .iter()
        .enumerate()
        .filter(|(i, u)| u.block.upright && u.role == Role::Body && *i != c.unit)
        .filter(|(i, _)| !all.iter().any(|o| o.unit == *i && o.edge == c.edge && beside(o.place, c.place)))
        .filter_map(|(_, u)| u.place());
    let gap = match c.edge {
        Edge::Top => others.map(|p| p.y0 - c.place.y1).fold(f32::INFINITY, f32::min),
        Edge::Bottom => others.map(|p| c.place.y0 - p.y1).fold(f32::INFINITY, f32::min),
    };
    gap > 0.9 * body.size
}

/// Whether two stand on one line.
fn beside(a: Rect, b: Rect) -> bool {
    a.y0.max(b.y0) < a.y1.min(b.y1)
}

/// Furniture that is known without looking at other pages: page numbers and what journals and libraries
/// print at the edge, with the lines beside them.
fn alone(units: &[Unit<'_>], candidates: &[Candidate], body: Body) -> Vec<usize> {
    let Some(height) = units.first().map(|u| u.text.height) else { return Vec::new() };
    let mut out: Vec<usize> = Vec::new();
    let only = units.iter().filter(|u| u.role == Role::Body).count() <= candidates.len();
    for (i, c) in candidates.iter().enumerate() {
        let outside = candidates[..i].iter().all(|o| {
            o.edge != c.edge || out.iter().any(|&k| candidates[k].unit == o.unit) || beside(o.place, c.place)
        });
        let block = &units[c.unit].block;
        let says = &c.says.full;
        let within = |part: f32| match c.edge {
            Edge::Top => c.place.y1 < part * height,
            Edge::Bottom => c.place.y0 > (1.0 - part) * height,
        };
        let counts = is_page_number(says) && c.size < 1.5 * body.size;
        let journal =
            within(NARROW_BAND) && c.size < 1.06 * body.size && block.lines <= 2 && is_journal_line(says);
        let head = c.edge == Edge::Top
            && block.lines == 1
            && block.cells > 0
            && c.size < 1.35 * body.size
            && c.says.at_margin.is_some();
        let apart = head || stands_off(c, candidates, units, body);
        if outside && apart && !only && (counts || journal || head || block.artifact) {
            out.push(i);
        }
    }
    // What stands on one line with a page number is a running head.
    for (i, c) in candidates.iter().enumerate() {
        let with = out.iter().any(|&k| {
            let o = &candidates[k];
            o.edge == c.edge && beside(o.place, c.place) && is_page_number(&o.says.full)
        });
        let small = c.size < 1.06 * body.size && units[c.unit].block.lines == 1;
        if with && small && !out.contains(&i) && stands_off(c, candidates, units, body) {
            out.push(i);
        }
    }
    out
}

/// Text across the page's own direction at its left or right edge, or aslant over it.
fn stamps(units: &mut [Unit<'_>]) {
    let upright: u32 = units.iter().filter(|u| u.block.upright).map(|u| u.block.chars).sum();
    for unit in units.iter_mut().filter(|u| u.role == Role::Body && !u.block.upright && !u.settled) {
        let Some(place) = unit.place() else { continue };
        let (width, short) =
            (unit.text.width, unit.block.lines <= MOST_LINES && unit.block.chars <= MOST_CHARS);
        let margin = place.x1 < 0.12 * width || place.x0 > 0.88 * width;
        let aslant = place.width() > 0.3 * width && place.height() > 0.2 * unit.text.height;
        if short && upright > 2 * unit.block.chars && (margin || aslant) {
            unit.role = Role::Footer;
        }
    }
}
