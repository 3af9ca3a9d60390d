//! The benchmarks count the same work on every machine.

#![cfg(feature = "cli")]

use assert_cmd::Command;
use tochki::tools::bench::search::positions;

#[test]
fn the_exact_search_looks_at_as_many_nodes_as_ever() {
    let mut command = Command::cargo_bin("tochki").unwrap();
    let output = command
        .args(["bench", "search", "--plies", "5"])
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    for (puzzle, line) in positions().iter().zip(text.lines()) {
        let value = format!("value {:>4}", format!("{:+}", puzzle.best_score()));
        assert!(
            line.starts_with(&puzzle.title) && line.contains(&value),
            "{line}"
        );
    }
    // A change of the search that changes this says so, with the number.
    assert_eq!(text.lines().last(), Some("42450 nodes"));
}
