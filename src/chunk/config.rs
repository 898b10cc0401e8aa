//! The config file: what is cut, and how.

use crate::document::ReadingOrder;
use crate::extract::clean::{Cleaning, Plan, Undone};
use crate::measure::{Tokenizer, Unit};
use serde::{Deserialize, Serialize};

/// A config, as it lies in a TOML file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// How sources are read.
    #[serde(skip_serializing_if = "ExtractConfig::is_default")]
    pub extract: ExtractConfig,
    /// What is cleaned; what is not named is as usual for the kind of the source.
    #[serde(skip_serializing_if = "Cleaning::is_default")]
    pub clean: Cleaning,
    /// Edits of the cleaning that a person undid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undone: Vec<Undone>,
    /// How texts are cut.
    pub chunk: ChunkConfig,
}

impl Config {
    /// How texts are cleaned.
    #[must_use]
    pub fn plan(&self) -> Plan {
        Plan { cleaning: self.clean.clone(), undone: self.undone.clone() }
    }
}

/// How sources are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExtractConfig {
    /// How the reading order of a PDF is found.
    pub order: ReadingOrder,
}

impl ExtractConfig {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// How texts are cut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChunkConfig {
    /// Which strategy.
    pub strategy: Strategy,
    /// The limit of a chunk's size, in `unit`.
    pub size: usize,
    /// The largest overlap wanted, in `unit` or as a share of `size`.
    pub overlap: Overlap,
    /// Fixed window: distance of two starts; 0 is `size - overlap`.
    pub step: usize,
    /// What `size` and `overlap` are counted in.
    pub unit: Unit,
    /// Whose tokens are counted.
    pub tokenizer: Tokenizer,
    /// What the limit holds for.
    pub limit_counts: LimitCounts,
    /// Parameters of the recursive strategy.
    pub recursive: RecursiveConfig,
}

impl Default for ChunkConfig {
    fn default() -> Self {
        Self {
            strategy: Strategy::Recursive,
            size: 512,
            overlap: Overlap::Units(64),
            step: 0,
            unit: Unit::Tokens,
            tokenizer: Tokenizer::Cl100kBase,
            limit_counts: LimitCounts::Text,
            recursive: RecursiveConfig::default(),
        }
    }
}

/// How boundaries are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// Windows of one size, wherever that cuts.
    Fixed,
    /// The coarsest separator at which a piece fits.
    Recursive,
}

impl Strategy {
    /// All strategies, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::Recursive, Self::Fixed];

    /// The word used in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Recursive => "recursive",
        }
    }
}

/// The largest overlap wanted. Written as a number, or as `"12 %"`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Overlap {
    /// In the unit of the size.
    Units(usize),
    /// A share of the size, in percent.
    Percent(f32),
}

impl Overlap {
    /// The overlap in units for a given size, rounded down.
    #[must_use]
    pub fn units(self, size: usize) -> usize {
        match self {
            Self::Units(n) => n,
            Self::Percent(p) => (size as f64 * f64::from(p.clamp(0.0, 100.0)) / 100.0) as usize,
        }
    }
}

impl Serialize for Overlap {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Units(n) => serializer.serialize_u64(*n as u64),
            Self::Percent(p) => serializer.collect_str(&format_args!("{p} %")),
        }
    }
}

impl<'de> Deserialize<'de> for Overlap {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Raw {
            Units(usize),
            Text(String),
        }
        match Raw::deserialize(deserializer)? {
            Raw::Units(n) => Ok(Self::Units(n)),
            Raw::Text(text) => text
                .trim()
                .strip_suffix('%')
                .and_then(|p| p.trim().parse::<f32>().ok())
                .filter(|p| (0.0..100.0).contains(p))
                .map(Self::Percent)
                .ok_or_else(|| {
                    serde::de::Error::custom("overlap is a number, or a share such as \"12 %\" below 100 %")
                }),
        }
    }
}

/// What the limit holds for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitCounts {
    /// The chunk's own text.
    #[default]
    Text,
    /// What is embedded: context included.
    Embedded,
}

/// Where a separator goes when a text is split at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeepSeparator {
    /// To the start of the piece after it.
    Start,
    /// To the end of the piece before it.
    End,
    /// To neither; it is covered by no chunk where a cut falls on it.
    Drop,
}

/// A program whose results are reproduced to the character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EqualTo {
    /// LangChain's `RecursiveCharacterTextSplitter`.
    Langchain,
}

/// Parameters of the recursive strategy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RecursiveConfig {
    /// From the coarsest to the finest; the empty one cuts anywhere.
    pub separators: Vec<String>,
    /// Where separators go. Our own mode: `end`.
    pub keep_separator: KeepSeparator,
    /// Whether white space at a chunk's ends is left out of its span.
    pub trim: bool,
    /// Whose results are reproduced; `None` is our own mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equal_to: Option<EqualTo>,
}

impl Default for RecursiveConfig {
    fn default() -> Self {
        Self {
            separators: ["\n\n", "\n", " ", ""].map(str::to_owned).to_vec(),
            keep_separator: KeepSeparator::End,
            trim: true,
            equal_to: None,
        }
    }
}
