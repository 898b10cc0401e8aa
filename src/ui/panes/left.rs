//! On the left: sources, chunks, outline; in Annotate the questions, in Review pages and problems.

use crate::app::{Action, Command, Mode};
use crate::ui::context::{Context, counted};
use crate::ui::i18n::{number, tr};
use crate::ui::sizes::{reason_word, unit};
use crate::ui::theme::space;
use crate::ui::widgets::chunk_list::{ChunkRow, chunk_list};
use egui::{RichText, ScrollArea, Ui};

/// Shows the panel. `scroll_to` is a chunk that the list is to show.
pub fn show(ui: &mut Ui, cx: &mut Context<'_>, scroll_to: Option<usize>) {
    sources(ui, cx);
    if cx.state.settings.mode == Mode::Review {
        super::review::left(ui, cx);
        return;
    }
    if cx.state.settings.mode == Mode::Annotate {
        super::questions::list(ui, cx);
        return;
    }
    let outline = cx.state.extraction().is_some_and(|e| !e.outline().is_empty());
    let room = ui.available_height();
    let chunks_height = if outline { room * 0.62 } else { room };
    ui.allocate_ui(egui::vec2(ui.available_width(), chunks_height), |ui| {
        ui.set_min_height(chunks_height - space::MEDIUM);
        chunks(ui, cx, scroll_to);
    });
    if outline {
        ui.add_space(space::SMALL);
        show_outline(ui, cx);
    }
}

fn sources(ui: &mut Ui, cx: &mut Context<'_>) {
    let sources = &cx.state.sources;
    if sources.len() < 2 {
        return;
    }
    cx.caption(ui, &tr("sources"), &number(sources.len()));
    let left_out = cx.state.folder.as_ref().map_or(0, |f| f.listing.skipped.len());
    if left_out > 0 && ui.link(counted("sources-left-out", left_out)).clicked() {
        cx.run(Action::FolderSummary);
    }
    let sources = &cx.state.sources;
    let rows = sources.len();
    let spacing = ui.spacing();
    let row = spacing
        .interact_size
        .y
        .max(ui.text_style_height(&egui::TextStyle::Button) + 2.0 * spacing.button_padding.y);
    let height = (rows as f32 * (row + spacing.item_spacing.y)).min(ui.available_height() * 0.25).max(44.0);
    let mut show = None;
    ScrollArea::vertical().id_salt("sources").max_height(height).auto_shrink([false, true]).show_rows(
        ui,
        row,
        rows,
        |ui, range| {
            for i in range {
                let item = &cx.state.sources[i];
                let mut text = RichText::new(&item.name);
                if item.fault.is_some() {
                    text = text.color(cx.theme.bad);
                }
                let response = ui.selectable_label(cx.state.current == Some(i), text);
                let tip = item.fault.clone().unwrap_or_else(|| item.path.display().to_string());
                if response.on_hover_text(tip).clicked() {
                    show = Some(i);
                }
            }
        },
    );
    if let Some(i) = show {
        cx.send(Command::ShowSource(i));
    }
    ui.add_space(space::MEDIUM);
}

fn chunks(ui: &mut Ui, cx: &mut Context<'_>, scroll_to: Option<usize>) {
    let Some(chunked) = cx.state.chunking().cloned() else {
        cx.caption(ui, &tr("chunks"), "");
        ui.label(cx.quiet(tr("chunks-empty")));
        return;
    };
    let all = chunked.chunking.chunks.len();
    cx.caption(ui, &tr("chunks"), &format!("{} · {}", number(all), unit(chunked.config.unit)));
    let theme = cx.theme;
    let mut row = |i: usize| {
        let chunk = &chunked.chunking.chunks[i];
        let span = chunked.extraction.text().char_span(chunk.span);
        ChunkRow {
            color: theme.chunk(i),
            span: format!("{}–{}", span.start, span.end),
            size: number(chunk.size),
            cut: reason_word(&chunk.end_reason, &chunked.config),
            oversize: chunk.oversize,
        }
    };
    let response = chunk_list(ui, all, &mut row, cx.state.selected_chunk, scroll_to);
    if let Some(i) = response.clicked {
        cx.send(Command::SelectChunk(Some(i)));
    }
    if response.hovered != cx.state.hovered_chunk && response.hovered.is_some() {
        cx.send(Command::HoverChunk(response.hovered));
    }
}

fn show_outline(ui: &mut Ui, cx: &mut Context<'_>) {
    cx.caption(ui, &tr("outline"), "");
    let Some(extraction) = cx.state.extraction().cloned() else { return };
    let items = extraction.outline();
    ScrollArea::vertical().id_salt("outline").auto_shrink(false).show_rows(
        ui,
        18.0,
        items.len(),
        |ui, range| {
            for item in &items[range] {
                ui.horizontal(|ui| {
                    ui.add_space(10.0 * f32::from(item.level.saturating_sub(1).min(8)));
                    let response = ui.add(egui::Button::new(&item.title).frame(false).truncate());
                    if response.on_hover_text(&item.title).clicked() {
                        match (item.offset, item.destination) {
                            (Some(offset), _) => cx.send(Command::ShowOffset(offset)),
                            (None, Some(to)) => cx.send(Command::ShowPage(to.page, to.y)),
                            (None, None) => {}
                        }
                    }
                });
            }
        },
    );
}
