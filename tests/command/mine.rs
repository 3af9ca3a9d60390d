//! The mined puzzles, proved anew, and the command that mines.

use crate::fixtures;
use assert_cmd::Command;
use std::collections::HashSet;
use std::fs;
use tochki::notation::puzzle::{self, Depth, Puzzle};
use tochki::search::tactical::Tactical;
use tochki::search::{Engine, Limits, Silent};
use tochki::tools::mine;

fn mined() -> Vec<Puzzle> {
    fixtures::puzzles("puzzles/mined")
}

#[test]
fn the_exact_search_proves_the_mined_puzzles() {
    let puzzles = mined();
    assert!(puzzles.len() >= 200);
    for puzzle in &puzzles {
        assert_eq!(mine::check(puzzle, 2), Ok(()), "{}", puzzle.title);
    }
}

/// What wins sooner goes before what wins as much later on.
#[test]
fn a_deeper_search_keeps_to_the_answer() {
    let plies = 10;
    let mut compared = 0;
    for puzzle in mined()
        .iter()
        .filter(|puzzle| puzzle.board.size().area() == 100)
    {
        let mut engine = Tactical::default();
        let limits = Limits::plies(plies);
        let mut board = puzzle.board.clone();
        let outcome = engine.search(&mut board, puzzle.player, &limits, &mut Silent);
        if outcome.value == puzzle.answers[0].score {
            compared += 1;
            assert_eq!(
                outcome.best,
                Some(puzzle.answers[0].point),
                "{}",
                puzzle.title
            );
        }
    }
    assert!(compared > 20, "only {compared}");
}

#[test]
fn no_mined_puzzle_comes_twice() {
    let puzzles = mined();
    let titles: HashSet<&str> = puzzles.iter().map(|p| p.title.as_str()).collect();
    let forms: HashSet<String> = puzzles.iter().map(mine::canonical).collect();
    assert_eq!((titles.len(), forms.len()), (puzzles.len(), puzzles.len()));
}

#[test]
fn what_is_no_puzzle_is_refused() {
    let mut puzzles = mined();
    let puzzle = &mut puzzles[0];
    puzzle.answers[0].score += 1;
    let Err(mine::Flaw::Value(value)) = mine::check(puzzle, 2) else {
        panic!("the value is wrong");
    };
    puzzle.answers[0].score = value;
    assert!(matches!(
        mine::check(puzzle, 100),
        Err(mine::Flaw::Others(_))
    ));
    puzzle.plies += 1;
    let shallower = mine::Flaw::Shallower(Depth {
        plies: puzzle.plies - 1,
    });
    assert_eq!(mine::check(puzzle, 2), Err(shallower));
    puzzle.answers.clear();
    assert_eq!(mine::check(puzzle, 2), Err(mine::Flaw::Answers));
}

#[test]
fn the_command_writes_puzzles_once() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("puzzles.txt");
    let mine = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
        command.args("mine --puzzles 2 --size 8x8 --depth 2 --seed 35".split(' '));
        command.arg("--out").arg(&out);
        command
    };
    mine().assert().success().stdout("2 puzzles\n").stderr("");
    let text = fs::read_to_string(&out).unwrap();
    assert_eq!(puzzle::parse(&text).unwrap().len(), 2);
    let again = mine().assert().code(2).stdout("");
    let advice = String::from_utf8_lossy(&again.get_output().stderr).into_owned();
    assert!(advice.contains("remove it"), "{advice}");
    assert_eq!(fs::read_to_string(&out).unwrap(), text);
    let wrong = mine().args(["--shallow", "2"]).assert().code(2);
    let reason = String::from_utf8_lossy(&wrong.get_output().stderr).into_owned();
    assert!(
        reason.contains("--shallow must be less than --depth"),
        "{reason}"
    );
}

#[test]
fn a_run_without_puzzles_leaves_no_file() {
    let directory = tempfile::tempdir().unwrap();
    let mine = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
        command.current_dir(&directory).arg("mine");
        command.args("--size 8x8 --depth 2 --out puzzles.txt".split(' '));
        command.args(arguments.split(' ')).assert().stderr("")
    };
    mine("--games 1 --nodes 1")
        .code(1)
        .stdout("no puzzles in 1 game, puzzles.txt is not written\n");
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
    mine("--puzzles 1 --seed 10").success().stdout("1 puzzle\n");
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
}

#[test]
fn shards_find_the_puzzles_of_the_whole_work() {
    let directory = tempfile::tempdir().unwrap();
    let mine = |name: &str, shard: &[&str]| {
        let out = directory.path().join(name);
        let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
        command.args("mine --puzzles 99 --games 20 --size 8x8 --depth 2.5 --seed 7".split(' '));
        command.args(shard).arg("--out").arg(&out);
        // There are fewer puzzles than wanted; yet a shard has done its work.
        command.assert().code(i32::from(shard.is_empty()));
        // A shard without puzzles has a file without one.
        let text = fs::read_to_string(&out).unwrap();
        puzzle::parse(&text).unwrap_or_default()
    };
    let titles = |puzzles: &[Puzzle]| -> Vec<String> {
        let mut titles: Vec<String> = puzzles.iter().map(|found| found.title.clone()).collect();
        titles.sort();
        titles
    };
    let whole = mine("whole", &[]);
    let shards = ["0/4", "1/4", "2/4", "3/4"]
        .map(|shard| mine(&shard.replace('/', "-"), &["--shard", shard]));
    assert!(shards.iter().all(|found| found.len() < whole.len()));
    assert_eq!(titles(&shards.concat()), titles(&whole));
    let text = fs::read_to_string(directory.path().join("2-4")).unwrap();
    assert!(
        text.lines()
            .next()
            .unwrap()
            .ends_with(" --shard 2/4 --out FILE"),
        "{text}"
    );
}
