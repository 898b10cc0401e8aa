//! Configs as TOML, and what must hold for them.

use super::config::{ChunkConfig, Config, EqualTo, KeepSeparator, Overlap, Strategy};
use super::error::ConfigError;
use crate::extract::clean::Switch;
use crate::text::Sha256Id;
use toml::de::{DeTable, DeValue};

/// The most separators a config may have: a reason names one by a byte, and each costs a pass.
const MOST_SEPARATORS: usize = 64;

/// Keys by table.
const KEYS: [(&str, &[&str]); 5] = [
    ("", &["extract", "clean", "undone", "chunk"]),
    ("extract", &["order"]),
    ("clean", &Switch::NAMES),
    ("chunk", &["strategy", "size", "overlap", "step", "unit", "tokenizer", "limit_counts", "recursive"]),
    ("chunk.recursive", &["separators", "keep_separator", "trim", "equal_to"]),
];

impl Config {
    /// Reads a TOML file's text; `origin` names the file in messages. What is left out is as by default;
    /// where `equal_to` is given, separators go where that program has them by default.
    ///
    /// # Errors
    /// [`ConfigError`] with the line, and for unknown keys the nearest known one; values are checked as
    /// by [`ChunkConfig::validate`].
    pub fn from_toml(text: &str, origin: &str) -> Result<Self, ConfigError> {
        let syntax = |error: &toml::de::Error| ConfigError::Syntax {
            origin: origin.to_owned(),
            line: line_of(text, error.span().map_or(0, |s| s.start)),
            message: error.message().to_owned(),
        };
        let table = DeTable::parse(text).map_err(|e| syntax(&e))?;
        check_keys(table.get_ref(), "", text, origin)?;
        let keep_given = table
            .get_ref()
            .get("chunk")
            .and_then(|c| c.get_ref().get("recursive"))
            .is_some_and(|r| r.get_ref().get("keep_separator").is_some());
        let mut config: Self = toml::from_str(text).map_err(|e| syntax(&e))?;
        let recursive = &mut config.chunk.recursive;
        if recursive.equal_to == Some(EqualTo::Langchain) && !keep_given {
            recursive.keep_separator = KeepSeparator::Start;
        }
        config.chunk.validate()?;
        Ok(config)
    }

    /// The config as TOML with every key, for a file.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}

impl ChunkConfig {
    /// Whether the config can be used.
    ///
    /// # Errors
    /// [`ConfigError::Value`] that names the key, the rule and a way out.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let value = |key, found: String, rule: String, advice: String| {
            Err(ConfigError::Value { key, found, rule, advice })
        };
        if self.size == 0 {
            let advice = "give a size of 1 or more".to_owned();
            return value("chunk.size", "0".into(), "a chunk must hold something".into(), advice);
        }
        let langchain = self.equal_to() == Some(EqualTo::Langchain);
        let overlap = self.overlap.units(self.size);
        let too_large = if langchain { overlap > self.size } else { overlap >= self.size };
        let percent_wrong = matches!(self.overlap, Overlap::Percent(p) if !(0.0..100.0).contains(&p));
        if (too_large && !self.steps_by_itself()) || percent_wrong {
            let rule = format!("it must be smaller than chunk.size, which is {}", self.size);
            let most = self.size.saturating_sub(1);
            let advice = format!("give an overlap from 0 to {most}, or a larger size");
            let found = match self.overlap {
                Overlap::Units(n) => n.to_string(),
                Overlap::Percent(p) => format!("{p} %"),
            };
            return value("chunk.overlap", found, rule, advice);
        }
        if self.step > self.size && self.strategy == Strategy::Fixed {
            let rule =
                format!("beyond chunk.size, which is {}, text between windows would be lost", self.size);
            let advice = format!("give a step from 1 to {}, or 0 for size - overlap", self.size);
            return value("chunk.step", self.step.to_string(), rule, advice);
        }
        let separators = self.recursive.separators.len();
        if separators > MOST_SEPARATORS {
            let rule = format!("at most {MOST_SEPARATORS} are tried");
            let advice = "leave some out".to_owned();
            return value("chunk.recursive.separators", format!("a list of {separators}"), rule, advice);
        }
        Ok(())
    }

    /// The first 16 hexadecimal digits of the SHA-256 of all values, in one fixed form.
    #[must_use]
    pub fn id(&self) -> String {
        let canonical = serde_json::to_vec(self).unwrap_or_default();
        Sha256Id::of(&canonical).to_string()[..16].to_owned()
    }

    /// The distance of two window starts of the fixed strategy, in units.
    #[must_use]
    pub fn step_units(&self) -> usize {
        if self.step > 0 { self.step } else { self.size.saturating_sub(self.overlap_units()).max(1) }
    }

    /// The overlap asked for, in units: for fixed windows with a step, what the step leaves.
    #[must_use]
    pub fn overlap_units(&self) -> usize {
        if self.steps_by_itself() {
            self.size.saturating_sub(self.step)
        } else {
            self.overlap.units(self.size)
        }
    }

    /// Whose results the strategy reproduces.
    #[must_use]
    pub fn equal_to(&self) -> Option<EqualTo> {
        self.recursive.equal_to.filter(|_| self.strategy == Strategy::Recursive)
    }

    /// Whether separators are looked for in the whole text before it is cut.
    pub(super) fn needs_boundaries(&self) -> bool {
        self.strategy == Strategy::Recursive && self.recursive.equal_to.is_none()
    }

    fn steps_by_itself(&self) -> bool {
        self.strategy == Strategy::Fixed && self.step > 0
    }
}

fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|b| *b == b'\n').count() + 1
}

fn check_keys(table: &DeTable<'_>, path: &str, text: &str, origin: &str) -> Result<(), ConfigError> {
    let Some((_, known)) = KEYS.iter().find(|k| k.0 == path) else { return Ok(()) };
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let full = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        if !known.contains(&name) {
            let line = line_of(text, key.span().start);
            let advice = advice(name, known);
            return Err(ConfigError::UnknownKey { origin: origin.to_owned(), line, key: full, advice });
        }
        if let DeValue::Table(inner) = value.get_ref() {
            check_keys(inner, &full, text, origin)?;
        }
    }
    Ok(())
}

/// The nearest key of the table; where none is near, a key of that name elsewhere, or all of them.
fn advice(name: &str, known: &[&str]) -> String {
    let near = |a: &str| strsim::damerau_levenshtein(a, name);
    if let Some(best) = known.iter().min_by_key(|k| near(k)).filter(|k| near(k) <= 1 + name.len() / 3) {
        return format!("did you mean `{best}`?");
    }
    if let Some((table, _)) = KEYS.iter().find(|(table, keys)| !table.is_empty() && keys.contains(&name)) {
        return format!("it belongs under [{table}]");
    }
    let nearest = known.iter().min_by_key(|k| near(k)).copied().unwrap_or_default();
    format!("the nearest is `{nearest}`; known here: {}", known.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Unit;

    #[test]
    fn an_unknown_key_is_named_with_its_line_and_the_nearest() {
        let error = Config::from_toml("[chunk]\nsize = 10\noverlapp = 2\n", "c.toml").unwrap_err();
        assert_eq!(
            error.to_string(),
            "c.toml, line 3: there is no key `chunk.overlapp`; did you mean `overlap`?"
        );
        let error = Config::from_toml("[chunk.recursive]\nseperators = []\n", "c.toml").unwrap_err();
        assert!(
            error.to_string().contains("line 2") && error.to_string().contains("`separators`"),
            "{error}"
        );
        let error = Config::from_toml("size = 3\n", "c.toml").unwrap_err();
        assert!(error.to_string().contains("[chunk]"), "{error}");
    }

    #[test]
    fn wrong_values_say_what_where_and_what_to_do() {
        let error = Config::from_toml("[chunk]\nsize = 10\noverlap = 10\n", "c.toml").unwrap_err();
        let text = error.to_string();
        assert!(text.contains("chunk.overlap is 10") && text.contains("0 to 9"), "{text}");
        let error = Config::from_toml("[chunk]\nsize = 0\n", "c.toml").unwrap_err();
        assert!(error.to_string().starts_with("chunk.size is 0"), "{error}");
        let error = Config::from_toml("[chunk]\nsize = \"ten\"\n", "c.toml").unwrap_err();
        assert!(error.to_string().starts_with("c.toml, line 2:"), "{error}");
        let error = Config::from_toml("[chunk]\nunit = \"letters\"\n", "c.toml").unwrap_err();
        assert!(error.to_string().starts_with("c.toml, line 2:"), "{error}");
        assert!(Config::from_toml("[chunk\n", "c.toml").unwrap_err().to_string().contains("line 1"));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut config = Config::default();
        config.chunk.overlap = Overlap::Percent(12.5);
        config.chunk.unit = Unit::Graphemes;
        config.chunk.recursive.equal_to = Some(EqualTo::Langchain);
        let again = Config::from_toml(&config.to_toml(), "c.toml").unwrap();
        assert_eq!(again, config);
        assert_eq!(again.chunk.id(), config.chunk.id());
        assert_ne!(again.chunk.id(), ChunkConfig::default().id());
    }

    #[test]
    fn separators_go_where_the_peer_has_them_unless_said_otherwise() {
        let config = Config::from_toml("[chunk.recursive]\nequal_to = \"langchain\"\n", "c").unwrap();
        assert_eq!(config.chunk.recursive.keep_separator, KeepSeparator::Start);
        let config = Config::from_toml("", "c").unwrap();
        assert_eq!(config.chunk.recursive.keep_separator, KeepSeparator::End);
    }
}
