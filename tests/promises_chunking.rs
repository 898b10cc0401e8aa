//! Nothing invented, nothing lost, the limit is the limit, reproducible: over generated texts, for every
//! strategy and unit, and the cases that went wrong elsewhere.

#![expect(clippy::unwrap_used, reason = "a test may end at once")]

use fundstelle::chunk::{
    Chunk, ChunkConfig, Chunking, EqualTo, KeepSeparator, Overlap, OverlapReason, Prepared, Reason, Stats,
    Strategy, chunk_text,
};
use fundstelle::measure::{Measure, Tokenizer, Unit, sizes_of};
use fundstelle::text::{Cancel, Span, Text};
use proptest::prelude::*;
use proptest::strategy::Strategy as _;
use unicode_segmentation::UnicodeSegmentation;

const UNITS: [Unit; 5] = Unit::ALL;

/// Pieces of texts that people have, and of those that break programs.
fn any_text() -> impl proptest::strategy::Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-zäöüß]{1,12}[ ,.] ?",
        2 => Just("Die Pumpe läuft nicht an; Ventil prüfen. ".to_owned()),
        2 => Just("internationalization can't 3.14 HTTPServer's ".to_owned()),
        2 => "[ \t\u{a0}\u{2003}]{1,5}",
        2 => "[\n]{1,3}",
        1 => "(\r\n){1,2}",
        2 => "[日本語漢字。、ひらがな]{1,9}",
        1 => "(👨‍👩‍👧|🇩🇪|🇫|👍🏽|💩){1,5}",
        1 => "(e\u{301}|a\u{308}\u{304}|क्षि){1,6}",
        1 => "(שלום עולם|مرحبا )",
        1 => "[0-9]{1,14}",
        1 => "[-=#*\u{0}\u{1f}\u{ad}]{1,6}",
        1 => Just("Donaudampfschifffahrtsgesellschaftskapitänsmützen".to_owned()),
        1 => "[a-z]{60,90}",
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn any_config() -> impl proptest::strategy::Strategy<Value = ChunkConfig> {
    let keep = prop_oneof![Just(KeepSeparator::Start), Just(KeepSeparator::End), Just(KeepSeparator::Drop)];
    let separators = prop_oneof![
        3 => Just(vec!["\n\n", "\n", " ", ""]),
        1 => Just(vec!["\n\n", "\n", ". ", " ", ""]),
        1 => Just(vec!["\n", " "]),
        1 => Just(vec![""]),
        1 => Just(vec![]),
    ];
    let basics = (0..UNITS.len(), 1_usize..80, 0_usize..100, any::<bool>(), 0_usize..3);
    (basics, keep, separators, any::<bool>()).prop_map(
        |((unit, size, share, o200k, kind), keep, separators, trim)| {
            let mut config = ChunkConfig {
                unit: UNITS[unit],
                size,
                overlap: Overlap::Units(size * share / 100),
                strategy: if kind == 0 { Strategy::Fixed } else { Strategy::Recursive },
                tokenizer: if o200k { Tokenizer::O200kBase } else { Tokenizer::Cl100kBase },
                ..ChunkConfig::default()
            };
            config.recursive.separators = separators.into_iter().map(str::to_owned).collect();
            config.recursive.keep_separator = keep;
            config.recursive.trim = trim;
            config.recursive.equal_to = (kind == 2).then_some(EqualTo::Langchain);
            config
        },
    )
}

fn measure(text: &Text, config: &ChunkConfig) -> Measure {
    Measure::new(text, config.unit, config.tokenizer, &Cancel::new()).unwrap()
}

fn cut(text: &str, config: &ChunkConfig) -> Chunking {
    let text = Text::new(text);
    chunk_text(&text, config, &measure(&text, config), &Cancel::new()).unwrap()
}

fn spans(chunking: &Chunking) -> Vec<(usize, usize)> {
    chunking.chunks.iter().map(|c| (c.span.start(), c.span.end())).collect()
}

fn fixed(size: usize, overlap: usize, unit: Unit) -> ChunkConfig {
    ChunkConfig {
        strategy: Strategy::Fixed,
        size,
        overlap: Overlap::Units(overlap),
        unit,
        ..ChunkConfig::default()
    }
}

fn recursive(size: usize, overlap: usize, unit: Unit) -> ChunkConfig {
    ChunkConfig { strategy: Strategy::Recursive, ..fixed(size, overlap, unit) }
}

