//! Points, rectangles and quads in page space: points (1/72 inch), origin top left of the page as
//! shown (after /Rotate and CropBox), y downwards.

use serde::{Deserialize, Serialize};

/// A point on a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// From the left edge.
    pub x: f32,
    /// From the top edge.
    pub y: f32,
}

/// An upright rectangle; `x0 <= x1` and `y0 <= y1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Left.
    pub x0: f32,
    /// Top.
    pub y0: f32,
    /// Right.
    pub x1: f32,
    /// Bottom.
    pub y1: f32,
}

impl Rect {
    /// A rectangle over two corners, in any order.
    #[must_use]
    pub fn new(x0: f32, y0: f32, x1: f32, y1: f32) -> Self {
        Self { x0: x0.min(x1), y0: y0.min(y1), x1: x0.max(x1), y1: y0.max(y1) }
    }

    /// Width in points.
    #[must_use]
    pub fn width(self) -> f32 {
        self.x1 - self.x0
    }

    /// Height in points.
    #[must_use]
    pub fn height(self) -> f32 {
        self.y1 - self.y0
    }

    /// The middle.
    #[must_use]
    pub fn center(self) -> Point {
        Point { x: f32::midpoint(self.x0, self.x1), y: f32::midpoint(self.y0, self.y1) }
    }

    /// The smallest rectangle that holds both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    /// Whether the point lies inside or on the edge.
    #[must_use]
    pub fn contains(self, p: Point) -> bool {
        self.x0 <= p.x && p.x <= self.x1 && self.y0 <= p.y && p.y <= self.y1
    }

    /// Whether both share an area.
    #[must_use]
    pub fn intersects(self, other: Self) -> bool {
        self.x0 < other.x1 && other.x0 < self.x1 && self.y0 < other.y1 && other.y0 < self.y1
    }
}

/// A quadrilateral in the order start-top, end-top, end-bottom, start-bottom *of the text*: for
/// upright left-to-right text that is top left, top right, bottom right, bottom left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quad(pub [Point; 4]);

impl Quad {
    /// The smallest upright rectangle around it.
    #[must_use]
    pub fn bounds(self) -> Rect {
        let [a, b, c, d] = self.0;
        Rect::new(a.x, a.y, b.x, b.y).cover(Rect::new(c.x, c.y, d.x, d.y))
    }

    /// The middle of its corners.
    #[must_use]
    pub fn center(self) -> Point {
        let sum = self.0.iter().fold((0.0, 0.0), |s, p| (s.0 + p.x, s.1 + p.y));
        Point { x: sum.0 / 4.0, y: sum.1 / 4.0 }
    }
}

impl From<Rect> for Quad {
    fn from(r: Rect) -> Self {
        let p = |x, y| Point { x, y };
        Self([p(r.x0, r.y0), p(r.x1, r.y0), p(r.x1, r.y1), p(r.x0, r.y1)])
    }
}
