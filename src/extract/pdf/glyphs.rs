//! The glyphs that a page paints, as the interpreter that also paints its pixels reports them.
//!
//! Owns everything that knows hayro's device: which characters a glyph stands for, where it is and
//! how far its ink reaches, in page space. What the glyphs mean together is `layout`'s business.

mod device;
mod rules;
mod unicode;

pub use device::Shapes;
pub use rules::Rule;

use crate::document::{Point, Rect};
use hayro_interpret::{Context, InterpreterCache, InterpreterSettings, interpret_page};
use hayro_syntax::page::{Page, Rotation};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// More glyphs than this on one page are not read: no real page comes near, a bomb does.
pub const MAX_GLYPHS: usize = 1_000_000;

/// One painted glyph in page space (points, origin top left of the page as shown).
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
pub struct RawGlyph {
    /// First byte of its characters in [`PageGlyphs::text`].
    pub start: u32,
    /// Bytes of its characters; several for a ligature, none where the file says it means nothing.
    pub len: u16,
    /// What is special about it: the `FLAG` constants below.
    pub flags: u16,
    /// The pen when the glyph is painted; in vertical text the middle of the cell's upper edge.
    pub origin: Point,
    /// Unit vector along its line of text.
    pub direction: Point,
    /// From pen to pen, in points along `direction`.
    pub advance: f32,
    /// Height of the em square across the line, in points.
    pub em: f32,
    /// What its ink covers, relative to the pen: x along `direction`, y *up* from the baseline.
    pub ink: Option<Rect>,
    /// Thickness of its strokes in em (twice area by perimeter); 0 where it has no outline. Tells
    /// bold from regular whatever the font is called.
    pub stem: f32,
    /// Color, red green blue alpha.
    pub color: [u8; 4],
    /// The character code in the content stream.
    pub code: u32,
    /// Counts the operators that show text: glyphs of one operator have one number.
    pub run: u32,
    /// Marked-content identifier of the innermost sequence that has one.
    pub mcid: Option<i32>,
}

impl RawGlyph {
    /// Painted in no color at all (render mode 3) or used as a clip only.
    pub const INVISIBLE: u16 = 1;
    /// Its cell lies outside of the page as shown.
    pub const OUTSIDE: u16 = 2;
    /// White on nothing painted.
    pub const PALE: u16 = 4;
    /// Too small, or placed by numbers that are none.
    pub const DEGENERATE: u16 = 8;
    /// Inside marked content of the kind Artifact.
    pub const ARTIFACT: u16 = 16;
    /// No character is known for it: its text is U+FFFD.
    pub const UNMAPPED: u16 = 32;
    /// Written from top to bottom.
    pub const VERTICAL: u16 = 64;
    /// Its characters come from /ActualText.
    pub const ACTUAL: u16 = 128;
    /// Wholly transparent.
    pub const CLEAR: u16 = 256;
    /// Its characters are white space, or it has none.
    pub const BLANK: u16 = 512;

    /// Whether any of `flags` is set.
    #[must_use]
    pub fn is(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }

    /// The middle of its cell: half the advance along, a third of the em above the baseline.
    #[must_use]
    pub fn center(&self) -> Point {
        let up = if self.is(Self::VERTICAL) { 0.0 } else { self.em / 3.0 };
        self.place(self.advance / 2.0, up)
    }

    /// A point given along the line and up from the baseline.
    #[must_use]
    pub fn place(&self, along: f32, up: f32) -> Point {
        let d = self.direction;
        Point { x: self.origin.x + d.x * along + d.y * up, y: self.origin.y + d.y * along - d.x * up }
    }
}

