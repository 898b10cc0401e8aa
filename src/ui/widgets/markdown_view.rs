//! The rendered view of a Markdown text, with everything that lies over it.
//!
//! Every run knows its place in the source, so that chunks, passages and the selection mean the same as in
//! the text. What the blocks are is `extract::markdown`'s business; scrolling, selecting and painting are
//! the same as in a text view.

mod blocks;
mod parts;

use crate::extract::markdown::Rendered;
use crate::text::{RevisionId, Span, Text};
use crate::ui::overlay::{Overlay, Segment};
use crate::ui::widgets::ViewEvent;
use crate::ui::widgets::text_view::{Counters, FlowState, show};
use egui::{Id, Rect, Ui};
use std::hash::{DefaultHasher, Hash, Hasher};

/// How a rendered text is shown.
#[derive(Clone, Debug)]
pub struct MarkdownViewOptions {
    /// Of paragraphs, in points.
    pub font_size: f32,
    /// Whether the start of each chunk has a handle.
    pub boundaries: bool,
    /// Tells views apart.
    pub id: Id,
    /// For screen readers.
    pub name: String,
}

/// What a rendered view remembers from frame to frame.
#[derive(Debug, Default)]
pub struct MarkdownViewState {
    flow: FlowState,
    /// Of which text, and of how many blocks.
    parts: Option<((RevisionId, usize), parts::Parts)>,
}

impl MarkdownViewState {
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

    /// What was painted behind chunks in the last frame, in points of the window.
    #[must_use]
    pub fn painted_segments(&self) -> &[(Rect, Segment)] {
        &self.flow.segments
    }
}

/// Shows `rendered`, made of `text`, in all the room there is. `boundary_tip` says why a chunk starts
/// where it does.
pub fn markdown_view(
    ui: &mut Ui,
    text: &Text,
    rendered: &Rendered,
    overlay: &Overlay<'_>,
    options: &MarkdownViewOptions,
    state: &mut MarkdownViewState,
    boundary_tip: &mut dyn FnMut(usize) -> String,
) -> Vec<ViewEvent> {
    let of = (text.revision(), rendered.blocks.len());
    if state.parts.as_ref().is_none_or(|(known, _)| *known != of) {
        state.parts = Some((of, parts::Parts::new(text, rendered)));
    }
    let Some((_, parts)) = &state.parts else { return Vec::new() };
    let mut hash = DefaultHasher::new();
    (of, options.font_size.to_bits()).hash(&mut hash);
    let frame = show::Frame {
        id: options.id,
        name: &options.name,
        boundaries: options.boundaries,
        margin: 34.0,
        key: hash.finish(),
    };
    let content = blocks::Blocks { text, rendered, parts, size: options.font_size };
    show::show(ui, &content, overlay, &frame, &mut state.flow, boundary_tip)
}
