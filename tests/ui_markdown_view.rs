//! Drives the rendered view of a Markdown text, and compares what is colored with the source.

#![allow(clippy::expect_used, clippy::unwrap_used)]

#[path = "common/chunks.rs"]
mod chunks;

use chunks::chunking;
use egui::{Event, FontDefinitions, FontFamily, Modifiers, Pos2, Vec2, vec2};
use egui_kittest::Harness;
use fundstelle::chunk::Chunking;
use fundstelle::document::LinkTarget;
use fundstelle::evidence::{PassageId, Role};
use fundstelle::extract::markdown::{Rendered, render};
use fundstelle::text::{Span, Text};
use fundstelle::ui::overlay::{Overlay, PassageMark, Selection};
use fundstelle::ui::theme::font;
use fundstelle::ui::widgets::ViewEvent;
use fundstelle::ui::widgets::markdown_view::{MarkdownViewOptions, MarkdownViewState, markdown_view};

const MANUAL: &str = "# Pump X17\n\nThis section is for **trained staff**, *not* for `everyone`. See [the site](https://example.org/x17) and note[^1].\n\n## Limits\n\n- Replace the filter when the pressure drop exceeds 0.8 bar.\n- [x] Power is off\n- [ ] Valve is closed\n\n1. First\n2. Second &amp; last\n   - nested\n\n> Vor dem Öffnen der Abdeckung ist die Anlage spannungsfrei zu schalten.\n\n| Part | Limit (bar) |\n|:-----|------:|\n| Filter | 0.8 |\n| *Seal* | 12 |\n\n```rust\nfn main() {\n    pump();\n}\n```\n\n---\n\n![the pump](img/pump.png) ~~old~~ text.\n\n[^1]: A footnote.\n";

struct Desk {
    text: Text,
    rendered: Rendered,
    chunking: Chunking,
    passages: Vec<PassageMark>,
    selection: Option<Selection>,
    view: MarkdownViewState,
    events: Vec<ViewEvent>,
}

impl Desk {
    fn new(text: &str) -> Self {
        Self {
            text: Text::new(text),
            rendered: render(text),
            chunking: Chunking::default(),
            passages: Vec::new(),
            selection: None,
            view: MarkdownViewState::default(),
            events: Vec::new(),
        }
    }

    fn show(&mut self, ui: &mut egui::Ui) {
        let overlay = Overlay {
            generation: 0,
            chunking: &self.chunking,
            show_chunks: true,
            selected_chunk: Some(1),
            hovered_chunk: None,
            passages: &self.passages,
            hits: &[],
            current_hit: None,
            selection: self.selection,
            review: None,
        };
        let options = MarkdownViewOptions {
            font_size: 14.0,
            boundaries: true,
            id: egui::Id::unique("markdown"),
            name: "Original".to_owned(),
        };
        let mut tip = |i: usize| i.to_string();
        let view = &mut self.view;
        let events = markdown_view(ui, &self.text, &self.rendered, &overlay, &options, view, &mut tip);
        for event in &events {
            if let ViewEvent::Select(selection) = event {
                self.selection = Some(*selection);
            }
        }
        self.events.extend(events);
    }
}

type Window = Harness<'static, Desk>;

/// The program's own fonts are not needed here: their names stand for egui's.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    for (name, base) in [
        (font::SEMIBOLD, FontFamily::Proportional),
        (font::ITALIC, FontFamily::Proportional),
        (font::MONO_BOLD, FontFamily::Monospace),
    ] {
        let family = fonts.families[&base].clone();
        fonts.families.insert(FontFamily::Name(name.into()), family);
    }
    fonts
}

fn window(desk: Desk, dark: bool) -> Window {
    let theme = if dark { egui::Theme::Dark } else { egui::Theme::Light };
    let mut harness = Harness::builder()
        .with_size(Vec2::new(480.0, 760.0))
        .with_theme(theme)
        .with_step_dt(1.0 / 60.0)
        .allow_missing_glyphs()
        .with_context_setup(|ctx| ctx.set_fonts(fonts()))
        .build_ui_state(|ui, desk: &mut Desk| desk.show(ui), desk);
    harness.run_steps(3);
    harness
}

/// What is painted for one stretch of the source: it is made a chunk of its own for a frame.
fn places(harness: &mut Window, span: (usize, usize)) -> Vec<egui::Rect> {
    let before = std::mem::replace(&mut harness.state_mut().chunking, chunking(&[span]));
    harness.run_steps(1);
    let rects = harness.state().view.painted_segments().iter().map(|(rect, _)| *rect).collect();
    harness.state_mut().chunking = before;
    harness.run_steps(1);
    rects
}

