//! Playing through: the stretch of text that is read now, and the next one. Knows no clock: the window
//! tells when to go on.

use crate::document::Extraction;
use crate::text::Span;
use unicode_segmentation::UnicodeSegmentation;

/// The longest stretch, in bytes: a sentence is cut where it is longer.
const LONGEST: usize = 320;
/// How many characters a person reads in a second, at speed 1.
const PER_SECOND: f64 = 22.0;
/// The shortest time that a stretch stands, in seconds at speed 1.
const SHORTEST: f64 = 0.5;

/// How fast it can go.
pub const SPEEDS: [f32; 6] = [0.5, 0.75, 1.0, 1.5, 2.0, 4.0];

/// How long a stretch is shown, in seconds.
#[must_use]
pub fn seconds(extraction: &Extraction, span: Span, speed: f32) -> f64 {
    let chars = extraction.text().char_span(span);
    let plain = ((chars.end - chars.start) as f64 / PER_SECOND).max(SHORTEST);
    plain / f64::from(speed.clamp(0.1, 16.0))
}

/// The stretch that holds `offset`, or the first one after it: a sentence of a block, or a part of a long
/// one (sentences by UAX #29).
#[must_use]
pub fn stretch(extraction: &Extraction, offset: usize) -> Option<Span> {
    let text = extraction.text().as_str();
    let mut at = text.ceil_char_boundary(offset.min(text.len()));
    at += text[at..].find(|c: char| !c.is_whitespace())?;
    let within = paragraph(extraction, at);
    let near = within.get(text)?;
    let mut sentences = near.split_sentence_bound_indices().map(|(i, s)| trimmed(within.start() + i, s));
    let sentence = sentences.find(|s| s.end() > at)?;
    Some(part(text, sentence, at))
}

/// The stretch before the one that starts at `offset`.
#[must_use]
pub fn before(extraction: &Extraction, offset: usize) -> Option<Span> {
    let text = extraction.text().as_str();
    let head = text.get(..offset)?.trim_end();
    let last = head.char_indices().next_back()?.0;
    stretch(extraction, last)
}

/// The block around a place, or its line where there is none.
fn paragraph(extraction: &Extraction, at: usize) -> Span {
    let blocks = extraction.blocks();
    let next = blocks.partition_point(|b| b.span.start() <= at);
    let block = next.checked_sub(1).map(|i| blocks[i].span).filter(|s| s.contains(at));
    block.unwrap_or_else(|| {
        let lines = extraction.text().lines();
        lines.content(lines.line_of(at))
    })
}

fn trimmed(start: usize, sentence: &str) -> Span {
    Span::new(start, start + sentence.trim_end().len())
}

/// The part of a sentence that holds `at`: lines (of tables and code) and long sentences are taken apart.
fn part(text: &str, sentence: Span, at: usize) -> Span {
    let mut start = sentence.start();
    loop {
        let rest = &text[start..sentence.end()];
        let line = rest.find('\n').unwrap_or(rest.len());
        let mut end = start + line;
        if end - start > LONGEST {
            let limit = text.floor_char_boundary(start + LONGEST);
            end = text[start..limit].rfind(' ').map_or(limit, |space| start + space + 1).max(start + 1);
            end = text.ceil_char_boundary(end);
        }
        if end > at || end >= sentence.end() {
            return trimmed(start, &text[start..end]);
        }
        let skipped = text[end..sentence.end()].find(|c: char| !c.is_whitespace());
        let Some(skipped) = skipped else { return trimmed(start, &text[start..end]) };
        start = end + skipped;
    }
}
