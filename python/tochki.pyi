"""The game of Points (Dots, Kropki): rules, engines, SGF and puzzles.

Players are 0 and 1. A cell is given by its column x and row y, both from 0 at the top left; an array has it at [y, x].
A cell number is y * width + x. "View" is a read-only array that shows the memory of its object without a copy, follows
every change, and keeps the object alive. Every other array is a copy.
"""

from typing import Final, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
    def from_diagram(text: str) -> Board:
        """The game of a diagram, such as str(board). Raises NotationError."""
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
    def grounded(self, player: int = 0) -> NDArray[np.bool_]:
        """Copy of shape (height, width): the live dots that are joined to the edge."""
    def loose(self, player: int = 0) -> int:
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
        """Plays all moves, or none if one is illegal: cell numbers of shape (n,), or x and y of shape (n, 2). Returns the
        score of player 0 after each move, of shape (n,)."""
    def play_random(self, count: int | None = None, *, seed: int = 0) -> int:
        """Plays random legal moves in turn, at most count. Returns their number."""
    def playouts(self, count: int, *, seed: int = 0) -> NDArray[np.int32]:
        """Plays whole random games on a copy. Returns the scores of player 0 at their ends, of shape (count,)."""
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
        """Plays random legal moves in each game, at most count. Returns their number in all games together."""
    def undo(self, mask: ArrayLike | None = None) -> int:
        """Undoes the last move of each game, or of those of the bool mask of shape (count,). Returns their number."""
    def reset(self, mask: ArrayLike | None = None) -> None:
        """Begins each game again, or those of the bool mask of shape (count,)."""
    def __getitem__(self, index: int, /) -> Board:
        """A copy of one game. Raises IndexError."""
    def __len__(self, /) -> int: ...
