//! Straight lines, filled rectangles and pictures, as far as they say how a page is laid out.

use crate::document::Rect;
use hayro_interpret::DrawMode;
use hayro_interpret::kurbo::{self, Affine, BezPath, PathEl, Point};
use serde::{Deserialize, Serialize};

/// More sketches than this are not kept: a few tell a drawing.
const MOST_SKETCHES: usize = 2000;
/// Curves smaller than this, in points, are bullets and other signs.
const SIGN: f32 = 12.0;
/// More lines, rectangles and pictures of a kind than this are not kept.
const MOST: usize = 20_000;
/// Past this many path elements a page is a drawing, and no more of them are looked at.
const MOST_ELEMENTS: usize = 400_000;
/// A painted rectangle thinner than this, in points, is a line.
const THIN: f64 = 4.0;
/// Lines and edges shorter than this are parts of drawings.
const SHORT: f64 = 1.0;
/// A rule is at least this long.
const SHORTEST: f32 = 2.0;
/// What may be off between the ends of a level or upright line.
const SLANT: f64 = 0.4;
/// Lines whose middles are this close lie on each other.
const SAME: f32 = 0.8;
/// Pieces of one line are this far apart at most; dashes further.
const TOUCH: f32 = 1.5;
const DASH: f32 = 8.0;

/// A level or upright line as a thin rectangle in page space.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// Left.
    pub x0: f32,
    /// Top.
    pub y0: f32,
    /// Right.
    pub x1: f32,
    /// Bottom.
    pub y1: f32,
}

impl Rule {
    /// Whether it runs from left to right.
    #[must_use]
    pub fn is_level(&self) -> bool {
        self.x1 - self.x0 >= self.y1 - self.y0
    }

    /// The place it covers.
    #[must_use]
    pub fn rect(&self) -> Rect {
        Rect { x0: self.x0, y0: self.y0, x1: self.x1, y1: self.y1 }
    }
}

/// Takes down what a page paints besides glyphs.
#[derive(Default)]
pub struct Ruler {
    level: Vec<Rule>,
    upright: Vec<Rule>,
    boxes: Vec<([u8; 4], Rect)>,
    pictures: Vec<Rect>,
    sketches: Vec<Rect>,
    clips: Vec<kurbo::Rect>,
    /// Of the path that is looked at.
    color: [u8; 4],
    elements: usize,
}

/// What a [`Ruler`] took down.
pub struct Ruled {
    /// Lines, the level ones first, each kind by place.
    pub rules: Vec<Rule>,
    /// Rectangles filled in a color other than white.
    pub boxes: Vec<Rect>,
    /// Pictures.
    pub pictures: Vec<Rect>,
    /// Bounds of curves and slanted lines, rectangles with round corners left out.
    pub sketches: Vec<Rect>,
}

impl Ruler {
    /// Takes down the lines and rectangles of a path that is painted in a color other than white.
    pub fn path(&mut self, path: &BezPath, transform: Affine, mode: &DrawMode, color: [u8; 4]) {
        self.color = color;
        let elements = path.elements();
        self.elements = self.elements.saturating_add(elements.len());
        if self.elements > MOST_ELEMENTS || elements.len() < 2 {
            return;
        }
        let (fills, stroke) = match mode {
            DrawMode::Fill(_) => (true, None),
            DrawMode::Stroke(s) => (false, Some(s)),
            DrawMode::FillAndStroke(_, s) => (true, Some(s)),
            DrawMode::Invisible => return,
        };
        let scale = transform.determinant().abs().sqrt();
        let width = stroke.map(|s| f64::from(s.line_width) * scale);
        let mut corners = Corners::default();
        for element in elements {
            match *element {
                PathEl::MoveTo(p) => {
                    self.end(&corners, fills);
                    corners = Corners::starting(transform * p);
                }
                PathEl::LineTo(p) => self.edge(&mut corners, transform * p, width),
                PathEl::ClosePath => {
                    if let Some(start) = corners.points.first().copied() {
                        self.edge(&mut corners, start, width);
                    }
                }
                PathEl::QuadTo(_, p) | PathEl::CurveTo(_, _, p) => corners.curve(transform * p),
            }
        }
        self.end(&corners, fills);
    }

    /// Takes down a picture; a thin one is a line.
    pub fn picture(&mut self, bounds: kurbo::Rect) {
        if bounds.width().min(bounds.height()) < THIN {
            self.rect(bounds);
        } else if let Some(rect) = self.clipped(bounds).filter(|_| self.pictures.len() < MOST) {
            self.pictures.push(rect);
        }
    }

    /// What is painted from here on shows inside `bounds` only.
    pub fn clip(&mut self, bounds: kurbo::Rect) {
        let inner = self.clips.last().map_or(bounds, |outer| outer.intersect(bounds));
        self.clips.push(inner);
    }

    /// Ends the last clip.
    pub fn unclip(&mut self) {
        self.clips.pop();
    }