/// All glyphs of one page in the order of the content stream.
#[derive(Serialize, Deserialize, Clone, Debug, Default)]
pub struct PageGlyphs {
    /// Width of the page as shown, in points.
    pub width: f32,
    /// Height of the page as shown.
    pub height: f32,
    /// /Rotate in degrees.
    pub rotation: u16,
    /// The glyphs' characters, one glyph after the other.
    pub text: String,
    /// The glyphs.
    pub glyphs: Vec<RawGlyph>,
    /// Pictures painted.
    pub pictures: u32,
    /// How much of the page the largest picture covers, 0 to 1.
    pub picture_cover: f32,
    /// Level and upright lines.
    pub rules: Vec<Rule>,
    /// Rectangles filled in a color other than white.
    pub boxes: Vec<Rect>,
    /// Where the pictures are.
    pub picture_rects: Vec<Rect>,
    /// Bounds of curves and slanted lines: drawings.
    pub sketches: Vec<Rect>,
    /// Whether glyphs were left out because there were more than [`MAX_GLYPHS`].
    pub truncated: bool,
}

impl PageGlyphs {
    /// The characters of a glyph.
    #[must_use]
    pub fn chars(&self, glyph: &RawGlyph) -> &str {
        let start = glyph.start as usize;
        self.text.get(start..start + usize::from(glyph.len)).unwrap_or_default()
    }
}

impl PageGlyphs {
    /// Gives the glyphs of marked-content identifiers other characters, where they were painted one after the
    /// other; the first 2000 replacements of a page.
    pub fn replace(&mut self, replacements: &[(Vec<i32>, String)]) {
        const MOST: usize = 2000;
        if replacements.is_empty() {
            return;
        }
        // First glyph, last glyph and number of glyphs of each identifier.
        let mut places: FxHashMap<i32, (usize, usize, usize)> = FxHashMap::default();
        for (i, id) in self.glyphs.iter().enumerate().filter_map(|(i, g)| Some((i, g.mcid?))) {
            let place = places.entry(id).or_insert((i, i, 0));
            (place.1, place.2) = (i, place.2 + 1);
        }
        let range = |ids: &Vec<i32>| {
            let found = ids.iter().filter_map(|id| places.get(id));
            let (first, last, count) =
                found.fold((usize::MAX, 0, 0), |a, p| (a.0.min(p.0), a.1.max(p.1), a.2 + p.2));
            (count > 0 && last + 1 - first == count).then_some((first, last))
        };
        let mut ranges: Vec<_> =
            replacements.iter().take(MOST).filter_map(|(ids, text)| Some((range(ids)?, text))).collect();
        ranges.sort_by_key(|r| std::cmp::Reverse(r.0));
        let mut end = usize::MAX;
        for ((first, last), text) in ranges {
            if last < end {
                let rest = self.glyphs.split_off(last + 1);
                device::spread_actual(self, first, text);
                self.glyphs.extend(rest);
                end = first;
            }
        }
    }
}

/// Interprets a page's own content (annotations left out) and collects its glyphs.
///
/// Takes as long as the page's content stream says: the caller keeps it in a process that it can end.
#[must_use]
pub fn page_glyphs<'a>(
    page: &'a Page<'a>,
    cache: &InterpreterCache<'a>,
    settings: &InterpreterSettings,
    shapes: &mut Shapes,
) -> PageGlyphs {
    let (width, height) = page.render_dimensions();
    let c = page.initial_transform(true).as_coeffs();
    let transform = hayro_interpret::kurbo::Affine::new(c);
    let bounds = hayro_interpret::kurbo::Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let mut settings = settings.clone();
    settings.render_content = hayro_interpret::RenderContent::PAGE;
    let mut context = Context::new(transform, bounds, cache, page.xref(), settings);
    let mut device = device::GlyphDevice::new(width, height, shapes);
    interpret_page(page, &mut context, &mut device);
    let mut glyphs = device.finish();
    glyphs.rotation = match page.rotation() {
        Rotation::None => 0,
        Rotation::Horizontal => 90,
        Rotation::Flipped => 180,
        Rotation::FlippedHorizontal => 270,
    };
    glyphs
}
