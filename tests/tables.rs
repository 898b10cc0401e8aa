//! Tables on pages are read row by row, and what only looks like one is none.

use fundstelle::document::{BlockKind, Extraction, Rect, Table};
use fundstelle::extract::pdf::{PdfOptions, extract, extract_bytes};
use fundstelle::text::{Cancel, Progress};
use lopdf::Dictionary;
use std::fmt::Write;

#[path = "common/pdf.rs"]
mod pdf;

/// A page's content while it is drawn; y counts from the top, as a reader sees it.
#[derive(Default)]
struct Sheet(String);

impl Sheet {
    fn font(&mut self, font: &str, size: f32, x: f32, y: f32, text: &str) {
        let (bytes, _, _) = encoding_rs::WINDOWS_1252.encode(text);
        let hex = bytes.iter().fold(String::new(), |mut hex, b| {
            write!(hex, "{b:02x}").unwrap();
            hex
        });
        writeln!(self.0, "BT /{font} {size} Tf {x} {} Td <{hex}> Tj ET", 842.0 - y).unwrap();
    }

    fn text(&mut self, x: f32, y: f32, text: &str) {
        self.font("F", 10.0, x, y, text);
    }

    /// Digits that end at `x`: those of Times are half an em wide.
    fn right(&mut self, x: f32, y: f32, digits: &str) {
        let narrow = digits.chars().filter(|c| ".,".contains(*c)).count() as f32;
        self.text(x - 5.0 * (digits.len() as f32 - narrow) - 2.5 * narrow, y, digits);
    }

    fn line(&mut self, x0: f32, y0: f32, x1: f32, y1: f32) {
        writeln!(self.0, "0.5 w {x0} {} m {x1} {} l S", 842.0 - y0, 842.0 - y1).unwrap();
    }

    fn prose(&mut self, x: f32, y: f32, lines: usize, words: usize) {
        for i in 0..lines {
            self.text(x, y + 13.0 * i as f32, &pdf::sentence(y as u64 * 31 + i as u64 + x as u64, words));
        }
    }
}

fn read(sheets: Vec<Sheet>) -> Extraction {
    fundstelle::jobs::set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
    let mut maker = pdf::Maker::new();
    for sheet in sheets {
        maker.page(sheet.0.into_bytes(), Dictionary::new());
    }
    let (cancel, progress) = (Cancel::new(), Progress::default());
    extract_bytes(maker.bytes(), "sheet.pdf", None, PdfOptions::default(), &cancel, &progress).unwrap()
}

fn rows<'a>(found: &'a Extraction, table: &Table) -> Vec<Vec<&'a str>> {
    let text = found.text().as_str();
    table.rows.iter().map(|row| row.iter().map(|c| c.span.slice(text)).collect()).collect()
}

const PARTS: [[&str; 3]; 6] = [
    ["Part", "Limit (bar)", "Interval (h)"],
    ["Pump", "5", "528"],
    ["Valve", "18", "757"],
    ["Kühler", "9", "210"],
    ["Motor", "20", "487"],
    ["Filter", "2", "858"],
];

/// The cells of [`PARTS`] in this order of places, 18 points a row, with lines around them if asked for.
fn parts(sheet: &mut Sheet, top: f32, order: &[(usize, usize)], ruled: bool) {
    let x = [72.0, 200.0, 300.0, 400.0];
    for &(r, c) in order {
        sheet.text(x[c] + 4.0, top + 13.0 + 18.0 * r as f32, PARTS[r][c]);
    }
    if ruled {
        let bottom = top + 18.0 * 6.0;
        (0..=6).for_each(|i| sheet.line(x[0], top + 18.0 * i as f32, x[3], top + 18.0 * i as f32));
        for x in x {
            sheet.line(x, top, x, bottom);
        }
    }
}

fn by_columns() -> Vec<(usize, usize)> {
    (0..3).flat_map(|c| (0..6).map(move |r| (r, c))).collect()
}

fn shuffled() -> Vec<(usize, usize)> {
    (0..18).map(|i| i * 7 % 18).map(|i| (i / 3, i % 3)).collect()
}

