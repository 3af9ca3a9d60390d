//! What a player could win from here on, and the sets of cells that it takes.
//!
//! A dot is won only if dots of the player cut it from the edge of the board, whatever else happens
//! on the way: the dots that are put from here on contain one of its minimal sets. Dots that share
//! their fate with it, being joined to it by sides, are won with the same sets. So what is found
//! once holds along the whole line of play; a dot of the player shortens sets, a dot of the opponent
//! breaks those it lies on, and captures only add to what can be won: dots that are taken can be
//! freed with the chain round them, and dots that are freed can be taken again with it.

use super::remaining_cells::RemainingCells;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::trajectory::{Finder, Trajectory};

/// The fate that some dots share: the index of a group.
pub(super) type Group = u16;

/// Dots of which nothing is known: they can be won at any time.
pub(super) const OPEN: Group = 0;
/// Dots that cannot be won.
pub(super) const SAFE: Group = Group::MAX;

/// What is left to fill of a set that wins a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    remaining: RemainingCells,
    pub(super) group: Group,
}

impl Threat {
    fn new(set: &Trajectory, group: Group) -> Threat {
        let remaining = set.into();
        Threat { remaining, group }
    }

    #[inline]
    pub(super) fn cells(&self) -> &[Point] {
        self.remaining.cells()
    }
}

/// Dots that are won together.
#[derive(Clone, Copy, Debug)]
struct Target {
    /// One of them: a dot of the opponent that is to be taken, or one of the player to be freed.
    dot: Point,
    dots: u16,
    group: Group,
}

/// What one player could win with the dots he has left.
#[derive(Clone, Debug, Default)]
pub(super) struct Threats {
    threats: Vec<Threat>,
    prizes: Vec<Target>,
    /// Number of groups, the open one included.
    groups: Group,
}

impl Threats {
    /// Finds what `player` could win with so many dots, and notes the groups of the opponent's dots.
    pub(super) fn find(
        &mut self,
        finder: &mut Finder,
        board: &Board,
        player: Player,
        dots: usize,
        group_of: &mut [Group],
    ) {
        self.threats.clear();
        self.prizes.clear();
        self.groups = OPEN + 1;
        let enemies = board.live(player.opponent());
        let mut targets = *enemies | *board.lost_dots(player);
        let joined = targets | *board.territory(player.opponent());
        while let Some(dot) = targets.first() {
            if finder.is_interrupted() {
                return;
            }
            let together = Bitboard::flood(&std::iter::once(dot).collect(), &joined);
            let sets = finder.trajectories_around(board, player, dot, dots);
            let group = if sets.is_empty() { SAFE } else { self.groups };
            if group != SAFE {
                self.groups += 1;
                self.threats
                    .extend(sets.iter().map(|set| Threat::new(set, group)));
                self.add(dot, (together & targets).len(), group);
            }
            for dot in (together & *enemies).iter() {
                group_of[dot.index()] = group;
            }
            targets -= together;
        }
    }

    /// Adds dots that share the fate of a group.
    pub(super) fn add(&mut self, dot: Point, dots: u32, group: Group) {
        if group != SAFE {
            let dots = dots as u16;
            self.prizes.push(Target { dot, dots, group });
        }
    }

    fn begin(&mut self, before: &Threats) {
        self.threats.clear();
        self.prizes.clone_from(&before.prizes);
        self.groups = before.groups;
    }

    /// After the player's own dot on `cell`, `dots` being left; `None` is a pass.
    pub(super) fn after_own(&mut self, before: &Threats, cell: Option<Point>, dots: usize) {
        self.begin(before);
        for threat in &before.threats {
            let mut threat = *threat;
            threat.remaining.fill(cell);
            if threat.cells().len() <= dots {
                self.threats.push(threat);
            }
        }
    }

    /// After a dot of the opponent on `cell`; `None` is a pass.
    pub(super) fn after_enemy(&mut self, before: &Threats, cell: Option<Point>) {
        self.begin(before);
        let left = |threat: &&Threat| cell.is_none_or(|cell| !threat.cells().contains(&cell));
        self.threats.extend(before.threats.iter().filter(left));
    }

    /// Drops the threats with a cell that cannot be played any more.
    pub(super) fn drop_unplayable(&mut self, board: &Board) {
        self.threats
            .retain(|threat| threat.remaining.is_playable(board));
    }

    /// The number of dots in each group that can be won now.
    pub(super) fn worth(&self, board: &Board, player: Player, worth: &mut Vec<i32>) {
        worth.clear();
        worth.resize(self.groups as usize, 0);
        let enemies = board.live(player.opponent());
        let captives = board.lost_dots(player);
        for prize in &self.prizes {
            if enemies.contains(prize.dot) || captives.contains(prize.dot) {
                worth[prize.group as usize] += i32::from(prize.dots);
            }
        }
    }

    pub(super) fn threats(&self) -> &[Threat] {
        &self.threats
    }
}
