//! Plain text: pages parted by form feeds, paragraphs parted by blank lines, one section.

use crate::document::{Block, BlockKind, Extraction, ExtractionParts, Origins, Page, Section, Source};
use crate::extract::decode::Decoded;
use crate::text::Span;

/// The extraction of a decoded plain text; its raw text is the source.
#[must_use]
pub fn from_decoded(source: Source, decoded: Decoded) -> Extraction {
    in_one_section(source, decoded, BlockKind::Paragraph, r#"{"kind":"text"}"#.to_owned())
}

/// Runs of lines that are not blank are blocks of one kind, and all of them are one section.
pub(super) fn in_one_section(
    source: Source,
    decoded: Decoded,
    kind: BlockKind,
    settings: String,
) -> Extraction {
    let Decoded { text, origins, problems, .. } = decoded;
    let sections = if text.is_empty() {
        Vec::new()
    } else {
        let span = Span::new(0, text.len());
        vec![Section { parent: None, level: 0, heading_path: Vec::new(), span }]
    };
    Extraction::new(ExtractionParts {
        pieces: Vec::new(),
        source,
        pages: form_feed_pages(&text),
        blocks: paragraphs(&text, kind),
        sections,
        tables: Vec::new(),
        raw: text,
        edits: Vec::new(),
        origins: Origins::Bytes(origins),
        problems,
        outline: Vec::new(),
        links: Vec::new(),
        info: None,
        settings,
    })
}

/// Pages of a text with form feeds; none where there is no form feed. A form feed belongs to the page that it
/// ends.
#[must_use]
pub fn form_feed_pages(text: &str) -> Vec<Page> {
    if !text.contains('\u{c}') {
        return Vec::new();
    }
    let mut start = 0;
    text.split_inclusive('\u{c}')
        .map(|page| {
            let span = Span::new(start, start + page.len());
            start = span.end();
            Page { spans: vec![span], has_text: !page.trim().is_empty(), ..Page::default() }
        })
        .collect()
}

/// Runs of lines that are not blank; a form feed parts them too.
fn paragraphs(text: &str, kind: BlockKind) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Span> = None;
    let mut close = |open: &mut Option<Span>| {
        if let Some(span) = open.take() {
            blocks.push(Block { kind, level: None, span, regions: Vec::new() });
        }
    };
    let mut at = 0;
    for line in text.split_inclusive(['\n', '\u{c}']) {
        let bare = line.trim_end_matches(['\n', '\u{c}']);
        if bare.trim().is_empty() {
            close(&mut open);
        } else {
            let span = Span::new(at, at + bare.len());
            open = Some(open.map_or(span, |o| o.cover(span)));
            if line.ends_with('\u{c}') {
                close(&mut open);
            }
        }
        at += line.len();
    }
    close(&mut open);
    blocks
}
