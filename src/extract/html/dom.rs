//! The tree of a page, in one list of nodes.

use super::tag::Tag;

/// The most nodes that a page may have; what comes after is text of the last ones.
pub(super) const MAX_NODES: usize = 4 << 20;

/// A node, by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Id(u32);

impl Id {
    pub const NONE: Self = Self(u32::MAX);
    pub const ROOT: Self = Self(0);

    pub fn new(place: usize) -> Self {
        Self(u32::try_from(place).unwrap_or(u32::MAX))
    }

    pub fn get(self) -> usize {
        self.0 as usize
    }

    pub fn some(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Data {
    /// An element with its attributes, by their place in the list of all.
    Element { tag: Tag, attrs: u32, count: u16 },
    /// Characters, by their place in the list of pieces.
    Text { first: u32, count: u32 },
    /// From here on the style of this element, in which this node lies, does not hold.
    EndOfStyle(Id),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub data: Data,
    /// Where its tag begins in the source.
    pub at: u32,
    pub parent: Id,
    pub first: Id,
    pub last: Id,
    pub next: Id,
    pub previous: Id,
}

/// The attributes that are of use here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attr {
    Alt,
    AriaHidden,
    AriaLevel,
    Checked,
    Class,
    Colspan,
    Hidden,
    Href,
    Id,
    /// `color`, `face` or `size`.
    Look,
    Open,
    Role,
    Rowspan,
    Src,
    Start,
    Style,
    Type,
    Value,
}

impl Attr {
    pub fn of(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"alt" => Self::Alt,
            b"aria-hidden" => Self::AriaHidden,
            b"aria-level" => Self::AriaLevel,
            b"checked" => Self::Checked,
            b"class" => Self::Class,
            b"colspan" => Self::Colspan,
            b"hidden" => Self::Hidden,
            b"href" => Self::Href,
            b"id" => Self::Id,
            b"color" | b"face" | b"size" => Self::Look,
            b"open" => Self::Open,
            b"role" => Self::Role,
            b"rowspan" => Self::Rowspan,
            b"src" => Self::Src,
            b"start" => Self::Start,
            b"style" => Self::Style,
            b"type" => Self::Type,
            b"value" => Self::Value,
            _ => return None,
        })
    }
}

/// Characters from one place: as the source has them, or spelled otherwise there (`&auml;`).
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub start: u32,
    pub end: u32,
    /// Where its characters stand in [`Dom::spelled`]; of no length where they are as in the source.
    pub spelled: u32,
    pub len: u8,
}

/// A page.
#[derive(Debug, Default)]
pub(super) struct Dom {
    pub nodes: Vec<Node>,
    pub attrs: Vec<(Attr, Box<str>)>,
    pub pieces: Vec<Piece>,
    pub spelled: String,
}

impl Dom {
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id.get()]
    }

    /// The tag of an element.
    pub fn tag(&self, id: Id) -> Option<Tag> {
        match self.nodes.get(id.get())?.data {
            Data::Element { tag, .. } => Some(tag),
            _ => None,
        }
    }

    /// The value of an attribute.
    pub fn attr(&self, id: Id, attr: Attr) -> Option<&str> {
        let Data::Element { attrs, count, .. } = self.node(id).data else { return None };
        let attrs = self.attrs.get(attrs as usize..attrs as usize + usize::from(count))?;
        attrs.iter().find(|(a, _)| *a == attr).map(|(_, value)| &**value)
    }

    /// The pieces of a text.
    pub fn text(&self, first: u32, count: u32) -> &[Piece] {
        self.pieces.get(first as usize..(first + count) as usize).unwrap_or_default()
    }

    /// The characters of a piece.
    pub fn characters<'a>(&'a self, piece: Piece, source: &'a str) -> &'a str {
        if piece.len == 0 {
            return source.get(piece.start as usize..piece.end as usize).unwrap_or_default();
        }
        let start = piece.spelled as usize;
        self.spelled.get(start..start + usize::from(piece.len)).unwrap_or_default()
    }

    /// Adds a node as the last child of `parent`, or before `before`, a child of it.
    pub fn add(&mut self, data: Data, at: u32, parent: Id, before: Id) -> Id {
        let id = Id::new(self.nodes.len());
        let previous = match before.some() {
            Some(before) => self.node(before).previous,
            None => self.nodes.get(parent.get()).map_or(Id::NONE, |p| p.last),
        };
        self.nodes.push(Node { data, at, parent, first: Id::NONE, last: Id::NONE, next: before, previous });
        match before.some() {
            Some(before) => self.nodes[before.get()].previous = id,
            None => {
                if let Some(parent) = self.nodes.get_mut(parent.get()) {
                    parent.last = id;
                }
            }
        }
        match previous.some() {
            Some(previous) => self.nodes[previous.get()].next = id,
            None => {
                if let Some(parent) = self.nodes.get_mut(parent.get()) {
                    parent.first = id;
                }
            }
        }
        id
    }

    /// The ancestors of a node, itself first.
    pub fn upwards(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(id.some(), |id| self.node(*id).parent.some())
    }
}
