"""The game of Points (Dots, Kropki): rules, engines, SGF and puzzles.

Players are 0 and 1. A cell is given by its column x and row y, both from 0 at the top left; an array has it at [y, x].
A cell number is y * width + x. "View" is a read-only array that shows the memory of its object without a copy, follows
every change, and keeps the object alive. Every other array is a copy.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__: list[str]
__version__: Final[str]

MAX_SIDE: Final[int]
"""The greatest width and height of a board: 62 cells."""
LIVE: Final[tuple[int, int]]
"""The bit in ``cells`` of a dot of each player that is not captured."""
LOST: Final[tuple[int, int]]
"""The bit in ``cells`` of a dot of each player that the opponent has captured."""
TERRITORY: Final[tuple[int, int]]
"""The bit in ``cells`` of a cell inside a capture of each player."""
EMPTY_BASE: Final[tuple[int, int]]
"""The bit in ``cells`` of a playable cell in an empty base of each player."""

class IllegalMoveError(ValueError):
    """The rules forbid the move. The board is unchanged."""

class GameOverError(ValueError):
    """A player has grounded or resigned, so that nobody can move."""

class NotationError(ValueError):
    """The text is no SGF, puzzle or diagram, or the record cannot be written."""

@final
class Rules:
    """A variant of the rules."""

    def __new__(cls, suicide: bool = True, captures_empty_bases: bool = False) -> Rules: ...
    @property
    def suicide(self) -> bool:
        """Whether a dot that is captured at once is allowed."""
    @property
    def captures_empty_bases(self) -> bool:
        """Whether an enclosure without an enemy dot is captured too."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Board:
    """A game: a position, its moves, and whose turn it is. Several threads may use it; calls wait for one another."""

    def __new__(
        cls, width: int = 39, height: int = 32, *, rules: Rules | None = None, start: str = "empty"
    ) -> Board:
        """A game before its first move. Sides are from 1 to 62; start is "empty", "single", "cross", "two-crosses" or
        "four-crosses". Raises ValueError."""
    @staticmethod
    def from_diagram(text: str, *, to_move: int = 0) -> Board:
        """A game that starts from the position of a diagram, such as str(board). Raises NotationError."""
    @staticmethod
    def from_cells(cells: ArrayLike, *, rules: Rules | None = None, to_move: int = 0) -> Board:
        """A game that starts from the position with these cells of shape (height, width), such as board.cells. It has no
        moves. Raises ValueError if the position is impossible."""
    @property
    def width(self) -> int:
        """Number of columns."""
    @property
    def height(self) -> int:
        """Number of rows."""
    @property
    def rules(self) -> Rules:
        """The variant of the rules."""
    @property
    def cells(self) -> NDArray[np.uint8]:
        """View of shape (height, width): sums of LIVE[p], LOST[p], TERRITORY[p] and EMPTY_BASE[p]."""
    @property
    def planes(self) -> NDArray[np.bool_]:
        """View of shape (11, height, width): live, lost, territory and empty_bases of both players, free, and legal of
        both players."""
    @property
    def live(self) -> NDArray[np.bool_]:
        """View of shape (2, height, width): the dots of each player that are not captured."""
    @property
    def lost(self) -> NDArray[np.bool_]:
        """View of shape (2, height, width): the dots of each player that the opponent has captured."""
    @property
    def territory(self) -> NDArray[np.bool_]:
        """View of shape (2, height, width): the cells inside the captures of each player."""
    @property
    def empty_bases(self) -> NDArray[np.bool_]:
        """View of shape (2, height, width): the playable cells inside the empty bases of each player."""
    @property
    def free(self) -> NDArray[np.bool_]:
        """View of shape (height, width): the playable cells."""
    @property
    def legal(self) -> NDArray[np.bool_]:
        """View of shape (2, height, width): the cells where each player may put a dot."""
    @property
    def to_move(self) -> int:
        """The player whose turn it is."""
    @property
    def is_over(self) -> bool:
        """Whether a player has grounded or resigned, or no cell is playable."""
    @property
    def ending(self) -> tuple[int, str] | None:
        """The player who has ended the game, and "ground" or "resign"."""
    @property
    def turns(self) -> int:
        """Number of actions that can be undone."""
    @property
    def zobrist(self) -> int:
        """64-bit hash of size, cells and rules."""
    @property
    def moves(self) -> NDArray[np.int64]:
        """Copy of shape (n, 3): x, y and player of each move since the start."""
    def captured_by(self, player: int = 0) -> int:
        """Number of enemy dots that the player has captured."""
    def score(self, player: int = 0) -> int:
        """Dots that the player has captured minus those that he has lost."""
    def result(self, komi: float = 0.0) -> str | None:
        """The result as in SGF; None if the game is not over. komi is in dots, for player 1."""
    def decided(self, komi: float = 0.0) -> int | None:
        """The player who can ground and win. None if there is none, if no dot is captured, or if the game is over. komi
        is in dots, for player 1."""
    def grounded(self, player: int = 0) -> NDArray[np.bool_]:
        """Copy of shape (height, width): the live dots that are joined to the edge."""
    def loose(self, player: int = 0) -> NDArray[np.bool_]:
        """Copy of shape (height, width): the live dots that are not grounded."""
    def grounding_cost(self, player: int = 0) -> int:
        """Number of dots that the player would lose by grounding."""
    def captures(self, player: int | None = None) -> NDArray[np.bool_]:
        """Copy of shape (height, width): the cells where one dot captures."""
    def last_capture(self) -> tuple[int, NDArray[np.int64], NDArray[np.int64]] | None:
        """The player who captures with the last move, and copies of shape (n, 2): x and y of captured and freed dots."""
    def is_legal(self, x: int, y: int, player: int | None = None) -> bool:
        """Whether the rules allow a dot there. False also off the board, and after the end of the game."""
    def play(self, x: int, y: int, player: int | None = None) -> None:
        """Puts a dot. Raises IllegalMoveError or GameOverError, and changes nothing then."""
    def play_many(self, moves: ArrayLike, players: ArrayLike | None = None) -> NDArray[np.int32]:
        """Plays all moves, or none if one is illegal: cell numbers of shape (n,), x and y of shape (n, 2), or x, y and
        player of shape (n, 3). Returns the score of player 0 after each move, of shape (n,)."""
    def play_random(self, count: int | None = None, *, seed: int = 0) -> int:
        """Plays random legal moves in turn, at most count. Returns their number."""
    def playouts(self, count: int, *, seed: int = 0) -> NDArray[np.int32]:
        """Plays whole random games on a copy. Returns the scores of player 0 at their ends, of shape (count,). Ctrl-C
        ends it."""
    def ground(self, player: int | None = None) -> None:
        """The player grounds, and the game ends."""
    def resign(self, player: int | None = None) -> None:
        """The player resigns, and the game ends."""
    def undo(self, count: int = 1) -> int:
        """Undoes the last actions, at most count. Returns their number."""
    def copy(self) -> Board:
        """A copy of the game, with memory of its own."""
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: object) -> Board: ...
    def __eq__(self, other: object, /) -> bool:
        """Whether the games have the same start, rules, moves and end."""
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Boards:
    """Many games on boards of one size, played in batches without the lock of the interpreter."""

    def __new__(
        cls,
        count: int,
        width: int = 39,
        height: int = 32,
        *,
        rules: Rules | None = None,
        start: str = "empty",
    ) -> Boards:
        """Games before their first moves, 1 to 16384. Raises ValueError."""
    @property
    def width(self) -> int:
        """Number of columns."""
    @property
    def height(self) -> int:
        """Number of rows."""
    @property
    def cells(self) -> NDArray[np.uint8]:
        """View of shape (count, height, width): sums of LIVE[p], LOST[p], TERRITORY[p] and EMPTY_BASE[p]."""
    @property
    def legal(self) -> NDArray[np.bool_]:
        """View of shape (count, height, width): the cells where the player to move may put a dot."""
    @property
    def captured(self) -> NDArray[np.int32]:
        """View of shape (count, 2): number of dots that each player has captured."""
    @property
    def to_move(self) -> NDArray[np.uint8]:
        """View of shape (count,): the player whose turn it is."""
    @property
    def over(self) -> NDArray[np.bool_]:
        """View of shape (count,): whether the player to move has no legal move."""
    def step(self, moves: ArrayLike) -> NDArray[np.int32]:
        """Plays one move in each game, or none in all if one is illegal: cell numbers of shape (count,), -1 for none.
        Returns by how many dots the score of the player who moved has grown, of shape (count,)."""
    def play_random(self, count: int | None = None, *, seed: int = 0) -> int:
        """Plays random legal moves in each game, at most count. Returns their number in all games together. Ctrl-C ends
        it."""
    def undo(self, mask: ArrayLike | None = None) -> int:
        """Undoes the last move of each game, or of those of the bool mask of shape (count,). Returns their number."""
    def reset(self, mask: ArrayLike | None = None) -> None:
        """Begins each game again, or those of the bool mask of shape (count,)."""
    def __getitem__(self, index: int, /) -> Board:
        """A copy of one game. Raises IndexError."""
    def __len__(self, /) -> int: ...

