//! The whole program without a window: what a person does, as commands.

use fundstelle::app::{Action, App, Command, Dialog, FileChoice, Folders, Phase, Selection};
use fundstelle::chunk::{ChunkConfig, Overlap, Strategy};
use fundstelle::evidence::{Role, Standing};
use fundstelle::jobs::no_waker;
use fundstelle::measure::Unit;
use fundstelle::text::Span;
use std::path::Path;
use std::time::{Duration, Instant};

const MANUAL: &str = "# Pumpe X17\n\nVor dem Öffnen der Abdeckung den Strom trennen. Dreißig Sekunden warten.\n\n\
                      ## Grenzwerte\n\nDer Filter ist bei 0,8 bar zu wechseln, außer während der Desinfektion. 👩‍🔧 Ende.\n";

struct Person {
    app: App,
}

impl Person {
    fn at(home: &Path) -> Self {
        fundstelle::jobs::set_worker_program(env!("CARGO_BIN_EXE_fundstelle").into());
        let folders = Folders { config: home.join("config"), data: home.join("data") };
        Self { app: App::new(folders, no_waker()) }
    }

    #[track_caller]
    fn settle(&mut self) {
        let start = Instant::now();
        loop {
            self.app.poll();
            let phase = self.app.state().document.as_ref().map(|d| d.phase.clone());
            let reading = matches!(phase, Some(Phase::Opening | Phase::Provisional));
            if !self.app.is_busy() && !reading {
                return;
            }
            assert!(start.elapsed() < Duration::from_mins(1), "work never ends");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    #[track_caller]
    fn does(&mut self, command: Command) {
        self.app.apply(command);
        self.settle();
    }

    fn select(&mut self, words: &str) {
        let text = self.app.state().extraction().expect("a text").text().clone();
        let at = text.find(words).expect("the words stand in the text");
        let span = Span::new(at, at + words.len());
        self.does(Command::Select(Some(Selection::from(span))));
    }

    fn config(&self, size: usize, overlap: usize, unit: Unit) -> ChunkConfig {
        ChunkConfig { size, overlap: Overlap::Units(overlap), unit, ..self.app.state().config.clone() }
    }

    fn chunks(&self) -> usize {
        self.app.state().chunking().map_or(0, |c| c.chunking.chunks.len())
    }

    fn messages(&self) -> String {
        self.app.state().messages.all().iter().map(|m| m.text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

fn manual(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("Prüfung Öl.md");
    std::fs::write(&path, MANUAL).unwrap();
    path
}

#[test]
fn a_mark_is_whole_then_cut_as_the_slider_moves_and_survives_undo_save_and_reopening() {
    let home = tempfile::tempdir().unwrap();
    let path = manual(home.path());
    let project = home.path().join("gold.fundstelle");
    let mut person = Person::at(home.path());
    person.does(Command::Open(path.clone()));
    person.does(Command::Configure { config: person.config(400, 0, Unit::Characters), done: true });
    assert_eq!(person.chunks(), 1);

    person.does(Command::AddQuestion("Wann ist der Filter zu wechseln?".to_owned()));
    person.select("Der Filter ist bei 0,8 bar zu wechseln");
    person.does(Command::Mark(Role::Answer));
    person.select("außer während der Desinfektion");
    person.does(Command::Mark(Role::Exception));
    let rows = &person.app.state().project.passages;
    assert_eq!(rows.len(), 2);
    assert!(
        rows.iter().all(|r| matches!(r.standing, Some(Standing::Whole { .. })) && !r.pending),
        "{rows:?}"
    );

    person.does(Command::Configure { config: person.config(25, 0, Unit::Characters), done: true });
    assert!(person.chunks() > 5);
    let rows = &person.app.state().project.passages;
    assert!(rows.iter().all(|r| matches!(r.standing, Some(Standing::Cut { .. }))), "{rows:?}");

    person.does(Command::Run(Action::Undo));
    assert_eq!(person.app.state().config.size, 400, "the slider goes back");
    person.does(Command::Run(Action::Undo));
    assert_eq!(person.app.state().project.passages.len(), 1);
    person.does(Command::Run(Action::Redo));
    assert_eq!(person.app.state().project.passages.len(), 2);

    person.does(Command::Chosen(FileChoice::SaveProject, project.clone()));
    assert_eq!(person.app.state().project.path.as_deref(), Some(project.as_path()), "{}", person.messages());
    person.app.shut_down();

    let mut later = Person::at(home.path());
    later.does(Command::Open(project));
    later.settle();
    let state = later.app.state();
    assert_eq!(state.project.questions[0].text, "Wann ist der Filter zu wechseln?");
    assert_eq!(state.config.size, 400);
    let quotes: Vec<_> =
        state.marks.iter().map(|m| state.extraction().unwrap().text().slice(m.span)).collect();
    assert_eq!(quotes, ["Der Filter ist bei 0,8 bar zu wechseln", "außer während der Desinfektion"]);
}

#[test]
fn a_source_that_changed_is_said_to_have_changed_and_its_marks_are_not_drawn() {
    let home = tempfile::tempdir().unwrap();
    let path = manual(home.path());
    let project = home.path().join("p.fundstelle");
    let mut person = Person::at(home.path());
    person.does(Command::Open(path.clone()));
    person.select("den Strom trennen");
    person.does(Command::Mark(Role::Condition));
    person.does(Command::Chosen(FileChoice::SaveProject, project.clone()));
    person.app.shut_down();

    std::fs::write(&path, MANUAL.replace("den Strom", "die Stromzufuhr")).unwrap();
    let mut later = Person::at(home.path());
    later.does(Command::Open(project));
    later.settle();
    let state = later.app.state();
    assert!(state.marks.is_empty(), "an old mark is drawn on a new text");
    assert!(state.project.passages[0].stale);
    let Some(Dialog::Source { what, .. }) = &state.dialog else {
        panic!("nothing was said: {:?}", state.dialog)
    };
    assert!(what.contains("changed"), "{what}");
}

#[test]
fn a_source_that_moved_is_found_again_by_its_content() {
    let home = tempfile::tempdir().unwrap();
    let path = manual(home.path());
    let project = home.path().join("p.fundstelle");
    let mut person = Person::at(home.path());
    person.does(Command::Open(path.clone()));
    person.select("den Strom trennen");
    person.does(Command::Mark(Role::Answer));
    person.does(Command::Chosen(FileChoice::SaveProject, project.clone()));
    person.app.shut_down();

    std::fs::rename(&path, home.path().join("renamed.md")).unwrap();
    let mut later = Person::at(home.path());
    later.does(Command::Open(project));
    later.settle();
    assert_eq!(later.app.state().marks.len(), 1, "{}", later.messages());
    assert!(later.messages().contains("renamed.md"), "{}", later.messages());
}

#[test]
fn looking_at_a_file_leaves_nothing_behind_but_the_list_of_recent_files() {
    let home = tempfile::tempdir().unwrap();
    let path = manual(home.path());
    let mut person = Person::at(home.path());
    person.does(Command::Open(path.clone()));
    person.does(Command::SelectChunk(Some(0)));
    person.app.shut_down();
    assert!(!home.path().join("data").exists(), "a project was made by looking");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), MANUAL);
    let settings = std::fs::read_to_string(home.path().join("config/settings.json")).unwrap();
    assert!(settings.contains("Prüfung Öl.md"));
}

#[test]
fn marks_without_a_named_project_are_offered_again() {
    let home = tempfile::tempdir().unwrap();
    let path = manual(home.path());
    let mut person = Person::at(home.path());
    person.does(Command::Open(path));
    person.select("den Strom trennen");
    person.does(Command::Mark(Role::Answer));
    drop(person);

    let mut later = Person::at(home.path());
    later.settle();
    let Some(Dialog::Recover { found }) = later.app.state().dialog.clone() else {
        panic!("nothing was offered: {:?}", later.app.state().dialog)
    };
    later.does(Command::Recover(found.last().cloned()));
    later.settle();
    assert_eq!(later.app.state().marks.len(), 1, "{}", later.messages());
}

#[test]
fn a_citation_names_the_place_and_the_words() {
    let home = tempfile::tempdir().unwrap();
    let path = manual(home.path());
    let mut person = Person::at(home.path());
    person.does(Command::Open(path));
    person.select("Öffnen der Abdeckung");
    person.does(Command::Run(Action::CopyCitation));
    let copied = person.app.take_outbox().clipboard.expect("something was copied");
    let start = MANUAL.chars().collect::<String>().split("Öffnen").next().unwrap().chars().count();
    assert_eq!(copied, format!("Prüfung Öl.md [{start}, {}) “Öffnen der Abdeckung”", start + 20));
}

#[test]
fn search_finds_all_places_and_goes_round() {
    let home = tempfile::tempdir().unwrap();
    let path = manual(home.path());
    let mut person = Person::at(home.path());
    person.does(Command::Open(path));
    person.does(Command::ShowFind(true));
    person.does(Command::Find("DER".to_owned()));
    let hits = person.app.state().find.hits.len();
    assert_eq!(hits, MANUAL.to_lowercase().matches("der").count());
    assert_eq!(person.app.state().find.current, Some(0));
    person.does(Command::Run(Action::FindPrevious));
    assert_eq!(person.app.state().find.current, Some(hits - 1));
    person.does(Command::Run(Action::FindNext));
    assert_eq!(person.app.state().find.current, Some(0));
}

#[test]
fn places_that_do_not_exist_are_said_not_to() {
    let home = tempfile::tempdir().unwrap();
    let path = manual(home.path());
    let mut person = Person::at(home.path());
    person.does(Command::Open(path));
    for typed in ["c 999", "@99999", "p 1", "pump"] {
        person.does(Command::GoTo(typed.to_owned()));
        let error = match &person.app.state().dialog {
            Some(Dialog::GoTo { error: Some(error), .. }) => error.clone(),
            other => panic!("{typed}: {other:?}"),
        };
        assert!(error.len() > 10, "{typed}: {error}");
    }
    person.does(Command::GoTo("c 1".to_owned()));
    assert!(person.app.state().dialog.is_none());
    assert_eq!(person.app.state().selected_chunk, Some(0));
}

#[test]
fn bad_input_is_named_and_nothing_is_lost() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    let path = manual(folder);
    std::fs::write(folder.join("empty.txt"), "").unwrap();
    std::fs::write(folder.join("binary.txt"), [0_u8, 1, 2, 0xff, 0, 0, 7].repeat(400)).unwrap();
    std::fs::write(folder.join("no.pdf"), "this is not a PDF").unwrap();
    std::fs::write(folder.join("cut.fundstelle"), b"SQLite format 3\0 and then nothing").unwrap();
    std::fs::write(folder.join("bad.toml"), "[chunk]\nsise = 4\n").unwrap();
    std::fs::create_dir(folder.join("nothing")).unwrap();

    let mut person = Person::at(folder);
    person.does(Command::Open(path));
    person.select("den Strom trennen");
    person.does(Command::Mark(Role::Answer));

    let fault = |person: &Person| match &person.app.state().document.as_ref().unwrap().phase {
        Phase::Failed(fault) => fault.clone(),
        other => panic!("{other:?}"),
    };
    person.does(Command::Open(folder.join("binary.txt")));
    assert!(fault(&person).contains("binary.txt"), "{}", fault(&person));
    person.does(Command::Open(folder.join("no.pdf")));
    assert!(fault(&person).contains("no.pdf"), "{}", fault(&person));
    person.does(Command::Open(folder.join("missing.md")));
    assert!(fault(&person).contains("does not exist"), "{}", fault(&person));
    person.does(Command::Open(folder.join("empty.txt")));
    assert_eq!(person.app.state().extraction().unwrap().text().len(), 0);
    assert_eq!(person.chunks(), 0);
    person.does(Command::Open(folder.join("nothing")));
    assert!(person.messages().contains("holds no file of the types asked for"), "{}", person.messages());
    person.does(Command::Chosen(FileChoice::OpenConfig, folder.join("bad.toml")));
    assert!(person.messages().contains("size"), "the nearest key is named: {}", person.messages());
    assert_eq!(person.app.state().project.passages.len(), 1, "the mark is still there");

    person.does(Command::Open(folder.join("cut.fundstelle")));
    assert!(person.messages().contains("cut.fundstelle"), "{}", person.messages());
    assert_eq!(std::fs::read(folder.join("cut.fundstelle")).unwrap(), b"SQLite format 3\0 and then nothing");
}

#[test]
fn a_config_that_cannot_work_is_explained_and_the_last_chunks_stay() {
    let home = tempfile::tempdir().unwrap();
    let path = manual(home.path());
    let mut person = Person::at(home.path());
    person.does(Command::Open(path));
    let before = person.chunks();
    for (size, overlap) in [(0, 0), (10, 10), (10, 11)] {
        person.does(Command::Configure { config: person.config(size, overlap, Unit::Words), done: true });
        let fault = person.app.state().config_fault.clone().expect("a fault");
        assert!(fault.contains("chunk."), "{fault}");
        assert_eq!(person.chunks(), before);
    }
    let good = ChunkConfig { strategy: Strategy::Fixed, ..person.config(10, 2, Unit::Words) };
    person.does(Command::Configure { config: good, done: true });
    assert!(person.app.state().config_fault.is_none());
    assert!(person.chunks() > before);
}

#[test]
fn a_folder_is_looked_through_in_the_background_and_its_summary_can_be_read() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("Akte");
    std::fs::create_dir_all(folder.join(".hidden")).unwrap();
    std::fs::write(folder.join("a.md"), MANUAL).unwrap();
    std::fs::write(folder.join("b.json"), "{}").unwrap();
    std::fs::write(folder.join("c.txt"), [0_u8, 1, 2, 3, 4, 5]).unwrap();
    let mut person = Person::at(home.path());
    person.app.apply(Command::Open(folder.clone()));
    assert!(person.app.is_busy() && person.app.state().background.is_some());
    person.settle();
    let names = |person: &Person| -> Vec<String> {
        person.app.state().sources.iter().map(|s| s.name.clone()).collect()
    };
    assert_eq!(names(&person), ["a.md"]);
    assert!(person.app.state().background.is_none());
    assert!(person.messages().contains("1 source found") && person.messages().contains("1 hidden"));
    person.does(Command::Run(Action::FolderSummary));
    assert_eq!(person.app.state().dialog, Some(Dialog::Folder));
    let skipped: Vec<String> = person
        .app
        .state()
        .folder
        .as_ref()
        .unwrap()
        .listing
        .skipped
        .iter()
        .map(|s| format!("{}: {}", s.name, s.why))
        .collect();
    assert_eq!(skipped.len(), 3, "{skipped:?}");

    person.does(Command::Run(Action::FolderTypes));
    person.does(Command::SetExtensions("md / json".to_owned()));
    let Some(Dialog::Extensions { error: Some(error), .. }) = &person.app.state().dialog else {
        panic!("{:?}", person.app.state().dialog)
    };
    assert!(error.contains('/'), "{error}");
    person.does(Command::SetExtensions("md, json".to_owned()));
    assert_eq!(names(&person), ["a.md", "b.json"]);
    person.app.shut_down();
    let later = Person::at(home.path());
    assert_eq!(later.app.state().settings.extensions, ["json", "md"]);
}

#[test]
fn a_text_is_cleaned_with_its_marks_and_chunks_and_undo_brings_it_back() {
    use fundstelle::extract::clean::{EditKey, Switch};
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("Pumpe.md");
    let text = "# Pumpe  X17\n\nVor dem Öffnen  den Strom trennen.\n\n\n\n\nDreißig Sekunden warten.\n";
    std::fs::write(&path, text).unwrap();
    let project = home.path().join("gold.fundstelle");
    let mut person = Person::at(home.path());
    person.does(Command::Open(path.clone()));
    person.select("Dreißig Sekunden");
    person.does(Command::Mark(Role::Answer));
    let rows = |person: &Person, switch| {
        let state = person.app.state();
        let extraction = state.extraction().unwrap();
        state.cleaning.rows(extraction).find(|r| r.0 == switch).unwrap()
    };
    assert_eq!(rows(&person, Switch::Spaces), (Switch::Spaces, false, 2));

    let cleaning = person.app.state().cleaning.plan.cleaning.clone();
    let cleaning = cleaning.with(Switch::Spaces, true).with(Switch::BlankLines, true);
    person.does(Command::Clean(cleaning));
    let shown = |person: &Person| person.app.state().extraction().unwrap().text().as_str().to_owned();
    let wanted = "# Pumpe X17\n\nVor dem Öffnen den Strom trennen.\n\nDreißig Sekunden warten.\n";
    assert_eq!(shown(&person), wanted);
    assert_eq!(rows(&person, Switch::Spaces), (Switch::Spaces, true, 2));
    let marked = |person: &Person| {
        let mark = person.app.state().marks.first().map(|m| m.span);
        mark.map(|span| shown(person)[span.range()].to_owned())
    };
    assert_eq!(marked(&person).as_deref(), Some("Dreißig Sekunden"));
    assert!(person.chunks() > 0, "the cleaned text is cut");

    let key = EditKey::of(&person.app.state().extraction().unwrap().edits().edits()[0]);
    person.does(Command::RevertEdit(key));
    assert!(shown(&person).starts_with("# Pumpe  X17\n\nVor dem Öffnen den Strom"));
    person.does(Command::RestoreEdit(key));
    assert_eq!(shown(&person), wanted);

    person.does(Command::Run(Action::Undo));
    person.does(Command::Run(Action::Undo));
    person.does(Command::Run(Action::Undo));
    assert_eq!(shown(&person), text);
    assert_eq!(marked(&person).as_deref(), Some("Dreißig Sekunden"));
    person.does(Command::Run(Action::Redo));
    assert_eq!(shown(&person), wanted);

    person.does(Command::Chosen(FileChoice::SaveProject, project.clone()));
    person.app.shut_down();
    let mut again = Person::at(home.path());
    again.does(Command::Open(project));
    again.does(Command::Open(path));
    assert_eq!(shown(&again), wanted, "the project keeps how its texts are cleaned");
    assert_eq!(marked(&again).as_deref(), Some("Dreißig Sekunden"));
}
