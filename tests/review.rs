//! Verdicts, what makes them stale, and the reports that are handed on.

use fundstelle::document::{
    BlockKind, Correction, Extraction, PageIndex, PieceKey, Problem, ProblemCode, ReadingOrder, SourceKind,
    Target,
};
use fundstelle::extract::{LoadOptions, load_bytes};
use fundstelle::review::{
    Dismissal, Figures, Issue, PageReview, Part, Progress, Report, Said, Verdict, correction_in_words,
    problems,
};
use fundstelle::text::Span;

fn read(name: &str, text: &str) -> Extraction {
    let markdown = std::path::Path::new(name).extension().is_some_and(|e| e == "md");
    let kind = if markdown { SourceKind::Markdown } else { SourceKind::Text };
    let options = LoadOptions { kind: Some(kind), ..LoadOptions::default() };
    load_bytes(text.as_bytes().to_vec(), name, &options).unwrap()
}

fn judge(extraction: &Extraction, part: &Part, verdict: Verdict, issues: &[Issue], note: &str) -> PageReview {
    PageReview {
        verdict,
        issues: issues.to_vec(),
        note: note.to_owned(),
        by: "Grün".to_owned(),
        at: 1_796_083_200,
        revision: extraction.text().revision(),
        text: part.text_hash(extraction).unwrap(),
    }
}

const MANUAL: &str =
    "# Pumpe\n\nVor dem Öffnen.\n\n## Wartung\n\nFilter prüfen.\n\n## Wartung\n\nSchlauch lösen. 💧\n";

#[test]
fn a_verdict_is_stale_only_when_its_own_section_has_another_text() {
    let before = read("a.md", MANUAL);
    let parts = Part::all(&before);
    let path = ["Pumpe".to_owned(), "Wartung".to_owned()];
    assert_eq!(parts[1..], [Part::Section(path.to_vec(), 0), Part::Section(path.to_vec(), 1)]);
    let said = |e: &Extraction| Said {
        reviews: parts.iter().map(|p| (p.clone(), judge(e, p, Verdict::Right, &[], ""))).collect(),
        ..Said::default()
    };
    let said = said(&before);
    assert_eq!(said.next_unreviewed(&before, None), None);
    // A longer text before it moves the section and does not change it.
    let after =
        read("a.md", &MANUAL.replace("Vor dem Öffnen.", "Vor dem Öffnen der Pumpe den Strom trennen."));
    let stale: Vec<bool> = parts.iter().map(|p| said.reviews[p].is_stale(p, &after)).collect();
    assert_eq!(stale, [true, false, false]);
    let progress = Progress::of(&after, &said);
    assert_eq!((progress.total, progress.reviewed(), progress.right, progress.stale), (3, 2, 2, 1));
    assert_eq!(said.next_unreviewed(&after, Some(&parts[1])), Some(parts[0].clone()), "round and round");
    let gone = read("a.md", "# Pumpe\n\nVor dem Öffnen.\n");
    assert!(said.reviews[&parts[2]].is_stale(&parts[2], &gone));
    assert_eq!(Progress::of(&gone, &said).total, 1);
}

#[test]
fn a_verdict_on_a_page_is_stale_only_when_that_page_has_another_text() {
    let before = read("a.txt", "Erste Seite.\u{c}Zweite Seite.\u{c}Dritte Seite.");
    let parts = Part::all(&before);
    assert_eq!(parts, [0, 1, 2].map(|i| Part::Page(PageIndex(i))));
    let after = read("a.txt", "Erste Seite, länger.\u{c}Zweite Seite.\u{c}Dritte Seite.");
    let stale = parts.iter().map(|p| judge(&before, p, Verdict::Unsure, &[], "").is_stale(p, &after));
    assert_eq!(stale.collect::<Vec<_>>(), [true, false, false]);
}

#[test]
fn a_hundred_thousand_equal_headings_are_parts_in_no_time() {
    let extraction = read("a.md", &"# Gleich\n\n".repeat(100_000));
    let parts = Part::all(&extraction);
    assert_eq!(parts.len(), 100_000);
    assert_eq!(parts[99_999], Part::Section(vec!["Gleich".to_owned()], 99_999));
}

