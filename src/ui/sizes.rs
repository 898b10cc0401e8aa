//! Sizes and reasons as people say them.

use super::i18n::{number, tr, tr_with};
use crate::chunk::{ChunkConfig, OverlapReason, Reason, Strategy};
use crate::measure::{Sizes, Unit};
use fluent_bundle::FluentValue;

/// A unit's name: `tokens`.
#[must_use]
pub fn unit(unit: Unit) -> String {
    tr(match unit {
        Unit::Bytes => "unit-bytes",
        Unit::Characters => "unit-characters",
        Unit::Graphemes => "unit-graphemes",
        Unit::Words => "unit-words",
        Unit::Tokens => "unit-tokens",
    })
}

/// The five sizes with their names, in the order of [`Unit::ALL`]; those of large spans are not all counted.
#[must_use]
pub fn rows(sizes: &Sizes) -> Vec<(Unit, usize)> {
    let counted = [
        (Unit::Bytes, Some(sizes.bytes)),
        (Unit::Characters, Some(sizes.characters)),
        (Unit::Graphemes, sizes.graphemes),
        (Unit::Words, sizes.words),
        (Unit::Tokens, sizes.tokens),
    ];
    counted.into_iter().filter_map(|(unit, n)| n.map(|n| (unit, n))).collect()
}

/// `Selection [12, 80) 68 characters · 70 bytes · …`.
#[must_use]
pub fn sentence(place: &str, sizes: &Sizes) -> String {
    let sizes: Vec<String> =
        rows(sizes).into_iter().map(|(u, n)| format!("{} {}", number(n), unit(u))).collect();
    let values =
        [("place", FluentValue::from(place.to_owned())), ("sizes", FluentValue::from(sizes.join(" · ")))];
    tr_with("status-selection", &values)
}

/// A separator as a person would call it.
#[must_use]
pub fn separator(text: &str) -> String {
    match text {
        "\n\n" => tr("separator-blank-line"),
        "\n" => tr("separator-line-break"),
        " " => tr("separator-space"),
        "\t" => tr("separator-tab"),
        "" => tr("separator-anywhere"),
        other => format!("“{}”", other.escape_debug()),
    }
}

/// Why a chunk ends (or starts) where it does: one sentence.
#[must_use]
pub fn reason(reason: &Reason, config: &ChunkConfig) -> String {
    match reason {
        Reason::TextStart => tr("reason-text-start"),
        Reason::TextEnd => tr("reason-text-end"),
        Reason::Section => tr("reason-section"),
        Reason::Separator(level) => {
            let separators = &config.recursive.separators;
            let name = separators.get(usize::from(*level)).map(|s| separator(s)).unwrap_or_default();
            let values = [
                ("separator", FluentValue::from(name)),
                ("level", FluentValue::from(usize::from(*level) + 1)),
                ("levels", FluentValue::from(separators.len())),
            ];
            tr_with("reason-separator", &values)
        }
        Reason::Limit => {
            let values = [
                ("size", FluentValue::from(number(config.size))),
                ("unit", FluentValue::from(unit(config.unit))),
            ];
            // A fixed window asks no separator.
            let key = if config.strategy == Strategy::Fixed { "reason-window-full" } else { "reason-limit" };
            tr_with(key, &values)
        }
        Reason::Step => tr("reason-step"),
        Reason::Overlap => tr("reason-overlap"),
    }
}

/// The same in one or two words, for lists.
#[must_use]
pub fn reason_word(reason: &Reason, config: &ChunkConfig) -> String {
    match reason {
        Reason::TextStart => tr("cut-start"),
        Reason::TextEnd => tr("cut-end"),
        Reason::Section => tr("cut-section"),
        Reason::Separator(level) => {
            config.recursive.separators.get(usize::from(*level)).map(|s| separator(s)).unwrap_or_default()
        }
        Reason::Limit => tr("cut-limit"),
        Reason::Step => tr("cut-step"),
        Reason::Overlap => tr("cut-overlap"),
    }
}

/// Why the overlap is what it is.
#[must_use]
pub fn overlap_reason(reason: OverlapReason) -> String {
    tr(match reason {
        OverlapReason::First => "overlap-first",
        OverlapReason::NotAsked => "overlap-not-asked",
        OverlapReason::Asked => "overlap-asked",
        OverlapReason::Boundary => "overlap-boundary",
        OverlapReason::Full => "overlap-full",
        OverlapReason::Border => "overlap-border",
    })
}
