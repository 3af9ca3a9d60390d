//! Settled groups: groups whose fate is proved, whoever moves next. *Dead* groups are captured, *safe* ones are joined
//! to the edge of the board.
//!
//! A playout does not see to the end of a ladder. So the tree would try to save a dead group by running away with it,
//! and lose one dot more with each step. The exact search would do so as well, because running delays the capture until
//! after its last ply. And the opponent would spend moves on captures that can wait. Random moves also lose groups that
//! are safe, so that it would seem worthwhile to attack or defend them.
//!
//! So dead dots count as captured at the end of every playout, and safe ones as not captured, whatever happens to them
//! in it. Dots next to a dead group become unlikely at the root, and the verification of the chosen move lets it lose
//! the dead dots.
//!
//! The *loser* of a proof is the owner of a dead group, or the enemy of a safe one. The proof allows him one dot at a
//! time: each dot of his in the zone, and each that joins a dead group, has to be answered in the zone by the next
//! move. If a path of the tree leaves one without an answer, the playouts after it decide about the group.

use super::playout::CapturedAtEnd;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};

/// A settled group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SettledGroup {
    pub(super) owner: Player,
    pub(super) dots: Bitboard,
    /// The cells on which the proof depends.
    pub(super) zone: Bitboard,
    /// Whether the group is safe. Otherwise it is dead.
    pub(super) is_safe: bool,
}

impl SettledGroup {
    /// The settled dots of the group after these moves. The two players move by turns, `player` first. Dots that have
    /// joined a dead group by a side are dead too. Empty if the move after such a dot, or after a dot of the loser in the
    /// zone, was not in the zone: then the fate of the group is open.
    fn after(&self, moves: &[Point], player: Player) -> Bitboard {
        let mut dots = self.dots;
        let mut mover = player;
        let mut is_asked = false;
        for &cell in moves {
            let joins = !self.is_safe
                && mover == self.owner
                && cell.side_neighbours().any(|side| dots.contains(side));
            if joins {
                dots.insert(cell);
            }
            let is_in_zone = self.zone.contains(cell);
            let is_loser = (mover == self.owner) != self.is_safe;
            if !is_loser && is_asked && !is_in_zone {
                return Bitboard::EMPTY;
            }
            is_asked = is_loser && (joins || is_in_zone);
            mover = mover.opponent();
        }
        dots
    }
}

/// The settled groups of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settled(Vec<SettledGroup>);

impl Settled {
    /// No settled groups.
    pub(super) const NONE: Settled = Settled(Vec::new());

    /// Adds a group. It takes the place of those that share dots with it: the group may have grown since their proofs.
    pub(super) fn insert(&mut self, group: SettledGroup) {
        self.remove(&group.dots);
        self.0.push(group);
    }

    /// Removes the groups that have one of these dots.
    pub(super) fn remove(&mut self, dots: &Bitboard) {
        self.0.retain(|known| !known.dots.intersects(dots));
    }

    /// Keeps only the groups for which `is_kept` returns true.
    pub(super) fn retain(&mut self, is_kept: impl FnMut(&SettledGroup) -> bool) {
        self.0.retain(is_kept);
    }

    /// The settled dots of a player.
    pub(super) fn dots_of(&self, owner: Player) -> Bitboard {
        dots_of(self.0.iter(), owner)
    }

    /// The dead groups.
    fn dead(&self) -> impl Iterator<Item = &SettledGroup> {
        self.0.iter().filter(|group| !group.is_safe)
    }

    /// The number of dead dots of both players.
    pub(super) fn dead_dots(&self) -> u32 {
        self.dead().map(|group| group.dots.len()).sum()
    }

    /// Whether a cell is next to a dead group, and its proof depends on the cell. A dot of the owner there does not save
    /// the group, and its enemy need not capture it yet.
    pub(super) fn is_futile(&self, cell: Point) -> bool {
        let is_near = |group: &SettledGroup| (group.dots.grown() & group.zone).contains(cell);
        self.dead().any(is_near)
    }

    /// Corrects what a playout has captured after these moves: dead dots are captured, and safe ones are not. The two
    /// players move by turns, `player` first.
    pub(super) fn correct(&self, captured: &mut CapturedAtEnd, moves: &[Point], player: Player) {
        for group in &self.0 {
            let lost = &mut captured.0[group.owner.index()];
            if !group.is_safe {
                *lost |= group.after(moves, player);
            } else if lost.intersects(&group.dots) {
                *lost -= group.after(moves, player);
            }
        }
    }

    /// Whether values that count the dead dots of an earlier position, after the moves `since` then, count these dots.
    /// `board` has the present position. Safe groups may be others: playouts capture them only now and then.
    pub(super) fn continues(&self, earlier: &Settled, board: &Board, since: &[Point]) -> bool {
        let since: Bitboard = since.iter().copied().collect();
        Player::ALL.into_iter().all(|owner| {
            let [now, before] = [self, earlier].map(|groups| dots_of(groups.dead(), owner));
            let saved = (before & *board.live(owner)) - now;
            let new = now - before - since;
            saved.is_empty() && new.is_empty()
        })
    }
}

