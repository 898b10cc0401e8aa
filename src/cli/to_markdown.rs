//! An extraction as Markdown.

use crate::document::{Block, BlockKind, Extraction, SourceKind};
use std::fmt::Write;

/// A Markdown source as it is; of any other, its blocks with the marks that make them what they are.
pub(super) fn to_markdown(extraction: &Extraction) -> String {
    let text = extraction.text();
    if extraction.source().kind == SourceKind::Markdown {
        return text.as_str().to_owned();
    }
    let mut out = String::new();
    for block in extraction.blocks() {
        if !out.is_empty() {
            out.push('\n');
        }
        write_block(block, text.slice(block.span), &mut out);
    }
    out
}

fn write_block(block: &Block, text: &str, out: &mut String) {
    match block.kind {
        BlockKind::Heading => {
            let marks = "#".repeat(usize::from(block.level.unwrap_or(1).clamp(1, 6)));
            let title = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let _ = writeln!(out, "{marks} {}", escaped(&title));
        }
        BlockKind::Code => {
            let ticks = "`".repeat(longest_run(text, '`').max(2) + 1);
            let _ = writeln!(out, "{ticks}\n{text}\n{ticks}");
        }
        BlockKind::ListItem => {
            let bare = text.trim_start_matches(['•', '◦', '▪', '–', '-', '*', '·']).trim_start();
            let indent = "  ".repeat(usize::from(block.level.unwrap_or(1).saturating_sub(1)));
            let _ = writeln!(out, "{indent}- {}", escaped(bare).replace('\n', &format!("\n{indent}  ")));
        }
        BlockKind::Quote => {
            for line in text.lines() {
                let _ = writeln!(out, "> {}", escaped(line));
            }
        }
        BlockKind::Table => write_table(text, out),
        _ => {
            for line in text.lines() {
                let _ = writeln!(out, "{}", escaped(line));
            }
        }
    }
}

/// Rows are lines, cells are parted by tabs; the first row becomes the header.
fn write_table(text: &str, out: &mut String) {
    for (i, row) in text.lines().enumerate() {
        let cells: Vec<_> = row.split('\t').map(|cell| escaped(cell).replace('|', "\\|")).collect();
        let _ = writeln!(out, "| {} |", cells.join(" | "));
        if i == 0 {
            let _ = writeln!(out, "|{}", " --- |".repeat(cells.len()));
        }
    }
}

fn longest_run(text: &str, of: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Characters that Markdown would take for marks.
fn escaped(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let lead = line.trim_start().chars().next();
    let mut first = matches!(lead, Some('#' | '>' | '+' | '-' | '=' | '~'));
    for c in line.chars() {
        let mark = matches!(c, '\\' | '`' | '*' | '_' | '[' | '<' | '&') || (first && !c.is_whitespace());
        if mark {
            out.push('\\');
        }
        first &= c.is_whitespace();
        out.push(c);
    }
    ordinal_escaped(&out)
}

/// `1. Januar` at the start of a line would open a numbered list.
fn ordinal_escaped(line: &str) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &line[digits..];
    if (1..=9).contains(&digits) && (rest.starts_with(". ") || rest.starts_with(") ")) {
        return format!("{}\\{rest}", &line[..digits]);
    }
    line.to_owned()
}
