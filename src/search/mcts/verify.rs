//! The verification of the chosen move: a move that misses the exact result gives way to one that preserves it. `exact`
//! defines both. [`Verification::choose`] and [`Verification::preserves`] have the exceptions.

use super::exact::RootResult;
use super::tactics::{DecisiveMove, Findings};
use super::tree::{Edge, LEAST_VISITS, Tree};
use super::{NODES_PER_SIMULATION, share};
use crate::board::Board;
use crate::geometry::Point;
use crate::search::Limits;
use crate::search::tactical::ExactSearch;
use std::time::{Duration, Instant};

/// The verification of the chosen move gets at most 1 / `VERIFY_SHARE` of the time and the nodes, which are reserved for
/// it: benches/ingredients.md.
const VERIFY_SHARE: u32 = 20;
/// The time reserved for the verification is at most this number times that of the exact search at the root:
/// benches/ingredients.md.
const VERIFY_TIMES: u32 = 2;
/// A move that is proved to capture `n` dots in a ladder or net may miss the exact result by `n / WON_FOR_LOST` dots:
/// benches/ingredients.md.
const WON_FOR_LOST: u32 = 2;

/// The limits of the simulations, which leave the time and nodes that are reserved for verifying the chosen move.
pub(super) fn leaving_reserve(at_root: &RootResult, limits: &Limits) -> Limits {
    let reserve = |left: Duration| (left / VERIFY_SHARE).min(at_root.time * VERIFY_TIMES);
    let end = limits.deadline.zip(limits.time_left());
    Limits {
        nodes: limits
            .nodes
            .map(|nodes| nodes - nodes / u64::from(VERIFY_SHARE)),
        deadline: end.map(|(end, left)| end - reserve(left)),
        ..limits.clone()
    }
}

/// The verification of moves against the exact result at the root.
pub(super) struct Verification<'a> {
    exact: &'a ExactSearch,
    at_root: &'a RootResult,
    board: &'a mut Board,
    limits: Limits,
    /// The greatest number of nodes for all moves together.
    most: Option<u64>,
    findings: &'a Findings,
    /// The number of nodes so far.
    nodes: u64,
}

