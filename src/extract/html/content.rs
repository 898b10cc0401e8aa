//! What of a page is its content, and what is navigation, hidden or no text at all.
//!
//! Where the page says it (`main`, `article`, `nav`, `aside`, roles), that is followed. Where it does not,
//! only what stands before the first and behind the last paragraph of prose and is made of links goes: the
//! measures, link density and the number of words in a block, and the limits of one third and sixteen words,
//! are those of Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection using Shallow Text Features"
//! (WSDM 2010). Their classifier also drops short blocks without links; here none is dropped, since a
//! sentence lost is worse than a menu kept.

mod figures;
mod landmarks;

use super::dom::{Attr, Data, Dom, Id};
use super::style::{is_hidden, role};
use super::tag::Tag;
use super::{HtmlOptions, Scope};
use figures::Figures;
pub(super) use figures::Mark;

/// What becomes of a node's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Status {
    /// Text of the page.
    #[default]
    Keep,
    /// Navigation and the like: text of the page, not of its content.
    Furniture,
    /// Text that is not painted.
    Hidden,
    /// No text.
    Never,
}

/// What was left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Removed {
    pub scripts: usize,
    pub styles: usize,
    /// Pictures, frames, media and other content of their own.
    pub embedded: usize,
    pub hidden: usize,
    pub furniture: usize,
}

/// What becomes of each node.
pub(super) struct Verdict {
    pub status: Vec<Status>,
    pub removed: Removed,
    /// Counts over the tree, whatever the scope: what is hidden by its own attributes is not counted.
    pub figures: Figures,
}

/// Finds out what becomes of each node.
pub(super) fn judge(dom: &Dom, source: &str, options: HtmlOptions) -> Verdict {
    let mut status = base(dom);
    let figures = Figures::new(dom, source, &status);
    if options.scope == Scope::Main {
        // Hidden from screen readers only: an ornament, or the page behind an open dialog.
        let total = figures.chars[Id::ROOT.get()];
        let ornaments: Vec<Id> = elements(dom)
            .filter(|(id, _)| dom.attr(*id, Attr::AriaHidden).is_some_and(|v| v.eq_ignore_ascii_case("true")))
            .map(|(id, _)| id)
            .filter(|id| figures.chars[id.get()] * 2 <= total && !figures.has(*id, Mark::Main))
            .collect();
        if !ornaments.is_empty() {
            set(&mut status, &ornaments, Status::Hidden);
            inherit(dom, &mut status);
        }
        let without = (!ornaments.is_empty()).then(|| Figures::new(dom, source, &status));
        let seen = without.as_ref().unwrap_or(&figures);
        let with = Main { dom, figures: seen }.furniture(&status);
        // A page that is all navigation is its own content.
        if seen.kept_chars(dom, &with) > 0 {
            status = with;
        }
    }
    let removed = count(dom, &status, &figures);
    Verdict { status, removed, figures }
}

fn elements(dom: &Dom) -> impl Iterator<Item = (Id, Tag)> + '_ {
    (0..dom.nodes.len()).map(Id::new).filter_map(|id| dom.tag(id).map(|tag| (id, tag)))
}

fn set(status: &mut [Status], nodes: &[Id], to: Status) {
    for id in nodes {
        let own = &mut status[id.get()];
        *own = (*own).max(to);
    }
}

/// A child is at least as far gone as its parent. Parents come before their children.
fn inherit(dom: &Dom, status: &mut [Status]) {
    for (i, node) in dom.nodes.iter().enumerate() {
        if let Some(parent) = node.parent.some() {
            status[i] = status[i].max(status[parent.get()]);
        }
    }
}

/// What is never text, and what is hidden by its own attributes.
fn base(dom: &Dom) -> Vec<Status> {
    let mut status = vec![Status::Keep; dom.nodes.len()];
    for (id, tag) in elements(dom) {
        status[id.get()] = if tag.is_never_text() {
            Status::Never
        } else if is_hidden(dom, id, tag) {
            Status::Hidden
        } else {
            Status::Keep
        };
    }
    inherit(dom, &mut status);
    status
}

