//! Sections by headings: a flat partition of the text.

use crate::document::{Block, BlockKind, Section};
use crate::text::Span;

/// The sections that `blocks` of `text` open.
pub fn sections(text: &str, blocks: &[Block]) -> Vec<Section> {
    let mut out: Vec<Section> = Vec::new();
    let mut open: Vec<(u8, usize)> = Vec::new();
    for block in blocks.iter().filter(|b| b.kind == BlockKind::Heading) {
        let (level, start) = (block.level.unwrap_or(1), block.span.start());
        match out.last_mut() {
            Some(last) => last.span = Span::new(last.span.start(), start),
            None if start > 0 => out.push(untitled(start)),
            None => {}
        }
        open.retain(|o| o.0 < level);
        let parent = open.last().map(|o| o.1);
        let mut heading_path = parent.map(|p| out[p].heading_path.clone()).unwrap_or_default();
        heading_path.push(block.span.slice(text).split_whitespace().collect::<Vec<_>>().join(" "));
        open.push((level, out.len()));
        out.push(Section { parent, level, heading_path, span: Span::new(start, text.len()) });
    }
    if out.is_empty() && !text.is_empty() {
        out.push(untitled(text.len()));
    }
    out
}

fn untitled(end: usize) -> Section {
    Section { parent: None, level: 0, heading_path: Vec::new(), span: Span::new(0, end) }
}
