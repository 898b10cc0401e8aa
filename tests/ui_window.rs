//! The real window: a person opens the sample, moves a slider, clicks, marks, saves and comes back.

#[path = "common/window.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod window;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use fundstelle::app::{Command, FileChoice, Selection};
use fundstelle::chunk::{ChunkConfig, Overlap};
use fundstelle::evidence::Role;
use fundstelle::measure::Unit;
use fundstelle::text::Span;
use window::Window;

fn chunks(window: &Window) -> usize {
    window.app().state().chunking().map_or(0, |c| c.chunking.chunks.len())
}

fn configure(window: &mut Window, size: usize, overlap: usize, unit: Unit) {
    let config =
        ChunkConfig { size, overlap: Overlap::Units(overlap), unit, ..window.app().state().config.clone() };
    window.send(Command::Configure { config, done: true });
}

#[test]
fn the_first_minute_with_the_sample() {
    let home = tempfile::tempdir().unwrap();
    let mut window = Window::open(home.path(), &[]);
    window.painted();
    assert!(window.app().state().is_sample());
    let before = chunks(&window);
    assert!(before > 1, "the sample shows more than one chunk");
    let colors_before = window.harness.state().views().text.painted_segments().len();
    assert!(colors_before > 0, "chunks are colored in the text");
    assert!(
        !window.harness.state().views().pages.painted_quads().is_empty(),
        "chunks are colored on the page"
    );

    // The slider is dragged to the left, and the colors follow while it is held.
    let slider = window.harness.get_by_role_and_label(egui::accesskit::Role::Slider, "Size").rect();
    let y = slider.center().y;
    let knob = {
        let top: f64 = 2048.0;
        let share = (512_f64.ln() - 1.0) / (top.ln() - 1.0);
        egui::pos2(slider.left() + slider.width() * share as f32, y)
    };
    window.harness.drag_at(knob);
    window.harness.step();
    window.harness.hover_at(egui::pos2(slider.left() + slider.width() * 0.55, y));
    window.until("more chunks while the slider is held", |shell| {
        shell.app().state().chunking().is_some_and(|c| c.chunking.chunks.len() > before)
    });
    assert!(!window.app().state().project.can_undo, "a drag commits on release only");
    window.harness.drop_at(egui::pos2(slider.left() + slider.width() * 0.55, y));
    window.settle();
    assert!(chunks(&window) > before);
    assert!(window.app().state().project.can_undo, "the release is an edit");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(chunks(&window), before, "undo brings the first chunks back");
}

#[test]
fn a_click_in_the_list_selects_on_both_sides() {
    let home = tempfile::tempdir().unwrap();
    let mut window = Window::open(home.path(), &[]);
    configure(&mut window, 120, 20, Unit::Tokens);
    window.painted();
    window.harness.get_by_label("Chunk 3").click();
    window.settle();
    let state = window.app().state();
    assert_eq!(state.selected_chunk, Some(2));
    let span = state.chunking().unwrap().chunking.chunks[2].span;
    let views = window.harness.state().views();
    let in_text = views
        .text
        .painted_segments()
        .iter()
        .any(|(_, s)| s.first <= 2 && 2 <= s.last && span.contains_span(s.span));
    let on_page = views.pages.painted_quads().iter().any(|(_, _, s)| s.first <= 2 && 2 <= s.last);
    assert!(in_text, "the chunk is in sight in the text");
    assert!(on_page, "the chunk is in sight on the page");
    assert!(window.harness.query_by_label("Why it ends here").is_some(), "the panel says why it ends there");
}

#[test]
fn a_mark_by_keyboard_is_undone_saved_and_there_again() {
    let home = tempfile::tempdir().unwrap();
    let project = home.path().join("gold.fundstelle");
    let mut window = Window::open(home.path(), &[]);
    let text = window.app().state().extraction().unwrap().text().clone();
    let span = Span::new(0, text.find('\n').unwrap_or(20).min(60));
    window.send(Command::Select(Some(Selection::from(span))));
    window.key(Modifiers::NONE, Key::Num1);
    assert_eq!(window.app().state().marks.len(), 1);
    assert_eq!(window.app().state().project.passages[0].passage.role, Role::Answer);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(window.app().state().marks.is_empty(), "undone");
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(window.app().state().marks.len(), 1, "done again");
    window.send(Command::Chosen(FileChoice::SaveProject, project.clone()));
    window.harness.state_mut().app_mut().shut_down();
    drop(window);

    let window = Window::open(home.path(), &[&project]);
    let state = window.app().state();
    assert_eq!(state.marks.len(), 1);
    assert_eq!(state.extraction().unwrap().text().slice(state.marks[0].span), text.slice(span));
}

