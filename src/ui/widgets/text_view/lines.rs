//! A plain text as items: its lines, very long ones cut.

use super::TextViewOptions;
use super::item::{Content, Decor, Item};
use super::piece::{Piece, Shown};
use crate::text::{Span, Text};
use crate::ui::theme::Theme;
use egui::text::TextFormat;
use egui::{Align, Align2, FontId, Painter, Pos2, pos2};
use unicode_segmentation::UnicodeSegmentation;

/// The longest stretch that is laid out at once, in bytes: a line is cut where it is longer.
const LONGEST: usize = 2_000;

/// Height of a row in font sizes.
const ROW: f32 = 1.5;

/// Where each item starts.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    starts: Vec<usize>,
}

impl Cuts {
    pub(super) fn new(text: &Text) -> Self {
        let lines = text.lines();
        let mut starts = Vec::with_capacity(lines.count());
        for line in 0..lines.count() {
            let content = lines.content(line);
            let mut at = content.start();
            starts.push(at);
            while content.end() - at > LONGEST {
                at = cut(text, at, content.end());
                starts.push(at);
            }
        }
        Self { starts }
    }
}

/// The cut after `at`: behind a space where one is near, else between graphemes.
fn cut(text: &str, at: usize, end: usize) -> usize {
    let limit = text.floor_char_boundary(at + LONGEST);
    let near = text.ceil_char_boundary(limit - LONGEST / 8);
    if let Some(space) = text[near..limit].rfind(' ') {
        return near + space + 1;
    }
    let tail = &text[near..text.floor_char_boundary((limit + LONGEST / 8).min(end))];
    let starts = tail.grapheme_indices(true).map(|(i, _)| near + i);
    starts.take_while(|&i| i <= limit).last().filter(|&i| i > near).unwrap_or(limit)
}

pub(super) struct Lines<'a> {
    pub text: &'a Text,
    pub cuts: &'a Cuts,
    pub options: &'a TextViewOptions,
}

impl Lines<'_> {
    fn format(&self, color: egui::Color32) -> TextFormat {
        let size = self.options.font_size;
        TextFormat {
            font_id: FontId::monospace(size),
            color,
            line_height: Some((size * ROW).round()),
            valign: Align::Center,
            ..TextFormat::default()
        }
    }

    fn shown(&self, span: Span, theme: Theme) -> Vec<Shown> {
        let text = self.text.as_str();
        let format = self.format(theme.ink);
        let content = self.content(span);
        let piece = content.slice(text);
        let unseen = |c: char| substitute(c, self.options.show_invisibles);
        if !piece.chars().any(|c| unseen(c).is_some()) {
            return vec![Shown { text: piece.to_owned(), source: content, identical: true, format }];
        }
        let quiet = self.format(theme.quiet.gamma_multiply(0.75));
        let mut out: Vec<Shown> = Vec::new();
        for (i, c) in piece.char_indices() {
            let source = Span::new(span.start() + i, span.start() + i + c.len_utf8());
            match (unseen(c), out.last_mut()) {
                (Some(shown), _) => {
                    out.push(Shown { text: shown, source, identical: false, format: quiet.clone() });
                }
                (None, Some(last)) if last.identical => {
                    last.text.push(c);
                    last.source = last.source.cover(source);
                }
                (None, _) => {
                    out.push(Shown { text: c.into(), source, identical: true, format: format.clone() });
                }
            }
        }
        out
    }

    /// Signs for blanks and the line break, painted where they are, so that no line breaks elsewhere.
    fn blanks(&self, piece: &Piece, span: Span, theme: Theme) -> Vec<Decor> {
        let text = self.text.as_str();
        let (font, color) = (FontId::monospace(self.options.font_size), theme.quiet.gamma_multiply(0.75));
        let sign =
            |at: Pos2, align, sign: &str| Decor::Label(at, align, sign.to_owned(), font.clone(), color);
        let mut out = Vec::new();
        piece.glyphs(|_, rect, source| {
            let shown = match source.slice(text) {
                " " => "·",
                "\t" => "→",
                "\u{a0}" | "\u{202f}" => "°",
                _ => return,
            };
            out.push(sign(rect.center(), Align2::CENTER_CENTER, shown));
        });
        if span.slice(text).ends_with('\n')
            && let Some(row) = piece.rows.last()
        {
            let end = row.rect(row.end_x(), row.end_x());
            out.push(sign(end.right_center(), Align2::LEFT_CENTER, "¶"));
        }
        out
    }

    fn content(&self, span: Span) -> Span {
        let newline = usize::from(span.slice(self.text).ends_with('\n'));
        Span::new(span.start(), span.end() - newline)
    }
}

/// What is painted for a character that has no look of its own. Some would change the layout or take the
/// place of others, and are always painted like this.
fn substitute(c: char, all: bool) -> Option<String> {
    Some(match c {
        '\u{ad}' if all => "¬".to_owned(),
        '\u{200b}'..='\u{200f}'
        | '\u{2060}'
        | '\u{feff}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
            if all =>
        {
            format!("⟨{:04X}⟩", c as u32)
        }
        '\u{0}'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => format!("\\x{:02X}", c as u32),
        _ => return None,
    })
}

impl Content for Lines<'_> {
    fn text(&self) -> &str {
        self.text
    }

    fn count(&self) -> usize {
        self.cuts.starts.len()
    }

    fn item_of(&self, offset: usize) -> usize {
        self.cuts.starts.partition_point(|&s| s <= offset).saturating_sub(1)
    }

    fn span(&self, item: usize) -> Span {
        let start = self.cuts.starts.get(item).copied().unwrap_or(self.text.len());
        let end = self.cuts.starts.get(item + 1).copied().unwrap_or(self.text.len());
        Span::new(start, end)
    }

    fn estimate(&self, item: usize, width: f32) -> f32 {
        let size = self.options.font_size;
        let per_row = (width / (size * 0.6)).floor().max(1.0);
        let rows =
            if self.options.wrap { (self.span(item).len() as f32 / per_row).ceil().max(1.0) } else { 1.0 };
        rows * (size * ROW).round()
    }

    fn lay_out(&self, painter: &Painter, item: usize, width: f32, theme: Theme) -> Item {
        let span = self.span(item);
        let width = if self.options.wrap { width } else { f32::INFINITY };
        let format = self.format(theme.ink);
        let piece = Piece::new(painter, &self.shown(span, theme), span, width, &format);
        let height = piece.size().y.max((self.options.font_size * ROW).round());
        let over = if self.options.show_invisibles { self.blanks(&piece, span, theme) } else { Vec::new() };
        Item { pieces: vec![(pos2(0.0, 0.0), piece)], over, height, ..Item::default() }
    }

    fn margin(&self, item: usize) -> Option<String> {
        let start = self.cuts.starts.get(item).copied()?;
        let line = self.text.lines().line_of(start);
        let first = self.text.lines().span(line).start() == start;
        (self.options.line_numbers && first).then(|| (line + 1).to_string())
    }
}
