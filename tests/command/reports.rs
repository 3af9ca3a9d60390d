//! The fields of reports for programs are those that docs/reports.md lists.

use assert_cmd::Command;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// The paths of the fields in the table of a command.
fn documented(command: &str) -> BTreeSet<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reports.md");
    let page = std::fs::read_to_string(page).unwrap();
    let section = page.split("\n## ").find_map(|section| {
        let (title, text) = section.split_once('\n')?;
        (title == format!("`{command}`")).then_some(text)
    });
    let rows = section.expect("a section").lines();
    let names = rows.filter_map(|row| row.strip_prefix("| `")?.split_once(" |"));
    let names = names.flat_map(|(names, _)| names.split(", "));
    names.map(|name| name.replace('`', "")).collect()
}

/// Adds the paths of all fields with a value to `paths`. `path` is that of the value itself.
fn add_paths(value: &Value, path: &str, paths: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                add_paths(
                    value,
                    format!("{path}.{name}").trim_start_matches('.'),
                    paths,
                );
            }
        }
        Value::Array(elements) => {
            for element in elements {
                add_paths(element, &format!("{path}[]"), paths);
            }
        }
        _ => drop(paths.insert(path.to_owned())),
    }
}

/// The paths of the fields that a command prints.
fn printed(arguments: &[&str]) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.args(arguments).args(["--format", "json"]).output();
    let output = output.unwrap().stdout;
    let report = serde_json::from_slice(&output).expect("JSON");
    let mut paths = BTreeSet::new();
    add_paths(&report, "", &mut paths);
    paths
}

/// `unchecked` are documented fields that this report leaves out: whether they exist is not checked here.
fn assert_documented(arguments: &[&str], unchecked: &[&str]) {
    assert_documented_as(arguments[0], arguments, unchecked);
}

/// The same for the section of the page with this title.
fn assert_documented_as(title: &str, arguments: &[&str], unchecked: &[&str]) {
    let mut printed = printed(arguments);
    printed.extend(unchecked.iter().map(|&path| path.to_owned()));
    assert_eq!(printed, documented(title));
}

#[test]
fn reports_of_analyses_have_the_fields_of_the_page() {
    let game = "fixtures/sgf/freed.sgf";
    assert_documented(
        &["analyze", game, "--complexity", "0"],
        &[
            "notes[]",
            "origin",
            "moves[].enclosed[].player",
            "moves[].enclosed[].dots",
            "moves[].enclosed[].at",
            "moves[].enclosed[].key",
        ],
    );
    // The record is cut before a move that the rules refuse.
    let cut = printed(&["analyze", "fixtures/sgf/on-a-dot.sgf", "--complexity", "0"]);
    assert!(cut.contains("notes[]"), "{cut:?}");
}

#[test]
fn reports_of_puzzles_have_the_fields_of_the_page() {
    let puzzles = "fixtures/puzzles/ladders.txt#1";
    assert_documented(&["solve", puzzles, "--engine", "tactical"], &[]);
    let table = ["solve", "--ablate", "fixtures/puzzles/article.txt"];
    assert_documented_as("solve --ablate", &table, &[]);
}

#[test]
fn reports_of_matches_have_the_fields_of_the_page() {
    let engine = concat!("'", env!("CARGO_BIN_EXE_tochki"), "'");
    let mut arguments = vec!["match", "--size", "6x6", "--nodes", "20", "--games", "4"];
    arguments.extend(["--start", "random:6", "--sprt", "0,20", "--seed", "2"]);
    arguments.extend(["--engine", engine, "--engine", engine, "--option", "seed=1"]);
    assert_documented(&arguments, &[]);
}