#[test]
fn a_question_is_typed_into_its_box() {
    let home = tempfile::tempdir().unwrap();
    let mut window = Window::open(home.path(), &[]);
    window.key(Modifiers::COMMAND, Key::N);
    window.harness.get_by_role_and_label(egui::accesskit::Role::TextInput, "Question").type_text("How long?");
    window.settle();
    window.harness.key_press(Key::Enter);
    window.settle();
    assert_eq!(window.app().state().project.questions[0].text, "How long?");
    assert!(window.app().state().dialog.is_none());
}

#[test]
fn the_palette_runs_what_was_typed() {
    let home = tempfile::tempdir().unwrap();
    let mut window = Window::open(home.path(), &[]);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    let name = "Search commands";
    window.harness.get_by_role_and_label(egui::accesskit::Role::TextInput, name).type_text("dark theme");
    window.settle();
    window.harness.key_press(Key::Enter);
    window.settle();
    assert_eq!(window.app().state().settings.theme, fundstelle::app::ThemeChoice::Dark);
}

#[test]
fn panes_zoom_and_recent_files_are_as_they_were() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("日本 Prüfung.txt");
    std::fs::write(&file, "甲。乙。丙。\n").unwrap();
    let mut window = Window::open(home.path(), &[&file]);
    window.key(Modifiers::NONE, Key::F8);
    window.key(Modifiers::NONE, Key::F10);
    window.send(Command::TextSize(19.0));
    window.harness.state_mut().app_mut().shut_down();
    drop(window);
    let window = Window::open(home.path(), &[]);
    let settings = &window.app().state().settings;
    assert!(!settings.show_left && !settings.show_bottom && settings.show_right);
    assert_eq!(settings.text_size, 19.0);
    assert_eq!(settings.recent.first(), Some(&file));
    assert_eq!(
        window.app().state().document.as_ref().map(|d| d.path.clone()),
        Some(file),
        "it is open again"
    );
}

#[test]
fn an_idle_window_asks_for_no_frames() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("a.txt");
    std::fs::write(&file, "one line\n").unwrap();
    let mut window = Window::open(home.path(), &[&file]);
    for _ in 0..30 {
        window.harness.step();
    }
    let delay = window.harness.output().viewport_output.values().map(|v| v.repaint_delay).min().unwrap();
    assert!(delay > std::time::Duration::from_millis(400), "the next frame is due in {delay:?}");
}

#[test]
fn characters_that_no_font_has_are_said() {
    let home = tempfile::tempdir().unwrap();
    let (known, unknown) = (home.path().join("known.txt"), home.path().join("unknown.txt"));
    std::fs::write(&known, "Prüfung der Größe: 3 € → fertig.\n").unwrap();
    // A private character and one of a script of the third millennium before Christ.
    std::fs::write(&unknown, "Zeichen \u{e123} und \u{12000}.\n").unwrap();
    let said = |window: &Window| {
        window
            .app()
            .state()
            .messages
            .all()
            .iter()
            .any(|m| m.text.contains("U+E123") && m.text.contains("font"))
    };
    let mut window = Window::open(home.path(), &[&known]);
    assert!(!said(&window));
    window.send(Command::Open(unknown));
    assert!(said(&window), "{:?}", window.app().state().messages.all());
}

#[test]
fn what_was_opened_last_is_known_after_a_sudden_end() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("Prüfung.txt");
    std::fs::write(&file, "Der Druck ist 5 bar.\n").unwrap();
    let mut window = Window::open(home.path(), &[&file]);
    window.send(Command::Theme(fundstelle::app::ThemeChoice::Dark));
    let settings = || fundstelle::app::Settings::load(&home.path().join("config"));
    // Nothing is shut down: the program is only never heard of again.
    window.until("the settings on disk", |_| settings().theme == fundstelle::app::ThemeChoice::Dark);
    assert_eq!(settings().last, Some(file.clone()));
    assert_eq!(settings().recent.first(), Some(&file));
}

#[test]
fn what_is_typed_after_ctrl_f_replaces_the_query_taken_from_the_selection() {
    let home = tempfile::tempdir().unwrap();
    let mut window = Window::open(home.path(), &[]);
    let text = window.app().state().extraction().unwrap().text().clone();
    let at = text.find("valve").unwrap();
    window.send(Command::Select(Some(Selection::from(Span::new(at, at + 5)))));
    let chunk = window.app().state().selected_chunk;
    // All in one frame, as a fast typist on a slow machine.
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::F);
    window.harness.key_press(Key::N);
    window.harness.event(egui::Event::Text("pump".to_owned()));
    window.harness.step();
    window.settle();
    let state = window.app().state();
    assert!(state.find.open);
    assert_eq!(state.find.query, "pump");
    assert_eq!(state.selected_chunk, chunk, "the key went to the field, not to the next chunk");
}
