//! A decoded Markdown source to an extraction.

use super::{render, structure};
use crate::document::{Extraction, ExtractionParts, Origins, Problem, ProblemCode, Source};
use crate::extract::decode::Decoded;
use crate::extract::plain::form_feed_pages;
use crate::extract::rendered::{RenderKind, Rendered};

/// Blocks, sections, outline and problems of a decoded Markdown source; its raw text is the source.
#[must_use]
pub fn from_decoded(source: Source, decoded: Decoded) -> Extraction {
    read(source, decoded).0
}

/// The same, with the view it was made from.
#[must_use]
pub fn read(source: Source, decoded: Decoded) -> (Extraction, Rendered) {
    let Decoded { text, origins, mut problems, .. } = decoded;
    let rendered = render(&text);
    for block in &rendered.blocks {
        if let RenderKind::Code { closed: false, .. } = block.kind {
            problems.push(Problem {
                code: ProblemCode::Unclosed,
                message:
                    "A code block's fence never closes: all text to the end of what it stands in is code"
                        .to_owned(),
                page: None,
                span: Some(block.span),
            });
        }
    }
    let structure = structure(&text, &rendered);
    let extraction = Extraction::new(ExtractionParts {
        pieces: Vec::new(),
        source,
        pages: form_feed_pages(&text),
        blocks: structure.blocks,
        sections: structure.sections,
        tables: Vec::new(),
        outline: structure.outline,
        raw: text,
        edits: Vec::new(),
        origins: Origins::Bytes(origins),
        problems,
        links: Vec::new(),
        info: None,
        settings: r#"{"kind":"markdown"}"#.to_owned(),
    });
    (extraction, rendered)
}
