//! Where pages stand under each other: sums in points, so that a zoom changes nothing here.

use super::PageSize;
use std::ops::Range;

/// Room over the first page and beside pages, in logical pixels.
pub(super) const MARGIN: f32 = 16.0;
/// Room between two pages, in logical pixels; the page's number stands in it.
pub(super) const GAP: f32 = 30.0;
/// The scales a page can be seen at, in logical pixels a point.
pub(super) const SCALES: Range<f32> = 0.05..64.0;

/// The sizes of all pages and where each begins.
#[derive(Debug, Default)]
pub(super) struct Layout {
    given: Vec<PageSize>,
    sizes: Vec<PageSize>,
    /// Points of all pages before each page; f64, since f32 loses whole pixels after some thousand pages.
    tops: Vec<f64>,
    /// The width and the height that nine of ten pages do not pass.
    typical: PageSize,
}

/// A place that stays where it is while the scale changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    page: usize,
    points: f64,
    /// Logical pixels past the page's end, in the gap.
    rest: f64,
}

impl Layout {
    /// Takes the pages' sizes; does nothing where they are the same as before.
    pub(super) fn update(&mut self, pages: &[PageSize]) {
        if self.given == pages {
            return;
        }
        self.given = pages.to_vec();
        let sane = |n: f32| if n.is_finite() { n.clamp(1.0, 200_000.0) } else { 1.0 };
        self.sizes = pages.iter().map(|p| (sane(p.0), sane(p.1))).collect();
        let mut sum = 0.0;
        self.tops = Vec::with_capacity(self.sizes.len());
        for size in &self.sizes {
            self.tops.push(sum);
            sum += f64::from(size.1);
        }
        let usual = |mut all: Vec<f32>| {
            all.sort_by(f32::total_cmp);
            all.get((all.len() * 9 / 10).min(all.len().saturating_sub(1))).copied().unwrap_or(595.0)
        };
        self.typical = (
            usual(self.sizes.iter().map(|s| s.0).collect()),
            usual(self.sizes.iter().map(|s| s.1).collect()),
        );
    }

    pub(super) fn len(&self) -> usize {
        self.sizes.len()
    }

    pub(super) fn size(&self, page: usize) -> PageSize {
        self.sizes.get(page).copied().unwrap_or((1.0, 1.0))
    }

    /// The scale at which the usual page fills `width`, and in `height` too where that is given.
    pub(super) fn fit(&self, width: f32, height: Option<f32>) -> f32 {
        let wide = (width - 2.0 * MARGIN) / self.typical.0;
        let scale = height.map_or(wide, |h| wide.min((h - MARGIN - GAP) / self.typical.1));
        scale.clamp(SCALES.start, SCALES.end)
    }

    /// Where a page begins, in logical pixels from the start of all.
    pub(super) fn top(&self, page: usize, scale: f32) -> f64 {
        let points = self.tops.get(page).copied().unwrap_or(0.0);
        points * f64::from(scale) + page as f64 * f64::from(GAP) + f64::from(MARGIN)
    }

    /// The height of all pages in logical pixels.
    pub(super) fn height(&self, scale: f32) -> f64 {
        let Some(last) = self.len().checked_sub(1) else { return 0.0 };
        self.top(last, scale) + f64::from(self.size(last).1) * f64::from(scale) + f64::from(GAP)
    }

    /// The page at `y`, or the last that begins before it.
    pub(super) fn page_at(&self, y: f64, scale: f32) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.top(middle, scale) <= y { low = middle + 1 } else { high = middle }
        }
        low.saturating_sub(1)
    }

    /// The pages with any part, or their number, between two heights.
    pub(super) fn within(&self, from: f64, to: f64, scale: f32) -> Range<usize> {
        if self.len() == 0 {
            return 0..0;
        }
        self.page_at(from, scale)..self.page_at(to, scale) + 1
    }

    pub(super) fn place(&self, y: f64, scale: f32) -> Place {
        let page = self.page_at(y, scale);
        let past = y - self.top(page, scale);
        let points = (past / f64::from(scale)).min(f64::from(self.size(page).1)).max(0.0);
        Place { page, points, rest: past - points * f64::from(scale) }
    }

    pub(super) fn height_of(&self, place: Place, scale: f32) -> f64 {
        self.top(place.page, scale) + place.points * f64::from(scale) + place.rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(n: usize) -> Layout {
        let mut layout = Layout::default();
        layout.update(&vec![(595.0, 842.0); n]);
        layout
    }

    #[test]
    fn the_last_of_ten_thousand_pages_is_found_to_the_pixel() {
        let layout = layout(10_000);
        let top = layout.top(9_999, 1.37);
        assert_eq!(layout.page_at(top, 1.37), 9_999);
        assert_eq!(layout.page_at(top - 0.01, 1.37), 9_998);
        assert_eq!(layout.within(top - 1.0, top + 1.0, 1.37), 9_998..10_000);
    }

    #[test]
    fn a_place_stays_on_its_line_while_zooming() {
        let layout = layout(50);
        let y = layout.top(30, 1.0) + 400.0;
        let moved = layout.height_of(layout.place(y, 1.0), 3.0);
        assert!((moved - (layout.top(30, 3.0) + 1200.0)).abs() < 1e-6);
    }

    #[test]
    fn one_huge_page_does_not_shrink_all_others() {
        let mut layout = layout(39);
        let mut pages = layout.given.clone();
        pages.push((2384.0, f32::NAN));
        layout.update(&pages);
        assert!((layout.fit(627.0, None) - 1.0).abs() < 1e-6);
        assert_eq!(layout.size(39), (2384.0, 1.0));
        assert!(Layout::default().within(0.0, 9.0, 1.0).is_empty());
    }
}
