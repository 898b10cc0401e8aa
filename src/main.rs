//! The program: the window without arguments or with files, the command line with a subcommand.

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|a| a == fundstelle::extract::pdf::WORKER_ARGUMENT) {
        return fundstelle::extract::pdf::worker_main();
    }
    fundstelle::jobs::use_this_program_as_worker();
    ExitCode::SUCCESS
}
