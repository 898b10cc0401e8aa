//! The config as the sliders stand, and the newest chunking of the text shown.

use super::App;
use super::state::Chunked;
use crate::chunk::{ChunkConfig, ChunkError, Config, ExtractConfig, Prepared, Stats};
use crate::document::{Extraction, SourceKind};
use crate::text::Cancel;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// What a chunking job came to.
pub(super) struct Outcome {
    extraction: Arc<Extraction>,
    config: ChunkConfig,
    result: Result<Chunked, ChunkError>,
}

fn make(
    extraction: &Arc<Extraction>,
    prepared: &Prepared,
    config: &ChunkConfig,
    cancel: &Cancel,
) -> Result<Chunked, ChunkError> {
    let started = Instant::now();
    let chunking = prepared.chunk(config, cancel)?;
    let millis = started.elapsed().as_secs_f64() * 1000.0;
    let measure = prepared.measure(config.unit, config.tokenizer, cancel).ok_or(ChunkError::Cancelled)?;
    let stats = Stats::of(&chunking, &measure, config);
    Ok(Chunked { extraction: Arc::clone(extraction), config: config.clone(), chunking, stats, millis })
}

impl App {
    pub(super) fn configure(&mut self, config: ChunkConfig, done: bool) {
        let changed = config != self.state.config;
        self.state.config_fault = config.validate().err().map(|e| e.to_string());
        self.state.config = config;
        if changed {
            self.rechunk();
        }
        if done && self.state.config_fault.is_none() {
            self.keep_config();
        }
    }

    /// Reads PDFs so from now on; one that is shown is read again.
    pub(super) fn set_extract(&mut self, extract: ExtractConfig) {
        if extract == self.state.extract {
            return;
        }
        self.state.extract = extract;
        let paged = self.state.document.as_ref().is_some_and(|d| d.kind == Some(SourceKind::Pdf));
        if let Some(current) = self.state.current.filter(|_| paged) {
            self.show_source(current);
        }
    }

    /// Cuts the text shown with the config as it stands. The newest request wins; one that runs may
    /// finish, so that something is seen while a slider moves.
    pub(super) fn rechunk(&mut self) {
        if self.state.config_fault.is_some() {
            return;
        }
        let Some(document) = &self.state.document else { return };
        let (Some(extraction), Some(prepared)) = (&document.extraction, &document.prepared) else { return };
        let (extraction, prepared) = (Arc::clone(extraction), Arc::clone(prepared));
        let config = self.state.config.clone();
        if let Some(job) = &self.chunk_job {
            job.follow(move |cancel| {
                let result = make(&extraction, &prepared, &config, cancel);
                Outcome { extraction, config, result }
            });
        }
    }

    pub(super) fn poll_chunking(&mut self) {
        let Some(outcome) = self.chunk_job.as_ref().and_then(crate::jobs::Latest::take) else { return };
        if !self.state.extraction().is_some_and(|e| Arc::ptr_eq(e, &outcome.extraction)) {
            return;
        }
        match outcome.result {
            Ok(chunked) => self.take_chunked(chunked),
            Err(ChunkError::Cancelled) => {}
            Err(error) if outcome.config == self.state.config => {
                self.state.config_fault = Some(error.to_string());
            }
            Err(_) => {}
        }
    }

    fn take_chunked(&mut self, chunked: Chunked) {
        // A selected chunk stays where the person looked: the chunk at its old start takes its place.
        let place = self.state.selected_chunk.and_then(|i| {
            let old = self.state.chunked.as_ref()?;
            old.chunking.chunks.get(i).map(|c| c.span.start())
        });
        self.state.chunked = Some(Arc::new(chunked));
        self.state.selected_chunk = place.and_then(|offset| self.state.chunk_at(offset));
        self.state.hovered_chunk = None;
        self.state.generation += 1;
        self.refresh_marks();
    }

    pub(super) fn read_config(&mut self, path: &Path) {
        let origin = path.display().to_string();
        let read = std::fs::read_to_string(path);
        let parsed = match read {
            Ok(text) => Config::from_toml(&text, &origin).map_err(|e| e.to_string()),
            Err(error) => Err(format!("{origin} cannot be read ({error}). Choose another file.")),
        };
        match parsed {
            Ok(config) => {
                let plan = config.plan();
                self.set_extract(config.extract);
                self.configure(config.chunk, true);
                self.set_plan(plan);
                self.say(format!("The config of {origin} is in use."));
            }
            Err(fault) => self.fail(fault),
        }
    }

    pub(super) fn write_config(&mut self, path: &Path) {
        let config = self.whole_config();
        match std::fs::write(path, config.to_toml()) {
            Ok(()) => self.say(format!("The config is written to {}.", path.display())),
            Err(error) => {
                let path = path.display();
                self.fail(format!(
                    "The config could not be written to {path} ({error}). Choose another place."
                ));
            }
        }
    }
}
