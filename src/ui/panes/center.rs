//! The two views side by side: the original and the extracted text.

mod events;
mod notices;

pub use notices::hint;

use super::review::comparison::{self, CompareState};
use super::selected::boundary_tip;
use crate::app::{Action, Chunked, Command, Mode, Original, Phase, Reveal, Zoom};
use crate::document::SourceKind;
use crate::measure::Sizes;
use crate::ui::context::{Context, action_tip};
use crate::ui::i18n::{number, tr, tr_with};
use crate::ui::tiles::AppTiles;
use crate::ui::widgets::markdown_view::{MarkdownViewOptions, MarkdownViewState, markdown_view};
use crate::ui::widgets::page_view::{self, PageViewInput, PageViewState, page_view};
use crate::ui::widgets::text_view::{TextViewOptions, TextViewState, text_view};
use egui::{Align, Align2, CursorIcon, Frame, Layout, Sense, Ui, UiBuilder};
use events::{Side, handle, with_overlay};
use fluent_bundle::FluentValue;
use notices::{empty, failed};

/// What the views remember between frames; it belongs to one document.
#[derive(Default)]
pub struct Views {
    /// The extracted text.
    pub text: TextViewState,
    /// A plain text as it lies in its file.
    pub plain: TextViewState,
    /// Rendered Markdown.
    pub markdown: MarkdownViewState,
    /// Pages.
    pub pages: PageViewState,
    /// Pixels of pages.
    pub tiles: AppTiles,
    /// Two texts side by side.
    pub comparison: CompareState,
}

impl Views {
    /// Scrolls the views to what is to be shown.
    pub fn reveal(&mut self, cx: &Context<'_>, reveal: Reveal) {
        let Some(extraction) = cx.state.extraction() else {
            if let Reveal::Page(page, y) = reveal {
                self.pages.scroll_to_page(page, y);
            }
            return;
        };
        match reveal {
            Reveal::Page(page, y) => self.pages.scroll_to_page(page, y),
            Reveal::Span { span, original, text } => {
                if text {
                    self.text.scroll_to(span);
                }
                if original {
                    self.plain.scroll_to(span);
                    self.markdown.scroll_to(span);
                    // The end of a page has characters without a place; the next glyph has one.
                    let quads = extraction.quads(span);
                    if let Some(first) = quads.first() {
                        self.pages.scroll_to_quad(first.page, first.quad.bounds());
                    } else if let Some(page) = extraction.page_of(span.start()) {
                        self.pages.scroll_to_page(page, None);
                    }
                }
            }
        }
    }
}

/// Shows both views and sends what was done in them.
pub fn show(
    ui: &mut Ui,
    cx: &mut Context<'_>,
    views: &mut Views,
    sizes_of: &mut dyn FnMut(usize) -> Option<Sizes>,
) {
    let Some(document) = &cx.state.document else {
        empty(ui, cx);
        return;
    };
    match &document.phase {
        Phase::Failed(fault) => {
            failed(ui, cx, fault);
            return;
        }
        Phase::Opening if document.original.is_none() => {
            ui.centered_and_justified(|ui| ui.label(cx.quiet(tr("opening"))));
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(250));
            return;
        }
        _ => {}
    }
    let settings = &cx.state.settings;
    let (left, right) = (settings.show_original, settings.show_text);
    let full = ui.available_rect_before_wrap();
    let split = if left && right {
        settings.split
    } else if left {
        1.0
    } else {
        0.0
    };
    let middle = full.left() + full.width() * split;
    if left {
        let mut rect = full;
        rect.max.x = middle;
        let mut side = ui.new_child(UiBuilder::new().max_rect(rect).id_salt("original side"));
        side.set_clip_rect(rect.intersect(ui.clip_rect()));
        original(&mut side, cx, views, sizes_of);
    }
    if right {
        let mut rect = full;
        rect.min.x = middle;
        let mut side = ui.new_child(UiBuilder::new().max_rect(rect).id_salt("text side"));
        side.set_clip_rect(rect.intersect(ui.clip_rect()));
        text(&mut side, cx, views, sizes_of);
    }
    if left && right {
        splitter(ui, cx, full, middle);
    }
    ui.allocate_rect(full, Sense::hover());
}

