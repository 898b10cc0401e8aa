//! Questions and passages, and how a chunking treats them.
//!
//! Owns what a mark is and how it is tied to a text. Keeping it on disk is `project`'s business.

mod types;

pub use types::{Passage, PassageId, Question, QuestionId, Role};
