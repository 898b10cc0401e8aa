//! The command line as people and scripts use it: what it prints, what it says, how it ends.

use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// What a run of the program left.
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

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fundstelle"));
    command.args(args).env_remove("FUNDSTELLE_PASSWORD").stdin(Stdio::null());
    command
}

fn finish(mut command: Command, stdin: Option<&[u8]>) -> Ran {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    if stdin.is_some() {
        command.stdin(Stdio::piped());
    }
    let mut child = command.spawn().unwrap();
    if let Some(bytes) = stdin {
        child.stdin.take().unwrap().write_all(bytes).unwrap();
    }
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("the output is UTF-8"),
        err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

fn run(args: &[&str]) -> Ran {
    finish(command(args), None)
}

/// A folder with a few sources.
struct Folder(TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Self(dir)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn root(&self) -> &str {
        self.0.path().to_str().unwrap()
    }
}

/// The recorded PDFs, where they are on this machine.
fn shared_pdf(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("FUNDSTELLE_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let path = root.join("cases/pdf").join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("left out: {} is not there", path.display());
    None
}

/// A slice as Python takes it.
fn slice(text: &str, start: &Value, end: &Value) -> String {
    let (start, end) = (start.as_u64().unwrap() as usize, end.as_u64().unwrap() as usize);
    text.chars().skip(start).take(end - start).collect()
}

const MANUAL: &str = "# Pumpe X17 💧\n\nVor der Größenprüfung den Netzstecker ziehen. 三十秒待つ。\n\n\
                      ## Wartung\n\n- Filter prüfen\n- Schlauch lösen\n\n| Teil | bar |\n|---|---|\n| Ventil | 3 |\n";

#[test]
fn help_and_version_say_what_there_is() {
    let help = run(&["--help"]);
    assert_eq!(help.code, 0);
    for word in ["extract", "completions", "--renderer", "Exit codes"] {
        assert!(help.out.contains(word), "{word} is missing in {}", help.out);
    }
    let version = run(&["--version"]);
    assert_eq!((version.code, version.out), (0, format!("fundstelle {}\n", env!("CARGO_PKG_VERSION"))));
    let help = run(&["extract", "--help"]);
    assert!(help.code == 0 && help.out.contains("--boxes") && help.out.contains("FUNDSTELLE_PASSWORD"));
}

#[test]
fn completions_know_the_subcommands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = run(&["completions", shell]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("extract") && ran.out.contains("password-stdin"), "{shell}");
    }
}

