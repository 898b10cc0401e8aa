//! What an element's own attributes say of how it is shown.

use super::dom::{Attr, Dom, Id};
use super::tag::Tag;

/// What an inline style says, as far as it matters to the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct InlineStyle {
    /// `display: none` or `visibility: hidden`.
    pub hidden: bool,
    /// Whether it begins on a line of its own; `None` where the style does not say.
    pub block: Option<bool>,
    /// Whether white space is kept; `None` where the style does not say.
    pub pre: Option<bool>,
}

/// Reads the declarations of a `style` attribute.
pub(super) fn inline_style(style: &str) -> InlineStyle {
    let mut out = InlineStyle::default();
    for declaration in style.split(';') {
        let Some((name, value)) = declaration.split_once(':') else { continue };
        let value = value.split('!').next().unwrap_or_default().trim().to_ascii_lowercase();
        match name.trim().to_ascii_lowercase().as_str() {
            "display" => match value.as_str() {
                "none" => out.hidden = true,
                "inline" | "inline-block" | "inline-flex" | "inline-grid" | "contents" => {
                    (out.hidden, out.block) = (false, Some(false));
                }
                "block" | "flex" | "grid" | "list-item" | "flow-root" | "table" => {
                    (out.hidden, out.block) = (false, Some(true));
                }
                _ => {}
            },
            "visibility" => out.hidden |= matches!(value.as_str(), "hidden" | "collapse"),
            "white-space" => out.pre = Some(matches!(value.as_str(), "pre" | "pre-wrap" | "break-spaces")),
            _ => {}
        }
    }
    out
}

/// How an element is shown, as far as its attributes say.
pub(super) fn style_of(dom: &Dom, id: Id) -> InlineStyle {
    dom.attr(id, Attr::Style).map(inline_style).unwrap_or_default()
}

/// Whether an element is not painted, by its own attributes.
pub(super) fn is_hidden(dom: &Dom, id: Id, tag: Tag) -> bool {
    let by_attribute =
        dom.attr(id, Attr::Hidden).is_some_and(|value| !value.eq_ignore_ascii_case("until-found"));
    let closed = tag == Tag::Dialog && dom.attr(id, Attr::Open).is_none();
    // What a closed list box offers, and what stands in a field, is no text of the page.
    let control = matches!(tag, Tag::Select | Tag::Textarea);
    by_attribute || closed || control || style_of(dom, id).hidden
}

/// Whether an element begins and ends a line, tables aside.
pub(super) fn is_block(dom: &Dom, id: Id, tag: Tag) -> bool {
    let usual = tag.is_block() || tag.is_table_frame() || tag.is_table_part();
    if usual && (tag.is_table_frame() || tag.is_table_part()) {
        return true;
    }
    style_of(dom, id).block.unwrap_or(usual)
}

/// The first word of an element's role.
pub(super) fn role(dom: &Dom, id: Id) -> Option<&str> {
    dom.attr(id, Attr::Role)?.split_ascii_whitespace().next()
}

/// The level of a heading, by its tag or its role.
pub(super) fn heading_level(dom: &Dom, id: Id, tag: Tag) -> Option<u8> {
    let aria = || dom.attr(id, Attr::AriaLevel).and_then(|v| v.trim().parse::<u8>().ok()).filter(|l| *l > 0);
    let level = match tag.heading() {
        Some(level) if role(dom, id).is_none_or(|r| r == "heading") => aria().unwrap_or(level),
        None if role(dom, id) == Some("heading") => aria().unwrap_or(2),
        _ => return None,
    };
    Some(level.min(6))
}

/// Whether one of the words in `class` and `id` is one of `wanted`.
pub(super) fn is_named(dom: &Dom, id: Id, wanted: &[&str]) -> bool {
    [Attr::Class, Attr::Id].into_iter().filter_map(|a| dom.attr(id, a)).any(|value| {
        value
            .split(|c: char| c.is_ascii_whitespace() || c == '-' || c == '_')
            .any(|word| wanted.iter().any(|w| word.eq_ignore_ascii_case(w)))
    })
}

/// Whether `class` or `id` holds one of `wanted`, wherever.
pub(super) fn mentions(dom: &Dom, id: Id, wanted: &[&str]) -> bool {
    [Attr::Class, Attr::Id].into_iter().filter_map(|a| dom.attr(id, a)).any(|value| {
        let value = value.to_ascii_lowercase();
        wanted.iter().any(|w| value.contains(w))
    })
}
