//! What table detection looks at: words with their texts, lines, pictures, all in one frame's coordinates.

use crate::document::{Point, Rect};
use crate::extract::pdf::glyphs::PageGlyphs;
use crate::extract::pdf::layout::frame::{Frame, Item};
use crate::extract::pdf::layout::rows::Row;
use crate::extract::pdf::layout::words::{Word, WordSet};

/// Longest line that is looked at, and most lines: drawings have more.
const MOST_BARS: usize = 3000;

/// A line in a frame: at a place across, from one place to another along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Its y where it is level, its x where it is upright.
    pub at: f32,
    /// Where it starts.
    pub from: f32,
    /// Where it ends.
    pub to: f32,
}

impl Bar {
    /// How long it is.
    pub fn length(self) -> f32 {
        self.to - self.from
    }
}

/// The words of one direction and what is drawn around them.
pub struct Scene<'a> {
    /// The page.
    pub page: &'a PageGlyphs,
    /// Its words.
    pub set: &'a WordSet,
    /// Level lines.
    pub level: Vec<Bar>,
    /// Upright lines.
    pub upright: Vec<Bar>,
    /// Filled rectangles.
    pub boxes: Vec<Rect>,
    /// Pictures.
    pub pictures: Vec<Rect>,
    /// Drawings.
    pub sketches: Vec<Rect>,
    /// Whether lines of text run up or down the page.
    pub turned: bool,
    /// The page's edges across the lines of text.
    pub across: (f32, f32),
    /// Where each word ends before the dots that lead on from it; for dots alone, where it starts.
    ends: Vec<f32>,
}

impl<'a> Scene<'a> {
    /// Everything drawn, turned so that text runs to the right.
    pub fn new(page: &'a PageGlyphs, frame: &Frame, set: &'a WordSet) -> Self {
        let turn = |r: Rect| {
            let (a, b) = (frame.place(Point { x: r.x0, y: r.y0 }), frame.place(Point { x: r.x1, y: r.y1 }));
            Rect::new(a.x, a.y, b.x, b.y)
        };
        let (mut level, mut upright) = (Vec::new(), Vec::new());
        // Lines of a page whose text stands askew fit its text in no direction.
        let straight = frame.along.x.abs() > 0.999 || frame.along.y.abs() > 0.999;
        for rule in page.rules.iter().filter(|_| straight) {
            let r = turn(rule.rect());
            let (bars, bar) = if r.width() >= r.height() {
                (&mut level, Bar { at: f32::midpoint(r.y0, r.y1), from: r.x0, to: r.x1 })
            } else {
                (&mut upright, Bar { at: f32::midpoint(r.x0, r.x1), from: r.y0, to: r.y1 })
            };
            if bars.len() < MOST_BARS {
                bars.push(bar);
            }
        }
        let whole = turn(Rect { x0: 0.0, y0: 0.0, x1: page.width, y1: page.height });
        let ends = set.words.iter().map(|w| end(page, set, w)).collect();
        let turned = |all: &[Rect]| all.iter().take(MOST_BARS).map(|r| turn(*r)).collect();
        Self {
            page,
            set,
            level,
            upright,
            boxes: turned(&page.boxes),
            pictures: turned(&page.picture_rects),
            sketches: turned(&page.sketches),
            turned: frame.along.y.abs() > frame.along.x.abs(),
            across: (whole.y0, whole.y1),
            ends,
        }
    }

    /// A word.
    pub fn word(&self, w: usize) -> &Word {
        &self.set.words[w]
    }

    /// The characters of a word.
    pub fn text(&self, w: usize) -> String {
        let items = &self.set.items[self.word(w).items.clone()];
        items.iter().map(|i| self.page.chars(&self.page.glyphs[i.glyph])).collect()
    }

    /// The characters of words, with spaces.
    pub fn texts(&self, words: &[usize]) -> String {
        words.iter().map(|&w| self.text(w)).collect::<Vec<_>>().join(" ")
    }

    /// What a word covers, from ascent to descent.
    pub fn rect(&self, w: usize) -> Rect {
        let word = self.word(w);
        Rect { x0: word.x0, y0: word.y - 0.75 * word.em, x1: word.x1, y1: word.y + 0.2 * word.em }
    }

