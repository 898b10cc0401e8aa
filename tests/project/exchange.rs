//! Marks out of a project and into it, and finding sources again.

use super::*;

#[test]
fn the_table_for_chunking_evaluation_is_written_as_python_would() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let mut project = Project::open(&path).unwrap();
    project.commit(ask("Was, \"bitte\", prüfen?")).unwrap();
    project.commit(mark("pump.txt", MANUAL, "Einlassfilter", Role::Answer)).unwrap();
    project.commit(mark("pump.txt", MANUAL, "Einlassfilter", Role::Condition)).unwrap();
    project.commit(ask("Ohne Antwort?")).unwrap();
    let mut out = Vec::new();
    project.state().write_csv(&mut out).unwrap();
    let first = r#"[{""content"": ""30 Sekunden warten"", ""start_index"": 26, ""end_index"": 44}, {""content"": ""\ud83d\udca9 \u65e5\u672c\u8a9e"", ""start_index"": 72, ""end_index"": 77}]"#;
    let second = r#"[{""content"": ""Einlassfilter"", ""start_index"": 50, ""end_index"": 63}]"#;
    let expected = format!(
        "question,references,corpus_id\r\nWann ist die Pumpe sicher?,\"{first}\",pump.txt\r\n\
         \"Was, \"\"bitte\"\", prüfen?\",\"{second}\",pump.txt\r\n"
    );
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn marks_go_out_as_jsonl_and_come_back_into_another_project() {
    let dir = tempdir().unwrap();
    let path = marked(dir.path());
    let mut project = Project::open(&path).unwrap();
    project.commit(ask("Wann ist die Pumpe sicher?")).unwrap();
    project.commit(mark("pump.txt", MANUAL, "Strom trennen", Role::Condition)).unwrap();
    let mut out = Vec::new();
    project.state().write_jsonl(&mut out).unwrap();
    let line: serde_json::Value = serde_json::from_slice(out.split(|b| *b == b'\n').nth(1).unwrap()).unwrap();
    assert_eq!(line["role"], "exception");
    assert_eq!((line["start"].as_u64(), line["end"].as_u64()), (Some(72), Some(77)));
    assert_eq!(line["quote"], "💩 日本語");
    assert_eq!(line["document_sha256"], Sha256Id::of(MANUAL.as_bytes()).to_string());

    let mut other = Project::create(&dir.path().join("other.fundstelle")).unwrap();
    let mut file = b"\xef\xbb\xbf".to_vec();
    file.extend(String::from_utf8(out).unwrap().replace('\n', "\r\n\r\n").bytes());
    file.extend(b"{\"question\": \"?\"}\nnot json\n");
    let (records, problems) = read_jsonl(file.as_slice()).unwrap();
    assert_eq!((records.len(), problems.iter().map(|p| p.line).collect::<Vec<_>>()), (3, vec![7, 8]));
    assert_eq!(import(other.state(), &records).without_document.len(), 3);
    other.commit(Edit::AddDocument(document("pump.txt", MANUAL, dir.path()))).unwrap();
    other.commit(import(other.state(), &records).edit.unwrap()).unwrap();
    let shown = |p: &Project| -> Vec<_> {
        let marks = p.state().passages.iter();
        marks
            .map(|m| (p.state().questions.iter().position(|q| q.id == m.question), m.role, m.anchor()))
            .collect()
    };
    assert_eq!(shown(&other), shown(&project));
    let again = import(other.state(), &records);
    assert_eq!((again.edit, again.known), (None, 3));
    other.undo().unwrap();
    assert!(other.state().passages.is_empty() && other.state().questions.is_empty());
}

#[test]
fn a_source_is_found_where_it_was_where_it_moved_and_is_known_to_have_changed() {
    let dir = tempdir().unwrap();
    let (docs, home) = (dir.path().join("docs"), dir.path().join("home"));
    fs::create_dir_all(&docs).unwrap();
    fs::create_dir_all(home.join("tief/unten")).unwrap();
    let document = document("pump.txt", MANUAL, &docs);
    let look = || locate(&document, Some(&home), &Cancel::new());
    assert_eq!(look(), Located::Missing);
    fs::write(docs.join("pump.txt"), MANUAL).unwrap();
    assert_eq!(look(), Located::Here(docs.join("pump.txt")));
    fs::rename(docs.join("pump.txt"), home.join("tief/unten/Pumpe (1).txt")).unwrap();
    fs::write(home.join("pump.txt"), MANUAL.replace("30", "20")).unwrap();
    assert_eq!(look(), Located::Moved(home.join("tief/unten/Pumpe (1).txt")));
    let changed = MANUAL.replace("30", "10");
    fs::write(docs.join("pump.txt"), &changed).unwrap();
    let sha256 = Sha256Id::of(changed.as_bytes());
    assert_eq!(look(), Located::Changed { path: docs.join("pump.txt"), sha256 });

    // The folder of project and sources was copied to another place.
    let mut document = document.clone();
    document.relative = Some("tief/unten/Pumpe (1).txt".to_owned());
    let here = locate(&document, Some(&home), &Cancel::new());
    assert_eq!(here, Located::Here(home.join("tief/unten/Pumpe (1).txt")));
}

/// The shared test data, where it is there.
fn shared(path: &str) -> Option<PathBuf> {
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared"));
    let path = std::env::var_os("FUNDSTELLE_SHARED").map_or(beside, PathBuf::from).join(path);
    if !path.exists() {
        println!("skipped: {} is absent", path.display());
    }
    path.exists().then_some(path)
}

#[test]
fn a_public_gold_set_marked_in_a_project_is_exported_to_the_same_bytes() {
    let Some(folder) = shared("corpora/gold") else { return };
    let table = fs::read(folder.join("questions.csv")).unwrap();
    let mut state = State::default();
    let mut texts = std::collections::HashMap::new();
    for row in csv::Reader::from_reader(table.as_slice()).records() {
        let row = row.unwrap();
        let name = row[2].to_owned();
        let text = texts.entry(name.clone()).or_insert_with(|| {
            let content = fs::read_to_string(folder.join(format!("{name}.md"))).unwrap();
            state.apply(&Edit::AddDocument(document(&name, &content, &folder))).unwrap();
            Text::new(content)
        });
        state.apply(&ask(&row[0])).unwrap();
        for reference in serde_json::from_str::<Vec<serde_json::Value>>(&row[1]).unwrap() {
            let offset = |key: &str| usize::try_from(reference[key].as_u64().unwrap()).unwrap();
            let span = CharSpan { start: offset("start_index"), end: offset("end_index") };
            let mark = passage(&name, text, text.byte_span(span), Role::Answer);
            assert_eq!(mark.quote, reference["content"].as_str().unwrap());
            state.apply(&Edit::AddPassage(mark)).unwrap();
        }
    }
    let mut out = Vec::new();
    state.write_csv(&mut out).unwrap();
    assert!(out == table, "the table differs from the one it was read from");
    assert_eq!((state.questions.len(), state.passages.len()), (276, 452));
}
