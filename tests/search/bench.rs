//! The benchmarks count the same work on every machine.

use crate::fixtures::puzzles;
use assert_cmd::Command;
use std::fs;
use tochki::search::game_tree::Leaves;
use tochki::tools::bench::plot;
use tochki::tools::bench::search::positions;
use tochki::tools::bench::trees::{self, Method, SearchAids, SearchedCells, TestTree};

#[test]
fn the_exact_search_looks_at_as_many_nodes_as_ever_in_every_folder() {
    let elsewhere = tempfile::tempdir().unwrap();
    let mut command = Command::cargo_bin("tochki").unwrap();
    let output = command
        .current_dir(&elsewhere)
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
    assert_eq!(text.lines().last(), Some("33258 nodes"));
}

/// The text that a command prints.
fn printed(arguments: &[&str]) -> String {
    let mut command = Command::cargo_bin("tochki").unwrap();
    let output = command.args(arguments).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_position_that_is_given_up_is_not_searched_within_a_second() {
    let text = printed(&["bench", "search", "--depth", "2.5", "--nodes", "100"]);
    let given_up = text.lines().filter(|line| line.contains(" value    - "));
    let given_up = given_up.count();
    assert!(given_up > 0, "{text}");
    let told = format!("5 plies: {} of 50 within 1 s, ", 50 - given_up);
    assert!(text.contains(&told), "{told}: {text}");
}

#[test]
fn deadlines_take_the_numbers_of_threads_from_one_flag() {
    let deadlines = |extra: &[&str]| {
        let mut command = Command::cargo_bin("tochki").unwrap();
        let line = "bench deadlines --size 5x5 --threads 1 --time 1ms --count 1 --nodes 1";
        command.args(line.split(' ')).args(extra).assert()
    };
    let refused = deadlines(&["--option", "threads=2"]).code(2).stdout("");
    let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(told.contains("--threads"), "{told}");
    deadlines(&["--option", "hash=1"]).success();
    // A wrong option is refused before the head of the table.
    deadlines(&["--option", "hash=0"]).code(2).stdout("");
}

#[test]
fn flags_of_the_board_that_would_do_nothing_are_refused() {
    for flags in [
        "--size 3x3 --games 1 --repetitions 3",
        "--width 3 --height 3 --games 1 --repetitions 3",
        "--make-undo 10 --repetitions 1 --games 1",
    ] {
        let mut command = Command::cargo_bin("tochki").unwrap();
        let refused = command
            .args(["bench", "field"])
            .args(flags.split(' '))
            .assert();
        let refused = refused.code(2).stdout("");
        let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(told.contains("cannot be used with"), "{told}");
    }
}

#[test]
fn the_tree_of_pi_has_the_leaves_of_the_paper() {
    let text = printed(&["bench", "trees", "--pi"]);
    for (search, leaves) in [
        ("minimax, negamax", 81),
        ("minimax, Max and Min", 81),
        ("one bound (F1)", 36),
        ("alpha-beta (F2)", 31),
        ("alpha-beta, iterative", 31),
        ("alpha-beta in (0, 4)", 30),
    ] {
        let line = format!("{search:<22} value 2  {leaves} leaves");
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
}

#[test]
fn the_tree_of_a_position_of_a_game_is_searched() {
    let folder = tempfile::tempdir().unwrap();
    // The last move of the game captures. In both positions it is to come.
    let game = "(;GM[40]SZ[5]AB[cb][bc]AW[cc];B[dc];W[aa];B[cd])";
    let diagram = ".....\n..0..\n.010.\n.....\n1....";
    for (file, text) in [
        ("game.sgf", game),
        ("diagram", diagram),
        ("diagram.txt", diagram),
    ] {
        fs::write(folder.path().join(file), text).unwrap();
    }
    for name in ["game.sgf:2", "diagram", "diagram.txt"] {
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        let text = printed(&["bench", "trees", path, "--plies", "1", "--cells", "useful"]);
        let title = text.lines().next().unwrap();
        let expected = format!("{name}: 1 useful cells, 1 plies");
        assert!(title.ends_with(&expected), "{text}");
        let rows = text.lines().skip(3).filter(|line| !line.is_empty());
        let rows: Vec<&str> = rows.collect();
        // Each method without and with best-first order and deepening.
        assert_eq!(rows.len(), 4 * Method::ALL.len(), "{text}");
        assert!(rows.iter().all(|row| row.contains(" +1 ")), "{text}");
    }
}

#[test]
fn a_note_about_the_record_of_a_position_goes_to_stderr() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.sgf");
    // The last move is on a dot.
    fs::write(&path, "(;GM[40]SZ[5]AB[cb][bc][dc]AW[cc];W[aa];B[aa])").unwrap();
    let mut command = Command::cargo_bin("tochki").unwrap();
    let searched = command.args(["bench", "trees", "--plies", "1"]).arg(&path);
    let searched = searched.assert().success();
    let output = searched.get_output();
    let told = String::from_utf8_lossy(&output.stderr);
    let note = format!("note: {}: ", path.display());
    assert!(
        told.starts_with(&note) && told.lines().count() == 1,
        "{told}"
    );
    assert!(!String::from_utf8_lossy(&output.stdout).contains("note"));
}

#[test]
fn a_search_that_is_given_up_has_no_branching_factor() {
    let line = "bench trees fixtures/puzzles/captures.txt#1 --plies 2 --cells range --leaves 30";
    let arguments: Vec<&str> = line.split(' ').collect();
    let text = printed(&arguments);
    let rows: Vec<Vec<&str>> = text
        .lines()
        .skip(3)
        .map(|row| row.split_whitespace().rev().collect())
        .filter(|row: &Vec<&str>| !row.is_empty())
        .collect();
    assert!(rows.iter().any(|row| row[4] == "-"), "{text}");
    for row in rows {
        assert_eq!(row[0] == "-", row[4] == "-", "{text}");
    }
}

#[test]
fn all_searches_of_a_position_find_its_value() {
    let mut counts = Vec::new();
    for file in ["captures.txt", "double-threats.txt", "article.txt"] {
        let puzzle = &puzzles(&format!("puzzles/{file}"))[0];
        for cells in [SearchedCells::Range, SearchedCells::Useful] {
            let subject = TestTree::new(&puzzle.board, puzzle.player, cells, 3);
            let (all, least) = subject.leaves_in_theory();
            let plain = subject.search(Method::Negamax, SearchAids::default(), u64::MAX);
            assert!(plain.value.is_some());
            // A capture can take cells, so that there are fewer leaves.
            assert!(plain.leaves as f64 <= all);
            for (best_first, deepening) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                for method in Method::ALL {
                    let row = subject.search(
                        method,
                        SearchAids {
                            best_first,
                            deepening,
                        },
                        u64::MAX,
                    );
                    assert_eq!(row.value, plain.value, "{file} {method:?}");
                }
            }
            let cut = subject.search(
                Method::AlphaBeta,
                SearchAids {
                    best_first: true,
                    deepening: false,
                },
                u64::MAX,
            );
            assert!(cut.leaves <= plain.leaves);
            // No order of moves visits fewer leaves of a tree without captures.
            assert!(plain.leaves as f64 != all || cut.leaves as f64 >= least);
            counts.push((plain.leaves, cut.leaves));
        }
    }
    // Leaves of minimax, and of alpha-beta with the ordered moves.
    let expected = [
        (3360, 238),
        (1, 1),
        (15600, 671),
        (6, 4),
        (492960, 6475),
        (210, 51),
    ];
    assert_eq!(counts, expected);
}

