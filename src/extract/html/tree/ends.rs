//! End tags, and start tags that end what is open.

use super::{Builder, Space};
use crate::extract::html::tag::Tag;

impl Builder<'_> {
    /// An end tag.
    pub fn end(&mut self, name: &[u8]) {
        self.work += 1;
        self.skip_newline = false;
        let tag = self.names.tag(name);
        if let Some(raw) = self.raw.take()
            && self.dom.tag(raw) == Some(tag)
        {
            return;
        }
        if self.top().space != Space::Html && self.end_foreign(tag) {
            return;
        }
        match tag {
            Tag::Html | Tag::Body => {}
            Tag::Head => {
                if self.top().tag == Tag::Head {
                    self.pop();
                }
            }
            Tag::Br => {
                self.reconstruct();
                self.insert(Tag::Br, &mut Vec::new(), u32::MAX, false);
            }
            Tag::P => {
                if !self.is_open(Tag::P) || self.in_scope(|t| t == Tag::P, |t| t == Tag::Button).is_none() {
                    self.insert(Tag::P, &mut Vec::new(), u32::MAX, false);
                }
                self.close_paragraph();
            }
            Tag::Li => {
                if self.is_open(Tag::Li)
                    && let Some(at) = self.in_scope(|t| t == Tag::Li, |t| matches!(t, Tag::Ol | Tag::Ul))
                {
                    self.pop_to(at);
                }
            }
            Tag::Table
            | Tag::Caption
            | Tag::Tbody
            | Tag::Tfoot
            | Tag::Thead
            | Tag::Tr
            | Tag::Td
            | Tag::Th => {
                self.end_table_part(tag);
            }
            Tag::Template => {
                if let Some(at) = self.stack.iter().rposition(|o| o.tag == Tag::Template) {
                    self.pop_to(at);
                }
            }
            tag if tag.heading().is_some() => {
                let open =
                    [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6].iter().any(|h| self.is_open(*h));
                if open && let Some(at) = self.in_scope(|t| t.heading().is_some(), |_| false) {
                    self.pop_to(at);
                }
            }
            tag if tag.is_formatting() => self.end_formatting(tag),
            tag if tag.is_block()
                || matches!(tag, Tag::Button | Tag::Applet | Tag::Marquee | Tag::Object) =>
            {
                self.close_in_scope(tag);
            }
            tag => self.end_other(tag),
        }
    }

    /// The open element that `wanted` names, if nothing stands above it that ends the search.
    pub(super) fn in_scope(
        &mut self,
        wanted: impl Fn(Tag) -> bool,
        barrier: impl Fn(Tag) -> bool,
    ) -> Option<usize> {
        for (i, open) in self.stack.iter().enumerate().rev() {
            self.work += 1;
            if wanted(open.tag) {
                return (i > 0).then_some(i);
            }
            if open.tag.is_scope() || barrier(open.tag) {
                return None;
            }
        }
        None
    }

    pub(super) fn close_in_scope(&mut self, tag: Tag) {
        if self.is_open(tag)
            && let Some(at) = self.in_scope(|t| t == tag, |_| false)
        {
            self.pop_to(at);
        }
    }

    pub(super) fn close_paragraph(&mut self) {
        if self.is_open(Tag::P)
            && let Some(at) = self.in_scope(|t| t == Tag::P, |t| t == Tag::Button)
        {
            self.pop_to(at);
        }
    }

    /// Ends the item that is open in the list at hand.
    pub(super) fn close_item(&mut self, item: impl Fn(Tag) -> bool) {
        for i in (1..self.stack.len()).rev() {
            self.work += 1;
            let tag = self.stack[i].tag;
            if item(tag) {
                return self.pop_to(i);
            }
            if tag.is_special() && !matches!(tag, Tag::Address | Tag::Div | Tag::P) {
                return;
            }
        }
    }

    /// Ends the innermost element of that name, unless a special one stands above it.
    pub(super) fn end_other(&mut self, tag: Tag) {
        if !self.is_open(tag) {
            return;
        }
        for i in (1..self.stack.len()).rev() {
            self.work += 1;
            if self.stack[i].tag == tag {
                return self.pop_to(i);
            }
            if self.stack[i].tag.is_special() {
                return;
            }
        }
    }

    /// Ends an element of a drawing or formula; `false` where none of that name is open there.
    fn end_foreign(&mut self, tag: Tag) -> bool {
        if matches!(tag, Tag::Br | Tag::P) {
            while self.top().is_foreign() {
                self.pop();
            }
            return false;
        }
        for i in (1..self.stack.len()).rev() {
            self.work += 1;
            let open = self.stack[i];
            if open.space == Space::Html {
                return false;
            }
            if open.name == tag {
                self.pop_to(i);
                return true;
            }
        }
        false
    }
}
