//! Cleaning: each switch on documents as they come, and what holds for any text.

use fundstelle::document::{BlockKind, Extraction, SourceKind};
use fundstelle::extract::clean::{
    Cleaning, EditKey, Plan, Switch, Undone, clean, corpus_repeats, counts, made, preview, without_paragraphs,
};
use fundstelle::extract::{LoadOptions, load_bytes};
use fundstelle::text::{Edit, EditKind, Span};
use proptest::prelude::*;

fn read(kind: SourceKind, name: &str, text: &str) -> Extraction {
    let options = LoadOptions { kind: Some(kind), ..LoadOptions::default() };
    load_bytes(text.as_bytes().to_vec(), name, &options).expect("a text")
}

fn plain(text: &str) -> Extraction {
    read(SourceKind::Text, "text.txt", text)
}

fn markdown(text: &str) -> Extraction {
    read(SourceKind::Markdown, "text.md", text)
}

fn only(switch: Switch) -> Cleaning {
    Cleaning::default().with(switch, true)
}

fn everything() -> Cleaning {
    Switch::ALL.into_iter().fold(Cleaning::default(), |c, s| c.with(s, true))
}

fn cleaned(extraction: &Extraction, switch: Switch) -> String {
    clean(extraction, &only(switch), &[], &[]).text().as_str().to_owned()
}

#[test]
fn texts_and_markdown_stay_as_they_are_until_a_switch_is_set() {
    let text = "  Zwei  Leerzeichen\n\n\n\nSeite 3 von 12\nWort-\ntrennung\u{1} ";
    for extraction in [plain(text), markdown(text)] {
        let same = clean(&extraction, &Cleaning::default(), &[], &[]);
        assert_eq!(same.text().as_str(), extraction.raw().as_str());
        assert_eq!(same.id(), extraction.id());
        assert!(counts(&same).is_empty());
    }
}

#[test]
fn control_characters_go_and_tabs_and_line_ends_stay() {
    let text = "Öl\u{0}stand\tprüfen\u{7f}\nund\u{1b} gut";
    assert_eq!(cleaned(&plain(text), Switch::ControlCharacters), "Ölstand\tprüfen\nund gut");
}

#[test]
fn runs_of_spaces_become_one_but_not_in_code() {
    assert_eq!(cleaned(&plain("Die   Pumpe  läuft"), Switch::Spaces), "Die Pumpe läuft");
    let text = "Two  spaces\n\n```\nif  x:\n    y  = 1\n```\n\n    indented  code\n\nand `a  b`  end\n";
    let wanted = "Two spaces\n\n```\nif  x:\n    y  = 1\n```\n\n    indented  code\n\nand `a  b` end\n";
    assert_eq!(cleaned(&markdown(text), Switch::Spaces), wanted);
    let source = read(SourceKind::Code, "a.py", "def  f():\n    return  1\n");
    assert_eq!(cleaned(&source, Switch::Spaces), "def  f():\n    return  1\n");
}

#[test]
fn three_and_more_line_ends_become_two() {
    assert_eq!(cleaned(&plain("a\n\n\n\nb\n\nc\nd"), Switch::BlankLines), "a\n\nb\n\nc\nd");
}

#[test]
fn lines_that_count_pages_go_in_german_and_english() {
    for line in
        ["Page 3 of 12", "Seite 3 von 12", "- 3 -", "– 14 –", "Seite 7", "page 3 / 12", "第 3 页 共 12 页"]
    {
        let text = format!("Vor dem Öffnen warten.\n\n{line}\n\nThen open it.");
        let wanted = "Vor dem Öffnen warten.\n\nThen open it.";
        assert_eq!(cleaned(&plain(&text), Switch::PageNumbers), wanted, "{line}");
    }
}

#[test]
fn sentences_about_pages_stay() {
    for text in [
        "As Page 3 of 12 shows, the valve is closed.",
        "Siehe Seite 3 von 12.\nDort steht es.",
        "The limits stand on\nPage 3\nand on others.",
        "Ergebnis: 3 von 12 Pumpen laufen",
        "- 3 Schrauben -",
    ] {
        assert_eq!(cleaned(&plain(text), Switch::PageNumbers), text);
    }
}

