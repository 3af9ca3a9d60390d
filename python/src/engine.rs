//! The class `Engine`, which chooses moves, and `Analysis`, what it found.

use crate::arguments::{self, Place, invalid, lock, pair};
use crate::arrays;
use crate::board::Board;
use crate::copies::plane;
use crate::interrupt::interruptible;
use numpy::ndarray::Array2;
use numpy::{PyArray2, PyUntypedArrayMethods, ToPyArray};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyMapping;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tochki::board::komi_of;
use tochki::policy::{LinearPolicy, Policy};
use tochki::search::options::{EngineKind, Options};
use tochki::search::{self, Limits, Outcome, Silent, StopFlag};
use tochki::{Bitboard, Player, Size};

/// An engine: it chooses moves. It keeps its search tree from move to move.
///
/// kind: "mcts", the tree search, which "auto" also stands for; "tactical", the exact search of captures; "article",
/// the method of 2002. seed: of the random numbers, from 0 to 2**64 - 1. threads: 1 to 64. hash: memory in megabytes for
/// the tree or table, 1 to 4096. policy: bytes of a table of weights that `tochki learn` has written, for "mcts" and for
/// Engine.policy; by default the standard one. options: options by their names in protocol.md, such as
/// {"article.rule1": False}; they take the place of kind, seed, threads and hash where they name them. "article" uses
/// neither threads, hash nor seed, "tactical" no seed, "mcts" no option depth. The option ponder has no effect: an engine
/// thinks only during best_move.
///
/// Raises ValueError if there is no such kind or option, or it cannot have the value.
///
/// Several threads may use one engine, but only one at a time may search with it: for others best_move raises
/// RuntimeError.
#[pyclass(frozen, module = "tochki")]
pub struct Engine {
    options: Options,
    /// `None` while it searches.
    engine: Mutex<Option<Box<dyn search::Engine>>>,
    /// The flag of the search that runs, or of the last one.
    stop: Mutex<StopFlag>,
}

impl Engine {
    /// Takes the engine for a search.
    fn take(&self, py: Python<'_>) -> PyResult<Box<dyn search::Engine>> {
        let busy = || PyRuntimeError::new_err("the engine searches on another thread");
        lock(py, &self.engine).take().ok_or_else(busy)
    }

    /// Searches on a thread of its own, and looks for Ctrl-C meanwhile.
    fn search(
        &self,
        py: Python<'_>,
        mut board: tochki::Board,
        player: Player,
        limits: Limits,
    ) -> PyResult<Vec<Outcome>> {
        let mut engine = self.take(py)?;
        let stop = limits.stop.clone();
        *lock(py, &self.stop) = stop.clone();
        let searched = interruptible(py, &stop, move || {
            let lines = engine.search_all(&mut board, player, &limits, &mut Silent);
            (engine, lines)
        });
        let (engine, lines) = match searched {
            Ok(((engine, lines), interrupted)) => (engine, interrupted.map_or(Ok(lines), Err)),
            Err(error) => (self.options.build(), Err(error)),
        };
        *lock(py, &self.engine) = Some(engine);
        lines
    }
}

/// Sets an option from a Python value.
fn set(options: &mut Options, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let text = match value.extract::<bool>() {
        Ok(switch) => switch.to_string(),
        Err(_) => value.str()?.to_string(),
    };
    options.set(name, &text).map_err(invalid)
}

