//! Annotations (ISO 32000-1, 12.5) with appearances of their own, so that every reader shows the same.

use super::sheet::Sheet;
use super::{Note, PageNotes};
use crate::document::{Point, Quad, Rect};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary, text_string};
use std::fmt::Write as _;

/// The color of the reading order: the blue of Okabe and Ito's palette for the color-blind.
const BLUE: [u8; 3] = [0, 114, 178];

/// Side of a note's symbol, in points.
const SYMBOL: f32 = 14.0;

/// Size of the numbers, in points. Digits of Helvetica Bold are 0.556 em wide.
const NUMBER: f32 = 7.0;
const DIGIT: f32 = 0.556 * NUMBER;
const BADGE_HEIGHT: f32 = 9.5;

/// Half the width of an arrow's head, and the room around a line.
const HEAD: f32 = 3.0;

/// Highlighted are at most so many places of a note: all text of a page may be one problem.
const MOST_PLACES: usize = 500;

/// Printed with the page (ISO 32000-1, table 165).
const PRINT: i64 = 4;

/// Draws the annotations of pages into a document.
pub struct Painter<'a> {
    document: &'a mut Document,
    resources: Dictionary,
    count: usize,
}

impl<'a> Painter<'a> {
    pub fn new(document: &'a mut Document) -> Self {
        let font = document.add_object(dictionary! {
            "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica-Bold", "Encoding" => "WinAnsiEncoding",
        });
        let state = |keys: Dictionary| Object::Dictionary(keys);
        let resources = dictionary! {
            "Font" => dictionary! { "F" => font },
            "ExtGState" => dictionary! {
                "Over" => state(dictionary! { "BM" => "Multiply", "ca" => 0.35_f32 }),
                "Faint" => state(dictionary! { "ca" => 0.6_f32, "CA" => 0.6_f32 }),
            },
        };
        Self { document, resources, count: 0 }
    }

    /// The annotations of a page, the lowest first.
    pub fn page(&mut self, page: ObjectId, sheet: &Sheet, notes: &PageNotes) -> Vec<Object> {
        let mut out = Vec::new();
        let badges: Vec<Rect> = notes.order.iter().enumerate().map(|(i, r)| badge(*r, i + 1)).collect();
        for note in notes.notes.iter().filter(|n| !n.place.is_empty()) {
            out.push(self.highlight(page, sheet, note));
        }
        if badges.len() > 1 {
            out.push(self.arrows(page, sheet, &badges));
        }
        for (number, place) in (1..).zip(&badges) {
            out.push(self.number(page, sheet, *place, number));
        }
        let mut taken: Vec<Point> = Vec::new();
        for note in &notes.notes {
            let corner = free_corner(note, sheet, &mut taken);
            out.push(self.note(page, sheet, note, corner));
        }
        out
    }

    fn note(&mut self, page: ObjectId, sheet: &Sheet, note: &Note, at: Point) -> Object {
        let place = Rect::new(at.x, at.y, at.x + SYMBOL, at.y + SYMBOL);
        let fill = color(note.color);
        let drawn = format!(
            "{fill} rg 0.25 0.25 0.25 RG 0.5 w 0.5 0.5 13 13 re B 1 1 1 RG 1.2 w 3 10 m 11 10 l S 3 7 m 11 7 l S \
             3 4 m 8 4 l S"
        );
        let look = self.upright(sheet, place, drawn);
        let mut annotation = self.annotation("Text", page, sheet.rect(place), look, note.color);
        annotation.set("Contents", text_string(&note.text));
        annotation.set("T", text_string(&note.author));
        annotation.set("Name", "Comment");
        self.add(annotation)
    }

