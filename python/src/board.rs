//! The class `Board`: one game.

mod playing;
mod views;

use crate::arguments::{self, Moves, lock};
use crate::copies::{cells_array, mask, moves_array};
use crate::interrupt::INTERRUPT_EVERY;
use crate::parts::{self, Parts, Pickled, ending_pair};
use crate::random::Playouts;
use crate::rules::{Rules, or_usual, start_board};
use crate::setup;
use crate::shown::{LEGAL, PLANES, Shown};
use numpy::{PyArray1, PyArray2, PyArray3, ToPyArray};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use std::sync::Mutex;
use std::time::Instant;
use tochki::board::{Ending, Game, Status};
use tochki::notation::diagram;
use tochki::{Bitboard, Player, Size};

/// A game: a position, its moves, and whose turn it is.
///
/// Players are 0 and 1. A cell is given by its column x and row y, both from 0 at the top left; an array has it at
/// [y, x]. Either player may move at any time; without a player it is the turn of ``to_move``.
///
/// ``cells``, ``planes``, ``live``, ``lost``, ``territory``, ``empty_bases``, ``free`` and ``legal`` are read-only
/// views of the memory of the board. They cost no copy, follow every move, and keep the board alive. Copy a view to
/// keep a position. All other arrays are copies.
///
/// Two boards are equal if their games have the same start, rules, moves and end. So a board has no hash. Boards can be
/// pickled.
///
/// Several threads may use one board: each call waits for the one before.
///
/// width, height: numbers of columns and rows, each from 1 to 62. rules: a Rules, by default with suicide and empty
/// bases. start: "empty", "single", "cross", "two-crosses" or "four-crosses"; its dots cannot be undone. Raises
/// ValueError if there is no such size or start, or the board has no room for the start.
#[pyclass(frozen, module = "tochki")]
pub struct Board {
    size: Size,
    shown: Shown,
    state: Mutex<State>,
}

/// What moves change.
struct State {
    game: Game,
    /// The legal cells of each player as they are shown. Only kept up to date for rules without suicide, in which they
    /// are not the playable cells.
    legal: [Bitboard; 2],
}

impl Board {
    /// The Python object of a game.
    pub fn of_game(game: Game) -> Board {
        let board = game.board();
        Board {
            size: board.size(),
            shown: Shown::new(board),
            state: Mutex::new(State {
                legal: Player::ALL.map(|player| board.legal_cells(player)),
                game,
            }),
        }
    }

    /// A copy of the game.
    pub fn game(&self, py: Python<'_>) -> Game {
        lock(py, &self.state).game.clone()
    }

