//! Our own exchange format: one JSON object a line and passage.

use super::anchor::Anchor;
use super::types::{Passage, Question, QuestionId, Role};
use crate::text::{CharSpan, RevisionId, Sha256Id};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::{self, BufRead};

/// A passage as it lies in a file, complete without the project it came from. Offsets are code points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The question's words.
    pub question: String,
    /// Tells apart questions of the same words in one file; means nothing outside of it.
    #[serde(default = "unset", skip_serializing_if = "is_unset")]
    pub question_id: QuestionId,
    /// What the passage is to the question.
    pub role: Role,
    /// The document's name.
    pub document: String,
    /// Hash of the document's bytes, where it is known.
    #[serde(default)]
    pub document_sha256: Option<Sha256Id>,
    /// The revision that the offsets are valid for.
    pub revision: RevisionId,
    /// The first code point.
    pub start: usize,
    /// The code point after the last.
    pub end: usize,
    /// The exact characters.
    pub quote: String,
    /// The characters before it.
    #[serde(default)]
    pub prefix: String,
    /// The characters after it.
    #[serde(default)]
    pub suffix: String,
}

fn unset() -> QuestionId {
    QuestionId::UNSET
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
fn is_unset(id: &QuestionId) -> bool {
    *id == QuestionId::UNSET
}

impl Record {
    /// Its place and surroundings.
    #[must_use]
    pub fn anchor(&self) -> Anchor {
        Anchor {
            span: CharSpan { start: self.start, end: self.end },
            quote: self.quote.clone(),
            prefix: self.prefix.clone(),
            suffix: self.suffix.clone(),
        }
    }
}

/// Why a line was not read.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {what}; correct the line or leave it out, the other lines were read")]
pub struct RecordProblem {
    /// The line's number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// The records of passages, in the order of the questions, then of the passages. `sha256` knows the hash of a
/// document's bytes by its name.
pub fn records(
    questions: &[Question],
    passages: &[Passage],
    sha256: impl Fn(&str) -> Option<Sha256Id>,
) -> Vec<Record> {
    let mut by_question: HashMap<QuestionId, Vec<&Passage>> = HashMap::new();
    for passage in passages {
        by_question.entry(passage.question).or_default().push(passage);
    }
    let mut out = Vec::with_capacity(passages.len());
    for question in questions {
        let marks = by_question.remove(&question.id).unwrap_or_default();
        out.extend(marks.into_iter().map(|p| Record {
            question: question.text.clone(),
            question_id: question.id,
            role: p.role,
            document: p.document.clone(),
            document_sha256: sha256(&p.document),
            revision: p.revision,
            start: p.span.start,
            end: p.span.end,
            quote: p.quote.clone(),
            prefix: p.prefix.clone(),
            suffix: p.suffix.clone(),
        }));
    }
    out
}

/// Writes one record a line.
///
/// # Errors
/// What the writer says.
pub fn write_jsonl(mut out: impl io::Write, records: &[Record]) -> io::Result<()> {
    for record in records {
        serde_json::to_writer(&mut out, record)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Reads what [`write_jsonl`] wrote. A line that cannot be read is named and the rest is read; blank lines, a byte
/// order mark, CRLF and keys that are not known are no fault.
///
/// # Errors
/// What the reader says.
pub fn read_jsonl(input: impl BufRead) -> io::Result<(Vec<Record>, Vec<RecordProblem>)> {
    let (mut records, mut problems) = (Vec::new(), Vec::new());
    for (i, line) in input.split(b'\n').enumerate() {
        let line = line?;
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line).trim_ascii();
        if line.is_empty() {
            continue;
        }
        match serde_json::from_slice(line).map_err(|e| e.to_string()).and_then(checked) {
            Ok(record) => records.push(record),
            Err(what) => problems.push(RecordProblem { line: i + 1, what }),
        }
    }
    Ok((records, problems))
}

fn checked(record: Record) -> Result<Record, String> {
    let length = record.quote.chars().count();
    if record.start.checked_add(length) == Some(record.end) && length > 0 {
        return Ok(record);
    }
    let (start, end) = (record.start, record.end);
    Err(format!("[{start}, {end}) is not as long as its quote of {length} code points"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn record(words: &str, quote: &str, start: usize) -> Record {
        Record {
            question: words.to_owned(),
            question_id: QuestionId(3),
            role: Role::Exception,
            document: format!("{words}.md"),
            document_sha256: None,
            revision: Sha256Id::of(words.as_bytes()),
            start,
            end: start + quote.chars().count(),
            quote: quote.to_owned(),
            prefix: words.to_owned(),
            suffix: String::new(),
        }
    }

    proptest! {
        #[test]
        fn whatever_was_marked_is_read_back(
            words in "(\\PC|[äß漢\u{301}\u{2028}\r\n\0\"]){0,20}", quote in "(\\PC|[\r\n💩]){1,20}", start in 0usize..1 << 40,
        ) {
            let records = [record(&words, &quote, start), record(&quote, &words, start)];
            let records = if words.is_empty() { &records[..1] } else { &records };
            let mut out = Vec::new();
            write_jsonl(&mut out, records).unwrap();
            let (read, problems) = read_jsonl(out.as_slice()).unwrap();
            prop_assert_eq!((read.as_slice(), problems.len()), (records, 0));
        }
    }

    #[test]
    fn a_line_whose_offsets_do_not_fit_its_quote_is_named() {
        let mut wrong = record("Wann?", "5 bar", 7);
        wrong.end = 11;
        let mut out = Vec::new();
        write_jsonl(&mut out, &[record("Wann?", "5 bar", 7), wrong]).unwrap();
        let (read, problems) = read_jsonl(out.as_slice()).unwrap();
        assert_eq!(read.len(), 1);
        let said = problems[0].to_string();
        assert!(said.starts_with("line 2: [7, 11) is not as long as its quote of 5 code points"), "{said}");
    }
}
