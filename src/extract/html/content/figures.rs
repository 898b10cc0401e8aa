//! Counts over the tree: characters, words, links, what lies where.

use super::Status;
use crate::extract::html::dom::{Attr, Data, Dom, Id};
use crate::extract::html::style::{is_block, role};
use crate::extract::html::tag::Tag;

/// What an element holds, itself counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub(in crate::extract::html) enum Mark {
    Main = 1,
    Article = 2,
    Heading = 4,
    /// A first-level heading.
    Title = 8,
    /// A button, a link, a field.
    Control = 16,
    Table = 32,
    /// What no cell of a table of data holds: a heading, preformatted text, a landmark.
    Large = 64,
    HeaderCell = 128,
    Row = 256,
}

/// Figures of all nodes, by their place. Text that is not painted is not counted, if not said otherwise.
#[derive(Debug, Default)]
pub(in crate::extract::html) struct Figures {
    /// Characters that are not blank.
    pub chars: Vec<u32>,
    /// The same, hidden ones counted.
    pub all_chars: Vec<u32>,
    /// Characters in links.
    pub links: Vec<u32>,
    /// Words in blocks of prose.
    pub prose: Vec<u32>,
    /// Words of a block itself, not of the blocks in it.
    pub own_words: Vec<u32>,
    /// Those of them that are in links.
    pub own_links: Vec<u32>,
    /// The block that each node stands in.
    pub blocks: Vec<u32>,
    marks: Vec<u16>,
}

/// The fewest words of a block of prose, and the part of them that may be links: one third.
const PROSE: u32 = 17;

impl Figures {
    pub fn new(dom: &Dom, source: &str, status: &[Status]) -> Self {
        let count = dom.nodes.len();
        let zeros = || vec![0_u32; count];
        let mut out = Self {
            chars: zeros(),
            all_chars: zeros(),
            links: zeros(),
            prose: zeros(),
            own_words: zeros(),
            own_links: zeros(),
            blocks: zeros(),
            marks: vec![0; count],
        };
        out.own(dom, source, status);
        out.sum(dom);
        out
    }

    pub fn has(&self, id: Id, mark: Mark) -> bool {
        self.marks[id.get()] & mark as u16 != 0
    }

    /// The words of a block itself if it is prose: more than sixteen, and no more than a third in links.
    pub fn own_prose(&self, i: usize) -> u32 {
        let (words, links) = (self.own_words[i], self.own_links[i]);
        if words >= PROSE && links * 3 <= words { words } else { 0 }
    }

    /// How many characters stay with `status`.
    pub fn kept_chars(&self, dom: &Dom, status: &[Status]) -> u64 {
        dom.nodes
            .iter()
            .enumerate()
            .filter(|(i, node)| status[*i] == Status::Keep && matches!(node.data, Data::Text { .. }))
            .map(|(i, _)| u64::from(self.chars[i]))
            .sum()
    }

    fn own(&mut self, dom: &Dom, source: &str, status: &[Status]) {
        // Whether each node stands in a link. Parents come first.
        let blocks = &mut self.blocks;
        let mut linked = vec![false; dom.nodes.len()];
        for (i, node) in dom.nodes.iter().enumerate() {
            let id = Id::new(i);
            if let Some(parent) = node.parent.some() {
                (blocks[i], linked[i]) = (blocks[parent.get()], linked[parent.get()]);
            }
            match node.data {
                Data::Element { tag, .. } => {
                    if is_block(dom, id, tag) {
                        blocks[i] = u32::try_from(i).unwrap_or(0);
                    }
                    linked[i] |= tag == Tag::A && dom.attr(id, Attr::Href).is_some();
                    if status[i] == Status::Keep {
                        self.marks[i] = marks(dom, id, tag);
                    }
                }
                Data::Text { first, count } if status[i] != Status::Never => {
                    let mut counter = Counter::default();
                    for piece in dom.text(first, count) {
                        counter.add(dom.characters(*piece, source));
                    }
                    self.all_chars[i] = counter.chars;
                    if status[i] != Status::Keep {
                        continue;
                    }
                    let block = blocks[i] as usize;
                    self.chars[i] = counter.chars;
                    self.own_words[block] += counter.words();
                    if linked[i] {
                        self.links[i] = counter.chars;
                        self.own_links[block] += counter.words();
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds up from the leaves to the root: children come after their parents.
    fn sum(&mut self, dom: &Dom) {
        for i in (0..dom.nodes.len()).rev() {
            self.prose[i] += self.own_prose(i);
            if let Some(parent) = dom.nodes[i].parent.some() {
                let parent = parent.get();
                self.chars[parent] = self.chars[parent].saturating_add(self.chars[i]);
                self.all_chars[parent] = self.all_chars[parent].saturating_add(self.all_chars[i]);
                self.links[parent] = self.links[parent].saturating_add(self.links[i]);
                self.prose[parent] = self.prose[parent].saturating_add(self.prose[i]);
                self.marks[parent] |= self.marks[i];
            }
        }
    }
}

fn marks(dom: &Dom, id: Id, tag: Tag) -> u16 {
    let mut marks = 0;
    let mut mark = |m: Mark| marks |= m as u16;
    match tag {
        Tag::Main => mark(Mark::Main),
        Tag::Article => mark(Mark::Article),
        Tag::Table => mark(Mark::Table),
        Tag::Th => mark(Mark::HeaderCell),
        Tag::Tr => mark(Mark::Row),
        Tag::Button | Tag::A | Tag::Input => mark(Mark::Control),
        _ => {}
    }
    match role(dom, id) {
        Some("main") => mark(Mark::Main),
        Some("article") => mark(Mark::Article),
        Some("button") => mark(Mark::Control),
        _ => {}
    }
    if tag.heading().is_some() {
        mark(Mark::Heading);
    }
    if tag == Tag::H1 {
        mark(Mark::Title);
    }
    let large = matches!(
        tag,
        Tag::Pre
            | Tag::Xmp
            | Tag::Listing
            | Tag::Main
            | Tag::Nav
            | Tag::Article
            | Tag::Form
            | Tag::Blockquote
    );
    if large || tag.heading().is_some() {
        mark(Mark::Large);
    }
    marks
}

/// Counts characters and words. A word ends at a blank; of scripts without blanks, two characters are one.
#[derive(Default)]
struct Counter {
    chars: u32,
    spaced: u32,
    wide: u32,
    in_word: bool,
}

impl Counter {
    fn add(&mut self, text: &str) {
        for c in text.chars() {
            if c.is_whitespace() {
                self.in_word = false;
                continue;
            }
            self.chars += 1;
            if matches!(c, '\u{e00}'..='\u{eff}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
            {
                self.wide += 1;
                self.in_word = false;
            } else if !self.in_word && c.is_alphanumeric() {
                self.spaced += 1;
                self.in_word = true;
            }
        }
    }

    fn words(&self) -> u32 {
        self.spaced + self.wide.div_ceil(2)
    }
}
