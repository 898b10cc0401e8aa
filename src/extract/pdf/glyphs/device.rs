//! The device that hayro paints a page on and that keeps glyphs instead of pixels.

use super::rules::Ruler;
use super::unicode::{push_chars, text_string};
use super::{MAX_GLYPHS, PageGlyphs, RawGlyph};
use crate::document::{Point, Rect};
use hayro_interpret::font::{Glyph, GlyphIdentifier, GlyphRun, Type3Glyph};
use hayro_interpret::hayro_cmap::WritingMode;
use hayro_interpret::kurbo::{self, Affine, BezPath, Shape};
use hayro_interpret::{
    BlendMode, CacheKey, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask,
};
use hayro_syntax::object::{Dict, String as PdfString};
use rustc_hash::FxHashMap;

/// Past this many painted areas, white text is taken for visible without a look at them.
const MAX_BACKDROPS: usize = 512;

/// What an outline's shape says, in its own units (1000 an em).
#[derive(Clone, Copy)]
struct Shaped {
    bounds: Option<kurbo::Rect>,
    stem: f32,
}

/// More shapes than this are not kept; large CJK documents come near.
const MAX_SHAPES: usize = 65_536;

/// The shapes of glyphs seen so far, shared by the pages of a document.
#[derive(Default)]
pub struct Shapes(FxHashMap<ShapeKey, Shaped>);

#[derive(PartialEq, Eq, Hash)]
enum ShapeKey {
    Outline(GlyphIdentifier),
    Drawn(u128),
}

/// What one code of a run's font shows: glyphs of one run have one font.
struct Known {
    code: u32,
    shaped: Shaped,
    /// Its characters in the page's text.
    chars: std::ops::Range<usize>,
    mapped: bool,
    blank: bool,
    /// Distance to the next pen, in thousandths of an em.
    advance: f32,
}

/// One level of marked content.
struct Marked {
    mcid: Option<i32>,
    artifact: bool,
    /// /ActualText and the number of glyphs when it began.
    actual: Option<(String, usize)>,
}

pub struct GlyphDevice<'s> {
    page: PageGlyphs,
    shapes: &'s mut Shapes,
    marked: Vec<Marked>,
    /// Bounds of what was painted in a color other than white.
    backdrops: Vec<kurbo::Rect>,
    ruler: Ruler,
    run: u32,
    /// The last run that was filled: first glyph and number, to know its stroke again.
    filled: Option<(usize, usize)>,
}

impl<'s> GlyphDevice<'s> {
    pub fn new(width: f32, height: f32, shapes: &'s mut Shapes) -> Self {
        Self {
            page: PageGlyphs { width, height, ..PageGlyphs::default() },
            shapes,
            marked: Vec::new(),
            backdrops: Vec::new(),
            ruler: Ruler::default(),
            run: 0,
            filled: None,
        }
    }

    pub fn finish(mut self) -> PageGlyphs {
        while !self.marked.is_empty() {
            self.close_marked();
        }
        let ruled = self.ruler.finish();
        (self.page.rules, self.page.boxes) = (ruled.rules, ruled.boxes);
        (self.page.picture_rects, self.page.sketches) = (ruled.pictures, ruled.sketches);
        self.page
    }

    fn close_marked(&mut self) {
        if let Some((text, first)) = self.marked.pop().and_then(|m| m.actual)
            && !self.marked.iter().any(|outer| outer.actual.is_some())
        {
            spread_actual(&mut self.page, first, &text);
        }
    }

    /// Whether this run is the stroke of the run that was filled just before it: one operator paints
    /// both, and hayro reports it twice.
    fn strokes_filled(&self, glyphs: &[RawGlyph]) -> bool {
        let Some((first, count)) = self.filled else { return false };
        let last = self.page.glyphs.get(first..first + count).unwrap_or_default();
        count == glyphs.len()
            && last.iter().zip(glyphs).all(|(a, b)| a.code == b.code && a.origin == b.origin && a.em == b.em)
    }

