//! A person reviews the sample: pieces and arrows on the page, problems, verdicts, corrections, the report.

#[path = "common/window.rs"]
#[allow(dead_code, reason = "shared by several tests")]
mod window;

#[path = "common/pdf.rs"]
mod pdf;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use fundstelle::app::{Action, Change, Command, CompareWith, Issue, Mode, Removal, Selection, Verdict};
use fundstelle::document::{BlockKind, Correction, PageIndex, ReadingOrder};
use fundstelle::evidence::Role;
use fundstelle::extract::clean::Switch;
use fundstelle::review::Part;
use fundstelle::text::Span;
use window::Window;

/// The sample in Review mode.
fn review(home: &std::path::Path) -> Window {
    let mut window = Window::open(home, &[]);
    window.send(Command::Mode(Mode::Review));
    window.painted();
    window
}

#[test]
fn every_piece_of_the_page_has_a_box_and_an_arrow_to_the_next() {
    let home = tempfile::tempdir().unwrap();
    let window = review(home.path());
    let state = window.app().state();
    let pieces = &state.review.facts.pieces;
    let read: Vec<u32> =
        pieces.all()[pieces.on(PageIndex(0))].iter().filter_map(|p| p.piece.number).collect();
    assert_eq!(read, (1..=read.len() as u32).collect::<Vec<_>>(), "numbered from 1 without gaps");
    let pages = &window.harness.state().views().pages;
    let painted: Vec<_> =
        pages.painted_pieces().iter().filter(|p| p.page == PageIndex(0) && p.number.is_some()).collect();
    assert!(painted.len() > 3, "{painted:?}");
    for piece in &painted {
        assert!(piece.place.is_positive() && piece.place.expand(12.0).contains(piece.disc));
        assert_eq!(pieces.get(piece.piece).unwrap().piece.number, piece.number);
    }
    let arrows = pages.painted_arrows().iter().filter(|a| a.0 == PageIndex(0)).count();
    assert_eq!(arrows, read.len() - 1, "one arrow less than pieces");
    assert!(
        !window.harness.state().views().text.painted_numbers().is_empty(),
        "pieces are numbered in the text"
    );
}

#[test]
fn a_click_on_a_box_shows_the_piece_in_the_text() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    let last = *window
        .harness
        .state()
        .views()
        .pages
        .painted_pieces()
        .iter()
        .filter(|p| p.page == PageIndex(0) && p.number.is_some())
        .max_by_key(|p| p.number)
        .unwrap();
    let at = last.place.center();
    window.harness.hover_at(at);
    window.harness.step();
    window.harness.drag_at(at);
    window.harness.step();
    window.harness.drop_at(at);
    window.settle();
    assert_eq!(window.app().state().review.selected, Some(last.piece));
    let shown = window.harness.state().views().text.painted_numbers().iter().any(|(i, _)| *i == last.piece);
    assert!(shown, "its number is in sight in the text");
}

#[test]
fn playing_through_walks_on_by_the_clock_and_rests_when_paused() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    let reading = |w: &Window| w.app().state().review.reading;
    window.harness.key_press(Key::Space);
    window.harness.step();
    let first = reading(&window).expect("it starts with the first sentence");
    assert!(window.app().state().review.playing);
    window.until("the next sentence", |shell| shell.app().state().review.reading != Some(first));
    window.key(Modifiers::NONE, Key::Space);
    let now = reading(&window);
    assert!(!window.app().state().review.playing);
    for _ in 0..200 {
        window.harness.step();
    }
    assert_eq!(reading(&window), now, "paused, it stays");
    window.key(Modifiers::NONE, Key::ArrowRight);
    assert!(reading(&window).unwrap().start() > now.unwrap().start());
    window.key(Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(reading(&window), now);
    let delay = window.harness.output().viewport_output.values().map(|v| v.repaint_delay).min().unwrap();
    assert!(delay > std::time::Duration::from_millis(400), "the next frame is due in {delay:?}");
}

fn text(window: &Window) -> String {
    window.app().state().extraction().unwrap().text().as_str().to_owned()
}

/// The piece of the first page whose text starts like this.
fn piece(window: &Window, start: &str) -> usize {
    let state = window.app().state();
    let raw = state.extraction().unwrap().raw().clone();
    let all = state.review.facts.pieces.all();
    let found = all.iter().position(|p| raw.slice(p.piece.raw).starts_with(start));
    found.unwrap_or_else(|| panic!("a piece starts with “{start}”"))
}

