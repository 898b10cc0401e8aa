//! Tiles as textures: a bounded number goes up in each frame, and what is not seen goes first when the
//! bytes are spent.

use super::TileSource;
use crate::document::PageIndex;
use crate::render::TileKey;
use egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions};
use std::collections::HashMap;

/// How many textures are made in one frame at most: a frame stays short, whatever was painted.
pub(super) const UPLOADS: usize = 8;
/// How many bytes of textures are kept: 128 full tiles.
const BUDGET: usize = 128 << 20;

struct Entry {
    handle: TextureHandle,
    bytes: usize,
    seen: u64,
}

/// Textures by tile.
#[derive(Default)]
pub(super) struct Textures {
    entries: HashMap<TileKey, Entry>,
    bytes: usize,
    frame: u64,
    /// Made in this frame.
    pub(super) made: usize,
}

impl Textures {
    /// Starts a frame.
    pub(super) fn begin(&mut self) {
        self.frame += 1;
        self.made = 0;
    }

    /// Makes a texture of a tile that is painted, if the frame has room for it. Whether the tile still
    /// waits for a later frame.
    pub(super) fn load(&mut self, ctx: &Context, tiles: &mut dyn TileSource, key: TileKey) -> bool {
        if self.entries.contains_key(&key) {
            return false;
        }
        let Some(image) = tiles.tile(key) else { return false };
        let size = [image.width as usize, image.height as usize];
        if size[0] * size[1] * 4 != image.rgba.len() || image.rgba.is_empty() {
            return false;
        }
        if self.made >= UPLOADS {
            return true;
        }
        // Tiles are opaque, so that both kinds of alpha are the same.
        let pixels = ColorImage::from_rgba_premultiplied(size, &image.rgba);
        let handle = ctx.load_texture("page tile", pixels, TextureOptions::LINEAR);
        self.made += 1;
        self.bytes += image.rgba.len();
        self.entries.insert(key, Entry { handle, bytes: image.rgba.len(), seen: self.frame });
        false
    }

    pub(super) fn has(&self, key: TileKey) -> bool {
        self.entries.contains_key(&key)
    }

    /// The texture of a tile, which counts as seen.
    pub(super) fn get(&mut self, key: TileKey) -> Option<TextureId> {
        let entry = self.entries.get_mut(&key)?;
        entry.seen = self.frame;
        Some(entry.handle.id())
    }

    /// Tiles of a page at other scales, the most unlike scale first: to be painted under the sharp ones.
    pub(super) fn others(&self, page: PageIndex, scale: u32) -> Vec<TileKey> {
        let mut keys: Vec<_> =
            self.entries.keys().filter(|k| k.page == page && k.scale != scale).copied().collect();
        keys.sort_by_key(|k| (std::cmp::Reverse(k.scale.abs_diff(scale)), k.y, k.x));
        keys
    }

    pub(super) fn alive(&self) -> usize {
        self.entries.len()
    }

    /// Lets go of what was not seen for longest until the bytes fit.
    pub(super) fn end(&mut self) {
        if self.bytes <= BUDGET {
            return;
        }
        let mut unseen: Vec<_> =
            self.entries.iter().filter(|e| e.1.seen < self.frame).map(|(k, e)| (e.seen, *k)).collect();
        unseen.sort_unstable();
        for (_, key) in unseen {
            if self.bytes <= BUDGET {
                break;
            }
            if let Some(entry) = self.entries.remove(&key) {
                self.bytes -= entry.bytes;
            }
        }
    }
}
