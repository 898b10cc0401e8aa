//! Where a link or an outline entry leads (ISO 32000-1, 12.3.2).

use super::MOST_LEVELS;
use crate::document::{Destination, PageIndex, Point};
use hayro_syntax::Pdf;
use hayro_syntax::object::{
    Array, Dict, MaybeRef, Name, Number, Object, ObjectIdentifier, String as PdfString,
};
use hayro_syntax::page::Page;
use std::collections::HashMap;

/// More names than any honest file has.
const MOST_NAMES: usize = 500_000;

/// Pages by object, and named destinations.
pub struct Destinations<'a> {
    pdf: &'a Pdf,
    pages: HashMap<ObjectIdentifier, u32>,
    named: HashMap<Vec<u8>, Object<'a>>,
}

impl<'a> Destinations<'a> {
    pub fn new(pdf: &'a Pdf, catalog: &Dict<'a>) -> Self {
        let pages = (0..).zip(pdf.pages().iter()).filter_map(|(i, p)| Some((p.raw().obj_id()?, i))).collect();
        let mut named = HashMap::new();
        if let Some(dests) = catalog.get::<Dict<'a>>("Dests") {
            for name in dests.keys().take(MOST_NAMES) {
                if let Some(place) = dests.get::<Object<'a>>(&*name) {
                    named.insert(name.to_vec(), place);
                }
            }
        }
        if let Some(root) = catalog.get::<Dict<'a>>("Names").and_then(|n| n.get::<Dict<'a>>("Dests")) {
            walk_tree(root, "Names", &mut |key: PdfString<'a>, place| {
                named.insert(key.as_bytes().to_vec(), place);
                named.len() < MOST_NAMES
            });
        }
        Self { pdf, pages, named }
    }

    /// Where the entry's /Dest or its /A of type `GoTo` leads.
    pub fn of(&self, entry: &Dict<'a>) -> Option<Destination> {
        if let Some(place) = entry.get::<Object<'a>>("Dest") {
            return self.resolve(place, 0);
        }
        let action = entry.get::<Dict<'a>>("A")?;
        if &*action.get::<Name<'a>>("S")? != b"GoTo" {
            return None;
        }
        self.resolve(action.get::<Object<'a>>("D")?, 0)
    }

    fn resolve(&self, place: Object<'a>, depth: usize) -> Option<Destination> {
        if depth > MOST_LEVELS {
            return None;
        }
        match place {
            Object::Array(array) => self.explicit(&array),
            Object::Dict(dict) => self.resolve(dict.get::<Object<'a>>("D")?, depth + 1),
            Object::Name(name) => self.resolve(self.named.get(&*name)?.clone(), depth + 1),
            Object::String(name) => self.resolve(self.named.get(name.as_bytes())?.clone(), depth + 1),
            _ => None,
        }
    }

    fn explicit(&self, array: &Array<'a>) -> Option<Destination> {
        let index = match array.raw_iter().next()? {
            MaybeRef::Ref(r) => *self.pages.get(&r.into())?,
            // Some writers give the page's number instead of its object.
            MaybeRef::NotRef(Object::Number(n)) => u32::try_from(n.as_i64()).ok()?,
            MaybeRef::NotRef(_) => return None,
        };
        let page = self.pdf.pages().get(index as usize)?;
        let items: Vec<_> = array.raw_iter().skip(1).take(5).collect();
        let number = |i: usize| match items.get(i) {
            Some(MaybeRef::NotRef(Object::Number(n))) => Some(n.as_f64()),
            _ => None,
        };
        let fit = match items.first() {
            Some(MaybeRef::NotRef(Object::Name(name))) => name.to_vec(),
            _ => Vec::new(),
        };
        let (left, top) = match fit.as_slice() {
            b"XYZ" => (number(1), number(2)),
            b"FitH" | b"FitBH" => (None, number(1)),
            b"FitV" | b"FitBV" => (number(1), None),
            b"FitR" => (number(1), number(4)),
            _ => (None, None),
        };
        Some(Destination { page: PageIndex(index), y: shown_y(page, left, top) })
    }
}

/// The distance from the top of the page as shown; `None` for the top itself.
fn shown_y(page: &Page<'_>, left: Option<f64>, top: Option<f64>) -> Option<f32> {
    let bounds = page.intersected_crop_box();
    // On a page turned by 90 degrees it is the left edge that is shown as a height.
    let turned = page.initial_transform(true).as_coeffs()[1].abs() > 0.5;
    if (turned && left.is_none()) || (!turned && top.is_none()) {
        return None;
    }
    let y = shown(page, left.unwrap_or(bounds.x0), top.unwrap_or(bounds.y1)).y;
    Some(y.clamp(0.0, page.render_dimensions().1)).filter(|y| y.is_finite())
}

/// A point of the page's own space, in page space as shown.
pub fn shown(page: &Page<'_>, x: f64, y: f64) -> Point {
    let [a, b, c, d, e, f] = page.initial_transform(true).as_coeffs();
    Point { x: (a * x + c * y + e) as f32, y: (b * x + d * y + f) as f32 }
}

/// A key of a name tree or a number tree.
pub trait Key<'a>: Sized {
    fn of(object: Object<'a>) -> Option<Self>;
}

impl<'a> Key<'a> for PdfString<'a> {
    fn of(object: Object<'a>) -> Option<Self> {
        object.into_string()
    }
}

impl<'a> Key<'a> for Number {
    fn of(object: Object<'a>) -> Option<Self> {
        object.into_number()
    }
}

/// Visits the leaves of a name or number tree (ISO 32000-1, 7.9.6) until `visit` says no.
pub fn walk_tree<'a, K: Key<'a>>(root: Dict<'a>, leaf: &str, visit: &mut impl FnMut(K, Object<'a>) -> bool) {
    let mut seen = std::collections::HashSet::new();
    let mut stack = vec![(root, 0)];
    while let Some((node, depth)) = stack.pop() {
        if let Some(pairs) = node.get::<Array<'a>>(leaf) {
            let mut items = pairs.iter::<Object<'a>>();
            while let (Some(key), Some(value)) = (items.next(), items.next()) {
                if K::of(key).is_some_and(|key| !visit(key, value)) {
                    return;
                }
            }
        }
        if depth >= MOST_LEVELS {
            continue;
        }
        let Some(kids) = node.get::<Array<'a>>("Kids") else { continue };
        let before = stack.len();
        let refs = kids.raw_iter().map(|kid| kid.as_obj_ref());
        for (kid, id) in kids.iter::<Dict<'a>>().zip(refs) {
            if id.is_none_or(|id| seen.insert(id)) {
                stack.push((kid, depth + 1));
            }
        }
        // A stack hands out the last first.
        stack[before..].reverse();
    }
}
