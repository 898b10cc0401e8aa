//! Names of kinds, problems and reasons as people say them.

use super::i18n::{number, tr, tr_with};
use super::overlay::{Cut, ReviewPiece};
use super::widgets::page_view::order::Unusual;
use crate::app::{Issue, Removal, Verdict};
use crate::document::{BlockKind, ProblemCode, ReadingOrder};
use crate::text::EditKind;
use fluent_bundle::FluentValue;

/// Every kind that a piece can be given, in the order of the menu.
pub const KINDS: [BlockKind; 11] = [
    BlockKind::Heading,
    BlockKind::Paragraph,
    BlockKind::ListItem,
    BlockKind::Table,
    BlockKind::Caption,
    BlockKind::Footnote,
    BlockKind::Code,
    BlockKind::Formula,
    BlockKind::Figure,
    BlockKind::Quote,
    BlockKind::Furniture,
];

/// The name of a kind.
#[must_use]
pub fn kind(kind: BlockKind) -> String {
    tr(match kind {
        BlockKind::Heading => "kind-heading",
        BlockKind::Paragraph => "kind-paragraph",
        BlockKind::ListItem => "kind-list-item",
        BlockKind::Table => "kind-table",
        BlockKind::Caption => "kind-caption",
        BlockKind::Footnote => "kind-footnote",
        BlockKind::Furniture => "kind-furniture",
        BlockKind::Code => "kind-code",
        BlockKind::Formula => "kind-formula",
        BlockKind::Figure => "kind-figure",
        BlockKind::Quote => "kind-quote",
    })
}

/// The name of a way to find the reading order.
#[must_use]
pub fn order(order: ReadingOrder) -> String {
    tr(match order {
        ReadingOrder::Auto => "order-auto",
        ReadingOrder::Layout => "order-layout",
        ReadingOrder::Stream => "order-stream",
        ReadingOrder::Tagged => "order-tagged",
    })
}

/// What it does, in a sentence.
#[must_use]
pub fn order_hint(order: ReadingOrder) -> String {
    tr(match order {
        ReadingOrder::Auto => "order-auto-hint",
        ReadingOrder::Layout => "order-layout-hint",
        ReadingOrder::Stream => "order-stream-hint",
        ReadingOrder::Tagged => "order-tagged-hint",
    })
}

/// Why a piece is not part of the text.
#[must_use]
pub fn removal(why: Removal) -> String {
    tr(match why {
        Removal::Furniture => "removed-furniture",
        Removal::Hidden => "removed-hidden",
        Removal::Duplicate => "removed-duplicate",
        Removal::Cleaned => "removed-cleaned",
    })
}

/// Why something was taken out or replaced.
#[must_use]
pub fn edit(kind: EditKind) -> String {
    tr(match kind {
        EditKind::Furniture => "edit-furniture",
        EditKind::Hidden => "edit-hidden",
        EditKind::Duplicate => "edit-duplicate",
        EditKind::Hyphen => "edit-hyphen",
        EditKind::LineJoin => "edit-line-join",
        EditKind::ControlCharacters => "edit-control",
        EditKind::BlankRun => "edit-blank",
        EditKind::PageNumber => "edit-page-number",
        EditKind::LongUrl => "edit-url",
        EditKind::RepeatedLine => "edit-repeated",
        EditKind::Manual => "edit-manual",
    })
}

/// What was taken out at a place, and why.
#[must_use]
pub fn cut(cut: &Cut) -> String {
    let was = beginning(&cut.was, 80);
    let values = [
        ("why", FluentValue::from(edit(cut.kind))),
        ("was", FluentValue::from(was)),
        ("is", FluentValue::from(cut.is.clone())),
    ];
    tr_with(if cut.is.trim().is_empty() { "cut-out" } else { "cut-replaced" }, &values)
}

/// Why an arrow stands out.
#[must_use]
pub fn unusual(why: Unusual) -> String {
    tr(match why {
        Unusual::Backward => "arrow-backward",
        Unusual::Jump => "arrow-jump",
        Unusual::Crossing => "arrow-crossing",
    })
}

