//! The grid of tiles over a page.

use super::protocol::PageGeometry;
use crate::document::PageIndex;

/// Width and height of a tile in pixels; those at the right and bottom edge are smaller.
pub const TILE: u32 = 512;

/// Which piece of which page, at which scale. At one scale the tiles of a page touch and do not overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileKey {
    /// The page.
    pub page: PageIndex,
    /// Pixels per 1000 points: 2000 is two pixels a point, or 144 dpi.
    pub scale: u32,
    /// Column, from the left.
    pub x: u16,
    /// Row, from the top.
    pub y: u16,
}

/// A painted tile: opaque RGBA, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileImage {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Four bytes a pixel.
    pub rgba: Vec<u8>,
}

/// Width and height of a page in pixels at `scale` pixels per 1000 points; at least 1.
#[must_use]
pub fn page_pixels(page: PageGeometry, scale: u32) -> (u32, u32) {
    // The grid's columns and rows are u16: no page is larger than all of them.
    let most = f64::from(TILE) * f64::from(u16::MAX);
    let pixels = |points: f32| (f64::from(points) * f64::from(scale) / 1000.0).ceil().clamp(1.0, most) as u32;
    (pixels(page.width), pixels(page.height))
}

/// Width and height of a tile in pixels; `None` if it lies outside of the page.
#[must_use]
pub fn tile_pixels(page: PageGeometry, scale: u32, x: u16, y: u16) -> Option<(u32, u32)> {
    let (width, height) = page_pixels(page, scale);
    let extent =
        |all: u32, at: u16| all.checked_sub(u32::from(at) * TILE).filter(|n| *n > 0).map(|n| n.min(TILE));
    Some((extent(width, x)?, extent(height, y)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tiles_of_a_page_cover_its_pixels_once() {
        let page = PageGeometry { width: 595.3, height: 841.9, rotation: 0 };
        let (width, height) = page_pixels(page, 2000);
        assert_eq!((width, height), (1191, 1684));
        let mut area = 0;
        for y in 0..5 {
            for x in 0..5 {
                area += tile_pixels(page, 2000, x, y).map_or(0, |(w, h)| w * h);
            }
        }
        assert_eq!(area, width * height);
        assert_eq!(tile_pixels(page, 2000, 2, 3), Some((1191 - 1024, 1684 - 1536)));
        assert_eq!(tile_pixels(page, 2000, 3, 0), None);
    }
}
