//! The threads that each lead one worker process: give it jobs, hold its limits, replace it when it dies.

use super::error::PdfError;
use super::info::PdfFacts;
use super::protocol::{Opened, Reply, Request};
use super::schedule::{Job, Role, Schedule};
use super::tile::{TileImage, TileKey};
use super::{PdfOptions, WORKER_ARGUMENT};
use crate::document::PageIndex;
use crate::jobs::{Received, Waker, WorkerProcess};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a thread looks whether its job is still wanted.
const GLANCE: Duration = Duration::from_millis(50);

/// How long a page that nobody waits for any more may go on: starting a worker anew costs, too.
const UNWANTED: Duration = Duration::from_secs(1);

/// The file, as every worker of a document is told to open it.
#[derive(Debug)]
pub struct FileRef {
    /// What it is called in messages; the file itself if `bytes` is `None`.
    pub path: PathBuf,
    pub bytes: Option<Vec<u8>>,
    pub password: Option<String>,
}

/// What the threads and the handle share.
pub struct Shared {
    pub file: FileRef,
    pub opened: Opened,
    pub options: PdfOptions,
    waker: Waker,
    schedule: Mutex<Schedule>,
    changed: Condvar,
    closing: AtomicBool,
}

/// Starts a worker and opens the file in it.
pub fn connect(
    file: &FileRef,
    options: &PdfOptions,
    closing: &AtomicBool,
) -> Result<(WorkerProcess<Reply>, Opened), PdfError> {
    let mut arguments = vec![WORKER_ARGUMENT.into()];
    if file.bytes.is_none() {
        arguments.push(file.path.clone().into());
    }
    let mut process = WorkerProcess::spawn(&arguments)?;
    let request = Request::Open {
        bytes: file.bytes.as_ref().map(|b| serde_bytes::ByteBuf::from(b.as_slice())),
        password: file.password.clone(),
        memory: options.memory,
        max_bytes: options.max_bytes,
    };
    let broken = |reason: String| PdfError::Broken { path: file.path.clone(), reason };
    if process.send(&request).is_err() {
        return Err(broken(process.end().to_string()));
    }
    let start = Instant::now();
    loop {
        match process.receive(GLANCE) {
            Received::Message(Reply::Opened(Ok(opened))) => return Ok((process, opened)),
            Received::Message(Reply::Opened(Err(refusal))) => {
                return Err(PdfError::refused(refusal, &file.path, file.password.is_some()));
            }
            Received::Message(_) | Received::Dead => return Err(broken(process.end().to_string())),
            Received::Nothing if closing.load(Ordering::Relaxed) => {
                return Err(PdfError::Cancelled { path: file.path.clone() });
            }
            Received::Nothing if start.elapsed() > options.open_time => {
                return Err(broken(too_long("opening it", options.open_time)));
            }
            Received::Nothing => {}
        }
    }
}

fn too_long(what: &str, limit: Duration) -> String {
    format!("{what} took longer than {} s", limit.as_secs_f32())
}

/// How a job went in its worker.
enum Outcome {
    /// The worker is ready for the next one.
    Done,
    /// The worker died or was killed, for this reason; `again` if another one may have more luck.
    Lost { reason: String, again: bool },
    /// The worker was killed because nobody waits any more.
    Dropped,
}

impl Shared {
    pub fn new(file: FileRef, opened: Opened, options: PdfOptions, schedule: Schedule, waker: Waker) -> Self {
        Self {
            file,
            opened,
            options,
            waker,
            schedule: Mutex::new(schedule),
            changed: Condvar::new(),
            closing: AtomicBool::new(false),
        }
    }

    /// The schedule; its methods leave it whole even if one panics.
    pub fn lock(&self) -> MutexGuard<'_, Schedule> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the schedule and tells all who wait for a change of it.
    pub fn change<R>(&self, change: impl FnOnce(&mut Schedule) -> R) -> R {
        let result = change(&mut self.lock());
        self.changed.notify_all();
        result
    }

    /// As [`Self::change`], for news that the window wants to see.
    fn news<R>(&self, change: impl FnOnce(&mut Schedule) -> R) -> R {
        let result = self.change(change);
        (self.waker)();
        result
    }

