//! What the engine sees in a position without choosing a move: importance, trajectories, nets, proofs of captures.

use crate::arguments::{self, Place, invalid, on_any_board, pair};
use crate::board::Board;
use crate::copies::plane;
use crate::interrupt::interruptible;
use numpy::{PyArray2, ToPyArray};
use pyo3::prelude::*;
use std::sync::LazyLock;
use tochki::importance::Importance;
use tochki::search::capture_search::{
    self, CaptureSearch, CaptureSearchOptions, Fate, HIGHEST_ORDER,
};
use tochki::search::connections::{Ring, rings};
use tochki::search::trajectory::{self, LONGEST, shortest_trajectories};
use tochki::search::{Limits, StopFlag};
use tochki::{Bitboard, Cell, Point};

/// Column and row of each cell.
type Cells = Vec<Place>;

/// A trajectory in a pickle: its cells, what it captures and what it frees.
type PickledCells = (Cells, Cells, Cells);

/// A net in a pickle: its fields in their order.
type PickledNet = (Cells, Cells, Option<Place>, bool);

/// A verdict in a pickle: its fields in their order.
type PickledVerdict = (&'static str, Option<Place>, Cells, bool, u64);

fn pairs(cells: impl IntoIterator<Item = Point>) -> Cells {
    cells.into_iter().map(pair).collect()
}

/// The set of these cells, which a pickle tells.
fn set_of(cells: Cells) -> PyResult<Bitboard> {
    cells.into_iter().map(on_any_board).collect()
}

/// A cell that a pickle tells. The largest board must have it.
fn checked(cell: Place) -> PyResult<Place> {
    on_any_board(cell).map(pair)
}

/// Cells that a pickle tells. The largest board must have them.
fn all_checked(cells: Cells) -> PyResult<Cells> {
    cells.into_iter().map(checked).collect()
}

/// The number, if it is from 1 to `most`. `what` names it in the error.
fn within(number: i64, most: i64, what: &str) -> PyResult<i64> {
    match (1..=most).contains(&number) {
        true => Ok(number),
        false => Err(invalid(format!(
            "{what} must be from 1 to {most}, not {number}"
        ))),
    }
}

/// Does work that ends when its flag is raised. Ctrl-C ends it without a result.
fn stoppable<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(StopFlag) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = StopFlag::default();
    let given = stop.clone();
    let (result, interrupted) = interruptible(py, &stop, move || work(given))?;
    interrupted.map_or(Ok(result), Err)
}

/// How much each cell matters by the shape of the dots round it, for either player. The article of 2002 chooses among
/// moves that win equally much by it.
///
/// Returns a float32 array of shape (height, width), from -1 to 1. It is 0 on cells that are not playable, and outside
/// of the smallest rectangle round all dots, widened by one row and column on each side.
#[pyfunction]
pub fn importance<'py>(py: Python<'py>, board: &Bound<'py, Board>) -> Bound<'py, PyArray2<f32>> {
    static IMPORTANCE: LazyLock<Importance> = LazyLock::new(Importance::default);
    let game = board.get().game(py);
    let position = game.board();
    let cells = py.detach(|| IMPORTANCE.map(position)).into_iter();
    let values = cells.map(|(point, thousandths)| (point, thousandths as f32 / 1000.0));
    plane(position.size(), 0.0, values).to_pyarray(py)
}

/// Cells that capture something if one player takes all of them, and of which none can be left out.
#[pyclass(frozen, eq, module = "tochki")]
#[derive(PartialEq)]
pub struct Trajectory {
    cells: Cells,
    // Sets of cells take less memory than lists: of 50,000 trajectories each may capture hundreds of dots.
    captured: Bitboard,
    freed: Bitboard,
}

#[pymethods]
impl Trajectory {
    /// list: x and y of each cell. One in an empty base of the opponent comes last: a dot there is captured at once
    /// unless it captures.
    #[getter]
    fn cells(&self) -> Cells {
        self.cells.clone()
    }

    /// list: x and y of each enemy dot that is captured.
    #[getter]
    fn captured(&self) -> Cells {
        pairs(&self.captured)
    }

    /// list: x and y of each own dot that is freed.
    #[getter]
    fn freed(&self) -> Cells {
        pairs(&self.freed)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PickledCells)> {
        let restore = py.get_type::<Trajectory>().getattr("_restore")?;
        let state = (self.cells(), self.captured(), self.freed());
        Ok((restore, state))
    }

