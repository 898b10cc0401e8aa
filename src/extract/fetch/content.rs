//! From what a server says of a page to how it is read.

use crate::document::SourceKind;
use crate::extract::html::looks_like_html;
use crate::extract::{decode, kind_of};
use std::path::Path;

/// Types that say nothing.
const UNKNOWN: [&str; 7] = [
    "",
    "application/octet-stream",
    "binary/octet-stream",
    "application/download",
    "application/x-download",
    "application/force-download",
    "application/unknown",
];

/// Parts a `Content-Type` into the type, in lower case, and the charset.
pub(super) fn parse(content_type: &str) -> (String, Option<String>) {
    let mut parts = content_type.split(';');
    let mime = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
    let charset = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']).trim();
        (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then(|| value.to_owned())
    });
    (mime, charset)
}

/// What a type is that is not read, known before anything is downloaded.
pub(super) fn refusal(mime: &str) -> Option<String> {
    let (major, minor) = mime.split_once('/').unwrap_or((mime, ""));
    let textual = ["json", "xml", "yaml", "toml", "javascript", "ecmascript", "typescript", "sql", "sh"];
    let read = UNKNOWN.contains(&mime)
        || major == "text"
        || matches!(minor, "pdf" | "x-pdf" | "xhtml+xml")
        || major == "application"
            && textual.iter().any(|t| {
                minor == *t || minor.ends_with(&format!("+{t}")) || minor.strip_prefix("x-") == Some(t)
            });
    (!read).then(|| {
        let article = if mime.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        match major {
            "image" => format!("a picture ({mime})"),
            "audio" => format!("a sound recording ({mime})"),
            "video" => format!("a film ({mime})"),
            "font" => format!("a font ({mime})"),
            _ => format!("{article} {mime} file"),
        }
    })
}

/// How a page is read; else what it is. `location` is its address, whose ending tells Markdown and source code apart
/// from other text.
pub(super) fn kind(mime: &str, location: &str, bytes: &[u8]) -> Result<SourceKind, String> {
    if let Some(what) = refusal(mime) {
        return Err(what);
    }
    let head = &bytes[..bytes.len().min(8192)];
    let named = |name: &str| kind_of(Path::new(name), head);
    let path = location.split(['?', '#']).next().unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or_default();
    let by_file = match named(file) {
        // A text whose address ends with .pdf is none for that.
        SourceKind::Pdf if !head.starts_with(b"%PDF-") => SourceKind::Text,
        kind => kind,
    };
    Ok(match mime {
        "text/html" | "application/xhtml+xml" => named("page.html"),
        "text/markdown" | "text/x-markdown" => named("page.md"),
        "application/pdf" | "application/x-pdf" => SourceKind::Pdf,
        mime if UNKNOWN.contains(&mime) => {
            if by_file == SourceKind::Pdf || head.windows(5).any(|w| w == b"%PDF-") {
                return Ok(SourceKind::Pdf);
            }
            if let Some(what) = decode::looks_binary(head) {
                return Err(what.to_owned());
            }
            if looks_like_html(head) { named("page.html") } else { by_file }
        }
        _ => match by_file {
            kind @ (SourceKind::Markdown | SourceKind::Code | SourceKind::Pdf) => kind,
            _ => SourceKind::Text,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charset_and_type_are_parted() {
        let part = |line: &str| parse(line);
        assert_eq!(part("text/html; charset=UTF-8"), ("text/html".to_owned(), Some("UTF-8".to_owned())));
        assert_eq!(part(" Text/Plain ;boundary=x; Charset = \"iso-8859-1\" ").1.unwrap(), "iso-8859-1");
        assert_eq!(part("application/pdf;charset="), ("application/pdf".to_owned(), None));
        assert_eq!(part(""), (String::new(), None));
    }

    #[test]
    fn the_type_chooses_the_loader_and_the_ending_helps_where_it_says_text_only() {
        let of = |mime: &str, location: &str, bytes: &[u8]| kind(mime, location, bytes);
        assert_eq!(of("text/plain", "https://x/a/README.md?raw=1", b"# A"), Ok(SourceKind::Markdown));
        assert_eq!(of("text/plain", "https://x/a/main.rs", b"fn"), Ok(SourceKind::Code));
        assert_eq!(of("text/plain", "https://x/a.pdf", b"no"), Ok(SourceKind::Text));
        assert_eq!(of("text/markdown", "https://x/a", b"# A"), Ok(SourceKind::Markdown));
        assert_eq!(of("application/pdf", "https://x/a.txt", b"%PDF-1.7"), Ok(SourceKind::Pdf));
        assert_eq!(of("application/octet-stream", "https://x/a", b"%PDF-1.7"), Ok(SourceKind::Pdf));
        assert_eq!(of("", "https://x/notes", "Grüße".as_bytes()), Ok(SourceKind::Text));
        assert_eq!(of("application/json", "https://x/a.json", b"{}"), Ok(SourceKind::Text));
        assert_eq!(of("application/ld+json", "https://x/a", b"{}"), Ok(SourceKind::Text));
        assert_eq!(of("text/html", "https://x/", b"<p>"), Ok(SourceKind::Html));
        assert_eq!(of("application/xhtml+xml", "https://x/a.txt", b"<p>"), Ok(SourceKind::Html));
        assert_eq!(of("", "https://x/a.php", b" <!DOCTYPE html><p>"), Ok(SourceKind::Html));
        assert_eq!(of("text/plain", "https://x/a.html", b"<!DOCTYPE html><p>"), Ok(SourceKind::Text));
    }

    #[test]
    fn what_is_no_text_is_named() {
        for (mime, word) in [
            ("image/png", "picture"),
            ("video/mp4", "film"),
            ("application/zip", "application/zip"),
            ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "wordprocessingml"),
        ] {
            assert!(kind(mime, "https://x/", b"x").unwrap_err().contains(word), "{mime}");
        }
        assert!(kind("", "https://x/a.md", b"PK\x03\x04\x14\0").unwrap_err().contains("ZIP"));
    }
}