fn press(harness: &mut Window, at: Pos2, pressed: bool) {
    harness.event(Event::PointerMoved(at));
    let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
    harness.event(Event::PointerButton { pos: at, button, pressed, modifiers });
    harness.run_steps(1);
}

fn picture(harness: &mut Window, name: &str) {
    let Ok(folder) = std::env::var("FUNDSTELLE_PICTURES") else { return };
    let image = harness.render().expect("a picture");
    image.save(std::path::Path::new(&folder).join(name)).expect("a file");
}

#[test]
fn all_blocks_are_shown_with_chunks_and_passages() {
    let at = |what: &str| MANUAL.find(what).unwrap();
    for (dark, name) in [(false, "markdown-light.png"), (true, "markdown-dark.png")] {
        let mut desk = Desk::new(MANUAL);
        desk.chunking = chunking(&[
            (0, at("## Limits")),
            (at("See [the"), at("1. First")),
            (at("1. First"), at("| Filter")),
            (at("| Filter"), MANUAL.len()),
        ]);
        let span = Span::new(at("Vor dem"), at("Anlage") + 6);
        desk.passages = vec![PassageMark { id: PassageId(1), span, role: Role::Answer, pending: false }];
        let mut harness = window(desk, dark);
        picture(&mut harness, name);
        let shown: Vec<usize> =
            harness.state().view.painted_segments().iter().map(|(_, s)| s.first).collect();
        assert!((0..4).all(|i| shown.contains(&i)), "{shown:?}");
    }
}

#[test]
fn markers_have_no_color_and_runs_have_their_own() {
    let mut harness = window(Desk::new("Some **bold** and `code`.\n"), false);
    let stars = places(&mut harness, (5, 7));
    assert!(stars.is_empty(), "{stars:?}");
    let word = places(&mut harness, (7, 11));
    let with_stars = places(&mut harness, (5, 13));
    assert_eq!(word.len(), 1);
    assert_eq!(word, with_stars);
}

#[test]
fn a_drag_selects_the_source_of_what_it_passes_over() {
    let mut harness = window(Desk::new(MANUAL), false);
    let at = |what: &str| MANUAL.find(what).unwrap();
    let from = places(&mut harness, (at("trained"), at("trained") + 1))[0];
    let to = places(&mut harness, (at("everyone") + 7, at("everyone") + 8))[0];
    press(&mut harness, from.left_center() + vec2(1.0, 0.0), true);
    press(&mut harness, to.right_center() - vec2(1.0, 0.0), false);
    let selected = harness.state().selection.unwrap().span();
    assert_eq!(selected.slice(MANUAL), "trained staff**, *not* for `everyone");
}

#[test]
fn a_click_on_a_link_follows_it() {
    let mut harness = window(Desk::new(MANUAL), false);
    let start = MANUAL.find("the site").unwrap();
    let at = places(&mut harness, (start, start + 8))[0].center();
    press(&mut harness, at, true);
    press(&mut harness, at, false);
    let expected = ViewEvent::Follow(LinkTarget::Address("https://example.org/x17".to_owned()));
    assert!(harness.state().events.contains(&expected), "{:?}", harness.state().events);
}

#[test]
fn a_view_that_comes_after_its_text_is_taken() {
    let mut desk = Desk::new(MANUAL);
    let rendered = std::mem::take(&mut desk.rendered);
    desk.chunking = chunking(&[(0, MANUAL.len())]);
    let mut harness = window(desk, false);
    assert!(harness.state().view.painted_segments().is_empty());
    harness.state_mut().rendered = rendered;
    harness.run_steps(2);
    assert!(harness.state().view.painted_segments().len() > 10);
    harness.state_mut().rendered = Rendered::default();
    harness.run_steps(2);
    assert!(harness.state().view.painted_segments().is_empty());
}

#[test]
fn long_tables_code_and_paragraphs_are_laid_out_where_they_are_seen() {
    let table = format!("| a | b |\n|---|---|\n{}", "| one | two |\n".repeat(20_000));
    let code = format!("```\n{}```\n", "let x = 1;\n".repeat(20_000));
    let paragraph = "word ".repeat(100_000);
    for text in [table, code, paragraph, String::new(), "\n\n".to_owned(), "- \n- [ ]\n>".to_owned()] {
        let mut harness = window(Desk::new(&text), false);
        for offset in [0, text.len() / 2, text.len()] {
            harness.state_mut().view.scroll_to(Span::empty(offset));
            harness.run_steps(1);
            let lines = harness.state().view.counters().laid_out_lines;
            assert!(lines < 100, "{lines} at {offset}");
        }
    }
}
