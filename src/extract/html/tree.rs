//! From tags to a tree, as the WHATWG HTML standard builds it (section 13.2.6), as far as it matters to the
//! text of a page.
//!
//! Done as there: implied end tags, void elements, raw text, scopes, lists, headings, buttons, formatting that
//! goes on behind the block it was opened in, what stands between the cells of a table put before it, drawings
//! and formulas. Left out: frames, the modes of `select`, quirks. Other than there: formatting that is closed
//! outside of a block it was opened around is not cloned, its end is noted instead ([`Data::EndOfStyle`]), and
//! no more than three open elements of one name go on; nesting ends at [`MAX_DEPTH`], as in Chromium and WebKit.

mod ends;
mod formatting;
mod tables;
mod text;

use super::dom::{Attr, Data, Dom, Id, MAX_NODES};
use super::tag::{Names, Tag};
use formatting::Format;
use html5gum::State;
use rustc_hash::FxHashMap;

/// How deep elements nest; what lies deeper becomes a sibling.
pub(super) const MAX_DEPTH: usize = 512;

/// An element whose end has not come.
#[derive(Clone, Copy, Debug)]
struct Open {
    node: Id,
    tag: Tag,
    /// As it is called, in drawings and formulas too.
    name: Tag,
    space: Space,
}

/// What an element is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    Html,
    Drawing,
    Formula,
}

impl Open {
    fn html(node: Id, tag: Tag) -> Self {
        Self { node, tag, name: tag, space: Space::Html }
    }

    /// Whether what lies in it is of a drawing or formula too.
    fn is_foreign(self) -> bool {
        self.space != Space::Html && self.tag != Tag::Island
    }
}

/// Builds the tree of a page.
pub(super) struct Builder<'s> {
    source: &'s str,
    /// Whether the page is XHTML, where CDATA sections are text everywhere.
    xml: bool,
    names: Names,
    dom: Dom,
    stack: Vec<Open>,
    /// How many of the open elements have a name, so that most searches need not begin.
    open: FxHashMap<Tag, u32>,
    formatting: Vec<Format>,
    /// The element whose characters are no markup.
    raw: Option<Id>,
    body: Option<Id>,
    /// A line break that comes next is of the markup, not of the text.
    skip_newline: bool,
    /// Steps taken, to show that they grow with the source.
    work: u64,
}

impl<'s> Builder<'s> {
    pub fn new(source: &'s str, xml: bool) -> Self {
        let mut dom = Dom::default();
        let data = Data::Element { tag: Tag::Html, attrs: 0, count: 0 };
        let node = dom.add(data, 0, Id::NONE, Id::NONE);
        let stack = vec![Open::html(node, Tag::Html)];
        Self {
            source,
            xml,
            names: Names::new(),
            dom,
            stack,
            open: FxHashMap::default(),
            formatting: Vec::new(),
            raw: None,
            body: None,
            skip_newline: false,
            work: 0,
        }
    }

    /// The tree, and how many steps it took.
    pub fn finish(self) -> (Dom, u64) {
        (self.dom, self.work)
    }

    /// Whether `<![CDATA[` begins text here.
    pub fn takes_cdata(&self) -> bool {
        self.xml || self.top().space != Space::Html
    }

    fn top(&self) -> Open {
        self.stack.last().copied().unwrap_or(Open::html(Id::ROOT, Tag::Html))
    }

    /// A start tag. Says how what follows is to be read.
    pub fn start(
        &mut self,
        name: &[u8],
        attrs: &mut Vec<(Attr, Box<str>)>,
        self_closing: bool,
        at: usize,
    ) -> Option<State> {
        self.work += 1;
        self.skip_newline = false;
        let mut tag = self.names.tag(name);
        if tag == Tag::Image {
            tag = Tag::Img;
        }
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        if self.top().is_foreign() {
            let font = tag == Tag::Font && attrs.iter().any(|(a, _)| *a == Attr::Look);
            if !tag.breaks_out() && !font {
                self.insert(tag, attrs, at, !self_closing);
                return None;
            }
            while self.top().is_foreign() {
                self.pop();
            }
        }
        let ends = match self.top().tag {
            Tag::Head => !tag.is_metadata(),
            Tag::Colgroup => !matches!(tag, Tag::Col | Tag::Template),
            _ => false,
        };
        if ends {
            self.pop();
        }
        self.open(tag, attrs, self_closing, at)
    }

