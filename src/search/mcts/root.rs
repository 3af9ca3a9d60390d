//! One search: using the tree of the last search again, running threads, and choosing a move.

use super::background::Background;
use super::certain;
use super::dead::Dead;
use super::exact::RootResult;
use super::playout::Playouts;
use super::priors::moves_with_priors;
use super::results::{Listed, Results};
use super::tactics::{Findings, Tactics};
use super::tree::{Edge, Tree};
use super::value::{MarginStatistics, Scale};
use super::verify::{Verification, leaving_reserve};
use super::worker::{Shared, Task, Worker, run};
use super::{Mcts, MctsOptions};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point, Size, derive_seed};
use crate::policy::{Candidate, Policy};
use crate::search::tactical::ExactSearch;
use crate::search::{Limits, Outcome, RootVisits, TimeManager, limits_of_tree_search, memory};
use std::cmp::Reverse;
use std::mem;
use std::time::Instant;

/// The greatest number of simulations if the limits have neither a number of nodes nor a deadline.
const DEFAULT_SIMULATIONS: u64 = 10_000;
/// The number of simulations before the first report. The next reports come whenever this number has doubled.
const FIRST_REPORT: u64 = 128;
/// The greatest number of simulations between two reports.
const REPORT_EVERY: u64 = 4096;
/// The number of playouts that tell the usual margin of a position without a tree.
/// Not measured: benches/ingredients.md.
const FIRST_PLAYOUTS: u32 = 32;
/// The number of simulations between two questions to the time manager.
const PACE_EVERY: u64 = 16;
/// A move that captures or may save a group in a ladder or net gets at least this prior for each dot of the group, up
/// to [`MOST_DECISIVE`]. benches/ingredients.md has the matches, also for the next.
const DECISIVE: f32 = 0.1;
/// A move that captures or may save a group gets at least this prior if the group is large. See [`DECISIVE`].
const MOST_DECISIVE: f32 = 0.3;
/// The transposition table of the exact search gets 1 / `EXACT_SHARE` of the memory.
/// Not measured: benches/ingredients.md.
const EXACT_SHARE: usize = 8;
/// The greatest number of moves from the root of the last search to a position that uses its tree again.
/// Not measured: benches/ingredients.md.
const MOST_MOVES_APART: usize = 8;

/// Whether the capture search looks at groups far from the last moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Afar {
    /// It does, and has not looked at all of them yet: the position does not follow from one that was searched, or the
    /// searches of those before it were too short or were stopped.
    ToSearch,
    /// It has looked at all of them in this position. It does so again, so that another search finds the same moves.
    SearchedHere,
    /// It does not: it has looked at all of them in an earlier position.
    SearchedBefore,
}

/// What an engine keeps from one search to the next: the tree of the last search with the position at its root, and what
/// the other searches remember.
pub(super) struct State {
    pub(super) tree: Tree,
    scale: Scale,
    margins: MarginStatistics,
    board: Board,
    player: Player,
    /// The moves at the root that the limits allowed. `None` for all.
    allowed: Option<Bitboard>,
    /// Whether the capture search also looks at groups far from the last moves.
    afar: Afar,
    /// Whether a limit ended the making of the root, so that its priors and its scale mean nothing.
    is_unfinished: bool,
    /// The komi, in dots, with which certain margins in the tree were converted to values in [0, 1].
    komi: f64,
    tactics: Tactics,
    exact: ExactSearch,
    /// The exact result of the last root that was searched exactly. `None` before the first.
    exact_result: Option<RootResult>,
    /// The number of searches so far. It is a part of the seed of the playouts, so that these differ from search to
    /// search.
    searches: u64,
}

impl State {
    pub(super) fn new(options: &MctsOptions) -> State {
        let margins = MarginStatistics::new(0);
        let bytes = memory::bytes(options.hash);
        let table = bytes / EXACT_SHARE;
        State {
            tree: Tree::new(bytes - table),
            scale: margins.scale(0.0),
            margins,
            board: Board::new(Default::default()),
            player: Player::First,
            allowed: None,
            afar: Afar::ToSearch,
            is_unfinished: false,
            komi: 0.0,
            tactics: Tactics::new(),
            exact: ExactSearch::new(table),
            exact_result: None,
            searches: 0,
        }
    }

    /// The moves at the root that have visits, each with its number of visits, the most visited first.
    pub(super) fn visits(&self) -> Vec<(Point, u32)> {
        let order = self.tree.most_visited().into_iter();
        let moves = order.map(|index| &self.tree.root_moves()[index]);
        let moves = moves.map(|edge| (edge.point, edge.visits()));
        moves.filter(|&(_, visits)| visits > 0).collect()
    }

