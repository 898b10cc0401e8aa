//! Cuts blocks into what is laid out at once: tables into rows, long texts into stretches.

use crate::extract::markdown::{RenderBlock, RenderKind, Rendered};
use std::ops::Range;

/// The longest stretch of a block's text that is laid out at once, in bytes.
const LONGEST: usize = 2_000;

/// What of a block is laid out at once.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    /// A row of a table.
    Row(usize),
    /// Bytes of the block's shown text.
    Stretch(Range<usize>),
}

#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub block: usize,
    pub part: Part,
    /// Whether it is the block's first and last part.
    pub first: bool,
    pub last: bool,
    /// Where its source begins; it reaches to the next one's.
    pub start: usize,
    /// Whether the block before it is of another footnote.
    pub label: bool,
}

#[derive(Debug, Default)]
pub(super) struct Parts {
    pub all: Vec<Placed>,
    /// For each block that is a table, the widths of its columns in characters.
    pub columns: std::collections::HashMap<usize, Vec<f32>>,
}

impl Parts {
    pub(super) fn new(text: &str, rendered: &Rendered) -> Self {
        let mut out = Self::default();
        let mut start = 0;
        for (block, content) in rendered.blocks.iter().enumerate() {
            let parts = parts_of(text, content);
            let count = parts.len();
            let before = block.checked_sub(1).and_then(|b| rendered.blocks[b].footnote.as_ref());
            for (i, (part, at)) in parts.into_iter().enumerate() {
                // A block's first part begins with its markers, the first of all with the text.
                let at = if out.all.is_empty() { 0 } else { at.min(text.len()) };
                start = at.max(start);
                let label = i == 0 && content.footnote.is_some() && content.footnote.as_ref() != before;
                out.all.push(Placed { block, part, first: i == 0, last: i + 1 == count, start, label });
            }
            if let RenderKind::Table { rows, .. } = &content.kind {
                out.columns.insert(block, column_widths(content, rows));
            }
        }
        out
    }
}

fn column_widths(block: &RenderBlock, rows: &[crate::extract::markdown::Row]) -> Vec<f32> {
    let count = rows.first().map_or(0, |r| r.cells.len());
    let mut widths = vec![3.0_f32; count];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(&row.cells) {
            let runs = block.runs.get(cell.runs.clone()).unwrap_or_default();
            let chars: usize = runs.iter().map(|r| r.text.chars().count()).sum();
            *width = width.max(chars.min(48) as f32);
        }
    }
    widths
}

fn parts_of(source: &str, block: &RenderBlock) -> Vec<(Part, usize)> {
    if let RenderKind::Table { rows, .. } = &block.kind {
        let start = |i: usize| {
            let cell = rows[i].cells.first().map_or(block.span.start(), |c| c.span.start());
            let before = source.get(block.span.start()..cell).unwrap_or_default();
            block.span.start() + before.rfind('\n').map_or(0, |n| n + 1)
        };
        return (0..rows.len())
            .map(|i| (Part::Row(i), if i == 0 { block.span.start() } else { start(i) }))
            .collect();
    }
    let text = block.text();
    let mut out = Vec::new();
    let mut at = 0;
    while text.len() - at > LONGEST {
        let limit = text.floor_char_boundary(at + LONGEST);
        let window = &text[at..limit];
        let cut = window.rfind('\n').or_else(|| window.rfind(' ')).map_or(limit, |i| at + i + 1);
        out.push((Part::Stretch(at..cut), source_of(block, at)));
        at = cut;
    }
    out.push((Part::Stretch(at..text.len()), source_of(block, at)));
    out[0].1 = block.span.start();
    out
}

/// Where in the source the character stands that is shown at byte `at`.
fn source_of(block: &RenderBlock, at: usize) -> usize {
    let mut before = 0;
    for run in &block.runs {
        if at < before + run.text.len() {
            return run.span.start() + if run.identical { at - before } else { 0 };
        }
        before += run.text.len();
    }
    block.span.end()
}
