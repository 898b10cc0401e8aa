//! Corrections as sentences.

use crate::document::{BlockKind, Correction, Target};
use crate::review::figures::kind_name;

/// A correction in words: `Page 3: "Pump X17" is read as number 2`.
#[must_use]
pub fn correction_in_words(correction: &Correction) -> String {
    let at = |target: &Target| {
        let quote = target.quote.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("Page {}: \"{quote}\"", target.piece.page.number())
    };
    match correction {
        Correction::Order { page: None, order } => format!("All pages are read in {} order", order.name()),
        Correction::Order { page: Some(page), order } => {
            format!("Page {} is read in {} order", page.number(), order.name())
        }
        Correction::Move { target, number } => format!("{} is read as number {number}", at(target)),
        Correction::Kind { target, kind: BlockKind::Furniture, .. } => {
            format!("{} is page furniture and not read", at(target))
        }
        Correction::Kind { target, kind, level } => {
            let level = level.map(|l| format!(" of level {l}")).unwrap_or_default();
            format!("{} is of the kind {}{level}", at(target), kind_name(*kind).replace('_', " "))
        }
        Correction::Split { target, at: place } => {
            format!("{} is two pieces, the second from character {place} on", at(target))
        }
        Correction::Join { target } => format!("{} goes on with the piece read after it", at(target)),
        Correction::Part { target } => format!("{} does not go on over the page break", at(target)),
        Correction::Columns { target, at: places } if places.is_empty() => {
            format!("{} is no table", at(target))
        }
        Correction::Columns { target, at: places } => {
            let places: Vec<String> = places.iter().map(|x| format!("{x:.1}")).collect();
            format!("{} has its columns parted at {} points from the left", at(target), places.join(", "))
        }
        Correction::Text { target, start, end, replacement } if replacement.is_empty() => {
            format!("{}: the characters {start} to {end} are left out", at(target))
        }
        Correction::Text { target, start, end, replacement } => {
            format!("{}: the characters {start} to {end} are \"{replacement}\"", at(target))
        }
    }
}
