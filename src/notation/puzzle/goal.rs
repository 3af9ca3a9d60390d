//! The goal of a puzzle: a dot that the player to move is to capture, written `capture X Y`.

use super::{DraftAnswer, Fault, PuzzleError};
use crate::board::{Board, Cell};
use crate::geometry::{Player, Point, parse_number};

/// The word before the column and row of the dot.
const CAPTURE: &str = "capture";

/// The text of a goal: `capture`, then column and row of the dot, from 0 at the top left.
pub(super) fn print(dot: Point) -> String {
    format!("{CAPTURE} {} {}", dot.x(), dot.y())
}

/// Reads the column and row of a goal, from 0 at the top left. [`target`] checks that there is a dot.
pub(super) fn parse(value: &str) -> Result<(u32, u32), Fault> {
    let words: Vec<&str> = value.split_whitespace().collect();
    let dot = match words[..] {
        [CAPTURE, x, y] => parse_number(x).zip(parse_number(y)),
        _ => None,
    };
    Fault::unless(dot, "goal", "`capture`, a column and a row", value)
}

/// The dot at this column and row, which `player` is to capture. It is an error if it is not a live dot of the
/// opponent.
pub(super) fn target((x, y): (u32, u32), board: &Board, player: Player) -> Result<Point, Fault> {
    let dot = board.size().point(x, y);
    dot.filter(|&dot| board.cell(dot) == Cell::Live(player.opponent()))
        .ok_or(Fault::NoTarget { x, y })
}

/// Checks the scores of a puzzle with a goal: all are 1 or 0, and one is 1. `line` is that of the goal.
pub(super) fn check_scores(answers: &[DraftAnswer], line: usize) -> Result<(), PuzzleError> {
    if let Some(other) = answers.iter().find(|a| !matches!(a.score, 0 | 1)) {
        return Err(Fault::GoalScore(other.score).at(other.line));
    }
    match answers.iter().any(|a| a.score == 1) {
        true => Ok(()),
        false => Err(Fault::NoCapture.at(line)),
    }
}