    fn __repr__(&self) -> String {
        format!(
            "<tochki.Trajectory of {} cells, {} captured, {} freed>",
            self.cells.len(),
            self.captured.len(),
            self.freed.len()
        )
    }

    /// The trajectory of a pickle.
    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(cells: Cells, captured: Cells, freed: Cells) -> PyResult<Trajectory> {
        Ok(Trajectory {
            cells: all_checked(cells)?,
            captured: set_of(captured)?,
            freed: set_of(freed)?,
        })
    }
}

/// The trajectories of the player, those with fewer cells first, without the lock of the interpreter. Ctrl-C ends it.
///
/// player: by default the player to move. longest: the greatest number of cells, from 1 to 5.
///
/// Returns a list of Trajectory. With more than 50,000 of them, only those with fewer cells are there.
#[pyfunction]
#[pyo3(signature = (board, player = None, *, longest = 3))]
pub fn trajectories(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    player: Option<i64>,
    longest: i64,
) -> PyResult<Vec<Trajectory>> {
    let game = board.get().game(py);
    let player = arguments::player_or(player, game.to_move())?;
    let longest = within(longest, LONGEST as i64, "longest")? as usize;
    let mut position = game.board().clone();
    stoppable(py, move |stop| {
        let all = shortest_trajectories(&position, player, longest, &mut || stop.is_raised());
        let all = all.iter().take_while(|_| !stop.is_raised());
        let found = all.filter_map(|own| {
            let gain = trajectory::capture_by(&mut position, player, own)?;
            Some(Trajectory {
                cells: pairs(trajectory::playing_order(&position, player, own)),
                captured: gain.captured,
                freed: gain.freed,
            })
        });
        found.collect()
    })
}

/// A ring of dots with gaps round enemy dots. Whichever gap the opponent enters, the player joins it another way.
#[pyclass(frozen, eq, get_all, module = "tochki")]
#[derive(PartialEq)]
pub struct Net {
    /// list: x and y of each enemy dot inside.
    inside: Cells,
    /// list: x and y of each free cell that the gaps depend on.
    carrier: Cells,
    /// tuple or None: x and y of the cell that the player has to take first. None if the opponent may move first.
    key: Option<(u32, u32)>,
    /// bool: whether it is proved that the player captures all dots inside. If not, the ring may fail because its dots
    /// can be captured.
    is_proved: bool,
}

impl Net {
    fn of(board: &tochki::Board, ring: &Ring) -> Net {
        Net {
            inside: pairs(&ring.inside(board)),
            carrier: pairs(&ring.carrier),
            key: ring.keys().next().map(pair),
            is_proved: ring.is_proved,
        }
    }
}

#[pymethods]
impl Net {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PickledNet)> {
        let restore = py.get_type::<Net>().getattr("_restore")?;
        let (inside, carrier) = (self.inside.clone(), self.carrier.clone());
        Ok((restore, (inside, carrier, self.key, self.is_proved)))
    }

    fn __repr__(&self) -> String {
        let not = if self.is_proved { "" } else { "not " };
        format!("<tochki.Net of {} dots, {not}proved>", self.inside.len())
    }

    /// The net of a pickle.
    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        inside: Cells,
        carrier: Cells,
        key: Option<Place>,
        is_proved: bool,
    ) -> PyResult<Net> {
        Ok(Net {
            inside: all_checked(inside)?,
            carrier: all_checked(carrier)?,
            key: key.map(checked).transpose()?,
            is_proved,
        })
    }
}

/// The nets of the player round groups of enemy dots, those with the most dots inside first, without the lock of the
/// interpreter. It looks at the eight largest groups of loose dots, and finds at most one net round each. Ctrl-C ends it.
///
/// player: by default the player to move.
///
/// Returns a list of Net.
#[pyfunction]
#[pyo3(signature = (board, player = None))]
pub fn nets(py: Python<'_>, board: &Bound<'_, Board>, player: Option<i64>) -> PyResult<Vec<Net>> {
    let game = board.get().game(py);
    let player = arguments::player_or(player, game.to_move())?;
    let position = game.board().clone();
    stoppable(py, move |stop| {
        let found = rings(&position, player, &mut || stop.is_raised());
        found.iter().map(|ring| Net::of(&position, ring)).collect()
    })
}

