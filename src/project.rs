//! A project on disk: SQLite, edits and undo, import and export formats.
//!
//! Owns the one file that a project is, who may write to it, and every change to what it holds: an [`Edit`] goes
//! through [`Project::commit`] and is on the disk, together with its inverse, when that returns. [`Store`] runs a
//! project on a thread of its own for a window that must not wait. What marks mean is `evidence`'s business; which
//! edit follows from which key is `app`'s.
//!
//! * The file is its own lock: SQLite's reserved lock is held as long as a window may write, lets others read, and
//!   ends with the process however that ends. No file lies beside the project but the rollback journal, and that
//!   only during a commit (or after a kill in the middle of one: the next opening takes it back).
//! * Journal mode is `DELETE`, not `WAL`: a project is one file that can be mailed, and a write-ahead log leaves two
//!   more beside it, without which the first is incomplete. With `synchronous=EXTRA` (`FULL`, and the folder synced
//!   after the journal is gone) a commit that returned survives a power cut as well.
//! * Nothing else may open a project's file for reading in the same process: on Unix, closing any descriptor of a
//!   file drops this process's locks on it (`fcntl(2)`).

mod change;
mod database;
mod edit;
mod error;
mod exchange;
mod fetched;
mod files;
mod locate;
mod paths;
mod schema;
mod session;
mod state;
mod store;

pub use edit::Edit;
pub use error::{EditError, ProjectError};
pub use exchange::{Import, import};
pub use locate::{Located, locate};
pub use session::{Access, Project, Snapshot};
pub use state::{Document, DocumentId, State};
pub use store::{Event, Request, Store, Ticket};

/// How a project's file name ends, without the dot.
pub const EXTENSION: &str = "fundstelle";
