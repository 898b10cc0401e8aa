//! Glyphs as bytes: how they travel from the worker.
//!
//! Field by field they are a large part of what a message costs; nearly all stand upright, and four numbers
//! tell an upright quad.

use crate::document::{Glyph, PageIndex, Point, Quad, Rect};
use serde::{Deserialize, Deserializer, Serializer, de::Error};
use serde_bytes::{ByteBuf, Bytes};
use std::sync::Arc;

/// Bytes of a glyph without its corners: start, length, line, form.
const HEAD: usize = 11;
const UPRIGHT: u8 = 0;
const FREE: u8 = 1;

/// Writes glyphs of one page.
pub fn serialize<S: Serializer>(glyphs: &Arc<Vec<Glyph>>, out: S) -> Result<S::Ok, S::Error> {
    let mut bytes = Vec::with_capacity(glyphs.len() * (HEAD + 16));
    for glyph in glyphs.iter() {
        bytes.extend_from_slice(&glyph.start.to_le_bytes());
        bytes.extend_from_slice(&glyph.len.to_le_bytes());
        bytes.extend_from_slice(&glyph.line.to_le_bytes());
        let bounds = glyph.quad.bounds();
        if Quad::from(bounds) == glyph.quad {
            bytes.push(UPRIGHT);
            for v in [bounds.x0, bounds.y0, bounds.x1, bounds.y1] {
                bytes.extend_from_slice(&v.to_le_bytes());
            }
        } else {
            bytes.push(FREE);
            for v in glyph.quad.0.iter().flat_map(|p| [p.x, p.y]) {
                bytes.extend_from_slice(&v.to_le_bytes());
            }
        }
    }
    serde::Serialize::serialize(Bytes::new(&bytes), out)
}

/// Reads what [`serialize`] wrote.
pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Arc<Vec<Glyph>>, D::Error> {
    let bytes = ByteBuf::deserialize(input)?;
    let mut rest = bytes.as_slice();
    let mut glyphs = Vec::with_capacity(rest.len() / (HEAD + 16));
    while !rest.is_empty() {
        let glyph = read(&mut rest).ok_or_else(|| D::Error::custom("a glyph is cut off"))?;
        glyphs.push(glyph);
    }
    Ok(Arc::new(glyphs))
}

fn read(rest: &mut &[u8]) -> Option<Glyph> {
    let start = u32::from_le_bytes(take(rest)?);
    let len = u16::from_le_bytes(take(rest)?);
    let line = u32::from_le_bytes(take(rest)?);
    let [form] = take(rest)?;
    let mut number = || Some(f32::from_le_bytes(take(rest)?));
    let quad = if form == UPRIGHT {
        let (x0, y0, x1, y1) = (number()?, number()?, number()?, number()?);
        Quad::from(Rect { x0, y0, x1, y1 })
    } else {
        let mut corner = || Some(Point { x: number()?, y: number()? });
        Quad([corner()?, corner()?, corner()?, corner()?])
    };
    Some(Glyph { start, len, page: PageIndex(0), quad, line })
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (head, tail) = rest.split_first_chunk::<N>()?;
    *rest = tail;
    Some(*head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Serialize, serde::Deserialize)]
    struct Page(#[serde(with = "super")] Arc<Vec<Glyph>>);

    #[test]
    fn upright_and_slanted_glyphs_come_out_as_they_went_in() {
        let slanted = Quad([(1.0, 2.0), (3.0, 2.5), (2.5, 4.0), (0.5, 3.5)].map(|(x, y)| Point { x, y }));
        let turned = Quad([(3.0, 1.0), (3.0, 5.0), (1.0, 5.0), (1.0, 1.0)].map(|(x, y)| Point { x, y }));
        let upright = Quad::from(Rect::new(1.0, 2.0, 3.0, 4.0));
        let glyphs = [upright, slanted, turned].map(|quad| Glyph {
            start: 7,
            len: 2,
            page: PageIndex(0),
            quad,
            line: 3,
        });
        let page = Page(Arc::new(glyphs.to_vec()));
        let bytes = postcard::to_allocvec(&page).unwrap();
        let back: Page = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(back.0, page.0);
        let cut: Result<Page, _> = postcard::from_bytes(&[5, 1, 2, 3, 4, 5]);
        assert!(cut.is_err());
    }
}
