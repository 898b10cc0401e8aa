//! The tables, and the way of a state and an edit in and out of them.

mod reviews;

use super::edit::Edit;
use super::error::Fault;
use super::state::{Document, DocumentId, State};
use super::{fetched, paths};
use crate::document::SourceKind;
use crate::evidence::{Passage, PassageId, Question, QuestionId, Role};
use crate::text::{CharSpan, Sha256Id};
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::collections::BTreeMap;

/// `PRAGMA application_id` of a project: "Fund" in ASCII.
pub(super) const APPLICATION_ID: i64 = 0x4675_6e64;

/// `PRAGMA user_version`: the newest layout of the tables that this version knows.
pub(super) const VERSION: i64 = 2;

/// The undo log keeps this many edits.
const MOST_EDITS: i64 = 10_000;

/// Offsets are code points, hashes hexadecimal. `documents.path` is as `paths` encodes it.
const TABLES: &str = "
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE documents (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, path TEXT NOT NULL, relative_path TEXT,
    sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, kind TEXT NOT NULL, revision TEXT, extraction TEXT
) STRICT;
CREATE TABLE questions (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
CREATE TABLE passages (
    id INTEGER PRIMARY KEY,
    question INTEGER NOT NULL REFERENCES questions(id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    revision TEXT NOT NULL, start INTEGER NOT NULL, \"end\" INTEGER NOT NULL,
    quote TEXT NOT NULL, prefix TEXT NOT NULL, suffix TEXT NOT NULL
) STRICT;
CREATE INDEX passages_question ON passages(question);
CREATE INDEX passages_document ON passages(document);
CREATE TABLE config (id INTEGER PRIMARY KEY CHECK (id = 1), toml TEXT NOT NULL) STRICT;
CREATE TABLE view (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE edits (
    sequence INTEGER PRIMARY KEY, kind TEXT NOT NULL, forward TEXT NOT NULL, inverse TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
) STRICT;
";

/// Makes the tables of an empty project, in the transaction that is open.
pub(super) fn create(c: &Connection) -> rusqlite::Result<()> {
    c.execute_batch(TABLES)?;
    add_tables(c)?;
    c.pragma_update(None, "application_id", APPLICATION_ID)?;
    c.pragma_update(None, "user_version", VERSION)?;
    put(c, "meta", "created_by", concat!("fundstelle ", env!("CARGO_PKG_VERSION")))?;
    put(c, "meta", "schema_version", &VERSION.to_string())?;
    c.execute("INSERT INTO config (id, toml) VALUES (1, '')", [])?;
    Ok(())
}

/// Adds what later layouts have more than the first; what is there already stays.
fn add_tables(c: &Connection) -> rusqlite::Result<()> {
    c.execute_batch(reviews::TABLES)?;
    fetched::add_table(c)
}

/// Brings the tables of an older project up to date, in the transaction of the first edit that needs the new ones:
/// until then an older version of the program can still read it.
pub(super) fn upgrade(c: &Connection) -> rusqlite::Result<()> {
    let found: i64 = c.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found >= VERSION {
        return Ok(());
    }
    add_tables(c)?;
    c.pragma_update(None, "user_version", VERSION)?;
    put(c, "meta", "schema_version", &VERSION.to_string())
}

/// Refuses a file in whose place of tables something else stands, or whose tables do something by themselves: a view
/// or trigger of a hostile file could run for ever.
pub(super) fn check(c: &Connection) -> Result<(), Fault> {
    for table in ["meta", "documents", "questions", "passages", "config", "view", "edits"] {
        if is_plain_table(c, table)? != Some(true) {
            return Err(Fault::Content(format!("it has no table {table}")));
        }
    }
    // The first layout does not have these.
    for table in reviews::NAMES.into_iter().chain([fetched::NAME]) {
        if is_plain_table(c, table)? == Some(false) {
            return Err(Fault::Content(format!("its {table} is no table")));
        }
    }
    let triggers: i64 =
        c.query_row("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'", [], |row| row.get(0))?;
    if triggers == 0 { Ok(()) } else { Err(Fault::Content("it has triggers".to_owned())) }
}

/// Whether something is a table that holds rows, no view and nothing that a module makes up; `None` where there is
/// nothing of that name.
fn is_plain_table(c: &Connection, name: &str) -> rusqlite::Result<Option<bool>> {
    let sql = "SELECT type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' FROM sqlite_schema WHERE name = ?1";
    c.query_row(sql, [name], |row| row.get(0)).optional()
}

/// Sets a value of `meta` or `view`.
pub(super) fn put(c: &Connection, table: &str, key: &str, value: &str) -> rusqlite::Result<()> {
    let sql = format!(
        "INSERT INTO {table} (key, value) VALUES (?1, ?2)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value"
    );
    c.prepare_cached(&sql)?.execute(params![key, value]).map(drop)
}

/// A value of `meta`.
pub(super) fn meta(c: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    c.query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0)).optional()
}

/// All values of `view`.
pub(super) fn view(c: &Connection) -> rusqlite::Result<BTreeMap<String, String>> {
    let mut rows = c.prepare("SELECT key, value FROM view")?;
    rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// Writes how the window is, and the current question with it.
pub(super) fn write_view(
    c: &Connection,
    view: &BTreeMap<String, String>,
    current: Option<QuestionId>,
) -> rusqlite::Result<()> {
    put(c, "view", CURRENT_QUESTION, &current.map(|id| id.0.to_string()).unwrap_or_default())?;
    view.iter().try_for_each(|(key, value)| put(c, "view", key, value))
}

/// The key of `view` that keeps the current question.
pub(super) const CURRENT_QUESTION: &str = "current_question";

/// Reads everything but the undo log.
pub(super) fn load(c: &Connection) -> Result<State, Fault> {
    let all = "SELECT id, name, path, relative_path, sha256, bytes, kind, revision, extraction FROM documents
               ORDER BY id";
    let documents = collect(c, all, document)?;
    let questions = collect(c, "SELECT id, text FROM questions ORDER BY id", |row| {
        Ok(Question { id: QuestionId(row.get(0)?), text: row.get(1)? })
    })?;
    let all =
        "SELECT p.id, p.question, p.role, d.name, p.revision, p.start, p.\"end\", p.quote, p.prefix, p.suffix
               FROM passages p LEFT JOIN documents d ON d.id = p.document ORDER BY p.id";
    let passages = collect(c, all, passage)?;
    let config_toml = c.query_row("SELECT toml FROM config WHERE id = 1", [], |row| row.get(0))?;
    let current = view(c)?.get(CURRENT_QUESTION).and_then(|id| id.parse().ok()).map(QuestionId);
    let current_question = current.filter(|id| questions.iter().any(|q| q.id == *id));
    let known: std::collections::HashSet<_> = questions.iter().map(|q| q.id).collect();
    if let Some(stray) = passages.iter().find(|p| !known.contains(&p.question)) {
        return Err(Fault::Content(format!("passage {} has no question", stray.id.0)));
    }
    let mut state =
        State { documents, questions, passages, config_toml, current_question, ..State::default() };
    reviews::load(c, &mut state)?;
    Ok(state)
}

fn collect<T>(
    c: &Connection,
    sql: &str,
    mut read: impl FnMut(&Row<'_>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let mut statement = c.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut out = Vec::new();
    while let Some(row) = rows.next()? {
        out.push(read(row)?);
    }
    Ok(out)
}

fn document(row: &Row<'_>) -> Result<Document, Fault> {
    Ok(Document {
        id: DocumentId(row.get(0)?),
        name: row.get(1)?,
        path: paths::decode(&row.get::<_, String>(2)?),
        relative: row.get(3)?,
        sha256: hash(&row.get::<_, String>(4)?)?,
        bytes: row.get::<_, i64>(5)?.unsigned_abs(),
        kind: known(SourceKind::parse, &row.get::<_, String>(6)?)?,
        revision: row.get::<_, Option<String>>(7)?.map(|h| hash(&h)).transpose()?,
        extraction: row.get::<_, Option<String>>(8)?.map(|h| hash(&h)).transpose()?,
    })
}

fn passage(row: &Row<'_>) -> Result<Passage, Fault> {
    let offset = |i| -> Result<usize, Fault> {
        let value: i64 = row.get(i)?;
        usize::try_from(value).map_err(|_| Fault::Content(format!("a passage at offset {value}")))
    };
    let span = CharSpan { start: offset(5)?, end: offset(6)? };
    if span.start > span.end {
        return Err(Fault::Content(format!("a passage at {span}")));
    }
    Ok(Passage {
        id: PassageId(row.get(0)?),
        question: QuestionId(row.get(1)?),
        role: known(Role::parse, &row.get::<_, String>(2)?)?,
        document: row.get(3)?,
        revision: hash(&row.get::<_, String>(4)?)?,
        span,
        quote: row.get(7)?,
        prefix: row.get(8)?,
        suffix: row.get(9)?,
    })
}

fn hash(hex: &str) -> Result<Sha256Id, Fault> {
    known(Sha256Id::parse, hex)
}

fn known<T>(parse: impl Fn(&str) -> Option<T>, word: &str) -> Result<T, Fault> {
    parse(word).ok_or_else(|| Fault::Content(format!("unexpected value \"{word:.80}\"")))
}

const ADD_DOCUMENT: &str =
    "INSERT INTO documents (id, name, path, relative_path, sha256, bytes, kind, revision, extraction)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";

const UPDATE_DOCUMENT: &str =
    "UPDATE documents SET name = ?2, path = ?3, relative_path = ?4, sha256 = ?5, bytes = ?6,
     kind = ?7, revision = ?8, extraction = ?9 WHERE id = ?1";

/// Does to the tables what `edit` (nothing left open) does to the state.
pub(super) fn write(c: &Connection, edit: &Edit) -> Result<(), Fault> {
    let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| c.prepare_cached(sql)?.execute(values);
    match edit {
        Edit::AddDocument(d) => write_document(c, d, ADD_DOCUMENT)?,
        Edit::UpdateDocument(d) => write_document(c, d, UPDATE_DOCUMENT)?,
        Edit::RemoveDocument { id } => drop(run("DELETE FROM documents WHERE id = ?1", &[&id.0])?),
        Edit::AddQuestion { id, text } => {
            run("INSERT INTO questions (id, text) VALUES (?1, ?2)", &[&id.0, text])?;
        }
        Edit::RenameQuestion { id, text } => {
            run("UPDATE questions SET text = ?2 WHERE id = ?1", &[&id.0, text])?;
        }
        Edit::RemoveQuestion { id } => drop(run("DELETE FROM questions WHERE id = ?1", &[&id.0])?),
        // Kept with the view, which is written at the end of each transaction.
        Edit::SelectQuestion { .. } => (),
        Edit::AddPassage(p) => write_passage(c, p)?,
        Edit::RemovePassage { id } => drop(run("DELETE FROM passages WHERE id = ?1", &[&id.0])?),
        Edit::ChangePassageRole { id, role } => {
            run("UPDATE passages SET role = ?2 WHERE id = ?1", &[&id.0, &role.name()])?;
        }
        Edit::MovePassage { id, revision, anchor } => {
            let (start, end) = offsets(anchor.span);
            run(
                "UPDATE passages SET revision = ?2, start = ?3, \"end\" = ?4, quote = ?5, prefix = ?6, suffix = ?7
                 WHERE id = ?1",
                &[&id.0, &revision.to_string(), &start, &end, &anchor.quote, &anchor.prefix, &anchor.suffix],
            )?;
        }
        Edit::SetConfig { toml } => drop(run("UPDATE config SET toml = ?1 WHERE id = 1", &[toml])?),
        Edit::SetReview { .. } | Edit::SetDismissed { .. } | Edit::SetCorrections { .. } => {
            upgrade(c)?;
            reviews::write(c, edit)?;
        }
        Edit::Batch(edits) => edits.iter().try_for_each(|e| write(c, e))?,
    }
    Ok(())
}

fn write_document(c: &Connection, d: &Document, sql: &str) -> rusqlite::Result<()> {
    let bytes = i64::try_from(d.bytes).unwrap_or(i64::MAX);
    let (revision, extraction) = (d.revision.map(|h| h.to_string()), d.extraction.map(|h| h.to_string()));
    let (path, sha256) = (paths::encode(&d.path), d.sha256.to_string());
    c.prepare_cached(sql)?
        .execute(params![
            d.id.0,
            d.name,
            path,
            d.relative,
            sha256,
            bytes,
            d.kind.name(),
            revision,
            extraction
        ])
        .map(drop)
}

fn write_passage(c: &Connection, p: &Passage) -> rusqlite::Result<()> {
    let sql = "INSERT INTO passages
        (id, question, role, document, revision, start, \"end\", quote, prefix, suffix)
        VALUES (?1, ?2, ?3, (SELECT id FROM documents WHERE name = ?4), ?5, ?6, ?7, ?8, ?9, ?10)";
    let (start, end) = offsets(p.span);
    let (role, revision) = (p.role.name(), p.revision.to_string());
    c.prepare_cached(sql)?
        .execute(params![
            p.id.0,
            p.question.0,
            role,
            p.document,
            revision,
            start,
            end,
            p.quote,
            p.prefix,
            p.suffix
        ])
        .map(drop)
}

fn offsets(span: CharSpan) -> (i64, i64) {
    let offset = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    (offset(span.start), offset(span.end))
}

/// An entry of the undo log.
pub(super) struct Entry {
    pub sequence: i64,
    pub kind: String,
    pub forward: String,
    pub inverse: String,
}

/// Puts an edit on the log; what was undone before it can no longer be redone.
pub(super) fn log(c: &Connection, forward: &Edit, inverse: &Edit) -> Result<(), Fault> {
    c.prepare_cached("DELETE FROM edits WHERE undone = 1")?.execute([])?;
    c.prepare_cached("INSERT INTO edits (kind, forward, inverse) VALUES (?1, ?2, ?3)")?.execute(params![
        forward.kind(),
        json(forward)?,
        json(inverse)?
    ])?;
    let oldest = c.last_insert_rowid().saturating_sub(MOST_EDITS);
    c.prepare_cached("DELETE FROM edits WHERE sequence <= ?1")?.execute([oldest])?;
    Ok(())
}

/// Marks an entry as undone or done again; a redone edit may have another inverse than before.
pub(super) fn mark(c: &Connection, entry: &Entry, undone: bool, inverse: Option<&Edit>) -> Result<(), Fault> {
    let inverse = inverse.map_or_else(|| Ok(entry.inverse.clone()), json)?;
    c.prepare_cached("UPDATE edits SET undone = ?2, inverse = ?3 WHERE sequence = ?1")?.execute(params![
        entry.sequence,
        undone,
        inverse
    ])?;
    Ok(())
}

/// The edit that undo would take back.
pub(super) fn undoable(c: &Connection) -> rusqlite::Result<Option<Entry>> {
    entry(c, "undone = 0 ORDER BY sequence DESC")
}

/// The edit that redo would bring back.
pub(super) fn redoable(c: &Connection) -> rusqlite::Result<Option<Entry>> {
    entry(c, "undone = 1 ORDER BY sequence")
}

fn entry(c: &Connection, which: &str) -> rusqlite::Result<Option<Entry>> {
    let sql = format!("SELECT sequence, kind, forward, inverse FROM edits WHERE {which} LIMIT 1");
    let read = |row: &Row<'_>| {
        Ok(Entry { sequence: row.get(0)?, kind: row.get(1)?, forward: row.get(2)?, inverse: row.get(3)? })
    };
    c.prepare_cached(&sql)?.query_row([], read).optional()
}

fn json(edit: &Edit) -> Result<String, Fault> {
    serde_json::to_string(edit).map_err(|e| Fault::Content(e.to_string()))
}
