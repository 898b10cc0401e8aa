//! The structure tree of a tagged PDF (ISO 32000-1, 14.7 and 14.8): which marked content belongs to what, in
//! which order.
//!
//! Read in the worker, once a file. Says for each page which structure element each marked-content identifier
//! stands for; what is done with it is `layout`'s business.

use super::info::text_string;
use crate::document::BlockKind;
use hayro_syntax::Pdf;
use hayro_syntax::object::{
    Array, Dict, MaybeRef, Name, Number, ObjRef, Object, ObjectIdentifier, String as PdfString,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// More elements than any honest file has.
const MOST_ELEMENTS: usize = 500_000;
/// Deeper than any honest file nests.
const MOST_LEVELS: usize = 128;
/// Custom names may stand for custom names so many times.
const MOST_ROLES: usize = 8;

/// The block-level element that a piece of marked content belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its place in the order of the document; content of one block has one number.
    pub order: u32,
    /// What it is, where the file says.
    pub kind: Option<BlockKind>,
    /// Level of a heading, nesting of a list item.
    pub level: Option<u8>,
}

/// What a page's marked content stands for.
#[derive(Debug, Default)]
pub struct PageTags {
    /// By marked-content identifier.
    pub content: FxHashMap<i32, Tag>,
    /// Replacement text of elements (/ActualText), and the identifiers that it replaces.
    pub actual: Vec<(Vec<i32>, String)>,
}

/// The tags of a document, by page.
#[derive(Debug, Default)]
pub struct Tags(FxHashMap<u32, PageTags>);

impl Tags {
    /// Those of a page; `None` where it has none.
    pub fn page(&self, page: u32) -> Option<&PageTags> {
        self.0.get(&page)
    }

    /// Reads the structure tree; empty where the file has none.
    pub fn read(pdf: &Pdf) -> Self {
        let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id());
        let Some(root) = catalog.and_then(|c| c.get::<Dict<'_>>("StructTreeRoot")) else {
            return Self::default();
        };
        let pages = (0..).zip(pdf.pages().iter()).filter_map(|(i, p)| Some((p.raw().obj_id()?, i))).collect();
        let mut walk = Walk {
            pdf,
            pages,
            roles: root.get::<Dict<'_>>("RoleMap"),
            seen: FxHashSet::default(),
            elements: 0,
            next: 0,
            last_loose: None,
            open_actual: None,
            out: Self::default(),
        };
        let top = Inside { tag: None, lists: 0, page: None, depth: 0, element: 0 };
        walk.kids(&root, top);
        walk.out
    }
}

/// What is known of the elements around a kid.
#[derive(Clone, Copy)]
struct Inside {
    /// The block-level element around it.
    tag: Option<Tag>,
    /// Number of lists around it.
    lists: u8,
    /// The page of its content, unless it says otherwise.
    page: Option<u32>,
    depth: usize,
    /// Number of the element around it.
    element: usize,
}

struct Walk<'a> {
    pdf: &'a Pdf,
    pages: FxHashMap<ObjectIdentifier, u32>,
    roles: Option<Dict<'a>>,
    seen: FxHashSet<ObjRef>,
    elements: usize,
    next: u32,
    /// The grouping element whose own content came last, and the number that it has.
    last_loose: Option<(usize, Tag)>,
    /// Identifiers met under an element with replacement text, by page.
    open_actual: Option<FxHashMap<u32, Vec<i32>>>,
    out: Tags,
}

