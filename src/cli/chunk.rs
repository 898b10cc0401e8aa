//! `fundstelle chunk`.

use super::args::{ChunkArgs, ChunkFormat};
use super::chunk_json::{ChunkJson, ChunksOf, FIELDS};
use super::config;
use super::extract::say_problems;
use super::inputs::Inputs;
use super::output::{Output, Stop, say};
use super::{Tally, USAGE};
use crate::chunk::{Config, Prepared};
use crate::document::Extraction;
use crate::extract::clean::{Cleaning, Corpus, Switch, without_paragraphs};
use crate::measure::Unit;
use crate::text::Cancel;
use std::process::ExitCode;

pub(super) fn run(args: &ChunkArgs) -> ExitCode {
    let prepared = configured(args).and_then(|config| Ok((config, Inputs::find(&args.input)?)));
    let (config, mut inputs) = match prepared {
        Ok(prepared) => prepared,
        Err(message) => {
            say(message);
            return ExitCode::from(USAGE);
        }
    };
    inputs.set_order(config.extract.order);
    inputs.set_plan(config.plan());
    let mut tally = Tally { done: 0, failed: inputs.failed };
    let mut writer = Writer { output: Output::stdout(), format: args.format, first: true };
    let result = writer.begin().and_then(|()| chunk_all(&inputs, &config, &mut writer, &mut tally));
    match result.and_then(|()| writer.end()) {
        Ok(()) => tally.exit_code(),
        Err(stop) => stop.exit_code(),
    }
}

fn chunk_all(inputs: &Inputs, config: &Config, writer: &mut Writer, tally: &mut Tally) -> Result<(), Stop> {
    let mut repeats = Repeating::new(&config.clean);
    for input in &inputs.list {
        let extraction = match inputs.load(input) {
            Ok(extraction) => extraction,
            Err(error) => {
                tally.failed += 1;
                Inputs::say_failed(&error);
                continue;
            }
        };
        say_problems(&extraction);
        let Some(extraction) = repeats.without(extraction) else {
            tally.done += 1;
            continue;
        };
        match chunk_one(&extraction, config, writer)? {
            Ok(()) => tally.done += 1,
            Err(message) => {
                tally.failed += 1;
                say(format_args!("{}: {message}", input.name));
            }
        }
    }
    repeats.say();
    Ok(())
}

/// Leaves out what stood in an earlier source of the run.
struct Repeating {
    paragraphs: bool,
    documents: bool,
    corpus: Corpus,
    names: Vec<String>,
    left_out: (usize, usize),
}

impl Repeating {
    fn new(cleaning: &Cleaning) -> Self {
        let on = |switch| cleaning.get(switch) == Some(true);
        Self {
            paragraphs: on(Switch::RepeatedParagraphs),
            documents: on(Switch::RepeatedDocuments),
            corpus: Corpus::default(),
            names: Vec::new(),
            left_out: (0, 0),
        }
    }

    /// What is left of a source; `None` where it says the same as an earlier one.
    fn without(&mut self, extraction: Extraction) -> Option<Extraction> {
        if !self.paragraphs && !self.documents {
            return Some(extraction);
        }
        let repeats = self.corpus.add(&extraction);
        let name = extraction.source().name.clone();
        if let Some(first) = repeats.document.filter(|_| self.documents) {
            say(format_args!("{name}: left out, it says the same as {}", self.names[first]));
            self.names.push(name);
            self.left_out.1 += 1;
            return None;
        }
        self.names.push(name);
        if !self.paragraphs || repeats.paragraphs.is_empty() {
            return Some(extraction);
        }
        self.left_out.0 += repeats.paragraphs.len();
        let spans: Vec<_> = repeats.paragraphs.iter().map(|p| p.0).collect();
        Some(without_paragraphs(&extraction, &spans))
    }

