//! An open project: its state, its file, undo and redo.

pub use super::database::Access;
use super::database::{Database, is_owned};
use super::edit::Edit;
use super::error::{Fault, ProjectError};
use super::schema::{self, CURRENT_QUESTION};
use super::state::{Applied, Fill, State};
use super::{EXTENSION, files};
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a window shows of a project. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// What the project holds.
    pub state: Arc<State>,
    /// The [kind](Edit::kind) of the edit that undo would take back.
    pub undo: Option<String>,
    /// The [kind](Edit::kind) of the edit that redo would bring back.
    pub redo: Option<String>,
    /// The project's file; `None` for an untitled one.
    pub path: Option<PathBuf>,
    /// Where it lies on the disk, untitled or not; `None` before an untitled one's first edit.
    pub file: Option<PathBuf>,
    /// Who may write.
    pub access: Access,
    /// How the window was, by the names that it gave.
    pub view: Arc<BTreeMap<String, String>>,
}

/// A project, open. Dropping it writes the view (if anything was edited) and gives the file free.
pub struct Project {
    /// `None` for an untitled project without an edit: it leaves no trace.
    database: Option<Database>,
    /// Where an untitled project is to be kept.
    untitled: Option<PathBuf>,
    state: Arc<State>,
    /// The highest id that was ever given.
    last_id: i64,
    undo: Option<String>,
    redo: Option<String>,
    view: Arc<BTreeMap<String, String>>,
    /// Whether view or current question differ from the file.
    view_changed: bool,
    /// Whether this session has changed the file.
    edited: bool,
}

/// Everything that is read from a file.
struct Loaded {
    state: State,
    last_id: i64,
    undo: Option<String>,
    redo: Option<String>,
    view: BTreeMap<String, String>,
}

/// Where a change comes from.
enum Change {
    New(Edit),
    Undo,
    Redo,
}

impl Project {
    /// Opens the project at `path` and writes nothing to it (a commit that a killed process left half done is taken
    /// back). Where another window edits it, it is opened to be read.
    ///
    /// # Errors
    /// Where there is none, or it is damaged, newer than this program, or not to be read. The file stays as it is.
    pub fn open(path: &Path) -> Result<Self, ProjectError> {
        let mut project = Self::blank(None);
        project.attach(path)?;
        Ok(project)
    }

    /// Makes an empty project at `path`.
    ///
    /// # Errors
    /// [`ProjectError::Exists`] where something is there already; what the folder or the disk do not allow.
    pub fn create(path: &Path) -> Result<Self, ProjectError> {
        files::create(path)?;
        Self::open(path)
    }

    /// A project without a name, kept in the folder `dir` from its first edit on.
    #[must_use]
    pub fn untitled(dir: &Path) -> Self {
        Self::blank(Some(dir.to_owned()))
    }

