//! `fundstelle review`.

use super::args::{ReportFormat, ReviewArgs, ReviewFormat};
use super::inputs::{Input, Inputs, is_stdin};
use super::output::{Output, Stop, say};
use super::{Tally, USAGE};
use crate::document::{Extraction, PageIndex, SourceKind};
use crate::extract::pdf::{PdfDocument, PdfError};
use crate::extract::{ExtractError, is_same_file, write_whole};
use crate::project::{Project, State};
use crate::review::{Report, Said, notes};
use crate::text::{Cancel, Progress};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

pub(super) fn run(args: &ReviewArgs) -> ExitCode {
    let prepared = check(args).and_then(|()| Ok((Inputs::find(&args.input)?, project(args)?)));
    let (mut inputs, project) = match prepared {
        Ok(prepared) => prepared,
        Err(message) => {
            say(message);
            return ExitCode::from(USAGE);
        }
    };
    if let Some(message) = against_sources(args, &inputs) {
        say(message);
        return ExitCode::from(USAGE);
    }
    inputs.set_order(args.order.into());
    let mut tally = Tally { done: 0, failed: inputs.failed };
    let mut printer = match Printer::new(args) {
        Ok(printer) => printer,
        Err(stop) => return stop.exit_code(),
    };
    for input in &inputs.list {
        match review(&inputs, input, args, project.as_deref()) {
            Ok((extraction, said)) => {
                if let Err(stop) = printer.print(&Report::new(&extraction, &said), project.is_some()) {
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
    match printer.finish() {
        Ok(()) => tally.exit_code(),
        Err(stop) => stop.exit_code(),
    }
}

/// What makes no sense together.
fn check(args: &ReviewArgs) -> Result<(), String> {
    if args.project.is_some() && args.input.files.iter().any(|p| is_stdin(p)) {
        return Err("what a project knows of standard input cannot be found: name the file".to_owned());
    }
    if let (Some(report), Some(copy)) = (&args.output, &args.annotate)
        && is_same_file(report, copy)
    {
        return Err("-o and --annotate name the same file: the one would replace the other".to_owned());
    }
    let [file] = args.input.files.as_slice() else {
        let several = args.annotate.is_some();
        return if several {
            Err("--annotate makes a copy of one PDF: name one file".to_owned())
        } else {
            Ok(())
        };
    };
    if args.annotate.is_some() && (is_stdin(file) || file.is_dir()) {
        return Err("--annotate makes a copy of one PDF: name the file".to_owned());
    }
    Ok(())
}

/// No source is written over.
fn against_sources(args: &ReviewArgs, inputs: &Inputs) -> Option<String> {
    let targets = args.output.iter().chain(&args.annotate);
    let sources = || inputs.list.iter().map(|i| &i.path).chain(&args.project);
    let lost = targets.into_iter().find(|target| sources().any(|source| is_same_file(target, source)))?;
    Some(format!("{} is read here, and never written over: choose another name", lost.display()))
}

/// What the project holds. It is closed at once, so that a window can work on it.
fn project(args: &ReviewArgs) -> Result<Option<Arc<State>>, String> {
    let Some(path) = &args.project else { return Ok(None) };
    let project = Project::open(path).map_err(|error| error.to_string())?;
    Ok(Some(Arc::clone(project.state())))
}

/// Reads a source, with what was put right in it, and makes the copy that was asked for.
fn review(
    inputs: &Inputs,
    input: &Input,
    args: &ReviewArgs,
    project: Option<&State>,
) -> Result<(Extraction, Said), ExtractError> {
    let cancel = Cancel::new();
    let mut extraction = inputs.load(input)?;
    let said = project.map(|state| said(state, &extraction)).unwrap_or_default();
    let is_pdf = extraction.source().kind == SourceKind::Pdf;
    let (correct, annotate) = (!said.corrections.is_empty(), args.annotate.as_deref());
    if is_pdf && (correct || annotate.is_some()) {
        let document = reopened(inputs, input, &extraction)?;
        if correct {
            document.read_all(&cancel, &Progress::default())?;
            extraction = document.corrected(&said.corrections, &cancel)?;
        }
        if let Some(target) = annotate {
            document.save_copy(target, &notes(&extraction, &said), &cancel)?;
        }
    } else if let Some(target) = annotate {
        let reason = format!("{} is no PDF; only PDFs can carry notes", input.name);
        return Err(PdfError::NoCopy { path: target.to_owned(), reason }.into());
    }
    Ok((extraction, said))
}

/// The file again, if it is still the one that was read.
fn reopened(inputs: &Inputs, input: &Input, extraction: &Extraction) -> Result<PdfDocument, PdfError> {
    let document = inputs.open_pdf(input)?;
    if document.sha256() == extraction.source().sha256 {
        Ok(document)
    } else {
        Err(PdfError::Changed { path: input.path.clone() })
    }
}

/// What the project knows of a source: by its bytes, its place or its name, in this order.
fn said(state: &State, extraction: &Extraction) -> Said {
    let source = extraction.source();
    let path = std::path::absolute(&source.path).ok();
    let found = state.documents.iter().find(|d| d.sha256 == source.sha256 && d.name == source.name);
    let found = found.or_else(|| state.documents.iter().find(|d| d.sha256 == source.sha256));
    let found = found.or_else(|| state.documents.iter().find(|d| Some(&d.path) == path.as_ref()));
    let found = found.or_else(|| state.document(&source.name));
    if let Some(document) = found {
        return state.said(&document.name);
    }
    say(format_args!("{}: the project does not know it", source.name));
    Said::default()
}

/// Prints reports and findings: as they come to standard output, or all of them to a file at the end.
struct Printer {
    format: ReviewFormat,
    report: Option<ReportFormat>,
    file: Option<(PathBuf, String)>,
    output: Output,
}

impl Printer {
    fn new(args: &ReviewArgs) -> Result<Self, Stop> {
        let file = args.output.clone().map(|path| (path, String::new()));
        let mut printer = Self { format: args.format, report: args.report, file, output: Output::stdout() };
        if printer.report == Some(ReportFormat::Csv) {
            printer.text(&Report::csv_header())?;
        }
        Ok(printer)
    }

    fn print(&mut self, report: &Report<'_>, in_project: bool) -> Result<(), Stop> {
        match (self.report, self.format) {
            (Some(ReportFormat::Markdown), _) => self.text(&report.markdown())?,
            (Some(ReportFormat::Csv), _) => self.text(&report.csv())?,
            (Some(ReportFormat::Json), _) => self.text(&(report.json() + "\n"))?,
            (None, ReviewFormat::Json) => self.text(&(report.findings_json() + "\n"))?,
            (None, ReviewFormat::Text) => self.text(&findings(report, in_project))?,
        }
        // What is known is printed before the next file is waited for.
        self.output.finish()
    }

    fn text(&mut self, text: &str) -> Result<(), Stop> {
        match &mut self.file {
            Some((_, all)) => {
                all.push_str(text);
                Ok(())
            }
            None => self.output.bytes(text.as_bytes()),
        }
    }

    fn finish(mut self) -> Result<(), Stop> {
        if let Some((path, text)) = &self.file {
            write_whole(path, text.as_bytes()).map_err(|error| {
                Stop::Failed(std::io::Error::new(error.kind(), format!("{}: {error}", path.display())))
            })?;
        }
        self.output.finish()
    }
}

/// Problems and figures for people.
fn findings(report: &Report<'_>, in_project: bool) -> String {
    let (extraction, problems) = (report.extraction(), report.problems());
    let open = problems.iter().filter(|p| !p.dismissed).count();
    let mut out = format!("{}: {open} problems", extraction.source().name);
    if open < problems.len() {
        out += &format!(", {} dismissed", problems.len() - open);
    }
    out.push('\n');
    if in_project {
        let parts = if extraction.pages().is_empty() { "sections" } else { "pages" };
        out += &format!("  {}\n", report.progress().in_words(parts));
    }
    for listed in problems {
        let problem = listed.problem;
        let page = problem.page.map(PageIndex::number).map(|n| format!("page {n}  ")).unwrap_or_default();
        let dismissed = if listed.dismissed { " (dismissed)" } else { "" };
        let (severity, code) = (listed.severity.name(), problem.code.name());
        out += &format!("  {page}{severity}  {code}  {}{dismissed}\n", problem.message.trim());
    }
    for (name, count) in report.figures().in_words() {
        out += &format!("  {name}: {count}\n");
    }
    out
}
