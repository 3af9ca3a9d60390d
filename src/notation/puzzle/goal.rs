//! The dot that a puzzle is about, where it does not ask for dots won in a number of plies.

use super::Fault;
use crate::board::{Board, Cell};
use crate::geometry::{Player, Point, parse_number};

/// How the line of a goal goes on before the cell of the dot.
const CAPTURE: &str = "capture";

/// A goal as it stands in the text.
pub(super) fn print(dot: Point) -> String {
    format!("{CAPTURE} {} {}", dot.x(), dot.y())
}

/// Reads what [`print`] prints; whether the dot is there is not known yet.
pub(super) fn parse(value: &str) -> Result<(u32, u32), Fault> {
    let words: Vec<&str> = value.split_whitespace().collect();
    let dot = match words[..] {
        [CAPTURE, x, y] => parse_number(x).zip(parse_number(y)),
        _ => None,
    };
    Fault::unless(dot, "goal", "`capture`, a column and a row", value)
}

/// The dot that `player` shall capture, if there is one.
pub(super) fn target((x, y): (u32, u32), board: &Board, player: Player) -> Result<Point, Fault> {
    let dot = board.size().point(x, y);
    dot.filter(|&dot| board.cell(dot) == Cell::Live(player.opponent()))
        .ok_or(Fault::NoTarget { x, y })
}
