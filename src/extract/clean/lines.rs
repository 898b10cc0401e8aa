//! Lines that go as a whole: page numbers, repetitions.

use super::protect::{Places, Sweep};
use crate::text::{Edit, EditKind, Span};
use regex::Regex;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// A line of a text.
#[derive(Clone, Copy)]
struct Line {
    /// Without its line end.
    content: Span,
    /// With it.
    whole: Span,
}

impl Line {
    fn is_blank(self, text: &str) -> bool {
        self.content.slice(text).trim().is_empty()
    }

    /// Whether it ends with a line feed, not with a form feed or the text.
    fn has_newline(self) -> bool {
        self.whole.end() > self.content.end()
    }
}

/// Lines end at line feeds, and before and after form feeds, which are no part of any.
fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut at = 0;
    for piece in text.split_inclusive(['\n', '\u{c}']) {
        let content = Span::new(at, at + piece.trim_end_matches(['\n', '\u{c}']).len());
        let end = if piece.ends_with('\n') { content.end() + 1 } else { content.end() };
        lines.push(Line { content, whole: Span::new(at, end) });
        at += piece.len();
    }
    lines
}

/// Takes a line out: with its line end, where it is the last one with the line end before it, and with one of
/// the empty lines that it stood between.
fn without(text: &str, lines: &[Line], i: usize) -> Span {
    let line = lines[i];
    let before = i.checked_sub(1).map(|p| lines[p]);
    let next = lines.get(i + 1);
    if !line.has_newline() {
        let last = line.whole.end() == text.len();
        let start =
            before.filter(|b| last && b.has_newline()).map_or(line.whole.start(), |b| b.content.end());
        return Span::new(start, line.whole.end());
    }
    let apart = before.is_none_or(|b| b.is_blank(text));
    match next.filter(|n| apart && n.has_newline() && n.is_blank(text)) {
        Some(next) => line.whole.cover(next.whole),
        None => line.whole,
    }
}

/// The edits that take lines out; each starts behind the one before it.
fn edits(text: &str, lines: &[Line], which: &[usize], kind: EditKind) -> Vec<Edit> {
    let mut out: Vec<Edit> = Vec::with_capacity(which.len());
    for &i in which {
        let span = without(text, lines, i);
        let start = out.last().map_or(0, |last| last.raw.end()).max(span.start());
        if start < span.end() {
            let raw = Span::new(start, span.end());
            out.push(Edit { kind, raw, replacement: String::new() });
        }
    }
    out
}

/// What a line says that only counts pages, between signs that frame it.
const FRAME: &str = r"[\s\-\x{2010}-\x{2015}|·•*_~=<>\[\](){}]*";

/// Page and total, in the languages that the pages of our sources are in.
static WITH_TOTAL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let word = r"(?:pages?|pg\.?|p\.|seite|s\.|blatt|folie|slide|sheet|página|pagina|pág\.?|pag\.?|strona|str\.?|sida|side|стр\.?|страница)";
    let of = r"(?:of|von|vom|/|\||sur|de|di|van|av|af|z|ze|из)";
    let number = r"(?:\d{1,5}|[ivxlc]{1,7})";
    Regex::new(&format!(
        r"(?i)^{FRAME}(?:{word}\s*{number}\s*{of}\s*{number}|\d{{1,5}}\s+(?:of|von)\s+\d{{1,5}}|第\s*\d{{1,5}}\s*[页頁]\s*[,，/]?\s*共\s*\d{{1,5}}\s*[页頁])\s*{FRAME}$"
    ))
    .ok()
});

/// A number between dashes.
static DASHED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*[\-\x{2010}-\x{2015}]\s*(?:\d{1,4}|[ivx]{1,7})\s*[\-\x{2010}-\x{2015}]\s*$").ok()
});

/// The page alone.
static ALONE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let word = r"(?:page|seite|blatt|folie|slide|página|pagina|strona|sida|страница)";
    Regex::new(&format!(
        r"(?i)^{FRAME}(?:{word}\s*[|:]?\s*(?:\d{{1,5}}|[ivx]{{1,7}})|第\s*\d{{1,5}}\s*[页頁]|\d{{1,5}}\s*ページ)\s*{FRAME}$"
    ))
    .ok()
});

