//! The boxes of a PDF's text lie where the page is painted: its ink inside, nothing outside.

use fundstelle::document::{Extraction, Origins};
use fundstelle::extract::pdf::{PdfOptions, extract as read};
use fundstelle::text::{Cancel, Progress};
use std::path::Path;

#[path = "common/pdf.rs"]
mod pdf;

fn extraction(path: &Path) -> Extraction {
    fundstelle::jobs::set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
    read(path, "page.pdf", None, PdfOptions::default(), &Cancel::new(), &Progress::default()).unwrap()
}

#[test]
fn ink_of_turned_and_cropped_pages_lies_inside_the_text_boxes() {
    for turn in [0, 90, 180, 270] {
        let Some(path) = pdf::shared(&format!("cases/pdf/rotate{turn}_crop.pdf")) else { return };
        let bytes = std::fs::read(&path).unwrap();
        let file = hayro_syntax::Pdf::new(bytes).unwrap();
        let page = &file.pages()[0];
        let cache = hayro::RenderCache::new();
        let interpreter = hayro_interpret::InterpreterSettings::default();
        let extraction = extraction(&path);
        assert!(extraction.text().ends_with('.'), "{turn}: {}", &**extraction.text());
        let Origins::Glyphs(_) = extraction.origins() else { panic!("no glyphs") };
        let boxes: Vec<_> =
            extraction.quads(extraction.text().span()).iter().map(|q| q.quad.bounds()).collect();

        let scale = 2.0_f32;
        let settings = hayro::RenderSettings::default();
        let pixmap_settings = hayro::PixmapSettings { x_scale: scale, y_scale: scale, ..Default::default() };
        let pixmap = hayro::render(page, &cache, &interpreter, &settings, &pixmap_settings);
        let width = usize::from(pixmap.width());
        let (mut inside, mut outside) = (0.0_f64, 0.0_f64);
        for (i, pixel) in pixmap.data_as_u8_slice().chunks_exact(4).enumerate() {
            let darkness = f64::from(pixel[3]) - f64::from(pixel[0]).min(f64::from(pixel[3]));
            let p = fundstelle::document::Point {
                x: ((i % width) as f32 + 0.5) / scale,
                y: ((i / width) as f32 + 0.5) / scale,
            };
            if boxes.iter().any(|b| b.contains(p)) { inside += darkness } else { outside += darkness }
        }
        assert!(inside > 1000.0, "{turn}: the page shows no ink in its boxes");
        assert!(outside <= 0.01 * (inside + outside), "{turn}: {outside} of {inside} outside");
    }
}

#[test]
fn no_box_of_a_word_holds_the_middle_of_another_word_s_glyph() {
    for name in ["columns2_rows.pdf", "columns3_shuffled.pdf", "ligature_kerning.pdf", "rotate90_crop.pdf"] {
        let Some(path) = pdf::shared(&format!("cases/pdf/{name}")) else { return };
        let extraction = extraction(&path);
        let Origins::Glyphs(origins) = extraction.origins() else { panic!("no glyphs") };
        let text = extraction.text();
        let mut from = 0;
        for word in text.split(|c: char| c.is_whitespace()) {
            let span = fundstelle::text::Span::new(from, from + word.len());
            from = span.end() + text[span.end()..].chars().next().map_or(0, char::len_utf8);
            for quad in extraction.quads(span) {
                let bounds = quad.quad.bounds();
                let raw: Vec<_> = extraction.edits().raw_pieces(span);
                let foreign = origins
                    .glyphs()
                    .filter(|g| g.page == quad.page)
                    .find(|g| bounds.contains(g.quad.center()) && !raw.iter().any(|r| r.overlaps(g.span())));
                assert!(foreign.is_none(), "{name}: the box of “{word}” holds {foreign:?}");
            }
        }
    }
}
