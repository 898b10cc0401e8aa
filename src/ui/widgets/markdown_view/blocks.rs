//! How rendered blocks look.

use super::parts::{Part, Parts, Placed};
use crate::extract::markdown::{Alignment, RenderBlock, RenderKind, Rendered, Run};
use crate::text::{Span, Text};
use crate::ui::theme::{Theme, font, space};
use crate::ui::widgets::text_view::item::{Content, Decor, Item};
use crate::ui::widgets::text_view::piece::{Piece, Shown};
use egui::text::TextFormat;
use egui::{Align, Align2, FontFamily, FontId, Painter, Pos2, Rect, Stroke, pos2, vec2};
use std::ops::Range;

/// Room for a quote's bar, and for an item's mark.
const QUOTE: f32 = 16.0;
const LIST: f32 = 22.0;
/// Around code and in cells.
const PAD: f32 = 8.0;

pub(super) struct Blocks<'a> {
    pub text: &'a Text,
    pub rendered: &'a Rendered,
    pub parts: &'a Parts,
    pub size: f32,
}

fn named(name: &'static str) -> FontFamily {
    FontFamily::Name(name.into())
}

impl Blocks<'_> {
    fn scale(&self, kind: &RenderKind) -> f32 {
        self.size
            * match kind {
                RenderKind::Heading(1) => 1.7,
                RenderKind::Heading(2) => 1.35,
                RenderKind::Heading(3) => 1.15,
                RenderKind::Code { .. } | RenderKind::Html | RenderKind::FrontMatter => 0.92,
                _ => 1.0,
            }
    }

    fn format(&self, kind: &RenderKind, header: bool, run: Option<&Run>, theme: Theme) -> TextFormat {
        let plain = crate::extract::markdown::RunStyle::default();
        let style = run.map_or(&plain, |r| &r.style);
        let mono = style.code || style.html || code_like(kind);
        let strong = style.strong || header || matches!(kind, RenderKind::Heading(_));
        let family = match (mono, strong, style.emphasis) {
            (true, true, _) => named(font::MONO_BOLD),
            (true, false, _) => FontFamily::Monospace,
            (false, true, _) => named(font::SEMIBOLD),
            (false, false, true) => named(font::ITALIC),
            _ => FontFamily::Proportional,
        };
        let base = self.scale(kind);
        let small = if style.footnote.is_some() {
            0.75
        } else if mono && !code_like(kind) {
            0.92
        } else {
            1.0
        };
        let quiet =
            style.html || style.image.is_some() || matches!(kind, RenderKind::Html | RenderKind::FrontMatter);
        let link = style.link.is_some() || style.footnote.is_some();
        let color = if link {
            theme.accent
        } else if quiet {
            theme.quiet
        } else {
            theme.ink
        };
        let line = |on: bool, color| if on { Stroke::new(1.0, color) } else { Stroke::NONE };
        TextFormat {
            font_id: FontId::new(base * small, family),
            color,
            line_height: Some(
                (base * if matches!(kind, RenderKind::Heading(_)) { 1.3 } else { 1.5 }).round(),
            ),
            italics: style.emphasis && (strong || mono),
            strikethrough: line(style.strike, color),
            valign: if style.footnote.is_some() { Align::TOP } else { Align::Center },
            ..TextFormat::default()
        }
    }

    /// The runs of a block that lie in `range` of its shown text.
    fn shown(
        &self,
        block: &RenderBlock,
        runs: &[Run],
        range: Range<usize>,
        header: bool,
        theme: Theme,
    ) -> Vec<Shown> {
        let mut out = Vec::new();
        let mut at = 0;
        for run in runs {
            let (from, to) = (range.start.max(at), range.end.min(at + run.text.len()));
            let inside = |text: &str, source, identical| Shown {
                text: text.to_owned(),
                source,
                identical,
                format: self.format(&block.kind, header, Some(run), theme),
            };
            let image = run.style.image.is_some() && range.contains(&at);
            if image {
                out.push(inside("[", Span::empty(run.span.start()), false));
            }
            if run.text.is_empty() && image {
                let address = run.style.image.as_deref().unwrap_or_default();
                let name: String = address.rsplit('/').next().unwrap_or_default().chars().take(40).collect();
                out.push(inside(&name, run.span, false));
            }
            if from < to
                && let Some(text) = run.text.get(from - at..to - at)
            {
                let start = run.span.start() + from - at;
                let source = if run.identical { Span::new(start, start + text.len()) } else { run.span };
                out.push(inside(text, source, run.identical));
            }
            if image {
                out.push(inside("]", Span::empty(run.span.end()), false));
            }
            at += run.text.len();
        }
        if range.end < at
            && let Some(last) = out.last_mut()
            && last.text.ends_with('\n')
        {
            last.text.pop();
            let cut = usize::from(last.identical);
            last.source = Span::new(last.source.start(), last.source.end() - cut);
        }
        out
    }

    fn indent(block: &RenderBlock) -> f32 {
        f32::from(block.quote_depth.min(12)) * QUOTE
            + f32::from(block.list_depth.min(12)) * LIST
            + if block.footnote.is_some() { LIST } else { 0.0 }
    }

    fn gap(&self, placed: &Placed, block: &RenderBlock) -> (f32, f32) {
        let next = self.rendered.blocks.get(placed.block + 1);
        let above = match block.kind {
            RenderKind::Heading(_) if placed.first && placed.start > 0 => space::MEDIUM,
            _ => 0.0,
        };
        let below = if !placed.last {
            0.0
        } else if block.list_depth > 0 && next.is_some_and(|n| n.list_depth > 0) {
            space::SMALL
        } else {
            10.0
        };
        (above, below)
    }

    fn stretch(&self, painter: &Painter, placed: &Placed, range: Range<usize>, env: (f32, Theme)) -> Item {
        let (width, theme) = env;
        let block = &self.rendered.blocks[placed.block];
        let (above, below) = self.gap(placed, block);
        let boxed = code_like(&block.kind);
        let pad = if boxed { PAD } else { 0.0 };
        let x = Self::indent(block);
        let room = (width - x - 2.0 * pad).max(40.0);
        let shown = self.shown(block, &block.runs, range, false, theme);
        let empty = self.format(&block.kind, false, None, theme);
        let piece = Piece::new(painter, &shown, self.source(placed), room, &empty);
        let mut item = Item::default();
        let (top, bottom) = (if placed.first { pad } else { 0.0 }, if placed.last { pad } else { 0.0 });
        let height = piece.size().y + top + bottom;
        let frame = Rect::from_min_size(pos2(x, above), vec2(width - x, height));
        if boxed {
            item.decor.push(Decor::Fill(frame, 4.0, theme.quiet.gamma_multiply(0.09)));
        }
        self.marks(
            &mut item,
            placed,
            block,
            (above + top, height, piece.rows.first().map_or(0.0, |r| r.y().1)),
            theme,
        );
        inline_decor(&mut item, &piece, &block.runs, pos2(x + pad, above + top), theme);
        item.pieces.push((pos2(x + pad, above + top), piece));
        item.height = above + height + below;
        if matches!(block.kind, RenderKind::Heading(1 | 2)) && placed.last {
            let y = above + height + 2.0;
            item.decor.push(Decor::Line(pos2(x, y), pos2(width, y), theme.line));
        }
        item
    }

    /// Quote bars, bullets, numbers, check boxes, footnote labels.
    fn marks(
        &self,
        item: &mut Item,
        placed: &Placed,
        block: &RenderBlock,
        place: (f32, f32, f32),
        theme: Theme,
    ) {
        let (top, height, row) = place;
        for depth in 0..block.quote_depth.min(12) {
            let bar = Rect::from_min_size(pos2(f32::from(depth) * QUOTE + 2.0, top), vec2(3.0, height + 6.0));
            item.decor.push(Decor::Fill(bar, 1.5, theme.quiet.gamma_multiply(0.4)));
        }
        let x = Self::indent(block) - 7.0;
        let middle = top + row / 2.0;
        let label = |text: String, size: f32| {
            Decor::Label(pos2(x, middle), Align2::RIGHT_CENTER, text, FontId::proportional(size), theme.quiet)
        };
        if placed.label
            && let Some(name) = &block.footnote
        {
            item.decor.push(label(name.chars().take(6).collect(), self.size * 0.8));
        }
        let Some(mark) = block.item.filter(|_| placed.first) else { return };
        match (mark.task, mark.ordinal) {
            (Some(done), _) => check_box(item, pos2(x - 6.0, middle), done, theme),
            (None, Some(n)) => item.decor.push(label(format!("{n}."), self.size)),
            (None, None) => {
                let dot = Rect::from_center_size(pos2(x - 3.0, middle), vec2(5.0, 5.0));
                item.decor.push(Decor::Fill(dot, 2.5, theme.quiet));
            }
        }
    }

    fn row(&self, painter: &Painter, placed: &Placed, row: usize, env: (f32, Theme)) -> Item {
        let (width, theme) = env;
        let block = &self.rendered.blocks[placed.block];
        let mut item = Item::default();
        let (RenderKind::Table { alignments, rows }, Some(columns)) =
            (&block.kind, self.parts.columns.get(&placed.block))
        else {
            return item;
        };
        let Some(row) = rows.get(row) else { return item };
        let left = Self::indent(block);
        let wanted: Vec<f32> = columns.iter().map(|c| c * self.size * 0.56 + 2.0 * PAD).collect();
        let share = ((width - left) / wanted.iter().sum::<f32>().max(1.0)).min(1.0);
        let (mut x, mut height) = (left, 0.0_f32);
        let mut edges = vec![left];
        for (i, cell) in row.cells.iter().enumerate() {
            let column = wanted.get(i).copied().unwrap_or(40.0) * share;
            let runs = block.runs.get(cell.runs.clone()).unwrap_or_default();
            let shown = self.shown(block, runs, 0..usize::MAX, row.header, theme);
            let empty = self.format(&block.kind, row.header, None, theme);
            let room = (column - 2.0 * PAD).max(8.0);
            let piece = Piece::new(painter, &shown, cell.span, room, &empty);
            let spare = (room - piece.size().x).max(0.0);
            let shift = match alignments.get(i) {
                Some(Alignment::Right) => spare,
                Some(Alignment::Center) => spare / 2.0,
                _ => 0.0,
            };
            height = height.max(piece.size().y + 8.0);
            inline_decor(&mut item, &piece, runs, pos2(x + PAD + shift, 4.0), theme);
            item.pieces.push((pos2(x + PAD + shift, 4.0), piece));
            x += column;
            edges.push(x);
        }
        table_lines(&mut item, &edges, height, (row.header, placed.first), theme);
        item.height = height + if placed.last { 12.0 } else { 0.0 };
        item
    }

    fn source(&self, placed: &Placed) -> Span {
        let block = &self.rendered.blocks[placed.block];
        let i = self.parts.all.partition_point(|p| (p.block, p.start) <= (placed.block, placed.start));
        let next = self.parts.all.get(i).filter(|p| p.block == placed.block).map(|p| p.start);
        let end = if placed.last { block.span.end() } else { next.unwrap_or(block.span.end()) };
        let start = placed.start.max(block.span.start());
        Span::new(start, end.max(start))
    }
}