#[test]
fn the_chart_of_the_page_is_what_is_drawn() {
    let puzzle = &puzzles("puzzles/article.txt")[0];
    let drawn = plot::draw(&puzzle.board, puzzle.player, 4, 100_000_000).to_string();
    assert_eq!(drawn, fs::read_to_string("docs/trees.svg").unwrap());
}

#[test]
fn a_search_is_given_up_after_its_leaves() {
    let puzzle = &puzzles("puzzles/article.txt")[0];
    let subject = TestTree::new(&puzzle.board, puzzle.player, SearchedCells::Range, 4);
    let row = subject.search(Method::Negamax, SearchAids::default(), 10_000);
    assert_eq!(row.value, None);
    assert!((10_000..11_000).contains(&row.leaves), "{}", row.leaves);
}

#[test]
fn random_trees_branch_as_expected() {
    let independent = trees::random(3, 8, Leaves::Independent, 100);
    let dependent = trees::random(3, 8, Leaves::Dependent, 100);
    for row in [independent, dependent] {
        assert!(row.alpha_beta <= row.one_bound);
        // No order of moves visits fewer leaves.
        assert!(row.alpha_beta >= 81.0 + 81.0 - 1.0);
    }
    // The root of x^2 + x = 1 is the golden ratio less 1.
    assert!((trees::pearl(2) - 1.618).abs() < 1e-3);
    assert_eq!(independent.alpha_beta.round(), 1265.0);
}
