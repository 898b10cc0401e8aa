//! Parser events to blocks and runs.

use crate::extract::rendered::{
    Alignment, Cell, ItemMark, RenderBlock, RenderKind, Rendered, Row, Run, RunStyle,
};
use crate::text::Span;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};
use std::sync::Arc;

/// A list item whose first block has not come yet.
struct Pending {
    mark: ItemMark,
    span: Span,
}

/// Makes a [`Rendered`] of events in order.
pub(super) struct Builder<'t> {
    text: &'t str,
    blocks: Vec<RenderBlock>,
    open: Option<RenderBlock>,
    quotes: u16,
    /// The next number of each open list.
    lists: Vec<Option<u64>>,
    pending: Option<Pending>,
    footnote: Option<Arc<str>>,
    /// Where the footnote definition begins whose first block has not come yet.
    footnote_start: Option<usize>,
    style: RunStyle,
    outer_styles: Vec<RunStyle>,
    /// For each open image its source and the number of runs before it.
    images: Vec<(Span, usize)>,
}

impl<'t> Builder<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            blocks: Vec::new(),
            open: None,
            quotes: 0,
            lists: Vec::new(),
            pending: None,
            footnote: None,
            footnote_start: None,
            style: RunStyle::default(),
            outer_styles: Vec::new(),
            images: Vec::new(),
        }
    }

    pub(super) fn front_matter(&mut self, span: Span) {
        self.open(RenderKind::FrontMatter, span);
        self.push(span, span.slice(self.text));
        self.close();
    }

    pub(super) fn finish(mut self) -> Rendered {
        self.close();
        Rendered { blocks: self.blocks }
    }

    pub(super) fn event(&mut self, event: Event<'_>, span: Span) {
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(tag),
            Event::Text(shown) | Event::InlineMath(shown) | Event::DisplayMath(shown) => {
                self.shown(span, &shown);
            }
            Event::Html(shown) => self.push(span, &shown),
            Event::Code(shown) => self.code(span, &shown),
            Event::InlineHtml(shown) => {
                let style = RunStyle { html: true, ..self.style.clone() };
                self.styled(style, |b| b.shown(span, &shown));
            }
            Event::FootnoteReference(label) => self.footnote_reference(span, &label),
            Event::SoftBreak => self.line_break(span, " "),
            Event::HardBreak => self.line_break(span, "\n"),
            Event::Rule => {
                self.open(RenderKind::Rule, span);
                self.close();
            }
            Event::TaskListMarker(checked) => self.task(checked),
        }
    }

    fn start(&mut self, tag: Tag<'_>, span: Span) {
        match tag {
            Tag::Paragraph => self.open(RenderKind::Paragraph, span),
            Tag::Heading { level, .. } => self.open(RenderKind::Heading(level_number(level)), span),
            Tag::CodeBlock(kind) => self.open_code(&kind, span),
            Tag::HtmlBlock => self.open(RenderKind::Html, span),
            Tag::Table(alignments) => {
                let alignments = alignments.into_iter().map(alignment).collect();
                self.open(RenderKind::Table { alignments, rows: Vec::new() }, span);
            }
            Tag::TableHead => self.row(true),
            Tag::TableRow => self.row(false),
            Tag::TableCell => self.cell(span),
            Tag::BlockQuote(_) => {
                self.close();
                self.quotes = self.quotes.saturating_add(1);
            }
            Tag::List(first) => {
                self.close();
                self.flush_item(span.start());
                self.lists.push(first);
            }
            Tag::Item => self.item(span),
            Tag::FootnoteDefinition(label) => {
                self.close();
                self.footnote = Some(Arc::from(&*label));
                self.footnote_start = Some(span.start());
            }
            Tag::Emphasis => self.nest(|s| s.emphasis = true),
            Tag::Strong => self.nest(|s| s.strong = true),
            Tag::Strikethrough => self.nest(|s| s.strike = true),
            Tag::Link { dest_url, .. } => self.nest(|s| s.link = Some(Arc::from(&*dest_url))),
            Tag::Image { dest_url, .. } => {
                self.ensure_open(span);
                self.images.push((span, self.open.as_ref().map_or(0, |b| b.runs.len())));
                self.nest(|s| s.image = Some(Arc::from(&*dest_url)));
            }
            // Not switched on, or without a look of their own: their text is shown.
            Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => self.close(),
            Tag::Superscript | Tag::Subscript => self.nest(|_| {}),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Image => self.end_image(),
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link => self.unnest(),
            TagEnd::TableHead | TagEnd::TableRow => {}
            TagEnd::TableCell => self.end_cell(),
            TagEnd::BlockQuote(_) => {
                self.close();
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::List(_) => {
                self.close();
                self.lists.pop();
            }
            TagEnd::Item => {
                self.close();
                self.flush_item(usize::MAX);
            }
            TagEnd::FootnoteDefinition => {
                self.close();
                self.footnote = None;
                self.footnote_start = None;
            }
            _ => self.close(),
        }
    }

    fn open(&mut self, kind: RenderKind, span: Span) {
        self.close();
        let pending = self.pending.take();
        let marks = pending.as_ref().map(|p| p.span.start()).into_iter().chain(self.footnote_start.take());
        let start = marks.fold(span.start(), usize::min);
        self.open = Some(RenderBlock {
            kind,
            span: Span::new(start, span.end()),
            quote_depth: self.quotes,
            list_depth: u16::try_from(self.lists.len()).unwrap_or(u16::MAX),
            item: pending.map(|p| p.mark),
            footnote: self.footnote.clone(),
            runs: Vec::new(),
        });
    }

    /// Text of a tight list item comes without a paragraph around it.
    fn ensure_open(&mut self, span: Span) {
        match &mut self.open {
            Some(block) => block.span = Span::new(block.span.start(), block.span.end().max(span.end())),
            None => self.open(RenderKind::Paragraph, span),
        }
    }

    fn open_code(&mut self, kind: &CodeBlockKind<'_>, span: Span) {
        let (language, fenced) = match kind {
            CodeBlockKind::Indented => (None, false),
            CodeBlockKind::Fenced(info) => (info.split_whitespace().next().map(Arc::from), true),
        };
        let closed = !fenced || fence_closes(span.slice(self.text));
        self.open(RenderKind::Code { language, fenced, closed }, span);
    }

    fn close(&mut self) {
        let Some(mut block) = self.open.take() else { return };
        if matches!(block.kind, RenderKind::Code { .. } | RenderKind::Html | RenderKind::FrontMatter) {
            trim_newline(&mut block.runs);
        }
        let source = block.span.slice(self.text);
        let end = block.span.start() + source.trim_end_matches(['\n', ' ', '\t']).len();
        let shown = block.runs.last().map_or(0, |r| r.span.end());
        block.span = Span::new(block.span.start(), end.max(shown).max(block.span.start()));
        self.blocks.push(block);
    }

    fn item(&mut self, span: Span) {
        self.close();
        self.flush_item(span.start());
        let ordinal = self.lists.last_mut().and_then(|next| {
            let n = *next;
            *next = n.map(|n| n.saturating_add(1));
            n
        });
        self.pending = Some(Pending { mark: ItemMark { ordinal, task: None }, span });
    }

    /// An item without text, or one that begins with a list of its own, is still shown. Its block ends before
    /// `limit`.
    fn flush_item(&mut self, limit: usize) {
        if let Some(span) = self.pending.as_ref().map(|p| p.span) {
            let line = span.slice(self.text).find('\n').map_or(span.end(), |n| span.start() + n);
            let end = line.min(limit).max(span.start());
            self.open(RenderKind::Paragraph, Span::new(span.start(), end));
            self.close();
        }
    }

    fn task(&mut self, checked: bool) {
        if let Some(pending) = &mut self.pending {
            pending.mark.task = Some(checked);
        } else if let Some(mark) = self.open.as_mut().and_then(|b| b.item.as_mut()) {
            mark.task = Some(checked);
        }
    }

    fn row(&mut self, header: bool) {
        if let Some(RenderKind::Table { rows, .. }) = self.open.as_mut().map(|b| &mut b.kind) {
            rows.push(Row { header, cells: Vec::new() });
        }
    }

    fn cell(&mut self, span: Span) {
        let Some(block) = &mut self.open else { return };
        let at = block.runs.len();
        if let RenderKind::Table { rows, .. } = &mut block.kind
            && let Some(row) = rows.last_mut()
        {
            row.cells.push(Cell { span, runs: at..at });
        }
    }

    fn end_cell(&mut self) {
        let Some(block) = &mut self.open else { return };
        let at = block.runs.len();
        if let RenderKind::Table { rows, .. } = &mut block.kind
            && let Some(cell) = rows.last_mut().and_then(|r| r.cells.last_mut())
        {
            cell.runs.end = at;
        }
    }

    fn nest(&mut self, change: impl FnOnce(&mut RunStyle)) {
        self.outer_styles.push(self.style.clone());
        change(&mut self.style);
    }

    fn unnest(&mut self) {
        self.style = self.outer_styles.pop().unwrap_or_default();
    }

    fn styled(&mut self, style: RunStyle, push: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.style, style);
        push(self);
        self.style = outer;
    }

    fn end_image(&mut self) {
        if let Some((span, before)) = self.images.pop() {
            let empty = self.open.as_ref().is_none_or(|b| b.runs.len() <= before);
            // A description that was joined to the run before it is not possible: styles differ.
            if empty {
                self.add(Run { span, text: String::new(), identical: false, style: self.style.clone() });
            }
        }
        self.unnest();
    }

    fn footnote_reference(&mut self, span: Span, label: &str) {
        let style = RunStyle { footnote: Some(Arc::from(label)), ..self.style.clone() };
        let inner = Span::new((span.start() + 2).min(span.end()), span.end());
        let inner = Span::new(inner.start(), inner.end().saturating_sub(1).max(inner.start()));
        let span = if inner.get(self.text) == Some(label) { inner } else { span };
        self.styled(style, |b| b.shown(span, label));
    }

    fn line_break(&mut self, span: Span, shown: &str) {
        let newline = span.slice(self.text).find('\n').map_or(span.end(), |n| span.start() + n + 1);
        self.shown(Span::new(span.start(), newline), shown);
    }

    /// The characters between the backticks, less the one blank that CommonMark takes off at both ends.
    fn code(&mut self, span: Span, shown: &str) {
        let source = span.slice(self.text);
        let ticks = source.len() - source.trim_start_matches('`').len();
        let mut inner = Span::new(span.start(), span.end());
        if ticks > 0 && source.len() >= 2 * ticks {
            inner = Span::new(span.start() + ticks, span.end() - ticks);
            let code = inner.slice(self.text);
            let blank = |c: char| c == ' ' || c == '\n';
            if code.len() > shown.len() && code.len() >= 2 && code.starts_with(blank) && code.ends_with(blank)
            {
                inner = Span::new(inner.start() + 1, inner.end() - 1);
            }
        }
        let style = RunStyle { code: true, ..self.style.clone() };
        self.styled(style, |b| b.shown(inner, shown));
    }

    fn shown(&mut self, span: Span, shown: &str) {
        self.ensure_open(span);
        self.push(span, shown);
    }

    /// Adds `shown`, which stands for `span`, in as many runs as it takes to map it exactly.
    fn push(&mut self, span: Span, shown: &str) {
        if shown.is_empty() {
            return;
        }
        let source = span.slice(self.text);
        let pieces = align(source, shown).unwrap_or_else(|| vec![(0..source.len(), 0..shown.len())]);
        for (from, to) in pieces {
            let text = &shown[to];
            let span = Span::new(span.start() + from.start, span.start() + from.end);
            let identical = span.slice(self.text) == text;
            self.add(Run { span, text: text.to_owned(), identical, style: self.style.clone() });
        }
    }

    /// Appends a run, joined to the one before where both are the same piece of the source.
    fn add(&mut self, run: Run) {
        let Some(block) = &mut self.open else { return };
        let first = match &block.kind {
            RenderKind::Table { rows, .. } => {
                rows.last().and_then(|r| r.cells.last()).map_or(0, |c| c.runs.start)
            }
            _ => 0,
        };
        let joinable = block.runs.len() > first;
        match block.runs.last_mut().filter(|_| joinable) {
            Some(last)
                if last.identical
                    && run.identical
                    && last.span.end() == run.span.start()
                    && last.style == run.style =>
            {
                last.text.push_str(&run.text);
                last.span = last.span.cover(run.span);
            }
            _ => block.runs.push(run),
        }
    }
}

