//! The text files of a folder.

use std::fs;
use std::path::{Path, PathBuf};

/// The Rust files of a folder and those below it, with their texts.
pub fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    texts(folder, "rs")
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
