//! Questions and passages, and how a chunking treats them.
//!
//! Owns what a mark is, how it is tied to a text ([`Anchor`], [`resolve`]), how it stands in a chunking
//! ([`standing`]), and the text formats that carry marks to other tools ([`write_jsonl`], [`write_csv`],
//! [`read_jsonl`]). Keeping marks on disk is `project`'s business, drawing them that of the window.

mod anchor;
mod csv_format;
mod jsonl;
mod standing;
mod types;

pub use anchor::{Anchor, CONTEXT_CHARS, Resolved, capture, find_again, resolve};
pub use csv_format::write_csv;
pub use jsonl::{Record, RecordProblem, read_jsonl, records, write_jsonl};
pub use standing::{Standing, standing};
pub use types::{Passage, PassageId, Question, QuestionId, Role};
