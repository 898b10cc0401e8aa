//! From page space to the space in which a PDF places annotations.

use crate::document::{Point, Rect};
use hayro_syntax::page::Page;

/// The way from a page as shown (after /Rotate and `CropBox`, origin top left, y downwards) back to its default
/// user space (ISO 32000-1, 8.3.2.3).
pub struct Sheet {
    /// The page as shown: x' = a x + c y + e, y' = b x + d y + f.
    shown: [f64; 6],
    /// Width as shown.
    pub width: f32,
    /// Height as shown.
    pub height: f32,
}

impl Sheet {
    pub fn of(page: &Page<'_>) -> Self {
        let (width, height) = page.render_dimensions();
        Self { shown: page.initial_transform(true).as_coeffs(), width, height }
    }

    fn back(&self, x: f64, y: f64) -> (f64, f64) {
        let [a, b, c, d, ..] = self.shown;
        let determinant = a * d - b * c;
        ((d * x - c * y) / determinant, (a * y - b * x) / determinant)
    }

    /// A point of the page in user space.
    pub fn point(&self, p: Point) -> [f32; 2] {
        let [.., e, f] = self.shown;
        let (x, y) = self.back(f64::from(p.x) - e, f64::from(p.y) - f);
        [finite(x), finite(y)]
    }

    /// A rectangle of the page in user space: left, bottom, right, top.
    pub fn rect(&self, r: Rect) -> [f32; 4] {
        let a = self.point(Point { x: r.x0, y: r.y0 });
        let b = self.point(Point { x: r.x1, y: r.y1 });
        [a[0].min(b[0]), a[1].min(b[1]), a[0].max(b[0]), a[1].max(b[1])]
    }

    /// The matrix that makes what is drawn upright (x to the right, y upwards) stand upright on the page as shown.
    pub fn upright(&self) -> [f32; 6] {
        let ((rx, ry), (ux, uy)) = (self.back(1.0, 0.0), self.back(0.0, -1.0));
        [finite(rx), finite(ry), finite(ux), finite(uy), 0.0, 0.0]
    }
}

/// What a hostile file makes of numbers must be a number again.
fn finite(value: f64) -> f32 {
    if value.is_finite() { value.clamp(-1e6, 1e6) as f32 } else { 0.0 }
}
