//! Which program is started as a worker: normally the very one that runs.

use std::path::PathBuf;
use std::sync::OnceLock;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Names the program that is started for worker processes. The first call counts.
///
/// Tests need it: they run inside a test harness, which is not the program.
pub fn set_worker_program(program: PathBuf) {
    let _already_set = PROGRAM.set(program);
}

/// Makes the running program start itself for its workers, whatever it is called on this machine.
pub fn use_this_program_as_worker() {
    if let Some(program) = this_program() {
        set_worker_program(program);
    }
}

/// The program for workers: the one set, else `FUNDSTELLE_WORKER` of the environment, else the running
/// program if it is called `fundstelle`.
#[must_use]
pub fn worker_program() -> Option<PathBuf> {
    if let Some(program) = PROGRAM.get() {
        return Some(program.clone());
    }
    if let Some(program) = std::env::var_os("FUNDSTELLE_WORKER").filter(|p| !p.is_empty()) {
        return Some(program.into());
    }
    let stem = std::env::current_exe().ok()?.file_stem()?.to_owned();
    if stem == env!("CARGO_PKG_NAME") { this_program() } else { None }
}

/// Linux has a name for the running program that holds even after an update has replaced its file.
fn this_program() -> Option<PathBuf> {
    let itself = PathBuf::from("/proc/self/exe");
    if cfg!(target_os = "linux") && itself.exists() { Some(itself) } else { std::env::current_exe().ok() }
}
