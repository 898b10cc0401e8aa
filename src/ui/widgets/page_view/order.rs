//! The arrows of the reading order: where they run on a page, and which of them a person should look at.
//!
//! Pure geometry in points of the page; painting is the business of `review`.

use crate::document::{Point, Rect};

/// A piece that is read, as the arrows see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// Where it begins: its first rectangle.
    pub first: Rect,
    /// Where it ends: its last rectangle.
    pub last: Rect,
    /// Whether it is read apart from where it stands, as footnotes and captions are.
    pub aside: bool,
}

/// What is unusual about an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unusual {
    /// It leads back: up the column, or to a column that is left already.
    Backward,
    /// It passes over what is read only later.
    Jump,
    /// It crosses another arrow.
    Crossing,
}

/// The way from the end of one piece to the start of the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// The piece it leaves, by place in the order.
    pub from: usize,
    /// The piece it leads to.
    pub to: usize,
    /// A cubic Bézier curve: start, two controls, end.
    pub path: [Point; 4],
    /// Why it stands out, if it does.
    pub unusual: Option<Unusual>,
}

/// More pieces than this on one page, and crossings are not looked for: they would be everywhere.
const MOST_COMPARED: usize = 300;
/// How far inside a piece an arrow starts and ends, in points.
const INSIDE: f32 = 7.0;
/// How far from the edge where lines start an arrow runs down a column, in points.
const AXIS: f32 = 18.0;
/// How much two places may overlap and still stand apart, in points.
const SLACK: f32 = 3.0;

/// The arrows between the pieces of one page, in the order in which they are read. With `right_to_left`
/// columns follow each other from the right to the left.
#[must_use]
pub fn arrows(stops: &[Stop], right_to_left: bool) -> Vec<Arrow> {
    let turned: Vec<Stop> = stops.iter().map(|s| if right_to_left { mirrored(*s) } else { *s }).collect();
    let mut out: Vec<Arrow> = (1..stops.len())
        .map(|to| Arrow {
            from: to - 1,
            to,
            path: path(stops[to - 1].last, stops[to].first, right_to_left),
            unusual: unusual(&turned, to - 1),
        })
        .collect();
    if stops.len() <= MOST_COMPARED {
        mark_crossings(&mut out, stops);
    }
    out
}

fn mirrored(stop: Stop) -> Stop {
    let turn = |r: Rect| Rect { x0: -r.x1, x1: -r.x0, ..r };
    Stop { first: turn(stop.first), last: turn(stop.last), ..stop }
}

/// From near the bottom of one place to near the top of the other: straight down a column, near the edge
/// where lines start, else a curve.
fn path(from: Rect, to: Rect, right_to_left: bool) -> [Point; 4] {
    let axis = |r: Rect| {
        let inset = AXIS.min(r.width() / 2.0);
        if right_to_left { r.x1 - inset } else { r.x0 + inset }
    };
    let down = |x: f32, y: f32| Point { x, y };
    let (leave, reach) = (from.y1 - INSIDE.min(from.height() / 2.0), to.y0 + INSIDE.min(to.height() / 2.0));
    if one_column(from, to) && reach > leave {
        let x = axis(Rect { x0: from.x0.max(to.x0), x1: from.x1.min(to.x1), ..from });
        let at = |t: f32| down(x, leave + (reach - leave) * t);
        return [at(0.0), at(1.0 / 3.0), at(2.0 / 3.0), at(1.0)];
    }
    let (start, end) = (down(from.center().x, leave), down(axis(to), reach));
    let (dx, dy) = (end.x - start.x, end.y - start.y);
    let lean = dx * 0.45;
    // An arrow that goes straight up needs a belly, or it lies over the arrows that go down.
    let belly = if dx.abs() < 0.5 * from.width() { 0.5 * from.width().min(to.width()) } else { 0.0 };
    [
        start,
        down(start.x + lean + belly, start.y + dy * 0.1),
        down(end.x - lean + belly, end.y - dy * 0.1),
        end,
    ]
}

/// Whether two places stand in one column.
fn one_column(a: Rect, b: Rect) -> bool {
    let shared = a.x1.min(b.x1) - a.x0.max(b.x0);
    shared > 0.2 * a.width().min(b.width()) && shared > 0.0
}

