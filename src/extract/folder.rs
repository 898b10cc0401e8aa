//! The sources in a folder: which files are taken, and why the others are not.

mod extensions;

pub use extensions::{Extensions, ExtensionsError};

use super::{ExtractError, decode, kind_of};
use crate::document::SourceKind;
use crate::text::{Cancel, Progress};
use ignore::Match;
use ignore::gitignore::Gitignore;
use std::fmt;
use std::fs::{self, DirEntry, File, FileType};
use std::io::Read;
use std::path::{Path, PathBuf};

/// How many entries are looked at, at most: the root of a disk is no folder of sources.
const MOST_ENTRIES: usize = 500_000;

/// How deep folders may be nested.
const MOST_NESTED: usize = 128;

/// How much of a file tells whether it is a text.
const HEAD: usize = 8192;

/// Why an entry of a folder is no source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// Its name does not end as those that are asked for.
    Extension,
    /// Its name begins with a dot, or the system hides it.
    Hidden,
    /// A `.gitignore` in the folder excludes it; of an excluded folder nothing is counted but itself.
    Ignored,
    /// Its first bytes are no text and no PDF; what they look like.
    Binary(&'static str),
    /// A symbolic link to a place in the folder, where it is found anyway.
    LinkInside,
    /// A symbolic link to a place outside of the folder, or to nothing.
    LinkOutside,
    /// Neither a file nor a folder.
    NotAFile,
    /// The system refuses to read it; what it says.
    Unreadable(String),
    /// Too many folders in each other.
    TooDeep,
    /// The folder holds too many entries; from here on it was not read.
    TooMany,
}

impl Why {
    /// The reason without what is particular to one file: what is counted.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Extension => "of a file type that is not asked for",
            Self::Hidden => "hidden",
            Self::Ignored => "excluded by .gitignore",
            Self::Binary(_) => "no text although the name says so",
            Self::LinkInside => "a symbolic link to a place in the folder",
            Self::LinkOutside => "a symbolic link out of the folder",
            Self::NotAFile => "neither a file nor a folder",
            Self::Unreadable(_) => "not to be read",
            Self::TooDeep => "nested too deep",
            Self::TooMany => "not looked at, the folder is too large",
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())?;
        match self {
            Self::Binary(what) => write!(f, " (it looks like {what})"),
            Self::Unreadable(detail) => write!(f, " ({detail})"),
            _ => Ok(()),
        }
    }
}

/// An entry that is no source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Where it lies.
    pub path: PathBuf,
    /// Its name relative to the folder, parted by `/`.
    pub name: String,
    /// Why it is left out.
    pub why: Why,
}

/// What a folder holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderListing {
    /// The files that can be read, with their names relative to the folder, parted by `/`; sorted by name.
    pub files: Vec<(PathBuf, String)>,
    /// What was left out, and why; sorted by name.
    pub skipped: Vec<Skipped>,
}

impl FolderListing {
    /// How many entries were left out for each reason, the most frequent first.
    #[must_use]
    pub fn reasons(&self) -> Vec<(&'static str, usize)> {
        let mut counts: Vec<(&'static str, usize)> = Vec::new();
        for skipped in &self.skipped {
            let reason = skipped.why.reason();
            match counts.iter_mut().find(|(r, _)| *r == reason) {
                Some((_, count)) => *count += 1,
                None => counts.push((reason, 1)),
            }
        }
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }
}

/// What a listing needs besides the folder.
#[derive(Clone, Debug, Default)]
pub struct ListOptions {
    /// How the names of sources end.
    pub extensions: Extensions,
    /// Raised to stop.
    pub cancel: Cancel,
    /// Counts the entries that were looked at.
    pub progress: Progress,
}

/// Lists the sources in `folder` and the folders in it: files whose names end as asked for and whose first bytes are
/// a text or a PDF. Hidden entries and what a `.gitignore` in the folder excludes are left out, symbolic links are
/// not followed; everything left out is named in [`FolderListing::skipped`].
///
/// # Errors
/// If `path` is no folder or cannot be listed at all, or the listing was cancelled.
pub fn list(path: &Path, options: &ListOptions) -> Result<FolderListing, ExtractError> {
    let entries = fs::read_dir(path).map_err(|error| ExtractError::from_io(path, error))?;
    let mut walk = Walk {
        root: path,
        real_root: fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
        options,
        left: MOST_ENTRIES,
        listing: FolderListing::default(),
    };
    walk.entries(entries, path, &mut Vec::new())?;
    let mut listing = walk.listing;
    listing.files.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    listing.skipped.sort_by(|a, b| a.name.cmp(&b.name).then_with(|| a.path.cmp(&b.path)));
    Ok(listing)
}

struct Walk<'a> {
    root: &'a Path,
    real_root: PathBuf,
    options: &'a ListOptions,
    left: usize,
    listing: FolderListing,
}

