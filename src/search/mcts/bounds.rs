//! McCarthy's optimistic and pessimistic values in the tree: how a game can end at worst and at
//! best, by the rules and by what the tree has tried.
//!
//! A player may end the game at his turn: he then gives away his dots that are not joined to the edge,
//! and nothing else. Whatever is joined to the edge stays so whoever moves, and neither side can
//! take back what it holds: a dot of the opponent never makes the player's end worse. So he never
//! gets less than by ending the game now, whosever turn it is, and never more than what ending it
//! now leaves the opponent. Having to move is no danger to him, because he may end the game instead. A
//! full board has one margin only.
//!
//! A position is worth no less than the best of its moves at worst. It is worth no more than
//! the best of them at best, if all moves that the rules allow are among them, or than ending the game.
//! Where the two meet nothing is left to search.
//!
//! Where nobody ends a game before it is decided, as in matches of the Points AI Protocol, which has no
//! word for it, these bounds are those of the rules and not of the match: who has to move and has
//! no safe cell left loses a dot in a game that is proved to be drawn. Bounds that leave room for that
//! were tried, with playouts that count safe cells: 94 of 180 games, no difference that is certain.
//!
//! Whether bounds win games is not known either: 33 of 50 with 1,000 rounds a move on 20x20, but two games that were
//! played again without bounds were the same until move 280 and 340, when most are decided. Played until
//! the board was full, 49 of 121 were won and 49 lost on 12x12, with 240 rounds a move instead of 282.
//!
//! CITE: M. Winands, Y. Bjornsson and J.-T. Saito, "Monte-Carlo Tree Search Solver" (2008); T.
//! Cazenave and A. Saffidine, "Score Bounded Monte-Carlo Tree Search" (2010); J. McCarthy's
//! optimistic and pessimistic values, as for the exact search.

use super::tree::{Edge, NOWHERE, Node, Path, Tree};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::policy::Candidate;
use std::cmp::Reverse;

/// The least and the greatest margin, in dots, with which a game can end for a player, if both
/// play as well as they can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) least: i16,
    pub(super) most: i16,
}

impl Bounds {
    /// Of a position of which nothing is known.
    pub(super) const UNKNOWN: Bounds = Bounds {
        least: -i16::MAX,
        most: i16::MAX,
    };

    /// Those that the rules give for the player whose turn it is.
    pub(super) fn of(board: &Board, player: Player) -> Bounds {
        let opponent = player.opponent();
        // No board has more dots than fit.
        let [least, most] = match board.free().is_empty() {
            true => [board.score(player); 2],
            false => [player, opponent].map(|stopping| board.score_after_stop(player, stopping)),
        };
        Bounds {
            least: least as i16,
            most: most as i16,
        }
    }

    /// The same for the other player.
    pub(super) fn flipped(self) -> Bounds {
        Bounds {
            least: -self.most,
            most: -self.least,
        }
    }

    /// What both say.
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        }
    }

    /// The margin, if there is but one.
    #[inline]
    pub(super) fn exact(self) -> Option<i16> {
        (self.least == self.most).then_some(self.least)
    }
}

/// What is known of a position before any of its moves is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// For the player whose turn it is.
    pub(super) bounds: Bounds,
    /// Whether all moves that the rules allow are in the tree.
    pub(super) is_complete: bool,
}

/// A position with no more playable cells than this gets all of them as moves. Not measured, like the next.
const MOST_COMPLETE: u32 = 40;
/// The likelihood of the moves that nobody would think of, such as filling one's own empty base:
/// they are tried when the others are proved.
const UNLIKELY: f32 = 0.001;

impl Known {
    pub(super) const NOTHING: Known = Known {
        bounds: Bounds::UNKNOWN,
        is_complete: false,
    };

    /// What the rules tell. Adds the moves that are missing, if they are few.
    pub(super) fn of(board: &Board, player: Player, moves: &mut Vec<Candidate>) -> Known {
        let bounds = Bounds::of(board, player);
        let few = board.free().len() <= MOST_COMPLETE;
        if few {
            add_missing(board, player, moves);
        }
        Known {
            bounds,
            // Where only suicide is left and forbidden, the rules do not tell how it goes on.
            is_complete: few && (!moves.is_empty() || board.free().is_empty()),
        }
    }
}

fn add_missing(board: &Board, player: Player, moves: &mut Vec<Candidate>) {
    let known: Bitboard = moves.iter().map(|found| found.point).collect();
    let missing = board.legal_cells(player) - known;
    moves.extend(missing.iter().map(|point| Candidate {
        point,
        weight: UNLIKELY,
        is_forcing: false,
    }));
    moves.sort_by(|a, b| b.weight.total_cmp(&a.weight));
}

/// The floor of a position of whose moves nothing is known.
pub(super) const NO_FLOOR: i16 = Bounds::UNKNOWN.least;

impl Node {
    /// Whether another move of the position is proved to be at least as good, and this is not
    /// known to be as good as that.
    #[inline]
    pub(super) fn outdoes(&self, edge: &Edge) -> bool {
        self.most(edge) <= self.floor && edge.bounds.least < self.floor
    }

