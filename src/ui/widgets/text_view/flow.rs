//! The engine that text and rendered views share: lays out only what is visible, scrolls exactly.
//!
//! The place of scrolling is an item and how far its top is above the view's, so that it does not move
//! when estimates above it become exact.

use super::heights::Heights;
use super::item::{Content, Item};
use crate::text::Span;
use crate::ui::overlay::Segment;
use crate::ui::theme::Theme;
use egui::{Painter, Pos2, Rect, pos2};
use std::collections::HashMap;

/// Work done in the last frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Lines (or pieces of very long ones) whose layout was made or asked for.
    pub laid_out_lines: usize,
    /// Fills, stripes and underlines.
    pub painted_shapes: usize,
}

#[derive(Clone, Copy, Debug)]
enum Request {
    Show(Span),
    Top(usize),
}

/// Everything that the layout of all items depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui::widgets) struct Key {
    pub content: u64,
    pub width: f32,
    pub pixels_per_point: f32,
    pub dark: bool,
}

/// What a view remembers from frame to frame.
#[derive(Debug, Default)]
pub(in crate::ui::widgets) struct FlowState {
    key: Option<Key>,
    heights: Heights,
    cache: HashMap<usize, Item>,
    /// The first visible item and how much of it is above the view.
    top: (usize, f64),
    top_offset: usize,
    request: Option<Request>,
    fresh: std::collections::HashSet<usize>,
    pub view_height: f32,
    pub visible: Vec<(usize, f32)>,
    pub dragging: bool,
    pub drag: crate::ui::overlay::Selection,
    pub goal_x: Option<f32>,
    pub bar_grab: f64,
    pub hovered: Option<usize>,
    pub shift_x: f32,
    /// How far the widest visible line reaches beyond the view.
    pub shift_limit: f32,
    pub counters: Counters,
    pub segments: Vec<(Rect, Segment)>,
    /// Where the numbers of pieces were painted.
    pub numbered: Vec<(usize, Rect)>,
    pub focused: bool,
}

/// What is needed to lay out.
pub(in crate::ui::widgets) struct Env<'a> {
    pub content: &'a dyn Content,
    pub painter: &'a Painter,
    pub width: f32,
    pub theme: Theme,
}

impl FlowState {
    pub fn scroll_to(&mut self, span: Span) {
        self.request = Some(Request::Show(span));
    }

    pub fn scroll_to_top(&mut self, offset: usize) {
        self.request = Some(Request::Top(offset));
    }

    pub(super) fn top_offset(&self) -> usize {
        self.top_offset
    }

    /// Starts a frame: forgets layouts that no longer hold and keeps the place.
    pub(super) fn begin(&mut self, env: &Env<'_>, key: Key) {
        self.counters = Counters::default();
        self.segments.clear();
        self.fresh.clear();
        if self.key == Some(key) {
            return;
        }
        self.key = Some(key);
        self.cache.clear();
        let estimates = (0..env.content.count()).map(|i| env.content.estimate(i, env.width)).collect();
        self.heights = Heights::new(estimates);
        let item = env.content.item_of(self.top_offset.min(env.content.text().len()));
        let inside = if item == self.top.0 { self.top.1.min(self.heights.get(item)) } else { 0.0 };
        self.top = (item, inside);
    }

    /// The layout of an item, made in this frame at the latest.
    pub(super) fn item(&mut self, env: &Env<'_>, item: usize) -> &Item {
        if self.fresh.insert(item) {
            self.counters.laid_out_lines += 1;
            if let Some(known) = self.cache.get_mut(&item) {
                known.refresh(env.painter);
            } else {
                let made = env.content.lay_out(env.painter, item, env.width, env.theme);
                self.heights.set(item, made.height);
                self.cache.insert(item, made);
            }
        }
        self.cache.entry(item).or_default()
    }

    pub(super) fn known(&self, item: usize) -> Option<&Item> {
        self.cache.get(&item)
    }

    fn height(&mut self, env: &Env<'_>, item: usize) -> f64 {
        f64::from(self.item(env, item).height)
    }

    /// How far the view is below the top of the text, and how high the whole text is, in points.
    pub(super) fn position(&self) -> (f64, f64) {
        (self.heights.before(self.top.0) + self.top.1, self.heights.total())
    }

    pub(super) fn jump(&mut self, y: f64) {
        self.top = self.heights.at(y);
    }

    pub(super) fn scroll_by(&mut self, dy: f64) {
        // Far away, heights are estimates anyway; near by, the walk in `settle` lays out and is exact.
        if dy.abs() > 3.0 * f64::from(self.view_height) {
            let (y, _) = self.position();
            self.jump(y + dy);
        } else {
            self.top.1 += dy;
        }
    }

