//! A file of puzzles.

use tochki::notation::puzzle::{self, Puzzle};

/// Puzzles that can be read are printed and read again.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let puzzles = match puzzle::parse(text) {
        Ok(puzzles) => puzzles,
        Err(error) => {
            let lines = text.lines().count().max(1);
            assert!((1..=lines).contains(&error.line), "{error}");
            return;
        }
    };
    puzzles.iter().for_each(check_sense);
    let printed = puzzle::print(&puzzles);
    let again = puzzle::parse(&printed).expect("we read what we print");
    assert_eq!(again.len(), puzzles.len());
    for (again, puzzle) in again.iter().zip(&puzzles) {
        assert_same(again, puzzle);
    }
    assert_eq!(puzzle::print(&again), printed);
}

/// The puzzle keeps what its fields promise.
fn check_sense(puzzle: &Puzzle) {
    puzzle.board.validate().expect("the board is sound");
    assert!(puzzle.right_answers().count() > 0);
    for answer in &puzzle.answers {
        assert!(puzzle.board.is_playable(answer.point));
        let is_best = answer.score == puzzle.best_score();
        assert_eq!(puzzle.is_right(answer.point), is_best);
    }
    if let Some(goal) = puzzle.goal {
        assert!(puzzle.board.live(puzzle.player.opponent()).contains(goal));
    }
}

fn assert_same(again: &Puzzle, puzzle: &Puzzle) {
    assert_eq!(again.title, puzzle.title);
    assert_eq!(again.theme, puzzle.theme);
    assert_eq!(again.player, puzzle.player);
    assert_eq!(again.plies, puzzle.plies);
    assert_eq!(again.goal, puzzle.goal);
    assert_eq!(again.answers, puzzle.answers);
    assert_eq!(again.source, puzzle.source);
    assert_eq!(again.notes, puzzle.notes);
    assert_eq!(again.board.hash(), puzzle.board.hash());
    assert_eq!(again.board.to_string(), puzzle.board.to_string());
}
