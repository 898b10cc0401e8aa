//! Questions, passages, roles.

use crate::text::{CharSpan, RevisionId};
use serde::{Deserialize, Serialize};

/// Names a question in its project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct QuestionId(pub i64);

impl QuestionId {
    /// Not known yet: whoever keeps the project gives one.
    pub const UNSET: Self = Self(0);
}

/// Names a passage in its project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PassageId(pub i64);

impl PassageId {
    /// Not known yet: whoever keeps the project gives one.
    pub const UNSET: Self = Self(0);
}

/// What a passage is to its question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It answers the question.
    Answer,
    /// The answer holds only under this.
    Condition,
    /// The answer does not hold here.
    Exception,
}

impl Role {
    /// All roles, in the order of their keys 1, 2, 3.
    pub const ALL: [Self; 3] = [Self::Answer, Self::Condition, Self::Exception];

    /// The role of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.name() == name)
    }

    /// The word used in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Condition => "condition",
            Self::Exception => "exception",
        }
    }
}

/// A question that passages answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Its name in the project.
    pub id: QuestionId,
    /// What is asked.
    pub text: String,
}

/// A marked span of one revision of one document, with enough of the text to find it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// Its name in the project.
    pub id: PassageId,
    /// The question it belongs to.
    pub question: QuestionId,
    /// What it is to the question.
    pub role: Role,
    /// The document's name in the project ([`crate::document::Source::name`]).
    pub document: String,
    /// The revision its offsets are valid for.
    pub revision: RevisionId,
    /// Its place in that revision, in code points.
    pub span: CharSpan,
    /// The exact characters.
    pub quote: String,
    /// Up to 32 characters before it.
    pub prefix: String,
    /// Up to 32 characters after it.
    pub suffix: String,
}