#[test]
fn a_table_reads_row_by_row_however_its_cells_are_drawn() {
    for (order, ruled) in
        [(by_columns(), true), (shuffled(), true), (by_columns(), false), (shuffled(), false)]
    {
        let mut sheet = Sheet::default();
        sheet.prose(72.0, 72.0, 4, 13);
        parts(&mut sheet, 160.0, &order, ruled);
        sheet.prose(72.0, 320.0, 4, 13);
        let found = read(vec![sheet]);
        let [table] = found.tables() else { panic!("one table, ruled {ruled}: {:?}", found.tables()) };
        assert_eq!(rows(&found, table), PARTS, "ruled {ruled}");
        assert_eq!(table.span.slice(found.text()).lines().next(), Some("Part\tLimit (bar)\tInterval (h)"));
        assert_eq!(table.header_rows, 1);
        let units: Vec<_> = table.columns.iter().map(|c| c.unit.as_deref()).collect();
        assert_eq!(units, [None, Some("bar"), Some("h")]);
        let block = found.blocks().iter().find(|b| b.kind == BlockKind::Table).unwrap();
        assert_eq!(block.span, table.span);
        assert!(found.text().starts_with(&pdf::sentence(72 * 31 + 72, 13)), "prose, table, prose");
        assert!(found.text().find(&pdf::sentence(320 * 31 + 72, 13)).unwrap() > table.span.end());
    }
}

#[test]
fn the_tabs_and_newlines_between_cells_have_no_box_and_every_cell_has_one() {
    let mut sheet = Sheet::default();
    parts(&mut sheet, 160.0, &by_columns(), true);
    let found = read(vec![sheet]);
    let table = &found.tables()[0];
    for cell in table.rows.iter().flatten() {
        assert_eq!(found.quads(cell.span).len(), 1);
    }
    for (at, _) in found.text().match_indices(['\t', '\n']) {
        assert!(found.quads((at..at + 1).into()).is_empty());
    }
}

#[test]
fn the_lines_of_a_wrapped_cell_are_one_cell() {
    let mut sheet = Sheet::default();
    let x = [72.0, 170.0, 420.0, 500.0];
    let ys = [100.0, 120.0, 160.0, 186.0];
    for (r, cells) in [["Step", "What to do", "Minutes"], ["1", "", "15"], ["2", "Fill up with oil", "20"]]
        .iter()
        .enumerate()
    {
        for (c, text) in cells.iter().enumerate() {
            sheet.text(x[c] + 4.0, ys[r] + 13.0, text);
        }
    }
    sheet.text(174.0, 133.0, "Drain the housing and check the");
    sheet.text(174.0, 145.0, "magnet for chips");
    for y in ys {
        sheet.line(x[0], y, x[3], y);
    }
    for x in x {
        sheet.line(x, ys[0], x, ys[3]);
    }
    let found = read(vec![sheet]);
    let wrapped = rows(&found, &found.tables()[0])[1].clone();
    assert_eq!(wrapped, ["1", "Drain the housing and check the magnet for chips", "15"]);
    assert!(found.raw().contains("check the\nmagnet"), "the raw text keeps the line end");
}

#[test]
fn a_heading_over_several_columns_heads_each_of_them() {
    let mut sheet = Sheet::default();
    let x = [72.0, 200.0, 280.0, 360.0, 440.0];
    sheet.text(250.0, 113.0, "Turnover in EUR");
    sheet.text(376.0, 131.0, "Staff");
    for (c, year) in ["1996", "1997"].iter().enumerate() {
        sheet.text(x[c + 1] + 20.0, 131.0, year);
    }
    for (r, row) in
        [["Nord", "12", "14", "3"], ["Süd", "9", "8", "2"], ["West", "7", "7", "5"]].iter().enumerate()
    {
        for (c, text) in row.iter().enumerate() {
            sheet.text(x[c] + 20.0, 149.0 + 18.0 * r as f32, text);
        }
    }
    for i in 0..=5 {
        let from = if i == 1 { x[1] } else { x[0] };
        let to = if i == 1 { x[3] } else { x[4] };
        sheet.line(from, 100.0 + 18.0 * i as f32, to, 100.0 + 18.0 * i as f32);
    }
    for (c, &x) in x.iter().enumerate() {
        sheet.line(x, if c == 2 { 118.0 } else { 100.0 }, x, 190.0);
    }
    let found = read(vec![sheet]);
    let table = &found.tables()[0];
    assert_eq!(table.header_rows, 2);
    let headers: Vec<_> = table.columns.iter().map(|c| c.header.as_str()).collect();
    assert_eq!(headers, ["", "Turnover in EUR 1996", "Turnover in EUR 1997", "Staff"]);
    assert_eq!(table.columns[1].unit.as_deref(), Some("EUR"));
    let over = table.cell(0, 2).unwrap();
    assert_eq!((over.column, over.column_span, over.span.slice(found.text())), (1, 2, "Turnover in EUR"));
    assert!(table.rows.iter().all(|row| row.iter().map(|c| c.column_span).sum::<usize>() <= 4));
    let tabs = table.span.slice(found.text()).lines().map(|l| l.matches('\t').count());
    assert_eq!(tabs.collect::<Vec<_>>(), [3; 5], "every row has the same number of tabs");
}

