//! Source bytes to extraction: decoding, plain text, Markdown, source code, PDF; which files of a folder are sources.
//!
//! Owns how each kind of source is read. What an extraction is, is `document`'s business.

pub mod code;
pub mod decode;
mod error;
pub mod fetch;
pub mod folder;
mod load;
pub mod markdown;
pub mod pdf;
pub mod plain;

pub use error::ExtractError;
pub use load::{LoadOptions, MAX_TEXT_BYTES, kind_of, load, load_bytes};
