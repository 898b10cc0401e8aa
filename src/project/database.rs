//! The connection to a project's file, and who may write through it.

use super::error::{Fault, ProjectError};
use super::schema;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long reading waits for another window's commit, and a commit for another window that is just reading.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long taking the writer's lock waits: another window may be looking whether it is free.
const GLANCE: Duration = Duration::from_millis(200);

/// Who may write to the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// This window; no other can.
    ReadWrite,
    /// Another window; this one can as soon as that one is closed.
    Locked,
    /// Nobody: the file's permissions do not allow it.
    ReadOnly,
}

/// An open project file.
///
/// Between commits a transaction that has written nothing stays open: it holds SQLite's reserved lock, which keeps
/// other writers out and lets readers in. Each change runs in a transaction of its own that takes the lock anew, so
/// that nothing depends on the idle one having lasted.
pub(super) struct Database {
    connection: Connection,
    path: PathBuf,
    access: Access,
    /// `PRAGMA data_version` when the state was last read.
    version: i64,
    /// Whether another program has left a write-ahead log switched on.
    write_ahead: bool,
}

impl Database {
    /// Opens a project without writing to it, except to finish what a killed process left half done.
    pub fn open(path: &Path) -> Result<Self, ProjectError> {
        check_header(path)?;
        let open = || -> Result<Connection, Fault> {
            let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            check_whole(&connection, path)?;
            schema::check(&connection)?;
            Ok(connection)
        };
        let connection = open().map_err(|e| e.at(path))?;
        let mode = connection.pragma_query_value(None, "journal_mode", |row| row.get::<_, String>(0));
        let write_ahead = mode.is_ok_and(|mode| mode == "wal");
        let path = path.to_owned();
        let mut database = Self { connection, path, access: Access::Locked, version: 0, write_ahead };
        database.hold();
        database.note_version()?;
        Ok(database)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn access(&self) -> Access {
        self.access
    }

    /// Reads in one transaction.
    pub fn read<T>(&mut self, f: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, ProjectError> {
        let own = self.connection.is_autocommit();
        let run = || {
            if own {
                self.connection.execute_batch("BEGIN")?;
            }
            let out = f(&self.connection);
            if own {
                self.connection.execute_batch("ROLLBACK")?;
            }
            out
        };
        run().map_err(|e| e.at(&self.path))
    }

    /// Whether another connection has changed the file since [`Database::note_version`].
    pub fn changed(&self) -> Result<bool, Fault> {
        Ok(data_version(&self.connection)? != self.version)
    }

    /// The same outside of a transaction; takes the writer's lock as well where it has come free.
    pub fn look_again(&mut self) -> Result<bool, ProjectError> {
        self.hold();
        self.changed().map_err(|e| e.at(&self.path))
    }

    /// Remembers that the state was read as it is now.
    pub fn note_version(&mut self) -> Result<(), ProjectError> {
        self.version = data_version(&self.connection).map_err(|e| Fault::from(e).at(&self.path))?;
        Ok(())
    }

    /// Starts a transaction that may write; ended by [`Database::finish`].
    pub fn begin(&mut self) -> Result<(), ProjectError> {
        self.release();
        if std::mem::take(&mut self.write_ahead) {
            // Where that fails, the log stays: durable as well, but three files.
            let _ = self.connection.pragma_update(None, "journal_mode", "DELETE");
        }
        let begun = self.take_lock();
        begun.map_err(|e| {
            self.access = access_after(&e);
            Fault::from(e).at(&self.path)
        })?;
        self.access = Access::ReadWrite;
        Ok(())
    }

    /// The connection, inside of a transaction.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Commits if `result` is good, else (or if the commit fails) takes everything back. Durable when this returns.
    pub fn finish<T>(&mut self, result: Result<T, Fault>) -> Result<T, ProjectError> {
        let result = result.and_then(|value| {
            self.connection.execute_batch("COMMIT")?;
            Ok(value)
        });
        self.release();
        self.hold();
        result.map_err(|e| match e {
            // The file is open already: what cannot be opened is the journal beside it.
            Fault::Sql(e) if e.sqlite_error_code() == Some(ErrorCode::CannotOpen) => {
                ProjectError::ReadOnly { path: self.path.clone() }
            }
            e => e.at(&self.path),
        })
    }

    /// Writes a whole copy of the project to `target`, which must not exist; not synced.
    pub fn copy_to(&mut self, target: &Path) -> Result<(), ProjectError> {
        self.release();
        // A blob, because names of files need not be Unicode.
        let name = target.as_os_str().as_encoded_bytes();
        let copied = self.connection.execute("VACUUM INTO CAST(?1 AS TEXT)", [name]);
        self.hold();
        copied.map(drop).map_err(|e| Fault::from(e).at(target))
    }

    /// Takes the writer's lock if it is free.
    fn hold(&mut self) {
        if self.connection.is_autocommit() {
            let begun = match self.connection.is_readonly("main") {
                Ok(true) => Err(Access::ReadOnly),
                _ => self.take_lock().map_err(|e| access_after(&e)),
            };
            self.access = begun.err().unwrap_or(Access::ReadWrite);
        }
    }

    fn take_lock(&self) -> rusqlite::Result<()> {
        self.connection.busy_timeout(GLANCE)?;
        let begun = self.connection.execute_batch("BEGIN IMMEDIATE");
        self.connection.busy_timeout(PATIENCE)?;
        begun
    }

    fn release(&mut self) {
        if !self.connection.is_autocommit() {
            // Nothing is lost: what was to be kept has been committed. A failure shows at the next BEGIN.
            let _ = self.connection.execute_batch("ROLLBACK");
        }
    }

    #[cfg(test)]
    pub fn limit_pages(&self, pages: i64) {
        self.connection.pragma_update(None, "max_page_count", pages).unwrap();
    }
}

fn access_after(error: &rusqlite::Error) -> Access {
    let read_only = error.sqlite_error_code() == Some(ErrorCode::ReadOnly);
    if read_only { Access::ReadOnly } else { Access::Locked }
}

fn data_version(c: &Connection) -> rusqlite::Result<i64> {
    c.pragma_query_value(None, "data_version", |row| row.get(0))
}

/// A connection with the settings that durability asks for; none of them is kept in the file.
pub(super) fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "synchronous", "EXTRA")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

/// Whether another process (or window) writes to this project.
pub(super) fn is_owned(path: &Path) -> bool {
    let Ok(connection) = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE) else { return false };
    let _ = connection.busy_timeout(Duration::ZERO);
    let begun = connection.execute_batch("BEGIN IMMEDIATE");
    begun.is_err_and(|e| {
        access_after(&e) == Access::Locked && e.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
    })
}