    /// Waits for a change, no longer than a glance.
    pub fn wait<'a>(&self, schedule: MutexGuard<'a, Schedule>) -> MutexGuard<'a, Schedule> {
        self.changed.wait_timeout(schedule, GLANCE).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Ends all threads and their workers.
    pub fn close(&self) {
        // Under the lock: a thread between its look at the flag and its wait would miss the call.
        let schedule = self.lock();
        self.closing.store(true, Ordering::Relaxed);
        drop(schedule);
        self.changed.notify_all();
    }

    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    fn next(&self, role: Role) -> Option<Job> {
        let mut schedule = self.lock();
        while !self.is_closing() {
            if let Some(job) = schedule.next(role) {
                return Some(job);
            }
            schedule = self.changed.wait(schedule).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Leads one worker until the document is closed.
    pub fn lead(&self, role: Role, mut process: Option<WorkerProcess<Reply>>) {
        let mut used = false;
        while let Some(job) = self.next(role) {
            if used && matches!(job, Job::Text { fresh: true, .. }) {
                process = None;
            }
            let ready = match process.take() {
                Some(process) => Ok(process),
                None => self.reconnect(),
            };
            match ready {
                Ok(running) => process = self.run(&job, running),
                Err(error) => self.lost(&job, &[], &error.to_string(), false),
            }
            used = true;
        }
    }

    /// Another worker with the same file open.
    pub fn reconnect(&self) -> Result<WorkerProcess<Reply>, PdfError> {
        let (process, opened) = connect(&self.file, &self.options, &self.closing)?;
        if opened.sha256 != self.opened.sha256 {
            return Err(PdfError::Changed { path: self.file.path.clone() });
        }
        Ok(process)
    }

    /// Runs a job to its end; gives the worker back if it lives.
    fn run(&self, job: &Job, mut process: WorkerProcess<Reply>) -> Option<WorkerProcess<Reply>> {
        let request = match job {
            Job::Facts => Request::Facts,
            Job::Text { pages, order, .. } => Request::Text { pages: pages.clone(), order: *order },
            Job::Paint(paint) => Request::Paint(*paint),
        };
        let mut answered = Vec::new();
        let outcome = match process.send(&request) {
            Ok(()) => self.listen(job, &process, &mut answered),
            Err(_) => Outcome::Lost { reason: String::new(), again: true },
        };
        match outcome {
            Outcome::Done => {
                if let Job::Paint(paint) = job {
                    self.news(|s| s.painted(paint, None));
                }
                Some(process)
            }
            Outcome::Dropped => {
                if let Job::Paint(paint) = job {
                    self.change(|s| s.painted(paint, None));
                }
                None
            }
            Outcome::Lost { reason, again } => {
                let death = process.end();
                let reason = if reason.is_empty() { death.to_string() } else { reason };
                self.lost(job, &answered, &reason, again);
                None
            }
        }
    }

    /// Takes the worker's answers until it is done, dead, too slow or no longer wanted.
    fn listen(&self, job: &Job, process: &WorkerProcess<Reply>, answered: &mut Vec<u32>) -> Outcome {
        let (what, limit) = match job {
            Job::Facts => ("reading outline and links", self.options.open_time),
            Job::Text { .. } => ("reading the page", self.options.page_time),
            Job::Paint(_) => ("painting the page", self.options.paint_time),
        };
        let mut since = Instant::now();
        let mut unwanted: Option<Instant> = None;
        loop {
            match process.receive(GLANCE.min(limit)) {
                Received::Message(Reply::Done) => return Outcome::Done,
                Received::Message(reply) => {
                    since = Instant::now();
                    self.take(job, reply, answered);
                }
                Received::Dead => return Outcome::Lost { reason: String::new(), again: true },
                Received::Nothing if self.is_closing() => return Outcome::Dropped,
                Received::Nothing if since.elapsed() >= limit => {
                    return Outcome::Lost { reason: too_long(what, limit), again: false };
                }
                Received::Nothing => {}
            }
            if let Job::Paint(paint) = job {
                unwanted =
                    if self.lock().is_wanted(paint) { None } else { unwanted.or(Some(Instant::now())) };
                if unwanted.is_some_and(|since| since.elapsed() >= UNWANTED) {
                    return Outcome::Dropped;
                }
            }
        }
    }

    fn take(&self, job: &Job, reply: Reply, answered: &mut Vec<u32>) {
        match (job, reply) {
            (Job::Text { order, .. }, Reply::Text { page, text }) => {
                answered.push(page);
                self.news(|s| s.text(page, *order, text.map(|t| *t)));
            }
            (Job::Facts, Reply::Facts(facts)) => self.news(|s| s.facts_done(*facts, None)),
            (Job::Paint(paint), Reply::Tile { x, y, width, height, rgba }) => {
                let key = TileKey { page: PageIndex(paint.page), scale: paint.scale, x, y };
                let image = TileImage { width: width.into(), height: height.into(), rgba: rgba.into_vec() };
                self.news(|s| s.tile(key, image));
            }
            (Job::Paint(paint), Reply::Failed(why)) => self.news(|s| s.painted(paint, Some(&why))),
            // An answer to nothing that was asked.
            _ => {}
        }
    }

    /// A worker was lost over a job, or none could be had for it.
    fn lost(&self, job: &Job, answered: &[u32], reason: &str, again: bool) {
        match job {
            Job::Facts => self.news(|s| s.facts_done(PdfFacts::default(), Some(reason.to_owned()))),
            Job::Paint(paint) => self.news(|s| s.painted(paint, Some(reason))),
            Job::Text { pages, order, fresh } => {
                let left: Vec<_> = pages.iter().copied().filter(|p| !answered.contains(p)).collect();
                self.news(|s| {
                    if again && !fresh {
                        s.give_back(&left, *order, true);
                    } else if let Some((guilty, rest)) = left.split_first() {
                        s.text(*guilty, *order, Err(reason.to_owned()));
                        s.give_back(rest, *order, false);
                    }
                });
            }
        }
    }
}

/// Starts the threads; the first leads the worker that opened the file.
///
/// # Errors
/// If the system gives no thread at all.
pub fn start(shared: &Arc<Shared>, text_workers: usize, first: WorkerProcess<Reply>) -> std::io::Result<()> {
    let mut first = Some(first);
    let painter = shared.options.interactive.then_some(Role::Paint);
    let roles = std::iter::repeat_n(Role::Any, text_workers.max(1)).chain(painter);
    for (i, role) in roles.enumerate() {
        let (theirs, process) = (Arc::clone(shared), first.take());
        let thread = std::thread::Builder::new().name(format!("pdf-{i}"));
        let started = thread.spawn(move || theirs.lead(role, process));
        // Fewer threads are slower, none is a failure.
        if i == 0 {
            started?;
        }
    }
    Ok(())
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("path", &self.file.path).finish_non_exhaustive()
    }
}

/// How many workers read text: one for a short file, whose reading takes less than a start.
pub fn text_workers(options: &PdfOptions, pages: usize) -> usize {
    const PAGES_A_WORKER: usize = 16;
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let by_cores = if options.interactive { cores.saturating_sub(1).clamp(1, 3) } else { cores.min(4) };
    options.workers.unwrap_or_else(|| by_cores.min(pages.div_ceil(PAGES_A_WORKER))).max(1)
}
