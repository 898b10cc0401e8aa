//! Scripts that do not run from left to right: Hebrew in visual and in logical order of drawing, Japanese from top
//! to bottom.

#[path = "common/pdf.rs"]
mod pdf;

use fundstelle::document::Extraction;
use fundstelle::extract::pdf::{PdfOptions, extract_bytes};
use fundstelle::jobs::set_worker_program;
use fundstelle::text::{Cancel, Progress};
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use pdf::save;

const SIZE: f32 = 12.0;

/// A drawing font whose glyphs are boxes, with a code for each character of an alphabet.
struct Alphabet(Vec<char>);

impl Alphabet {
    fn of(text: &str) -> Self {
        let mut chars: Vec<char> = text.chars().filter(|c| *c != '\n').collect();
        chars.sort_unstable();
        chars.dedup();
        Self(chars)
    }

    fn code(&self, c: char) -> u8 {
        33 + self.0.iter().position(|x| *x == c).unwrap() as u8
    }

    /// Letters are `width` thousandths of an em wide, blanks a quarter.
    fn font(&self, document: &mut Document, width: i64) -> ObjectId {
        let mut procs = Dictionary::new();
        let mut names: Vec<Object> = vec![33.into()];
        let (mut widths, mut map) = (Vec::new(), String::new());
        for (i, c) in self.0.iter().enumerate() {
            let name = format!("g{i}");
            let w = if *c == ' ' { 250 } else { width };
            let ink = if *c == ' ' { String::new() } else { format!("50 0 {} 700 re f", w - 100) };
            let proc = Stream::new(Dictionary::new(), format!("{w} 0 d0 {ink}").into_bytes());
            procs.set(name.clone(), document.add_object(proc));
            names.push(Object::Name(name.into_bytes()));
            widths.push(Object::Integer(w));
            map.push_str(&format!("<{:02X}> <{:04X}>\n", 33 + i, u32::from(*c)));
        }
        let cmap = format!(
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n\
             1 begincodespacerange <00> <FF> endcodespacerange\n{} beginbfchar\n{map}endbfchar\nendcmap end end",
            self.0.len()
        );
        let unicode = document.add_object(Stream::new(Dictionary::new(), cmap.into_bytes()));
        document.add_object(dictionary! {
            "Type" => "Font", "Subtype" => "Type3", "Name" => "S",
            "FontBBox" => vec![0.into(), 0.into(), 1000.into(), 1000.into()],
            "FontMatrix" => vec![0.001.into(), 0.into(), 0.into(), 0.001.into(), 0.into(), 0.into()],
            "CharProcs" => procs, "FirstChar" => 33, "LastChar" => 32 + self.0.len() as i64,
            "Widths" => widths, "ToUnicode" => unicode, "Resources" => Dictionary::new(),
            "Encoding" => dictionary! { "Type" => "Encoding", "Differences" => names },
        })
    }
}

/// A page with characters at places.
fn page(text: &str, width: i64, places: &[(f32, f32, char)]) -> Extraction {
    set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
    let alphabet = Alphabet::of(text);
    let mut document = Document::with_version("1.7");
    let font = alphabet.font(&mut document, width);
    let mut operations =
        vec![Operation::new("BT", vec![]), Operation::new("Tf", vec!["S".into(), SIZE.into()])];
    for (x, y, c) in places {
        let matrix = [1.0, 0.0, 0.0, 1.0, *x, *y].map(Object::from);
        operations.push(Operation::new("Tm", matrix.to_vec()));
        operations.push(Operation::new("Tj", vec![Object::string_literal(vec![alphabet.code(*c)])]));
    }
    operations.push(Operation::new("ET", vec![]));
    let content =
        document.add_object(Stream::new(Dictionary::new(), Content { operations }.encode().unwrap()));
    let pages = document.new_object_id();
    let page = document.add_object(dictionary! {
        "Type" => "Page", "Parent" => pages, "Contents" => content,
        "MediaBox" => vec![0.into(), 0.into(), 595.into(), 842.into()],
        "Resources" => dictionary! { "Font" => dictionary! { "S" => font } },
    });
    let kids = dictionary! { "Type" => "Pages", "Kids" => vec![page.into()], "Count" => 1 };
    document.objects.insert(pages, kids.into());
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
    document.trailer.set("Root", catalog);
    let options = PdfOptions::default();
    extract_bytes(save(document), "s.pdf", None, options, &Cancel::new(), &Progress::default()).unwrap()
}

