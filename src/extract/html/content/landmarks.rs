//! What an element is by its tag, its role and its names.

use super::super::dom::{Attr, Id};
use super::super::style::{is_named, mentions, role};
use super::super::tag::Tag;
use super::{Main, Mark};

/// Words in names of banners that ask for consent.
const CONSENT: &[&str] =
    &["cookie", "consent", "gdpr", "dsgvo", "onetrust", "usercentrics", "didomi", "borlabs", "cmpbox"];

/// Words in names of what leads through a site.
const NAVIGATION: &[&str] = &[
    "nav",
    "navbar",
    "navigation",
    "menu",
    "breadcrumb",
    "breadcrumbs",
    "sidebar",
    "footer",
    "header",
    "pagination",
    "pager",
    "toolbar",
    "skip",
    "skiplink",
    "related",
    "share",
    "social",
];

impl Main<'_> {
    /// Whether an element is navigation by what it is or is called. It holds no content root.
    pub(super) fn is_furniture(&self, id: Id, tag: Tag, inside: bool) -> bool {
        if matches!(tag, Tag::Html | Tag::Body | Tag::Main | Tag::Article) {
            return false;
        }
        let figures = self.figures;
        let role = role(self.dom, id);
        // In the middle of the content, and where the page may have been put into one by mistake.
        let precious =
            figures.prose[id.get()] * 2 > figures.prose[Id::ROOT.get()] || figures.has(id, Mark::Main);
        let prose = figures.prose[id.get()] > 0;
        match tag {
            Tag::Nav => return !precious,
            Tag::Aside => return !(precious || (inside && prose)),
            Tag::Header | Tag::Footer if !inside && role.is_none() => {
                let own = figures.has(id, Mark::Title) && tag == Tag::Header || self.is_scoped(id);
                return !precious && !own;
            }
            Tag::Search => return !prose,
            Tag::Form => return !prose && !figures.has(id, Mark::Heading),
            Tag::Button => return true,
            _ => {}
        }
        match role {
            Some("navigation" | "search") => return !precious,
            Some("banner" | "contentinfo" | "complementary") => return !(precious || (inside && prose)),
            _ => {}
        }
        self.asks_for_consent(id, inside) || self.is_named_navigation(id) || self.is_anchor(id, tag)
    }

    /// Whether it is the header or footer of a part of the page, not of the page.
    fn is_scoped(&self, id: Id) -> bool {
        self.dom.upwards(id).skip(1).any(|a| {
            matches!(self.dom.tag(a), Some(Tag::Article | Tag::Section | Tag::Main | Tag::Blockquote))
        })
    }

    /// A small box with a button that is named after cookies.
    fn asks_for_consent(&self, id: Id, inside: bool) -> bool {
        let figures = self.figures;
        let chars = figures.chars[id.get()];
        !inside
            && figures.has(id, Mark::Control)
            && !figures.has(id, Mark::Main)
            && !figures.has(id, Mark::Article)
            && (chars < 600 || chars * 3 < figures.chars[Id::ROOT.get()])
            && mentions(self.dom, id, CONSENT)
    }

    /// Made of links and named after what leads through a site.
    fn is_named_navigation(&self, id: Id) -> bool {
        let figures = self.figures;
        let (chars, links) = (figures.chars[id.get()], figures.links[id.get()]);
        figures.prose[id.get()] == 0
            && chars > 0
            && links * 3 > chars
            && !figures.has(id, Mark::Heading)
            && is_named(self.dom, id, NAVIGATION)
    }

    /// The sign behind a heading that links to it.
    fn is_anchor(&self, id: Id, tag: Tag) -> bool {
        tag == Tag::A
            && self.figures.chars[id.get()] <= 1
            && self.dom.attr(id, Attr::Href).is_some_and(|h| h.contains('#'))
            && self.dom.upwards(id).take(4).any(|a| self.dom.tag(a).is_some_and(|t| t.heading().is_some()))
    }
}
