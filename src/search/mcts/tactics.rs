//! Ladders and nets at the root: the moves that capture or save a group, and the dead groups.

use super::dead::{Dead, DeadGroup};
use super::tree::{LEAST_VISITS, Tree};
use super::{NODES_PER_SIMULATION, share};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use crate::search::capture_search::{
    CaptureSearch, CaptureSearchOptions, CaptureSearches, Danger, GroupStatus,
};
use crate::search::groups::{Group, groups_of};
use std::cmp::Reverse;
use std::mem;

/// The highest order of threats in the capture search: 1 for ladders, 2 for nets.
const THREAT_ORDER: u32 = 2;
/// The greatest number of nodes of the capture search for one group with one side to move.
/// Not measured, like the next two: benches/ingredients.md.
const CAPTURE_NODES: u64 = 450;
/// A group is searched if it has a dot within this distance of one of the last moves, in steps of a king.
const GROUP_NEARBY: u32 = 3;
/// The number of last moves near which groups are searched.
const LAST_MOVES: usize = 4;
/// The greatest number of groups of a player that are searched near the last moves, and elsewhere. The largest are
/// chosen: benches/ingredients.md.
const MOST_GROUPS: usize = 12;
/// Groups elsewhere are searched only if the limits allow at least this number of simulations. A clock is no such limit.
/// Not measured: benches/ingredients.md.
const LEAST_FOR_AFAR: u64 = 5000;
/// The capture search for the groups of each player gets 1 / `CAPTURE_SHARE` of the time and the nodes.
const CAPTURE_SHARE: u32 = 20;

/// A proved capture of `n` dots is preferred to a move whose expected margin is greater by less than `TRUST * n` dots:
/// benches/ingredients.md.
const TRUST: f32 = 0.5;

/// A move at the root that captures an enemy group in a ladder or net, or that may save an own group from being captured
/// in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DecisiveMove {
    pub(super) point: Point,
    /// The number of dots of the group.
    pub(super) size: u32,
    /// Whether the move is proved to capture an enemy group. False if it may save an own group.
    pub(super) is_capture: bool,
}

impl DecisiveMove {
    /// The move that captures a group in danger, if `is_capture`, or else the move that may save it. `None` if the
    /// capture search gives no move.
    fn about(group: &Group, danger: &Danger, is_capture: bool) -> Option<DecisiveMove> {
        let best = match is_capture {
            true => danger.attack.best,
            // Without a proved defence, the best cell of the attacker may be one.
            false => danger.defence.best.or(danger.attack.best),
        };
        best.map(|point| DecisiveMove {
            point,
            size: group.dots.len(),
            is_capture,
        })
    }
}

/// The result of the capture search at the root.
#[derive(Clone, Debug)]
pub(super) struct Findings {
    /// The moves that are proved to capture an enemy group, and those that may save an own group which is captured
    /// otherwise.
    pub(super) moves: Vec<DecisiveMove>,
    /// The number of dots of both players in [dead groups](Tactics::dead).
    pub(super) dead_dots: u32,
    /// The cost of the capture search, in simulations.
    pub(super) simulations: u64,
    /// Whether the search was to look at groups far from the last moves, and has searched them all.
    pub(super) has_looked_afar: bool,
}

impl Findings {
    /// Nothing is proved.
    #[cfg(test)]
    pub(super) const NONE: Findings = Findings {
        moves: Vec::new(),
        dead_dots: 0,
        simulations: 0,
        has_looked_afar: false,
    };

    /// Whether a move captures a group or may save one.
    pub(super) fn has(&self, point: Point) -> bool {
        self.moves.iter().any(|found| found.point == point)
    }