    fn shape(&mut self, glyph: &Glyph<'_>) -> Shaped {
        let key = match glyph {
            Glyph::Outline(g) => ShapeKey::Outline(g.identifier()),
            Glyph::Type3(g) => ShapeKey::Drawn(g.cache_key()),
        };
        if let Some(known) = self.shapes.0.get(&key) {
            return *known;
        }
        let shaped = match glyph {
            Glyph::Outline(g) => outline_shape(&g.outline()),
            Glyph::Type3(g) => Shaped { bounds: type3_bounds(g), stem: 0.0 },
        };
        if self.shapes.0.len() >= MAX_SHAPES {
            self.shapes.0.clear();
        }
        self.shapes.0.insert(key, shaped);
        shaped
    }

    fn pale(&self, paint: &Paint<'_>, at: Point) -> ([u8; 4], bool) {
        let Paint::Color(color) = paint else { return ([0, 0, 0, 255], false) };
        let rgba = color.to_rgba().to_rgba8();
        let on_nothing = || {
            let p = kurbo::Point::new(f64::from(at.x), f64::from(at.y));
            self.backdrops.len() < MAX_BACKDROPS && !self.backdrops.iter().any(|r| r.contains(p))
        };
        let white = rgba[..3].iter().all(|&c| c >= 250);
        (rgba, white && rgba[3] > 0 && on_nothing())
    }

    fn backdrop(&mut self, bounds: kurbo::Rect) {
        if self.backdrops.len() < MAX_BACKDROPS && bounds.is_finite() && bounds.area() > 0.0 {
            self.backdrops.push(bounds);
        }
    }
}

impl<'a> Device<'a> for GlyphDevice<'_> {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, draw_mode: &DrawMode) {
        let rgba = match &props.paint {
            Paint::Color(c) => c.to_rgba().to_rgba8(),
            Paint::Pattern(_) => [0, 0, 0, 255],
        };
        let white = rgba[..3].iter().all(|&c| c >= 250);
        if !white && rgba[3] > 0 {
            self.ruler.path(path, props.transform, draw_mode, rgba);
        }
        if !white && !matches!(draw_mode, DrawMode::Stroke(_) | DrawMode::Invisible) {
            self.backdrop(props.transform.transform_rect_bbox(path.control_box()));
        }
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.ruler.clip(clip.path.control_box());
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, draw_mode: &DrawMode) {
        let room = MAX_GLYPHS.saturating_sub(self.page.glyphs.len());
        self.page.truncated |= run.glyphs().len() > room;
        let (chars_before, first) = (self.page.text.len(), self.page.glyphs.len());
        let vertical = run.writing_mode() == WritingMode::Vertical;
        let scale = (!vertical).then(|| run_scale(run)).flatten();
        let mark = self.marked.iter().rev();
        let mcid = mark.clone().find_map(|m| m.mcid);
        let artifact = mark.clone().any(|m| m.artifact);
        let mut glyphs = Vec::with_capacity(run.glyphs().len().min(room));
        let mut known: Vec<Known> = Vec::new();
        for positioned in run.glyphs().iter().take(room) {
            let code = positioned.char_code();
            let at = known.iter().position(|k| k.code == code);
            let known = if let Some(i) = at {
                self.page.text.extend_from_within(known[i].chars.clone());
                &known[i]
            } else {
                let shaped = self.shape(positioned);
                let start = self.page.text.len();
                let mapped = push_chars(positioned, &mut self.page.text);
                let blank = self.page.text[start..].chars().all(char::is_whitespace);
                let (chars, advance) = (start..self.page.text.len(), advance_of(positioned));
                known.push(Known { code, shaped, chars, mapped, blank, advance });
                &known[known.len() - 1]
            };
            let shaped = known.shaped;
            let mut raw =
                place(known.advance, props.transform * positioned.transform(), shaped, scale, vertical);
            raw.code = code;
            if let DrawMode::Stroke(stroke) = draw_mode {
                let scale = props.transform.determinant().abs().sqrt() as f32;
                widen(&mut raw, stroke.line_width * scale / 2.0);
            }
            let len = known.chars.len();
            raw.start = (self.page.text.len() - len) as u32;
            raw.len = u16::try_from(len).unwrap_or(0);
            if !known.mapped {
                raw.flags |= RawGlyph::UNMAPPED;
            }
            if known.blank {
                raw.flags |= RawGlyph::BLANK;
            }
            let (color, pale) = self.pale(&props.paint, raw.center());
            raw.color = color;
            raw.flags |= [
                (matches!(draw_mode, DrawMode::Invisible), RawGlyph::INVISIBLE),
                (pale, RawGlyph::PALE),
                (color[3] == 0, RawGlyph::CLEAR),
                (artifact, RawGlyph::ARTIFACT),
                (outside(&self.page, raw.center()), RawGlyph::OUTSIDE),
            ]
            .iter()
            .filter(|f| f.0)
            .fold(0, |all, f| all | f.1);
            raw.run = self.run;
            raw.mcid = mcid;
            glyphs.push(raw);
        }
        if matches!(draw_mode, DrawMode::Stroke(_)) && self.strokes_filled(&glyphs) {
            self.page.text.truncate(chars_before);
            self.filled = None;
            return;
        }
        self.filled = matches!(draw_mode, DrawMode::Fill(_)).then_some((first, glyphs.len()));
        self.run += 1;
        self.page.glyphs.append(&mut glyphs);
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.page.pictures = self.page.pictures.saturating_add(1);
        let bounds = image_bounds(&image, &props);
        if bounds.is_finite() {
            let area = f64::from(self.page.width * self.page.height).max(1.0);
            let page = kurbo::Rect::new(0.0, 0.0, f64::from(self.page.width), f64::from(self.page.height));
            let cover = (bounds.intersect(page).area() / area).clamp(0.0, 1.0) as f32;
            self.page.picture_cover = self.page.picture_cover.max(cover);
            self.backdrop(bounds);
            self.ruler.picture(bounds);
        }
    }

    fn pop_clip(&mut self) {
        self.ruler.unclip();
    }

    fn pop_transparency_group(&mut self) {}

    fn begin_marked_content(&mut self, tag: &[u8], properties: Option<&Dict<'_>>) {
        let mcid = properties.and_then(|p| p.get::<i32>(b"MCID".as_slice()));
        let actual = properties
            .and_then(|p| p.get::<PdfString<'_>>(b"ActualText".as_slice()))
            .map(|s| (text_string(s.as_bytes()), self.page.glyphs.len()));
        self.marked.push(Marked { mcid, artifact: tag == b"Artifact", actual });
    }

    fn end_marked_content(&mut self) {
        self.close_marked();
    }
}

