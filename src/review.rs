//! What people say of an extraction: verdicts on its parts with faults and notes, and problems that are none.
//!
//! Owns the types and what makes a verdict stale. Where they are kept is the business of `project`, how they
//! are shown that of the window.

mod dismissal;
mod said;
mod verdict;

pub use dismissal::Dismissal;
pub use said::{Progress, Said};
pub use verdict::{Issue, PageReview, Part, Verdict};
