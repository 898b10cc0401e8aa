//! Drives the text view as a person does: mouse, keys, wheel; and compares what is painted with the text.

#![allow(clippy::expect_used, clippy::unwrap_used)]

#[path = "common/chunks.rs"]
mod chunks;

use chunks::chunking;
use egui::{Event, Key, Modifiers, Pos2, Rect, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use fundstelle::chunk::Chunking;
use fundstelle::evidence::{PassageId, Role};
use fundstelle::text::{Span, Text};
use fundstelle::ui::overlay::{Overlay, PassageMark, Selection};
use fundstelle::ui::widgets::ViewEvent;
use fundstelle::ui::widgets::text_view::{TextViewOptions, TextViewState, text_view};

const MANUAL: &str = "Pump X17 – Maintenance\n\nThis section is for trained staff. Before opening the cover, disconnect the power supply and wait thirty seconds, so that the capacitors can discharge. Check the display: it must be dark.\n\n2.1 Cleaning the inlet filter\n\nClose the inlet valve. Loosen the four screws of the filter housing and lift the cover. Inspect the seal for cracks; replace it if it is damaged.\n\nVor dem Öffnen der Abdeckung ist die Anlage spannungsfrei zu schalten, z. B. am Hauptschalter. 👨\u{200d}👩\u{200d}👧 e\u{301} 漢字\n";

struct Desk {
    text: Text,
    chunking: Chunking,
    passages: Vec<PassageMark>,
    hits: Vec<Span>,
    selection: Option<Selection>,
    options: TextViewOptions,
    view: TextViewState,
    events: Vec<ViewEvent>,
}

impl Desk {
    fn new(text: &str) -> Self {
        let options = TextViewOptions {
            line_numbers: false,
            font_size: 13.0,
            wrap: true,
            show_invisibles: false,
            boundaries: true,
            id: egui::Id::unique("text"),
            name: "Text".to_owned(),
        };
        Self {
            text: Text::new(text),
            chunking: Chunking::default(),
            passages: Vec::new(),
            hits: Vec::new(),
            selection: None,
            options,
            view: TextViewState::default(),
            events: Vec::new(),
        }
    }

    fn show(&mut self, ui: &mut egui::Ui) {
        let overlay = Overlay {
            generation: 0,
            chunking: &self.chunking,
            show_chunks: true,
            selected_chunk: Some(2),
            hovered_chunk: None,
            passages: &self.passages,
            hits: &self.hits,
            current_hit: Some(0),
            selection: self.selection,
            review: None,
        };
        let mut tip = |i: usize| format!("tip of {i}");
        let events = text_view(ui, &self.text, &overlay, &self.options, &mut self.view, &mut tip);
        for event in &events {
            if let ViewEvent::Select(selection) = event {
                self.selection = Some(*selection);
            }
        }
        self.events.extend(events);
    }

    fn selected(&self) -> &str {
        self.text.slice(self.selection.expect("something is selected").span())
    }

    fn at(&self, what: &str) -> usize {
        self.text.find(what).expect("the text has it")
    }
}

type Window = Harness<'static, Desk>;

fn window(desk: Desk, dark: bool) -> Window {
    let theme = if dark { egui::Theme::Dark } else { egui::Theme::Light };
    let mut harness = Harness::builder()
        .with_size(Vec2::new(480.0, 560.0))
        .with_theme(theme)
        .with_step_dt(1.0 / 60.0)
        .allow_missing_glyphs()
        .build_ui_state(|ui, desk: &mut Desk| desk.show(ui), desk);
    harness.run_steps(3);
    harness
}

/// The place of one character: it is made a chunk of its own for a frame.
fn place(harness: &mut Window, offset: usize) -> Rect {
    let desk = harness.state_mut();
    let end = offset + desk.text[offset..].chars().next().expect("a character").len_utf8();
    let before = std::mem::replace(&mut desk.chunking, chunking(&[(offset, end)]));
    harness.run_steps(1);
    let desk = harness.state_mut();
    let rect = desk.view.painted_segments().first().expect("it is visible").0;
    desk.chunking = before;
    harness.run_steps(1);
    rect
}

fn press(harness: &mut Window, at: Pos2, pressed: bool) {
    harness.event(Event::PointerMoved(at));
    let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
    harness.event(Event::PointerButton { pos: at, button, pressed, modifiers });
    harness.run_steps(1);
}

fn click(harness: &mut Window, at: Pos2) {
    press(harness, at, true);
    press(harness, at, false);
}

fn drag(harness: &mut Window, from: Pos2, to: Pos2) {
    press(harness, from, true);
    harness.event(Event::PointerMoved(from + (to - from) * 0.5));
    harness.run_steps(1);
    press(harness, to, false);
}

fn keys(harness: &mut Window, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(2);
}

/// Saves a picture where somebody wants to look at it.
fn picture(harness: &mut Window, name: &str) {
    let Ok(folder) = std::env::var("FUNDSTELLE_PICTURES") else { return };
    let image = harness.render().expect("a picture");
    image.save(std::path::Path::new(&folder).join(name)).expect("a file");
}

fn decorated() -> Desk {
    let mut desk = Desk::new(MANUAL);
    let at = |what: &str| MANUAL.find(what).unwrap();
    desk.chunking = chunking(&[
        (0, at("Check the")),
        (at("so that"), at("2.1")),
        (at("2.1"), at("Loosen")),
        (at("the inlet valve"), at("Inspect")),
        (at("Loosen"), at("replace")),
        (at("the filter housing"), at("Vor dem")),
        (at("Vor dem"), MANUAL.len()),
    ]);
    let mark = |id, from: &str, to: &str, role, pending| {
        let span = Span::new(at(from), at(to) + to.len());
        PassageMark { id: PassageId(id), span, role, pending }
    };
    desk.passages = vec![
        mark(1, "Before opening", "thirty seconds", Role::Answer, false),
        mark(2, "disconnect", "supply", Role::Condition, false),
        mark(3, "Öffnen", "Anlage", Role::Exception, true),
    ];
    desk.hits = vec![Span::new(at("filter"), at("filter") + 6)];
    desk.selection = Some(Selection { anchor: at("Hauptsch"), head: at("Hauptsch") + 13 });
    desk
}

#[test]
fn chunks_overlaps_and_marks_are_painted_in_light_and_dark() {
    for (dark, name) in [(false, "text-light.png"), (true, "text-dark.png")] {
        let mut harness = window(decorated(), dark);
        picture(&mut harness, name);
        let desk = harness.state();
        let covered: Vec<usize> = desk.view.painted_segments().iter().map(|(_, s)| s.count()).collect();
        assert!(covered.contains(&1) && covered.contains(&2) && covered.contains(&3), "{covered:?}");
    }
    let mut desk = decorated();
    desk.options.show_invisibles = true;
    desk.options.line_numbers = true;
    let mut harness = window(desk, false);
    picture(&mut harness, "text-invisibles.png");
    assert!(!harness.state().view.painted_segments().is_empty());
}

#[test]
fn a_drag_selects_exactly_what_it_passes_over() {
    let mut harness = window(Desk::new(MANUAL), false);
    let (from, to) = (harness.state().at("trained"), harness.state().at("cover"));
    let start = place(&mut harness, from).left_center() + vec2(1.0, 0.0);
    let end = place(&mut harness, to + 4).right_center() - vec2(1.0, 0.0);
    drag(&mut harness, start, end);
    assert_eq!(harness.state().selected(), "trained staff. Before opening the cover");
}

#[test]
fn two_clicks_take_the_word_and_three_the_paragraph() {
    let mut harness = window(Desk::new(MANUAL), false);
    let offset = harness.state().at("ffnen der");
    let at = place(&mut harness, offset).center();
    click(&mut harness, at);
    click(&mut harness, at);
    assert_eq!(harness.state().selected(), "Öffnen");
    click(&mut harness, at);
    let selected = harness.state().selected();
    assert!(selected.starts_with("Vor dem") && selected.ends_with("漢字"), "{selected:?}");
}

#[test]
fn shift_and_arrows_extend_by_graphemes_words_and_rows() {
    let mut harness = window(Desk::new(MANUAL), false);
    let offset = harness.state().at("👨");
    let at = place(&mut harness, offset).left_center() + vec2(1.0, 0.0);
    click(&mut harness, at);
    harness.run_steps(2);
    keys(&mut harness, Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(harness.state().selected(), "👨\u{200d}👩\u{200d}👧");
    keys(&mut harness, Modifiers::SHIFT, Key::ArrowLeft);
    keys(&mut harness, Modifiers::SHIFT | Modifiers::COMMAND, Key::ArrowLeft);
    assert_eq!(harness.state().selected(), "Hauptschalter. ");
    keys(&mut harness, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(harness.state().selection.unwrap().head, harness.state().at("Hauptsch"));
    keys(&mut harness, Modifiers::SHIFT, Key::ArrowUp);
    let across = harness.state().selected().to_owned();
    assert!(across.len() > 20 && across.len() < 120, "{across:?}");
    keys(&mut harness, Modifiers::SHIFT, Key::ArrowDown);
    assert_eq!(harness.state().selected(), "");
    keys(&mut harness, Modifiers::COMMAND, Key::A);
    assert_eq!(harness.state().selected(), MANUAL);
}

#[test]
fn the_color_of_a_chunk_lies_behind_its_characters_and_no_others() {
    let text = "Grüße, 漢字 and e\u{301}!\nsecond line";
    let (start, end) = (text.find("ße").unwrap(), text.find("nd e").unwrap());
    let mut harness = window(Desk::new(text), false);
    let mut expected = Rect::NOTHING;
    for (i, _) in text[start..end].char_indices() {
        expected = expected.union(place(&mut harness, start + i));
    }
    harness.state_mut().chunking = chunking(&[(start, end)]);
    harness.run_steps(1);
    let painted = harness.state().view.painted_segments().to_vec();
    assert_eq!(painted.len(), 1);
    assert!((painted[0].0.min - expected.min).length() < 0.1, "{painted:?} {expected:?}");
    assert!((painted[0].0.max - expected.max).length() < 0.1, "{painted:?} {expected:?}");
}

#[test]
fn every_passage_can_be_clicked_even_inside_of_another() {
    let mut harness = window(decorated(), false);
    let (outer, inner) = (harness.state().at("Before opening"), harness.state().at("disconnect"));
    for (offset, id) in [(outer, 1), (inner, 2), (inner, 1)] {
        let letter = place(&mut harness, offset + 3);
        let mut found = false;
        for dy in 0..14 {
            harness.state_mut().events.clear();
            click(&mut harness, pos2(letter.center().x, letter.bottom() - 6.0 + dy as f32));
            harness.run_steps(40);
            found |= harness.state().events.contains(&ViewEvent::ClickPassage(PassageId(id)));
        }
        assert!(found, "passage {id}");
    }
}

#[test]
fn ten_megabytes_scroll_with_a_bounded_number_of_laid_out_lines() {
    let line = "Die Pumpe X17 fördert bei 0,5 bar; siehe Abschnitt 2.2.\n";
    let mut harness = window(Desk::new(&line.repeat(10_000_000 / line.len())), false);
    let rows = 560 / 20 + 4;
    for step in 0..40 {
        if step % 10 == 9 {
            let offset = harness.state().text.floor_char_boundary(step * 250_000);
            harness.state_mut().view.scroll_to(Span::empty(offset));
        }
        harness.event(Event::PointerMoved(pos2(200.0, 200.0)));
        harness.event(Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            source: egui::MouseWheelSource::Wheel,
            delta: vec2(0.0, -170.0),
            phase: egui::TouchPhase::Move,
            modifiers: Modifiers::NONE,
        });
        harness.run_steps(1);
        let lines = harness.state().view.counters().laid_out_lines;
        assert!(lines <= 2 * rows, "{lines} lines in step {step}");
    }
    let far = |e: &ViewEvent| matches!(e, ViewEvent::Scrolled(o) if *o > 5_000_000);
    assert!(harness.state().events.iter().any(far));
}

#[test]
fn a_line_of_a_megabyte_is_laid_out_in_parts() {
    let mut harness = window(Desk::new(&"漢字👩\u{200d}🚀x ".repeat(60_000)), false);
    assert!(harness.state().view.counters().laid_out_lines <= 8);
    let end = harness.state().text.len();
    harness.state_mut().view.scroll_to(Span::empty(end));
    harness.run_steps(2);
    assert!(harness.state().view.counters().laid_out_lines <= 12);
}

#[test]
fn what_is_asked_for_comes_into_view() {
    let text: String =
        (0..5_000).flat_map(|i| ["Zeile ".to_owned(), i.to_string(), "\n".to_owned()]).collect();
    let at = text.find("Zeile 3777\n").unwrap();
    let mut desk = Desk::new(&text);
    desk.chunking = chunking(&[(at, at + 10)]);
    let mut harness = window(desk, false);
    assert!(harness.state().view.painted_segments().is_empty());
    harness.state_mut().view.scroll_to(Span::new(at, at + 10));
    harness.run_steps(2);
    let y = harness.state().view.painted_segments()[0].0.center().y;
    assert!((200.0..360.0).contains(&y), "{y}");
    harness.state_mut().view.scroll_to_top(at);
    harness.run_steps(2);
    assert!(harness.state().view.painted_segments()[0].0.top() < 30.0);
    assert!(!harness.state().events.iter().any(|e| matches!(e, ViewEvent::Scrolled(_))));
}

#[test]
fn a_boundary_has_a_name_and_tells_why_it_is_there() {
    let mut harness = window(decorated(), false);
    let rect = harness.get_by_label("Text: #2").rect();
    harness.event(Event::PointerMoved(rect.center()));
    harness.run_steps(60);
    assert!(harness.query_by_label("tip of 1").is_some());
    let seen = harness.get_by_role(egui::accesskit::Role::Document).accesskit_node().value();
    assert!(seen.is_some_and(|text| text.contains("Pump X17")));
}

#[test]
fn chunks_of_one_character_are_painted_and_their_handles_are_few() {
    let mut desk = Desk::new(MANUAL);
    let starts: Vec<usize> = MANUAL.char_indices().map(|(i, _)| i).chain([MANUAL.len()]).collect();
    let spans: Vec<(usize, usize)> = starts.windows(2).map(|w| (w[0], w[1])).collect();
    desk.chunking = chunking(&spans);
    let mut harness = window(desk, false);
    picture(&mut harness, "text-tiny.png");
    let painted = harness.state().view.painted_segments().len();
    assert!(painted > 400, "{painted}");
    let handles = harness.query_all_by_label_contains("Text: #").count();
    assert!((10..350).contains(&handles), "{handles}");
}

#[test]
fn a_selection_dragged_past_the_edge_scrolls_and_shift_click_extends_it() {
    let text: String = (0..500).flat_map(|i| ["Zeile ".to_owned(), i.to_string(), "\n".to_owned()]).collect();
    let mut harness = window(Desk::new(&text), false);
    press(&mut harness, pos2(60.0, 60.0), true);
    harness.event(Event::PointerMoved(pos2(60.0, 600.0)));
    harness.run_steps(60);
    press(&mut harness, pos2(60.0, 600.0), false);
    let first = harness.state().selection.unwrap();
    assert!(first.span().len() > 35 * 9, "{first:?}");
    assert!(harness.state().events.iter().any(|e| matches!(e, ViewEvent::Scrolled(_))));
    harness.run_steps(30);
    harness.event(Event::ModifiersChanged(Modifiers::SHIFT));
    click(&mut harness, pos2(60.0, 100.0));
    let second = harness.state().selection.unwrap();
    assert_eq!(second.anchor, first.anchor);
    assert!(second.head < first.head, "{first:?} {second:?}");
}

#[test]
fn any_text_is_shown_and_can_be_selected() {
    let texts = [
        "",
        "\n",
        "no newline",
        "\n\n\n",
        "a\u{0}b\u{7f}\tc\u{ad}d",
        "e\u{301}\u{301}\u{301}",
        "🇩🇪🇫🇷🇩🇪",
        "\u{2028}x\u{2029}\u{85}y",
        "שלום עולם abc\nمرحبا بك x",
    ];
    for text in texts {
        for (invisibles, wrap) in [(false, true), (true, true), (false, false)] {
            let mut desk = Desk::new(text);
            desk.chunking = chunking(&[(0, text.len())]);
            desk.options.show_invisibles = invisibles;
            desk.options.wrap = wrap;
            desk.options.line_numbers = true;
            let mut harness = window(desk, true);
            drag(&mut harness, pos2(10.0, 10.0), pos2(470.0, 500.0));
            for key in [Key::ArrowLeft, Key::ArrowUp, Key::ArrowDown, Key::ArrowRight, Key::Home, Key::End] {
                keys(&mut harness, Modifiers::NONE, key);
            }
            let head = harness.state().selection.unwrap().head;
            assert!(text.is_char_boundary(head), "{text:?} {head}");
            keys(&mut harness, Modifiers::COMMAND, Key::A);
            assert_eq!(harness.state().selected(), text);
        }
    }
}
