//! Views of a text and of pages. They know spans and overlays, not the program's state: what they are
//! given is drawn, and what the person does in them is returned as a [`ViewEvent`].

pub mod chunk_list;
pub mod histogram;
pub mod markdown_view;
pub mod page_view;
pub mod text_view;

use crate::document::LinkTarget;
use crate::ui::overlay::Selection;

/// What a person did in a view.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewEvent {
    /// The selection changed (an empty one is a caret). Sent for every change while dragging.
    Select(Selection),
    /// A click on text without a drag, at this byte offset of the default text.
    Click(usize),
    /// The pointer is over this byte offset, or over nothing.
    Hover(Option<usize>),
    /// A click on a passage's underline or glyph.
    ClickPassage(crate::evidence::PassageId),
    /// A link was followed.
    Follow(LinkTarget),
    /// The person scrolled: this byte offset is now at the top. Not sent for scrolling by request.
    Scrolled(usize),
    /// A piece was clicked, by place in the pieces.
    SelectPiece(usize),
    /// A piece was dropped at another place in the order of its page.
    MovePiece {
        /// The piece, by place in the pieces.
        piece: usize,
        /// Its number on the page afterwards, from 1.
        number: u32,
    },
    /// The columns of a table were parted elsewhere.
    Columns {
        /// The table's piece, by place in the pieces.
        piece: usize,
        /// Horizontal places in points from the left edge of the page, ascending.
        at: Vec<f32>,
    },
    /// Ctrl and wheel, or a pinch: multiply the zoom by this.
    Zoom(f32),
}