#[test]
fn a_piece_marked_as_furniture_leaves_the_text_and_comes_back_with_undo() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    let before = text(&window);
    let chunks = window.app().state().chunking().unwrap().extraction.text().revision();
    let subtitle = piece(&window, "Operating and maintenance manual");
    window.send(Command::SelectPiece { piece: Some(subtitle), original: true, text: true });
    window.key(Modifiers::NONE, Key::F);
    assert!(!text(&window).contains("Operating and maintenance manual"), "it left the text");
    let state = window.app().state();
    assert_ne!(
        state.chunking().unwrap().extraction.text().revision(),
        chunks,
        "the chunker uses the new text"
    );
    assert_eq!(state.review.piece().unwrap().piece.kind, BlockKind::Furniture, "it stays selected");
    let hatched = window.harness.state().views().pages.painted_pieces().iter().filter(|p| p.number.is_none());
    assert!(hatched.count() >= 1, "what was taken out is shown on the page");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), before, "undone");
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert!(!text(&window).contains("Operating and maintenance manual"), "done again");
}

#[test]
fn a_disc_dragged_to_another_place_changes_the_reading_order() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    let before = text(&window);
    let (moved, target) = (piece(&window, "Keep the manual"), piece(&window, "The X17 is a centrifugal"));
    let painted = |w: &Window, i: usize| {
        *w.harness.state().views().pages.painted_pieces().iter().find(|p| p.piece == i).unwrap()
    };
    let (from, to) = (painted(&window, moved).disc, painted(&window, target).place);
    window.harness.hover_at(from);
    window.harness.step();
    window.harness.drag_at(from);
    window.harness.step();
    let drop = egui::pos2(to.center().x, to.top() + 4.0);
    window.harness.hover_at(drop);
    window.harness.step();
    window.harness.step();
    assert_eq!(text(&window), before, "a drag commits on release only");
    window.harness.drop_at(drop);
    window.settle();
    let after = text(&window);
    let place = |t: &str, words: &str| t.find(words).unwrap();
    assert!(place(&before, "Keep the manual") > place(&before, "The X17 is a centrifugal"));
    assert!(place(&after, "Keep the manual") < place(&after, "The X17 is a centrifugal"), "it is read first");
    let unusual =
        window.harness.state().views().pages.painted_arrows().iter().filter(|a| a.1.unusual.is_some());
    assert!(unusual.count() > 0, "the arrows that lead back stand out");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), before);
}

#[test]
fn a_piece_is_split_at_the_caret_joined_again_and_made_a_heading() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    let count = |w: &Window| w.app().state().review.facts.pieces.read_on(PageIndex(0));
    let before = count(&window);
    let at = text(&window).find("If a sentence here").unwrap();
    window.send(Command::Select(Some(Selection { anchor: at, head: at })));
    window.key(Modifiers::NONE, Key::S);
    assert_eq!(count(&window), before + 1, "two pieces");
    let second = piece(&window, "If a sentence here");
    window.send(Command::SetKind { piece: second, kind: BlockKind::Heading, level: Some(3) });
    let kind = window.app().state().review.piece().map(|p| (p.piece.kind, p.piece.level));
    assert_eq!(kind, Some((BlockKind::Heading, Some(3))));
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(count(&window), before);
}

#[test]
fn marks_move_with_the_text_and_back_with_undo() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    let words = "Before opening the cover, disconnect the power supply";
    let at = text(&window).find(words).unwrap();
    window.send(Command::Select(Some(Selection::from(Span::new(at, at + words.len())))));
    window.send(Command::Mark(Role::Condition));
    let subtitle = piece(&window, "Operating and maintenance manual");
    window.send(Command::SetKind { piece: subtitle, kind: BlockKind::Furniture, level: None });
    let state = window.app().state();
    let mark = state.marks[0];
    assert!(mark.span.start() < at, "the text before it is shorter");
    assert_eq!(state.extraction().unwrap().text().slice(mark.span), words);
    assert!(state.messages.all().iter().any(|m| m.text.contains("1 mark moved")), "and it is said");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.app().state().marks[0].span.start(), at, "one undo takes both back");
    assert!(text(&window).contains("Operating and maintenance manual"));
}

