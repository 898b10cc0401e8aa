//! The rendered view of a text that was cleaned.

use crate::document::Extraction;
use crate::extract::rendered::{RenderKind, Rendered};

/// The view of the text as it was loaded, with its spans at their places in the cleaned text. What was taken
/// out is shown and has an empty span; a run that was changed inside is lit as a whole.
#[must_use]
pub fn view(rendered: &Rendered, extraction: &Extraction) -> Rendered {
    let (from, to) = (extraction.loaded_edits(), extraction.edits());
    let moved = |span| to.edited_span(from.raw_span(span));
    let mut out = rendered.clone();
    for block in &mut out.blocks {
        block.span = moved(block.span);
        for run in &mut block.runs {
            run.span = moved(run.span);
            run.identical &= run.span.get(extraction.text()) == Some(run.text.as_str());
        }
        if let RenderKind::Table { rows, .. } = &mut block.kind {
            for cell in rows.iter_mut().flat_map(|row| &mut row.cells) {
                cell.span = moved(cell.span);
            }
        }
    }
    out
}
