//! Source code: a text whose blocks are code, and the language by the file's name.

use super::plain;
use crate::document::{BlockKind, Extraction, Source};
use crate::extract::decode::Decoded;
use std::path::Path;

/// Languages and how their files' names end.
const LANGUAGES: &[(&str, &[&str])] = &[
    ("bash", &["sh", "bash"]),
    ("c", &["c", "h"]),
    ("cpp", &["cpp", "hpp", "cc", "cxx", "hh"]),
    ("csharp", &["cs"]),
    ("go", &["go"]),
    ("java", &["java"]),
    ("javascript", &["js", "jsx", "mjs", "cjs"]),
    ("kotlin", &["kt", "kts"]),
    ("lua", &["lua"]),
    ("php", &["php"]),
    ("python", &["py", "pyi"]),
    ("r", &["r"]),
    ("ruby", &["rb"]),
    ("rust", &["rs"]),
    ("scala", &["scala"]),
    ("sql", &["sql"]),
    ("swift", &["swift"]),
    ("typescript", &["ts", "tsx"]),
];

/// The programming language of a file, by how its name ends; `None` for what is no source code.
#[must_use]
pub fn language_of(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    LANGUAGES.iter().find(|(_, endings)| endings.contains(&extension.as_str())).map(|(name, _)| *name)
}

/// All endings of names of source code, without the dot.
pub(super) fn endings() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().flat_map(|(_, endings)| endings.iter().copied())
}

/// The extraction of decoded source code; its raw text is the source. Blocks are runs of lines that are not blank.
#[must_use]
pub fn from_decoded(source: Source, decoded: Decoded) -> Extraction {
    let settings = match language_of(Path::new(&source.name)) {
        Some(language) => format!(r#"{{"kind":"code","language":"{language}"}}"#),
        None => r#"{"kind":"code"}"#.to_owned(),
    };
    plain::in_one_section(source, decoded, BlockKind::Code, settings)
}
