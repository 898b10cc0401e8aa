//! Everything a person can do, as data: views send commands, [`super::App::apply`] alone carries them out.

use super::action::Action;
use super::marks::Selection;
use super::review::CompareWith;
use super::settings::{Mode, ThemeChoice, Zoom};
use crate::chunk::ChunkConfig;
use crate::document::{BlockKind, LinkTarget, PageIndex, ReadingOrder};
use crate::evidence::{PassageId, QuestionId, Role};
use crate::extract::clean::{Cleaning, EditKey};
use crate::review::{Issue, Verdict};
use crate::text::Span;
use std::path::PathBuf;

/// What a file dialog is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileChoice {
    /// Files to open.
    OpenFile,
    /// A folder to open.
    OpenFolder,
    /// A project to open.
    OpenProject,
    /// Where to save the project.
    SaveProject,
    /// A config to read.
    OpenConfig,
    /// Where to write the config.
    SaveConfig,
    /// Where to write the passages as JSON lines.
    ExportJsonl,
    /// Where to write the passages as CSV.
    ExportCsv,
    /// Where a source of the project lies now.
    FindSource,
    /// Another version of the document, to compare with.
    CompareFile,
    /// Where to write the report of the review: Markdown, CSV or JSON, by its name.
    ExportReport,
    /// Where to write a copy of the PDF with notes.
    ExportReviewed,
}

/// A box over the window that waits for an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// Find a command by typing.
    Palette {
        /// What was typed.
        query: String,
        /// Which of the commands found is chosen.
        chosen: usize,
    },
    /// Type a path.
    Path {
        /// What for.
        choice: FileChoice,
        /// What was typed.
        path: String,
    },
    /// Type a page, chunk or offset.
    GoTo {
        /// What was typed.
        place: String,
        /// What is wrong with it.
        error: Option<String>,
    },
    /// Type the password of a PDF.
    Password {
        /// The file.
        path: PathBuf,
        /// What was typed.
        password: String,
        /// Whether one was tried and was wrong.
        wrong: bool,
    },
    /// Type a question: a new one, or another text for one.
    Question {
        /// Which one; `None` for a new one.
        id: Option<QuestionId>,
        /// What was typed.
        text: String,
    },
    /// Type the number of the selected piece in its page's order.
    MovePiece {
        /// What was typed.
        number: String,
    },
    /// Type what stands where the selection is.
    CorrectText {
        /// What was typed.
        text: String,
    },
    /// Type the address of a page.
    Address {
        /// What was typed.
        typed: String,
        /// What is wrong with it.
        error: Option<String>,
    },
    /// Type the file types that are taken from a folder.
    Extensions {
        /// What was typed.
        typed: String,
        /// What is wrong with it.
        error: Option<String>,
    },
    /// What the folder held that was opened last.
    Folder,
    /// All messages of this run.
    Messages,
    /// All keys.
    Keys,
    /// What the program is.
    About,
    /// An untitled project was left by a run that did not end well.
    Recover {
        /// Those found.
        found: Vec<PathBuf>,
    },
    /// A source of the project changed, or is not where it was.
    Source {
        /// The document's name in the project.
        document: String,
        /// What is the matter, in words.
        what: String,
    },
}

