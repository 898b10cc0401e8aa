//! Token counts of any span, exactly as the tokenizer would count it on its own.
//!
//! Both tokenizers first part the text into pieces by a regular expression and then encode each piece
//! by itself. The index keeps where pieces start and how many tokens lie before each. Three facts make
//! counts of spans exact (checked against counting afresh in the tests):
//!
//! * Where a span starts inside a piece, its first pieces differ; from the first place on at which its
//!   pieces meet the text's, both are the same, since the expression never looks back.
//! * The expression looks ahead only behind white space. So where a span ends, the text's pieces hold up
//!   to the last one that starts before the span's trailing white space, if it lies in the span.
//! * What remains at either end is counted afresh.
//!
//! The work for a span is a few look-ups and one or two pieces. Where the text has pieces as long as the
//! span (no spaces; digits), it is linear in the span, never in the piece.

use super::marks::Marks;
use super::unit::Tokenizer;
use crate::text::Cancel;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Texts are counted in parts of about this many bytes, by several threads.
const PART: usize = 128 * 1024;
/// The head of a span is looked for in this many bytes.
const WINDOW: usize = 2048;
/// Pieces of more bytes than this are not taken whole.
const LONG: usize = 128;

/// Where the pieces of a text start, and the tokens before each.
pub(super) struct TokenIndex {
    engine: &'static bpe_openai::Tokenizer,
    starts: Marks,
    before: Vec<u32>,
    len: usize,
}

/// How a span's own first pieces lead to a piece of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// Where the span's pieces meet the text's.
    at: usize,
    /// Tokens up to there.
    tokens: usize,
    /// Start of the last piece before `at`.
    last: usize,
}

pub(super) fn engine(tokenizer: Tokenizer) -> &'static bpe_openai::Tokenizer {
    match tokenizer {
        Tokenizer::Cl100kBase => bpe_openai::cl100k_base(),
        Tokenizer::O200kBase => bpe_openai::o200k_base(),
    }
}

/// Pieces of one part: length in bytes and number of tokens.
type Pieces = Vec<(u32, u32)>;

