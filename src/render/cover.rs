//! Which tiles cover a piece of a page.

use crate::document::{PageIndex, Rect};
use crate::extract::pdf::{PageGeometry, TILE, TileKey, page_pixels, tile_pixels};

/// The scales a page is painted at: 0.05 to 64 pixels a point.
const SCALES: std::ops::RangeInclusive<f32> = 50.0..=64_000.0;

/// Pixels per 1000 points, as tiles are keyed, from pixels a point (zoom times the screen's own scale).
#[must_use]
pub fn scale_key(pixels_per_point: f32) -> u32 {
    let scale = pixels_per_point * 1000.0;
    if scale.is_finite() { scale.round().clamp(*SCALES.start(), *SCALES.end()) as u32 } else { 1000 }
}

/// The tiles that cover `visible` (in page space), those nearest to its middle first.
#[must_use]
pub fn tiles_for(page: PageIndex, geometry: PageGeometry, scale: u32, visible: Rect) -> Vec<TileKey> {
    let (width, height) = page_pixels(geometry, scale);
    let side = TILE as f32 * 1000.0 / scale as f32;
    let range = |from: f32, to: f32, pixels: u32| {
        let last = pixels.div_ceil(TILE).saturating_sub(1).min(u32::from(u16::MAX)) as f32;
        // `as` takes what is below zero, or no number, for zero.
        let at = |place: f32| (place / side).floor().min(last) as u16;
        let touches = to > 0.0 && from < pixels as f32 * 1000.0 / scale as f32 && from < to;
        touches.then(|| at(from)..=at(to))
    };
    let columns = range(visible.x0, visible.x1, width);
    let rows = range(visible.y0, visible.y1, height);
    let (Some(columns), Some(rows)) = (columns, rows) else { return Vec::new() };
    let middle = visible.center();
    let mut keys: Vec<_> =
        rows.flat_map(|y| columns.clone().map(move |x| TileKey { page, scale, x, y })).collect();
    let distance = |key: &TileKey| {
        let (dx, dy) =
            ((f32::from(key.x) + 0.5) * side - middle.x, (f32::from(key.y) + 0.5) * side - middle.y);
        dx * dx + dy * dy
    };
    keys.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    keys
}

/// The tile that shows the whole page small: half a pixel a point, or less for large pages. It stands
/// under the sharp tiles until they come.
#[must_use]
pub fn thumbnail_for(page: PageIndex, geometry: PageGeometry) -> TileKey {
    let longest = geometry.width.max(geometry.height).max(1.0);
    // A thousandth less than fits, so that rounding up does not begin a second tile.
    let scale = (TILE as f32 / longest * 999.0).floor().clamp(1.0, 500.0);
    TileKey { page, scale: scale as u32, x: 0, y: 0 }
}

/// Where a tile lies on its page, in page space; `None` if it lies outside.
#[must_use]
pub fn tile_rect(geometry: PageGeometry, key: TileKey) -> Option<Rect> {
    let (width, height) = tile_pixels(geometry, key.scale, key.x, key.y)?;
    let points = |pixels: u32| (f64::from(pixels) * 1000.0 / f64::from(key.scale)) as f32;
    let (x, y) = (u32::from(key.x) * TILE, u32::from(key.y) * TILE);
    Some(Rect { x0: points(x), y0: points(y), x1: points(x + width), y1: points(y + height) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: PageGeometry = PageGeometry { width: 595.0, height: 842.0, rotation: 0 };

    #[test]
    fn the_middle_of_what_is_seen_is_painted_first() {
        let keys = tiles_for(PageIndex(0), A4, 2000, Rect::new(0.0, 0.0, 595.0, 842.0));
        assert_eq!(keys.len(), 3 * 4);
        assert!(
            keys[..4].iter().all(|k| k.x == 1 && (1..3).contains(&k.y) || k.y == 1 || k.y == 2),
            "{keys:?}"
        );
    }

    #[test]
    fn only_tiles_that_are_seen_are_wanted() {
        let seen = Rect::new(-50.0, 600.0, 100.0, 700.0);
        let keys = tiles_for(PageIndex(7), A4, 1000, seen);
        assert_eq!(keys, [TileKey { page: PageIndex(7), scale: 1000, x: 0, y: 1 }]);
        assert!(tiles_for(PageIndex(0), A4, 1000, Rect::new(600.0, 0.0, 900.0, 100.0)).is_empty());
        assert!(tiles_for(PageIndex(0), A4, 1000, Rect::new(0.0, -90.0, 900.0, -10.0)).is_empty());
    }

    #[test]
    fn a_thumbnail_is_one_tile_for_any_page() {
        for (width, height) in [(595.0, 842.0), (14_400.0, 30.0), (1.0, 200_000.0), (1100.0, 1023.9)] {
            let page = PageGeometry { width, height, rotation: 0 };
            let key = thumbnail_for(PageIndex(0), page);
            assert_eq!(tile_pixels(page, key.scale, 1, 0).or(tile_pixels(page, key.scale, 0, 1)), None);
        }
    }

    #[test]
    fn tiles_lie_side_by_side_on_the_page() {
        let key = |x| TileKey { page: PageIndex(0), scale: 1500, x, y: 0 };
        let (left, right) = (tile_rect(A4, key(0)).unwrap(), tile_rect(A4, key(1)).unwrap());
        assert_eq!(left.x1, right.x0);
        assert!((right.x1 - 595.0).abs() < 1.0);
        assert_eq!(tile_rect(A4, key(2)), None);
    }
}
