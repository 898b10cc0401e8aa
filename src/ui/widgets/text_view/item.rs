//! What is laid out at once: a line of a text, a block of a rendered document.

use super::piece::{Piece, moved};
use crate::text::Span;
use crate::ui::theme::Theme;
use egui::{Color32, FontId, Painter, Pos2, Rect, Stroke, pos2};
use std::sync::Arc;

/// What is painted behind or beside the text of an item; places are relative to the item.
#[derive(Clone, Debug)]
pub(in crate::ui::widgets) enum Decor {
    /// A filled rectangle with a rounding.
    Fill(Rect, f32, Color32),
    /// A line.
    Line(Pos2, Pos2, Color32),
    /// A label that is no part of the text: a bullet, a number, a check box. Aligned by its first corner.
    Label(Pos2, egui::Align2, String, FontId, Color32),
}

/// Pieces of text and decorations.
#[derive(Debug, Default)]
pub(in crate::ui::widgets) struct Item {
    /// Ascending by source.
    pub pieces: Vec<(Pos2, Piece)>,
    /// Painted behind the text.
    pub decor: Vec<Decor>,
    /// Painted over the text.
    pub over: Vec<Decor>,
    /// Where links lead.
    pub links: Vec<(Span, Arc<str>)>,
    pub height: f32,
}

/// What a view shows, item by item.
pub(in crate::ui::widgets) trait Content {
    /// The source that all spans point into.
    fn text(&self) -> &str;
    /// Number of items.
    fn count(&self) -> usize;
    /// The item that holds `offset`, or the nearest.
    fn item_of(&self, offset: usize) -> usize;
    /// The source of an item, line break included.
    fn span(&self, item: usize) -> Span;
    /// What an item's height will be about.
    fn estimate(&self, item: usize, width: f32) -> f32;
    /// Lays an item out.
    fn lay_out(&self, painter: &Painter, item: usize, width: f32, theme: Theme) -> Item;
    /// What stands in the margin beside an item.
    fn margin(&self, _item: usize) -> Option<String> {
        None
    }
}

impl Item {
    /// Asks for all galleys again; whether any changed.
    pub(super) fn refresh(&mut self, painter: &Painter) {
        for (_, piece) in &mut self.pieces {
            piece.refresh(painter);
        }
    }

    fn piece_of(&self, offset: usize) -> Option<&(Pos2, Piece)> {
        let i = self.pieces.iter().rposition(|(_, p)| p.span.start() <= offset).unwrap_or(0);
        self.pieces.get(i)
    }

    /// The line where a caret at `offset` stands, as high as the letters.
    pub(super) fn caret(&self, offset: usize) -> Rect {
        let Some((at, piece)) = self.piece_of(offset) else {
            return Rect::from_min_max(Pos2::ZERO, pos2(0.0, self.height));
        };
        let (row, x) = piece.place(offset);
        let rect = piece.rows.get(row).map_or(Rect::ZERO, |r| r.rect(x, x));
        moved(rect, *at)
    }

    fn nearest(&self, at: Pos2) -> Option<&(Pos2, Piece)> {
        let distance = |(corner, piece): &&(Pos2, Piece)| {
            let rect = Rect::from_min_size(*corner, piece.size());
            let (dx, dy) = (
                at.x - at.x.clamp(rect.left(), rect.right().max(rect.left())),
                at.y - at.y.clamp(rect.top(), rect.bottom()),
            );
            // A piece on the pointer's height is nearer than any above or below.
            dy.abs() * 1000.0 + dx.abs()
        };
        self.pieces.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// The offset nearest to a place.
    pub(super) fn hit(&self, at: Pos2) -> Option<usize> {
        let (corner, piece) = self.nearest(at)?;
        Some(piece.offset_in_row(piece.row_at(at.y - corner.y), at.x - corner.x))
    }

    /// The character under a place.
    pub(super) fn under(&self, at: Pos2) -> Option<usize> {
        let (corner, piece) = self.nearest(at)?;
        let row = piece.rows.get(piece.row_at(at.y - corner.y))?;
        let (top, bottom) = row.y();
        let inside = top <= at.y - corner.y && at.y - corner.y < bottom;
        inside.then(|| row.under(at.x - corner.x)).flatten()
    }

    /// First and last offset of the row that a caret at `offset` stands in.
    pub(super) fn row_span(&self, offset: usize) -> Option<Span> {
        let (_, piece) = self.piece_of(offset)?;
        let rows = &piece.rows;
        rows.get(piece.place(offset).0).map(|r| r.span)
    }

    /// The width of the widest piece.
    pub(super) fn right(&self) -> f32 {
        self.pieces.iter().fold(0.0, |x, (at, piece)| (at.x + piece.size().x).max(x))
    }
}

impl Decor {
    /// Paints decorations at `origin`.
    pub(super) fn paint(all: &[Self], painter: &Painter, origin: Pos2) {
        let to = origin.to_vec2();
        for decor in all {
            match decor {
                Decor::Fill(rect, radius, color) => {
                    painter.rect_filled(rect.translate(to), *radius, *color);
                }
                Decor::Line(a, b, color) => {
                    painter.line_segment([*a + to, *b + to], Stroke::new(1.0, *color));
                }
                Decor::Label(at, align, text, font, color) => {
                    painter.text(*at + to, *align, text, font.clone(), *color);
                }
            }
        }
    }
}