/// Places for lines that are *seen* from left to right as given, the right edge at 500.
fn seen(lines: &[&str], width: f32) -> Vec<(f32, f32, char)> {
    let step = |c: char| if c == ' ' { 0.25 * SIZE } else { width * SIZE };
    let mut out = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let mut x = 500.0 - line.chars().map(step).sum::<f32>();
        for c in line.chars() {
            out.push((x, 700.0 - n as f32 * 16.0, c));
            x += step(c);
        }
    }
    out
}

const HEBREW: [&str; 3] =
    ["המשאבה פועלת רק כאשר הכיסוי סגור", "לפני פתיחת הכיסוי יש לנתק את", "אספקת החשמל ולהמתין 30 שניות."];

fn reversed(line: &str) -> String {
    // As it is seen: letters from right to left, figures from left to right.
    line.chars().rev().collect::<String>().replace("03", "30")
}

#[test]
fn hebrew_is_read_in_logical_order_however_it_is_drawn() {
    let text = HEBREW.join(" ");
    let shown: Vec<String> = HEBREW.iter().map(|l| reversed(l)).collect();
    let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
    let visual = seen(&shown, 0.5);
    let found = page(&text, 500, &visual);
    assert_eq!(found.text().as_str(), text);
    // The pen goes from right to left, glyph by glyph.
    let mut logical = visual;
    logical.reverse();
    assert_eq!(page(&text, 500, &logical).text().as_str(), text);
    // A word's box lies where the word stands: at the right edge for the first.
    let quads = found.quads((0.."המשאבה".len()).into());
    let bounds = quads[0].quad.bounds();
    assert!(bounds.x1 > 495.0 && bounds.x0 > 455.0, "{bounds:?}");
}

const JAPANESE: [&str; 4] = [
    "ポンプの蓋を開ける前に電源を切り、",
    "三十秒待ってください。蓋が開いて",
    "いる間はポンプを運転しないでくだ",
    "さい。年に一度は点検が必要です。",
];

/// Columns from right to left, characters from top to bottom.
fn stacked(columns: &[&str]) -> Vec<(f32, f32, char)> {
    let mut out = Vec::new();
    for (n, column) in columns.iter().enumerate() {
        for (i, c) in column.chars().enumerate() {
            out.push((480.0 - n as f32 * 20.0, 700.0 - i as f32 * 13.0, c));
        }
    }
    out
}

#[test]
fn japanese_stacked_in_columns_is_read_from_top_to_bottom_and_right_to_left() {
    let text = JAPANESE.concat();
    let found = page(&text, 1000, &stacked(&JAPANESE));
    assert_eq!(found.text().as_str(), text);
    // Drawn row by row it reads the same.
    let mut rows = stacked(&JAPANESE);
    rows.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.total_cmp(&b.0)));
    assert_eq!(page(&text, 1000, &rows).text().as_str(), text);
    // Each character's box covers its ink.
    let first = found.quads((0.."ポ".len()).into())[0].quad.bounds();
    assert!(first.x0 <= 480.6 && first.x1 >= 491.4, "{first:?}");
    assert!(first.y0 <= 842.0 - 708.4 && first.y1 >= 842.0 - 700.0, "{first:?}");
}

#[test]
fn japanese_in_lines_stays_in_lines() {
    let text = JAPANESE.concat();
    let lines: Vec<_> = JAPANESE
        .iter()
        .enumerate()
        .flat_map(|(n, line)| {
            let place = move |(i, c)| (80.0 + i as f32 * SIZE, 700.0 - n as f32 * 20.0, c);
            line.chars().enumerate().map(place)
        })
        .collect();
    assert_eq!(page(&text, 1000, &lines).text().as_str(), text);
}
