//! The class `Boards`: many games at once.

use crate::arguments::{self, invalid, lock_detached, number};
use crate::arrays;
use crate::board::Board;
use crate::interrupt::INTERRUPT_EVERY;
use crate::random::RandomMoves;
use crate::rules::{Rules, start_board};
use crate::shown::{bits, filled};
use numpy::ndarray::{Ix1, Ix2, Ix3};
use numpy::{PyArray1, PyArray2, PyArray3, ToPyArray};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyRange;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU8, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;
use tochki::board::{Action, Game, IllegalAction, IllegalMove};
use tochki::{Bitboard, Player, Point, Size};

/// The greatest number of games. A game takes about 70 kB.
const MOST_GAMES: i64 = 16_384;

/// Many games on boards of one size, played in batches without the lock of the interpreter.
///
/// ``cells``, ``legal``, ``captured``, ``to_move`` and ``over`` are read-only views of the memory of the object. They
/// cost no copy, follow every move, and keep the object alive. Copy a view to keep a position. A cell number is y *
/// width + x, the index in a flattened board.
///
/// count: number of games, from 1 to 16384. width, height, rules, start: as for a Board. Raises ValueError if one of
/// them is not possible.
#[pyclass(frozen, module = "tochki")]
pub struct Boards {
    size: Size,
    start: tochki::Board,
    shown: Shown,
    slots: Mutex<Vec<Slot>>,
    /// Held by the thread that has the games next. Without it `play_random` would take them again before a waiting thread
    /// wakes up.
    turn: Mutex<()>,
}

/// One game.
struct Slot {
    game: Game,
    /// The legal cells of the player to move, as they are shown.
    legal: Bitboard,
}

/// The memory that the arrays show.
struct Shown {
    /// The bits of all cells, game by game and row by row.
    cells: Box<[AtomicU8]>,
    /// The legal cells of the player to move, in the same order.
    legal: Box<[AtomicBool]>,
    /// Dots captured by each player, game by game.
    captured: Box<[AtomicI32]>,
    to_move: Box<[AtomicU8]>,
    over: Box<[AtomicBool]>,
}

impl Slot {
    /// The cell with this number, if the player to move may put a dot there. `None` for -1, no move.
    fn legal_move(&self, size: Size, cell: i64) -> Result<Option<Point>, IllegalMove> {
        if cell == -1 {
            return Ok(None);
        }
        let point = arguments::cell(size, cell).ok_or(IllegalMove::OffBoard)?;
        let (board, player) = (self.game.board(), self.game.to_move());
        board.check_legal(point, player).map(|()| Some(point))
    }
}

impl Boards {
    /// The games, on a thread that has detached from the interpreter.
    fn slots(&self) -> MutexGuard<'_, Vec<Slot>> {
        let _turn = lock_detached(&self.turn);
        lock_detached(&self.slots)
    }

    /// Plays a move of the player to move in game `index`, and shows it.
    fn play(&self, slot: &mut Slot, index: usize, point: Point) -> Result<(), IllegalAction> {
        let player = slot.game.to_move();
        slot.game.act(player, Action::Put(point))?;
        let first = index * self.size.area() as usize;
        let board = slot.game.board();
        for point in board.changed_cells() {
            let cell = first + number(self.size, point);
            self.shown.cells[cell].store(bits(board, point), Relaxed);
            self.shown.legal[cell].store(board.is_playable(point), Relaxed);
            if !board.is_playable(point) {
                slot.legal.remove(point);
            }
        }
        self.show_legal(slot, index);
        self.show_numbers(slot, index);
        Ok(())
    }

    /// Shows the legal cells of the player to move, where the rules forbid suicide.
    fn show_legal(&self, slot: &mut Slot, index: usize) {
        let board = slot.game.board();
        if board.rules().suicide {
            return;
        }
        let legal = board.legal_cells(slot.game.to_move());
        let bases = Player::ALL.map(|player| *board.empty_base(player));
        let first = index * self.size.area() as usize;
        for point in &((legal ^ slot.legal) | bases[0] | bases[1]) {
            let cell = first + number(self.size, point);
            self.shown.legal[cell].store(legal.contains(point), Relaxed);
        }
        slot.legal = legal;
    }

    /// Shows what is captured, whose turn it is, and whether the game is over.
    fn show_numbers(&self, slot: &Slot, index: usize) {
        for player in Player::ALL {
            let captured = slot.game.board().captured_by(player) as i32;
            self.shown.captured[2 * index + player.index()].store(captured, Relaxed);
        }
        let player = slot.game.to_move().index() as u8;
        self.shown.to_move[index].store(player, Relaxed);
        self.shown.over[index].store(slot.legal.is_empty(), Relaxed);
    }

    /// Shows everything of a game.
    fn show_all(&self, slot: &Slot, index: usize) {
        let first = index * self.size.area() as usize;
        for point in self.size.points() {
            let cell = first + number(self.size, point);
            self.shown.cells[cell].store(bits(slot.game.board(), point), Relaxed);
            self.shown.legal[cell].store(slot.legal.contains(point), Relaxed);
        }
        self.show_numbers(slot, index);
    }

    fn new_slot(start: &tochki::Board) -> Slot {
        let game = Game::new(start.clone());
        Slot {
            legal: start.legal_cells(game.to_move()),
            game,
        }
    }

    /// Plays one move in each game, after all of them are checked. The rewards, or the first game whose move is illegal.
    fn step_all(&self, moves: &[i64]) -> Result<Vec<i32>, (usize, IllegalAction)> {
        let slots = &mut *self.slots();
        let mut points = Vec::with_capacity(moves.len());
        for (index, (slot, &cell)) in slots.iter().zip(moves).enumerate() {
            let point = slot.legal_move(self.size, cell);
            points.push(point.map_err(|reason| (index, IllegalAction::from(reason)))?);
        }
        let mut rewards = vec![0; moves.len()];
        for (index, (slot, point)) in slots.iter_mut().zip(points).enumerate() {
            let Some(point) = point else {
                continue;
            };
            let player = slot.game.to_move();
            let before = slot.game.board().score(player);
            let played = self.play(slot, index, point);
            played.map_err(|reason| (index, reason))?;
            rewards[index] = slot.game.board().score(player) - before;
        }
        Ok(rewards)
    }

    /// The games that a mask names. `None` for all.
    fn mask(&self, mask: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<bool>>> {
        let truths = |mask| arrays::truths(mask, "the mask", &[self.count()]);
        mask.map(truths).transpose()
    }

    fn count(&self) -> usize {
        self.shown.over.len()
    }
}

