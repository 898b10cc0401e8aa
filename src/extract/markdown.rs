//! Markdown: its rendered view, its blocks and sections.
//!
//! Owns what Markdown means (CommonMark 0.31 with tables, footnotes, strikethrough, task lists and front
//! matter). The raw text of a Markdown source is the decoded source itself, so every span here points into
//! it. Decoding is `decode`'s business; how the view looks is the window's.

mod load;
mod render;
mod runs;
mod structure;

pub use super::rendered::{Alignment, Cell, ItemMark, RenderBlock, RenderKind, Rendered, Row, Run, RunStyle};
pub use load::{from_decoded, read};
pub use render::render;
pub use structure::{Structure, structure};

use crate::text::Span;
use pulldown_cmark::{Event, Options, Parser, Tag};
use std::ops::Range;

/// What is read beyond CommonMark.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
}

/// The events of a text that is no front matter, with their places in `text`, which starts at `base`.
fn events(text: &str, base: usize) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    Parser::new_ext(&text[base..], options())
        .into_offset_iter()
        .map(move |(event, range)| (event, range.start + base..range.end + base))
}

/// Where code stands, in order: front matter, blocks with their fences, code inside of text with its backticks.
#[must_use]
pub fn code_spans(text: &str) -> Vec<Span> {
    let front = front_matter(text);
    let code = events(text, front.map_or(0, Span::end))
        .filter(|(event, _)| matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_))))
        .map(|(_, range)| Span::from(range));
    front.into_iter().chain(code).collect()
}

/// The front matter: from a first line `---` or `+++` to the next such line (YAML may also end in `...`).
///
/// The parser's own option takes any pair of such lines for metadata, wherever they stand, and with them
/// setext headings under a rule; front matter stands at the start only.
fn front_matter(text: &str) -> Option<Span> {
    let mark = ["---", "+++"].into_iter().find(|m| text.starts_with(m))?;
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().filter(|l| l.trim_end() == mark)?;
    let mut end = first.len();
    for (i, line) in lines.enumerate() {
        end += line.len();
        let bare = line.trim_end();
        if i == 0 && bare.is_empty() {
            return None;
        }
        if bare == mark || (mark == "---" && bare == "...") {
            return Some(Span::new(0, end));
        }
    }
    None
}