@final
class Engine:
    """An engine: it chooses moves. Only one thread at a time may search with it."""

    def __new__(
        cls,
        kind: str = "auto",
        seed: int = 0,
        *,
        threads: int = 1,
        hash: int = 64,
        policy: bytes | None = None,
        options: Mapping[str, bool | int | str] | None = None,
    ) -> Engine:
        """kind is "mcts", "tactical", "article" or "auto"; hash is in megabytes; policy is a table of weights. Raises
        ValueError."""
    @property
    def kind(self) -> str:
        """The kind of the engine."""
    @property
    def options(self) -> dict[str, str]:
        """The options by name."""
    def best_move(
        self,
        board: Board,
        player: int | None = None,
        *,
        nodes: int | None = None,
        time: float | None = None,
        depth: int | None = None,
        komi: float = 0.0,
        moves: ArrayLike | None = None,
    ) -> Analysis:
        """Searches without the lock of the interpreter. time is in seconds, depth in plies; moves is a bool array of
        shape (height, width) with the cells that may be chosen. Ctrl-C ends it. Raises GameOverError, or RuntimeError if
        the engine searches on another thread."""
    def policy(self, board: Board, player: int | None = None) -> NDArray[np.float32]:
        """Copy of shape (height, width): the probability of each move before any search."""
    def stop(self) -> None:
        """Ends the search that another thread runs."""