impl TokenIndex {
    pub fn new(text: &str, tokenizer: Tokenizer, threads: usize, cancel: &Cancel) -> Option<Self> {
        let engine = engine(tokenizer);
        let parts = parts(text);
        let done: Vec<Mutex<Pieces>> = parts.iter().map(|_| Mutex::default()).collect();
        let turn = AtomicUsize::new(0);
        let work = || {
            while let Some(part) = parts.get(turn.fetch_add(1, Ordering::Relaxed)) {
                let Some(pieces) = count_part(engine, part.1, cancel) else { return };
                *done[part.0].lock().unwrap_or_else(PoisonError::into_inner) = pieces;
            }
        };
        let helpers = threads.min(parts.len()).saturating_sub(1);
        std::thread::scope(|scope| {
            for _ in 0..helpers {
                // A thread that cannot be had leaves its share to the others.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        if cancel.is_cancelled() {
            return None;
        }
        let mut before = vec![0];
        let (mut at, mut total) = (0, 0_u32);
        let pieces = done.into_iter().flat_map(|p| p.into_inner().unwrap_or_else(PoisonError::into_inner));
        let starts = pieces.map(|(len, tokens)| {
            let start = at;
            at += len as usize;
            total = total.saturating_add(tokens);
            before.push(total);
            start
        });
        let starts = Marks::at(text.len(), starts);
        Some(Self { engine, starts, before, len: text.len() })
    }

    pub fn total(&self) -> usize {
        self.before.last().map_or(0, |n| *n as usize)
    }

    fn is_border(&self, place: usize) -> bool {
        place == self.len || self.starts.contains(place)
    }

    /// Tokens before a piece's start.
    fn tokens_before(&self, place: usize) -> usize {
        self.before[self.starts.rank(place).min(self.before.len() - 1)] as usize
    }

    pub fn head(&self, text: &str, start: usize) -> Option<Head> {
        if self.is_border(start) {
            return Some(Head { at: start, tokens: 0, last: start });
        }
        let window = &text[start..text.floor_char_boundary((start + WINDOW).min(text.len()))];
        let whole = start + window.len() == text.len();
        let (mut at, mut tokens) = (start, 0);
        for piece in self.engine.split(window) {
            let last = at;
            at += piece.len();
            let seen_whole = whole || (at < start + window.len() && has_ink(&window[last - start..]));
            if !seen_whole {
                return None;
            }
            tokens += self.engine.bpe.count(piece.as_bytes());
            if self.is_border(at) {
                return Some(Head { at, tokens, last });
            }
        }
        None
    }

    /// The size of `[start, end)`; `head` is [`TokenIndex::head`] of `start`, where it was asked for.
    pub fn size(&self, text: &str, start: usize, end: usize, head: Option<&Head>) -> usize {
        if start >= end {
            return 0;
        }
        let ink_end = start + text[start..end].trim_end().len();
        let safe = self.safe_border(ink_end, end);
        if ink_end == start || safe <= start {
            return self.engine.count(&text[start..end]);
        }
        let rest = |from: usize, tokens: usize| {
            let whole = self.tokens_before(safe) - self.tokens_before(from);
            let tail = if safe < end { self.engine.count(&text[safe..end]) } else { 0 };
            tokens + whole + tail
        };
        if self.is_border(start) {
            return rest(start, 0);
        }
        if let Some(head) = head.filter(|h| h.at <= safe && h.last < ink_end) {
            return rest(head.at, head.tokens);
        }
        let (mut at, mut tokens) = (start, 0);
        for piece in self.engine.split(&text[start..end]) {
            let last = at;
            at += piece.len();
            tokens += self.engine.bpe.count(piece.as_bytes());
            if at <= safe && last < ink_end && self.is_border(at) {
                return rest(at, tokens);
            }
        }
        tokens
    }

    /// The last border up to which the text's pieces hold in a span that ends at `end` and whose
    /// trailing white space starts at `ink_end`.
    fn safe_border(&self, ink_end: usize, end: usize) -> usize {
        let Some(start) = ink_end.checked_sub(1).and_then(|last| self.starts.prev(last)) else { return 0 };
        let next = self.starts.next(start + 1).unwrap_or(self.len);
        if next <= end { next } else { start }
    }

    /// A place beyond which no span from `start` has at most `limit` tokens; not far beyond the last.
    pub fn reach(&self, text: &str, start: usize, limit: usize, head: Option<&Head>) -> usize {
        let place = match head {
            Some(head) if head.tokens <= limit => {
                let most = self.tokens_before(head.at).saturating_add(limit - head.tokens);
                // The first piece that begins with more than `most` tokens before it is out of reach.
                let from = self.starts.rank(head.at);
                let mut step = 64;
                while self.before.get(from + step).is_some_and(|n| *n as usize <= most) {
                    step *= 2;
                }
                let near = &self.before[from..(from + step).min(self.before.len())];
                let beyond = from + near.partition_point(|n| *n as usize <= most);
                let place = self.starts.select(beyond).unwrap_or(self.len);
                let piece = beyond.checked_sub(1).and_then(|n| self.starts.select(n)).unwrap_or(place);
                if place - piece > LONG {
                    let left = most.saturating_sub(self.before[beyond - 1] as usize);
                    text.ceil_char_boundary(piece + self.prefix(&text[piece..place], left))
                } else {
                    place
                }
            }
            _ => self.reach_slowly(text, start, limit),
        };
        let blank = text[place..].len() - text[place..].trim_start().len();
        if blank > 0 || text[..place].ends_with(char::is_whitespace) { place + blank } else { place }
    }

    /// Where pieces are long: counts from `start` on, in windows that double; linear in what is reached.
    fn reach_slowly(&self, text: &str, start: usize, limit: usize) -> usize {
        let mut step = limit.saturating_mul(4).clamp(256, 1 << 30);
        loop {
            let end = text.ceil_char_boundary(start.saturating_add(step).min(self.len));
            let (mut at, mut left) = (start, limit);
            for piece in self.engine.split(&text[start..end]) {
                let tokens = self.engine.bpe.count(piece.as_bytes());
                if tokens > left {
                    let fits = text.ceil_char_boundary(at + self.prefix(piece, left));
                    // A piece cut short may count more than the whole piece.
                    return self.starts.next(fits).filter(|next| next - fits <= LONG).unwrap_or(fits);
                }
                (at, left) = (at + piece.len(), left - tokens);
            }
            if end == self.len {
                return end;
            }
            step = step.saturating_mul(2);
        }
    }

    /// Length of the longest start of a piece that has at most `limit` tokens; counts that come back
    /// under the limit after passing it by more than eight are not waited for.
    fn prefix(&self, piece: &str, limit: usize) -> usize {
        let mut encoder = bpe_openai::appendable_encoder::AppendableEncoder::new(&self.engine.bpe);
        let mut fits = 0;
        for (n, byte) in piece.bytes().enumerate() {
            encoder.push(byte);
            if encoder.token_count() <= limit {
                fits = n + 1;
            } else if encoder.token_count() > limit.saturating_add(8) {
                break;
            }
        }
        fits
    }

    pub fn farthest(&self, text: &str, start: usize, limit: usize) -> usize {
        let head = self.head(text, start);
        let mut end = self.reach(text, start, limit, head.as_ref());
        while end > start && self.size(text, start, end, head.as_ref()) > limit {
            end = text.floor_char_boundary(end - 1);
        }
        end
    }

    /// A place before which no span up to `end` has at most `limit` tokens, or little after it.
    pub fn earliest(&self, text: &str, end: usize, limit: usize) -> usize {
        if limit == 0 {
            return end;
        }
        let ink_end = text[..end].trim_end().len();
        let safe = self.safe_border(ink_end, end);
        let most = limit.saturating_add(1);
        let Some(least) = self.tokens_before(safe).checked_sub(most) else { return 0 };
        let last = self.starts.rank(safe).min(self.before.len() - 1);
        let mut step = 64;
        while last.checked_sub(step).is_some_and(|i| self.before[i] as usize >= least) {
            step *= 2;
        }
        let from = last.saturating_sub(step);
        let near = self.before[from..last].partition_point(|n| (*n as usize) < least);
        let first = (from + near).saturating_sub(1);
        let place = self.starts.select(first).unwrap_or(0);
        // In a long piece, tokens are not known: each is at most 128 bytes.
        let bytes = end.saturating_sub(limit.saturating_mul(128).saturating_add(128));
        text.ceil_char_boundary(place.max(bytes.min(end)))
    }
}

fn has_ink(text: &str) -> bool {
    text.chars().any(|c| !c.is_whitespace())
}

fn count_part(engine: &bpe_openai::Tokenizer, part: &str, cancel: &Cancel) -> Option<Pieces> {
    let mut pieces = Vec::with_capacity(part.len() / 4);
    for (n, piece) in engine.split(part).enumerate() {
        if n % 1024 == 0 && cancel.is_cancelled() {
            return None;
        }
        pieces.push((piece.len() as u32, engine.bpe.count(piece.as_bytes()) as u32));
    }
    Some(pieces)
}

/// Parts the text where every tokenizer's pieces part: between an ASCII letter and a space or newline,
/// since no piece goes on from a letter to either.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let bytes = text.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let from = (start + PART).min(bytes.len());
        let cut = bytes[from..]
            .windows(2)
            .position(|w| w[0].is_ascii_alphabetic() && matches!(w[1], b' ' | b'\n'))
            .map_or(bytes.len(), |i| from + i + 1);
        parts.push((parts.len(), &text[start..cut]));
        start = cut;
    }
    parts
}

