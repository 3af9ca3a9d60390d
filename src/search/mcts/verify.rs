//! The exact search at the root and in the positions visited most.
//!
//! The exact search finds the greatest score that a player can reach within some plies: the exact result. Moves that
//! reach it *preserve* it, and get higher priors. At the end the chosen move is verified: a move that misses the exact
//! result gives way to one that does not. `verify` has the exceptions.

use super::tactics::{DecisiveMove, Findings, LEAST_VISITS};
use super::tree::{Edge, Tree};
use super::{NODES_PER_SIMULATION, share};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::Limits;
use crate::search::tactical::{ExactResult, ExactSearch};
use std::time::{Duration, Instant};

/// The exact search at the root gets 1 / `ROOT_SHARE` of the time and the nodes: benches/ingredients.md.
const ROOT_SHARE: u32 = 5;
/// The exact search at the root takes at most this time, if there is a deadline. In an analysis without end its share of
/// the time is no limit.
const LONGEST_AT_ROOT: Duration = Duration::from_secs(1);
/// With a limit of nodes the exact search at the root takes at most this number of them, about a second.
const MOST_AT_ROOT: u64 = 500_000;
/// The verification of the chosen move gets at most 1 / `VERIFY_SHARE` of the time and the nodes, which are reserved for
/// it: benches/ingredients.md.
const VERIFY_SHARE: u32 = 20;
/// The time reserved for the verification is at most this number times that of the exact search at the root:
/// benches/ingredients.md.
const VERIFY_TIMES: u32 = 2;
/// The greatest depth, in plies, of the exact search at the root, unless the limits set another one:
/// benches/ingredients.md.
const ROOT_PLIES: u32 = 6;
/// A move that is proved to capture `n` dots in a ladder or net may miss the exact result by `n / WON_FOR_LOST` dots:
/// benches/ingredients.md.
const WON_FOR_LOST: u32 = 2;
/// The moves that reach the exact result get a prior of at least this number divided by their count:
/// benches/ingredients.md.
const PRESERVING: f32 = 0.6;

/// The depth, in plies, of an exact search in a position of the tree below the root: benches/ingredients.md.
const INNER_PLIES: u32 = 3;
/// The greatest number of nodes of an exact search in a position of the tree below the root.
/// Not measured: benches/ingredients.md.
const INNER_NODES: u64 = 1000;

/// The moves that the exact search of a position recommends to the tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    /// The moves that reach the exact result, with the least priors that they get. Empty if the search does not tell them:
    /// see [`ExactResult::preserving`].
    pub(super) moves: Vec<(Point, f32)>,
    /// The cost of the exact search, in simulations.
    pub(super) simulations: u64,
    /// Whether an exact search below the root ended before [`INNER_PLIES`], because a limit was reached or the next ply
    /// might have reached it.
    pub(super) is_cut: bool,
}

impl Wanted {
    /// The moves that reach the value of a result, with equal priors that sum to [`PRESERVING`].
    fn by(result: &ExactResult) -> Wanted {
        let preserving = result.preserving.unwrap_or(Bitboard::EMPTY);
        let likelihood = PRESERVING / preserving.len() as f32;
        Wanted {
            moves: preserving.iter().map(|cell| (cell, likelihood)).collect(),
            simulations: result.nodes / NODES_PER_SIMULATION,
            is_cut: result.plies < INNER_PLIES,
        }
    }
}

/// The exact search for the tree, with the memory of its results.
pub(super) struct Verifier {
    exact: ExactSearch,
    /// The exact result of the last root that was searched. `None` before the first.
    result: Option<ExactResult>,
    /// The hash of that root, and the player to move.
    root: Option<(u64, Player)>,
    /// How long that search took. If the position was searched several times in a row, the longest of these searches
    /// counts. The table answers the later ones at once, but it need not know the move that is to be verified.
    time_at_root: Duration,
}

impl Verifier {
    /// An exact search with a table of at most this number of bytes.
    pub(super) fn new(bytes: usize) -> Verifier {
        Verifier {
            exact: ExactSearch::new(bytes),
            result: None,
            root: None,
            time_at_root: Duration::ZERO,
        }
    }

