//! The planted ladders and nets, proved anew, and the command that plants them.

use crate::fixtures::{self, for_each};
use assert_cmd::Command;
use std::collections::HashSet;
use std::fs;
use tochki::notation::diagram;
use tochki::notation::puzzle::{self, Puzzle};
use tochki::search::Limits;
use tochki::search::capture_search::{CaptureSearch, CaptureSearchOptions, Fate};
use tochki::tools::mine;
use tochki::tools::plant::{self, CaptureFlaw};
use tochki::{Board, Player, Point};

fn planted() -> Vec<Puzzle> {
    fixtures::puzzles("puzzles/ladders")
}

fn nets() -> Vec<Puzzle> {
    fixtures::puzzles("puzzles/nets")
}

#[test]
fn the_capture_search_proves_the_planted_puzzles() {
    for_each(&[planted(), nets()].concat(), |puzzle| {
        assert_eq!(plant::check(puzzle), Ok(()), "{}", puzzle.title);
    });
}

#[test]
fn there_are_fifty_different_ones_short_and_long_on_busy_boards() {
    let puzzles = planted();
    assert_eq!(puzzles.len(), 50);
    let forms: HashSet<String> = puzzles.iter().map(mine::canonical).collect();
    assert_eq!(forms.len(), puzzles.len());
    for puzzle in &puzzles {
        let dots = Player::ALL.map(|player| puzzle.board.live(player).len());
        assert!(
            (80..=200).contains(&(dots[0] + dots[1])),
            "{}",
            puzzle.title
        );
        assert_eq!(puzzle.board.size().area(), 900);
        assert_eq!(puzzle.right_answers().count(), 1, "{}", puzzle.title);
    }
    let count = |is_so: &dyn Fn(&Puzzle) -> bool| puzzles.iter().filter(|p| is_so(p)).count();
    assert!(count(&|puzzle| puzzle.plies <= 10) >= 10);
    assert!(count(&|puzzle| puzzle.plies > 10) >= 25);
    assert!(count(&|puzzle| puzzle.plies > 20) >= 5);
    assert!(count(&|puzzle| puzzle.theme == "capture by a net") >= 10);
    assert!(count(&|puzzle| puzzle.theme == "capture by a ladder") >= 30);
}

#[test]
fn there_are_more_than_sixty_different_nets_of_three_levels() {
    let puzzles = nets();
    let forms: HashSet<String> = puzzles.iter().map(mine::canonical).collect();
    assert_eq!(forms.len(), puzzles.len());
    assert!(forms.len() > 60);
    for (level, plies) in [(1, 5..=6), (2, 7..=8), (3, 9..=42)] {
        let theme = format!("capture by a net, level {level}");
        let found = puzzles.iter().filter(|puzzle| puzzle.theme == theme);
        assert!(found.clone().count() >= 19, "{theme}");
        assert!(found.map(|puzzle| puzzle.plies).all(|n| plies.contains(&n)));
    }
    for puzzle in &puzzles {
        assert_eq!(puzzle.right_answers().count(), 1, "{}", puzzle.title);
        let mut ladders = CaptureSearch::new(CaptureSearchOptions {
            order: 1,
            ..CaptureSearchOptions::default()
        });
        let mut board = puzzle.board.clone();
        let verdict = ladders.attack(&mut board, puzzle.goal.unwrap(), &Limits::default());
        assert_ne!(verdict.fate, Fate::Captured, "{}", puzzle.title);
    }
}

/// The attacker of a ladder against all replies there are: brute force plays them, and the search
/// only says what the attacker plays.
struct Ladder {
    search: CaptureSearch,
    target: Point,
    attacker: Player,
}

impl Ladder {
    /// Whether every move of the attacker threatens to capture, and every reply loses, however the
    /// ladder goes on. The attacker moves.
    fn captures(&mut self, board: &mut Board) -> bool {
        let verdict = self.search.attack(board, self.target, &Limits::default());
        let Some(cell) = verdict.best.filter(|_| verdict.fate == Fate::Captured) else {
            return false;
        };
        board.play(cell, self.attacker);
        let captures = self.is_captured(board) || self.every_reply_loses(board);
        board.undo();
        captures
    }

    fn every_reply_loses(&mut self, board: &mut Board) -> bool {
        let threats = self.captures_at_once(board, *board.free());
        if threats.is_empty() {
            return false;
        }
        let replies: Vec<Point> = board.free().iter().collect();
        replies.into_iter().all(|reply| {
            board.play(reply, self.attacker.opponent());
            let known = threats & *board.free();
            let loses = !self.captures_at_once(board, known).is_empty()
                || !self.captures_at_once(board, *board.free()).is_empty()
                || self.captures(board);
            board.undo();
            loses
        })
    }

