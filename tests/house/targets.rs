//! No test is passed over in silence.

use std::path::Path;

/// With `test = false` cargo leaves out the tests in the files of a target, and says nothing about it.
#[test]
fn the_tests_of_every_target_are_run() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest = std::fs::read_to_string(manifest).unwrap();
    let leaves_out = |line: &str| line.trim() == "test = false";
    assert!(!manifest.lines().any(leaves_out));
}