#[test]
fn figures_under_each_other_are_a_table_without_any_line() {
    let mut sheet = Sheet::default();
    sheet.prose(72.0, 72.0, 5, 13);
    sheet.text(72.0, 170.0, "Region");
    for (c, year) in ["2001", "2002", "2003"].iter().enumerate() {
        sheet.right(300.0 + 70.0 * c as f32, 170.0, year);
    }
    let labels = ["Bayern mit allen kreisfreien Städten", "Bremen", "Land Hessen ohne Frankfurt", "Saarland"];
    for (r, label) in labels.iter().enumerate() {
        sheet.text(72.0, 184.0 + 14.0 * r as f32, label);
        for c in 0..3 {
            let value = format!("{}.{}", 9 + 37 * r + 11 * c, (r + c) % 10);
            sheet.right(300.0 + 70.0 * c as f32, 184.0 + 14.0 * r as f32, &value);
        }
    }
    sheet.prose(72.0, 270.0, 5, 13);
    let found = read(vec![sheet]);
    let [table] = found.tables() else { panic!("one table: {:?}", found.tables()) };
    assert_eq!((table.rows.len(), table.columns.len()), (5, 4));
    assert_eq!(rows(&found, table)[3], ["Land Hessen ohne Frankfurt", "83.2", "94.3", "105.4"]);
    assert_eq!(table.columns[3].header, "2003");
}

#[test]
fn dots_may_lead_from_a_label_to_its_figures() {
    let mut sheet = Sheet::default();
    for (r, label) in ["Total population", "Men", "Women of all ages", "Households"].iter().enumerate() {
        let y = 100.0 + 14.0 * r as f32;
        let dots = ".".repeat(70 - 2 * label.len());
        sheet.text(72.0, y, &format!("{label}{dots}"));
        sheet.right(330.0, y, &format!("{}", 7000 - 1500 * r));
        sheet.right(400.0, y, &format!("{}", 6100 - 1300 * r));
    }
    let found = read(vec![sheet]);
    let [table] = found.tables() else { panic!("one table: {:?}", found.tables()) };
    assert_eq!((table.rows.len(), table.columns.len()), (4, 3));
    assert_eq!(rows(&found, table)[1][1..], ["5500", "4800"]);
}

#[test]
fn two_tables_on_a_page_are_two_and_each_has_its_caption() {
    let mut sheet = Sheet::default();
    sheet.text(72.0, 90.0, "Table 1. Limits of the parts");
    parts(&mut sheet, 100.0, &by_columns(), true);
    sheet.prose(72.0, 240.0, 3, 13);
    sheet.text(72.0, 310.0, "Table 2. Limits once more");
    parts(&mut sheet, 320.0, &shuffled(), true);
    let found = read(vec![sheet]);
    let captions: Vec<_> = found.tables().iter().map(|t| t.caption.map(|c| c.slice(found.text()))).collect();
    assert_eq!(captions, [Some("Table 1. Limits of the parts"), Some("Table 2. Limits once more")]);
    assert!(found.tables().iter().all(|t| t.continues.is_none()));
}

