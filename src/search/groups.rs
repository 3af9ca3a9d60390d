//! Groups: loose dots that are captured only together.

use crate::geometry::{Bitboard, Point};

/// Loose dots of a player that are connected by sides, so that they can only be captured together. Dots that are
/// connected by corners only belong to different groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// One dot of the group. Searches for the capture of the group ask about this dot.
    pub(super) target: Point,
    /// All dots of the group.
    pub(super) dots: Bitboard,
}

/// The groups of the given `dots`, each once, in the order of their first dots. The `dots` must be loose, and `loose`
/// are all loose dots of their owner. A group is connected by side steps over cells of `over`, which must contain
/// `loose`.
pub(super) fn groups_of(
    dots: impl Iterator<Item = Point>,
    loose: Bitboard,
    over: Bitboard,
) -> Vec<Group> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Player;
    use crate::notation::diagram;

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
}
