//! One piece of work on a thread of its own.

use super::Waker;
use crate::text::{Cancel, Progress};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Work that was started once. Dropping it cancels the work.
#[derive(Debug)]
pub struct Task<T> {
    name: String,
    cancel: Cancel,
    progress: Progress,
    result: Receiver<T>,
    ended: bool,
}

impl<T: Send + 'static> Task<T> {
    /// Runs `work` on a new thread and wakes the window when it is done.
    ///
    /// If no thread can be started or `work` panics, the task ends without a result.
    pub fn spawn(
        name: impl Into<String>,
        waker: Waker,
        work: impl FnOnce(&Cancel, &Progress) -> T + Send + 'static,
    ) -> Self {
        let name = name.into();
        let (cancel, progress) = (Cancel::new(), Progress::default());
        let (sender, result) = channel();
        let (their_cancel, their_progress) = (cancel.clone(), progress.clone());
        let started = std::thread::Builder::new().name(name.clone()).spawn(move || {
            if let Ok(value) = catch_unwind(AssertUnwindSafe(|| work(&their_cancel, &their_progress))) {
                let _nobody_waits = sender.send(value);
            }
            // Before the waker: whoever is woken must find the end of a task that gave no result.
            drop(sender);
            waker();
        });
        Self { name, cancel, progress, result, ended: started.is_err() }
    }

    /// What it is called in the list of running work.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Asks it to stop.
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// Steps done, and the total (0 while it is not known).
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        self.progress.get()
    }

    /// The result, once, when it is there. Never waits.
    pub fn take(&mut self) -> Option<T> {
        match self.result.try_recv() {
            Ok(value) => {
                self.ended = true;
                Some(value)
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.ended = true;
                None
            }
        }
    }

    /// Whether [`Self::take`] has seen the end: a result was taken, or there will be none.
    #[must_use]
    pub fn ended(&self) -> bool {
        self.ended
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::no_waker;
    use std::sync::Arc;

    fn ringing() -> (Waker, Receiver<()>) {
        let (ring, rang) = channel();
        (Arc::new(move || drop(ring.send(()))), rang)
    }

    #[test]
    fn a_task_wakes_the_window_and_gives_its_result_once() {
        let (waker, rang) = ringing();
        let mut task = Task::spawn("count", waker, |_, progress| {
            progress.set_total(2);
            progress.advance(2);
            "done"
        });
        rang.recv().unwrap();
        assert_eq!((task.take(), task.take(), task.progress()), (Some("done"), None, (2, 2)));
        assert!(task.ended());
    }

    #[test]
    fn a_task_that_panics_ends_without_a_result() {
        let (waker, rang) = ringing();
        let mut task = Task::spawn("fails", waker, |_, _| -> u8 { panic!("as this test wants") });
        rang.recv().unwrap();
        assert_eq!(task.take(), None);
        assert!(task.ended());
    }

    #[test]
    fn a_task_nobody_holds_is_asked_to_stop() {
        let (told, tell) = channel();
        let task = Task::spawn("waits", no_waker(), move |cancel, _| {
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
            told.send(()).unwrap();
        });
        drop(task);
        tell.recv().unwrap();
    }
}
