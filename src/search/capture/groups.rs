//! Groups that may be captured, and the moves that decide about them.

use super::{Fate, Questions, Verdict};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// Dots of a player that are captured together: they are joined by sides. Dots that are joined by corners
/// only can be cut apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The dot to ask about. Whoever loses one dot of a group loses the group.
    pub target: Point,
    /// All dots of the group.
    pub dots: Bitboard,
}

/// The dots of a player that are not joined to the edge: these can be captured.
pub fn loose_dots(board: &Board, owner: Player) -> Bitboard {
    *board.live(owner) - board.grounding(owner).grounded
}

/// The groups that some loose dots belong to, in the order of these dots. Each is joined over the cells in
/// `over`, which contain its dots.
pub fn groups_of(dots: impl Iterator<Item = Point>, loose: Bitboard, over: Bitboard) -> Vec<Group> {
    let mut found = Bitboard::EMPTY;
    let mut groups = Vec::new();
    for target in dots {
        if !found.contains(target) {
            let dots = loose & Bitboard::flood(&Bitboard::from_iter([target]), &over);
            found |= dots;
            groups.push(Group { target, dots });
        }
    }
    groups
}

/// A group that is captured if its owner passes, and not for sure if he moves.
#[derive(Clone, Debug)]
pub struct Danger {
    /// How it is captured.
    pub attack: Verdict,
    /// What becomes of it if its owner moves.
    pub defence: Verdict,
}

impl Questions<'_> {
    /// Whether a group is worth a move: whoever moves next decides about it.
    ///
    /// # Panics
    /// If the target is no live dot.
    pub fn danger(&mut self, board: &mut Board, target: Point) -> Option<Danger> {
        let attack = self.attack(board, target);
        if attack.fate != Fate::Captured {
            return None;
        }
        let defence = self.defend(board, target);
        (defence.fate != Fate::Captured).then_some(Danger { attack, defence })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;
    use crate::search::Limits;
    use crate::search::capture::CaptureSolver;

    #[test]
    fn dots_joined_by_corners_are_several_groups() {
        let board = diagram::parse(
            "
            . . . . . . . .
            . . 1 . . 0 . 0
            . 1 0 . 0 0 . .
            . . 1 0 . 0 . .
            . . . . . . . .
            ",
        )
        .unwrap();
        let loose = loose_dots(&board, Player::First);
        let groups = groups_of(loose.iter(), loose, loose);
        let sizes: Vec<u32> = groups.iter().map(|group| group.dots.len()).collect();
        assert_eq!(sizes, [4, 1, 1]);
        assert!(groups.iter().all(|group| group.dots.contains(group.target)));
    }

    #[test]
    fn who_moves_next_decides_about_a_group_in_danger() {
        let ladder = ". . . . . .\n. . 1 . . .\n. 1 0 . . .\n. . 1 . . .\n. . . . . .\n";
        let mut board = diagram::parse(ladder).unwrap();
        let mut solver = CaptureSolver::default();
        let mut questions = Questions::new(&mut solver, Limits::nodes(5000), 1000);
        let target = Point::new(2, 2);
        let danger = questions.danger(&mut board, target).unwrap();
        assert_eq!(danger.attack.best, Some(Point::new(3, 2)));
        assert_eq!(danger.defence.fate, Fate::Saved);
        // Nobody can capture a dot of the wall at once.
        assert!(questions.danger(&mut board, Point::new(2, 1)).is_none());
    }
}
