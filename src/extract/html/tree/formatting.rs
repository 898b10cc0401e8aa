//! Bold, links and the like, which go on behind the block that they were opened in (section 13.2.4.3 of the
//! standard, the list of active formatting elements).

use super::{Builder, MAX_DEPTH, Open};
use crate::extract::html::dom::{Data, Id, MAX_NODES};
use crate::extract::html::tag::Tag;

/// How many elements of one name go on.
const MOST: usize = 3;

/// Formatting that holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Format {
    /// The border of a cell and the like.
    Marker,
    /// An element; `open` where it is among the open ones.
    Element { tag: Tag, node: Id, open: bool },
}

impl Builder<'_> {
    /// Where the formatting at hand begins in the list.
    fn formatting_start(&self) -> usize {
        self.formatting.iter().rposition(|f| matches!(f, Format::Marker)).map_or(0, |i| i + 1)
    }

    fn find_format(&mut self, tag: Tag) -> Option<usize> {
        let start = self.formatting_start();
        self.work += (self.formatting.len() - start) as u64;
        (start..self.formatting.len())
            .rev()
            .find(|i| matches!(self.formatting[*i], Format::Element { tag: t, .. } if t == tag))
    }

    pub(super) fn has_format(&mut self, tag: Tag) -> bool {
        self.find_format(tag).is_some()
    }

    pub(super) fn add_format(&mut self, tag: Tag, node: Id) {
        let start = self.formatting_start();
        let same: Vec<usize> = (start..self.formatting.len())
            .filter(|i| matches!(self.formatting[*i], Format::Element { tag: t, .. } if t == tag))
            .collect();
        if same.len() >= MOST {
            self.formatting.remove(same[0]);
        }
        let open = self.top().node == node;
        self.formatting.push(Format::Element { tag, node, open });
    }

    /// An element is no more among the open ones.
    pub(super) fn close_format(&mut self, node: Id, tag: Tag) {
        if !tag.is_formatting() {
            return;
        }
        for format in self.formatting.iter_mut().rev() {
            self.work += 1;
            match format {
                Format::Marker => return,
                Format::Element { node: n, open, .. } if *n == node => {
                    *open = false;
                    return;
                }
                Format::Element { .. } => {}
            }
        }
    }

    pub(super) fn clear_to_marker(&mut self) {
        while let Some(Format::Element { .. }) = self.formatting.pop() {
            self.work += 1;
        }
    }

    /// Opens again what was closed with the block around it.
    pub(super) fn reconstruct(&mut self) {
        let mut from = self.formatting.len();
        while let Some(Format::Element { open: false, .. }) = from.checked_sub(1).map(|i| self.formatting[i])
        {
            from -= 1;
            self.work += 1;
        }
        for i in from..self.formatting.len() {
            if self.stack.len() >= MAX_DEPTH || self.dom.nodes.len() >= MAX_NODES {
                return;
            }
            if let Format::Element { tag, node, .. } = self.formatting[i] {
                let old = *self.dom.node(node);
                let (parent, before) = self.place();
                let node = self.add(old.data, old.at, parent, before);
                self.push(Open::html(node, tag));
                self.formatting[i] = Format::Element { tag, node, open: true };
            }
        }
    }

    /// The end tag of formatting.
    pub(super) fn end_formatting(&mut self, tag: Tag) {
        let Some(found) = self.find_format(tag) else { return self.end_other(tag) };
        let Format::Element { node, open, .. } = self.formatting.remove(found) else { return };
        let place = if open { self.stack.iter().rposition(|o| o.node == node) } else { None };
        let Some(place) = place else { return };
        self.work += (self.stack.len() - place) as u64;
        let above = &self.stack[place + 1..];
        if above.iter().any(|o| o.tag.is_scope()) {
            return;
        }
        if let Some(block) = above.iter().rposition(|o| o.tag.is_special()) {
            // A block was opened in it that goes on: what was opened in that ends, and the style.
            self.pop_to(place + 1 + block + 1);
            let (parent, before) = self.place();
            self.add(Data::EndOfStyle(node), u32::MAX, parent, before);
        } else {
            self.pop_to(place);
        }
    }
}