/// hayro draws a picture as a rectangle of its own pixels.
fn image_bounds(image: &Image<'_, '_>, props: &ImageDrawProps<'_>) -> kurbo::Rect {
    let pixels = kurbo::Rect::new(0.0, 0.0, f64::from(image.width()), f64::from(image.height()));
    props.transform.transform_rect_bbox(pixels)
}

fn outside(page: &PageGlyphs, p: Point) -> bool {
    !(0.0..=page.width).contains(&p.x) || !(0.0..=page.height).contains(&p.y)
}

fn outline_shape(outline: &BezPath) -> Shaped {
    if outline.elements().is_empty() {
        return Shaped { bounds: None, stem: 0.0 };
    }
    let bounds = outline.bounding_box();
    let (area, perimeter) = (outline.area().abs(), outline.perimeter(5.0));
    let stem = if perimeter > 0.0 { (2.0 * area / perimeter / 1000.0) as f32 } else { 0.0 };
    let sound = bounds.is_finite() && bounds.width() > 0.0 && bounds.height() > 0.0;
    Shaped { bounds: sound.then_some(bounds), stem: if stem.is_finite() { stem } else { 0.0 } }
}

/// How much wider than high the run's em is, where the glyphs were stretched one by one to widths
/// that the file declares; `None` where the glyphs' own transforms tell it.
///
/// A substitute font's outlines are stretched to the declared width, so a glyph's transform gives its
/// shape but not its advance; the distance to the next pen does.
fn run_scale(run: &GlyphRun<'_, '_>) -> Option<f64> {
    let ratio = |t: Affine| {
        let c = t.as_coeffs();
        c[0].hypot(c[1]) / c[2].hypot(c[3]).max(1e-12)
    };
    let glyphs = run.glyphs();
    let first = ratio(glyphs.first()?.transform());
    if glyphs.iter().all(|g| (ratio(g.transform()) - first).abs() < 1e-4 * first.max(1e-6)) {
        let upright = (first - 1.0).abs() < 1e-4;
        return (glyphs.len() == 1 && !upright).then_some(1.0);
    }
    let mut scales: Vec<f64> = glyphs
        .windows(2)
        .filter_map(|w| {
            let (a, b) = (w[0].transform(), w[1].transform());
            let step = (b.translation() - a.translation()).hypot();
            let c = a.as_coeffs();
            let advance = f64::from(advance_of(&w[0])) * c[2].hypot(c[3]);
            (advance > 0.0).then(|| step / advance).filter(|s| s.is_finite())
        })
        .collect();
    scales.sort_by(f64::total_cmp);
    Some(scales.get(scales.len() / 2).copied().unwrap_or(1.0))
}

