//! Dead groups: groups that are proved to be captured even if their owner moves next.
//!
//! A playout does not see to the end of a ladder. So the tree would try to save a dead group by running away with it,
//! and lose one dot more with each step. The exact search would do so as well, because running delays the capture until
//! after its last ply. And the opponent would spend moves on captures that can wait.
//!
//! So dead dots count as captured at the end of a playout, even if the playout saves them: random players do not know
//! the answers of the proof. Dots next to a dead group become unlikely at the root, and the verification of the chosen
//! move lets it lose the dead dots.
//!
//! The proof allows the owner one dot at a time: each of his dots in the zone, and each that joins the group, has to be
//! answered in the zone by the next move. If a path of the tree leaves one without an answer, the playouts after it
//! decide about the group. They do so too if the owner gets away in spite of the answers.

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::capture_search::GroupStatus;

/// A dead group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeadGroup {
    pub(super) owner: Player,
    pub(super) dots: Bitboard,
    /// The cells on which the proof depends.
    pub(super) zone: Bitboard,
}

impl DeadGroup {
    /// The group after these moves. The two players move by turns, `player` first. `None` if its fate is open again:
    /// the owner put a dot into the zone or next to the group, and the enemy did not answer in the zone.
    fn after(&self, moves: &[Point], player: Player) -> Option<GroupAfter> {
        let mut dots = self.dots;
        let mut mover = player;
        let (mut needs_answer, mut is_touched) = (false, false);
        for &cell in moves {
            let is_in_zone = self.zone.contains(cell);
            if mover == self.owner {
                let joins = cell.side_neighbours().any(|side| dots.contains(side));
                if joins {
                    dots.insert(cell);
                }
                needs_answer = joins || is_in_zone;
                is_touched |= needs_answer;
            } else if needs_answer && !is_in_zone {
                return None;
            }
            mover = mover.opponent();
        }
        let needs_answer = needs_answer && mover != self.owner;
        Some(GroupAfter {
            dots,
            needs_answer,
            is_touched,
        })
    }

    /// Whether moves from the position `start` to `end` have refuted the proof: the owner has captured a cell of the zone,
    /// or joined the group to the edge. `is_touched` is whether he has put a dot into the zone or next to the group.
    fn got_away(&self, is_touched: bool, start: &Board, end: &Board) -> bool {
        let territory = *end.territory(self.owner) - *start.territory(self.owner);
        let is_joined = || self.dots.intersects(&end.grounding(self.owner).grounded);
        territory.intersects(&self.zone) || is_touched && is_joined()
    }
}

/// A dead group after some moves.
struct GroupAfter {
    /// Its dots, with those that have joined it by a side.
    dots: Bitboard,
    /// Whether the enemy has to answer the last move in the zone.
    needs_answer: bool,
    /// Whether the owner has put a dot into the zone or next to the group.
    is_touched: bool,
}

/// The dead groups of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dead(Vec<DeadGroup>);

impl Dead {
    /// No dead groups.
    pub(super) const NONE: Dead = Dead(Vec::new());

    /// Adds a group. It takes the place of those that share dots with it: the group may have grown since their proofs.
    pub(super) fn insert(&mut self, group: DeadGroup) {
        self.remove(&group.dots);
        self.0.push(group);
    }

    /// Adds a group with these dots if it is proved to be dead, and removes it if that is refuted.
    pub(super) fn note(&mut self, owner: Player, dots: &Bitboard, status: &GroupStatus) {
        match status {
            GroupStatus::Unproved => {}
            // A dot that has joined a dead group may have refuted the proof.
            GroupStatus::Saved | GroupStatus::InDanger(_) => self.remove(dots),
            GroupStatus::Dead(defence) => self.insert(DeadGroup {
                owner,
                dots: *dots,
                zone: defence.zone,
            }),
        }
    }

    /// Removes the groups that have one of these dots.
    fn remove(&mut self, dots: &Bitboard) {
        self.0.retain(|known| !known.dots.intersects(dots));
    }

