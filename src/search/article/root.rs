//! The search from the root: importance, pre-search, useful cells, order of moves, deepening.

use super::limit_watch::{Interrupted, LimitWatch};
use super::minimax::Minimax;
use super::pre_search::PreSearch;
use super::rule1::TrajectoryTable;
use super::rule2::rule2;
use super::{Article, ArticleOptions, Classes};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::importance::{Importance, play_range};
use crate::search::game_tree::INFINITY;
use crate::search::limits::MOST_PLIES;
use crate::search::trajectory::{Trajectory, classes};
use crate::search::{Limits, Outcome, Reporter, TimeManager};
use std::cmp::Reverse;
use std::time::Instant;

/// The *rank* of a move at the root is `importance + IMPORTANCE_SPAN * value`, with the value of the search. The span is
/// greater than any difference of two importances, so that importance decides only among equal values.
const IMPORTANCE_SPAN: i64 = 10_000;
const _: () = assert!(2 * (Importance::LARGEST as i64) < IMPORTANCE_SPAN);

/// Searches for the best move of `player` until the depth or a limit is reached. The best move is `None` only if no
/// cell can be played, or the limits allow none. See [`Engine::search`](crate::search::Engine::search).
pub(super) fn search(
    engine: &Article,
    board: &mut Board,
    player: Player,
    limits: &Limits,
    reporter: &mut dyn Reporter,
) -> Outcome {
    let options = engine.options;
    let start = Instant::now();
    let range = play_range(board, options.margin) & *board.free();
    let mut root = Root {
        options,
        player,
        score: board.score(player),
        importance: importance_of(engine, board),
        range,
        allowed: limits.moves.unwrap_or(*board.free()) & *board.free(),
        board,
        watch: LimitWatch::new(limits),
        start,
        reporter,
        outcome: Outcome::default(),
    };
    root.outcome.best = root.most_important().or(root.allowed.first());
    root.outcome.line = Vec::from_iter(root.outcome.best);
    if root.outcome.best.is_some() {
        root.deepen(limits);
    }
    root.outcome.nodes = root.watch.nodes();
    root.outcome.elapsed = start.elapsed();
    root.outcome
}

/// The depths of iterative deepening in plies: 2, 4, 6 and so on, or 1, 3, 5 and so on if the greatest depth is odd.
/// Only the greatest depth if there is no limit of nodes or time, or if deepening is switched off.
fn deepening(options: &ArticleOptions, limits: &Limits) -> impl Iterator<Item = u32> {
    let depth = limits.plies.unwrap_or(options.depth).min(MOST_PLIES);
    let limited = limits.nodes.is_some() || limits.deadline.is_some();
    let first = match options.deepening && limited {
        true => 2 - depth % 2,
        false => depth.max(1),
    };
    (first..=depth).step_by(2)
}

/// The importance of each cell, by its index. It is 0 outside of the play range, and everywhere if importance is
/// switched off.
fn importance_of(engine: &Article, board: &Board) -> Vec<i32> {
    let mut values = vec![0; Point::COUNT];
    if engine.options.importance {
        for (point, value) in engine.importance.map(board) {
            values[point.index()] = value;
        }
    }
    values
}

/// Logs what ended the search to a depth before it was complete.
fn log_interruption(reason: Interrupted, depth: u32) {
    let why = match reason {
        Interrupted::TooMany => "too many trajectories",
        Interrupted::Limit => "a limit",
    };
    log::debug!("article: {why} ended the search to {depth} plies");
}

/// A search to one depth, or a part of it.
#[derive(Clone, Copy)]
struct Task<'a> {
    /// The depth in plies.
    depth: u32,
    /// The cells to be searched.
    cells: &'a [Point],
    /// The trajectories of each player, by the index of the player.
    trajectories: &'a [Vec<Trajectory>; 2],
    /// The upper bound of the score, in dots. `None` if it is not known.
    greatest: Option<i32>,
}

/// A search in progress, with its result so far.
struct Root<'a> {
    options: ArticleOptions,
    board: &'a mut Board,
    player: Player,
    /// The score of `player` at the root, in dots.
    score: i32,
    /// The playable cells of the play range.
    range: Bitboard,
    /// The cells that the limits allow as moves; all playable cells if the limits name none.
    allowed: Bitboard,
    importance: Vec<i32>,
    watch: LimitWatch<'a>,
    start: Instant,
    reporter: &'a mut dyn Reporter,
    outcome: Outcome,
}

