//! Names of files: a clone shall work on every system.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of the project in which nothing is built.
const FOLDERS: &[&str] = &[
    ".ci",
    "benches",
    "docs",
    "examples",
    "fixtures",
    "fuzz/dictionaries",
    "packaging",
    "page",
    "python/src",
    "src",
    "tests",
];

/// All files and folders below a folder.
fn all_below(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    let deeper: Vec<PathBuf> = found
        .iter()
        .filter(|path| path.is_dir())
        .flat_map(|path| all_below(path))
        .collect();
    found.extend(deeper);
    found
}

/// Whether Windows takes this name. There `nul.txt` is a device, as `nul` is.
fn is_portable(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let stem = name.split('.').next().unwrap_or_default();
    let is_port = |port: &str| {
        let number = stem.strip_prefix(port).unwrap_or_default();
        number.len() == 1 && number.bytes().all(|digit| digit.is_ascii_digit())
    };
    let is_device =
        ["aux", "con", "nul", "prn"].contains(&stem) || is_port("com") || is_port("lpt");
    !is_device
        && !name.ends_with(['.', ' '])
        && !name.contains(['<', '>', ':', '"', '\\', '|', '?', '*'])
}

#[test]
fn windows_takes_the_names_of_all_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = BTreeMap::new();
    for path in FOLDERS
        .iter()
        .flat_map(|folder| all_below(&root.join(folder)))
    {
        let name = path.file_name().unwrap().to_str().expect("a name in UTF-8");
        assert!(is_portable(name), "{}", path.display());
        // There two names that differ only in their case are one.
        let folded = path.to_str().unwrap().to_lowercase();
        if let Some(other) = names.insert(folded, path.clone()) {
            panic!("{} and {}", path.display(), other.display());
        }
    }
}

/// Git for Windows makes a file with the path of a link out of it.
#[test]
fn no_file_is_a_link() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let below = FOLDERS
        .iter()
        .flat_map(|folder| all_below(&root.join(folder)));
    let python = fs::read_dir(root.join("python")).unwrap();
    // The folder of builds may be a link to another disk.
    let files = python
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.is_dir());
    for path in below.chain(files) {
        assert!(!path.is_symlink(), "{} is a link", path.display());
    }
}

/// The package has the licence of the project, word for word.
#[test]
fn the_python_package_has_a_copy_of_the_licence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [licence, copy] = ["LICENSE", "python/LICENSE.txt"].map(|path| root.join(path));
    assert_eq!(fs::read(licence).unwrap(), fs::read(copy).unwrap());
    // cargo-about looks for this file. Without it a release has no text of the licence.
    let about = fs::read_to_string(root.join("about.toml")).unwrap();
    let (_, ours) = about.split_once("[tochki-python.clarify]").unwrap();
    assert!(ours.contains("path = \"LICENSE.txt\""));
}

#[test]
fn names_of_devices_are_not_portable() {
    for name in ["nul.sgf", "Con", "lpt1", "a:b", "end."] {
        assert!(!is_portable(name), "{name}");
    }
    for name in ["nul-byte.sgf", "console", "com.rs", ".gitignore"] {
        assert!(is_portable(name), "{name}");
    }
}
