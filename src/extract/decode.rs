//! Bytes of a text file to characters, and the way back.
//!
//! The text is what Python's `open(path, encoding=...).read()` gives (`utf-8-sig` where there is a byte order
//! mark): line ends are `\n`, nothing else is touched.

mod detect;
mod sink;

use crate::document::{self, ByteOrigins, Problem, ProblemCode};
use crate::extract::ExtractError;
use crate::text::Span;
use detect::{Detected, How};
use encoding_rs::{DecoderResult, Encoding};
use sink::Sink;

/// A decoded text.
#[derive(Debug)]
pub struct Decoded {
    /// The characters.
    pub text: String,
    /// How they were read.
    pub encoding: document::Encoding,
    /// Where each came from.
    pub origins: ByteOrigins,
    /// A guessed encoding, invalid bytes, control characters.
    pub problems: Vec<Problem>,
}

/// Decodes the bytes of a text file. `name` is used in messages only.
///
/// Order: a byte order mark; UTF-8 if it is valid; UTF-16 if it is valid and the bytes have zeros; UTF-8 with a
/// few damaged places; else what `chardetng` (the detector of Firefox) finds most plausible.
///
/// # Errors
/// [`ExtractError::Binary`] where the bytes are no text, [`ExtractError::Encoding`] for UTF-32.
pub fn decode(bytes: &[u8], name: &str) -> Result<Decoded, ExtractError> {
    decode_declared(bytes, name, None)
}

/// The encoding that a web server means by a name (WHATWG Encoding standard, 4.2); `None` for names that are not
/// known, and for encodings that are not to be read.
#[must_use]
pub fn encoding_named(charset: &str) -> Option<&'static Encoding> {
    Encoding::for_label(charset.as_bytes()).filter(|encoding| *encoding != encoding_rs::REPLACEMENT)
}

/// Decodes the bytes of a text whose encoding somebody named from outside, as a web server does: so it is read, right
/// or wrong, unless it begins with a byte order mark (WHATWG Encoding standard, 6).
///
/// # Errors
/// As [`decode`].
pub fn decode_as(bytes: &[u8], name: &str, named: &'static Encoding) -> Result<Decoded, ExtractError> {
    detect::detect_as(bytes, name, named).map(|detected| decode_detected(bytes, detected))
}

/// Decodes the bytes of a file that says itself how it is encoded: so it is read, unless it begins with a byte
/// order mark, or is declared UTF-8 and is not.
///
/// # Errors
/// As [`decode`].
pub fn decode_declared(
    bytes: &[u8],
    name: &str,
    declared: Option<&'static Encoding>,
) -> Result<Decoded, ExtractError> {
    detect::detect(bytes, name, declared).map(|detected| decode_detected(bytes, detected))
}

fn decode_detected(bytes: &[u8], detected: Detected) -> Decoded {
    let mut sink = Sink::default();
    let body = &bytes[detected.bom..];
    match detected.how {
        How::Utf8 => utf8(body, detected.bom as u64, &mut sink),
        How::Utf16 { big_endian } => utf16(body, detected.bom as u64, big_endian, &mut sink),
        How::Other(encoding) if encoding.is_single_byte() => single_byte(body, encoding, &mut sink),
        How::Other(encoding) => multi_byte(body, encoding, &mut sink),
    }
    let (text, origins, invalid) = sink.finish(bytes.len() as u64);
    let problems = problems(&text, &detected, invalid);
    let encoding = document::Encoding {
        name: detected.how.name().to_owned(),
        bom: detected.bom > 0,
        guessed: detected.guessed,
    };
    Decoded { text, encoding, origins, problems }
}

/// What the first bytes of a file look like (with its article), if they are no text.
#[must_use]
pub fn looks_binary(head: &[u8]) -> Option<&'static str> {
    detect::looks_binary(head)
}

fn utf8(bytes: &[u8], mut at: u64, sink: &mut Sink) {
    for chunk in bytes.utf8_chunks() {
        sink.run(chunk.valid(), at);
        at += chunk.valid().len() as u64;
        let bad = chunk.invalid().len();
        if bad > 0 {
            sink.invalid(at, bad);
            at += bad as u64;
        }
    }
}

fn utf16(bytes: &[u8], base: u64, big_endian: bool, sink: &mut Sink) {
    let unit = |pair: &[u8]| {
        let pair = [pair[0], pair[1]];
        if big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
    };
    let units = bytes.chunks_exact(2);
    let odd = units.remainder().len();
    let mut at = base;
    for c in char::decode_utf16(units.map(unit)) {
        if let Ok(c) = c {
            let len = 2 * c.len_utf16();
            sink.char(c, at, len);
            at += len as u64;
        } else {
            sink.invalid(at, 2);
            at += 2;
        }
    }
    if odd > 0 {
        sink.invalid(at, odd);
    }
}

/// One byte is one character, so each is looked up once.
fn single_byte(bytes: &[u8], encoding: &'static Encoding, sink: &mut Sink) {
    let table: Vec<Option<char>> = (0..=u8::MAX)
        .map(|b| {
            encoding.decode_without_bom_handling_and_without_replacement(&[b]).and_then(|s| s.chars().next())
        })
        .collect();
    for (i, &b) in bytes.iter().enumerate() {
        match table[usize::from(b)] {
            Some(c) => sink.char(c, i as u64, 1),
            None => sink.invalid(i as u64, 1),
        }
    }
}

/// Feeds the decoder byte by byte: what comes out stands for what went in since it last spoke.
fn multi_byte(bytes: &[u8], encoding: &'static Encoding, sink: &mut Sink) {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = [0; 32];
    let (mut at, mut pending) = (0, 0);
    while at < bytes.len() {
        if pending == at && encoding.is_ascii_compatible() && bytes[at].is_ascii() {
            sink.char(char::from(bytes[at]), at as u64, 1);
            at += 1;
            pending = at;
            continue;
        }
        let byte = &bytes[at..=at];
        let (result, read, written) = decoder.decode_to_utf8_without_replacement(byte, &mut buffer, false);
        at += read;
        if written > 0 {
            let text = std::str::from_utf8(&buffer[..written]).unwrap_or("\u{fffd}");
            sink.piece(text, pending as u64, at - pending);
            pending = at;
        }
        if matches!(result, DecoderResult::Malformed(..)) {
            sink.invalid(pending as u64, at - pending);
            pending = at;
        }
    }
    if pending < bytes.len() {
        sink.invalid(pending as u64, bytes.len() - pending);
    }
}

fn problems(text: &str, detected: &Detected, invalid: Option<sink::Invalid>) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut say = |code, message, span| problems.push(Problem { code, message, page: None, span });
    if detected.guessed {
        let name = detected.how.name();
        say(
            ProblemCode::EncodingGuessed,
            format!("The file does not say how it is encoded; its bytes read best as {name}"),
            None,
        );
    }
    if let Some(invalid) = invalid {
        let (name, count, at) = (detected.how.name(), invalid.count, invalid.first_byte);
        let places = if count == 1 { "place is" } else { "places are" };
        say(
            ProblemCode::InvalidBytes,
            format!(
                "{count} {places} not valid {name} and shown as U+FFFD; the first is at byte {at} of the file"
            ),
            Some(Span::new(invalid.first_text, invalid.first_text + '\u{fffd}'.len_utf8())),
        );
    }
    if let Some(at) = text.find('\0') {
        let count = text.matches('\0').count();
        let chars = if count == 1 { "character" } else { "characters" };
        let message = format!("The text has {count} NUL {chars}; it may not be a text");
        say(ProblemCode::Other, message, Some(Span::new(at, at + 1)));
    }
    problems
}
