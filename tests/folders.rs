//! Folders as people have them: what is taken, what is left out, and that both are said.

use fundstelle::extract::folder::{Extensions, FolderListing, ListOptions, Why, list};
use fundstelle::extract::{ExtractError, LoadOptions, load};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    dir
}

fn listed(dir: &TempDir) -> FolderListing {
    list(dir.path(), &ListOptions::default()).unwrap()
}

fn names(listing: &FolderListing) -> Vec<&str> {
    listing.files.iter().map(|(_, name)| name.as_str()).collect()
}

fn left_out(listing: &FolderListing) -> Vec<(&str, Why)> {
    listing.skipped.iter().map(|s| (s.name.as_str(), s.why.clone())).collect()
}

#[test]
fn a_folder_opens_as_its_sources_and_says_what_it_leaves_out() {
    let dir = folder(&[
        ("b.md", b"# B"),
        ("Ärger/Größe.txt", "ä".as_bytes()),
        ("sub/deep/c.PDF", b"%PDF-1.7"),
        ("src/main.rs", b"fn main() {}"),
        (".git/config", b"x"),
        (".hidden.md", b"x"),
        ("data.xlsx", b"x"),
        ("README", b"x"),
    ]);
    let listing = listed(&dir);
    assert_eq!(names(&listing), ["b.md", "src/main.rs", "sub/deep/c.PDF", "Ärger/Größe.txt"]);
    assert_eq!(
        left_out(&listing),
        [
            (".git", Why::Hidden),
            (".hidden.md", Why::Hidden),
            ("README", Why::Extension),
            ("data.xlsx", Why::Extension)
        ],
        "what lies in a hidden folder is not walked through"
    );
    assert_eq!(listing.reasons(), [("hidden", 2), ("of a file type that is not asked for", 2)]);
    assert!(matches!(
        list(&dir.path().join("nowhere"), &ListOptions::default()),
        Err(ExtractError::Missing { .. })
    ));
}

