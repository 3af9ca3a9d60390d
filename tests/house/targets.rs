//! No test is passed over in silence.

use crate::source::files;
use std::fs;
use std::path::Path;

/// With `test = false` cargo leaves out the tests in the files of a target, and says nothing about it.
#[test]
fn the_tests_of_every_target_are_run() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest = fs::read_to_string(manifest).unwrap();
    let leaves_out = |line: &str| line.trim() == "test = false";
    assert!(!manifest.lines().any(leaves_out));
}

/// The compiler leaves out a file that its `main.rs` does not name, and says nothing about it.
#[test]
fn every_file_beside_a_main_is_a_module() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut count = 0;
    for (main, text) in files(&tests) {
        if !main.ends_with("main.rs") {
            continue;
        }
        for entry in fs::read_dir(main.parent().unwrap()).unwrap() {
            let path = entry.unwrap().path();
            let is_file = path != main && path.extension().is_some_and(|ending| ending == "rs");
            if is_file || path.join("mod.rs").exists() {
                let name = path.file_stem().unwrap().display();
                let declaration = format!("mod {name};");
                let is_declared = text.lines().any(|line| line == declaration);
                assert!(is_declared, "{}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 60, "{count}");
}
