//! `fundstelle review` as people and scripts use it.

#[path = "common/pdf.rs"]
mod pdf;

use fundstelle::document::{Correction, PageIndex, PieceKey, SourceKind, Target};
use fundstelle::extract::{LoadOptions, load};
use fundstelle::jobs::set_worker_program;
use fundstelle::project::{Document, Edit, Project};
use fundstelle::review::{Issue, PageReview, Part, Verdict};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::{TempDir, tempdir};

struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    fn lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }
}

fn run(dir: &TempDir, args: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fundstelle"));
    let command = command.arg("review").args(args).current_dir(dir.path()).stdin(Stdio::null());
    let output = command.env_remove("FUNDSTELLE_PASSWORD").output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A folder with a manual of two pages, a Markdown file, and a file that is no text.
fn folder() -> TempDir {
    let dir = tempdir().unwrap();
    let mut maker = pdf::Maker::new();
    for page in 1..=2 {
        let lines = [
            format!("Seite {page} sagt, wie der Filter der Pumpe geprüft wird, wenn der Druck"),
            "steigt.".to_owned(),
        ];
        maker.text_page(&lines);
    }
    std::fs::write(dir.path().join("pumpe.pdf"), maker.bytes()).unwrap();
    std::fs::write(
        dir.path().join("a.md"),
        "# Pumpe 💧\n\nFilter prüfen.\n\n## Wartung\n\nSchlauch lösen.\n",
    )
    .unwrap();
    std::fs::write(dir.path().join("noise.txt"), "\u{1}\u{2}\u{3}\u{4}").unwrap();
    dir
}

/// A project in which the second page of the manual is wrong, and the first one has been corrected.
fn project(dir: &Path) {
    set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
    let path = dir.join("pumpe.pdf");
    let extraction = load(&path, "pumpe.pdf", &LoadOptions::default()).unwrap();
    assert_eq!(extraction.source().kind, SourceKind::Pdf);
    let part = Part::Page(PageIndex(1));
    let review = PageReview {
        verdict: Verdict::Wrong,
        issues: vec![Issue::Heading],
        note: "Überschrift fehlt".to_owned(),
        by: "Grün".to_owned(),
        at: 1_796_083_200,
        revision: extraction.text().revision(),
        text: part.text_hash(&extraction).unwrap(),
    };
    let piece = extraction.pieces().iter().find(|p| p.key.page == PageIndex(0)).unwrap();
    let PieceKey { page, start } = piece.key;
    let target = Target::new(PieceKey { page, start }, extraction.raw().slice(piece.raw));
    let correction = Correction::Text { target, start: 0, end: 5, replacement: "Blatt".to_owned() };
    let document = "pumpe.pdf".to_owned();
    let mut project = Project::create(&dir.join("p.fundstelle")).unwrap();
    project.commit(Edit::AddDocument(Document::of(&extraction))).unwrap();
    project.commit(Edit::SetReview { document: document.clone(), part, review: Some(review) }).unwrap();
    project.commit(Edit::SetCorrections { document, corrections: vec![correction] }).unwrap();
}

#[test]
fn problems_and_figures_are_printed_for_people_and_for_programs() {
    let dir = folder();
    let ran = run(&dir, &["pumpe.pdf", "a.md"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("pumpe.pdf: ") && ran.out.contains("  pages: 2\n"), "{}", ran.out);
    let ran = run(&dir, &["--format", "json", "pumpe.pdf", "a.md"]);
    let [pump, text] = <[Value; 2]>::try_from(ran.lines()).unwrap();
    assert_eq!(pump["figures"]["pages"], 2);
    assert_eq!(text["figures"]["blocks"]["heading"], 2);
    assert!(pump["problems"].is_array() && pump["extraction"].is_string());
    let help = run(&dir, &["--help"]);
    for word in ["code points", "why", "--annotate", "--project", "stale", "apostrophe"] {
        assert!(help.out.contains(word), "{word} is missing in {}", help.out);
    }
}

#[test]
fn failures_are_named_and_exit_codes_tell_them_apart() {
    let dir = folder();
    let ran = run(&dir, &["gone.md", "a.md", "noise.txt", "--format", "json"]);
    assert_eq!((ran.code, ran.lines().len()), (1, 1), "{}", ran.err);
    assert!(ran.err.contains("gone.md does not exist") && ran.err.contains("noise.txt is not a text"));
    assert_eq!(run(&dir, &["gone.md"]).code, 3);
    for (args, word) in [
        (&["a.md", "--report", "pdf"][..], "pdf"),
        (&["a.md", "--project", "gone.fundstelle"], "no project"),
        (&["a.md", "pumpe.pdf", "--annotate", "out.pdf"], "one file"),
        (&["a.md", "--report", "csv", "-o", "a.md"], "never written over"),
        (&["pumpe.pdf", "--annotate", "./pumpe.pdf"], "never written over"),
        (&["-", "--project", "a.md"], "standard input"),
    ] {
        let ran = run(&dir, args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(word), "{args:?}: {}", ran.err);
    }
    let ran = run(&dir, &["a.md", "--annotate", "out.pdf"]);
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("only PDFs") && !dir.path().join("out.pdf").exists(), "{}", ran.err);
}

#[test]
fn a_report_holds_what_the_project_knows_and_the_project_stays_as_it_is() {
    let dir = folder();
    project(dir.path());
    let read = || std::fs::read(dir.path().join("p.fundstelle")).unwrap();
    let before = read();
    let ran = run(&dir, &["pumpe.pdf", "--project", "p.fundstelle", "--report", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let report = &ran.lines()[0];
    assert_eq!(report["parts"][1]["note"], "Überschrift fehlt");
    assert_eq!(report["parts"][1]["stale"], false, "the correction was on the other page");
    assert_eq!(report["issues"]["heading"], 1);
    assert_eq!(report["corrections"][0]["words"].as_str().unwrap().split(':').next(), Some("Page 1"));
    let plain = &run(&dir, &["pumpe.pdf", "--format", "json"]).lines()[0];
    assert_ne!(report["revision"], plain["revision"], "the report is of the corrected text");
    let ran =
        run(&dir, &["pumpe.pdf", "--project", "p.fundstelle", "--report", "markdown", "-o", "report.md"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    let markdown = std::fs::read_to_string(dir.path().join("report.md")).unwrap();
    assert!(
        markdown.contains("1 of 2 pages reviewed") && markdown.contains("Überschrift fehlt"),
        "{markdown}"
    );
    let ran = run(&dir, &["pumpe.pdf", "a.md", "--project", "p.fundstelle", "--report", "csv"]);
    let mut table = csv::Reader::from_reader(ran.out.as_bytes());
    let documents: std::collections::BTreeSet<String> =
        table.records().map(|r| r.unwrap()[1].to_owned()).collect();
    assert_eq!(documents.into_iter().collect::<Vec<_>>(), ["a.md", "pumpe.pdf"], "one table for both");
    assert!(ran.err.contains("a.md: the project does not know it"), "{}", ran.err);
    assert!(read() == before, "the project is only read");
}

#[test]
fn a_copy_carries_the_verdict_and_the_file_stays_as_it_is() {
    let dir = folder();
    project(dir.path());
    let source = std::fs::read(dir.path().join("pumpe.pdf")).unwrap();
    let ran = run(&dir, &["pumpe.pdf", "--project", "p.fundstelle", "--annotate", "out.pdf"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(std::fs::read(dir.path().join("pumpe.pdf")).unwrap() == source);
    let copy = lopdf::Document::load(dir.path().join("out.pdf")).unwrap();
    let texts = |page: lopdf::ObjectId| -> Vec<String> {
        let found = copy.get_page_annotations(page).unwrap();
        let contents = found.iter().filter_map(|a| a.get(b"Contents").ok());
        contents.map(|c| lopdf::decode_text_string(c).unwrap()).collect()
    };
    let second = copy.page_iter().nth(1).unwrap();
    assert!(texts(second).contains(&"Wrong: heading\nÜberschrift fehlt".to_owned()), "{:?}", texts(second));
    let extract = |file: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fundstelle"));
        command.args(["extract", file]).current_dir(dir.path()).output().unwrap().stdout
    };
    assert_eq!(extract("out.pdf"), extract("pumpe.pdf"), "notes are no text of the page");
}

#[test]
fn no_source_and_no_copy_is_lost_to_a_report() {
    let dir = folder();
    let source = std::fs::read(dir.path().join("pumpe.pdf")).unwrap();
    let refused = run(&dir, &["pumpe.pdf", "--report", "markdown", "-o", "./pumpe.pdf"]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    let refused = run(&dir, &["pumpe.pdf", "--report", "markdown", "-o", "x", "--annotate", "./x"]);
    assert!(refused.code == 2 && refused.err.contains("the same file"), "{}", refused.err);
    assert!(!dir.path().join("x").exists());
    // Another name of the source's own bytes is replaced, the source is not.
    std::fs::hard_link(dir.path().join("pumpe.pdf"), dir.path().join("other.pdf")).unwrap();
    let ran = run(&dir, &["pumpe.pdf", "--report", "markdown", "-o", "other.pdf"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(std::fs::read_to_string(dir.path().join("other.pdf")).unwrap().contains("pumpe.pdf"));
    assert_eq!(std::fs::read(dir.path().join("pumpe.pdf")).unwrap(), source);
}