    /// Moves the best proved capture to the front of `order`, the indices of moves at the root, if its expected margin is
    /// close enough to that of the first move: see [`TRUST`]. Captures with fewer than [`LEAST_VISITS`] visits do not
    /// count. After other moves the tree does not search the ladder to its end, and expects to capture the group later. If
    /// the margin after the first move is certain, it is no such expectation, and the capture has to be better.
    pub(super) fn prefer_proved(&self, tree: &Tree, order: &mut [usize]) {
        let margin = |place: usize| tree.expected(&tree.root_moves()[order[place]]);
        let first = order.first().map(|&index| &tree.root_moves()[index]);
        let trust = match first.and_then(|first| tree.certain_after(first)) {
            Some(_) => 0.0,
            None => TRUST,
        };
        let lead = |found: &DecisiveMove| {
            let is_it = |&index: &usize| tree.root_moves()[index].point == found.point;
            let place = order.iter().position(is_it)?;
            let is_known = tree.root_moves()[order[place]].visits() >= LEAST_VISITS;
            is_known.then(|| (place, margin(place) - margin(0) + trust * found.size as f32))
        };
        let captures = self.moves.iter().filter(|found| found.is_capture);
        let best = captures.filter_map(lead).max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((place, _)) = best.filter(|best| best.1 > 0.0) {
            let proved = tree.root_moves()[order[place]].point;
            log::debug!("mcts: {proved} is proved to capture and comes first");
            order[..=place].rotate_right(1);
        }
    }
}

/// The capture search, by ladders and nets, for the groups near the last moves and, if it is asked to, for others.
pub(super) struct Tactics {
    search: CaptureSearch,
    /// The groups that are known to be dead in the last position. The values in the tree count them as captured.
    dead: Dead,
    /// The dots of each player in dead groups of which a move may have refuted the proof. They have to be searched anew.
    doubtful: [Bitboard; 2],
    /// The territory of each player in the last position.
    territory: [Bitboard; 2],
}

impl Tactics {
    pub(super) fn new() -> Tactics {
        Tactics {
            search: CaptureSearch::new(CaptureSearchOptions {
                order: THREAT_ORDER,
                nodes: CAPTURE_NODES,
            }),
            dead: Dead::NONE,
            doubtful: [Bitboard::EMPTY; 2],
            territory: [Bitboard::EMPTY; 2],
        }
    }

    /// The groups that are known to be dead in the last position.
    pub(super) fn dead(&self) -> &Dead {
        &self.dead
    }

    /// Updates the dead groups for a new position. `since` are the moves from the last position to it, `None` if it
    /// does not follow from that one. Then no group is known to be dead. Otherwise a group becomes doubtful when a dot is
    /// put on a cell on which the proof depends, or territory is made.
    ///
    /// This is not quite certain: the proof holds against one dot elsewhere, but not always against several. How often
    /// it fails was measured: benches/ingredients.md.
    pub(super) fn update(&mut self, board: &Board, since: Option<&[Point]>) {
        let territory = Player::ALL.map(|player| *board.territory(player));
        let has_other_territory = mem::replace(&mut self.territory, territory) != territory;
        let Some(since) = since else {
            self.dead = Dead::NONE;
            self.doubtful = [Bitboard::EMPTY; 2];
            return;
        };
        let since: Bitboard = since.iter().copied().collect();
        // A group without loose dots is captured, or joined to the edge, where nobody captures it.
        let loose = Player::ALL.map(|owner| board.loose_dots(owner));
        let doubtful = &mut self.doubtful;
        self.dead.retain(|group| {
            let owner = group.owner.index();
            if has_other_territory || group.zone.intersects(&since) {
                doubtful[owner] |= group.dots;
            }
            group.dots.intersects(&loose[owner])
        });
    }

