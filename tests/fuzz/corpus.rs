//! The kept inputs of the fuzz targets, checked again: `fixtures/fuzz/TARGET/` belongs to `fuzz/src/TARGET.rs`.

use crate::targets::TARGETS;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use tochki::protocol::gtp::Gtp;
use tochki::protocol::json::Json;
use tochki::protocol::v6::V6;
use tochki::protocol::{Dialect, Session, converse};
use tochki::search::options::{OptionKind, Options};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/fuzz")
}

/// Checks every file of a folder. Returns the number of files, and the names of those in which a fault is found.
fn replay(folder: &Path, check: impl Fn(&[u8])) -> (usize, Vec<String>) {
    let mut count = 0;
    let mut faults = Vec::new();
    for entry in fs::read_dir(folder).expect("every target has inputs") {
        let path = entry.expect("a file").path();
        let data = fs::read(&path).expect("a file");
        count += 1;
        if catch_unwind(AssertUnwindSafe(|| check(&data))).is_err() {
            faults.push(path.display().to_string());
        }
    }
    (count, faults)
}

fn replay_target(name: &str) {
    let (_, check) = TARGETS
        .into_iter()
        .find(|(target, _)| *target == name)
        .expect("the target is listed");
    let (count, faults) = replay(&corpus().join(name), check);
    assert!(count > 0, "there is no input for {name}");
    assert!(faults.is_empty(), "{faults:#?}");
}

macro_rules! replays {
    ($($target:ident)*) => {
        $(
            #[test]
            fn $target() {
                replay_target(stringify!($target));
            }
        )*

        #[test]
        fn every_folder_and_every_target_has_its_test() {
            let mut tested = [$(stringify!($target)),*];
            tested.sort_unstable();
            let mut targets = TARGETS.map(|(name, _)| name);
            targets.sort_unstable();
            assert_eq!(tested, targets);
            let folders = fs::read_dir(corpus()).expect("the folder of inputs");
            let mut folders: Vec<String> = folders
                .map(|entry| entry.expect("a folder").file_name().into_string().expect("UTF-8"))
                .collect();
            folders.sort_unstable();
            assert_eq!(folders, targets);
        }
    };
}

replays!(v6 gtp json sgf diagram puzzle openings journal board);

#[test]
fn an_input_with_a_fault_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("good"), "x").unwrap();
    fs::write(folder.path().join("bad"), "y").unwrap();
    let (count, faults) = replay(folder.path(), |data| assert_eq!(data, b"x"));
    assert_eq!(count, 2);
    assert!(
        faults.len() == 1 && faults[0].ends_with("bad"),
        "{faults:?}"
    );
}

/// CI does not compile the targets: cargo-fuzz needs a nightly toolchain.
#[test]
fn every_target_is_a_program_that_calls_its_check() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let read = |path: &str| fs::read_to_string(folder.join(path)).expect(path);
    let manifest = read("Cargo.toml");
    let files = fs::read_dir(folder.join("fuzz_targets")).expect("a folder");
    let counts = [files.count(), manifest.matches("[[bin]]").count()];
    assert_eq!(counts, [TARGETS.len(); 2]);
    let names = TARGETS.map(|(name, _)| name).join(" ");
    let list = format!("targets=({names})\n");
    assert!(read("common.sh").ends_with(&list), "{list}");
    for (name, _) in TARGETS {
        let path = format!("fuzz_targets/{name}.rs");
        let program = format!("name = \"{name}\"\npath = \"{path}\"\n");
        assert!(manifest.contains(&program), "{program}");
        let call = format!("tochki_fuzz::{name}::check(data)");
        assert!(read(&path).contains(&call), "{path}: {call}");
        let check = "pub fn check(data: &[u8])";
        assert!(read(&format!("src/{name}.rs")).contains(check), "{name}");
    }
}

/// The words of a dictionary, without white space around them.
fn words_of(name: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/dictionaries");
    let dictionary = fs::read_to_string(folder.join(name).with_extension("dict")).expect(name);
    let entries = dictionary.lines().filter_map(|line| {
        let word = line.strip_prefix('"')?.strip_suffix('"')?;
        Some(word.replace("\\\"", "\"").trim().to_owned())
    });
    entries.collect()
}

/// The reply to a line.
fn reply(dialect: impl Dialect, line: &'static str) -> String {
    let (mut session, mut output) = (Session::new(Options::default()), Vec::new());
    converse(dialect, &mut session, line.as_bytes(), &mut output).expect("memory can be written");
    String::from_utf8(output).expect("a reply is UTF-8")
}

#[test]
fn the_dictionaries_of_conversations_have_all_commands() {
    let about: Value = serde_json::from_str(&reply(Json, r#"{"command":"About"}"#)).expect("JSON");
    let of_json = about["commands"].as_array().expect("a list").iter();
    let lists = [
        ("v6", reply(V6, "0 list_commands"), "= 0 list_commands"),
        ("gtp", reply(Gtp::default(), "list_commands"), "="),
        (
            "json",
            of_json.map(|command| format!("{command} ")).collect(),
            "",
        ),
    ];
    for (name, list, head) in lists {
        let words = words_of(name);
        let commands = list.strip_prefix(head).expect("a list").split_whitespace();
        // The target sends no `loadsgf`, which reads files.
        let commands: Vec<&str> = commands.filter(|&command| command != "loadsgf").collect();
        // With no commands found the test would check nothing.
        assert!(commands.len() > 15, "{name}: {commands:?}");
        for command in commands {
            assert!(words.contains(command), "{name}: {command}");
        }
    }
}

/// The fuzzer hardly finds a long word that a dictionary lacks.
#[test]
fn the_dictionaries_of_conversations_have_all_options() {
    for dialect in ["v6", "gtp", "json"] {
        let words = words_of(dialect);
        for option in Options::default().list() {
            let choices: &[&str] = match option.kind {
                OptionKind::Choice(choices) => choices,
                _ => &[],
            };
            for &word in [option.name].iter().chain(choices) {
                assert!(words.contains(word), "{dialect}: {word}");
            }
        }
    }
}