    fn say(&self) {
        let (paragraphs, documents) = self.left_out;
        if self.paragraphs {
            say(format_args!("{paragraphs} paragraphs that stood in an earlier source were left out"));
        }
        if self.documents {
            say(format_args!("{documents} sources that say the same as an earlier one were left out"));
        }
    }
}

fn chunk_one(
    extraction: &Extraction,
    config: &Config,
    writer: &mut Writer,
) -> Result<Result<(), String>, Stop> {
    let (cancel, config) = (Cancel::new(), &config.chunk);
    let prepared = Prepared::new(extraction.text());
    let chunking = match prepared.chunk(config, &cancel) {
        Ok(chunking) => chunking,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let Some(tokens) = prepared.measure(Unit::Tokens, config.tokenizer, &cancel) else {
        return Ok(Err("counting tokens was cancelled".to_owned()));
    };
    for chunk in ChunksOf::new(extraction, config, &chunking, &tokens).all() {
        writer.chunk(&chunk)?;
    }
    writer.output.finish()?;
    Ok(Ok(()))
}

/// The config file, and over it what the flags say.
fn configured(args: &ChunkArgs) -> Result<Config, String> {
    let mut config = config::read(&args.clean)?;
    // The flags are read as the file is, so that one reader says what is right.
    let mut table = toml::Table::try_from(&config).map_err(|error| error.to_string())?;
    let Some(chunk) = table.get_mut("chunk").and_then(toml::Value::as_table_mut) else { return Ok(config) };
    let words = [("strategy", &args.strategy), ("unit", &args.unit), ("tokenizer", &args.tokenizer)];
    for (key, value) in words {
        if let Some(value) = value {
            chunk.insert(key.to_owned(), toml::Value::String(value.clone()));
        }
    }
    if let Some(size) = args.size {
        chunk.insert("size".to_owned(), toml::Value::Integer(i64::from(size)));
    }
    if let Some(overlap) = &args.overlap {
        let value = overlap
            .parse::<u32>()
            .map_or_else(|_| toml::Value::String(overlap.clone()), |n| toml::Value::Integer(n.into()));
        chunk.insert("overlap".to_owned(), value);
    }
    config = table.try_into().map_err(|error: toml::de::Error| error.message().to_owned())?;
    config.chunk.validate().map_err(|error| error.to_string())?;
    Ok(config)
}

/// Prints chunks in one format.
struct Writer {
    output: Output,
    format: ChunkFormat,
    first: bool,
}

impl Writer {
    fn begin(&mut self) -> Result<(), Stop> {
        match self.format {
            ChunkFormat::Jsonl => Ok(()),
            ChunkFormat::Json => self.output.bytes(b"["),
            ChunkFormat::Csv => self.record(FIELDS.iter().map(|f| (*f).to_owned())),
        }
    }

    fn chunk(&mut self, chunk: &ChunkJson<'_>) -> Result<(), Stop> {
        let first = std::mem::replace(&mut self.first, false);
        match self.format {
            ChunkFormat::Jsonl => {
                self.output.json(chunk)?;
                self.output.bytes(b"\n")
            }
            ChunkFormat::Json => {
                self.output.bytes(if first { b"\n" } else { b",\n" })?;
                self.output.json(chunk)
            }
            ChunkFormat::Csv => {
                let value = serde_json::to_value(chunk).unwrap_or_default();
                self.record(FIELDS.iter().map(|field| match &value[field] {
                    serde_json::Value::String(text) => text.clone(),
                    serde_json::Value::Null => String::new(),
                    other => other.to_string(),
                }))
            }
        }
    }

    fn end(&mut self) -> Result<(), Stop> {
        if self.format == ChunkFormat::Json {
            self.output.bytes(b"\n]\n")?;
        }
        self.output.finish()
    }

    fn record(&mut self, fields: impl Iterator<Item = String>) -> Result<(), Stop> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(fields).map_err(|error| Stop::Failed(std::io::Error::other(error)))?;
        let bytes = writer.into_inner().map_err(|error| Stop::Failed(error.into_error()))?;
        self.output.bytes(&bytes)
    }
}