    fn open(
        &mut self,
        tag: Tag,
        attrs: &mut Vec<(Attr, Box<str>)>,
        self_closing: bool,
        at: u32,
    ) -> Option<State> {
        let state = match tag {
            Tag::Title | Tag::Textarea => State::RcData,
            Tag::Script => State::ScriptData,
            Tag::Style | Tag::Iframe | Tag::Noembed | Tag::Noframes | Tag::Noscript | Tag::Xmp => {
                State::RawText
            }
            Tag::Plaintext => State::PlainText,
            tag => {
                self.open_markup(tag, attrs, self_closing, at);
                return None;
            }
        };
        if tag.closes_paragraph() {
            self.close_paragraph();
        }
        self.open_raw(tag, attrs, at);
        Some(state)
    }

    fn open_markup(&mut self, tag: Tag, attrs: &mut Vec<(Attr, Box<str>)>, self_closing: bool, at: u32) {
        match tag {
            // The root is there from the start; the others show nothing.
            Tag::Html
            | Tag::Frame
            | Tag::Frameset
            | Tag::Base
            | Tag::Link
            | Tag::Meta
            | Tag::Basefont
            | Tag::Bgsound => {}
            Tag::Body => self.open_body(attrs, at),
            Tag::Head => {
                if self.stack.len() == 1 && self.body.is_none() {
                    self.insert(tag, attrs, at, true);
                }
            }
            Tag::Table => {
                self.close_paragraph();
                self.insert(tag, attrs, at, true);
            }
            tag if tag.is_table_part() => self.open_table_part(tag, attrs, at),
            tag => self.open_content(tag, attrs, self_closing, at),
        }
    }

    fn open_content(&mut self, tag: Tag, attrs: &mut Vec<(Attr, Box<str>)>, self_closing: bool, at: u32) {
        match tag {
            Tag::Li => self.close_item(|t| t == Tag::Li),
            Tag::Dd | Tag::Dt => self.close_item(|t| matches!(t, Tag::Dd | Tag::Dt)),
            Tag::Button => self.close_in_scope(Tag::Button),
            Tag::A if self.has_format(Tag::A) => self.end_formatting(Tag::A),
            Tag::Option | Tag::Optgroup => {
                if self.top().tag == Tag::Option {
                    self.pop();
                }
                if tag == Tag::Optgroup && self.top().tag == Tag::Optgroup {
                    self.pop();
                }
            }
            Tag::Rb | Tag::Rp | Tag::Rt | Tag::Rtc => {
                if matches!(self.top().tag, Tag::Rb | Tag::Rp | Tag::Rt) {
                    self.pop();
                }
            }
            _ => {}
        }
        if tag.closes_paragraph() || matches!(tag, Tag::Dd | Tag::Dt) {
            self.close_paragraph();
        }
        if tag.heading().is_some() && self.top().tag.heading().is_some() {
            self.pop();
        }
        if !tag.is_block() && tag != Tag::Template {
            self.reconstruct();
        }
        let foreign = matches!(tag, Tag::Svg | Tag::Math);
        let opens = !(tag.is_void() || (foreign && self_closing));
        let node = self.insert(tag, attrs, at, opens);
        if tag.is_formatting() {
            self.add_format(tag, node);
        }
        self.skip_newline = matches!(tag, Tag::Pre | Tag::Listing);
    }