    fn end(&self, py: Python<'_>, player: Option<i64>, how: Ending) -> PyResult<()> {
        let game = &mut lock(py, &self.state).game;
        let player = arguments::player_or(player, game.to_move())?;
        let done = game.act(player, how.into());
        done.map_err(arguments::refused_without_cell)
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (width = 39, height = 32, *, rules = None, start = "empty"))]
    fn new(width: i64, height: i64, rules: Option<Rules>, start: &str) -> PyResult<Board> {
        let board = start_board(arguments::size(width, height)?, rules, start)?;
        Ok(Board::of_game(Game::new(board)))
    }

    /// A game that starts from the position of a diagram: str(board), or a picture whose letters are dots in the order of
    /// the moves. The rules are the usual ones. The dots cannot be undone.
    ///
    /// to_move: whose turn it is.
    ///
    /// Raises NotationError if the text is no diagram, or its position is impossible.
    #[staticmethod]
    #[pyo3(signature = (text, *, to_move = 0))]
    fn from_diagram(text: &str, to_move: i64) -> PyResult<Board> {
        let first = arguments::player(to_move)?;
        let board = diagram::parse(text).map_err(arguments::notation)?;
        Ok(Board::of_game(Game::with_first(board, first)))
    }

    /// A game that starts from the position with these cells, such as ``board.cells``. The dots cannot be undone.
    ///
    /// cells: whole numbers of shape (height, width), each 0, LIVE[p], LOST[p] + TERRITORY[1 - p], TERRITORY[p] or
    /// EMPTY_BASE[p]. Empty bases are found from the dots, so 0 and EMPTY_BASE[p] mean the same. rules: a Rules, by
    /// default with suicide and empty bases. to_move: whose turn it is.
    ///
    /// Cells tell the score, but not the moves and their order, the last capture, the rules, whose turn it is, and whether
    /// a player has grounded or resigned. So the game has no moves, and write_sgf and Record refuse it.
    ///
    /// Raises ValueError if the position is impossible.
    #[staticmethod]
    #[pyo3(signature = (cells, *, rules = None, to_move = 0))]
    fn from_cells(cells: &Bound<'_, PyAny>, rules: Option<Rules>, to_move: i64) -> PyResult<Board> {
        let first = arguments::player(to_move)?;
        let board = setup::board(cells, or_usual(rules))?;
        Ok(Board::of_game(Game::with_first(board, first)))
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

    /// Rules: the variant of the rules.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Rules {
        Rules(lock(py, &self.state).game.board().rules())
    }

    /// uint8 view of shape (height, width): the state of each cell, a sum of LIVE[p], LOST[p], TERRITORY[p] and
    /// EMPTY_BASE[p].
    #[getter]
    fn cells<'py>(this: &Bound<'py, Board>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        views::cells(this)
    }

    /// bool view of shape (11, height, width): live[0], live[1], lost[0], lost[1], territory[0], territory[1],
    /// empty_bases[0], empty_bases[1], free, legal[0], legal[1].
    #[getter]
    fn planes<'py>(this: &Bound<'py, Board>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        views::planes(this, 0, PLANES)
    }

    /// bool view of shape (2, height, width): the dots of each player that are not captured.
    #[getter]
    fn live<'py>(this: &Bound<'py, Board>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        views::planes(this, 0, 2)
    }

    /// bool view of shape (2, height, width): the dots of each player that the opponent has captured.
    #[getter]
    fn lost<'py>(this: &Bound<'py, Board>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        views::planes(this, 2, 2)
    }

    /// bool view of shape (2, height, width): the enemy dots that each player has captured, and the empty cells inside
    /// his captures.
    #[getter]
    fn territory<'py>(this: &Bound<'py, Board>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        views::planes(this, 4, 2)
    }

    /// bool view of shape (2, height, width): the playable cells inside the empty bases of each player.
    #[getter]
    fn empty_bases<'py>(this: &Bound<'py, Board>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        views::planes(this, 6, 2)
    }

    /// bool view of shape (height, width): the playable cells, empty and outside of territory.
    #[getter]
    fn free<'py>(this: &Bound<'py, Board>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        views::free(this)
    }

    /// bool view of shape (2, height, width): the cells where the rules allow each player to put a dot. They are the
    /// free cells if the rules allow suicide. They do not tell that a player has grounded or resigned.
    #[getter]
    fn legal<'py>(this: &Bound<'py, Board>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        views::planes(this, LEGAL, 2)
    }

    /// int: the player whose turn it is.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> usize {
        lock(py, &self.state).game.to_move().index()
    }

    /// bool: whether a player has grounded or resigned, or no cell is playable.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> bool {
        lock(py, &self.state).game.is_over()
    }

    /// tuple or None: the player who has ended the game, and "ground" or "resign".
    #[getter]
    fn ending(&self, py: Python<'_>) -> Option<(usize, &'static str)> {
        lock(py, &self.state).game.ending().map(ending_pair)
    }

    /// int: number of actions that can be undone: moves since the start, and grounding or resignation.
    #[getter]
    fn turns(&self, py: Python<'_>) -> usize {
        lock(py, &self.state).game.turns()
    }

    /// int: 64-bit Zobrist hash of size, cells and rules.
    #[getter]
    fn zobrist(&self, py: Python<'_>) -> u64 {
        lock(py, &self.state).game.board().hash()
    }

    /// int64 array of shape (n, 3), a copy: x, y and player of each move since the start, the oldest first.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i64>> {
        let moves = moves_array(lock(py, &self.state).game.moves());
        moves.to_pyarray(py)
    }

    /// Number of enemy dots that the player has captured. If a player has grounded, his loose dots count as captured,
    /// and the enemy dots captured inside them as freed.
    #[pyo3(signature = (player = 0))]
    fn captured_by(&self, py: Python<'_>, player: i64) -> PyResult<u32> {
        let player = arguments::player(player)?;
        Ok(lock(py, &self.state).game.captured_by(player))
    }

    /// The score of the player in dots: those he has captured minus those he has lost. If a player has grounded, his
    /// loose dots count as lost.
    #[pyo3(signature = (player = 0))]
    fn score(&self, py: Python<'_>, player: i64) -> PyResult<i32> {
        let player = arguments::player(player)?;
        Ok(lock(py, &self.state).game.score(player))
    }

    /// str or None: the result as in SGF, such as "B+3", "W+R" or "0", with komi in dots added to the score of player
    /// 1. None if the game is not over.
    #[pyo3(signature = (komi = 0.0))]
    fn result(&self, py: Python<'_>, komi: f64) -> PyResult<Option<String>> {
        let komi = arguments::komi(komi)?;
        let result = lock(py, &self.state).game.result(komi);
        Ok(result.map(|result| result.to_string()))
    }

    /// int or None: the player who leads by more dots than he would lose by grounding, so that he can ground and win.
    /// None if there is none, if no dot is captured, or if the game is over. komi is in dots, for player 1.
    #[pyo3(signature = (komi = 0.0))]
    fn decided(&self, py: Python<'_>, komi: f64) -> PyResult<Option<usize>> {
        let komi = arguments::komi(komi)?;
        let game = &lock(py, &self.state).game;
        match game.board().status(komi) {
            Status::Decided(winner) if !game.is_over() => Ok(Some(winner.index())),
            _ => Ok(None),
        }
    }

    /// bool array of shape (height, width), a copy: the live dots of the player that are joined to the edge of the
    /// board and can never be captured.
    #[pyo3(signature = (player = 0))]
    fn grounded<'py>(&self, py: Python<'py>, player: i64) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let player = arguments::player(player)?;
        let grounding = lock(py, &self.state).game.board().grounding(player);
        Ok(mask(self.size, &grounding.grounded).to_pyarray(py))
    }

    /// bool array of shape (height, width), a copy: the live dots of the player that are not grounded.
    #[pyo3(signature = (player = 0))]
    fn loose<'py>(&self, py: Python<'py>, player: i64) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let player = arguments::player(player)?;
        let loose = lock(py, &self.state).game.board().loose_dots(player);
        Ok(mask(self.size, &loose).to_pyarray(py))
    }

    /// Number of dots that the player would lose by grounding: his loose dots, and the enemy dots captured inside them,
    /// which are freed.
    #[pyo3(signature = (player = 0))]
    fn grounding_cost(&self, py: Python<'_>, player: i64) -> PyResult<u32> {
        let player = arguments::player(player)?;
        Ok(lock(py, &self.state).game.board().grounding(player).cost)
    }

    /// bool array of shape (height, width), a copy: the cells where one dot of the player captures. By default the
    /// player to move.
    #[pyo3(signature = (player = None))]
    fn captures<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let (mut board, to_move) = {
            let game = &lock(py, &self.state).game;
            (game.board().clone(), game.to_move())
        };
        let player = arguments::player_or(player, to_move)?;
        let captures = board.captures(player);
        Ok(mask(self.size, &captures).to_pyarray(py))
    }

    /// tuple or None: what the last move has captured: the player who captures, and int64 arrays of shape (n, 2) with x
    /// and y of the captured and the freed dots. None if it has made no territory. If the rules capture empty bases, both
    /// arrays may be empty.
    #[allow(clippy::type_complexity)]
    fn last_capture<'py>(
        &self,
        py: Python<'py>,
    ) -> Option<(usize, Bound<'py, PyArray2<i64>>, Bound<'py, PyArray2<i64>>)> {
        let capture = {
            let state = lock(py, &self.state);
            let game = &state.game;
            // Captures of the start position are not of a move.
            game.moves().next_back()?;
            game.board().last_capture()?
        };
        let array = |cells: &Bitboard| cells_array(cells).to_pyarray(py);
        Some((
            capture.by.index(),
            array(&capture.captured),
            array(&capture.freed),
        ))
    }

    /// Whether the rules allow the player to put a dot at column x and row y, and the game is not over. By default the
    /// player to move. False also off the board.
    #[pyo3(signature = (x, y, player = None))]
    fn is_legal(&self, py: Python<'_>, x: i64, y: i64, player: Option<i64>) -> PyResult<bool> {
        let game = &lock(py, &self.state).game;
        let player = arguments::player_or(player, game.to_move())?;
        let is_legal = |point| game.board().is_legal_for(point, player);
        Ok(game.ending().is_none() && arguments::point(self.size, (x, y)).is_some_and(is_legal))
    }

    /// Puts a dot of the player at column x and row y, and carries out the captures. By default the player to move.
    ///
    /// Raises IllegalMoveError if the rules forbid the dot, GameOverError if a player has grounded or resigned. The
    /// board is unchanged then.
    #[pyo3(signature = (x, y, player = None))]
    fn play(&self, py: Python<'_>, x: i64, y: i64, player: Option<i64>) -> PyResult<()> {
        let state = &mut *lock(py, &self.state);
        let player = arguments::player_or(player, state.game.to_move())?;
        let done = self.act(state, player, (x, y));
        done.map_err(|reason| arguments::refused(reason, (x, y), None))
    }

    /// Plays many moves, without the lock of the interpreter.
    ///
    /// moves: whole numbers of shape (n,), each a cell number y * width + x, of shape (n, 2) with x and y, or of shape
    /// (n, 3) with x, y and player, as the moves of a board or record. players: whole numbers of shape (n,), if moves do
    /// not tell them; by default the players alternate, from to_move on.
    ///
    /// Returns an int32 array of shape (n,): the score of player 0 after each move.
    ///
    /// Raises IllegalMoveError with the index of the move if one is illegal, GameOverError after the end of the game.
    /// No move is played then.
    #[pyo3(signature = (moves, players = None))]
    fn play_many<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
        players: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let mut moves = Moves::read(moves, self.size)?;
        if let Some(players) = players {
            moves = moves.by(players)?;
        }
        let played = py.detach(|| self.play_all(&moves));
        let scores = played.map_err(|(index, reason)| {
            arguments::refused(reason, moves.cells[index], Some(format!("move {index}")))
        })?;
        Ok(scores.to_pyarray(py))
    }

    /// Plays random legal moves, the players in turn, without the lock of the interpreter. All legal moves are equally
    /// likely.
    ///
    /// count: the greatest number of moves; by default until the player to move has none. seed: of the random numbers,
    /// from 0 to 2**64 - 1.
    ///
    /// Returns the number of moves played. Raises GameOverError if a player has grounded or resigned.
    #[pyo3(signature = (count = None, *, seed = 0))]
    fn play_random(&self, py: Python<'_>, count: Option<u64>, seed: u64) -> PyResult<u64> {
        let most = count.unwrap_or(u64::MAX);
        let played = py.detach(|| self.play_at_random(most, seed));
        played.map_err(arguments::refused_without_cell)
    }

    /// Plays whole random games from this position, on a copy and without the lock of the interpreter. Ctrl-C ends it.
    ///
    /// count: number of games. seed: of the random numbers, from 0 to 2**64 - 1. The players move in turn until one has
    /// no legal move.
    ///
    /// Returns an int32 array of shape (count,): the score of player 0 at the end of each game, without grounding.
    ///
    /// Raises GameOverError if a player has grounded or resigned, MemoryError if there is no room for so many scores.
    #[pyo3(signature = (count, *, seed = 0))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        seed: u64,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let game = self.game(py);
        arguments::expect_going_on(&game)?;
        let mut playouts = Playouts::new(&game, seed);
        let mut scores: Vec<i32> = Vec::new();
        let reserved = scores.try_reserve_exact(count);
        reserved.map_err(|_| PyMemoryError::new_err(format!("{count} scores do not fit")))?;
        while scores.len() < count {
            py.detach(|| {
                let next_look = Instant::now() + INTERRUPT_EVERY;
                while scores.len() < count && Instant::now() < next_look {
                    scores.push(playouts.play());
                }
            });
            py.check_signals()?;
        }
        Ok(scores.to_pyarray(py))
    }

    /// The player grounds: he gives his loose dots to the opponent, and the game ends. By default the player to move.
    ///
    /// Raises GameOverError if a player has already grounded or resigned.
    #[pyo3(signature = (player = None))]
    fn ground(&self, py: Python<'_>, player: Option<i64>) -> PyResult<()> {
        self.end(py, player, Ending::Ground)
    }

    /// The player resigns, and the game ends. By default the player to move.
    ///
    /// Raises GameOverError if a player has already grounded or resigned.
    #[pyo3(signature = (player = None))]
    fn resign(&self, py: Python<'_>, player: Option<i64>) -> PyResult<()> {
        self.end(py, player, Ending::Resign)
    }

    /// Undoes the last actions, at most count of them. Returns their number. Dots of the start cannot be undone.
    #[pyo3(signature = (count = 1))]
    fn undo(&self, py: Python<'_>, count: u64) -> u64 {
        let state = &mut *lock(py, &self.state);
        (0..count).take_while(|_| self.undo_one(state)).count() as u64
    }

    /// A copy of the game, with memory of its own.
    fn copy(&self, py: Python<'_>) -> Board {
        Board::of_game(self.game(py))
    }

    fn __copy__(&self, py: Python<'_>) -> Board {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Board {
        self.copy(py)
    }

    fn __eq__(&self, py: Python<'_>, other: &Board) -> bool {
        let parts = Parts::of(&lock(py, &self.state).game);
        parts == Parts::of(&lock(py, &other.state).game)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let restore = py.get_type::<Board>().getattr("_restore")?;
        let parts = Parts::of(&lock(py, &self.state).game);
        Ok((restore, parts.pickled(py)))
    }

    /// The board of a pickle.
    #[staticmethod]
    #[pyo3(name = "_restore", signature = (cells, rules, moves, start, first, ending))]
    fn restore(
        cells: &Bound<'_, PyAny>,
        rules: Rules,
        moves: &Bound<'_, PyAny>,
        start: usize,
        first: i64,
        ending: Option<(i64, String)>,
    ) -> PyResult<Board> {
        parts::game(cells, rules, moves, start, first, ending).map(Board::of_game)
    }

    fn __str__(&self, py: Python<'_>) -> String {
        diagram::print(lock(py, &self.state).game.board())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let turns = lock(py, &self.state).game.turns();
        format!("<tochki.Board {}, {turns} turns>", self.size)
    }
}
