//! The script `examples/learn.sh`, which makes a table of weights in generations.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

/// The script with few games, for a folder, and the program `tochki` of the folder `programs`.
fn script(programs: &Path, name: &Path, generations: &str) -> Command {
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", programs.display());
    let mut command = Command::new("bash");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/learn.sh"));
    command.arg(name).arg(generations).env("PATH", path);
    for (setting, value) in [
        ("SIZE", "8x8"),
        ("GAMES", "12"),
        ("NODES", "40"),
        ("MATCH", "4"),
    ] {
        command.env(setting, value);
    }
    command
}

/// Runs it, and returns what it prints.
fn printed(mut command: Command) -> String {
    let output = command.assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

#[test]
fn it_makes_generations_and_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_tochki")).parent().unwrap();
    // The shell of the user looks for folders elsewhere first, where there is one with the same name.
    let elsewhere = tempfile::tempdir().unwrap();
    let (parent, name) = (directory.path().parent(), directory.path().file_name());
    let (parent, name) = (parent.unwrap(), Path::new(name.unwrap()));
    fs::create_dir(elsewhere.path().join(name)).unwrap();
    let run = || {
        let mut command = script(programs, name, "2");
        command.current_dir(parent).env("CDPATH", elsewhere.path());
        printed(command)
    };
    let tables = || {
        ["table-1.bin", "table-2.bin", "best.bin"]
            .map(|name| fs::read(directory.path().join(name)).unwrap())
    };
    // Four games decide nothing.
    let last = "generation 2: not proved stronger, table-1 stays";
    let text = run();
    assert!(
        text.contains("generation 1: table-1 is the best\n"),
        "{text}"
    );
    assert_eq!(text.lines().last(), Some(last));
    let made = tables();
    assert!(made[0] == made[2] && made[0] != made[1]);
    let again = run();
    assert_eq!(again.lines().last(), Some(last));
    assert!(again.contains("nothing to play"), "{again}");
    assert!(tables() == made);
    // A game that a fault has ended is lost, and the match is a gate all the same.
    let journal = directory.path().join("gate-2/journal.jsonl");
    let games = fs::read_to_string(&journal).unwrap();
    let (before, ending) = games.split_once("\"ending\":\"").unwrap();
    let (_, after) = ending.split_once('"').unwrap();
    fs::write(&journal, format!("{before}\"ending\":\"crash\"{after}")).unwrap();
    assert_eq!(run().lines().last(), Some(last));
    let report = fs::read_to_string(directory.path().join("gate-2/result.json")).unwrap();
    assert!(report.contains("\n  \"faults\": 1,"), "{report}");
}

#[test]
fn a_table_that_is_proved_stronger_becomes_the_best() {
    let directory = tempfile::tempdir().unwrap();
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/generations");
    let run = |generations| printed(script(&programs, directory.path(), generations));
    let read = |file: &str| fs::read_to_string(directory.path().join(file)).unwrap();
    let wanted = [1, 2, 3].map(|n| format!("generation {n}: table-{n} is the best\n"));
    assert_eq!(run("3"), wanted.concat());
    assert_eq!(read("best.bin"), read("table-3.bin"));
    // The best table plays the games and is the opponent of the gate. The games before count too.
    let games = read("games-3.txt");
    assert!(games.contains(" --policy table-2.bin "), "{games}");
    let gate = read("gate-3/asked");
    let engines =
        "--engine tochki v6 --policy table-3.bin --engine tochki v6 --policy table-2.bin ";
    assert!(gate.contains(engines), "{gate}");
    let table = read("table-3.bin");
    assert!(table.contains(" games-3.txt games-2.txt "), "{table}");
    // A run that is stopped before the last generation puts no older table back.
    assert_eq!(run("2"), wanted[..2].concat());
    assert_eq!(read("best.bin"), read("table-3.bin"));
}
