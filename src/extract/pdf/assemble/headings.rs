//! Which blocks are headings, by comparing all blocks of a document.

use super::unit::{Role, Unit};
use crate::document::{BlockKind, OutlineItem};
use crate::extract::pdf::layout::PageBlock;
use rustc_hash::FxHashMap;

/// A heading's letters are at least this much larger than the body's.
const LARGER: f32 = 1.12;
/// A heading of the body's size has strokes at least this much thicker.
const BOLDER: f32 = 1.28;

/// Sets kind and level of the units of the flow that are headings and are not settled otherwise.
///
/// Body is the size that most characters have. Sizes above it, largest first, are the levels 1 to
/// 5; bold lines of the body's size come one level below.
pub fn find(units: &mut [&mut Unit<'_>]) {
    let blocks: Vec<&PageBlock> = units.iter().map(|u| &u.block).collect();
    let (size, stem) = (weighted(&blocks, |b| b.size), weighted(&blocks, |b| b.stem));
    // Where the tags know headings, a bold paragraph is none.
    let tagged = units.iter().any(|u| u.block.kind == BlockKind::Heading && u.block.element.is_some());
    let open = |u: &Unit<'_>| {
        let text = u.block.kind == BlockKind::Paragraph
            || (u.block.kind == BlockKind::ListItem && numbering(u.raw()).is_some());
        u.role == Role::Body && text && !u.settled && !(tagged && u.block.element.is_some())
    };
    let heading: Vec<bool> = units.iter().map(|u| open(u) && is_heading(&u.block, size, stem)).collect();
    let mut sizes: Vec<f32> = Vec::new();
    for (unit, _) in units.iter().zip(&heading).filter(|(u, h)| **h && u.block.size > LARGER * size) {
        if !sizes.iter().any(|s| (s - unit.block.size).abs() < 0.06 * s) {
            sizes.push(unit.block.size);
        }
    }
    sizes.sort_by(|a, b| b.total_cmp(a));
    let rank = |size: f32| sizes.iter().position(|s| (s - size).abs() < 0.06 * s).unwrap_or(sizes.len());
    // Where headings of one size are numbered, their numbers tell how deep it is; smaller ones are deeper.
    let mut depths: Vec<Vec<u8>> = vec![Vec::new(); sizes.len() + 1];
    for (unit, _) in units.iter().zip(&heading).filter(|(_, heading)| **heading) {
        depths[rank(unit.block.size)].extend(numbering(unit.raw()));
    }
    let mut above = 0;
    let levels: Vec<u8> = depths
        .iter()
        .map(|depths| {
            let numbered = if depths.len() >= 2 { most_often(depths) } else { 0 };
            above = numbered.max(above + 1);
            above
        })
        .collect();
    for (unit, _) in units.iter_mut().zip(heading).filter(|(_, heading)| *heading) {
        let place = rank(unit.block.size);
        let usual = most_often(&depths[place]);
        let deeper = numbering(unit.raw()).map_or(0, |depth| depth.saturating_sub(usual));
        unit.block.kind = BlockKind::Heading;
        unit.block.level = Some((levels[place] + deeper).clamp(1, 6));
    }
}

/// The depth of the number that a heading starts with: 2 for `3.1 Cleaning`.
fn numbering(text: &str) -> Option<u8> {
    let (first, rest) = text.split_once([' ', '\u{a0}', '\n'])?;
    let bare = first.strip_suffix('.').unwrap_or(first);
    let number = |part: &str| !part.is_empty() && part.len() <= 3 && part.bytes().all(|b| b.is_ascii_digit());
    let titled = rest.trim_start().starts_with(char::is_alphabetic);
    (titled && bare.split('.').all(number)).then(|| bare.split('.').count().min(6) as u8)
}

fn most_often(depths: &[u8]) -> u8 {
    let mut counts = [0_usize; 7];
    for depth in depths {
        counts[usize::from(*depth).min(6)] += 1;
    }
    (1..7).max_by_key(|d| (counts[*d], 7 - d)).unwrap_or(1) as u8
}

/// Makes headings of what the outline names, with its levels. Titles are compared without spaces, on the page
/// that the outline says.
pub fn by_outline(units: &mut [&mut Unit<'_>], outline: &[OutlineItem]) {
    let bare = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let mut titles: FxHashMap<(u32, String), u8> = FxHashMap::default();
    for item in outline {
        if let Some(page) = item.destination.map(|d| d.page.0) {
            titles.entry((page, bare(&item.title))).or_insert(item.level);
        }
    }
    if titles.is_empty() {
        return;
    }
    for unit in units.iter_mut().filter(|u| !u.settled && u.block.element.is_none()) {
        let short = unit.block.lines <= 4 && unit.block.chars <= 300;
        let text = matches!(unit.block.kind, BlockKind::Paragraph | BlockKind::ListItem | BlockKind::Heading);
        if !short || !text {
            continue;
        }
        let words = unit.words();
        let unnumbered = words.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '));
        let level = [words.as_str(), unnumbered]
            .iter()
            .map(|t| bare(t))
            .filter(|t| !t.is_empty())
            .find_map(|t| titles.get(&(unit.page, t)).copied());
        if let Some(level) = level {
            unit.block.kind = BlockKind::Heading;
            unit.block.level = Some(level.clamp(1, 6));
        }
    }
}

/// The size of most of the text.
pub fn body_size<'u>(units: impl Iterator<Item = &'u PageBlock>) -> f32 {
    weighted(&units.collect::<Vec<_>>(), |b| b.size)
}

fn is_heading(block: &PageBlock, size: f32, stem: f32) -> bool {
    let short = block.lines <= 3 && block.chars <= 200 && block.chars >= 2;
    let larger = block.size > LARGER * size;
    let bolder = block.size > 0.97 * size && stem > 0.0 && block.stem > BOLDER * stem;
    let single = block.lines <= 2 && block.chars <= 100 && block.open_end;
    block.upright && short && (larger || (bolder && single))
}

/// The middle value over all characters.
fn weighted(blocks: &[&PageBlock], value: fn(&PageBlock) -> f32) -> f32 {
    let mut all: Vec<(f32, u64)> = blocks
        .iter()
        .filter(|b| b.upright && value(b) > 0.0)
        .map(|b| (value(b), u64::from(b.chars)))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = all.iter().map(|a| a.1).sum::<u64>() / 2;
    let mut seen = 0;
    all.iter()
        .find(|a| {
            seen += a.1;
            seen > half
        })
        .map_or(0.0, |a| a.0)
}
