//! Lines that cross: where they make a grid there may be a table.

use super::scene::{Bar, Scene};
use crate::document::Rect;

/// Lines that end this far apart touch, in points.
const TOUCH: f32 = 3.5;
/// Lines this close are one line of the grid.
const CLOSE: f32 = 3.0;
/// Pages with more lines than this are drawings; crossing all of them would take long.
const MOST: usize = 1500;

/// Lines that hang together.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// What they cover.
    pub bounds: Rect,
    /// Level lines, by place.
    pub level: Vec<Bar>,
    /// Upright lines, by place.
    pub upright: Vec<Bar>,
}

/// Groups lines and the edges of filled rectangles that cross or touch each other.
///
/// As in the lattice mode of tabula (its spreadsheet extraction), a grid is told from the lines that cross;
/// filled cells count as the lines around them.
pub fn lattices(scene: &Scene<'_>) -> Vec<Lattice> {
    let (mut level, mut upright) = (scene.level.clone(), scene.upright.clone());
    for r in &scene.boxes {
        level.extend([r.y0, r.y1].map(|at| Bar { at, from: r.x0, to: r.x1 }));
        upright.extend([r.x0, r.x1].map(|at| Bar { at, from: r.y0, to: r.y1 }));
    }
    let (level, upright) = (thinned(level), thinned(upright));
    if level.len() > MOST || upright.len() > MOST {
        return Vec::new();
    }
    let mut parent: Vec<usize> = (0..level.len() + upright.len()).collect();
    for (i, h) in level.iter().enumerate() {
        let reach = (h.from - TOUCH, h.to + TOUCH);
        let first = upright.partition_point(|v| v.at < reach.0);
        for (j, v) in upright.iter().enumerate().skip(first).take_while(|(_, v)| v.at <= reach.1) {
            if v.from - TOUCH <= h.at && h.at <= v.to + TOUCH {
                join(&mut parent, i, level.len() + j);
            }
        }
    }
    let mut groups: std::collections::BTreeMap<usize, Lattice> = std::collections::BTreeMap::new();
    for i in 0..parent.len() {
        let root = find(&mut parent, i);
        let (bar, is_level) =
            if i < level.len() { (level[i], true) } else { (upright[i - level.len()], false) };
        let rect = if is_level {
            Rect { x0: bar.from, y0: bar.at, x1: bar.to, y1: bar.at }
        } else {
            Rect { x0: bar.at, y0: bar.from, x1: bar.at, y1: bar.to }
        };
        let group = groups.entry(root).or_insert_with(|| Lattice {
            bounds: rect,
            level: Vec::new(),
            upright: Vec::new(),
        });
        group.bounds = group.bounds.cover(rect);
        if is_level { group.level.push(bar) } else { group.upright.push(bar) }
    }
    groups.into_values().filter(|g| g.level.len() >= 2 && !g.upright.is_empty()).collect()
}

/// By place, and each line once: edges of neighboring cells lie on each other.
fn thinned(mut bars: Vec<Bar>) -> Vec<Bar> {
    bars.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
    let mut out: Vec<Bar> = Vec::with_capacity(bars.len());
    for bar in bars {
        let near = out.iter_mut().rev().take(64).take_while(|o| bar.at - o.at < 1.0);
        let same = near.into_iter().find(|o| bar.from <= o.to + 1.5 && o.from <= bar.to + 1.5);
        match same {
            Some(o) => (o.from, o.to) = (o.from.min(bar.from), o.to.max(bar.to)),
            None => out.push(bar),
        }
    }
    out
}

fn find(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}

fn join(parent: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(parent, a), find(parent, b));
    parent[a.max(b)] = a.min(b);
}

/// The places of lines, those close together as one.
pub fn places(bars: &[Bar], shortest: f32) -> Vec<f32> {
    let mut all: Vec<f32> = bars.iter().filter(|b| b.length() >= shortest).map(|b| b.at).collect();
    all.sort_by(f32::total_cmp);
    let mut out: Vec<f32> = Vec::new();
    let mut first = f32::NEG_INFINITY;
    for at in all {
        if at - first > CLOSE {
            out.push(at);
            first = at;
        } else if let Some(last) = out.last_mut() {
            *last = f32::midpoint(first, at);
        }
    }
    out
}

/// How much of `from..to` lines at `at` cover.
pub fn covered(bars: &[Bar], at: f32, from: f32, to: f32) -> f32 {
    let near = bars.iter().filter(|b| (b.at - at).abs() <= CLOSE + 0.5);
    let mut parts: Vec<(f32, f32)> =
        near.map(|b| (b.from.max(from), b.to.min(to))).filter(|p| p.1 > p.0).collect();
    parts.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut sum, mut reach) = (0.0, from);
    for (a, b) in parts {
        sum += (b - a.max(reach)).max(0.0);
        reach = reach.max(b);
    }
    sum / (to - from).max(0.1)
}
