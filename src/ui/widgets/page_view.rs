//! The pages of a PDF under each other, with chunks, passages, hits and the selection over them.
//!
//! Owns scrolling, zooming about the pointer, textures, and which character lies under the pointer.
//! Pixels come from a [`TileSource`]; places of spans come from the extraction, which knows every glyph.

mod access;
mod glyphs;
mod keys;
mod layout;
mod marks;
pub mod order;
mod paint;
mod pixels;
mod pointer;
mod review;
mod scroll;
mod textures;

pub use review::PaintedPiece;

use super::ViewEvent;
use crate::app::Zoom;
use crate::document::{Extraction, Link, PageIndex, Point, Quad, Rect};
use crate::render::{TileImage, TileKey, scale_key};
use crate::ui::overlay::{Overlay, Segment};
use crate::ui::theme::Theme;
use egui::{Pos2, Sense, Ui, UiBuilder, vec2};
use std::collections::HashMap;
use std::sync::Arc;

/// Width and height of a page in points, as shown.
pub type PageSize = (f32, f32);

/// What is shown.
pub struct PageViewInput<'a> {
    /// The sizes of all pages, in order.
    pub pages: &'a [PageSize],
    /// The text and its places, as soon as there is one.
    pub extraction: Option<&'a Extraction>,
    /// What lies over the pages.
    pub overlay: &'a Overlay<'a>,
    /// Places that lead somewhere.
    pub links: &'a [Link],
    /// How large pages are.
    pub zoom: Zoom,
    /// The view's name for readers of the screen.
    pub name: &'a str,
}

/// Where pixels come from. Nothing here waits.
pub trait TileSource {
    /// A tile, if it is painted.
    fn tile(&mut self, key: TileKey) -> Option<Arc<TileImage>>;
    /// The tiles that are missing now, the most wanted first. Replaces what was wanted before.
    fn want(&mut self, keys: &[TileKey]);
    /// Why a page cannot be painted.
    fn failed(&self, page: PageIndex) -> Option<&str>;
}

/// What the last frame cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Pages with at least one pixel or their number in sight.
    pub painted_pages: usize,
    /// Textures made in the frame.
    pub textures_allocated_this_frame: usize,
    /// Textures kept.
    pub textures_alive: usize,
    /// Places of chunks that were filled.
    pub quads_painted: usize,
}

/// Where the view is to go as soon as sizes are known.
#[derive(Clone, Copy, Debug)]
enum Target {
    Quad(PageIndex, Rect),
    Page(PageIndex, Option<f32>),
}

/// What the view remembers between frames.
#[derive(Default)]
pub struct PageViewState {
    layout: layout::Layout,
    /// Logical pixels a point; 0 before the first frame.
    scale: f32,
    /// Logical pixels above the view.
    scroll: f64,
    /// How far the view's middle is right of the pages' middle, in logical pixels.
    pan: f64,
    target: Option<Target>,
    /// The pointer, when it asked for another zoom.
    zoom_at: Option<Pos2>,
    /// When the scale changed last, and the scale that tiles are asked for.
    changed: f64,
    tile_scale: u32,
    textures: textures::Textures,
    marks: marks::MarksCache,
    glyphs: glyphs::GlyphCache,
    /// Since when pages in sight have no pixels.
    waiting: HashMap<PageIndex, f64>,
    /// Where the selection that is being dragged began.
    anchor: Option<usize>,
    hovered: Option<usize>,
    /// The character at the top, as last told.
    top: Option<usize>,
    painted: Vec<(PageIndex, Quad, Segment)>,
    counters: Counters,
    current: PageIndex,
    order: review::OrderCache,
    painted_pieces: Vec<PaintedPiece>,
    painted_arrows: Vec<(PageIndex, order::Arrow)>,
    /// What of the review is being dragged.
    held: Option<review::Held>,
    /// Whether the person scrolled in the last frame.
    by_hand: bool,
    focused: bool,
}

impl PageViewState {
    /// Brings a place into sight; does not move where it is in sight already.
    pub fn scroll_to_quad(&mut self, page: PageIndex, rect: Rect) {
        self.target = Some(Target::Quad(page, rect));
    }

    /// Brings a page, or `y` points down on it, to the top.
    pub fn scroll_to_page(&mut self, page: PageIndex, y: Option<f32>) {
        self.target = Some(Target::Page(page, y));
    }

    /// What the last frame cost.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The page that takes most of the view.
    #[must_use]
    pub fn current_page(&self) -> PageIndex {
        self.current
    }

    /// Logical pixels a point.
    #[must_use]
    pub fn scale(&self) -> f32 {
        if self.scale > 0.0 { self.scale } else { 1.0 }
    }

