//! A person reads, scrolls, zooms and marks on pages; what lies over the text lies where the text is.

#![allow(clippy::unwrap_used, reason = "a test may end")]

use egui::{Pos2, Vec2, pos2, vec2};
use egui_kittest::{Harness, kittest::Queryable};
use fundstelle::app::{PassageMark, Selection, Zoom};
use fundstelle::chunk::{Chunk, Chunking, OverlapReason, Reason};
use fundstelle::document::{
    Destination, Encoding, Extraction, ExtractionParts, Glyph, GlyphOrigins, Link, LinkTarget, Origins, Page,
    PageIndex, Point, Quad, Rect, Source, SourceKind,
};
use fundstelle::evidence::{PassageId, Role};
use fundstelle::render::{TILE, TileImage, TileKey};
use fundstelle::text::{Sha256Id, Span};
use fundstelle::ui::overlay::Overlay;
use fundstelle::ui::widgets::ViewEvent;
use fundstelle::ui::widgets::page_view::{PageViewInput, PageViewState, TileSource, page_view};
use std::sync::Arc;

const SIZE: (f32, f32) = (400.0, 500.0);
const TEXT: &str = "Vor dem Öffnen der Abdeckung\nist die Anlage spannungsfrei\nzu schalten. In potable water\nthe limit is 0.5 bar, except\nduring disinfection.\n";

/// Pages of monospaced lines: ten points a character wide, sixteen high, turned by `turned` degrees
/// about the page's middle.
fn pages(texts: &[&str], turned: f32) -> Extraction {
    let (mut raw, mut glyphs, mut all, mut line) = (String::new(), Vec::new(), Vec::new(), 0);
    let (sin, cos) = turned.to_radians().sin_cos();
    let turn = |x: f32, y: f32| {
        let (dx, dy) = (x - SIZE.0 / 2.0, y - SIZE.1 / 2.0);
        Point { x: SIZE.0 / 2.0 + dx * cos - dy * sin, y: SIZE.1 / 2.0 + dx * sin + dy * cos }
    };
    for (n, text) in texts.iter().enumerate() {
        let start = raw.len();
        for (row, content) in text.split_inclusive('\n').enumerate() {
            line += 1;
            for (column, c) in content.chars().enumerate() {
                let at = raw.len();
                raw.push(c);
                if c == '\n' {
                    continue;
                }
                let (x, y) = (50.0 + 10.0 * column as f32, 60.0 + 22.0 * row as f32);
                let quad = Quad([turn(x, y), turn(x + 10.0, y), turn(x + 10.0, y + 16.0), turn(x, y + 16.0)]);
                glyphs.push(Glyph {
                    start: at as u32,
                    len: c.len_utf8() as u16,
                    page: PageIndex(n as u32),
                    quad,
                    line,
                });
            }
        }
        all.push(Page {
            spans: vec![Span::new(start, raw.len())],
            width: SIZE.0,
            height: SIZE.1,
            has_text: true,
            ..Page::default()
        });
    }
    Extraction::new(ExtractionParts {
        pieces: Vec::new(),
        source: Source {
            path: "pump.pdf".into(),
            name: "pump.pdf".into(),
            kind: SourceKind::Pdf,
            sha256: Sha256Id::of(b""),
            bytes: 0,
            encoding: None::<Encoding>,
            address: None,
        },
        raw,
        edits: vec![],
        pages: all,
        blocks: vec![],
        sections: vec![],
        tables: Vec::new(),
        origins: Origins::Glyphs(GlyphOrigins::new(glyphs)),
        problems: vec![],
        outline: vec![],
        links: vec![],
        info: None,
        settings: String::new(),
    })
}

fn chunking(spans: &[(usize, usize)]) -> Chunking {
    let chunk = |&(start, end): &(usize, usize)| Chunk {
        span: Span::new(start, end),
        size: end - start,
        start_reason: Reason::Step,
        end_reason: Reason::Limit,
        overlap_before: 0,
        overlap_reason: OverlapReason::Asked,
        oversize: false,
    };
    Chunking { chunks: spans.iter().map(chunk).collect(), ..Chunking::default() }
}

