//! What a player could win from here on, and the trajectories that it takes.
//!
//! A dot is won only if dots of the player cut it from the edge of the board. So his dots from here on
//! contain a trajectory round it, whatever else happens. Dots that are joined by sides are won
//! together. What is found once therefore holds along the whole line of play: a dot of the player fills
//! trajectories, a dot of the opponent blocks them. Captures only add targets: captured dots can be
//! freed with the chain round them, and freed dots can be captured again with it.

use super::remaining_cells::RemainingCells;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::trajectory::Finder;

/// The index of a group: dots that are won together.
pub(super) type Group = u16;

/// Dots of which nothing is known: they can be won at any time.
pub(super) const OPEN: Group = 0;
/// Dots that cannot be won.
pub(super) const SAFE: Group = Group::MAX;

/// A trajectory that wins a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    remaining: RemainingCells,
    pub(super) group: Group,
}

impl Threat {
    #[inline]
    pub(super) fn cells(&self) -> &[Point] {
        self.remaining.cells()
    }
}

/// Dots of a group that are joined to one another.
#[derive(Clone, Copy, Debug)]
struct Target {
    /// One of them: an enemy dot that can be captured, or an own dot that can be freed.
    dot: Point,
    /// Their number.
    dots: u16,
    group: Group,
}

/// What one player could win with the dots he has left.
#[derive(Clone, Debug, Default)]
pub(super) struct Threats {
    threats: Vec<Threat>,
    targets: Vec<Target>,
    /// Number of groups, the open one included.
    groups: Group,
}

impl Threats {
    /// Finds what `player` could win with so many dots, and writes the groups of the enemy dots.
    pub(super) fn find(
        &mut self,
        finder: &mut Finder,
        board: &Board,
        player: Player,
        dots: usize,
        group_of: &mut [Group],
    ) {
        self.threats.clear();
        self.targets.clear();
        self.groups = OPEN + 1;
        let enemies = board.live(player.opponent());
        let mut targets = *enemies | *board.lost_dots(player);
        let joined = targets | *board.territory(player.opponent());
        while let Some(dot) = targets.first() {
            if finder.is_interrupted() {
                return;
            }
            let together = Bitboard::flood(&std::iter::once(dot).collect(), &joined);
            let trajectories = finder.trajectories_around(board, player, dot, dots);
            let mut group = SAFE;
            if !trajectories.is_empty() {
                group = self.groups;
                self.groups += 1;
                self.threats.extend(trajectories.iter().map(|found| Threat {
                    remaining: found.into(),
                    group,
                }));
                self.add(dot, (together & targets).len(), group);
            }
            for dot in (together & *enemies).iter() {
                group_of[dot.index()] = group;
            }
            targets -= together;
        }
    }

    /// Adds dots to a group, one of which is `dot`.
    pub(super) fn add(&mut self, dot: Point, dots: u32, group: Group) {
        if group != SAFE {
            let dots = dots as u16;
            self.targets.push(Target { dot, dots, group });
        }
    }

    fn begin(&mut self, before: &Threats) {
        self.threats.clear();
        self.targets.clone_from(&before.targets);
        self.groups = before.groups;
    }

    /// Becomes what `before` is after a dot of the player on `cell`; he has `dots` left. `None` is a pass.
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

    /// Becomes what `before` is after a dot of the opponent on `cell`; `None` is a pass.
    pub(super) fn after_enemy(&mut self, before: &Threats, cell: Option<Point>) {
        self.begin(before);
        let is_free = |own: &&Threat| cell.is_none_or(|cell| !own.cells().contains(&cell));
        self.threats.extend(before.threats.iter().filter(is_free));
    }

    /// Drops the threats with a cell that cannot be played any more.
    pub(super) fn drop_unplayable(&mut self, board: &Board) {
        self.threats
            .retain(|threat| threat.remaining.is_playable(board));
    }

    /// Writes how many dots of each group can be won now.
    pub(super) fn write_worth(&self, board: &Board, player: Player, worth: &mut Vec<i32>) {
        worth.clear();
        worth.resize(self.groups as usize, 0);
        let winnable = *board.live(player.opponent()) | *board.lost_dots(player);
        for target in &self.targets {
            if winnable.contains(target.dot) {
                worth[target.group as usize] += i32::from(target.dots);
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Threat> + Clone {
        self.threats.iter()
    }
}
