//! What a slider step costs in the window: chunking 1 MB again, and the frame that shows it. `cargo bench --bench slider`
//!
//! The real window code runs without a painter: layout, overlays and all panels are made, pixels are not.

#[path = "../common/window.rs"]
#[allow(dead_code, reason = "shared with tests")]
mod window;

use fundstelle::app::Command;
use fundstelle::chunk::{ChunkConfig, Overlap};
use fundstelle::measure::Unit;
use std::time::Instant;
use window::Window;

const STEPS: usize = 60;

/// Running text of German and English sentences with paragraphs.
fn text(bytes: usize) -> String {
    let sentences = [
        "Vor dem Öffnen der Abdeckung ist die Anlage spannungsfrei zu schalten, z. B. am Hauptschalter. ",
        "Wait thirty seconds, so that the capacitors can discharge. ",
        "Die Prüfung nach Abs. 2 Satz 1 ist alle 500 Betriebsstunden zu wiederholen. ",
        "Replace the filter when the pressure drop exceeds 0.8 bar, except during disinfection. ",
    ];
    let mut out = String::with_capacity(bytes + 200);
    let mut seed = 7_usize;
    while out.len() < bytes {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        out.push_str(sentences[(seed >> 33) % sentences.len()]);
        if (seed >> 40).is_multiple_of(6) {
            out.push_str("\n\n");
        }
    }
    out
}

fn steps(window: &mut Window, unit: Unit, from: usize, overlap: usize) {
    let mut times = Vec::with_capacity(STEPS);
    for step in 0..STEPS {
        let config = ChunkConfig {
            size: from + step,
            overlap: Overlap::Units(overlap),
            unit,
            ..window.app().state().config.clone()
        };
        let start = Instant::now();
        window
            .harness
            .state_mut()
            .app_mut()
            .apply(Command::Configure { config: config.clone(), done: false });
        loop {
            window.harness.state_mut().app_mut().poll();
            if window.app().state().chunking().is_some_and(|c| c.config == config) {
                break;
            }
            std::hint::spin_loop();
        }
        window.harness.step();
        times.push(start.elapsed());
    }
    // The first step measures the text in this unit.
    times.remove(0);
    times.sort();
    let ms = |i: usize| times[i.min(times.len() - 1)].as_secs_f64() * 1000.0;
    println!(
        "{:11} {from:5} {overlap:4}   median {:6.2} ms   p95 {:6.2} ms",
        unit.name(),
        ms(times.len() / 2),
        ms(times.len() * 95 / 100)
    );
}

fn main() {
    let Ok(home) = tempfile::tempdir() else { return };
    let path = home.path().join("text.txt");
    assert!(std::fs::write(&path, text(1 << 20)).is_ok());
    let mut window = Window::open(home.path(), &[&path]);
    println!("1 MB of text, {STEPS} slider steps each: chunking and the frame that shows it");
    steps(&mut window, Unit::Tokens, 512, 64);
    steps(&mut window, Unit::Characters, 1000, 100);
}
