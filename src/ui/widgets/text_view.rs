//! A text with everything that lies over it: chunks, passages, hits, the selection.
//!
//! Owns layout of what is visible, scrolling, hit testing and painting. What is selected, hovered or
//! marked is given; what the person does is returned. Copying is left to the program.

mod draw;
mod flow;
mod heights;
mod input;
pub(super) mod item;
mod lines;
mod motion;
pub(super) mod piece;
pub(super) mod show;

pub use flow::Counters;
pub(super) use flow::FlowState;

use crate::text::{RevisionId, Span, Text};
use crate::ui::overlay::{Overlay, Segment};
use crate::ui::widgets::ViewEvent;
use egui::{Id, Rect, Ui};
use std::hash::{DefaultHasher, Hash, Hasher};

/// How a text is shown.
#[derive(Clone, Debug)]
pub struct TextViewOptions {
    /// Whether lines are numbered.
    pub line_numbers: bool,
    /// In points.
    pub font_size: f32,
    /// Whether lines are broken at the view's width.
    pub wrap: bool,
    /// Whether spaces, tabs, line breaks and other unseen characters are painted.
    pub show_invisibles: bool,
    /// Whether the start of each chunk has a handle.
    pub boundaries: bool,
    /// Tells views apart.
    pub id: Id,
    /// For screen readers.
    pub name: String,
}

/// What a text view remembers from frame to frame.
#[derive(Debug, Default)]
pub struct TextViewState {
    flow: FlowState,
    cuts: Option<(RevisionId, lines::Cuts)>,
}

impl TextViewState {
    /// Scrolls so that `span` starts in view; to the middle where it is far away.
    pub fn scroll_to(&mut self, span: Span) {
        self.flow.scroll_to(span);
    }

    /// Scrolls so that `offset` is in the first row.
    pub fn scroll_to_top(&mut self, offset: usize) {
        self.flow.scroll_to_top(offset);
    }

    /// Work done in the last frame.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.flow.counters
    }

    /// Where the numbers of pieces were painted in the last frame, by place in the pieces.
    #[must_use]
    pub fn painted_numbers(&self) -> &[(usize, Rect)] {
        &self.flow.numbered
    }

    /// Whether the view had the focus in the last frame.
    #[must_use]
    pub fn has_focus(&self) -> bool {
        self.flow.focused
    }

    /// What was painted behind chunks in the last frame, in points of the window.
    #[must_use]
    pub fn painted_segments(&self) -> &[(Rect, Segment)] {
        &self.flow.segments
    }
}

/// Shows `text` in all the room there is. `boundary_tip` says why a chunk starts where it does.
pub fn text_view(
    ui: &mut Ui,
    text: &Text,
    overlay: &Overlay<'_>,
    options: &TextViewOptions,
    state: &mut TextViewState,
    boundary_tip: &mut dyn FnMut(usize) -> String,
) -> Vec<ViewEvent> {
    let revision = text.revision();
    if state.cuts.as_ref().is_none_or(|(r, _)| *r != revision) {
        state.cuts = Some((revision, lines::Cuts::new(text)));
    }
    let Some((_, cuts)) = &state.cuts else { return Vec::new() };
    let mut hash = DefaultHasher::new();
    revision.hash(&mut hash);
    (options.font_size.to_bits(), options.wrap, options.show_invisibles).hash(&mut hash);
    let digits = text.lines().count().to_string().len() as f32;
    let frame = show::Frame {
        id: options.id,
        name: &options.name,
        boundaries: options.boundaries,
        margin: if options.line_numbers { 40.0 + digits * 6.0 } else { 34.0 },
        key: hash.finish(),
    };
    let content = lines::Lines { text, cuts, options };
    show::show(ui, &content, overlay, &frame, &mut state.flow, boundary_tip)
}
