//! The painted tiles of one document, kept within a budget of bytes.

use super::cover::{thumbnail_for, tile_rect, tiles_for};
use crate::document::{PageIndex, Rect};
use crate::extract::pdf::{PdfDocument, TileImage, TileKey};
use std::collections::HashMap;
use std::sync::Arc;

/// How many bytes of pixels are kept: about 256 full tiles.
pub const DEFAULT_BUDGET: usize = 256 << 20;

/// A tile and where it lies.
#[derive(Clone, Debug)]
pub struct PlacedTile {
    /// Which tile.
    pub key: TileKey,
    /// Its place in page space.
    pub rect: Rect,
    /// Its pixels.
    pub image: Arc<TileImage>,
}

/// Painted tiles, the least recently used of which go first.
///
/// A frame does: [`Self::poll`]; for each visible page, [`Self::best`] to draw; then one [`Self::want`]
/// with what all visible pages need.
#[derive(Debug)]
pub struct Tiles {
    document: PdfDocument,
    cache: Cache,
    failed: HashMap<TileKey, String>,
}

impl Tiles {
    /// An empty cache over a document, with a budget in bytes.
    #[must_use]
    pub fn new(document: PdfDocument, budget: usize) -> Self {
        Self { document, cache: Cache::new(budget), failed: HashMap::new() }
    }

    /// Takes what was painted since the last call; the keys that are new.
    pub fn poll(&mut self) -> Vec<TileKey> {
        let painted = self.document.take_tiles();
        let mut keys = Vec::with_capacity(painted.len());
        for (key, result) in painted {
            match result {
                Ok(image) => self.cache.insert(key, Arc::new(image)),
                Err(reason) => drop(self.failed.insert(key, reason)),
            }
            keys.push(key);
        }
        keys
    }

    /// Asks for these tiles, in this order, instead of all asked for before. What is there, or failed
    /// before, is not asked for.
    pub fn want(&self, keys: &[TileKey]) {
        let missing = keys.iter().filter(|k| !self.cache.has(k) && !self.failed.contains_key(k));
        self.document.set_wanted(missing.copied().collect());
    }

    /// What a view of a page needs, most urgent first: the thumbnail, then the tiles in sight.
    #[must_use]
    pub fn needed(&self, page: PageIndex, scale: u32, visible: Rect) -> Vec<TileKey> {
        let Some(geometry) = self.document.geometry(page) else { return Vec::new() };
        let mut keys = vec![thumbnail_for(page, geometry)];
        keys.extend(tiles_for(page, geometry, scale, visible));
        keys
    }

    /// Whether a tile is there.
    #[must_use]
    pub fn has(&self, key: TileKey) -> bool {
        self.cache.has(&key)
    }

    /// A tile, if it is there.
    pub fn get(&mut self, key: TileKey) -> Option<Arc<TileImage>> {
        self.cache.get(key)
    }

    /// The best picture there is of a piece of a page: tiles to be drawn in this order, those of other
    /// scales first as placeholders where sharp ones are missing.
    pub fn best(&mut self, page: PageIndex, scale: u32, visible: Rect) -> Vec<PlacedTile> {
        let Some(geometry) = self.document.geometry(page) else { return Vec::new() };
        let place = |cache: &mut Cache, key| {
            Some(PlacedTile { key, rect: tile_rect(geometry, key)?, image: cache.get(key)? })
        };
        let wanted = tiles_for(page, geometry, scale, visible);
        let sharp: Vec<_> = wanted.iter().filter_map(|key| place(&mut self.cache, *key)).collect();
        if sharp.len() == wanted.len() {
            return sharp;
        }
        let mut others: Vec<_> =
            self.cache.keys().filter(|k| k.page == page && k.scale != scale).copied().collect();
        // Small scales at the bottom, and of larger ones only what is nearer to the wanted scale.
        others.sort_by_key(|k| (std::cmp::Reverse(k.scale.abs_diff(scale)), k.scale, k.y, k.x));
        let mut drawn: Vec<_> = others
            .into_iter()
            .filter(|key| tile_rect(geometry, *key).is_some_and(|r| r.intersects(visible)))
            .filter_map(|key| place(&mut self.cache, key))
            .collect();
        drawn.extend(sharp);
        drawn
    }

    /// Why a page could not be painted at some scale, if that happened.
    #[must_use]
    pub fn failure(&self, page: PageIndex) -> Option<&str> {
        self.failed.iter().find(|(key, _)| key.page == page).map(|(_, reason)| reason.as_str())
    }

    /// Forgets that painting failed, so that it is tried again.
    pub fn retry(&mut self) {
        self.failed.clear();
    }

    /// Bytes of pixels that are kept.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.cache.bytes
    }
}

#[derive(Debug)]
struct Cache {
    tiles: HashMap<TileKey, (Arc<TileImage>, u64)>,
    budget: usize,
    bytes: usize,
    clock: u64,
}

impl Cache {
    fn new(budget: usize) -> Self {
        Self { tiles: HashMap::new(), budget, bytes: 0, clock: 0 }
    }

    fn has(&self, key: &TileKey) -> bool {
        self.tiles.contains_key(key)
    }

    fn keys(&self) -> impl Iterator<Item = &TileKey> {
        self.tiles.keys()
    }

    fn get(&mut self, key: TileKey) -> Option<Arc<TileImage>> {
        self.clock += 1;
        let (image, used) = self.tiles.get_mut(&key)?;
        *used = self.clock;
        Some(Arc::clone(image))
    }

    fn insert(&mut self, key: TileKey, image: Arc<TileImage>) {
        self.clock += 1;
        self.bytes += image.rgba.len();
        if let Some((old, _)) = self.tiles.insert(key, (image, self.clock)) {
            self.bytes -= old.rgba.len();
        }
        if self.bytes > self.budget {
            self.evict();
        }
    }

    /// Down to seven eighths of the budget, so that a scan buys room for many tiles. The newest stays.
    fn evict(&mut self) {
        let mut by_use: Vec<_> = self.tiles.iter().map(|(key, (_, used))| (*used, *key)).collect();
        by_use.sort_unstable();
        by_use.pop();
        for (_, key) in by_use {
            if self.bytes <= self.budget / 8 * 7 {
                break;
            }
            if let Some((image, _)) = self.tiles.remove(&key) {
                self.bytes -= image.rgba.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(kib: usize) -> Arc<TileImage> {
        Arc::new(TileImage { width: 256, height: kib as u32, rgba: vec![0; kib << 10] })
    }

    fn key(x: u16) -> TileKey {
        TileKey { page: PageIndex(0), scale: 1000, x, y: 0 }
    }

    #[test]
    fn what_was_not_looked_at_for_longest_goes_first_and_the_budget_holds() {
        let mut cache = Cache::new(40 << 10);
        for x in 0..4 {
            cache.insert(key(x), tile(10));
        }
        assert!(cache.get(key(0)).is_some());
        cache.insert(key(4), tile(10));
        assert!(cache.bytes <= 40 << 10);
        assert_eq!([0, 1, 2, 3, 4].map(|x| cache.has(&key(x))), [true, false, false, true, true]);
    }

    #[test]
    fn a_tile_painted_again_is_counted_once_and_one_larger_than_the_budget_is_kept_alone() {
        let mut cache = Cache::new(40 << 10);
        cache.insert(key(0), tile(10));
        cache.insert(key(0), tile(12));
        assert_eq!(cache.bytes, 12 << 10);
        cache.insert(key(1), tile(50));
        assert_eq!((cache.has(&key(0)), cache.has(&key(1)), cache.bytes), (false, true, 50 << 10));
    }
}
