//! The chains round territory and round empty bases, as they are drawn.

use super::{Board, Chain, interior_of_chain};
use crate::geometry::{Bitboard, Player, Point};

impl Board {
    /// The chains round the territory of `player`, without chains inside others.
    pub fn territory_chains(&self, player: Player) -> Vec<Chain> {
        outermost(chains_round(self, self.territory(player), player))
    }

    /// The chains round the empty bases of `player`, without chains inside others.
    pub fn empty_base_chains(&self, player: Player) -> Vec<Chain> {
        outermost(chains_round(self, self.empty_base(player), player))
    }
}

/// The chains of a player round these cells, each with one cell inside it.
fn chains_round(board: &Board, cells: &Bitboard, player: Player) -> Vec<(Point, Chain)> {
    let open = board.size().cells() - *board.live(player);
    let mut left = *cells;
    let mut chains = Vec::new();
    while let Some(point) = left.first() {
        let seed: Bitboard = [point].into_iter().collect();
        left -= Bitboard::flood(&seed, &open);
        chains.extend(board.chain_round(point, player).map(|chain| (point, chain)));
    }
    chains
}

fn outermost(chains: Vec<(Point, Chain)>) -> Vec<Chain> {
    let interiors: Vec<Bitboard> = chains
        .iter()
        .map(|(_, chain)| interior_of_chain(chain))
        .collect();
    let is_inner = |i: usize| {
        let point = chains[i].0;
        (0..chains.len()).any(|j| j != i && interiors[j].contains(point))
    };
    (0..chains.len())
        .filter(|&i| !is_inner(i))
        .map(|i| chains[i].1.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;

    #[test]
    fn territory_has_its_chain_and_an_empty_base_another() {
        let board = diagram::parse(
            "
            . a . . .
            a B a a .
            . a a . a
            . . . a .
            ",
        )
        .unwrap();
        let territory = board.territory_chains(Player::First);
        let bases = board.empty_base_chains(Player::First);
        assert_eq!(territory.len(), 1);
        assert_eq!(territory[0].len(), 4);
        assert_eq!(bases.len(), 1);
        assert!(interior_of_chain(&bases[0]).contains(Point::new(3, 2)));
        assert!(board.territory_chains(Player::Second).is_empty());
    }

    #[test]
    fn a_chain_inside_another_is_left_out() {
        let board = diagram::parse(
            "
            . b b b b b .
            b . . a . . b
            b . a A a . b
            b . . a . . b
            b A . . . . b
            . b b c b b .
            ",
        )
        .unwrap();
        assert_eq!(board.captured_by(Player::First), 2);
        assert_eq!(board.territory_chains(Player::First).len(), 1);
    }
}
