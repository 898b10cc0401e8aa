//! Names of documents and chunks that are the same wherever and whenever they are made.

use crate::text::{Sha256Id, Span};
use uuid::Uuid;

/// The id of a chunk: a hash of its document's name, the extraction's id, the config's id, its level
/// (0 where a strategy has one level) and its spans.
#[must_use]
pub fn chunk_id(document: &str, extraction: &Sha256Id, config: &str, level: u32, spans: &[Span]) -> Sha256Id {
    let places: Vec<u8> =
        spans.iter().flat_map(|s| [s.start() as u64, s.end() as u64]).flat_map(u64::to_le_bytes).collect();
    Sha256Id::of_parts([
        b"chunk".as_slice(),
        document.as_bytes(),
        extraction.bytes(),
        config.as_bytes(),
        &level.to_le_bytes(),
        &places,
    ])
}

/// The id of a chunk for vector stores that take UUIDs: version 5 (RFC 9562) in the namespace of URLs,
/// over `fundstelle:chunk:` and the chunk's id.
#[must_use]
pub fn qdrant_id(chunk: &Sha256Id) -> Uuid {
    Uuid::new_v5(&Uuid::NAMESPACE_URL, format!("fundstelle:chunk:{chunk}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_with_everything_they_hash() {
        let (a, b) = (Sha256Id::of(b"a"), Sha256Id::of(b"b"));
        let id = |doc, ext, config, level, span| chunk_id(doc, ext, config, level, &[span]);
        let one = id("x.md", &a, "c", 0, Span::new(0, 5));
        assert_eq!(one, id("x.md", &a, "c", 0, Span::new(0, 5)));
        for other in [
            id("y.md", &a, "c", 0, Span::new(0, 5)),
            id("x.md", &b, "c", 0, Span::new(0, 5)),
            id("x.md", &a, "d", 0, Span::new(0, 5)),
            id("x.md", &a, "c", 1, Span::new(0, 5)),
            id("x.md", &a, "c", 0, Span::new(0, 6)),
        ] {
            assert_ne!(one, other);
        }
        assert_eq!(qdrant_id(&one).get_version_num(), 5);
    }
}