/// Paints every glyph as a dark box, at once.
#[derive(Default)]
struct Boxes {
    glyphs: Vec<Glyph>,
    wanted: Vec<TileKey>,
    most: usize,
    broken: Option<String>,
    silent: bool,
}

impl TileSource for Boxes {
    fn tile(&mut self, key: TileKey) -> Option<Arc<TileImage>> {
        if self.silent || !self.wanted.contains(&key) {
            return None;
        }
        let scale = key.scale as f32 / 1000.0;
        let pixels = |points: f32, at: u16| {
            ((points * scale).ceil() as u32).saturating_sub(u32::from(at) * TILE).min(TILE)
        };
        let (width, height) = (pixels(SIZE.0, key.x), pixels(SIZE.1, key.y));
        let mut rgba = vec![255; (width * height * 4) as usize];
        for glyph in self.glyphs.iter().filter(|g| g.page == key.page) {
            let b = glyph.quad.bounds();
            let (left, top) = (f32::from(key.x) * TILE as f32, f32::from(key.y) * TILE as f32);
            let range = |a: f32, b: f32, off: f32, most: u32| {
                ((a * scale - off).max(0.0) as u32).min(most)..((b * scale - off).max(0.0) as u32).min(most)
            };
            for y in range(b.y0 + 3.0, b.y1 - 4.0, top, height) {
                for x in range(b.x0 + 2.0, b.x1 - 2.0, left, width) {
                    let i = ((y * width + x) * 4) as usize;
                    rgba[i..i + 3].fill(40);
                }
            }
        }
        Some(Arc::new(TileImage { width, height, rgba }))
    }

    fn want(&mut self, keys: &[TileKey]) {
        self.wanted = keys.to_vec();
        self.most = self.most.max(keys.len());
    }

    fn failed(&self, _: PageIndex) -> Option<&str> {
        self.broken.as_deref()
    }
}

struct App {
    extraction: Option<Extraction>,
    pages: Vec<(f32, f32)>,
    chunking: Chunking,
    passages: Vec<PassageMark>,
    hits: Vec<Span>,
    links: Vec<Link>,
    selection: Option<Selection>,
    selected_chunk: Option<usize>,
    zoom: Zoom,
    tiles: Boxes,
    state: PageViewState,
    events: Vec<ViewEvent>,
}

impl App {
    fn new(extraction: Extraction, chunks: &[(usize, usize)]) -> Self {
        let Origins::Glyphs(origins) = extraction.origins() else { unreachable!() };
        Self {
            tiles: Boxes { glyphs: origins.glyphs().collect(), ..Boxes::default() },
            pages: extraction.pages().iter().map(|p| (p.width, p.height)).collect(),
            extraction: Some(extraction),
            chunking: chunking(chunks),
            passages: vec![],
            hits: vec![],
            links: vec![],
            selection: None,
            selected_chunk: None,
            zoom: Zoom::Scale(1.0),
            state: PageViewState::default(),
            events: vec![],
        }
    }

    fn show(&mut self, ui: &mut egui::Ui) {
        let overlay = Overlay {
            chunking: &self.chunking,
            generation: 0,
            show_chunks: true,
            selected_chunk: self.selected_chunk,
            hovered_chunk: None,
            passages: &self.passages,
            hits: &self.hits,
            current_hit: None,
            selection: self.selection,
            review: None,
        };
        let input = PageViewInput {
            pages: &self.pages,
            extraction: self.extraction.as_ref(),
            overlay: &overlay,
            links: &self.links,
            zoom: self.zoom,
            name: "Original",
        };
        let mut tip = |i: usize| format!("boundary {i}");
        let events = page_view(ui, &input, &mut self.tiles, &mut self.state, &mut tip);
        for event in &events {
            match event {
                ViewEvent::Select(selection) => self.selection = Some(*selection),
                ViewEvent::Zoom(factor) => self.zoom = Zoom::Scale(self.state.scale() * factor),
                _ => {}
            }
        }
        self.events.extend(events);
    }

    fn selected(&self) -> &str {
        let text = self.extraction.as_ref().unwrap().text().as_str();
        self.selection.map_or("", |s| s.span().slice(text))
    }
}