/// Boxes behind code and lines under links, as high as the letters; egui's own take the whole row.
fn inline_decor(item: &mut Item, piece: &Piece, runs: &[Run], at: Pos2, theme: Theme) {
    for run in runs.iter().filter(|r| (r.style.code || r.style.link.is_some()) && r.span.overlaps(piece.span))
    {
        piece.rects(run.span, |row, rect| {
            let rect = rect.translate(at.to_vec2());
            if run.style.code {
                item.decor.push(Decor::Fill(
                    rect.expand2(vec2(2.0, 1.0)),
                    3.0,
                    theme.quiet.gamma_multiply(0.14),
                ));
            }
            if run.style.link.is_some() {
                let y = at.y + row.baseline() + 2.5;
                let color = theme.accent.gamma_multiply(0.6);
                item.over.push(Decor::Line(pos2(rect.left(), y), pos2(rect.right(), y), color));
            }
        });
    }
}

fn code_like(kind: &RenderKind) -> bool {
    matches!(kind, RenderKind::Code { .. } | RenderKind::Html | RenderKind::FrontMatter)
}

fn check_box(item: &mut Item, center: Pos2, done: bool, theme: Theme) {
    let frame = Rect::from_center_size(center, vec2(12.0, 12.0));
    let color = if done { theme.accent } else { theme.quiet };
    item.decor.push(Decor::Fill(frame, 3.0, color));
    if !done {
        item.decor.push(Decor::Fill(frame.shrink(1.5), 2.0, theme.surface));
        return;
    }
    let at = |x: f32, y: f32| center + vec2(x, y);
    item.decor.push(Decor::Line(at(-3.5, 0.0), at(-1.0, 2.5), theme.surface));
    item.decor.push(Decor::Line(at(-1.0, 2.5), at(3.5, -2.5), theme.surface));
}

