//! What the pages and the comments point to is there: files, names in them, headings, measurements.

use crate::source::{files, pages};
use std::iter::once;
use std::path::Path;

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of the repository; `None` if it is not there.
fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(root().join(path)).ok()
}

/// Folders whose files and folders are mentioned by their paths.
const FOLDERS: [&str; 11] = [
    ".ci/",
    "benches/",
    "docs/",
    "examples/",
    "fixtures/",
    "fuzz/",
    "packaging/",
    "page/",
    "python/",
    "src/",
    "tests/",
];

/// The files and names that a page mentions and that do not exist. A name stands after its file: `src/a.rs`: `name`,
/// `other`.
fn missing_names(page: &str, source: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut missing = Vec::new();
    for line in page.lines() {
        let mut text = None;
        for word in line.split('`').skip(1).step_by(2) {
            if word.starts_with("src/") && word.ends_with(".rs") {
                text = source(word);
                missing.extend(text.is_none().then(|| format!("no file {word}")));
            } else if FOLDERS.iter().any(|folder| word.starts_with(folder)) {
                // Arguments may follow a script.
                let path = word.split(' ').next().unwrap_or(word);
                let is_missing = !root().join(path).exists();
                missing.extend(is_missing.then(|| format!("no file {path}")));
            } else if let Some(text) = &text
                && !has_word(text, word)
            {
                missing.push(format!("no `{word}`: {line}"));
            }
        }
    }
    missing
}

/// Whether a name occurs in a text, and not as a part of a longer one.
fn has_word(text: &str, name: &str) -> bool {
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c| !in_name(c)).any(|word| word == name)
}

#[test]
fn things_are_where_the_pages_say() {
    let lib = read("src/lib.rs").unwrap();
    let mut pages = pages();
    assert!(lib.matches("| `src/").count() > 15 && pages.len() > 15);
    pages.push((root().join("src/lib.rs"), lib));
    let missing: Vec<_> = pages
        .iter()
        .flat_map(|(path, page)| {
            let missing = missing_names(page, read);
            missing
                .into_iter()
                .map(move |what| format!("{}: {what}", path.display()))
        })
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn what_is_not_there_is_found_out() {
    let source = |path: &str| (path == "src/a.rs").then(|| "fn put() {} // all_put".to_owned());
    for (row, count) in [
        ("| `a dot` | `src/a.rs` |", 0),
        ("| a dot | `src/a.rs`: `put` |", 0),
        ("| a dot | `src/a.rs`: `put`, `all` |", 1),
        ("- `src/b.rs`: `put`", 1),
        ("`tests/house/main.rs` and `fuzz/run 600`", 0),
        ("`tests/house/nothing.rs` and `fixtures/none`", 2),
        ("`src/board` and `src/policy/weights.bin`", 0),
        ("`src/boards` and `src/policy/weights.txt`", 2),
        ("`.ci/soak target/x 9`, `.ci/none` and `python/none.py`", 2),
    ] {
        assert_eq!(missing_names(row, source).len(), count, "{row}");
    }
}

/// The targets of the links of a page, without those of the web.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let targets = page.split("](").skip(1);
    targets
        .filter_map(|rest| Some(rest.split_once(')')?.0))
        .filter(|target| !target.contains("://"))
}

/// The anchors of the headings of a page, as they are made on the web.
fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || "-_".contains(c) => Some(c),
            _ => None,
        });
        kept.collect()
    };
    headings.map(anchor).collect()
}

/// Whether a link of a page leads to a file, and to a heading of it if it names one.
fn leads_somewhere(path: &Path, page: &str, target: &str) -> bool {
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let there = path.parent().expect("a page has a folder").join(file);
    let text = match file {
        "" => Some(page.to_owned()),
        _ if anchor.is_empty() => return there.exists(),
        _ => std::fs::read_to_string(there).ok(),
    };
    text.is_some_and(|text| anchors(&text).iter().any(|known| known == anchor))
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    let mut dead = Vec::new();
    for (path, page) in &pages {
        for target in links(page).filter(|target| !leads_somewhere(path, page, target)) {
            dead.push(format!("{}: {target}", path.display()));
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
    let page = "# A `b` c\n[x](#a-b-c) [y](#a-b) [z](Cargo.toml) [w](cargo.toml)";
    let found: Vec<_> = links(page)
        .map(|target| leads_somewhere(&root().join("page.md"), page, target))
        .collect();
    assert_eq!(found, [true, false, true, false]);
}

fn says_unmeasured(text: &str) -> bool {
    let text = text.to_lowercase();
    let words = [
        "not measured",
        "not been measured",
        "never measured",
        "not tuned",
    ];
    words.iter().any(|words| text.contains(words))
}

/// What is wrong with the measurements of which the text of a source file tells.
fn unmeasured(file: &str, text: &str) -> Vec<String> {
    let name = format!("`{file}`");
    let mut faults = Vec::new();
    for (before, line) in once("").chain(text.lines()).zip(text.lines()) {
        let page = line.find("benches/").map(|at| &line[at..]);
        let page = page.and_then(|rest| Some(&rest[..rest.find(".md")? + 3]));
        // The sentence may begin on the line before.
        let said = [before, line].map(|line| line.trim_start_matches(['/', ' ']));
        let is_unmeasured = says_unmeasured(&said.join(" "));
        let fault = match page.map(read) {
            Some(None) => "no page",
            Some(Some(list)) if is_unmeasured && !list.contains(&name) => "not listed",
            None if says_unmeasured(line) => "no link",
            _ => continue,
        };
        faults.push(format!("{fault}: {line}"));
    }
    faults
}

#[test]
fn what_was_not_measured_is_listed() {
    let mut faults = Vec::new();
    for (path, text) in files(&root().join("src")) {
        let file = path.strip_prefix(root()).unwrap().display().to_string();
        let found = unmeasured(&file, &text);
        faults.extend(found.iter().map(|fault| format!("{file}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // The first of the two files is in the list of that page, the second is not.
    for (line, counts) in [
        ("/// Not measured.", [1, 1]),
        ("/// Its effect has not been measured.", [1, 1]),
        ("/// Not tuned.", [1, 1]),
        ("/// Not measured: benches/ingredients.md.", [0, 1]),
        ("/// Not\n/// measured: benches/ingredients.md.", [0, 1]),
        ("/// It won: benches/ingredients.md.", [0, 0]),
        ("/// It won: benches/nothing.md.", [1, 1]),
    ] {
        let sources = ["src/policy/cache.rs", "src/lib.rs"];
        let found = sources.map(|file| unmeasured(file, line).len());
        assert_eq!(found, counts, "{line}");
    }
}
