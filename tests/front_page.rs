//! The table "Where do I find" on the front page of the documentation tells where things are.

use std::path::Path;

/// The parts of a text between backquotes, with what follows each until the next.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// What the table names and the sources do not have.
fn faults(front_page: &str, source: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let table = front_page
        .lines()
        .skip_while(|line| *line != "//! # Where do I find")
        .filter_map(|line| line.strip_prefix("//! | "));
    let mut faults = Vec::new();
    for row in table {
        let mut text = None;
        for word in quoted(row) {
            match &text {
                _ if word.ends_with(".rs") => {
                    text = source(word);
                    faults.extend(text.is_none().then(|| format!("{word} is no file")));
                }
                Some(text) if has_word(text, word) => {}
                _ => faults.push(format!("`{word}` is not there: {row}")),
            }
        }
    }
    faults
}

/// Whether a name occurs in a text that is not part of a longer one.
fn has_word(text: &str, name: &str) -> bool {
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c| !in_name(c)).any(|word| word == name)
}

fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok()
}

#[test]
fn everything_is_where_the_front_page_says() {
    let page = read("src/lib.rs").unwrap();
    assert!(page.matches("//! | ").count() > 20);
    let faults = faults(&page, read);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_is_not_there_is_found_out() {
    let source = |path: &str| (path == "a.rs").then(|| "fn put() {} // all_put".to_owned());
    let page = |row: &str| format!("//! | `x` | elsewhere |\n//! # Where do I find\n//! | {row} |");
    for (row, count) in [
        ("a dot | `a.rs`", 0),
        ("a dot | `a.rs`: `put`", 0),
        ("a dot | `a.rs`: `put`, `all`", 1),
        ("a dot | `b.rs`", 1),
        ("a dot | `put`", 1),
    ] {
        assert_eq!(faults(&page(row), source).len(), count, "{row}");
    }
}