    /// The margin of a move at best: no move is better than its position.
    #[inline]
    fn most(&self, edge: &Edge) -> i16 {
        edge.bounds.most.min(self.bounds.most)
    }
}

impl Tree {
    /// Lets the positions of a path know what has become known of the one that it has added. `worth`
    /// gives the value of a margin, both for the player at the root.
    pub(super) fn tighten(&mut self, path: &Path, worth: impl Fn(f32) -> f32) {
        let steps = path.nodes.iter().zip(&path.moves).enumerate();
        for (ply, (&node, &point)) in steps.rev() {
            let is_new = self.tighten_move(node, point, |margin| match ply % 2 {
                0 => worth(margin),
                _ => 1.0 - worth(-margin),
            });
            if !is_new {
                return;
            }
            self.tighten_position(node);
        }
    }

    /// Takes the bounds of the position that a move leads to over to the move. Returns whether they
    /// were not known there.
    fn tighten_move(&mut self, node: u32, point: Point, worth: impl Fn(f32) -> f32) -> bool {
        let Node { first, count, .. } = self.nodes[node as usize];
        let edges = &mut self.edges[first as usize..][..count as usize];
        let edge = edges.iter_mut().find(|edge| edge.point == point);
        let Some(edge) = edge.filter(|edge| edge.child != NOWHERE) else {
            return false;
        };
        let child = self.nodes[edge.child as usize].bounds.flipped();
        let bounds = edge.bounds.and(child);
        if bounds == edge.bounds {
            return false;
        }
        edge.bounds = bounds;
        if let Some(margin) = bounds.exact() {
            edge.margin = margin.into();
            edge.value = worth(edge.margin);
        }
        true
    }

    /// What the moves of a position tell about it.
    fn tighten_position(&mut self, node: u32) {
        let node = node as usize;
        let edges = self.edges_of(self.nodes[node]);
        let least = edges.iter().map(|edge| edge.bounds.least).max();
        let most = edges.iter().map(|edge| edge.bounds.most).max();
        let wanted = match node {
            0 => self.wanted,
            _ => 1,
        };
        let floor = match wanted {
            0 | 1 => least,
            _ => nth_greatest(edges.iter().map(|edge| edge.bounds.least), wanted),
        };
        let node = &mut self.nodes[node];
        node.floor = floor.unwrap_or(NO_FLOOR);
        node.bounds.least = node.bounds.least.max(least.unwrap_or(NO_FLOOR));
        if let Some(most) = most.filter(|_| node.is_complete) {
            // The player may also end the game.
            node.bounds.most = node.bounds.most.min(most.max(node.bounds.least));
        }
    }

    /// Says how many of the moves at the root are asked for.
    pub(super) fn want(&mut self, wanted: usize) {
        self.wanted = wanted;
        if !self.nodes.is_empty() {
            self.tighten_position(0);
        }
    }

    /// Whether a move at the root is proved to be as good as any other, and no more than the best is
    /// asked for.
    pub(super) fn is_settled(&self) -> bool {
        let Some(root) = self.nodes.first() else {
            return false;
        };
        if self.wanted > 1 || root.floor == NO_FLOOR {
            return false;
        }
        let mut better = self
            .root()
            .iter()
            .filter(|edge| root.most(edge) > root.floor);
        match (better.next(), better.next()) {
            (None, _) => true,
            (Some(edge), None) => edge.bounds.least == root.floor,
            _ => false,
        }
    }

    /// The indices of the moves at the root, the most visited first, but those last that are proved
    /// to be no better than another; and how many there are before these.
    pub(super) fn best_first(&self) -> (Vec<usize>, usize) {
        let mut order = self.most_visited();
        let Some(root) = self.nodes.first() else {
            return (order, 0);
        };
        let is_settled = self.is_settled();
        order.sort_by_key(|&index| {
            let edge = &self.root()[index];
            // Of those that are proved to be the best one may be even better.
            let most = is_settled.then(|| root.most(edge));
            (root.outdoes(edge), Reverse(most))
        });
        let outdone = order.iter().rev();
        let outdone = outdone.take_while(|&&index| root.outdoes(&self.root()[index]));
        let others = order.len() - outdone.count();
        // It is passed by once it is proved, and may have fewer visits than it deserves.
        let exact = |&index: &usize| self.root()[index].bounds.exact().is_some();
        if let Some(proved) = order[..others].iter().position(exact) {
            let value = |place: usize| self.root()[order[place]].value;
            if !is_settled && value(proved) >= value(0) {
                order[..=proved].rotate_right(1);
            }
        }
        (order, others)
    }
}

/// The number before which so many others come, counted from 1, if they are sorted from the greatest.
fn nth_greatest(numbers: impl Iterator<Item = i16>, nth: usize) -> Option<i16> {
    let mut numbers: Vec<i16> = numbers.collect();
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers.get(nth - 1).copied()
}

#[cfg(test)]
mod tests;
