//! Figures of an extraction.

use crate::document::{BlockKind, Extraction, Origins, Piece};
use crate::text::EditKind;
use serde::Serialize;
use std::collections::BTreeMap;

/// Figures of an extraction: what was found, and what was taken out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Pages; 0 for sources without.
    pub pages: usize,
    /// Pages without text.
    pub pages_without_text: usize,
    /// Code points of the text.
    pub characters: usize,
    /// Glyphs with characters; 0 for sources without pages.
    pub glyphs: usize,
    /// Characters of the text that the file does not name, shown as U+FFFD.
    pub without_unicode: usize,
    /// Blocks by kind, by the words that files use.
    pub blocks: BTreeMap<String, usize>,
    /// Tables.
    pub tables: usize,
    /// Pieces taken out as page furniture.
    pub furniture: usize,
    /// Pieces taken out because a reader of the page does not see them, or because they are drawn twice.
    pub hidden: usize,
    /// Hyphens at line ends that were joined.
    pub hyphens_joined: usize,
}

impl Figures {
    /// The figures of an extraction.
    #[must_use]
    pub fn of(extraction: &Extraction) -> Self {
        let (text, pages) = (extraction.text(), extraction.pages());
        let mut blocks: BTreeMap<String, usize> = BTreeMap::new();
        for block in extraction.blocks() {
            *blocks.entry(kind_name(block.kind)).or_default() += 1;
        }
        let out = |p: &&Piece| p.number.is_none();
        let removed = extraction.pieces().iter().filter(out);
        let (furniture, others): (Vec<&Piece>, Vec<&Piece>) =
            removed.partition(|p| p.kind == BlockKind::Furniture);
        Self {
            pages: pages.len(),
            pages_without_text: pages.iter().filter(|p| !p.has_text).count(),
            characters: text.chars(),
            glyphs: match extraction.origins() {
                Origins::Glyphs(origins) => origins.glyphs().count(),
                Origins::Bytes(_) => 0,
            },
            without_unicode: text.matches(char::REPLACEMENT_CHARACTER).count(),
            tables: extraction.blocks().iter().filter(|b| b.kind == BlockKind::Table).count(),
            blocks,
            furniture: furniture.len(),
            hidden: others.iter().filter(|p| is_hidden(extraction, p)).count(),
            hyphens_joined: extraction.edits().edits().iter().filter(|e| e.kind == EditKind::Hyphen).count(),
        }
    }
}

/// Whether a piece that was taken out is not seen or drawn twice; cleaning takes out pieces, too.
fn is_hidden(extraction: &Extraction, piece: &Piece) -> bool {
    let edits = extraction.edits().edits();
    let first = edits.partition_point(|e| e.raw.end() <= piece.raw.start());
    let mut over = edits[first..].iter().take_while(|e| e.raw.start() < piece.raw.end());
    over.any(|e| matches!(e.kind, EditKind::Hidden | EditKind::Duplicate))
}

/// The word that files use for a kind.
pub(super) fn kind_name(kind: BlockKind) -> String {
    serde_json::to_value(kind).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

impl Figures {
    /// The figures with their names for people, in order; blocks by kind after their sum.
    #[must_use]
    pub fn in_words(&self) -> Vec<(String, usize)> {
        let named = |name: &str, count| (name.to_owned(), count);
        let mut all = vec![
            named("pages", self.pages),
            named("pages without text", self.pages_without_text),
            named("characters", self.characters),
            named("glyphs", self.glyphs),
            named("characters without Unicode", self.without_unicode),
            named("blocks", self.blocks.values().sum()),
        ];
        all.extend(
            self.blocks.iter().map(|(kind, count)| (format!("{} blocks", kind.replace('_', " ")), *count)),
        );
        all.extend([
            named("taken out as furniture", self.furniture),
            named("taken out as hidden or duplicate", self.hidden),
            named("hyphens joined", self.hyphens_joined),
        ]);
        all
    }
}
