//! Which rows of a table head its columns, what they are called, and in what unit their values are.

use super::grid::Grid;
use super::scene::is_value;
use crate::document::TableColumn;

/// Headings have no more rows than this.
const MOST_HEADER: usize = 5;

/// A table's cells as text, with what sets them apart.
pub struct Texts<'a> {
    /// The cells' places.
    pub grid: &'a Grid,
    /// The text of each cell of the grid.
    pub cells: &'a [String],
    /// How thick each cell's strokes are, in em; 0 where not known.
    pub stems: &'a [f32],
}

impl Texts<'_> {
    /// Number of rows at the top that head the columns.
    ///
    /// They end where the first row has a value beside its label; years head columns too. Where no row has
    /// values, the first row is a heading if it is bolder than the rest or parted from it by the only line.
    pub fn header_rows(&self) -> usize {
        let rows = self.grid.rows;
        let Some(first) = (0..rows).find(|&r| self.has_values(r)) else { return self.styled() };
        let mut end = first;
        // A label over several rows, or over the rows of a group, belongs to the values under it.
        while end > 0 && end == first && self.is_group(end - 1) && end > 1 {
            end -= 1;
        }
        let spanned = self.grid.cells.iter().filter(|c| c.row < end);
        end = spanned.map(|c| (c.row + c.row_span).min(rows)).max().unwrap_or(end).max(end);
        if end > MOST_HEADER || end >= rows { self.styled() } else { end }
    }

    /// Whether a row only names a group of rows: text in its first column and nowhere else.
    fn is_group(&self, row: usize) -> bool {
        let mut filled = self.row(row).filter(|(_, text)| !text.is_empty()).map(|(c, _)| c);
        filled.next() == Some(0) && filled.next().is_none()
    }

    /// The cells that start in a row: their columns and texts.
    fn row(&self, row: usize) -> impl Iterator<Item = (usize, &str)> {
        let cells = self.grid.cells.iter().zip(self.cells);
        cells.filter(move |(c, _)| c.row == row).map(|(c, text)| (c.column, text.as_str()))
    }

    fn has_values(&self, row: usize) -> bool {
        let labeled = self.row(row).any(|(c, text)| c == 0 && !text.is_empty());
        let filled = self.row(row).filter(|(c, text)| *c > 0 && !text.is_empty()).count();
        let years = |text: &str| {
            let digits = text.trim_end_matches(['*', '(', ')']);
            digits.len() == 4
                && (digits.starts_with("19") || digits.starts_with("20"))
                && digits.parse::<u16>().is_ok()
        };
        let lone = |text: &str| unit_alone(text).is_some();
        let value = |(c, text): &(usize, &str)| *c > 0 && is_value(text) && !years(text) && !lone(text);
        let values = self.row(row).filter(value).count();
        // A heading may have a figure ("15-24"), a row that says what it is about has its values beside.
        values > 0 && (labeled || values * 2 >= filled)
    }

    fn styled(&self) -> usize {
        let stem = |row: usize| {
            let cells = self.grid.cells.iter().zip(self.stems).filter(|(c, s)| c.row == row && **s > 0.0);
            let all: Vec<f32> = cells.map(|(_, s)| *s).collect();
            all.iter().sum::<f32>() / all.len().max(1) as f32
        };
        let rows = self.grid.rows;
        if rows < 2 {
            return 0;
        }
        let rest = (1..rows).map(stem).sum::<f32>() / (rows - 1) as f32;
        let bold = rest > 0.0 && stem(0) > 1.2 * rest;
        let parted =
            self.grid.ruled.first() == Some(&true) && self.grid.ruled.iter().filter(|r| **r).count() == 1;
        let drawn = self.grid.ruled.iter().filter(|r| **r).count() + 1 == rows;
        let full = self.row(0).all(|(_, text)| !text.is_empty());
        usize::from(bold || parted || (drawn && full))
    }

    /// What heads each column, and the unit of its values.
    pub fn columns(&self, header_rows: usize) -> Vec<TableColumn> {
        (0..self.grid.columns)
            .map(|column| {
                let cells = self.grid.cells.iter().zip(self.cells);
                let mut over: Vec<_> = cells
                    .filter(|(c, text)| {
                        c.row < header_rows
                            && (c.column..c.column + c.column_span).contains(&column)
                            && !text.is_empty()
                    })
                    .collect();
                over.sort_by_key(|(c, _)| c.row);
                let parts: Vec<&str> = over.iter().map(|(_, text)| text.as_str()).collect();
                let unit = parts.iter().rev().find_map(|text| unit(text));
                TableColumn { header: parts.join(" "), unit }
            })
            .collect()
    }
}

/// The unit that a heading names: alone, in brackets, after "in" or at its end.
pub fn unit(heading: &str) -> Option<String> {
    let heading = heading.trim();
    if let Some(unit) = unit_alone(heading) {
        return Some(unit);
    }
    for (open, close) in [('(', ')'), ('[', ']')] {
        if let Some(start) = heading.rfind(open)
            && let Some(end) = heading[start..].find(close)
        {
            let inner = heading[start + 1..start + end].trim();
            let inner = without_in(inner);
            if is_unit(inner) {
                return Some(inner.to_owned());
            }
        }
    }
    let (_, last) = heading.rsplit_once([' ', '\u{a0}', '/', ','])?;
    let after_in = heading.rsplit_once(" in ").map(|p| p.1).filter(|u| is_unit(u));
    after_in.or_else(|| Some(last).filter(|u| is_sign(u))).map(str::to_owned)
}

