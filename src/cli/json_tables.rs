//! Tables as `extract --format json` prints them.

use super::json::{RegionJson, View};
use crate::document::{Table, TableCell, TableColumn};
use serde::Serialize;

/// A table, or the part of one that stands on one page.
#[derive(Debug, Serialize)]
pub(super) struct TableJson<'a> {
    id: String,
    caption: Option<&'a str>,
    header_rows: usize,
    columns: &'a [TableColumn],
    regions: Vec<RegionJson>,
    /// The table that it goes on with.
    continues: Option<String>,
    rows: Vec<Vec<CellJson<'a>>>,
}

#[derive(Debug, Serialize)]
struct CellJson<'a> {
    text: &'a str,
    start: usize,
    end: usize,
    column: usize,
    row_span: usize,
    column_span: usize,
}

/// All tables of what is printed.
pub(super) fn tables<'a>(view: &View<'a>) -> Vec<TableJson<'a>> {
    view.extraction.tables().iter().enumerate().map(|(i, table)| table_json(view, i, table)).collect()
}

fn table_json<'a>(view: &View<'a>, i: usize, table: &'a Table) -> TableJson<'a> {
    let row = |cells: &Vec<TableCell>| cells.iter().map(|cell| cell_json(view, cell)).collect();
    TableJson {
        id: table_id(i),
        caption: table.caption.map(|span| view.extraction.text().slice(span)),
        header_rows: table.header_rows,
        columns: &table.columns,
        regions: table.regions.iter().map(RegionJson::new).collect(),
        continues: table.continues.map(table_id),
        rows: table.rows.iter().map(row).collect(),
    }
}

fn cell_json<'a>(view: &View<'a>, cell: &TableCell) -> CellJson<'a> {
    let [start, end] = view.place(cell.span);
    CellJson {
        text: view.text.slice(view.printed(cell.span)),
        start,
        end,
        column: cell.column,
        row_span: cell.row_span,
        column_span: cell.column_span,
    }
}

/// The name of a table, by its place in the list.
fn table_id(i: usize) -> String {
    format!("t{}", i + 1)
}
