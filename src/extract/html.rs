//! HTML: the painted text of a page with the place of each character, its content, blocks and view.
//!
//! Owns how a page is read: tags and text with their places (`tokens`), the tree (`tree`), what of it is
//! content (`content`), the text as it is painted (`flow`), what is taken out (`edits`), blocks and view
//! (`view`). Nothing is fetched and no script is run. Decoding is `decode`'s business; how the view looks is
//! the window's.

mod content;
mod declared;
mod dom;
mod edits;
mod flow;
mod load;
mod style;
mod tag;
mod tokens;
mod tree;
mod view;

pub use load::read;

use super::rendered::Rendered;
use crate::document::Extraction;

/// The largest page that is read, in bytes.
pub const MAX_HTML_BYTES: u64 = 64 << 20;

/// How much of a page is text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The content, without navigation, headers, footers, forms and banners.
    #[default]
    Main,
    /// All that is painted.
    Whole,
}

impl Scope {
    /// The word used in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Whole => "whole",
        }
    }
}

/// How a page is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HtmlOptions {
    /// How much of it is text.
    pub scope: Scope,
}

/// A page that was read.
#[derive(Debug)]
pub struct HtmlPage {
    /// Text, structure and origins.
    pub extraction: Extraction,
    /// What is shown of it; its spans are of the default text.
    pub rendered: Rendered,
    /// Steps that reading it took, to show that they grow with its size and not faster.
    pub work: u64,
}

/// The encoding that a page says it is in, from its first bytes.
pub(super) fn declared_encoding(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    declared::declared_encoding(bytes)
}

/// Whether bytes begin as a page does: with its document type or its outermost tag, behind a byte order mark,
/// blanks and comments.
#[must_use]
pub fn looks_like_html(head: &[u8]) -> bool {
    let mut rest = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    while let Some(comment) = rest.strip_prefix(b"<!--") {
        let Some(end) = comment.windows(3).position(|w| w == b"-->") else { return false };
        rest = comment[end + 3..].trim_ascii_start();
    }
    let begins = |tag: &[u8]| {
        rest.get(..tag.len()).is_some_and(|r| r.eq_ignore_ascii_case(tag))
            && rest.get(tag.len()).is_none_or(|b| !b.is_ascii_alphanumeric())
    };
    begins(b"<!doctype html") || begins(b"<html")
}
