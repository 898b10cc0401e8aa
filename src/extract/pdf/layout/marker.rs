//! What a line's characters say: list markers, sentence ends, scripts.

/// Kinds of list markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A bullet sign.
    Bullet,
    /// A number or letter with a full stop or parenthesis.
    Number,
}

/// The marker that a line starts with, if text follows it.
pub fn marker(line: &str) -> Option<Marker> {
    let (first, rest) = line.split_once(' ')?;
    if rest.trim().is_empty() {
        return None;
    }
    let mut chars = first.chars();
    let start = chars.next()?;
    let bullet = matches!(
        start,
        '•' | '◦'
            | '▪'
            | '▫'
            | '■'
            | '□'
            | '●'
            | '○'
            | '‣'
            | '⁃'
            | '∙'
            | '·'
            | '–'
            | '—'
            | '-'
            | '*'
            | '►'
            | '➢'
            | '✓'
            | '✔'
            | '\u{f0b7}'
            | '\u{f0a7}'
            | '\u{f0d8}'
    );
    if bullet && chars.next().is_none() {
        return Some(Marker::Bullet);
    }
    let inner = first.strip_prefix('(').unwrap_or(first);
    let body = inner.strip_suffix(['.', ')'])?;
    let digits = !body.is_empty() && body.len() <= 3 && body.bytes().all(|b| b.is_ascii_digit());
    let letter = body.len() == 1 && body.bytes().all(|b| b.is_ascii_lowercase());
    let roman = !body.is_empty() && body.len() <= 4 && body.bytes().all(|b| b"ivx".contains(&b));
    (digits || letter || roman).then_some(Marker::Number)
}

/// Whether a line ends a sentence or an entry.
pub fn ends_sentence(line: &str) -> bool {
    let end = line.trim_end().trim_end_matches(['"', '\'', '”', '“', '’', '‘', '»', '«', ')', ']']);
    end.ends_with(['.', '!', '?', ':', ';', '。', '！', '？', '…', '։', '؟'])
}

/// Whether text starts as if a sentence went on: with a small letter.
pub fn starts_small(line: &str) -> bool {
    line.trim_start_matches(['(', '"', '„', '“', '‚', '‘', '«', '»']).starts_with(char::is_lowercase)
}

/// Scripts that are written without spaces between words.
pub fn is_spaceless(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff01}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
}

/// Letters that are written from right to left (Hebrew, Arabic and their kin).
pub fn is_rtl(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_markers_are_told_from_words() {
        assert_eq!(marker("• Pumpe prüfen"), Some(Marker::Bullet));
        assert_eq!(marker("12. Ventil schließen"), Some(Marker::Number));
        assert_eq!(marker("(a) close"), Some(Marker::Number));
        assert_eq!(marker("Pumpe. Danach"), None);
        assert_eq!(marker("3.5 bar"), None);
        assert_eq!(marker("–"), None);
    }
}
