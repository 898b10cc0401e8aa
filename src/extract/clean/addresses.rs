//! Long addresses.

use crate::text::{Edit, EditKind, Span};

/// The least tail of a long address, in characters.
const TAIL: usize = 100;
/// What stands for it.
const PLACEHOLDER: &str = "[URL]";

/// Addresses of 100 characters and more behind `http://` or `https://`: what the pattern `https?://\S{100,}`
/// finds.
///
/// Two things differ from that pattern. An address ends before a character that cannot be part of one (`<`,
/// `>`, `"`, a backtick) and before a closing bracket that it has not opened, so that of `[a](https://…)` in
/// Markdown the address alone is replaced. Punctuation at the end counts, but stays in the text: it is the
/// sentence's.
pub(super) fn find(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut free = 0;
    for (at, sign) in text.match_indices("://") {
        let scheme = text.get(free..at).unwrap_or_default();
        let before = if scheme.ends_with("https") {
            5
        } else if scheme.ends_with("http") {
            4
        } else {
            continue;
        };
        let tail = at + sign.len();
        let (end, characters) = address(text, tail);
        let bare = text[tail..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_']);
        if characters < TAIL || bare.is_empty() {
            continue;
        }
        free = end;
        edits.push(Edit {
            kind: EditKind::LongUrl,
            raw: Span::new(at - before, tail + bare.len()),
            replacement: PLACEHOLDER.to_owned(),
        });
    }
    edits
}

/// Where the address with its tail from `start` on ends, and how many characters the tail has.
fn address(text: &str, start: usize) -> (usize, usize) {
    let mut open = [0_u32; 3];
    let mut characters = 0;
    for (i, c) in text[start..].char_indices() {
        let bracket = match c {
            '(' | ')' => 0,
            '[' | ']' => 1,
            '{' | '}' => 2,
            _ => 3,
        };
        let ends = match c {
            '(' | '[' | '{' => {
                open[bracket] += 1;
                false
            }
            ')' | ']' | '}' if open[bracket] == 0 => true,
            ')' | ']' | '}' => {
                open[bracket] -= 1;
                false
            }
            c => c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`'),
        };
        if ends {
            return (start + i, characters);
        }
        characters += 1;
    }
    (text.len(), characters)
}