    /// Makes the position the root of the tree. The part of the last tree below the position is kept if the komi is the
    /// same, the same dots are dead, and the limits allow all its moves. If the position is the same as before, the
    /// allowed moves must be the same too. Otherwise a new tree begins. It also does after a search that ended before
    /// it had made its root. Raises the priors of moves that decide a ladder or net, and returns what the capture search
    /// has found.
    fn take_position(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        policy: &dyn Policy,
    ) -> Findings {
        let since = self.moves_since_last(board, player);
        let is_same = since.as_ref().is_some_and(Vec::is_empty);
        let is_kept = self.komi == limits.komi && !self.is_unfinished;
        if !is_same {
            self.afar = match (self.afar, &since) {
                (Afar::ToSearch, _) | (_, None) => Afar::ToSearch,
                (Afar::SearchedHere | Afar::SearchedBefore, Some(_)) => Afar::SearchedBefore,
            };
            let kept_path = since.as_deref().filter(|_| is_kept);
            self.tree.keep_below(kept_path, limits);
        }
        let (mut findings, has_same_dead) =
            self.look_for_groups(board, player, limits, since.as_deref());
        self.board.clone_from(board);
        self.player = player;
        let fits = is_kept && has_same_dead && self.allows_tree(is_same, limits);
        self.allowed = limits.moves;
        self.komi = limits.komi;
        if self.tree.root_moves().is_empty() || !fits {
            self.reset(board, player, limits, policy);
        } else if !is_same {
            // The same position keeps its scale. To shift the values of its tree, which may be large, would take time.
            self.recentre();
        }
        findings.moves.retain(|found| limits.allows(found.point));
        self.raise_decisive(&findings, limits);
        findings
    }

    /// Searches ladders and nets in the position. Returns what is found, and whether the same dots are dead as before the
    /// moves `since` the root of the last search.
    fn look_for_groups(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        since: Option<&[Point]>,
    ) -> (Findings, bool) {
        let earlier = self.tactics.dead().clone();
        self.tactics.update(board, since);
        let wants_afar = self.afar != Afar::SearchedBefore;
        let findings = self.tactics.search(board, player, limits, wants_afar);
        if findings.has_looked_afar {
            self.afar = Afar::SearchedHere;
        }
        let dead = self.tactics.dead();
        let has_same_dead = dead.continues(&earlier, board, since.unwrap_or(&[]), self.player);
        (findings, has_same_dead)
    }

    /// Whether the limits allow the moves of the kept tree. For the same position the allowed moves must be equal.
    fn allows_tree(&self, is_same: bool, limits: &Limits) -> bool {
        let mut edges = self.tree.root_moves().iter();
        match is_same {
            true => limits.moves == self.allowed,
            false => edges.all(|edge| limits.allows(edge.point)),
        }
    }

    /// Takes the scale of the usual margin after the last search, and converts the values in the tree.
    fn recentre(&mut self) {
        let new = self.margins.scale(self.komi as f32);
        let shift = self.scale.shift_to(&new);
        self.scale = new;
        let shift = match self.player {
            Player::First => shift,
            Player::Second => -shift,
        };
        self.tree.shift_values(shift);
    }

    /// Raises the priors of moves that decide a ladder or net, see [`DECISIVE`].
    fn raise_decisive(&mut self, findings: &Findings, limits: &Limits) {
        let prior = |size: u32| (DECISIVE * size as f32).min(MOST_DECISIVE);
        let raised = findings.moves.iter();
        let raised = raised.map(|found| (found.point, prior(found.size)));
        self.tree
            .raise_root_priors(&raised.collect::<Vec<_>>(), limits);
    }

    /// Searches the root exactly, and raises the priors of moves that reach the result. The exact search also wants moves
    /// that only delay the capture of a dead group. So the priors of futile moves, except for moves in `findings`, are
    /// lowered last.
    fn search_exactly(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        findings: &Findings,
    ) -> RootResult {
        let last = self.exact_result.as_ref();
        let result = RootResult::search(&self.exact, last, board, player, limits);
        let mut wanted = result.wanted();
        wanted.retain(|&(point, _)| limits.allows(point));
        self.tree.raise_root_priors(&wanted, limits);
        self.lower_futile(findings);
        result
    }

    /// Lowers the priors of futile moves next to dead groups, except for moves in `findings`.
    fn lower_futile(&mut self, findings: &Findings) {
        let dead = self.tactics.dead();
        let is_futile = |point| dead.is_futile(point) && !findings.has(point);
        self.tree.lower_root_priors(is_futile);
    }

