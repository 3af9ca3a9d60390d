//! A check of a board for tests: its fields are computed anew from its cells and compared.

use super::Board;
use crate::geometry::{Bitboard, Player, Point};

/// A field of a board contradicts its cells.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Inconsistency(String);

impl Board {
    /// Computes the number of captures, the hash, territories, empty bases and playable cells from the states of the
    /// cells, and compares them with those of the board. Of connected dots it checks those beside playable cells. It is
    /// meant for tests.
    ///
    /// # Errors
    /// If a field is wrong, which is a bug of this crate. The error names the first field that is.
    pub fn validate(&self) -> Result<(), Inconsistency> {
        let fresh = Board::from_cells_under(self.rules, self.size, |point| self.cell(point))
            .map_err(|error| Inconsistency(error.to_string()))?;
        let same = [
            ("set of each kind of cells", self.planes == fresh.planes),
            ("number of captures", self.captured == fresh.captured),
            ("hash", self.hash == fresh.hash),
            ("cluster of each dot", !self.has_torn_arc()),
        ];
        if let Some((field, _)) = same.iter().find(|(_, same)| !same) {
            return Err(Inconsistency(format!(
                "the {field} does not follow from the dots"
            )));
        }
        Ok(())
    }

    /// Whether two dots of a player are in different clusters, though they touch each other and the same playable cell.
    /// A dot on that cell would be joined to one of them only. Elsewhere it may be so: a dot that touches a captured
    /// one is not connected with it, and the captured one may be freed.
    fn has_torn_arc(&self) -> bool {
        let cluster = |dot: Point| self.connections.end_at(dot).root();
        let beside = |dot: Point| -> Bitboard { dot.neighbours().collect() };
        let is_torn = |live: &Bitboard, dot: Point| {
            let mut others = dot
                .neighbours()
                .filter(|&other| live.contains(other) && cluster(other) != cluster(dot));
            others.any(|other| (beside(dot) & beside(other)).intersects(self.free()))
        };
        Player::ALL.into_iter().any(|player| {
            let live = self.live(player);
            live.iter().any(|dot| is_torn(live, dot))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Plane;
    use super::super::neighbourhood::FIRST_ARCS;
    use super::*;
    use crate::notation::diagram;

    #[test]
    fn a_wrong_number_of_captures_hash_or_set_of_cells_is_found_out() {
        let right = diagram::parse(".0.\n0b0\n.0.").unwrap();
        let spoils: [fn(&mut Board); 3] = [
            |board| board.captured[0] += 1,
            |board| board.hash ^= 1,
            |board| board.planes[Plane::territory(Player::First).index()] = Bitboard::EMPTY,
        ];
        for spoil in spoils {
            let mut board = right.clone();
            board.validate().unwrap();
            spoil(&mut board);
            board.validate().unwrap_err();
        }
    }

    #[test]
    fn dots_that_are_not_connected_are_found_out() {
        let mut board = diagram::parse(". . .\n. 0 0\n. . .").unwrap();
        board.validate().unwrap();
        let alone = &FIRST_ARCS[0].branch;
        board.connections.attach(Point::new(2, 1), alone);
        board.validate().unwrap_err();
    }
}
