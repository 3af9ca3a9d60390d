//! Captures of one dot: who could take what where.

use crate::board::Board;
use crate::geometry::{Player, Point};

/// What one dot of a player would win at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// Where the dot has to be put.
    pub point: Point,
    /// Enemy dots captured and own dots freed, at least one.
    pub gain: u32,
}

/// All captures of one dot in a position, and the empty bases that one dot closes.
#[derive(Clone, Debug, Default)]
pub struct Captures {
    captures: Vec<Capture>,
    closing: Vec<Point>,
}

impl Captures {
    /// Finds them for `player`. The board is as before afterwards.
    pub fn find(&mut self, board: &mut Board, player: Player) {
        self.captures.clear();
        self.closing.clear();
        // Nothing is closed in one's own empty base.
        let cells = ((*board.live(player)).grown() & *board.free()) - *board.empty_base(player);
        for point in cells.iter() {
            if board.may_enclose(point, player) {
                self.try_dot(board, point, player);
            }
        }
    }

    fn try_dot(&mut self, board: &mut Board, point: Point, player: Player) {
        let (score, captured) = (board.score(player), board.captured_by(player));
        let base = board.empty_base(player).len();
        board.play(point, player);
        if board.captured_by(player) > captured {
            let gain = (board.score(player) - score).unsigned_abs();
            self.captures.push(Capture { point, gain });
        } else if board.empty_base(player).len() != base {
            self.closing.push(point);
        }
        board.undo();
    }

    /// The captures, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Capture> + '_ {
        self.captures.iter().copied()
    }

    /// Where an empty base would be closed and nothing captured, row by row.
    pub fn closing(&self) -> &[Point] {
        &self.closing
    }
}