fn count(dom: &Dom, status: &[Status], figures: &Figures) -> Removed {
    let mut out = Removed::default();
    for (i, node) in dom.nodes.iter().enumerate() {
        let id = Id::new(i);
        let own = status[i];
        let parent = node.parent.some().map_or(Status::Keep, |p| status[p.get()]);
        let Data::Element { tag, .. } = node.data else {
            out.furniture +=
                usize::from(own == Status::Furniture && parent == Status::Keep && figures.chars[i] > 0);
            continue;
        };
        match tag {
            Tag::Script => out.scripts += 1,
            Tag::Style => out.styles += 1,
            Tag::Svg | Tag::Iframe | Tag::Object | Tag::Applet | Tag::Canvas | Tag::Video | Tag::Audio
                if own == Status::Never && parent != Status::Never =>
            {
                out.embedded += 1;
            }
            _ if own == parent => {}
            _ if own == Status::Hidden && figures.all_chars[id.get()] > 0 => out.hidden += 1,
            _ if own == Status::Furniture && figures.chars[id.get()] > 0 => out.furniture += 1,
            _ => {}
        }
    }
    out
}

struct Main<'a> {
    dom: &'a Dom,
    figures: &'a Figures,
}

impl Main<'_> {
    /// `status`, with what is no content as furniture.
    fn furniture(&self, status: &[Status]) -> Vec<Status> {
        let mut out = status.to_vec();
        let mains = self.outermost(status, |id, tag| tag == Tag::Main || role(self.dom, id) == Some("main"));
        let articles =
            self.outermost(status, |id, tag| tag == Tag::Article || role(self.dom, id) == Some("article"));
        let rest = self.prose_outside(status, &mains);
        let mut roots = Vec::new();
        let mut explicit = false;
        if self.worth(&mains) && self.prose(&mains) * 2 >= rest {
            (roots, explicit) = (mains, true);
        } else if self.worth(&articles) && self.prose(&articles) >= self.prose_outside(status, &articles) {
            roots = articles;
        }
        let mut inside = vec![false; self.dom.nodes.len()];
        let mut around = vec![false; self.dom.nodes.len()];
        self.place(&roots, &mut inside, &mut around);
        let mut gone: Vec<Id> = elements(self.dom)
            .filter(|(id, tag)| !around[id.get()] && self.is_furniture(*id, *tag, inside[id.get()]))
            .map(|(id, _)| id)
            .collect();
        if explicit {
            let title = self.lone_title(&inside, status);
            gone.extend(self.outside(&inside, &around, title));
        } else {
            gone.extend(self.link_blocks(status, &inside, !roots.is_empty()));
        }
        set(&mut out, &gone, Status::Furniture);
        inherit(self.dom, &mut out);
        if explicit && let Some(title) = self.lone_title(&inside, status) {
            self.restore(title, status, &mut out);
        }
        out
    }

    fn worth(&self, roots: &[Id]) -> bool {
        roots.iter().any(|id| self.figures.chars[id.get()] > 0)
    }

    fn prose(&self, roots: &[Id]) -> u32 {
        roots.iter().map(|id| self.figures.prose[id.get()]).sum()
    }

    /// Elements that are wanted and lie in no other such one, nor in navigation.
    fn outermost(&self, status: &[Status], wanted: impl Fn(Id, Tag) -> bool) -> Vec<Id> {
        let mut within = vec![false; self.dom.nodes.len()];
        let mut out = Vec::new();
        for (i, node) in self.dom.nodes.iter().enumerate() {
            let id = Id::new(i);
            let above = node.parent.some().is_some_and(|p| within[p.get()]);
            let Some(tag) = self.dom.tag(id).filter(|_| !above) else {
                within[i] = above;
                continue;
            };
            let found = wanted(id, tag) && status[i] == Status::Keep;
            if found {
                out.push(id);
            }
            within[i] = found || matches!(tag, Tag::Nav | Tag::Aside);
        }
        out
    }

    /// Prose of the page that lies neither in `roots` nor in what is furniture wherever it stands.
    fn prose_outside(&self, status: &[Status], roots: &[Id]) -> u32 {
        let mut out = vec![false; self.dom.nodes.len()];
        for root in roots {
            out[root.get()] = true;
        }
        let mut sum = 0;
        for (i, node) in self.dom.nodes.iter().enumerate() {
            let id = Id::new(i);
            let above = node.parent.some().is_some_and(|p| out[p.get()]);
            let Some(tag) = self.dom.tag(id) else { continue };
            let page = self.figures.has(id, Mark::Main) || self.figures.has(id, Mark::Article);
            out[i] |=
                above || matches!(tag, Tag::Nav | Tag::Aside) || (!page && self.is_furniture(id, tag, false));
            if !out[i] && status[i] == Status::Keep {
                sum += self.figures.own_prose(i);
            }
        }
        sum
    }

    /// Marks the nodes inside of `roots` and those that hold one.
    fn place(&self, roots: &[Id], inside: &mut [bool], around: &mut [bool]) {
        for root in roots {
            inside[root.get()] = true;
            for above in self.dom.upwards(*root) {
                if std::mem::replace(&mut around[above.get()], true) {
                    break;
                }
            }
        }
        for (i, node) in self.dom.nodes.iter().enumerate() {
            if let Some(parent) = node.parent.some() {
                inside[i] |= inside[parent.get()];
            }
        }
    }

    /// All that lies beside the content, each as high up as it can be.
    fn outside<'b>(
        &'b self,
        inside: &'b [bool],
        around: &'b [bool],
        title: Option<Id>,
    ) -> impl Iterator<Item = Id> + 'b {
        self.dom.nodes.iter().enumerate().filter_map(move |(i, node)| {
            let beside = !inside[i] && !around[i];
            let id = Id::new(i);
            (beside && node.parent.some().is_some_and(|p| around[p.get()]) && Some(id) != title).then_some(id)
        })
    }

    /// The page's only first-level heading, where the content has none.
    fn lone_title(&self, inside: &[bool], status: &[Status]) -> Option<Id> {
        let mut found = None;
        for (id, _) in elements(self.dom).filter(|(_, tag)| *tag == Tag::H1) {
            let in_nav = self.dom.upwards(id).any(|a| matches!(self.dom.tag(a), Some(Tag::Nav | Tag::Aside)));
            if inside[id.get()] || found.is_some() {
                return None;
            }
            if !in_nav && status[id.get()] == Status::Keep {
                found = Some(id);
            }
        }
        found
    }

    /// Gives an element and what lies in it the status back that it had.
    fn restore(&self, element: Id, before: &[Status], status: &mut [Status]) {
        let mut within = vec![false; self.dom.nodes.len()];
        for (i, node) in self.dom.nodes.iter().enumerate() {
            within[i] = i == element.get() || node.parent.some().is_some_and(|p| within[p.get()]);
            if within[i] {
                status[i] = before[i];
            }
        }
    }

    /// Blocks made of links before the first and behind the last paragraph of prose; with `strict`, short
    /// blocks that are no prose too, where they stand outside of the articles.
    fn link_blocks(&self, status: &[Status], inside: &[bool], strict: bool) -> Vec<Id> {
        let figures = self.figures;
        let blocks: Vec<usize> = (0..self.dom.nodes.len())
            .filter(|i| status[*i] == Status::Keep && figures.own_words[*i] > 0)
            .collect();
        let content = |i: &usize| inside[*i] || figures.own_prose(*i) > 0;
        let (Some(first), Some(last)) = (blocks.iter().position(content), blocks.iter().rposition(content))
        else {
            return Vec::new();
        };
        let linked = |i: usize| figures.own_links[i] * 3 > figures.own_words[i];
        let heading = |i: usize| {
            self.dom
                .upwards(Id::new(i))
                .take(3)
                .any(|a| self.dom.tag(a).is_some_and(|t| t.heading().is_some()))
        };
        let mut gone = vec![false; self.dom.nodes.len()];
        for (n, i) in blocks.iter().enumerate() {
            let beside = n < first || n > last;
            gone[*i] = beside && (linked(*i) || (strict && !inside[*i] && !content(i) && !heading(*i)));
        }
        // Only the block's own text goes: what lies in it is judged by itself.
        let texts =
            self.dom.nodes.iter().enumerate().filter(|(i, node)| {
                matches!(node.data, Data::Text { .. }) && gone[figures.blocks[*i] as usize]
            });
        texts.map(|(i, _)| Id::new(i)).collect()
    }
}
