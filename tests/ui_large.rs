//! Large sources: what a frame does has fixed bounds, whatever the size of the file.

#[path = "common/pdf.rs"]
mod pdf;
#[path = "common/window.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod window;

use egui::{Event, Modifiers, MouseWheelUnit, TouchPhase, vec2};
use fundstelle::app::Command;
use fundstelle::chunk::{ChunkConfig, Overlap};
use fundstelle::document::PageIndex;
use fundstelle::measure::Unit;
use window::Window;

/// Rows of text that a window of this height can hold, and some.
const MOST_LINES: usize = 140;
const MOST_PAGES: usize = 6;
const MOST_TEXTURES_A_FRAME: usize = 8;

fn wheel(window: &Window, at: egui::Pos2, down: f32) {
    window.harness.event(Event::PointerMoved(at));
    window.harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, -down),
        phase: TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
}

#[test]
fn ten_megabytes_of_text_open_scroll_and_rechunk_with_few_lines_laid_out_a_frame() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("groß.txt");
    let line = "Vor dem Öffnen der Abdeckung den Strom trennen und dreißig Sekunden warten, z. B. am Hauptschalter.\n";
    std::fs::write(&path, line.repeat(10 * 1024 * 1024 / line.len())).unwrap();
    let mut window = Window::open(home.path(), &[&path]);
    let chars = window.app().state().extraction().unwrap().text().chars();
    let bound = |window: &Window| {
        let views = window.harness.state().views();
        for counters in [views.text.counters(), views.plain.counters()] {
            assert!(counters.laid_out_lines <= MOST_LINES, "{counters:?}");
        }
    };
    bound(&window);
    let middle = egui::pos2(900.0, 400.0);
    for step in 0..20 {
        wheel(&window, middle, 300.0 * step as f32);
        window.harness.step();
        bound(&window);
    }
    for offset in [chars / 2, chars - 1, 0] {
        window.send(Command::GoTo(format!("@{offset}")));
        bound(&window);
    }
    // The slider moves while chunks are made; no frame waits for them.
    for size in [1000, 900, 700, 500, 300] {
        let config = ChunkConfig {
            size,
            overlap: Overlap::Units(100),
            unit: Unit::Characters,
            ..window.app().state().config.clone()
        };
        window.harness.state_mut().app_mut().apply(Command::Configure { config, done: false });
        window.harness.step();
        bound(&window);
    }
    window.settle();
    let chunked = window.app().state().chunking().unwrap();
    assert_eq!(chunked.config.size, 300, "the newest request wins");
    assert!(chunked.chunking.chunks.len() > 30_000);
    assert_eq!(chunked.stats.lost_characters, 0);
}

#[test]
fn ten_thousand_pages_open_and_scroll_with_few_pages_painted_a_frame() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("book.pdf");
    std::fs::write(&path, pdf::light_book(10_000)).unwrap();
    let mut window = Window::open_without_waiting(home.path(), &[&path]);
    window.until("the first page while the others are read", |shell| {
        shell.views().pages.counters().painted_pages > 0 && shell.views().pages.counters().textures_alive > 0
    });
    let bound = |window: &Window| {
        let counters = window.harness.state().views().pages.counters();
        assert!(counters.painted_pages <= MOST_PAGES, "{counters:?}");
        assert!(counters.textures_allocated_this_frame <= MOST_TEXTURES_A_FRAME, "{counters:?}");
    };
    let middle = egui::pos2(500.0, 400.0);
    for step in 0..20 {
        wheel(&window, middle, 1000.0 * step as f32);
        window.harness.step();
        bound(&window);
    }
    window.settle();
    for page in [1, 5_000, 10_000] {
        window.send(Command::GoTo(format!("p {page}")));
        bound(&window);
        let shown = window.harness.state().views().pages.current_page();
        assert!(
            shown.0.abs_diff(PageIndex(page - 1).0) <= 1,
            "page {page} was asked for, {shown:?} is shown"
        );
    }
    assert_eq!(window.app().state().extraction().unwrap().pages().len(), 10_000);
}
