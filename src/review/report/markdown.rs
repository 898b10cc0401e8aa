//! A report for people.

use super::{Report, Row, correction_in_words, iso_8601};
use crate::document::EXTRACTOR;
use std::fmt::Write as _;

impl Report<'_> {
    /// The report as Markdown with tables (GitHub Flavored Markdown).
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_head(&mut out);
        let _ = self.write_parts(&mut out);
        let _ = self.write_problems(&mut out);
        let _ = self.write_corrections(&mut out);
        let _ = self.write_figures(&mut out);
        out
    }

    fn is_paged(&self) -> bool {
        !self.extraction.pages().is_empty()
    }

    fn write_head(&self, out: &mut String) -> std::fmt::Result {
        let (source, (program, version)) = (self.extraction.source(), EXTRACTOR);
        let parts = if self.is_paged() { "pages" } else { "sections" };
        writeln!(out, "# Review of {}\n", inline(&source.name))?;
        writeln!(out, "- Source: {}, {}, {} bytes", inline(&source.name), source.kind.name(), source.bytes)?;
        writeln!(out, "- SHA-256: `{}`", source.sha256)?;
        writeln!(out, "- Revision: `{}`", self.extraction.text().revision())?;
        writeln!(out, "- Extraction: `{}` ({program} {version})", self.extraction.id())?;
        writeln!(out, "- Progress: {}", self.progress.in_words(parts))?;
        let mut people: Vec<&str> = self
            .rows
            .iter()
            .filter_map(|r| r.review)
            .map(|r| r.by.as_str())
            .filter(|by| !by.is_empty())
            .collect();
        people.sort_unstable();
        people.dedup();
        if !people.is_empty() {
            writeln!(out, "- Reviewed by: {}", inline(&people.join(", ")))?;
        }
        let open = self.problems.iter().filter(|p| !p.dismissed).count();
        writeln!(out, "- Problems: {open} open, {} dismissed", self.problems.len() - open)?;
        writeln!(out, "- Corrections: {}", self.said.corrections.len())
    }

    fn write_parts(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "\n## Verdicts\n\n| Verdict | Count |\n|---|--:|")?;
        for (verdict, count) in self.states() {
            writeln!(out, "| {} | {count} |", verdict.name())?;
        }
        let issues = self.issues();
        if !issues.is_empty() {
            writeln!(out, "\n## Faults\n\n| Fault | Count |\n|---|--:|")?;
            for (issue, count) in issues {
                writeln!(out, "| {} | {count} |", issue.name())?;
            }
        }
        if self.is_paged() {
            writeln!(out, "\n## Pages\n\n| Page | Label | Verdict | Faults | Note | By | When |")?;
            writeln!(out, "|--:|---|---|---|---|---|---|")?;
        } else {
            writeln!(out, "\n## Sections\n\n| Section | Verdict | Faults | Note | By | When |")?;
            writeln!(out, "|---|---|---|---|---|---|")?;
        }
        self.rows.iter().try_for_each(|row| write_row(out, row, self.is_paged()))
    }

    fn write_problems(&self, out: &mut String) -> std::fmt::Result {
        if self.problems.is_empty() {
            return writeln!(out, "\n## Problems\n\nNothing suspicious was found.");
        }
        writeln!(
            out,
            "\n## Problems\n\n| Page | Severity | Problem | Message | Dismissed |\n|--:|---|---|---|---|"
        )?;
        self.problems.iter().try_for_each(|listed| {
            let problem = listed.problem;
            let page = problem.page.map(|p| p.number().to_string()).unwrap_or_default();
            let (severity, code) = (listed.severity.name(), problem.code.name());
            let dismissed = if listed.dismissed { "yes" } else { "" };
            writeln!(out, "| {page} | {severity} | {code} | {} | {dismissed} |", inline(&problem.message))
        })
    }

    fn write_corrections(&self, out: &mut String) -> std::fmt::Result {
        if self.said.corrections.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n## Corrections\n")?;
        let numbered = (1..).zip(&self.said.corrections);
        for (number, correction) in numbered {
            writeln!(out, "{number}. {}", inline(&correction_in_words(correction)))?;
        }
        Ok(())
    }

    fn write_figures(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "\n## Figures\n\n| Figure | Count |\n|---|--:|")?;
        for (name, count) in self.figures.in_words() {
            writeln!(out, "| {name} | {count} |")?;
        }
        Ok(())
    }
}

fn write_row(out: &mut String, row: &Row<'_>, paged: bool) -> std::fmt::Result {
    match (row.number(), paged) {
        (Some(number), true) => write!(out, "| {number} | {} |", inline(row.label.unwrap_or_default()))?,
        (None, true) => write!(out, "| | {} |", inline(&row.headings().join(" > ")))?,
        (Some(number), false) => write!(out, "| page {number} |")?,
        (None, false) => write!(out, "| {} |", inline(&row.headings().join(" > ")))?,
    }
    let Some(review) = row.review else { return writeln!(out, " | | | | |") };
    let stale = if row.stale { " (changed since)" } else { "" };
    let issues: Vec<&str> = review.issues.iter().map(|i| i.name()).collect();
    writeln!(
        out,
        " {}{stale} | {} | {} | {} | {} |",
        row.state(),
        issues.join(", "),
        inline(&review.note),
        inline(&review.by),
        iso_8601(review.at)
    )
}

/// Text as text, on one line, whatever marks it holds.
fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut lines = text.trim().lines().map(str::trim).filter(|l| !l.is_empty());
    for (i, line) in lines.by_ref().enumerate() {
        if i > 0 {
            out.push_str("<br>");
        }
        for c in line.chars() {
            match c {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '#' | '~' => out.extend(['\\', c]),
                c if c.is_control() => out.push(' '),
                c => out.push(c),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_breaks_no_table() {
        assert_eq!(inline(" a | b\r\n\r\n<b>*c*</b> "), "a \\| b<br>&lt;b>\\*c\\*&lt;/b>");
        assert_eq!(inline("Fußnote 3\tfehlt"), "Fußnote 3 fehlt");
    }
}