/// Looks at the file without writing: a project, of a version that we know?
pub(super) fn check_header(path: &Path) -> Result<(), ProjectError> {
    let owned = || path.to_owned();
    let metadata = std::fs::metadata(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => ProjectError::NotFound { path: owned() },
        _ => ProjectError::Unreadable { path: owned(), detail: e.to_string() },
    })?;
    if !metadata.is_file() {
        return Err(ProjectError::NotAProject { path: owned(), detail: "it is no file".to_owned() });
    }
    if metadata.len() == 0 {
        return Err(ProjectError::Corrupt { path: owned(), detail: "it is empty".to_owned() });
    }
    let (application, version) = header(path).map_err(|e| Fault::from(e).at(path))?;
    if application != schema::APPLICATION_ID {
        let detail = "it is a database of another program".to_owned();
        return Err(ProjectError::NotAProject { path: owned(), detail });
    }
    match version {
        1..=schema::VERSION => Ok(()),
        ..1 => Err(ProjectError::Corrupt { path: owned(), detail: format!("schema {version}") }),
        _ => Err(ProjectError::Newer { path: owned(), found: version, supported: schema::VERSION }),
    }
}

/// Application id and user version, read without taking back an interrupted commit: whose file it is must be known
/// before anything is written to it.
fn header(path: &Path) -> rusqlite::Result<(i64, i64)> {
    let read = |c: &Connection| {
        let number = |name| c.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        Ok((number("application_id")?, number("user_version")?))
    };
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let plain = Connection::open_with_flags(path, flags)?;
    plain.busy_timeout(PATIENCE)?;
    read(&plain).or_else(|_| {
        let uri = immutable_uri(path);
        read(&Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)?)
    })
}

fn immutable_uri(path: &Path) -> String {
    let mut uri = String::from("file:");
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b':' => {
                uri.push(*byte as char);
            }
            b'\\' if cfg!(windows) => uri.push('/'),
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri + "?immutable=1"
}

/// Reads every page once, so that a file that was cut off is refused before anything is shown of it.
fn check_whole(c: &Connection, path: &Path) -> Result<(), Fault> {
    // In one transaction: nobody else changes the file meanwhile.
    c.execute_batch("BEGIN")?;
    let verdict: String = c.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    let number = |name| c.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let expected = number("page_count")?.saturating_mul(number("page_size")?).unsigned_abs();
    // SQLite takes the missing end of a last page for zeros.
    let size = std::fs::metadata(path).map_or(0, |m| m.len());
    c.execute_batch("ROLLBACK")?;
    if verdict != "ok" {
        return Err(Fault::Content(verdict));
    }
    if size < expected {
        return Err(Fault::Content(format!("it has {size} of {expected} bytes")));
    }
    Ok(())
}
