//! Proofs that the owner of a ring captures the dots inside it.
//!
//! A ring wins if it is *safe*: the opponent cannot enclose a dot of it in the moves that he has before it is
//! closed. A safe ring with one semi-connection wins if its owner moves next. Captures elsewhere cannot help the
//! opponent, because [`is_safe`] counts dots that may be freed as freed already.

use super::Ring;
use super::graph::ConnectionGraph;
use super::safety::is_safe;
use crate::board::Board;
use crate::geometry::{Bitboard, Point};
use std::collections::HashMap;

/// Whether it is proved that the owner of a ring captures all dots inside: against every reply if the ring has no key,
/// and if he takes the key next if it has one. False also if it is only not proved.
pub(super) fn is_proved(board: &Board, graph: &ConnectionGraph, ring: &Ring) -> bool {
    let moves = ring.connections.iter().map(|own| own.moves).sum();
    let ends = ring.connections.iter().flat_map(|own| own.ends.iter());
    let wall = wall(board, graph, ends.flatten().copied());
    ring.keys().count() <= 1 && is_safe(board, graph.player, &wall, &ring.carrier, moves)
}

/// Those of the `dots` that belong to the player, with dots of his that connect the given dots of each group.
fn wall(board: &Board, graph: &ConnectionGraph, dots: impl Iterator<Item = Point>) -> Bitboard {
    let own = board.live(graph.player);
    let mut wall = Bitboard::EMPTY;
    let mut joined: HashMap<usize, Point> = HashMap::new();
    for dot in dots.filter(|&dot| own.contains(dot)) {
        let Some(group) = graph.groups.number(dot) else {
            continue;
        };
        let first = *joined.entry(group).or_insert(dot);
        if !wall.contains(dot) {
            let goal = Bitboard::from_iter([first]) | wall;
            wall |= steps(dot, &goal, own);
        }
    }
    wall
}

/// The dots of a shortest way from a dot over own dots to a dot of the set `goal`. Steps go to sides and corners. The
/// way includes both ends.
fn steps(from: Point, goal: &Bitboard, own: &Bitboard) -> Bitboard {
    let mut layers = vec![Bitboard::from_iter([from])];
    let mut seen = layers[0];
    let mut last = layers[0];
    while !last.intersects(goal) && !last.is_empty() {
        last = (last.grown() & *own) - seen;
        seen |= last;
        layers.push(last);
    }
    let mut found = Bitboard::EMPTY;
    let mut near = *goal;
    for layer in layers.iter().rev() {
        if let Some(dot) = (*layer & near).first() {
            found.insert(dot);
            near = Bitboard::from_iter([dot]).grown();
        }
    }
    found
}