#[test]
fn another_order_is_compared_line_by_line_and_chosen() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    window.send(Command::Compare(Some(CompareWith::Order(ReadingOrder::Stream))));
    let compared = window.app().state().review.comparison.clone().unwrap().result.expect("it is made");
    let same = compared.alignment.count(Change::Same);
    assert!(same > 0 || !compared.alignment.rows.is_empty());
    window.send(Command::Run(Action::CompareNothing));
    assert!(window.app().state().review.comparison.is_none());

    let subtitle = piece(&window, "Operating and maintenance manual");
    window.send(Command::SetKind { piece: subtitle, kind: BlockKind::Furniture, level: None });
    window.send(Command::Run(Action::CompareUncorrected));
    let compared = window.app().state().review.comparison.clone().unwrap().result.expect("it is made");
    let removed: Vec<_> = compared.alignment.rows.iter().filter(|r| r.change == Change::Removed).collect();
    assert_eq!(removed.len(), 1, "what was taken out stands in the other text only");
    assert!(compared.there.text().slice(removed[0].there.unwrap()).starts_with("Operating and"));
    window.harness.get_by_label_contains("there only: Operating");
}

/// A file of three pages, the last with a word that the page does not show.
fn with_hidden_text(folder: &std::path::Path) -> std::path::PathBuf {
    let mut maker = pdf::Maker::new();
    for page in 1..=3 {
        let line =
            |what: &str| format!("Page {page} {what} of the pump and of its valves, seals and filters.");
        maker.text_page(&[line("tells"), line("says more"), line("ends with a word")]);
    }
    maker.page(
        b"BT /F 11 Tf 72 700 Td (Seen by everybody who reads this page.) Tj ET \
          BT 3 Tr /F 11 Tf 72 650 Td (Hidden words that nobody sees.) Tj ET"
            .to_vec(),
        lopdf::Dictionary::new(),
    );
    let path = folder.join("hidden.pdf");
    std::fs::write(&path, maker.bytes()).unwrap();
    path
}

#[test]
fn a_problem_leads_to_its_page_on_both_sides() {
    let home = tempfile::tempdir().unwrap();
    let file = with_hidden_text(home.path());
    let mut window = Window::open(home.path(), &[&file]);
    window.send(Command::Mode(Mode::Review));
    window.painted();
    let state = window.app().state();
    let row = state.review.problems.iter().find(|p| p.problem.page == Some(PageIndex(3))).expect("a problem");
    let name = format!(": {}", row.problem.message);
    window.harness.get_by_label_contains(&name).click();
    window.painted();
    let state = window.app().state();
    assert_eq!(state.review.page, PageIndex(3), "its page is judged now");
    assert_eq!(window.harness.state().views().pages.current_page(), PageIndex(3), "and in sight");
    assert!(state.review.problem.is_some());
    let pieces = &state.review.facts.pieces;
    let removed =
        pieces.all()[pieces.on(PageIndex(3))].iter().filter(|p| p.removed == Some(Removal::Hidden)).count();
    assert_eq!(removed, 1);
    let painted = window.harness.state().views().pages.painted_pieces();
    let hatched = painted.iter().filter(|p| p.page == PageIndex(3) && p.number.is_none()).count();
    assert_eq!(hatched, removed, "what was taken out is shown where it stands");
}

#[test]
fn keys_of_review_do_not_work_while_a_text_is_typed_or_in_other_modes() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    let before = text(&window);
    let first = piece(&window, "Operating and maintenance manual");
    window.send(Command::SelectPiece { piece: Some(first), original: true, text: true });
    window.key(Modifiers::COMMAND, Key::F);
    for key in [Key::F, Key::J, Key::Space, Key::R] {
        window.key(Modifiers::NONE, key);
    }
    let state = window.app().state();
    assert!(!state.review.playing && state.settings.show_removed && !state.project.can_undo);
    assert_eq!(text(&window), before);
    window.send(Command::ShowFind(false));
    window.key(Modifiers::COMMAND, Key::Num2);
    assert_eq!(window.app().state().settings.mode, Mode::Tune);
    window.key(Modifiers::NONE, Key::F);
    assert_eq!(text(&window), before, "in Tune the key means nothing");
}

