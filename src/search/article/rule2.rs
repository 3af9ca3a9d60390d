//! Rule 2 of the article: trajectories that the opponent seems able to answer are dropped before the search.

use crate::geometry::Bitboard;
use crate::search::trajectory::Trajectory;

/// The trajectories of each player that rule 2 keeps. It drops a trajectory with at least two private cells and no cell
/// in common with an enemy trajectory. A cell is private if no other trajectory of the same player has it. The opponent
/// answers a dot on one private cell by a dot on another one.
pub(super) fn rule2(trajectories: &[Vec<Trajectory>; 2]) -> [Vec<Trajectory>; 2] {
    let kept = |own: &[Trajectory], enemy: &[Trajectory]| -> Vec<Trajectory> {
        let mut once = Bitboard::EMPTY;
        let mut twice = Bitboard::EMPTY;
        for cell in own.iter().flat_map(Trajectory::cells) {
            if once.contains(cell) {
                twice.insert(cell);
            }
            once.insert(cell);
        }
        let met: Bitboard = enemy.iter().flat_map(Trajectory::cells).collect();
        let keeps = |trajectory: &&Trajectory| {
            let mut private = trajectory.cells().filter(|&cell| !twice.contains(cell));
            private.nth(1).is_none() || trajectory.cells().any(|cell| met.contains(cell))
        };
        own.iter().filter(keeps).copied().collect()
    };
    let [first, second] = trajectories;
    [kept(first, second), kept(second, first)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_2_drops_what_can_be_answered_in_private() {
        let points = Trajectory::in_first_row;
        let sets = [
            vec![
                points(&[0]),
                points(&[1, 2]),
                points(&[3, 4]),
                points(&[3, 5]),
                points(&[8, 9]),
            ],
            vec![points(&[9, 10, 11])],
        ];
        let [first, second] = rule2(&sets);
        let kept = [
            points(&[0]),
            points(&[3, 4]),
            points(&[3, 5]),
            points(&[8, 9]),
        ];
        assert_eq!(first, kept);
        assert_eq!(second, sets[1]);
    }
}