impl<'a> Walk<'a> {
    fn kids(&mut self, element: &Dict<'a>, inside: Inside) {
        if inside.depth > MOST_LEVELS {
            return;
        }
        match element.get::<Object<'a>>("K") {
            Some(Object::Array(array)) => self.array(&array, inside),
            Some(Object::Number(n)) => self.content(n, None, inside),
            Some(Object::Dict(dict)) if element.get_ref("K").is_none_or(|id| self.seen.insert(id)) => {
                self.kid(&dict, inside);
            }
            _ => {}
        }
    }

    fn array(&mut self, array: &Array<'a>, inside: Inside) {
        for item in array.raw_iter() {
            if self.elements > MOST_ELEMENTS {
                return;
            }
            match item {
                MaybeRef::Ref(id) => {
                    if !self.seen.insert(id) {
                        continue;
                    }
                    if let Some(dict) = self.pdf.xref().get::<Dict<'a>>(id.into()) {
                        self.kid(&dict, inside);
                    }
                }
                MaybeRef::NotRef(Object::Dict(dict)) => self.kid(&dict, inside),
                MaybeRef::NotRef(Object::Number(n)) => self.content(n, None, inside),
                MaybeRef::NotRef(_) => {}
            }
        }
    }

    /// A structure element, or a reference to marked content.
    fn kid(&mut self, dict: &Dict<'a>, inside: Inside) {
        self.elements += 1;
        let page = dict.get_ref("Pg").and_then(|id| self.pages.get(&id.into()).copied()).or(inside.page);
        let Some(role) = dict.get::<Name<'a>>("S") else {
            // Identifiers of other streams than the page's own count apart.
            if dict.get_ref("Stm").is_none()
                && let Some(n) = dict.get::<Number>("MCID")
            {
                self.content(n, page, inside);
            }
            return;
        };
        let role = self.role(&role);
        let element = self.elements;
        let mut inner = Inside { page, depth: inside.depth + 1, element, ..inside };
        inner.lists += u8::from(role == b"L" && inside.lists < 250);
        // Paragraphs in list items, cells and notes are parts of these; a list item in a list item is its own.
        let holds = inside.tag.and_then(|t| t.kind);
        let keeps = matches!(
            holds,
            Some(
                BlockKind::Table
                    | BlockKind::Footnote
                    | BlockKind::Caption
                    | BlockKind::Code
                    | BlockKind::Heading
            )
        ) || (holds == Some(BlockKind::ListItem) && role != b"LI");
        if let Some((kind, level)) = block_role(&role, inner.lists)
            && !keeps
        {
            inner.tag = Some(Tag { order: self.number(), kind: Some(kind), level });
        } else if matches!(role.as_slice(), b"Note" | b"FENote") {
            inner.tag = Some(Tag { order: self.number(), kind: Some(BlockKind::Footnote), level: None });
        }
        let actual = dict
            .get::<PdfString<'a>>("ActualText")
            .filter(|_| self.open_actual.is_none())
            .and_then(|s| text_string(s.as_bytes()));
        if actual.is_some() {
            self.open_actual = Some(FxHashMap::default());
        }
        self.kids(dict, inner);
        if let Some(text) = actual {
            for (page, ids) in self.open_actual.take().into_iter().flatten() {
                self.out.0.entry(page).or_default().actual.push((ids, text.clone()));
            }
        }
    }

    fn number(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn content(&mut self, id: Number, page: Option<u32>, inside: Inside) {
        let Some(page) = page.or(inside.page) else { return };
        let Ok(id) = i32::try_from(id.as_i64()) else { return };
        let tag = inside.tag.unwrap_or_else(|| match self.last_loose {
            Some((element, tag)) if element == inside.element => tag,
            _ => Tag { order: self.number(), kind: None, level: None },
        });
        self.last_loose = inside.tag.is_none().then_some((inside.element, tag));
        if let Some(open) = &mut self.open_actual {
            open.entry(page).or_default().push(id);
        }
        self.out.0.entry(page).or_default().content.entry(id).or_insert(tag);
    }

    /// The standard name of a role.
    fn role(&self, name: &[u8]) -> Vec<u8> {
        let mut name = name.to_vec();
        for _ in 0..MOST_ROLES {
            if block_role(&name, 0).is_some() {
                break;
            }
            match self.roles.as_ref().and_then(|r| r.get::<Name<'a>>(name.as_slice())) {
                Some(next) if *next != *name => name = next.to_vec(),
                _ => break,
            }
        }
        name
    }
}

/// What a standard structure type is as a block, inside so many lists.
fn block_role(role: &[u8], lists: u8) -> Option<(BlockKind, Option<u8>)> {
    Some(match role {
        b"H" | b"Title" => (BlockKind::Heading, Some(1)),
        [b'H', digit @ b'1'..=b'9'] => (BlockKind::Heading, Some((digit - b'0').min(6))),
        b"P" | b"TOCI" | b"BibEntry" => (BlockKind::Paragraph, None),
        b"LI" => (BlockKind::ListItem, Some(lists.max(1))),
        b"Table" => (BlockKind::Table, None),
        b"Caption" => (BlockKind::Caption, None),
        b"Code" => (BlockKind::Code, None),
        b"Formula" => (BlockKind::Formula, None),
        b"Figure" => (BlockKind::Figure, None),
        b"BlockQuote" => (BlockKind::Quote, None),
        _ => return None,
    })
}
