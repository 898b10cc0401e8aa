//! Which glyphs a reader of the page sees, and each only once.

use crate::document::Point;
use crate::extract::pdf::glyphs::{PageGlyphs, RawGlyph};
use rustc_hash::FxHashMap;

/// What becomes of each glyph.
pub struct Visibility {
    state: Vec<State>,
    /// Whether the page's text is the invisible layer of a picture.
    pub scanned: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Shown,
    Hidden,
    /// Drawn again over the glyph with that number, for the `layer`th time.
    Duplicate {
        of: u32,
        layer: u16,
    },
    /// Without characters.
    Silent,
}

impl Visibility {
    pub fn shown(&self, glyph: usize) -> bool {
        self.state[glyph] == State::Shown
    }

    pub fn hidden(&self, glyph: usize) -> bool {
        self.state[glyph] == State::Hidden
    }

    /// All duplicates: glyph, the glyph it repeats, which repetition.
    pub fn duplicates(&self) -> impl Iterator<Item = (usize, usize, u16)> + '_ {
        self.state.iter().enumerate().filter_map(|(i, s)| match s {
            State::Duplicate { of, layer } => Some((i, *of as usize, *layer)),
            _ => None,
        })
    }
}

/// Sorts the glyphs of a page into shown, hidden and drawn twice.
///
/// A scanned page's invisible text layer is its text: where all text is invisible and there is a
/// picture, or a picture covers most of the page and most text is invisible.
pub fn judge(page: &PageGlyphs) -> Visibility {
    let said = |g: &&RawGlyph| g.len > 0 && !g.is(RawGlyph::BLANK);
    let total = page.glyphs.iter().filter(said).count();
    let unseen = RawGlyph::INVISIBLE | RawGlyph::CLEAR;
    let invisible = page.glyphs.iter().filter(said).filter(|g| g.is(unseen)).count();
    let scanned =
        (page.pictures > 0 && invisible == total) || (page.picture_cover > 0.5 && invisible * 2 > total);
    let mut hiding = RawGlyph::OUTSIDE | RawGlyph::PALE | RawGlyph::DEGENERATE;
    if !scanned {
        hiding |= unseen;
    }
    let mut state: Vec<State> = page
        .glyphs
        .iter()
        .map(|g| match g {
            g if g.len == 0 || page.chars(g).chars().all(is_zero_width) => State::Silent,
            g if g.is(hiding) => State::Hidden,
            _ => State::Shown,
        })
        .collect();
    drop_duplicates(page, &mut state);
    Visibility { state, scanned: scanned && invisible > 0 }
}

/// Characters that only say where a line may be broken: browsers print them as glyphs of odd widths.
fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// Marks glyphs that repeat a visible one a fraction of its width away: outlines drawn over fills,
/// bold made by overprinting, shadows, invisible copies.
fn drop_duplicates(page: &PageGlyphs, state: &mut [State]) {
    let mut seen: FxHashMap<(i32, i32, i32), Vec<u32>> = FxHashMap::default();
    let mut layers: FxHashMap<u32, u16> = FxHashMap::default();
    for pass in [State::Shown, State::Hidden] {
        for (i, glyph) in page.glyphs.iter().enumerate() {
            if state[i] != pass || glyph.is(RawGlyph::BLANK) {
                continue;
            }
            // Cells three times as wide as what is near: few of them are looked at for each glyph.
            let reach = (glyph.em * 0.3).max(0.01);
            let step = 3.0 * reach;
            let size = (glyph.em.log2() * 8.0).round() as i32;
            let p = glyph.origin;
            let cell = |v: f32| (v / step).floor().clamp(-1e8, 1e8) as i32;
            let (cx, cy) = (cell(p.x), cell(p.y));
            let (xs, ys) = (cell(p.x - reach)..=cell(p.x + reach), cell(p.y - reach)..=cell(p.y + reach));
            let near = xs.flat_map(|x| ys.clone().map(move |y| (size, x, y)));
            let found = near
                .filter_map(|key| seen.get(&key))
                .flatten()
                .rev()
                .take(24)
                .find(|&&other| repeats(page, &page.glyphs[other as usize], glyph));
            if let Some(&of) = found {
                let layer = layers.entry(of).or_insert(0);
                *layer = layer.saturating_add(1);
                state[i] = State::Duplicate { of, layer: *layer };
            } else {
                seen.entry((size, cx, cy)).or_default().push(i as u32);
            }
        }
    }
}

fn repeats(page: &PageGlyphs, a: &RawGlyph, b: &RawGlyph) -> bool {
    let d = Point { x: b.origin.x - a.origin.x, y: b.origin.y - a.origin.y };
    let along = (d.x * a.direction.x + d.y * a.direction.y).abs();
    let across = (d.x * a.direction.y - d.y * a.direction.x).abs();
    let width = a.advance.max(a.em * 0.1);
    a.direction.x * b.direction.x + a.direction.y * b.direction.y > 0.99
        && along < (0.3 * a.em).min(0.5 * width)
        && across < 0.2 * a.em
        && page.chars(a) == page.chars(b)
}
