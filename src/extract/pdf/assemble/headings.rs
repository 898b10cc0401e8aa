//! Which blocks are headings, by comparing all blocks of a document.

use super::unit::Unit;
use crate::document::BlockKind;
use crate::extract::pdf::layout::PageBlock;

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
    let heading: Vec<bool> =
        units.iter().map(|u| u.is_prose() && !u.settled && is_heading(&u.block, size, stem)).collect();
    let mut sizes: Vec<f32> = Vec::new();
    for (unit, _) in units.iter().zip(&heading).filter(|(u, h)| **h && u.block.size > LARGER * size) {
        if !sizes.iter().any(|s| (s - unit.block.size).abs() < 0.06 * s) {
            sizes.push(unit.block.size);
        }
    }
    sizes.sort_by(|a, b| b.total_cmp(a));
    for (unit, _) in units.iter_mut().zip(heading).filter(|(_, heading)| *heading) {
        let block = &mut unit.block;
        let rank = sizes.iter().position(|s| (s - block.size).abs() < 0.06 * s).unwrap_or(sizes.len());
        block.kind = BlockKind::Heading;
        block.level = Some(rank.min(5) as u8 + 1);
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