    /// The middle of a word's letters.
    pub fn middle(&self, w: usize) -> Point {
        let word = self.word(w);
        Point { x: f32::midpoint(word.x0, word.x1), y: word.y - 0.3 * word.em }
    }

    /// The bounds of words.
    pub fn bounds(&self, words: impl IntoIterator<Item = usize>) -> Option<Rect> {
        words.into_iter().map(|w| self.rect(w)).reduce(Rect::cover)
    }

    /// The pieces of a row between gaps of at least `gap` em.
    pub fn segments(&self, row: &Row, gap: f32) -> Vec<Segment> {
        let mut out: Vec<Segment> = Vec::new();
        for &w in &row.words {
            let word = self.word(w);
            let end = self.ends[w];
            if end <= word.x0 {
                continue;
            }
            match out.last_mut().filter(|s| word.x0 - s.x1 < gap * row.em) {
                Some(last) => {
                    last.x1 = last.x1.max(end);
                    last.words.push(w);
                }
                None => out.push(Segment { x0: word.x0, x1: end, words: vec![w] }),
            }
        }
        out
    }

    /// Whether words say a figure, a sign in a figure's place, or a date.
    pub fn is_value(&self, words: &[usize]) -> bool {
        is_value(&self.texts(words))
    }
}

/// The end of a word without dots that lead to the next cell.
fn end(page: &PageGlyphs, set: &WordSet, word: &Word) -> f32 {
    const FEWEST: usize = 3;
    let items = &set.items[word.items.clone()];
    let is_dot = |i: &Item| matches!(page.chars(&page.glyphs[i.glyph]), "." | "…" | "·" | "‥");
    let dots = items.iter().rev().take_while(|i| is_dot(i)).count();
    let all = dots == items.len() && dots > 0;
    match items.len() - dots {
        0 if all && (dots >= FEWEST || lead_on(page, set, word)) => word.x0,
        n if dots >= FEWEST && n > 0 => items[n - 1].x1,
        _ => word.x1,
    }
}

/// Whether a lone dot is one of several with spaces between them.
fn lead_on(page: &PageGlyphs, set: &WordSet, word: &Word) -> bool {
    let is_dot = |i: Option<usize>| {
        i.and_then(|i| set.items.get(i)).is_some_and(|item| {
            let near = (item.y - word.y).abs() < 0.1 * word.em && (item.x0 - word.x0).abs() < 3.0 * word.em;
            near && page.chars(&page.glyphs[item.glyph]) == "."
        })
    };
    // A space may be drawn between.
    let before = [1, 2].iter().any(|n| is_dot(word.items.start.checked_sub(*n)));
    let after = [0, 1].iter().any(|n| is_dot(Some(word.items.end + n)));
    before && after
}

/// Words side by side with no wide gap between them.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Where it starts.
    pub x0: f32,
    /// Where it ends.
    pub x1: f32,
    /// Its words.
    pub words: Vec<usize>,
}

/// Currencies that stand before figures.
const CURRENCIES: [&str; 9] = ["EUR", "USD", "US", "GBP", "CHF", "ca.", "DM", "JPY", "Rs"];

/// What stands in the place of a figure.
const SIGNS: [&str; 25] = [
    "-", "–", "—", "−", "--", ".", "..", "...", "…", "*", "**", "%", "x", "✓", "✔", "✗", "n.a.", "n/a", "na",
    "yes", "no", "ja", "nein", ":", "/",
];

/// Whether a cell's text is a figure (with a unit, sign or note's mark) or stands in a figure's place.
pub fn is_value(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() {
        return false;
    }
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if digits == 0 {
        return SIGNS.contains(&text.to_lowercase().as_str());
    }
    // "Q1" and "EU-15" are names; a currency may stand before a figure.
    let start = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let start = CURRENCIES.iter().find_map(|c| start.strip_prefix(c)).unwrap_or(start);
    let named = start.trim_start().starts_with(char::is_alphabetic);
    !named && letters <= digits && text.split_whitespace().count() <= 5
}
