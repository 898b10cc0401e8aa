//! Chunking again and again, beside the `text-splitter` crate in the same run.
//!
//! `cargo bench --bench rechunk` measures 1 and 10 MB; sizes in MB may be given (`-- 1 5 20`). The peer
//! runs on 1 MB only, since it slows down with size; `-- peer` runs it on all sizes.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use fundstelle::chunk::{ChunkConfig, Overlap, Prepared};
use fundstelle::measure::{Tokenizer, Unit};
use fundstelle::text::{Cancel, Text};
use std::time::Instant;
use text_splitter::{ChunkConfig as PeerConfig, ChunkSizer, TextSplitter};

const PASSES: usize = 7;

/// The peer counts with the very same tokenizer.
struct Tokens;

impl ChunkSizer for Tokens {
    fn size(&self, chunk: &str) -> usize {
        bpe_openai::cl100k_base().count(chunk)
    }
}

/// German and English prose of our own, with paragraphs, lists and long words.
fn text(bytes: usize) -> String {
    const WORDS: [&str; 32] = [
        "die",
        "Pumpe",
        "läuft",
        "nicht",
        "an",
        "Ventil",
        "prüfen",
        "Druck",
        "the",
        "inlet",
        "filter",
        "must",
        "be",
        "cleaned",
        "before",
        "start",
        "Überdruckventil",
        "Sicherheitshinweise",
        "maintenance",
        "interval",
        "und",
        "oder",
        "falls",
        "when",
        "pressure",
        "drops",
        "below",
        "3.5",
        "bar",
        "Wartungsanleitung",
        "größer",
        "switch",
    ];
    let (mut out, mut state) = (String::with_capacity(bytes + 64), 0x2545_F491_u32);
    let mut next = |n: u32| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state % n
    };
    while out.len() < bytes {
        for sentence in 0..2 + next(6) {
            out.push_str(if sentence > 0 { " " } else { "" });
            for word in 0..4 + next(14) {
                out.push_str(if word > 0 { " " } else { "" });
                out.push_str(WORDS[next(32) as usize]);
            }
            out.push_str(if next(9) == 0 { ".\n" } else { "." });
        }
        out.push_str("\n\n");
    }
    out
}

fn config(unit: Unit, size: usize, overlap: usize) -> ChunkConfig {
    ChunkConfig { unit, size, overlap: Overlap::Units(overlap), ..ChunkConfig::default() }
}

/// Milliseconds of one call, and its result.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64() * 1000.0, result)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// First and further pass in milliseconds, and the number of chunks.
fn ours(text: &Text, config: &ChunkConfig) -> (f64, f64, usize) {
    let cancel = Cancel::new();
    let chunk = |prepared: &Prepared, config: &ChunkConfig| {
        prepared.chunk(config, &cancel).map_or(0, |c| c.chunks.len())
    };
    let mut prepared = Prepared::new(text);
    let mut first = Vec::new();
    let mut count = 0;
    for _ in 0..3 {
        prepared = Prepared::new(text);
        let (time, chunks) = timed(|| chunk(&prepared, config));
        first.push(time);
        count = chunks;
    }
    // A slider moves: each pass has another size.
    let further = (1..=PASSES).map(|n| {
        let moved = ChunkConfig { size: config.size + n % 3, ..config.clone() };
        timed(|| chunk(&prepared, &moved)).0
    });
    (median(first), median(further.collect()), count)
}

fn peer(text: &str, unit: Unit, size: usize, overlap: usize) -> (f64, usize) {
    let count = || match unit {
        Unit::Tokens => PeerConfig::new(size)
            .with_sizer(Tokens)
            .with_overlap(overlap)
            .map_or(0, |c| TextSplitter::new(c).chunk_indices(text).count()),
        _ => PeerConfig::new(size)
            .with_overlap(overlap)
            .map_or(0, |c| TextSplitter::new(c).chunk_indices(text).count()),
    };
    let runs: Vec<_> = (0..3).map(|_| timed(count)).collect();
    (median(runs.iter().map(|r| r.0).collect()), runs[0].1)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let everywhere = arguments.iter().any(|a| a == "peer");
    let mut sizes: Vec<usize> = arguments.iter().filter_map(|a| a.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1, 5, 10, 20];
    }
    // Loading the tokenizer is no part of either side.
    let _ = bpe_openai::cl100k_base().count("Pumpe") + ours(&Text::new("a"), &config(Unit::Tokens, 9, 0)).2;
    let _ = Tokenizer::default();
    println!(
        "   MB  unit        size  overlap   chunks   first ms  again ms  ns/byte   peer ms  (chunks)  first x  again x"
    );
    for megabytes in sizes {
        let text = Text::new(text(megabytes * 1_000_000));
        for (unit, size, overlap) in [(Unit::Tokens, 512, 64), (Unit::Characters, 1000, 100)] {
            let (first, again, chunks) = ours(&text, &config(unit, size, overlap));
            let per_byte = again * 1e6 / text.len() as f64;
            print!(
                "{megabytes:5}  {:10} {size:5} {overlap:8} {chunks:8} {first:10.2} {again:9.2} {per_byte:8.2}",
                unit.name()
            );
            if megabytes <= 1 || everywhere {
                let (time, chunks) = peer(&text, unit, size, overlap);
                println!(" {time:9.1} {chunks:9}  {:7.1}  {:7.1}", time / first, time / again);
            } else {
                println!("         -         -        -        -");
            }
        }
    }
}
