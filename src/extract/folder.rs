//! The sources in a folder.

use super::ExtractError;
use super::load::is_known_extension;
use ignore::WalkBuilder;
use std::path::{Path, PathBuf};

/// What a folder holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderListing {
    /// The files that can be read, with their names relative to the folder, parted by `/`; sorted by name.
    pub files: Vec<(PathBuf, String)>,
    /// What was left out, and why; sorted by path.
    pub skipped: Vec<(PathBuf, String)>,
}

/// Lists the PDF, Markdown, HTML and text files in `folder` and the folders in it. Hidden files, symbolic links and
/// what a `.gitignore` excludes are left out, and all but the last are named in
/// [`FolderListing::skipped`].
///
/// # Errors
/// If `path` is no folder or cannot be listed at all.
pub fn list(path: &Path) -> Result<FolderListing, ExtractError> {
    std::fs::read_dir(path).map_err(|error| ExtractError::from_io(path, error))?;
    let mut listing = FolderListing::default();
    // Hidden entries are walked to be named, never entered.
    let mut walk = WalkBuilder::new(path);
    walk.hidden(false)
        .follow_links(false)
        .require_git(false)
        .parents(false)
        .git_global(false)
        .git_exclude(false)
        .filter_entry(|entry| !(entry.depth() > 1 && entry.path().parent().is_some_and(is_hidden)))
        .sort_by_file_path(Ord::cmp);
    for entry in walk.build() {
        match entry {
            Ok(entry) if entry.depth() == 0 => {}
            Ok(entry) => add(&mut listing, path, &entry),
            Err(error) => listing.skipped.push((path.to_owned(), format!("cannot be listed: {error}"))),
        }
    }
    listing.files.sort_by(|a, b| a.1.cmp(&b.1));
    Ok(listing)
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

fn add(listing: &mut FolderListing, folder: &Path, entry: &ignore::DirEntry) {
    let path = entry.path().to_owned();
    let kind = entry.file_type();
    let is_folder = kind.is_some_and(|k| k.is_dir());
    let why = if is_hidden(&path) {
        "hidden (its name begins with a dot)"
    } else if is_folder {
        return;
    } else if kind.is_some_and(|k| k.is_symlink()) {
        "a symbolic link"
    } else if !kind.is_some_and(|k| k.is_file()) {
        "not a file"
    } else if is_known_extension(&path) {
        let name = relative_name(folder, &path);
        listing.files.push((path, name));
        return;
    } else {
        "not a kind that Fundstelle reads yet"
    };
    listing.skipped.push((path, why.to_owned()));
}

/// The path of `path` in `folder`, parted by `/`.
fn relative_name(folder: &Path, path: &Path) -> String {
    let inner = path.strip_prefix(folder).unwrap_or(path);
    inner.components().map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}
