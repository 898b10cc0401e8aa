//! Text of a 300-page book, beside `pdftotext -bbox-layout` in the same run. `cargo bench --bench extract`
//!
//! Both read the same file from disk, find words with boxes and a layout, and write their result to a file;
//! Fundstelle is run as its command line, with the start of its worker processes. Ratios count: machines are noisy.

#[path = "../common/pdf.rs"]
mod pdf;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PAGES: usize = 300;
const RUNS: usize = 7;

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn time(command: &mut Command) -> Duration {
    let start = Instant::now();
    let status = command.stdin(Stdio::null()).status();
    assert!(status.is_ok_and(|s| s.success()), "{command:?} failed");
    start.elapsed()
}

fn ours(book: &Path, out: &Path, boxes: &str) -> Duration {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fundstelle"));
    command.args(["extract", "--format", "json", "--boxes", boxes]).arg(book);
    let Ok(file) = std::fs::File::create(out) else { return Duration::ZERO };
    time(command.stdout(file))
}

fn peer(book: &Path, out: &Path) -> Duration {
    time(Command::new("pdftotext").arg("-bbox-layout").args([book, out]))
}

fn main() {
    let folder = std::env::temp_dir().join(format!("fundstelle-bench-{}", std::process::id()));
    if std::fs::create_dir_all(&folder).is_err() {
        return;
    }
    let (book, out) = (folder.join("book.pdf"), folder.join("out"));
    let bytes = pdf::book(PAGES);
    println!("{PAGES} pages, {} KB, {RUNS} runs each, in turn; medians", bytes.len() / 1024);
    assert!(std::fs::write(&book, bytes).is_ok());
    let has_peer = Command::new("pdftotext").arg("-v").stderr(Stdio::null()).status().is_ok();
    let (mut lines, mut glyphs, mut peers) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..RUNS {
        lines.push(ours(&book, &out, "lines"));
        glyphs.push(ours(&book, &out, "glyphs"));
        if has_peer {
            peers.push(peer(&book, &out));
        }
    }
    let (lines, glyphs) = (median(lines), median(glyphs));
    let row = |name: &str, time: Duration| println!("{name:34} {:8.1} ms", time.as_secs_f64() * 1000.0);
    row("fundstelle extract, boxes a line", lines);
    row("fundstelle extract, boxes a glyph", glyphs);
    if has_peer {
        let peer = median(peers);
        row("pdftotext -bbox-layout", peer);
        println!("{:34} {:8.2}", "peer / fundstelle, boxes a line", peer.as_secs_f64() / lines.as_secs_f64());
        println!(
            "{:34} {:8.2}",
            "peer / fundstelle, boxes a glyph",
            peer.as_secs_f64() / glyphs.as_secs_f64()
        );
    } else {
        println!("pdftotext is not installed (package poppler-utils): no comparison");
    }
    let _ = std::fs::remove_dir_all(folder);
}
