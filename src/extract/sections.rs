//! Sections and outline from the headings of a text.

use crate::document::{OutlineItem, Section};
use crate::text::Span;

/// A heading that opens a section.
pub(super) struct Heading {
    /// 1 to 6.
    pub level: u8,
    pub title: String,
    /// Where its section starts.
    pub start: usize,
}

/// The headings as an outline.
pub(super) fn outline(headings: Vec<Heading>) -> Vec<OutlineItem> {
    headings
        .into_iter()
        .map(|h| OutlineItem { title: h.title, level: h.level, destination: None, offset: Some(h.start) })
        .collect()
}

/// A flat partition of `text`: each heading opens a section, which ends where the next one starts.
pub(super) fn sections(text: &str, headings: &[Heading]) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    if text.is_empty() {
        return sections;
    }
    let first = headings.first().map_or(text.len(), |h| h.start);
    let preface = !text[..first].trim().is_empty() || headings.is_empty();
    if preface {
        let span = Span::new(0, first);
        sections.push(Section { parent: None, level: 0, heading_path: Vec::new(), span });
    }
    // Places in `sections` of the headings that the next one may stand under, outermost first.
    let mut path: Vec<usize> = Vec::new();
    for (i, heading) in headings.iter().enumerate() {
        let end = headings.get(i + 1).map_or(text.len(), |next| next.start);
        let start = if sections.is_empty() { 0 } else { heading.start };
        while path.last().is_some_and(|&p| sections[p].level >= heading.level) {
            path.pop();
        }
        let parent = path.last().copied();
        let mut heading_path = parent.map_or_else(Vec::new, |p| sections[p].heading_path.clone());
        heading_path.push(heading.title.clone());
        path.push(sections.len());
        sections.push(Section { parent, level: heading.level, heading_path, span: Span::new(start, end) });
    }
    sections
}