#[test]
fn addresses_with_a_long_tail_become_a_placeholder() {
    let tail = "a1b2/".repeat(20);
    let long = |more: &str| format!("https://{tail}{more}");
    let short = format!("https://{}", &tail[..99]);
    let find = |text: &str| cleaned(&plain(text), Switch::LongUrls);
    assert_eq!(find(&format!("Siehe {}.", long(""))), "Siehe [URL].");
    assert_eq!(find(&format!("See ({}), please", long("?q=ä&x=[1]#top"))), "See ([URL]), please");
    assert_eq!(find(&format!("http://{tail} and {short} stay")), format!("[URL] and {short} stay"));
    let link = format!("[Handbuch]({})", long(""));
    assert_eq!(cleaned(&markdown(&link), Switch::LongUrls), "[Handbuch]([URL])");
}

#[test]
fn white_space_at_the_ends_of_lines_and_of_the_text_goes() {
    assert_eq!(cleaned(&plain("\n  Öl \t\nund Filter\u{a0}\n\n "), Switch::Ends), "Öl\nund Filter");
}

#[test]
fn lines_that_repeat_stand_once() {
    let text = "Pumpe X17 Handbuch\nErstens.\nPumpe X17 Handbuch\nZweitens.\nPumpe X17 Handbuch\nDrittens.";
    let wanted = "Pumpe X17 Handbuch\nErstens.\nZweitens.\nDrittens.";
    assert_eq!(cleaned(&plain(text), Switch::RepeatedLines), wanted);
}

#[test]
fn words_parted_at_line_ends_are_joined_and_compounds_keep_their_hyphen() {
    let text = "Die Strom-\nversorgung, Vor-\nund Nachteile, a well-\nknown pump; well-known.";
    let wanted = "Die Stromversorgung, Vor-\nund Nachteile, a well-known pump; well-known.";
    assert_eq!(cleaned(&plain(text), Switch::Hyphens), wanted);
}

#[test]
fn all_switches_do_what_the_pipeline_of_the_lesson_does() {
    let text = "Kopf\u{c}\n\n\n\nText  mit   Lücken\nPage 1 of 9\n\nEnde  ";
    let cleaning = [Switch::ControlCharacters, Switch::BlankLines, Switch::Spaces, Switch::PageNumbers]
        .into_iter()
        .fold(only(Switch::Ends), |c, s| c.with(s, true));
    let out = clean(&plain(text), &cleaning, &[], &[]);
    assert_eq!(out.text().as_str(), "Kopf\n\nText mit Lücken\n\nEnde");
    let counts = counts(&out);
    assert_eq!(counts[&Switch::PageNumbers], 1);
    assert_eq!(counts[&Switch::Spaces], 2);
}

#[test]
fn an_edit_that_was_undone_stays_undone_and_comes_back() {
    let extraction = plain("Die  Pumpe  läuft  gut");
    let first = clean(&extraction, &only(Switch::Spaces), &[], &[]);
    assert_eq!(made(&first)[&Switch::Spaces].len(), 3);
    let key = EditKey::of(&first.edits().edits()[1]);
    let undone = clean(&first, &only(Switch::Spaces), &[key], &[]);
    assert_eq!(undone.text().as_str(), "Die Pumpe  läuft gut");
    let kept = Undone::new(&first, key).expect("an edit of this text");
    assert_eq!(kept.key(&undone), Some(key));
    assert_eq!(kept.key(&plain("Die Pumpe")), None, "another text has no such place");
    let plan = Plan { cleaning: only(Switch::Spaces), undone: vec![kept] };
    assert_eq!(plan.apply(extraction).id(), undone.id());
    assert_eq!(clean(&undone, &only(Switch::Spaces), &[], &[]).id(), first.id());
}

#[test]
fn what_a_person_typed_goes_before_what_was_found() {
    let extraction = plain("Die  Purnpe  läuft");
    let typed = Edit { kind: EditKind::Manual, raw: Span::new(3, 11), replacement: "  Pumpe".to_owned() };
    let out = clean(&extraction, &only(Switch::Spaces), &[], &[typed]);
    assert_eq!(out.text().as_str(), "Die  Pumpe läuft");
}

#[test]
fn a_preview_tells_what_a_switch_would_do() {
    let extraction = plain("Die  Pumpe\n\n\n\nPage 1 of 2");
    let would = preview(&extraction, &Cleaning::default());
    assert_eq!(would[&Switch::Spaces], 1);
    assert_eq!(would[&Switch::BlankLines], 1);
    assert_eq!(would[&Switch::PageNumbers], 1);
    assert!(!would.contains_key(&Switch::LongUrls));
}

