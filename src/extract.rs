//! Source bytes to extraction: decoding, plain text, Markdown, PDF.
//!
//! Owns how each kind of source is read. What an extraction is, is `document`'s business.

pub mod pdf;
