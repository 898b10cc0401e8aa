//! Units and tokenizers; the size of any span in near constant time.
//!
//! A [`Measure`] reads a text once; after that the size of any span in its unit is exact and cheap.
//! What a size is used for (limits, overlap) is left to [`crate::chunk`].

mod index;
mod marks;
mod sizes;
mod tokens;
mod unit;
mod words;

pub use index::Measure;
pub(crate) use sizes::count;
pub use sizes::{Sizes, sizes_of};
pub use unit::{Tokenizer, Unit};

pub(crate) use index::Cursor;
pub(crate) use marks::{Marks, mask};
