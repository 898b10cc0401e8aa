//! Chinese and Japanese text that is written from top to bottom although its font knows nothing of it: glyphs
//! stacked one by one.
//!
//! A file may paint vertical text with a horizontal font, a glyph at a time. In running text characters stand
//! closer to the next one than lines to the next line, so the nearer neighbor tells the direction (as in
//! Docstrum, O'Gorman 1993, where the nearest neighbors of all components vote for the page's orientation).

use super::marker::is_spaceless;
use crate::document::Point;
use crate::extract::pdf::glyphs::{PageGlyphs, RawGlyph};
use rustc_hash::FxHashMap;

/// Fewer characters than this tell nothing.
const FEWEST: usize = 12;
/// Neighbors are looked for this many ems away.
const REACH: f32 = 2.2;
/// How far above the baseline the cell of a character begins, in em.
const TOP: f32 = 0.88;

/// Turns the upright characters of scripts without spaces into vertical text where most of them stand nearer to the
/// next one below than to the next one beside.
pub fn turn(page: &mut PageGlyphs) {
    let which: Vec<usize> = (0..page.glyphs.len()).filter(|&i| is_candidate(page, i)).collect();
    if which.len() < FEWEST {
        return;
    }
    let cell = which.iter().map(|&i| page.glyphs[i].em).fold(0.0, f32::max) * REACH;
    let key = |p: Point| ((p.x / cell).floor() as i32, (p.y / cell).floor() as i32);
    let mut cells: FxHashMap<(i32, i32), Vec<usize>> = FxHashMap::default();
    for &i in &which {
        cells.entry(key(page.glyphs[i].origin)).or_default().push(i);
    }
    let (mut down, mut across) = (0_usize, 0_usize);
    for &i in &which {
        let glyph = &page.glyphs[i];
        let (x, y) = key(glyph.origin);
        let (mut below, mut beside) = (f32::INFINITY, f32::INFINITY);
        let near = (x..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        for &k in near.filter_map(|key| cells.get(&key)).flat_map(|all| all.iter().take(64)) {
            let d = (page.glyphs[k].origin.x - glyph.origin.x, page.glyphs[k].origin.y - glyph.origin.y);
            if k == i || (d.0.abs() < 0.1 * glyph.em && d.1.abs() < 0.1 * glyph.em) {
                continue;
            }
            if d.0.abs() < 0.3 * glyph.em && d.1 > 0.0 {
                below = below.min(d.1);
            } else if d.1.abs() < 0.3 * glyph.em && d.0 > 0.0 {
                beside = beside.min(d.0);
            }
        }
        let reach = REACH * glyph.em;
        if below.min(beside) < reach {
            down += usize::from(below < 0.92 * beside);
            across += usize::from(beside <= below);
        }
    }
    if down <= 2 * across || down * 3 < which.len() {
        return;
    }
    for i in which {
        let glyph = &mut page.glyphs[i];
        glyph.origin = Point { x: glyph.origin.x + glyph.advance / 2.0, y: glyph.origin.y - TOP * glyph.em };
        // Ink is told from the pen: along the line is down now, up from the baseline is to the right.
        glyph.ink = glyph.ink.map(|ink| {
            let (x0, x1) = (ink.x0 - glyph.advance / 2.0, ink.x1 - glyph.advance / 2.0);
            let (y0, y1) = (TOP * glyph.em - ink.y1, TOP * glyph.em - ink.y0);
            crate::document::Rect::new(y0, x0, y1, x1)
        });
        glyph.direction = Point { x: 0.0, y: 1.0 };
        glyph.advance = glyph.em;
        glyph.flags |= RawGlyph::VERTICAL;
    }
}

fn is_candidate(page: &PageGlyphs, i: usize) -> bool {
    let glyph = &page.glyphs[i];
    let hidden = RawGlyph::VERTICAL | RawGlyph::OUTSIDE | RawGlyph::BLANK | RawGlyph::DEGENERATE;
    glyph.direction.x > 0.99
        && !glyph.is(hidden)
        && page.chars(glyph).chars().all(|c| is_spaceless(c) || is_stop(c))
}

/// Stops and brackets of these scripts.
fn is_stop(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{303f}' | '\u{fe10}'..='\u{fe4f}' | '\u{ff00}'..='\u{ffef}')
}
