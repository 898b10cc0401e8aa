//! Fetched pages in the project's file: read again from here, never from the net.

use super::error::Fault;
use crate::extract::fetch::{Address, Fetched};
use crate::text::Sha256Id;
use rusqlite::{Connection, OptionalExtension, params};

/// Of each address every version that was fetched, so that undo and old marks find theirs.
const TABLE: &str = "
CREATE TABLE IF NOT EXISTS fetched (
    address TEXT NOT NULL, sha256 TEXT NOT NULL, location TEXT NOT NULL, fetched_at INTEGER NOT NULL,
    content_type TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (address, sha256)
) STRICT;
";

/// The table's name.
pub(super) const NAME: &str = "fetched";

/// Adds the table, which the first layout did not have, in the transaction that is open.
pub(super) fn add_table(c: &Connection) -> rusqlite::Result<()> {
    c.execute_batch(TABLE)
}

/// Keeps a page; the same bytes once, with the date at which they were last seen.
pub(super) fn put(c: &Connection, fetched: &Fetched) -> rusqlite::Result<()> {
    let sql = "INSERT INTO fetched (address, sha256, location, fetched_at, content_type, bytes)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (address, sha256) DO UPDATE
        SET location = excluded.location, fetched_at = excluded.fetched_at, content_type = excluded.content_type";
    add_table(c)?;
    let at = i64::try_from(fetched.at).unwrap_or(i64::MAX);
    let (address, sha256) = (fetched.address.as_str(), fetched.sha256().to_string());
    let values = params![address, sha256, fetched.location, at, fetched.content_type, &fetched.bytes[..]];
    c.prepare_cached(sql)?.execute(values).map(drop)
}

/// The page of an address with these bytes; `None` where it was not kept.
pub(super) fn get(c: &Connection, address: &Address, sha256: Sha256Id) -> Result<Option<Fetched>, Fault> {
    // A project of the first layout has no such table.
    let there: Option<i64> = c
        .query_row("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1", [NAME], |row| row.get(0))
        .optional()?;
    if there.is_none() {
        return Ok(None);
    }
    let sql =
        "SELECT location, fetched_at, content_type, bytes FROM fetched WHERE address = ?1 AND sha256 = ?2";
    let found = c
        .query_row(sql, params![address.as_str(), sha256.to_string()], |row| {
            Ok(Fetched {
                address: address.clone(),
                location: row.get(0)?,
                at: row.get::<_, i64>(1)?.unsigned_abs(),
                content_type: row.get(2)?,
                bytes: row.get::<_, Vec<u8>>(3)?.into(),
            })
        })
        .optional()?;
    match found {
        Some(page) if page.sha256() != sha256 => {
            Err(Fault::Content(format!("the bytes kept of {address} are not those that were fetched")))
        }
        found => Ok(found),
    }
}
