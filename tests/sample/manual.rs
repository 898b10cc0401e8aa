//! The sample manual as a PDF: two columns on A4, with outline, page labels and links.

use super::content::{Item, MANUAL};
use super::typeset::{Font, Letter, Line, letters, lines, width};
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat, dictionary, text_string};

const WIDTH: f32 = 595.0;
const HEIGHT: f32 = 842.0;
const LEFT: f32 = 58.0;
const TOP: f32 = 774.0;
const BOTTOM: f32 = 72.0;
const GUTTER: f32 = 22.0;
const COLUMN: f32 = (WIDTH - 2.0 * LEFT - GUTTER) / 2.0;
const SIZE: f32 = 10.0;
const LEADING: f32 = 13.0;
const LINK: [f32; 3] = [0.10, 0.25, 0.55];
const SHADE: [f32; 3] = [0.93, 0.945, 0.96];

#[derive(Default)]
struct Page {
    operations: Vec<Operation>,
    /// What stands at the foot and is drawn last.
    foot: Vec<Operation>,
    links: Vec<([f32; 4], &'static str)>,
}

struct Setter {
    pages: Vec<Page>,
    column: usize,
    /// The baseline of the next line lies a leading below.
    y: f32,
    /// Where the columns of this page begin.
    top: f32,
    /// Where they end: above the footnotes.
    bottom: f32,
    /// Headings: level, text, page, top.
    headings: Vec<(u8, &'static str, usize, f32)>,
    step: usize,
}

fn op(operator: &str, operands: impl IntoIterator<Item = f32>) -> Operation {
    Operation::new(operator, operands.into_iter().map(|n| ((n * 1000.0).round() / 1000.0).into()).collect())
}

impl Setter {
    fn page(&mut self) -> &mut Page {
        self.pages.last_mut().unwrap()
    }

    fn x(&self) -> f32 {
        LEFT + self.column as f32 * (COLUMN + GUTTER)
    }

    fn new_page(&mut self) {
        self.pages.push(Page::default());
        (self.column, self.y, self.top, self.bottom) = (0, TOP, TOP, BOTTOM);
    }

    /// Goes to the next column unless `height` still fits.
    fn room(&mut self, height: f32) {
        if self.y - height < self.bottom {
            self.new_column();
        }
    }

    fn new_column(&mut self) {
        if self.column == 0 {
            (self.column, self.y) = (1, self.top);
        } else {
            self.new_page();
        }
    }

    fn at_top(&self) -> bool {
        self.y >= self.top
    }

    fn space(&mut self, height: f32) {
        if !self.at_top() {
            self.y -= height;
        }
    }

    /// Sets a line with its baseline at `y`.
    fn line(&mut self, line: &Line, size: f32, x: f32, y: f32) {
        let mut x = x;
        for run in line.letters.chunk_by(|a, b| (a.font, a.link) == (b.font, b.link)) {
            let Letter { font, link, .. } = run[0];
            let text: String = run.iter().map(|l| l.c).collect();
            let spaces = run.iter().filter(|l| l.c == ' ').count() as f32;
            let advance = width(run, size) + spaces * line.stretch;
            let (bytes, _, unmapped) = encoding_rs::WINDOWS_1252.encode(&text);
            assert!(!unmapped, "{text}");
            let page = self.page();
            page.operations.push(op("rg", link.map_or([0.0; 3], |_| LINK)));
            page.operations.push(Operation::new("Tf", vec![font.key().into(), size.into()]));
            page.operations.push(op("Tw", [line.stretch]));
            page.operations.push(op("Tm", [1.0, 0.0, 0.0, 1.0, x, y]));
            let string = Object::String(bytes.into_owned(), StringFormat::Literal);
            page.operations.push(Operation::new("Tj", vec![string]));
            if let Some(target) = link {
                page.links.push(([x, y - 0.22 * size, x + advance, y + 0.75 * size], target));
            }
            x += advance;
        }
    }

    fn begin(&mut self) {
        self.page().operations.push(op("BT", []));
    }

    fn end(&mut self) {
        self.page().operations.push(op("ET", []));
    }

