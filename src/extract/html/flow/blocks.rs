//! Where leaves begin and end, and what they are.

use super::super::dom::{Attr, Id};
use super::super::style::heading_level;
use super::super::tag::Tag;
use super::writer::Origin;
use super::{Flow, Leaf, LeafKind, OpenTable};
use crate::extract::rendered::ItemMark;
use crate::text::Span;
use std::sync::Arc;

impl Flow<'_> {
    pub(super) fn enter_block(&mut self, id: Id, tag: Tag) {
        if let Some(level) = heading_level(self.dom, id, tag) {
            self.context.kind = LeafKind::Heading(level);
            return;
        }
        match tag {
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir | Tag::Dl => self.enter_list(id, tag),
            Tag::Li => self.enter_item(id),
            Tag::Dt | Tag::Dd => {
                self.item = None;
                self.context.item_node = id;
            }
            Tag::Blockquote => self.context.quotes = self.context.quotes.saturating_add(1),
            Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => {
                self.context.kind = LeafKind::Code;
                self.context.pre = true;
                self.language = language(self.dom.attr(id, Attr::Class)).or_else(|| {
                    let code = self.dom.node(id).first.some().filter(|c| self.dom.tag(*c) == Some(Tag::Code));
                    code.and_then(|code| language(self.dom.attr(code, Attr::Class)))
                });
            }
            Tag::Figcaption | Tag::Caption => self.context.kind = LeafKind::Caption,
            Tag::Table if self.is_data(id) => {
                self.context.table = id;
                self.open_table(id);
            }
            Tag::Tr => self.enter_row(id),
            Tag::Td | Tag::Th => self.enter_cell(id),
            _ => {}
        }
    }

    pub(super) fn leave_block(&mut self, tag: Tag) {
        match tag {
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir | Tag::Dl => {
                self.counters.pop();
            }
            Tag::Li => self.item = None,
            Tag::Td | Tag::Th => self.leave_cell(),
            Tag::Tr => self.leave_row(),
            Tag::Table if self.table.is_some() => {
                self.close_leaf();
                self.table = None;
            }
            _ => {}
        }
    }

    fn enter_list(&mut self, id: Id, tag: Tag) {
        let context = &mut self.context;
        context.lists = context.lists.saturating_add(1);
        if context.list == Id::NONE {
            context.list = id;
        }
        let start = self.dom.attr(id, Attr::Start).and_then(|v| v.trim().parse().ok());
        self.counters.push((tag == Tag::Ol).then(|| start.unwrap_or(1)));
    }

    fn enter_item(&mut self, id: Id) {
        let value = self.dom.attr(id, Attr::Value).and_then(|v| v.trim().parse::<i64>().ok());
        let ordinal = match self.counters.last_mut() {
            Some(Some(next)) => {
                let n = value.unwrap_or(*next);
                *next = n.saturating_add(1);
                u64::try_from(n).ok()
            }
            _ => None,
        };
        if self.context.lists == 0 {
            (self.context.lists, self.context.list) = (1, self.dom.node(id).parent);
        }
        self.context.item_node = id;
        self.item = Some(ItemMark { ordinal, task: None });
    }

    /// A check box before the text of an item belongs to its mark.
    pub(super) fn check_box(&mut self, id: Id) {
        let is = self.dom.attr(id, Attr::Type).is_some_and(|t| t.eq_ignore_ascii_case("checkbox"));
        if let Some(item) = self.item.as_mut().filter(|_| is) {
            item.task = Some(self.dom.attr(id, Attr::Checked).is_some());
        }
    }

    pub(super) fn open_leaf(&mut self) {
        let kind = if self.table.as_ref().is_some_and(OpenTable::in_row) {
            LeafKind::Table
        } else {
            self.context.kind
        };
        let mut leaf = self.leaf(kind, Span::default());
        leaf.item = self.item.take();
        if let Some(last) = self.leaves.iter().rev().find(|l| !l.span.is_empty()) {
            self.writer.push(last.separator(&leaf), Origin::Synthetic);
        }
        let start = self.writer.len();
        leaf.span = Span::empty(start);
        leaf.language = if kind == LeafKind::Code { self.language.clone() } else { None };
        leaf.runs = std::mem::take(&mut self.images);
        for run in &mut leaf.runs {
            run.span = Span::empty(start);
        }
        self.blank = None;
        self.breaks = None;
        self.open = Some(leaf);
    }

    fn leaf(&self, kind: LeafKind, span: Span) -> Leaf {
        Leaf {
            kind,
            span,
            status: self.context.block_status,
            quotes: self.context.quotes,
            lists: self.context.lists,
            list: self.context.list,
            item_node: self.context.item_node,
            item: None,
            language: None,
            runs: Vec::new(),
            rows: Vec::new(),
            columns: 0,
            table: self.context.table,
        }
    }

    pub(super) fn close_leaf(&mut self) {
        self.blank = None;
        self.breaks = None;
        let Some(mut leaf) = self.open.take() else {
            self.close_images();
            return;
        };
        if let Some(table) = &mut self.table {
            leaf.rows = std::mem::take(&mut table.rows);
            leaf.columns = table.columns;
        }
        let text = leaf.span.slice(self.writer.text());
        let end = leaf.span.start() + text.trim_end_matches([' ', '\t', '\n']).len();
        if leaf.kind != LeafKind::Table && end < leaf.span.end() {
            self.writer.truncate(end);
            leaf.span = Span::new(leaf.span.start(), end);
            leaf.runs.retain_mut(|run| {
                let picture = run.image.is_some();
                run.span = Span::new(run.span.start().min(end), run.span.end().min(end));
                picture || !run.span.is_empty()
            });
        }
        if leaf.kind != LeafKind::Table && leaf.span.slice(self.writer.text()).trim().is_empty() {
            // Blanks only: as if nothing had been there, but for its pictures.
            let before = self.leaves.iter().rev().find(|l| !l.span.is_empty());
            self.writer.truncate(before.map_or(0, |l| l.span.end()));
            self.item = leaf.item;
            self.images = leaf.runs;
            self.close_images();
            return;
        }
        // There may be a million of them.
        leaf.runs.shrink_to_fit();
        // What is hidden or furniture as a whole is so as a block.
        let shown = leaf.runs.iter().filter(|r| !r.span.is_empty()).map(|r| r.status).min();
        leaf.status = shown.unwrap_or(leaf.status);
        self.leaves.push(leaf);
    }

    /// A block of pictures alone.
    fn close_images(&mut self) {
        if self.images.is_empty() {
            return;
        }
        let at = Span::empty(self.writer.len());
        let mut leaf = self.leaf(LeafKind::Paragraph, at);
        leaf.item = self.item.take();
        leaf.runs = std::mem::take(&mut self.images);
        leaf.runs.iter_mut().for_each(|run| run.span = at);
        self.leaves.push(leaf);
    }

    pub(super) fn rule(&mut self, id: Id) {
        if self.table.is_some() {
            return;
        }
        self.close_leaf();
        let mut leaf = self.leaf(LeafKind::Rule, Span::empty(self.writer.len()));
        leaf.status = self.verdict.status[id.get()];
        self.leaves.push(leaf);
    }
}

/// The language in a class such as `language-rust` or `lang-py`.
fn language(class: Option<&str>) -> Option<Arc<str>> {
    class?
        .split_ascii_whitespace()
        .find_map(|word| word.strip_prefix("language-").or_else(|| word.strip_prefix("lang-")))
        .filter(|name| !name.is_empty())
        .map(Arc::from)
}
