//! Nets: rings that nobody has closed yet, and ways to the edge that nobody can cut.
//!
//! A wall of the attacker is joined by steps to any of the eight neighbours, a way of the defender to the edge by
//! steps to the side. Exactly one of both exists on a full board, as in Hex, and the ideas of computer Hex apply:
//!
//! * A *virtual connection* joins two groups even if the opponent moves first. A *semi-connection* joins them if
//!   the owner moves first; the first cell is its *key*. Either rests on the free cells of its *carrier* only.
//! * A *virtual ring* is a cycle of virtual connections with disjoint carriers that winds round a target an odd number
//!   of times. A *virtual escape* is a chain of them from the target to the edge.
//!
//! ```
//! use tochki::notation::diagram;
//! use tochki::search::nets;
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
//! let ring = nets::ring_round(&board, Point::new(3, 2), 0).expect("every gap has two ways to be joined");
//! assert_eq!(ring.player, Player::First);
//! assert!(ring.links.iter().all(|link| link.key.is_none()));
//! # Ok::<(), diagram::DiagramError>(())
//! ```
//!
//! No engine plays by nets yet. [`rings`] is what `tochki show --overlay nets` draws; [`NetSolver`] proves captures and
//! is checked against brute force, but it is too slow and sees too little to win games by.
//!
//! CITE: V. Anshelevich, "A hierarchical approach to computer Hex" (2002); P. Henderson, B. Arneson and R. Hayward,
//! "Solving 8x8 Hex" (2009).

mod chains;
mod links;
mod or;
mod patterns;
mod safety;
mod solver;
mod winding;

use crate::board::{Board, Cell};
use crate::geometry::{Bitboard, Player, Point};
use crate::search::capture::{Group, groups_of, loose_dots};
use chains::Chains;
pub use links::Net;
pub use solver::{NetSolver, NetVerdict};
use std::cmp::Reverse;

/// Steps of a search for one ring or way.
const STEPS: u32 = 20_000;

/// What links are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A wall: dots touch by sides and corners.
    Wall,
    /// A way to the edge: dots touch by sides.
    Escape,
}

/// A virtual connection or a semi-connection of two groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// A dot of one group and one of the other, or a cell of the edge. There are more such pairs if the groups are
    /// joined at one of several places.
    pub ends: Vec<[Point; 2]>,
    /// The cell that its owner has to take first, for a semi-connection; `None` for a virtual connection.
    pub key: Option<Point>,
    /// The free cells that it rests on, with the key.
    pub carrier: Vec<Point>,
    /// The most moves that the opponent makes before the groups are joined, once the key is taken.
    pub moves: u32,
}

/// A ring of links round a target, or a way of links from it to the edge.
#[derive(Clone, Debug)]
pub struct Ring {
    /// Whose links they are.
    pub player: Player,
    /// The dot that it goes round, or leads from.
    pub target: Point,
    /// The links, one after the other. No two have a cell in common.
    pub links: Vec<Link>,
    /// The free cells of all links.
    pub carrier: Bitboard,
}

impl Ring {
    fn of(net: &Net, target: Point, chain: &[usize]) -> Ring {
        let links: Vec<Link> = chain
            .iter()
            .map(|&join| net.joins[join].link.clone())
            .collect();
        Ring {
            player: net.player,
            target,
            carrier: links
                .iter()
                .flat_map(|link| link.carrier.iter().copied())
                .collect(),
            links,
        }
    }

    /// The live dots of the opponent inside a ring, if its owner holds all its free cells.
    pub fn inside(&self, board: &Board) -> Bitboard {
        let wall = *board.live(self.player) | self.carrier;
        let start = Bitboard::from_iter([self.target]);
        let reached = Bitboard::flood(&start, &(board.size().cells() - wall));
        reached & *board.live(self.player.opponent())
    }

    /// The keys of its semi-connections.
    pub fn keys(&self) -> impl Iterator<Item = Point> + '_ {
        self.links.iter().filter_map(|link| link.key)
    }
}

/// A ring of the enemy round a live dot with so many semi-connections at most, the one with the fewest moves of
/// the opponent. Captures are not thought of: it may not hold if dots of the ring can be captured.
///
/// # Panics
/// If the target is no live dot.
pub fn ring_round(board: &Board, target: Point, semis: u32) -> Option<Ring> {
    ring_of(
        &Net::new(board, owner(board, target).opponent(), Kind::Wall, target),
        target,
        semis,
    )
}

fn ring_of(net: &Net, target: Point, semis: u32) -> Option<Ring> {
    let mut found = None;
    Chains::new(net, semis, STEPS).rings(&mut |chain| {
        found = Some(Ring::of(net, target, chain));
        true
    });
    found
}

/// Groups of dots that rings are looked for round, the largest.
const TARGETS: usize = 8;

/// The rings of a player round groups of his enemy that hold, or would with one move, the ones with the most dots
/// inside first. No two have the same free cells.
pub fn rings(board: &Board, player: Player) -> Vec<Ring> {
    let enemy = player.opponent();
    let loose = loose_dots(board, enemy);
    let mut groups = groups_of(loose.iter(), loose, loose);
    groups.sort_by_key(|group| (Reverse(group.dots.len()), group.target));
    let mut found: Vec<(u32, Ring)> = Vec::new();
    for Group { target, .. } in groups.into_iter().take(TARGETS) {
        let net = Net::new(board, player, Kind::Wall, target);
        let ring = ring_of(&net, target, 0).or_else(|| ring_of(&net, target, 1));
        if let Some(ring) = ring
            && found.iter().all(|(_, known)| known.carrier != ring.carrier)
        {
            found.push((ring.inside(board).len(), ring));
        }
    }
    found.sort_by_key(|&(dots, _)| Reverse(dots));
    found.into_iter().map(|(_, ring)| ring).collect()
}

/// A way of a live dot to the edge with so many semi-connections at most.
///
/// # Panics
/// If the target is no live dot.
pub fn escape_of(board: &Board, target: Point, semis: u32) -> Option<Ring> {
    let net = Net::new(board, owner(board, target), Kind::Escape, target);
    let group = net.groups.number(target)?;
    let mut found = None;
    Chains::new(&net, semis, STEPS).ways(group, &mut |chain| {
        found = Some(Ring::of(&net, target, chain));
        true
    });
    found
}

fn owner(board: &Board, target: Point) -> Player {
    match board.cell(target) {
        Cell::Live(owner) => owner,
        _ => panic!("{target:?} is no live dot"),
    }
}
