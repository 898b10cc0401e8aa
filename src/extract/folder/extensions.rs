//! How the names of sources end.

use crate::extract::code;
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

/// A list of file types that makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExtensionsError {
    /// No type at all.
    #[error("no file type is named. Name some, such as pdf, md, txt")]
    Empty,
    /// A word that no file name ends with.
    #[error("“{0}” is no file type. Write the end of a file name, such as md or .md")]
    NotAnEnding(String),
}

/// The ends of file names that a folder's sources have, in lower case and without the dot. By default PDF, Markdown,
/// text, reStructuredText, HTML and source code; no data formats, of which a folder may be full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extensions(BTreeSet<String>);

impl Default for Extensions {
    fn default() -> Self {
        let documents = ["pdf", "md", "markdown", "txt", "rst", "html", "htm"];
        Self(documents.into_iter().chain(code::endings()).map(str::to_owned).collect())
    }
}

impl Extensions {
    /// From a list as a config has it; dots, stars and case do not matter.
    ///
    /// # Errors
    /// If the list is empty, or something in it is no end of a name.
    pub fn new<S: AsRef<str>>(list: impl IntoIterator<Item = S>) -> Result<Self, ExtensionsError> {
        let mut set = BTreeSet::new();
        for word in list {
            let word = word.as_ref().trim();
            let bare = word.strip_prefix('*').unwrap_or(word).trim_start_matches('.').to_lowercase();
            if bare.is_empty() || bare.contains(['/', '\\', '*', '?']) || bare.contains(char::is_whitespace) {
                return Err(ExtensionsError::NotAnEnding(word.to_owned()));
            }
            set.insert(bare);
        }
        if set.is_empty() { Err(ExtensionsError::Empty) } else { Ok(Self(set)) }
    }

    /// From a line as people type it: `pdf, md txt`, `*.pdf;*.md`.
    ///
    /// # Errors
    /// As [`Extensions::new`].
    pub fn parse(line: &str) -> Result<Self, ExtensionsError> {
        Self::new(line.split([',', ';', ' ', '\t', '\n']).filter(|word| !word.trim().is_empty()))
    }

    /// The ends of names, sorted.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Whether the name of `path` ends like this.
    #[must_use]
    pub fn holds(&self, path: &Path) -> bool {
        let Some(name) = path.file_name() else { return false };
        let name = name.to_string_lossy().to_lowercase();
        // After each dot but one at the start, so that `tar.gz` can be asked for as well.
        name.char_indices().skip(1).any(|(i, c)| c == '.' && self.0.contains(&name[i + 1..]))
    }
}

impl fmt::Display for Extensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_people_type_it() {
        let typed = Extensions::parse(" .PDF, *.md;txt  tar.gz").unwrap();
        assert_eq!(typed.to_string(), "md, pdf, tar.gz, txt");
        for name in ["a.Pdf", "Über.md", "x.tar.gz", "a.b.txt"] {
            assert!(typed.holds(Path::new(name)), "{name}");
        }
        for name in ["pdf", ".md", "a.mdx", "b.gz", "a."] {
            assert!(!typed.holds(Path::new(name)), "{name}");
        }
        assert_eq!(Extensions::parse(" , "), Err(ExtensionsError::Empty));
        assert!(matches!(Extensions::parse("md a/b"), Err(ExtensionsError::NotAnEnding(_))));
        let usual = Extensions::default();
        assert_eq!(Extensions::parse(&usual.to_string()), Ok(usual));
    }

    #[test]
    fn at_first_documents_and_code_are_taken_and_no_data() {
        let usual = Extensions::default();
        for name in
            ["a.pdf", "a.md", "a.markdown", "a.txt", "a.rst", "a.html", "a.htm", "a.py", "a.rs", "a.cc"]
        {
            assert!(usual.holds(Path::new(name)), "{name}");
        }
        for name in ["a.json", "a.csv", "a.toml", "a.xml", "a.docx", "README"] {
            assert!(!usual.holds(Path::new(name)), "{name}");
        }
    }
}