/// A problem in two or three words.
#[must_use]
pub fn problem(code: ProblemCode) -> String {
    tr(match code {
        ProblemCode::NoText => "problem-no-text",
        ProblemCode::OcrLayer => "problem-ocr-layer",
        ProblemCode::Unmapped => "problem-unmapped",
        ProblemCode::Hidden => "problem-hidden",
        ProblemCode::OutsidePage => "problem-outside-page",
        ProblemCode::Duplicate => "problem-duplicate",
        ProblemCode::PageSkipped => "problem-page-skipped",
        ProblemCode::Repaired => "problem-repaired",
        ProblemCode::EncodingGuessed => "problem-encoding-guessed",
        ProblemCode::InvalidBytes => "problem-invalid-bytes",
        ProblemCode::Unclosed => "problem-unclosed",
        ProblemCode::Removed => "problem-removed",
        ProblemCode::OrderDiffers => "problem-order-differs",
        ProblemCode::ColumnsMixed => "problem-columns-mixed",
        ProblemCode::FurnitureInFlow => "problem-furniture-in-flow",
        ProblemCode::UniqueFurniture => "problem-unique-furniture",
        ProblemCode::TableCells => "problem-table-cells",
        ProblemCode::WordSpacing => "problem-word-spacing",
        ProblemCode::Hyphen => "problem-hyphen",
        ProblemCode::LostText => "problem-lost-text",
        ProblemCode::OcrFault => "problem-ocr-fault",
        ProblemCode::Correction => "problem-correction",
        ProblemCode::Other => "problem-other",
    })
}

/// The name of a verdict.
#[must_use]
pub fn verdict(verdict: Verdict) -> String {
    tr(match verdict {
        Verdict::Right => "verdict-right",
        Verdict::Wrong => "verdict-wrong",
        Verdict::Unsure => "verdict-unsure",
    })
}

/// A verdict as a word in a list.
#[must_use]
pub fn verdict_word(verdict: Verdict) -> String {
    tr(match verdict {
        Verdict::Right => "verdict-right-word",
        Verdict::Wrong => "verdict-wrong-word",
        Verdict::Unsure => "verdict-unsure-word",
    })
}

/// A fault of a page.
#[must_use]
pub fn issue(issue: Issue) -> String {
    tr(match issue {
        Issue::ColumnOrder => "issue-column-order",
        Issue::Furniture => "issue-furniture",
        Issue::Heading => "issue-heading",
        Issue::Paragraph => "issue-paragraph",
        Issue::Footnote => "issue-footnote",
        Issue::Table => "issue-table",
        Issue::MissingText => "issue-missing-text",
        Issue::DuplicatedText => "issue-duplicated-text",
        Issue::Hyphenation => "issue-hyphenation",
        Issue::Ocr => "issue-ocr",
        Issue::Rotated => "issue-rotated",
    })
}

/// `Paragraph 4`, or `Running header or footer` for what was taken out.
#[must_use]
pub fn piece_title(piece: &ReviewPiece) -> String {
    let mut name = kind(piece.piece.kind);
    if let Some(level) = piece.piece.level.filter(|_| piece.piece.kind == BlockKind::Heading) {
        name = tr_with("piece-level", &[("kind", FluentValue::from(name)), ("level", level.into())]);
    }
    match piece.piece.number {
        Some(n) => {
            let values = [("kind", FluentValue::from(name)), ("n", FluentValue::from(number(n as usize)))];
            tr_with("piece-title", &values)
        }
        None => name,
    }
}

/// What a piece says when the pointer is over it.
#[must_use]
pub fn piece_tip(piece: &ReviewPiece, why: Option<Unusual>) -> String {
    let mut lines = vec![piece_title(piece)];
    lines.extend(piece.removed.map(removal));
    lines.extend(why.map(unusual));
    lines.join("\n")
}

/// The first words of a text on one line.
#[must_use]
pub fn beginning(text: &str, most: usize) -> String {
    let near = &text[..text.floor_char_boundary(text.len().min(most * 8))];
    let line = near.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most && near.len() == text.len() {
        return line;
    }
    line.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}
