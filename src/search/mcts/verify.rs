//! The exact search at the root and in the positions visited most.
//!
//! Moves that preserve the exact result are tried first there. At the end the chosen move is verified. A move that loses
//! dots is played only if the tree expects to win more by it.

use super::tactics::Decisive;
use super::tree::Tree;
use super::{NODES_PER_SIMULATION, share};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use crate::search::tactical::{ExactResult, ExactSearch};

/// The part of the time or the nodes for the exact search at the root: one fifth, benches/ingredients.md.
const ROOT_SHARE: u32 = 5;
/// The part that is kept back for verifying the chosen move. Not measured: benches/ingredients.md.
const VERIFY_SHARE: u32 = 20;
/// The greatest depth in plies where the limits set none. Deeper searches take half a second.
const MOST_PLIES: u32 = 6;
/// A move that captures this number of dots by a ladder or net may lose one dot of the exact result.
const WON_FOR_LOST: u32 = 2;
/// What is expected of a move counts against that of another after so many visits.
/// Not measured: benches/ingredients.md.
const LEAST_VISITS: u32 = 4;
/// The sum of the priors of moves that preserve the exact result: benches/ingredients.md.
const PRESERVING: f32 = 0.6;

/// The depth of the exact search in the tree, in plies, and its nodes.
/// Not measured: benches/ingredients.md.
const INNER_PLIES: u32 = 3;
const INNER_NODES: u64 = 1000;

/// What the exact search of a position gives to the tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    /// The moves without which dots are lost or not won, with the priors that they have at least.
    pub(super) moves: Vec<(Point, f32)>,
    /// What the exact search has cost, in simulations. It counts among the nodes of the tree search.
    pub(super) simulations: u64,
}

impl Wanted {
    fn by(result: &ExactResult) -> Wanted {
        let preserving = result.preserving.unwrap_or(Bitboard::EMPTY);
        let likelihood = PRESERVING / preserving.len() as f32;
        Wanted {
            moves: preserving.iter().map(|cell| (cell, likelihood)).collect(),
            simulations: result.nodes / NODES_PER_SIMULATION,
        }
    }
}

/// The exact search for the tree.
pub(super) struct Verifier {
    exact: ExactSearch,
    result: Option<ExactResult>,
}

impl Verifier {
    /// With so many bytes of memory.
    pub(super) fn new(bytes: usize) -> Verifier {
        Verifier {
            exact: ExactSearch::new(bytes),
            result: None,
        }
    }

    /// Searches the position at the root. The board is unchanged afterwards.
    pub(super) fn search_root(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
    ) -> Wanted {
        let limits = Limits {
            plies: limits.plies.or(Some(MOST_PLIES)),
            ..share(limits, ROOT_SHARE)
        };
        let result = self.exact.search(board, player, &limits);
        let wanted = Wanted::by(&result);
        self.result = Some(result);
        wanted
    }

    /// Searches a position in the tree, for at most the time of this number of simulations. The board is unchanged afterwards.
    pub(super) fn search_inner(
        &self,
        board: &mut Board,
        player: Player,
        simulations: u64,
        limits: &Limits,
    ) -> Wanted {
        let limits = Limits {
            plies: Some(INNER_PLIES),
            nodes: Some(INNER_NODES.min(simulations.saturating_mul(NODES_PER_SIMULATION))),
            deadline: limits.deadline,
            stop: limits.stop.clone(),
            ..Limits::default()
        };
        Wanted::by(&self.exact.search(board, player, &limits))
    }

    /// The limits without what is kept back.
    pub(super) fn leave_some(&self, limits: &Limits) -> Limits {
        let end = limits.deadline.zip(limits.time_left());
        Limits {
            nodes: limits
                .nodes
                .map(|nodes| nodes - nodes / u64::from(VERIFY_SHARE)),
            deadline: end.map(|(end, left)| end - left / VERIFY_SHARE),
            ..limits.clone()
        }
    }

    /// Moves the first move that preserves the exact result to the front of `order`, unless the tree expects the first move
    /// to win more than it loses. Returns the cost in simulations.
    ///
    /// A ladder or net may end beyond the depth of the exact search, which then sees only its cost. So a move that
    /// captures by one may lose some dots. Where the limits set the depth, no move may lose any.
    pub(super) fn put_first(
        &self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        decisive: &[Decisive],
        tree: &Tree,
        order: &mut [usize],
    ) -> u64 {
        let Some(result) = &self.result else {
            return 0;
        };
        let mut nodes = 0;
        let most = share(limits, VERIFY_SHARE).nodes;
        let edge = |place: usize| tree.root()[order[place]];
        let mut holds = |place: usize, spare: i32| {
            let limits = Limits {
                nodes: most.map(|most| most.saturating_sub(nodes)),
                ..limits.clone()
            };
            let spare = if limits.plies.is_some() { 0 } else { spare };
            let cell = edge(place).point;
            let exact = &self.exact;
            let (holds, more) = exact.preserves(board, player, cell, result, spare, &limits);
            nodes += more;
            holds
        };
        let answers =
            (0..order.len()).map(|place| holds(place, spare(decisive, edge(place).point)));
        let first = answers
            .take_while(Option::is_some)
            .position(|holds| holds == Some(true));
        if let Some(place) = first.filter(|&place| place > 0) {
            let lead = edge(0).margin - edge(place).margin;
            // What is lost without a move that is proved to win or save a group is seen too late.
            let is_proved = decisive
                .iter()
                .any(|found| found.point == edge(place).point);
            let is_known = !is_proved && edge(place).visits >= LEAST_VISITS;
            let is_worth_it = is_known && lead >= 1.0 && holds(0, lead as i32) == Some(true);
            if !is_worth_it {
                order[..=place].rotate_right(1);
            }
        }
        nodes / NODES_PER_SIMULATION
    }
}

/// How many dots a move may lose for what it is proved to capture.
fn spare(decisive: &[Decisive], cell: Point) -> i32 {
    let captures = decisive.iter().filter(|found| found.is_capture);
    let sizes = captures.filter(|found| found.point == cell);
    let largest = sizes.map(|found| found.size).max();
    largest.map_or(0, |size| (size / WON_FOR_LOST) as i32)
}