/// The size of a text counted afresh, with nothing of the product's indices.
fn counted(piece: &str, config: &ChunkConfig) -> Option<usize> {
    Some(match config.unit {
        Unit::Bytes => piece.len(),
        Unit::Characters => piece.chars().count(),
        Unit::Graphemes => piece.graphemes(true).count(),
        Unit::Tokens if config.tokenizer == Tokenizer::O200kBase => bpe_openai::o200k_base().count(piece),
        Unit::Tokens => bpe_openai::cl100k_base().count(piece),
        // Words are those that a span touches; where it starts inside one, the rest is one too.
        Unit::Words => return None,
    })
}

/// Covered, blank and lost part the text, each character in exactly one of them.
fn check_nothing_lost(text: &str, config: &ChunkConfig, chunking: &Chunking) {
    let mut kind = vec![0_u8; text.len()];
    for chunk in &chunking.chunks {
        assert!(chunk.span.get(text).is_some(), "{:?} is not on character boundaries", chunk.span);
        kind[chunk.span.range()].fill(1);
    }
    for (spans, is_blank) in [(&chunking.blank, true), (&chunking.lost, false)] {
        for span in spans {
            assert!(
                kind[span.range()].iter().all(|k| *k == 0),
                "{span:?} is covered and said to be uncovered"
            );
            kind[span.range()].fill(2);
            let white = |c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c);
            assert!(span.slice(text).chars().all(|c| white(c) == is_blank), "{span:?}");
        }
    }
    assert!(kind.iter().all(|k| *k != 0), "neither covered nor reported");
    let drops =
        config.strategy == Strategy::Recursive && config.recursive.keep_separator == KeepSeparator::Drop;
    if !drops {
        assert_eq!(chunking.lost, [], "lost although no separator is dropped");
    }
    if config.strategy == Strategy::Fixed || (!drops && !config.recursive.trim) {
        assert_eq!(chunking.blank, [], "blank although nothing is trimmed");
    }
}

fn check_chunk(text: &str, config: &ChunkConfig, chunk: &Chunk) {
    assert!(!chunk.span.is_empty());
    if let Some(size) = counted(chunk.span.slice(text), config) {
        assert_eq!(chunk.size, size, "{:?}", chunk.span.slice(text));
    }
    assert_eq!(chunk.oversize, chunk.size > config.size);
}

fn check_order(config: &ChunkConfig, text: &Text, chunks: &[Chunk]) {
    let overlap = config.overlap_units();
    let measure = measure(text, config);
    for pair in chunks.windows(2) {
        let (a, b) = (&pair[0], &pair[1]);
        // The peer may strip two chunks to the same start.
        assert!(a.span.start() <= b.span.start(), "starts advance: {a:?} {b:?}");
        if config.equal_to().is_none() {
            assert!(a.span.start() < b.span.start(), "starts advance: {a:?} {b:?}");
            assert!(a.span.end() < b.span.end(), "ends advance: {a:?} {b:?}");
            assert!(!a.span.contains_span(b.span));
        }
        let shared = a.span.intersection(b.span).map_or(0, |s| measure.size(s));
        assert_eq!(b.overlap_before, shared);
        if config.strategy == Strategy::Recursive && config.equal_to().is_none() {
            assert!(shared <= overlap, "overlap {shared} of {overlap}");
            assert_eq!(b.start_reason == Reason::Overlap, shared > 0);
        }
        assert_eq!(b.overlap_reason == OverlapReason::NotAsked, overlap == 0);
        if b.overlap_reason == OverlapReason::Asked {
            assert_eq!(shared, overlap);
        }
    }
    if let (Some(first), Some(last)) = (chunks.first(), chunks.last()) {
        assert_eq!((&first.start_reason, first.overlap_reason), (&Reason::TextStart, OverlapReason::First));
        assert_eq!(last.end_reason, Reason::TextEnd);
        assert!(chunks[..chunks.len() - 1].iter().all(|c| c.end_reason != Reason::TextEnd));
    }
}

