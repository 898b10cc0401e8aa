//! From characters to tags and text, each with its place in the source.
//!
//! The tokenizer is `html5gum`, which follows the WHATWG HTML standard, section 13.2.5. Here its events get
//! their places: the text between two tags is read without gaps, so that where one run of characters ends the
//! next begins.

use super::dom::Attr;
use super::tree::Builder;
use crate::text::Cancel;
use html5gum::{Emitter, Error, State, Tokenizer};

/// How many bytes are read between two looks at whether to stop.
const STRIDE: usize = 1 << 16;

/// Markup that the tokenizer passes over without an event: an end tag without a name, the ends of a CDATA
/// section.
const SILENT: [&[u8]; 3] = [b"</>", b"<![CDATA[", b"]]>"];

/// Feeds the tree with what the tokenizer finds.
struct Feed<'a, 's> {
    source: &'s str,
    builder: &'a mut Builder<'s>,
    /// How much the tokenizer has read.
    position: usize,
    /// Up to where all is accounted for.
    at: usize,
    /// When to look next at whether to stop.
    stop: usize,
    /// Where the tag at hand begins.
    tag_start: usize,
    is_end: bool,
    self_closing: bool,
    name: Vec<u8>,
    last_start: Vec<u8>,
    attr_name: Vec<u8>,
    attr_value: Vec<u8>,
    attrs: Vec<(Attr, Box<str>)>,
}

/// Reads a page into a tree; stops early where it is cancelled.
pub(super) fn parse<'s>(source: &'s str, builder: &mut Builder<'s>, cancel: &Cancel) {
    let feed = Feed {
        source,
        builder,
        position: 0,
        at: 0,
        stop: STRIDE,
        tag_start: 0,
        is_end: false,
        self_closing: false,
        name: Vec::new(),
        last_start: Vec::new(),
        attr_name: Vec::new(),
        attr_value: Vec::new(),
        attrs: Vec::new(),
    };
    for _ in Tokenizer::new_with_emitter(source, feed) {
        if cancel.is_cancelled() {
            return;
        }
    }
}

impl Feed<'_, '_> {
    fn flush_attribute(&mut self) {
        if let Some(attr) = Attr::of(&self.attr_name)
            && !self.is_end
            && self.attrs.iter().all(|(a, _)| *a != attr)
        {
            self.attrs.push((attr, String::from_utf8_lossy(&self.attr_value).into()));
        }
        self.attr_name.clear();
        self.attr_value.clear();
    }

    /// Where the characters of `shown` come from, which end at the tokenizer's position, and whether they
    /// stand there as they are.
    fn place(&self, shown: &[u8]) -> (usize, usize, bool) {
        let source = self.source.as_bytes();
        let end = self.position.clamp(self.at, source.len());
        let mut at = self.at;
        while end - at > shown.len()
            && let Some(silent) = SILENT.iter().find(|s| source[at..].starts_with(s))
        {
            at = (at + silent.len()).min(end);
        }
        let as_is = |start: usize| source.get(start..).is_some_and(|rest| rest.starts_with(shown));
        let reference = source.get(at) == Some(&b'&');
        if as_is(at) && (!reference || end == at + shown.len()) {
            return (at, at + shown.len(), true);
        }
        let start = end.saturating_sub(shown.len());
        if !reference && start >= at && as_is(start) {
            return (start, end, true);
        }
        (at, end, false)
    }
}

impl Emitter for Feed<'_, '_> {
    /// A moment at which the work can be stopped.
    type Token = ();

    fn pop_token(&mut self) -> Option<()> {
        (self.position >= self.stop).then(|| self.stop = self.position + STRIDE)
    }

    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }

    fn emit_string(&mut self, shown: &[u8]) {
        let (start, end, as_is) = self.place(shown);
        self.at = end;
        if as_is {
            self.builder.text(start, end, None);
        } else if let Ok(shown) = std::str::from_utf8(shown) {
            self.builder.text(start, end, Some(shown));
        }
    }

    fn start_open_tag(&mut self) {
        self.tag_start = self.position.saturating_sub(1);
    }

    fn init_start_tag(&mut self) {
        self.name.clear();
        self.attrs.clear();
        (self.is_end, self.self_closing) = (false, false);
    }

    fn init_end_tag(&mut self) {
        self.init_start_tag();
        self.is_end = true;
    }

    fn push_tag_name(&mut self, name: &[u8]) {
        self.name.extend(name);
    }

    fn init_attribute(&mut self) {
        self.flush_attribute();
    }

    fn push_attribute_name(&mut self, name: &[u8]) {
        self.attr_name.extend(name);
    }

    fn push_attribute_value(&mut self, value: &[u8]) {
        self.attr_value.extend(value);
    }

    fn set_self_closing(&mut self) {
        self.self_closing = true;
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.flush_attribute();
        self.at = self.position;
        if self.is_end {
            self.last_start.clear();
            self.builder.end(&self.name);
            return None;
        }
        std::mem::swap(&mut self.last_start, &mut self.name);
        self.builder.start(&self.last_start, &mut self.attrs, self.self_closing, self.tag_start)
    }

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start.clear();
        self.last_start.extend(name.unwrap_or_default());
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end && !self.last_start.is_empty() && self.last_start == self.name
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.builder.takes_cdata()
    }

    fn emit_current_comment(&mut self) {
        self.at = self.position;
    }

    fn emit_current_doctype(&mut self) {
        self.at = self.position;
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    // What follows has no part in the text of a page.
    fn emit_eof(&mut self) {}
    fn emit_error(&mut self, _error: Error) {}
    fn init_comment(&mut self) {}
    fn push_comment(&mut self, _text: &[u8]) {}
    fn init_doctype(&mut self) {}
    fn push_doctype_name(&mut self, _text: &[u8]) {}
    fn set_force_quirks(&mut self) {}
    fn set_doctype_public_identifier(&mut self, _value: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _value: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _text: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _text: &[u8]) {}
}
