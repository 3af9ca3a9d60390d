//! Rings: walls round a target with gaps that their owner can close. Escapes: ways to the edge that the opponent cannot cut.
//!
//! The attacker wants to enclose the target, a live dot of the defender. Dots of his wall touch by sides and corners.
//! Cells of the defender's way to the edge touch by sides. On a full board there is either a wall round the target or a
//! way to the edge, as in Hex. So ideas of computer Hex apply:
//!
//! * A *virtual connection* connects two groups of dots of one player, its owner, even if the opponent moves first.
//! * A *semi-connection* connects them if the owner moves first, on a cell that is called its *key*.
//! * Here *connection* means either kind. The *carrier* of a connection is the set of free cells that it depends on.
//! * A *ring* is a cycle of connections with disjoint carriers that winds round a target an odd number of times. An
//!   *escape* is a sequence of such connections from the target to the edge.
//!
//! Here a *group* is any connected dots of one player: by side or corner for rings, by side for escapes.
//!
//! ```
//! use tochki::notation::diagram;
//! use tochki::search::connections;
//! use tochki::{Player, Point};
//!
//! let board = diagram::parse("
//!     . . . . . . .
//!     . . . 0 . . .
//!     . 0 . 1 . . .
//!     . . . . . 0 .
//!     . . 0 . . . .
//!     . . . . 0 . .
//!     . . . . . . .
//! ")?;
//! let ring = connections::ring_round(&board, Point::new(3, 2), 0).expect("every gap has two ways to be joined");
//! assert_eq!(ring.player, Player::First);
//! assert!(ring.connections.iter().all(|connection| connection.key.is_none()));
//! assert!(!ring.is_proved, "the second player may have time to capture a dot of it");
//! # Ok::<(), diagram::DiagramError>(())
//! ```
//!
//! No engine uses rings or escapes. The overlay `nets` of `tochki show` and the request `Nets` tell both [`rings`] and
//! [`escapes`]. `nets` of Python tells rings, and `tochki analyze` tells proved rings. A ring may fail because its dots can
//! be captured before it is closed. [`Ring::is_proved`] tells where that is excluded. An [`Escape`] of virtual connections
//! is always proved. Tests compare both with brute force.
//!
//! CITE: V. Anshelevich, "A hierarchical approach to computer Hex" (2002); P. Henderson, B. Arneson and R. Hayward,
//! "Solving 8x8 Hex" (2009).

mod escape;
mod graph;
mod or;
mod patterns;
mod proof;
mod safety;
mod sequences;
mod winding;

use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::groups::groups_of;
pub use escape::{Escape, escape_of, escapes};
pub use graph::ConnectionGraph;
use proof::is_proved;
use sequences::Sequences;
use std::cmp::Reverse;

/// The most steps of a search for one ring or way to the edge. A step tries one connection.
const MOST_STEPS: u32 = 20_000;
/// The most rings round a target that are tested for whether they are proved. With few of them, the order of equal rings
/// decides whether a proved one is found, so that a turned board may have other rings.
const MOST_RINGS: u32 = 48;

/// What connections between groups of dots are for: a wall round a target, or a way of the target to the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConnectionKind {
    /// A wall, whose dots touch by sides and corners.
    Wall,
    /// A way to the edge, whose cells touch by sides.
    Escape,
}

/// A connection between two groups of dots of one player, its owner, that is not made of dots yet. It is a *virtual
/// connection* if the groups get connected even if the opponent moves first. It is a *semi-connection* if the owner has
/// to move first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// Pairs of dots, one of each group. The connection connects at least one of these pairs. In a ring both groups may
    /// be the same one, if the connection leads round the target. For a connection to the edge the second point is a
    /// cell on the edge.
    pub ends: Vec<[Point; 2]>,
    /// The cell that the owner of a semi-connection has to take first. `None` for a virtual connection.
    pub key: Option<Point>,
    /// The free cells that the connection depends on, the key among them. Empty if the dot is on the edge already.
    pub carrier: Vec<Point>,
    /// The most moves, passes included, that the opponent can make before the groups are connected. For a
    /// semi-connection they are counted after the owner has taken the key.
    pub moves: u32,
}

/// A ring of connections between groups of dots, round a live dot of the opponent. A connection is not made of dots yet,
/// see [`Connection`].
#[derive(Clone, Debug)]
pub struct Ring {
    /// The owner of the connections.
    pub player: Player,
    /// The live dot that the ring surrounds.
    pub target: Point,
    /// The connections, in order along the ring. Their carriers have no common cell.
    pub connections: Vec<Connection>,
    /// The free cells that the connections depend on: the union of their carriers.
    pub carrier: Bitboard,
    /// Whether it is proved that the owner captures all dots [inside](Ring::inside): against every reply if the ring has
    /// no key, and if he takes its only key next otherwise. False also if it is only not proved.
    pub is_proved: bool,
}

impl Ring {
    fn of(graph: &ConnectionGraph, target: Point, sequence: &[usize]) -> Ring {
        let connections: Vec<Connection> = sequence
            .iter()
            .map(|&join| graph.joins[join].connection.clone())
            .collect();
        Ring {
            player: graph.player,
            target,
            carrier: connections
                .iter()
                .flat_map(|connection| connection.carrier.iter().copied())
                .collect(),
            connections,
            is_proved: false,
        }
    }

    /// The live dots of the opponent inside the ring round the target, as if its owner had dots on the whole carrier.
    pub fn inside(&self, board: &Board) -> Bitboard {
        let wall = *board.live(self.player) | self.carrier;
        let start = Bitboard::from_iter([self.target]);
        let reached = Bitboard::flood(&start, &(board.size().cells() - wall));
        reached & *board.live(self.player.opponent())
    }