    /// Begins a new tree with the position at its root, and the moves that the policy finds and the limits allow. If
    /// there are none, all legal moves that the limits allow. Sets the scale of values by a few playouts.
    fn reset(&mut self, board: &mut Board, player: Player, limits: &Limits, policy: &dyn Policy) {
        let mut candidates = Vec::new();
        policy.evaluate_unless(board, player, &mut candidates, &mut || limits.is_over());
        let legal = board.legal_cells(player);
        let allowed = limits.moves.map_or(legal, |allowed| allowed & legal);
        keep(&mut candidates, &allowed);
        if Player::ALL
            .iter()
            .all(|&player| board.live(player).is_empty())
        {
            prefer_the_middle(&mut candidates, board.size());
        }
        let moves = moves_with_priors(&candidates, board);
        self.tree
            .reset(&moves, certain::margin(board, player, limits.komi));
        self.margins = first_margins(board, player, policy, self.tactics.dead(), limits);
        self.scale = self.margins.scale(self.komi as f32);
        self.is_unfinished = limits.is_over();
    }

    /// The moves from the root of the last search to the position, the oldest first. Empty if the position and the
    /// player to move are the same. `None` if the position does not follow from that root by at most
    /// [`MOST_MOVES_APART`] alternating moves, or if there was no search with a move at its root.
    fn moves_since_last(&self, board: &Board, player: Player) -> Option<Vec<Point>> {
        if self.tree.root_moves().is_empty() {
            return None;
        }
        let mut earlier = board.clone();
        let (mut moves, mut turn) = (Vec::new(), player);
        while earlier.hash() != self.board.hash() || turn != self.player {
            let last = earlier.undo()?;
            turn = turn.opponent();
            if last.player != turn || moves.len() == MOST_MOVES_APART {
                return None;
            }
            moves.push(last.point);
        }
        moves.reverse();
        Some(moves)
    }
}

/// Sets the logits of moves on an empty board: the nearer to the middle, the greater.
fn prefer_the_middle(candidates: &mut [Candidate], size: Size) {
    for found in candidates {
        let columns = (2 * found.point.x() + 1).abs_diff(size.width());
        let rows = (2 * found.point.y() + 1).abs_diff(size.height());
        found.logit = -0.5 * columns.max(rows) as f32;
    }
}

/// Statistics of the margins in a position without a tree, by [`FIRST_PLAYOUTS`] playouts. There are fewer if time is up or the
/// stop flag is raised.
fn first_margins(
    board: &Board,
    player: Player,
    policy: &dyn Policy,
    dead: &Dead,
    limits: &Limits,
) -> MarginStatistics {
    let mut margins = MarginStatistics::new(board.score(Player::First));
    let mut playouts = Playouts::new(policy.rings(), 0);
    // The copy has no moves to undo, so that playouts on it do not depend on the last move.
    let mut start = Board::new(board.size());
    start.copy_position(board);
    let mut end = start.clone();
    let dead = Player::ALL.map(|owner| dead.dots_of(owner));
    for _ in 0..FIRST_PLAYOUTS {
        if limits.is_over() {
            break;
        }
        end.copy_position(&start);
        let mut captured = playouts.play(&mut end, player, &[]);
        captured.add(&dead);
        margins.add(captured.score() as f32);
    }
    margins
}

/// Keeps only the candidates that are `allowed`. If none is left, all allowed cells become candidates, with the same
/// logit.
fn keep(candidates: &mut Vec<Candidate>, allowed: &Bitboard) {
    candidates.retain(|found| allowed.contains(found.point));
    if candidates.is_empty() {
        candidates.extend(allowed.iter().map(|point| Candidate {
            point,
            logit: 0.0,
            is_forcing: false,
        }));
    }
}