/// What is proved about a dot.
#[pyclass(frozen, eq, get_all, module = "tochki")]
#[derive(PartialEq)]
pub struct Verdict {
    /// str: "captured" if the opponent of its owner captures the dot whatever the owner replies, "saved" if the owner
    /// connects it to the edge of the board whatever the opponent replies, "unknown" if neither is proved.
    fate: &'static str,
    /// tuple or None: x and y of the first move of the proof. None if the player to move loses, if the dot is connected
    /// to the edge already, or if nothing is proved.
    r#move: Option<(u32, u32)>,
    /// list: x and y of each cell that the proof depends on. A dot of the losing side elsewhere does not refute it,
    /// unless that dot makes territory.
    zone: Cells,
    /// bool: whether the search came to its end. If it did and the fate is "unknown", more nodes will not help.
    is_exhausted: bool,
    /// int: number of positions searched.
    nodes: u64,
}

impl Verdict {
    fn of(found: &capture_search::Verdict) -> Verdict {
        Verdict {
            fate: match found.fate {
                Fate::Captured => "captured",
                Fate::Saved => "saved",
                Fate::Unknown => "unknown",
            },
            r#move: found.best.map(pair),
            zone: pairs(&found.zone),
            is_exhausted: found.is_exhausted,
            nodes: found.nodes,
        }
    }
}

#[pymethods]
impl Verdict {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PickledVerdict)> {
        let restore = py.get_type::<Verdict>().getattr("_restore")?;
        let (fate, zone) = (self.fate, self.zone.clone());
        let state = (fate, self.r#move, zone, self.is_exhausted, self.nodes);
        Ok((restore, state))
    }

    fn __repr__(&self) -> String {
        let first = self
            .r#move
            .map_or("None".to_owned(), |first| format!("{first:?}"));
        let (fate, nodes) = (self.fate, self.nodes);
        format!("<tochki.Verdict {fate} move={first} nodes={nodes}>")
    }

    /// The verdict of a pickle.
    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        fate: &str,
        first: Option<Place>,
        zone: Cells,
        is_exhausted: bool,
        nodes: u64,
    ) -> PyResult<Verdict> {
        let mut fates = ["captured", "saved", "unknown"].into_iter();
        let found = fates.find(|&known| known == fate);
        Ok(Verdict {
            fate: found.ok_or_else(|| invalid(format!("no dot is {fate:?}")))?,
            r#move: first.map(checked).transpose()?,
            zone: all_checked(zone)?,
            is_exhausted,
            nodes,
        })
    }
}

/// Searches for a proof that the live dot at column x and row y is captured, or connected to the edge of the board,
/// without the lock of the interpreter. Ctrl-C ends it.
///
/// player: who moves first; by default the player to move. nodes: about the greatest number of positions; each
/// takes memory. The nodes of the Verdict may be up to twice as many, because very many trajectories count as positions.
/// order: 1 for ladders, 2 also for nets, 3 also for what threatens nets.
///
/// Returns a Verdict. Raises ValueError if there is no live dot.
#[pyfunction]
#[pyo3(signature = (board, x, y, player = None, *, nodes = 10000, order = 2))]
pub fn prove_capture(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    x: i64,
    y: i64,
    player: Option<i64>,
    nodes: u64,
    order: i64,
) -> PyResult<Verdict> {
    let game = board.get().game(py);
    let player = arguments::player_or(player, game.to_move())?;
    let order = within(order, HIGHEST_ORDER.into(), "order")? as u32;
    let mut position = game.board().clone();
    let live = |point: &Point| matches!(position.cell(*point), Cell::Live(_));
    let target = arguments::point(position.size(), (x, y)).filter(live);
    let target = target.ok_or_else(|| invalid(format!("cell ({x}, {y}) has no live dot")))?;
    let verdict = stoppable(py, move |stop| {
        let limits = Limits::default().with_stop(&stop);
        let mut search = CaptureSearch::new(CaptureSearchOptions { order, nodes });
        match position.cell(target) == Cell::Live(player) {
            true => search.defend(&mut position, target, &limits),
            false => search.attack(&mut position, target, &limits),
        }
    })?;
    Ok(Verdict::of(&verdict))
}
