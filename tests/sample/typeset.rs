//! A small typesetter: styled words to justified lines.

use super::metrics;

/// One of the fonts that every PDF reader has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Font {
    Times,
    TimesBold,
    TimesItalic,
    Sans,
    SansBold,
}

impl Font {
    pub const ALL: [Self; 5] = [Self::Times, Self::TimesBold, Self::TimesItalic, Self::Sans, Self::SansBold];

    /// The name in the file's resources.
    pub fn key(self) -> &'static str {
        ["T", "TB", "TI", "S", "SB"][self as usize]
    }

    /// The name of the standard font.
    pub fn base(self) -> &'static str {
        ["Times-Roman", "Times-Bold", "Times-Italic", "Helvetica", "Helvetica-Bold"][self as usize]
    }

    /// The advance of a character in thousandths of the size.
    pub fn advance(self, c: char) -> f32 {
        let tables = [
            &metrics::TIMES,
            &metrics::TIMES_BOLD,
            &metrics::TIMES_ITALIC,
            &metrics::HELVETICA,
            &metrics::HELVETICA_BOLD,
        ];
        let (ascii, others) = tables[self as usize];
        let width = match c {
            ' '..='~' => ascii.get(c as usize - 32),
            _ => metrics::OTHERS.chars().position(|o| o == c).and_then(|i| others.get(i)),
        };
        f32::from(*width.unwrap_or_else(|| panic!("{c:?} is in no font")))
    }
}

/// A character as it is to be set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Letter {
    pub c: char,
    pub font: Font,
    pub link: Option<&'static str>,
}

/// A line of letters, spaces included, and how much each space is widened.
#[derive(Clone, Debug)]
pub struct Line {
    pub letters: Vec<Letter>,
    pub stretch: f32,
}

/// Letters of a text with the marks of [`super::content`].
pub fn letters(text: &'static str, font: Font) -> Vec<Letter> {
    let mut out = Vec::new();
    let (mut italic, mut bold, mut link) = (false, false, None);
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        at += c.len_utf8();
        match c {
            '*' if text[at..].starts_with('*') => {
                at += 1;
                bold = !bold;
            }
            '*' => italic = !italic,
            '[' => {
                let open = at + text[at..].find("](").unwrap() + 2;
                link = Some(&text[open..open + text[open..].find(')').unwrap()]);
            }
            ']' => {
                at += text[at..].find(')').unwrap() + 1;
                link = None;
            }
            _ => {
                let font = if bold {
                    Font::TimesBold
                } else if italic {
                    Font::TimesItalic
                } else {
                    font
                };
                out.push(Letter { c, font, link });
            }
        }
    }
    out
}

pub fn width(letters: &[Letter], size: f32) -> f32 {
    letters.iter().filter(|l| l.c != '~').map(|l| l.font.advance(l.c) * size / 1000.0).sum()
}

/// Breaks letters into lines no wider than `measure`, at spaces and at soft hyphens.
pub fn lines(letters: &[Letter], size: f32, measure: f32, justify: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut rest = letters;
    while !rest.is_empty() {
        let (end, hyphen) = best_break(rest, size, measure);
        let mut line: Vec<_> = rest[..end].iter().copied().filter(|l| l.c != '~').collect();
        while line.last().is_some_and(|l| l.c == ' ') {
            line.pop();
        }
        if hyphen {
            let last = *line.last().unwrap();
            line.push(Letter { c: '-', ..last });
        }
        rest = &rest[end..];
        let spaces = line.iter().filter(|l| l.c == ' ').count() as f32;
        let slack = measure - width(&line, size);
        let stretch = if justify && !rest.is_empty() && spaces > 0.0 { slack / spaces } else { 0.0 };
        // A line with few words is left ragged rather than torn apart.
        let stretch = if stretch > size * 0.75 { 0.0 } else { stretch };
        lines.push(Line { letters: line, stretch });
    }
    lines
}

/// Where the first line ends, and whether with a hyphen.
fn best_break(letters: &[Letter], size: f32, measure: f32) -> (usize, bool) {
    let mut best = None;
    let mut x = 0.0;
    for (i, letter) in letters.iter().enumerate() {
        match letter.c {
            ' ' => best = Some((i + 1, false)),
            '~' if x + letter.font.advance('-') * size / 1000.0 <= measure => best = Some((i + 1, true)),
            '~' => {}
            c => x += letter.font.advance(c) * size / 1000.0,
        }
        if letter.c == ' ' {
            x += letter.font.advance(' ') * size / 1000.0;
        } else if x > measure
            && let Some(found) = best
        {
            return found;
        }
    }
    (letters.len(), false)
}
