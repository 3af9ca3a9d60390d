//! Ways from loose dots to the edge that the opponent cannot cut.
//!
//! Such a way proves that its dots cannot be captured. Its owner answers every move in a carrier by one in the same
//! carrier. So each of its dots always has a way to the edge that crosses no live enemy dot, and no enemy chain can
//! enclose it. Captures elsewhere change nothing. Tests compare this with brute force.

use super::graph::ConnectionGraph;
use super::sequences::Sequences;
use super::{Connection, ConnectionKind, MOST_STEPS, owner, targets};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use std::cmp::Reverse;

/// A way of connections from an own live dot to the edge. The connections are not made of dots yet, see [`Connection`].
/// If none of them has a key, the owner gets his dots to the edge whoever moves first, whatever the opponent plays. If
/// some have keys, he does after he has taken all of these.
#[derive(Clone, Debug)]
pub struct Escape {
    /// The owner of the dots and the connections.
    pub player: Player,
    /// The live dot where the way starts.
    pub target: Point,
    /// The connections, in order from the target to the edge or to dots that are joined to it. Their carriers have no
    /// common cell. Empty if the target is joined to the edge.
    pub connections: Vec<Connection>,
    /// The loose dots that the way joins to the edge.
    pub dots: Bitboard,
}

impl Escape {
    fn of(board: &Board, graph: &ConnectionGraph, target: Point, sequence: &[usize]) -> Escape {
        let joins = sequence.iter().map(|&join| &graph.joins[join]);
        let groups: Vec<usize> = joins.clone().flat_map(|join| join.groups).collect();
        let is_joined = |dot: &Point| {
            let group = graph.groups.number(*dot);
            group.is_some_and(|group| groups.contains(&group))
        };
        let loose = board.loose_dots(graph.player);
        // A connection without a carrier stands for a dot on the edge.
        let connections = joins
            .map(|join| &join.connection)
            .filter(|connection| !connection.carrier.is_empty());
        Escape {
            player: graph.player,
            target,
            connections: connections.cloned().collect(),
            dots: loose.iter().filter(is_joined).collect(),
        }
    }
}

/// Searches for a way from a live dot to the edge, of virtual connections and semi-connections of its owner. At most
/// `semis` of them are semi-connections, which need a first move of the owner. `None` if no way is found in a limited
/// search, which does not prove that there is none.
///
/// # Panics
/// If the target is not a live dot.
pub fn escape_of(board: &Board, target: Point, semis: u32) -> Option<Escape> {
    let graph = ConnectionGraph::new(board, owner(board, target), ConnectionKind::Escape, target);
    let group = graph.groups.number(target)?;
    let mut found = None;
    Sequences::new(&graph, semis, MOST_STEPS).ways(group, &mut |sequence| {
        found = Some(Escape::of(board, &graph, target, sequence));
        true
    });
    found
}

/// The ways to the edge of virtual connections for groups of loose dots of a player, at most one way for each group.
/// The opponent cannot cut them, so he has no [ring](super::rings) round these groups. Only the eight largest groups
/// are tried. A way is left out if another one has all its dots. Ways of the most dots come first. Their carriers may
/// overlap: the dots of each way get to the edge, but perhaps not those of all ways.
///
/// `stop` is called before each group. Once it returns true, the ways that are known are returned.
pub fn escapes(board: &Board, player: Player, stop: &mut dyn FnMut() -> bool) -> Vec<Escape> {
    let mut found: Vec<Escape> = Vec::new();
    for target in targets(board, player) {
        if stop() {
            break;
        }
        if found.iter().any(|known| known.dots.contains(target)) {
            continue;
        }
        if let Some(escape) = escape_of(board, target, 0) {
            found.retain(|known| !known.dots.is_subset(&escape.dots));
            found.push(escape);
        }
    }
    found.sort_by_key(|escape| Reverse(escape.dots.len()));
    found
}
