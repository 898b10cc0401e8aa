//! An open project: its state, its file, undo and redo.

use super::change::{Change, Loaded, catch_up, load, perform};
pub use super::database::Access;
use super::database::{Database, is_owned};
use super::edit::Edit;
use super::error::{Fault, ProjectError};
use super::schema::{self, CURRENT_QUESTION};
use super::state::{Fill, State};
use super::{EXTENSION, fetched, files};
use crate::extract::fetch::{Address, Fetched};
use crate::text::Sha256Id;
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

impl Project {
    /// Opens the project at `path` and writes nothing to it (a commit that a killed process left half done is taken
    /// back). Where another window edits it, it is opened to be read.
    ///
    /// # Errors
    /// Where there is none, or it is damaged, newer than this program, or not to be read. The file stays as it is.
    pub fn open(path: &Path) -> Result<Self, ProjectError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let mut project = Self::blank(None);
        project.attach(&path)?;
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

    /// Keeps a fetched page, and commits the edit that comes with it, in one transaction.
    ///
    /// # Errors
    /// As [`Project::commit`].
    pub fn keep(&mut self, page: &Fetched, edit: Option<Edit>) -> Result<(), ProjectError> {
        if self.database.is_none() {
            if let Some(edit) = &edit {
                State::clone(&self.state).apply(edit)?;
            }
            self.materialize()?;
        }
        // Without an edit, a batch of none: it changes nothing and is not logged.
        self.change_with(Change::New(edit.unwrap_or_else(|| Edit::Batch(Vec::new()))), Some(page))
    }

    /// The page that was kept of an address, with these bytes; `None` where none was.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn fetched(&mut self, address: &Address, sha256: Sha256Id) -> Result<Option<Fetched>, ProjectError> {
        match &mut self.database {
            Some(database) => database.read(|c| fetched::get(c, address, sha256)),
            None => Ok(None),
        }
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
        let changed = database.look_again()?;
        if changed {
            let loaded = database.read(load)?;
            database.note_version()?;
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
        // A link is followed, not replaced.
        let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if self.path().is_some_and(|own| files::same_file(own, path)) {
            return self.flush();
        }
        files::check_target(path)?;
        let (current, view, database) = (self.state.current_question, &self.view, &mut self.database);
        files::install(path, |temporary| {
            match database {
                Some(database) => database.copy_to(temporary)?,
                None => files::empty(temporary)?,
            }
            files::rebase(temporary, view, current, &files::folder(path))
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
        let current = self.state.current_question;
        let written = schema::write_view(database.connection(), &self.view, current).map_err(Fault::from);
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
        self.change_with(change, None)
    }

    fn change_with(&mut self, change: Change, page: Option<&Fetched>) -> Result<(), ProjectError> {
        let Some(database) = &mut self.database else { return Err(ProjectError::Ended) };
        database.begin()?;
        if let Err(fault) = catch_up(database, &mut self.state, &mut self.last_id) {
            return database.finish(Err(fault));
        }
        let folder = Some(files::folder(database.path()));
        let mut fill = Fill { last_id: self.last_id.max(self.state.last_id()), folder };
        let mut state = State::clone(&self.state);
        let c = database.connection();
        let ready = page.map_or(Ok(()), |page| schema::upgrade(c).and_then(|()| fetched::put(c, page)));
        let written = ready.map_err(Fault::from).and_then(|()| perform(c, change, &mut state, &mut fill));
        let written = written.and_then(|()| {
            schema::put(c, "meta", "last_id", &fill.last_id.to_string())?;
            schema::write_view(c, &self.view, state.current_question)?;
            Ok((schema::undoable(c)?.map(|e| e.kind), schema::redoable(c)?.map(|e| e.kind)))
        });
        (self.undo, self.redo) = database.finish(written)?;
        (self.state, self.last_id, self.view_changed, self.edited) =
            (Arc::new(state), fill.last_id, false, true);
        database.note_version()
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        // Only the view is at stake here: edits are durable already.
        let _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::QuestionId;

    #[test]
    fn on_a_full_disk_the_edit_fails_loudly_and_nothing_before_it_is_lost() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("pump.fundstelle");
        let mut project = Project::create(&path).unwrap();
        let ask = |text: String| Edit::AddQuestion { id: QuestionId::UNSET, text };
        project.commit(ask("Passt das?".to_owned())).unwrap();
        let before = Arc::clone(project.state());
        project.database.as_mut().unwrap().limit_pages(1);
        let error = project.commit(ask("Und das? ".repeat(20_000))).unwrap_err();
        assert!(matches!(error, ProjectError::DiskFull { .. }), "{error}");
        assert_eq!((project.state(), project.access()), (&before, Access::ReadWrite));
        project.database.as_mut().unwrap().limit_pages(i64::from(i32::MAX));
        project.commit(ask("Und jetzt?".to_owned())).unwrap();
        drop(project);
        let questions = Project::open(&path).unwrap().state().questions.clone();
        assert_eq!(
            questions.iter().map(|q| q.text.as_str()).collect::<Vec<_>>(),
            ["Passt das?", "Und jetzt?"]
        );
    }
}
