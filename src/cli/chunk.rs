//! `fundstelle chunk`.

use super::args::{ChunkArgs, ChunkFormat};
use super::chunk_json::{ChunkJson, ChunksOf, FIELDS};
use super::extract::say_problems;
use super::inputs::Inputs;
use super::output::{Output, Stop, say};
use super::{Tally, USAGE};
use crate::chunk::{Config, Prepared};
use crate::document::Extraction;
use crate::measure::Unit;
use crate::text::Cancel;
use std::process::ExitCode;

pub(super) fn run(args: &ChunkArgs) -> ExitCode {
    let prepared = config(args).and_then(|config| Ok((config, Inputs::find(&args.input)?)));
    let (config, inputs) = match prepared {
        Ok(prepared) => prepared,
        Err(message) => {
            say(message);
            return ExitCode::from(USAGE);
        }
    };
    let mut tally = Tally { done: 0, failed: inputs.failed };
    let mut writer = Writer { output: Output::stdout(), format: args.format, first: true };
    let result = writer.begin().and_then(|()| chunk_all(&inputs, &config, &mut writer, &mut tally));
    match result.and_then(|()| writer.end()) {
        Ok(()) => tally.exit_code(),
        Err(stop) => stop.exit_code(),
    }
}

fn chunk_all(inputs: &Inputs, config: &Config, writer: &mut Writer, tally: &mut Tally) -> Result<(), Stop> {
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
        match chunk_one(&extraction, config, writer)? {
            Ok(()) => tally.done += 1,
            Err(message) => {
                tally.failed += 1;
                say(format_args!("{}: {message}", input.name));
            }
        }
    }
    Ok(())
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
fn config(args: &ChunkArgs) -> Result<Config, String> {
    let mut config = match &args.config {
        None => Config::default(),
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|error| format!("the config {} cannot be read: {error}", path.display()))?;
            Config::from_toml(&text, &path.to_string_lossy()).map_err(|error| error.to_string())?
        }
    };
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
