//! What can be wrong with a config, and with a run.

use thiserror::Error;

/// Why a config cannot be used: what, where, what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// A value is outside of what it may be.
    #[error("{key} is {found}, but {rule}: {advice}")]
    Value {
        /// The key, such as `chunk.overlap`.
        key: &'static str,
        /// What it is.
        found: String,
        /// What must hold.
        rule: String,
        /// What to do.
        advice: String,
    },
    /// A key that is not known.
    #[error("{origin}, line {line}: there is no key `{key}`; {advice}")]
    UnknownKey {
        /// The file.
        origin: String,
        /// Counted from 1.
        line: usize,
        /// The key with its tables.
        key: String,
        /// The nearest known key, or all of them.
        advice: String,
    },
    /// The file is not TOML, or a value has the wrong type.
    #[error("{origin}, line {line}: {message}")]
    Syntax {
        /// The file.
        origin: String,
        /// Counted from 1.
        line: usize,
        /// What was expected there.
        message: String,
    },
}

/// Why a text could not be cut.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChunkError {
    /// The config cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Sizes were measured in another unit, or of another text.
    #[error(
        "the sizes at hand are in {found}, but the config counts {wanted} of another measure: measure the text again"
    )]
    Measure {
        /// What the measure counts.
        found: &'static str,
        /// What the config counts.
        wanted: &'static str,
    },
    /// The work was cancelled.
    #[error("chunking was cancelled; the chunks before are still valid")]
    Cancelled,
}
