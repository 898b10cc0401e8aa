//! From the tree to the text that is painted: white space collapsed, blocks parted, each character with its
//! place.
//!
//! White space is treated as CSS Text 3, section 4.1.1, says: blanks, tabs and line breaks become one blank,
//! none stands at the start or end of a line, and a line break between two wide characters of East Asian
//! scripts is dropped. What a page says in style sheets is not known here; inline styles are read.

mod blocks;
mod leaf;
mod style;
mod tables;
mod words;
mod writer;

pub(super) use leaf::{Leaf, LeafCell, LeafKind, LeafRow, LeafRun};
pub(super) use style::Styles;
pub(super) use writer::{Origin, Origins};

use super::content::{Status, Verdict};
use super::dom::{Attr, Data, Dom, Id};
use super::style::{is_block, style_of};
use super::tag::Tag;
use crate::extract::rendered::ItemMark;
use crate::text::{Cancel, Span};
use std::sync::Arc;
use style::Effect;
use tables::OpenTable;
use words::Blank;
use writer::Writer;

/// The painted text of a page.
pub(super) struct Painted {
    pub raw: String,
    pub origins: Origins,
    pub leaves: Vec<Leaf>,
    pub styles: Styles,
}

/// What holds inside of an element.
#[derive(Clone, Copy, Debug)]
struct Context {
    kind: LeafKind,
    style: u32,
    status: Status,
    /// That of the block around.
    block_status: Status,
    pre: bool,
    quotes: u16,
    lists: u16,
    list: Id,
    item_node: Id,
    table: Id,
}

/// An element that is being read.
struct Frame {
    before: Context,
    node: Id,
    tag: Tag,
    block: bool,
    effect: Effect,
}

struct Flow<'a> {
    dom: &'a Dom,
    source: &'a str,
    verdict: &'a Verdict,
    writer: Writer,
    leaves: Vec<Leaf>,
    open: Option<Leaf>,
    styles: Styles,
    context: Context,
    frames: Vec<Frame>,
    /// The next number of each open list.
    counters: Vec<Option<i64>>,
    /// The item whose first block has not come.
    item: Option<ItemMark>,
    language: Option<Arc<str>>,
    table: Option<OpenTable>,
    /// White space that was read and not yet written.
    blank: Option<Blank>,
    /// Line breaks that were read and not yet written: how many, where the first stands.
    breaks: Option<(usize, u32)>,
    /// Pictures that wait for text.
    images: Vec<LeafRun>,
}

/// Reads the tree; `None` where it was cancelled.
pub(super) fn paint(dom: &Dom, source: &str, verdict: &Verdict, cancel: &Cancel) -> Option<Painted> {
    let context = Context {
        kind: LeafKind::Paragraph,
        style: 0,
        status: Status::Keep,
        block_status: Status::Keep,
        pre: false,
        quotes: 0,
        lists: 0,
        list: Id::NONE,
        item_node: Id::NONE,
        table: Id::NONE,
    };
    let mut flow = Flow {
        dom,
        source,
        verdict,
        writer: Writer::default(),
        leaves: Vec::new(),
        open: None,
        styles: Styles::default(),
        context,
        frames: Vec::new(),
        counters: Vec::new(),
        item: None,
        language: None,
        table: None,
        blank: None,
        breaks: None,
        images: Vec::new(),
    };
    flow.walk(cancel)?;
    let (raw, origins) = flow.writer.finish();
    Some(Painted { raw, origins, leaves: flow.leaves, styles: flow.styles })
}

