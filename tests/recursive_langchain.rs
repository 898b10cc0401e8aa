//! The recorded answers of LangChain's recursive splitter, reproduced to the character.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may end at once")]

use fundstelle::chunk::{
    ChunkConfig, Chunking, EqualTo, KeepSeparator, Overlap, RecursiveConfig, Strategy, chunk_text,
};
use fundstelle::measure::{Measure, Tokenizer, Unit};
use fundstelle::text::{Cancel, Span, Text};
use proptest::prelude::*;
use serde_json::Value;
use std::path::PathBuf;

fn shared() -> Option<PathBuf> {
    let folder = std::env::var_os("FUNDSTELLE_SHARED")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")), PathBuf::from);
    folder.is_dir().then_some(folder)
}

fn cut(text: &str, config: &ChunkConfig) -> Chunking {
    let (text, cancel) = (Text::new(text), Cancel::new());
    let measure = Measure::new(&text, config.unit, config.tokenizer, &cancel).unwrap();
    chunk_text(&text, config, &measure, &cancel).unwrap()
}

fn langchain(size: usize, overlap: usize) -> ChunkConfig {
    ChunkConfig {
        strategy: Strategy::Recursive,
        size,
        overlap: Overlap::Units(overlap),
        unit: Unit::Characters,
        recursive: RecursiveConfig {
            keep_separator: KeepSeparator::Start,
            equal_to: Some(EqualTo::Langchain),
            ..RecursiveConfig::default()
        },
        ..ChunkConfig::default()
    }
}

/// The config of a recorded case.
fn config(case: &Value) -> ChunkConfig {
    let number = |key: &str| usize::try_from(case[key].as_u64().unwrap()).unwrap();
    let mut config = langchain(number("chunk_size"), number("chunk_overlap"));
    let (unit, tokenizer) = match case["unit"].as_str().unwrap() {
        "characters" => (Unit::Characters, Tokenizer::Cl100kBase),
        "cl100k_base tokens" => (Unit::Tokens, Tokenizer::Cl100kBase),
        "o200k_base tokens" => (Unit::Tokens, Tokenizer::O200kBase),
        other => panic!("unit {other}"),
    };
    (config.unit, config.tokenizer) = (unit, tokenizer);
    config.recursive.separators =
        case["separators"].as_array().unwrap().iter().map(|s| s.as_str().unwrap().to_owned()).collect();
    config.recursive.keep_separator = match &case["keep_separator"] {
        Value::Bool(false) => KeepSeparator::Drop,
        Value::String(s) if s == "end" => KeepSeparator::End,
        _ => KeepSeparator::Start,
    };
    config.recursive.trim = case["strip_whitespace"].as_bool().unwrap();
    config
}

/// Where separators are dropped, the peer writes one where several follow each other.
fn squeezed(text: &str, separators: &[String]) -> String {
    let mut text = text.to_owned();
    for separator in separators.iter().filter(|s| !s.is_empty()) {
        while text.contains(&separator.repeat(2)) {
            text = text.replace(&separator.repeat(2), separator);
        }
    }
    text
}

