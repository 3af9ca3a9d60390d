//! The chains that SGF names for captures: compared with the board, and found for writing.

use crate::board::{Board, Chain, chains_round, interior_of_chain};
use crate::geometry::{Bitboard, Player, Point};

/// Whether the chains enclose the territory that the last move has gained, and no other cell that was empty or an enemy
/// dot. False also if one of them is not a closed chain of live dots of one player.
pub(super) fn agree(chains: &[Vec<Point>], board: &Board) -> bool {
    let Some(enclosed) = enclosed_by(chains, board) else {
        return false;
    };
    let capture = board.last_capture();
    Player::ALL.into_iter().all(|player| {
        let capture = capture.as_ref().filter(|capture| capture.by == player);
        let gained = capture.map_or(Bitboard::EMPTY, |capture| capture.territory);
        let known = (*board.territory(player) - gained) | *board.live(player);
        enclosed[player.index()] - known == gained
    })
}

/// Whether the chains enclose nothing but territory and live dots of their owners. False also if one of them is not a
/// closed chain of live dots of one player.
pub(super) fn are_round_territory(chains: &[Vec<Point>], board: &Board) -> bool {
    enclosed_by(chains, board).is_some_and(|enclosed| {
        Player::ALL.into_iter().all(|player| {
            let own = *board.territory(player) | *board.live(player);
            (enclosed[player.index()] - own).is_empty()
        })
    })
}

/// The cells that the chains of each player enclose. `None` if one of them is not a closed chain of live dots of one
/// player.
fn enclosed_by(chains: &[Vec<Point>], board: &Board) -> Option<[Bitboard; 2]> {
    let mut enclosed = [Bitboard::EMPTY; 2];
    for chain in chains {
        let first = chain.first()?;
        let owner = board.live_owner(*first)?;
        if !is_closed_chain(chain, board.live(owner)) {
            return None;
        }
        enclosed[owner.index()] |= interior_of_chain(chain);
    }
    Some(enclosed)
}

/// Whether the points are a closed chain of at least four live dots, each a neighbour of the next by side or corner,
/// and the last of the first. The first dot may be repeated at the end.
fn is_closed_chain(chain: &[Point], live: &Bitboard) -> bool {
    let dots = match chain {
        [first, rest @ .., last] if first == last => &chain[..=rest.len()],
        _ => chain,
    };
    let next = dots.iter().cycle().skip(1);
    dots.len() >= 4
        && dots.iter().all(|&dot| live.contains(dot))
        && dots
            .iter()
            .zip(next)
            .all(|(dot, next)| dot.chebyshev(*next) == 1)
}

/// The chains round the capture of the last move. A chain with the last dot begins with it. Empty if the move captured
/// nothing.
pub(super) fn captured_with(board: &Board) -> Vec<Chain> {
    let Some((capture, last)) = board.last_capture().zip(board.last_move()) else {
        return Vec::new();
    };
    let mut chains = chains_round(&capture.territory, &capture.walls(board), board.size());
    for chain in &mut chains {
        let start = chain.iter().position(|&dot| dot == last.point);
        chain.rotate_left(start.unwrap_or(0));
    }
    chains
}