/// A text of two pages with three problems, of which one is dismissed; verdicts, one on a page that is gone.
fn reviewed() -> (Extraction, Said) {
    let mut extraction = read("=pumpe.txt", "Erste Seite.\u{c}Zweite 💧 Seite, Fußnote.\r\n");
    let at = extraction.text().find("Fußnote").unwrap();
    let problem = |code, message: &str, page, span| Problem { code, message: message.to_owned(), page, span };
    let footnote = Span::new(at, at + "Fußnote".len());
    let page = |n| Some(PageIndex(n));
    extraction.add_problem(problem(ProblemCode::Hidden, "Page 2 hides a | note", page(1), Some(footnote)));
    extraction.add_problem(problem(ProblemCode::NoText, "Page 1 has a picture", page(0), None));
    extraction.add_problem(problem(ProblemCode::Repaired, "The file was repaired", None, None));
    let mut said = Said::default();
    said.dismissed.insert(Dismissal::of(&extraction.problems()[0], &extraction));
    let second = Part::Page(PageIndex(1));
    let wrong =
        judge(&extraction, &second, Verdict::Wrong, &[Issue::Footnote, Issue::Table], "=1+1 | *fehlt*\nhier");
    said.reviews.insert(Part::Page(PageIndex(8)), PageReview { note: "weg".to_owned(), ..wrong.clone() });
    said.reviews.insert(second, wrong);
    let target = Target::new(PieceKey { page: PageIndex(1), start: 0 }, "Zweite 💧\nSeite");
    said.corrections = vec![
        Correction::Order { page: None, order: ReadingOrder::Stream },
        Correction::Kind { target, kind: BlockKind::ListItem, level: Some(2) },
    ];
    (extraction, said)
}

