//! The search for sequences against one that tries everything.

use super::*;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Size};
use crate::search::connections::ConnectionKind;
use std::collections::BTreeSet;

/// All sequences of connections that lead from a group to a goal over groups from `least` on, each group once.
/// Connections share no cell. A goal that is the first group makes a ring. Found by trying everything.
struct Trial<'a> {
    graph: &'a ConnectionGraph,
    goal: usize,
    least: usize,
    semis: u32,
    path: Vec<usize>,
    groups: Vec<usize>,
    cells: Bitboard,
    found: BTreeSet<Vec<usize>>,
}

impl Trial<'_> {
    fn all(graph: &ConnectionGraph, from: usize, goal: usize, semis: u32) -> BTreeSet<Vec<usize>> {
        let mut trial = Trial {
            graph,
            goal,
            least: if from == goal { from } else { 0 },
            semis,
            path: Vec::new(),
            groups: vec![from],
            cells: Bitboard::EMPTY,
            found: BTreeSet::new(),
        };
        trial.go_on(from);
        trial.found
    }

    fn go_on(&mut self, at: usize) {
        for (number, join) in self.graph.joins.iter().enumerate() {
            let [a, b] = join.groups;
            let carrier: Bitboard = join.connection.carrier.iter().copied().collect();
            if a != at && b != at || self.path.contains(&number) || carrier.intersects(&self.cells)
            {
                continue;
            }
            let next = a + b - at;
            self.path.push(number);
            let semis = self
                .path
                .iter()
                .filter(|&&join| self.graph.joins[join].is_semi());
            if semis.count() as u32 <= self.semis {
                if next == self.goal {
                    self.found.insert(self.path.clone());
                } else if next >= self.least && !self.groups.contains(&next) {
                    self.groups.push(next);
                    self.cells |= carrier;
                    self.go_on(next);
                    self.cells -= carrier;
                    self.groups.pop();
                }
            }
            self.path.pop();
        }
    }
}

fn moves(graph: &ConnectionGraph, sequence: &[usize]) -> u32 {
    let moves = sequence
        .iter()
        .map(|&join| graph.joins[join].connection.moves);
    moves.sum()
}

fn sorted(sequence: &[usize]) -> Vec<usize> {
    let mut joins = sequence.to_vec();
    joins.sort_unstable();
    joins
}

/// A graph of few connections round a dot in the middle of a small board.
fn small_graph(rng: &mut fastrand::Rng, kind: ConnectionKind) -> Option<(ConnectionGraph, Point)> {
    let mut board = Board::new(Size::new(7, 7).expect("a small board"));
    let target = Point::new(3, 3);
    board.play(target, Player::Second);
    // Half of the boards have most of a ring.
    let is_ringed = rng.bool();
    for cell in board.size().points() {
        let steps = cell.x().abs_diff(3) + cell.y().abs_diff(3);
        if is_ringed && (2..4).contains(&steps) && rng.u32(..5) < 2 && board.is_playable(cell) {
            board.play(cell, Player::First);
        }
    }
    let dots = rng.u32(4..20);
    board.put_at_random(rng, dots);
    board.live(Player::Second).contains(target).then_some(())?;
    let player = match kind {
        ConnectionKind::Wall => Player::First,
        ConnectionKind::Escape => Player::Second,
    };
    let graph = ConnectionGraph::new(&board, player, kind, target);
    (graph.joins.len() <= 80).then_some((graph, target))
}

#[test]
fn each_ring_is_found_once_and_the_quickest_come_first() {
    let mut rng = fastrand::Rng::with_seed(41);
    let mut rings = [0; 3];
    for number in 0..400 {
        let Some((graph, _)) = small_graph(&mut rng, ConnectionKind::Wall) else {
            continue;
        };
        let semis = number % 3;
        let mut all = BTreeSet::new();
        for group in 0..graph.groups.count {
            let closed = Trial::all(&graph, group, group, semis);
            all.extend(closed.iter().map(|ring| sorted(ring)));
        }
        let is_round = |ring: &Vec<usize>| {
            let odd = ring.iter().filter(|&&join| graph.joins[join].is_odd);
            odd.count() % 2 == 1 && moves(&graph, ring) <= MOST_MOVES
        };
        all.retain(is_round);
        let mut found = Vec::new();
        Sequences::new(&graph, semis, u32::MAX).rings(&mut |ring| {
            found.push(ring.to_vec());
            false
        });
        assert!(found.is_sorted_by_key(|ring| moves(&graph, ring)));
        for ring in &found {
            let [mut at, goal] = graph.joins[ring[0]].groups;
            for &join in &ring[1..] {
                let [a, b] = graph.joins[join].groups;
                assert!(at == a || at == b, "the connections are in order");
                at = a + b - at;
            }
            assert_eq!(at, goal);
        }
        rings[semis as usize] += found.len();
        let count = found.len();
        let found: BTreeSet<Vec<usize>> = found.iter().map(|ring| sorted(ring)).collect();
        assert_eq!(found.len(), count, "a ring comes twice");
        assert_eq!(found, all);
    }
    assert!(rings.iter().all(|&rings| rings > 20), "{rings:?}");
}

#[test]
fn each_way_to_the_edge_is_found_once_and_the_quickest_come_first() {
    let mut rng = fastrand::Rng::with_seed(42);
    let mut ways = [0; 3];
    for number in 0..400 {
        let Some((graph, target)) = small_graph(&mut rng, ConnectionKind::Escape) else {
            continue;
        };
        let semis = number % 3;
        let group = graph.groups.number(target).expect("a dot");
        let mut all = Trial::all(&graph, group, graph.edge(), semis);
        all.retain(|way| moves(&graph, way) <= MOST_MOVES);
        let mut found = Vec::new();
        Sequences::new(&graph, semis, u32::MAX).ways(group, &mut |way| {
            found.push(way.to_vec());
            false
        });
        assert!(found.is_sorted_by_key(|way| moves(&graph, way)));
        ways[semis as usize] += found.len();
        let count = found.len();
        let found: BTreeSet<Vec<usize>> = found.into_iter().collect();
        assert_eq!(found.len(), count, "a way comes twice");
        assert_eq!(found, all);
    }
    assert!(ways.iter().all(|&ways| ways > 10), "{ways:?}");
}
