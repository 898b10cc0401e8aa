//! Standard output and standard error.

use serde::Serialize;
use std::io::{BufWriter, ErrorKind, StdoutLock, Write};
use std::process::ExitCode;

/// Why no more can be printed.
#[derive(Debug)]
pub(super) enum Stop {
    /// Nobody reads any more (`fundstelle ... | head`): not an error.
    Closed,
    /// The disk is full, or the like.
    Failed(std::io::Error),
}

impl Stop {
    /// Says what failed and gives the exit code.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Closed => ExitCode::SUCCESS,
            Self::Failed(error) => {
                say(format_args!("the output is incomplete, it could not be written: {error}"));
                ExitCode::from(super::NOTHING)
            }
        }
    }
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == ErrorKind::BrokenPipe { Self::Closed } else { Self::Failed(error) }
    }
}

/// Standard output, buffered.
pub(super) struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    pub fn stdout() -> Self {
        Self(BufWriter::with_capacity(1 << 16, std::io::stdout().lock()))
    }

    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        Ok(self.0.write_all(bytes)?)
    }

    /// A value as JSON, without a line end.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Stop> {
        serde_json::to_writer(&mut self.0, value).map_err(|error| Stop::from(std::io::Error::from(error)))
    }

    pub fn finish(&mut self) -> Result<(), Stop> {
        Ok(self.0.flush()?)
    }
}

/// A message for people, on standard error; if that is closed, nobody reads it.
pub(super) fn say(message: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "fundstelle: {message}");
}
