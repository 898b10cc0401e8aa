//! Source bytes to extraction: decoding, plain text, Markdown, HTML, PDF.
//!
//! Owns how each kind of source is read. What an extraction is, is `document`'s business.

pub mod decode;
mod error;
pub mod folder;
pub mod html;
mod load;
pub mod markdown;
pub mod pdf;
pub mod plain;
pub mod rendered;
mod sections;

pub use error::ExtractError;
pub use load::{
    LoadOptions, Loaded, MAX_TEXT_BYTES, kind_of, load, load_bytes, load_bytes_with_view, load_with_view,
};
