//! PDFs made for tests: books of any length, and files that attack their reader.

#![allow(dead_code, reason = "each test file uses some of it")]

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use std::path::PathBuf;

/// A file of the shared corpus; `None`, with a message, where the corpus is not there.
pub fn shared(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("FUNDSTELLE_SHARED")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")), PathBuf::from);
    let path = root.join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} is not there", path.display());
    None
}

/// A PDF that grows page by page.
pub struct Maker {
    pub document: Document,
    pages: ObjectId,
    kids: Vec<ObjectId>,
    fonts: ObjectId,
}

impl Default for Maker {
    fn default() -> Self {
        Self::new()
    }
}

impl Maker {
    pub fn new() -> Self {
        let mut document = Document::with_version("1.7");
        let pages = document.new_object_id();
        let font = |name: &str| {
            dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => name, "Encoding" => "WinAnsiEncoding" }
        };
        let regular = document.add_object(font("Times-Roman"));
        let bold = document.add_object(font("Helvetica-Bold"));
        let fonts = document.add_object(dictionary! { "F" => regular, "B" => bold });
        Self { document, pages, kids: Vec::new(), fonts }
    }

    /// Adds an A4 page with this content and these form objects.
    pub fn page(&mut self, content: Vec<u8>, forms: Dictionary) -> ObjectId {
        let content = self.stream(Dictionary::new(), content);
        let page = self.document.add_object(dictionary! {
            "Type" => "Page",
            "Parent" => self.pages,
            "MediaBox" => vec![0.into(), 0.into(), 595.into(), 842.into()],
            "Resources" => dictionary! { "Font" => self.fonts, "XObject" => forms },
            "Contents" => content,
        });
        self.kids.push(page);
        page
    }

    /// Adds a page that shows lines of text.
    pub fn text_page(&mut self, lines: &[String]) -> ObjectId {
        let content = Content { operations: lines_at(72.0, 770.0, 11.0, 14.0, lines) };
        self.page(content.encode().unwrap(), Dictionary::new())
    }

    /// A compressed stream.
    pub fn stream(&mut self, dict: Dictionary, content: Vec<u8>) -> ObjectId {
        let mut stream = Stream::new(dict, content);
        stream.compress().unwrap();
        self.document.add_object(stream)
    }

    /// A form that draws `content` with these forms at hand.
    pub fn form(&mut self, content: Vec<u8>, forms: Dictionary) -> ObjectId {
        let dict = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => vec![0.into(), 0.into(), 595.into(), 842.into()],
            "Resources" => dictionary! { "Font" => self.fonts, "XObject" => forms },
        };
        self.stream(dict, content)
    }

    /// The pages made so far.
    pub fn kids(&self) -> &[ObjectId] {
        &self.kids
    }

    /// Ties the pages together; `extra` goes into the catalog.
    pub fn finish(mut self, extra: Dictionary) -> Document {
        let kids: Vec<Object> = self.kids.iter().map(|id| (*id).into()).collect();
        let count = self.kids.len() as i64;
        // A tree of one level is slow to walk in some readers at 10,000 pages, and legal.
        let pages = dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count };
        self.document.objects.insert(self.pages, pages.into());
        let mut catalog = dictionary! { "Type" => "Catalog", "Pages" => self.pages };
        catalog.extend(&extra);
        let catalog = self.document.add_object(catalog);
        self.document.trailer.set("Root", catalog);
        self.document
    }

    /// The bytes of the finished file.
    pub fn bytes(self) -> Vec<u8> {
        save(self.finish(Dictionary::new()))
    }
}

pub fn save(mut document: Document) -> Vec<u8> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

/// Operators that show `lines` from a place downwards.
pub fn lines_at(x: f32, y: f32, size: f32, leading: f32, lines: &[String]) -> Vec<Operation> {
    let mut operations = vec![
        Operation::new("BT", vec![]),
        Operation::new("Tf", vec!["F".into(), size.into()]),
        Operation::new("TL", vec![leading.into()]),
        Operation::new("Td", vec![x.into(), y.into()]),
    ];
    for line in lines {
        let (bytes, _, _) = encoding_rs::WINDOWS_1252.encode(line);
        operations.push(Operation::new("Tj", vec![Object::string_literal(bytes.into_owned())]));
        operations.push(Operation::new("T*", vec![]));
    }
    operations.push(Operation::new("ET", vec![]));
    operations
}

