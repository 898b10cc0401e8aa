//! Paints chunks, hits, the selection, passages and boundaries over laid-out items.

use super::flow::{Env, FlowState};
use super::item::{Decor, Item};
use super::piece::moved;
use crate::document::BlockKind;
use crate::evidence::PassageId;
use crate::text::Span;
use crate::ui::overlay::{Overlay, Segment, Selection, segments};
use crate::ui::paint;
use crate::ui::theme::Theme;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, pos2, vec2};

/// How many cuts a frame shows.
const MOST_CUTS: usize = 300;

/// How many underlines are stacked before they share a height.
const LEVELS: usize = 3;

/// What can be clicked in what was painted.
#[derive(Default)]
pub(super) struct Painted {
    /// The smallest passage last.
    pub passages: Vec<(Rect, PassageId, usize)>,
    /// Places of boundaries by chunk.
    pub handles: Vec<(usize, Rect)>,
    /// Places where something was taken out, by place in the overlay.
    pub cuts: Vec<(usize, Rect)>,
}

pub(super) struct Draw<'a> {
    pub painter: &'a Painter,
    pub theme: Theme,
    pub overlay: &'a Overlay<'a>,
    pub area: Rect,
    pub focused: bool,
    pub boundaries: bool,
}

impl Draw<'_> {
    pub(super) fn all(&self, env: &Env<'_>, state: &mut FlowState) -> Painted {
        let visible = std::mem::take(&mut state.visible);
        let mut out = Painted::default();
        let (Some(&(first, _)), Some(&(last, _))) = (visible.first(), visible.last()) else { return out };
        let shown = env.content.span(first).cover(env.content.span(last));
        let segments =
            if self.overlay.show_chunks { segments(self.overlay.chunking, shown) } else { Vec::new() };
        let levels = self.levels(shown);
        let mut recorded = std::mem::take(&mut state.segments);
        let (mut shapes, mut widest) = (0, 0.0_f32);
        let mut numbered = std::mem::take(&mut state.numbered);
        numbered.clear();
        for &(item, y) in &visible {
            let Some(layout) = state.known(item) else { continue };
            let origin = pos2(self.area.left() - state.shift_x, self.area.top() + y);
            Decor::paint(&layout.decor, self.painter, origin);
            widest = layout.right().max(widest);
            let span = env.content.span(item);
            shapes += self.backgrounds(layout, origin, span, &segments, &mut recorded);
            shapes += self.reviewed(layout, origin);
            shapes += self.marks(layout, origin, span);
            for (at, piece) in &layout.pieces {
                piece.paint(self.painter, origin + at.to_vec2());
            }
            Decor::paint(&layout.over, self.painter, origin);
            shapes += self.passages(layout, origin, &levels, &mut out);
            if self.boundaries && self.overlay.show_chunks {
                self.handles(layout, origin, span, item + 1 == env.content.count(), &mut out);
            }
            self.numbers(layout, origin, span, &mut numbered);
            self.cuts(layout, origin, span, item + 1 == env.content.count(), &mut out);
            self.caret(layout, origin, span, item + 1 == env.content.count());
        }
        state.numbered = numbered;
        out.passages.sort_by_key(|(_, _, len)| std::cmp::Reverse(*len));
        state.shift_limit = (widest - self.area.width()).max(0.0);
        state.counters.painted_shapes = shapes;
        state.segments = recorded;
        state.visible = visible;
        out
    }

    fn rects(layout: &Item, origin: Pos2, span: Span, mut each: impl FnMut(Rect)) {
        for (at, piece) in &layout.pieces {
            if piece.span.overlaps(span) {
                piece.rects(span, |_, rect| each(moved(rect, origin + at.to_vec2())));
            }
        }
    }

    fn backgrounds(
        &self,
        layout: &Item,
        origin: Pos2,
        span: Span,
        segments: &[Segment],
        recorded: &mut Vec<(Rect, Segment)>,
    ) -> usize {
        let mut shapes = 0;
        let begin = segments.partition_point(|s| s.span.end() <= span.start());
        for segment in segments[begin..].iter().take_while(|s| s.span.start() < span.end()) {
            let mut first = None;
            Self::rects(layout, origin, segment.span, |rect| {
                shapes += self.segment(rect, segment);
                first.get_or_insert(rect);
                recorded.push((rect, *segment));
            });
            if segment.count() > 2
                && let Some(rect) = first
            {
                // Beside the number of the chunk that starts here.
                let at = rect.left_top() + vec2(if self.boundaries { 14.0 } else { 0.0 }, -7.0);
                paint::flag(
                    self.painter,
                    at,
                    &format!("×{}", segment.count()),
                    self.theme.ink,
                    self.theme.surface,
                );
            }
        }
        shapes
    }

    fn segment(&self, rect: Rect, segment: &Segment) -> usize {
        let bright =
            |i: usize| Some(i) == self.overlay.selected_chunk || Some(i) == self.overlay.hovered_chunk;
        let (first, last) = (segment.first, segment.last);
        // Stripes on a fill that is strong already would be lost: only what lies alone is strong.
        self.painter.rect_filled(rect, 0.0, self.theme.chunk_fill(first, bright(first)));
        if segment.count() == 1 {
            return 1;
        }
        let share = if bright(last) { 0.6 } else { 0.38 };
        1 + paint::hatch_rect(self.painter, rect, self.theme.chunk(last).gamma_multiply(share))
    }

    /// The selected piece and the stretch that is read now.
    fn reviewed(&self, layout: &Item, origin: Pos2) -> usize {
        let Some(review) = self.overlay.review else { return 0 };
        let mut shapes = 0;
        if let Some(piece) = review.selected.and_then(|i| review.pieces.get(i))
            && let Some(span) = piece.span
        {
            let color = self.theme.kind(piece.piece.kind).gamma_multiply(0.22);
            Self::rects(layout, origin, span, |rect| {
                self.painter.rect_filled(rect.expand2(vec2(0.0, 2.0)), 0.0, color);
                shapes += 1;
            });
        }
        if let Some(span) = review.playing {
            Self::rects(layout, origin, span, |rect| {
                self.painter.rect_filled(rect.expand2(vec2(0.0, 2.0)), 2.0, self.theme.reading());
                shapes += 1;
            });
        }
        shapes
    }

    /// The number of each piece where it starts, in the color of its kind.
    fn numbers(&self, layout: &Item, origin: Pos2, span: Span, out: &mut Vec<(usize, Rect)>) {
        let Some(review) = self.overlay.review else { return };
        for (i, piece) in review.pieces.within(span).filter(|(_, s)| span.contains(s.start())) {
            let Some(found) = review.pieces.get(i) else { continue };
            let Some(number) = found.piece.number else { continue };
            let letters = moved(layout.caret(piece.start()), origin);
            let color = self.theme.kind(found.piece.kind);
            let bar = Rect::from_min_max(
                pos2(letters.left() - 2.0, letters.top() - 2.0),
                pos2(letters.left(), letters.center().y + 1.0),
            );
            self.painter.rect_filled(bar, 0.0, color);
            let font = FontId::proportional(if review.selected == Some(i) { 10.0 } else { 8.0 });
            let place = if letters.left() < self.area.left() + 3.0 {
                let at = pos2(letters.left() - 4.0, letters.top() - 2.0);
                self.painter.text(at, Align2::RIGHT_TOP, number.to_string(), font, color)
            } else {
                let at = pos2(letters.left(), letters.top() - 7.0);
                paint::flag(self.painter, at, &number.to_string(), color, self.theme.surface)
            };
            out.push((i, place));
        }
    }

    /// A wedge over each place where something was taken out.
    fn cuts(&self, layout: &Item, origin: Pos2, span: Span, last: bool, out: &mut Painted) {
        let Some(review) = self.overlay.review.filter(|r| r.show_removed) else { return };
        let first = review.cuts.partition_point(|c| c.at < span.start());
        for (i, cut) in review.cuts.iter().enumerate().skip(first) {
            if (cut.at >= span.end() && !(last && cut.at == span.end())) || out.cuts.len() >= MOST_CUTS {
                break;
            }
            let letters = moved(layout.caret(cut.at), origin);
            let (x, top) = (letters.left(), letters.top() - 1.0);
            let wedge = vec![pos2(x - 3.5, top - 3.0), pos2(x + 3.5, top - 3.0), pos2(x, top + 2.5)];
            let color = self.theme.kind(BlockKind::Furniture);
            self.painter.add(egui::Shape::convex_polygon(wedge, color, egui::Stroke::NONE));
            let reach = Rect::from_min_max(pos2(x - 5.0, top - 5.0), pos2(x + 5.0, top + 5.0));
            out.cuts.push((i, reach));
        }
    }

    /// Hits and the selection.
    fn marks(&self, layout: &Item, origin: Pos2, span: Span) -> usize {
        let mut shapes = 0;
        let hits = self.overlay.hits;
        let begin = hits.partition_point(|h| h.end() <= span.start());
        for (i, hit) in hits.iter().enumerate().skip(begin).take_while(|(_, h)| h.start() < span.end()) {
            let current = Some(i) == self.overlay.current_hit;
            let color = if current { self.theme.current_hit } else { self.theme.hit };
            Self::rects(layout, origin, *hit, |rect| {
                self.painter.rect_filled(rect, 2.0, color);
                shapes += 1;
            });
        }
        let Some(selected) = self.overlay.selection.map(Selection::span).filter(|s| !s.is_empty()) else {
            return shapes;
        };
        Self::rects(layout, origin, selected, |rect| {
            self.painter.rect_filled(rect.expand2(vec2(0.0, 1.5)), 0.0, self.theme.selection);
            shapes += 1;
        });
        self.selected_break(layout, origin, span, selected);
        shapes
    }

    /// A selected line break shows as a short stretch behind the line.
    fn selected_break(&self, layout: &Item, origin: Pos2, span: Span, selected: Span) {
        let Some((at, piece)) = layout.pieces.last() else { return };
        if span.is_empty() || !selected.contains(span.end() - 1) || selected.end() < span.end() {
            return;
        }
        if let Some(row) = piece.rows.last() {
            let rect = moved(row.rect(row.end_x(), row.end_x() + 5.0), origin + at.to_vec2());
            self.painter.rect_filled(rect.expand2(vec2(0.0, 1.5)), 0.0, self.theme.selection);
        }
    }

    /// The passages of what is shown, each at a height where no other lies.
    fn levels(&self, shown: Span) -> Vec<(usize, usize)> {
        let mut ends: Vec<usize> = Vec::new();
        let mut out = Vec::new();
        for (i, passage) in self.overlay.passages.iter().enumerate() {
            if passage.span.start() >= shown.end() {
                break;
            }
            let free = ends.iter().position(|&end| end <= passage.span.start());
            let level = free.unwrap_or(ends.len());
            if level == ends.len() {
                ends.push(0);
            }
            ends[level] = passage.span.end();
            if passage.span.overlaps(shown) {
                out.push((i, level % LEVELS));
            }
        }
        out
    }

    fn passages(&self, layout: &Item, origin: Pos2, levels: &[(usize, usize)], out: &mut Painted) -> usize {
        let mut shapes = 0;
        for &(i, level) in levels {
            let mark = &self.overlay.passages[i];
            let color = self.theme.role(mark.role);
            for (at, piece) in &layout.pieces {
                if !piece.span.overlaps(mark.span) {
                    continue;
                }
                let corner = origin + at.to_vec2();
                let starts = piece.span.contains(mark.span.start());
                let mut first = starts;
                piece.rects(mark.span, |row, rect| {
                    let rect = moved(rect, corner);
                    let y = corner.y + row.baseline() + 3.0 + 3.0 * level as f32;
                    shapes +=
                        paint::underline(self.painter, rect.left()..rect.right(), y, color, mark.pending);
                    let reach = Rect::from_x_y_ranges(rect.x_range(), y - 1.5..=y + 1.5);
                    out.passages.push((reach, mark.id, mark.span.len()));
                    if std::mem::take(&mut first) {
                        let center = pos2(rect.left() - 3.0, y);
                        paint::badge(
                            self.painter,
                            center,
                            Theme::role_glyph(mark.role),
                            color,
                            self.theme.surface,
                        );
                        let disc = Rect::from_center_size(center, vec2(1.0, 1.0) * 2.0 * paint::BADGE_RADIUS);
                        out.passages.push((disc, mark.id, 0));
                    }
                });
            }
        }
        shapes
    }

    /// A boundary where each chunk starts: a short line, and the chunk's number as a superscript.
    fn handles(&self, layout: &Item, origin: Pos2, span: Span, last: bool, out: &mut Painted) {
        let chunks = &self.overlay.chunking.chunks;
        let begin = chunks.partition_point(|c| c.span.start() < span.start());
        for (i, chunk) in chunks.iter().enumerate().skip(begin) {
            let start = chunk.span.start();
            if start >= span.end() && !(last && start == span.end()) {
                break;
            }
            let letters = moved(layout.caret(start), origin);
            // Of chunks that start closer together than their numbers are wide, the first has the number.
            let crowded = out.handles.last().is_some_and(|(_, r)| r.intersects(letters));
            let place = self.handle(i, letters, crowded);
            if !crowded {
                out.handles.push((i, place));
            }
        }
    }

    fn handle(&self, chunk: usize, letters: Rect, crowded: bool) -> Rect {
        let color = self.theme.chunk(chunk);
        let x = letters.left() - 1.0;
        let top = letters.top() - 2.0;
        let bar = Rect::from_min_max(pos2(x - 1.0, top), pos2(x + 1.0, letters.center().y + 1.0));
        if crowded {
            let tick = Rect::from_min_max(pos2(x, top), pos2(x + 1.0, letters.top() + 2.0));
            self.painter.rect_filled(tick, 0.0, color);
            return tick;
        }
        self.painter.rect_filled(bar, 0.0, color);
        let (font, number) = (FontId::proportional(8.0), (chunk + 1).to_string());
        if letters.left() < self.area.left() + 3.0 {
            let place = self.painter.text(pos2(x - 3.0, top), Align2::RIGHT_TOP, number, font, color);
            return place.union(bar).expand(2.0);
        }
        // Inside of a row there is no room but the gap above it: the number stands on a box of its own.
        let back =
            if self.theme.dark { Color32::from_black_alpha(170) } else { Color32::from_white_alpha(225) };
        let place = paint::flag(self.painter, pos2(x + 1.0, top - 5.0), &number, color, back);
        place.union(bar).expand(2.0)
    }

    fn caret(&self, layout: &Item, origin: Pos2, span: Span, last: bool) {
        let Some(selection) = self.overlay.selection.filter(|_| self.focused) else { return };
        if span.contains(selection.head) || (last && selection.head == span.end()) {
            let rect = moved(layout.caret(selection.head), origin);
            let caret =
                Rect::from_min_max(rect.left_top() - vec2(0.75, 1.0), rect.left_bottom() + vec2(0.75, 1.0));
            self.painter.rect_filled(caret, 0.0, self.theme.accent);
        }
    }
}
