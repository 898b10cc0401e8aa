//! How well PDFs are read, in figures: `cargo test --test figures -- --nocapture` prints them.
//!
//! Reads the corpus folder that `FUNDSTELLE_SHARED` names (or `../shared`) and is skipped where there is none.

#[path = "common/pdf.rs"]
mod pdf;

use fundstelle::document::{Extraction, PageIndex};
use fundstelle::extract::pdf::{PdfOptions, extract};
use fundstelle::jobs::set_worker_program;
use fundstelle::text::{Cancel, Progress};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

fn read(path: &Path) -> Extraction {
    set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
    extract(path, "x.pdf", None, PdfOptions::default(), &Cancel::new(), &Progress::default()).unwrap()
}

/// Characters with plain quotes, words put together over line ends, single-spaced.
fn plain(text: &str) -> String {
    let quotes = |c: char| match c {
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        '–' | '—' => '-',
        c => c,
    };
    text.chars().map(quotes).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Without white space and hyphens.
fn squashed(text: &str) -> String {
    plain(text).chars().filter(|c| !c.is_whitespace() && *c != '-').collect()
}

/// Length of the longest common subsequence, sixty-four characters at a time (Hyyrö, "Bit-parallel LCS-length
/// computation revisited", 2004).
fn common(a: &[char], b: &[char]) -> usize {
    let words = a.len().div_ceil(64);
    let mut places: HashMap<char, Vec<u64>> = HashMap::new();
    for (i, c) in a.iter().enumerate() {
        places.entry(*c).or_insert_with(|| vec![0; words])[i / 64] |= 1 << (i % 64);
    }
    let none = vec![0; words];
    let mut state = vec![u64::MAX; words];
    for c in b {
        let found = places.get(c).unwrap_or(&none);
        let mut carry = 0;
        for (v, m) in state.iter_mut().zip(found) {
            let u = *v & m;
            let (sum, over) = v.overflowing_add(u);
            let (sum, again) = sum.overflowing_add(carry);
            carry = u64::from(over | again);
            *v = sum | (*v & !m);
        }
    }
    let ones: usize = state.iter().map(|v| v.count_ones() as usize).sum();
    words * 64 - ones
}

/// Normalized indel similarity of two texts, 0 to 1.
fn nid(a: &str, b: &str) -> f64 {
    let (a, b): (Vec<char>, Vec<char>) = (plain(a).chars().collect(), plain(b).chars().collect());
    2.0 * common(&a, &b) as f64 / (a.len() + b.len()).max(1) as f64
}

#[derive(Default)]
struct Figures(BTreeMap<String, (f64, usize)>);

impl Figures {
    fn add(&mut self, name: impl Into<String>, value: f64) {
        let entry = self.0.entry(name.into()).or_default();
        *entry = (entry.0 + value, entry.1 + 1);
    }

    fn mean(&self, name: &str) -> f64 {
        self.0.get(name).map_or(0.0, |(sum, n)| sum / *n as f64)
    }

    fn print(&self) {
        for (name, (sum, n)) in &self.0 {
            println!("{name:40} {:.3} ({n})", sum / *n as f64);
        }
    }
}

#[test]
fn layouts_are_read_in_order_without_furniture_and_with_their_footnotes() {
    let Some(folder) = pdf::shared("corpora/layouts") else { return };
    let truth: Vec<Value> =
        serde_json::from_slice(&std::fs::read(folder.join("truth.json")).unwrap()).unwrap();
    let mut figures = Figures::default();
    for case in &truth {
        let field = |name: &str| case[name].as_str().unwrap_or_default();
        let found = read(&folder.join(field("file")));
        let (text, truth) = (found.text().as_str(), field("text"));
        let furniture: Vec<&str> =
            case["furniture"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let left = furniture.iter().filter(|f| squashed(text).contains(&squashed(f))).count();
        figures.add("furniture removed", 1.0 - left as f64 / furniture.len().max(1) as f64);
        let value = if field("layout") == "2colfoot" {
            let note = truth.split("\n\n").find(|b| b.starts_with("1 ")).unwrap();
            let there = squashed(text).matches(&squashed(note)).count();
            figures.add("footnote there, once", f64::from(there == 1));
            // Where a footnote stands is a choice.
            let without: Vec<&str> = text.split("\n\n").filter(|b| squashed(b) != squashed(note)).collect();
            nid(&truth.replace(note, ""), &without.join(" "))
        } else {
            nid(truth, text)
        };
        figures.add("NID", value);
        figures.add(format!("NID, {}", field("layout")), value);
        figures.add(format!("NID, drawn {}", field("drawn")), value);
    }
    figures.print();
    assert!(figures.mean("NID") >= 0.98);
    assert!(figures.0.keys().all(|name| !name.starts_with("NID") || figures.mean(name) >= 0.97));
    assert!(figures.mean("furniture removed") >= 0.98);
    assert_eq!(figures.mean("footnote there, once"), 1.0);
}

/// Share of two rectangles (left, top, right, bottom) that both cover.
fn overlap(a: [f64; 4], b: [f64; 4]) -> f64 {
    let (w, h) = (a[2].min(b[2]) - a[0].max(b[0]), a[3].min(b[3]) - a[1].max(b[1]));
    if w <= 0.0 || h <= 0.0 {
        return 0.0;
    }
    let area = |r: [f64; 4]| (r[2] - r[0]) * (r[3] - r[1]);
    w * h / (area(a) + area(b) - w * h)
}

/// The regions of a truth file: page (from 1), and left, bottom, right, top in points from the bottom left.
fn regions(xml: &str) -> Vec<(u32, [f64; 4])> {
    let value = |text: &str, name: &str| -> Option<f64> {
        let at = text.find(&format!("{name}="))? + name.len() + 2;
        text[at..].split(['"', '\'']).next()?.parse().ok()
    };
    let mut out = Vec::new();
    for region in xml.split("<region").skip(1) {
        let Some(page) = value(region, "page") else { continue };
        let Some(bounds) = region.split("<bounding-box").nth(1) else { continue };
        let side = |name| value(bounds, name);
        if let (Some(x1), Some(y1), Some(x2), Some(y2)) = (side("x1"), side("y1"), side("x2"), side("y2")) {
            out.push((page as u32, [x1, y1, x2, y2]));
        }
    }
    out
}

#[test]
fn tables_are_found_where_they_are() {
    let Some(folder) = pdf::shared("corpora/tables") else { return };
    let (mut right, mut found, mut all) = (0, 0, 0);
    let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    for truth in names.iter().filter(|p| p.to_string_lossy().ends_with("-reg.xml")) {
        let file = truth.to_string_lossy().replace("-reg.xml", ".pdf");
        if !Path::new(&file).exists() {
            continue;
        }
        let extraction = read(Path::new(&file));
        let mut got: Vec<(PageIndex, [f64; 4])> = Vec::new();
        for region in extraction.tables().iter().flat_map(|t| &t.regions) {
            let height = extraction.pages()[region.page.get()].height;
            let b = region.bbox;
            got.push((region.page, [b.x0, height - b.y1, b.x1, height - b.y0].map(f64::from)));
        }
        found += got.len();
        for (page, want) in regions(&std::fs::read_to_string(truth).unwrap()) {
            all += 1;
            let hit = got.iter().position(|(p, r)| p.number() == page && overlap(*r, want) >= 0.5);
            if let Some(hit) = hit {
                got.swap_remove(hit);
                right += 1;
            }
        }
    }
    let (recall, precision) = (f64::from(right) / f64::from(all), f64::from(right) / found as f64);
    println!("table regions: recall {recall:.3} of {all}, precision {precision:.3} of {found}");
    assert!(recall >= 0.85 && precision >= 0.9, "{recall} {precision}");
}

#[test]
fn the_measure_is_what_it_says() {
    let chars = |text: &str| text.chars().collect::<Vec<_>>();
    assert_eq!(common(&chars("abcde"), &chars("ace")), 3);
    assert_eq!(common(&chars(&"ab".repeat(100)), &chars(&"a".repeat(100))), 100);
    assert!((nid("abcd", "abxd") - 0.75).abs() < 1e-9);
    assert_eq!(nid("", ""), 0.0);
}