const WORDS: [&str; 40] = [
    "the",
    "pump",
    "pressure",
    "before",
    "valve",
    "is",
    "opened",
    "and",
    "of",
    "filter",
    "every",
    "a",
    "Prüfung",
    "in",
    "service",
    "with",
    "water",
    "must",
    "not",
    "exceed",
    "limit",
    "to",
    "bearing",
    "after",
    "hours",
    "when",
    "cover",
    "removed",
    "seal",
    "or",
    "inlet",
    "temperature",
    "checked",
    "by",
    "trained",
    "staff",
    "only",
    "motor",
    "Größe",
    "housing",
];

/// Some sentence of `words` words; the same for the same `seed`.
pub fn sentence(seed: u64, words: usize) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut out = Vec::with_capacity(words);
    for _ in 0..words {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        out.push(WORDS[(state % WORDS.len() as u64) as usize]);
    }
    let mut text = out.join(" ");
    if let Some(first) = text.get(..1) {
        text = first.to_uppercase() + &text[1..];
    }
    text + "."
}

/// A book with 44 lines of running text on each page, as novels have.
pub fn book(pages: usize) -> Vec<u8> {
    let mut maker = Maker::new();
    for page in 0..pages as u64 {
        let mut lines = vec![format!("Page {} of the book", page + 1)];
        lines.extend((0..44).map(|line| sentence(page * 100 + line, 13)));
        maker.text_page(&lines);
    }
    maker.bytes()
}

/// Very many pages with one line each.
pub fn light_book(pages: usize) -> Vec<u8> {
    let mut maker = Maker::new();
    for page in 0..pages {
        maker.text_page(&[format!("This is page number {}.", page + 1)]);
    }
    maker.bytes()
}

/// Three pages, the second of which draws a form that draws a form ten times over, ten levels deep.
pub fn never_ending_page() -> Vec<u8> {
    many_times(b"BT /F 12 Tf 72 700 Td (again) Tj ET".to_vec(), 10)
}

/// Three pages, the second of which draws a hundred million rectangles.
pub fn page_of_a_hundred_million_objects() -> Vec<u8> {
    many_times(b"72 700 3 2 re f ".repeat(100), 6)
}

/// Three pages, the second of which draws `content` ten to the power of `levels` times.
fn many_times(content: Vec<u8>, levels: usize) -> Vec<u8> {
    let mut maker = Maker::new();
    maker.text_page(&["The first page.".to_owned()]);
    let mut inner = maker.form(content, Dictionary::new());
    for _ in 0..levels {
        inner = maker.form(b"/X Do ".repeat(10), dictionary! { "X" => inner });
    }
    maker.page(b"/X Do".to_vec(), dictionary! { "X" => inner });
    maker.text_page(&["The third page.".to_owned()]);
    maker.bytes()
}

/// Three pages, the second of which unpacks to `megabytes` of blanks.
pub fn memory_bomb(megabytes: usize) -> Vec<u8> {
    let mut maker = Maker::new();
    maker.text_page(&["The first page.".to_owned()]);
    let mut once = Stream::new(Dictionary::new(), vec![b' '; megabytes << 20]);
    once.compress().unwrap();
    let mut twice = Stream::new(Dictionary::new(), once.content);
    twice.compress().unwrap();
    let page = maker.page(Vec::new(), Dictionary::new());
    twice.dict.set("Filter", vec!["FlateDecode".into(), "FlateDecode".into()]);
    let content = maker.document.add_object(twice);
    maker.document.get_dictionary_mut(page).unwrap().set("Contents", content);
    maker.text_page(&["The third page.".to_owned()]);
    maker.bytes()
}

/// Three pages, the second of which draws forms nested `depth` deep.
pub fn stack_bomb(depth: usize) -> Vec<u8> {
    let mut maker = Maker::new();
    maker.text_page(&["The first page.".to_owned()]);
    let mut inner = maker.form(b"BT /F 12 Tf 72 700 Td (deep) Tj ET".to_vec(), Dictionary::new());
    for _ in 0..depth {
        inner = maker.form(b"/X Do".to_vec(), dictionary! { "X" => inner });
    }
    maker.page(b"/X Do".to_vec(), dictionary! { "X" => inner });
    maker.text_page(&["The third page.".to_owned()]);
    maker.bytes()
}