@final
class Analysis:
    """What a search has found. Arrays are copies of shape (height, width)."""

    @property
    def move(self) -> tuple[int, int] | None:
        """x and y of the best move. None if there is none."""
    @property
    def value(self) -> int:
        """Dots that the player will capture from now on, less those that he will lose. "mcts" gives 0 if it made no
        simulation, as without nodes or time, and at the levels 1 to 4."""
    @property
    def win_rate(self) -> float | None:
        """Probability from 0 to 1 that the player wins. Only "mcts" knows it, after a simulation."""
    @property
    def line(self) -> list[tuple[int, int] | None]:
        """The expected moves of both players. None would be a pass: no engine expects one."""
    @property
    def depth(self) -> int:
        """Completed depth in plies; for "mcts" the length of the line."""
    @property
    def nodes(self) -> int:
        """Number of positions visited, for "mcts" of simulations."""
    @property
    def elapsed(self) -> float:
        """Time of the search in seconds."""
    @property
    def visits(self) -> NDArray[np.uint32]:
        """Number of visits of each move in the tree. At levels below 10 only the chosen move has visits, a policy and
        a value."""
    @property
    def policy(self) -> NDArray[np.float32]:
        """The prior of each move in the tree, a probability."""
    @property
    def values(self) -> NDArray[np.float32]:
        """Dots that the player is expected to gain by each move. NaN for moves that were not examined."""

