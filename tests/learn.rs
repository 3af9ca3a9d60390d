//! `tochki learn`: games that are resumed and shared out, a table made of them, and bad input.

#![cfg(feature = "cli")]

use assert_cmd::Command;
use std::fs;
use std::path::Path;

fn learn(directory: &Path, arguments: &str) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("tochki").unwrap();
    command.current_dir(directory).arg("learn");
    command.args(arguments.split_whitespace()).assert()
}

/// The lines of a file, sorted.
fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

const QUICK: &str = "--size 8x8 --nodes 40 --quick-nodes 10 --every 2";

#[test]
fn games_are_resumed_and_shared_out() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let play = |arguments: &str| {
        learn(directory.path(), &format!("play {QUICK} {arguments}")).success();
    };
    play("--out whole --games 5");
    play("--out part --games 2");
    play("--out part --games 5 --threads 2");
    play("--out shares --games 5 --shard 1/2");
    play("--out shares --games 5 --shard 0/2");
    assert_eq!(lines(&path("whole")).len(), 1 + 5);
    assert_eq!(lines(&path("part")), lines(&path("whole")));
    assert_eq!(lines(&path("shares")), lines(&path("whole")));
    let again = format!("play {QUICK} --out whole --games 5");
    let done = learn(directory.path(), &again).success();
    let text = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
    assert!(text.contains("nothing to play"), "{text}");
    let refused = learn(directory.path(), &format!("{again} --seed 9")).code(2);
    let text = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(
        text.contains("--seed 1 ") && text.contains("--seed 9 "),
        "{text}"
    );
    assert_eq!(lines(&path("part")), lines(&path("whole")));
}

#[test]
fn half_a_line_is_dropped_and_played_again() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games");
    let arguments = format!("play {QUICK} --out games --games 3");
    learn(directory.path(), &arguments).success();
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 5]).unwrap();
    learn(directory.path(), &arguments).success();
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
}

#[test]
fn a_file_belongs_to_nothing_before_its_first_game() {
    let directory = tempfile::tempdir().unwrap();
    // What a process leaves that is interrupted in its first game.
    fs::write(directory.path().join("games"), "").unwrap();
    let play = format!("play {QUICK} --out games --games 1 --seed 9");
    learn(directory.path(), &play).success();
    assert_eq!(lines(&directory.path().join("games")).len(), 2);
}

#[test]
fn two_processes_do_not_add_to_one_file() {
    let directory = tempfile::tempdir().unwrap();
    let file = fs::File::create(directory.path().join("games")).unwrap();
    file.lock().unwrap();
    let refused = learn(directory.path(), &format!("play {QUICK} --out games")).code(2);
    let text = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(text.contains("another process"), "{text}");
}

#[test]
fn a_game_that_is_there_twice_is_learned_once() {
    let directory = tempfile::tempdir().unwrap();
    let play = format!("play --out games --games 12 {QUICK}");
    learn(directory.path(), &play).success();
    let train = |games: &str, table: &str| {
        let output = learn(directory.path(), &format!("train {games} --out {table}")).success();
        (
            output.get_output().stdout.clone(),
            fs::read(directory.path().join(table)).unwrap(),
        )
    };
    assert_eq!(train("games", "once"), train("games games", "twice"));
}

#[test]
fn a_table_is_made_and_used() {
    let directory = tempfile::tempdir().unwrap();
    learn(
        directory.path(),
        &format!("play --out games --games 12 {QUICK}"),
    )
    .success();
    learn(directory.path(), "train games --out table --rarest 3").success();
    let output = learn(directory.path(), "test games --policy table").success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(
        text.starts_with("12 games: ") && text.contains("top-20"),
        "{text}"
    );
    // Without a choice it is the policy that the engine plays with.
    let tested = |arguments: &str| {
        let output = learn(directory.path(), &format!("test games{arguments}")).success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    assert_eq!(tested(""), tested(" --policy shipped"));
    assert_ne!(tested(""), tested(" --policy hand"));
    let importance = tested(" --policy importance");
    assert!(importance.starts_with("12 games: "), "{importance}");
    assert_ne!(
        importance,
        tested(" --policy importance --option article.shapes=false")
    );
    let refused = learn(directory.path(), "test games --option article.sum=true").code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(error.contains("--policy importance"), "{error}");
    learn(
        directory.path(),
        &format!("play --out more --games 1 --policy table {QUICK}"),
    )
    .success();
    let mut engine = Command::cargo_bin("tochki").unwrap();
    let requests = "1 init 8 8 1\n2 set_option engine mcts\n3 set_option nodes 50\n4 gen_move 0\n";
    let engine = engine
        .current_dir(directory.path())
        .args(["v6", "--weights", "table"]);
    let output = engine.write_stdin(requests).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("= 4 gen_move"), "{text}");
}

#[test]
fn what_is_no_game_or_table_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(
        directory.path().join("games"),
        "g0 9x9 0 0 0:4,4\ng1 9x9 0 0 0:9,4\n",
    )
    .unwrap();
    fs::write(directory.path().join("heading"), "# no games yet\n").unwrap();
    fs::write(directory.path().join("line"), "a line without an end").unwrap();
    fs::write(directory.path().join("good"), "g0 9x9 0 0 0:4,4\n").unwrap();
    fs::write(directory.path().join("table"), "too short").unwrap();
    for (arguments, complaint) in [
        ("test games", "games:2"),
        ("play --games 0 --out out", "--games"),
        ("train games --out out", "games:2"),
        ("train good --out good", "good holds games"),
        ("train good --out nowhere/out", "nowhere"),
        ("train heading --out out", "no moves"),
        ("train good --out out --epochs 0", "--epochs"),
        ("play --out more --nodes 0", "--nodes"),
        ("test nothing", "nothing"),
        ("test good --policy table", "table"),
        ("play --out games --games 3", "games:2"),
        ("play --out more --policy table", "table"),
        ("play --out line", "line holds no games"),
        ("play --out more --shard 2/2", "--shard"),
    ] {
        let output = learn(directory.path(), arguments).code(2);
        let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(text.contains(complaint), "{arguments}: {text}");
    }
    assert!(!directory.path().join("out").exists() && !directory.path().join("more").exists());
    assert_eq!(lines(&directory.path().join("good")), ["g0 9x9 0 0 0:4,4"]);
    assert_eq!(
        lines(&directory.path().join("line")),
        ["a line without an end"]
    );
}
