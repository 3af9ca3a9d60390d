//! Whether a target can be captured, by search of all legal moves and passes.

use std::collections::HashMap;
use tochki::{Board, Player, Point};

/// Plays every game to its end: no cell is left, or both players have passed.
pub struct BruteForce {
    target: Point,
    attacker: Player,
    known: HashMap<(u64, Player, bool), bool>,
}

impl BruteForce {
    /// A search that knows nothing yet.
    pub fn new(target: Point, attacker: Player) -> BruteForce {
        BruteForce {
            target,
            attacker,
            known: HashMap::new(),
        }
    }

    /// Whether the attacker captures the target, `to_move` to move. `passed`: the last move was a pass.
    pub fn captures(&mut self, board: &mut Board, to_move: Player, passed: bool) -> bool {
        if !board.live(self.attacker.opponent()).contains(self.target) {
            return true;
        }
        let key = (board.hash(), to_move, passed);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let wanted = to_move == self.attacker;
        let cells: Vec<Point> = board.legal_cells(to_move).iter().collect();
        let reached = cells.into_iter().any(|cell| {
            board.play(cell, to_move);
            let result = self.captures(board, to_move.opponent(), false);
            board.undo();
            result == wanted
        });
        let reached = reached
            || !passed && self.captures(board, to_move.opponent(), true) == wanted
            || passed && !wanted;
        let captures = reached == wanted;
        self.known.insert(key, captures);
        captures
    }
}