    /// The cells of these where the attacker captures the target at once.
    fn captures_at_once(&self, board: &mut Board, cells: tochki::Bitboard) -> tochki::Bitboard {
        let captures = |&cell: &Point| {
            board.play(cell, self.attacker);
            let captured = self.is_captured(board);
            board.undo();
            captured
        };
        cells.iter().filter(captures).collect()
    }

    fn is_captured(&self, board: &Board) -> bool {
        !board.live(self.attacker.opponent()).contains(self.target)
    }
}

#[test]
fn brute_force_plays_the_ladders_out() {
    let ladders: Vec<Puzzle> = planted()
        .into_iter()
        .filter(|puzzle| puzzle.theme.ends_with("ladder"))
        .collect();
    assert!(ladders.len() >= 30);
    for_each(&ladders, |puzzle| {
        let mut ladder = Ladder {
            search: CaptureSearch::new(CaptureSearchOptions {
                order: 1,
                ..CaptureSearchOptions::default()
            }),
            target: puzzle.goal.unwrap(),
            attacker: puzzle.player,
        };
        let mut board = puzzle.board.clone();
        assert!(ladder.captures(&mut board), "{}", puzzle.title);
        // Where the runner moves first, it is no ladder.
        assert!(!ladder.every_reply_loses(&mut board), "{}", puzzle.title);
    });
}

#[test]
fn what_is_no_puzzle_is_refused() {
    let puzzles = planted();
    let right = &puzzles[0];
    let check = |change: &dyn Fn(&mut Puzzle)| {
        let mut puzzle = right.clone();
        change(&mut puzzle);
        plant::check(&puzzle)
    };
    let answer = right.answers[0];
    let answers = Err(CaptureFlaw::Answers(vec![answer.point]));
    let elsewhere = *right.board.free() - [answer.point].into_iter().collect();
    let elsewhere = elsewhere.iter().next().unwrap();
    assert_eq!(check(&|_| ()), Ok(()));
    assert_eq!(
        check(&|puzzle| puzzle.goal = None),
        Err(CaptureFlaw::NoGoal)
    );
    let defends = check(&|puzzle| puzzle.player = puzzle.player.opponent());
    assert_eq!(defends, Err(CaptureFlaw::NoGoal));
    assert_eq!(
        check(&|puzzle| puzzle.answers[0].point = elsewhere),
        answers
    );
    assert_eq!(check(&|puzzle| puzzle.answers[0].score = 0), answers);
    let length = Err(CaptureFlaw::Length(Some(right.plies)));
    assert_eq!(check(&|puzzle| puzzle.plies += 1), length);
    // With one move more of the attacker, the group is beyond help.
    let moved = |puzzle: &mut Puzzle| {
        puzzle.board.play(answer.point, puzzle.player);
    };
    assert_eq!(check(&moved), Err(CaptureFlaw::Pass));
}

#[test]
fn the_command_writes_puzzles_once() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("puzzles.txt");
    let plant = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
        command.args(["plant", "--puzzles", "1", "--out"]).arg(&out);
        command
    };
    plant().assert().success().stdout("1 puzzle\n").stderr("");
    let text = fs::read_to_string(&out).unwrap();
    let puzzles = puzzle::parse(&text).unwrap();
    assert_eq!(puzzles.len(), 1);
    let read = diagram::parse(&diagram::print(&puzzles[0].board)).unwrap();
    assert_eq!(read.hash(), puzzles[0].board.hash());
    plant().assert().code(2).stdout("");
    assert_eq!(fs::read_to_string(&out).unwrap(), text);
}

#[test]
fn puzzles_of_small_boards_are_told_to_be_rare() {
    let directory = tempfile::tempdir().unwrap();
    let rare = "tochki: puzzles on boards below 14x14 are very rare\n";
    let plant = |words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
        command.current_dir(&directory);
        command.args(["plant", "--positions", "1", "--out", "p.txt"]);
        command.args(words.split(' ')).assert()
    };
    for (words, told) in [("--size 13x20", rare), ("--size 14x14", "")] {
        let run = plant(words).code(1).stderr(told);
        run.stdout("no puzzles in 1 position, p.txt is not written\n");
    }
    // The second run only reads the finished file.
    for told in [rare, ""] {
        let run = plant("--size 13x20 --shard 0/2").success().stderr(told);
        run.stdout("0 puzzles\n");
    }
}
