//! Every action that has a name: the one table behind menus, shortcuts, the palette and the key list.

use super::settings::Mode;

/// A named action without parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the locale's texts say what each does")]
pub enum Action {
    OpenFile,
    OpenFolder,
    OpenPath,
    OpenSample,
    OpenAddress,
    FetchAgain,
    FolderTypes,
    FolderSummary,
    OpenProject,
    SaveProject,
    SaveProjectAs,
    ExportJsonl,
    ExportCsv,
    ExportReport,
    ExportReviewed,
    OpenConfig,
    SaveConfig,
    CloseSource,
    NextSource,
    PreviousSource,
    Quit,
    Undo,
    Redo,
    Copy,
    CopyCitation,
    SelectAll,
    Find,
    FindNext,
    FindPrevious,
    GoTo,
    Palette,
    MarkAnswer,
    MarkCondition,
    MarkException,
    RemovePassage,
    NewQuestion,
    NextQuestion,
    PreviousQuestion,
    NextChunk,
    PreviousChunk,
    ZoomIn,
    ZoomOut,
    ZoomReset,
    FitWidth,
    FitPage,
    LargerInterface,
    SmallerInterface,
    ToggleOriginal,
    ToggleText,
    ToggleLeft,
    ToggleRight,
    ToggleBottom,
    ToggleLinked,
    ToggleChunks,
    ToggleInvisibles,
    ToggleWrap,
    ThemeLight,
    ThemeDark,
    ThemeSystem,
    ModeReview,
    ModeTune,
    ModeAnnotate,
    VerdictRight,
    VerdictWrong,
    VerdictUnsure,
    NextUnreviewed,
    NextProblem,
    PreviousProblem,
    DismissProblem,
    ToggleDismissed,
    ToggleRemoved,
    PlayPause,
    StepForward,
    StepBack,
    Faster,
    Slower,
    StopReviewing,
    NextPiece,
    PreviousPiece,
    MovePiece,
    MarkFurniture,
    SplitPiece,
    JoinPiece,
    PartPiece,
    CorrectText,
    Uncorrect,
    CompareUncorrected,
    CompareLayout,
    CompareStream,
    CompareTagged,
    CompareFile,
    CompareNothing,
    Messages,
    Keys,
    About,
    StopWork,
}

/// A key with its modifiers. `Command` is Ctrl, or Cmd on a Mac.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shortcut {
    /// Ctrl (Cmd on a Mac).
    pub command: bool,
    /// Shift.
    pub shift: bool,
    /// Alt.
    pub alt: bool,
    /// The key's name, as egui names it.
    pub key: &'static str,
}

impl std::fmt::Display for Shortcut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (held, name) in [(self.command, "Ctrl"), (self.shift, "Shift"), (self.alt, "Alt")] {
            if held {
                write!(f, "{name} ")?;
            }
        }
        let key = match self.key {
            "Plus" => "+",
            "Minus" => "−",
            "Comma" => ",",
            "Period" => ".",
            "ArrowLeft" => "←",
            "ArrowRight" => "→",
            "ArrowUp" => "↑",
            "ArrowDown" => "↓",
            key => key.trim_start_matches("Num"),
        };
        f.write_str(key)
    }
}

/// Where an action stands in the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names of the menus")]
pub enum Menu {
    File,
    Edit,
    View,
    Review,
    Annotate,
    Help,
}

impl Menu {
    /// The menus from left to right.
    pub const ALL: [Self; 6] = [Self::File, Self::Edit, Self::View, Self::Review, Self::Annotate, Self::Help];

    /// Its name in the locale.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::File => "menu-file",
            Self::Edit => "menu-edit",
            Self::View => "menu-view",
            Self::Review => "menu-review",
            Self::Annotate => "menu-annotate",
            Self::Help => "menu-help",
        }
    }
}

/// In which modes an action's key works. Menus and the palette have it in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// In all.
    All,
    /// In Review only.
    Review,
    /// In all but Review, where the key means something else.
    NotReview,
}

