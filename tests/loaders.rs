//! Text and Markdown files as people have them: every encoding, every line end, broken ones, whole folders.

use encoding_rs::Encoding;
use fundstelle::document::{BlockKind, Extraction, Origins, ProblemCode, SourceKind};
use fundstelle::extract::decode::{Decoded, decode};
use fundstelle::extract::markdown::{ItemMark, RenderKind, Rendered, render};
use fundstelle::extract::{ExtractError, LoadOptions, kind_of, load, load_bytes};
use fundstelle::text::Span;
use proptest::prelude::*;
use std::fs;
use std::path::Path;

fn markdown(text: &str) -> Extraction {
    load_bytes(text.as_bytes().to_vec(), "manual.md", &LoadOptions::default()).unwrap()
}

fn plain(bytes: &[u8]) -> Extraction {
    load_bytes(bytes.to_vec(), "note.txt", &LoadOptions::default()).unwrap()
}

fn paths(extraction: &Extraction) -> Vec<String> {
    extraction.sections().iter().map(|s| s.heading_path.join(" > ")).collect()
}

/// Sections part the text: nothing is lost and nothing stands in two.
fn assert_partition(extraction: &Extraction) {
    let mut at = 0;
    for section in extraction.sections() {
        assert_eq!(section.span.start(), at);
        assert!(!section.span.is_empty());
        at = section.span.end();
    }
    assert_eq!(at, extraction.text().len());
}

/// Decoding the bytes that a character's origin names gives that character again.
fn assert_origins(decoded: &Decoded, file: &[u8], decode_piece: impl Fn(&[u8]) -> String) {
    let mut last = 0;
    for (at, c) in decoded.text.char_indices() {
        let range = decoded.origins.file_range(Span::new(at, at + c.len_utf8()));
        assert!(range.start >= last && range.start < range.end, "{c:?} at {at}: {range:?} after {last}");
        last = range.end;
        let piece = decode_piece(&file[range.start as usize..range.end as usize]);
        let piece = piece.replace("\r\n", "\n").replace('\r', "\n");
        assert_eq!(piece, c.to_string(), "at {at} of {:?}", decoded.text);
    }
    assert_eq!(decoded.origins.file_offset(decoded.text.len()), file.len() as u64);
}

// --- decoding ---

#[test]
fn files_in_the_encodings_of_the_world_are_read_and_traced_back() {
    let german = "Prüfen Sie den Einlaßfilter.\r\nDie Größe beträgt 3 µm – nicht mehr.\r\n„Halt!“, rief er für 5 €.\r\n";
    let table = [
        ("windows-1252", german),
        ("windows-1251", "Насос отключить от сети.\nПодождать тридцать секунд и проверить фильтр.\n"),
        ("KOI8-U", "Насос отключить от сети.\nПодождать тридцать секунд и проверить фильтр.\n"),
        ("windows-1253", "Αποσυνδέστε την αντλία από το ρεύμα.\nΠεριμένετε τριάντα δευτερόλεπτα.\n"),
        ("windows-1255", "נתק את המשאבה מהחשמל.\nהמתן שלושים שניות ובדוק את המסנן.\n"),
        ("Shift_JIS", "ポンプの電源を切ってください。\r\n三十秒待ってから、フィルターを確認します。\r\n"),
        ("EUC-JP", "ポンプの電源を切ってください。\n三十秒待ってから、フィルターを確認します。\n"),
        ("GBK", "请断开水泵电源。\n等待三十秒，然后检查进口过滤器。\n"),
        ("Big5", "請斷開水泵電源。\n等待三十秒，然後檢查進口過濾器。\n"),
        ("EUC-KR", "펌프의 전원을 차단하십시오.\n삼십 초 동안 기다린 후 필터를 확인하십시오.\n"),
    ];
    for (name, text) in table {
        let encoding = Encoding::for_label(name.as_bytes()).unwrap();
        let (bytes, _, lossy) = encoding.encode(text);
        assert!(!lossy, "{name}");
        let decoded = decode(&bytes, "note.txt").unwrap();
        assert_eq!(decoded.encoding.name, name);
        assert!(decoded.encoding.guessed);
        assert_eq!(decoded.text, text.replace("\r\n", "\n"), "{name}");
        assert!(decoded.problems.iter().any(|p| p.code == ProblemCode::EncodingGuessed), "{name}");
        let piece = |b: &[u8]| encoding.decode_without_bom_handling(b).0.into_owned();
        assert_origins(&decoded, &bytes, piece);
    }
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Utf8,
    Utf8Marked,
    Utf16Little,
    Utf16Big,
}

