//! The encoding that a page says it is in.
//!
//! As the WHATWG HTML standard looks for it in the first 1024 bytes (section 13.2.3.2), and as XML declares
//! it; comments and the values of other attributes are passed over by the tokenizer.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use html5gum::{Token, Tokenizer};

/// How much of a page is looked at.
const HEAD: usize = 1024;

/// The encoding in a `meta` element or an XML declaration, if there is one.
pub(super) fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(HEAD)];
    xml_declaration(head).or_else(|| meta(head))
}

fn meta(head: &[u8]) -> Option<&'static Encoding> {
    for token in Tokenizer::new(head) {
        let Ok(Token::StartTag(tag)) = token else { continue };
        if tag.name.as_slice() != b"meta" {
            continue;
        }
        let value = |name: &[u8]| tag.attributes.iter().find(|(n, _)| n.as_slice() == name).map(|(_, v)| v);
        if let Some(encoding) = value(b"charset").and_then(|v| known(v.as_slice())) {
            return Some(encoding);
        }
        let is_type = value(b"http-equiv").is_some_and(|v| v.eq_ignore_ascii_case(b"content-type"));
        if let Some(encoding) = value(b"content").filter(|_| is_type).and_then(|v| in_content(v.as_slice())) {
            return Some(encoding);
        }
    }
    None
}

/// The value of `charset=` in `text/html; charset=…`.
fn in_content(content: &[u8]) -> Option<&'static Encoding> {
    let content = String::from_utf8_lossy(content).to_ascii_lowercase();
    let after = content.split("charset").nth(1)?.trim_start().strip_prefix('=')?;
    let label = after.trim_matches(|c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\''));
    known(label.split(|c: char| c.is_ascii_whitespace() || c == ';').next()?.as_bytes())
}

/// The encoding of an XML declaration.
fn xml_declaration(head: &[u8]) -> Option<&'static Encoding> {
    let declaration = head.strip_prefix(b"<?xml")?;
    let end = declaration.iter().position(|b| *b == b'>')?;
    let declaration = std::str::from_utf8(&declaration[..end]).ok()?;
    let after = declaration.split("encoding").nth(1)?.trim_start().strip_prefix('=')?.trim_start();
    let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    known(after[1..].split(quote).next()?.as_bytes())
}

/// The encoding of that name. A page that can be read so far is in neither form of UTF-16.
fn known(label: &[u8]) -> Option<&'static Encoding> {
    if label.eq_ignore_ascii_case(b"x-user-defined") {
        return Some(WINDOWS_1252);
    }
    let encoding = Encoding::for_label_no_replacement(label)?;
    Some(if encoding == UTF_16LE || encoding == UTF_16BE { UTF_8 } else { encoding })
}