    fn one_line(&mut self, text: &'static str, font: Font, size: f32, x: f32, y: f32) {
        let line = Line { letters: letters(text, font), stretch: 0.0 };
        self.begin();
        self.line(&line, size, x, y);
        self.end();
    }

    /// A paragraph in the column; at least two of its lines stay together at either end.
    fn paragraph(&mut self, text: &[Letter], indent: f32, justify: bool) {
        let set = lines(text, SIZE, COLUMN - indent, justify);
        let count = set.len();
        for (i, line) in set.into_iter().enumerate() {
            let together = if (i == 0 && count > 1) || i + 2 == count { 2.0 } else { 1.0 };
            self.room(together * LEADING);
            self.y -= LEADING;
            let (x, y) = (self.x() + indent, self.y);
            self.begin();
            self.line(&line, SIZE, x, y);
            self.end();
        }
    }

    fn heading(&mut self, level: u8, text: &'static str) {
        let (size, before) = if level == 1 { (13.0, 15.0) } else { (10.5, 9.0) };
        // With two lines of what follows, or it moves on.
        self.room(before + size * 1.4 + 2.0 * LEADING);
        self.space(before);
        self.y -= size * 1.2;
        let page = self.pages.len() - 1;
        self.headings.push((level, text, page, self.y + size));
        let (x, y) = (self.x(), self.y);
        self.one_line(text, Font::SansBold, size, x, y);
        self.y -= 3.0;
    }

    fn title(&mut self, title: &'static str, subtitle: &'static str) {
        self.headings.push((1, title, 0, TOP));
        self.one_line(title, Font::SansBold, 26.0, LEFT, TOP - 22.0);
        self.one_line(subtitle, Font::Sans, 10.5, LEFT, TOP - 41.0);
        self.rule(LEFT, WIDTH - LEFT, TOP - 52.0, 1.2);
        self.top = TOP - 66.0;
        self.y = self.top;
    }

    fn rule(&mut self, x0: f32, x1: f32, y: f32, weight: f32) {
        let page = self.page();
        page.operations.extend([op("w", [weight]), op("m", [x0, y]), op("l", [x1, y]), op("S", [])]);
    }

    fn marked(&mut self, mark: Vec<Letter>, text: &'static str) {
        const INDENT: f32 = 14.0;
        self.space(2.0);
        self.room(2.0 * LEADING);
        let (page, column) = (self.pages.len(), self.column);
        let y = self.y - LEADING;
        self.begin();
        let x = self.x();
        self.line(&Line { letters: mark, stretch: 0.0 }, SIZE, x, y);
        self.end();
        assert_eq!((page, column), (self.pages.len(), self.column));
        self.paragraph(&letters(text, Font::Times), INDENT, false);
    }

    fn warning(&mut self, text: &'static str) {
        const PAD: f32 = 8.0;
        let mut all = letters("**Warning.** ", Font::Times);
        all.extend(letters(text, Font::Times));
        let set = lines(&all, SIZE, COLUMN - 2.0 * PAD - 3.0, false);
        let height = set.len() as f32 * LEADING + 2.0 * PAD - 2.0;
        self.space(5.0);
        self.room(height);
        let (x, top) = (self.x(), self.y);
        let page = self.page();
        page.operations.extend([op("rg", SHADE), op("re", [x, top - height, COLUMN, height]), op("f", [])]);
        page.operations.extend([op("rg", LINK), op("re", [x, top - height, 3.0, height]), op("f", [])]);
        for (i, line) in set.iter().enumerate() {
            let y = top - PAD - 8.0 - i as f32 * LEADING;
            self.begin();
            self.line(line, SIZE, x + PAD + 3.0, y);
            self.end();
        }
        self.y -= height + 3.0;
    }