impl<'a> Verification<'a> {
    /// The verification with the exact result of the position on the board. `limits` are those of the whole search.
    /// `findings` has the moves that capture or save groups in ladders and nets, and the number of dead dots.
    pub(super) fn new(
        exact: &'a ExactSearch,
        at_root: &'a RootResult,
        board: &'a mut Board,
        limits: &Limits,
        findings: &'a Findings,
    ) -> Verification<'a> {
        Verification {
            exact,
            at_root,
            board,
            limits: in_time(limits),
            most: share(limits, VERIFY_SHARE).nodes,
            findings,
            nodes: 0,
        }
    }

    /// Moves the first move that preserves the exact result to the front of `order`, the indices of moves at the root.
    /// The first move stays if the tree expects it to win at least as many dots more than that move as it loses of the
    /// exact result. It also stays if no move preserves the result, or if a limit is reached before one is found. Returns
    /// the cost in simulations.
    pub(super) fn choose(mut self, tree: &Tree, order: &mut [usize]) -> u64 {
        let edge = |place: usize| &tree.root_moves()[order[place]];
        let answers = (0..order.len()).map(|place| self.preserves(edge(place).point));
        let first = answers
            .take_while(Option::is_some)
            .position(|preserves| preserves == Some(true));
        let better =
            first.filter(|&place| place > 0 && !self.is_worth_it(tree, edge(0), edge(place)));
        if let Some(place) = better {
            let (veto, played) = (edge(0).point, edge(place).point);
            log::debug!("mcts: the exact search vetoes {veto} in favour of {played}");
            order[..=place].rotate_right(1);
        }
        self.nodes / NODES_PER_SIMULATION
    }

    /// Whether a move preserves the exact result, or misses it by no more dots than it may. `None` if a limit is reached.
    ///
    /// Ladders may end beyond the depth of the exact search, which then sees only the dots lost on the way. So a move
    /// that is proved to capture in a ladder or net may lose some dots. The exact search may also see the capture of a
    /// dead group after one move, and not after another that delays it. So every move may lose as many dots as are dead.
    /// If the limits set the depth, no move may lose any.
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
        let (board, at_root) = (&mut *self.board, self.at_root);
        let (player, result) = (at_root.player, &at_root.result);
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
    use crate::geometry::Player;
    use crate::notation::diagram;
    use crate::search::Pace;

    /// The first player captures three dots at (5, 2).
    const POCKET: &str = "
        . . . . . . . .
        . . 0 0 0 . . .
        . 0 1 1 1 . . .
        . . 0 0 0 . . .
        . . . . . . . .
    ";

    /// The exact search of [`POCKET`] for the first player, with its board and its result.
    fn searched(limits: &Limits) -> (ExactSearch, Board, RootResult) {
        let mut board = diagram::parse(POCKET).unwrap();
        let exact = ExactSearch::new(1 << 20);
        let root = RootResult::search(&exact, None, &mut board, Player::First, limits);
        (exact, board, root)
    }

    #[test]
    fn no_more_than_twice_the_time_at_the_root_is_reserved_for_the_verification() {
        let (_, _, mut root) = searched(&Limits::nodes(1000));
        let limits = Limits::time(Duration::from_secs(2000));
        // The seconds of the exact search at the root, and the seconds that are reserved.
        for (at_root, reserved) in [(0, 0), (10, 20), (49, 98), (51, 100), (1000, 100)] {
            root.time = Duration::from_secs(at_root);
            let end = leaving_reserve(&root, &limits).deadline.unwrap();
            let found = limits.deadline.unwrap() - end;
            // A little of the time is over already.
            let found = (found + Duration::from_millis(500)).as_secs();
            assert_eq!(found, reserved, "{at_root}");
        }
        let limits = Limits::nodes(1000);
        assert_eq!(leaving_reserve(&root, &limits).nodes, Some(950));
        assert_eq!(leaving_reserve(&root, &limits).deadline, None);
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
        let (exact, mut board, root) = searched(at_root);
        let mut order = [0, 1];
        Verification::new(&exact, &root, &mut board, limits, findings).choose(tree, &mut order);
        tree.root_moves()[order[0]].point
    }

    #[test]
    fn a_move_with_few_visits_gives_way_to_one_that_preserves_the_exact_result() {
        // The other move is expected to win six dots more, and loses three of the exact result.
        let [other, capture] = [Point::new(0, 0), Point::new(5, 2)];
        let results = |visits| Tree::with_results(&[(other, visits, 9.0), (capture, 8, 3.0)]);
        let first = |tree: Tree| verified(&tree, &Findings::NONE);
        assert_eq!(first(results(LEAST_VISITS - 1)), capture);
        assert_eq!(first(results(LEAST_VISITS)), other);
        // A certain margin counts, and not the mean of the simulations before it was known.
        let certain = results(LEAST_VISITS).with_certain(1, 9);
        assert_eq!(first(certain), capture);
        // The tree is not believed about a move that captures in a ladder or net.
        let proved = Findings {
            moves: vec![DecisiveMove {
                point: capture,
                size: 3,
                is_capture: true,
            }],
            ..Findings::NONE
        };
        assert_eq!(verified(&results(LEAST_VISITS), &proved), capture);
    }

    #[test]
    fn the_other_moves_keep_their_order() {
        let cells = [(0, 0), (7, 4), (5, 2), (7, 0)].map(|(x, y)| Point::new(x, y));
        let tree = Tree::with_results(&cells.map(|cell| (cell, LEAST_VISITS - 1, 0.0)));
        let limits = Limits::nodes(10_000);
        let (exact, mut board, root) = searched(&limits);
        let mut order = [0, 1, 2, 3];
        Verification::new(&exact, &root, &mut board, &limits, &Findings::NONE)
            .choose(&tree, &mut order);
        assert_eq!(order, [2, 0, 1, 3]);
    }

    #[test]
    fn all_moves_together_take_the_nodes_of_the_verification() {
        let (exact, mut board, root) = searched(&Limits::nodes(10_000));
        // With a dead dot it takes a search to tell how many dots a move misses.
        let findings = Findings {
            dead_dots: 1,
            ..Findings::NONE
        };
        let cells = *board.free();
        let limits = Limits::nodes(100);
        let mut verification = Verification::new(&exact, &root, &mut board, &limits, &findings);
        let most = verification.most.unwrap();
        for cell in &cells {
            verification.preserves(cell);
            assert!(verification.nodes <= most, "{}", verification.nodes);
        }
        assert_eq!(verification.nodes, most);
    }

    #[test]
    fn on_a_clock_the_verification_gets_its_share_of_the_usual_time() {
        let start = Instant::now();
        let usual = Duration::from_secs(2000);
        let limits = Limits {
            pace: Some(Pace { start, usual }),
            ..Limits::time(Duration::from_secs(10_000))
        };
        let share = usual / VERIFY_SHARE;
        let end = in_time(&limits).deadline.expect("its share ends");
        assert!((start + share..=Instant::now() + share).contains(&end));
        let short = Limits {
            deadline: Some(start),
            ..limits
        };
        assert_eq!(in_time(&short).deadline, Some(start));
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
