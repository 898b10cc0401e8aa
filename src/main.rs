//! The program: the window without arguments or with files, the command line with a subcommand.

use fundstelle::cli::{Outcome, Renderer, Theme, WindowArgs};
use fundstelle::ui::{self, WindowOptions};
use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|a| a == fundstelle::extract::pdf::WORKER_ARGUMENT) {
        return fundstelle::extract::pdf::worker_main();
    }
    fundstelle::jobs::use_this_program_as_worker();
    match fundstelle::cli::run(std::env::args_os()) {
        Outcome::Exit(code) => code,
        Outcome::Window(args) => window(args),
    }
}

fn window(args: WindowArgs) -> ExitCode {
    let options = WindowOptions {
        files: args.files,
        renderer: match args.renderer {
            Renderer::Auto => ui::Renderer::Auto,
            Renderer::Wgpu => ui::Renderer::Wgpu,
            Renderer::Glow => ui::Renderer::Glow,
        },
        theme: args.theme.map(|theme| match theme {
            Theme::Light => fundstelle::app::ThemeChoice::Light,
            Theme::Dark => fundstelle::app::ThemeChoice::Dark,
            Theme::System => fundstelle::app::ThemeChoice::System,
        }),
    };
    match ui::run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("fundstelle: {fault}");
            ExitCode::from(3)
        }
    }
}
