//! The program: the window without arguments or with files, the command line with a subcommand.

use fundstelle::cli::{Outcome, WindowArgs};
use std::process::ExitCode;

fn main() -> ExitCode {
    match fundstelle::cli::run(std::env::args_os()) {
        Outcome::Exit(code) => code,
        Outcome::Window(args) => window(&args),
    }
}

fn window(args: &WindowArgs) -> ExitCode {
    let _ = args;
    ExitCode::SUCCESS
}