    /// Carries out requests, keeps the place inside the text, lays out what is visible.
    pub(super) fn settle(&mut self, env: &Env<'_>) {
        if let Some(request) = self.request.take() {
            self.carry_out(env, request);
        }
        self.walk(env);
        self.fill(env);
        let below = self.visible.last().map_or(0.0, |&(i, y)| f64::from(y) + self.heights.get(i));
        let gap = f64::from(self.view_height) - below;
        if gap > 0.5 && self.top != (0, 0.0) {
            self.top.1 -= gap;
            self.walk(env);
            self.fill(env);
        }
        let first = self.top.0;
        self.top_offset = self.first_row(env, first);
        if self.cache.len() > 400 {
            let fresh = std::mem::take(&mut self.fresh);
            self.cache.retain(|i, _| fresh.contains(i));
            self.fresh = fresh;
        }
    }

    fn first_row(&mut self, env: &Env<'_>, item: usize) -> usize {
        let y = self.top.1 as f32 + 1.0;
        let start = env.content.span(item).start();
        let found = self.item(env, item).hit(pos2(0.0, y));
        found.unwrap_or(start)
    }

    /// Makes the first item the one that the view's top lies in.
    fn walk(&mut self, env: &Env<'_>) {
        let count = env.content.count();
        while self.top.1 < 0.0 && self.top.0 > 0 {
            self.top.0 -= 1;
            self.top.1 += self.height(env, self.top.0);
        }
        if self.top.1 < 0.0 {
            self.top.1 = 0.0;
        }
        while self.top.0 + 1 < count {
            let height = self.height(env, self.top.0);
            if self.top.1 < height {
                break;
            }
            self.top = (self.top.0 + 1, self.top.1 - height);
        }
    }

    fn fill(&mut self, env: &Env<'_>) {
        self.visible.clear();
        let mut y = -(self.top.1 as f32);
        for item in self.top.0..env.content.count() {
            if y >= self.view_height {
                break;
            }
            self.visible.push((item, y));
            y += self.height(env, item) as f32;
        }
    }

    fn carry_out(&mut self, env: &Env<'_>, request: Request) {
        match request {
            Request::Top(offset) => {
                let item = env.content.item_of(offset);
                let row = self.item(env, item).caret(offset);
                self.top = (item, f64::from(row.top() - 3.0).max(0.0));
            }
            Request::Show(span) => self.bring_into_view(env, span),
        }
    }

    fn bring_into_view(&mut self, env: &Env<'_>, span: Span) {
        let view = f64::from(self.view_height);
        let item = env.content.item_of(span.start());
        let row = self.item(env, item).caret(span.start());
        let (height, inside) = (f64::from(row.height()) + 6.0, f64::from(row.top()) - 3.0);
        let y = self.heights.before(item) + inside - self.position().0;
        if y >= 0.0 && y + height <= view {
            return;
        }
        let share = if y > -view * 0.5 && y < view * 1.5 {
            if y < 0.0 { 0.0 } else { view - height }
        } else {
            (view - height) / 2.0
        };
        self.top = (item, inside - share);
    }

    /// The visible item at a height of the view, and the height inside of it.
    pub(super) fn visible_at(&self, y: f32) -> Option<(usize, f32)> {
        let i = self.visible.partition_point(|&(_, top)| top <= y).saturating_sub(1);
        self.visible.get(i).map(|&(item, top)| (item, y - top))
    }

    /// The offset nearest to a place in the view.
    pub(super) fn hit(&self, env: &Env<'_>, at: Pos2) -> Option<usize> {
        let (item, y) = self.visible_at(at.y)?;
        let offset = self.known(item)?.hit(pos2(at.x + self.shift_x, y))?;
        Some(super::motion::snap(env.content.text(), offset))
    }

    /// The character under a place in the view.
    pub(super) fn under(&self, at: Pos2) -> Option<usize> {
        let (item, y) = self.visible_at(at.y)?;
        self.known(item)?.under(pos2(at.x + self.shift_x, y))
    }

    /// Where a caret stands that moves up (`-1`) or down (`1`) a row from `offset`.
    pub(super) fn vertical(&mut self, env: &Env<'_>, offset: usize, down: bool) -> usize {
        let item = env.content.item_of(offset);
        let layout = self.item(env, item);
        let (caret, height) = (layout.caret(offset), layout.height);
        let x = *self.goal_x.get_or_insert(caret.left());
        let step = caret.height() * 1.1 + 4.0;
        let y = if down { caret.center().y + step } else { caret.center().y - step };
        let text = env.content.text();
        let (target, y) = if y < 0.0 {
            let Some(above) = item.checked_sub(1) else { return 0 };
            (above, self.item(env, above).height - 2.0)
        } else if y >= height {
            if item + 1 >= env.content.count() {
                return text.len();
            }
            (item + 1, 2.0)
        } else {
            (item, y)
        };
        self.item(env, target).hit(pos2(x, y)).map_or(offset, |o| super::motion::snap(text, o))
    }

    /// The row that a caret stands in.
    pub(super) fn row_span(&mut self, env: &Env<'_>, offset: usize) -> Span {
        let item = env.content.item_of(offset);
        self.item(env, item).row_span(offset).unwrap_or(Span::empty(offset))
    }
}