/// Longer lines count no pages.
const LONGEST: usize = 80;

/// Whether the last word of a line may be a number: most lines need not be looked at more closely.
fn ends_with_number(line: &str) -> bool {
    let bare = line.trim_end_matches(|c: char| !c.is_alphanumeric());
    let word = bare.rfind(|c: char| !c.is_alphanumeric()).map_or(bare, |i| &bare[i..]);
    let roman = |c: char| matches!(c.to_ascii_lowercase(), 'i' | 'v' | 'x' | 'l' | 'c');
    bare.ends_with(['页', '頁', 'ジ'])
        || word.chars().any(char::is_numeric)
        || word.trim_start_matches(|c: char| !c.is_alphanumeric()).chars().all(roman)
}

/// Lines that only count pages. A line that does not name the total is one only where it stands apart, and
/// a line inside of a sentence, a table or code never is.
pub(super) fn page_numbers(text: &str, places: &Places) -> Vec<Edit> {
    let lines = lines(text);
    let (mut code, mut tables) = (Sweep::over(&places.code), Sweep::over(&places.tables));
    let says = |pattern: &LazyLock<Option<Regex>>, line: &str| {
        pattern.as_ref().is_some_and(|pattern| pattern.is_match(line))
    };
    let empty = |line: Option<&Line>| line.is_none_or(|l| l.is_blank(text));
    let mut which = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let content = line.content.slice(text);
        if content.len() > LONGEST || !ends_with_number(content) {
            continue;
        }
        let before = i.checked_sub(1).map(|p| &lines[p]);
        let apart = || {
            let above = empty(before) || text[..line.whole.start()].ends_with('\u{c}');
            above && (empty(lines.get(i + 1)) || !line.has_newline())
        };
        let counts =
            says(&WITH_TOTAL, content) || says(&DASHED, content) || (says(&ALONE, content) && apart());
        if counts && code.touches(line.content).is_none() && tables.touches(line.content).is_none() {
            which.push(i);
        }
    }
    edits(text, &lines, &which, EditKind::PageNumber)
}

/// A line that repeats has at least so many bytes.
const SHORTEST: usize = 10;

/// Lines that stood before, right before them or three times and more in the text; the first stays. Short
/// lines and lines without letters repeat by chance; code and tables repeat on purpose.
pub(super) fn repeated(text: &str, places: &Places) -> Vec<Edit> {
    let lines = lines(text);
    let (mut code, mut tables) = (Sweep::over(&places.code), Sweep::over(&places.tables));
    let says = |line: &Line| {
        let content = line.content.slice(text).trim();
        let long = content.len() >= SHORTEST && content.chars().any(char::is_alphabetic);
        long.then_some(content)
    };
    let free: Vec<(usize, &str)> = lines
        .iter()
        .enumerate()
        .filter_map(|(i, line)| Some((i, says(line)?)))
        .filter(|(i, _)| {
            let content = lines[*i].content;
            code.touches(content).is_none() && tables.touches(content).is_none()
        })
        .collect();
    let mut seen: HashMap<&str, u32> = HashMap::with_capacity(free.len());
    for (_, content) in &free {
        *seen.entry(content).or_default() += 1;
    }
    let mut met: HashSet<&str> = HashSet::new();
    let mut which = Vec::new();
    let mut last: Option<(usize, &str)> = None;
    for &(i, content) in &free {
        let count = seen.get(content).copied().unwrap_or(0);
        if count > 1 && !met.insert(content) {
            let between = last.map_or(i, |l| l.0) + 1..i;
            let at_once =
                last.is_some_and(|l| l.1 == content) && lines[between].iter().all(|l| l.is_blank(text));
            if count > 2 || at_once {
                which.push(i);
                continue;
            }
        }
        last = Some((i, content));
    }
    edits(text, &lines, &which, EditKind::RepeatedLine)
}
