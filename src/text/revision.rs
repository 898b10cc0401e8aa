//! A text together with its revision and its indices.

use super::index::TextIndex;
use super::lines::LineIndex;
use super::span::{ByteOffset, CharOffset, CharSpan, Span};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::{Arc, OnceLock};

/// A SHA-256 digest, written as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Sha256Id([u8; 32]);

/// The SHA-256 of a text's UTF-8 bytes. Offsets are valid for the text with that revision only.
pub type RevisionId = Sha256Id;

impl Sha256Id {
    /// The digest of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The digest of several parts; each part's length is hashed too, so that parts cannot run together.
    #[must_use]
    pub fn of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Self(hash.finalize().into())
    }

    /// The digest of these bytes, made elsewhere (of a file that was read in pieces).
    #[must_use]
    pub fn from_bytes(digest: [u8; 32]) -> Self {
        Self(digest)
    }

    /// The bytes of the digest.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first six digits, for people.
    #[must_use]
    pub fn short(&self) -> String {
        self.to_string()[..6].to_owned()
    }

    /// Reads 64 hexadecimal digits.
    #[must_use]
    pub fn parse(hex: &str) -> Option<Self> {
        let mut out = [0; 32];
        let digits = hex.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        for (i, pair) in digits.chunks(2).enumerate() {
            out[i] = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Self(out))
    }
}

impl std::fmt::Display for Sha256Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|b| write!(f, "{b:02x}"))
    }
}

impl std::fmt::Debug for Sha256Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Sha256Id {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Sha256Id {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let hex = String::deserialize(deserializer)?;
        Self::parse(&hex).ok_or_else(|| serde::de::Error::custom("expected 64 hexadecimal digits"))
    }
}

/// One revision of a text. Cloning is cheap; clones share the characters and the indices.
#[derive(Clone)]
pub struct Text(Arc<Inner>);

struct Inner {
    text: String,
    revision: RevisionId,
    index: TextIndex,
    lines: OnceLock<LineIndex>,
}

impl Text {
    /// Takes the characters and computes revision and index.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let (revision, index) = (RevisionId::of(text.as_bytes()), TextIndex::new(&text));
        Self(Arc::new(Inner { text, revision, index, lines: OnceLock::new() }))
    }

    /// The characters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0.text
    }

    /// Which revision this is.
    #[must_use]
    pub fn revision(&self) -> RevisionId {
        self.0.revision
    }

    /// Where lines start; found at the first call.
    #[must_use]
    pub fn lines(&self) -> &LineIndex {
        self.0.lines.get_or_init(|| LineIndex::new(&self.0.text))
    }

    /// Length in code points.
    #[must_use]
    pub fn chars(&self) -> usize {
        self.0.index.chars()
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.text.len()
    }

    /// Whether the text has no characters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.text.is_empty()
    }

    /// The span over the whole text.
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(0, self.len())
    }

    /// The characters of a span of this text.
    #[must_use]
    #[track_caller]
    pub fn slice(&self, span: Span) -> &str {
        span.slice(&self.0.text)
    }

    /// A span in code points, for files and people.
    #[must_use]
    pub fn char_span(&self, span: Span) -> CharSpan {
        self.0.index.char_span(&self.0.text, span)
    }

    /// A span in bytes from one in code points.
    #[must_use]
    pub fn byte_span(&self, span: CharSpan) -> Span {
        self.0.index.byte_span(&self.0.text, span)
    }

    /// Code points before a byte offset.
    #[must_use]
    pub fn char_of(&self, offset: usize) -> CharOffset {
        self.0.index.char_of(&self.0.text, ByteOffset(offset))
    }

    /// The byte where a code point starts.
    #[must_use]
    pub fn byte_of(&self, offset: CharOffset) -> usize {
        self.0.index.byte_of(&self.0.text, offset).0
    }

    /// The conversions between the kinds of offsets.
    #[must_use]
    pub fn index(&self) -> &TextIndex {
        &self.0.index
    }
}

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Text({} bytes, {})", self.len(), self.revision().short())
    }
}
