//! A person reviews the sample: pieces and arrows on the page, problems, verdicts, corrections, the report.

#[path = "common/window.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod window;

use egui::{Key, Modifiers};
use fundstelle::app::{Command, Mode};
use fundstelle::document::PageIndex;
use window::Window;

/// The sample in Review mode.
fn review(home: &std::path::Path) -> Window {
    let mut window = Window::open(home, &[]);
    window.send(Command::Mode(Mode::Review));
    window.painted();
    window
}

#[test]
fn every_piece_of_the_page_has_a_box_and_an_arrow_to_the_next() {
    let home = tempfile::tempdir().unwrap();
    let window = review(home.path());
    let state = window.app().state();
    let pieces = &state.review.facts.pieces;
    let read: Vec<u32> =
        pieces.all()[pieces.on(PageIndex(0))].iter().filter_map(|p| p.piece.number).collect();
    assert_eq!(read, (1..=read.len() as u32).collect::<Vec<_>>(), "numbered from 1 without gaps");
    let pages = &window.harness.state().views().pages;
    let painted: Vec<_> =
        pages.painted_pieces().iter().filter(|p| p.page == PageIndex(0) && p.number.is_some()).collect();
    assert!(painted.len() > 3, "{painted:?}");
    for piece in &painted {
        assert!(piece.place.is_positive() && piece.place.expand(12.0).contains(piece.disc));
        assert_eq!(pieces.get(piece.piece).unwrap().piece.number, piece.number);
    }
    let arrows = pages.painted_arrows().iter().filter(|a| a.0 == PageIndex(0)).count();
    assert_eq!(arrows, read.len() - 1, "one arrow less than pieces");
    assert!(
        !window.harness.state().views().text.painted_numbers().is_empty(),
        "pieces are numbered in the text"
    );
}

#[test]
fn a_click_on_a_box_shows_the_piece_in_the_text() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    let last = *window
        .harness
        .state()
        .views()
        .pages
        .painted_pieces()
        .iter()
        .filter(|p| p.page == PageIndex(0) && p.number.is_some())
        .max_by_key(|p| p.number)
        .unwrap();
    let at = last.place.center();
    window.harness.hover_at(at);
    window.harness.step();
    window.harness.drag_at(at);
    window.harness.step();
    window.harness.drop_at(at);
    window.settle();
    assert_eq!(window.app().state().review.selected, Some(last.piece));
    let shown = window.harness.state().views().text.painted_numbers().iter().any(|(i, _)| *i == last.piece);
    assert!(shown, "its number is in sight in the text");
}

#[test]
fn playing_through_walks_on_by_the_clock_and_rests_when_paused() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    let reading = |w: &Window| w.app().state().review.reading;
    window.harness.key_press(Key::Space);
    window.harness.step();
    let first = reading(&window).expect("it starts with the first sentence");
    assert!(window.app().state().review.playing);
    window.until("the next sentence", |shell| shell.app().state().review.reading != Some(first));
    window.key(Modifiers::NONE, Key::Space);
    let now = reading(&window);
    assert!(!window.app().state().review.playing);
    for _ in 0..200 {
        window.harness.step();
    }
    assert_eq!(reading(&window), now, "paused, it stays");
    window.key(Modifiers::NONE, Key::ArrowRight);
    assert!(reading(&window).unwrap().start() > now.unwrap().start());
    window.key(Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(reading(&window), now);
    let delay = window.harness.output().viewport_output.values().map(|v| v.repaint_delay).min().unwrap();
    assert!(delay > std::time::Duration::from_millis(400), "the next frame is due in {delay:?}");
}
