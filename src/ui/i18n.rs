//! Interface text: every word that a person reads in the window comes from `assets/locales` through
//! [`tr`] or [`tr_with`] (Project Fluent syntax).

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use std::cell::RefCell;
use std::collections::HashMap;

const ENGLISH: &str = include_str!("../../assets/locales/en.ftl");

thread_local! {
    static LOCALE: Locale = Locale::new(ENGLISH);
}

struct Locale {
    bundle: FluentBundle<FluentResource>,
    /// Messages without arguments are asked for in every frame.
    plain: RefCell<HashMap<String, String>>,
}

impl Locale {
    fn new(source: &str) -> Self {
        let mut bundle = FluentBundle::new(vec![unic_langid::langid!("en")]);
        // The marks that set arguments apart are for bidirectional text, which the window cannot show.
        bundle.set_use_isolating(false);
        let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(readable, _)| readable);
        bundle.add_resource_overriding(resource);
        Self { bundle, plain: RefCell::default() }
    }

    fn format(&self, key: &str, args: Option<&FluentArgs<'_>>) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|m| m.value()) else {
            return key.to_owned();
        };
        let mut errors = Vec::new();
        self.bundle.format_pattern(pattern, args, &mut errors).into_owned()
    }
}

/// The text named `key`; the key itself where the locale has none.
#[must_use]
pub fn tr(key: &str) -> String {
    LOCALE.with(|locale| {
        if let Some(text) = locale.plain.borrow().get(key) {
            return text.clone();
        }
        let text = locale.format(key, None);
        locale.plain.borrow_mut().insert(key.to_owned(), text.clone());
        text
    })
}

/// The text named `key` with values for its placeholders.
#[must_use]
pub fn tr_with<'a>(key: &str, values: &[(&'a str, FluentValue<'a>)]) -> String {
    let args: FluentArgs<'_> = values.iter().map(|(name, value)| (*name, value.clone())).collect();
    LOCALE.with(|locale| locale.format(key, Some(&args)))
}

/// A whole number with its thousands parted: `1,503`.
#[must_use]
pub fn number(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_parted() {
        assert_eq!(number(0), "0");
        assert_eq!(number(999), "999");
        assert_eq!(number(1_234_567), "1,234,567");
    }

    #[test]
    fn the_locale_file_has_no_faults_and_no_double_keys() {
        let resource = FluentResource::try_new(ENGLISH.to_owned());
        assert!(resource.is_ok(), "{:?}", resource.err().map(|e| e.1));
        let mut keys: Vec<_> = ENGLISH
            .lines()
            .filter(|l| l.starts_with(char::is_alphabetic))
            .filter_map(|l| l.split(" =").next())
            .collect();
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(all, keys.len());
    }
}