type Piece = (std::ops::Range<usize>, std::ops::Range<usize>);

/// Maps `shown` to `source` in pieces that are equal, or that are one escape, line break or NUL. `None` where
/// they differ otherwise (an entity): then they map as a whole.
fn align(source: &str, shown: &str) -> Option<Vec<Piece>> {
    if source == shown {
        return Some(vec![(0..source.len(), 0..shown.len())]);
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut at, mut equal) = (0, false);
    for (i, c) in shown.char_indices() {
        let rest = &source[at..];
        let to = i..i + c.len_utf8();
        let next = rest.chars().next()?;
        if next == c {
            let from = at..at + c.len_utf8();
            at = from.end;
            match pieces.last_mut().filter(|_| equal) {
                Some(last) => *last = (last.0.start..from.end, last.1.start..to.end),
                None => pieces.push((from, to)),
            }
            equal = true;
            continue;
        }
        let len = match next {
            '\n' if c == ' ' => 1,
            '\0' if c == '\u{fffd}' => 1,
            '\\' if rest[1..].starts_with(c) => 1 + c.len_utf8(),
            _ => return None,
        };
        pieces.push((at..at + len, to));
        (at, equal) = (at + len, false);
    }
    (at == source.len()).then_some(pieces)
}

/// Whether the last line of a fenced block is its closing fence.
fn fence_closes(block: &str) -> bool {
    let mut lines = block.trim_end().lines();
    let opening = lines.next().unwrap_or_default().trim_start_matches(['>', ' ', '\t']);
    let Some(mark) = opening.chars().next().filter(|c| matches!(c, '`' | '~')) else { return true };
    let count = opening.chars().take_while(|c| *c == mark).count();
    let closing = lines.next_back().unwrap_or_default().trim_start_matches(['>', ' ', '\t']).trim_end();
    closing.len() >= count && closing.chars().all(|c| c == mark)
}

fn trim_newline(runs: &mut Vec<Run>) {
    let Some(last) = runs.last_mut().filter(|r| r.text.ends_with('\n')) else { return };
    last.text.pop();
    if last.identical {
        last.span = Span::new(last.span.start(), last.span.end() - 1);
    }
    if last.text.is_empty() {
        runs.pop();
    }
}

fn level_number(level: HeadingLevel) -> u8 {
    level as u8
}

fn alignment(a: pulldown_cmark::Alignment) -> Alignment {
    match a {
        pulldown_cmark::Alignment::None => Alignment::None,
        pulldown_cmark::Alignment::Left => Alignment::Left,
        pulldown_cmark::Alignment::Center => Alignment::Center,
        pulldown_cmark::Alignment::Right => Alignment::Right,
    }
}