@final
class Trajectory:
    """Cells that capture something if one player takes all of them, and of which none can be left out."""

    @property
    def cells(self) -> list[tuple[int, int]]:
        """x and y of each cell."""
    @property
    def captured(self) -> list[tuple[int, int]]:
        """x and y of each enemy dot that is captured."""
    @property
    def freed(self) -> list[tuple[int, int]]:
        """x and y of each own dot that is freed."""
    def __eq__(self, other: object, /) -> bool:
        """Whether all fields are equal."""
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Net:
    """A ring of dots with gaps round enemy dots. Whichever gap the opponent enters, the player joins it another way."""

    @property
    def inside(self) -> list[tuple[int, int]]:
        """x and y of each enemy dot inside."""
    @property
    def carrier(self) -> list[tuple[int, int]]:
        """x and y of each free cell that the gaps depend on."""
    @property
    def key(self) -> tuple[int, int] | None:
        """x and y of the cell that the player has to take first. None if the opponent may move first."""
    @property
    def is_proved(self) -> bool:
        """Whether it is proved that the player captures all dots inside."""
    def __eq__(self, other: object, /) -> bool:
        """Whether all fields are equal."""
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Verdict:
    """What is proved about a dot."""

    @property
    def fate(self) -> str:
        """"captured" by the opponent of its owner, "saved" to the edge of the board by the owner, or "unknown"."""
    @property
    def move(self) -> tuple[int, int] | None:
        """x and y of the first move of the proof. None if the player to move loses, or there is none."""
    @property
    def zone(self) -> list[tuple[int, int]]:
        """x and y of each cell that the proof depends on."""
    @property
    def is_exhausted(self) -> bool:
        """Whether the search came to its end. If so, more nodes will not help."""
    @property
    def nodes(self) -> int:
        """Number of positions searched."""
    def __eq__(self, other: object, /) -> bool:
        """Whether all fields are equal."""
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Record:
    """The record of a game. It cannot be changed."""

    def __new__(
        cls,
        board: Board,
        *,
        players: tuple[str, str] | None = None,
        komi: float = 0.0,
        comment: str = "",
        comments: Sequence[str] | None = None,
    ) -> Record:
        """The game of a board. comments are those of the turns. Raises ValueError or NotationError."""
    @property
    def width(self) -> int:
        """Number of columns."""
    @property
    def height(self) -> int:
        """Number of rows."""
    @property
    def rules(self) -> Rules:
        """The variant of the rules."""
    @property
    def start(self) -> NDArray[np.int64]:
        """Copy of shape (n, 3): x, y and player of each dot before the first turn."""
    @property
    def moves(self) -> NDArray[np.int64]:
        """Copy of shape (n, 3): x, y and player of each move."""
    @property
    def turns(self) -> int:
        """Number of turns: the moves, and grounding."""
    @property
    def comments(self) -> list[str]:
        """The comment of each turn."""
    @property
    def classes(self) -> list[str | None]:
        """How bad each turn is in the opinion of the commentator: "mistake", "inaccuracy" or None."""
    @property
    def variations(self) -> list[Variation]:
        """Other ways in which the game might have gone. Empty unless read_sgf was asked for them."""
    @property
    def comment(self) -> str:
        """The comment on the whole game."""
    @property
    def players(self) -> tuple[str, str]:
        """The names of the players."""
    @property
    def result(self) -> str | None:
        """The result as in SGF. None if it is unknown."""
    @property
    def komi(self) -> float:
        """Dots added to the score of player 1."""
    @property
    def facts(self) -> dict[str, str]:
        """Other facts by the names of their SGF properties."""
    @property
    def warnings(self) -> list[str]:
        """What was odd in the file."""
    def board(self, turns: int | None = None) -> Board:
        """The game, whole or after so many turns. Raises NotationError."""
    def line(self, number: int) -> Record:
        """One line of the game from its start: 0 for the turns of this record, n for its variation number n, from 1.
        Raises IndexError."""
    def __eq__(self, other: object, /) -> bool:
        """Whether all that the records tell is equal, the warnings too."""
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Variation:
    """Turns that take the place of others of a game, or go on where others end. It cannot be changed."""

    @property
    def line(self) -> int:
        """The line that it leaves: 0 for the turns of the record, n for variation number n, from 1."""
    @property
    def after(self) -> int:
        """Number of turns of that line before it leaves it. If that line is a variation, only its own turns count."""
    @property
    def turns(self) -> int:
        """Number of its own turns: the moves, and grounding. At least 1."""
    @property
    def moves(self) -> NDArray[np.int64]:
        """Copy of shape (n, 3): x, y and player of each of its own moves."""
    @property
    def comments(self) -> list[str]:
        """The comment of each of its own turns."""
    @property
    def classes(self) -> list[str | None]:
        """How bad each of its own turns is: "mistake", "inaccuracy" or None."""
    def __eq__(self, other: object, /) -> bool:
        """Whether all fields are equal."""
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Puzzle:
    """A puzzle: a position, the player to move, and moves with their scores. It cannot be changed."""

    @property
    def title(self) -> str:
        """The name of the puzzle."""
    @property
    def theme(self) -> str:
        """Its topic. May be empty."""
    @property
    def player(self) -> int:
        """The player to move."""
    @property
    def plies(self) -> int:
        """The least search depth that finds the answer, in plies."""
    @property
    def goal(self) -> tuple[int, int] | None:
        """x and y of the dot to capture. None if the puzzle asks for the best score."""
    @property
    def answers(self) -> list[tuple[int, int, int]]:
        """x, y and score of each move that the puzzle names."""
    @property
    def source(self) -> str:
        """Where the puzzle comes from."""
    @property
    def notes(self) -> list[str]:
        """The remarks."""
    @property
    def line(self) -> int:
        """The line of the text where the puzzle begins, from 1."""
    def is_right(self, x: int, y: int) -> bool:
        """Whether the move is an answer with the greatest score."""
    def board(self) -> Board:
        """A new Board with the position. It is the turn of player."""