#[test]
fn blocks_sections_and_outline_stand_at_their_new_places() {
    let text = "# Pumpe  X17\n\n\n\n\nErster   Absatz.\n\n## Grenzwerte\n\nPage 3 of 9\n\nZweiter.\n";
    let out = clean(&markdown(text), &everything(), &[], &[]);
    let blocks: Vec<_> = out.blocks().iter().map(|b| out.text().slice(b.span)).collect();
    assert_eq!(blocks, ["# Pumpe X17", "Erster Absatz.", "## Grenzwerte", "Zweiter."]);
    let second = &out.sections()[1];
    assert!(out.text().slice(second.span).starts_with("## Grenzwerte"));
    assert_eq!(out.outline()[1].offset, Some(second.span.start()));
}

#[test]
fn furniture_of_a_web_page_comes_back_as_a_block() {
    let page = "<html><body><nav>Startseite Hilfe Kontakt</nav><main><h1>Pumpe</h1><p>Sie läuft seit Jahren ohne Störung.</p></main></body></html>";
    let extraction = read(SourceKind::Html, "a.html", page);
    assert!(!extraction.text().contains("Kontakt"));
    let whole = clean(&extraction, &Cleaning::default().with(Switch::Furniture, false), &[], &[]);
    assert!(whole.text().contains("Startseite Hilfe Kontakt"), "{:?}", whole.text().as_str());
    assert!(whole.blocks().iter().any(|b| b.kind == BlockKind::Furniture));
    assert_ne!(whole.id(), extraction.id());
    let again = clean(&whole, &Cleaning::default(), &[], &[]);
    assert_eq!(again.id(), extraction.id());
}

#[test]
fn paragraphs_and_documents_that_repeat_are_found_across_a_folder() {
    let legal = "Diese Angaben gelten für alle Geräte der Baureihe X, soweit nichts anderes gesagt ist.";
    let first = plain(&format!("Pumpe X17\n\n{legal}\n\nEnde der Anleitung."));
    let second = plain(&format!("Pumpe X18\n\n{}\n\nMehr.", legal.replace("für alle", "für  alle")));
    let third = plain(&first.text().to_uppercase().replace("FÜR", "für"));
    let found = corpus_repeats(&[&first, &second, &third]);
    assert_eq!(found.documents, [(2, 0)]);
    let (document, span, earlier) = found.paragraphs[0];
    assert_eq!((document, earlier, found.paragraphs.len()), (1, 0, 1));
    let left = without_paragraphs(&second, &[span]);
    assert_eq!(left.text().as_str(), "Pumpe X18\n\nMehr.");
}

#[test]
fn a_switch_that_does_not_exist_is_answered_with_the_nearest() {
    let error = Switch::parse("space").unwrap_err();
    assert!(error.contains("`spaces`"), "{error}");
}

/// Pieces of everyday and of nasty text.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ a-zäöüß]{1,12}",
        Just("Seite 3 von 12\n".to_owned()),
        Just("\nPage 4 of 9\n\n".to_owned()),
        Just("漢字かな。".to_owned()),
        Just("👩‍🔧👍🏽".to_owned()),
        Just("e\u{301}a\u{308}".to_owned()),
        Just("שלום עולם".to_owned()),
        Just("\u{0}\u{1b}\u{c}".to_owned()),
        Just("\u{a0}\u{a0} ".to_owned()),
        Just("Wort\u{ad}\nteil".to_owned()),
        Just("Strom-\nversorgung".to_owned()),
        Just("\n\n\n\n".to_owned()),
        Just("  \t \n".to_owned()),
        Just("# Titel\n\n".to_owned()),
        Just("\n```\nx  =  1\n\n\n\ny\u{1}\n```\n".to_owned()),
        Just("| a  | b |\n|---|---|\n| 1 |  2 |\n".to_owned()),
        Just(format!("https://{}?q=1.", "x/".repeat(60))),
        Just("Eine Zeile, die sich wiederholt\n".to_owned()),
    ]
}

fn any_cleaning() -> impl Strategy<Value = Cleaning> {
    prop::collection::vec(any::<Option<bool>>(), Switch::ALL.len()).prop_map(|set| {
        let mut cleaning = Cleaning::default();
        for (switch, on) in Switch::ALL.into_iter().zip(set) {
            cleaning.set(switch, on);
        }
        cleaning
    })
}

