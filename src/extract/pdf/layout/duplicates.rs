//! Glyphs painted again over themselves: bold made by printing twice, shadows, form fields.

use super::super::glyphs::PageGlyphs;
use std::collections::HashMap;

/// Two equal glyphs nearer than this share of the em are one; never more than a third of their advance,
/// so that the two l of `all` stay two.
const NEAR: f32 = 0.14;

/// Takes repeated glyphs out of `visible` and returns them.
pub fn remove(page: &PageGlyphs, visible: &mut Vec<usize>) -> Vec<usize> {
    let mut seen: HashMap<(u64, i32, i32), Vec<usize>> = HashMap::new();
    let mut repeated = Vec::new();
    visible.retain(|&i| {
        let glyph = &page.glyphs[i];
        let chars = page.chars(glyph);
        if chars.trim().is_empty() {
            return true;
        }
        let reach = (NEAR * glyph.em).min(glyph.advance.abs() / 3.0).max(0.05);
        let cell = (glyph.em * 0.5).max(0.5);
        let at = |v: f32| (v / cell).floor() as i32;
        let key = hash(chars, glyph.em);
        let (x, y) = (at(glyph.origin.x), at(glyph.origin.y));
        for dx in -1..=1 {
            for dy in -1..=1 {
                let near = seen.get(&(key, x + dx, y + dy)).is_some_and(|others| {
                    others.iter().any(|&o| {
                        let other = &page.glyphs[o];
                        let d = (other.origin.x - glyph.origin.x).hypot(other.origin.y - glyph.origin.y);
                        d <= reach && page.chars(other) == chars
                    })
                });
                if near {
                    repeated.push(i);
                    return false;
                }
            }
        }
        seen.entry((key, x, y)).or_default().push(i);
        true
    });
    repeated
}

fn hash(chars: &str, em: f32) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    chars.hash(&mut hasher);
    // Sizes a hair apart are one size.
    ((em * 4.0).round() as i32).hash(&mut hasher);
    hasher.finish()
}
