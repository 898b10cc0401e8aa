//! What is taken out of the raw text, as edits that leave well-formed paragraphs.

use super::content::Status;
use super::flow::{Leaf, LeafKind, LeafRow, Painted};
use crate::text::{Edit, EditKind, Span};

/// The edits that take hidden text and furniture out.
pub(super) fn edits(painted: &Painted) -> Vec<Edit> {
    let leaves: Vec<&Leaf> = painted.leaves.iter().filter(|l| !l.span.is_empty()).collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < leaves.len() {
        if leaves[at].status == Status::Keep {
            inner(&painted.raw, leaves[at], &mut out);
            at += 1;
            continue;
        }
        let count = leaves[at..].iter().take_while(|l| l.status != Status::Keep).count();
        let before = at.checked_sub(1).map(|i| leaves[i]);
        cut(&painted.raw, before, &leaves[at..at + count], leaves.get(at + count).copied(), &mut out);
        at += count;
    }
    out
}

fn edit(status: Status, raw: Span, replacement: &str) -> Edit {
    let kind = if status == Status::Furniture { EditKind::Furniture } else { EditKind::Hidden };
    Edit { kind, raw, replacement: replacement.to_owned() }
}

/// Takes whole leaves out; between those that stay, the separator is the one that parts them best.
fn cut(raw: &str, before: Option<&Leaf>, gone: &[&Leaf], after: Option<&Leaf>, out: &mut Vec<Edit>) {
    let (Some(first), Some(last)) = (gone.first(), gone.last()) else { return };
    let (span, replacement) = match (before, after) {
        (None, None) => (Span::new(0, raw.len()), ""),
        (None, Some(after)) => (Span::new(0, after.span.start()), ""),
        (Some(before), None) => (Span::new(before.span.end(), raw.len()), ""),
        (Some(before), Some(after)) => {
            let wanted = before.separator(after);
            let (a, b) = (before.span.end(), after.span.start());
            if raw.get(a..first.span.start()) == Some(wanted) {
                (Span::new(first.span.start(), b), "")
            } else if raw.get(last.span.end()..b) == Some(wanted) {
                (Span::new(a, last.span.end()), "")
            } else {
                (Span::new(a, b), wanted)
            }
        }
    };
    // One edit for each run of leaves that go for the same reason.
    let mut start = span.start();
    let mut replacement = replacement;
    for (i, leaf) in gone.iter().enumerate() {
        let next = gone.get(i + 1).filter(|next| next.status != leaf.status);
        let end = match next {
            Some(next) => next.span.start(),
            None if i + 1 == gone.len() => span.end(),
            None => continue,
        };
        out.push(edit(leaf.status, Span::new(start, end), replacement));
        (start, replacement) = (end, "");
    }
}

/// Takes parts of a leaf out that stays.
fn inner(raw: &str, leaf: &Leaf, out: &mut Vec<Edit>) {
    if leaf.runs.iter().all(|r| r.status == Status::Keep || r.span.is_empty()) {
        return;
    }
    let rows = rows(leaf);
    let mut at = 0;
    while at < leaf.runs.len() {
        let run = &leaf.runs[at];
        at += 1;
        let row_gone = rows.iter().any(|row| row.contains_span(run.span));
        if run.status == Status::Keep || run.span.is_empty() || row_gone {
            continue;
        }
        let mut span = run.span;
        while let Some(next) = leaf.runs.get(at) {
            let empty = next.span.is_empty();
            if !empty && (next.status == Status::Keep || next.span.start() != span.end()) {
                break;
            }
            if !empty {
                span = span.cover(next.span);
            }
            at += 1;
        }
        out.push(edit(run.status, with_blanks(raw, leaf, span), ""));
    }
    for row in rows {
        out.push(edit(Status::Hidden, row, ""));
    }
}

/// Rows of a table that go as a whole, each with the line break that it needs no more.
fn rows(leaf: &Leaf) -> Vec<Span> {
    let gone = |row: &LeafRow| {
        let first = leaf.runs.partition_point(|r| r.span.start() < row.span.start());
        let runs = leaf.runs[first..].iter().take_while(|r| r.span.end() <= row.span.end());
        let mut shown = runs.filter(|r| !r.span.is_empty()).peekable();
        shown.peek().is_some() && shown.all(|r| r.status != Status::Keep)
    };
    let mut out = Vec::new();
    let mut at = 0;
    while at < leaf.rows.len() {
        let count = leaf.rows[at..].iter().take_while(|row| gone(row)).count();
        if count == 0 {
            at += 1;
            continue;
        }
        let last = &leaf.rows[at + count - 1];
        let start = match at.checked_sub(1) {
            Some(before) => leaf.rows[before].span.end(),
            None => leaf.rows[at].span.start(),
        };
        let end = match (at, leaf.rows.get(at + count)) {
            (0, Some(next)) => next.span.start(),
            _ => last.span.end(),
        };
        out.push(Span::new(start, end));
        at += count;
    }
    out
}

/// A cut with the blank beside it that would be left at the start or end of a line, or beside another blank.
fn with_blanks(raw: &str, leaf: &Leaf, span: Span) -> Span {
    if leaf.kind == LeafKind::Code {
        return span;
    }
    let table = leaf.kind == LeafKind::Table;
    let (mut start, mut end) = (span.start(), span.end());
    loop {
        let before = raw[leaf.span.start()..start].chars().next_back();
        let after = raw[end..leaf.span.end()].chars().next();
        match (before, after) {
            (None | Some(' ' | '\t' | '\n'), Some(' ')) => end += 1,
            (None | Some('\n'), Some('\n')) if !table => end += 1,
            (Some(' '), None | Some('\n' | '\t')) => start -= 1,
            (Some('\n'), None) if !table => start -= 1,
            _ => return Span::new(start, end),
        }
    }
}