/// The cells of a boolean array of shape (height, width).
fn cells_of(mask: &Bound<'_, PyAny>, size: Size) -> PyResult<Bitboard> {
    let shape = [size.height() as usize, size.width() as usize];
    let chosen = arrays::truths(mask, "moves", &shape)?;
    let cells = size.points().zip(chosen).filter(|&(_, chosen)| chosen);
    Ok(cells.map(|(point, _)| point).collect())
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (kind = "auto", seed = 0, *, threads = 1, hash = 64, policy = None, options = None))]
    fn new(
        py: Python<'_>,
        kind: &str,
        seed: u64,
        threads: i64,
        hash: i64,
        policy: Option<&[u8]>,
        options: Option<&Bound<'_, PyMapping>>,
    ) -> PyResult<Engine> {
        let mut built = Options {
            seed,
            ..Options::default()
        };
        let mut set_one = |name: &str, value: String| built.set(name, &value).map_err(invalid);
        set_one("engine", kind.to_owned())?;
        set_one("threads", threads.to_string())?;
        set_one("hash", hash.to_string())?;
        if let Some(options) = options {
            for pair in options.items()?.iter() {
                let (name, value): (String, Bound<'_, PyAny>) = pair.extract()?;
                set(&mut built, &name, &value)?;
            }
        }
        if let Some(bytes) = policy {
            built.policy = Some(Arc::new(LinearPolicy::from_bytes(bytes).map_err(invalid)?));
        }
        Ok(Engine {
            engine: Mutex::new(Some(py.detach(|| built.build()))),
            options: built,
            stop: Mutex::default(),
        })
    }

    /// dict: the options by name, each with its value as text.
    #[getter]
    fn options(&self) -> BTreeMap<&'static str, String> {
        let list = self.options.list().into_iter();
        list.map(|info| (info.name, info.value)).collect()
    }

    /// Searches for the best move, without the lock of the interpreter. The board is unchanged. Ctrl-C ends the search
    /// and raises KeyboardInterrupt.
    ///
    /// player: who moves; by default whose turn it is. nodes: the greatest number of positions or simulations. time: the
    /// greatest time in seconds, from 0 to 1e19. depth: in plies, in place of the option depth; for "mcts" that of the
    /// exact search at its root. Without nodes and time "mcts" ends after 10,000 simulations, whatever the depth. Without
    /// depth "article" ends at 6 plies, and so does "tactical" without time. komi: dots added to the score of player 1.
    /// moves: bool array of shape (height, width) with the cells that may be chosen; by default all.
    ///
    /// Raises GameOverError if a player has grounded or resigned, RuntimeError if the engine searches on another thread.
    #[pyo3(signature = (board, player = None, *, nodes = None, time = None, depth = None, komi = 0.0, moves = None))]
    #[allow(clippy::too_many_arguments)]
    fn best_move(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        player: Option<i64>,
        nodes: Option<u64>,
        time: Option<f64>,
        depth: Option<u32>,
        komi: f64,
        moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Analysis> {
        let game = board.get().game(py);
        arguments::expect_going_on(&game)?;
        let player = arguments::player_or(player, game.to_move())?;
        let position = game.board();
        let duration = |seconds| {
            let wrong = |_| {
                invalid(format!(
                    "time must be from 0 to 1e19 seconds, not {seconds}"
                ))
            };
            Duration::try_from_secs_f64(seconds).map_err(wrong)
        };
        let limits = Limits {
            nodes,
            plies: depth,
            komi: arguments::komi(komi)?,
            moves: moves
                .map(|moves| cells_of(moves, position.size()))
                .transpose()?,
            ..time
                .map(duration)
                .transpose()?
                .map_or(Limits::default(), Limits::time)
        };
        let mut limits = self.options.apply_to(limits).by_rules(position, player);
        // The depth of the call counts, not that of the options, as with `solve --depth`.
        limits.plies = depth.or(limits.plies);
        let lines = self.search(py, position.clone(), player, limits)?;
        let lead = f64::from(position.score(player)) + komi_of(komi, player);
        Ok(Analysis::new(position.size(), &lines, lead))
    }

    /// float32 array of shape (height, width): the probability that the policy gives each move of the player, without
    /// any search. They sum to 1, or are all 0 if there is no legal move. By default the player to move.
    #[pyo3(signature = (board, player = None))]
    fn policy<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, Board>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let game = board.get().game(py);
        let player = arguments::player_or(player, game.to_move())?;
        let mut position = game.board().clone();
        let moves = py.detach(|| {
            let policy = self.options.policy_or_standard();
            policy.probabilities(&mut position, player)
        });
        let moves = moves.into_iter();
        Ok(plane(position.size(), 0.0, moves).to_pyarray(py))
    }

    /// Ends the search that another thread runs, which returns what it has found. Nothing happens without a search.
    fn stop(&self, py: Python<'_>) {
        lock(py, &self.stop).raise();
    }

    fn __repr__(&self) -> String {
        format!("<tochki.Engine {}>", self.kind())
    }

    /// str: the kind of the engine: "mcts", "tactical", "article" or "auto".
    #[getter]
    fn kind(&self) -> &'static str {
        EngineKind::name(self.options.engine)
    }
}

/// What an analysis tells without its arrays: the best move, its value, the win rate, the line, the depth, the number of
/// nodes and the time in seconds.
type PickledNumbers = (Option<Place>, i32, Option<f64>, Vec<Place>, u32, u64, f64);

/// An analysis in a pickle: its numbers, and the arrays of visits, priors and values.
type Pickled<'py> = (
    PickledNumbers,
    Bound<'py, PyArray2<u32>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray2<f32>>,
);

/// What a search has found. All arrays are copies of shape (height, width).
#[pyclass(frozen, module = "tochki")]
pub struct Analysis {
    best: Outcome,
    win_rate: Option<f64>,
    visits: Array2<u32>,
    policy: Array2<f32>,
    values: Array2<f32>,
}