#[pymethods]
impl Boards {
    #[new]
    #[pyo3(signature = (count, width = 39, height = 32, *, rules = None, start = "empty"))]
    fn new(
        py: Python<'_>,
        count: i64,
        width: i64,
        height: i64,
        rules: Option<Rules>,
        start: &str,
    ) -> PyResult<Boards> {
        let start = start_board(arguments::size(width, height)?, rules, start)?;
        if !(1..=MOST_GAMES).contains(&count) {
            let message = format!("there can be 1 to {MOST_GAMES} games, not {count}");
            return Err(invalid(message));
        }
        let (count, area) = (count as usize, start.size().area() as usize);
        Ok(py.detach(|| {
            let boards = Boards {
                size: start.size(),
                shown: Shown {
                    cells: filled(count * area, || AtomicU8::new(0)),
                    legal: filled(count * area, || AtomicBool::new(false)),
                    captured: filled(count * 2, || AtomicI32::new(0)),
                    to_move: filled(count, || AtomicU8::new(0)),
                    over: filled(count, || AtomicBool::new(false)),
                },
                slots: Mutex::new(Vec::new()),
                turn: Mutex::new(()),
                start,
            };
            let slots: Vec<Slot> = (0..count).map(|_| Self::new_slot(&boards.start)).collect();
            for (index, slot) in slots.iter().enumerate() {
                boards.show_all(slot, index);
            }
            *lock_detached(&boards.slots) = slots;
            boards
        }))
    }

    /// int: number of columns.
    #[getter]
    fn width(&self) -> u32 {
        self.size.width()
    }

    /// int: number of rows.
    #[getter]
    fn height(&self) -> u32 {
        self.size.height()
    }

