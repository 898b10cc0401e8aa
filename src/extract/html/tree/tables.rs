//! Rows and cells (sections 13.2.6.4.9 to 13.2.6.4.15 of the standard).

use super::Builder;
use crate::extract::html::dom::Attr;
use crate::extract::html::tag::Tag;

impl Builder<'_> {
    /// The innermost open table.
    fn table(&mut self) -> Option<usize> {
        if self.is_open(Tag::Table) { self.in_table_scope(|t| t == Tag::Table) } else { None }
    }

    fn in_table_scope(&mut self, wanted: impl Fn(Tag) -> bool) -> Option<usize> {
        for (i, open) in self.stack.iter().enumerate().rev() {
            self.work += 1;
            if wanted(open.tag) {
                return Some(i);
            }
            if matches!(open.tag, Tag::Html | Tag::Table | Tag::Template) {
                return None;
            }
        }
        None
    }

    /// A part of a table. Without a table around it, it means nothing.
    pub(super) fn open_table_part(&mut self, tag: Tag, attrs: &mut Vec<(Attr, Box<str>)>, at: u32) {
        let Some(table) = self.table() else { return };
        let within = |b: &mut Self, wanted: fn(Tag) -> bool| {
            let found = b.in_table_scope(wanted).filter(|i| *i > table);
            b.pop_to(found.unwrap_or(table) + 1);
            found.is_some()
        };
        match tag {
            Tag::Td | Tag::Th => {
                if !within(self, |t| t == Tag::Tr) {
                    self.open_table_part(Tag::Tr, &mut Vec::new(), at);
                }
            }
            Tag::Tr => {
                within(self, |t| matches!(t, Tag::Tbody | Tag::Tfoot | Tag::Thead));
            }
            _ => self.pop_to(table + 1),
        }
        self.insert(tag, attrs, at, !tag.is_void());
    }

    pub(super) fn end_table_part(&mut self, tag: Tag) {
        if self.is_open(tag)
            && let Some(at) = self.in_table_scope(|t| t == tag)
        {
            self.pop_to(at);
        }
    }
}