/// A report with the ids of this version taken out.
fn without_ids(report: &str, extraction: &Extraction) -> String {
    report
        .replace(&extraction.id().to_string(), "EXTRACTION")
        .replace(&extraction.text().revision().to_string(), "REVISION")
        .replace(&extraction.source().sha256.to_string(), "SHA256")
        .replace(&extraction.source().document_id().to_string(), "DOCUMENT")
        .replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

#[test]
fn problems_come_page_by_page_and_dismissed_ones_are_known_again() {
    let (extraction, said) = reviewed();
    let listed = problems(&extraction, &said);
    let found: Vec<_> = listed.iter().map(|l| (l.problem.code, l.severity.name(), l.dismissed)).collect();
    assert_eq!(
        found,
        [
            (ProblemCode::Repaired, "warning", false),
            (ProblemCode::NoText, "error", false),
            (ProblemCode::Hidden, "warning", true)
        ]
    );
    assert!(listed.iter().all(|l| l.why.ends_with('.')));
}

#[test]
fn a_report_for_people_is_a_markdown_file() {
    let (extraction, said) = reviewed();
    let report = without_ids(&Report::new(&extraction, &said).markdown(), &extraction);
    let wanted = "\
# Review of =pumpe.txt

- Source: =pumpe.txt, text, 43 bytes
- SHA-256: `SHA256`
- Revision: `REVISION`
- Extraction: `EXTRACTION` (fundstelle VERSION)
- Progress: 1 of 2 pages reviewed: 0 right, 1 wrong, 0 unsure
- Reviewed by: Grün
- Problems: 2 open, 1 dismissed
- Corrections: 2

## Verdicts

| Verdict | Count |
|---|--:|
| right | 0 |
| wrong | 1 |
| unsure | 0 |

## Faults

| Fault | Count |
|---|--:|
| footnote | 1 |
| table | 1 |

## Pages

| Page | Label | Verdict | Faults | Note | By | When |
|--:|---|---|---|---|---|---|
| 1 |  | | | | | |
| 2 |  | wrong | footnote, table | =1+1 \\| \\*fehlt\\*<br>hier | Grün | 2026-12-01T00:00:00Z |
| 9 |  | wrong (changed since) | footnote, table | weg | Grün | 2026-12-01T00:00:00Z |

## Problems

| Page | Severity | Problem | Message | Dismissed |
|--:|---|---|---|---|
|  | warning | repaired | The file was repaired |  |
| 1 | error | no-text | Page 1 has a picture |  |
| 2 | warning | hidden | Page 2 hides a \\| note | yes |

## Corrections

1. All pages are read in stream order
2. Page 2: \"Zweite 💧 Seite\" is of the kind list item of level 2
";
    let (start, figures) = report.split_once("\n## Figures\n").unwrap();
    assert_eq!(start, wanted);
    assert!(figures.contains("| pages | 2 |"), "{figures}");
}

#[test]
fn a_report_for_spreadsheets_runs_no_formula() {
    let (extraction, said) = reviewed();
    let table = Report::csv_header() + &Report::new(&extraction, &said).csv();
    assert!(table.lines().all(|l| l.ends_with(|c: char| c != ' ')) && table.contains("\r\n"));
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let cell = |row: usize, name: &str| &rows[row][header.iter().position(|h| h == name).unwrap()];
    let kinds: Vec<&str> = (0..rows.len()).map(|i| cell(i, "record")).collect();
    assert_eq!(kinds, [["part"; 3].as_slice(), &["problem"; 3], &["correction"; 2]].concat());
    assert_eq!([cell(0, "document"), cell(0, "state"), cell(0, "stale")], ["'=pumpe.txt", "", ""]);
    assert_eq!([cell(1, "note"), cell(1, "issues")], ["'=1+1 | *fehlt*\nhier", "footnote;table"]);
    assert_eq!([cell(1, "stale"), cell(2, "stale"), cell(2, "page")], ["false", "true", "9"]);
    let text: Vec<char> = extraction.text().as_str().chars().collect();
    let place = |name| cell(5, name).parse::<usize>().unwrap();
    assert_eq!(text[place("start")..place("end")].iter().collect::<String>(), "Fußnote");
    assert_eq!(cell(5, "dismissed"), "true");
    assert_eq!(cell(7, "page"), "2");
}

#[test]
fn a_report_for_programs_is_one_line_of_json() {
    let (extraction, said) = reviewed();
    let report = Report::new(&extraction, &said);
    let line = without_ids(&report.json(), &extraction);
    assert!(!line.contains('\n'));
    let value: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(value["source"]["citation"], "=pumpe.txt");
    assert_eq!(
        [&value["revision"], &value["extraction"], &value["source"]["sha256"]],
        ["REVISION", "EXTRACTION", "SHA256"]
    );
    assert_eq!(
        value["progress"],
        serde_json::json!({"total": 2, "reviewed": 1, "right": 0, "wrong": 1, "unsure": 0, "stale": 0})
    );
    assert_eq!(value["issues"], serde_json::json!({"footnote": 1, "table": 1}));
    assert_eq!(
        value["parts"][1],
        serde_json::json!({
            "page": 2, "label": null, "state": "wrong", "issues": ["footnote", "table"],
            "note": "=1+1 | *fehlt*\nhier", "by": "Grün", "when": "2026-12-01T00:00:00Z", "stale": false
        })
    );
    assert_eq!(value["parts"][0]["state"], serde_json::Value::Null);
    assert_eq!(value["corrections"][0]["words"], "All pages are read in stream order");
    let hidden = &value["problems"][2];
    let text: Vec<char> = extraction.text().as_str().chars().collect();
    let place = |key: &str| hidden[key].as_u64().unwrap() as usize;
    assert_eq!(text[place("start")..place("end")].iter().collect::<String>(), "Fußnote");
    let findings: serde_json::Value = serde_json::from_str(&report.findings_json()).unwrap();
    assert!(findings.get("parts").is_none() && findings["figures"]["pages"] == 2);
    assert_eq!(findings["problems"], value["problems"]);
}

#[test]
fn every_correction_can_be_said() {
    let target = || Target::new(PieceKey { page: PageIndex(2), start: 7 }, "Pump X17 manual");
    let all = [
        Correction::Order { page: Some(PageIndex(2)), order: ReadingOrder::Tagged },
        Correction::Move { target: target(), number: 4 },
        Correction::Kind { target: target(), kind: BlockKind::Furniture, level: None },
        Correction::Split { target: target(), at: 5 },
        Correction::Join { target: target() },
        Correction::Part { target: target() },
        Correction::Columns { target: target(), at: vec![100.0, 201.25] },
        Correction::Columns { target: target(), at: vec![] },
        Correction::Text { target: target(), start: 1, end: 2, replacement: "ü".to_owned() },
        Correction::Text { target: target(), start: 1, end: 2, replacement: String::new() },
    ];
    let words: Vec<String> = all.iter().map(correction_in_words).collect();
    assert!(words.iter().all(|w| w.starts_with("Page 3")), "{words:#?}");
    let distinct: std::collections::BTreeSet<_> = words.iter().collect();
    assert_eq!(distinct.len(), words.len());
    assert_eq!(words[1], "Page 3: \"Pump X17 manual\" is read as number 4");
}

#[test]
fn figures_count_blocks_by_kind() {
    let figures = Figures::of(&read("a.md", MANUAL));
    assert_eq!((figures.blocks["heading"], figures.blocks["paragraph"], figures.pages), (3, 3, 0));
    assert_eq!(figures.characters, MANUAL.chars().count());
    assert!(figures.in_words().contains(&("heading blocks".to_owned(), 3)));
}

#[test]
fn a_dismissed_problem_takes_no_twin_with_it() {
    let letters = "P u m p e n läuft.\n\nNoch einmal P u m p e n hier.";
    let mut found = read("a.txt", letters);
    for at in letters.match_indices("P u m p e n").map(|m| m.0) {
        found.add_problem(Problem {
            code: ProblemCode::WordSpacing,
            message: "may be one word".to_owned(),
            page: None,
            span: Some(Span::new(at, at + "P u m p e n".len())),
        });
    }
    let [first, second] = found.problems() else { panic!("{:?}", found.problems()) };
    let dismissed = [Dismissal::of(second, &found)].into_iter().collect();
    let said = Said { dismissed, ..Said::default() };
    assert!(said.is_dismissed(second, &found) && !said.is_dismissed(first, &found));
}
