//! Paragraphs and list items from lines: spacing, indents, size, weight, markers.

use super::lines::{Join, Line, join};
use super::marker::{Marker, ends_sentence, marker, starts_small};
use super::tables::TableDraft;
use crate::extract::pdf::tags::Tag;

/// Lines that belong together, and how each is joined to the next.
#[derive(Debug)]
pub struct Draft {
    /// Its lines.
    pub lines: Vec<Line>,
    /// How line i and i + 1 are joined.
    pub joins: Vec<Join>,
    /// The list marker it starts with.
    pub marker: Option<Marker>,
    /// Places at which the block goes on in another column: numbers of lines.
    pub columns: Vec<usize>,
    /// The structure element that it is, where the order is that of the file's tags.
    pub tag: Option<Tag>,
    /// The table that it is; it has no lines then.
    pub table: Option<TableDraft>,
}

/// A part of a zone.
#[derive(Debug)]
pub enum Part {
    /// Lines of text.
    Lines(Vec<Line>),
    /// A table.
    Table(TableDraft),
}

impl Draft {
    /// Goes on with `next`, in another column.
    pub fn append(mut self, next: Self) -> Self {
        append(&mut self, next);
        self
    }
}

/// Parts each zone's lines into blocks and joins those that go on in the next zone.
pub fn blocks(parts: Vec<Part>) -> Vec<Draft> {
    let mut out: Vec<Draft> = Vec::new();
    for part in parts {
        let mut first = true;
        let lines = match part {
            Part::Lines(lines) => lines,
            Part::Table(table) => {
                out.push(Draft {
                    lines: Vec::new(),
                    joins: Vec::new(),
                    marker: None,
                    columns: Vec::new(),
                    tag: None,
                    table: Some(table),
                });
                continue;
            }
        };
        for draft in zone_blocks(lines) {
            // A paragraph goes on around tables.
            let last = out.iter_mut().rev().find(|d| d.table.is_none());
            match last {
                Some(last) if first && goes_on(last, &draft) => append(last, draft),
                _ => out.push(draft),
            }
            first = false;
        }
    }
    out
}

/// Whether a paragraph at the end of a column goes on at the start of the next.
fn goes_on(last: &Draft, next: &Draft) -> bool {
    let (Some(a), Some(b)) = (last.lines.last(), next.lines.first()) else { return false };
    let whole = last.lines.len() >= 2 || next.lines.len() >= 2;
    whole
        && next.marker.is_none()
        && !a.cells
        && !b.cells
        && alike(a, b)
        && !ends_sentence(&a.text)
        && (starts_small(&b.text) || join(&a.text, &b.text) == Join::Hyphen)
}

fn append(last: &mut Draft, next: Draft) {
    let (Some(a), Some(b)) = (last.lines.last(), next.lines.first()) else { return };
    last.joins.push(join(&a.text, &b.text));
    let offset = last.lines.len();
    last.columns.push(offset);
    last.columns.extend(next.columns.iter().map(|c| c + offset));
    last.lines.extend(next.lines);
    last.joins.extend(next.joins);
}

/// Whether two lines are set in the same size and weight.
fn alike(a: &Line, b: &Line) -> bool {
    let size = (a.em - b.em).abs() < 0.08 * a.em.max(b.em);
    let weight = a.stem == 0.0 || b.stem == 0.0 || a.stem.max(b.stem) < 1.28 * a.stem.min(b.stem);
    size && (weight || a.text.chars().count() < 4 || b.text.chars().count() < 4)
}

/// What the lines of a zone have in common.
struct Zone {
    left: f32,
    right: f32,
    /// Usual distance of baselines.
    spacing: f32,
    /// Whether paragraphs start at the left edge and their other lines are indented.
    hanging: bool,
    /// Whether most lines end before the right edge.
    ragged: bool,
}

impl Zone {
    fn of(lines: &[Line]) -> Self {
        let left = lines.iter().map(|l| l.x0).fold(f32::INFINITY, f32::min);
        let right = lines.iter().map(|l| l.x1).fold(f32::NEG_INFINITY, f32::max);
        let mut steps: Vec<f32> = lines
            .windows(2)
            .map(|w| w[1].base - w[0].base)
            .zip(lines)
            .filter(|(step, line)| *step > 0.5 * line.em && *step < 2.2 * line.em)
            .map(|(step, _)| step)
            .collect();
        steps.sort_by(f32::total_cmp);
        // The lower quarter: in short paragraphs the gaps between them are the middle.
        let spacing = steps.get(steps.len() / 3).copied().unwrap_or(0.0);
        let indented = lines.iter().filter(|l| l.x0 > left + 0.8 * l.em).count();
        let short = lines.iter().filter(|l| right - l.x1 > 0.04 * (right - left)).count();
        Self {
            left,
            right,
            spacing,
            hanging: indented * 5 > lines.len() * 3,
            ragged: short * 2 > lines.len() && lines.len() > 4,
        }
    }
}

fn zone_blocks(lines: Vec<Line>) -> Vec<Draft> {
    let zone = Zone::of(&lines);
    let mut out: Vec<Draft> = Vec::new();
    for line in lines {
        let mark = marker(&line.text);
        if let Some(last) = out.last_mut()
            && let Some(above) = last.lines.last()
            && !parts(&zone, last, above, &line, mark)
        {
            let how = if above.cells || line.cells { Join::Break } else { join(&above.text, &line.text) };
            last.joins.push(how);
            last.lines.push(line);
            continue;
        }
        out.push(Draft {
            lines: vec![line],
            joins: Vec::new(),
            marker: mark,
            columns: Vec::new(),
            tag: None,
            table: None,
        });
    }
    out
}

/// Whether a new block starts with `line`.
fn parts(zone: &Zone, block: &Draft, above: &Line, line: &Line, mark: Option<Marker>) -> bool {
    let step = line.base - above.base;
    let spacing = if zone.spacing > 0.0 { zone.spacing } else { 1.3 * line.em };
    let em = line.em.max(above.em);
    // Large letters may have a larger spacing of their own.
    let usual = spacing.max(0.95 * em).max(if above.em > 1.25 * spacing { 1.2 * em } else { 0.0 });
    if step > 1.28 * usual || step < -0.5 * em || !alike(above, line) {
        return true;
    }
    let ended = ends_sentence(&above.text);
    if line.raised > 0 && (ended || block.lines[0].raised > 0) {
        return true;
    }
    match mark {
        Some(Marker::Bullet) => return true,
        Some(Marker::Number) => {
            let listed = block.marker == Some(Marker::Number);
            let outdented = (line.x0 - above.x0).abs() > 0.5 * em;
            if ended || listed || outdented {
                return true;
            }
        }
        None => {}
    }
    if line.rtl || block.marker.is_some() && line.x0 > block.lines[0].x0 + 0.3 * em {
        return false;
    }
    let at_left = |l: &Line| l.x0 < zone.left + 0.5 * em;
    let indented = line.x0 > zone.left + 0.8 * em && line.x0 < zone.left + 6.0 * em;
    if zone.hanging {
        if at_left(line) && !at_left(above) && ended {
            return true;
        }
    } else if indented && at_left(above) && !line.cells && !above.cells {
        return true;
    }
    let room = zone.right - above.x1;
    // Lines of uneven length say less about where a paragraph ends.
    let (slack, share) = if zone.ragged { (1.2 * em, 0.28) } else { (0.4 * em, 0.15) };
    ended
        && !starts_small(&line.text)
        && room > line.first_word + slack
        && room > share * (zone.right - zone.left)
}