fn open(app: App, size: Vec2, theme: egui::Theme) -> Harness<'static, App> {
    let mut harness = Harness::builder()
        .with_size(size)
        .with_theme(theme)
        .with_max_steps(200)
        .with_step_dt(1.0 / 40.0)
        .with_accessibility_check(false)
        .build_ui_state(|ui, app: &mut App| app.show(ui), app);
    harness.run_steps(8);
    harness
}

fn small(app: App) -> Harness<'static, App> {
    open(app, vec2(460.0, 600.0), egui::Theme::Light)
}

/// The screen place of a page's point, from the page's own node.
fn at(harness: &Harness<'_, App>, page: usize, point: Point) -> Pos2 {
    let all = harness.state().pages.len();
    let rect = harness.get_by_label(&format!("Page {page} of {all}")).rect();
    rect.min + vec2(point.x, point.y) * harness.state().state.scale()
}

fn glyph(harness: &Harness<'_, App>, text: &str) -> Quad {
    let extraction = harness.state().extraction.as_ref().unwrap();
    let start = extraction.text().find(text).unwrap();
    extraction.quads(Span::new(start, start + text.len()))[0].quad
}

fn release(harness: &Harness<'_, App>, pos: Pos2) {
    harness.event(egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed: false,
        modifiers: egui::Modifiers::NONE,
    });
}

fn press(harness: &mut Harness<'_, App>, from: Pos2, to: Pos2) {
    harness.hover_at(from);
    harness.run_steps(2);
    harness.drag_at(from);
    harness.run_steps(2);
    harness.hover_at(to);
    harness.run_steps(2);
    release(harness, to);
    harness.run_steps(2);
}

#[test]
fn colors_lie_exactly_on_the_chunks_words_on_upright_and_turned_pages() {
    for turned in [0.0, 90.0, 180.0, 270.0, 17.0] {
        let extraction = pages(&[TEXT, TEXT], turned);
        let (a, b, c) = (40, 70, extraction.text().len());
        let app = App::new(extraction, &[(0, b), (a, c)]);
        let harness = open(app, vec2(460.0, 1200.0), egui::Theme::Light);
        let app = harness.state();
        let extraction = app.extraction.as_ref().unwrap();
        let mut expected = Vec::new();
        let page = TEXT.len();
        for span in [(0, a), (a, b), (b, page), (page, c)] {
            expected
                .extend(extraction.quads(Span::new(span.0, span.1)).into_iter().map(|q| (q.page, q.quad)));
        }
        let painted: Vec<_> = app.state.painted_quads().iter().map(|p| (p.0, p.1)).collect();
        assert_eq!(painted, expected, "turned by {turned}");
        let double = app.state.painted_quads().iter().filter(|p| p.2.count() == 2).count();
        assert_eq!(double, extraction.quads(Span::new(a, b)).len());
        assert_eq!(app.state.counters().quads_painted, painted.len());
    }
}

#[test]
fn ten_thousand_pages_cost_no_more_than_those_in_sight() {
    let texts = vec![TEXT; 10_000];
    let mut app = App::new(pages(&texts, 0.0), &[(0, TEXT.len() * 10_000)]);
    app.tiles.glyphs.clear();
    let mut harness = small(app);
    for step in 0..60 {
        if step % 10 == 9 {
            harness.state_mut().state.scroll_to_page(PageIndex(step * 160), None);
        }
        harness.hover_at(pos2(200.0, 300.0));
        harness.event(egui::Event::MouseWheel {
            source: egui::MouseWheelSource::Wheel,
            unit: egui::MouseWheelUnit::Point,
            delta: vec2(0.0, -700.0),
            phase: egui::TouchPhase::Move,
            modifiers: egui::Modifiers::NONE,
        });
        harness.step();
        let counters = harness.state().state.counters();
        assert!(counters.painted_pages <= 4, "{counters:?}");
        assert!(counters.textures_allocated_this_frame <= 8, "{counters:?}");
        assert!(counters.textures_alive <= 512, "{counters:?}");
    }
    assert!(harness.state().tiles.most <= 16);
    assert!(harness.state().state.current_page().get() > 9_000);
    harness.state_mut().state.scroll_to_page(PageIndex(9_999), None);
    harness.run_steps(8);
    assert_eq!(harness.state().state.current_page(), PageIndex(9_999));
    let events = &harness.state().events;
    assert!(events.iter().any(|e| matches!(e, ViewEvent::Scrolled(_))));
}

