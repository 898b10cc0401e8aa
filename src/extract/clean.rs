//! Cleaning: explicit edits over an extraction, each of which can be seen, switched off and traced back.
//!
//! Owns what is looked for and in what order. The edits themselves, and how two sets of them become one, are
//! `text`'s business; where pages, blocks and sections stand afterwards is `document`'s.
//!
//! Every version starts from the raw text and the edits that the loader made. A switch that is off drops the
//! loader's edits of its kind; then each switch that is on looks at the text as it stands by then, in the order
//! of `PASSES`, so that a line is found empty once its page number is gone.

mod addresses;
mod blanks;
mod corpus;
mod hyphens;
mod lines;
mod protect;
mod switch;
mod undone;
mod view;

pub use corpus::{Corpus, CorpusRepeats, Repeats, corpus_repeats, without_paragraphs};
pub use switch::{Cleaning, Switch};
pub use undone::{Plan, Undone};
pub use view::view;

use crate::document::{Extraction, Problem, ProblemCode, SourceKind};
use crate::text::{Edit, EditKind, EditMap, Span};
use protect::{Places, Protected};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Names an edit across versions of one extraction, for [`clean`]: its kind and its place in the raw text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EditKey {
    /// Why.
    pub kind: EditKind,
    /// Where, in the raw text.
    pub raw: Span,
}

impl EditKey {
    /// The name of an edit.
    #[must_use]
    pub fn of(edit: &Edit) -> Self {
        Self { kind: edit.kind, raw: edit.raw }
    }
}

/// Where a person undid edits, by kind.
struct Reverted {
    /// In order; none overlaps another of its kind.
    places: HashMap<EditKind, Vec<Span>>,
    /// Insertions replace nothing: only the very same place is meant.
    points: HashSet<EditKey>,
}

impl Reverted {
    fn of(keys: &[EditKey]) -> Self {
        let mut places: HashMap<EditKind, Vec<Span>> = HashMap::new();
        for key in keys {
            places.entry(key.kind).or_default().push(key.raw);
        }
        let places = places.into_iter().map(|(kind, spans)| (kind, protect::joined(spans))).collect();
        Self { places, points: keys.iter().copied().filter(|k| k.raw.is_empty()).collect() }
    }

    /// Whether an edit of that kind and place was undone. A place may have grown since, where other switches
    /// were set: that it overlaps is enough.
    fn holds(&self, kind: EditKind, raw: Span) -> bool {
        let Some(places) = self.places.get(&kind) else { return false };
        let i = places.partition_point(|s| s.end() <= raw.start());
        places.get(i).is_some_and(|s| s.overlaps(raw)) || self.points.contains(&EditKey { kind, raw })
    }
}

/// The loader's edits that stay. Where text comes back that parted a paragraph, its parts are joined no more.
fn loaded_edits(extraction: &Extraction, cleaning: &Cleaning, reverted: &Reverted) -> Vec<Edit> {
    let (kind, raw) = (extraction.source().kind, extraction.raw());
    let mut out: Vec<Edit> = Vec::new();
    // Where what came back last ends.
    let mut back = None;
    for edit in extraction.loaded_edits().edits() {
        let off = Switch::of_loaded(edit.kind).is_some_and(|switch| !cleaning.is_on(switch, kind));
        let gap = || edit.kind == EditKind::LineJoin && edit.raw.slice(raw) == "\n\n";
        if off || reverted.holds(edit.kind, edit.raw) {
            back = Some(edit.raw.end());
        } else if back != Some(edit.raw.start()) || !gap() {
            out.push(edit.clone());
        }
    }
    out
}

/// The passes over the text, in order. What leaves lines empty comes before what counts empty lines.
const PASSES: [Switch; 8] = [
    Switch::ControlCharacters,
    Switch::Hyphens,
    Switch::PageNumbers,
    Switch::RepeatedLines,
    Switch::LongUrls,
    Switch::Ends,
    Switch::Spaces,
    Switch::BlankLines,
];

/// The extraction with this cleaning instead of its own.
///
/// `reverted` are edits that a person undid: none of their kind is made at their place. `manual` are
/// replacements that a person typed, with places in the raw text; they go before all others. One that does not
/// fit the text is left out and becomes a problem of the result.
///
/// Starts from what the loader made, so that cleaning twice with the same settings is cleaning once. Pure; takes
/// time in proportion to the text and the edits.
#[must_use]
pub fn clean(
    extraction: &Extraction,
    cleaning: &Cleaning,
    reverted: &[EditKey],
    manual: &[Edit],
) -> Extraction {
    let kind = extraction.source().kind;
    let raw = extraction.raw().as_str();
    let reverted = Reverted::of(reverted);
    let mut edits = loaded_edits(extraction, cleaning, &reverted);
    let on = |switch: &Switch| cleaning.is_on(*switch, kind);
    if PASSES.iter().any(on) {
        let protected = Protected::of(extraction);
        for switch in PASSES.into_iter().filter(on) {
            let (text, map) = EditMap::apply(raw, edits);
            let mut found = find(switch, &text, &protected.places(&map), kind);
            found.retain(|e| !reverted.holds(e.kind, map.raw_span(e.raw)));
            edits = map.then(found);
        }
    }
    let (fit, unfit): (Vec<_>, Vec<_>) = manual.iter().cloned().partition(|e| e.raw.get(raw).is_some());
    edits.extend(fit.into_iter().map(|e| Edit { kind: EditKind::Manual, ..e }));
    let mut cleaned = extraction.with_edits(edits, settings(extraction, cleaning));
    for edit in unfit {
        cleaned.add_problem(Problem {
            code: ProblemCode::Correction,
            message: format!(
                "A correction to \u{201c}{}\u{201d} fits no place of this text any more; it was left out",
                edit.replacement
            ),
            page: None,
            span: None,
        });
    }
    cleaned
}