    /// Searches the position at the root, and keeps the exact result for the verification of the chosen move. The board
    /// is unchanged afterwards.
    pub(super) fn search_root(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
    ) -> Wanted {
        let start = Instant::now();
        let result = self.exact.search(board, player, &at_root(limits));
        let time = start.elapsed();
        let root = Some((board.hash(), player));
        self.time_at_root = match self.root == root {
            true => time.max(self.time_at_root),
            false => time,
        };
        self.root = root;
        let wanted = Wanted::by(&result);
        log::debug!("mcts: the exact search says {result:?}");
        self.result = Some(result);
        wanted
    }

    /// Searches a position of the tree below the root, at a cost of at most this number of simulations. The board is
    /// unchanged afterwards.
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

    /// The limits of the simulations: without the time and nodes that are reserved for verifying the chosen move. The
    /// root must have been searched before.
    pub(super) fn without_reserve(&self, limits: &Limits) -> Limits {
        let reserve = |left: Duration| (left / VERIFY_SHARE).min(self.time_at_root * VERIFY_TIMES);
        let end = limits.deadline.zip(limits.time_left());
        Limits {
            nodes: limits
                .nodes
                .map(|nodes| nodes - nodes / u64::from(VERIFY_SHARE)),
            deadline: end.map(|(end, left)| end - reserve(left)),
            ..limits.clone()
        }
    }

    /// Moves the first move that preserves the exact result to the front of `order`, the indices of moves at the root.
    /// The first move stays if the tree expects it to win at least as many dots more than that move as it loses of the
    /// exact result. It also stays if no move preserves the result, or if a limit is reached before one is found. Returns
    /// the cost in simulations.
    ///
    /// `findings` has the moves that capture or save groups in ladders and nets, and the number of dead dots. Ladders
    /// may end beyond the depth of the exact search, which then sees only the dots lost on the way. So a move that is
    /// proved to capture in one may lose some dots. The exact search may also see the capture of a dead group after one
    /// move, and not after another that delays it. So every move may lose as many dots as are dead. If the limits set
    /// the depth, no move may lose any.
    pub(super) fn verify(
        &self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        findings: &Findings,
        tree: &Tree,
        order: &mut [usize],
    ) -> u64 {
        let Some(result) = &self.result else {
            return 0;
        };
        let mut verification = Verification {
            exact: &self.exact,
            result,
            board,
            player,
            limits: in_time(limits),
            most: share(limits, VERIFY_SHARE).nodes,
            findings,
            nodes: 0,
        };
        let edge = |place: usize| &tree.root()[order[place]];
        let answers = (0..order.len()).map(|place| verification.preserves(edge(place).point));
        let first = answers
            .take_while(Option::is_some)
            .position(|preserves| preserves == Some(true));
        let better = first
            .filter(|&place| place > 0 && !verification.is_worth_it(tree, edge(0), edge(place)));
        if let Some(place) = better {
            let (veto, played) = (edge(0).point, edge(place).point);
            log::debug!("mcts: the exact search vetoes {veto} in favour of {played}");
            order[..=place].rotate_right(1);
        }
        verification.nodes / NODES_PER_SIMULATION
    }
}

/// The verification of moves against the exact result at the root.
struct Verification<'a> {
    exact: &'a ExactSearch,
    result: &'a ExactResult,
    board: &'a mut Board,
    player: Player,
    limits: Limits,
    /// The greatest number of nodes for all moves together.
    most: Option<u64>,
    findings: &'a Findings,
    /// The number of nodes so far.
    nodes: u64,
}

impl Verification<'_> {
    /// Whether a move preserves the exact result, or misses it by no more dots than it may because it captures in a
    /// ladder or net. `None` if a limit is reached.
    fn preserves(&mut self, cell: Point) -> Option<bool> {
        self.misses_at_most(cell, may_lose(&self.findings.moves, cell))
    }

    /// Whether a move misses the exact result by at most `may_lose` dots and the number of dead dots together, or by none
    /// if the limits set the depth. `None` if a limit is reached.
    fn misses_at_most(&mut self, cell: Point, may_lose: i32) -> Option<bool> {
        let limits = Limits {
            nodes: self.most.map(|most| most.saturating_sub(self.nodes)),
            ..self.limits.clone()
        };
        let may_lose = match limits.plies {
            Some(_) => 0,
            None => may_lose + self.findings.dead_dots as i32,
        };
        let (board, player, result) = (&mut *self.board, self.player, self.result);
        let (misses_at_most, nodes) = self
            .exact
            .preserves(board, player, cell, result, may_lose, &limits);
        self.nodes += nodes;
        misses_at_most
    }

    /// Whether the tree expects `first` to win at least as many dots more than `preserving` as it misses the exact result
    /// by. If `preserving` captures or may save a group in a ladder or net, the tree is not believed: after other moves it
    /// sees the loss too late.
    fn is_worth_it(&mut self, tree: &Tree, first: &Edge, preserving: &Edge) -> bool {
        let is_decisive = self.findings.has(preserving.point);
        let is_known = !is_decisive && first.visits().min(preserving.visits()) >= LEAST_VISITS;
        let lead = tree.expected(first) - tree.expected(preserving);
        let is_better = is_known && lead >= 1.0;
        is_better && self.misses_at_most(first.point, lead as i32) == Some(true)
    }
}

