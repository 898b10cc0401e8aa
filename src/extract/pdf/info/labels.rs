//! Page labels (ISO 32000-1, 12.4.2): `iv`, `A-7`.

use super::destinations::walk_tree;
use super::text_string;
use hayro_syntax::object::{Dict, Name, Number, Object, String as PdfString};
use std::collections::BTreeMap;

/// A range of pages that are counted in one way.
#[derive(Clone, Debug, Default)]
struct Range {
    style: u8,
    prefix: String,
    first: u32,
}

/// The label of each page; empty if the document gives none.
pub fn read(catalog: &Dict<'_>, pages: usize) -> Vec<Option<String>> {
    let Some(root) = catalog.get::<Dict<'_>>("PageLabels") else { return Vec::new() };
    let mut ranges = BTreeMap::new();
    walk_tree(root, "Nums", &mut |start: Number, value: Object<'_>| {
        if let (Ok(start), Some(dict)) = (usize::try_from(start.as_i64()), value.into_dict()) {
            ranges.insert(start, range(&dict));
        }
        ranges.len() <= pages
    });
    if ranges.is_empty() {
        return Vec::new();
    }
    let label = |page: usize| {
        let (start, range) = ranges.range(..=page).next_back()?;
        let number = range.first.saturating_add(u32::try_from(page - start).ok()?);
        let label = format!("{}{}", range.prefix, counted(range.style, number));
        (!label.is_empty()).then_some(label)
    };
    (0..pages).map(label).collect()
}

fn range(dict: &Dict<'_>) -> Range {
    let style = dict.get::<Name<'_>>("S").and_then(|s| s.first().copied()).unwrap_or(0);
    let prefix = dict.get::<PdfString<'_>>("P").and_then(|p| text_string(p.as_bytes())).unwrap_or_default();
    let first = dict.get::<Number>("St").and_then(|n| u32::try_from(n.as_i64()).ok()).unwrap_or(1);
    Range { style, prefix: prefix.chars().take(64).collect(), first }
}

fn counted(style: u8, number: u32) -> String {
    match style {
        b'D' => number.to_string(),
        b'R' => roman(number),
        b'r' => roman(number).to_lowercase(),
        b'A' => letters(number),
        b'a' => letters(number).to_lowercase(),
        _ => String::new(),
    }
}

fn roman(mut number: u32) -> String {
    const SIGNS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    // Larger ones would be lines of M.
    if number == 0 || number > 9999 {
        return number.to_string();
    }
    let mut out = String::new();
    for (value, sign) in SIGNS {
        while number >= value {
            out.push_str(sign);
            number -= value;
        }
    }
    out
}

/// A to Z, then AA to ZZ, then AAA and so on.
fn letters(number: u32) -> String {
    if number == 0 || number > 26 * 64 {
        return number.to_string();
    }
    let letter = char::from(b'A' + ((number - 1) % 26) as u8);
    std::iter::repeat_n(letter, ((number - 1) / 26 + 1) as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_count_as_printers_do() {
        assert_eq!((roman(4), roman(1994), roman(0)), ("IV".into(), "MCMXCIV".into(), "0".into()));
        assert_eq!(
            (letters(1), letters(26), letters(27), letters(53)),
            ("A".into(), "Z".into(), "AA".into(), "AAA".into())
        );
        assert_eq!(counted(b'r', 9), "ix");
        assert_eq!(counted(0, 9), "");
    }
}
