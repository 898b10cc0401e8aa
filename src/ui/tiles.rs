//! Pixels of pages for the page view, from the workers' tiles.

use super::widgets::page_view::TileSource;
use crate::document::PageIndex;
use crate::extract::pdf::PdfDocument;
use crate::render::{DEFAULT_BUDGET, TileImage, TileKey, Tiles};
use std::sync::Arc;

/// The tiles of the document that is shown; nothing before there is one.
#[derive(Default)]
pub struct AppTiles {
    tiles: Option<Tiles>,
    /// What the view asked for last.
    wanted: Vec<TileKey>,
}

impl AppTiles {
    /// Takes what was painted since the last frame.
    pub fn bind(&mut self, document: &PdfDocument) {
        // Nobody else reads the document's events: the window looks at everything in every frame.
        drop(document.take_events());
        self.tiles.get_or_insert_with(|| Tiles::new(document.clone(), DEFAULT_BUDGET)).poll();
    }

    /// Whether all tiles that the view asked for last are there.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let Some(tiles) = &self.tiles else { return true };
        self.wanted.iter().all(|key| tiles.has(*key) || tiles.failure(key.page).is_some())
    }
}

impl TileSource for AppTiles {
    fn tile(&mut self, key: TileKey) -> Option<Arc<TileImage>> {
        self.tiles.as_mut()?.get(key)
    }

    fn want(&mut self, keys: &[TileKey]) {
        if let Some(tiles) = &self.tiles {
            tiles.want(keys);
        }
        self.wanted = keys.to_vec();
    }

    fn failed(&self, page: PageIndex) -> Option<&str> {
        self.tiles.as_ref()?.failure(page)
    }
}