def importance(board: Board) -> NDArray[np.float32]:
    """Copy of shape (height, width): how much each cell matters by the dots round it, from -1 to 1."""

def trajectories(board: Board, player: int | None = None, *, longest: int = 3) -> list[Trajectory]:
    """The trajectories of the player of at most longest cells, 1 to 5, those with fewer cells first. Ctrl-C ends it."""

def nets(board: Board, player: int | None = None) -> list[Net]:
    """The nets of the player round groups of enemy dots, those with the most dots inside first. Ctrl-C ends it."""

def prove_capture(
    board: Board, x: int, y: int, player: int | None = None, *, nodes: int = 10000, order: int = 2
) -> Verdict:
    """Searches for a proof that a live dot is captured or saved if the player moves first. order is 1 for ladders, 2 also
    for nets, up to 3. Ctrl-C ends it. Raises ValueError if there is no live dot."""

def read_sgf(data: bytes | bytearray | str, *, variations: bool = False) -> list[Record]:
    """Reads the games of an SGF file, the first branch of each, and the others if variations are asked for. Raises
    NotationError if one of them cannot be read."""

def write_sgf(record: Record | Board, *, chains: bool = False) -> str:
    """The text of an SGF file with one game. Raises NotationError."""

def read_puzzles(text: str) -> list[Puzzle]:
    """Reads the puzzles of a text. Raises NotationError."""
