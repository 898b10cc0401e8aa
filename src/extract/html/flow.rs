//! From the tree to the text that is painted: white space collapsed, blocks parted, each character with its
//! place.
//!
//! White space is treated as CSS Text 3, section 4.1.1, says: blanks, tabs and line breaks become one blank,
//! none stands at the start or end of a line, and a line break between two wide characters of East Asian
//! scripts is dropped. What a page says in style sheets is not known here; inline styles are read.

mod blocks;
mod style;
mod tables;
mod writer;

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
use writer::Writer;

/// What a leaf is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeafKind {
    Paragraph,
    Heading(u8),
    Caption,
    Code,
    Table,
    Rule,
}

/// A stretch of the raw text that stands on lines of its own.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub kind: LeafKind,
    pub span: Span,
    pub status: Status,
    pub quotes: u16,
    pub lists: u16,
    /// The outermost list it stands in, and the item.
    list: Id,
    item_node: Id,
    pub item: Option<ItemMark>,
    pub language: Option<Arc<str>>,
    pub runs: Vec<LeafRun>,
    pub rows: Vec<LeafRow>,
}

impl Leaf {
    /// What parts it from the leaf that comes next: items of a list stand one a line.
    pub fn separator(&self, next: &Self) -> &'static str {
        let text = |kind| !matches!(kind, LeafKind::Code | LeafKind::Table);
        let near = self.list != Id::NONE
            && self.list == next.list
            && text(self.kind)
            && text(next.kind)
            && (next.item.is_some() || self.item_node != next.item_node);
        if near { "\n" } else { "\n\n" }
    }
}

/// Characters of one style and status.
#[derive(Clone, Debug)]
pub(super) struct LeafRun {
    /// In the raw text; empty for a picture.
    pub span: Span,
    pub status: Status,
    /// By its place in [`Styles`].
    pub style: u32,
    /// The address and the description of a picture.
    pub image: Option<Box<(Arc<str>, String)>>,
}

/// A row of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct LeafRow {
    pub header: bool,
    pub cells: Vec<LeafCell>,
    /// In the raw text, without the line break behind it.
    pub span: Span,
}

/// A cell of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct LeafCell {
    pub span: Span,
    pub header: bool,
    pub row_span: u16,
    pub column_span: u16,
}

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
}

/// An element that is being read.
struct Frame {
    before: Context,
    node: Id,
    tag: Tag,
    block: bool,
    effect: Effect,
}

/// White space that becomes one blank, if something stands on both sides of it.
#[derive(Clone, Copy, Debug)]
struct Blank {
    /// Where it begins.
    origin: Origin,
    /// Whether a line ends in it.
    line: bool,
    style: u32,
    status: Status,
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

    fn piece(&mut self, piece: super::dom::Piece) {
        let text = self.dom.characters(piece, self.source);
        let spelled = piece.len > 0;
        let origin = |at: usize| {
            if spelled {
                Origin::Spelled(piece.start, piece.end)
            } else {
                Origin::Source(piece.start + at as u32)
            }
        };
        if self.context.pre && !self.table.as_ref().is_some_and(OpenTable::in_cell) {
            if self.context.kind == LeafKind::Code {
                self.put(text, origin(0));
            } else {
                self.lines(text, origin);
            }
            return;
        }
        let collapsible = |c: char| matches!(c, ' ' | '\t' | '\n' | '\u{c}' | '\r');
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let word = rest.find(collapsible).unwrap_or(rest.len());
            if word > 0 {
                self.put(&rest[..word], origin(at));
                at += word;
                continue;
            }
            let blanks = rest.len() - rest.trim_start_matches(collapsible).len();
            let line = rest[..blanks].contains('\n');
            match &mut self.blank {
                Some(blank) => blank.line |= line,
                None => self.blank = Some(self.blank_here(origin(at).blank(&rest[..1]), line)),
            }
            at += blanks;
        }
    }

    /// Text of a paragraph whose white space is kept: its lines are lines, its blank lines part paragraphs.
    fn lines(&mut self, text: &str, origin: impl Fn(usize) -> Origin) {
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let bare = line.trim_end_matches('\n');
            let fresh = self.open.is_none() || self.breaks.is_some_and(|(count, _)| count > 1);
            let indent = if fresh { bare.len() - bare.trim_start_matches([' ', '\t']).len() } else { 0 };
            if indent < bare.len() {
                self.put(&bare[indent..], origin(at + indent));
            }
            if bare.len() < line.len()
                && let Origin::Source(at) | Origin::Spelled(at, _) = origin(at + bare.len())
            {
                self.line_break(at);
            }
            at += line.len();
        }
    }

    /// Writes characters, and before them what was held back.
    fn put(&mut self, text: &str, origin: Origin) {
        let split = self.breaks.is_some_and(|(count, _)| count > 1);
        if split {
            self.close_leaf();
        }
        if self.open.is_none() {
            self.open_leaf();
        }
        if let Some((_, at)) = self.breaks.take() {
            let fresh = self.open.as_ref().is_some_and(|leaf| leaf.span.is_empty());
            if !fresh && !self.writer.ends_line() {
                self.write("\n", Origin::Spelled(at, at));
            }
            self.blank = None;
        }
        self.tabs();
        if let Some(blank) = self.blank.take()
            && !self.at_line_start()
            && self.writer.last() != Some(' ')
            && !(blank.line && joins(self.writer.last(), text.chars().next()))
        {
            self.write_blank(blank);
        }
        self.write(text, origin);
    }

    /// Whether nothing stands yet on the line, or in the cell.
    fn at_line_start(&self) -> bool {
        match (&self.table, &self.open) {
            (Some(table), _) if table.in_cell() => table.cell_start() >= self.writer.len(),
            (_, Some(leaf)) => leaf.span.start() == self.writer.len() || self.writer.ends_line(),
            (_, None) => true,
        }
    }

    fn blank_here(&self, origin: Origin, line: bool) -> Blank {
        Blank { origin, line, style: self.context.style, status: self.context.status }
    }

    /// A blank looks like what it stands in, not like what comes behind it.
    fn write_blank(&mut self, blank: Blank) {
        let context = self.context;
        (self.context.style, self.context.status) = (blank.style, blank.status);
        self.write(" ", blank.origin);
        self.context = context;
    }

    fn write(&mut self, text: &str, origin: Origin) {
        let start = self.writer.len();
        self.writer.push(text, origin);
        let span = Span::new(start, self.writer.len());
        let Some(leaf) = &mut self.open else { return };
        leaf.span = Span::new(leaf.span.start(), span.end());
        let (style, status) = (self.context.style, self.context.status);
        match leaf.runs.last_mut() {
            Some(run)
                if run.span.end() == start
                    && run.image.is_none()
                    && run.style == style
                    && run.status == status
                    && !self.table.as_ref().is_some_and(|t| t.cell_start() == start) =>
            {
                run.span = run.span.cover(span);
            }
            _ => leaf.runs.push(LeafRun { span, status, style, image: None }),
        }
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

/// Whether a line break between the two is none: both are wide characters of scripts without blanks.
fn joins(before: Option<char>, after: Option<char>) -> bool {
    let wide = |c: char| {
        matches!(c, '\u{2e80}'..='\u{312f}' | '\u{3190}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}'
            | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{20000}'..='\u{3ffff}')
    };
    before.is_some_and(wide) && after.is_some_and(wide)
}
