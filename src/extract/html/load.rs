//! A decoded page to an extraction with its view.

use super::content::{Removed, judge};
use super::dom::MAX_NODES;
use super::edits::edits;
use super::flow::{Origins as Pieces, paint};
use super::tokens::parse;
use super::tree::Builder;
use super::view::view;
use super::{HtmlOptions, HtmlPage};
use crate::document::{Extraction, ExtractionParts, Origins, Problem, ProblemCode, Source};
use crate::extract::decode::Decoded;
use crate::extract::sections::{outline, sections};
use crate::text::{Cancel, EditMap, Span};

/// Reads a decoded page. Its raw text is what a person sees of the whole page, hidden text included; what is
/// hidden, and beside the content, goes by edits. `None` where it was cancelled.
#[must_use]
pub fn read(source: Source, decoded: Decoded, options: HtmlOptions, cancel: &Cancel) -> Option<HtmlPage> {
    let Decoded { text: html, origins: decoded_origins, problems: decoding, .. } = decoded;
    let xml = html.trim_start().starts_with("<?xml")
        || source.path.extension().is_some_and(|e| e.eq_ignore_ascii_case("xhtml"));
    let mut builder = Builder::new(&html, xml);
    parse(&html, &mut builder, cancel);
    if cancel.is_cancelled() {
        return None;
    }
    let (dom, work) = builder.finish();
    let verdict = judge(&dom, &html, options);
    let painted = paint(&dom, &html, &verdict, cancel)?;
    let (nodes, removed) = (dom.nodes.len(), verdict.removed);
    let work = work + nodes as u64 + painted.raw.len() as u64;
    let html_len = html.len();
    // What comes needs the room.
    drop((dom, verdict, html));
    let edits = edits(&painted);
    let (text, map) = EditMap::apply(&painted.raw, edits.clone());
    let view = view(&painted, &text, &map);
    let mut problems: Vec<Problem> =
        decoding.into_iter().map(|problem| in_text(problem, &painted.origins, &map)).collect();
    problems.extend(said(removed));
    if nodes >= MAX_NODES {
        problems.push(problem(
            ProblemCode::Other,
            format!(
                "The page has more than {MAX_NODES} elements and texts; what follows them is read as text"
            ),
        ));
    }
    if text.is_empty() && html_len > 0 {
        let message = "The page has no text of its own; scripts may bring it when it is opened in a browser";
        problems.push(problem(ProblemCode::NoText, message.to_owned()));
    }
    let extraction = Extraction::new(ExtractionParts {
        tables: view.tables,
        source,
        pages: Vec::new(),
        blocks: view.blocks,
        pieces: Vec::new(),
        sections: sections(&text, &view.headings),
        outline: outline(view.headings),
        origins: Origins::Bytes(painted.origins.in_file(&decoded_origins, html_len)),
        raw: painted.raw,
        edits,
        problems,
        links: Vec::new(),
        info: None,
        settings: format!(r#"{{"kind":"html","scope":"{}"}}"#, options.scope.name()),
    });
    Some(HtmlPage { extraction, rendered: view.rendered, work })
}

fn problem(code: ProblemCode, message: String) -> Problem {
    Problem { code, message, page: None, span: None }
}

/// A problem of the decoded source, with its place in the default text if it is there.
fn in_text(problem: Problem, origins: &Pieces, map: &EditMap) -> Problem {
    let span = problem.span.and_then(|span| {
        let raw = origins.raw_of(u32::try_from(span.start()).ok()?)?;
        let start = map.to_edited(raw);
        // What was taken out has no place in it.
        (map.to_raw(start) == raw).then(|| Span::new(start, map.to_edited(raw + span.len()).max(start)))
    });
    Problem { span, ..problem }
}

/// One sentence on what was left out.
fn said(removed: Removed) -> Option<Problem> {
    let part = |count: usize, one: &str, many: &str| {
        (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { many }))
    };
    let parts: Vec<String> = [
        part(removed.scripts, "script", "scripts"),
        part(removed.styles, "style sheet", "style sheets"),
        part(removed.embedded, "embedded object", "embedded objects"),
        part(removed.hidden, "hidden element", "hidden elements"),
        part(removed.furniture, "part beside the content", "parts beside the content"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let more = if removed.furniture > 0 { " (navigation, headers, footers, forms, banners)" } else { "" };
    (!parts.is_empty())
        .then(|| problem(ProblemCode::Removed, format!("Left out of the text: {}{more}", parts.join(", "))))
}
