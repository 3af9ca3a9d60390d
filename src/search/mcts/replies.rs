//! Answers to cuts in playouts: if the opponent intrudes into a virtual connection, the player completes it.
//!
//! Two dots a knight's move apart, or two steps apart along a row or a column, are virtually connected: two or three
//! cells would connect them, and the opponent can take only one at a time. Random players would often let him cut.
//!
//! CITE: B. Arneson, R. B. Hayward and P. Henderson, "Monte Carlo tree search in Hex" (2010), whose
//! playouts save bridges in this way.

use crate::board::{Around, Board};
use crate::geometry::{Direction, NeighbourMask, Player, Point, neighbours_of_cells};
use std::sync::LazyLock;

/// The answer of a player to an enemy dot, by the eight cells round it, as
/// [`playable_and_dots`](Around::playable_and_dots) has them. `None` if there is nothing to answer.
static ANSWERS: LazyLock<Vec<Option<Answer>>> = LazyLock::new(|| {
    let answer = |code: u16| {
        let [free, dots] = code.to_le_bytes().map(neighbours_of_cells);
        // No cell is both.
        (dots & free == 0).then(|| Answer::to(dots, free)).flatten()
    };
    (0..=u16::MAX).map(answer).collect()
});

/// Computes [`ANSWERS`], the table of answers to cuts. That takes milliseconds, which would count as time of the first
/// search.
pub(super) fn prepare() {
    LazyLock::force(&ANSWERS);
}

/// The answer to an enemy dot: the only playable cell of the eight round this dot that connects two clusters of the
/// player's dots among the eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    /// The direction from the enemy dot to the cell.
    direction: Direction,
    /// Whether the cell shares a side with the enemy dot, and the player has dots on both corners beside the cell. Then
    /// the cell one step farther from the enemy dot connects these two dots too.
    is_between_corners: bool,
}

/// The cell where `player` has to put a dot to keep his dots round the middle of `around` connected, after a dot of the
/// opponent there. `None` if no two clusters of them depend on one cell, or if the next cell outward connects them too.
#[inline]
pub(super) fn reply(board: &Board, around: &Around, player: Player) -> Option<Point> {
    let answer = ANSWERS[usize::from(around.playable_and_dots(player))]?;
    let reply = around.middle().step(answer.direction);
    let beyond = reply.step(answer.direction);
    let connects = || board.free().contains(beyond) || board.live(player).contains(beyond);
    let is_needless = answer.is_between_corners && connects();
    (!is_needless).then_some(reply)
}

impl Answer {
    /// The answer for the player's dots and the playable cells among the eight. `None` if there are no two clusters of
    /// dots that exactly one playable cell connects.
    fn to(dots: NeighbourMask, free: NeighbourMask) -> Option<Answer> {
        let parts = clusters(dots);
        let pairs = (0..parts.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let mut joining = pairs.map(|(a, b)| free & touched_by(parts[a]) & touched_by(parts[b]));
        let only = joining.find(|cells| cells.is_power_of_two())?;
        // There are eight cells: the mask only spares a bounds check.
        let direction = Direction::ALL[only.trailing_zeros() as usize & 7];
        let is_side = direction.index().is_multiple_of(2);
        let sides = only.rotate_left(1) | only.rotate_right(1);
        Some(Answer {
            direction,
            is_between_corners: is_side && dots & sides == sides,
        })
    }
}

/// Those of the eight cells that are neighbours, by side or corner, of some of the given cells.
fn touched_by(cells: NeighbourMask) -> NeighbourMask {
    // Two cells at sides touch across the corner between them.
    let sides = cells & 0b0101_0101;
    let next = cells.rotate_left(1) | cells.rotate_right(1);
    next | sides.rotate_left(2) | sides.rotate_right(2)
}

/// The clusters of dots among the eight cells: dots that are connected by sides or corners within them.
fn clusters(dots: NeighbourMask) -> Vec<NeighbourMask> {
    let (mut clusters, mut rest) = (Vec::new(), dots);
    while rest != 0 {
        let mut cluster = rest & rest.wrapping_neg();
        while touched_by(cluster) & rest & !cluster != 0 {
            cluster |= touched_by(cluster) & rest;
        }
        clusters.push(cluster);
        rest &= !cluster;
    }
    clusters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;

    /// The answer of the first player to a dot of the second player at `cell`, as column and row. `None` if there is
    /// none.
    fn answer(picture: &str, cell: (u32, u32)) -> Option<(u32, u32)> {
        let mut board = diagram::parse(picture).unwrap();
        let cell = Point::new(cell.0, cell.1);
        board.play(cell, Player::Second);
        let around = Around::of(&board, cell);
        reply(&board, &around, Player::First).map(|point| (point.x(), point.y()))
    }

    #[test]
    fn what_two_cells_connect_stays_connected() {
        let knights = ". . . . .\n. 0 . . .\n. . . 0 .\n. . . . .\n";
        assert_eq!(answer(knights, (2, 1)), Some((2, 2)));
        assert_eq!(answer(knights, (2, 2)), Some((2, 1)));
        assert_eq!(answer(knights, (1, 2)), None);
        // Of three cells two are left.
        let apart = ". . . . .\n. . . . .\n. 0 . 0 .\n. . . . .\n. . . . .\n";
        for cell in [(2, 1), (2, 2), (2, 3)] {
            assert_eq!(answer(apart, cell), None);
        }
        let begun = ". . . . .\n. . 1 . .\n. 0 . 0 .\n. . . . .\n. . . . .\n";
        assert_eq!(answer(begun, (2, 2)), Some((2, 3)));
        assert_eq!(answer(begun, (2, 3)), Some((2, 2)));
        // A diagonal of two steps hangs on one cell.
        let lost = ". . . . .\n. 0 . . .\n. . . . .\n. . . 0 .\n. . . . .\n";
        assert_eq!(answer(lost, (2, 2)), None);
    }

    #[test]
    fn answers_connect_two_clusters_and_no_other_cell_does() {
        let mut found = 0;
        for code in 0..=u16::MAX {
            let (dots, free) = (code as NeighbourMask, (code >> 8) as NeighbourMask);
            if dots & free != 0 {
                continue;
            }
            let Some(answer) = Answer::to(dots, free) else {
                continue;
            };
            found += 1;
            let cell = 1 << answer.direction.index();
            assert!(free & cell != 0);
            let parts = clusters(dots);
            assert!(clusters(dots | cell).len() < parts.len());
            // There are two of them that no other free cell is beside.
            let is_beside = |part: NeighbourMask, cell: u32| clusters(part | 1 << cell).len() == 1;
            let pairs = parts
                .iter()
                .flat_map(|&a| parts.iter().map(move |&b| (a, b)));
            let mut between = pairs.filter(|(a, b)| a != b).map(|(a, b)| {
                let both = |&cell: &u32| is_beside(a, cell) && is_beside(b, cell);
                let free = (0..8).filter(|cell| free >> cell & 1 == 1);
                free.filter(both).collect::<Vec<u32>>()
            });
            assert!(between.any(|cells| cells == [cell.trailing_zeros()]));
        }
        assert!(found > 100);
    }
}