#[test]
fn a_text_without_pages_is_reviewed_by_its_blocks() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("wartung.md");
    std::fs::write(&file, "# Wartung\n\nVor dem Öffnen abschalten.\n\n- Ventil\n- Filter\n").unwrap();
    let mut window = Window::open(home.path(), &[&file]);
    window.send(Command::Mode(Mode::Review));
    let numbers = window.harness.state().views().text.painted_numbers().len();
    assert!(numbers >= 3, "blocks are numbered: {numbers}");
    let at = text(&window).find("Öffnen").unwrap();
    window.send(Command::ClickText { offset: at, in_original: false });
    let kind = window.app().state().review.piece().map(|p| p.piece.kind);
    assert_eq!(kind, Some(BlockKind::Paragraph));
    window.key(Modifiers::NONE, Key::F);
    assert!(text(&window).contains("Vor dem Öffnen"), "only pages are put right here");
    window.key(Modifiers::NONE, Key::W);
    let view = &window.app().state().review;
    assert_eq!(view.parts, [Part::Section(vec!["Wartung".to_owned()], 0)], "a section is judged");
    assert_eq!(view.pages[0].judged.as_ref().unwrap().verdict, Verdict::Wrong);
    assert!(window.harness.query_by_label("Wartung: wrong").is_some());
}

#[test]
fn two_versions_of_a_file_are_compared() {
    let home = tempfile::tempdir().unwrap();
    let (old, new) = (home.path().join("old.txt"), home.path().join("new.txt"));
    std::fs::write(&old, "Titel\nDer Druck ist 5 bar.\nEnde\n").unwrap();
    std::fs::write(&new, "Titel\nDer Druck ist 6 bar.\nEnde\nNachtrag\n").unwrap();
    let mut window = Window::open(home.path(), &[&new]);
    window.send(Command::Mode(Mode::Review));
    window.send(Command::Chosen(fundstelle::app::FileChoice::CompareFile, old));
    let compared = window.app().state().review.comparison.clone().unwrap().result.unwrap();
    let count = |c| compared.alignment.count(c);
    assert_eq!((count(Change::Changed), count(Change::Inserted), count(Change::Removed)), (1, 1, 0));
}

#[test]
fn an_idle_review_asks_for_no_frames() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    window.send(Command::CloseHint);
    for _ in 0..30 {
        window.harness.step();
    }
    let delay = window.harness.output().viewport_output.values().map(|v| v.repaint_delay).min().unwrap();
    assert!(delay > std::time::Duration::from_millis(400), "the next frame is due in {delay:?}");
}

#[test]
fn verdicts_are_given_by_keys_with_faults_and_a_note_and_page_down_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    window.key(Modifiers::NONE, Key::O);
    let judged = |w: &Window, page: usize| w.app().state().review.pages[page].judged.clone();
    assert_eq!(judged(&window, 0).unwrap().verdict, Verdict::Right);
    assert!(window.harness.query_by_label("Page 1 (X17-1): right").is_some(), "the list says so");
    window.key(Modifiers::NONE, Key::PageDown);
    assert_eq!(window.app().state().review.page, PageIndex(1));
    window.key(Modifiers::NONE, Key::W);
    window.harness.get_by_label("column order").click();
    window.settle();
    assert_eq!(judged(&window, 1).unwrap().issues, [Issue::ColumnOrder]);
    window.harness.get_by_label("Note on this page").focus();
    window.harness.step();
    window.harness.get_by_label("Note on this page").type_text("Caption belongs above.");
    window.settle();
    window.send(Command::ReviewPage(PageIndex(2)));
    assert_eq!(judged(&window, 1).unwrap().note, "Caption belongs above.", "leaving the page keeps the note");
    window.key(Modifiers::NONE, Key::Escape);
    window.key(Modifiers::NONE, Key::Escape);
    window.key(Modifiers::NONE, Key::U);
    assert_eq!(judged(&window, 2).unwrap().verdict, Verdict::Unsure);
    assert!(window.harness.query_all_by_label_contains("3 of 3 reviewed").count() > 0);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(judged(&window, 2), None, "undone");
}

#[test]
fn a_verdict_goes_stale_only_where_the_text_of_its_page_changes() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    for page in 0..2 {
        window.send(Command::Judge { page: PageIndex(page), verdict: Some(Verdict::Right) });
    }
    let subtitle = piece(&window, "Operating and maintenance manual");
    window.send(Command::SetKind { piece: subtitle, kind: BlockKind::Furniture, level: None });
    let stale: Vec<bool> =
        window.app().state().review.pages.iter().filter_map(|p| p.judged.as_ref()).map(|j| j.stale).collect();
    assert_eq!(stale, [true, false]);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(!window.app().state().review.pages[0].judged.as_ref().unwrap().stale);
}

