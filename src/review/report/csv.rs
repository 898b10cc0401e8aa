//! A report as one table.

use super::{Report, correction_in_words, iso_8601};
use crate::document::PageIndex;

/// The columns. `record` is `part`, `problem` or `correction`; what a record does not have is empty.
const COLUMNS: [&str; 20] = [
    "record",
    "document",
    "sha256",
    "revision",
    "extraction",
    "page",
    "label",
    "section",
    "state",
    "issues",
    "note",
    "by",
    "when",
    "stale",
    "code",
    "severity",
    "message",
    "start",
    "end",
    "dismissed",
];

impl Report<'_> {
    /// The header of [`Self::csv`], with its line end.
    #[must_use]
    pub fn csv_header() -> String {
        written(std::iter::once(COLUMNS.map(str::to_owned)))
    }

    /// The report as CSV (RFC 4180, lines ended by CRLF) without its header: a record a part, problem and
    /// correction.
    ///
    /// Text that a spreadsheet would take for a formula has an apostrophe before it, as
    /// [OWASP](https://owasp.org/www-community/attacks/CSV_Injection) advises.
    #[must_use]
    pub fn csv(&self) -> String {
        let source = self.extraction.source();
        let record = |name: &str| {
            let mut cells: [String; COLUMNS.len()] = std::array::from_fn(|_| String::new());
            name.clone_into(&mut cells[0]);
            cells[1] = harmless(&source.name);
            cells[2] = source.sha256.to_string();
            cells[3] = self.extraction.text().revision().to_string();
            cells[4] = self.extraction.id().to_string();
            cells
        };
        let page = |page: Option<PageIndex>| page.map(|p| p.number().to_string()).unwrap_or_default();
        let parts = self.rows.iter().map(|row| {
            let mut cells = record("part");
            cells[5] = row.number().map(|n| n.to_string()).unwrap_or_default();
            cells[6] = harmless(row.label.unwrap_or_default());
            cells[7] = harmless(&row.headings().join(" > "));
            row.state().clone_into(&mut cells[8]);
            if let Some(review) = row.review {
                cells[9] = review.issues.iter().map(|i| i.name()).collect::<Vec<_>>().join(";");
                cells[10] = harmless(&review.note);
                cells[11] = harmless(&review.by);
                cells[12] = iso_8601(review.at);
                cells[13] = row.stale.to_string();
            }
            cells
        });
        let problems = self.problems.iter().map(|listed| {
            let (mut cells, problem) = (record("problem"), listed.problem);
            cells[5] = page(problem.page);
            cells[14] = problem.code.name();
            listed.severity.name().clone_into(&mut cells[15]);
            cells[16] = harmless(&problem.message);
            if let Some(span) = problem.span {
                let place = self.extraction.text().char_span(span);
                (cells[17], cells[18]) = (place.start.to_string(), place.end.to_string());
            }
            cells[19] = listed.dismissed.to_string();
            cells
        });
        let corrections = self.said.corrections.iter().map(|correction| {
            let mut cells = record("correction");
            cells[5] = page(super::json::page_of(correction));
            cells[16] = harmless(&correction_in_words(correction));
            cells
        });
        written(parts.chain(problems).chain(corrections))
    }
}

fn written(records: impl Iterator<Item = [String; COLUMNS.len()]>) -> String {
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for record in records {
        // Writing to memory cannot fail, and all records have the same length.
        let _ = table.write_record(&record);
    }
    String::from_utf8(table.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// The text with an apostrophe before what would be a formula, also behind white space and in full width.
fn harmless(text: &str) -> String {
    let first = text.trim_start().chars().next();
    let formula = matches!(first, Some('=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠'));
    if formula || text.starts_with(['\t', '\r', '\n']) { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_no_formula() {
        for note in ["=1+1", "+49 89", "-", "@SUM(A1)", " =1", "\t=1", "＝1", "\n"] {
            assert_eq!(harmless(note), format!("'{note}"));
        }
        for note in ["", "Spalte 2 = Spalte 3", "a-b", "'=1"] {
            assert_eq!(harmless(note), note);
        }
    }
}