    /// The cells that the owner still has to take first: one for each semi-connection, in the order of the connections.
    /// None if all connections are virtual connections.
    pub fn keys(&self) -> impl Iterator<Item = Point> + '_ {
        self.connections
            .iter()
            .filter_map(|connection| connection.key)
    }
}

/// Searches for a ring round a live dot, of virtual connections and semi-connections between dots of its enemy. At most
/// `semis` of them are semi-connections, which need a first move of their owner. Of the first rings the result is one
/// that is proved, if there is any. Otherwise it is the ring that gives the opponent of the owner the fewest moves
/// before it is closed, and it may fail because its dots can be captured.
///
/// `None` if no ring is found in a limited search, which does not prove that there is none.
///
/// # Panics
/// If the target is not a live dot.
pub fn ring_round(board: &Board, target: Point, semis: u32) -> Option<Ring> {
    let attacker = owner(board, target).opponent();
    let graph = ConnectionGraph::new(board, attacker, ConnectionKind::Wall, target);
    ring_of(board, &graph, target, semis)
}

/// The first ring that is proved, of [`MOST_RINGS`] at most; the first ring of all if none of them is.
fn ring_of(board: &Board, graph: &ConnectionGraph, target: Point, semis: u32) -> Option<Ring> {
    let (mut found, mut tried) = (None, 0);
    Sequences::new(graph, semis, MOST_STEPS).rings(&mut |sequence| {
        tried += 1;
        let mut ring = Ring::of(graph, target, sequence);
        ring.is_proved = is_proved(board, graph, &ring);
        let is_proved = ring.is_proved;
        if is_proved || found.is_none() {
            found = Some(ring);
        }
        is_proved || tried == MOST_RINGS
    });
    found
}

/// The number of groups for which [`rings`] and [`escapes`] search. They take the largest groups.
const MOST_TARGETS: usize = 8;

/// One dot of each of the largest groups of loose dots of a player, at most [`MOST_TARGETS`]. The largest group comes first.
fn targets(board: &Board, owner: Player) -> impl Iterator<Item = Point> {
    let loose = board.loose_dots(owner);
    let mut groups = groups_of(loose.iter(), loose, loose);
    groups.sort_by_key(|group| (Reverse(group.dots.len()), group.target));
    let targets = groups.into_iter().map(|group| group.target);
    targets.take(MOST_TARGETS)
}

/// The rings of virtual connections of a player round groups of his enemy, at most one ring for each group. A ring may
/// have one semi-connection, which needs a first move of the player. Proved rings are preferred, then those without a
/// semi-connection. Only the eight largest groups of loose dots are tried. Rings with the most enemy dots inside come
/// first. Of rings with the same carrier and the same dots inside only one is returned, but carriers may overlap: one
/// key may close two rings. Empty if no ring is found.
///
/// `stop` is called before each group. Once it returns true, the rings that are known are returned.
pub fn rings(board: &Board, player: Player, stop: &mut dyn FnMut() -> bool) -> Vec<Ring> {
    let mut found: Vec<(Bitboard, Ring)> = Vec::new();
    for target in targets(board, player.opponent()) {
        if stop() {
            break;
        }
        let graph = ConnectionGraph::new(board, player, ConnectionKind::Wall, target);
        let Some(ring) = best_ring(board, &graph, target) else {
            continue;
        };
        let inside = ring.inside(board);
        let is_same =
            |(dots, known): &(Bitboard, Ring)| *dots == inside && known.carrier == ring.carrier;
        if !found.iter().any(is_same) {
            found.push((inside, ring));
        }
    }
    found.sort_by_key(|(inside, _)| Reverse(inside.len()));
    found.into_iter().map(|(_, ring)| ring).collect()
}

/// A proved ring without a semi-connection, else a proved one with one. If there is none, one that is not proved, in the
/// same order.
fn best_ring(board: &Board, graph: &ConnectionGraph, target: Point) -> Option<Ring> {
    let closed = ring_of(board, graph, target, 0);
    if closed.as_ref().is_some_and(|ring| ring.is_proved) {
        return closed;
    }
    let open = ring_of(board, graph, target, 1);
    if open.as_ref().is_some_and(|ring| ring.is_proved) {
        return open;
    }
    closed.or(open)
}

fn owner(board: &Board, target: Point) -> Player {
    match board.live_owner(target) {
        Some(owner) => owner,
        None => panic!("{target:?} is no live dot"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    #[test]
    fn the_eight_largest_groups_are_tried() {
        let mut rng = fastrand::Rng::with_seed(31);
        let mut more = 0;
        for _ in 0..50 {
            let mut board = Board::new(Size::new(14, 13).expect("a small board"));
            board.put_at_random(&mut rng, 100);
            for owner in Player::ALL {
                let loose = board.loose_dots(owner);
                let size = |dot| Bitboard::flood(&Bitboard::from_iter([dot]), &loose).len();
                let mut left = loose;
                let mut sizes = Vec::new();
                while let Some(dot) = left.first() {
                    sizes.push(size(dot));
                    left -= Bitboard::flood(&Bitboard::from_iter([dot]), &loose);
                }
                sizes.sort_unstable_by_key(|&size| Reverse(size));
                more += u32::from(sizes.len() > 8);
                sizes.truncate(8);
                let tried: Vec<u32> = targets(&board, owner).map(size).collect();
                assert_eq!(tried, sizes);
            }
        }
        assert!(more > 20, "{more}");
    }
}
