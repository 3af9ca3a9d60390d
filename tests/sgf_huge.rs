//! SGF files of the largest sizes, and of larger ones.

mod process;

use std::time::{Duration, Instant};
use tochki::notation::sgf::{self, Collection, Problem, Warning};

#[test]
fn huge_files_are_refused_quickly() {
    let started = Instant::now();
    let mega = 10 << 20;
    for (text, problem) in [
        ("(".repeat(mega), Problem::NoGame),
        (")".repeat(mega), Problem::NoGame),
        ("(;".repeat(mega / 2), Problem::TooDeep),
        (format!("({}", ";".repeat(mega)), Problem::TooDeep),
        (format!("(;C{}", "[".repeat(mega)), Problem::UnclosedValue),
        ("x".repeat(sgf::MAX_BYTES + 1), Problem::TooLarge),
    ] {
        assert_eq!(sgf::parse(text.as_bytes()).unwrap_err().what, problem);
    }
    let many = "(;)".repeat(mega / 3);
    assert_eq!(
        sgf::parse(many.as_bytes()).unwrap_err().what,
        Problem::OtherGame
    );
    let wide = format!("(;GM[40]SZ[9]{})", "(;B[aa])".repeat(mega / 8));
    assert_eq!(
        sgf::parse(wide.as_bytes()).unwrap()[0].record.turns.len(),
        1
    );
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn many_branches_under_long_rules_are_read_quickly() {
    let started = Instant::now();
    let (rules, branches) = (",".repeat(500_000), "(;)".repeat(170_000));
    let text = format!("(;GM[40]SZ[9]RU[{rules}];B[aa](;W[bb]){branches})");
    let games = Collection::from_text(&text).unwrap().whole_games().unwrap();
    assert_eq!(games[0].record.turns.len(), 2);
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn start_dots_that_are_repeated_do_not_fill_the_memory() {
    // Each of them stands for 2,704 cells; all together would take a gigabyte.
    let text = format!("(;GM[40]SZ[52]{})", "AB[aa:ZZ]".repeat(200_000));
    let refused = sgf::parse(text.as_bytes()).unwrap_err();
    assert!(matches!(refused.what, Problem::IllegalStart(_)));
    let kilobytes = process::peak_memory(std::process::id());
    // Other systems do not tell it.
    assert!(kilobytes.is_some() || !cfg!(target_os = "linux"));
    // Other tests of this file hold some tens of megabytes.
    assert!(
        kilobytes.is_none_or(|kilobytes| kilobytes < 700_000),
        "{kilobytes:?}"
    );
}

#[test]
fn start_dots_of_many_games_do_not_fill_the_memory() {
    // A megabyte of text that names a hundred million dots.
    let game = "(;GM[40]SZ[52]AB[aa:ZZ])";
    let text = game.repeat((1 << 20) / game.len());
    let read = sgf::parse(text.as_bytes()).map(|games| games.len());
    assert_eq!(read.unwrap_err().what, Problem::ManyDots);
    // A file of usual games may have as many as it likes.
    let games = "(;GM[40]SZ[52]AB[aa][bb][cc][dd])".repeat(30_000);
    assert_eq!(sgf::parse(games.as_bytes()).unwrap().len(), 30_000);
}

#[test]
fn the_deepest_game_is_read() {
    let deepest = format!("(;GM[40]SZ[9]{})", ";".repeat(sgf::MAX_DEPTH - 1));
    assert!(sgf::parse(deepest.as_bytes()).is_ok());
    let half = sgf::MAX_DEPTH / 2;
    for (more, is_read) in [(half, true), (half + 1, false)] {
        let [main, branch] = [half - 1, more].map(|nodes| ";".repeat(nodes));
        let text = format!("(;GM[40]SZ[9]{main}(;)({branch}))");
        let refused = sgf::parse(text.as_bytes()).err().map(|error| error.what);
        assert_eq!(refused, (!is_read).then_some(Problem::TooDeep));
    }
    let nested = sgf::MAX_DEPTH - 1;
    let deepest = format!(
        "(;GM[40]SZ[9]{}{})",
        "(;".repeat(nested),
        ")".repeat(nested)
    );
    assert!(sgf::parse(deepest.as_bytes()).is_ok());
}

#[test]
fn few_of_a_million_warnings_are_told() {
    let words = "c".repeat(1 << 20);
    let moves = "[]".repeat(1 << 20);
    let text = format!("(;GM[40]SZ[9]RE[W+9]C[{words}];B{moves};B[aa])");
    let warnings = &sgf::parse(text.as_bytes()).unwrap()[0].warnings;
    assert_eq!(warnings.len(), 101);
    assert!(matches!(warnings[100].what, Warning::Result { .. }));
}
