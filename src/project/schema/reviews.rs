//! The tables of verdicts, dismissals and corrections; since version 2.

use super::collect;
use crate::project::edit::Edit;
use crate::project::error::Fault;
use crate::project::state::State;
use rusqlite::Connection;

/// The tables' names.
pub(super) const NAMES: [&str; 3] = ["reviews", "dismissals", "corrections"];

/// Parts, reviews, problems and corrections are JSON.
pub(super) const TABLES: &str = "
CREATE TABLE IF NOT EXISTS reviews (
    document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    part TEXT NOT NULL, review TEXT NOT NULL, PRIMARY KEY (document, part)
) STRICT;
CREATE TABLE IF NOT EXISTS dismissals (
    document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    problem TEXT NOT NULL, PRIMARY KEY (document, problem)
) STRICT;
CREATE TABLE IF NOT EXISTS corrections (
    document INTEGER PRIMARY KEY REFERENCES documents(id) ON DELETE CASCADE, corrections TEXT NOT NULL
) STRICT;
";

/// What was said of documents and put right in them; nothing in files of version 1.
pub(super) fn load(c: &Connection, state: &mut State) -> Result<(), Fault> {
    let sql = "SELECT count(*) FROM sqlite_schema WHERE name IN ('reviews', 'dismissals', 'corrections')";
    let tables: i64 = c.query_row(sql, [], |row| row.get(0))?;
    if tables < 3 {
        return Ok(());
    }
    let all = "SELECT d.name, r.part, r.review FROM reviews r JOIN documents d ON d.id = r.document";
    let reviews = collect(c, all, |row| {
        Ok(((row.get(0)?, from_json(&row.get::<_, String>(1)?)?), from_json(&row.get::<_, String>(2)?)?))
    })?;
    let all = "SELECT d.name, p.problem FROM dismissals p JOIN documents d ON d.id = p.document";
    let dismissed = collect(c, all, |row| Ok((row.get(0)?, from_json(&row.get::<_, String>(1)?)?)))?;
    let all = "SELECT d.name, c.corrections FROM corrections c JOIN documents d ON d.id = c.document";
    let corrections = collect(c, all, |row| Ok((row.get(0)?, from_json(&row.get::<_, String>(1)?)?)))?;
    state.reviews = reviews.into_iter().collect();
    state.dismissed = dismissed.into_iter().collect();
    state.corrections = corrections.into_iter().collect();
    Ok(())
}

fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|e| Fault::Content(format!("unexpected value \"{text:.80}\" ({e})")))
}

fn to_json(value: &impl serde::Serialize) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(|e| Fault::Content(e.to_string()))
}

/// Does to the tables what an edit of verdicts, dismissals or corrections does to the state.
pub(super) fn write(c: &Connection, edit: &Edit) -> Result<(), Fault> {
    const DOCUMENT: &str = "(SELECT id FROM documents WHERE name = ?1)";
    let run = |sql: String, values: &[&dyn rusqlite::ToSql]| c.prepare_cached(&sql)?.execute(values);
    match edit {
        Edit::SetReview { document, part, review: Some(review) } => {
            let sql = format!(
                "INSERT OR REPLACE INTO reviews (document, part, review) VALUES ({DOCUMENT}, ?2, ?3)"
            );
            run(sql, &[document, &to_json(part)?, &to_json(review)?])?;
        }
        Edit::SetReview { document, part, review: None } => {
            let sql = format!("DELETE FROM reviews WHERE document = {DOCUMENT} AND part = ?2");
            run(sql, &[document, &to_json(part)?])?;
        }
        Edit::SetDismissed { document, problem, dismissed: true } => {
            let sql =
                format!("INSERT OR REPLACE INTO dismissals (document, problem) VALUES ({DOCUMENT}, ?2)");
            run(sql, &[document, &to_json(problem)?])?;
        }
        Edit::SetDismissed { document, problem, dismissed: false } => {
            let sql = format!("DELETE FROM dismissals WHERE document = {DOCUMENT} AND problem = ?2");
            run(sql, &[document, &to_json(problem)?])?;
        }
        Edit::SetCorrections { document, corrections } if corrections.is_empty() => {
            run(format!("DELETE FROM corrections WHERE document = {DOCUMENT}"), &[document])?;
        }
        Edit::SetCorrections { document, corrections } => {
            let sql =
                format!("INSERT OR REPLACE INTO corrections (document, corrections) VALUES ({DOCUMENT}, ?2)");
            run(sql, &[document, &to_json(corrections)?])?;
        }
        _ => {}
    }
    Ok(())
}
