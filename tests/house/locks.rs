//! The packages in `python` and `fuzz` have lock files of their own, which follow the dependencies of the engine.
//! Cargo tells of one that does not only with `--locked`, and CI builds none of the fuzz targets.

use std::collections::BTreeSet;
use std::path::Path;

/// A file of the repository.
fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(path).unwrap()
}

/// The lines of a manifest from this one to the next blank one.
fn lines_after<'a>(manifest: &'a str, line: &str) -> impl Iterator<Item = &'a str> {
    let lines = manifest.lines().skip_while(move |&other| other != line);
    lines.skip(1).take_while(|line| !line.is_empty())
}

/// The crates that the engine needs by its manifest, with the feature `cli` or without features.
fn needed(manifest: &str, with_cli: bool) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for line in lines_after(manifest, "[dependencies]") {
        if let Some((name, source)) = line.split_once(" = ")
            && !source.contains("optional = true")
        {
            names.insert(name.to_owned());
        }
    }
    for line in lines_after(manifest, "cli = [") {
        if let Some(name) = line.trim().strip_prefix("\"dep:")
            && with_cli
        {
            names.insert(name.trim_end_matches("\",").to_owned());
        }
    }
    names
}

/// The crates that the engine needs by a lock file.
fn locked(lock: &str) -> BTreeSet<String> {
    let mut packages = lock.split("[[package]]\n");
    let engine = packages.find(|package| package.starts_with("name = \"tochki\"\n"));
    let lines = engine.expect("the engine is there").lines();
    let entries = lines.filter_map(|line| line.strip_prefix(" \"")?.strip_suffix("\","));
    // A version follows the name of a crate that is there in several versions.
    let names = entries.filter_map(|entry| entry.split(' ').next());
    names.map(str::to_owned).collect()
}

#[test]
fn the_other_lock_files_follow_the_dependencies_of_the_engine() {
    let manifest = read("Cargo.toml");
    for (path, with_cli, least) in [
        ("python/Cargo.lock", false, 5),
        ("fuzz/Cargo.lock", true, 20),
    ] {
        let wanted = needed(&manifest, with_cli);
        // Nothing is missing from what is not found.
        assert!(wanted.len() > least, "{wanted:?}");
        assert_eq!(locked(&read(path)), wanted, "{path}");
    }
}