fn encode(text: &str, form: Form) -> Vec<u8> {
    let units = || text.encode_utf16();
    match form {
        Form::Utf8 => text.as_bytes().to_vec(),
        Form::Utf8Marked => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        Form::Utf16Little => [0xff, 0xfe].into_iter().chain(units().flat_map(u16::to_le_bytes)).collect(),
        Form::Utf16Big => [0xfe, 0xff].into_iter().chain(units().flat_map(u16::to_be_bytes)).collect(),
    }
}

fn decode_piece(bytes: &[u8], form: Form) -> String {
    let units = |f: fn([u8; 2]) -> u16| {
        let units: Vec<_> = bytes.chunks_exact(2).map(|p| f([p[0], p[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match form {
        Form::Utf8 | Form::Utf8Marked => String::from_utf8_lossy(bytes).into_owned(),
        Form::Utf16Little => units(u16::from_le_bytes),
        Form::Utf16Big => units(u16::from_be_bytes),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn every_character_knows_its_bytes(
        text in "([a-z äöüß漢字👨\u{200d}👩e\u{301}שלום\u{a0}\u{ad}]|\r\n|\r|\n|\t|\u{c}){0,80}",
        form in prop_oneof![
            Just(Form::Utf8), Just(Form::Utf8Marked), Just(Form::Utf16Little), Just(Form::Utf16Big)
        ],
    ) {
        let file = encode(&text, form);
        let decoded = decode(&file, "note.txt").unwrap();
        prop_assert_eq!(&decoded.text, &text.replace("\r\n", "\n").replace('\r', "\n"));
        assert_origins(&decoded, &file, |b| decode_piece(b, form));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(decoded) = decode(&bytes, "note.txt") {
            prop_assert_eq!(decoded.origins.file_offset(decoded.text.len()), bytes.len() as u64);
            prop_assert!(!decoded.text.contains('\r'));
        }
    }

    #[test]
    fn line_ends_change_neither_text_nor_structure(lines in prop::collection::vec(
        prop_oneof![
            Just("# Pumpe X17"), Just(""), Just("Größe: 3 µm"), Just("- Filter prüfen"), Just("```"),
            Just("> 日本語"), Just("| a | b |"), Just("|---|---|"), Just("---"), Just("text  ")
        ], 0..20)) {
        let lf = lines.join("\n");
        let with = |end: &str| {
            load_bytes(lines.join(end).into_bytes(), "manual.md", &LoadOptions::default()).unwrap()
        };
        let expected = markdown(&lf);
        for end in ["\r\n", "\r"] {
            let other = with(end);
            prop_assert_eq!(other.text().as_str(), lf.as_str());
            prop_assert_eq!(other.id(), expected.id());
        }
    }
}

#[test]
fn c5_one_markdown_in_three_line_ends_is_one_text_with_origins_in_its_own_file() {
    let lf = "# Pumpe X17\n\nDen Netzstecker ziehen.\n\n- Größe prüfen\n- Filter reinigen\n";
    let expected = markdown(lf);
    for end in ["\n", "\r\n", "\r"] {
        let file = lf.replace('\n', end);
        let extraction = markdown(&file);
        assert_eq!(extraction.text().as_str(), lf);
        assert_eq!(extraction.id(), expected.id());
        assert_eq!(extraction.sections(), expected.sections());
        let Origins::Bytes(origins) = extraction.origins() else { panic!("a text has byte origins") };
        for word in ["Netzstecker", "Größe", "reinigen"] {
            let at = lf.find(word).unwrap();
            let range = origins.file_range(Span::new(at, at + word.len()));
            assert_eq!(&file[range.start as usize..range.end as usize], word);
        }
    }
}

#[test]
fn long_utf16_german_costs_little_memory_for_its_origins() {
    let text = "Der Druckprüfer prüft den Druck der Größe nach. ".repeat(1000);
    let decoded = decode(&encode(&text, Form::Utf16Little), "note.txt").unwrap();
    assert_eq!(decoded.text, text);
    // Two a run of letters that UTF-8 writes in two bytes.
    assert!(decoded.origins.pieces() <= 2 * 3 * 1000 + 2, "{}", decoded.origins.pieces());
    let decoded = decode(text.as_bytes(), "note.txt").unwrap();
    assert_eq!(decoded.origins.pieces(), 0);
}

#[test]
fn utf16_without_a_mark_is_recognized() {
    for (text, big) in [
        ("Pumpe X17\r\nprüfen", false),
        ("Pumpe X17\nprüfen", true),
        ("日本語のテキスト\n二行目 です", false),
    ] {
        let file = encode(text, if big { Form::Utf16Big } else { Form::Utf16Little })[2..].to_vec();
        let decoded = decode(&file, "note.txt").unwrap();
        assert_eq!(decoded.text, text.replace("\r\n", "\n"));
        assert_eq!(decoded.encoding.name, if big { "UTF-16BE" } else { "UTF-16LE" });
        assert!(decoded.encoding.guessed);
    }
}

#[test]
fn a_damaged_place_in_utf8_is_shown_and_named() {
    let file = b"Gr\xc3\xb6\xc3\x9fe \xff pr\xc3\xbcfen, \xc3\xa4ndern, \xc3\xb6len";
    let extraction = plain(file);
    assert_eq!(extraction.text().as_str(), "Größe \u{fffd} prüfen, ändern, ölen");
    let problem = extraction.problems().iter().find(|p| p.code == ProblemCode::InvalidBytes).unwrap();
    assert!(problem.message.contains("byte 8 "), "{}", problem.message);
    assert_eq!(problem.span.map(|s| extraction.text().slice(s)), Some("\u{fffd}"));
    let Origins::Bytes(origins) = extraction.origins() else { panic!("a text has byte origins") };
    assert_eq!(origins.file_range(problem.span.unwrap()), 8..9);
}

#[test]
fn half_a_utf16_unit_and_a_lone_surrogate_are_replaced() {
    let decoded = decode(b"\xff\xfea\0\x3d\xd8b\0c", "note.txt").unwrap();
    assert_eq!(decoded.text, "a\u{fffd}b\u{fffd}");
    assert!(decoded.problems[0].message.starts_with("2 places are not valid UTF-16LE"));
}

#[test]
fn binaries_called_txt_are_refused_with_what_they_are() {
    let noise: Vec<u8> = (0..5000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for (bytes, what) in [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(), "a PNG picture"),
        (b"PK\x03\x04\x14\0\x06\0".to_vec(), "a ZIP archive"),
        (b"\x7fELF\x02\x01\x01\0\0".to_vec(), "a program"),
        (noise, "a program's data"),
        (b"\0\x01\x02\x03".repeat(100), "a program's data"),
    ] {
        let error = load_bytes(bytes, "note.txt", &LoadOptions::default()).unwrap_err();
        assert!(matches!(error, ExtractError::Binary { .. }), "{error}");
        let message = error.to_string();
        assert!(message.starts_with("note.txt is not a text") && message.contains(what), "{message}");
    }
}

#[test]
fn a_text_with_one_nul_is_read_and_said() {
    let extraction = plain(b"Pumpe\0X17 trennen");
    assert_eq!(extraction.text().as_str(), "Pumpe\0X17 trennen");
    assert_eq!(extraction.problems().len(), 1);
}

// --- plain text ---

#[test]
fn form_feeds_part_pages_and_blank_lines_paragraphs() {
    let extraction = plain(b"One\ntwo\n\n  \nthree\x0cfour\n\n\x0c");
    let text = extraction.text();
    let pages: Vec<_> = extraction.pages().iter().map(|p| (text.slice(p.spans[0]), p.has_text)).collect();
    assert_eq!(pages, [("One\ntwo\n\n  \nthree\u{c}", true), ("four\n\n\u{c}", true)]);
    let blocks: Vec<_> = extraction.blocks().iter().map(|b| text.slice(b.span)).collect();
    assert_eq!(blocks, ["One\ntwo", "three", "four"]);
    assert_partition(&extraction);
}

#[test]
fn an_empty_file_is_an_empty_extraction_that_says_so() {
    for bytes in [&b""[..], b"\xef\xbb\xbf", b"\xff\xfe"] {
        let extraction = plain(bytes);
        assert!(extraction.text().is_empty() && extraction.sections().is_empty());
        assert_eq!(extraction.problems()[0].code, ProblemCode::NoText);
    }
}

// --- Markdown ---

#[test]
fn c20_hashes_in_fences_are_no_headings() {
    let text = "# A\n\n```\n# not a heading\n```\n\n~~~\n# nor this\n~~~\n\n````\n```\n# nor that\n```\n````\n\n# B\n";
    let extraction = markdown(text);
    assert_eq!(paths(&extraction), ["A", "B"]);
    assert_partition(&extraction);
    assert!(extraction.problems().is_empty());
}

#[test]
fn c21_a_fence_that_never_closes_runs_to_the_end_and_is_said() {
    let text = "# A\n\n```rust\nlet x;\n\n# B\n";
    let extraction = markdown(text);
    assert_eq!(paths(&extraction), ["A"]);
    assert_partition(&extraction);
    let problem = &extraction.problems()[0];
    assert_eq!(problem.code, ProblemCode::Unclosed);
    assert_eq!(extraction.text().slice(problem.span.unwrap()), "```rust\nlet x;\n\n# B");
}

#[test]
fn c22_tabs_and_no_break_spaces_in_a_fence_are_kept_to_the_byte() {
    let text = "```\n\tif\u{a0}x:\n\t\treturn  \n```\n";
    assert_eq!(markdown(text).text().as_str(), text);
    let rendered = render(text);
    assert_eq!(rendered.blocks[0].text(), "\tif\u{a0}x:\n\t\treturn  ");
    assert!(rendered.blocks[0].runs.iter().all(|r| r.identical));
}

#[test]
fn c25_headings_without_text_below_them_are_covered() {
    let extraction = markdown("# A\n\n## B\n\n## C\n\nbody\n");
    assert_eq!(paths(&extraction), ["A", "A > B", "A > C"]);
    assert_partition(&extraction);
    let parents: Vec<_> = extraction.sections().iter().map(|s| s.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(0)]);
}

#[test]
fn c27_what_is_a_heading_and_what_is_not() {
    let text = "before\n\nSetext\n======\n\n#hashtag\n\n\\# escaped\n\n> # quoted\n\n- # listed\n\nSecond\nline\n---\n\n\
                <h2 id=\"x\">H&auml;t <em>two</em></h2>\n<p>text</p>\n\n<!-- <h2>no</h2> -->\n\n   ### In\\# &amp; out ##\n";
    let extraction = markdown(text);
    assert_eq!(
        paths(&extraction),
        ["", "Setext", "Setext > Second line", "Setext > Hät two", "Setext > Hät two > In# & out"]
    );
    assert_partition(&extraction);
    let last = extraction.sections().last().unwrap();
    assert_eq!(extraction.text().slice(last.span), "   ### In\\# &amp; out ##\n");
    let outline: Vec<_> = extraction.outline().iter().map(|o| (o.level, o.title.as_str())).collect();
    assert_eq!(outline, [(1, "Setext"), (2, "Second line"), (2, "Hät two"), (3, "In# & out")]);
}

#[test]
fn blocks_are_of_their_kinds() {
    let text = "---\ntitle: x\n---\n# H\n\nText\n\n- a\n  - b\n\n> q\n\n| t |\n|---|\n| c |\n\n![d](p.png)\n\n[^1]\n\n[^1]: Note\n";
    let extraction = markdown(text);
    let blocks: Vec<_> =
        extraction.blocks().iter().map(|b| (b.kind, b.level, extraction.text().slice(b.span))).collect();
    assert_eq!(
        blocks,
        [
            (BlockKind::Code, None, "---\ntitle: x\n---"),
            (BlockKind::Heading, Some(1), "# H"),
            (BlockKind::Paragraph, None, "Text"),
            (BlockKind::ListItem, Some(1), "- a"),
            (BlockKind::ListItem, Some(2), "- b"),
            (BlockKind::Quote, None, "q"),
            (BlockKind::Table, None, "| t |\n|---|\n| c |"),
            (BlockKind::Figure, None, "![d](p.png)"),
            (BlockKind::Paragraph, None, "[^1]"),
            (BlockKind::Footnote, None, "[^1]: Note"),
        ]
    );
}

#[test]
fn a_rule_in_the_middle_is_no_front_matter() {
    let extraction = markdown("Text\n\n---\n\nHeading\n---\n\nmore\n");
    assert_eq!(paths(&extraction), ["", "Heading"]);
}

// --- the rendered view ---

/// Runs ascend, name real places, and where they say so show exactly what stands there.
fn assert_runs(text: &str, rendered: &Rendered) {
    let mut at = 0;
    for block in &rendered.blocks {
        assert!(block.span.get(text).is_some());
        for run in &block.runs {
            let source = run.span.get(text).expect("a run's span is of the text");
            assert!(run.span.start() >= at, "{run:?} after {at} in {text:?}");
            at = run.span.end();
            assert_eq!(run.identical, source == run.text, "{run:?}");
            assert!(block.span.contains_span(run.span), "{run:?} {block:?}");
        }
        if let RenderKind::Table { rows, .. } = &block.kind {
            let mut next = 0;
            for cell in rows.iter().flat_map(|r| &r.cells) {
                assert_eq!(cell.runs.start, next);
                next = cell.runs.end;
                assert!(block.runs[cell.runs.clone()].iter().all(|r| cell.span.contains_span(r.span)));
            }
            assert_eq!(next, block.runs.len());
        }
    }
}

#[test]
fn what_is_shown_maps_to_where_it_stands() {
    let text = "Druck &amp; *Größe*\\* von `a``b` und  \nzwei\ndrei [Netz](http://x.org)[^n] ![Bild](b.png)![](c.png) <br>\n\n[^n]: Note";
    let rendered = render(text);
    assert_runs(text, &rendered);
    let runs = &rendered.blocks[0].runs;
    let shown: Vec<_> = runs.iter().map(|r| (r.span.slice(text), r.text.as_str())).collect();
    assert_eq!(
        shown,
        [
            ("Druck ", "Druck "),
            ("&amp;", "&"),
            (" ", " "),
            ("Größe", "Größe"),
            ("* von ", "* von "),
            ("a``b", "a``b"),
            (" und", " und"),
            ("  \n", "\n"),
            ("zwei", "zwei"),
            ("\n", " "),
            ("drei ", "drei "),
            ("Netz", "Netz"),
            ("n", "n"),
            (" ", " "),
            ("Bild", "Bild"),
            ("![](c.png)", ""),
            (" ", " "),
            ("<br>", "<br>"),
        ]
    );
    assert!(runs[3].style.emphasis && runs[5].style.code && runs[17].style.html);
    assert_eq!(runs[11].style.link.as_deref(), Some("http://x.org"));
    assert_eq!(runs[12].style.footnote.as_deref(), Some("n"));
    assert_eq!(runs[14].style.image.as_deref(), Some("b.png"));
}

#[test]
fn code_spans_show_what_stands_between_their_ticks() {
    for (text, shown) in
        [("`` `a` ``", "`a`"), ("` a`", " a"), ("`  `", "  "), ("`a\nb`", "a b"), ("` a b `", "a b")]
    {
        let rendered = render(text);
        assert_runs(text, &rendered);
        assert_eq!(rendered.blocks[0].text(), shown, "{text:?}");
        let pieces: Vec<_> = rendered.blocks[0].runs.iter().map(|r| r.span.slice(text)).collect();
        assert_eq!(pieces.concat().replace('\n', " "), shown, "{text:?}");
    }
    let table = "| a |\n|---|\n| `x\\|y` |\n";
    let rendered = render(table);
    assert_runs(table, &rendered);
    assert_eq!(rendered.blocks[0].text(), "ax|y");
}

#[test]
fn lists_quotes_and_tasks_keep_their_marks() {
    let text = "3. drei\n4. - [x] erledigt\n   - [ ] offen\n\n     mehr\n\n> > tief\n\n-\n- \n";
    let rendered = render(text);
    assert_runs(text, &rendered);
    let seen: Vec<_> =
        rendered.blocks.iter().map(|b| (b.text(), b.list_depth, b.quote_depth, b.item)).collect();
    let mark = |ordinal, task| Some(ItemMark { ordinal, task });
    assert_eq!(
        seen,
        [
            ("drei".to_owned(), 1, 0, mark(Some(3), None)),
            (String::new(), 1, 0, mark(Some(4), None)),
            ("erledigt".to_owned(), 2, 0, mark(None, Some(true))),
            ("offen".to_owned(), 2, 0, mark(None, Some(false))),
            ("mehr".to_owned(), 2, 0, None),
            ("tief".to_owned(), 0, 2, None),
            (String::new(), 1, 0, mark(None, None)),
            (String::new(), 1, 0, mark(None, None)),
        ]
    );
}

const PIECES: &[&str] = &[
    "# ",
    "## ",
    "> ",
    "- ",
    "1. ",
    "  ",
    "    ",
    "\t",
    "\n",
    "\n\n",
    "```",
    "~~~",
    "`",
    "``",
    "*",
    "**",
    "_",
    "~~",
    "[",
    "](",
    ")",
    "![",
    "]",
    "[^1]",
    "[^1]: ",
    "|",
    "|---|:-:|",
    "\\",
    "\\|",
    "&amp;",
    "&#x41;",
    "<",
    ">",
    "<h2>",
    "</h2>",
    "<!--",
    "---",
    "===",
    "+++",
    "- [x] ",
    "  \n",
    "\u{a0}",
    "ä",
    "漢",
    "👨\u{200d}👩",
    "e\u{301}",
    "word",
    " ",
    "http://a.b",
    "\u{c}",
    "\0",
    "<h1 a=\"",
    "[a]: b 'c'",
    "\u{200f}",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_markdown_has_ascending_runs_and_sections_that_part_it(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60)
    ) {
        let text = pieces.concat();
        assert_runs(&text, &render(&text));
        // The loader counts control characters; the structure does not mind them.
        if let Ok(extraction) = load_bytes(text.clone().into_bytes(), "x.md", &LoadOptions::default()) {
            assert_eq!(extraction.text().as_str(), text);
            assert_partition(&extraction);
            let mut at = 0;
            for block in extraction.blocks() {
                prop_assert!(block.span.start() >= at, "{:?} in {:?}", block, text);
                at = block.span.end();
            }
        }
    }
}

// --- files and folders ---

#[test]
fn kinds_are_known_by_name_and_a_pdf_by_its_bytes() {
    let kind = |name: &str, head: &[u8]| kind_of(Path::new(name), head);
    assert_eq!(kind("a.md", b"# A"), SourceKind::Markdown);
    assert_eq!(kind("a.MARKDOWN", b""), SourceKind::Markdown);
    assert_eq!(kind("a.txt", b"%PDF-1.7"), SourceKind::Pdf);
    assert_eq!(kind("a.md", b"About %PDF-1.7"), SourceKind::Markdown);
    assert_eq!(kind("a", b"junk\n%PDF-1.7"), SourceKind::Pdf);
    assert_eq!(kind("a.pdf", b"no"), SourceKind::Pdf);
    assert_eq!(kind("README", b"text"), SourceKind::Text);
}

#[test]
fn what_cannot_be_read_says_what_where_and_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let options = LoadOptions::default();
    let missing = dir.path().join("gone.txt");
    let error = load(&missing, "gone.txt", &options).unwrap_err().to_string();
    assert!(error.contains("gone.txt does not exist") && error.contains("Check the path"), "{error}");
    let error = load(dir.path(), "folder", &options).unwrap_err();
    assert!(matches!(error, ExtractError::IsFolder { .. }), "{error}");
    options.cancel.cancel();
    let file = dir.path().join("note.txt");
    fs::write(&file, "text").unwrap();
    assert!(matches!(load(&file, "note.txt", &options), Err(ExtractError::Cancelled { .. })));
}

#[test]
fn source_code_is_read_as_it_lies_there_in_blocks_of_code() {
    let code = "/// Grüße\nfn main() {\n    run();\n}\n\n\tfn run() {}\n";
    let extraction = load_bytes(code.as_bytes().to_vec(), "src/main.rs", &LoadOptions::default()).unwrap();
    assert_eq!(extraction.source().kind, SourceKind::Code);
    assert_eq!(extraction.text().as_str(), code);
    let blocks: Vec<_> =
        extraction.blocks().iter().map(|b| (b.kind, extraction.text().slice(b.span))).collect();
    assert_eq!(
        blocks,
        [(BlockKind::Code, "/// Grüße\nfn main() {\n    run();\n}"), (BlockKind::Code, "\tfn run() {}")]
    );
    assert_eq!(extraction.sections().len(), 1);
    assert!(extraction.settings().contains("rust"), "{}", extraction.settings());
    let kind = |name: &str| kind_of(Path::new(name), b"x");
    assert_eq!(
        (kind("a.py"), kind("b.CPP"), kind("c.rst")),
        (SourceKind::Code, SourceKind::Code, SourceKind::Text)
    );
}