fn unusual(stops: &[Stop], i: usize) -> Option<Unusual> {
    let (leave, reach) = (stops[i], stops[i + 1]);
    if leave.aside || reach.aside {
        return None;
    }
    let (a, b) = (leave.last, reach.first);
    let unread = || stops[i + 2..].iter().filter(|s| !s.aside).map(|s| s.first);
    let goes_on = |s: Rect, y: f32| one_column(s, a) && s.y0 >= a.y1 - SLACK && s.y0 < y - SLACK;
    if one_column(a, b) {
        if b.y0 < a.y0 - SLACK {
            return Some(Unusual::Backward);
        }
        let between =
            |s: Rect| s.y0 >= a.y1 - SLACK && s.y1 <= b.y0 + SLACK && one_column(s, a) && one_column(s, b);
        return unread().any(between).then_some(Unusual::Jump);
    }
    if b.x0 < a.x0 {
        // Back to the first column: below all that was read, a new row of columns begins; but what goes on
        // in the column that is left, and begins higher, was not read.
        if b.y0 < a.y1 - SLACK && b.y0 < a.y0 + SLACK {
            return Some(Unusual::Backward);
        }
        return unread().any(|s| goes_on(s, b.y0)).then_some(Unusual::Jump);
    }
    let skipped_column = |s: Rect| {
        s.x0 >= a.x1 - SLACK && s.x1 <= b.x0 + SLACK && s.y0 < a.y1.max(b.y1) && s.y1 > a.y0.min(b.y0)
    };
    let above = |s: Rect| one_column(s, b) && !one_column(s, a) && s.y1 <= b.y0 + SLACK;
    let skips = |s: Rect| skipped_column(s) || above(s) || goes_on(s, b.y1);
    unread().any(skips).then_some(Unusual::Jump)
}

fn mark_crossings(arrows: &mut [Arrow], stops: &[Stop]) {
    let aside = |a: &Arrow| stops[a.from].aside || stops[a.to].aside;
    let lines: Vec<Option<[Point; 2]>> =
        arrows.iter().map(|a| (!aside(a)).then_some([a.path[0], a.path[3]])).collect();
    for i in 0..arrows.len() {
        for j in i + 2..arrows.len() {
            let (Some(first), Some(second)) = (lines[i], lines[j]) else { continue };
            if cross(first, second) {
                for k in [i, j] {
                    arrows[k].unusual.get_or_insert(Unusual::Crossing);
                }
            }
        }
    }
}

/// Whether two segments cross at a point inside both.
fn cross(a: [Point; 2], b: [Point; 2]) -> bool {
    let side = |p: Point, q: Point, r: Point| (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    let parted = |s: [Point; 2], t: [Point; 2]| side(s[0], s[1], t[0]) * side(s[0], s[1], t[1]) < 0.0;
    parted(a, b) && parted(b, a)
}

/// A point of a curve; `t` runs from 0 to 1.
#[must_use]
pub fn point_at(path: [Point; 4], t: f32) -> Point {
    let u = 1.0 - t;
    let (a, b, c, d) = (u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t);
    let [p, q, r, s] = path;
    Point { x: a * p.x + b * q.x + c * r.x + d * s.x, y: a * p.y + b * q.y + c * r.y + d * s.y }
}

/// Where a piece is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop {
    /// Its number on the page afterwards, from 1.
    pub number: u32,
    /// The piece beside which it goes, by place in the order.
    pub beside: usize,
    /// Whether it goes after that piece.
    pub after: bool,
}

