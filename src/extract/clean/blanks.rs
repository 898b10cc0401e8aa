//! Control characters, and runs of white space.

use super::Switch;
use super::protect::{Places, Sweep};
use crate::text::{Edit, EditKind, Span};

fn out(kind: EditKind, start: usize, end: usize) -> Edit {
    Edit { kind, raw: Span::new(start, end), replacement: String::new() }
}

/// Runs of control characters (Unicode's category Cc) other than tab, line feed, carriage return and next line.
///
/// A form feed or vertical tab between two words parts them, so a line end takes its place there.
pub(super) fn control_characters(text: &str) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for (at, c) in text.char_indices() {
        if !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{85}') {
            continue;
        }
        let end = at + c.len_utf8();
        match edits.last_mut().filter(|last| last.raw.end() == at) {
            Some(last) => last.raw = Span::new(last.raw.start(), end),
            None => edits.push(out(EditKind::ControlCharacters, at, end)),
        }
    }
    for edit in &mut edits {
        let parts = edit.raw.slice(text).contains(['\u{b}', '\u{c}']);
        let before = text[..edit.raw.start()].chars().next_back();
        let after = text[edit.raw.end()..].chars().next();
        if parts && [before, after].iter().all(|c| c.is_some_and(|c| !c.is_whitespace())) {
            edit.replacement.push('\n');
        }
    }
    edits
}

/// White space that parts words and not lines.
fn is_blank(c: char) -> bool {
    c.is_whitespace() && !matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// White space at the ends of lines, and of any kind at the start and end of the text. Not in code; in tables
/// a tab at a line's end is an empty cell.
pub(super) fn ends(text: &str, places: &Places) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut code = Sweep::over(&places.code);
    let mut tables = Sweep::over(&places.tables);
    let mut first = text.len() - text.trim_start().len();
    if let Some(span) = code.touches(Span::new(0, first)) {
        first = span.start();
    }
    let mut last = text.trim_end().len().max(first);
    if let Some(span) = places.code.last().filter(|s| s.end() > last) {
        last = span.end();
    }
    if first > 0 {
        edits.push(out(EditKind::BlankRun, 0, first));
    }
    let newlines = text[first..last].match_indices('\n').map(|(i, _)| first + i);
    for newline in newlines {
        let start = text[first..newline].trim_end_matches(is_blank).len() + first;
        let run = Span::new(start, newline);
        if start < newline && code.touches(run).is_none() && tables.touches(run).is_none() {
            edits.push(out(EditKind::BlankRun, start, newline));
        }
    }
    if last < text.len() {
        edits.push(out(EditKind::BlankRun, last, text.len()));
    }
    edits
}

/// All but the first of two and more spaces, no-break spaces among them. Not in code.
pub(super) fn spaces(text: &str, places: &Places) -> Vec<Edit> {
    let mut code = Sweep::over(&places.code);
    runs(text, |c| matches!(c, ' ' | '\u{a0}'))
        .filter_map(|run| {
            let first = run.slice(text).chars().next().map_or(0, char::len_utf8);
            let more = run.len() > first && code.touches(run).is_none();
            more.then(|| out(EditKind::BlankRun, run.start() + first, run.end()))
        })
        .collect()
}

/// All but the first two of three and more line ends. Not in code.
pub(super) fn blank_lines(text: &str, places: &Places) -> Vec<Edit> {
    let mut code = Sweep::over(&places.code);
    runs(text, |c| c == '\n')
        .filter(|run| run.len() > 2)
        .filter(|run| code.touches(*run).is_none())
        .map(|run| out(EditKind::BlankRun, run.start() + 2, run.end()))
        .collect()
}

/// The longest pieces of the text that have such characters only, in order.
fn runs(text: &str, is: impl Fn(char) -> bool + Copy) -> impl Iterator<Item = Span> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is)?;
        let rest = &text[start..];
        at = rest.find(|c| !is(c)).map_or(text.len(), |n| start + n);
        Some(Span::new(start, at))
    })
}

/// Which switch took the run `was` out, that stood at `edited`: what it leaves before the place tells.
pub(super) fn switch_of(text: &str, edited: Span, was: &str) -> Switch {
    let before = &text[..edited.start()];
    if was.contains('\n') && before.ends_with("\n\n") {
        Switch::BlankLines
    } else if before.ends_with([' ', '\u{a0}']) {
        Switch::Spaces
    } else {
        Switch::Ends
    }
}
