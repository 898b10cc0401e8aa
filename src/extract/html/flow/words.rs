//! Characters and the white space between them.

use super::super::content::Status;
use super::super::dom::Piece;
use super::tables::OpenTable;
use super::writer::Origin;
use super::{Flow, LeafKind, LeafRun};
use crate::text::Span;

/// White space that becomes one blank, if something stands on both sides of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blank {
    /// Where it begins.
    pub origin: Origin,
    /// Whether a line ends in it.
    pub line: bool,
    pub style: u32,
    pub status: Status,
}

impl Flow<'_> {
    pub(super) fn piece(&mut self, piece: Piece) {
        let text = self.dom.characters(piece, self.source);
        let spelled = piece.len > 0;
        let origin = |at: usize| {
            if spelled {
                Origin::Spelled(piece.start, piece.end)
            } else {
                Origin::Source(piece.start + at as u32)
            }
        };
        if self.context.pre && !self.table.as_ref().is_some_and(OpenTable::in_cell) {
            if self.context.kind == LeafKind::Code {
                self.put(text, origin(0));
            } else {
                self.lines(text, origin);
            }
            return;
        }
        let collapsible = |c: char| matches!(c, ' ' | '\t' | '\n' | '\u{c}' | '\r');
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let word = rest.find(collapsible).unwrap_or(rest.len());
            if word > 0 {
                self.put(&rest[..word], origin(at));
                at += word;
                continue;
            }
            let blanks = rest.len() - rest.trim_start_matches(collapsible).len();
            let line = rest[..blanks].contains('\n');
            match &mut self.blank {
                Some(blank) => blank.line |= line,
                None => self.blank = Some(self.blank_here(origin(at).blank(&rest[..1]), line)),
            }
            at += blanks;
        }
    }

    /// Text of a paragraph whose white space is kept: its lines are lines, its blank lines part paragraphs.
    fn lines(&mut self, text: &str, origin: impl Fn(usize) -> Origin) {
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let bare = line.trim_end_matches('\n');
            let fresh = self.open.is_none() || self.breaks.is_some_and(|(count, _)| count > 1);
            let indent = if fresh { bare.len() - bare.trim_start_matches([' ', '\t']).len() } else { 0 };
            if indent < bare.len() {
                self.put(&bare[indent..], origin(at + indent));
            }
            if bare.len() < line.len()
                && let Origin::Source(at) | Origin::Spelled(at, _) = origin(at + bare.len())
            {
                self.line_break(at);
            }
            at += line.len();
        }
    }

    /// Writes characters, and before them what was held back.
    pub(super) fn put(&mut self, text: &str, origin: Origin) {
        let split = self.breaks.is_some_and(|(count, _)| count > 1);
        if split {
            self.close_leaf();
        }
        if self.open.is_none() {
            self.open_leaf();
        }
        if let Some((_, at)) = self.breaks.take() {
            let fresh = self.open.as_ref().is_some_and(|leaf| leaf.span.is_empty());
            if !fresh && !self.writer.ends_line() {
                self.write("\n", Origin::Spelled(at, at));
            }
            self.blank = None;
        }
        if let Some(blank) = self.blank.take()
            && !self.at_line_start()
            && self.writer.last() != Some(' ')
            && !(blank.line && joins(self.writer.last(), text.chars().next()))
        {
            self.write_blank(blank);
        }
        self.write(text, origin);
    }

    /// Whether nothing stands yet on the line, or in the cell.
    pub(super) fn at_line_start(&self) -> bool {
        match (&self.table, &self.open) {
            (Some(table), _) if table.in_cell() => table.cell_start() >= self.writer.len(),
            (_, Some(leaf)) => leaf.span.start() == self.writer.len() || self.writer.ends_line(),
            (_, None) => true,
        }
    }

    pub(super) fn blank_here(&self, origin: Origin, line: bool) -> Blank {
        Blank { origin, line, style: self.context.style, status: self.context.status }
    }

    /// A blank looks like what it stands in, not like what comes behind it.
    pub(super) fn write_blank(&mut self, blank: Blank) {
        let context = self.context;
        (self.context.style, self.context.status) = (blank.style, blank.status);
        self.write(" ", blank.origin);
        self.context = context;
    }

    pub(super) fn write(&mut self, text: &str, origin: Origin) {
        let start = self.writer.len();
        self.writer.push(text, origin);
        let span = Span::new(start, self.writer.len());
        let Some(leaf) = &mut self.open else { return };
        leaf.span = Span::new(leaf.span.start(), span.end());
        let (style, status) = (self.context.style, self.context.status);
        match leaf.runs.last_mut() {
            Some(run)
                if run.span.end() == start
                    && run.image.is_none()
                    && run.style == style
                    && run.status == status
                    && self.table.as_ref().is_none_or(|t| t.cell_start() != start) =>
            {
                run.span = run.span.cover(span);
            }
            _ => leaf.runs.push(LeafRun { span, status, style, image: None }),
        }
    }
}

/// Whether a line break between the two is none: both are wide characters of scripts without blanks.
fn joins(before: Option<char>, after: Option<char>) -> bool {
    let wide = |c: char| {
        matches!(c, '\u{2e80}'..='\u{312f}' | '\u{3190}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}'
            | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{20000}'..='\u{3ffff}')
    };
    before.is_some_and(wide) && after.is_some_and(wide)
}