    /// Takes out the groups that have one of these dots of their owner.
    pub(super) fn take(&mut self, dots: &[Bitboard; 2]) -> Vec<DeadGroup> {
        let is_meant = |group: &mut DeadGroup| group.dots.intersects(&dots[group.owner.index()]);
        self.0.extract_if(.., is_meant).collect()
    }

    /// Keeps only the groups for which `is_kept` returns true.
    pub(super) fn retain(&mut self, is_kept: impl FnMut(&DeadGroup) -> bool) {
        self.0.retain(is_kept);
    }

    /// The dead dots of a player.
    pub(super) fn dots_of(&self, owner: Player) -> Bitboard {
        let own = self.0.iter().filter(|group| group.owner == owner);
        own.fold(Bitboard::EMPTY, |sum, group| sum | group.dots)
    }

    /// The number of dead dots of both players.
    pub(super) fn number_of_dots(&self) -> u32 {
        self.0.iter().map(|group| group.dots.len()).sum()
    }

    /// Whether a cell is next to a dead group, and its proof depends on the cell. A dot of the owner there does not save
    /// the group, and its enemy need not capture it yet.
    pub(super) fn is_futile(&self, cell: Point) -> bool {
        let is_near = |group: &DeadGroup| (group.dots.grown() & group.zone).contains(cell);
        self.0.iter().any(is_near)
    }

    /// The dead dots of each player after these moves, which lead from the position `start` to `end`. The two players
    /// move by turns, `player` first.
    pub(super) fn dots_after(
        &self,
        moves: &[Point],
        player: Player,
        start: &Board,
        end: &Board,
    ) -> [Bitboard; 2] {
        let mut dots = [Bitboard::EMPTY; 2];
        for group in &self.0 {
            let after = group.after(moves, player);
            if let Some(after) = after.filter(|after| !group.got_away(after.is_touched, start, end))
            {
                dots[group.owner.index()] |= after.dots;
            }
        }
        dots
    }

