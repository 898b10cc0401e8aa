//! What people say of an extraction: verdicts on its parts with faults and notes, and problems that are none;
//! figures and problems in order; reports, and what a copy of a PDF says on its pages.
//!
//! Owns the types, what makes a verdict stale, and the shapes of reports. Where verdicts are kept is the business of
//! `project`, how they are shown that of the window, how notes get on a page that of `extract`.

mod dismissal;
mod figures;
mod notes;
mod problems;
mod report;
mod said;
mod verdict;

pub use dismissal::Dismissal;
pub use figures::Figures;
pub use notes::notes;
pub use problems::{Listed, problems, why};
pub use report::{Report, correction_in_words};
pub use said::{Progress, Said};
pub use verdict::{Issue, PageReview, Part, Verdict};
