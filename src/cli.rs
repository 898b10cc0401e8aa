//! The command line: one file a subcommand.
//!
//! Owns arguments, exit codes, and the shapes that are printed. Data goes to standard output, everything else
//! to standard error. The work itself is done by the rooms below; the window is not known here:
//! [`run`] hands its arguments back.
//!
//! Exit codes: 0 done, 1 some inputs failed, 2 wrong usage or config, 3 nothing could be done.

mod args;
mod chunk;
mod chunk_json;
mod completions;
mod config;
mod extract;
mod inputs;
mod json;
mod json_tables;
mod output;
mod review;
mod to_markdown;

pub use args::{Renderer, Theme, WindowArgs};

use args::{Arguments, Command};
use clap::Parser;
use std::ffi::OsString;
use std::process::ExitCode;

/// What is left to do after the command line was read.
#[derive(Debug)]
pub enum Outcome {
    /// The subcommand is done.
    Exit(ExitCode),
    /// There was none: the window opens.
    Window(WindowArgs),
}

/// Wrong usage or config.
const USAGE: u8 = 2;
/// Nothing could be done.
const NOTHING: u8 = 3;

/// Reads the arguments (the program's name first) and runs the subcommand.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Outcome {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version come this way too; where they cannot be printed nobody reads them.
            let _ = error.print();
            return Outcome::Exit(if error.use_stderr() { ExitCode::from(USAGE) } else { ExitCode::SUCCESS });
        }
    };
    match arguments.command {
        None => Outcome::Window(arguments.window),
        Some(Command::Extract(args)) => Outcome::Exit(extract::run(&args)),
        Some(Command::Chunk(args)) => Outcome::Exit(chunk::run(&args)),
        Some(Command::Review(args)) => Outcome::Exit(review::run(&args)),
        Some(Command::Completions(args)) => Outcome::Exit(completions::run(&args)),
    }
}

/// How many inputs were done and how many failed.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    done: usize,
    failed: usize,
}

impl Tally {
    fn exit_code(self) -> ExitCode {
        match (self.done, self.failed) {
            (_, 0) => ExitCode::SUCCESS,
            (0, _) => ExitCode::from(NOTHING),
            _ => ExitCode::from(1),
        }
    }
}