fn table_lines(item: &mut Item, edges: &[f32], height: f32, (header, first): (bool, bool), theme: Theme) {
    let (left, right) = (edges.first().copied().unwrap_or(0.0), edges.last().copied().unwrap_or(0.0));
    if header {
        let back = Rect::from_min_max(pos2(left, 0.0), pos2(right, height));
        item.decor.push(Decor::Fill(back, 0.0, theme.quiet.gamma_multiply(0.09)));
    }
    for &x in edges {
        item.decor.push(Decor::Line(pos2(x, 0.0), pos2(x, height), theme.line));
    }
    item.decor.push(Decor::Line(pos2(left, height), pos2(right, height), theme.line));
    if first {
        item.decor.push(Decor::Line(pos2(left, 0.5), pos2(right, 0.5), theme.line));
    }
}

impl Content for Blocks<'_> {
    fn text(&self) -> &str {
        self.text
    }

    fn count(&self) -> usize {
        self.parts.all.len()
    }

    fn item_of(&self, offset: usize) -> usize {
        self.parts.all.partition_point(|p| p.start <= offset).saturating_sub(1)
    }

    fn span(&self, item: usize) -> Span {
        let start = self.parts.all.get(item).map_or(self.text.len(), |p| p.start);
        let end = self.parts.all.get(item + 1).map_or(self.text.len(), |p| p.start);
        Span::new(start, end.max(start))
    }

    fn estimate(&self, item: usize, width: f32) -> f32 {
        let Some(placed) = self.parts.all.get(item) else { return 0.0 };
        let block = &self.rendered.blocks[placed.block];
        let size = self.scale(&block.kind);
        let (above, below) = self.gap(placed, block);
        let rows = match &placed.part {
            Part::Row(_) => 1.4,
            Part::Stretch(range) => (range.len() as f32 * size * 0.52 / width.max(40.0)).ceil().max(1.0),
        };
        above + rows * size * 1.5 + below
    }

    fn lay_out(&self, painter: &Painter, item: usize, width: f32, theme: Theme) -> Item {
        let Some(placed) = self.parts.all.get(item) else { return Item::default() };
        let block = &self.rendered.blocks[placed.block];
        if block.kind == RenderKind::Rule {
            let line = Decor::Line(pos2(Self::indent(block), 8.0), pos2(width, 8.0), theme.line);
            return Item { decor: vec![line], height: 24.0, ..Item::default() };
        }
        let mut out = match &placed.part {
            Part::Row(row) => self.row(painter, placed, *row, (width, theme)),
            Part::Stretch(range) => self.stretch(painter, placed, range.clone(), (width, theme)),
        };
        let within = self.span(item);
        let links = block.runs.iter().filter(|r| r.span.overlaps(within));
        out.links = links.filter_map(|r| r.style.link.clone().map(|link| (r.span, link))).collect();
        out
    }
}