/// In our own mode a chunk is oversize only where it could not be cut.
fn check_oversize(text: &str, config: &ChunkConfig, chunk: &Chunk) {
    if !chunk.oversize || config.strategy == Strategy::Fixed || config.equal_to().is_some() {
        return;
    }
    let piece = chunk.span.slice(text);
    let separators = &config.recursive.separators;
    if separators.iter().any(String::is_empty) {
        assert_eq!(piece.graphemes(true).count(), 1, "oversize, but could be cut: {piece:?}");
    } else {
        let inner = piece.trim();
        assert!(
            !separators.iter().any(|s| inner.contains(s.as_str())),
            "oversize, but could be cut: {piece:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_chunking_keeps_the_promises(text in any_text(), config in any_config()) {
        let chunking = cut(&text, &config);
        check_nothing_lost(&text, &config, &chunking);
        for chunk in &chunking.chunks {
            check_chunk(&text, &config, chunk);
            check_oversize(&text, &config, chunk);
        }
        check_order(&config, &Text::new(text.as_str()), &chunking.chunks);
        let blank = text.chars().all(char::is_whitespace);
        prop_assert!(!chunking.chunks.is_empty() || blank || config.equal_to().is_some());
    }

    #[test]
    fn a_prepared_text_gives_the_same_chunks_again_and_again(text in any_text(), configs in proptest::collection::vec(any_config(), 3)) {
        let prepared = Prepared::new(&Text::new(text.as_str()));
        for config in configs.iter().chain(&configs) {
            prop_assert_eq!(prepared.chunk(config, &Cancel::new()).unwrap(), cut(&text, config));
        }
    }

    #[test]
    fn sizes_of_spans_are_those_of_the_spans_as_texts(text in any_text(), config in any_config(), places in proptest::collection::vec((0.0..1.0, 0.0..1.0), 24)) {
        let text = Text::new(text);
        let measure = measure(&text, &config);
        let place = |share: f64| text.floor_char_boundary((share * (text.len() + 1) as f64) as usize);
        for (a, b) in places {
            let (a, b) = (place(a), place(b));
            let span = Span::new(a.min(b), a.max(b));
            let piece = text.slice(span);
            let size = measure.size(span);
            if let Some(count) = counted(piece, &config) {
                prop_assert_eq!(size, count, "{:?}", piece);
            } else {
                prop_assert!(size >= piece.unicode_words().count().min(1) && (size > 0) != piece.is_empty());
                prop_assert!(size <= measure.total());
            }
            let sizes = sizes_of(&text, span, config.tokenizer);
            prop_assert_eq!((sizes.bytes, sizes.characters), (piece.len(), piece.chars().count()));
            let limit = config.size;
            let end = measure.farthest(span.start(), limit);
            prop_assert!(measure.size(Span::new(span.start(), end)) <= limit);
            let next = text.ceil_char_boundary((end + 1).min(text.len()));
            prop_assert!(next == end || measure.size(Span::new(span.start(), next)) > limit, "{} fits too", next);
        }
    }

    #[test]
    fn words_add_up_where_a_word_starts(text in any_text()) {
        let text = Text::new(text);
        let measure = Measure::new(&text, Unit::Words, Tokenizer::Cl100kBase, &Cancel::new()).unwrap();
        for (at, _) in text.unicode_word_indices().skip(1) {
            let (before, behind) = (Span::new(0, at), Span::new(at, text.len()));
            prop_assert_eq!(measure.size(before) + measure.size(behind), measure.total());
        }
        prop_assert_eq!(measure.total(), text.unicode_words().count().max(usize::from(!text.is_empty())));
    }
}

/// A text of several parts, as several threads count them.
fn long_text() -> Text {
    let mut text = String::new();
    for n in 0..12_000 {
        text += [
            "Die Pumpe läuft nicht an. ",
            "Check the inlet filter's gasket.\n",
            "日本語の文。",
            "  \t 👍🏽 12345678",
        ][n * 7 % 4];
        text += if n % 9 == 0 { "\n\n" } else { "" };
    }
    Text::new(text)
}

#[test]
fn one_thread_and_eight_give_the_same() {
    let text = long_text();
    let config = recursive(200, 30, Unit::Tokens);
    let chunks = [1, 8].map(|threads| {
        let measure =
            Measure::with_threads(&text, config.unit, config.tokenizer, threads, &Cancel::new()).unwrap();
        assert_eq!(measure.total(), bpe_openai::cl100k_base().count(text.as_str()));
        chunk_text(&text, &config, &measure, &Cancel::new()).unwrap()
    });
    assert_eq!(chunks[0], chunks[1]);
    assert!(chunks[0].chunks.len() > 100);
}

#[test]
fn work_that_was_cancelled_says_so() {
    let (text, cancel) = (long_text(), Cancel::new());
    cancel.cancel();
    assert!(Measure::new(&text, Unit::Tokens, Tokenizer::Cl100kBase, &cancel).is_none());
    let error = Prepared::new(&text).chunk(&ChunkConfig::default(), &cancel).unwrap_err();
    assert!(error.to_string().contains("cancelled"), "{error}");
}

#[test]
fn the_fixed_window_is_the_seeds() {
    let text = "Pump X17: disconnect power. Wait 30 seconds. Check the inlet filter.";
    let chunking = cut(text, &fixed(40, 10, Unit::Characters));
    assert_eq!(spans(&chunking), [(0, 40), (30, 68)]);
    assert_eq!(chunking.chunks[1].overlap_before, 10);
    assert_eq!(chunking.chunks[1].overlap_reason, OverlapReason::Asked);
    for unit in UNITS {
        assert_eq!(spans(&cut("", &fixed(40, 10, unit))), []);
        assert_eq!(spans(&cut("", &recursive(40, 10, unit))), []);
    }
}

#[test]
fn c1_spans_are_carried_never_searched_for() {
    for overlap in 0..5 {
        for config in [fixed(5, overlap, Unit::Characters), recursive(5, overlap, Unit::Characters)] {
            let last = *spans(&cut("chunk chunk", &config)).last().unwrap();
            assert_eq!(last.1, 11, "{config:?}");
        }
        let chunks = spans(&cut("chunk chunk", &recursive(5, overlap, Unit::Characters)));
        assert_eq!(chunks, [(0, 5), (6, 11)], "overlap {overlap}");
    }
}

#[test]
fn c2_overlap_is_counted_in_the_unit_of_the_size() {
    let text: Vec<String> = (0..60).map(|n| format!("word{n}")).collect();
    let text = text.join(" ");
    for config in [fixed(10, 5, Unit::Tokens), recursive(10, 5, Unit::Tokens)] {
        let chunking = cut(&text, &config);
        assert!(chunking.chunks.len() > 10);
        for chunk in &chunking.chunks[1..] {
            assert!(chunk.overlap_before > 0 && chunk.overlap_before <= 6, "{chunk:?}");
        }
    }
}

#[test]
fn c3_a_paragraph_three_times_has_three_places() {
    let paragraph = "The valve opens at 3 bar. It closes at 2 bar.";
    let text = [paragraph; 3].join("\n\n");
    let chunking = cut(&text, &recursive(50, 0, Unit::Characters));
    assert_eq!(spans(&chunking), [(0, 45), (47, 92), (94, 139)]);
    assert!(chunking.chunks.iter().all(|c| c.span.slice(&text) == paragraph));
}

#[test]
fn c4_no_cut_lies_inside_a_code_point() {
    for text in ["ä".repeat(50), "👨‍👩‍👧".repeat(10), "日本語".repeat(20), "e\u{301}".repeat(20)]
    {
        for size in 1..=4 {
            for overlap in 0..size {
                for config in [fixed(size, overlap, Unit::Tokens), recursive(size, overlap, Unit::Tokens)] {
                    let chunking = cut(&text, &config);
                    check_nothing_lost(&text, &config, &chunking);
                    for chunk in &chunking.chunks {
                        check_chunk(&text, &config, chunk);
                        check_oversize(&text, &config, chunk);
                    }
                    check_order(&config, &Text::new(text.as_str()), &chunking.chunks);
                }
            }
        }
    }
}

#[test]
fn c6_text_without_a_space_ends_and_is_covered() {
    let text: String = (0_u32..2000).filter_map(|n| char::from_u32(97 + n * n * 7 % 101 % 26)).collect();
    for config in [fixed(50, 10, Unit::Tokens), recursive(50, 10, Unit::Tokens)] {
        let chunking = cut(&text, &config);
        check_nothing_lost(&text, &config, &chunking);
        assert!(chunking.chunks.len() > 5);
        assert!(chunking.chunks[1..].iter().all(|c| c.overlap_before > 0), "{chunking:?}");
    }
}

#[test]
fn c7_overlap_within_a_word_that_has_no_separator() {
    let mut without = recursive(5, 2, Unit::Characters);
    without.recursive.separators = vec![String::new()];
    for config in [fixed(5, 2, Unit::Characters), recursive(5, 2, Unit::Characters), without] {
        assert_eq!(spans(&cut("abcdefghij", &config)), [(0, 5), (3, 8), (6, 10)], "{config:?}");
    }
}

#[test]
fn c9_no_overlap_where_the_chunk_before_is_one_full_piece_and_it_is_said() {
    let text = format!("{}\n\n{}", "A".repeat(26), "B".repeat(10));
    let chunking = cut(&text, &recursive(26, 5, Unit::Characters));
    assert_eq!(spans(&chunking), [(0, 26), (28, 38)]);
    assert_eq!(chunking.chunks[1].overlap_before, 0);
    assert_eq!(chunking.chunks[1].overlap_reason, OverlapReason::Boundary);
}

#[test]
fn c10_the_last_window_never_lies_inside_the_one_before() {
    assert_eq!(spans(&cut("s1. s2. s3.", &fixed(3, 1, Unit::Words))), [(0, 11)]);
    assert_eq!(spans(&cut("s1. s2. s3. s4.", &fixed(3, 1, Unit::Words))), [(0, 12), (8, 15)]);
}

#[test]
fn overlap_shrinks_so_that_the_next_word_stays_whole() {
    let chunking = cut("aa bb hello", &recursive(8, 3, Unit::Characters));
    assert_eq!(spans(&chunking), [(0, 5), (3, 11)]);
    let chunking = cut("aa bb hello", &recursive(7, 3, Unit::Characters));
    assert_eq!(spans(&chunking), [(0, 5), (6, 11)]);
    assert_eq!(chunking.chunks[1].overlap_reason, OverlapReason::Full);
}

#[test]
fn the_coarsest_separator_that_fits_cuts_and_is_named() {
    let text = "One line.\nTwo.\n\nNext paragraph is longer.";
    let chunking = cut(text, &recursive(30, 0, Unit::Characters));
    assert_eq!(spans(&chunking), [(0, 14), (16, 41)]);
    assert_eq!(chunking.chunks[0].end_reason, Reason::Separator(0));
    assert_eq!(chunking.blank, [Span::new(14, 16)]);
    let chunking = cut("abcdef", &recursive(4, 0, Unit::Characters));
    assert_eq!(chunking.chunks[0].end_reason, Reason::Limit);
}

#[test]
fn a_dropped_separator_is_reported_as_lost() {
    let mut config = recursive(5, 0, Unit::Characters);
    config.recursive.separators = vec![".".to_owned()];
    config.recursive.keep_separator = KeepSeparator::Drop;
    let chunking = cut("abc.def.ghi", &config);
    assert_eq!(spans(&chunking), [(0, 3), (4, 7), (8, 11)]);
    assert_eq!(chunking.lost, [Span::new(3, 4), Span::new(7, 8)]);
}

#[test]
fn figures_of_a_chunking() {
    let text = Text::new("aaaa bbbb cccc dddd");
    let config = recursive(9, 4, Unit::Characters);
    let measure = measure(&text, &config);
    let chunking = chunk_text(&text, &config, &measure, &Cancel::new()).unwrap();
    assert_eq!(spans(&chunking), [(0, 9), (5, 14), (10, 19)]);
    let stats = Stats::of(&chunking, &measure, &config);
    assert_eq!((stats.count, stats.min, stats.max, stats.oversize, stats.tiny), (3, 9, 9, 0, 0));
    assert!((stats.expansion - 27.0 / 19.0).abs() < 1e-9);
    assert_eq!(stats.lost_characters, 0);
}

#[test]
fn long_runs_of_one_kind_stay_linear() {
    // None of these may take more than a moment; squares of their lengths would take hours.
    let runs =
        ["a".repeat(30_000), "7".repeat(20_000), " ".repeat(20_000), "\n".repeat(20_000), "🇩".repeat(4_000)];
    for run in runs {
        for unit in UNITS {
            for config in [fixed(500, 50, unit), recursive(500, 50, unit)] {
                let chunking = cut(&run, &config);
                let covered: usize = chunking.chunks.last().map_or(0, |c| c.span.end());
                assert!(covered == run.len() || run.trim().is_empty());
            }
        }
    }
}
