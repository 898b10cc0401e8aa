//! From the bytes of a file to those of a copy with annotations.

use super::PageNotes;
use super::draw::Painter;
use super::sheet::Sheet;
use crate::extract::pdf::protocol::CopyFault;
use hayro_syntax::Pdf;
use hayro_syntax::object::Array;
use lopdf::{Document, IncrementalDocument, Object, ObjectId};
use std::collections::BTreeMap;

/// A page that is written on.
struct Target<'a> {
    id: ObjectId,
    sheet: Sheet,
    notes: &'a PageNotes,
}

/// A copy of a file with notes on its pages. `damaged` files are written anew; to others the notes are appended.
///
/// # Errors
/// If the file is encrypted, or no copy can be made that opens as the file does.
pub fn copy(pdf: &Pdf, bytes: &[u8], damaged: bool, pages: &[PageNotes]) -> Result<Vec<u8>, CopyFault> {
    let failed = |what: &str| CopyFault::Failed(what.to_owned());
    let document = Document::load_mem(bytes)
        .map_err(|error| CopyFault::Failed(format!("its objects cannot be read ({error})")))?;
    if document.is_encrypted() || document.was_encrypted() {
        return Err(CopyFault::Protected);
    }
    let mut targets = Vec::with_capacity(pages.len());
    for notes in pages {
        let page = pdf.pages().get(notes.page.get()).ok_or_else(|| failed("it has no such page"))?;
        let id = page.raw().obj_id().map(|id| (id.obj_number, u16::try_from(id.gen_number).unwrap_or(0)));
        let id = id.filter(|id| document.get_dictionary(*id).is_ok());
        let id = id.ok_or_else(|| failed("its pages cannot be told apart"))?;
        targets.push(Target { id, sheet: Sheet::of(page), notes });
    }
    let old = old_annotations(&document, &targets);
    let mut update = IncrementalDocument::create_from(bytes.to_vec(), document);
    if !damaged {
        let appended = append(&mut update, &targets, &old);
        if let Some(copy) = appended.filter(|copy| opens_alike(pdf, copy, &targets)) {
            return Ok(copy);
        }
    }
    let mut whole = update.get_prev_documents().clone();
    drop(update);
    write_on(&mut whole, &targets, &old);
    let mut copy = Vec::new();
    whole.save_to(&mut copy).map_err(|error| CopyFault::Failed(error.to_string()))?;
    if opens_alike(pdf, &copy, &targets) {
        Ok(copy)
    } else {
        Err(failed("the copy would not open as the file does"))
    }
}

fn append(
    update: &mut IncrementalDocument,
    targets: &[Target<'_>],
    old: &BTreeMap<ObjectId, Vec<Object>>,
) -> Option<Vec<u8>> {
    for target in targets {
        update.opt_clone_object_to_new_document(target.id).ok()?;
    }
    // A table for old readers belongs to the part before; the new one has no such companion.
    update.new_document.trailer.remove(b"XRefStm");
    write_on(&mut update.new_document, targets, old);
    let mut copy = Vec::new();
    update.save_to(&mut copy).ok()?;
    Some(copy)
}

/// What stands in /Annots of the pages already; an array of its own may be shared between pages.
fn old_annotations(document: &Document, targets: &[Target<'_>]) -> BTreeMap<ObjectId, Vec<Object>> {
    let of = |id: ObjectId| {
        let entry = document.get_dictionary(id).ok()?.get(b"Annots").ok()?;
        document.dereference(entry).ok()?.1.as_array().ok().cloned()
    };
    targets.iter().map(|t| (t.id, of(t.id).unwrap_or_default())).collect()
}

fn write_on(document: &mut Document, targets: &[Target<'_>], old: &BTreeMap<ObjectId, Vec<Object>>) {
    let mut annotations = old.clone();
    let mut painter = Painter::new(document);
    for target in targets {
        let new = painter.page(target.id, &target.sheet, target.notes);
        annotations.entry(target.id).or_default().extend(new);
    }
    for (id, annotations) in annotations {
        if let Ok(page) = document.get_dictionary_mut(id) {
            page.set("Annots", annotations);
        }
    }
}

/// Whether the copy has the pages of the file, with the notes on them.
fn opens_alike(pdf: &Pdf, copy: &[u8], targets: &[Target<'_>]) -> bool {
    let Ok(copy) = Pdf::new(copy.to_vec()) else { return false };
    let (before, after) = (pdf.pages(), copy.pages());
    let sizes = before.iter().zip(after.iter());
    let same = |(a, b): (&hayro_syntax::page::Page<'_>, &hayro_syntax::page::Page<'_>)| {
        a.render_dimensions() == b.render_dimensions()
            && a.initial_transform(true).as_coeffs() == b.initial_transform(true).as_coeffs()
    };
    let noted = |target: &Target<'_>| {
        let page = after.get(target.notes.page.get());
        let there = page.and_then(|p| p.raw().get::<Array<'_>>("Annots")).map_or(0, |a| a.raw_iter().count());
        there >= target.notes.notes.len() + target.notes.order.len()
    };
    before.len() == after.len() && sizes.into_iter().all(same) && targets.iter().all(noted)
}
