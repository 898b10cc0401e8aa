//! Source bytes to extraction: decoding, plain text, Markdown, HTML, source code, PDF; which files of a folder are
//! sources; cleaning.
//!
//! Owns how each kind of source is read and cleaned. What an extraction is, is `document`'s business.

pub mod clean;
pub mod code;
pub mod decode;
mod error;
pub mod fetch;
pub mod folder;
pub mod html;
mod load;
pub mod markdown;
pub mod pdf;
pub mod plain;
pub mod rendered;
mod sections;
mod write;

pub use error::ExtractError;
pub use load::{
    LoadOptions, Loaded, MAX_TEXT_BYTES, kind_of, load, load_bytes, load_bytes_with_view, load_with_view,
};
pub use write::{is_same_file, write_whole};
