//! Which encoding the bytes are in, or that they are no text.

use crate::extract::ExtractError;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

/// How bytes become characters.
#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    Utf8,
    Utf16 { big_endian: bool },
    Other(&'static Encoding),
}

impl How {
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16 { big_endian: false } => "UTF-16LE",
            Self::Utf16 { big_endian: true } => "UTF-16BE",
            Self::Other(encoding) => encoding.name(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Detected {
    pub how: How,
    /// Length of the byte order mark.
    pub bom: usize,
    pub guessed: bool,
}

/// Beginnings that no text has, and what they are.
const MAGIC: &[(&[u8], &str)] = &[
    (b"\x89PNG\r\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"PK\x03\x04", "a ZIP archive (Office documents and EPUB books are such archives)"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"\x7fELF", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"wOF2", "a font"),
    (b"\0\x01\0\0\0", "a font"),
];

/// The part of a file that the detector reads, from its first byte that is not ASCII.
const SAMPLE: usize = 1 << 20;

pub(super) fn detect(
    bytes: &[u8],
    name: &str,
    declared: Option<&'static Encoding>,
) -> Result<Detected, ExtractError> {
    let binary = |what| ExtractError::Binary { name: name.to_owned(), what };
    if bytes.starts_with(&[0xff, 0xfe, 0, 0]) || bytes.starts_with(&[0, 0, 0xfe, 0xff]) {
        return Err(ExtractError::Encoding { name: name.to_owned(), encoding: "UTF-32" });
    }
    if let Some((_, what)) = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Err(binary(what));
    }
    let marked = |how, bom| Ok(Detected { how, bom, guessed: false });
    if bytes.starts_with(&[0xef, 0xbb, 0xbf]) {
        return if is_binary(&bytes[3..]) { Err(binary("a program's data")) } else { marked(How::Utf8, 3) };
    }
    if bytes.starts_with(&[0xff, 0xfe]) {
        return marked(How::Utf16 { big_endian: false }, 2);
    }
    if bytes.starts_with(&[0xfe, 0xff]) {
        return marked(How::Utf16 { big_endian: true }, 2);
    }
    if let Some(encoding) = declared
        && encoding != UTF_8
        && !is_binary(bytes)
    {
        return marked(How::Other(encoding), 0);
    }
    if let Some(big_endian) = unmarked_utf16(bytes) {
        return Ok(Detected { how: How::Utf16 { big_endian }, bom: 0, guessed: true });
    }
    if is_binary(bytes) {
        return Err(binary("a program's data"));
    }
    match std::str::from_utf8(bytes) {
        Ok(_) => marked(How::Utf8, 0),
        Err(_) if damaged_utf8(bytes) => marked(How::Utf8, 0),
        Err(_) => {
            let how = guess(bytes);
            Ok(Detected { how, bom: 0, guessed: !matches!(how, How::Utf8) })
        }
    }
}

/// As [`detect`], where somebody has named the encoding from outside.
pub(super) fn detect_as(
    bytes: &[u8],
    name: &str,
    named: &'static Encoding,
) -> Result<Detected, ExtractError> {
    let how = match named {
        encoding if encoding == UTF_8 => How::Utf8,
        encoding if encoding == encoding_rs::UTF_16LE => How::Utf16 { big_endian: false },
        encoding if encoding == encoding_rs::UTF_16BE => How::Utf16 { big_endian: true },
        encoding => How::Other(encoding),
    };
    match detect(bytes, name, None)? {
        marked @ Detected { bom: 1.., .. } => Ok(marked),
        _ => Ok(Detected { how, bom: 0, guessed: false }),
    }
}

/// What the first bytes of a file look like, if they are no text. They may end in the middle of a character.
pub(super) fn looks_binary(head: &[u8]) -> Option<&'static str> {
    let whole = &head[..head.len() - head.len() % 2];
    // The cut may part a surrogate pair.
    let shorter = &whole[..whole.len().saturating_sub(2)];
    if unmarked_utf16(whole).or_else(|| unmarked_utf16(shorter)).is_some() {
        return None;
    }
    match detect(head, "", None) {
        Err(ExtractError::Binary { what, .. }) => Some(what),
        _ => None,
    }
}

/// Whether the bytes have more control characters than a text has. Tabs, line ends, form feeds and escapes are
/// of a text; two others and one in twenty are let pass.
fn is_binary(bytes: &[u8]) -> bool {
    let control = |b: &u8| (*b < 0x20 && !matches!(b, 0x09..=0x0d | 0x1b)) || *b == 0x7f;
    let excess = |part: &[u8]| part.iter().filter(|b| control(b)).count() > 2 + part.len() / 20;
    // The head is looked at on its own: a program may carry megabytes of text behind it.
    excess(&bytes[..bytes.len().min(4096)]) || excess(bytes)
}

/// UTF-16 without a mark: the bytes have zeros (two in five, if they could be UTF-8 with NUL characters), and one of the two orders gives assigned characters only, no
/// stray surrogate and no control character; if both do, the one with more ASCII (Latin text, blanks, line
/// ends) is it. Random bytes fail at a surrogate within some thirty units.
fn unmarked_utf16(bytes: &[u8]) -> Option<bool> {
    let zeros: usize = bytes.iter().map(|b| usize::from(*b == 0)).sum();
    if zeros == 0 || bytes.len() < 4 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    if 5 * zeros < 2 * bytes.len() && std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    let ascii = |big_endian: bool| {
        let units = bytes.chunks_exact(2).map(|p| {
            if big_endian { u16::from_be_bytes([p[0], p[1]]) } else { u16::from_le_bytes([p[0], p[1]]) }
        });
        let mut count = 0_usize;
        for c in char::decode_utf16(units) {
            let c = c.ok()?;
            let plain = !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{c}');
            let noncharacter = matches!(c as u32 & 0xffff, 0xfffe | 0xffff);
            if !plain || noncharacter || matches!(c, '\u{e000}'..='\u{f8ff}') {
                return None;
            }
            count += usize::from(c.is_ascii());
        }
        Some(count)
    };
    match (ascii(false), ascii(true)) {
        (None | Some(0), None) | (None, Some(0)) => None,
        (little, big) => Some(big > little),
    }
}

/// Whether most of what is not ASCII is valid UTF-8.
fn damaged_utf8(bytes: &[u8]) -> bool {
    let (mut valid, mut invalid) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        valid += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        invalid += usize::from(!chunk.invalid().is_empty());
    }
    valid > 4 * invalid
}