    /// What was taken down, pieces of one line joined.
    pub fn finish(self) -> Ruled {
        let turn = |r: Rule| Rule { x0: r.y0, y0: r.x0, x1: r.y1, y1: r.x1 };
        let mut sketches = self.sketches;
        sketches.retain(|s| s.width().max(s.height()) >= SIGN);
        let mut rules = joined(self.level);
        rules.extend(joined(self.upright.into_iter().map(turn).collect()).into_iter().map(turn));
        Ruled { rules, boxes: whole(self.boxes), pictures: self.pictures, sketches }
    }

    fn edge(&mut self, corners: &mut Corners, to: Point, width: Option<f64>) {
        let from = corners.last;
        corners.line(to);
        let Some(width) = width else { return };
        let (dx, dy) = ((to.x - from.x).abs(), (to.y - from.y).abs());
        if dx.min(dy) <= SLANT && dx.max(dy) >= SHORT {
            let half = width / 2.0;
            let (x, y) = if dx > dy { (0.0, half) } else { (half, 0.0) };
            self.rect(kurbo::Rect::from_points(from, to).inflate(x, y));
        }
    }

    fn end(&mut self, corners: &Corners, fills: bool) {
        if let Some(rect) = corners.rect() {
            if fills {
                self.rect(rect);
            }
        } else if let Some(bounds) = corners.sketch()
            && let Some(rect) = self.clipped(bounds)
        {
            // A curve may be drawn stroke by stroke.
            let room = self.sketches.len() < MOST_SKETCHES;
            match self.sketches.last_mut() {
                Some(last) if touch(*last, rect) => *last = last.cover(rect),
                _ if room => self.sketches.push(rect),
                _ => {}
            }
        }
    }

    fn rect(&mut self, bounds: kurbo::Rect) {
        let Some(r) = self.clipped(bounds) else { return };
        let (width, height) = (f64::from(r.width()), f64::from(r.height()));
        let (long, thin) = (width.max(height), width.min(height));
        if long < SHORT {
            return;
        }
        if thin < THIN && long >= 2.0 * thin {
            let rule = Rule { x0: r.x0, y0: r.y0, x1: r.x1, y1: r.y1 };
            let rules = if width >= height { &mut self.level } else { &mut self.upright };
            if rules.len() < MOST {
                rules.push(rule);
            }
        } else if thin >= THIN && self.boxes.len() < MOST {
            self.boxes.push((self.color, r));
        }
    }

    fn clipped(&self, bounds: kurbo::Rect) -> Option<Rect> {
        let b = match self.clips.last() {
            // Rectangles that lie apart share nothing, not even an edge.
            Some(clip) if bounds.x0 > clip.x1 || bounds.x1 < clip.x0 => return None,
            Some(clip) if bounds.y0 > clip.y1 || bounds.y1 < clip.y0 => return None,
            Some(clip) => clip.intersect(bounds),
            None => bounds,
        };
        b.is_finite().then(|| Rect::new(b.x0 as f32, b.y0 as f32, b.x1 as f32, b.y1 as f32))
    }
}

/// The corners of a part of a path, in page space.
#[derive(Default)]
struct Corners {
    points: Vec<Point>,
    last: Point,
    curved: bool,
    bounds: kurbo::Rect,
    /// Length of its level and upright edges.
    straight: f64,
}

impl Corners {
    fn starting(at: Point) -> Self {
        Self {
            points: vec![at],
            last: at,
            curved: false,
            bounds: kurbo::Rect::from_points(at, at),
            straight: 0.0,
        }
    }

    fn curve(&mut self, to: Point) {
        self.curved = true;
        self.last = to;
        self.bounds = self.bounds.union_pt(to);
    }

    /// The bounds, unless edges go around most of them.
    fn sketch(&self) -> Option<kurbo::Rect> {
        let (width, height) = (self.bounds.width(), self.bounds.height());
        let straight = self.straight >= 0.5 * (width + height);
        (!straight).then_some(self.bounds)
    }

    fn line(&mut self, to: Point) {
        let (dx, dy) = ((to.x - self.last.x).abs(), (to.y - self.last.y).abs());
        if dx.min(dy) <= SLANT {
            self.straight += dx.max(dy);
        }
        self.bounds = self.bounds.union_pt(to);
        self.last = to;
        // A rectangle has four corners, and perhaps the first again, twice.
        if self.points.len() < 7 {
            self.points.push(to);
        }
    }

    /// The rectangle that they are, if they are one.
    fn rect(&self) -> Option<kurbo::Rect> {
        if self.curved || !(2..7).contains(&self.points.len()) {
            return None;
        }
        let straight =
            self.points.windows(2).all(|w| (w[1].x - w[0].x).abs().min((w[1].y - w[0].y).abs()) <= SLANT);
        let (first, rest) = self.points.split_first()?;
        let bounds = rest.iter().fold(kurbo::Rect::from_points(*first, *first), |all, p| all.union_pt(*p));
        let corner = |p: &Point| {
            let off = |v: f64, a: f64, b: f64| (v - a).abs().min((v - b).abs());
            off(p.x, bounds.x0, bounds.x1) <= SLANT && off(p.y, bounds.y0, bounds.y1) <= SLANT
        };
        (straight && self.points.iter().all(corner)).then_some(bounds)
    }
}

