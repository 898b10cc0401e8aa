//! A person opens an HTML page in the window: it is shown on both sides, with its chunks in color on both.

#[path = "common/window.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod window;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use fundstelle::app::{Command, Original, Selection};
use fundstelle::chunk::{ChunkConfig, Overlap};
use fundstelle::document::SourceKind;
use fundstelle::measure::Unit;
use fundstelle::text::Span;
use window::Window;

const PAGE: &str = "<!DOCTYPE html><html lang=de><meta charset=utf-8><title>Pumpe X17</title>
<nav><a href='/'>Start</a> <a href='/produkte'>Produkte</a></nav>
<main><h1>Pumpe X17</h1>
<p>Vor dem &Ouml;ffnen der Abdeckung ist die Anlage <strong>spannungsfrei</strong> zu schalten. Mehr steht auf
 <a href='https://example.org/x17'>der Seite des Herstellers</a>.
<h2>Grenzwerte</h2>
<ul><li>Filter bei 0,8&nbsp;bar wechseln<ul><li>Dichtung prüfen</ul><li>Ventil schlie&szlig;en</ul>
<table><caption>Tabelle 1</caption><tr><th>Teil<th>Grenze<tr><td>Filter<td>0,8 bar<tr><td>Dichtung<td>12 bar</table>
<pre><code class=language-rust>fn main() {
    pump();
}</code></pre>
<blockquote>Nur für geschultes Personal.</blockquote>
<p hidden>Unsichtbar.</p>
<figure><img src=pumpe.png alt='Die Pumpe'><figcaption>Bild 1: Die Pumpe</figcaption></figure>
</main><footer><a href='/impressum'>Impressum</a></footer>";

fn open(home: &std::path::Path) -> Window {
    let file = home.join("pumpe.html");
    std::fs::write(&file, PAGE).unwrap();
    let mut window = Window::open(home, &[&file]);
    let config = ChunkConfig {
        size: 60,
        overlap: Overlap::Units(0),
        unit: Unit::Characters,
        ..window.app().state().config.clone()
    };
    window.send(Command::Configure { config, done: true });
    window.painted();
    window
}

#[test]
fn a_page_is_shown_on_both_sides_with_its_chunks() {
    let home = tempfile::tempdir().unwrap();
    let mut window = open(home.path());
    let state = window.app().state();
    let document = state.document.as_ref().unwrap();
    assert_eq!(document.kind, Some(SourceKind::Html));
    let Some(Original::Rendered(rendered)) = &document.original else { panic!("{:?}", document.original) };
    let text = state.extraction().unwrap().text().clone();
    assert!(!text.contains("Produkte") && !text.contains("Impressum") && !text.contains("Unsichtbar"));
    assert!(window.harness.query_by_label_contains("rendered HTML").is_some(), "the head says what is shown");

    // All runs that are in sight are colored on the left, with the chunks that the right side has there.
    let runs: Vec<Span> = rendered.blocks.iter().flat_map(|b| &b.runs).map(|r| r.span).collect();
    let views = window.harness.state().views();
    let (left, right) = (views.markdown.painted_segments(), views.text.painted_segments());
    assert!(left.len() > 10, "{left:?}");
    let spanned: Vec<_> = left.iter().map(|(_, s)| s.span).collect();
    let colored = |run: &&Span| spanned.iter().any(|s| s.overlaps(**run));
    let seen: Vec<&str> =
        runs.iter().filter(|r| !r.is_empty()).filter(colored).map(|r| text.slice(*r)).collect();
    for run in ["Pumpe X17", "spannungsfrei", "der Seite des Herstellers", "Grenze", "Dichtung"] {
        assert!(seen.contains(&run), "{run} in {seen:?}");
    }
    for (_, segment) in left {
        let same = right.iter().any(|(_, r)| r.span.overlaps(segment.span) && r.first == segment.first);
        assert!(same, "{segment:?} is colored alike on the right");
    }
    if let Ok(folder) = std::env::var("FUNDSTELLE_PICTURES") {
        let image = window.harness.render().expect("a picture");
        image.save(std::path::Path::new(&folder).join("html.png")).expect("a file");
    }
}

#[test]
fn a_selection_is_of_the_text_and_keeps_its_place() {
    let home = tempfile::tempdir().unwrap();
    let mut window = open(home.path());
    let text = window.app().state().extraction().unwrap().text().clone();
    let at = text.find("Ventil schließen").unwrap();
    window.send(Command::Select(Some(Selection::from(Span::new(at, at + "Ventil schließen".len())))));
    window.key(Modifiers::NONE, Key::Num1);
    let state = window.app().state();
    assert_eq!(state.marks.len(), 1);
    assert_eq!(text.slice(state.marks[0].span), "Ventil schließen");
}
