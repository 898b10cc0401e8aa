//! Collects decoded characters with their origins and makes all line ends `\n`.

use crate::document::ByteOrigins;

/// What was not valid in the encoding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Invalid {
    pub count: usize,
    /// Where the first lies in the file.
    pub first_byte: u64,
    /// Where its U+FFFD lies in the text.
    pub first_text: usize,
}

#[derive(Default)]
pub(super) struct Sink {
    text: String,
    origins: ByteOrigins,
    invalid: Option<Invalid>,
    /// The last character was a carriage return: a line feed after it belongs to it.
    after_return: bool,
}

impl Sink {
    /// UTF-8 as it lies in the file, from the file byte `at`.
    pub fn run(&mut self, text: &str, at: u64) {
        let mut rest = text;
        let mut at = at;
        while !rest.is_empty() {
            if std::mem::take(&mut self.after_return) && rest.starts_with('\n') {
                (rest, at) = (&rest[1..], at + 1);
                continue;
            }
            let end = rest.find('\r').unwrap_or(rest.len());
            self.origins.push(self.text.len(), at, 1, 1);
            self.text.push_str(&rest[..end]);
            if end < rest.len() {
                self.text.push('\n');
                self.after_return = true;
            }
            let read = (end + 1).min(rest.len());
            (rest, at) = (&rest[read..], at + read as u64);
        }
    }

    /// A character that takes `len` bytes of the file from `at`.
    pub fn char(&mut self, c: char, at: u64, len: usize) {
        let after_return = std::mem::replace(&mut self.after_return, c == '\r');
        if c == '\n' && after_return {
            return;
        }
        let c = if c == '\r' { '\n' } else { c };
        self.anchor(at, c.len_utf8(), len);
        self.text.push(c);
    }

    /// Characters that one sequence of `len` bytes from `at` stands for.
    pub fn piece(&mut self, text: &str, at: u64, len: usize) {
        let mut chars = text.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return self.char(c, at, len);
        }
        self.after_return = false;
        self.anchor(at, text.len(), len);
        self.text.push_str(text);
    }

    /// A sequence of `len` bytes from `at` that means nothing.
    pub fn invalid(&mut self, at: u64, len: usize) {
        self.after_return = false;
        let first = Invalid { count: 0, first_byte: at, first_text: self.text.len() };
        self.invalid.get_or_insert(first).count += 1;
        self.anchor(at, '\u{fffd}'.len_utf8(), len);
        self.text.push('\u{fffd}');
    }

    /// Text, origins and what was invalid in a file of `bytes` bytes.
    pub fn finish(mut self, bytes: u64) -> (String, ByteOrigins, Option<Invalid>) {
        if self.origins.file_offset(self.text.len()) != bytes {
            self.origins.push(self.text.len(), bytes, 1, 1);
        }
        (self.text, self.origins, self.invalid)
    }

    fn anchor(&mut self, at: u64, text_len: usize, file_len: usize) {
        let step = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        self.origins.push(self.text.len(), at, step(text_len), step(file_len));
    }
}
