//! Captions, code and formula lines, by what they say and how they are set.

use super::furniture::Body;
use super::unit::{Role, Unit};
use crate::document::BlockKind;
use regex::Regex;
use std::sync::LazyLock;

/// A caption has at most so many characters.
const MOST_CAPTION: u32 = 600;

/// Finds the kinds of the units of the flow that are paragraphs so far.
pub fn find(pages: &mut [Vec<Unit<'_>>], body: Body) {
    let paragraphs = || pages.iter().flatten().filter(|u| u.is_prose());
    let (mono, all) = paragraphs().fold((0_u64, 0_u64), |sum, u| {
        let chars = u64::from(u.block.chars);
        (sum.0 + if u.block.mono { chars } else { 0 }, sum.1 + chars)
    });
    // A document typed on a typewriter is no code.
    let code = mono * 2 < all;
    for unit in pages.iter_mut().flatten() {
        let open = unit.role == Role::Body && unit.block.kind == BlockKind::Paragraph && !unit.settled;
        if !open || unit.block.element.is_some() {
            continue;
        }
        if code && unit.block.mono && unit.block.chars > 3 {
            unit.block.kind = BlockKind::Code;
        } else if is_caption(unit, body) {
            unit.block.kind = BlockKind::Caption;
        } else if is_formula(unit) {
            unit.block.kind = BlockKind::Formula;
        }
    }
}

/// Whether a paragraph is what stands under a figure or over a table: a word for it, a number, and a stop or
/// smaller type.
fn is_caption(unit: &Unit<'_>, body: Body) -> bool {
    static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(concat!(
            r"^(?:Table|Tabelle|Tab\.|Figure|Fig\.|Abbildung|Abb\.|Bild|Grafik|Diagramm|Chart|Exhibit|Listing|Scheme|Übersicht|TABLE|FIGURE)",
            r"[\s\u{a0}]*(?:[A-Z]?[.-]?\d+(?:[.-]\d+)*[a-z]?|[IVX]+)(?P<stop>[\s\u{a0}]*[.:–—|)])?(?P<rest>[\s\u{a0}]|$)"
        ))
        .ok()
    });
    if unit.block.chars > MOST_CAPTION {
        return false;
    }
    let Some(found) = FORM.as_ref().and_then(|form| form.captures(unit.raw())) else { return false };
    let small = unit.block.size < 0.96 * body.size;
    let lone = found.name("rest").is_some_and(|r| r.as_str().is_empty() || r.as_str() == "\n");
    let title = unit.block.lines <= 2 && !unit.raw().trim_end().ends_with('.');
    found.name("stop").is_some() || small || lone || title
}

/// Whether a short block has operators and no words.
fn is_formula(unit: &Unit<'_>) -> bool {
    let text = unit.raw();
    if unit.block.lines > 3 || unit.block.chars > 160 || unit.block.chars < 3 {
        return false;
    }
    let signs = text.chars().filter(|c| is_operator(*c)).count();
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|w| w.chars().count() > 3).count();
    signs > 0 && words <= 1 && text.chars().any(char::is_alphanumeric) && (words == 0 || signs > 1)
}

fn is_operator(c: char) -> bool {
    matches!(
        c,
        '=' | '≈'
            | '≠'
            | '≤'
            | '≥'
            | '∈'
            | '∉'
            | '⊂'
            | '⊆'
            | '∪'
            | '∩'
            | '∑'
            | '∏'
            | '∫'
            | '√'
            | '∂'
            | '∇'
            | '∞'
            | '→'
            | '↦'
            | '⇒'
            | '⇔'
            | '∀'
            | '∃'
            | '±'
            | '×'
            | '·'
            | '∘'
            | '⋅'
            | '<'
            | '>'
            | '+'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::pdf::layout::{PageBlock, PageText};
    use crate::text::Span;

    fn with_unit<R>(text: &str, size: f32, look: impl FnOnce(&Unit<'_>) -> R) -> R {
        let block = PageBlock {
            raw: Span::new(0, text.len()),
            size,
            chars: text.chars().count() as u32,
            lines: text.lines().count() as u32,
            ..PageBlock::default()
        };
        let page = PageText {
            raw: text.to_owned(),
            visible: text.len(),
            blocks: vec![block],
            ..PageText::default()
        };
        look(&Unit::of_page(0, &page)[0])
    }

    #[test]
    fn captions_are_told_from_sentences_about_tables() {
        let caption = |text: &str| with_unit(text, 10.0, |u| is_caption(u, Body { size: 10.0 }));
        for text in [
            "Table 1. Limits of the pump.",
            "Abb. 3: Pumpe X17",
            "Tabelle 2 – Grenzwerte",
            "Figure 4",
            "TABLE IV",
        ] {
            assert!(caption(text), "{text}");
        }
        for text in [
            "Table 1 shows the limits of the pump.",
            "Tables are long.",
            "Bildung ist gut.",
            "Table salt is white.",
        ] {
            assert!(!caption(text), "{text}");
        }
    }

    #[test]
    fn formulas_are_told_from_text() {
        let formula = |text: &str| with_unit(text, 10.0, is_formula);
        for text in ["eiπ + 1 = 0", "∇ · E = ρ / ε0", "f(x) = ax2 + bx + c", "a ∈ A ⇒ b ∈ B (3.1)"]
        {
            assert!(formula(text), "{text}");
        }
        for text in ["The limit is > 5 bar.", "Pump X17", "12", "x", "Druck = Kraft durch Fläche"] {
            assert!(!formula(text), "{text}");
        }
    }
}