    /// Finds the moves of `player` that capture an enemy group or may save an own one, and dead groups. It searches
    /// the groups near the last moves, and with `wants_afar` others too, unless a limit allows fewer than
    /// [`LEAST_FOR_AFAR`]. Groups that are doubtful are also searched, and stay dead only if that is
    /// proved again within the share of the limits that the capture search has ([`update`](Tactics::update)). If the whole
    /// search is over before, they stay dead and doubtful, so that the values in the tree stay right. Groups that are
    /// certainly dead are not searched. The board is unchanged afterwards.
    pub(super) fn search(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        wants_afar: bool,
    ) -> Findings {
        let (mut moves, mut nodes) = (Vec::new(), 0);
        let is_long = limits.nodes.is_none_or(|nodes| nodes >= LEAST_FOR_AFAR);
        let looks_afar = wants_afar && is_long;
        let mut has_looked_afar = looks_afar;
        let doubtful = mem::replace(&mut self.doubtful, [Bitboard::EMPTY; 2]);
        let suspects = self.dead.take(&doubtful);
        let mut searched = [Bitboard::EMPTY; 2];
        for owner in [player.opponent(), player] {
            let mut searches = CaptureSearches::new(&mut self.search, share(limits, CAPTURE_SHARE));
            let doubtful = &doubtful[owner.index()];
            let mut groups = groups(board, owner, looks_afar, doubtful);
            let dead = self.dead.dots_of(owner);
            groups.retain(|group| !group.dots.is_subset(&dead));
            for group in groups {
                if searches.is_over() {
                    break;
                }
                let status = searches.status(board, group.target);
                // What a limit of the whole search has cut short says nothing.
                if limits.is_over() {
                    break;
                }
                searched[owner.index()] |= group.dots;
                self.dead.note(owner, &group.dots, &status);
                if let GroupStatus::InDanger(danger) = status {
                    moves.extend(DecisiveMove::about(&group, &danger, owner != player));
                }
            }
            // The limit may have cut the last search short.
            has_looked_afar &= !searches.is_over();
            nodes += searches.nodes();
        }
        if limits.is_over() {
            self.put_back(suspects, &searched);
        }
        Findings {
            moves,
            dead_dots: self.dead.number_of_dots(),
            simulations: nodes / NODES_PER_SIMULATION,
            has_looked_afar,
        }
    }

    /// Lets groups stay dead and doubtful that are not among the `searched` dots of each player.
    fn put_back(&mut self, suspects: Vec<DeadGroup>, searched: &[Bitboard; 2]) {
        for group in suspects {
            let owner = group.owner.index();
            if !group.dots.intersects(&searched[owner]) {
                self.doubtful[owner] |= group.dots;
                self.dead.insert(group);
            }
        }
    }
}

/// The loose groups of `player` near the last moves, or all of them if there are no moves: at most [`MOST_GROUPS`]. With
/// `elsewhere` up to [`MOST_GROUPS`] others follow. Those of the `doubtful` dots that are still loose come last. A group is
/// connected by side steps over his loose dots and territory.
fn groups(board: &Board, player: Player, elsewhere: bool, doubtful: &Bitboard) -> Vec<Group> {
    let loose = board.loose_dots(player);
    let over = loose | *board.territory(player);
    let last = board.moves().rev().take(LAST_MOVES);
    let mut near: Vec<Bitboard> = last
        .map(|last| loose & Bitboard::square(last.point, GROUP_NEARBY))
        .collect();
    if near.is_empty() {
        near.push(loose);
    }
    let near = near.iter().flat_map(Bitboard::iter);
    let mut groups = largest(groups_of(near, loose, over));
    if elsewhere {
        let others = groups.iter().fold(loose, |left, group| left - group.dots);
        groups.extend(largest(groups_of(others.iter(), loose, over)));
    }
    let left = groups
        .iter()
        .fold(loose & *doubtful, |left, group| left - group.dots);
    groups.extend(groups_of(left.iter(), loose, over));
    groups
}

/// The [`MOST_GROUPS`] largest groups. The largest come first, and of equal ones those that came first before.
fn largest(mut groups: Vec<Group>) -> Vec<Group> {
    groups.sort_by_key(|group| Reverse(group.dots.len()));
    groups.truncate(MOST_GROUPS);
    groups
}

#[cfg(test)]
mod tests;
