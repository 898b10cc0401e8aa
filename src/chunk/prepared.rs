//! What is known of a text, kept while settings change.

use super::boundaries::Boundaries;
use super::config::{ChunkConfig, EqualTo, KeepSeparator, RecursiveConfig, Strategy};
use super::error::ChunkError;
use super::types::Chunking;
use super::{fixed, langchain, recursive};
use crate::measure::{Measure, Tokenizer, Unit};
use crate::text::{Cancel, Text};
use std::sync::{Arc, Mutex, PoisonError};

/// How many measures and sets of boundaries are kept: one a unit and tokenizer, a few lists of separators.
const KEPT: usize = 6;

/// A text with its measures and boundaries, so that another run pays for the cuts alone.
///
/// Can be shared by threads. Two that ask for the same at the same time may both make it; the results
/// are equal.
#[derive(Debug)]
pub struct Prepared {
    text: Text,
    measures: Mutex<Vec<Arc<Measure>>>,
    boundaries: Mutex<Vec<(Separators, Arc<Boundaries>)>>,
}

type Separators = (Vec<String>, KeepSeparator);

impl Prepared {
    /// Takes the text; nothing is read yet.
    #[must_use]
    pub fn new(text: &Text) -> Self {
        Self { text: text.clone(), measures: Mutex::default(), boundaries: Mutex::default() }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// The sizes of the text's spans in a unit, made at the first call; `None` when cancelled.
    #[must_use]
    pub fn measure(&self, unit: Unit, tokenizer: Tokenizer, cancel: &Cancel) -> Option<Arc<Measure>> {
        let same = |m: &Arc<Measure>| serves(m, unit, tokenizer);
        if let Some(found) =
            self.measures.lock().unwrap_or_else(PoisonError::into_inner).iter().find(|m| same(m))
        {
            return Some(Arc::clone(found));
        }
        let made = Arc::new(Measure::new(&self.text, unit, tokenizer, cancel)?);
        keep(&self.measures, Arc::clone(&made), same);
        Some(made)
    }

    fn boundaries(&self, config: &RecursiveConfig, cancel: &Cancel) -> Option<Arc<Boundaries>> {
        let key = (&config.separators, config.keep_separator);
        let same = |b: &(Separators, Arc<Boundaries>)| (&b.0.0, b.0.1) == key;
        let kept =
            self.boundaries.lock().unwrap_or_else(PoisonError::into_inner).iter().find(|b| same(b)).cloned();
        if let Some((_, found)) = kept {
            return Some(found);
        }
        let made = Arc::new(Boundaries::new(&self.text, config, cancel)?);
        keep(&self.boundaries, ((key.0.clone(), key.1), Arc::clone(&made)), same);
        Some(made)
    }

    /// Cuts the text.
    ///
    /// # Errors
    /// [`ChunkError::Config`] where the config cannot be used, [`ChunkError::Cancelled`] when cancelled.
    pub fn chunk(&self, config: &ChunkConfig, cancel: &Cancel) -> Result<Chunking, ChunkError> {
        config.validate()?;
        let measure = self.measure(config.unit, config.tokenizer, cancel).ok_or(ChunkError::Cancelled)?;
        let boundaries = if config.needs_boundaries() {
            Some(self.boundaries(&config.recursive, cancel).ok_or(ChunkError::Cancelled)?)
        } else {
            None
        };
        cut(&self.text, config, &measure, boundaries.as_deref(), cancel)
    }
}

/// Keeps what was made, in place of the same or of the oldest.
fn keep<T>(kept: &Mutex<Vec<T>>, made: T, same: impl Fn(&T) -> bool) {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    kept.retain(|k| !same(k));
    if kept.len() >= KEPT {
        kept.remove(0);
    }
    kept.push(made);
}

fn serves(measure: &Measure, unit: Unit, tokenizer: Tokenizer) -> bool {
    measure.unit() == unit && (unit != Unit::Tokens || measure.tokenizer() == tokenizer)
}

/// Cuts a text under a valid config; `boundaries` as [`ChunkConfig::needs_boundaries`] says.
pub(super) fn cut(
    text: &Text,
    config: &ChunkConfig,
    measure: &Measure,
    boundaries: Option<&Boundaries>,
    cancel: &Cancel,
) -> Result<Chunking, ChunkError> {
    if !serves(measure, config.unit, config.tokenizer) || measure.text().revision() != text.revision() {
        let (found, wanted) = (measure.unit().name(), config.unit.name());
        return Err(ChunkError::Measure { found, wanted });
    }
    let (limit, overlap) = (config.size, config.overlap_units());
    let chunks = match (config.strategy, config.equal_to(), boundaries) {
        (Strategy::Recursive, Some(EqualTo::Langchain), _) => {
            let default = RecursiveConfig::default().separators;
            let separators = &config.recursive.separators;
            let separators = if separators.is_empty() { &default } else { separators };
            let (keep, strip) = (config.recursive.keep_separator, config.recursive.trim);
            langchain::Run { text, measure, separators, keep, limit, overlap, strip, cancel }.chunk()
        }
        (Strategy::Recursive, None, Some(boundaries)) => {
            let trim = config.recursive.trim;
            recursive::Run { text, measure, boundaries, limit, overlap, trim }.chunk(cancel)
        }
        _ => fixed::chunk(measure, limit, config.step_units(), cancel),
    };
    Ok(Chunking::new(text, chunks.ok_or(ChunkError::Cancelled)?))
}
