//! A PDF page as tiles of pixels, at any zoom, cached by bytes.
//!
//! Owns which tiles cover what is seen, and how long painted ones are kept. They are painted in the
//! workers of `extract::pdf`; how they come onto the screen is the business of the window.

mod cover;
mod tiles;

pub use crate::extract::pdf::{PageGeometry, TILE, TileImage, TileKey};
pub use cover::{scale_key, thumbnail_for, tile_rect, tiles_for};
pub use tiles::{DEFAULT_BUDGET, PlacedTile, Tiles};
