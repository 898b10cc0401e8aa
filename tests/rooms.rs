//! The rooms know only those below them; nothing below the window knows egui.

use std::path::{Path, PathBuf};

/// From the ground up. A room may use those before it.
const ORDER: [&str; 13] = [
    "text", "document", "jobs", "extract", "render", "measure", "chunk", "evidence", "review", "project",
    "app", "ui", "cli",
];

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// Every source file with its room and its lines of code.
fn files() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    paths.sort();
    let room = |path: &Path| {
        let first = path.strip_prefix(&root).unwrap().components().next().unwrap();
        first.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned()
    };
    let code = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        let code: Vec<&str> = text.lines().filter(|l| !l.trim_start().starts_with("//")).collect();
        code.join("\n")
    };
    paths.into_iter().map(|p| (room(&p), p.clone(), code(&p))).collect()
}

#[test]
fn arrows_point_only_downwards() {
    let place = |room: &str| ORDER.iter().position(|r| *r == room);
    let mut faults = Vec::new();
    for (room, path, code) in files() {
        let Some(own) = place(&room) else { continue };
        for (i, other) in ORDER.iter().enumerate() {
            let used =
                code.contains(&format!("crate::{other}::")) || code.contains(&format!("crate::{{{other}"));
            if used && i > own {
                faults.push(format!("{} uses {other}", path.display()));
            }
            // The command line and the window are two faces of one program; neither knows the other.
            if used && room == "cli" && *other == "ui" {
                faults.push(format!("{} uses {other}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn libraries_stay_in_their_rooms() {
    let homes: [(&str, &[&str]); 8] = [
        ("egui", &["ui"]),
        ("eframe", &["ui"]),
        ("rfd", &["ui"]),
        ("clap", &["cli"]),
        ("rusqlite", &["project"]),
        ("hayro", &["extract", "render"]),
        // Nothing but what a person asks for by its address comes from the net.
        ("ureq", &["extract"]),
        ("TcpStream", &[]),
    ];
    let mut faults = Vec::new();
    for (room, path, code) in files() {
        for (library, rooms) in homes {
            let used = code.contains(&format!("{library}::")) || code.contains(&format!("use {library}"));
            if used && !rooms.contains(&room.as_str()) {
                faults.push(format!("{} uses {library}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_text_of_the_window_has_a_key_and_every_key_is_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let locale = std::fs::read_to_string(root.join("assets/locales/en.ftl")).unwrap();
    let keys: Vec<&str> = locale
        .lines()
        .filter(|l| l.starts_with(|c: char| c.is_ascii_lowercase()))
        .filter_map(|l| l.split(" =").next())
        .collect();
    let code: String =
        files().into_iter().filter(|f| ["ui", "app"].contains(&f.0.as_str())).map(|f| f.2).collect();
    let mut faults = Vec::new();
    for call in ["tr(\"", "tr_with(\"", "counted(\""] {
        for (at, _) in code.match_indices(call) {
            let key = code[at + call.len()..].split('"').next().unwrap();
            if !keys.contains(&key) {
                faults.push(format!("the locale lacks {key}"));
            }
        }
    }
    for key in &keys {
        let derived = key.strip_suffix("-hint").is_some_and(|stem| code.contains(&format!("\"{stem}\"")));
        if !code.contains(&format!("\"{key}\"")) && !derived {
            faults.push(format!("nothing shows {key}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Words in string literals of the window's code, where a person would read them.
#[test]
fn the_window_s_code_holds_no_sentences() {
    let calls = [
        ".label(\"",
        ".button(\"",
        ".heading(\"",
        "on_hover_text(\"",
        ".small_button(\"",
        "RichText::new(\"",
        "hint_text(\"",
    ];
    let mut faults = Vec::new();
    for (room, path, code) in files() {
        if room != "ui" {
            continue;
        }
        for call in calls {
            for (at, _) in code.match_indices(call) {
                let text = code[at + call.len()..].split('"').next().unwrap();
                if text.chars().any(char::is_alphabetic) {
                    faults.push(format!("{}: {text}", path.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