fn advance_of(glyph: &Glyph<'_>) -> f32 {
    let advance = match glyph {
        Glyph::Outline(g) => g.advance_width(),
        Glyph::Type3(g) => g.advance_width(),
    };
    advance.filter(|a| a.is_finite()).unwrap_or(0.0)
}

/// The glyph's place in page space; characters, color and the like are filled in by the caller.
fn place(advance: f32, t: Affine, shaped: Shaped, scale: Option<f64>, vertical: bool) -> RawGlyph {
    let c = t.as_coeffs();
    let (across, upward) = (kurbo::Vec2::new(c[0], c[1]), kurbo::Vec2::new(c[2], c[3]));
    let along = if vertical { -upward } else { across };
    let length = along.hypot();
    let sound = c.iter().all(|v| v.is_finite() && v.abs() < 1e7) && length > 1e-7;
    let unit = if sound { along / length } else { kurbo::Vec2::new(1.0, 0.0) };
    let normal = kurbo::Vec2::new(unit.y, -unit.x);
    let em = if vertical { across.dot(normal).abs() } else { upward.dot(normal).abs() } * 1000.0;
    let width = f64::from(advance);
    let advance = match (vertical, scale) {
        (true, _) => length * 1000.0,
        (false, Some(s)) => width * s * upward.hypot(),
        (false, None) => width * length,
    };
    let pen = if vertical { kurbo::Point::new(width / 2.0, 880.0) } else { kurbo::Point::ZERO };
    let origin = if sound { t * pen } else { kurbo::Point::ZERO };
    let ink = shaped.bounds.filter(|_| sound).map(|b| {
        let corners = [(b.x0, b.y0), (b.x1, b.y0), (b.x1, b.y1), (b.x0, b.y1)];
        let projected = corners.map(|(x, y)| {
            let d = t * kurbo::Point::new(x, y) - origin;
            Point { x: d.dot(unit) as f32, y: d.dot(normal) as f32 }
        });
        let rects = projected.map(|p| Rect::new(p.x, p.y, p.x, p.y));
        rects.iter().skip(1).fold(rects[0], |all, r| all.cover(*r))
    });
    let degenerate = !sound || em < 0.05 || !em.is_finite();
    let flags =
        if degenerate { RawGlyph::DEGENERATE } else { 0 } | if vertical { RawGlyph::VERTICAL } else { 0 };
    RawGlyph {
        start: 0,
        len: 0,
        flags,
        origin: Point { x: origin.x as f32, y: origin.y as f32 },
        direction: Point { x: unit.x as f32, y: unit.y as f32 },
        advance: if advance.is_finite() { advance.clamp(0.0, 1e5) as f32 } else { 0.0 },
        em: if degenerate { 1.0 } else { em as f32 },
        ink: ink.filter(|r| [r.x0, r.y0, r.x1, r.y1].iter().all(|v| v.is_finite() && v.abs() < 1e5)),
        stem: shaped.stem,
        color: [0, 0, 0, 255],
        code: 0,
        run: 0,
        mcid: None,
    }
}

