//! Blocks, sections and outline of a Markdown text, from its view.

use crate::document::{Block, BlockKind, OutlineItem, Section};
use crate::extract::rendered::{RenderBlock, RenderKind, Rendered};
use crate::extract::sections::{Heading, outline, sections};
use crate::text::Span;
use pulldown_cmark::{Event, Parser};

/// What a Markdown text is made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Structure {
    /// In the order of the source.
    pub blocks: Vec<Block>,
    /// A flat partition of the text.
    pub sections: Vec<Section>,
    /// The headings that open sections.
    pub outline: Vec<OutlineItem>,
}

/// Finds blocks and sections. A heading opens a section where it stands in no quote, list or footnote: ATX,
/// setext, or `<h1>` to `<h6>` in an HTML block.
#[must_use]
pub fn structure(text: &str, rendered: &Rendered) -> Structure {
    let mut blocks = Vec::with_capacity(rendered.blocks.len());
    let mut headings = Vec::new();
    for block in &rendered.blocks {
        match &block.kind {
            RenderKind::Html if block.top_level() => html_block(text, block.span, &mut blocks, &mut headings),
            RenderKind::Rule => {}
            kind => {
                if let RenderKind::Heading(level) = kind
                    && block.top_level()
                {
                    let title = one_line(&block.text());
                    headings.push(Heading { level: *level, title, start: block.span.start() });
                }
                push(&mut blocks, block_kind(block), level_of(block), block.span);
            }
        }
    }
    for heading in &mut headings {
        heading.start = line_start(text, heading.start);
    }
    let sections = sections(text, &headings);
    let outline = outline(headings);
    Structure { blocks, sections, outline }
}

fn push(blocks: &mut Vec<Block>, kind: BlockKind, level: Option<u8>, span: Span) {
    if !span.is_empty() {
        blocks.push(Block { kind, level, span, regions: Vec::new() });
    }
}

fn block_kind(block: &RenderBlock) -> BlockKind {
    match &block.kind {
        RenderKind::Code { .. } | RenderKind::FrontMatter => BlockKind::Code,
        RenderKind::Table { .. } => BlockKind::Table,
        _ if block.footnote.is_some() => BlockKind::Footnote,
        _ if block.quote_depth > 0 => BlockKind::Quote,
        _ if block.list_depth > 0 => BlockKind::ListItem,
        RenderKind::Heading(_) => BlockKind::Heading,
        _ if !block.runs.is_empty() && block.runs.iter().all(|r| r.style.image.is_some()) => {
            BlockKind::Figure
        }
        _ => BlockKind::Paragraph,
    }
}

fn level_of(block: &RenderBlock) -> Option<u8> {
    match block_kind(block) {
        BlockKind::Heading => match block.kind {
            RenderKind::Heading(level) => Some(level),
            _ => None,
        },
        BlockKind::ListItem => Some(u8::try_from(block.list_depth).unwrap_or(u8::MAX)),
        _ => None,
    }
}

/// The start of the line, where only the indentation of a heading stands before `at`.
fn line_start(text: &str, at: usize) -> usize {
    let before = text[..at].trim_end_matches([' ', '\t']);
    if before.is_empty() || before.ends_with(['\n', '\u{c}']) { before.len() } else { at }
}

/// An HTML block at the top level: its headings are blocks of their own.
fn html_block(text: &str, span: Span, blocks: &mut Vec<Block>, headings: &mut Vec<Heading>) {
    let source = span.slice(text);
    let mut at = 0;
    while let Some(found) = html_heading(source, at) {
        let place = |from: usize, to: usize| trimmed(text, Span::new(span.start() + from, span.start() + to));
        push(blocks, BlockKind::Paragraph, None, place(at, found.start));
        let heading = place(found.start, found.end);
        push(blocks, BlockKind::Heading, Some(found.level), heading);
        headings.push(Heading { level: found.level, title: found.title, start: heading.start() });
        at = found.end;
    }
    let rest = trimmed(text, Span::new(span.start() + at, span.end()));
    push(blocks, BlockKind::Paragraph, None, rest);
}

fn trimmed(text: &str, span: Span) -> Span {
    let source = span.slice(text);
    let start = span.start() + (source.len() - source.trim_start().len());
    Span::new(start, start + source.trim().len())
}

struct HtmlHeading {
    start: usize,
    end: usize,
    level: u8,
    title: String,
}

/// The next `<h1>` to `<h6>` from `from` on that has a text. Comments, scripts, styles and literal blocks have
/// none.
fn html_heading(source: &str, from: usize) -> Option<HtmlHeading> {
    let literal = ["<!", "<?", "<script", "<style", "<pre", "<textarea"];
    let opening = source.trim_start().get(..9.min(source.trim_start().len())).unwrap_or_default();
    if literal.iter().any(|l| opening.to_ascii_lowercase().starts_with(l)) {
        return None;
    }
    let bytes = source.as_bytes();
    let mut at = from;
    while let Some(start) = source[at..].find('<').map(|n| at + n) {
        at = start + 1;
        let [b'h' | b'H', digit @ b'1'..=b'6', after, ..] = bytes[at..] else { continue };
        if !(after == b'>' || after.is_ascii_whitespace()) {
            continue;
        }
        let Some(inner) = window(source, start).find('>').map(|n| start + n + 1) else { continue };
        let closing = format!("</h{}", char::from(digit));
        let found = window(source, inner).to_ascii_lowercase().find(&closing).map(|n| inner + n);
        let line = window(source, inner).find('\n').map_or(source.len(), |n| inner + n);
        let text_end = found.unwrap_or(line);
        let end = found.map_or(line, |f| source[f..].find('>').map_or(source.len(), |n| f + n + 1));
        let title = one_line(&without_tags(&source[inner..text_end]));
        if !title.is_empty() {
            return Some(HtmlHeading { start, end, level: digit - b'0', title });
        }
        at = end.max(at);
    }
    None
}

/// As far as a tag or a heading may reach; keeps the search linear where none ever closes.
fn window(source: &str, from: usize) -> &str {
    &source[from..source.ceil_char_boundary((from + 4096).min(source.len()))]
}

/// The text between tags, entities decoded.
fn without_tags(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(n) = rest.find(['<', '&']) {
        out.push_str(&rest[..n]);
        rest = &rest[n..];
        let close = if rest.starts_with('<') { '>' } else { ';' };
        let Some(end) = rest.find(close).map(|e| e + 1) else { break };
        if close == ';' {
            out.push_str(&entity(&rest[..end]));
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// The characters of one entity such as `&auml;`, as the Markdown parser knows them.
fn entity(entity: &str) -> String {
    if entity.len() > 40 {
        return entity.to_owned();
    }
    Parser::new(entity)
        .filter_map(|event| match event {
            Event::Text(text) => Some(text.into_string()),
            _ => None,
        })
        .collect()
}

/// Blanks and line breaks as single blanks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
