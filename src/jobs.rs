//! Threads, worker processes, the newest request wins.
//!
//! Owns how work leaves the thread that asked for it: [`Task`] for one piece of work with progress and
//! cancellation, [`Latest`] for requests that replace each other while a slider moves, and
//! [`WorkerProcess`] for work that has to be killed from outside. What the work is, is the business of the
//! rooms that hand it in; when its result is looked at, that of the window, which a [`Waker`] wakes.

mod frame;
mod latest;
mod process;
mod program;
mod task;

use std::sync::Arc;

pub use frame::{FrameError, read_frame, write_frame};
pub use latest::Latest;
pub use process::{Death, Received, SpawnError, WorkerProcess};
pub use program::{set_worker_program, use_this_program_as_worker, worker_program};
pub use task::Task;

/// Tells whoever waits (a window) that there is something new to look at. Called from any thread.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// A waker for those who block instead of waiting to be woken, as the command line does.
#[must_use]
pub fn no_waker() -> Waker {
    Arc::new(|| {})
}
