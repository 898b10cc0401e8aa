//! The pictures of the README, made from the real window.
//!
//! `UPDATE_SCREENSHOTS=1 cargo test --test screenshots` writes them to `screenshots/`; without it the test paints
//! the same windows and checks that what they should show is there. Painted pixels differ a little between drivers,
//! so that pictures are compared roughly: by the mean difference of their pixels.

#[path = "common/window.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod window;

use egui::{Theme, vec2};
use fundstelle::app::{Command, Issue, Mode, Selection, Verdict};
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

#[test]
fn annotate_light() {
    let home = tempfile::tempdir().unwrap();
    let mut window = sample(home.path(), Theme::Light);
    window.send(Command::Mode(Mode::Annotate));
    window.send(Command::AddQuestion("When may the cover be opened?".to_owned()));
    mark(
        &mut window,
        "Before opening the cover, disconnect the power supply and wait thirty seconds",
        Role::Condition,
    );
    mark(&mut window, "the cover may be opened after S2 has been locked in position 0", Role::Exception);
    window.send(Command::AddQuestion("What must be done with the red cap?".to_owned()));
    mark(&mut window, "the red cap, which must be taken out again before the pump is started", Role::Answer);
    window.send(Command::AddQuestion("Wie oft ist die Anlage zu prüfen?".to_owned()));
    let first = window.app().state().project.questions[0].id;
    window.send(Command::ChooseQuestion(Some(first)));
    let passage = window.app().state().project.passages[0].passage.id;
    window.send(Command::SelectPassage(Some(passage)));
    window.send(Command::Select(None));
    picture(&mut window, "annotate-light");
}

#[test]
fn markdown_light() {
    let home = tempfile::tempdir().unwrap();
    let mut window = sample(home.path(), Theme::Light);
    window.send(Command::ShowSource(1));
    window.send(Command::SelectChunk(Some(2)));
    picture(&mut window, "markdown-light");
}

#[test]
fn text_light() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("wartung.txt");
    let manual = include_str!("../assets/sample/pump-x17.md");
    let at = manual.find("## 5 Wartung").unwrap_or(0);
    std::fs::write(&path, &manual[at..]).unwrap();
    let mut window = Window::with_theme(home.path(), &[&path], Theme::Light, SIZE);
    let config = ChunkConfig {
        strategy: fundstelle::chunk::Strategy::Fixed,
        size: 300,
        overlap: Overlap::Units(170),
        unit: Unit::Characters,
        ..window.app().state().config.clone()
    };
    window.send(Command::Configure { config, done: true });
    window.send(Command::SelectChunk(Some(1)));
    window.send(Command::Run(fundstelle::app::Action::Find));
    window.send(Command::Find("dichtung".to_owned()));
    picture(&mut window, "text-light");
}

fn review(home: &Path, theme: Theme) -> Window {
    let mut window = Window::with_theme(home, &[], theme, SIZE);
    window.send(Command::CloseHint);
    window.send(Command::Mode(Mode::Review));
    window
}

#[test]
fn review_light() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path(), Theme::Light);
    window.send(Command::Run(fundstelle::app::Action::StepForward));
    window.send(Command::Run(fundstelle::app::Action::StepForward));
    window.send(Command::Run(fundstelle::app::Action::StepForward));
    window.send(Command::Run(fundstelle::app::Action::StepForward));
    picture(&mut window, "review-light");
}

#[test]
fn review_dark() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path(), Theme::Dark);
    let at = |words: &str| {
        let state = window.app().state();
        let raw = state.extraction().unwrap().raw().clone();
        let all = state.review.facts.pieces.all();
        all.iter().position(|p| raw.slice(p.piece.raw).starts_with(words)).unwrap()
    };
    let (subtitle, moved) = (at("Operating and maintenance manual"), at("1.2 Intended use"));
    let kind = fundstelle::document::BlockKind::Furniture;
    window.send(Command::SetKind { piece: subtitle, kind, level: None });
    window.send(Command::MovePiece { piece: moved - 1, number: 6 });
    let page = fundstelle::document::PageIndex;
    window.send(Command::Judge { page: page(1), verdict: Some(Verdict::Right) });
    window.send(Command::Judge { page: page(0), verdict: Some(Verdict::Wrong) });
    window.send(Command::JudgeIssues { page: page(0), issues: vec![Issue::ColumnOrder, Issue::Furniture] });
    let note = "The subtitle is furniture; the manufacturer's rule comes first.".to_owned();
    window.send(Command::JudgeNote { page: page(0), note });
    picture(&mut window, "review-dark");
}

#[test]
fn compare_light() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path(), Theme::Light);
    let kind = fundstelle::document::BlockKind::Furniture;
    window.send(Command::SetKind { piece: 1, kind, level: None });
    window.send(Command::MovePiece { piece: 7, number: 5 });
    window.send(Command::Run(fundstelle::app::Action::CompareUncorrected));
    picture(&mut window, "compare-light");
}
