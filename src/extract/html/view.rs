//! Leaves to blocks of the default text and to the rendered view.

use super::content::Status;
use super::flow::{Leaf, LeafKind, LeafRow, LeafRun, Painted};
use crate::document::{Block, BlockKind};
use crate::extract::rendered::{Alignment, Cell, RenderBlock, RenderKind, Rendered, Row, Run};
use crate::extract::sections::Heading;
use crate::text::{EditMap, Span};

/// What the default text is made of.
#[derive(Default)]
pub(super) struct View {
    pub blocks: Vec<Block>,
    pub headings: Vec<Heading>,
    pub rendered: Rendered,
}

/// Makes the view of the leaves that stay. `text` is the default text, `map` leads to it.
pub(super) fn view(painted: &Painted, text: &str, map: &EditMap) -> View {
    let mut out = View::default();
    for leaf in painted.leaves.iter().filter(|l| l.status == Status::Keep) {
        let maker = Maker { painted, text, map, leaf };
        let block = maker.rendered();
        if !block.span.is_empty() {
            let (kind, level) = block_kind(leaf);
            if let LeafKind::Heading(level) = leaf.kind
                && block.top_level()
            {
                let title = block.span.slice(text).split_whitespace().collect::<Vec<_>>().join(" ");
                out.headings.push(Heading { level, title, start: block.span.start() });
            }
            out.blocks.push(Block { kind, level, span: block.span, regions: Vec::new() });
        }
        out.rendered.blocks.push(block);
    }
    out
}

fn block_kind(leaf: &Leaf) -> (BlockKind, Option<u8>) {
    match leaf.kind {
        LeafKind::Code => (BlockKind::Code, None),
        LeafKind::Table => (BlockKind::Table, None),
        LeafKind::Caption => (BlockKind::Caption, None),
        _ if leaf.quotes > 0 => (BlockKind::Quote, None),
        _ if leaf.lists > 0 => (BlockKind::ListItem, Some(u8::try_from(leaf.lists).unwrap_or(u8::MAX))),
        LeafKind::Heading(level) => (BlockKind::Heading, Some(level)),
        LeafKind::Paragraph | LeafKind::Rule => (BlockKind::Paragraph, None),
    }
}

struct Maker<'a> {
    painted: &'a Painted,
    text: &'a str,
    map: &'a EditMap,
    leaf: &'a Leaf,
}

impl Maker<'_> {
    fn span(&self, raw: Span) -> Span {
        let start = self.map.to_edited(raw.start());
        Span::new(start, self.map.to_edited(raw.end()).max(start))
    }

    fn rendered(&self) -> RenderBlock {
        let leaf = self.leaf;
        let mut runs = Vec::with_capacity(leaf.runs.len());
        let kind = match leaf.kind {
            LeafKind::Heading(level) => RenderKind::Heading(level),
            LeafKind::Rule => RenderKind::Rule,
            LeafKind::Paragraph | LeafKind::Caption => RenderKind::Paragraph,
            LeafKind::Code => {
                RenderKind::Code { language: leaf.language.clone(), fenced: true, closed: true }
            }
            LeafKind::Table => self.table(&mut runs),
        };
        if leaf.kind != LeafKind::Table {
            runs.extend(leaf.runs.iter().filter_map(|run| self.run(run)));
        }
        RenderBlock {
            kind,
            span: self.span(leaf.span),
            quote_depth: leaf.quotes,
            list_depth: leaf.lists,
            item: leaf.item,
            footnote: None,
            runs,
        }
    }

    fn run(&self, run: &LeafRun) -> Option<Run> {
        if run.status != Status::Keep {
            return None;
        }
        let span = self.span(run.span);
        let mut style = self.painted.styles.get(run.style);
        // A caption looks like one; there is no block of that look.
        style.emphasis |= self.leaf.kind == LeafKind::Caption;
        if let Some((address, description)) = run.image.as_deref() {
            style.image = Some(address.clone());
            return Some(Run {
                span: Span::empty(span.start()),
                text: description.clone(),
                identical: false,
                style,
            });
        }
        (!span.is_empty()).then(|| Run {
            span,
            text: span.slice(self.text).to_owned(),
            identical: true,
            style,
        })
    }

    /// The rows of a table, each as wide as the widest; where a cell spans others, they are shown empty.
    fn table(&self, runs: &mut Vec<Run>) -> RenderKind {
        let width = |row: &LeafRow| row.cells.iter().map(|c| usize::from(c.column_span)).sum::<usize>();
        let cells: usize = self.leaf.rows.iter().map(|r| r.cells.len()).sum();
        let columns = self.leaf.rows.iter().map(width).max().unwrap_or(0);
        // Claims of a size that the cells do not have are not followed.
        let honest = columns.saturating_mul(self.leaf.rows.len()) <= 4 * cells + 10_000;
        let columns =
            if honest { columns } else { self.leaf.rows.iter().map(|r| r.cells.len()).max().unwrap_or(0) };
        let mut taken = vec![0_u16; columns];
        let mut rows = Vec::new();
        for row in &self.leaf.rows {
            if self.span(row.span).is_empty() {
                continue;
            }
            let shown = self.row(row, honest, &mut taken, runs);
            rows.push(Row { header: row.header, cells: shown });
        }
        let widest = rows.iter().map(|r| r.cells.len()).max().unwrap_or(0);
        for row in &mut rows {
            let end = row.cells.last().map_or(Cell::default(), |c| Cell {
                span: Span::empty(c.span.end()),
                runs: c.runs.end..c.runs.end,
            });
            row.cells.resize(widest, end);
        }
        RenderKind::Table { alignments: vec![Alignment::None; widest], rows }
    }

    fn row(&self, row: &LeafRow, honest: bool, taken: &mut Vec<u16>, runs: &mut Vec<Run>) -> Vec<Cell> {
        let mut out: Vec<Cell> = Vec::with_capacity(row.cells.len());
        let mut next = self.leaf.runs.partition_point(|r| r.span.start() < row.span.start());
        let mut at = self.span(row.span).start();
        for cell in &row.cells {
            while honest && taken.get(out.len()).is_some_and(|n| *n > 0) {
                taken[out.len()] -= 1;
                out.push(Cell { span: Span::empty(at), runs: runs.len()..runs.len() });
            }
            let first = runs.len();
            while let Some(run) = self.leaf.runs.get(next).filter(|r| r.span.end() <= cell.span.end()) {
                runs.extend(self.run(run));
                next += 1;
            }
            let span = self.span(cell.span);
            at = span.end();
            let spanned = if honest { usize::from(cell.column_span) } else { 1 };
            for i in 0..spanned {
                if honest && cell.row_span > 1 {
                    if taken.len() <= out.len() {
                        taken.resize(out.len() + 1, 0);
                    }
                    taken[out.len()] = cell.row_span - 1;
                }
                let own = if i == 0 {
                    (span, first..runs.len())
                } else {
                    (Span::empty(at), runs.len()..runs.len())
                };
                out.push(Cell { span: own.0, runs: own.1 });
            }
        }
        while honest && taken.get(out.len()).is_some_and(|n| *n > 0) {
            taken[out.len()] -= 1;
            out.push(Cell { span: Span::empty(at), runs: runs.len()..runs.len() });
        }
        out
    }
}
