//! A Markdown text to its rendered view.

use super::runs::Builder;
use super::{events, front_matter};
use crate::extract::rendered::Rendered;
use crate::text::Span;

/// Reads a Markdown text (line breaks are `\n`) and makes its view.
#[must_use]
pub fn render(text: &str) -> Rendered {
    let front = front_matter(text);
    let mut builder = Builder::new(text);
    if let Some(span) = front {
        builder.front_matter(span);
    }
    for (event, range) in events(text, front.map_or(0, Span::end)) {
        builder.event(event, Span::from(range));
    }
    builder.finish()
}