#[test]
fn a_dismissed_problem_leaves_the_list_and_can_be_called_back() {
    let home = tempfile::tempdir().unwrap();
    let file = with_hidden_text(home.path());
    let mut window = Window::open(home.path(), &[&file]);
    window.send(Command::Mode(Mode::Review));
    let listed = |w: &Window| w.app().state().review.listed().count();
    let before = listed(&window);
    window.key(Modifiers::NONE, Key::N);
    window.key(Modifiers::NONE, Key::D);
    assert_eq!(listed(&window), before - 1);
    window.send(Command::Run(Action::ToggleDismissed));
    assert_eq!(listed(&window), before, "it is listed when asked for");
    let index = window.app().state().review.problems.iter().position(|p| p.dismissed).unwrap();
    window.send(Command::DismissProblem { problem: index, dismissed: false });
    assert!(window.app().state().review.problems.iter().all(|p| !p.dismissed));
}

#[test]
fn undo_right_after_a_correction_takes_that_one_back_and_nothing_else() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    window.send(Command::Judge { page: PageIndex(0), verdict: Some(Verdict::Right) });
    let before = text(&window);
    let subtitle = piece(&window, "Operating and maintenance manual");
    let app = window.harness.state_mut().app_mut();
    app.apply(Command::SetKind { piece: subtitle, kind: BlockKind::Furniture, level: None });
    app.apply(Command::Run(Action::Undo));
    window.settle();
    assert_eq!(text(&window), before);
    let state = window.app().state();
    assert_eq!(state.review.pages[0].judged.as_ref().unwrap().verdict, Verdict::Right, "the verdict stays");
    assert!(state.review.corrections.is_empty());
}

#[test]
fn a_correction_is_there_again_after_saving_and_opening() {
    let home = tempfile::tempdir().unwrap();
    let project = home.path().join("pump.fundstelle");
    let mut window = review(home.path());
    let subtitle = piece(&window, "Operating and maintenance manual");
    window.send(Command::SetKind { piece: subtitle, kind: BlockKind::Furniture, level: None });
    let corrected = text(&window);
    window.send(Command::Chosen(fundstelle::app::FileChoice::SaveProject, project.clone()));
    window.harness.state_mut().app_mut().shut_down();
    drop(window);
    let mut window = Window::open(home.path(), &[&project]);
    window.until("the corrected text", |shell| {
        shell.app().state().extraction().is_some_and(|e| e.text().as_str() == corrected)
    });
    window.settle();
    assert_eq!(window.app().state().review.corrections.len(), 1);
}

/// A file with a table of three columns.
fn with_table(folder: &std::path::Path) -> std::path::PathBuf {
    let mut maker = pdf::Maker::new();
    let mut content =
        String::from("BT /F 11 Tf 72 780 Td (Limits of the pump, as they stand in the contract.) Tj ET ");
    let rows = [
        ["Part", "Limit (bar)", "Time (s)"],
        ["Filter", "0.8", "30"],
        ["Seal", "12.0", "60"],
        ["Housing", "16.5", "90"],
        ["Valve", "7.5", "45"],
    ];
    for (i, row) in rows.iter().enumerate() {
        let y = 740 - 18 * i;
        for (cell, x) in row.iter().zip([80, 240, 400]) {
            content += &format!("BT /F 11 Tf {x} {y} Td ({cell}) Tj ET ");
        }
        content += &format!("0.5 w 72 {0} m 520 {0} l S ", y - 5);
    }
    for x in [72, 232, 392, 520] {
        content += &format!("{x} 753 m {x} {} l S ", 740 - 18 * 4 - 5);
    }
    content += "72 753 m 520 753 l S";
    maker.page(content.into_bytes(), lopdf::Dictionary::new());
    let path = folder.join("table.pdf");
    std::fs::write(&path, maker.bytes()).unwrap();
    path
}