fn splitter(ui: &mut Ui, cx: &mut Context<'_>, full: egui::Rect, middle: f32) {
    ui.painter().vline(middle, full.y_range(), (1.0, cx.theme.line));
    let grip = egui::Rect::from_x_y_ranges(middle - 4.0..=middle + 4.0, full.y_range());
    let response = ui
        .interact(grip, ui.scope_id().with("splitter"), Sense::drag())
        .on_hover_cursor(CursorIcon::ResizeHorizontal);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Splitter, true, tr("splitter")));
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        let split = ((pointer.x - full.left()) / full.width()).clamp(0.1, 0.9);
        cx.send(Command::Split(split));
    }
    if response.double_clicked() {
        cx.send(Command::Split(0.5));
    }
}

/// The line over a view, and the view's own ground.
fn head(ui: &mut Ui, cx: &mut Context<'_>, title: String, buttons: impl FnOnce(&mut Ui, &mut Context<'_>)) {
    Frame::new().inner_margin(egui::Margin::symmetric(14, 5)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                buttons(ui, cx);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(egui::Label::new(cx.quiet(title)).truncate());
                });
            });
        });
    });
}

fn original(
    ui: &mut Ui,
    cx: &mut Context<'_>,
    views: &mut Views,
    sizes_of: &mut dyn FnMut(usize) -> Option<Sizes>,
) {
    let Some(document) = cx.state.document.clone() else { return };
    let paged = matches!(document.original, Some(Original::Pages { .. }));
    ui.painter().rect_filled(ui.max_rect(), 0.0, if paged { cx.theme.desk } else { cx.theme.surface });
    match &document.original {
        Some(Original::Pages { sizes, .. }) => {
            let page = views.pages.current_page().number();
            let label = cx
                .state
                .extraction()
                .and_then(|e| e.pages().get(views.pages.current_page().get()).and_then(|p| p.label.clone()))
                .filter(|l| *l != page.to_string())
                .map(|l| format!(" ({l})"))
                .unwrap_or_default();
            let values = [
                ("page", FluentValue::from(format!("{}{label}", number(page as usize)))),
                ("pages", FluentValue::from(number(sizes.len()))),
            ];
            let percent = views.pages.scale() * 100.0 * 72.0 / 96.0;
            head(ui, cx, tr_with("original-page", &values), |ui, cx| zoom_menu(ui, cx, percent));
            pages(ui, cx, views, sizes_of);
        }
        Some(Original::Rendered(rendered)) => {
            let html = document.kind == Some(SourceKind::Html);
            head(ui, cx, tr(if html { "original-html" } else { "original-markdown" }), |_, _| {});
            let options = MarkdownViewOptions {
                font_size: cx.state.settings.text_size,
                id: ui.scope_id().with("markdown"),
                name: tr("original"),
                boundaries: true,
            };
            with_overlay(cx, |cx, overlay, chunked| {
                let Some(extraction) = cx.state.extraction().cloned() else { return };
                let mut tip = |i: usize| tip(chunked, i, sizes_of);
                let events = markdown_view(
                    ui,
                    extraction.text(),
                    rendered,
                    overlay,
                    &options,
                    &mut views.markdown,
                    &mut tip,
                );
                handle(cx, views, events, Side::Original);
            });
        }
        Some(Original::Text) | None => {
            head(ui, cx, tr("original-text"), |_, _| {});
            show_text(ui, cx, views, Side::Original, sizes_of);
        }
    }
}

fn zoom_menu(ui: &mut Ui, cx: &mut Context<'_>, percent: f32) {
    let text = match cx.state.settings.zoom {
        Zoom::FitWidth => format!("{} {percent:.0} %", tr("zoom-fit-width")),
        Zoom::FitPage => format!("{} {percent:.0} %", tr("zoom-fit-page")),
        Zoom::Scale(_) => format!("{percent:.0} %"),
    };
    ui.menu_button(cx.quiet(text), |ui| {
        for action in [Action::FitWidth, Action::FitPage, Action::ZoomReset, Action::ZoomIn, Action::ZoomOut]
        {
            cx.action_button(ui, action);
        }
    });
}

