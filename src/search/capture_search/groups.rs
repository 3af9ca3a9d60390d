//! Groups that are captured only together, and what is proved about them.

use super::{CaptureSearches, Fate, Verdict};
use crate::board::Board;
use crate::geometry::{Bitboard, Point};

/// Loose dots of a player that are connected by sides, so that they can only be captured together. Dots that are
/// connected by corners only belong to different groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// One dot of the group. Searches for the capture of the group ask about this dot.
    pub target: Point,
    /// All dots of the group.
    pub dots: Bitboard,
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

/// The two searches for a group whose fate the next move decides.
#[derive(Clone, Debug)]
pub struct Danger {
    /// The result if the enemy of the group moves next. It is [`Fate::Captured`].
    pub attack: Verdict,
    /// The result if the owner of the group moves next. It is not [`Fate::Captured`].
    pub defence: Verdict,
}

/// What is proved about a group.
#[derive(Clone, Debug)]
pub enum GroupStatus {
    /// Nothing about the search in which its enemy moves next: a limit was reached, or the threats that are searched
    /// neither capture nor save the group.
    Unproved,
    /// Its owner connects it to the edge of the board even if its enemy moves next.
    Saved,
    /// The enemy captures the group if he moves next. The owner may save it if he moves next.
    InDanger(Box<Danger>),
    /// The enemy captures the group whoever moves next. The verdict is that of the search in which the owner moves
    /// next.
    Dead(Box<Verdict>),
}

impl CaptureSearches<'_> {
    /// Searches what becomes of the group of a target if its enemy moves next. If he captures it, searches also what
    /// becomes of it if its owner moves next.
    ///
    /// # Panics
    /// If the target is not a live dot.
    pub fn status(&mut self, board: &mut Board, target: Point) -> GroupStatus {
        let attack = self.attack(board, target);
        match attack.fate {
            Fate::Unknown => GroupStatus::Unproved,
            Fate::Saved => GroupStatus::Saved,
            Fate::Captured => {
                let defence = self.defend(board, target);
                match defence.fate {
                    Fate::Captured => GroupStatus::Dead(Box::new(defence)),
                    Fate::Saved | Fate::Unknown => {
                        GroupStatus::InDanger(Box::new(Danger { attack, defence }))
                    }
                }
            }
        }
    }

    /// Searches whether the next move decides about the group of a target. `None` if that is not proved, see
    /// [`GroupStatus`].
    ///
    /// # Panics
    /// If the target is not a live dot.
    pub fn danger(&mut self, board: &mut Board, target: Point) -> Option<Danger> {
        match self.status(board, target) {
            GroupStatus::InDanger(danger) => Some(*danger),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Player;
    use crate::notation::diagram;
    use crate::search::Limits;
    use crate::search::capture_search::CaptureSearch;

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
        let loose = board.loose_dots(Player::First);
        let groups = groups_of(loose.iter(), loose, loose);
        let sizes: Vec<u32> = groups.iter().map(|group| group.dots.len()).collect();
        assert_eq!(sizes, [4, 1, 1]);
        assert!(groups.iter().all(|group| group.dots.contains(group.target)));
    }

    #[test]
    fn who_moves_next_decides_about_a_group_in_danger() {
        let ladder = ". . . . . .\n. . 1 . . .\n. 1 0 . . .\n. . 1 . . .\n. . . . . .\n";
        let mut board = diagram::parse(ladder).unwrap();
        let mut search = CaptureSearch::default();
        let mut searches = CaptureSearches::new(&mut search, Limits::nodes(5000));
        let target = Point::new(2, 2);
        let danger = searches.danger(&mut board, target).unwrap();
        assert_eq!(danger.attack.best, Some(Point::new(3, 2)));
        assert_eq!(danger.defence.fate, Fate::Saved);
        // Neither player can capture a dot of the wall at once.
        let wall = Point::new(2, 1);
        assert!(searches.danger(&mut board, wall).is_none());
        assert!(matches!(
            searches.status(&mut board, wall),
            GroupStatus::Saved
        ));
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
        let mut search = CaptureSearch::default();
        let mut searches = CaptureSearches::new(&mut search, Limits::nodes(5000));
        let target = Point::new(3, 2);
        let GroupStatus::Dead(defence) = searches.status(&mut board, target) else {
            panic!("the ladder is lost");
        };
        assert!(defence.zone.contains(Point::new(3, 3)));
        assert!(searches.danger(&mut board, target).is_none());
    }
}
