//! The bundled sample, a manual of our own making, is what the generator makes, and is read as it was
//! written. `UPDATE_SAMPLE=1 cargo test --test sample` writes the files.

#[path = "sample/content.rs"]
mod content;
#[path = "sample/manual.rs"]
mod manual;
#[path = "sample/metrics.rs"]
mod metrics;
#[path = "sample/typeset.rs"]
mod typeset;

use content::{Item, MANUAL, plain};
use fundstelle::document::{Extraction, LinkTarget};
use fundstelle::extract::pdf::{PdfOptions, extract};
use fundstelle::jobs::set_worker_program;
use fundstelle::text::{Cancel, Progress};
use std::path::PathBuf;

fn sample(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets/sample").join(name)
}

fn is_current(name: &str, made: &[u8]) {
    if std::env::var_os("UPDATE_SAMPLE").is_some() {
        std::fs::create_dir_all(sample("")).unwrap();
        std::fs::write(sample(name), made).unwrap();
    }
    let there = std::fs::read(sample(name)).unwrap_or_default();
    assert!(
        there == made,
        "{name} is not what the generator makes: UPDATE_SAMPLE=1 cargo test --test sample"
    );
}

fn read() -> Extraction {
    set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
    let (options, cancel) = (PdfOptions::default(), Cancel::new());
    let path = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(path.path(), manual::pdf()).unwrap();
    extract(path.path(), "pump-x17.pdf", None, options, &cancel, &Progress::default()).unwrap()
}

#[test]
fn the_sample_files_are_current() {
    is_current("pump-x17.pdf", &manual::pdf());
    is_current("pump-x17.md", content::markdown().as_bytes());
}

#[test]
fn every_paragraph_of_the_manual_is_read_whole_and_in_order() {
    let extraction = read();
    let text = extraction.text().as_str();
    let mut from = 0;
    for item in MANUAL {
        let wanted = match item {
            Item::Heading(_, text)
            | Item::Text(text)
            | Item::Step(text)
            | Item::Bullet(text)
            | Item::Warning(text) => plain(text),
            _ => continue,
        };
        let found = text[from..].find(&wanted);
        assert!(found.is_some(), "not found after {from}: {wanted}\nin: {}", &text[from..]);
        from += found.unwrap() + wanted.len();
    }
}

#[test]
fn a_paragraph_goes_on_on_the_next_page() {
    let extraction = read();
    let broken = extraction.blocks().iter().filter(|b| extraction.pages_of(b.span).len() == 2).count();
    assert!(broken >= 1, "{:?}", extraction.blocks());
}

#[test]
fn the_manual_has_an_outline_labels_and_links() {
    let extraction = read();
    let titles: Vec<_> = extraction.outline().iter().map(|o| (o.level, o.title.as_str())).collect();
    let headings = MANUAL.iter().filter_map(|item| match item {
        Item::Title(text, _) => Some((1, *text)),
        Item::Heading(level, text) => Some((*level, *text)),
        _ => None,
    });
    assert_eq!(titles, headings.collect::<Vec<_>>());
    assert_eq!(extraction.pages()[1].label.as_deref(), Some("X17-2"));
    let addresses = extraction.links().iter().filter(|l| matches!(l.target, LinkTarget::Address(_))).count();
    assert_eq!((addresses, extraction.links().len()), (1, 3));
}