    fn highlight(&mut self, page: ObjectId, sheet: &Sheet, note: &Note) -> Object {
        let (mut points, mut drawn) = (Vec::new(), format!("/Over gs {} rg", color(note.color)));
        let mut bounds: Option<[f32; 4]> = None;
        for Quad(corners) in note.place.iter().take(MOST_PLACES) {
            let [a, b, c, d] = corners.map(|p| sheet.point(p));
            let [x0, y0, x1, y1] = sheet.rect(Quad(*corners).bounds());
            bounds = Some(
                bounds.map_or([x0, y0, x1, y1], |[l, t, r, o]| [l.min(x0), t.min(y0), r.max(x1), o.max(y1)]),
            );
            // The order that readers expect is not that of the standard's text: upper left, upper right,
            // lower left, lower right.
            points.extend([a, b, d, c].into_iter().flatten().map(Object::from));
            let path = [a, b, c, d].map(|[x, y]| format!("{x:.2} {y:.2}"));
            let _ = write!(drawn, " {} m {} l {} l {} l h f", path[0], path[1], path[2], path[3]);
        }
        let bounds = bounds.unwrap_or_default();
        let look = self.form(bounds, None, drawn);
        let mut annotation = self.annotation("Highlight", page, bounds, look, note.color);
        annotation.set("QuadPoints", points);
        annotation.set("T", text_string(&note.author));
        self.add(annotation)
    }

    fn number(&mut self, page: ObjectId, sheet: &Sheet, place: Rect, number: usize) -> Object {
        let (width, blue) = (place.width(), color(BLUE));
        let drawn = format!(
            "1 1 1 rg {blue} RG 0.7 w 0.35 0.35 {:.2} {:.2} re B BT /F {NUMBER} Tf {blue} rg 2.5 2.3 Td ({number}) \
             Tj ET",
            width - 0.7,
            BADGE_HEIGHT - 0.7
        );
        let look = self.upright(sheet, place, drawn);
        let mut annotation = self.annotation("FreeText", page, sheet.rect(place), look, BLUE);
        annotation.set("Contents", text_string(&number.to_string()));
        annotation.set("DA", Object::string_literal(format!("/Helv {NUMBER} Tf {blue} rg")));
        annotation.set("T", text_string("Fundstelle"));
        self.add(annotation)
    }

    /// One line through all numbers of a page, with a head at each.
    fn arrows(&mut self, page: ObjectId, sheet: &Sheet, badges: &[Rect]) -> Object {
        let (mut points, blue) = (Vec::new(), color(BLUE));
        let mut drawn = format!("/Faint gs {blue} RG {blue} rg 0.8 w");
        let mut bounds = badges[0];
        for (i, badge) in badges.iter().enumerate() {
            points.extend(sheet.point(badge.center()).map(Object::from));
            bounds = bounds.cover(*badge);
            if let Some(next) = badges.get(i + 1) {
                arrow(sheet, badge.center(), next.center(), &mut drawn);
            }
        }
        let bounds = Rect::new(bounds.x0 - HEAD, bounds.y0 - HEAD, bounds.x1 + HEAD, bounds.y1 + HEAD);
        let look = self.form(sheet.rect(bounds), None, drawn);
        let mut annotation = self.annotation("PolyLine", page, sheet.rect(bounds), look, BLUE);
        annotation.set("Vertices", points);
        annotation.set("LE", vec!["None".into(), "OpenArrow".into()]);
        annotation.set("Contents", text_string("Reading order"));
        annotation.set("CA", 0.6_f32);
        annotation.set("T", text_string("Fundstelle"));
        self.add(annotation)
    }

    fn annotation(
        &mut self,
        kind: &str,
        page: ObjectId,
        place: [f32; 4],
        look: ObjectId,
        [r, g, b]: [u8; 3],
    ) -> Dictionary {
        self.count += 1;
        dictionary! {
            "Type" => "Annot",
            "Subtype" => kind,
            "P" => page,
            "Rect" => numbers(&place),
            "NM" => Object::string_literal(format!("fundstelle-{}", self.count)),
            "F" => PRINT,
            "C" => numbers(&[r, g, b].map(|c| f32::from(c) / 255.0)),
            "AP" => dictionary! { "N" => look },
        }
    }