#[test]
fn a_drag_selects_from_glyph_to_glyph_over_lines() {
    for turned in [0.0, 90.0] {
        let mut harness = small(App::new(pages(&[TEXT], turned), &[]));
        let (from, to) = (glyph(&harness, "Öffnen").0, glyph(&harness, "schalten").0);
        let inside = |q: [Point; 4], along: f32| Point {
            x: q[0].x + (q[1].x - q[0].x) * along + (q[3].x - q[0].x) * 0.3,
            y: q[0].y + (q[1].y - q[0].y) * along + (q[3].y - q[0].y) * 0.3,
        };
        let (start, end) = (at(&harness, 1, inside(from, 0.02)), at(&harness, 1, inside(to, 0.97)));
        press(&mut harness, start, end);
        assert_eq!(
            harness.state().selected(),
            "Öffnen der Abdeckung\nist die Anlage spannungsfrei\nzu schalten"
        );
        assert_eq!(harness.state().selection.unwrap().anchor, TEXT.find("Öffnen").unwrap());
    }
}

#[test]
fn a_click_tells_the_character_and_two_clicks_take_the_word() {
    let mut harness = small(App::new(pages(&[TEXT], 0.0), &[(0, TEXT.len())]));
    let place = at(&harness, 1, glyph(&harness, "Ö").center());
    press(&mut harness, place, place);
    let offset = TEXT.find('Ö').unwrap();
    assert!(harness.state().events.contains(&ViewEvent::Click(offset)), "{:?}", harness.state().events);
    assert!(harness.state().events.contains(&ViewEvent::Hover(Some(offset))));
    harness.drag_at(place);
    harness.step();
    release(&harness, place);
    harness.run_steps(2);
    assert_eq!(harness.state().selected(), "Öffnen");
    harness.key_press_modifiers(egui::Modifiers::SHIFT, egui::Key::ArrowRight);
    harness.run_steps(2);
    assert_eq!(harness.state().selected(), "Öffnen ");
}

#[test]
fn passages_answer_to_a_click_on_their_underline_and_links_are_followed() {
    let mut app = App::new(pages(&[TEXT, TEXT], 0.0), &[]);
    let start = TEXT.find("the limit").unwrap();
    let span = Span::new(start, start + "the limit is 0.5 bar".len());
    app.passages = vec![PassageMark { id: PassageId(7), span, role: Role::Answer, pending: false }];
    let target = LinkTarget::Inside(Destination { page: PageIndex(1), y: None });
    app.links =
        vec![Link { page: PageIndex(0), rect: Rect::new(50.0, 300.0, 200.0, 320.0), target: target.clone() }];
    let mut harness = small(app);
    let quad = glyph(&harness, "the limit is");
    let place = at(&harness, 1, Point { x: quad.center().x, y: quad.0[2].y });
    press(&mut harness, place, place);
    assert!(harness.state().events.contains(&ViewEvent::ClickPassage(PassageId(7))));
    harness.get_by_label("Go to page 2").click();
    harness.run_steps(3);
    assert!(harness.state().events.contains(&ViewEvent::Follow(target)));
}

#[test]
fn zooming_with_the_wheel_keeps_the_word_under_the_pointer() {
    let mut harness = small(App::new(pages(&[TEXT; 30], 0.0), &[]));
    harness.state_mut().state.scroll_to_page(PageIndex(20), None);
    harness.run_steps(4);
    let before = at(&harness, 21, glyph(&harness, "Anlage").center());
    harness.hover_at(before);
    harness.event(egui::Event::Zoom(1.8));
    harness.run_steps(6);
    assert!((harness.state().state.scale() - 1.8).abs() < 0.01);
    let hovered: Vec<_> = harness
        .state()
        .events
        .iter()
        .filter_map(|e| match e {
            ViewEvent::Hover(Some(offset)) => Some(offset % TEXT.len()),
            _ => None,
        })
        .collect();
    let word = TEXT.find("Anlage").unwrap()..TEXT.find("Anlage").unwrap() + 6;
    assert!(!hovered.is_empty() && hovered.iter().all(|o| word.contains(o)), "{hovered:?}");
}

