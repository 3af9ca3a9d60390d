//! The engine draws random numbers that are equal on every machine. `src/geometry/draws.rs` tells why some functions of
//! the crate `fastrand` are not for it.

use crate::source::files;
use std::path::Path;

/// The folders that are looked at. Tests may draw other positions on machines of 32 bits.
const FOLDERS: [&str; 3] = ["src", "python/src", "examples"];

/// Calls that draw a `usize`. `choice` may also be a function of the engine, so a generator has to stand before it.
const CALLS: [&str; 11] = [
    ".usize(",
    ".isize(",
    ".shuffle(",
    ".choose_multiple(",
    "rng.choice(",
    "random.choice(",
    "fastrand::usize(",
    "fastrand::isize(",
    "fastrand::shuffle(",
    "fastrand::choice(",
    "fastrand::choose_multiple(",
];

/// The numbers of the lines before the tests that draw a `usize` from `fastrand`.
fn faults(text: &str) -> Vec<usize> {
    // A module in a file of its own may be for tests only. What is behind it counts.
    let lines: Vec<&str> = text.lines().collect();
    let begins_tests = |pair: &[&str]| pair[0] == "#[cfg(test)]" && pair[1].ends_with('{');
    let end = lines.windows(2).position(begins_tests);
    let own = lines[..end.unwrap_or(lines.len())].iter().copied();
    let is_fault = |line: &str| {
        // The engine's own generator shuffles in one way everywhere.
        CALLS.iter().any(|call| line.contains(call)) && !line.contains("geometry::Rng")
    };
    let numbered = (1..).zip(own).filter(|(_, line)| is_fault(line));
    match text.contains("fastrand") {
        true => numbered.map(|(number, _)| number).collect(),
        false => Vec::new(),
    }
}

#[test]
fn nothing_is_drawn_that_differs_between_machines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for (path, text) in FOLDERS.iter().flat_map(|folder| files(&root.join(folder))) {
        let is_test =
            path.ends_with("tests.rs") || path.components().any(|part| part.as_os_str() == "tests");
        for line in if is_test { Vec::new() } else { faults(&text) } {
            found.push(format!("{}:{line}", path.display()));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn draws_of_another_length_on_other_machines_are_found() {
    let faults = |line: &str| {
        faults(&format!(
            "use fastrand::Rng;\n{line}\n#[cfg(test)]\nmod tests {{\nrng.usize(..2)\n}}"
        ))
    };
    for line in [
        "rng.usize(..2)",
        "self.rng.shuffle(&mut order)",
        "rng.choice(cells)",
        "fastrand::usize(..2)",
    ] {
        assert_eq!(faults(line), [2], "{line}");
    }
    for line in [
        "rng.u64(..2)",
        "depths.choice(2)",
        "geometry::Rng::new(1).shuffle(&mut cells)",
    ] {
        assert_eq!(faults(line), [], "{line}");
    }
}