impl Walk<'_> {
    /// Goes through a folder. `ignores` are the `.gitignore` files of the folders above, the outermost first.
    fn entries(
        &mut self,
        entries: fs::ReadDir,
        folder: &Path,
        ignores: &mut Vec<Gitignore>,
    ) -> Result<(), ExtractError> {
        let file = folder.join(".gitignore");
        let ignore = file.is_file().then(|| Gitignore::new(&file).0);
        let depth = ignores.len();
        ignores.push(ignore.unwrap_or_else(Gitignore::empty));
        for entry in entries {
            if self.options.cancel.is_cancelled() {
                return Err(ExtractError::Cancelled { name: self.root.display().to_string() });
            }
            if self.left == 0 {
                self.skip(folder.to_owned(), Why::TooMany);
                break;
            }
            self.left -= 1;
            self.options.progress.advance(1);
            match entry {
                Ok(entry) => self.entry(&entry, ignores)?,
                Err(error) => self.skip(folder.to_owned(), Why::Unreadable(error.to_string())),
            }
        }
        ignores.truncate(depth);
        Ok(())
    }

    fn entry(&mut self, entry: &DirEntry, ignores: &mut Vec<Gitignore>) -> Result<(), ExtractError> {
        let path = entry.path();
        let kind = match entry.file_type() {
            Ok(kind) => kind,
            Err(error) => {
                self.skip(path, Why::Unreadable(error.to_string()));
                return Ok(());
            }
        };
        if let Some(why) = self.refusal(entry, &path, kind, ignores) {
            self.skip(path, why);
        } else if kind.is_dir() {
            if ignores.len() >= MOST_NESTED {
                self.skip(path, Why::TooDeep);
                return Ok(());
            }
            match fs::read_dir(&path) {
                Ok(entries) => self.entries(entries, &path, ignores)?,
                Err(error) => self.skip(path, Why::Unreadable(error.to_string())),
            }
        } else {
            let name = relative_name(self.root, &path);
            self.listing.files.push((path, name));
        }
        Ok(())
    }

    fn refusal(&self, entry: &DirEntry, path: &Path, kind: FileType, ignores: &[Gitignore]) -> Option<Why> {
        if is_hidden(entry) {
            return Some(Why::Hidden);
        }
        if is_ignored(path, kind.is_dir(), ignores) {
            return Some(Why::Ignored);
        }
        if kind.is_symlink() {
            let inside = fs::canonicalize(path).is_ok_and(|target| target.starts_with(&self.real_root));
            return Some(if inside { Why::LinkInside } else { Why::LinkOutside });
        }
        if kind.is_dir() {
            return None;
        }
        if !kind.is_file() {
            return Some(Why::NotAFile);
        }
        if !self.options.extensions.holds(path) {
            return Some(Why::Extension);
        }
        look_inside(path)
    }

    fn skip(&mut self, path: PathBuf, why: Why) {
        let name = relative_name(self.root, &path);
        self.listing.skipped.push(Skipped { path, name, why });
    }
}

/// The innermost `.gitignore` that speaks of a path decides.
fn is_ignored(path: &Path, is_folder: bool, ignores: &[Gitignore]) -> bool {
    for ignore in ignores.iter().rev() {
        match ignore.matched(path, is_folder) {
            Match::Ignore(_) => return true,
            Match::Whitelist(_) => return false,
            Match::None => {}
        }
    }
    false
}

/// Looks at the first bytes of a file whose name says that it is a source.
fn look_inside(path: &Path) -> Option<Why> {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD as u64).read_to_end(&mut head));
    if let Err(error) = read {
        return Some(Why::Unreadable(error.to_string()));
    }
    if kind_of(path, &head) == SourceKind::Pdf {
        return None;
    }
    decode::looks_binary(&head).map(Why::Binary)
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".") || hidden_by_system(entry)
}

#[cfg(windows)]
fn hidden_by_system(entry: &DirEntry) -> bool {
    use std::os::windows::fs::MetadataExt;
    const FILE_ATTRIBUTE_HIDDEN: u32 = 2;
    entry.metadata().is_ok_and(|m| m.file_attributes() & FILE_ATTRIBUTE_HIDDEN != 0)
}

#[cfg(not(windows))]
fn hidden_by_system(_: &DirEntry) -> bool {
    false
}

/// The path of `path` in `folder`, parted by `/`.
fn relative_name(folder: &Path, path: &Path) -> String {
    let inner = path.strip_prefix(folder).unwrap_or(path);
    inner.components().map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}