/// Where in the order of a page a piece goes that is dropped at a point.
///
/// It goes before or after the piece whose place is nearest, by which half of it the point is in. `moved`
/// is the piece that is dropped, by place in `stops`.
#[must_use]
pub fn dropped(stops: &[Stop], moved: usize, at: Point) -> Option<Drop> {
    let away = |r: Rect| {
        let dx = (r.x0 - at.x).max(at.x - r.x1).max(0.0);
        let dy = (r.y0 - at.y).max(at.y - r.y1).max(0.0);
        dx * dx + dy * dy
    };
    let others = stops.iter().enumerate().filter(|(i, _)| *i != moved);
    let nearest = others
        .flat_map(|(i, s)| [(i, s.first, true), (i, s.last, false)])
        .min_by(|a, b| away(a.1).total_cmp(&away(b.1)))?;
    let beside = nearest.0;
    let whole = stops[beside].first.cover(stops[beside].last);
    let after = at.y > whole.center().y;
    // Numbers are counted without the piece that moves.
    let before = beside - usize::from(moved < beside);
    Some(Drop { number: before as u32 + 1 + u32::from(after), beside, after })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stop(x0: f32, y0: f32, x1: f32, y1: f32) -> Stop {
        let r = Rect::new(x0, y0, x1, y1);
        Stop { first: r, last: r, aside: false }
    }

    /// A title over two columns of two paragraphs each.
    fn page() -> Vec<Stop> {
        vec![
            stop(50.0, 50.0, 550.0, 80.0),
            stop(50.0, 100.0, 290.0, 300.0),
            stop(50.0, 310.0, 290.0, 600.0),
            stop(310.0, 100.0, 550.0, 250.0),
            stop(310.0, 260.0, 550.0, 600.0),
        ]
    }

    fn reasons(stops: &[Stop]) -> Vec<Option<Unusual>> {
        arrows(stops, false).iter().map(|a| a.unusual).collect()
    }

    #[test]
    fn a_page_read_column_by_column_has_no_arrow_that_stands_out() {
        assert_eq!(reasons(&page()), [None; 4]);
    }

    #[test]
    fn two_rows_of_columns_under_each_other_are_usual() {
        let mut stops = page();
        stops.push(stop(50.0, 620.0, 290.0, 700.0));
        stops.push(stop(310.0, 620.0, 550.0, 700.0));
        assert_eq!(reasons(&stops), [None; 6]);
    }

    #[test]
    fn swapped_paragraphs_jump_and_lead_back() {
        let mut stops = page();
        stops.swap(1, 2);
        let found = reasons(&stops);
        assert_eq!(found[0], Some(Unusual::Jump), "the title leads past the first paragraph");
        assert_eq!(found[1], Some(Unusual::Backward), "and from the second back to the first");
    }

    #[test]
    fn interleaved_columns_stand_out_and_a_grid_of_cards_does_not() {
        let mut stops = page();
        stops.swap(2, 3);
        assert_eq!(reasons(&stops)[2], Some(Unusual::Jump), "past the rest of the right column");
        stops[2] = stop(310.0, 100.0, 550.0, 300.0);
        stops[4] = stop(310.0, 310.0, 550.0, 600.0);
        assert_eq!(reasons(&stops), [None; 4], "rows of cards");
    }

    #[test]
    fn a_column_that_is_skipped_is_a_jump() {
        let column = |n: f32| stop(50.0 + n * 180.0, 100.0, 210.0 + n * 180.0, 600.0);
        assert_eq!(reasons(&[column(0.0), column(2.0), column(1.0)])[0], Some(Unusual::Jump));
        assert_eq!(reasons(&[column(0.0), column(1.0), column(2.0)]), [None, None]);
    }

    #[test]
    fn right_to_left_columns_are_read_from_the_right() {
        let (left, right) = (stop(50.0, 100.0, 290.0, 600.0), stop(310.0, 100.0, 550.0, 600.0));
        assert_eq!(arrows(&[right, left], true)[0].unusual, None);
        assert_eq!(arrows(&[right, left], false)[0].unusual, Some(Unusual::Backward));
        assert_eq!(arrows(&[left, right], true)[0].unusual, Some(Unusual::Backward));
    }

    #[test]
    fn a_footnote_is_read_where_it_belongs() {
        let mut stops = page();
        let note = Stop { aside: true, ..stop(50.0, 650.0, 550.0, 680.0) };
        stops.insert(2, note);
        assert_eq!(reasons(&stops), [None; 5]);
    }

    #[test]
    fn arrows_that_cross_are_told() {
        let corners =
            [stop(0.0, 0.0, 10.0, 10.0), stop(290.0, 290.0, 300.0, 300.0), stop(0.0, 280.0, 10.0, 300.0)];
        let all = [corners[0], corners[1], corners[2], stop(290.0, 0.0, 300.0, 10.0)];
        let found = arrows(&all, false);
        assert!(found[0].unusual.is_some() && found[2].unusual.is_some());
        assert!(cross(
            [Point { x: 0.0, y: 0.0 }, Point { x: 9.0, y: 9.0 }],
            [Point { x: 0.0, y: 9.0 }, Point { x: 9.0, y: 0.0 }]
        ));
    }

    #[test]
    fn an_arrow_runs_from_the_end_of_one_piece_to_the_start_of_the_next() {
        let stops = page();
        for arrow in arrows(&stops, false) {
            let (start, end) = (point_at(arrow.path, 0.0), point_at(arrow.path, 1.0));
            assert!(stops[arrow.from].last.contains(start) && stops[arrow.to].first.contains(end));
            assert!(start.y > stops[arrow.from].last.center().y && end.y < stops[arrow.to].first.center().y);
        }
    }

    #[test]
    fn a_piece_is_dropped_between_two_others() {
        let stops = page();
        let number = |moved, x, y| dropped(&stops, moved, Point { x, y }).map(|d| d.number);
        assert_eq!(number(4, 100.0, 120.0), Some(2), "before the first paragraph");
        assert_eq!(number(4, 100.0, 290.0), Some(3), "after it");
        assert_eq!(number(0, 400.0, 590.0), Some(5), "to the end");
        assert_eq!(number(1, 100.0, 40.0), Some(1), "to the start");
        assert_eq!(dropped(&stops[..1], 0, Point { x: 0.0, y: 0.0 }), None);
    }
}
