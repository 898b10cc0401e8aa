//! Cancellation and progress, handed down to long work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A flag that asks long work to stop. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the work that watches this flag to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How much of a known amount of work is done. Clones share the counters.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<(AtomicU64, AtomicU64)>);

impl Progress {
    /// Sets the total number of steps; 0 while it is not known.
    pub fn set_total(&self, total: u64) {
        self.0.1.store(total, Ordering::Relaxed);
    }

    /// Counts `steps` more as done.
    pub fn advance(&self, steps: u64) {
        self.0.0.fetch_add(steps, Ordering::Relaxed);
    }

    /// Steps done, and the total (0 while it is not known).
    #[must_use]
    pub fn get(&self) -> (u64, u64) {
        (self.0.0.load(Ordering::Relaxed), self.0.1.load(Ordering::Relaxed))
    }
}
