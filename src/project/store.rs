//! A project on a thread of its own, so that no frame waits for a commit.

use super::edit::Edit;
use super::error::ProjectError;
use super::session::{Project, Snapshot};
use crate::extract::fetch::{Address, Fetched};
use crate::text::Sha256Id;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// Names a request until its event comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub u64);

/// What a project can be asked for. Requests are done in the order in which they were made.
#[derive(Clone, Debug)]
pub enum Request {
    /// See [`Project::commit`].
    Commit(Edit),
    /// See [`Project::undo`].
    Undo,
    /// See [`Project::redo`].
    Redo,
    /// See [`Project::save_as`].
    SaveAs(PathBuf),
    /// See [`Project::set_view`].
    SetView {
        /// The window's name for it.
        key: String,
        /// Its value.
        value: String,
    },
    /// See [`Project::refresh`].
    Refresh,
    /// See [`Project::keep`].
    Keep {
        /// The page.
        page: Arc<Fetched>,
        /// The edit that comes with it.
        edit: Option<Edit>,
    },
    /// See [`Project::fetched`]; answered by [`Event::Fetched`].
    Fetched {
        /// Of which address.
        address: Address,
        /// With which bytes.
        sha256: Sha256Id,
    },
}

/// What became of a request, or of opening.
#[derive(Debug)]
pub enum Event {
    /// The project is open.
    Opened {
        /// What it holds.
        snapshot: Snapshot,
    },
    /// The project could not be opened; nothing more will come.
    NotOpened {
        /// Why.
        error: ProjectError,
    },
    /// The request is done. What the snapshot holds is durable.
    Committed {
        /// Which request.
        ticket: Ticket,
        /// The project as it is now.
        snapshot: Snapshot,
    },
    /// The page that was asked for.
    Fetched {
        /// Which request.
        ticket: Ticket,
        /// Of which address.
        address: Address,
        /// The page; `None` where it was not kept.
        page: Option<Arc<Fetched>>,
    },
    /// The request could not be done and has changed nothing. Later ones are tried nevertheless.
    Failed {
        /// Which request.
        ticket: Ticket,
        /// Why.
        error: ProjectError,
        /// The project as it is now.
        snapshot: Snapshot,
    },
}

/// A handle to a project that works on a thread of its own. Dropping it waits until all requests are done.
pub struct Store {
    requests: Option<Sender<(Ticket, Request)>>,
    events: Receiver<Event>,
    thread: Option<JoinHandle<()>>,
    next: u64,
}

impl Store {
    /// Takes over an open project. `wake` is called after each event.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn spawn(project: Project, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        Self::open(move || Ok(project), wake)
    }

    /// Opens a project on the new thread; the first event says how that went. `wake` is called after each event.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn open(
        open: impl FnOnce() -> Result<Project, ProjectError> + Send + 'static,
        wake: impl Fn() + Send + 'static,
    ) -> std::io::Result<Self> {
        let (requests, inbox) = channel();
        let (outbox, events) = channel();
        let work = move || {
            let tell = |event| {
                // Nobody listens any more when the window is closing; the work is done all the same.
                let _ = outbox.send(event);
                wake();
            };
            match open() {
                Ok(project) => serve(project, &inbox, tell),
                Err(error) => {
                    // Whoever has seen the event cannot submit any more.
                    drop(inbox);
                    tell(Event::NotOpened { error });
                }
            }
        };
        let thread = std::thread::Builder::new().name("project".to_owned()).spawn(work)?;
        Ok(Self { requests: Some(requests), events, thread: Some(thread), next: 1 })
    }

    /// Queues a request. Its event bears the ticket.
    ///
    /// # Errors
    /// [`ProjectError::Ended`] where the project could not be opened.
    pub fn submit(&mut self, request: Request) -> Result<Ticket, ProjectError> {
        let ticket = Ticket(self.next);
        let sender = self.requests.as_ref().ok_or(ProjectError::Ended)?;
        sender.send((ticket, request)).map_err(|_| ProjectError::Ended)?;
        self.next += 1;
        Ok(ticket)
    }

    /// The events since the last call, in order. Never waits.
    pub fn poll(&mut self) -> Vec<Event> {
        self.events.try_iter().collect()
    }

    /// Waits for the next event; `None` when none can come any more. For the command line and tests.
    pub fn wait(&mut self) -> Option<Event> {
        self.events.recv().ok()
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // A panic there has been reported by the panic hook.
            let _ = thread.join();
        }
    }
}

fn serve(mut project: Project, inbox: &Receiver<(Ticket, Request)>, tell: impl Fn(Event)) {
    tell(Event::Opened { snapshot: project.snapshot() });
    for (ticket, request) in inbox {
        let done = match request {
            Request::Commit(edit) => project.commit(edit),
            Request::Undo => project.undo(),
            Request::Redo => project.redo(),
            Request::SaveAs(path) => project.save_as(&path),
            Request::SetView { key, value } => {
                project.set_view(&key, &value);
                Ok(())
            }
            Request::Refresh => project.refresh().map(drop),
            Request::Keep { page, edit } => project.keep(&page, edit),
            Request::Fetched { address, sha256 } => match project.fetched(&address, sha256) {
                Ok(page) => {
                    tell(Event::Fetched { ticket, address, page: page.map(Arc::new) });
                    continue;
                }
                Err(error) => Err(error),
            },
        };
        let snapshot = project.snapshot();
        tell(match done {
            Ok(()) => Event::Committed { ticket, snapshot },
            Err(error) => Event::Failed { ticket, error, snapshot },
        });
    }
}
