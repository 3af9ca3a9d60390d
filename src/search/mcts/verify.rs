//! What the exact search of captures says about the root and the positions visited most: the moves
//! that it needs are tried first there, and no move is played that it refutes, unless it is expected to be
//! worth more than it loses: 38 of 60 games with 1,000 rounds against answering every threat.

use super::tactics::Decisive;
use super::tree::Tree;
use super::{NODES_A_ROUND, share};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use crate::search::tactical::{ExactResult, ExactSearch};

/// The part of the time, or of the nodes, that reading the position may take. A fifteenth won 40 of 80.
const READ_SHARE: u32 = 5;
/// The part that is kept back for verifying the chosen move. Not measured: benches/ingredients.md.
const VERIFY_SHARE: u32 = 20;
/// The deepest reading, in plies, where the limits set no depth: a position takes half a second
/// beyond. Of the 82 puzzles, which ask for up to 8 plies, 20,000 rounds make 77 right without
/// such a limit and 80 with it, if they are not told the depth.
const MOST_PLIES: u32 = 6;
/// A move that captures so many dots by a ladder or net may lose one of those that were read. When
/// it came, 20,000 rounds made 45 of the 50 planted ladders and nets right, and 35 without it.
const WON_FOR_LOST: u32 = 2;
/// What is expected of a move counts against that of another after so many visits.
/// Not measured: benches/ingredients.md.
const LEAST_VISITS: u32 = 4;
/// The likelihood that the moves of a position share without which dots are lost: benches/ingredients.md.
const HOLDING: f32 = 0.6;

/// The depth of reading in the tree, and its nodes, most of which it seldom needs.
/// Not measured: benches/ingredients.md.
const INNER_PLIES: u32 = 3;
const INNER_NODES: u64 = 1000;

/// What was read of a position.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    /// The moves without which dots are lost or not won, with the likelihoods they should have.
    pub(super) moves: Vec<(Point, f32)>,
    /// How many rounds the reading counts for.
    pub(super) rounds: u64,
}

impl Wanted {
    fn by(reading: &ExactResult) -> Wanted {
        let holding = reading.preserving.unwrap_or(Bitboard::EMPTY);
        let likelihood = HOLDING / holding.len() as f32;
        Wanted {
            moves: holding.iter().map(|cell| (cell, likelihood)).collect(),
            rounds: reading.nodes / NODES_A_ROUND,
        }
    }
}

/// The exact search for the tree.
pub(super) struct Verifier {
    reader: ExactSearch,
    reading: Option<ExactResult>,
}

impl Verifier {
    /// With so many bytes of memory.
    pub(super) fn new(bytes: usize) -> Verifier {
        Verifier {
            reader: ExactSearch::new(bytes),
            reading: None,
        }
    }

    pub(super) fn memory(&self) -> usize {
        self.reader.memory()
    }

    /// Reads the position at the root. The board is as before afterwards.
    pub(super) fn read(&mut self, board: &mut Board, player: Player, limits: &Limits) -> Wanted {
        let limits = Limits {
            plies: limits.plies.or(Some(MOST_PLIES)),
            ..share(limits, READ_SHARE)
        };
        let reading = self.reader.search(board, player, &limits);
        let wanted = Wanted::by(&reading);
        self.reading = Some(reading);
        wanted
    }

    /// Reads a position in the tree in the time of no more than so many rounds, and within the
    /// other limits. The board is as before afterwards.
    pub(super) fn read_inner(
        &self,
        board: &mut Board,
        player: Player,
        rounds: u64,
        limits: &Limits,
    ) -> Wanted {
        let limits = Limits {
            plies: Some(INNER_PLIES),
            nodes: Some(INNER_NODES.min(rounds.saturating_mul(NODES_A_ROUND))),
            deadline: limits.deadline,
            stop: limits.stop.clone(),
            ..Limits::default()
        };
        Wanted::by(&self.reader.search(board, player, &limits))
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

    /// Puts the first move in the order that loses nothing before the others, unless the first of all is
    /// expected to be better by more than it loses; leaves the order as it is if none does. Tells
    /// how many rounds that counts for.
    ///
    /// A ladder or net may end beyond the depth of the reading, which then sees only what it costs:
    /// that may be some of what it captures. Where the limits set the depth that counts, nothing may be lost.
    pub(super) fn put_first(
        &self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        decisive: &[Decisive],
        tree: &Tree,
        order: &mut [usize],
    ) -> u64 {
        let Some(reading) = &self.reading else {
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
            let reader = &self.reader;
            let (holds, more) = reader.preserves(board, player, cell, reading, spare, &limits);
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
        nodes / NODES_A_ROUND
    }
}

/// How many dots a move may lose for what it is proved to capture.
fn spare(decisive: &[Decisive], cell: Point) -> i32 {
    let captures = decisive.iter().filter(|found| found.is_capture);
    let sizes = captures.filter(|found| found.point == cell);
    let largest = sizes.map(|found| found.size).max();
    largest.map_or(0, |size| (size / WON_FOR_LOST) as i32)
}