    fn open_body(&mut self, attrs: &mut Vec<(Attr, Box<str>)>, at: u32) {
        // A second one, or one inside of something, only adds its attributes to the first.
        if self.body.is_none() && self.stack.len() == 1 {
            self.body = Some(self.insert(Tag::Body, attrs, at, true));
        }
    }

    fn open_raw(&mut self, tag: Tag, attrs: &mut Vec<(Attr, Box<str>)>, at: u32) {
        if !tag.is_never_text() {
            self.reconstruct();
        }
        // It holds characters only, so it need not be among the open elements.
        let node = self.insert(tag, attrs, at, false);
        let added = self.dom.tag(node) == Some(tag);
        self.raw = Some(if added { node } else { Id::NONE });
        self.skip_newline = matches!(tag, Tag::Textarea | Tag::Plaintext);
    }

    /// Adds an element where it belongs; `opens` says whether what follows goes into it.
    fn insert(&mut self, tag: Tag, attrs: &mut Vec<(Attr, Box<str>)>, at: u32, opens: bool) -> Id {
        let first = u32::try_from(self.dom.attrs.len()).unwrap_or(u32::MAX);
        let count = u16::try_from(attrs.len()).unwrap_or(u16::MAX);
        self.dom.attrs.append(attrs);
        let name = tag;
        let (tag, space) = match (self.top().space, tag) {
            (space, tag) if self.top().is_foreign() => (tag.as_foreign(space == Space::Formula), space),
            (_, Tag::Svg) => (tag, Space::Drawing),
            (_, Tag::Math) => (tag, Space::Formula),
            _ => (tag, Space::Html),
        };
        let (parent, before) = if tag.is_never_text() || tag.is_table_part() {
            (self.top().node, Id::NONE)
        } else {
            self.place()
        };
        let node = self.add(Data::Element { tag, attrs: first, count }, at, parent, before);
        if opens && self.stack.len() < MAX_DEPTH && self.dom.nodes.len() < MAX_NODES {
            self.push(Open { node, tag, name, space });
            if tag.is_marker() {
                self.formatting.push(Format::Marker);
            }
        }
        node
    }

    /// Adds a node; beyond the limit, its content goes to the last one.
    fn add(&mut self, data: Data, at: u32, parent: Id, before: Id) -> Id {
        self.work += 1;
        if self.dom.nodes.len() >= MAX_NODES {
            return self.top().node;
        }
        self.dom.add(data, at, parent, before)
    }

    /// Where the next node goes: into the innermost open element, and before a table whose cells have not
    /// begun.
    fn place(&mut self) -> (Id, Id) {
        let top = self.top();
        if !top.tag.is_table_frame() {
            return (top.node, Id::NONE);
        }
        let table = self.stack.iter().rposition(|o| matches!(o.tag, Tag::Table | Tag::Template));
        self.work += (self.stack.len() - table.unwrap_or(0)) as u64;
        match table.and_then(|i| self.stack.get(i)) {
            Some(table) if table.tag == Tag::Table => (self.dom.node(table.node).parent, table.node),
            _ => (top.node, Id::NONE),
        }
    }

    fn push(&mut self, open: Open) {
        *self.open.entry(open.tag).or_default() += 1;
        self.stack.push(open);
    }

    fn is_open(&self, tag: Tag) -> bool {
        self.open.get(&tag).is_some_and(|count| *count > 0)
    }

    fn pop(&mut self) {
        if self.stack.len() > 1
            && let Some(open) = self.stack.pop()
        {
            self.work += 1;
            if let Some(count) = self.open.get_mut(&open.tag) {
                *count -= 1;
            }
            self.close_format(open.node, open.tag);
            if open.tag.is_marker() {
                self.clear_to_marker();
            }
        }
    }

    /// Pops all from the one at `place` on.
    fn pop_to(&mut self, place: usize) {
        while self.stack.len() > place.max(1) {
            self.pop();
        }
    }
}