/// Something a person does.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Runs a named action.
    Run(Action),
    /// Opens a file, a folder or a project.
    Open(PathBuf),
    /// Shows a source of the list.
    ShowSource(usize),
    /// Takes a source from the list.
    CloseSource(usize),
    /// Gives the password of a PDF that asked for one.
    Unlock {
        /// The file.
        path: PathBuf,
        /// The password.
        password: String,
    },
    /// Fetches the page of an address, as it was typed.
    Fetch(String),
    /// Allows pages of the local network, or no longer.
    AllowLocal(bool),
    /// Takes other file types from folders.
    SetExtensions(String),
    /// A file or folder was chosen in a dialog.
    Chosen(FileChoice, PathBuf),
    /// Puts a box over the window, or takes it away.
    Show(Option<Dialog>),
    /// Changes the chunking; `done` when the slider is let go.
    Configure {
        /// The new config.
        config: ChunkConfig,
        /// Whether this is to be kept (and can be undone).
        done: bool,
    },
    /// Sets the switches of the cleaning.
    Clean(Cleaning),
    /// Undoes one edit of the cleaning.
    RevertEdit(EditKey),
    /// Makes one edit of the cleaning again.
    RestoreEdit(EditKey),
    /// Selects text.
    Select(Option<Selection>),
    /// Selects a chunk and shows it on both sides.
    SelectChunk(Option<usize>),
    /// A click on text selects the chunk there and shows it on the other side.
    ClickText {
        /// Where.
        offset: usize,
        /// Whether the original was clicked.
        in_original: bool,
    },
    /// The pointer is over a chunk.
    HoverChunk(Option<usize>),
    /// Marks what is selected.
    Mark(Role),
    /// Selects a passage and shows it.
    SelectPassage(Option<PassageId>),
    /// Removes a passage.
    RemovePassage(PassageId),
    /// Gives a passage another role.
    ChangeRole(PassageId, Role),
    /// Adds a question and makes it the current one.
    AddQuestion(String),
    /// Gives a question another text.
    RenameQuestion(QuestionId, String),
    /// Removes a question with its passages.
    RemoveQuestion(QuestionId),
    /// Makes a question the current one.
    ChooseQuestion(Option<QuestionId>),
    /// Searches the text.
    Find(String),
    /// Opens or closes the search bar.
    ShowFind(bool),
    /// Goes to a search hit, counted from 0.
    ShowHit(usize),
    /// Goes to what was typed: `12`, `p 12`, `chunk 7`, `@1406`.
    GoTo(String),
    /// Goes to a place in the text.
    ShowOffset(usize),
    /// Goes to a page.
    ShowPage(PageIndex, Option<f32>),
    /// Follows a link.
    Follow(LinkTarget),
    /// Sets the zoom of pages.
    Zoom(Zoom),
    /// Sets the size of text.
    TextSize(f32),
    /// Sets the share of the middle that the original takes.
    Split(f32),
    /// Closes the explanation over the sample.
    CloseHint,
    /// Keeps where the window stands and how large it is.
    Window {
        /// Outer position.
        position: Option<[f32; 2]>,
        /// Inner size.
        size: [f32; 2],
        /// Whether it fills the screen.
        maximized: bool,
    },
    /// Keeps the widths of the panels.
    Panels {
        /// Width of the left panel.
        left: f32,
        /// Width of the right panel.
        right: f32,
        /// Height of the bottom panel.
        bottom: f32,
    },
    /// Sets the theme.
    Theme(ThemeChoice),
    /// Sets the mode.
    Mode(Mode),
    /// Selects a piece; shows it on the other side, or on both.
    SelectPiece {
        /// Which, by place in the pieces; `None`: none.
        piece: Option<usize>,
        /// Whether the original is to show it.
        original: bool,
        /// Whether the text is to show it.
        text: bool,
    },
    /// Makes the page that the person scrolled to the one that is judged.
    NotePage(PageIndex),
    /// Shows a page on both sides and makes it the one that is judged.
    ReviewPage(PageIndex),
    /// Goes to a problem of the list.
    SelectProblem(usize),
    /// Sets the verdict on a page, or takes it back.
    Judge {
        /// The page.
        page: PageIndex,
        /// What is said of it.
        verdict: Option<Verdict>,
    },
    /// Says which faults a page has.
    JudgeIssues {
        /// The page.
        page: PageIndex,
        /// All of them.
        issues: Vec<Issue>,
    },
    /// Keeps a note on a page.
    JudgeNote {
        /// The page.
        page: PageIndex,
        /// What is noted.
        note: String,
    },
    /// Says that a problem of the list is none, or is one after all.
    DismissProblem {
        /// Which.
        problem: usize,
        /// Whether it is none.
        dismissed: bool,
    },
    /// Reads a piece at another place of its page.
    MovePiece {
        /// Which, by place in the pieces.
        piece: usize,
        /// Its number on the page afterwards, from 1.
        number: u32,
    },
    /// Says what a piece is.
    SetKind {
        /// Which, by place in the pieces.
        piece: usize,
        /// What it is.
        kind: BlockKind,
        /// Level of a heading, nesting of a list item.
        level: Option<u8>,
    },
    /// Parts the columns of a table elsewhere.
    Columns {
        /// The table's piece, by place in the pieces.
        piece: usize,
        /// Horizontal places in points from the left edge of the page, ascending.
        at: Vec<f32>,
    },
    /// Sets how the reading order is found, on a page or in the document.
    Order {
        /// The page; `None`: the document.
        page: Option<PageIndex>,
        /// How.
        order: ReadingOrder,
    },
    /// Puts these characters where the selection is.
    CorrectText(String),
    /// Whether an order that is chosen holds for the whole document.
    WholeDocument(bool),
    /// Compares the text with another, or with none.
    Compare(Option<CompareWith>),
    /// Goes to a place of the text that a comparison shows.
    ShowCompared(Span),
    /// Goes on to the next stretch of the text that is played through.
    PlayOn,
    /// Sets how fast it is played through.
    PlaySpeed(f32),
    /// Takes a message from the window.
    DismissMessage(usize),
    /// Asks where a source of the project lies now.
    FindSource(String),
    /// Finds an untitled project again, or lets it go.
    Recover(Option<PathBuf>),
}