    /// uint8 view of shape (count, height, width): the state of each cell, a sum of LIVE[p], LOST[p], TERRITORY[p] and
    /// EMPTY_BASE[p].
    #[getter]
    fn cells<'py>(this: &Bound<'py, Boards>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (height, width) = (this.get().height() as usize, this.get().width() as usize);
        let shape = Ix3(this.get().count(), height, width);
        arrays::view(this, |boards| &boards.shown.cells, shape)
    }

    /// bool view of shape (count, height, width): the cells where the player to move may put a dot.
    #[getter]
    fn legal<'py>(this: &Bound<'py, Boards>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        let (height, width) = (this.get().height() as usize, this.get().width() as usize);
        let shape = Ix3(this.get().count(), height, width);
        arrays::view(this, |boards| &boards.shown.legal, shape)
    }

    /// int32 view of shape (count, 2): number of dots that each player has captured.
    #[getter]
    fn captured<'py>(this: &Bound<'py, Boards>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let shape = Ix2(this.get().count(), 2);
        arrays::view(this, |boards| &boards.shown.captured, shape)
    }

    /// uint8 view of shape (count,): the player whose turn it is.
    #[getter]
    fn to_move<'py>(this: &Bound<'py, Boards>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let shape = Ix1(this.get().count());
        arrays::view(this, |boards| &boards.shown.to_move, shape)
    }

    /// bool view of shape (count,): whether the player to move has no legal move. Under rules without suicide the opponent
    /// may still have one. Then the Board of the game is not over: the player to move can ground or resign there.
    #[getter]
    fn over<'py>(this: &Bound<'py, Boards>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let shape = Ix1(this.get().count());
        arrays::view(this, |boards| &boards.shown.over, shape)
    }

    /// Plays a move of the player to move in each game.
    ///
    /// moves: whole numbers of shape (count,), each a cell number y * width + x, or -1 for no move in this game.
    ///
    /// Returns an int32 array of shape (count,): by how many dots the score of the player who moved has grown.
    ///
    /// Raises IllegalMoveError with the index of the game if a move is illegal. No game is changed then.
    fn step<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let moves = arrays::row(moves, "moves")?;
        if moves.len() != self.count() {
            let wanted = format!("({},)", self.count());
            return Err(arrays::wrong_shape("moves", &wanted, &[moves.len()]));
        }
        let played = py.detach(|| self.step_all(&moves));
        let rewards = played.map_err(|(index, reason)| {
            let cell = arguments::column_and_row(self.size, moves[index]);
            arguments::refused(reason, cell, Some(format!("game {index}")))
        })?;
        Ok(rewards.to_pyarray(py))
    }

    /// Plays random legal moves in each game, the players in turn. All legal moves are equally likely.
    ///
    /// count: the greatest number of moves in each game; by default until the player to move has none. seed: of the
    /// random numbers, from 0 to 2**64 - 1.
    ///
    /// Returns the number of moves in all games together. Ctrl-C ends it; some games have their moves then. Calls of
    /// other threads may come between two games.
    #[pyo3(signature = (count = None, *, seed = 0))]
    fn play_random(&self, py: Python<'_>, count: Option<u64>, seed: u64) -> PyResult<u64> {
        // With the seed itself, a call with the next seed would play the same games in another order.
        let seed = fastrand::Rng::with_seed(seed).u64(..);
        let (mut index, mut played) = (0, 0);
        while index < self.count() {
            py.detach(|| {
                let slots = &mut *self.slots();
                let next_look = Instant::now() + INTERRUPT_EVERY;
                while index < slots.len() && Instant::now() < next_look {
                    let slot = &mut slots[index];
                    let mut random = RandomMoves::new(slot.game.board(), seed ^ index as u64);
                    for _ in 0..count.unwrap_or(u64::MAX) {
                        let player = slot.game.to_move();
                        let Some(point) = random.choose(slot.game.board(), player) else {
                            break;
                        };
                        if self.play(slot, index, point).is_err() {
                            break;
                        }
                        played += 1;
                    }
                    index += 1;
                }
            });
            py.check_signals()?;
        }
        Ok(played)
    }

    /// Undoes the last move in each game, or in those of the mask, a bool array of shape (count,). Games without moves
    /// stay as they are. Returns the number of moves undone.
    #[pyo3(signature = (mask = None))]
    fn undo(&self, py: Python<'_>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
        let mask = self.mask(mask)?;
        Ok(py.detach(|| {
            let slots = &mut *self.slots();
            let mut undone = 0;
            for (index, slot) in slots.iter_mut().enumerate() {
                if mask.as_ref().is_none_or(|mask| mask[index]) && slot.game.undo() {
                    slot.legal = slot.game.board().legal_cells(slot.game.to_move());
                    self.show_all(slot, index);
                    undone += 1;
                }
            }
            undone
        }))
    }

    /// Begins each game again, or those of the mask, a bool array of shape (count,), such as over.
    #[pyo3(signature = (mask = None))]
    fn reset(&self, py: Python<'_>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let mask = self.mask(mask)?;
        py.detach(|| {
            let slots = &mut *self.slots();
            for (index, slot) in slots.iter_mut().enumerate() {
                if mask.as_ref().is_none_or(|mask| mask[index]) {
                    *slot = Self::new_slot(&self.start);
                    self.show_all(slot, index);
                }
            }
        });
        Ok(())
    }

    /// A copy of one game as a Board. Raises IndexError if there is no such game.
    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Board> {
        let count = self.count();
        let place = match index {
            0.. => index as usize,
            _ => count.wrapping_add_signed(index),
        };
        if place >= count {
            let message = format!("there is no game {index} of {count}");
            return Err(PyIndexError::new_err(message));
        }
        let game = py.detach(|| self.slots()[place].game.clone());
        Ok(Board::of_game(game))
    }

    fn __iter__<'py>(this: &Bound<'py, Boards>) -> PyResult<Bound<'py, PyAny>> {
        let indices = PyRange::new(this.py(), 0, this.get().count() as isize)?;
        let map = this.py().import("builtins")?.getattr("map")?;
        map.call1((this.getattr("__getitem__")?, indices))
    }

    fn __len__(&self) -> usize {
        self.count()
    }

    fn __repr__(&self) -> String {
        format!("<tochki.Boards {} of {}>", self.count(), self.size)
    }
}
