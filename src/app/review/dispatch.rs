//! Commands and actions of Review, each to what carries it out.

use super::{CompareWith, SPEEDS};
use crate::app::action::Action;
use crate::app::{App, Command, FileChoice, Mode, Reveal, Verdict};
use crate::document::ReadingOrder;

impl App {
    /// What is done in Review.
    pub(in crate::app) fn apply_review(&mut self, command: Command) {
        match command {
            Command::SelectPiece { piece, original, text } => self.select_piece(piece, original, text),
            Command::NotePage(page) => self.state.review.page = page,
            Command::ReviewPage(page) => self.show_review_page(page),
            Command::SelectProblem(index) => self.select_problem(index),
            Command::MovePiece { piece, number } => self.move_piece(piece, number),
            Command::SetKind { piece, kind, level } => self.set_kind(piece, kind, level),
            Command::Columns { piece, at } => self.set_columns(piece, at),
            Command::Order { page, order } => self.set_order(page, order),
            Command::CorrectText(text) => self.correct_text(text),
            Command::WholeDocument(whole) => self.state.review.whole_document = whole,
            Command::Compare(with) => self.compare(with),
            Command::ShowCompared(span) => {
                let piece = self.state.review.facts.pieces.at(span.start());
                self.state.review.selected = piece;
                self.state.reveals.push(Reveal::Span { span, original: true, text: true });
            }
            Command::Judge { page, verdict } => self.judge(page, verdict),
            Command::JudgeIssues { page, issues } => self.judge_issues(page, issues),
            Command::JudgeNote { page, note } => self.judge_note(page, note),
            Command::DismissProblem { problem, dismissed } => self.dismiss_problem(problem, dismissed),
            Command::PlayOn => {
                self.step_reading(1);
            }
            other => self.adjust(other),
        }
    }

    /// Actions of Review.
    pub(in crate::app) fn run_review(&mut self, action: Action) {
        match action {
            Action::VerdictRight => self.judge(self.state.review.page, Some(Verdict::Right)),
            Action::VerdictWrong => self.judge(self.state.review.page, Some(Verdict::Wrong)),
            Action::VerdictUnsure => self.judge(self.state.review.page, Some(Verdict::Unsure)),
            Action::DismissProblem => self.dismiss_current(),
            Action::NextUnreviewed => self.next_unreviewed(),
            Action::NextProblem => self.step_problem(1),
            Action::PreviousProblem => self.step_problem(-1),
            Action::ToggleDismissed => {
                self.state.review.show_dismissed = !self.state.review.show_dismissed;
            }
            Action::ToggleRemoved => {
                self.state.settings.show_removed = !self.state.settings.show_removed;
            }
            Action::PlayPause => self.play_pause(),
            Action::StepForward | Action::StepBack => {
                let by = if action == Action::StepForward { 1 } else { -1 };
                self.state.review.playing = false;
                self.step_reading(by);
            }
            Action::Faster => self.step_speed(1),
            Action::Slower => self.step_speed(-1),
            Action::StopReviewing => self.stop_reviewing(),
            Action::MarkFurniture => self.toggle_furniture(),
            Action::SplitPiece => self.split_piece(),
            Action::JoinPiece => self.join_piece(),
            Action::PartPiece => self.part_piece(),
            Action::MovePiece => self.ask_number(),
            Action::CorrectText => self.ask_text(),
            Action::Uncorrect => self.uncorrect(),
            Action::CompareUncorrected => self.toggle_compare(CompareWith::Uncorrected),
            Action::CompareLayout => self.toggle_compare(CompareWith::Order(ReadingOrder::Layout)),
            Action::CompareStream => self.toggle_compare(CompareWith::Order(ReadingOrder::Stream)),
            Action::CompareTagged => self.toggle_compare(CompareWith::Order(ReadingOrder::Tagged)),
            Action::CompareFile => self.outbox.ask_file = Some(FileChoice::CompareFile),
            Action::CompareNothing => self.compare(None),
            Action::NextPiece => self.step_piece(1),
            Action::PreviousPiece => self.step_piece(-1),
            _ => {}
        }
    }

    pub(in crate::app) fn set_mode(&mut self, mode: Mode) {
        self.state.settings.mode = mode;
        self.state.review.playing = false;
    }

    fn step_speed(&mut self, by: isize) {
        let speed = &mut self.state.settings.play_speed;
        let near = |s: &f32| (s - *speed).abs();
        let now = (0..SPEEDS.len()).min_by(|a, b| near(&SPEEDS[*a]).total_cmp(&near(&SPEEDS[*b])));
        let next = now.unwrap_or(0).saturating_add_signed(by).min(SPEEDS.len() - 1);
        *speed = SPEEDS[next];
    }
}
