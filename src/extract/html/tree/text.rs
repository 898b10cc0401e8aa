//! Where characters go.

use super::Builder;
use crate::extract::html::dom::{Data, Id, MAX_NODES, Piece};
use crate::extract::html::tag::Tag;

impl Builder<'_> {
    /// Characters of the source, or `spelled` where they are written otherwise there.
    pub fn text(&mut self, mut start: usize, end: usize, spelled: Option<&str>) {
        self.work += 1;
        let shown = match spelled {
            Some(shown) => shown.as_bytes(),
            None => self.source.as_bytes().get(start..end).unwrap_or_default(),
        };
        if shown.is_empty() || (shown == b"\0" && self.raw.is_none()) {
            return;
        }
        let blank = shown.iter().all(u8::is_ascii_whitespace);
        if std::mem::take(&mut self.skip_newline) && spelled.is_none() && shown[0] == b'\n' {
            start += 1;
        }
        if start == end {
            return;
        }
        let (parent, before) = if let Some(raw) = self.raw {
            if raw == Id::NONE {
                return;
            }
            (raw, Id::NONE)
        } else {
            if matches!(self.top().tag, Tag::Head | Tag::Colgroup) {
                if blank {
                    return;
                }
                self.pop();
            }
            if blank {
                (self.top().node, Id::NONE)
            } else {
                if !self.top().is_foreign() {
                    self.reconstruct();
                }
                self.place()
            }
        };
        self.add_text(parent, before, (start, end), spelled);
    }

    fn add_text(&mut self, parent: Id, before: Id, (start, end): (usize, usize), spelled: Option<&str>) {
        let place = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let next = place(self.dom.pieces.len());
        let last = match before.some() {
            Some(before) => self.dom.node(before).previous,
            None => self.dom.node(parent).last,
        };
        // A text whose pieces are the last ones goes on.
        let open = last.some().filter(
            |last| matches!(self.dom.node(*last).data, Data::Text { first, count } if first + count == next),
        );
        if let (Some(_), None, Some(piece)) = (open, spelled, self.dom.pieces.last_mut())
            && piece.len == 0
            && piece.end as usize == start
        {
            piece.end = place(end);
            return;
        }
        let spelled = spelled.unwrap_or_default();
        let piece = Piece {
            start: place(start),
            end: place(end),
            spelled: place(self.dom.spelled.len()),
            len: u8::try_from(spelled.len()).unwrap_or(u8::MAX),
        };
        self.dom.spelled.push_str(spelled);
        self.dom.pieces.push(piece);
        if let Some(open) = open {
            if let Data::Text { count, .. } = &mut self.dom.nodes[open.get()].data {
                *count += 1;
            }
        } else if self.dom.nodes.len() < MAX_NODES {
            self.add(Data::Text { first: next, count: 1 }, place(start), parent, before);
        }
    }
}
