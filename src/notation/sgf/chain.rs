//! Chains written after a move: checked against the board, and found for writing.

use crate::board::{Board, Chain, Move, chain_of_face, interior_of_chain};
use crate::geometry::{Bitboard, Player, Point};

/// What both players had captured before a move.
pub(super) struct Before {
    territory: [Bitboard; 2],
    lost_dots: [Bitboard; 2],
}

impl Before {
    pub fn new(board: &Board) -> Before {
        Before {
            territory: Player::ALL.map(|player| *board.territory(player)),
            lost_dots: Player::ALL.map(|player| *board.lost_dots(player)),
        }
    }

    /// What has become territory of a player since then.
    fn gained(&self, board: &Board, player: Player) -> Bitboard {
        *board.territory(player) - self.territory[player.index()]
    }

    /// The live dots of a player without those that have been freed since then, which cannot
    /// have enclosed anything.
    fn walls(&self, board: &Board, player: Player) -> Bitboard {
        *board.live(player) - self.lost_dots[player.index()]
    }
}

/// Whether the chains enclose exactly what the last move has made territory.
pub(super) fn agree(chains: &[Vec<Point>], before: &Before, board: &Board) -> bool {
    let mut enclosed = [Bitboard::EMPTY; 2];
    for chain in chains {
        let owner = chain.first().and_then(|&dot| {
            Player::ALL
                .into_iter()
                .find(|&player| board.live(player).contains(dot))
        });
        match owner {
            Some(player) if is_closed_chain(chain, board.live(player)) => {
                enclosed[player.index()] |= interior_of_chain(chain);
            }
            _ => return false,
        }
    }
    Player::ALL.into_iter().all(|player| {
        let known = before.territory[player.index()] | *board.live(player);
        enclosed[player.index()] - known == before.gained(board, player)
    })
}

/// Whether dots of one player follow one another back to the first, which may be repeated.
fn is_closed_chain(chain: &[Point], live: &Bitboard) -> bool {
    let ring = match chain {
        [first, rest @ .., last] if first == last => &chain[..=rest.len()],
        _ => chain,
    };
    let next = ring.iter().cycle().skip(1);
    ring.len() >= 4
        && ring.iter().all(|&dot| live.contains(dot))
        && ring
            .iter()
            .zip(next)
            .all(|(dot, next)| dot.chebyshev(*next) == 1)
}

/// The chains that the last move has captured with, each starting with the new dot if it is on it.
pub(super) fn captured_with(last: Move, before: &Before, board: &Board) -> Vec<Chain> {
    let mut found = Vec::new();
    for player in Player::ALL {
        let mut rest = before.gained(board, player);
        let walls = before.walls(board, player);
        let mut chains: Vec<(Bitboard, Chain)> = Vec::new();
        for cell in before.gained(board, player).iter() {
            if chains.iter().any(|(inside, _)| inside.contains(cell)) {
                continue;
            }
            if let Some(chain) = chain_of_face(&walls, board.size(), cell) {
                chains.push((interior_of_chain(&chain), chain));
            }
        }
        // Rings within a captured enclosure are no captures of their own.
        chains.sort_by_key(|(inside, _)| std::cmp::Reverse(inside.len()));
        for (inside, mut chain) in chains {
            if inside.intersects(&rest) {
                rest -= inside;
                let start = chain.iter().position(|&dot| dot == last.point).unwrap_or(0);
                chain.rotate_left(start);
                found.push(chain);
            }
        }
    }
    found
}