/// What a switch finds in a text, in order of place.
fn find(switch: Switch, text: &str, places: &Places, kind: SourceKind) -> Vec<Edit> {
    match switch {
        Switch::ControlCharacters => blanks::control_characters(text),
        Switch::Hyphens if switch::is_plain(kind) => hyphens::find(text, places),
        Switch::PageNumbers => lines::page_numbers(text, places),
        Switch::RepeatedLines => lines::repeated(text, places),
        Switch::LongUrls => addresses::find(text),
        Switch::Ends => blanks::ends(text, places),
        Switch::Spaces => blanks::spaces(text, places),
        Switch::BlankLines => blanks::blank_lines(text, places),
        _ => Vec::new(),
    }
}

/// The loader's settings, with the switches that are not as usual.
fn settings(extraction: &Extraction, cleaning: &Cleaning) -> String {
    let loaded = extraction.loaded_settings();
    let changes: BTreeMap<&str, bool> =
        cleaning.changes(extraction.source().kind).map(|(s, on)| (s.name(), on)).collect();
    if changes.is_empty() {
        return loaded.to_owned();
    }
    let object = serde_json::from_str(loaded).ok().filter(serde_json::Value::is_object);
    let mut object = object.unwrap_or_else(|| serde_json::json!({ "settings": loaded }));
    object["clean"] = serde_json::json!(changes);
    object.to_string()
}

/// The edits that each switch made in an extraction, in order of place, by their number in
/// [`Extraction::edits`]. Typed corrections and joined lines are no switch's.
#[must_use]
pub fn made(extraction: &Extraction) -> BTreeMap<Switch, Vec<usize>> {
    let (map, loaded, raw) = (extraction.edits(), extraction.loaded_edits().edits(), extraction.raw());
    let mut out: BTreeMap<Switch, Vec<usize>> = BTreeMap::new();
    for (i, edit) in map.edits().iter().enumerate() {
        let own = loaded.binary_search_by_key(&edit.raw, |e| e.raw).is_ok_and(|n| loaded[n] == *edit);
        let switch = match edit.kind {
            kind if own => Switch::of_loaded(kind),
            EditKind::Furniture => Some(Switch::Furniture),
            EditKind::Hidden => Some(Switch::Hidden),
            EditKind::Duplicate => Some(Switch::Duplicates),
            EditKind::Hyphen => Some(Switch::Hyphens),
            EditKind::ControlCharacters => Some(Switch::ControlCharacters),
            EditKind::PageNumber => Some(Switch::PageNumbers),
            EditKind::RepeatedLine => Some(Switch::RepeatedLines),
            EditKind::LongUrl => Some(Switch::LongUrls),
            EditKind::BlankRun => {
                Some(blanks::switch_of(extraction.text(), map.edited(i), edit.raw.slice(raw)))
            }
            EditKind::LineJoin | EditKind::Manual => None,
        };
        if let Some(switch) = switch {
            out.entry(switch).or_default().push(i);
        }
    }
    out
}

/// How many edits each switch made in an extraction; switches that made none are left out.
#[must_use]
pub fn counts(extraction: &Extraction) -> BTreeMap<Switch, usize> {
    made(extraction).into_iter().map(|(switch, edits)| (switch, edits.len())).collect()
}

/// How many edits each switch that is off would make if it alone were set on; switches that would make none are
/// left out. Reads the text once a switch.
#[must_use]
pub fn preview(extraction: &Extraction, cleaning: &Cleaning) -> BTreeMap<Switch, usize> {
    let kind = extraction.source().kind;
    let mut out = BTreeMap::new();
    let mut add = |switch, n: usize| {
        if n > 0 {
            *out.entry(switch).or_insert(0) += n;
        }
    };
    let off = |switch: &Switch| !cleaning.is_on(*switch, kind);
    for edit in extraction.loaded_edits().edits() {
        if let Some(switch) = Switch::of_loaded(edit.kind).filter(off) {
            add(switch, 1);
        }
    }
    let protected = Protected::of(extraction);
    let places = protected.places(extraction.edits());
    for switch in PASSES.into_iter().filter(off) {
        add(switch, find(switch, extraction.text(), &places, kind).len());
    }
    out
}
