//! Units and tokenizers; the size of any span in near constant time.
//!
//! A [`Measure`] reads a text once; after that the size of any span in its unit is exact and cheap.

mod unit;

pub use unit::{Tokenizer, Unit};
