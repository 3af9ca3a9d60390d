//! What is proved about a group of dots.

use super::{CaptureSearches, Fate, Verdict};
use crate::board::Board;
use crate::geometry::Point;

/// The two searches for a group whose fate the next move decides.
#[derive(Clone, Debug)]
pub(in crate::search) struct Danger {
    /// The result if the enemy of the group moves next. It is [`Fate::Captured`].
    pub(in crate::search) attack: Verdict,
    /// The result if the owner of the group moves next. It is not [`Fate::Captured`].
    pub(in crate::search) defence: Verdict,
}

/// What is proved about a group.
#[derive(Clone, Debug)]
pub(in crate::search) enum GroupStatus {
    /// Neither result is proved if its enemy moves next: a limit was reached, or the threats that are searched neither
    /// capture nor save the group.
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
    pub(in crate::search) fn status(&mut self, board: &mut Board, target: Point) -> GroupStatus {
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
    pub(in crate::search) fn danger(&mut self, board: &mut Board, target: Point) -> Option<Danger> {
        match self.status(board, target) {
            GroupStatus::InDanger(danger) => Some(*danger),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;
    use crate::search::Limits;
    use crate::search::capture_search::CaptureSearch;

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
