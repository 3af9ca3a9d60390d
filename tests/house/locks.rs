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

/// The leading numbers that all compatible versions share: `1` for 1.4.2, `0.8` for 0.8.11.
fn series(version: &str) -> &str {
    let start = version.find(|c: char| matches!(c, '1'..='9')).unwrap_or(0);
    let end = version[start..].find('.');
    end.map_or(version, |end| &version[..start + end])
}

/// The version in a manifest, or in a package of a lock file.
fn version_of(text: &str) -> &str {
    let mut lines = text.lines();
    let version = lines.find_map(|line| line.strip_prefix("version = "));
    version.expect("there is a version").trim_matches('"')
}

/// The crates that the engine needs by its manifest, with the feature `cli` or without features. Each has its series.
fn needed(manifest: &str, with_cli: bool) -> BTreeSet<String> {
    let is_of_cli = |name: &str| {
        let entry = format!("\"dep:{name}\",");
        lines_after(manifest, "cli = [").any(|line| line.trim() == entry)
    };
    let mut crates = BTreeSet::new();
    for section in ["[dependencies]", "[target.'cfg(unix)'.dependencies]"] {
        for line in lines_after(manifest, section) {
            if let Some((name, source)) = line.split_once(" = ")
                && (!source.contains("optional = true") || (with_cli && is_of_cli(name)))
            {
                let version = source.split('"').nth(1).expect("a version");
                crates.insert(format!("{name} {}", series(version)));
            }
        }
    }
    crates
}

/// The package of this name in a lock file.
fn package<'a>(lock: &'a str, name: &str) -> &'a str {
    let heading = format!("name = \"{name}\"\n");
    let mut packages = lock.split("[[package]]\n");
    let found = packages.find(|package| package.starts_with(&heading));
    found.expect(name)
}

/// The crates that the engine needs by a lock file, with their series.
fn locked(lock: &str) -> BTreeSet<String> {
    let lines = package(lock, "tochki").lines();
    let entries = lines.filter_map(|line| line.strip_prefix(" \"")?.strip_suffix("\","));
    let with_series = |entry: &str| match entry.split_once(' ') {
        // A version follows the name of a crate that is there in several versions.
        Some((name, version)) => format!("{name} {}", series(version)),
        None => format!("{entry} {}", series(version_of(package(lock, entry)))),
    };
    entries.map(with_series).collect()
}

#[test]
fn the_other_lock_files_follow_the_dependencies_of_the_engine() {
    let manifest = read("Cargo.toml");
    for (path, with_cli, least) in [
        ("python/Cargo.lock", false, 5),
        ("fuzz/Cargo.lock", true, 20),
    ] {
        let wanted = needed(&manifest, with_cli);
        // With no crates found the test would check nothing.
        assert!(wanted.len() > least, "{wanted:?}");
        let lock = read(path);
        assert_eq!(locked(&lock), wanted, "{path}");
        let version = version_of(package(&lock, "tochki"));
        assert_eq!(version, version_of(&manifest), "{path}");
    }
}

#[test]
fn another_series_of_a_crate_is_found_out() {
    let lock = "[[package]]\nname = \"a\"\nversion = \"0.8.11\"\n\n\
        [[package]]\nname = \"tochki\"\nversion = \"0.1.0\"\n\
        dependencies = [\n \"a\",\n \"b 10.2.1\",\n]\n";
    let manifest = |a: &str| format!("[dependencies]\na = \"{a}\"\nb = {{ version = \"10\" }}\n");
    assert_eq!(needed(&manifest("0.8.4"), false), locked(lock));
    assert_ne!(needed(&manifest("0.9"), false), locked(lock));
}
