//! Paths as text, and relative to a project.

use std::path::{Component, Path, PathBuf};

/// Marks a path that is no Unicode (or begins like this), as hexadecimal digits of its bytes.
const BYTES: &str = "bytes:";

/// A path as text that [`decode`] turns back. File names on Unix are bytes; old ones are often not UTF-8.
pub(super) fn encode(path: &Path) -> String {
    match path.to_str() {
        Some(text) if !text.starts_with(BYTES) => text.to_owned(),
        _ => {
            let bytes = path.as_os_str().as_encoded_bytes();
            BYTES
                .chars()
                .chain(bytes.iter().flat_map(|b| format!("{b:02x}").chars().collect::<Vec<_>>()))
                .collect()
        }
    }
}

/// The path that [`encode`] wrote. Without the marker, or with one that is damaged, the text is the path.
pub(super) fn decode(text: &str) -> PathBuf {
    let hex = text.strip_prefix(BYTES).filter(|hex| hex.len() % 2 == 0 && hex.is_ascii());
    let byte = |pair: &[u8]| std::str::from_utf8(pair).ok().and_then(|p| u8::from_str_radix(p, 16).ok());
    let bytes = hex.and_then(|hex| hex.as_bytes().chunks(2).map(byte).collect::<Option<Vec<u8>>>());
    bytes.map_or_else(|| PathBuf::from(text), from_bytes)
}

#[cfg(unix)]
fn from_bytes(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

#[cfg(not(unix))]
fn from_bytes(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

/// `path` as seen from the folder `from`, parted by `/`; `None` where they share no folder or one is not absolute,
/// or the path is no Unicode.
pub(super) fn relative(path: &Path, from: &Path) -> Option<String> {
    let (path, from): (Vec<_>, Vec<_>) = (path.components().collect(), from.components().collect());
    let shared = path.iter().zip(&from).take_while(|(a, b)| a == b).count();
    let named = path[..shared].iter().any(|c| matches!(c, Component::Normal(_)));
    if !named {
        return None;
    }
    let up = from[shared..].iter().map(|_| Some(".."));
    let down = path[shared..].iter().map(|c| c.as_os_str().to_str());
    Some(up.chain(down).collect::<Option<Vec<_>>>()?.join("/"))
}

/// Serde for paths as [`encode`] writes them.
pub(super) mod serde_path {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::path::{Path, PathBuf};

    pub fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&super::encode(path))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
        Ok(super::decode(&String::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_seen_from_the_projects_folder() {
        let seen = |path: &str, from: &str| relative(Path::new(path), Path::new(from));
        assert_eq!(seen("/h/a/pump.pdf", "/h/a").as_deref(), Some("pump.pdf"));
        assert_eq!(seen("/h/b/ä/pump.pdf", "/h/a").as_deref(), Some("../b/ä/pump.pdf"));
        assert_eq!(seen("/media/pump.pdf", "/h/a"), None);
        assert_eq!(seen("pump.pdf", "/h/a"), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_name_in_latin_1_survives() {
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"/h/Stra\xdfe.pdf"));
        assert_eq!(decode(&encode(path)), path);
        for odd in ["bytes:", "bytes:zz", "bytes:6", "/ü/bytes:00", ""] {
            assert_eq!(decode(&encode(Path::new(odd))), Path::new(odd));
        }
    }
}