    /// A table over both columns, at the top of a page under its heading.
    fn table(&mut self, caption: &'static str, header: [&'static str; 4], rows: &[[&'static str; 4]]) {
        const ROW: f32 = 16.0;
        let columns = [LEFT + 4.0, LEFT + 120.0, LEFT + 340.0, LEFT + 380.0];
        let right = WIDTH - LEFT;
        let mut y = self.y - 8.0 - LEADING;
        self.one_line(caption, Font::TimesItalic, SIZE, LEFT, y);
        y -= 6.0;
        self.rule(LEFT, right, y, 1.0);
        for (i, row) in std::iter::once(&header).chain(rows).enumerate() {
            y -= ROW;
            let font = if i == 0 { Font::SansBold } else { Font::Times };
            let size = if i == 0 { 9.0 } else { SIZE };
            for (cell, x) in row.iter().zip(columns) {
                let set = letters(cell, font);
                // Figures stand flush right under their heading.
                let x = if x == columns[2] { x - width(&set, size) + 24.0 } else { x };
                self.one_line(cell, font, size, x, y + 4.5);
            }
            self.rule(LEFT, right, y, if i == 0 || i == rows.len() { 1.0 } else { 0.3 });
        }
        self.top = y - 12.0;
        self.y = self.top;
    }

    fn footnote(&mut self, text: &'static str) {
        const SMALL: f32 = 8.5;
        let set = lines(&letters(text, Font::Times), SMALL, WIDTH - 2.0 * LEFT, false);
        let mut y = BOTTOM + set.len() as f32 * 11.0;
        assert!(self.column == 0 && self.y > y + 20.0, "no room for the footnote");
        self.bottom = y + 14.0;
        let before = self.page().operations.len();
        self.rule(LEFT, LEFT + 90.0, y + 2.0, 0.5);
        for line in &set {
            y -= 11.0;
            self.begin();
            self.line(line, SMALL, LEFT, y);
            self.end();
        }
        let page = self.page();
        page.foot = page.operations.split_off(before);
    }

    fn item(&mut self, item: &Item) {
        self.step = if matches!(item, Item::Step(_)) { self.step + 1 } else { 0 };
        match item {
            Item::Title(title, subtitle) => self.title(title, subtitle),
            Item::Heading(level, text) => self.heading(*level, text),
            Item::Text(text) => {
                self.space(5.0);
                self.paragraph(&letters(text, Font::Times), 0.0, true);
            }
            Item::Bullet(text) => self.marked(letters("•", Font::Times), text),
            Item::Step(text) => {
                let mark = ["1.", "2.", "3.", "4.", "5."][self.step - 1];
                self.marked(letters(mark, Font::Times), text);
            }
            Item::Warning(text) => self.warning(text),
            Item::Table { caption, header, rows } => self.table(caption, *header, rows),
            Item::Footnote(text) => self.footnote(text),
            Item::NewColumn => self.new_column(),
            Item::NewPage => self.new_page(),
        }
    }
}

/// The bytes of the manual; always the same.
pub fn pdf() -> Vec<u8> {
    let mut setter = Setter {
        pages: Vec::new(),
        column: 0,
        y: TOP,
        top: TOP,
        bottom: BOTTOM,
        headings: Vec::new(),
        step: 0,
    };
    setter.new_page();
    for item in MANUAL {
        setter.item(item);
    }
    write(&setter)
}

fn write(setter: &Setter) -> Vec<u8> {
    let mut document = Document::with_version("1.7");
    let tree = document.new_object_id();
    let mut fonts = Dictionary::new();
    for font in Font::ALL {
        let dict = dictionary! {
            "Type" => "Font", "Subtype" => "Type1", "BaseFont" => font.base(), "Encoding" => "WinAnsiEncoding",
        };
        fonts.set(font.key(), document.add_object(dict));
    }
    let fonts = document.add_object(fonts);
    let ids: Vec<ObjectId> = setter.pages.iter().map(|_| document.new_object_id()).collect();
    for (page, id) in setter.pages.iter().zip(&ids) {
        let links: Vec<Object> = page
            .links
            .iter()
            .map(|(rect, target)| link(&mut document, setter, &ids, *rect, target).into())
            .collect();
        let content =
            Content { operations: [page.operations.as_slice(), &page.foot].concat() }.encode().unwrap();
        let mut content = Stream::new(Dictionary::new(), content);
        content.compress().unwrap();
        let content = document.add_object(content);
        let dict = dictionary! {
            "Type" => "Page", "Parent" => tree, "Contents" => content, "Annots" => links,
            "MediaBox" => vec![0.into(), 0.into(), (WIDTH as i64).into(), (HEIGHT as i64).into()],
            "Resources" => dictionary! { "Font" => fonts },
        };
        document.objects.insert(*id, dict.into());
    }
    let kids: Vec<Object> = ids.iter().map(|id| (*id).into()).collect();
    let pages = dictionary! { "Type" => "Pages", "Count" => kids.len() as i64, "Kids" => kids };
    document.objects.insert(tree, pages.into());
    let outlines = outline(&mut document, setter, &ids);
    let labels = vec![0.into(), dictionary! { "S" => "D", "P" => text_string("X17-") }.into()];
    let catalog = document.add_object(dictionary! {
        "Type" => "Catalog", "Pages" => tree, "Outlines" => outlines, "PageMode" => "UseOutlines",
        "PageLabels" => dictionary! { "Nums" => labels }, "Lang" => text_string("en"),
    });
    let info = document.add_object(dictionary! {
        "Title" => text_string("Pump X17: operating and maintenance manual"),
        "Author" => text_string("The Fundstelle authors"),
        "Subject" => text_string("A manual of our own making, free for any use (CC0)"),
        "Producer" => text_string("cargo test --test sample"),
    });
    document.trailer.set("Root", catalog);
    document.trailer.set("Info", info);
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

fn destination(ids: &[ObjectId], page: usize, top: f32) -> Object {
    vec![ids[page].into(), "XYZ".into(), Object::Null, top.round().into(), Object::Null].into()
}

fn link(
    document: &mut Document,
    setter: &Setter,
    ids: &[ObjectId],
    rect: [f32; 4],
    target: &str,
) -> ObjectId {
    let action = if let Some(number) = target.strip_prefix('#') {
        let wanted = |h: &&(u8, &str, usize, f32)| h.1.split(' ').next() == Some(number);
        let (_, _, page, top) = setter.headings.iter().find(wanted).unwrap();
        dictionary! { "S" => "GoTo", "D" => destination(ids, *page, *top) }
    } else {
        dictionary! { "S" => "URI", "URI" => Object::string_literal(target) }
    };
    let rect: Vec<Object> = rect.into_iter().map(|n| ((n * 100.0).round() / 100.0).into()).collect();
    document.add_object(dictionary! {
        "Type" => "Annot", "Subtype" => "Link", "Rect" => rect, "Border" => vec![0.into(), 0.into(), 0.into()],
        "A" => action,
    })
}

fn outline(document: &mut Document, setter: &Setter, ids: &[ObjectId]) -> ObjectId {
    let root = document.new_object_id();
    let items: Vec<_> = setter.headings.iter().map(|h| (document.new_object_id(), h)).collect();
    let parent = |i: usize| {
        let before = items[..i].iter().rev().find(|(_, h)| h.0 < items[i].1.0);
        before.map_or(root, |(id, _)| *id)
    };
    let family =
        |of: ObjectId| (0..items.len()).filter(|i| parent(*i) == of).map(|i| items[i].0).collect::<Vec<_>>();
    for (i, (id, (_, title, page, top))) in items.iter().enumerate() {
        let (siblings, children) = (family(parent(i)), family(*id));
        let at = siblings.iter().position(|s| s == id).unwrap();
        let mut dict = dictionary! {
            "Title" => text_string(title), "Parent" => parent(i), "Dest" => destination(ids, *page, *top),
        };
        if at > 0 {
            dict.set("Prev", siblings[at - 1]);
        }
        if let Some(next) = siblings.get(at + 1) {
            dict.set("Next", *next);
        }
        if let (Some(first), Some(last)) = (children.first(), children.last()) {
            dict.set("First", *first);
            dict.set("Last", *last);
            dict.set("Count", children.len() as i64);
        }
        document.objects.insert(*id, dict.into());
    }
    let top = family(root);
    document.objects.insert(
        root,
        dictionary! { "Type" => "Outlines", "First" => top[0], "Last" => top[top.len() - 1], "Count" => items.len() as i64 }
            .into(),
    );
    root
}