/// The dots of those groups that belong to `owner`.
fn dots_of<'a>(groups: impl Iterator<Item = &'a SettledGroup>, owner: Player) -> Bitboard {
    let own = groups.filter(|group| group.owner == owner);
    own.fold(Bitboard::EMPTY, |sum, group| sum | group.dots)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;

    fn cells(cells: &[(u32, u32)]) -> Bitboard {
        cells.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    /// One settled group of the first player with these dots and this zone.
    fn one(is_safe: bool, dots: &[(u32, u32)], zone: &[(u32, u32)]) -> Settled {
        let mut settled = Settled::NONE;
        settled.insert(SettledGroup {
            owner: Player::First,
            dots: cells(dots),
            zone: cells(zone),
            is_safe,
        });
        settled
    }

    /// The captured dots of both players after these moves and a playout that has captured `captured` of both players.
    fn corrected(
        settled: &Settled,
        captured: &[(u32, u32)],
        moves: &[(u32, u32)],
        player: Player,
    ) -> [Bitboard; 2] {
        let moves: Vec<Point> = moves.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let mut found = CapturedAtEnd([cells(captured); 2]);
        settled.correct(&mut found, &moves, player);
        found.0
    }

    #[test]
    fn dots_that_join_a_dead_group_are_dead() {
        let dead = one(false, &[(3, 3)], &[(4, 3), (5, 3), (5, 4), (3, 2), (9, 9)]);
        assert_eq!(dead.dead_dots(), 1);
        assert!(dead.is_futile(Point::new(4, 3)) && !dead.is_futile(Point::new(9, 9)));
        let moves = [(4, 3), (5, 3), (5, 4), (3, 2), (4, 4)];
        let [first, second] = corrected(&dead, &[(1, 1)], &moves, Player::First);
        // The dot at (5, 4) touches the group by a corner only.
        assert_eq!(first, cells(&[(1, 1), (3, 3), (4, 3), (4, 4)]));
        assert_eq!(second, cells(&[(1, 1)]));
        let [first, _] = corrected(&dead, &[], &moves[..4], Player::Second);
        assert_eq!(first, cells(&[(3, 3), (3, 2)]));
    }

    #[test]
    fn dots_of_a_safe_group_are_not_captured() {
        let safe = one(true, &[(3, 3), (3, 4)], &[(4, 3)]);
        assert_eq!(safe.dead_dots(), 0);
        assert!(!safe.is_futile(Point::new(4, 3)));
        let captured = [(3, 3), (2, 3)];
        let [first, second] = corrected(&safe, &captured, &[(2, 3)], Player::First);
        assert_eq!(first, cells(&[(2, 3)]));
        assert_eq!(second, cells(&captured));
    }

    #[test]
    fn a_group_is_no_longer_settled_if_a_dot_in_its_zone_has_no_answer_there() {
        let (zone, answer, far, near) = ((7, 7), (5, 3), (9, 9), (3, 4));
        for is_safe in [false, true] {
            let group = one(is_safe, &[(3, 3)], &[(4, 3), zone, answer]);
            // A playout captures the group if that is wrong.
            let captured: &[(u32, u32)] = if is_safe { &[(3, 3)] } else { &[] };
            let is_settled = |moves: &[(u32, u32)], is_loser_first: bool| {
                let is_first = is_loser_first != is_safe;
                let player = if is_first {
                    Player::First
                } else {
                    Player::Second
                };
                let [lost, _] = corrected(&group, captured, moves, player);
                lost.contains(Point::new(3, 3)) != is_safe
            };
            assert!(is_settled(&[zone], true) && is_settled(&[zone, answer], true));
            assert!(!is_settled(&[zone, far], true));
            assert!(!is_settled(&[zone, far, far, answer], true));
            // The winner need not answer a dot elsewhere.
            assert!(is_settled(&[far, far, zone, answer, far, far], true));
            assert!(is_settled(&[zone, far, far], false));
            // He has to answer a dot that joins a dead group.
            assert_eq!(is_settled(&[near, far], true), is_safe);
        }
    }

    #[test]
    fn values_are_kept_while_the_same_dots_are_dead() {
        let picture = ". . . . . .\n. . 1 . . .\n. 1 0 0 . .\n. . 1 . . .\n. . . . . .\n";
        let board = diagram::parse(picture).unwrap();
        let dead = |dots: &[(u32, u32)]| one(false, dots, &[]);
        let (one, both) = (dead(&[(2, 2)]), dead(&[(2, 2), (3, 2)]));
        let joined = [Point::new(3, 2)];
        assert!(one.continues(&one, &board, &[]));
        assert!(both.continues(&one, &board, &joined));
        assert!(!both.continues(&one, &board, &[]));
        assert!(!Settled::NONE.continues(&one, &board, &joined));
        // What was captured since is no longer a live dot.
        let captured = dead(&[(0, 0)]);
        assert!(Settled::NONE.continues(&captured, &board, &[]));
    }
}
