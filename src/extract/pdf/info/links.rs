//! Link annotations (ISO 32000-1, 12.5.6.5).

use super::destinations::{Destinations, shown};
use crate::document::{Link, LinkTarget, PageIndex, Rect};
use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, Rect as PdfRect, String as PdfString};
use hayro_syntax::page::Page;

/// More links than any honest file has.
const MOST_LINKS: usize = 500_000;

/// All links, page by page, those without area or target left out.
pub fn read<'a>(pdf: &'a Pdf, destinations: &Destinations<'a>) -> Vec<Link> {
    let mut links = Vec::new();
    for (index, page) in (0..).zip(pdf.pages().iter()) {
        let Some(annotations) = page.raw().get::<Array<'_>>("Annots") else { continue };
        for annotation in annotations.iter::<Dict<'_>>() {
            links.extend(link(PageIndex(index), page, &annotation, destinations));
            if links.len() >= MOST_LINKS {
                return links;
            }
        }
    }
    links
}

fn link<'a>(
    index: PageIndex,
    page: &Page<'a>,
    annotation: &Dict<'a>,
    destinations: &Destinations<'a>,
) -> Option<Link> {
    if &*annotation.get::<Name<'_>>("Subtype")? != b"Link" {
        return None;
    }
    let target = match address(annotation) {
        Some(address) => LinkTarget::Address(address),
        None => LinkTarget::Inside(destinations.of(annotation)?),
    };
    let rect = annotation.get::<PdfRect>("Rect")?;
    let (a, b) = (shown(page, rect.x0, rect.y0), shown(page, rect.x1, rect.y1));
    let rect = Rect::new(a.x, a.y, b.x, b.y);
    let sane =
        rect.width().is_finite() && rect.height().is_finite() && rect.width() > 0.0 && rect.height() > 0.0;
    sane.then_some(Link { page: index, rect, target })
}

/// The address of an action of type `URI`. It is 7-bit text; what is not is read as UTF-8.
fn address(annotation: &Dict<'_>) -> Option<String> {
    let action = annotation.get::<Dict<'_>>("A")?;
    if &*action.get::<Name<'_>>("S")? != b"URI" {
        return None;
    }
    let uri = action.get::<PdfString<'_>>("URI")?;
    let address: String =
        String::from_utf8_lossy(uri.as_bytes()).chars().filter(|c| !c.is_control()).collect();
    let address = address.trim();
    (!address.is_empty()).then(|| address.to_owned())
}