#[test]
fn a_file_that_only_its_name_makes_a_text_is_left_out_and_every_encoding_is_a_text() {
    let utf16: Vec<u8> =
        "Prüfung 💧 der Pumpe\n".repeat(900).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let odd: Vec<u8> = "a".bytes().chain("💧".repeat(4000).bytes()).collect();
    let odd16: Vec<u8> =
        format!("a{}", "💧".repeat(5000)).encode_utf16().flat_map(u16::to_be_bytes).collect();
    let dir = folder(&[
        ("picture.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        ("archive.md", b"PK\x03\x04\x14\0\0\0"),
        ("noise.rs", &[0, 1, 2, 3, 4, 5, 6, 7, 0xff]),
        ("latin.txt", b"Gr\xf6\xdfe und Ma\xdf"),
        ("utf16.txt", &utf16),
        ("utf16-cut-in-a-pair.txt", &odd16),
        ("emoji.txt", &odd),
        ("empty.txt", b""),
        ("pdf.txt", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n\0\0\0\0\0\0\0\0\0\0"),
    ]);
    let listing = listed(&dir);
    assert_eq!(
        names(&listing),
        ["emoji.txt", "empty.txt", "latin.txt", "pdf.txt", "utf16-cut-in-a-pair.txt", "utf16.txt"]
    );
    let said: Vec<String> = listing.skipped.iter().map(|s| format!("{}: {}", s.name, s.why)).collect();
    assert!(said[0].contains("archive.md") && said[0].contains("ZIP archive"), "{said:?}");
    assert!(said[1].contains("noise.rs"), "{said:?}");
    assert!(said[2].contains("picture.txt") && said[2].contains("PNG picture"), "{said:?}");
    assert_eq!(listing.reasons(), [("no text although the name says so", 3)]);
}

#[test]
fn gitignore_is_honored_at_every_depth_and_counted() {
    let dir = folder(&[
        (".gitignore", b"build/\n*.log.txt\n/top.md\n"),
        ("build/out.md", b"x"),
        ("build/deep/more.md", b"x"),
        ("a.log.txt", b"x"),
        ("top.md", b"x"),
        ("sub/top.md", b"x"),
        ("sub/.gitignore", b"!b.log.txt\nsecret.*\n"),
        ("sub/b.log.txt", b"x"),
        ("sub/secret.md", b"x"),
    ]);
    let listing = listed(&dir);
    assert_eq!(names(&listing), ["sub/b.log.txt", "sub/top.md"]);
    let ignored: Vec<_> =
        listing.skipped.iter().filter(|s| s.why == Why::Ignored).map(|s| s.name.as_str()).collect();
    assert_eq!(ignored, ["a.log.txt", "build", "sub/secret.md", "top.md"]);
    assert!(listing.reasons().contains(&("excluded by .gitignore", 4)), "{:?}", listing.reasons());
}

#[test]
fn other_file_types_can_be_asked_for() {
    let dir = folder(&[("a.json", b"{}"), ("b.md", b"# B"), ("c.TXT", b"c")]);
    let extensions = Extensions::parse(".json, txt").unwrap();
    let listing = list(dir.path(), &ListOptions { extensions, ..ListOptions::default() }).unwrap();
    assert_eq!(names(&listing), ["a.json", "c.TXT"]);
    assert_eq!(left_out(&listing), [("b.md", Why::Extension)]);
    let json = load(&listing.files[0].0, "a.json", &LoadOptions::default()).unwrap();
    assert_eq!(json.text().as_str(), "{}");
}

#[test]
fn a_listing_can_be_stopped() {
    let dir = folder(&[("a.md", b"# A")]);
    let options = ListOptions::default();
    options.cancel.cancel();
    assert!(matches!(list(dir.path(), &options), Err(ExtractError::Cancelled { .. })));
}

#[cfg(unix)]
#[test]
fn links_are_not_followed_and_rings_do_not_hang() {
    use std::os::unix::fs::symlink;
    let outside = folder(&[("secret.md", b"# S")]);
    let dir = folder(&[("a.md", b"# A"), ("sub/b.md", b"# B")]);
    symlink(dir.path(), dir.path().join("sub/ring")).unwrap();
    symlink(outside.path(), dir.path().join("out")).unwrap();
    symlink(outside.path().join("secret.md"), dir.path().join("out.md")).unwrap();
    symlink(dir.path().join("a.md"), dir.path().join("same.md")).unwrap();
    symlink("nothing", dir.path().join("dangling.md")).unwrap();
    let listing = listed(&dir);
    assert_eq!(names(&listing), ["a.md", "sub/b.md"]);
    assert_eq!(
        left_out(&listing),
        [
            ("dangling.md", Why::LinkOutside),
            ("out", Why::LinkOutside),
            ("out.md", Why::LinkOutside),
            ("same.md", Why::LinkInside),
            ("sub/ring", Why::LinkInside)
        ]
    );
    // A folder that is itself reached by a link is what the person asked for.
    let way = outside.path().join("way");
    symlink(dir.path(), &way).unwrap();
    let through = list(&way, &ListOptions::default()).unwrap();
    assert_eq!(names(&through), ["a.md", "sub/b.md"]);
    assert!(through.skipped.iter().any(|s| s.name == "same.md" && s.why == Why::LinkInside));
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_unicode_and_things_that_are_no_files_are_told_apart() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let dir = folder(&[("a.md", b"# A")]);
    let name = OsStr::from_bytes(b"Gr\xf6\xdfe.txt");
    fs::write(dir.path().join(name), "klein").unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(dir.path().join("socket.md")).unwrap();
    let listing = listed(&dir);
    assert_eq!(names(&listing), ["Gr\u{fffd}\u{fffd}e.txt", "a.md"]);
    assert_eq!(left_out(&listing), [("socket.md", Why::NotAFile)]);
    let (path, name) = &listing.files[0];
    assert_eq!(load(path, name, &LoadOptions::default()).unwrap().text().as_str(), "klein");
}

#[test]
fn folders_nested_without_end_are_cut_off() {
    let dir = tempfile::tempdir().unwrap();
    let mut path = dir.path().to_owned();
    for _ in 0..140 {
        path.push("d");
    }
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("deep.md"), "# D").unwrap();
    fs::write(dir.path().join("a.md"), "# A").unwrap();
    let listing = listed(&dir);
    assert_eq!(names(&listing), ["a.md"]);
    assert!(matches!(listing.skipped.as_slice(), [one] if one.why == Why::TooDeep), "{:?}", listing.skipped);
    assert!(Path::new(&listing.skipped[0].name).components().count() > 100);
}
