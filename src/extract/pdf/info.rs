//! What a PDF says about itself beside its pages' content: outline, page labels, links, information.
//!
//! Read in the worker, from the same parsed file that paints the pages: page order, repairs and
//! decryption are the same, and only the objects that are asked for are parsed. Nothing here is an error:
//! what cannot be read is left out.

mod destinations;
mod labels;
mod links;
mod outline;

use crate::document::{Link, OutlineItem};
use destinations::Destinations;
use hayro_syntax::Pdf;
use hayro_syntax::object::{DateTime, Dict};
use lopdf::StringFormat;
use serde::{Deserialize, Serialize};

/// Trees deeper than this are broken or hostile.
const MOST_LEVELS: usize = 32;

/// Outline, labels, links and information of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PdfFacts {
    /// Outline entries in order, with their levels.
    pub outline: Vec<OutlineItem>,
    /// What the document calls its pages; empty where it gives no labels.
    pub labels: Vec<Option<String>>,
    /// Links, page by page.
    pub links: Vec<Link>,
    /// Title.
    pub title: Option<String>,
    /// Author.
    pub author: Option<String>,
    /// Subject.
    pub subject: Option<String>,
    /// The program that wrote the file.
    pub producer: Option<String>,
    /// When it was made: `2026-11-30T12:00:00+01:00`.
    pub created: Option<String>,
}

/// Reads all of it.
pub fn read_facts(pdf: &Pdf) -> PdfFacts {
    let Some(catalog) = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()) else { return PdfFacts::default() };
    let destinations = Destinations::new(pdf, &catalog);
    let said = pdf.metadata();
    let text = |bytes: &Option<Box<[u8]>>| bytes.as_deref().and_then(text_string);
    PdfFacts {
        outline: outline::read(pdf, &catalog, &destinations),
        labels: labels::read(&catalog, pdf.pages().len()),
        links: links::read(pdf, &destinations),
        title: text(&said.title),
        author: text(&said.author),
        subject: text(&said.subject),
        producer: text(&said.producer).or_else(|| text(&said.creator)),
        created: said.creation_date.as_ref().map(date),
    }
}

/// A text string of ISO 32000-1, 7.9.2.2, as one line; `None` if nothing is left of it.
pub fn text_string(bytes: &[u8]) -> Option<String> {
    let object = lopdf::Object::String(bytes.to_vec(), StringFormat::Literal);
    let text =
        lopdf::decode_text_string(&object).unwrap_or_else(|_| String::from_utf8_lossy(bytes).into_owned());
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = line.trim();
    (!line.is_empty()).then(|| line.to_owned())
}

fn date(d: &DateTime) -> String {
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{:+03}:{:02}",
        d.year, d.month, d.day, d.hour, d.minute, d.second, d.utc_offset_hour, d.utc_offset_minute
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_read_in_the_encodings_that_pdf_has() {
        assert_eq!(text_string(b"\xfe\xff\0P\0\xfc\0f"), Some("Püf".to_owned()));
        assert_eq!(text_string("\u{feff}Pumpe Größe".as_bytes()), Some("Pumpe Größe".to_owned()));
        assert_eq!(text_string(b"Pr\xfcfung"), Some("Prüfung".to_owned()));
        assert_eq!(text_string(b" \r\n"), None);
    }
}