    fn add(&mut self, annotation: Dictionary) -> Object {
        self.document.add_object(annotation).into()
    }

    /// What is drawn upright in a box of that size, y upwards.
    fn upright(&mut self, sheet: &Sheet, place: Rect, drawn: String) -> ObjectId {
        self.form([0.0, 0.0, place.width(), place.height()], Some(sheet.upright()), drawn)
    }

    fn form(&mut self, bounds: [f32; 4], matrix: Option<[f32; 6]>, drawn: String) -> ObjectId {
        let mut dict = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => numbers(&bounds),
            "Resources" => self.resources.clone(),
        };
        if let Some(matrix) = matrix {
            dict.set("Matrix", numbers(&matrix));
        }
        let mut stream = Stream::new(dict, drawn.into_bytes());
        // A stream that cannot be compressed stays as it is.
        let _ = stream.compress();
        self.document.add_object(stream)
    }
}

fn numbers(values: &[f32]) -> Vec<Object> {
    values.iter().map(|v| (*v).into()).collect()
}

fn color(rgb: [u8; 3]) -> String {
    let [r, g, b] = rgb.map(|c| f32::from(c) / 255.0);
    format!("{r:.3} {g:.3} {b:.3}")
}

/// Where a piece's number stands: left of its upper left corner, as far as the page goes.
fn badge(piece: Rect, number: usize) -> Rect {
    let width = 5.0 + DIGIT * number.to_string().len() as f32;
    let x = (piece.x0 - width - 1.0).max(0.0);
    let y = piece.y0.max(0.0);
    Rect::new(x, y, x + width, y + BADGE_HEIGHT)
}

/// An arrow that leaves the numbers at its ends free.
fn arrow(sheet: &Sheet, from: Point, to: Point, drawn: &mut String) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy);
    let gap = BADGE_HEIGHT * 0.8;
    if length < 3.0 * gap || !length.is_finite() {
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    let along = |t: f32, side: f32| {
        sheet.point(Point { x: from.x + ux * t - uy * side, y: from.y + uy * t + ux * side })
    };
    let end = length - gap;
    let [start, tip] = [along(gap, 0.0), along(end, 0.0)];
    let [left, right] = [along(end - 2.0 * HEAD, HEAD), along(end - 2.0 * HEAD, -HEAD)];
    let _ = write!(
        drawn,
        " {:.2} {:.2} m {:.2} {:.2} l S {:.2} {:.2} m {:.2} {:.2} l {:.2} {:.2} l h f",
        start[0], start[1], tip[0], tip[1], tip[0], tip[1], left[0], left[1], right[0], right[1]
    );
}

/// Where a note's symbol stands: left of what it is about, or in the page's upper left corner; below others.
fn free_corner(note: &Note, sheet: &Sheet, taken: &mut Vec<Point>) -> Point {
    // Where a page is full of notes they may lie on each other: readers list them all.
    const TRIES: usize = 60;
    let bounds = note.place.first().map(|q| q.bounds());
    let wanted = bounds.map_or(Point { x: 4.0, y: 4.0 }, |r| Point { x: r.x0 - SYMBOL - 12.0, y: r.y0 });
    let most = |side: f32| (side - SYMBOL).max(0.0);
    let mut at =
        Point { x: wanted.x.clamp(0.0, most(sheet.width)), y: wanted.y.clamp(0.0, most(sheet.height)) };
    for _ in 0..TRIES {
        let covers = |p: &Point| (p.x - at.x).abs() < SYMBOL && (p.y - at.y).abs() < SYMBOL;
        if !taken.iter().any(covers) {
            break;
        }
        at.y += SYMBOL;
        if at.y > most(sheet.height) {
            at = Point { x: (at.x + SYMBOL).min(most(sheet.width)), y: 0.0 };
        }
    }
    taken.push(at);
    at
}