/// Finds the places of tokens in the document's own token stream, for places asked in rising order.
pub(crate) struct TokenWalk<'a> {
    index: &'a TokenIndex,
    text: &'a str,
    piece: usize,
    /// Ends of the tokens of the piece that was asked last.
    ends: Vec<usize>,
}

impl<'a> TokenWalk<'a> {
    pub(super) fn new(index: &'a TokenIndex, text: &'a str) -> Self {
        Self { index, text, piece: usize::MAX, ends: Vec::new() }
    }

    /// The byte where token number `n` starts, the text's end where there is none. It may lie inside a
    /// code point.
    pub fn place(&mut self, n: usize) -> usize {
        let index = self.index;
        if n >= index.total() {
            return index.len;
        }
        let piece = index.before.partition_point(|b| *b as usize <= n) - 1;
        let start = index.starts.select(piece).unwrap_or(index.len);
        let within = n - index.before[piece] as usize;
        if within == 0 {
            return start;
        }
        if self.piece != piece {
            self.piece = piece;
            let end = index.starts.select(piece + 1).unwrap_or(index.len);
            let tokens = index.engine.bpe.encode_via_backtracking(&self.text.as_bytes()[start..end]);
            let mut at = start;
            self.ends = tokens
                .into_iter()
                .map(|t| {
                    at += index.engine.bpe.token_len(t);
                    at
                })
                .collect();
        }
        self.ends.get(within - 1).copied().unwrap_or(index.len)
    }
}