#[test]
fn all_recorded_answers_are_equal() {
    let Some(shared) = shared() else {
        println!("no folder of shared cases: nothing compared");
        return;
    };
    let file = std::fs::read_to_string(shared.join("cases/recursive_langchain.json")).unwrap();
    let file: Value = serde_json::from_str(&file).unwrap();
    let cases = file["cases"].as_array().unwrap();
    let (mut wrong, mut joined) = (Vec::new(), 0);
    for (n, case) in cases.iter().enumerate() {
        let text = case["text"].as_str().unwrap();
        let config = config(case);
        let chunking = cut(text, &config);
        let got: Vec<&str> = chunking.chunks.iter().map(|c| c.span.slice(text)).collect();
        let expected: Vec<&str> =
            case["chunks"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
        if got == expected {
            continue;
        }
        let same = |(a, b): (&&str, &&str)| {
            let separators = &config.recursive.separators;
            a == b || squeezed(a, separators) == squeezed(b, separators)
        };
        let dropped = config.recursive.keep_separator == KeepSeparator::Drop;
        if dropped && got.len() == expected.len() && got.iter().zip(&expected).all(same) {
            joined += 1;
            continue;
        }
        let at = got.iter().zip(&expected).position(|(a, b)| a != b);
        let first = at.map(|i| (i, got[i], expected[i]));
        wrong.push(format!("case {n}: {} and {} chunks, first {first:?}", got.len(), expected.len()));
    }
    println!("{} cases, {joined} of them with several dropped separators in a row", cases.len());
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn a_separator_counts_although_it_is_stripped_later() {
    let text = "abcde fghij";
    let chunks: Vec<_> = cut(text, &langchain(5, 0)).chunks.iter().map(|c| c.span.slice(text)).collect();
    assert_eq!(chunks, ["abcde", "fghi", "j"]);
}

#[test]
fn the_same_word_twice_keeps_its_own_place() {
    for overlap in 0..5 {
        let chunks = cut("chunk chunk", &langchain(6, overlap)).chunks;
        assert_eq!(chunks.last().unwrap().span, Span::new(6, 11), "overlap {overlap}");
    }
}

#[test]
fn separators_of_ascii_are_white_space_as_in_python() {
    let text = "\u{1c}ab\u{1f}\n\ncd";
    let chunks: Vec<_> = cut(text, &langchain(6, 0)).chunks.iter().map(|c| c.span.slice(text)).collect();
    assert_eq!(chunks, ["ab", "cd"]);
}

/// The algorithm on strings, as slow and as plain as can be, to compare with.
struct Plain<'a> {
    config: &'a ChunkConfig,
}

impl Plain<'_> {
    fn len(&self, text: &str) -> usize {
        match self.config.unit {
            Unit::Tokens => bpe_openai::cl100k_base().count(text),
            _ => text.chars().count(),
        }
    }

    fn split(&self, text: &str, separators: &[String]) -> Vec<String> {
        let at = separators.iter().position(|s| s.is_empty() || text.contains(s.as_str()));
        let separator = separators[at.unwrap_or(separators.len() - 1)].clone();
        let rest = at.filter(|_| !separator.is_empty()).map_or(&[][..], |i| &separators[i + 1..]);
        let mut pieces: Vec<String> = if separator.is_empty() {
            text.chars().map(String::from).collect()
        } else {
            let parts: Vec<&str> = text.split(separator.as_str()).collect();
            let last = parts.len() - 1;
            let glued =
                parts.iter().enumerate().map(|(i, part)| match self.config.recursive.keep_separator {
                    KeepSeparator::Start if i > 0 => format!("{separator}{part}"),
                    KeepSeparator::End if i < last => format!("{part}{separator}"),
                    _ => (*part).to_owned(),
                });
            glued.collect()
        };
        pieces.retain(|p| !p.is_empty());
        let dropped = self.config.recursive.keep_separator == KeepSeparator::Drop;
        let joint = if dropped { separator } else { String::new() };
        let (mut out, mut good) = (Vec::new(), Vec::new());
        for piece in pieces {
            if self.len(&piece) < self.config.size {
                good.push(piece);
                continue;
            }
            self.merge(&std::mem::take(&mut good), &joint, &mut out);
            if rest.is_empty() { out.push(piece) } else { out.extend(self.split(&piece, rest)) }
        }
        self.merge(&good, &joint, &mut out);
        out
    }

    fn merge(&self, pieces: &[String], joint: &str, out: &mut Vec<String>) {
        let total = |held: &[String]| {
            held.iter().map(|p| self.len(p)).sum::<usize>() + self.len(joint) * held.len().saturating_sub(1)
        };
        let mut held: Vec<String> = Vec::new();
        for piece in pieces {
            let with = |held: &[String]| total(&[held, std::slice::from_ref(piece)].concat());
            if with(&held) > self.config.size && !held.is_empty() {
                out.extend(self.join(&held, joint));
                let overlap = self.config.overlap_units();
                while total(&held) > overlap || (with(&held) > self.config.size && total(&held) > 0) {
                    held.remove(0);
                }
            }
            held.push(piece.clone());
        }
        out.extend(self.join(&held, joint));
    }

    fn join(&self, held: &[String], joint: &str) -> Option<String> {
        let text = held.join(joint);
        let white = |c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c);
        let text = if self.config.recursive.trim { text.trim_matches(white).to_owned() } else { text };
        Some(text).filter(|t| !t.is_empty())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn spans_and_sums_give_what_strings_give(
        text in "([a-zäöü]{1,9}[ .]|\n{1,3}| {1,3}|漢字|👍🏽|[a-z]{30}|\u{1c}|\t){0,60}",
        (size, share, tokens) in (1_usize..60, 0_usize..=100, any::<bool>()),
        (kind, keep, trim) in (0..5, 0_usize..3, any::<bool>()),
    ) {
        let mut config = langchain(size, size * share / 100);
        config.unit = if tokens { Unit::Tokens } else { Unit::Characters };
        let separators: &[&str] = match kind {
            0 => &["\n\n", "\n", " ", ""],
            1 => &["\n\n", "\n", ". ", " ", ""],
            2 => &["\n", ""],
            3 => &["\n\n", " "],
            _ => &["", "\n"],
        };
        config.recursive.separators = separators.iter().map(|s| (*s).to_owned()).collect();
        config.recursive.keep_separator = [KeepSeparator::Start, KeepSeparator::End, KeepSeparator::Drop][keep];
        config.recursive.trim = trim;
        let expected = Plain { config: &config }.split(&text, &config.recursive.separators);
        let chunking = cut(&text, &config);
        let got: Vec<&str> = chunking.chunks.iter().map(|c| c.span.slice(&text)).collect();
        if config.recursive.keep_separator == KeepSeparator::Drop {
            let squeeze = |t: &str| squeezed(t, &config.recursive.separators);
            let got: Vec<String> = got.iter().map(|t| squeeze(t)).collect();
            let expected: Vec<String> = expected.iter().map(|t| squeeze(t)).collect();
            prop_assert_eq!(got, expected);
        } else {
            prop_assert_eq!(got, expected);
        }
    }
}