impl Flow<'_> {
    /// Goes through the tree in order, without recursion.
    fn walk(&mut self, cancel: &Cancel) -> Option<()> {
        let mut node = Id::ROOT;
        let mut steps = 0_usize;
        loop {
            steps += 1;
            if steps.is_multiple_of(4096) && cancel.is_cancelled() {
                return None;
            }
            let entered = self.enter(node);
            if entered && let Some(first) = self.dom.node(node).first.some() {
                node = first;
                continue;
            }
            if entered {
                self.leave();
            }
            loop {
                if node == Id::ROOT {
                    self.close_leaf();
                    return Some(());
                }
                if let Some(next) = self.dom.node(node).next.some() {
                    node = next;
                    break;
                }
                node = self.dom.node(node).parent;
                self.leave();
            }
        }
    }

    /// Begins a node; whether it was an element whose children are to be read.
    fn enter(&mut self, id: Id) -> bool {
        match self.dom.node(id).data {
            Data::Text { first, count } => {
                self.context.status = self.verdict.status[id.get()];
                for piece in self.dom.text(first, count) {
                    self.piece(*piece);
                }
                false
            }
            Data::EndOfStyle(of) => {
                self.end_style(of);
                false
            }
            Data::Element { tag, .. } => self.enter_element(id, tag),
        }
    }

    fn enter_element(&mut self, id: Id, tag: Tag) -> bool {
        if self.verdict.status[id.get()] == Status::Never {
            return false;
        }
        match tag {
            Tag::Br => {
                self.line_break(self.dom.node(id).at);
                return false;
            }
            Tag::Hr => {
                self.rule(id);
                return false;
            }
            Tag::Img => {
                self.image(id);
                return false;
            }
            Tag::Input => {
                self.check_box(id);
                return false;
            }
            Tag::Wbr => return false,
            // What has no text in a table leaves its place empty.
            Tag::Tr if self.table.is_some() && !self.has_text(id) => return false,
            _ => {}
        }
        let block = is_block(self.dom, id, tag);
        let frame = Frame { before: self.context, node: id, tag, block, effect: Effect::None };
        self.frames.push(frame);
        self.context.status = self.verdict.status[id.get()];
        if block {
            self.gap(tag);
            self.context.block_status = self.context.status;
            self.enter_block(id, tag);
        }
        if let Some(pre) = style_of(self.dom, id).pre {
            self.context.pre = pre;
        }
        self.enter_style(id, tag);
        true
    }

    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if frame.block {
            self.gap(frame.tag);
            self.leave_block(frame.tag);
        }
        self.context = frame.before;
    }

    /// A block begins or ends here: so does a leaf, or a word in a cell.
    fn gap(&mut self, tag: Tag) {
        if self.table.as_ref().is_some_and(OpenTable::in_cell) {
            self.blank = self.blank.or(Some(self.blank_here(Origin::Synthetic, false)));
            return;
        }
        let between = tag.is_table_frame() || (tag.is_table_part() && tag != Tag::Caption);
        if self.table.is_none() || !between {
            self.close_leaf();
        }
    }

    fn line_break(&mut self, at: u32) {
        if self.table.as_ref().is_some_and(OpenTable::in_cell) {
            self.blank = Some(self.blank_here(Origin::Spelled(at, at), false));
        } else if self.context.pre && self.context.kind == LeafKind::Code {
            self.put_break(at);
        } else {
            let (count, first) = self.breaks.unwrap_or((0, at));
            self.breaks = Some((count + 1, first));
            self.blank = None;
        }
    }

    fn put_break(&mut self, at: u32) {
        self.put("\n", Origin::Spelled(at, at));
    }

    fn image(&mut self, id: Id) {
        let source = Arc::from(self.dom.attr(id, Attr::Src).unwrap_or_default());
        let alt = self.dom.attr(id, Attr::Alt).unwrap_or_default();
        let alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
        let status = self.verdict.status[id.get()];
        let style = self.context.style;
        let image = Some(Box::new((source, alt)));
        if self.table.is_none()
            && self.open.is_some()
            && self.breaks.is_none()
            && !self.at_line_start()
            && let Some(blank) = self.blank.take()
        {
            self.write_blank(blank);
        }
        match &mut self.open {
            Some(leaf) if self.table.is_none() => {
                let span = Span::empty(leaf.span.end());
                leaf.runs.push(LeafRun { span, status, style, image });
            }
            _ if self.table.is_none() => {
                self.images.push(LeafRun { span: Span::default(), status, style, image });
            }
            _ => {}
        }
    }
}