    /// The untitled projects in `dir` that hold something and that no window has open: what a crash left behind.
    #[must_use]
    pub fn find_untitled(dir: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|e| e == EXTENSION) && !is_owned(path))
            .filter(|path| Self::open(path).is_ok_and(|p| *p.state != State::default() || p.undo.is_some()))
            .collect();
        paths.sort();
        paths
    }

    /// Opens an untitled project that [`Project::find_untitled`] found. It stays untitled.
    ///
    /// # Errors
    /// As [`Project::open`].
    pub fn recover(path: &Path) -> Result<Self, ProjectError> {
        let mut project = Self::open(path)?;
        project.untitled = Some(files::folder(path));
        Ok(project)
    }

    /// What the project holds. What is in it is on the disk.
    #[must_use]
    pub fn state(&self) -> &Arc<State> {
        &self.state
    }

    /// The [kind](Edit::kind) of the edit that undo would take back.
    #[must_use]
    pub fn can_undo(&self) -> Option<&str> {
        self.undo.as_deref()
    }

    /// The [kind](Edit::kind) of the edit that redo would bring back.
    #[must_use]
    pub fn can_redo(&self) -> Option<&str> {
        self.redo.as_deref()
    }

    /// The project's file; `None` for an untitled one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        if self.untitled.is_some() { None } else { self.file() }
    }

    /// Where the project lies on the disk, untitled or not; `None` before an untitled one's first edit.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.database.as_ref().map(Database::path)
    }

    /// Who may write.
    #[must_use]
    pub fn access(&self) -> Access {
        self.database.as_ref().map_or(Access::ReadWrite, Database::access)
    }

    /// All that a window shows.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            state: Arc::clone(&self.state),
            undo: self.undo.clone(),
            redo: self.redo.clone(),
            path: self.path().map(Path::to_owned),
            file: self.file().map(Path::to_owned),
            access: self.access(),
            view: Arc::clone(&self.view),
        }
    }

    /// Applies `edit` and puts it on the disk with its inverse, in one transaction: durable when this returns.
    /// An edit that changes nothing is not kept. Choosing a question is a matter of view: kept with the next edit.
    ///
    /// # Errors
    /// Where the edit does not fit, or the file cannot be written. Nothing is changed then.
    pub fn commit(&mut self, edit: Edit) -> Result<(), ProjectError> {
        if let Edit::SelectQuestion { .. } = edit {
            Arc::make_mut(&mut self.state).apply(&edit)?;
            self.view_changed = true;
            return Ok(());
        }
        if self.database.is_none() {
            // Refuse before a file is made for it.
            State::clone(&self.state).apply(&edit)?;
            self.materialize()?;
        }
        self.change(Change::New(edit))
    }

    /// Takes back the last edit that is not taken back.
    ///
    /// # Errors
    /// [`ProjectError::NothingToUndo`], or as [`Project::commit`].
    pub fn undo(&mut self) -> Result<(), ProjectError> {
        if self.database.is_none() { Err(ProjectError::NothingToUndo) } else { self.change(Change::Undo) }
    }

    /// Brings back the edit that was taken back last.
    ///
    /// # Errors
    /// [`ProjectError::NothingToRedo`], or as [`Project::commit`].
    pub fn redo(&mut self) -> Result<(), ProjectError> {
        if self.database.is_none() { Err(ProjectError::NothingToRedo) } else { self.change(Change::Redo) }
    }

    /// Remembers how the window is. Kept with the next edit: looking at a project does not change its file.
    pub fn set_view(&mut self, key: &str, value: &str) {
        if key != CURRENT_QUESTION && self.view.get(key).is_none_or(|old| old != value) {
            Arc::make_mut(&mut self.view).insert(key.to_owned(), value.to_owned());
            self.view_changed = true;
        }
    }

    /// Reads the file again where another window has changed it, and becomes its writer where it can. Whether
    /// anything is different now.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn refresh(&mut self) -> Result<bool, ProjectError> {
        let Some(database) = &mut self.database else { return Ok(false) };
        let access = database.access();
        database.retry();
        let changed = database.read(|_| Ok(()))
            .and_then(|()| database.changed().map_err(|e| e.at(database.path())))?;
        if changed {
            let loaded = database.read(load)?;
            let noted = database.note_version();
            noted.map_err(|e| Fault::from(e).at(database.path()))?;
            self.take(loaded);
        }
        Ok(changed || self.access() != access)
    }

    /// Saves the project as `path` and goes on there. A project that lies there is replaced: the old one or the new
    /// one, never half of it. The untitled project is gone afterwards, a titled one stays as it is.
    ///
    /// # Errors
    /// Where something else than a project lies there, or a project that is damaged, newer or open in another
    /// window; what folder and disk do not allow. The project stays open where it was.
    pub fn save_as(&mut self, path: &Path) -> Result<(), ProjectError> {
        if self.path().is_some_and(|own| files::same_file(own, path)) {
            return self.flush();
        }
        files::check_target(path)?;
        self.flush()?;
        let (state, database) = (&self.state, &mut self.database);
        files::install(path, |temporary| {
            match database {
                Some(database) => database.copy_to(temporary)?,
                None => files::empty(temporary)?,
            }
            files::rebase(temporary, state, &files::folder(path))
        })?;
        let before = self.database.take();
        let old = before.as_ref().map(|d| d.path().to_owned());
        if let Err(error) = self.attach(path) {
            self.database = before;
            return Err(error);
        }
        drop(before);
        if self.untitled.take().is_some() {
            // What remains is a copy of what was saved, and would be offered again: not worth an error.
            old.map(std::fs::remove_file);
        }
        self.edited = true;
        Ok(())
    }

    /// Writes the view if the session has changed the file anyway.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn flush(&mut self) -> Result<(), ProjectError> {
        if !(self.edited && self.view_changed && self.access() == Access::ReadWrite) {
            return Ok(());
        }
        let Some(database) = &mut self.database else { return Ok(()) };
        database.begin()?;
        let written = write_view(database.connection(), &self.view, &self.state).map_err(Fault::from);
        database.finish(written)?;
        self.view_changed = false;
        Ok(())
    }

    fn blank(untitled: Option<PathBuf>) -> Self {
        Self {
            database: None,
            untitled,
            state: Arc::default(),
            last_id: 0,
            undo: None,
            redo: None,
            view: Arc::default(),
            view_changed: false,
            edited: false,
        }
    }

    fn attach(&mut self, path: &Path) -> Result<(), ProjectError> {
        let mut database = Database::open(path)?;
        let loaded = database.read(load)?;
        self.take(loaded);
        self.database = Some(database);
        Ok(())
    }

    fn take(&mut self, loaded: Loaded) {
        self.state = Arc::new(loaded.state);
        self.view = Arc::new(loaded.view);
        (self.last_id, self.undo, self.redo) = (loaded.last_id, loaded.undo, loaded.redo);
        self.view_changed = false;
    }

    /// Gives an untitled project its file.
    fn materialize(&mut self) -> Result<(), ProjectError> {
        let dir = self.untitled.clone().unwrap_or_default();
        std::fs::create_dir_all(&dir)
            .map_err(|e| ProjectError::CannotSave { path: dir.clone(), detail: e.to_string() })?;
        let mut number = 1;
        let path = loop {
            let path = dir.join(format!("untitled-{number}.{EXTENSION}"));
            match files::create(&path) {
                Err(ProjectError::Exists { .. }) => number += 1,
                made => break made.map(|()| path)?,
            }
        };
        let (view, state) = (Arc::clone(&self.view), Arc::clone(&self.state));
        self.attach(&path)?;
        (self.view, self.state, self.view_changed) = (view, state, true);
        Ok(())
    }

    fn change(&mut self, change: Change) -> Result<(), ProjectError> {
        let Some(database) = &mut self.database else { return Err(ProjectError::Ended) };
        database.begin()?;
        let folder = files::folder(database.path());
        let reloaded = match database.changed() {
            Ok(true) => load(database.connection()).map(Some),
            Ok(false) => Ok(None),
            Err(error) => Err(error),
        };
        let reloaded = match reloaded {
            Ok(reloaded) => reloaded,
            Err(error) => return database.finish(Err(error)),
        };
        if let Some(loaded) = reloaded {
            // Another window wrote in between, while this one was not the writer: the edit goes on top of that.
            self.state = Arc::new(loaded.state);
            self.last_id = loaded.last_id;
        }
        let database = self.database.as_mut().ok_or(ProjectError::Ended)?;
        let mut fill = Fill { last_id: self.last_id.max(self.state.last_id()), folder: Some(folder) };
        let mut state = State::clone(&self.state);
        let c = database.connection();
        let written = perform(c, change, &mut state, &mut fill).and_then(|()| {
            schema::put(c, "meta", "last_id", &fill.last_id.to_string())?;
            write_view(c, &self.view, &state)?;
            Ok((schema::undoable(c)?.map(|e| e.kind), schema::redoable(c)?.map(|e| e.kind)))
        });
        (self.undo, self.redo) = database.finish(written)?;
        let noted = database.note_version();
        noted.map_err(|e| Fault::from(e).at(database.path()))?;
        (self.state, self.last_id, self.view_changed, self.edited) = (Arc::new(state), fill.last_id, false, true);
        Ok(())
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        // Only the view is at stake here: edits are durable already.
        let _ = self.flush();
    }
}

/// Does one change to the state and to the tables.
fn perform(c: &Connection, change: Change, state: &mut State, fill: &mut Fill) -> Result<(), Fault> {
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

fn load(c: &Connection) -> Result<Loaded, Fault> {
    let state = schema::load(c)?;
    let last_id = schema::meta(c, "last_id")?.and_then(|id| id.parse().ok()).unwrap_or(0);
    let mut view = schema::view(c)?;
    view.remove(CURRENT_QUESTION);
    let (undo, redo) = (schema::undoable(c)?.map(|e| e.kind), schema::redoable(c)?.map(|e| e.kind));
    Ok(Loaded { state, last_id, undo, redo, view })
}

fn write_view(c: &Connection, view: &BTreeMap<String, String>, state: &State) -> rusqlite::Result<()> {
    let current = state.current_question.map(|id| id.0.to_string()).unwrap_or_default();
    schema::put(c, "view", CURRENT_QUESTION, &current)?;
    view.iter().try_for_each(|(key, value)| schema::put(c, "view", key, value))
}