impl Scope {
    /// Whether the key works in a mode.
    #[must_use]
    pub fn holds(self, mode: Mode) -> bool {
        match self {
            Self::All => true,
            Self::Review => mode == Mode::Review,
            Self::NotReview => mode != Mode::Review,
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct ActionInfo {
    /// Which action.
    pub action: Action,
    /// Its text in the locale.
    pub key: &'static str,
    /// The keys that run it.
    pub shortcut: Option<Shortcut>,
    /// Whether its key is a plain one, which must not work while a text is typed.
    pub plain_key: bool,
    /// The menu in which it stands.
    pub menu: Menu,
    /// Whether a line stands above it there.
    pub starts_group: bool,
    /// In which modes its key works.
    pub scope: Scope,
}

#[expect(clippy::unnecessary_wraps, reason = "the table holds actions without keys too")]
const fn keys(command: bool, shift: bool, alt: bool, key: &'static str) -> Option<Shortcut> {
    Some(Shortcut { command, shift, alt, key })
}

const fn ctrl(key: &'static str) -> Option<Shortcut> {
    keys(true, false, false, key)
}

const fn ctrl_shift(key: &'static str) -> Option<Shortcut> {
    keys(true, true, false, key)
}

const fn plain(key: &'static str) -> Option<Shortcut> {
    keys(false, false, false, key)
}

const fn row(action: Action, key: &'static str, menu: Menu, shortcut: Option<Shortcut>) -> ActionInfo {
    let plain_key = matches!(shortcut, Some(Shortcut { command: false, alt: false, .. }));
    ActionInfo { action, key, shortcut, plain_key, menu, starts_group: false, scope: Scope::All }
}

/// An action of Review.
const fn review(action: Action, key: &'static str, shortcut: Option<Shortcut>) -> ActionInfo {
    ActionInfo { scope: Scope::Review, ..row(action, key, Menu::Review, shortcut) }
}

const fn not_in_review(info: ActionInfo) -> ActionInfo {
    ActionInfo { scope: Scope::NotReview, ..info }
}

const fn group(info: ActionInfo) -> ActionInfo {
    ActionInfo { starts_group: true, ..info }
}

/// All actions in the order of the menus.
pub const ACTIONS: &[ActionInfo] = &[
    row(Action::OpenFile, "action-open-file", Menu::File, ctrl("O")),
    row(Action::OpenFolder, "action-open-folder", Menu::File, ctrl_shift("O")),
    row(Action::OpenPath, "action-open-path", Menu::File, ctrl("L")),
    row(Action::OpenSample, "action-open-sample", Menu::File, None),
    row(Action::OpenAddress, "action-open-address", Menu::File, ctrl_shift("L")),
    row(Action::FetchAgain, "action-fetch-again", Menu::File, None),
    row(Action::FolderTypes, "action-folder-types", Menu::File, None),
    row(Action::FolderSummary, "action-folder-summary", Menu::File, None),
    row(Action::CloseSource, "action-close-source", Menu::File, ctrl("W")),
    row(Action::NextSource, "action-next-source", Menu::File, ctrl("PageDown")),
    row(Action::PreviousSource, "action-previous-source", Menu::File, ctrl("PageUp")),
    group(row(Action::OpenProject, "action-open-project", Menu::File, None)),
    row(Action::SaveProject, "action-save-project", Menu::File, ctrl("S")),
    row(Action::SaveProjectAs, "action-save-project-as", Menu::File, ctrl_shift("S")),
    group(row(Action::OpenConfig, "action-open-config", Menu::File, None)),
    row(Action::SaveConfig, "action-save-config", Menu::File, None),
    row(Action::ExportJsonl, "action-export-jsonl", Menu::File, None),
    row(Action::ExportCsv, "action-export-csv", Menu::File, None),
    row(Action::ExportReport, "action-export-report", Menu::File, None),
    row(Action::ExportReviewed, "action-export-reviewed", Menu::File, None),
    group(row(Action::Quit, "action-quit", Menu::File, ctrl("Q"))),
    row(Action::Undo, "action-undo", Menu::Edit, ctrl("Z")),
    row(Action::Redo, "action-redo", Menu::Edit, ctrl_shift("Z")),
    group(row(Action::Copy, "action-copy", Menu::Edit, None)),
    row(Action::CopyCitation, "action-copy-citation", Menu::Edit, ctrl_shift("C")),
    row(Action::SelectAll, "action-select-all", Menu::Edit, None),
    group(row(Action::Find, "action-find", Menu::Edit, ctrl("F"))),
    row(Action::FindNext, "action-find-next", Menu::Edit, plain("F3")),
    row(Action::FindPrevious, "action-find-previous", Menu::Edit, keys(false, true, false, "F3")),
    row(Action::GoTo, "action-go-to", Menu::Edit, ctrl("G")),
    row(Action::ModeReview, "action-mode-review", Menu::View, ctrl("1")),
    row(Action::ModeTune, "action-mode-tune", Menu::View, ctrl("2")),
    row(Action::ModeAnnotate, "action-mode-annotate", Menu::View, ctrl("3")),
    group(row(Action::ZoomIn, "action-zoom-in", Menu::View, keys(false, false, true, "Plus"))),
    row(Action::ZoomOut, "action-zoom-out", Menu::View, keys(false, false, true, "Minus")),
    row(Action::ZoomReset, "action-zoom-reset", Menu::View, None),
    row(Action::FitWidth, "action-fit-width", Menu::View, ctrl("0")),
    row(Action::FitPage, "action-fit-page", Menu::View, ctrl("9")),
    row(Action::LargerInterface, "action-larger-interface", Menu::View, ctrl("Plus")),
    row(Action::SmallerInterface, "action-smaller-interface", Menu::View, ctrl("Minus")),
    group(row(Action::ToggleOriginal, "action-toggle-original", Menu::View, plain("F6"))),
    row(Action::ToggleText, "action-toggle-text", Menu::View, plain("F7")),
    row(Action::ToggleLeft, "action-toggle-left", Menu::View, plain("F8")),
    row(Action::ToggleRight, "action-toggle-right", Menu::View, plain("F9")),
    row(Action::ToggleBottom, "action-toggle-bottom", Menu::View, plain("F10")),
    group(row(Action::ToggleLinked, "action-toggle-linked", Menu::View, keys(false, false, true, "L"))),
    row(Action::ToggleChunks, "action-toggle-chunks", Menu::View, keys(false, false, true, "C")),
    row(Action::ToggleInvisibles, "action-toggle-invisibles", Menu::View, keys(false, false, true, "I")),
    row(Action::ToggleWrap, "action-toggle-wrap", Menu::View, keys(false, false, true, "W")),
    group(row(Action::ThemeLight, "action-theme-light", Menu::View, None)),
    row(Action::ThemeDark, "action-theme-dark", Menu::View, None),
    row(Action::ThemeSystem, "action-theme-system", Menu::View, None),
    review(Action::VerdictRight, "action-verdict-right", plain("O")),
    review(Action::VerdictWrong, "action-verdict-wrong", plain("W")),
    review(Action::VerdictUnsure, "action-verdict-unsure", plain("U")),
    review(Action::NextUnreviewed, "action-next-unreviewed", plain("PageDown")),
    group(review(Action::NextProblem, "action-next-problem", plain("N"))),
    review(Action::PreviousProblem, "action-previous-problem", plain("P")),
    review(Action::DismissProblem, "action-dismiss-problem", plain("D")),
    review(Action::ToggleDismissed, "action-toggle-dismissed", None),
    review(Action::ToggleRemoved, "action-toggle-removed", plain("R")),
    group(review(Action::PlayPause, "action-play-pause", plain("Space"))),
    review(Action::StepForward, "action-step-forward", plain("ArrowRight")),
    review(Action::StepBack, "action-step-back", plain("ArrowLeft")),
    review(Action::Faster, "action-faster", plain("Period")),
    review(Action::Slower, "action-slower", plain("Comma")),
    review(Action::StopReviewing, "action-stop-reviewing", plain("Escape")),
    group(review(Action::NextPiece, "action-next-piece", keys(false, false, true, "ArrowRight"))),
    review(Action::PreviousPiece, "action-previous-piece", keys(false, false, true, "ArrowLeft")),
    group(review(Action::MovePiece, "action-move-piece", plain("M"))),
    review(Action::MarkFurniture, "action-mark-furniture", plain("F")),
    review(Action::SplitPiece, "action-split-piece", plain("S")),
    review(Action::JoinPiece, "action-join-piece", plain("J")),
    review(Action::PartPiece, "action-part-piece", None),
    review(Action::CorrectText, "action-correct-text", plain("E")),
    review(Action::Uncorrect, "action-uncorrect", None),
    group(review(Action::CompareUncorrected, "action-compare-uncorrected", None)),
    review(Action::CompareLayout, "action-compare-layout", None),
    review(Action::CompareStream, "action-compare-stream", None),
    review(Action::CompareTagged, "action-compare-tagged", None),
    review(Action::CompareFile, "action-compare-file", None),
    review(Action::CompareNothing, "action-compare-nothing", None),
    row(Action::MarkAnswer, "action-mark-answer", Menu::Annotate, plain("1")),
    row(Action::MarkCondition, "action-mark-condition", Menu::Annotate, plain("2")),
    row(Action::MarkException, "action-mark-exception", Menu::Annotate, plain("3")),
    not_in_review(row(Action::RemovePassage, "action-remove-passage", Menu::Annotate, plain("Delete"))),
    group(row(Action::NewQuestion, "action-new-question", Menu::Annotate, ctrl("N"))),
    row(Action::NextQuestion, "action-next-question", Menu::Annotate, keys(false, false, true, "ArrowDown")),
    row(
        Action::PreviousQuestion,
        "action-previous-question",
        Menu::Annotate,
        keys(false, false, true, "ArrowUp"),
    ),
    not_in_review(group(row(Action::NextChunk, "action-next-chunk", Menu::Annotate, plain("N")))),
    not_in_review(row(Action::PreviousChunk, "action-previous-chunk", Menu::Annotate, plain("P"))),
    row(Action::Palette, "action-palette", Menu::Help, ctrl_shift("P")),
    row(Action::Keys, "action-keys", Menu::Help, plain("F1")),
    row(Action::Messages, "action-messages", Menu::Help, None),
    row(Action::StopWork, "action-stop-work", Menu::Help, None),
    row(Action::About, "action-about", Menu::Help, None),
];

impl Action {
    /// Its row of the table.
    #[must_use]
    pub fn info(self) -> &'static ActionInfo {
        ACTIONS.iter().find(|i| i.action == self).unwrap_or(&ACTIONS[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_actions_share_a_key_or_a_name() {
        let mut keys = HashSet::new();
        let mut names = HashSet::new();
        for info in ACTIONS {
            assert!(names.insert(info.key), "{}", info.key);
            if let Some(shortcut) = info.shortcut {
                for mode in [Mode::Review, Mode::Tune].into_iter().filter(|m| info.scope.holds(*m)) {
                    assert!(keys.insert((mode == Mode::Review, shortcut)), "{shortcut}");
                }
            }
        }
    }
}
