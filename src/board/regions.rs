//! The chains round territory, empty bases and other sets of cells.

use super::enclosure::{chain_of_face, interior_of_chain};
use super::{Board, Chain};
use crate::geometry::{Bitboard, Player, Point, Size};

impl Board {
    /// The chains round the territory of `player`. A chain inside another one is left out. Freed dots count as dots of a
    /// chain, so one capture may have several chains.
    pub fn territory_chains(&self, player: Player) -> Vec<Chain> {
        chains_round(self.territory(player), self.live(player), self.size())
    }

    /// The chains round the empty bases of `player`. A chain inside another one is left out.
    pub fn empty_base_chains(&self, player: Player) -> Vec<Chain> {
        chains_round(self.empty_base(player), self.live(player), self.size())
    }
}

/// The chains of dots of `walls` round the given cells. `walls` are the live dots of one player. Cells that are joined
/// by side steps without crossing `walls` have one chain. Cells that reach the edge of the board, cells of `walls` and
/// cells off the board have none. Walls off the board do not count. A chain inside another one is left out.
pub fn chains_round(cells: &Bitboard, walls: &Bitboard, size: Size) -> Vec<Chain> {
    // The walk along a chain leads only over cells of the board.
    let walls = &(*walls & size.cells());
    let open = size.cells() - *walls;
    let mut left = *cells & open;
    let mut chains: Vec<(Point, Bitboard, Chain)> = Vec::new();
    while let Some(cell) = left.first() {
        let seed: Bitboard = [cell].into_iter().collect();
        left -= Bitboard::flood(&seed, &open);
        let chain = chain_of_face(walls, size, cell);
        chains.extend(chain.map(|chain| (cell, interior_of_chain(&chain), chain)));
    }
    let is_outer = |(cell, ..): &&(Point, Bitboard, Chain)| {
        let mut others = chains.iter().filter(|(other, ..)| other != cell);
        others.all(|(_, interior, _)| !interior.contains(*cell))
    };
    let outer = chains.iter().filter(is_outer);
    outer.map(|(.., chain)| chain.clone()).collect()
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
    fn cells_of_the_walls_and_off_the_board_have_no_chain() {
        let board = diagram::parse(". 0 .\n0 . 0\n. 0 .").unwrap();
        let (walls, size) = (board.live(Player::First), board.size());
        let outside: Bitboard = [Point::new(3, 3)].into_iter().collect();
        assert!(chains_round(&(*walls | outside), walls, size).is_empty());
        assert_eq!(chains_round(&size.cells(), walls, size).len(), 1);
        // A part of this ring is off the board, so that the ring is open.
        let cell = Bitboard::from_iter([Point::new(0, 1)]);
        assert!(chains_round(&size.cells(), &(cell.grown() - cell), size).is_empty());
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
