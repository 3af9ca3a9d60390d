//! Groups that can be captured, and whether the next move decides about them.

use super::{Fate, Questions, Verdict};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// Loose dots of a player that are connected by sides, so that they can only be captured together. Dots that are
/// connected by corners only belong to different groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// One dot of the group. Searches for the capture of the group ask about this dot.
    pub target: Point,
    /// All dots of the group.
    pub dots: Bitboard,
}

/// The live dots of `owner` that are not joined to the edge by side steps over his live dots and territory.
pub fn loose_dots(board: &Board, owner: Player) -> Bitboard {
    *board.live(owner) - board.grounding(owner).grounded
}

/// The groups of the given `dots`, each once, in the order of their first dots. The `dots` must be loose, and `loose`
/// are all loose dots of their owner. A group is connected by side steps over cells of `over`, which must contain
/// `loose`.
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

/// The two searches for a group that is captured if its enemy moves next.
#[derive(Clone, Debug)]
pub struct Danger {
    /// The result if the enemy of the group moves next. It is [`Fate::Captured`].
    pub attack: Verdict,
    /// The result if the owner of the group moves next.
    pub defence: Verdict,
}

impl Danger {
    /// Whether the group is dead: it is proved to be captured even if its owner moves next. Otherwise the next move may
    /// decide about it.
    pub fn is_dead(&self) -> bool {
        self.defence.fate == Fate::Captured
    }
}

impl Questions<'_> {
    /// Searches what becomes of the group of a target if its enemy moves next, and if its owner does. `None` if it is not
    /// proved that the enemy captures it by moving next, also because a limit is reached.
    ///
    /// # Panics
    /// If the target is not a live dot.
    pub fn attack_and_defend(&mut self, board: &mut Board, target: Point) -> Option<Danger> {
        let attack = self.attack(board, target);
        (attack.fate == Fate::Captured).then(|| Danger {
            attack,
            defence: self.defend(board, target),
        })
    }

    /// Searches whether the next move decides about the group of a target. `None` if it is not proved that the enemy
    /// captures it by moving next, also because a limit is reached. `None` too if the group [is dead](Danger::is_dead).
    ///
    /// # Panics
    /// If the target is not a live dot.
    pub fn danger(&mut self, board: &mut Board, target: Point) -> Option<Danger> {
        let found = self.attack_and_defend(board, target);
        found.filter(|danger| !danger.is_dead())
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
        // Neither player can capture a dot of the wall at once.
        let wall = Point::new(2, 1);
        assert!(questions.danger(&mut board, wall).is_none());
        assert!(questions.attack_and_defend(&mut board, wall).is_none());
    }

    #[test]
    fn a_group_is_dead_if_its_owner_cannot_save_it() {
        // The dot can only run down in a ladder, until the dot at (6, 5) stops it.
        let picture = "
            . . . . . . . . .
            . . . 1 . . . . .
            . . 1 0 1 . . . .
            . . 1 . . . . . .
            . . . . . . . . .
            . . . . . . 1 . .
            . . . . . . . . .
            . . . . . . . . .
        ";
        let mut board = diagram::parse(picture).unwrap();
        let mut solver = CaptureSolver::default();
        let mut questions = Questions::new(&mut solver, Limits::nodes(5000), 1000);
        let target = Point::new(3, 2);
        let found = questions.attack_and_defend(&mut board, target).unwrap();
        assert!(found.is_dead() && found.defence.zone.contains(Point::new(3, 3)));
        assert!(questions.danger(&mut board, target).is_none());
    }
}
