//! Files that are written whole or not at all.

use std::fs::{File, metadata, remove_file, rename};
use std::io::{Error, Result, Write};
use std::path::Path;

/// Puts bytes in the place of a file: at any moment what lay there is there, or all of the new.
///
/// # Errors
/// If something else than a file lies there, or the folder cannot be written to. What lay there stays.
pub fn write_whole(target: &Path, bytes: &[u8]) -> Result<()> {
    // A rename would replace a device or a pipe by a file.
    if metadata(target).is_ok_and(|m| !m.is_file()) {
        return Err(Error::other("something else than a file lies there; name a file"));
    }
    let target = std::path::absolute(target)?;
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let temporary = target.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let put = || {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        rename(&temporary, &target)
    };
    let result = put();
    if result.is_err() {
        let _ = remove_file(&temporary);
    }
    result
}

/// Whether two paths lead to one file.
#[must_use]
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
        || matches!((std::path::absolute(a), std::path::absolute(b)), (Ok(a), Ok(b)) if a == b)
}