    /// The places of chunks that the last frame filled, in page space.
    #[must_use]
    pub fn painted_quads(&self) -> &[(PageIndex, Quad, Segment)] {
        &self.painted
    }

    /// The pieces that the last frame painted.
    #[must_use]
    pub fn painted_pieces(&self) -> &[PaintedPiece] {
        &self.painted_pieces
    }

    /// The arrows of the reading order that the last frame painted.
    #[must_use]
    pub fn painted_arrows(&self) -> &[(PageIndex, order::Arrow)] {
        &self.painted_arrows
    }

    /// Whether the person, and not a request, scrolled in the last frame.
    #[must_use]
    pub fn scrolled_by_hand(&self) -> bool {
        self.by_hand
    }

    /// Whether the view had the focus in the last frame.
    #[must_use]
    pub fn has_focus(&self) -> bool {
        self.focused
    }

    /// Takes sizes and zoom, and keeps what was seen where it was.
    fn begin(&mut self, ui: &Ui, input: &PageViewInput<'_>, rect: egui::Rect) {
        self.layout.update(input.pages);
        self.textures.begin();
        let scale = match input.zoom {
            Zoom::FitWidth => self.layout.fit(rect.width() - scroll::BAR, None),
            Zoom::FitPage => self.layout.fit(rect.width() - scroll::BAR, Some(rect.height())),
            Zoom::Scale(scale) if scale.is_finite() => scale.clamp(layout::SCALES.start, layout::SCALES.end),
            Zoom::Scale(_) => 1.0,
        };
        // A scale that tiles can be painted at, so that each of their pixels is one of the screen's.
        let ppp = ui.ctx().pixels_per_point();
        let key = scale_key(scale * ppp);
        let scale = key as f32 / 1000.0 / ppp;
        let now = ui.input(|i| i.time);
        if self.scale <= 0.0 {
            self.scale = scale;
            self.tile_scale = key;
        } else if scale != self.scale {
            let anchor = self.zoom_at.take().unwrap_or(Pos2::new(rect.center().x, rect.top()));
            let (down, across) = (f64::from(anchor.y - rect.top()), f64::from(anchor.x - rect.center().x));
            let place = self.layout.place(self.scroll + down, self.scale);
            self.scroll = self.layout.height_of(place, scale) - down;
            self.pan = (self.pan + across) * f64::from(scale / self.scale) - across;
            self.scale = scale;
            self.changed = now;
        }
        if self.tile_scale != key {
            let rested = now - self.changed;
            if rested >= pixels::REST {
                self.tile_scale = key;
            } else {
                ui.ctx().request_repaint_after_secs((pixels::REST - rested) as f32);
            }
        }
        if let Some(target) = self.target.take() {
            self.go(target, rect);
        }
    }

    fn go(&mut self, target: Target, rect: egui::Rect) {
        let last = self.layout.len().saturating_sub(1);
        let (scale, height) = (f64::from(self.scale), f64::from(rect.height()));
        match target {
            Target::Page(page, y) => {
                let top = self.layout.top(page.get().min(last), self.scale);
                let y = y.filter(|y| y.is_finite()).map_or(0.0, |y| f64::from(y) * scale);
                self.scroll = top + y - f64::from(layout::MARGIN) / 2.0;
            }
            Target::Quad(page, quad) => {
                let page = page.get().min(last);
                let top = self.layout.top(page, self.scale);
                let (from, to) = (top + f64::from(quad.y0) * scale, top + f64::from(quad.y1) * scale);
                if from < self.scroll + 8.0 || to > self.scroll + height - 8.0 {
                    self.scroll = from - height / 3.0;
                }
                let middle = f64::from(self.layout.size(page).0) / 2.0;
                let half = f64::from(rect.width()) / 2.0;
                let (left, right) =
                    ((f64::from(quad.x0) - middle) * scale, (f64::from(quad.x1) - middle) * scale);
                if left < self.pan - half || right > self.pan + half {
                    self.pan = left - half + 24.0;
                }
            }
        }
    }

