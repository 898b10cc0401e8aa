//! The recorded answers of LangChain's recursive splitter, reproduced to the character.

use fundstelle::chunk::{
    ChunkConfig, Chunking, EqualTo, KeepSeparator, Overlap, RecursiveConfig, Strategy, chunk_text,
};
use fundstelle::measure::{Measure, Tokenizer, Unit};
use fundstelle::text::{Cancel, Span, Text};
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
