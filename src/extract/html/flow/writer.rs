//! The raw text as it grows, with the place of each character.

use crate::document::ByteOrigins;

/// Where characters come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::extract::html) enum Origin {
    /// They stand so in the source, from here on.
    Source(u32),
    /// They are written otherwise in the source, from here to there (`&auml;`, white space).
    /// A line break stands there as a tag.
    Spelled(u32, u32),
    /// They stand nowhere: they part what the page parts by other means.
    Synthetic,
}

impl Origin {
    /// The origin of a blank for white space that begins with `first`.
    pub fn blank(self, first: &str) -> Self {
        match self {
            Self::Source(at) if first != " " => Self::Spelled(at, at + 1),
            other => other,
        }
    }
}

/// Where the raw text's characters come from, as pieces.
#[derive(Clone, Debug, Default)]
pub(in crate::extract::html) struct Origins {
    /// Where each begins in the raw text, and where in the source.
    pieces: Vec<(usize, Origin)>,
    /// Up to where the source is read, for each piece.
    ends: Vec<u32>,
    len: usize,
}

impl Origins {
    /// Where in the raw text the character stands that is at `source` in the source.
    pub fn raw_of(&self, source: u32) -> Option<usize> {
        let found = self.pieces.iter().zip(&self.ends).find(|((_, origin), end)| match origin {
            Origin::Source(at) => (*at..**end).contains(&source),
            _ => false,
        });
        found.and_then(|((raw, origin), _)| match origin {
            Origin::Source(at) => Some(raw + (source - at) as usize),
            _ => None,
        })
    }

    /// The places in the file, by those of the decoded text in it.
    pub fn in_file(&self, decoded: &ByteOrigins, source_len: usize) -> ByteOrigins {
        let mut out = ByteOrigins::default();
        let mut before = 0;
        for (i, (raw, origin)) in self.pieces.iter().enumerate() {
            let next = self.pieces.get(i + 1).map_or(self.len, |p| p.0);
            match *origin {
                Origin::Source(at) => out.push_part(*raw, decoded, at as usize, next - raw),
                Origin::Spelled(at, _) => {
                    out.push_whole(*raw, decoded.file_offset((at as usize).min(source_len)));
                }
                Origin::Synthetic => out.push_synthetic(*raw, before),
            }
            before = decoded.file_offset((self.ends[i] as usize).min(source_len));
        }
        out.push_synthetic(self.len, before);
        out
    }
}

#[derive(Debug, Default)]
pub(super) struct Writer {
    text: String,
    origins: Origins,
}

impl Writer {
    pub fn len(&self) -> usize {
        self.text.len()
    }

    pub fn last(&self) -> Option<char> {
        self.text.chars().next_back()
    }

    pub fn ends_line(&self) -> bool {
        self.text.ends_with('\n')
    }

    pub fn push(&mut self, text: &str, origin: Origin) {
        let end = match origin {
            Origin::Source(at) => at + text.len() as u32,
            Origin::Spelled(_, end) => end,
            Origin::Synthetic => self.origins.ends.last().copied().unwrap_or(0),
        };
        let goes_on = match (self.origins.pieces.last(), origin) {
            (Some((_, Origin::Source(_))), Origin::Source(at)) => self.origins.ends.last() == Some(&at),
            (Some((_, Origin::Synthetic)), Origin::Synthetic) => true,
            _ => false,
        };
        if goes_on {
            if let Some(last) = self.origins.ends.last_mut() {
                *last = end;
            }
        } else {
            self.origins.pieces.push((self.text.len(), origin));
            self.origins.ends.push(end);
        }
        self.text.push_str(text);
    }

    /// Takes back what was written from `len` on.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.text.len() {
            return;
        }
        self.text.truncate(len);
        while self.origins.pieces.last().is_some_and(|(at, _)| *at >= len) {
            self.origins.pieces.pop();
            self.origins.ends.pop();
        }
        if let (Some((raw, Origin::Source(at))), Some(end)) =
            (self.origins.pieces.last(), self.origins.ends.last_mut())
        {
            *end = at + (len - raw) as u32;
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn finish(mut self) -> (String, Origins) {
        self.origins.len = self.text.len();
        (self.text, self.origins)
    }
}
