//! What lies over both views, and what is done in them as commands.

use super::Views;
use crate::app::{Chunked, Command, Mode, Original, Zoom};
use crate::chunk::Chunking;
use crate::ui::context::Context;
use crate::ui::overlay::{Overlay, ReviewOverlay};
use crate::ui::widgets::ViewEvent;
use std::sync::Arc;

/// Runs `show` with what lies over the text.
pub(super) fn with_overlay(
    cx: &mut Context<'_>,
    show: impl FnOnce(&mut Context<'_>, &Overlay<'_>, Option<&Chunked>),
) {
    let chunked: Option<Arc<Chunked>> = cx.state.chunking().cloned();
    let none = Chunking::default();
    let state = cx.state;
    let reviewing = state.settings.mode == Mode::Review;
    let review = &state.review;
    let differing = review.comparison.as_ref().and_then(|c| c.result.as_ref()).map_or(&[][..], |r| &r.pieces);
    let pieces = ReviewOverlay {
        pieces: &review.facts.pieces,
        generation: review.generation,
        selected: review.selected,
        show_removed: state.settings.show_removed,
        cuts: &review.facts.cuts,
        playing: review.reading,
        differing,
        columns: &review.columns,
    };
    let overlay = Overlay {
        chunking: chunked.as_ref().map_or(&none, |c| &c.chunking),
        generation: state.generation,
        show_chunks: if reviewing { state.settings.chunks_in_review } else { state.settings.show_chunks },
        selected_chunk: state.selected_chunk,
        hovered_chunk: state.hovered_chunk,
        passages: &state.marks,
        hits: &state.find.hits,
        current_hit: state.find.current,
        selection: state.selection,
        review: reviewing.then_some(pieces),
    };
    show(cx, &overlay, chunked.as_deref());
}

/// Which of the two views.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Original,
    Text,
}

pub(super) fn handle(cx: &mut Context<'_>, views: &mut Views, events: Vec<ViewEvent>, side: Side) {
    for event in events {
        match event {
            ViewEvent::Select(selection) => cx.send(Command::Select(Some(selection))),
            // On pages a click means the piece, also where it has no text.
            ViewEvent::Click(_) if side == Side::Original && reviews_pages(cx) => {}
            ViewEvent::SelectPiece(piece) => {
                cx.send(Command::SelectPiece { piece: Some(piece), original: false, text: true });
            }
            ViewEvent::MovePiece { piece, number } => cx.send(Command::MovePiece { piece, number }),
            ViewEvent::Columns { piece, at } => cx.send(Command::Columns { piece, at }),
            ViewEvent::Click(offset) => {
                cx.send(Command::ClickText { offset, in_original: side == Side::Original });
            }
            ViewEvent::Hover(offset) => {
                let chunk = offset.and_then(|o| cx.state.chunk_at(o));
                if chunk != cx.state.hovered_chunk {
                    cx.send(Command::HoverChunk(chunk));
                }
            }
            ViewEvent::ClickPassage(id) => cx.send(Command::SelectPassage(Some(id))),
            ViewEvent::Follow(target) => cx.send(Command::Follow(target)),
            ViewEvent::Scrolled(offset) => {
                let page = cx.state.extraction().and_then(|e| cx.state.review.line_of(e, offset));
                let told = side == Side::Text || cx.state.review.by_section();
                if let Some(page) = page.filter(|p| told && *p != cx.state.review.page) {
                    cx.send(Command::NotePage(page));
                }
                follow_scroll(cx, views, offset, side);
            }
            ViewEvent::Zoom(factor) => zoom(cx, views, factor, side),
        }
    }
}

fn reviews_pages(cx: &Context<'_>) -> bool {
    let original = cx.state.document.as_ref().and_then(|d| d.original.as_ref());
    cx.state.settings.mode == Mode::Review && matches!(original, Some(Original::Pages { .. }))
}

fn follow_scroll(cx: &Context<'_>, views: &mut Views, offset: usize, side: Side) {
    if !cx.state.settings.linked {
        return;
    }
    if side == Side::Original {
        views.text.scroll_to_top(offset);
        return;
    }
    views.plain.scroll_to_top(offset);
    views.markdown.scroll_to_top(offset);
    let Some(extraction) = cx.state.extraction() else { return };
    let text = extraction.text();
    let end = text.ceil_char_boundary((offset + 400).min(text.len()));
    if let Some(first) = extraction.quads(crate::text::Span::new(offset.min(end), end)).first() {
        let top = first.quad.bounds().y0;
        views.pages.scroll_to_page(first.page, Some(top));
    }
}

fn zoom(cx: &mut Context<'_>, views: &Views, factor: f32, side: Side) {
    let paged =
        matches!(cx.state.document.as_ref().and_then(|d| d.original.as_ref()), Some(Original::Pages { .. }));
    if side == Side::Original && paged {
        cx.send(Command::Zoom(Zoom::Scale((views.pages.scale() * factor).clamp(0.05, 64.0))));
    } else {
        cx.send(Command::TextSize((cx.state.settings.text_size * factor).clamp(6.0, 60.0)));
    }
}
