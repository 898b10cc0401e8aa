//! Footnotes: which units they are, which mark they belong to, where they are read.
//!
//! A footnote is set smaller than the body or under a rule, stands below all of its column's text and starts
//! with a figure or sign. It is read after the section that its mark stands in, if that ends on the same page
//! or the next; else after the paragraph that ends its page: a note must not be far from what it is about.

use super::furniture::Body;
use super::unit::{Role, Unit};
use crate::document::{BlockKind, ReadingOrder};
use crate::text::Span;

/// A page with more pieces than this is no page of prose.
const MOST_UNITS: usize = 2000;

/// The sign that a note starts with.
fn label<'a>(unit: &Unit<'a>) -> Option<&'a str> {
    let text = unit.raw();
    let raised = usize::from(unit.block.raised);
    if raised > 0 {
        return text.get(..raised).map(str::trim).filter(|l| is_label(l));
    }
    let first = text.split([' ', '\n', '\t']).next()?;
    let rest = text[first.len()..].trim_start();
    // Without being raised a figure may be a cell of a table, a letter an item of a list.
    let letters = rest.chars().filter(|c| c.is_alphabetic()).count();
    let letter = first.starts_with(char::is_alphabetic);
    (is_label(first) && !letter && letters >= 8).then_some(first)
}

fn is_label(label: &str) -> bool {
    let figures = !label.is_empty() && label.len() <= 3 && label.bytes().all(|b| b.is_ascii_digit());
    let signs = !label.is_empty()
        && label.chars().count() <= 3
        && label.chars().all(|c| {
            matches!(c, '*' | '†' | '‡' | '§' | '¶' | '∗' | '⁎' | '\u{b9}' | '\u{b2}' | '\u{b3}' | '⁰'..='⁹')
        });
    let letter = label.len() == 1 && label.bytes().all(|b| b.is_ascii_lowercase());
    figures || signs || letter
}

/// Marks the footnotes of a page.
pub fn find(units: &mut [Unit<'_>], body: Body) {
    for unit in units.iter_mut().filter(|u| u.block.kind == BlockKind::Footnote && u.role == Role::Body) {
        unit.role = Role::Note;
    }
    let drawn = units.first().is_some_and(|u| u.text.order == ReadingOrder::Stream);
    if units.len() > MOST_UNITS || drawn {
        return;
    }
    let mut notes: Vec<usize> = Vec::new();
    let mut order: Vec<usize> = (0..units.len()).filter(|&i| units[i].role == Role::Body).collect();
    order.sort_by(|&a, &b| {
        let y = |i: usize| units[i].place().map_or(0.0, |p| p.y0);
        y(a).total_cmp(&y(b))
    });
    for &i in &order {
        let unit = &units[i];
        let Some(place) = unit.place() else { continue };
        if unit.settled
            || !unit.block.upright
            || !is_text(unit.block.kind)
            || unit.block.size > 1.02 * body.size
        {
            continue;
        }
        let small = is_small(unit, body);
        let low = place.y0 > 0.5 * unit.text.height;
        let starts = label(unit).is_some() && low && (small || unit.text.rule_above(place));
        let goes_on = small && notes.last().is_some_and(|&n| follows(&units[n], unit));
        let below_all = || {
            order.iter().filter(|&&k| k != i && !notes.contains(&k)).all(|&k| {
                units[k].place().is_none_or(|p| {
                    let beside = p.x0.max(place.x0) >= p.x1.min(place.x1);
                    beside || p.y0 <= place.y0 || is_small(&units[k], body)
                })
            })
        };
        if (starts || goes_on) && below_all() {
            notes.push(i);
        }
    }
    for i in notes {
        units[i].role = Role::Note;
        units[i].block.kind = BlockKind::Footnote;
        units[i].block.level = None;
    }
}

fn is_small(unit: &Unit<'_>, body: Body) -> bool {
    unit.block.size < 0.94 * body.size
}

fn is_text(kind: BlockKind) -> bool {
    matches!(kind, BlockKind::Paragraph | BlockKind::ListItem | BlockKind::Footnote)
}

/// Whether `next` goes on below the note in its column.
fn follows(note: &Unit<'_>, next: &Unit<'_>) -> bool {
    let (Some(a), Some(b)) = (note.place(), next.place()) else { return false };
    let gap = b.y0 - a.y1;
    (note.block.size - next.block.size).abs() < 0.06 * note.block.size
        && gap > -note.block.size
        && gap < 1.2 * note.block.size
        && a.x0.max(b.x0) < a.x1.min(b.x1)
}

/// The mark of a note in the text of its page: the first raised sign that says the same and stands in none of
/// the notes. A place in the page's raw text.
pub fn mark_of(note: &Unit<'_>, units: &[Unit<'_>]) -> Option<Span> {
    let label = label(note)?;
    note.text.marks.iter().copied().find(|m| {
        m.slice(&note.text.raw).trim() == label
            && units.iter().any(|u| u.role == Role::Body && u.block.raw.contains_span(*m))
    })
}

/// The unit that a note is read after, by its place in `body`: all units of the flow in order. `pages` says
/// which of them stand on each page.
pub fn anchor(
    note: &Unit<'_>,
    units: &[Unit<'_>],
    body: &[&Unit<'_>],
    pages: &[std::ops::Range<usize>],
) -> Option<usize> {
    let own = pages.get(note.page as usize)?.clone();
    let mark = mark_of(note, units);
    let marked = mark.and_then(|m| own.clone().find(|&i| body[i].block.raw.contains_span(m)));
    // A page of notes only: they belong to what was read before.
    let from = marked.or(own.clone().next_back()).or(own.start.checked_sub(1))?;
    let near = pages.get(note.page as usize + 1).map_or(own.end, |next| next.end.max(own.end));
    match (from + 1..near).find(|&i| body[i].block.kind == BlockKind::Heading) {
        Some(heading) => Some(heading - 1),
        None if near == body.len() => Some(near - 1),
        None => Some(own.end.max(from + 1) - 1),
    }
}
