//! Requests that replace each other: the newest wins.

use super::Waker;
use crate::text::Cancel;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

type Work<T> = Box<dyn FnOnce(&Cancel) -> T + Send>;

/// A background thread that runs one request at a time and keeps only the newest.
///
/// While one runs, at most one waits; a newer one takes its place. The result of a request that was
/// cancelled is thrown away, so that what [`Self::take`] gives never goes backwards.
#[derive(Debug)]
pub struct Latest<T> {
    shared: Arc<Shared<T>>,
}

struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    /// A request has ended.
    done: Condvar,
    waker: Waker,
}

struct State<T> {
    waiting: Option<Work<T>>,
    running: Option<Cancel>,
    result: Option<T>,
    closed: bool,
}

impl<T> std::fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Latest").finish_non_exhaustive()
    }
}

impl<T> Shared<T> {
    /// Requests run outside the lock, so a poisoned one holds a whole state.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Send + 'static> Latest<T> {
    /// Starts the thread, which sleeps until there is a request. `waker` is called after each result.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn new(name: &str, waker: Waker) -> std::io::Result<Self> {
        let state = State { waiting: None, running: None, result: None, closed: false };
        let shared = Arc::new(Shared {
            state: Mutex::new(state),
            changed: Condvar::new(),
            done: Condvar::new(),
            waker,
        });
        let theirs = Arc::clone(&shared);
        std::thread::Builder::new().name(name.to_owned()).spawn(move || serve(&theirs))?;
        Ok(Self { shared })
    }

    /// Asks for `work` instead of all that was asked before: what runs is cancelled, what waits is dropped.
    pub fn submit(&self, work: impl FnOnce(&Cancel) -> T + Send + 'static) {
        self.request(Box::new(work), true);
    }

    /// Asks for `work` next: what runs may finish and show its result, what waits is dropped.
    ///
    /// For a slider that is held: with [`Self::submit`] a request that takes longer than the time between
    /// two movements would never be seen.
    pub fn follow(&self, work: impl FnOnce(&Cancel) -> T + Send + 'static) {
        self.request(Box::new(work), false);
    }

    fn request(&self, work: Work<T>, cancel_running: bool) {
        let mut state = self.shared.lock();
        if cancel_running {
            if let Some(cancel) = &state.running {
                cancel.cancel();
            }
            state.result = None;
        }
        state.waiting = Some(work);
        drop(state);
        self.shared.changed.notify_all();
    }

    /// Cancels what runs, drops what waits and forgets a result that nobody took.
    pub fn cancel(&self) {
        let mut state = self.shared.lock();
        state.waiting = None;
        state.result = None;
        if let Some(cancel) = &state.running {
            cancel.cancel();
        }
    }

    /// The newest result that was not taken yet. Never waits.
    #[must_use]
    pub fn take(&self) -> Option<T> {
        self.shared.lock().result.take()
    }

    /// Waits until nothing runs or waits any more, and ends. For work that must be done when the program ends.
    pub fn finish(self) -> Option<T> {
        let mut state = self.shared.lock();
        while state.waiting.is_some() || state.running.is_some() {
            state = self.shared.done.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.result.take()
    }

    /// Whether a request runs or waits.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        let state = self.shared.lock();
        state.waiting.is_some() || state.running.is_some()
    }
}

impl<T> Drop for Latest<T> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.waiting = None;
        if let Some(cancel) = &state.running {
            cancel.cancel();
        }
        drop(state);
        self.shared.changed.notify_all();
    }
}

fn serve<T>(shared: &Shared<T>) {
    while let Some((work, cancel)) = next(shared) {
        // A request that panics has no result; the next one must still be served.
        let result = catch_unwind(AssertUnwindSafe(|| work(&cancel))).ok();
        let mut state = shared.lock();
        state.running = None;
        if !cancel.is_cancelled() && result.is_some() {
            state.result = result;
        }
        drop(state);
        shared.done.notify_all();
        (shared.waker)();
    }
}

fn next<T>(shared: &Shared<T>) -> Option<(Work<T>, Cancel)> {
    let mut state = shared.lock();
    loop {
        if state.closed {
            return None;
        }
        if let Some(work) = state.waiting.take() {
            let cancel = Cancel::new();
            state.running = Some(cancel.clone());
            return Some((work, cancel));
        }
        state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, channel};

    fn latest() -> (Latest<u32>, Receiver<()>) {
        let (ring, rang) = channel();
        let waker: Waker = Arc::new(move || {
            let _nobody_waits = ring.send(());
        });
        (Latest::new("test", waker).unwrap(), rang)
    }

    fn until_cancelled(cancel: &Cancel) {
        while !cancel.is_cancelled() {
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_new_request_cancels_the_running_one_and_replaces_the_waiting_one() {
        let (latest, rang) = latest();
        let (started, start) = channel();
        latest.submit(move |cancel| {
            started.send(()).unwrap();
            until_cancelled(cancel);
            1
        });
        start.recv().unwrap();
        latest.submit(|_| 2);
        latest.submit(|_| 3);
        while latest.is_busy() {
            rang.recv().unwrap();
        }
        assert_eq!(latest.take(), Some(3));
        assert_eq!(latest.take(), None);
    }

    #[test]
    fn while_a_slider_is_held_the_running_request_still_shows_its_result() {
        let (latest, rang) = latest();
        let (go, wait) = channel::<()>();
        latest.follow(move |_| {
            wait.recv().unwrap();
            1
        });
        while latest.shared.lock().running.is_none() {
            std::thread::yield_now();
        }
        let (go_on, wait_on) = channel::<()>();
        latest.follow(|_| 2);
        latest.follow(move |_| {
            wait_on.recv().unwrap();
            3
        });
        go.send(()).unwrap();
        rang.recv().unwrap();
        assert_eq!(latest.take(), Some(1));
        go_on.send(()).unwrap();
        rang.recv().unwrap();
        assert_eq!(latest.take(), Some(3));
    }

    #[test]
    fn a_request_that_panics_does_not_end_the_service() {
        let (latest, rang) = latest();
        latest.submit(|_| panic!("as this test wants"));
        rang.recv().unwrap();
        assert_eq!(latest.take(), None);
        latest.submit(|_| 5);
        rang.recv().unwrap();
        assert_eq!(latest.take(), Some(5));
    }

    #[test]
    fn dropping_it_cancels_what_runs() {
        let (latest, _rang) = latest();
        let (told, tell) = channel();
        latest.submit(move |cancel| {
            until_cancelled(cancel);
            told.send(()).unwrap();
            0
        });
        while latest.shared.lock().running.is_none() {
            std::thread::yield_now();
        }
        drop(latest);
        tell.recv().unwrap();
    }
}
