//! What a line at the edge of a page says.

use regex::Regex;
use std::sync::LazyLock;

/// A line with its figures masked, to compare it with those of other pages.
#[derive(Debug)]
pub struct Masked {
    /// Its words, single-spaced.
    pub full: String,
    /// In small letters, figures as `#`.
    pub text: String,
    /// The last number in it, Roman ones too where nothing else stands there.
    pub number: Option<u64>,
    /// The number at its start or end.
    pub at_margin: Option<u64>,
    /// How many letters it has.
    pub letters: usize,
}

impl Masked {
    pub fn of(words: &str) -> Self {
        let full = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut text = String::with_capacity(full.len());
        for c in full.chars() {
            if c.is_numeric() {
                if !text.ends_with('#') {
                    text.push('#');
                }
            } else {
                text.extend(c.to_lowercase());
            }
        }
        let roman = roman(&full);
        if roman.is_some() {
            "#".clone_into(&mut text);
        }
        let numbers = || full.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<u64>().ok());
        let at_margin = full.split(' ').next().into_iter().chain(full.split(' ').next_back());
        let at_margin = at_margin.filter_map(|w| w.parse::<u64>().ok()).find(|n| *n < 10_000);
        let letters = full.chars().filter(|c| c.is_alphabetic()).count();
        Self { number: numbers().next_back().or(roman), at_margin, letters, text, full }
    }

    /// Whether two differ by what a scanner misreads.
    pub fn is_like(&self, other: &Self) -> bool {
        let lengths = (self.text.len(), other.text.len());
        lengths.0.min(lengths.1) >= 10
            && lengths.0.abs_diff(lengths.1) <= 3
            && strsim::normalized_levenshtein(&self.text, &other.text) > 0.85
    }
}

/// The value of a Roman number in small or capital letters, up to 399.
fn roman(word: &str) -> Option<u64> {
    static FORM: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new("^(?i)c{0,3}(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$").ok());
    let form = FORM.as_ref()?;
    if word.is_empty() || !form.is_match(word) {
        return None;
    }
    let value = |c: char| match c.to_ascii_lowercase() {
        'c' => 100_u64,
        'l' => 50,
        'x' => 10,
        'v' => 5,
        _ => 1,
    };
    let values: Vec<u64> = word.chars().map(value).collect();
    let sum = |i: usize| values.get(i + 1).is_some_and(|next| *next > values[i]);
    Some(
        (0..values.len()).fold(0_u64, |all, i| {
            if sum(i) { all.wrapping_sub(values[i]) } else { all.wrapping_add(values[i]) }
        }),
    )
}

/// Whether a line does nothing but count pages: `12`, `- 12 -`, `xiv`, `Page 3 of 12`, `Seite 3 von 12`.
pub fn is_page_number(line: &str) -> bool {
    static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let number = r"(\d{1,5}|[ivxlcIVXLC]{1,8})";
        let page = r"(page|pg\.?|p\.|seite|s\.|blatt|pagina|página|folio|стр\.?)";
        Regex::new(&format!(
            r"^(?i)[\[(|·•–—-]*\s*({page}\s*)?{number}\s*((of|von|de|sur|/|aus)\s*{number})?\s*[\])|·•–—.-]*$"
        ))
        .ok()
    });
    FORM.as_ref().is_some_and(|form| form.is_match(line.trim()))
}

/// Whether a line is what journals, libraries and publishers print at the edge of a page.
pub fn is_journal_line(line: &str) -> bool {
    static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(concat!(
            r"(?i)(\bvol(ume|\.)?\s*\d|\bissn\b|\bisbn\b|\bdoi\b\s*[:/]?|https?://|\bwww\.|©|\(c\)\s*\d{4}",
            r"|\bcopyright\b|\ball rights reserved\b|\balle rechte vorbehalten\b|\bdigiti[sz]ed by\b",
            r"|\bdownload(ed)?( date)?\b.*\d{4}|\bpreprint\b|\barxiv:\s*\d|\bheruntergeladen\b",
            r"|\bjahrgang\b.*\d|\bband\s+\d+|\bheft\s+\d+|\bproceedings of\b.*\d)"
        ))
        .ok()
    });
    FORM.as_ref().is_some_and(|form| form.is_match(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_count_pages_are_told_from_text() {
        for line in
            ["12", "- 97 -", "xiv", "Page 3 of 12", "Seite 3 von 12", "3 / 12", "S. 4", "[7]", "— 5 —"]
        {
            assert!(is_page_number(line), "{line}");
        }
        for line in ["3.5 bar", "Chapter 3", "12 screws", "mix it", "2.1 Cleaning", "Section 2", ""] {
            assert!(!is_page_number(line), "{line}");
        }
    }

    #[test]
    fn roman_numbers_have_a_value() {
        assert_eq!(roman("xiv"), Some(14));
        assert_eq!(roman("IV"), Some(4));
        assert_eq!(roman("xlix"), Some(49));
        assert_eq!(roman("mix"), None);
        assert_eq!(roman(""), None);
    }

    #[test]
    fn what_journals_print_is_told_from_text() {
        for line in [
            "Journal of Layout Studies Vol. 8",
            "Download date: 28 Dec 2018",
            "Digitized by Google",
            "© 2024 Acme",
        ] {
            assert!(is_journal_line(line), "{line}");
        }
        for line in ["January 10th 1864.", "The volume of the tank", "Band der Pumpe", "Journal"] {
            assert!(!is_journal_line(line), "{line}");
        }
    }
}