/// Adds what a stroke paints outside of an outline.
fn widen(glyph: &mut RawGlyph, by: f32) {
    if let Some(ink) = &mut glyph.ink {
        let by = by.clamp(0.0, glyph.em);
        *ink = Rect { x0: ink.x0 - by, y0: ink.y0 - by, x1: ink.x1 + by, y1: ink.y1 + by };
    }
}

/// Gives /ActualText to the glyphs painted since `first`: each takes its share in order. Fewer
/// characters than glyphs make one glyph of several on a line.
pub fn spread_actual(page: &mut PageGlyphs, first: usize, text: &str) {
    let first = first.min(page.glyphs.len());
    let n = page.glyphs.len() - first;
    if n == 0 {
        return;
    }
    let bounds: Vec<usize> = text.char_indices().map(|c| c.0).chain([text.len()]).collect();
    let m = bounds.len() - 1;
    let groups = n.min(m.max(1));
    let (base, mut out) = (page.text.len(), Vec::with_capacity(groups));
    page.text.push_str(text);
    for g in 0..groups {
        let members = &page.glyphs[first + g * n / groups..first + (g + 1) * n / groups];
        let (from, to) = (bounds[g * m / groups], bounds[(g + 1) * m / groups]);
        let mut glyph = merged(members);
        glyph.start = (base + from) as u32;
        glyph.len = u16::try_from(to - from).unwrap_or(0);
        glyph.flags = glyph.flags & !(RawGlyph::UNMAPPED | RawGlyph::BLANK) | RawGlyph::ACTUAL;
        if text[from..to].chars().all(char::is_whitespace) {
            glyph.flags |= RawGlyph::BLANK;
        }
        out.push(glyph);
    }
    page.glyphs.truncate(first);
    page.glyphs.append(&mut out);
}

/// One glyph over all that stand on the first one's line.
fn merged(members: &[RawGlyph]) -> RawGlyph {
    let mut glyph = members[0];
    for next in &members[1..] {
        let d = (next.origin.x - glyph.origin.x, next.origin.y - glyph.origin.y);
        let (x, y) = (
            d.0 * glyph.direction.x + d.1 * glyph.direction.y,
            d.0 * glyph.direction.y - d.1 * glyph.direction.x,
        );
        if y.abs() > glyph.em || x < 0.0 {
            continue;
        }
        glyph.advance = glyph.advance.max(x + next.advance);
        let moved = next.ink.map(|i| Rect { x0: i.x0 + x, y0: i.y0 + y, x1: i.x1 + x, y1: i.y1 + y });
        glyph.ink = match (glyph.ink, moved) {
            (Some(a), Some(b)) => Some(a.cover(b)),
            (a, b) => a.or(b),
        };
    }
    glyph
}

/// What a Type 3 glyph paints, in units of 1000 an em.
fn type3_bounds(glyph: &Type3Glyph<'_>) -> Option<kurbo::Rect> {
    let mut device = BoundsDevice(None);
    let paint =
        Paint::Color(hayro_interpret::color::Color::from_rgba(hayro_interpret::color::AlphaColor::BLACK));
    glyph.interpret(&mut device, Affine::IDENTITY, Affine::IDENTITY, &paint);
    device.0.filter(|r| r.is_finite() && r.width() > 0.0 && r.height() > 0.0)
}

/// Keeps the bounds of everything painted.
struct BoundsDevice(Option<kurbo::Rect>);

impl BoundsDevice {
    fn add(&mut self, r: kurbo::Rect) {
        self.0 = Some(self.0.map_or(r, |all| all.union(r)));
    }
}

impl<'a> Device<'a> for BoundsDevice {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        let grow = if let DrawMode::Stroke(s) = mode { f64::from(s.line_width) / 2.0 } else { 0.0 };
        if !path.elements().is_empty() {
            self.add(props.transform.transform_rect_bbox(path.bounding_box().inflate(grow, grow)));
        }
    }
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        for glyph in run.glyphs() {
            if let Glyph::Outline(outline) = &**glyph {
                let t = props.transform * glyph.transform();
                let path = outline.outline();
                if !path.elements().is_empty() {
                    self.add(t.transform_rect_bbox(path.bounding_box()));
                }
            }
        }
    }
    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.add(image_bounds(&image, &props));
    }
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}