#[test]
fn a_page_that_cannot_be_painted_says_so_and_still_shows_its_chunks() {
    let mut app = App::new(pages(&[TEXT], 0.0), &[(0, TEXT.len())]);
    app.tiles.broken = Some("its picture is larger than the memory limit".into());
    app.tiles.silent = true;
    let harness = small(app);
    assert!(harness.state().tiles.wanted.is_empty());
    assert_eq!(harness.state().state.painted_quads().len(), 5);
}

#[test]
fn pages_are_seen_before_their_text_is_read_and_sharp_on_any_screen() {
    let mut app = App::new(pages(&[TEXT, TEXT], 0.0), &[]);
    app.extraction = None;
    app.tiles.silent = true;
    let mut harness = Harness::builder()
        .with_size(vec2(460.0, 600.0))
        .with_pixels_per_point(2.0)
        .with_accessibility_check(false)
        .build_ui_state(|ui, app: &mut App| app.show(ui), app);
    harness.run_steps(8);
    let app = harness.state();
    assert_eq!(app.state.counters().painted_pages, 2);
    let sharp: Vec<_> = app.tiles.wanted.iter().filter(|k| k.scale == 2000).collect();
    assert!(sharp.iter().any(|k| k.page == PageIndex(0)), "{:?}", app.tiles.wanted);
    // A small picture of each page comes before anything sharp.
    assert!(app.tiles.wanted[..2].iter().all(|k| k.scale < 2000));
}

#[test]
fn keys_scroll_through_the_document() {
    let mut harness = small(App::new(pages(&[TEXT; 30], 0.0), &[]));
    let place = at(&harness, 1, Point { x: 300.0, y: 400.0 });
    press(&mut harness, place, place);
    harness.key_press(egui::Key::End);
    harness.run_steps(3);
    assert_eq!(harness.state().state.current_page(), PageIndex(29));
    harness.key_press(egui::Key::Home);
    harness.run_steps(3);
    assert_eq!(harness.state().state.current_page(), PageIndex(0));
    harness.key_press(egui::Key::PageDown);
    harness.run_steps(3);
    assert_eq!(harness.state().state.current_page(), PageIndex(1));
}

/// Writes pictures for a look, where `FUNDSTELLE_PICTURES` names a folder.
#[test]
fn pictures() {
    let Ok(folder) = std::env::var("FUNDSTELLE_PICTURES") else {
        println!("FUNDSTELLE_PICTURES is not set: no pictures");
        return;
    };
    for (name, theme, turned) in [
        ("light", egui::Theme::Light, 0.0),
        ("dark", egui::Theme::Dark, 0.0),
        ("turned", egui::Theme::Light, 17.0),
    ] {
        let mut app =
            App::new(pages(&[TEXT, TEXT, TEXT], turned), &[(0, 70), (40, 110), (60, 150), (150, 400)]);
        let find = |s: &str| TEXT.find(s).unwrap();
        let mark = |id, s: &str, role| PassageMark {
            id: PassageId(id),
            span: Span::new(find(s), find(s) + s.len()),
            role,
            pending: id == 2,
        };
        app.passages = vec![
            mark(1, "the limit is 0.5 bar", Role::Answer),
            mark(2, "except\nduring disinfection", Role::Exception),
        ];
        app.hits = vec![Span::new(find("potable"), find("potable") + 7)];
        app.selected_chunk = Some(3);
        app.selection = Some(Selection { anchor: find("Anlage"), head: find("spannung") });
        app.zoom = Zoom::FitWidth;
        let mut harness = open(app, vec2(520.0, 760.0), theme);
        harness.render().unwrap().save(format!("{folder}/page-{name}.png")).unwrap();
    }
}