/// What holds for every version of a text.
fn check(extraction: &Extraction) {
    let (raw, text, map) = (extraction.raw(), extraction.text(), extraction.edits());
    let mut rebuilt = String::new();
    let mut at = 0;
    for edit in map.edits() {
        assert!(edit.raw.start() >= at, "edits overlap: {:?}", map.edits());
        rebuilt.push_str(&raw[at..edit.raw.start()]);
        rebuilt.push_str(&edit.replacement);
        at = edit.raw.end();
    }
    rebuilt.push_str(&raw[at..]);
    assert_eq!(rebuilt, text.as_str(), "unchanged pieces and replacements make the text");
    let kept: usize = map.raw_pieces(text.span()).iter().map(|s| s.len()).sum();
    let replaced: usize = map.edits().iter().map(|e| e.raw.len()).sum();
    assert_eq!(kept + replaced, raw.len(), "nothing of the raw text is lost");
    for piece in map.raw_pieces(text.span()) {
        for (i, c) in piece.slice(raw).char_indices() {
            let edited = map.to_edited(piece.start() + i);
            assert!(text[edited..].starts_with(c));
            assert_eq!(map.to_raw(edited), piece.start() + i);
        }
    }
    for block in extraction.blocks() {
        assert!(!block.span.is_empty() && block.span.get(text).is_some(), "{block:?}");
    }
    let mut end = 0;
    for section in extraction.sections() {
        assert_eq!(section.span.start(), end, "sections part the text");
        assert!(section.span.get(text).is_some());
        end = section.span.end();
    }
    assert_eq!(end, text.len(), "sections part the text");
    for page in extraction.pages() {
        assert!(page.spans.iter().all(|s| s.get(text).is_some()));
    }
    for offset in extraction.outline().iter().filter_map(|o| o.offset) {
        assert!(text.is_char_boundary(offset));
    }
}

fn code_of(extraction: &Extraction) -> Vec<String> {
    let code = extraction.blocks().iter().filter(|b| b.kind == BlockKind::Code);
    code.map(|b| extraction.text().slice(b.span).trim().to_owned()).filter(|c| !c.is_empty()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_cleaning_of_any_text_keeps_every_promise(
        pieces in prop::collection::vec(piece(), 0..14),
        cleaning in any_cleaning(),
        is_markdown in any::<bool>(),
        undone in prop::collection::vec(any::<prop::sample::Index>(), 0..3),
    ) {
        let text = pieces.concat();
        let loaded = if is_markdown { markdown(&text) } else { plain(&text) };
        let once = clean(&loaded, &cleaning, &[], &[]);
        check(&once);
        let twice = clean(&once, &cleaning, &[], &[]);
        prop_assert_eq!(once.id(), twice.id());
        prop_assert_eq!(once.edits().edits(), twice.edits().edits());
        let edits = once.edits().edits();
        let keys: Vec<EditKey> =
            undone.iter().filter(|_| !edits.is_empty()).map(|i| EditKey::of(i.get(edits))).collect();
        let reverted = clean(&once, &cleaning, &keys, &[]);
        check(&reverted);
        let left = reverted.edits().edits().iter().map(EditKey::of);
        prop_assert!(left.into_iter().all(|key| !keys.contains(&key)));
        let back = clean(&once, &Cleaning::default(), &[], &[]);
        prop_assert_eq!(back.id(), loaded.id());
    }

    #[test]
    fn spaces_never_change_code(pieces in prop::collection::vec(piece(), 0..14)) {
        let loaded = markdown(&pieces.concat());
        let cleaning = only(Switch::Spaces).with(Switch::BlankLines, true).with(Switch::Ends, true);
        prop_assert_eq!(code_of(&clean(&loaded, &cleaning, &[], &[])), code_of(&loaded));
    }

    #[test]
    fn what_a_person_typed_stands_in_the_text(
        pieces in prop::collection::vec(piece(), 1..10),
        cleaning in any_cleaning(),
        place in any::<prop::sample::Index>(),
        len in 0_usize..9,
    ) {
        let loaded = plain(&pieces.concat());
        let raw = loaded.raw();
        let start = raw.floor_char_boundary(place.index(raw.len() + 1));
        let end = raw.floor_char_boundary((start + len).min(raw.len())).max(start);
        let typed = Edit { kind: EditKind::Manual, raw: Span::new(start, end), replacement: "«neu»".to_owned() };
        let out = clean(&loaded, &cleaning, &[], std::slice::from_ref(&typed));
        check(&out);
        prop_assert!(out.edits().edits().contains(&typed));
        prop_assert!(out.text().contains("«neu»"));
    }
}