fn without_in(text: &str) -> &str {
    text.strip_prefix("in ").or_else(|| text.strip_prefix("In ")).unwrap_or(text)
}

/// The unit that a cell of a row of units consists of.
fn unit_alone(text: &str) -> Option<String> {
    let bare = text.trim().trim_matches(['(', ')', '[', ']']).trim();
    let bare = without_in(bare);
    is_unit(bare).then(|| bare.to_owned())
}

/// Signs that name a unit wherever they stand at the end of a heading.
fn is_sign(text: &str) -> bool {
    matches!(
        text,
        "%" | "‰"
            | "°C"
            | "°F"
            | "€"
            | "$"
            | "£"
            | "¥"
            | "EUR"
            | "USD"
            | "kg"
            | "mm"
            | "kW"
            | "kWh"
            | "MPa"
            | "bar"
    )
}

/// Units and words that stand for one (SI brochure, ninth edition; trade and statistics), without prefixes.
const UNITS: [&str; 106] = [
    "%",
    "‰",
    "°",
    "°c",
    "°f",
    "m",
    "g",
    "s",
    "a",
    "k",
    "mol",
    "cd",
    "hz",
    "n",
    "pa",
    "j",
    "w",
    "v",
    "va",
    "var",
    "f",
    "ω",
    "ohm",
    "wb",
    "t",
    "h",
    "bar",
    "l",
    "min",
    "d",
    "wh",
    "ev",
    "b",
    "bit",
    "byte",
    "bytes",
    "nm",
    "rad",
    "dba",
    "db",
    "ppm",
    "ppb",
    "in",
    "inch",
    "inches",
    "ft",
    "feet",
    "yd",
    "mile",
    "miles",
    "lb",
    "lbs",
    "oz",
    "psi",
    "gal",
    "acre",
    "acres",
    "ha",
    "rpm",
    "u/min",
    "€",
    "$",
    "£",
    "¥",
    "eur",
    "usd",
    "gbp",
    "chf",
    "jpy",
    "euro",
    "euros",
    "dollars",
    "bn",
    "mn",
    "mio",
    "mio.",
    "mrd",
    "mrd.",
    "million",
    "millions",
    "billion",
    "billions",
    "thousand",
    "thousands",
    "tsd",
    "tsd.",
    "hundreds",
    "percent",
    "prozent",
    "per cent",
    "years",
    "year",
    "jahre",
    "months",
    "days",
    "tage",
    "hours",
    "stunden",
    "minutes",
    "minuten",
    "seconds",
    "sekunden",
    "pcs",
    "stück",
    "stk",
    "units",
];

/// Units that are taken to a power.
const POWERS: [&str; 14] = ["m", "mm", "cm", "dm", "km", "µm", "s", "min", "h", "ft", "in", "kg", "k", "mol"];

/// Whether a text is a unit: one or several of [`UNITS`], with prefixes, powers, factors and fractions.
fn is_unit(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > 24 {
        return false;
    }
    let lower = text.to_lowercase();
    if UNITS.contains(&lower.as_str()) {
        // A letter alone may be a name: a unit of one letter is written as SI writes it.
        return text.chars().count() > 1
            || !text.chars().all(char::is_alphabetic)
            || "mgshdlKNJWVAF".contains(text);
    }
    let parts = lower.split([' ', '/', '·', '*', '.', '\u{a0}']).filter(|p| !p.is_empty());
    let mut known = 0;
    for part in parts {
        let base = part.trim_end_matches(['²', '³', '¹', '⁻', '2', '3', '-', '1']);
        // "N2" and "CO2" are no powers of units.
        if base.len() < part.len() && !base.is_empty() && !POWERS.contains(&base) {
            return false;
        }
        let part = base;
        let factor = part.is_empty()
            || matches!(part, "per" | "pro" | "of" | "'000" | "1,000" | "000" | "us" | "current");
        if !factor && !is_prefixed(part) {
            return false;
        }
        known += usize::from(!factor);
    }
    known > 0 || lower.trim_start_matches('\'') == "000"
}

fn is_prefixed(part: &str) -> bool {
    const PREFIXED: [&str; 24] = [
        "m", "g", "s", "a", "k", "mol", "hz", "n", "pa", "j", "w", "v", "va", "f", "ω", "bar", "l", "wh",
        "ev", "b", "t", "byte", "bit", "nm",
    ];
    let rest = part.strip_prefix(['k', 'm', 'g', 't', 'h', 'd', 'c', 'µ', 'μ', 'n', 'p']);
    UNITS.contains(&part) || rest.is_some_and(|unit| PREFIXED.contains(&unit))
}

#[cfg(test)]
mod tests {
    use super::unit;

    #[test]
    fn a_heading_says_its_unit_in_brackets_after_in_or_alone() {
        for (heading, expected) in [
            ("Limit (bar)", Some("bar")),
            ("Interval (h)", Some("h")),
            ("Druck [kPa]", Some("kPa")),
            ("Volumenstrom in m³/h", Some("m³/h")),
            ("Anteil %", Some("%")),
            ("(%)", Some("%")),
            ("Drehzahl (1/min)", Some("1/min")),
            ("Umsatz (Mio. €)", Some("Mio. €")),
            ("N2", None),
            ("Area (km2)", Some("km2")),
            ("(In millions)", Some("millions")),
            ("Part", None),
            ("Size (see note)", None),
            ("Group A", None),
            ("Services in Germany", None),
        ] {
            assert_eq!(unit(heading).as_deref(), expected, "{heading}");
        }
    }
}