#[test]
fn extracted_json_has_its_slices_in_code_points() {
    let folder = Folder::new(&[("pumpe.md", MANUAL)]);
    let ran = run(&["extract", "--format", "json", &folder.path("pumpe.md")]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let [object] = &ran.lines()[..] else { panic!("one line a file: {}", ran.out) };
    let text = object["text"].as_str().unwrap();
    assert_eq!(text, MANUAL);
    assert_eq!(object["source"]["kind"], "markdown");
    assert_eq!(object["source"]["citation"], "pumpe.md");
    assert_eq!(object["source"]["bytes"], MANUAL.len());
    let blocks = object["blocks"].as_array().unwrap();
    let of = |kind: &str| {
        let block = blocks.iter().find(|b| b["kind"] == kind).unwrap();
        slice(text, &block["start"], &block["end"])
    };
    assert_eq!(of("heading"), "# Pumpe X17 💧");
    assert_eq!(of("paragraph"), "Vor der Größenprüfung den Netzstecker ziehen. 三十秒待つ。");
    assert_eq!(of("list_item"), "- Filter prüfen");
    let sections = object["sections"].as_array().unwrap();
    let parts: Vec<_> = sections.iter().map(|s| slice(text, &s["start"], &s["end"])).collect();
    assert_eq!(parts.concat(), text);
    assert_eq!(sections[1]["heading_path"], serde_json::json!(["Pumpe X17 💧", "Wartung"]));
    assert_eq!(sections[1]["parent"], sections[0]["id"]);
    for key in ["document_id", "revision", "extraction"] {
        assert_eq!(object[key].as_str().unwrap().len(), 64, "{key}");
    }
    for key in ["pages", "tables", "edits", "problems"] {
        assert!(object[key].is_array(), "{key}");
    }
}

#[test]
fn text_comes_out_as_it_is_and_markdown_of_a_text_is_escaped() {
    let folder = Folder::new(&[("note.txt", "# kein Titel\r\n\r\n1. Juli *2026*\r\n"), ("m.md", MANUAL)]);
    assert_eq!(run(&["extract", &folder.path("note.txt")]).out, "# kein Titel\n\n1. Juli *2026*\n");
    let ran = run(&["extract", "--format", "markdown", &folder.path("note.txt")]);
    assert_eq!(ran.out, "\\# kein Titel\n\n1\\. Juli \\*2026\\*\n");
    assert_eq!(run(&["extract", "--format", "markdown", &folder.path("m.md")]).out, MANUAL);
}

#[test]
fn standard_input_is_text_and_markdown_where_it_is_said() {
    let args = ["extract", "-", "--format", "json"];
    let ran = finish(command(&args), Some("# Über\n".as_bytes()));
    let object = &ran.lines()[0];
    assert_eq!((ran.code, &object["source"]["kind"]), (0, &Value::from("text")));
    assert_eq!(object["source"]["citation"], "-");
    let args = ["extract", "-", "--format", "json", "--kind", "markdown"];
    let ran = finish(command(&args), Some("# Über\n".as_bytes()));
    assert_eq!(ran.lines()[0]["sections"][0]["heading_path"][0], "Über");
    let ran = run(&["extract", "-", "-"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("once"), "{}", ran.err);
}

#[test]
fn every_failure_is_named_and_the_rest_is_done() {
    let folder = Folder::new(&[("good.txt", "gut"), ("noise.txt", "\u{1}\u{2}\u{3}\u{4}\u{5}")]);
    let ran = run(&["extract", &folder.path("gone.md"), &folder.path("good.txt"), &folder.path("noise.txt")]);
    assert_eq!((ran.code, ran.out.as_str()), (1, "gut\n"));
    let messages: Vec<_> = ran.err.lines().collect();
    assert_eq!(messages.len(), 2, "{}", ran.err);
    assert!(
        messages[0].contains("gone.md does not exist") && messages[1].contains("noise.txt is not a text")
    );
    let ran = run(&["extract", &folder.path("gone.md")]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
}

#[test]
fn a_folder_without_sources_is_nothing_to_do() {
    let folder = Folder::new(&[("table.xlsx", "x")]);
    let ran = run(&["extract", folder.root()]);
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("has no file of the types asked for"), "{}", ran.err);
    assert!(ran.err.contains("left out 1 of a file type that is not asked for"), "{}", ran.err);
}

#[test]
fn sources_are_named_by_their_place_in_the_folder_and_never_alike() {
    let folder = Folder::new(&[("a/x.md", "# A"), ("b/x.md", "# B")]);
    let names = |args: &[&str]| -> Vec<String> {
        let ran = run(args);
        ran.lines().iter().map(|o| o["source"]["citation"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&["extract", "--format", "json", folder.root()]), ["a/x.md", "b/x.md"]);
    let files = [folder.path("a/x.md"), folder.path("b/x.md")];
    assert_eq!(names(&["extract", "--format", "json", &files[0], &files[1]]), files);
}

#[test]
fn wrong_usage_is_told_from_failure() {
    for (args, word) in [
        (&["extract"][..], "<FILE>"),
        (&["extract", "--format", "yaml", "x.md"], "yaml"),
        (&["extract", "--order", "sideways", "x.md"], "sideways"),
        (&["extract", "--size"], "--size"),
    ] {
        let ran = run(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.contains(word), "{args:?}: {}", ran.err);
    }
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let folder = Folder::new(&[("long.txt", &"Pumpe X17 trennen.\n".repeat(200_000))]);
    let mut command = command(&["extract", &folder.path("long.txt")]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 10];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(&first, b"Pumpe X17 ");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn pdfs_give_pages_and_boxes_and_bad_ones_a_clear_message() {
    let Some(good) = shared_pdf("rotate90_crop.pdf") else { return };
    let ran = run(&["extract", "--format", "json", "--boxes", "lines", good.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let object = &ran.lines()[0];
    assert_eq!(object["pages"][0]["citation"], "rotate90_crop.pdf#page=1");
    assert_eq!(object["pages"][0]["number"], 1);
    for (name, word) in [("not_a_pdf.pdf", "not a PDF"), ("empty.pdf", "empty")] {
        let Some(bad) = shared_pdf(name) else { return };
        let ran = run(&["extract", bad.to_str().unwrap()]);
        assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{name}");
        assert!(ran.err.contains(word), "{}", ran.err);
    }
}

const PUMP: &str = "Pump X17: disconnect power. Wait 30 seconds. Check the inlet filter.";

fn spans(ran: &Ran) -> Vec<(u64, u64)> {
    let offset = |chunk: &Value, key: &str| chunk[key].as_u64().unwrap();
    ran.lines().iter().map(|c| (offset(c, "start"), offset(c, "end"))).collect()
}

#[test]
fn a_fixed_window_has_the_places_that_were_promised() {
    let folder = Folder::new(&[("pump.txt", PUMP), ("empty.txt", "")]);
    let fixed = ["--strategy", "fixed", "--size", "40", "--overlap", "10", "--unit", "characters"];
    let ran = run(&[&["chunk", &folder.path("pump.txt")], &fixed[..]].concat());
    assert_eq!((ran.code, spans(&ran)), (0, vec![(0, 40), (30, 68)]), "{}", ran.err);
    for chunk in ran.lines() {
        assert_eq!(chunk["text"], slice(PUMP, &chunk["start"], &chunk["end"]));
    }
    let ran = run(&[&["chunk", &folder.path("empty.txt")], &fixed[..]].concat());
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
}

#[test]
fn the_command_line_gives_the_chunks_of_the_window() {
    let folder = Folder::new(&[("a.md", MANUAL), ("sub/b.md", &MANUAL.replace("X17", "X18"))]);
    for unit in fundstelle::measure::Unit::ALL {
        let config = fundstelle::chunk::ChunkConfig {
            size: 30,
            overlap: fundstelle::chunk::Overlap::Units(7),
            unit,
            ..fundstelle::chunk::ChunkConfig::default()
        };
        let text = fundstelle::text::Text::new(MANUAL);
        let prepared = fundstelle::chunk::Prepared::new(&text);
        let chunking = prepared.chunk(&config, &fundstelle::text::Cancel::new()).unwrap();
        let wanted: Vec<(u64, u64)> = chunking
            .chunks
            .iter()
            .map(|c| text.char_span(c.span))
            .map(|s| (s.start as u64, s.end as u64))
            .collect();
        let flags = ["--size", "30", "--overlap", "7", "--unit", unit.name()];
        let alone = run(&[&["chunk", &folder.path("a.md")], &flags[..]].concat());
        assert_eq!(spans(&alone), wanted, "{unit:?}: {}", alone.err);
        let all = run(&[&["chunk", folder.root()], &flags[..]].concat());
        let of_a: Vec<Value> = all.lines().into_iter().filter(|c| c["document"] == "a.md").collect();
        assert_eq!(of_a, alone.lines(), "{unit:?}: a folder gives what a file gives");
        assert!(all.lines().iter().any(|c| c["document"] == "sub/b.md"));
        assert_eq!(all.out, run(&[&["chunk", folder.root()], &flags[..]].concat()).out, "twice the same");
    }
}

#[test]
fn configs_that_cannot_work_are_explained_and_nothing_is_printed() {
    let folder = Folder::new(&[
        ("pump.txt", PUMP),
        ("bad.toml", "[chunk]\nsise = 40\n"),
        ("good.toml", "[chunk]\nsize = 40\noverlap = 10\nunit = \"characters\"\nstrategy = \"fixed\"\n"),
    ]);
    let pump = folder.path("pump.txt");
    let bad = folder.path("bad.toml");
    for (flags, word) in [
        (vec!["--size", "0"], "size"),
        (vec!["--size", "10", "--overlap", "10"], "overlap"),
        (vec!["--unit", "tokenz"], "tokens"),
        (vec!["--config", bad.as_str()], "`size`"),
        (vec!["--config", "missing.toml"], "missing.toml"),
    ] {
        let ran = run(&[&["chunk", &pump], &flags[..]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{flags:?}");
        assert!(ran.err.contains(word), "{flags:?}: {}", ran.err);
    }
    let ran = run(&["chunk", &pump, "--config", &folder.path("good.toml")]);
    assert_eq!(spans(&ran), [(0, 40), (30, 68)]);
}

#[test]
fn one_bad_file_among_good_ones_does_not_stop_the_others() {
    let folder = Folder::new(&[("pump.txt", PUMP)]);
    let ran = run(&["chunk", &folder.path("missing.txt"), &folder.path("pump.txt")]);
    assert_eq!((ran.code, ran.lines().len()), (1, 1), "{}", ran.err);
    assert!(ran.err.contains("missing.txt"));
    let ran = run(&["chunk", &folder.path("missing.txt")]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
}

#[test]
fn json_and_csv_hold_the_same_chunks_as_json_lines() {
    let folder = Folder::new(&[("a.md", MANUAL)]);
    let flags = ["--size", "12", "--overlap", "3", "--unit", "words"];
    let print =
        |format: &str| run(&[&["chunk", &folder.path("a.md"), "--format", format], &flags[..]].concat()).out;
    let lines: Vec<Value> = print("jsonl").lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let array: Value = serde_json::from_str(&print("json")).unwrap();
    assert_eq!(array.as_array().unwrap(), &lines);
    let printed = print("csv");
    let mut table = csv::Reader::from_reader(printed.as_bytes());
    let column = table.headers().unwrap().iter().position(|h| h == "text").unwrap();
    let texts: Vec<String> = table.records().map(|r| r.unwrap()[column].to_owned()).collect();
    assert_eq!(texts, lines.iter().map(|c| c["text"].as_str().unwrap()).collect::<Vec<_>>());
}

#[test]
fn a_folder_says_what_was_taken_and_what_was_not_and_file_types_can_be_chosen() {
    let folder = Folder::new(&[
        ("a.md", "# A"),
        ("main.py", "print('ä')\n"),
        ("data.json", "{}"),
        (".env", "x"),
        (".gitignore", "out/\n"),
        ("out/b.md", "# B"),
        ("false.txt", "\u{1}\u{2}\u{3}\u{4}\u{5}"),
    ]);
    let ran = run(&["extract", "--format", "json", folder.root()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let kinds: Vec<_> =
        ran.lines().iter().map(|o| o["source"]["kind"].as_str().unwrap().to_owned()).collect();
    assert_eq!(kinds, ["markdown", "code"]);
    for word in ["2 sources", "2 hidden", "1 excluded by .gitignore", "1 no text", "1 of a file type"] {
        assert!(ran.err.contains(word), "{word}: {}", ran.err);
    }
    assert!(!ran.err.contains("data.json"), "{}", ran.err);
    let ran = run(&["chunk", folder.root(), "--extensions", "json,.TXT", "--list-skipped"]);
    assert_eq!((ran.code, ran.lines().len()), (0, 1), "{}", ran.err);
    assert_eq!(ran.lines()[0]["document"], "data.json");
    assert!(ran.err.contains("left out out: excluded by .gitignore"), "{}", ran.err);
    assert!(ran.err.contains("left out false.txt: no text"), "{}", ran.err);
    let ran = run(&["extract", folder.root(), "--extensions", "md,a/b"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("--extensions") && ran.err.contains("a/b"), "{}", ran.err);
}

#[test]
fn a_config_says_what_is_cleaned_and_flags_go_before_it() {
    let folder = Folder::new(&[
        ("a.txt", "Zwei  Wörter\n\n\n\nSeite 3 von 12\n\nEnde\n"),
        (
            "c.toml",
            "[extract]\norder = \"layout\"\n[clean]\nspaces = true\npage_numbers = true\n[chunk]\nsize = 40\noverlap = 0\n",
        ),
        ("wrong.toml", "[clean]\nspace = true\n"),
    ]);
    let (a, c, wrong) =
        (folder.0.path().join("a.txt"), folder.0.path().join("c.toml"), folder.0.path().join("wrong.toml"));
    let [a, c, wrong] = [&a, &c, &wrong].map(|p| p.to_str().unwrap());
    assert_eq!(run(&["extract", a]).out, "Zwei  Wörter\n\n\n\nSeite 3 von 12\n\nEnde\n");
    assert_eq!(run(&["extract", a, "--config", c]).out, "Zwei Wörter\n\n\n\nEnde\n");
    let ran = run(&["extract", a, "--config", c, "--clean", "blank_lines", "--no-clean", "spaces"]);
    assert_eq!(ran.out, "Zwei  Wörter\n\nEnde\n");
    let chunks = run(&["chunk", a, "--config", c, "--clean", "blank_lines,ends"]);
    assert_eq!(chunks.lines()[0]["text"], "Zwei Wörter\n\nEnde");

    let ran = run(&["extract", a, "--clean", "space"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("did you mean `spaces`?"), "{}", ran.err);
    let ran = run(&["chunk", a, "--config", wrong]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("line 2") && ran.err.contains("`spaces`"), "{}", ran.err);
}

#[test]
fn what_repeats_across_a_folder_is_left_out_when_asked_and_said() {
    let legal = "Diese Angaben gelten für alle Geräte der Baureihe, soweit nichts anderes gesagt ist.";
    let first = format!("Pumpe X17\n\n{legal}\n");
    let second = format!("Pumpe X18\n\n{legal}\n");
    let folder = Folder::new(&[("a.txt", &first), ("b.txt", &second), ("c.txt", &first)]);
    let path = folder.0.path().to_str().unwrap();
    let ran = run(&["chunk", path, "--clean", "repeated_paragraphs,repeated_documents"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let texts: Vec<String> = ran.lines().iter().map(|c| c["text"].as_str().unwrap().to_owned()).collect();
    assert_eq!(texts, [first.trim(), "Pumpe X18"]);
    assert!(ran.err.contains("1 paragraphs") && ran.err.contains("c.txt: left out"), "{}", ran.err);
    assert_eq!(run(&["chunk", path]).lines().len(), 3);
}
