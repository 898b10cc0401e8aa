//! The pictures of the README, made from the real window.
//!
//! `UPDATE_SCREENSHOTS=1 cargo test --test screenshots` writes them to `screenshots/`; without it the test paints
//! the same windows and checks that what they should show is there. Painted pixels differ a little between drivers,
//! so that pictures are compared roughly: by the mean difference of their pixels.

#[path = "common/window.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod window;

use egui::{Theme, vec2};
use fundstelle::app::{Command, Selection};
use fundstelle::chunk::{ChunkConfig, Overlap};
use fundstelle::evidence::Role;
use fundstelle::measure::Unit;
use fundstelle::text::Span;
use std::path::Path;
use window::Window;

const SIZE: egui::Vec2 = vec2(1600.0, 1000.0);
/// The largest mean difference a channel (of 255) between a picture and the window that it shows.
const MOST_DIFFERENT: f64 = 6.0;

fn sample(home: &Path, theme: Theme) -> Window {
    let mut window = Window::with_theme(home, &[], theme, SIZE);
    window.send(Command::CloseHint);
    let config = ChunkConfig {
        size: 120,
        overlap: Overlap::Units(24),
        unit: Unit::Tokens,
        ..window.app().state().config.clone()
    };
    window.send(Command::Configure { config, done: true });
    window.send(Command::SelectChunk(Some(1)));
    window
}

fn mark(window: &mut Window, words: &str, role: Role) {
    let text = window.app().state().extraction().unwrap().text().clone();
    let at = text.find(words).unwrap_or_else(|| panic!("the sample says “{words}”"));
    window.send(Command::Select(Some(Selection::from(Span::new(at, at + words.len())))));
    window.send(Command::Mark(role));
}

#[track_caller]
fn picture(window: &mut Window, name: &str) {
    window.painted();
    let image = window.harness.render().expect("a picture");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots").join(format!("{name}.png"));
    if std::env::var_os("UPDATE_SCREENSHOTS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        image.save(&path).unwrap();
        return;
    }
    let old = image::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).to_rgba8();
    assert_eq!(old.dimensions(), image.dimensions(), "{name}: make the pictures again");
    let sum: u64 = old.as_raw().iter().zip(image.as_raw()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    let mean = sum as f64 / old.as_raw().len() as f64;
    assert!(
        mean < MOST_DIFFERENT,
        "{name} differs by {mean:.1} a channel: make the pictures again and look at them"
    );
}

#[test]
fn tune_light() {
    let home = tempfile::tempdir().unwrap();
    picture(&mut sample(home.path(), Theme::Light), "tune-light");
}

#[test]
fn tune_dark() {
    let home = tempfile::tempdir().unwrap();
    picture(&mut sample(home.path(), Theme::Dark), "tune-dark");
}