impl Root<'_> {
    /// The most important cell in the play range that the limits allow. Of equally important cells it is the first, row
    /// by row. It may be in an empty base of the opponent, where a dot is captured at once: `fixtures/holes/elsewhere.txt`
    /// has this hole of the method. `None` if no cell of the play range is allowed.
    fn most_important(&self) -> Option<Point> {
        let key = |point: &Point| (self.importance[point.index()], Reverse(*point));
        (self.range & self.allowed).iter().max_by_key(key)
    }

    /// Searches to one depth after the other until a limit is reached or a depth has too many trajectories. If already
    /// the first depth has too many, it tries smaller depths.
    fn deepen(&mut self, limits: &Limits) {
        let (mut time_manager, options) = (TimeManager::new(limits), self.options);
        for depth in deepening(&options, limits) {
            match self.search_to(depth) {
                Ok(()) if time_manager.should_end_after(&self.outcome) => return,
                Ok(()) => {}
                Err(Interrupted::TooMany) if self.outcome.plies == 0 => {
                    return self.search_less_than(depth);
                }
                Err(reason) => return log_interruption(reason, depth),
            }
        }
        let plies = self.outcome.plies;
        log::debug!("article: the search ended at the greatest depth, {plies} plies");
    }

    /// Searches to the greatest depth below `depth`, in steps of two plies, at which there are not too many trajectories.
    fn search_less_than(&mut self, depth: u32) {
        for depth in (1..depth).rev().skip(1).step_by(2) {
            log::debug!("article: too many trajectories, the depth is {depth} plies");
            match self.search_to(depth) {
                Ok(()) => return,
                Err(Interrupted::TooMany) => {}
                Err(reason) => return log_interruption(reason, depth),
            }
        }
        log::debug!("article: too many trajectories at every depth");
    }

    /// Searches to a depth in plies, and writes the result to `outcome`. [`Interrupted`] if a limit is reached before, or
    /// if there are too many trajectories. Then `outcome` has the best move so far.
    fn search_to(&mut self, depth: u32) -> Result<(), Interrupted> {
        let PreSearch {
            bounds,
            mut trajectories,
        } = PreSearch::run(
            &self.options,
            self.board,
            self.player,
            depth,
            &mut self.watch,
        )?;
        let found: usize = trajectories.iter().map(Vec::len).sum();
        if self.options.rule2 {
            trajectories = rule2(&trajectories);
        }
        let kept: usize = trajectories.iter().map(Vec::len).sum();
        let cells = self.useful_cells(&trajectories);
        log::debug!(
            "article, {depth} plies: {} cells are useful, {} are in the range; bounds of the score {:?}; \
             {found} trajectories, {} dropped by rule 2",
            cells.len(),
            self.range.len(),
            bounds,
            found - kept
        );
        if cells.is_empty() || bounds.is_some_and(|(least, greatest)| least == greatest) {
            self.choose_by_importance();
        } else {
            let task = Task {
                depth,
                cells: &cells,
                trajectories: &trajectories,
                greatest: bounds.map(|(_, greatest)| greatest),
            };
            match self.options.classes {
                // Without useless cut there are no trajectories, and so no classes.
                Classes::Naive if self.options.useless_cut => {
                    let finished = self.outcome.clone();
                    let search = self.search_classes(task);
                    if search.is_err() && finished.plies > 0 {
                        // The best of the first classes may be worse than the best move of the last depth.
                        self.outcome = finished;
                    }
                    search?;
                }
                Classes::Off | Classes::Naive => {
                    let moves = self.root_moves(&cells);
                    self.search_moves(moves, task, None)?;
                }
            }
        }
        let score = self.score;
        self.outcome.bounds = bounds.map(|(least, greatest)| (least - score, greatest - score));
        self.outcome.trajectories = (self.options.useless_cut || bounds.is_some()).then_some(found);
        self.outcome.plies = depth;
        self.report();
        Ok(())
    }

    /// The cells to be searched: those on the given trajectories, or all playable cells of the play range if
    /// `useless_cut` is off. Cells on more trajectories come first if `order` is on. Otherwise the order is row by row.
    fn useful_cells(&self, trajectories: &[Vec<Trajectory>; 2]) -> Vec<Point> {
        if !self.options.useless_cut {
            return self.range.iter().collect();
        }
        let mut through = vec![0; Point::COUNT];
        let mut cells = Bitboard::EMPTY;
        let all = trajectories.iter().flatten();
        for cell in all.flat_map(Trajectory::cells) {
            through[cell.index()] += 1;
            cells.insert(cell);
        }
        let mut cells: Vec<Point> = cells.iter().collect();
        if self.options.order {
            cells.sort_by_key(|cell| -through[cell.index()]);
        }
        cells
    }

    /// The moves at the root in the order in which they are tried. `cells` are the cells to be searched.
    ///
    /// 1. The best move of the last completed depth, if it is still among the moves.
    /// 2. The most important cell, with the options `importance` and `order`.
    /// 3. The other cells, without `order` row by row.
    ///
    /// With `importance` the most important cell is a move even if it is not in `cells`. Cells that the limits forbid
    /// are left out. If no cell is left, the move chosen so far is the only one.
    fn root_moves(&self, cells: &[Point]) -> Vec<Point> {
        let mut moves = cells.to_vec();
        moves.retain(|&cell| self.allowed.contains(cell));
        if self.options.importance
            && let Some(most_important) = self.most_important()
        {
            let importance = |cell: Point| self.importance[cell.index()];
            let equal = |&cell: &Point| importance(cell) == importance(most_important);
            // Of equally important cells, one on more trajectories comes first.
            let first = moves.iter().copied().find(equal).unwrap_or(most_important);
            moves.retain(|&cell| cell != first);
            moves.insert(0, first);
        }
        if moves.is_empty() {
            moves.extend(self.outcome.best);
        }
        if !self.options.order {
            moves.sort_unstable();
        }
        // The best move of the last depth comes first if it is still a move. Then a limit that ends this depth early leaves
        // it, or a better move. It may be no move any more if it is on no trajectory of this depth.
        if self.outcome.plies > 0
            && let Some(i) = moves
                .iter()
                .position(|&cell| Some(cell) == self.outcome.best)
        {
            moves[..=i].rotate_right(1);
        }
        moves
    }

    /// Searches each class of the trajectories alone, and writes the best move of all classes to `outcome`.
    fn search_classes(&mut self, task: Task) -> Result<(), Interrupted> {
        let mut best = None;
        for class in classes(task.trajectories) {
            let cells = self.useful_cells(&class.trajectories);
            let moves = cells
                .iter()
                .copied()
                .filter(|&cell| self.allowed.contains(cell));
            let moves = moves.collect();
            let of_class = Task {
                cells: &cells,
                trajectories: &class.trajectories,
                ..task
            };
            best = self.search_moves(moves, of_class, best)?;
        }
        if best.is_none() {
            // The limits forbid all cells of all classes.
            let moves = self.root_moves(task.cells);
            self.search_moves(moves, task, None)?;
        }
        Ok(())
    }

    /// Searches these moves at the root, and writes each to `outcome` whose rank is greater than `best`, the greatest of the
    /// moves before. Ends when such a move reaches the greatest score of the task. Returns the greatest rank.
    fn search_moves(
        &mut self,
        moves: Vec<Point>,
        task: Task,
        mut best: Option<i64>,
    ) -> Result<Option<i64>, Interrupted> {
        let rule1 = (self.options.useless_cut && self.options.rule1)
            .then(|| TrajectoryTable::new(task.cells, task.trajectories));
        let mut tree = Minimax::new(
            self.board,
            &mut self.watch,
            task.cells,
            task.depth as usize,
            &self.options,
            rule1.as_ref(),
        );
        for point in moves {
            let importance = i64::from(self.importance[point.index()]);
            // The move is better only with a greater score.
            let alpha = best.map_or(-INFINITY, |best: i64| {
                (best - importance).div_euclid(IMPORTANCE_SPAN) as i32
            });
            let value = tree.root_move(point, self.player, alpha)?;
            let score = tree.dots(value);
            let rank = importance + IMPORTANCE_SPAN * i64::from(value);
            if best.is_some_and(|best| rank <= best) {
                continue;
            }
            best = Some(rank);
            self.outcome.best = Some(point);
            self.outcome.value = score - self.score;
            self.outcome.line = tree.line().to_vec();
            self.outcome.nodes = tree.watch.nodes();
            self.outcome.elapsed = self.start.elapsed();
            self.reporter.progress(&self.outcome);
            // With alpha-beta the score of a move that is not better is only a bound.
            if !self.options.sooner && task.greatest.is_some_and(|greatest| score >= greatest) {
                log::debug!(
                    "article: {point} reaches the upper bound, this search leaves out the other moves"
                );
                break;
            }
        }
        Ok(best)
    }

    /// Chooses the most important cell that the limits allow, because no cell is useful or both bounds of the score are
    /// equal. The earlier choice stays if there is no such cell in the play range. The value is what the dot itself
    /// changes: less than 0 if it is captured at once, else 0.
    fn choose_by_importance(&mut self) {
        log::debug!("article: nothing to search, importance chooses");
        let Some(point) = self.most_important().or(self.outcome.best) else {
            return;
        };
        self.outcome.best = Some(point);
        self.outcome.line = vec![point];
        self.board.play(point, self.player);
        self.outcome.value = self.board.score(self.player) - self.score;
        self.board.undo();
    }

    /// Reports the outcome of a completed depth, with the nodes and the time so far.
    fn report(&mut self) {
        self.outcome.nodes = self.watch.nodes();
        self.outcome.elapsed = self.start.elapsed();
        let Outcome {
            value,
            plies,
            nodes,
            elapsed,
            ..
        } = self.outcome;
        log::debug!("article, {plies} plies: value {value}, {nodes} nodes, {elapsed:?}");
        self.reporter.progress(&self.outcome);
    }
}
