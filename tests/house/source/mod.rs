//! The text files of a folder, and the pages of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// The Rust files of a folder and those below it, with their texts.
pub fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let found = texts(folder, "rs");
    // With no files found a test would check nothing.
    assert!(!found.is_empty(), "no files in {}", folder.display());
    found
}

/// The files with an extension in a folder and below it, with their texts.
pub fn texts(folder: &Path, extension: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(texts(&path, extension));
        } else if path.extension().is_some_and(|ending| ending == extension) {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}

/// The pages of the repository, with their texts.
pub fn pages() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["docs", "benches", "src", "fixtures"];
    let mut pages: Vec<_> = folders
        .iter()
        .flat_map(|folder| texts(&root.join(folder), "md"))
        .collect();
    for page in [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "protocol.md",
        "python/README.md",
    ] {
        let path = root.join(page);
        let text = fs::read_to_string(&path).expect(page);
        pages.push((path, text));
    }
    pages
}
