//! What sizes are counted in.

use serde::{Deserialize, Serialize};

/// What a size is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// UTF-8 bytes.
    Bytes,
    /// Unicode code points.
    Characters,
    /// Extended grapheme clusters (UAX #29): what a reader sees as one character.
    Graphemes,
    /// Words (UAX #29, with a letter or digit), each with the non-words after it; those before the first
    /// word belong to it.
    Words,
    /// Tokens of a [`Tokenizer`].
    Tokens,
}

impl Unit {
    /// All units, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Bytes, Self::Characters, Self::Graphemes, Self::Words, Self::Tokens];

    /// The word used in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Characters => "characters",
            Self::Graphemes => "graphemes",
            Self::Words => "words",
            Self::Tokens => "tokens",
        }
    }
}

/// A built-in tokenizer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Tokenizer {
    /// GPT-3.5 and GPT-4, text-embedding-3.
    #[default]
    #[serde(rename = "cl100k_base")]
    Cl100kBase,
    /// GPT-4o and later.
    #[serde(rename = "o200k_base")]
    O200kBase,
}

impl Tokenizer {
    /// All built-in tokenizers.
    pub const ALL: [Self; 2] = [Self::Cl100kBase, Self::O200kBase];

    /// The name used in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cl100kBase => "cl100k_base",
            Self::O200kBase => "o200k_base",
        }
    }
}