#[test]
fn the_columns_of_a_table_are_shown_and_dragged() {
    let home = tempfile::tempdir().unwrap();
    let file = with_table(home.path());
    let mut window = Window::open(home.path(), &[&file]);
    window.send(Command::Mode(Mode::Review));
    window.painted();
    let before = text(&window);
    let table = piece(&window, "Part");
    window.send(Command::SelectPiece { piece: Some(table), original: true, text: true });
    let view = &window.app().state().review;
    assert_eq!(view.piece().unwrap().piece.kind, BlockKind::Table, "{before}");
    assert_eq!(view.columns.len(), 2, "{:?}", view.columns);
    let columns = view.columns.clone();
    let grip = window.harness.get_by_label("Column line 1").rect();
    let (from, to) = (grip.center(), grip.center() + egui::vec2(12.0, 0.0));
    window.harness.hover_at(from);
    window.harness.step();
    window.harness.drag_at(from);
    window.harness.step();
    window.harness.hover_at(to);
    window.harness.step();
    window.harness.step();
    window.harness.drop_at(to);
    window.settle();
    let view = &window.app().state().review;
    let Some(Correction::Columns { at, .. }) = view.corrections.last() else {
        panic!("{:?}", view.corrections)
    };
    assert_eq!(at.len(), 2);
    assert!(at[0] > columns[0] + 5.0 && (at[1] - columns[1]).abs() < 0.5, "{at:?} after {columns:?}");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&window), before);
}

#[test]
fn the_report_and_the_copy_of_the_file_say_what_was_found() {
    let home = tempfile::tempdir().unwrap();
    let file = with_hidden_text(home.path());
    let original = std::fs::read(&file).unwrap();
    let mut window = Window::open(home.path(), &[&file]);
    window.send(Command::Mode(Mode::Review));
    window.send(Command::Judge { page: PageIndex(1), verdict: Some(Verdict::Wrong) });
    window.send(Command::JudgeIssues { page: PageIndex(1), issues: vec![Issue::ColumnOrder] });
    window.send(Command::JudgeNote { page: PageIndex(1), note: "Spalte zwei zuerst".to_owned() });
    for name in ["report.md", "report.csv", "report.json"] {
        let path = home.path().join(name);
        window.send(Command::Chosen(fundstelle::app::FileChoice::ExportReport, path.clone()));
        let report = std::fs::read_to_string(&path).unwrap();
        for said in ["wrong", "column", "Spalte zwei zuerst"] {
            assert!(report.contains(said), "{name} lacks {said}:\n{report}");
        }
    }
    serde_json::from_slice::<serde_json::Value>(&std::fs::read(home.path().join("report.json")).unwrap())
        .unwrap();
    let copy = home.path().join("copy.pdf");
    window.send(Command::Chosen(fundstelle::app::FileChoice::ExportReviewed, copy.clone()));
    let said = &window.app().state().messages.all().last().unwrap().text;
    assert!(said.contains("copy.pdf"), "{said}");
    let pdf = lopdf::Document::load(&copy).unwrap();
    assert_eq!(pdf.get_pages().len(), 4);
    assert!(pdf.get_pages().values().any(|id| pdf.get_page_annotations(*id).is_ok_and(|a| !a.is_empty())));
    assert_eq!(std::fs::read(&file).unwrap(), original, "the source is never touched");
}

#[test]
fn a_switch_of_cleaning_changes_the_text_and_one_change_can_be_undone_alone() {
    let home = tempfile::tempdir().unwrap();
    let mut window = review(home.path());
    let before = text(&window);
    let joined = |w: &Window| w.app().state().cleaning.made.get(&Switch::Hyphens).map_or(0, Vec::len);
    window.until("the changes are counted", |shell| {
        shell.app().state().cleaning.made.get(&Switch::Hyphens).is_some_and(|made| made.len() > 3)
    });
    let count = joined(&window);
    window.harness.get_by_label("Words parted at line ends").click();
    window.until("the text with its line ends", |shell| {
        shell.app().state().extraction().is_some_and(|e| e.text().as_str() != before)
    });
    assert!(text(&window).contains("-\n"), "words stay parted");
    window.send(Command::Run(Action::Undo));
    window.until("the text as it was", |shell| {
        shell.app().state().extraction().is_some_and(|e| e.text().as_str() == before)
    });
    window.harness.get_by_label(&format!("{count} ›")).click();
    window.settle();
    window.harness.get_by_label("Undo this change only").click_accesskit();
    window.until("one word is parted again", |shell| {
        let state = shell.app().state();
        state.cleaning.made.get(&Switch::Hyphens).is_some_and(|made| made.len() == count - 1)
    });
    assert_eq!(text(&window).matches("-\n").count(), before.matches("-\n").count() + 1);
}
