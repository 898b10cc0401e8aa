//! One change inside of a transaction, and reading everything.

use super::database::Database;
use super::edit::Edit;
use super::error::{Fault, ProjectError};
use super::schema::{self, CURRENT_QUESTION};
use super::state::{Applied, Fill, State};
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything that is read from a file.
pub(super) struct Loaded {
    pub state: State,
    pub last_id: i64,
    pub undo: Option<String>,
    pub redo: Option<String>,
    pub view: BTreeMap<String, String>,
}

/// Where a change comes from.
#[expect(clippy::large_enum_variant, reason = "there is one at a time, on its way to the disk")]
pub(super) enum Change {
    New(Edit),
    Undo,
    Redo,
}

/// Where another window has written in between, while this one was not the writer, the edit goes on top of that.
pub(super) fn catch_up(database: &Database, state: &mut Arc<State>, last_id: &mut i64) -> Result<(), Fault> {
    if database.changed()? {
        let mut loaded = load(database.connection())?;
        // The question that the person sees is the one that they mark for.
        let current = state.current_question.filter(|id| loaded.state.question(*id).is_some());
        loaded.state.current_question = current.or(loaded.state.current_question);
        (*state, *last_id) = (Arc::new(loaded.state), loaded.last_id);
    }
    Ok(())
}

/// Does one change to the state and to the tables.
pub(super) fn perform(
    c: &Connection,
    change: Change,
    state: &mut State,
    fill: &mut Fill,
) -> Result<(), Fault> {
    match change {
        Change::New(edit) => {
            let Applied { forward, inverse } = state.apply_filled(edit, fill)?;
            // An edit that is its own inverse leaves everything as it was.
            if forward != inverse {
                schema::write(c, &forward)?;
                schema::log(c, &forward, &inverse)?;
            }
        }
        Change::Undo => {
            let entry = schema::undoable(c)?.ok_or(ProjectError::NothingToUndo)?;
            let Applied { forward, .. } = state.apply_filled(parse(&entry.inverse)?, fill)?;
            schema::write(c, &forward)?;
            schema::mark(c, &entry, true, None)?;
        }
        Change::Redo => {
            let entry = schema::redoable(c)?.ok_or(ProjectError::NothingToRedo)?;
            let Applied { forward, inverse } = state.apply_filled(parse(&entry.forward)?, fill)?;
            schema::write(c, &forward)?;
            schema::mark(c, &entry, false, Some(&inverse))?;
        }
    }
    Ok(())
}

fn parse(json: &str) -> Result<Edit, ProjectError> {
    serde_json::from_str(json).map_err(|e| ProjectError::UnknownEdit { detail: e.to_string() })
}

/// Reads a project.
pub(super) fn load(c: &Connection) -> Result<Loaded, Fault> {
    let state = schema::load(c)?;
    let last_id = schema::meta(c, "last_id")?.and_then(|id| id.parse().ok()).unwrap_or(0);
    let mut view = schema::view(c)?;
    view.remove(CURRENT_QUESTION);
    let (undo, redo) = (schema::undoable(c)?.map(|e| e.kind), schema::redoable(c)?.map(|e| e.kind));
    Ok(Loaded { state, last_id, undo, redo, view })
}