fn pages(
    ui: &mut Ui,
    cx: &mut Context<'_>,
    views: &mut Views,
    sizes_of: &mut dyn FnMut(usize) -> Option<Sizes>,
) {
    let Some(document) = cx.state.document.clone() else { return };
    let Some(Original::Pages { sizes, pdf }) = &document.original else { return };
    let page_sizes: &[page_view::PageSize] = sizes;
    let extraction = document.extraction.clone();
    views.tiles.bind(pdf);
    with_overlay(cx, |cx, overlay, chunked| {
        let input = PageViewInput {
            pages: page_sizes,
            extraction: extraction.as_deref(),
            overlay,
            links: extraction.as_ref().map_or(&[], |e| e.links()),
            zoom: cx.state.settings.zoom,
            name: &tr("original"),
        };
        let mut tip = |i: usize| tip(chunked, i, sizes_of);
        let events = page_view(ui, &input, &mut views.tiles, &mut views.pages, &mut tip);
        let now = views.pages.current_page();
        if views.pages.scrolled_by_hand() && now != cx.state.review.page {
            cx.send(Command::NotePage(now));
        }
        handle(cx, views, events, Side::Original);
    });
}

fn text(
    ui: &mut Ui,
    cx: &mut Context<'_>,
    views: &mut Views,
    sizes_of: &mut dyn FnMut(usize) -> Option<Sizes>,
) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, cx.theme.surface);
    let provisional = matches!(cx.state.document.as_ref().map(|d| &d.phase), Some(Phase::Provisional));
    let compared = cx.state.review.comparison.as_ref().filter(|_| cx.state.settings.mode == Mode::Review);
    let title = match cx.state.extraction() {
        Some(_) if compared.is_some() => compared
            .and_then(|c| c.result.as_ref())
            .map_or_else(|| tr("comparing"), |r| comparison::summary(r)),
        Some(_) if provisional => tr("text-title-provisional"),
        Some(extraction) => {
            tr_with("text-title", &[("revision", FluentValue::from(extraction.text().revision().short()))])
        }
        None => tr("text-title-none"),
    };
    head(ui, cx, title, |ui, cx| {
        let toggles = [
            (Action::ToggleInvisibles, "¶", cx.state.settings.show_invisibles),
            (Action::ToggleLinked, &tr("linked"), cx.state.settings.linked),
        ];
        for (action, text, on) in toggles {
            let response = ui.selectable_label(on, cx.quiet(text)).on_hover_text(action_tip(action));
            response.widget_info(|| {
                egui::WidgetInfo::selected(egui::Role::CheckBox, true, on, tr(action.info().key))
            });
            if response.clicked() {
                cx.run(action);
            }
        }
    });
    if cx.state.settings.mode == Mode::Review && cx.state.review.comparison.is_some() {
        comparison::show(ui, cx, &mut views.comparison);
        return;
    }
    if cx.state.extraction().is_none() {
        ui.centered_and_justified(|ui| ui.label(cx.quiet(tr("text-coming"))));
        return;
    }
    show_text(ui, cx, views, Side::Text, sizes_of);
}

fn show_text(
    ui: &mut Ui,
    cx: &mut Context<'_>,
    views: &mut Views,
    side: Side,
    sizes_of: &mut dyn FnMut(usize) -> Option<Sizes>,
) {
    let Some(extraction) = cx.state.extraction().cloned() else { return };
    if extraction.text().is_empty() {
        ui.centered_and_justified(|ui| ui.label(cx.quiet(tr("text-empty"))));
        return;
    }
    let settings = &cx.state.settings;
    let options = TextViewOptions {
        line_numbers: side == Side::Original,
        font_size: settings.text_size,
        wrap: settings.wrap,
        show_invisibles: settings.show_invisibles,
        boundaries: true,
        id: ui.scope_id().with(side == Side::Original),
        name: tr(if side == Side::Original { "original" } else { "extracted-text" }),
    };
    with_overlay(cx, |cx, overlay, chunked| {
        let state = if side == Side::Original { &mut views.plain } else { &mut views.text };
        let mut tip = |i: usize| tip(chunked, i, sizes_of);
        let events = text_view(ui, extraction.text(), overlay, &options, state, &mut tip);
        handle(cx, views, events, side);
    });
}

fn tip(chunked: Option<&Chunked>, index: usize, sizes_of: &mut dyn FnMut(usize) -> Option<Sizes>) -> String {
    chunked.map(|c| boundary_tip(c, index, sizes_of(index).as_ref())).unwrap_or_default()
}

/// Where toasts stand.
pub const TOASTS: Align2 = Align2::RIGHT_BOTTOM;
