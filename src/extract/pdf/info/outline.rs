//! The outline (ISO 32000-1, 12.3.3), which readers call bookmarks.

use super::destinations::Destinations;
use super::{MOST_LEVELS, text_string};
use crate::document::OutlineItem;
use hayro_syntax::Pdf;
use hayro_syntax::object::{Dict, ObjRef, String as PdfString};
use std::collections::HashSet;

/// More entries than any honest file has.
const MOST_ITEMS: usize = 200_000;

/// All entries in the order in which an outline is read, each once: entries may point in a circle.
pub fn read<'a>(pdf: &'a Pdf, catalog: &Dict<'a>, destinations: &Destinations<'a>) -> Vec<OutlineItem> {
    let mut items = Vec::new();
    let mut seen: HashSet<ObjRef> = HashSet::new();
    let root = catalog.get::<Dict<'_>>("Outlines");
    let mut stack: Vec<ObjRef> = root.and_then(|o| o.get_ref("First")).into_iter().collect();
    let mut levels = vec![1_u8; stack.len()];
    while let (Some(id), Some(level)) = (stack.pop(), levels.pop()) {
        if items.len() >= MOST_ITEMS || !seen.insert(id) {
            continue;
        }
        let Some(entry) = pdf.xref().get::<Dict<'_>>(id.into()) else { continue };
        if let Some(title) = entry.get::<PdfString<'_>>("Title").and_then(|t| text_string(t.as_bytes())) {
            items.push(OutlineItem { title, level, destination: destinations.of(&entry), offset: None });
        }
        if let Some(next) = entry.get_ref("Next") {
            stack.push(next);
            levels.push(level);
        }
        if let Some(first) = entry.get_ref("First").filter(|_| usize::from(level) < MOST_LEVELS) {
            stack.push(first);
            levels.push(level + 1);
        }
    }
    items
}