    /// Keeps the view on the pages, and finds those in sight.
    fn view(&mut self, ui: &Ui, rect: egui::Rect) -> View {
        let most = (self.layout.height(self.scale) - f64::from(rect.height())).max(0.0);
        self.scroll = if self.scroll.is_finite() { self.scroll.clamp(0.0, most) } else { 0.0 };
        let seen = self.layout.within(self.scroll, self.scroll + f64::from(rect.height()), self.scale);
        let widest = seen.clone().map(|i| self.layout.size(i).0).fold(0.0, f32::max) * self.scale;
        let over = widest + 2.0 * layout::MARGIN + scroll::BAR - rect.width();
        // A page that was fitted may be wider by a rounding.
        let side = if over < 2.0 { 0.0 } else { f64::from(over) / 2.0 };
        self.pan = if self.pan.is_finite() { self.pan.clamp(-side, side) } else { 0.0 };
        let ppp = ui.ctx().pixels_per_point();
        let snap = |n: f32| (n * ppp).round() / ppp;
        let middle = rect.center().x - scroll::BAR / 2.0;
        let pages: Vec<_> = seen
            .map(|i| {
                let size = self.layout.size(i);
                let size = vec2(size.0, size.1) * self.scale;
                let x = middle - self.pan as f32 - size.x / 2.0;
                let y = rect.top() + (self.layout.top(i, self.scale) - self.scroll) as f32;
                (PageIndex(i as u32), egui::Rect::from_min_size(Pos2::new(snap(x), snap(y)), size))
            })
            .collect();
        let share = |r: &egui::Rect| (r.intersect(rect).height()).max(0.0);
        if let Some(current) = pages.iter().rev().max_by(|a, b| share(&a.1).total_cmp(&share(&b.1))) {
            self.current = current.0;
        }
        View { rect, scale: self.scale, side, most, pages }
    }
}

/// What is in sight in this frame.
struct View {
    rect: egui::Rect,
    scale: f32,
    /// How far pages can be moved to either side, and down.
    side: f64,
    most: f64,
    /// Pages and where they are on the screen.
    pages: Vec<(PageIndex, egui::Rect)>,
}

impl View {
    /// A point of a page on the screen.
    fn pos(&self, page: egui::Rect, p: Point) -> Pos2 {
        page.min + vec2(p.x, p.y) * self.scale
    }

    fn quad(&self, page: egui::Rect, quad: Quad) -> [Pos2; 4] {
        quad.0.map(|p| self.pos(page, p))
    }

    fn area(&self, page: egui::Rect, r: Rect) -> egui::Rect {
        egui::Rect::from_min_max(
            self.pos(page, Point { x: r.x0, y: r.y0 }),
            self.pos(page, Point { x: r.x1, y: r.y1 }),
        )
    }

    /// The page nearest to a place on the screen, and the place on it in points.
    fn point(&self, pos: Pos2) -> Option<(PageIndex, Point)> {
        let away = |r: &egui::Rect| (r.top() - pos.y).max(pos.y - r.bottom()).max(0.0);
        let (page, rect) = self.pages.iter().min_by(|a, b| away(&a.1).total_cmp(&away(&b.1)))?;
        let at = (pos - rect.min) / self.scale;
        Some((*page, Point { x: at.x, y: at.y }))
    }
}

/// Shows the pages in the room that is left. `boundary_tip` is asked for the boundary under the pointer.
pub fn page_view(
    ui: &mut Ui,
    input: &PageViewInput<'_>,
    tiles: &mut dyn TileSource,
    state: &mut PageViewState,
    boundary_tip: &mut dyn FnMut(usize) -> String,
) -> Vec<ViewEvent> {
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    let mut ui = ui.new_child(UiBuilder::new().max_rect(rect).id_salt("pages"));
    ui.set_clip_rect(rect.intersect(ui.clip_rect()));
    let ui = &mut ui;
    let theme = Theme::of(ui.ctx());
    ui.painter().rect_filled(rect, 0.0, theme.desk);
    let mut events = Vec::new();
    state.begin(ui, input, rect);
    let before = state.scroll;
    scroll::wheel(ui, state, rect, &mut events);
    keys::keys(ui, &response, input, state, &mut events);
    pointer::drag_scroll(ui, &response, state, rect);
    // Before the scroll is kept within bounds: that is not the person's doing.
    state.by_hand = state.scroll != before;
    state.focused = response.has_focus();
    let mut view = state.view(ui, rect);
    if scroll::bars(ui, state, &view) {
        state.by_hand = true;
        view = state.view(ui, rect);
    }
    pixels::load(ui, input, tiles, state, &view);
    pixels::paint(ui, tiles, state, &view, theme);
    paint::overlay(ui, input, state, &view);
    review::paint(ui, input, state, &view);
    access::describe(ui, &response, input, &view);
    pointer::links(ui, input, &view, &mut events);
    pointer::pointer(ui, &response, input, state, &view, boundary_tip, &mut events);
    review::pointer(ui, &response, input, state, &view, &mut events);
    scroll::paint_bars(ui, state, &view, theme);
    if state.by_hand {
        scroll::tell(input, state, &view, &mut events);
    }
    state.textures.end();
    state.counters.painted_pages = view.pages.len();
    state.counters.textures_allocated_this_frame = state.textures.made;
    state.counters.textures_alive = state.textures.alive();
    events
}
