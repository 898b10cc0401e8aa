//! Which characters a glyph stands for.

use hayro_interpret::font::Glyph;
use hayro_interpret::hayro_cmap::BfString;

/// Writes the characters of `glyph` to `out`; false where none is known and U+FFFD was written.
///
/// Asks /ToUnicode and glyph names (through hayro); a font without either whose codes are ASCII by
/// all tradition (Type 1 and Type 3, as TeX writes them) is read by code.
pub fn push_chars(glyph: &Glyph<'_>, out: &mut String) -> bool {
    let start = out.len();
    match glyph.as_unicode() {
        Some(BfString::Char(c)) => push_clean(c, out),
        Some(BfString::String(s)) => s.chars().for_each(|c| push_clean(c, out)),
        None => {}
    }
    if out.len() > start {
        return true;
    }
    let named_by_code = match glyph {
        Glyph::Outline(outline) => outline.font_data().is_none(),
        Glyph::Type3(_) => true,
    };
    if named_by_code
        && let Some(c) = char::from_u32(glyph.char_code())
        && (' '..='~').contains(&c)
    {
        out.push(c);
        return true;
    }
    out.push(char::REPLACEMENT_CHARACTER);
    false
}

/// Tabs and line breaks become a space, other control characters nothing.
fn push_clean(c: char, out: &mut String) {
    match c {
        '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' => out.push(' '),
        c if c.is_control() || c == '\u{feff}' => {}
        c => out.push(c),
    }
}

/// Decodes a PDF text string: UTF-16 or UTF-8 with a byte order mark, else `PDFDocEncoding`.
pub fn text_string(bytes: &[u8]) -> String {
    let mut out = String::new();
    let mut push = |c| push_clean(c, &mut out);
    match bytes {
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes).for_each(&mut push),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes).for_each(&mut push),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).chars().for_each(&mut push),
        _ => bytes.iter().map(|&b| pdf_doc_char(b)).for_each(&mut push),
    }
    out
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> impl Iterator<Item = char> {
    let units = bytes.as_chunks::<2>().0.iter().map(move |&pair| unit(pair));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// ISO 32000-1, annex D.2: Latin-1 but for two ranges.
fn pdf_doc_char(byte: u8) -> char {
    const LOW: [char; 8] = ['˘', 'ˇ', 'ˆ', '˙', '˝', '˛', '˚', '˜'];
    const HIGH: [char; 33] = [
        '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', '‹', '›', '−', '‰', '„', '“', '”', '‘', '’', '‚', '™', 'ﬁ',
        'ﬂ', 'Ł', 'Œ', 'Š', 'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž', '\u{fffd}', '€',
    ];
    match byte {
        0x18..=0x1f => LOW[usize::from(byte - 0x18)],
        0x80..=0xa0 => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_strings_in_all_encodings_read_the_same() {
        assert_eq!(text_string(b"\xfe\xff\x00\xe4\x20\x13"), "ä–");
        assert_eq!(text_string(b"\xff\xfe\xe4\x00\x13\x20"), "ä–");
        assert_eq!(text_string("\u{feff}ä–".as_bytes()), "ä–");
        assert_eq!(text_string(b"\xe4\x85"), "ä–");
        assert_eq!(text_string(b"a\nb\x00"), "a b");
    }
}