fn touch(a: Rect, b: Rect) -> bool {
    const NEAR: f32 = 1.0;
    a.x0 - NEAR <= b.x1 && b.x0 <= a.x1 + NEAR && a.y0 - NEAR <= b.y1 && b.y0 <= a.y1 + NEAR
}

/// Joins rectangles of one color that lie side by side: no line shows between them.
fn whole(boxes: Vec<([u8; 4], Rect)>) -> Vec<Rect> {
    let turn = |r: Rect| Rect { x0: r.y0, y0: r.x0, x1: r.y1, y1: r.x1 };
    let stacked = stack(boxes);
    let turned = stack(stacked.into_iter().map(|(color, r)| (color, turn(r))).collect());
    turned.into_iter().map(|(_, r)| turn(r)).collect()
}

/// Joins rectangles of one color and width that stand on each other.
fn stack(mut boxes: Vec<([u8; 4], Rect)>) -> Vec<([u8; 4], Rect)> {
    const NEAR: f32 = 0.6;
    let key = |b: &([u8; 4], Rect)| (b.0, b.1.x0.round() as i32, b.1.x1.round() as i32);
    boxes.sort_by(|a, b| key(a).cmp(&key(b)).then(a.1.y0.total_cmp(&b.1.y0)));
    let mut out: Vec<([u8; 4], Rect)> = Vec::with_capacity(boxes.len());
    for next in boxes {
        match out.last_mut() {
            Some(last) if key(last) == key(&next) && next.1.y0 <= last.1.y1 + NEAR => {
                last.1 = last.1.cover(next.1);
            }
            _ => out.push(next),
        }
    }
    out
}

/// Joins pieces of level lines that lie on each other or end to end.
fn joined(mut rules: Vec<Rule>) -> Vec<Rule> {
    let middle = |r: &Rule| f32::midpoint(r.y0, r.y1);
    rules.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
    let mut out: Vec<Rule> = Vec::new();
    let mut start = 0;
    while start < rules.len() {
        let first = middle(&rules[start]);
        let count = rules[start..].iter().take_while(|r| middle(r) - first <= SAME).count();
        let line = &mut rules[start..start + count];
        line.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        let mut piece = f32::INFINITY;
        let mut open: Option<Rule> = None;
        for r in line.iter() {
            let length = r.x1 - r.x0;
            match &mut open {
                Some(last) if goes_on(last.x1, piece, r) => {
                    last.x1 = last.x1.max(r.x1);
                    (last.y0, last.y1) = (last.y0.min(r.y0), last.y1.max(r.y1));
                }
                _ => out.extend(open.replace(*r)),
            }
            piece = length;
        }
        out.extend(open);
        start += count;
    }
    out.retain(|r| r.x1 - r.x0 >= SHORTEST);
    out
}

fn goes_on(end: f32, piece: f32, next: &Rule) -> bool {
    let (gap, length) = (next.x0 - end, next.x1 - next.x0);
    gap <= TOUCH || (piece.max(length) <= DASH && gap <= (2.0 * length).clamp(TOUCH, 6.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hayro_interpret::FillRule;

    fn fill(ruler: &mut Ruler, x: f64, y: f64, width: f64, height: f64) {
        let mut path = BezPath::new();
        path.move_to((x, y));
        path.line_to((x + width, y));
        path.line_to((x + width, y + height));
        path.line_to((x, y + height));
        path.close_path();
        ruler.path(&path, Affine::IDENTITY, &DrawMode::Fill(FillRule::NonZero), [0, 0, 0, 255]);
    }

    #[test]
    fn a_line_drawn_cell_by_cell_or_in_dashes_is_one_rule() {
        let mut ruler = Ruler::default();
        for i in 0..5 {
            fill(&mut ruler, 50.0 + 40.0 * f64::from(i), 100.0, 40.0, 0.5);
        }
        for i in 0..30 {
            fill(&mut ruler, 50.0 + 6.0 * f64::from(i), 200.0, 3.0, 0.5);
        }
        fill(&mut ruler, 50.0, 300.0, 80.0, 20.0);
        let ruled = ruler.finish();
        let ends: Vec<_> = ruled.rules.iter().map(|r| (r.x0, r.x1, r.y0)).collect();
        assert_eq!(ends, [(50.0, 250.0, 100.0), (50.0, 227.0, 200.0)]);
        assert_eq!(ruled.boxes, [Rect::new(50.0, 300.0, 130.0, 320.0)]);
    }

    #[test]
    fn what_a_clip_cuts_off_is_no_rule() {
        let mut ruler = Ruler::default();
        ruler.clip(kurbo::Rect::new(0.0, 0.0, 100.0, 100.0));
        fill(&mut ruler, 50.0, 50.0, 200.0, 1.0);
        fill(&mut ruler, 150.0, 50.0, 200.0, 1.0);
        ruler.unclip();
        let rules = ruler.finish().rules;
        assert_eq!(rules, [Rule { x0: 50.0, y0: 50.0, x1: 100.0, y1: 51.0 }]);
    }
}
