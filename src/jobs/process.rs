//! One worker process: a program that answers messages, and can be killed at any moment.

use super::frame::{FrameError, read_frame, write_frame};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use thiserror::Error;

/// Why no worker could be started.
#[derive(Debug, Error)]
pub enum SpawnError {
    /// Nobody said which program it is.
    #[error(
        "the program that reads documents in the background is not known; start `fundstelle` itself, or set \
         FUNDSTELLE_WORKER to its path"
    )]
    Unknown,
    /// The program could not be started.
    #[error(
        "the background reader {program} could not be started: {source}; check that the file exists and may be run"
    )]
    Start {
        /// The program.
        program: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// How a worker came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Death {
    /// It asked for more memory than it may have.
    OutOfMemory,
    /// It went deeper than its stack.
    StackOverflow,
    /// Anything else, as the system puts it.
    Other(String),
}

impl std::fmt::Display for Death {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OutOfMemory => f.write_str("it needs more memory than it may have"),
            Self::StackOverflow => f.write_str("it is nested too deeply"),
            Self::Other(status) => write!(f, "the reader stopped ({status})"),
        }
    }
}

/// What came from a worker within the time given.
#[derive(Debug)]
pub enum Received<T> {
    /// A message.
    Message(T),
    /// Nothing yet.
    Nothing,
    /// The worker has ended, or sends garbage: ask [`WorkerProcess::end`] why.
    Dead,
}

/// A running worker that sends messages of type `T`. Killed when dropped.
#[derive(Debug)]
pub struct WorkerProcess<T> {
    child: Child,
    stdin: Option<ChildStdin>,
    replies: Receiver<T>,
}

impl<T: DeserializeOwned + Send + 'static> WorkerProcess<T> {
    /// Starts [`worker_program`](super::worker_program) with the arguments.
    ///
    /// # Errors
    /// If the program is not known or does not start.
    pub fn spawn(arguments: &[OsString]) -> Result<Self, SpawnError> {
        let program = super::worker_program().ok_or(SpawnError::Unknown)?;
        let started = Command::new(&program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = started.map_err(|source| SpawnError::Start { program, source })?;
        let (sender, replies) = channel();
        let stdin = child.stdin.take();
        if let Some(mut stdout) = child.stdout.take() {
            std::thread::spawn(move || {
                while let Ok(Some(message)) = read_frame(&mut stdout) {
                    if sender.send(message).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Self { child, stdin, replies })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the worker has ended.
    pub fn send(&mut self, message: &impl Serialize) -> Result<(), FrameError> {
        match &mut self.stdin {
            Some(stdin) => write_frame(stdin, message),
            None => Err(std::io::Error::from(std::io::ErrorKind::BrokenPipe).into()),
        }
    }

    /// Waits for a message, no longer than `patience`.
    #[must_use]
    pub fn receive(&self, patience: Duration) -> Received<T> {
        match self.replies.recv_timeout(patience) {
            Ok(message) => Received::Message(message),
            Err(RecvTimeoutError::Timeout) => Received::Nothing,
            Err(RecvTimeoutError::Disconnected) => Received::Dead,
        }
    }

    /// Kills the worker if it still runs, and says how it ended.
    #[must_use]
    pub fn end(mut self) -> Death {
        self.stdin = None;
        let _already_dead = self.child.kill();
        let status = self.child.wait();
        let mut said = String::new();
        if let Some(stderr) = self.child.stderr.take() {
            let _unreadable = stderr.take(4096).read_to_string(&mut said);
        }
        cause(status.ok(), &said)
    }
}

impl<T> Drop for WorkerProcess<T> {
    fn drop(&mut self) {
        let _already_dead = self.child.kill();
        let _status = self.child.wait();
    }
}

/// Rust's runtime names both causes on standard error before it aborts.
fn cause(status: Option<ExitStatus>, said: &str) -> Death {
    if said.contains("memory allocation of") || said.contains("Cannot allocate memory") {
        Death::OutOfMemory
    } else if said.contains("overflowed its stack") {
        Death::StackOverflow
    } else {
        Death::Other(status.map_or_else(|| "no exit status".to_owned(), |s| s.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_that_ran_out_of_memory_or_stack_is_told_from_one_that_crashed() {
        assert_eq!(cause(None, "memory allocation of 4096 bytes failed"), Death::OutOfMemory);
        let overflow = "thread 'pages' (12) has overflowed its stack\nfatal runtime error";
        assert_eq!(cause(None, overflow), Death::StackOverflow);
        assert!(matches!(cause(None, ""), Death::Other(_)));
    }
}
