//! `fundstelle extract`.

use super::args::{ExtractArgs, ExtractFormat};
use super::config;
use super::inputs::Inputs;
use super::json::ExtractionJson;
use super::output::{Output, Stop, say};
use super::to_markdown::to_markdown;
use super::{Tally, USAGE};
use crate::document::{Extraction, ProblemCode};
use std::process::ExitCode;

pub(super) fn run(args: &ExtractArgs) -> ExitCode {
    let prepared = config::read(&args.clean).and_then(|config| Ok((config, Inputs::find(&args.input)?)));
    let (config, mut inputs) = match prepared {
        Ok(prepared) => prepared,
        Err(message) => {
            say(message);
            return ExitCode::from(USAGE);
        }
    };
    inputs.set_order(args.order.map_or(config.extract.order, Into::into));
    inputs.set_plan(config.plan());
    let mut tally = Tally { done: 0, failed: inputs.failed };
    let mut output = Output::stdout();
    for input in &inputs.list {
        match inputs.load(input) {
            Ok(extraction) => {
                if args.format != ExtractFormat::Json {
                    say_problems(&extraction);
                }
                // What is known is printed before the next file is waited for.
                if let Err(stop) = print(&extraction, args, &mut output).and_then(|()| output.finish()) {
                    return stop.exit_code();
                }
                tally.done += 1;
            }
            Err(error) => {
                tally.failed += 1;
                Inputs::say_failed(&error);
            }
        }
    }
    tally.exit_code()
}

fn print(extraction: &Extraction, args: &ExtractArgs, output: &mut Output) -> Result<(), Stop> {
    match args.format {
        ExtractFormat::Json => {
            output.json(&ExtractionJson::new(extraction, args.raw, args.boxes))?;
            output.bytes(b"\n")
        }
        ExtractFormat::Text => {
            let text = if args.raw { extraction.raw() } else { extraction.text() };
            end_line(text.as_str(), output)
        }
        ExtractFormat::Markdown => end_line(&to_markdown(extraction), output),
    }
}

/// The text, and a line end where it has none.
fn end_line(text: &str, output: &mut Output) -> Result<(), Stop> {
    output.bytes(text.as_bytes())?;
    if text.is_empty() || text.ends_with('\n') { Ok(()) } else { output.bytes(b"\n") }
}

/// In JSON the problems stand in the object; elsewhere they are said.
pub(super) fn say_problems(extraction: &Extraction) {
    // Words put together at line ends are in most files; the rest is worth a line.
    for problem in extraction.problems().iter().filter(|p| p.code != ProblemCode::Hyphen) {
        say(format_args!("{}: {}", extraction.source().name, problem.message));
    }
}