#[test]
fn a_table_in_a_column_of_text_is_read_where_it_stands() {
    let mut sheet = Sheet::default();
    sheet.prose(60.0, 72.0, 6, 6);
    for (r, row) in
        [["a", "10", "20"], ["b", "30", "40"], ["c", "50", "60"], ["d", "70", "80"]].iter().enumerate()
    {
        for (c, text) in row.iter().enumerate() {
            sheet.text(64.0 + 70.0 * c as f32, 173.0 + 18.0 * r as f32, text);
        }
    }
    (0..=4).for_each(|i| sheet.line(60.0, 160.0 + 18.0 * i as f32, 270.0, 160.0 + 18.0 * i as f32));
    (0..=3).for_each(|i| sheet.line(60.0 + 70.0 * i as f32, 160.0, 60.0 + 70.0 * i as f32, 232.0));
    sheet.prose(60.0, 250.0, 6, 6);
    sheet.prose(320.0, 72.0, 20, 6);
    let found = read(vec![sheet]);
    assert_eq!(rows(&found, &found.tables()[0])[2], ["c", "50", "60"]);
    let span = found.tables()[0].span;
    let right = found.text().find(&pdf::sentence(72 * 31 + 320, 6)).unwrap();
    let below = found.text().find(&pdf::sentence(250 * 31 + 60, 6)).unwrap();
    assert!(span.end() <= below && below < right, "the left column to its end, then the right one");
}

#[test]
fn a_table_that_goes_on_on_the_next_page_is_linked() {
    let page = |from: usize, top: f32| {
        let mut sheet = Sheet::default();
        let x = [72.0, 200.0, 300.0, 400.0];
        let row = |sheet: &mut Sheet, i: usize, cells: [&str; 3]| {
            (0..3).for_each(|c| sheet.text(x[c] + 4.0, top + 13.0 + 18.0 * i as f32, cells[c]));
        };
        row(&mut sheet, 0, ["Part", "Limit (bar)", "Interval (h)"]);
        for i in 1..12 {
            let n = from + i;
            row(&mut sheet, i, [&format!("Part {n}"), &format!("{}", n * 3), &format!("{}", n * 17)]);
        }
        (0..=12).for_each(|i| sheet.line(x[0], top + 18.0 * i as f32, x[3], top + 18.0 * i as f32));
        for x in x {
            sheet.line(x, top, x, top + 18.0 * 12.0);
        }
        sheet
    };
    let mut first = page(0, 560.0);
    first.prose(72.0, 72.0, 30, 13);
    let mut second = page(11, 72.0);
    second.prose(72.0, 330.0, 20, 13);
    let found = read(vec![first, second]);
    let links: Vec<_> = found.tables().iter().map(|t| t.continues).collect();
    assert_eq!(links, [None, Some(0)]);
    assert!(found.tables().iter().all(|t| t.header_rows == 1 && t.regions.len() == 1));
}

#[test]
fn prose_in_two_columns_lists_and_tables_of_contents_are_no_tables() {
    let mut columns = Sheet::default();
    columns.prose(60.0, 72.0, 30, 6);
    columns.prose(320.0, 72.0, 30, 6);
    let mut list = Sheet::default();
    for i in 0..8 {
        list.text(72.0, 72.0 + 14.0 * i as f32, &format!("{}.", i + 1));
        list.text(100.0, 72.0 + 14.0 * i as f32, &pdf::sentence(i, 5));
    }
    let mut contents = Sheet::default();
    for i in 0..10_u32 {
        let y = 72.0 + 14.0 * i as f32;
        contents.text(72.0, y, &format!("{}", i + 1));
        contents.text(90.0, y, &format!("Chapter {}{}", pdf::sentence(u64::from(i), 2), ".".repeat(90)));
        contents.right(440.0, y, &format!("{}", 3 + 7 * i));
    }
    let mut boxed = Sheet::default();
    boxed.prose(80.0, 90.0, 8, 12);
    for (x0, y0, x1, y1) in [
        (70.0, 75.0, 500.0, 75.0),
        (70.0, 190.0, 500.0, 190.0),
        (70.0, 75.0, 70.0, 190.0),
        (500.0, 75.0, 500.0, 190.0),
    ] {
        boxed.line(x0, y0, x1, y1);
    }
    let mut terms = Sheet::default();
    for (i, term) in ["Name:", "Street:", "Town:", "Telephone:", "Date:"].iter().enumerate() {
        terms.text(72.0, 72.0 + 16.0 * i as f32, term);
        terms.text(200.0, 72.0 + 16.0 * i as f32, &pdf::sentence(i as u64 + 40, 2));
    }
    for (name, sheet) in
        [("columns", columns), ("list", list), ("contents", contents), ("box", boxed), ("form", terms)]
    {
        let found = read(vec![sheet]);
        assert!(found.tables().is_empty(), "{name}: {:?}", rows(&found, &found.tables()[0]));
    }
}