/// The most plausible encoding of bytes that are not valid UTF-8; UTF-8 where none is plausible.
fn guess(bytes: &[u8]) -> How {
    let first = bytes.iter().position(|b| !b.is_ascii()).unwrap_or(0);
    // From the start of its line: what stands before a letter tells, too.
    let start = bytes[..first].iter().rposition(|b| matches!(b, b'\n' | b'\r')).map_or(0, |n| n + 1);
    let sample = &bytes[start.max(first.saturating_sub(4096))..];
    let sample = &sample[..sample.len().min(SAMPLE)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    if is_plausible(sample, encoding) { How::Other(encoding) } else { How::Utf8 }
}

/// The detector always names an encoding, windows-1252 for want of a better one. Not believed: control
/// characters, a 0xFF (the letter ÿ begins no word), and symbols where letters should be.
fn is_plausible(sample: &[u8], encoding: &'static Encoding) -> bool {
    let (text, _) = encoding.decode_without_bom_handling(sample);
    let (mut letters, mut others) = (0_usize, 0_usize);
    for c in text.chars().filter(|c| !c.is_ascii()) {
        match c {
            '\u{80}'..='\u{9f}' => return false,
            '–'
            | '—'
            | '‘'
            | '’'
            | '‚'
            | '“'
            | '”'
            | '„'
            | '«'
            | '»'
            | '…'
            | '§'
            | '°'
            | '€'
            | '\u{a0}'
            | '\u{3000}'..='\u{303f}'
            | '\u{ff00}'..='\u{ffef}' => letters += 1,
            c if c.is_alphanumeric() => letters += 1,
            _ => others += 1,
        }
    }
    let latin = encoding == encoding_rs::WINDOWS_1252;
    letters >= others && !(latin && sample.contains(&0xff))
}
