//! Source bytes to extraction: decoding, plain text, Markdown, PDF.
//!
//! Owns how each kind of source is read. What an extraction is, is `document`'s business.

pub mod decode;
mod error;
pub mod folder;
mod load;
pub mod markdown;
pub mod pdf;
pub mod plain;

pub use error::ExtractError;
pub use load::{LoadOptions, MAX_TEXT_BYTES, kind_of, load, load_bytes};
