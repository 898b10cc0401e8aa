//! Everything that can be changed in a project.

use super::state::{Document, DocumentId};
use crate::document::Correction;
use crate::evidence::{Anchor, Passage, PassageId, QuestionId, Role};
use crate::review::{Dismissal, PageReview, Part};
use crate::text::RevisionId;
use serde::{Deserialize, Serialize};

/// One change, as it is kept for undo. Ids may be left [unset](PassageId::UNSET): applying the edit fills them in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// A source joins the project.
    AddDocument(Document),
    /// A source leaves the project, and its passages with it.
    RemoveDocument {
        /// Which.
        id: DocumentId,
    },
    /// A source was found elsewhere, or is another file now. Its id says which; its name stays.
    UpdateDocument(Document),
    /// A question is asked, after the others, and becomes the current one.
    AddQuestion {
        /// Its id.
        id: QuestionId,
        /// Its words.
        text: String,
    },
    /// A question is worded differently.
    RenameQuestion {
        /// Which.
        id: QuestionId,
        /// The new words.
        text: String,
    },
    /// A question is dropped, and its passages with it.
    RemoveQuestion {
        /// Which.
        id: QuestionId,
    },
    /// The question that marks go to. By itself this is a matter of view and not undone.
    SelectQuestion {
        /// Which; `None`: no question.
        id: Option<QuestionId>,
    },
    /// A span is marked. With an unset question, for the current one.
    AddPassage(Passage),
    /// A mark is removed.
    RemovePassage {
        /// Which.
        id: PassageId,
    },
    /// A mark gets another role.
    ChangePassageRole {
        /// Which.
        id: PassageId,
        /// The new role.
        role: Role,
    },
    /// A mark gets another place.
    MovePassage {
        /// Which.
        id: PassageId,
        /// The revision that the new place is in.
        revision: RevisionId,
        /// The new place.
        anchor: Anchor,
    },
    /// Sources are cut otherwise.
    SetConfig {
        /// The config as TOML.
        toml: String,
    },
    /// What somebody says of a part of a document, in place of what was said before.
    SetReview {
        /// The document's name.
        document: String,
        /// The part.
        part: Part,
        /// What is said; `None`: nothing any more.
        review: Option<PageReview>,
    },
    /// A problem is none, or is one after all.
    SetDismissed {
        /// The document's name.
        document: String,
        /// The problem.
        problem: Dismissal,
        /// Whether it is none.
        dismissed: bool,
    },
    /// What is put right in a document, all of it, in the order in which it is applied.
    SetCorrections {
        /// The document's name.
        document: String,
        /// The corrections.
        corrections: Vec<Correction>,
    },
    /// Several changes that are one to the person: all or none.
    Batch(Vec<Edit>),
}

impl Edit {
    /// What kind of change it is: a key for the words in the menu (`add-passage`). For a batch, that of its edits
    /// where they agree, else `several`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::AddDocument(_) => "add-document",
            Self::RemoveDocument { .. } => "remove-document",
            Self::UpdateDocument(_) => "update-document",
            Self::AddQuestion { .. } => "add-question",
            Self::RenameQuestion { .. } => "rename-question",
            Self::RemoveQuestion { .. } => "remove-question",
            Self::SelectQuestion { .. } => "select-question",
            Self::AddPassage(_) => "add-passage",
            Self::RemovePassage { .. } => "remove-passage",
            Self::ChangePassageRole { .. } => "change-passage-role",
            Self::MovePassage { .. } => "move-passage",
            Self::SetConfig { .. } => "set-config",
            Self::SetReview { .. } => "set-review",
            Self::SetDismissed { .. } => "set-dismissed",
            Self::SetCorrections { .. } => "set-corrections",
            Self::Batch(edits) => {
                let mut kinds = edits.iter().map(Self::kind);
                let first = kinds.next().unwrap_or("several");
                if kinds.all(|k| k == first) { first } else { "several" }
            }
        }
    }
}