#[test]
fn the_labels_of_a_chart_are_no_table() {
    let mut sheet = Sheet::default();
    for i in 0..6 {
        sheet.right(90.0, 104.0 + 30.0 * i as f32, &format!("{}", 100 - 20 * i));
        sheet.line(95.0, 100.0 + 30.0 * i as f32, 400.0, 100.0 + 30.0 * i as f32);
    }
    for i in 0..5 {
        sheet.text(110.0 + 60.0 * i as f32, 265.0, &format!("{}", 2001 + i));
        sheet.text(115.0 + 60.0 * i as f32, 120.0 + 20.0 * i as f32, &format!("{}.5", 80 - 12 * i));
        sheet.line(110.0 + 60.0 * i as f32, 130.0, 170.0 + 60.0 * i as f32, 160.0 + 15.0 * i as f32);
    }
    sheet.text(95.0, 290.0, "Figure 3: Turnover by year");
    let found = read(vec![sheet]);
    assert!(found.tables().is_empty(), "{:?}", rows(&found, &found.tables()[0]));
}

/// Intersection over union.
fn agreement(a: Rect, b: Rect) -> f32 {
    let (w, h) = (a.x1.min(b.x1) - a.x0.max(b.x0), a.y1.min(b.y1) - a.y0.max(b.y0));
    if w <= 0.0 || h <= 0.0 {
        return 0.0;
    }
    w * h / (a.width() * a.height() + b.width() * b.height() - w * h)
}

/// The table regions of a truth file of the ICDAR 2013 table competition: page and box, y from the bottom.
fn regions(xml: &str) -> Vec<(u32, Rect)> {
    let value = |text: &str, name: &str| -> f32 {
        let at = text.find(&format!(" {name}=")).unwrap() + name.len() + 3;
        text[at..].split(['"', '\'']).next().unwrap().parse().unwrap()
    };
    let region = |part: &str| {
        let bounds = &part[part.find("<bounding-box").unwrap()..];
        let corner = |name| value(bounds, name);
        (value(part, "page") as u32, Rect::new(corner("x1"), corner("y1"), corner("x2"), corner("y2")))
    };
    xml.split("<region").skip(1).map(region).collect()
}

#[test]
fn tables_of_official_documents_are_found_where_people_marked_them() {
    let Some(folder) = pdf::shared("corpora/tables") else { return };
    fundstelle::jobs::set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
    let (mut hits, mut marked, mut found) = (0, 0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let truth = path.with_file_name(format!("{}-reg.xml", path.file_stem().unwrap().to_str().unwrap()));
        if path.extension().is_none_or(|e| e != "pdf") || !truth.exists() {
            continue;
        }
        let (cancel, progress) = (Cancel::new(), Progress::default());
        let file = extract(&path, "t.pdf", None, PdfOptions::default(), &cancel, &progress).unwrap();
        let mut truths = regions(&std::fs::read_to_string(&truth).unwrap());
        marked += truths.len();
        for region in file.tables().iter().flat_map(|t| &t.regions) {
            found += 1;
            let height = file.pages()[region.page.get()].height;
            let b = region.bbox;
            let place = Rect::new(b.x0, height - b.y0, b.x1, height - b.y1);
            let hit = |t: &(u32, Rect)| t.0 == region.page.number() && agreement(t.1, place) >= 0.5;
            if let Some(i) = truths.iter().position(hit) {
                truths.remove(i);
                hits += 1;
            }
        }
    }
    let (recall, precision) = (hits as f32 / marked as f32, hits as f32 / found as f32);
    println!(
        "table regions: {hits} of {marked} found, {found} named: recall {recall:.3}, precision {precision:.3}"
    );
    assert!(recall >= 0.95 && precision >= 0.95, "recall {recall}, precision {precision}");
}