    /// Whether values that count the `earlier` dead dots as captured are right for these dead dots too. In the earlier
    /// position `player` was to move. `since` are the moves since then, and `board` has the present position. Dots put
    /// since are not looked at: the values of the few that are dead now, and have joined no group, are a little wrong.
    pub(super) fn continues(
        &self,
        earlier: &Dead,
        board: &Board,
        since: &[Point],
        player: Player,
    ) -> bool {
        // After a dot without an answer the values do not count the group, even if it is proved to be dead again.
        let is_open = |group: &&DeadGroup| {
            let after = group.after(since, player);
            after.is_none_or(|after| after.needs_answer)
        };
        let mut open = earlier.0.iter().filter(is_open);
        if open.any(|group| group.dots.intersects(&self.dots_of(group.owner))) {
            return false;
        }
        let since: Bitboard = since.iter().copied().collect();
        Player::ALL.into_iter().all(|owner| {
            let [now, before] = [self, earlier].map(|dead| dead.dots_of(owner));
            let saved = (before & *board.live(owner)) - now;
            let new = now - before - since;
            saved.is_empty() && new.is_empty()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;

    fn cells(cells: &[(u32, u32)]) -> Bitboard {
        cells.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    /// One dead group of the first player with these dots and this zone.
    fn dead(dots: &[(u32, u32)], zone: &[(u32, u32)]) -> Dead {
        let mut dead = Dead::NONE;
        dead.insert(DeadGroup {
            owner: Player::First,
            dots: cells(dots),
            zone: cells(zone),
        });
        dead
    }

    /// The dead dots of the first player after these moves on an empty board, which is not looked at.
    fn lost(dead: &Dead, moves: &[(u32, u32)], player: Player) -> Bitboard {
        let moves: Vec<Point> = moves.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let board = Board::new(Default::default());
        let [first, second] = dead.dots_after(&moves, player, &board, &board);
        assert!(second.is_empty());
        first
    }

    #[test]
    fn dots_that_join_a_dead_group_are_dead() {
        let dead = dead(&[(3, 3)], &[(4, 3), (5, 3), (5, 4), (3, 2), (9, 9)]);
        assert_eq!(dead.number_of_dots(), 1);
        assert!(dead.is_futile(Point::new(4, 3)) && !dead.is_futile(Point::new(9, 9)));
        let moves = [(4, 3), (5, 3), (5, 4), (3, 2), (4, 4)];
        // The dot at (5, 4) touches the group by a corner only.
        let expected = cells(&[(3, 3), (4, 3), (4, 4)]);
        assert_eq!(lost(&dead, &moves, Player::First), expected);
        let expected = cells(&[(3, 3), (3, 2)]);
        assert_eq!(lost(&dead, &moves[..4], Player::Second), expected);
    }

    #[test]
    fn a_group_is_no_longer_dead_if_a_dot_in_its_zone_has_no_answer_there() {
        let (zone, answer, far, near) = ((7, 7), (5, 3), (9, 9), (3, 4));
        let group = dead(&[(3, 3)], &[(4, 3), zone, answer]);
        let is_dead = |moves: &[(u32, u32)], player| !lost(&group, moves, player).is_empty();
        assert!(is_dead(&[zone], Player::First) && is_dead(&[zone, answer], Player::First));
        assert!(!is_dead(&[zone, far], Player::First));
        assert!(!is_dead(&[zone, far, far, answer], Player::First));
        // The enemy need not answer a dot elsewhere.
        assert!(is_dead(&[far, far, zone, answer, far, far], Player::First));
        assert!(is_dead(&[zone, far, far], Player::Second));
        // He has to answer a dot that joins the group.
        assert!(!is_dead(&[near, far], Player::First));
    }

    #[test]
    fn a_group_that_gets_away_on_the_board_is_no_longer_dead() {
        let picture = ". . . . . . .\n. . . . 0 . .\n. 1 0 1 . 0 .\n. . 1 . 0 . .\n. . . . . . .\n";
        let start = diagram::parse(picture).unwrap();
        let group = dead(&[(2, 2)], &[(2, 0), (2, 1), (1, 1), (3, 1), (3, 2)]);
        let is_dead = |moves: &[(u32, u32)]| {
            let mut end = start.clone();
            let moves: Vec<Point> = moves.iter().map(|&(x, y)| Point::new(x, y)).collect();
            for (&cell, player) in moves.iter().zip(Player::ALL.into_iter().cycle()) {
                end.play(cell, player);
            }
            let [dots, _] = group.dots_after(&moves, Player::First, &start, &end);
            dots.contains(Point::new(2, 2))
        };
        // Each dot is answered in the zone, but the group is joined to the edge.
        assert!(is_dead(&[(2, 1), (3, 1)]));
        assert!(!is_dead(&[(2, 1), (3, 1), (2, 0), (1, 1)]));
        // A dot of the wall is captured.
        assert!(is_dead(&[(3, 1), (2, 0)]));
        assert!(!is_dead(&[(3, 1), (2, 0), (3, 3)]));
    }

    #[test]
    fn values_are_kept_while_the_same_dots_are_dead() {
        let picture = ". . . . . .\n. . 1 . . .\n. 1 0 0 . .\n. . 1 . . .\n. . . . . .\n";
        let board = diagram::parse(picture).unwrap();
        let dead = |dots: &[(u32, u32)]| dead(dots, &[(4, 2)]);
        let (one, both) = (dead(&[(2, 2)]), dead(&[(2, 2), (3, 2)]));
        let continues = |now: &Dead, since: &[(u32, u32)]| {
            let since: Vec<Point> = since.iter().map(|&(x, y)| Point::new(x, y)).collect();
            now.continues(&one, &board, &since, Player::First)
        };
        let (joined, answer, elsewhere) = ((3, 2), (4, 2), (0, 4));
        assert!(continues(&one, &[]) && continues(&one, &[elsewhere, elsewhere]));
        assert!(continues(&both, &[joined, answer]) && !continues(&both, &[]));
        assert!(!continues(&Dead::NONE, &[joined, answer]));
        // After these moves the values did not count the group, whatever is proved since.
        for since in [&[joined][..], &[joined, elsewhere]] {
            assert!(!continues(&one, since) && !continues(&both, since));
        }
        // What was captured since is no longer a live dot.
        let captured = dead(&[(0, 0)]);
        assert!(Dead::NONE.continues(&captured, &board, &[], Player::First));
    }
}