impl Analysis {
    /// The moves that a search has examined, the best first. `lead` is that of the player, in dots.
    fn new(size: Size, lines: &[Outcome], lead: f64) -> Analysis {
        let visits = lines
            .iter()
            .filter_map(|line| Some((line.best?, line.visits? as u32)));
        let priors = lines
            .iter()
            .filter_map(|line| Some((line.best?, line.prior?)));
        let value = |line: &Outcome| match line.visits {
            Some(_) => Some(line.estimate?.gain),
            // Without a completed depth the move may not have been examined.
            None => (line.plies > 0).then_some(line.value as f32),
        };
        let values = lines
            .iter()
            .filter_map(|line| Some((line.best?, value(line)?)));
        let best = lines.first().cloned().unwrap_or_default();
        Analysis {
            win_rate: best.win_rate(lead),
            visits: plane(size, 0, visits),
            policy: plane(size, 0.0, priors),
            values: plane(size, f32::NAN, values),
            best,
        }
    }
}

#[pymethods]
impl Analysis {
    /// tuple or None: x and y of the best move. None if there is no legal move, or none is allowed.
    #[getter]
    fn r#move(&self) -> Option<(u32, u32)> {
        self.best.best.map(pair)
    }

    /// int: dots that the player will capture from now on, less those that he will lose. 0 if nothing was searched,
    /// as with nodes=0 or time=0, and with "mcts" at the levels 1 to 4.
    #[getter]
    fn value(&self) -> i32 {
        self.best.value
    }

    /// float or None: probability from 0 to 1 that the player wins. Only "mcts" knows it, after a simulation.
    #[getter]
    fn win_rate(&self) -> Option<f64> {
        self.win_rate
    }

    /// list: the expected moves of both players, x and y of each, the best move first.
    #[getter]
    fn line(&self) -> Vec<(u32, u32)> {
        self.best.line.iter().copied().map(pair).collect()
    }

    /// int: depth in plies that the search has completed; for "mcts" the length of the line.
    #[getter]
    fn depth(&self) -> u32 {
        self.best.depth()
    }

    /// int: number of positions visited, for "mcts" of simulations.
    #[getter]
    fn nodes(&self) -> u64 {
        self.best.nodes
    }

    /// float: time of the search in seconds.
    #[getter]
    fn elapsed(&self) -> f64 {
        self.best.elapsed.as_secs_f64()
    }

    /// uint32 array: number of visits of each move in the tree. All 0 for engines without a tree. At levels below 10
    /// only the chosen move has visits, a policy and a value.
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u32>> {
        self.visits.to_pyarray(py)
    }

    /// float32 array: the prior of each move in the tree: the probability that the policy gives it, raised for captures,
    /// for cells where the opponent would capture and for moves that side searches have found, and lowered for moves
    /// that neither save nor need to capture a dead group beside them. All 0 for engines without a tree.
    #[getter]
    fn policy<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.policy.to_pyarray(py)
    }

    /// float32 array: dots that the player is expected to capture after each move, less those that he will lose. NaN
    /// for moves that were not examined.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.values.to_pyarray(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let restore = py.get_type::<Analysis>().getattr("_restore")?;
        let numbers = (
            self.r#move(),
            self.value(),
            self.win_rate(),
            self.line(),
            self.depth(),
            self.nodes(),
            self.elapsed(),
        );
        let arrays = (self.visits(py), self.policy(py), self.values(py));
        Ok((restore, (numbers, arrays.0, arrays.1, arrays.2)))
    }

    /// The analysis of a pickle.
    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        numbers: PickledNumbers,
        visits: Bound<'_, PyArray2<u32>>,
        policy: Bound<'_, PyArray2<f32>>,
        values: Bound<'_, PyArray2<f32>>,
    ) -> PyResult<Analysis> {
        let shape = visits.shape();
        let size = arguments::size(shape[1] as i64, shape[0] as i64)?;
        for (what, found) in [("policy", policy.shape()), ("values", values.shape())] {
            arrays::expect_shape(what, shape, found)?;
        }
        let (best, value, win_rate, line, depth, nodes, seconds) = numbers;
        let cell = |(x, y): Place| arguments::on_board(size, (x.into(), y.into()));
        Ok(Analysis {
            best: Outcome {
                best: best.map(cell).transpose()?,
                value,
                line: line.into_iter().map(cell).collect::<PyResult<_>>()?,
                // Without visits this is the depth of an outcome.
                plies: depth,
                nodes,
                elapsed: Duration::try_from_secs_f64(seconds).map_err(invalid)?,
                ..Outcome::default()
            },
            win_rate,
            visits: arrays::owned(&visits)?,
            policy: arrays::owned(&policy)?,
            values: arrays::owned(&values)?,
        })
    }

    fn __repr__(&self) -> String {
        let best = match self.best.best {
            Some(point) => format!("({}, {})", point.x(), point.y()),
            None => "None".to_owned(),
        };
        let (value, nodes) = (self.best.value, self.best.nodes);
        format!("<tochki.Analysis move={best} value={value} nodes={nodes}>")
    }
}