/// The limits of the exact search at the root.
fn at_root(limits: &Limits) -> Limits {
    let share = share(limits, ROOT_SHARE);
    let longest = Instant::now() + LONGEST_AT_ROOT;
    Limits {
        plies: limits.plies.or(Some(ROOT_PLIES)),
        nodes: share.nodes.map(|nodes| nodes.min(MOST_AT_ROOT)),
        deadline: share.deadline.map(|end| end.min(longest)),
        ..share
    }
}

/// The limits of the verification. On a clock the deadline is far away, and the verification gets its share of the usual
/// time of a move.
fn in_time(limits: &Limits) -> Limits {
    let usual = limits.pace.map(|pace| pace.usual / VERIFY_SHARE);
    let end = usual.and_then(|usual| Instant::now().checked_add(usual));
    Limits {
        deadline: limits.deadline.into_iter().chain(end).min(),
        ..limits.clone()
    }
}

/// The number of dots by which a move may miss the result of the exact search because it is proved to capture a group
/// in a ladder or net. It is 0 for a move without such a capture.
fn may_lose(decisive: &[DecisiveMove], cell: Point) -> i32 {
    let captures = decisive.iter().filter(|found| found.is_capture);
    let sizes = captures.filter(|found| found.point == cell);
    let largest = sizes.map(|found| found.size).max();
    largest.map_or(0, |size| (size / WON_FOR_LOST) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram;

    /// The first player captures three dots at (5, 2).
    const POCKET: &str = "
        . . . . . . . .
        . . 0 0 0 . . .
        . 0 1 1 1 . . .
        . . 0 0 0 . . .
        . . . . . . . .
    ";

    #[test]
    fn an_analysis_without_end_searches_the_root_exactly_for_a_while() {
        let nodes = |simulations| at_root(&Limits::nodes(simulations)).nodes;
        assert_eq!(nodes(1000), Some(1000 * NODES_PER_SIMULATION / 5));
        assert_eq!(nodes(u64::MAX), Some(MOST_AT_ROOT));
        let time = |seconds| {
            let limits = Limits::time(Duration::from_secs(seconds));
            at_root(&limits).time_left().unwrap()
        };
        assert!(time(2) <= Duration::from_millis(400) && time(1000) <= LONGEST_AT_ROOT);
        assert_eq!(at_root(&Limits::default()).time_left(), None);
    }

    #[test]
    fn no_more_than_twice_the_time_at_the_root_is_reserved_for_the_verification() {
        let mut verifier = Verifier::new(1 << 20);
        let limits = Limits::time(Duration::from_secs(2000));
        // The seconds of the exact search at the root, and the seconds that are reserved.
        for (at_root, reserved) in [(0, 0), (10, 20), (49, 98), (51, 100), (1000, 100)] {
            verifier.time_at_root = Duration::from_secs(at_root);
            let end = verifier.without_reserve(&limits).deadline.unwrap();
            let found = limits.deadline.unwrap() - end;
            // A little of the time is over already.
            let found = (found + Duration::from_millis(500)).as_secs();
            assert_eq!(found, reserved, "{at_root}");
        }
        let limits = Limits::nodes(1000);
        assert_eq!(verifier.without_reserve(&limits).nodes, Some(950));
        assert_eq!(verifier.without_reserve(&limits).deadline, None);
    }

    #[test]
    fn a_position_that_is_searched_again_keeps_the_time_for_its_verification() {
        let mut board = diagram::parse(POCKET).unwrap();
        let mut verifier = Verifier::new(1 << 20);
        let limits = Limits::nodes(1000);
        let long = Duration::from_secs(1000);
        for (player, is_kept) in [
            (Player::First, false),
            (Player::First, true),
            (Player::Second, false),
        ] {
            verifier.time_at_root = long;
            verifier.search_root(&mut board, player, &limits);
            assert_eq!(verifier.time_at_root == long, is_kept, "{player}");
        }
    }

    /// The move that comes first after the verification. The tree has the most visited move first.
    fn verified(tree: &Tree, findings: &Findings) -> Point {
        verified_within(&Limits::nodes(10_000), tree, findings)
    }

    fn verified_within(limits: &Limits, tree: &Tree, findings: &Findings) -> Point {
        searched_and_verified(limits, limits, tree, findings)
    }

    /// The same with limits of the exact search at the root, and others of the verification.
    fn searched_and_verified(
        at_root: &Limits,
        limits: &Limits,
        tree: &Tree,
        findings: &Findings,
    ) -> Point {
        let mut board = diagram::parse(POCKET).unwrap();
        let mut verifier = Verifier::new(1 << 20);
        verifier.search_root(&mut board, Player::First, at_root);
        let mut order = [0, 1];
        verifier.verify(
            &mut board,
            Player::First,
            limits,
            findings,
            tree,
            &mut order,
        );
        tree.root()[order[0]].point
    }

    #[test]
    fn a_move_with_few_visits_gives_way_to_one_that_preserves_the_exact_result() {
        // The other move is expected to win six dots more, and loses three of the exact result.
        let [other, capture] = [Point::new(0, 0), Point::new(5, 2)];
        let results = |visits| Tree::with_results(&[(other, visits, 9.0), (capture, 8, 3.0)]);
        let first = |tree: Tree| verified(&tree, &Findings::NONE);
        assert_eq!(first(results(LEAST_VISITS - 1)), capture);
        assert_eq!(first(results(LEAST_VISITS)), other);
        // A certain score counts, and not the mean of the simulations before it was known.
        let certain = results(LEAST_VISITS).with_certain(1, 9);
        assert_eq!(first(certain), capture);
    }

    #[test]
    fn no_move_may_lose_dots_of_the_exact_result_if_the_limits_set_the_depth() {
        // The other move is proved to capture eight dots, and is expected to win six dots more. It loses three.
        let [other, capture] = [Point::new(0, 0), Point::new(5, 2)];
        let tree = Tree::with_results(&[(other, 9, 9.0), (capture, 8, 3.0)]);
        let proved = Findings {
            moves: vec![DecisiveMove {
                point: other,
                size: 8,
                is_capture: true,
            }],
            ..Findings::NONE
        };
        for (plies, first) in [(None, other), (Some(6), capture)] {
            let limits = Limits {
                plies,
                ..Limits::nodes(10_000)
            };
            for findings in [&proved, &Findings::NONE] {
                assert_eq!(verified_within(&limits, &tree, findings), first);
            }
        }
    }

    #[test]
    fn a_move_may_lose_as_many_dots_as_are_dead() {
        let [other, capture] = [Point::new(0, 0), Point::new(5, 2)];
        let tree = Tree::with_results(&[(other, LEAST_VISITS - 1, 0.0), (capture, 3, 0.0)]);
        // The other move loses three dots of the exact result.
        for (dead_dots, first) in [(3, other), (2, capture)] {
            let findings = Findings {
                dead_dots,
                ..Findings::NONE
            };
            assert_eq!(verified(&tree, &findings), first);
        }
    }

    #[test]
    fn the_first_move_stays_if_a_limit_is_reached() {
        let [other, capture] = [Point::new(0, 0), Point::new(5, 2)];
        let tree = Tree::with_results(&[(other, LEAST_VISITS - 1, 0.0), (capture, 3, 0.0)]);
        // With a dead dot it takes a search to tell how many dots the other move misses.
        let findings = Findings {
            dead_dots: 1,
            ..Findings::NONE
        };
        let at_root = Limits::nodes(10_000);
        for (nodes, first) in [(0, other), (10_000, capture)] {
            let limits = Limits::nodes(nodes);
            let found = searched_and_verified(&at_root, &limits, &tree, &findings);
            assert_eq!(found, first, "{nodes} nodes");
        }
    }
}
