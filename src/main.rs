//! The program: the window without arguments or with files, the command line with a subcommand.

use fundstelle::cli::{Outcome, WindowArgs};
use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|a| a == fundstelle::extract::pdf::WORKER_ARGUMENT) {
        return fundstelle::extract::pdf::worker_main();
    }
    fundstelle::jobs::use_this_program_as_worker();
    match fundstelle::cli::run(std::env::args_os()) {
        Outcome::Exit(code) => code,
        Outcome::Window(args) => window(&args),
    }
}

fn window(args: &WindowArgs) -> ExitCode {
    let _ = args;
    ExitCode::SUCCESS
}
