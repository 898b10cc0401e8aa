//! How characters look.

use super::Flow;
use crate::extract::html::dom::{Attr, Id};
use crate::extract::html::tag::Tag;
use crate::extract::rendered::RunStyle;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// All styles of a page; the first is the plain one.
#[derive(Clone, Debug)]
pub(in crate::extract::html) struct Styles {
    all: Vec<RunStyle>,
    places: FxHashMap<RunStyle, u32>,
}

impl Default for Styles {
    fn default() -> Self {
        Self { all: vec![RunStyle::default()], places: FxHashMap::from_iter([(RunStyle::default(), 0)]) }
    }
}

impl Styles {
    pub fn get(&self, style: u32) -> RunStyle {
        self.all.get(style as usize).cloned().unwrap_or_default()
    }

    fn add(&mut self, style: RunStyle) -> u32 {
        if let Some(place) = self.places.get(&style) {
            return *place;
        }
        let place = self.all.len() as u32;
        self.all.push(style.clone());
        self.places.insert(style, place);
        place
    }
}

/// What an element changes about the style.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Effect {
    #[default]
    None,
    Strong,
    Emphasis,
    Strike,
    Code,
    Link(Arc<str>),
    /// Not at all any more: its end tag came early.
    Ended,
}

impl Effect {
    fn apply(&self, style: &mut RunStyle) {
        match self {
            Self::None | Self::Ended => {}
            Self::Strong => style.strong = true,
            Self::Emphasis => style.emphasis = true,
            Self::Strike => style.strike = true,
            Self::Code => style.code = true,
            Self::Link(address) => style.link = Some(Arc::clone(address)),
        }
    }
}

impl Flow<'_> {
    fn effect(&self, id: Id, tag: Tag) -> Effect {
        match tag {
            Tag::B | Tag::Strong | Tag::Dt | Tag::Summary | Tag::Legend => Effect::Strong,
            Tag::I | Tag::Em | Tag::Cite | Tag::Dfn | Tag::Var => Effect::Emphasis,
            Tag::S | Tag::Strike | Tag::Del => Effect::Strike,
            Tag::Code | Tag::Kbd | Tag::Samp | Tag::Tt if !self.context.pre => Effect::Code,
            Tag::A => match self.dom.attr(id, Attr::Href).map(str::trim) {
                Some(address) if is_address(address) => Effect::Link(Arc::from(address)),
                _ => Effect::None,
            },
            _ => Effect::None,
        }
    }

    pub(super) fn enter_style(&mut self, id: Id, tag: Tag) {
        let effect = self.effect(id, tag);
        if effect == Effect::None {
            return;
        }
        let mut style = self.styles.get(self.context.style);
        effect.apply(&mut style);
        self.context.style = self.styles.add(style);
        if let Some(frame) = self.frames.last_mut() {
            frame.effect = effect;
        }
    }

    /// From here on the style of `of` does not hold, which goes on as an element.
    pub(super) fn end_style(&mut self, of: Id) {
        let Some(at) = self.frames.iter().rposition(|f| f.node == of) else { return };
        self.frames[at].effect = Effect::Ended;
        let mut style = self.frames[at].before.style;
        for frame in &mut self.frames[at..] {
            frame.before.style = style;
            if frame.effect != Effect::None {
                let mut changed = self.styles.get(style);
                frame.effect.apply(&mut changed);
                style = self.styles.add(changed);
            }
        }
        self.context.style = style;
    }
}

/// Whether it leads somewhere, rather than running a script.
fn is_address(address: &str) -> bool {
    let scheme = address.split(':').next().unwrap_or_default();
    let script = ["javascript", "data", "vbscript", "blob"].iter().any(|s| scheme.eq_ignore_ascii_case(s));
    !(address.is_empty() || (script && address.contains(':')))
}
