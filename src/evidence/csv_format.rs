//! The table that the public package `chunking_evaluation` reads.

use super::types::{Passage, Question, Role};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::io;

/// Writes `question,references,corpus_id`: one row a question and document, in the order of the questions and of
/// the documents' first marks, lines ended by CRLF as Python's `csv` does.
///
/// `references` is a JSON list in the style of Python's `json.dumps`; offsets are code points. The table knows no
/// roles: those of `roles` are references alike, in the order of `passages`, and two marks on the same span are one
/// reference. `corpus_id` is the document's name. A question without a mark has no row.
///
/// # Errors
/// What the writer says.
pub fn write_csv(
    out: impl io::Write,
    questions: &[Question],
    passages: &[Passage],
    roles: &[Role],
) -> io::Result<()> {
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
    table.write_record(["question", "references", "corpus_id"])?;
    for question in questions {
        let of_question = |p: &&Passage| p.question == question.id && roles.contains(&p.role);
        let marks: Vec<&Passage> = passages.iter().filter(of_question).collect();
        let mut documents: Vec<&str> = Vec::new();
        for mark in &marks {
            if !documents.contains(&mark.document.as_str()) {
                documents.push(&mark.document);
            }
        }
        for document in documents {
            let of_document = marks.iter().copied().filter(|p| p.document == document);
            table.write_record([question.text.as_str(), &references(of_document), document])?;
        }
    }
    table.flush()
}

fn references<'a>(marks: impl Iterator<Item = &'a Passage>) -> String {
    let mut seen = HashSet::new();
    let mut out = String::from("[");
    for (i, mark) in marks.filter(|p| seen.insert(p.span)).enumerate() {
        out.push_str(if i == 0 { "{\"content\": " } else { ", {\"content\": " });
        push_ascii_json(&mut out, &mark.quote);
        // Writing to a string cannot fail.
        let _ = write!(out, ", \"start_index\": {}, \"end_index\": {}}}", mark.span.start, mark.span.end);
    }
    out.push(']');
    out
}

/// A JSON string with all but printable ASCII escaped, as `json.dumps` does by default.
fn push_ascii_json(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            ' '..='~' => out.push(c),
            _ => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| {
                let _ = write!(out, "\\u{unit:04x}");
            }),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_as_python_does() {
        let mut out = String::new();
        push_ascii_json(&mut out, "„ä“ \"\\\n\t\u{7f}\u{1}💩");
        // json.dumps('„ä“ "\\\n\t\x7f\x01💩')
        assert_eq!(out, "\"\\u201e\\u00e4\\u201c \\\"\\\\\\n\\t\\u007f\\u0001\\ud83d\\udca9\"");
    }
}
