//! `fundstelle completions SHELL`.

use super::args::{Arguments, CompletionsArgs};
use super::output::Output;
use clap::CommandFactory;
use std::process::ExitCode;

pub(super) fn run(args: &CompletionsArgs) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "fundstelle", &mut script);
    let mut output = Output::stdout();
    match output.bytes(&script).and_then(|()| output.finish()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => stop.exit_code(),
    }
}
