//! Threats: the groups that a player could still win, and the trajectories that win them. To win a group is to capture
//! its enemy dots, or to free its own dots.
//!
//! A dot is won only if dots of the player cut it off from the edge of the board. So his later dots contain a
//! trajectory round it. Dots joined by sides are won together. So the threats found at the root hold along the whole
//! line of play: a dot of the player fills trajectories, a dot of the opponent blocks them. Captures only add dots to
//! win: captured dots can be freed together with the chain round them, and freed dots captured again together with it.

use super::remaining_cells::RemainingCells;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::trajectory::Finder;

/// The number of a group: dots that a player wins only together.
pub(super) type GroupNumber = u16;

/// The group of dots about which nothing is known. Upper bounds count them as won without any trajectory.
pub(super) const UNKNOWN: GroupNumber = 0;
/// The group of all dots that cannot be won.
const SAFE: GroupNumber = GroupNumber::MAX;

/// With more threats of a player the search goes on without decomposition. It copies the threats at every node.
/// Not measured: benches/ingredients.md.
const MOST_THREATS: usize = 10_000;

/// A trajectory that wins a group: it captures its enemy dots or frees its own dots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    pub(super) cells: RemainingCells,
    pub(super) group: GroupNumber,
}

/// Dots of a group that are connected by sides, or over territory of their player.
#[derive(Clone, Copy, Debug)]
struct Target {
    /// One of the dots: an enemy dot to capture, or an own dot to free.
    dot: Point,
    /// The number of dots, `dot` included.
    dots: u16,
    group: GroupNumber,
}

/// The threats of one player: groups that he could still win, and the trajectories for it that he can fill with the
/// dots he has left.
#[derive(Clone, Debug, Default)]
pub(super) struct Threats {
    pub(super) list: Vec<Threat>,
    targets: Vec<Target>,
    /// The number of groups that targets can have, with [`UNKNOWN`] and without [`SAFE`].
    groups: GroupNumber,
}

impl Threats {
    /// Finds the threats of `player` with this number of dots. Writes the group of each live enemy dot to `group_of`,
    /// by the index of its cell. Some are missing if the finder is interrupted. Returns false if there are more than
    /// [`MOST_THREATS`]; then some are missing too.
    pub(super) fn find(
        &mut self,
        finder: &mut Finder,
        board: &Board,
        player: Player,
        dots: usize,
        group_of: &mut [GroupNumber],
    ) -> bool {
        self.list.clear();
        self.targets.clear();
        self.groups = UNKNOWN + 1;
        let enemies = board.live(player.opponent());
        let mut targets = *enemies | *board.lost_dots(player);
        let joined = targets | *board.territory(player.opponent());
        while let Some(dot) = targets.first() {
            if finder.is_interrupted() || self.list.len() > MOST_THREATS {
                break;
            }
            let together = Bitboard::flood(&std::iter::once(dot).collect(), &joined);
            let trajectories = finder.trajectories_around(board, player, dot, dots);
            let mut group = SAFE;
            if !trajectories.is_empty() {
                group = self.groups;
                self.groups += 1;
                self.list.extend(trajectories.iter().map(|found| Threat {
                    cells: found.into(),
                    group,
                }));
                self.add(dot, (together & targets).len(), group);
            }
            for dot in (together & *enemies).iter() {
                group_of[dot.index()] = group;
            }
            targets -= together;
        }
        self.list.len() <= MOST_THREATS
    }

    /// Adds connected dots to a group. `dot` is one of them, and `dots` is their number. Does nothing if the group is
    /// [`SAFE`].
    pub(super) fn add(&mut self, dot: Point, dots: u32, group: GroupNumber) {
        if group != SAFE {
            let dots = dots as u16;
            self.targets.push(Target { dot, dots, group });
        }
    }

    fn begin(&mut self, before: &Threats) {
        self.list.clear();
        self.targets.clone_from(&before.targets);
        self.groups = before.groups;
    }

    /// Takes over the threats `before` a dot of the player on `cell`, `None` for a pass, and fills this cell. He has
    /// `dots` left. Threats with more remaining cells than this are dropped, and those without any stay.
    pub(super) fn after_own(&mut self, before: &Threats, cell: Option<Point>, dots: usize) {
        self.begin(before);
        for threat in &before.list {
            let mut threat = *threat;
            threat.cells.fill(cell);
            if threat.cells.len() <= dots {
                self.list.push(threat);
            }
        }
    }

    /// Takes over the threats `before` a dot of the opponent on `cell`, `None` for a pass. Those through this cell are
    /// dropped.
    pub(super) fn after_enemy(&mut self, before: &Threats, cell: Option<Point>) {
        self.begin(before);
        let is_free = |own: &&Threat| cell.is_none_or(|cell| !own.cells.contains(&cell));
        self.list.extend(before.list.iter().filter(is_free));
    }

    /// Drops the threats with a remaining cell that is not playable.
    pub(super) fn drop_unplayable(&mut self, board: &Board) {
        self.list.retain(|threat| threat.cells.is_playable(board));
    }

    /// Writes to `worth`, for each group, the number of its dots that `player` can win on this board: live enemy dots,
    /// and his own captured ones.
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
}

/// The group of a dot that is won only together with all the given `dots`: that of the first of them, or [`SAFE`] if
/// one of them cannot be won. [`UNKNOWN`] if there are none.
pub(super) fn group_of_all(
    group_of: &[GroupNumber],
    dots: impl Iterator<Item = Point>,
) -> GroupNumber {
    let mut groups = dots.map(|dot| group_of[dot.index()]);
    let first = groups.next().unwrap_or(UNKNOWN);
    if first == SAFE || groups.any(|group| group == SAFE) {
        return SAFE;
    }
    first
}