/// Searches for the best moves of `player`. Returns the moves that `listed` selects, the best first. The result is
/// empty only if no cell can be played, or the limits allow none. `report` is called now and then with the moves so
/// far, as they would be returned.
pub(super) fn search(
    engine: &mut Mcts,
    board: &mut Board,
    player: Player,
    limits: &Limits,
    listed: Listed,
    report: impl FnMut(&[Outcome]),
) -> Vec<Outcome> {
    let start = Instant::now();
    let state = &mut engine.state;
    let most = limits.deadline.is_none().then_some(DEFAULT_SIMULATIONS);
    let limits = &Limits {
        nodes: limits.nodes.or(most),
        ..limits.clone()
    };
    let findings = state.take_position(board, player, limits, engine.policy.as_ref());
    state.searches += 1;
    let moves = state.tree.root_moves().len();
    let is_open = moves > 0 && listed.certain_move(&state.tree).is_none();
    let has_choice = is_open && moves > 1;
    let at_root = has_choice.then(|| state.search_exactly(board, player, limits, &findings));
    let spent = findings.simulations + at_root.as_ref().map_or(0, RootResult::simulations);
    let tree = mem::replace(&mut state.tree, Tree::new(0));
    let shared = Shared::new(tree, state.margins.clone(), spent);
    let results = Results {
        listed,
        score: board.score(player),
        unit: state.scale.unit(),
        start,
    };
    if is_open {
        let of_simulations = limits_of_simulations(limits, at_root.as_ref(), listed, spent);
        let workers = workers(engine, board, player);
        grow(workers, &shared, &of_simulations, &results, report);
    }
    let mut nodes = shared.nodes();
    let (tree, margins) = shared.into_parts();
    let mut order = tree.best_first();
    let state = &mut engine.state;
    if let Some(at_root) = &at_root
        && tree.move_that_keeps_certain_margin().is_none()
    {
        findings.prefer_proved(&tree, &mut order);
        let verification = Verification::new(&state.exact, at_root, board, limits, &findings);
        nodes += verification.choose(&tree, &mut order);
    }
    let found = results.of(&tree, &order, nodes);
    (state.tree, state.margins) = (tree, margins);
    state.exact_result = at_root.or(state.exact_result.take());
    found
}

/// The limits of the simulations. If the root was searched exactly, they leave time and nodes for the verification at the
/// end. Otherwise there is only one move, and a few simulations find its value. `spent` is the cost of the searches
/// before the simulations.
fn limits_of_simulations(
    limits: &Limits,
    at_root: Option<&RootResult>,
    listed: Listed,
    spent: u64,
) -> Limits {
    let limits = limits_of_tree_search(limits);
    match at_root {
        Some(at_root) => leaving_reserve(at_root, &limits),
        None => listed.limits_of_only_move(spent, &limits),
    }
}

/// The threads of a search, each with a seed of its own: the number of the thread changes the seed from bit 24 on. So
/// sessions whose options differ there share playouts: with the seed 2^24, thread 0 plays as thread 1 does with the
/// seed 0.
fn workers<'a>(engine: &'a Mcts, board: &'a Board, player: Player) -> Vec<Worker<'a>> {
    let state = &engine.state;
    let threads = engine.options.threads.max(1);
    let task = Task {
        policy: engine.policy.as_ref(),
        exact: &state.exact,
        board,
        player,
        dead: state.tactics.dead(),
        komi: state.komi,
        scale: state.scale,
        threads,
    };
    let worker = |number: u64| {
        let seed = derive_seed(engine.options.seed, state.searches) ^ (number << 24);
        let background = Background::new(board.size(), threads);
        Worker::new(task, background, seed)
    };
    (0..threads).map(|number| worker(number.into())).collect()
}

/// Runs simulations until a limit is reached, [`Listed::certain_move`] finds a move, or the time manager ends the search.
/// `report` is called with the results so far, after [`FIRST_REPORT`] simulations and then at growing distances.
fn grow(
    workers: Vec<Worker>,
    shared: &Shared,
    limits: &Limits,
    results: &Results,
    mut report: impl FnMut(&[Outcome]),
) {
    let before = shared.nodes();
    let time_manager = TimeManager::new(limits);
    let (mut next_report, mut next_pace) = (before + FIRST_REPORT, before + PACE_EVERY);
    run(workers, shared, limits, |shared| {
        let nodes = shared.nodes();
        let mut is_over = results.listed.certain_move(&shared.tree()).is_some();
        if !is_over && nodes >= next_pace {
            next_pace = nodes + PACE_EVERY;
            is_over = time_manager.is_settled(visits_at_root(shared, before));
        }
        if nodes >= next_report {
            next_report = nodes + (nodes - before).min(REPORT_EVERY);
            let tree = shared.tree();
            let so_far = results.of(&tree, &tree.best_first(), shared.nodes());
            // The other threads can add positions while the report is written.
            drop(tree);
            report(&so_far);
        }
        !is_over
    });
}

/// The state of the search for the time manager: its simulations after the first `before` nodes, and the lead of the best
/// move in visits.
fn visits_at_root(shared: &Shared, before: u64) -> RootVisits {
    let tree = shared.tree();
    let mut visits: Vec<u32> = tree.root_moves().iter().map(Edge::visits).collect();
    visits.sort_unstable_by_key(|&visits| Reverse(visits));
    let visits = |place: usize| visits.get(place).copied().unwrap_or(0);
    RootVisits {
        nodes: shared.nodes() - before,
        lead: visits(0) - visits(1),
    }
}

#[cfg(test)]
mod tests;
