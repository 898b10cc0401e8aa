//! Leaves to blocks of the default text and to the rendered view.

use super::content::Status;
use super::flow::{Leaf, LeafCell, LeafKind, LeafRow, LeafRun, Painted};
use crate::document::{Block, BlockKind, Table, TableCell, TableColumn};
use crate::extract::pdf::column_unit;
use crate::extract::rendered::{Alignment, Cell, RenderBlock, RenderKind, Rendered, Row, Run};
use crate::extract::sections::Heading;
use crate::text::{EditMap, Span};

/// What the default text is made of.
#[derive(Default)]
pub(super) struct View {
    pub blocks: Vec<Block>,
    pub headings: Vec<Heading>,
    pub rendered: Rendered,
    pub tables: Vec<Table>,
}

/// Makes the view of the leaves that stay. `text` is the default text, `map` leads to it.
pub(super) fn view(painted: &Painted, text: &str, map: &EditMap) -> View {
    let mut out = View::default();
    // The caption that came last, and its table.
    let mut caption = None;
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
            match leaf.kind {
                LeafKind::Caption => caption = Some((leaf.table, block.span)),
                LeafKind::Table => {
                    let own = caption.filter(|(table, _)| *table == leaf.table).map(|(_, span)| span);
                    out.tables.push(maker.grid(own));
                }
                _ => {}
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

    /// The rows of a table; where a cell spans others, those are shown empty.
    fn table(&self, runs: &mut Vec<Run>) -> RenderKind {
        let rows: Vec<Row> = self.leaf.rows.iter().filter_map(|row| self.row(row, runs)).collect();
        RenderKind::Table { alignments: vec![Alignment::None; self.leaf.columns], rows }
    }

    fn row(&self, row: &LeafRow, runs: &mut Vec<Run>) -> Option<Row> {
        let whole = self.span(row.span);
        if whole.is_empty() {
            return None;
        }
        let mut cells: Vec<Cell> = Vec::with_capacity(self.leaf.columns.max(row.cells.len()));
        let mut next = self.leaf.runs.partition_point(|r| r.span.start() < row.span.start());
        let mut at = whole.start();
        let pad = |cells: &mut Vec<Cell>, to: usize, at: usize, runs: usize| {
            let empty = Cell { span: Span::empty(at), runs: runs..runs };
            cells.resize(cells.len().max(to), empty);
        };
        for cell in &row.cells {
            pad(&mut cells, cell.column, at, runs.len());
            let first = runs.len();
            while let Some(run) = self.leaf.runs.get(next).filter(|r| r.span.end() <= cell.span.end()) {
                runs.extend(self.run(run));
                next += 1;
            }
            let span = self.span(cell.span);
            at = span.end();
            cells.push(Cell { span, runs: first..runs.len() });
        }
        pad(&mut cells, self.leaf.columns, at, runs.len());
        Some(Row { header: row.header, cells })
    }

    /// The table as a grid.
    fn grid(&self, caption: Option<Span>) -> Table {
        let stays: Vec<bool> = self.leaf.rows.iter().map(|r| !self.span(r.span).is_empty()).collect();
        let mut before = vec![0];
        before.extend(stays.iter().scan(0, |sum, stays| {
            *sum += usize::from(*stays);
            Some(*sum)
        }));
        let mut rows = Vec::new();
        for (i, row) in self.leaf.rows.iter().enumerate().filter(|(i, _)| stays[*i]) {
            let cell = |c: &LeafCell| TableCell {
                span: self.span(c.span),
                column: c.column,
                column_span: c.column_span,
                row_span: (before[(i + c.row_span).min(stays.len())] - before[i]).max(1),
            };
            rows.push(row.cells.iter().map(cell).collect::<Vec<_>>());
        }
        let kept = self.leaf.rows.iter().zip(&stays).filter(|(_, stays)| **stays);
        let header_rows = kept.take_while(|(row, _)| row.header).count();
        Table {
            span: self.span(self.leaf.span),
            caption,
            header_rows,
            columns: self.columns(&rows[..header_rows]),
            rows,
            regions: Vec::new(),
            continues: None,
        }
    }

    /// What heads each column, and the unit of its values.
    fn columns(&self, head: &[Vec<TableCell>]) -> Vec<TableColumn> {
        let mut columns = vec![TableColumn::default(); self.leaf.columns];
        for cell in head.iter().flatten() {
            let text = cell.span.slice(self.text);
            let own = columns.iter_mut().skip(cell.column).take(cell.column_span);
            for column in own.filter(|_| !text.is_empty()) {
                if !column.header.is_empty() {
                    column.header.push(' ');
                }
                column.header.push_str(text);
                column.unit = column_unit(text).or(column.unit.take());
            }
        }
        columns
    }
}
