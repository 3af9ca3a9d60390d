"""The game of Points (Dots, Kropki): rules, engines, SGF and puzzles.

Players are 0 and 1. A cell is given by its column x and row y, both from 0 at the top left; an array has it at [y, x].
A cell number is y * width + x. "View" is a read-only array that shows the memory of its object without a copy, follows
every change, and keeps the object alive. Every other array is a copy.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final, SupportsIndex, final

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
    """A variant of the rules. Two are equal if all their fields are."""

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
    """A game: a position, its moves, and whose turn it is. Several threads may use one board: each call waits for the
    one before."""

    def __new__(
        cls, width: int = 39, height: int = 32, *, rules: Rules | None = None, start: str = "empty"
    ) -> Board:
        """width, height: numbers of columns and rows, each from 1 to 62. start: "empty", "single", "cross",
        "two-crosses" or "four-crosses"; its dots cannot be undone. Raises ValueError if there is no such size or start,
        or the board has no room for the start."""
    @staticmethod
    def from_diagram(text: str, *, to_move: SupportsIndex = 0) -> Board:
        """A game that starts from the position of a diagram: str(board), or a picture whose letters are dots in the
        order of the moves. The rules are the usual ones. The dots cannot be undone. Raises NotationError if the text is no
        diagram, or its position is impossible."""
    @staticmethod
    def from_cells(cells: ArrayLike, *, rules: Rules | None = None, to_move: SupportsIndex = 0) -> Board:
        """A game that starts from the position with these cells, such as ``board.cells``. The dots cannot be undone.
        Cells tell the score, but not the moves and their order, the last capture, the rules, whose turn it is, and whether
        a player has grounded or resigned. So the game has no moves, and write_sgf and Record refuse it. Raises
        ValueError if the position is impossible."""
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
        """uint8 view of shape (height, width): the state of each cell, a sum of LIVE[p], LOST[p], TERRITORY[p] and
        EMPTY_BASE[p]."""
    @property
    def planes(self) -> NDArray[np.bool_]:
        """bool view of shape (11, height, width): live[0], live[1], lost[0], lost[1], territory[0], territory[1],
        empty_bases[0], empty_bases[1], free, legal[0], legal[1]."""
    @property
    def live(self) -> NDArray[np.bool_]:
        """bool view of shape (2, height, width): the dots of each player that are not captured."""
    @property
    def lost(self) -> NDArray[np.bool_]:
        """bool view of shape (2, height, width): the dots of each player that the opponent has captured."""
    @property
    def territory(self) -> NDArray[np.bool_]:
        """bool view of shape (2, height, width): the enemy dots that each player has captured, and the empty cells inside
        his captures."""
    @property
    def empty_bases(self) -> NDArray[np.bool_]:
        """bool view of shape (2, height, width): the playable cells inside the empty bases of each player."""
    @property
    def free(self) -> NDArray[np.bool_]:
        """bool view of shape (height, width): the playable cells, empty and outside of territory."""
    @property
    def legal(self) -> NDArray[np.bool_]:
        """bool view of shape (2, height, width): the cells where the rules allow each player to put a dot. They do not
        tell that a player has grounded or resigned."""
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
        """Number of actions that can be undone: moves since the start, and grounding or resignation."""
    @property
    def zobrist(self) -> int:
        """64-bit Zobrist hash of size, cells and rules."""
    @property
    def moves(self) -> NDArray[np.int64]:
        """int64 array of shape (n, 3), a copy: x, y and player of each move since the start, the oldest first."""
    def captured_by(self, player: SupportsIndex = 0) -> int:
        """Number of enemy dots that the player has captured. If a player has grounded, his loose dots count as captured,
        and the enemy dots captured inside them as freed."""
    def score(self, player: SupportsIndex = 0) -> int:
        """The score of the player in dots: those he has captured minus those he has lost. If a player has grounded, his
        loose dots count as lost."""
    def result(self, komi: float = 0.0) -> str | None:
        """The result as in SGF, such as "B+3", "W+R" or "0", with komi in dots added to the score of player 1. None if
        the game is not over."""
    def decided(self, komi: float = 0.0) -> int | None:
        """The player who leads by more dots than he would lose by grounding, so that he can ground and win. None if there
        is none, if no dot is captured, or if the game is over. komi is in dots, for player 1."""
    def grounded(self, player: SupportsIndex = 0) -> NDArray[np.bool_]:
        """bool array of shape (height, width), a copy: the live dots of the player that are joined to the edge of the
        board and can never be captured."""
    def loose(self, player: SupportsIndex = 0) -> NDArray[np.bool_]:
        """bool array of shape (height, width), a copy: the live dots of the player that are not grounded."""
    def grounding_cost(self, player: SupportsIndex = 0) -> int:
        """Number of dots that the player would lose by grounding: his loose dots, and the enemy dots captured inside
        them, which are freed."""
    def captures(self, player: SupportsIndex | None = None) -> NDArray[np.bool_]:
        """bool array of shape (height, width), a copy: the cells where one dot of the player captures."""
    def last_capture(self) -> tuple[int, NDArray[np.int64], NDArray[np.int64]] | None:
        """What the last move has captured: the player who captures, and int64 arrays of shape (n, 2) with x and y of the
        captured and the freed dots. None if it has made no territory. If the rules capture empty bases, both arrays may
        be empty."""
    def is_legal(self, x: SupportsIndex, y: SupportsIndex, player: SupportsIndex | None = None) -> bool:
        """Whether the rules allow the player to put a dot at column x and row y, and the game is not over. False also off
        the board."""
    def play(self, x: SupportsIndex, y: SupportsIndex, player: SupportsIndex | None = None) -> None:
        """Puts a dot of the player at column x and row y, and carries out the captures. Raises IllegalMoveError if the
        rules forbid the dot, GameOverError if a player has grounded or resigned. The board is unchanged then."""
    def play_many(self, moves: ArrayLike, players: ArrayLike | None = None) -> NDArray[np.int32]:
        """Plays many moves, without the lock of the interpreter. moves: whole numbers of shape (n,), each a cell number
        y * width + x, of shape (n, 2) with x and y, or of shape (n, 3) with x, y and player, as the moves of a board or
        record. Returns an int32 array of shape (n,): the score of player 0 after each move. Raises IllegalMoveError with
        the index of the move if one is illegal, GameOverError after the end of the game. No move is played then."""
    def play_random(self, count: int | None = None, *, seed: int = 0) -> int:
        """Plays random legal moves, the players in turn, without the lock of the interpreter. count: the greatest number
        of moves; by default until the player to move has none. Returns the number of moves played."""
    def playouts(self, count: int, *, seed: int = 0) -> NDArray[np.int32]:
        """Plays whole random games from this position, on a copy and without the lock of the interpreter. Ctrl-C ends
        it. Returns an int32 array of shape (count,): the score of player 0 at the end of each game, without grounding.
        Raises GameOverError if a player has grounded or resigned, MemoryError if there is no room for so many scores."""
    def ground(self, player: SupportsIndex | None = None) -> None:
        """The player grounds: he gives his loose dots to the opponent, and the game ends."""
    def resign(self, player: SupportsIndex | None = None) -> None:
        """The player resigns, and the game ends."""
    def undo(self, count: int = 1) -> int:
        """Undoes the last actions, at most count of them. Returns their number."""
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
        """count: number of games, from 1 to 16384. width, height, rules, start: as for a Board. Raises ValueError if one
        of them is not possible."""
    @property
    def width(self) -> int:
        """Number of columns."""
    @property
    def height(self) -> int:
        """Number of rows."""
    @property
    def cells(self) -> NDArray[np.uint8]:
        """uint8 view of shape (count, height, width): the state of each cell, a sum of LIVE[p], LOST[p], TERRITORY[p] and
        EMPTY_BASE[p]."""
    @property
    def legal(self) -> NDArray[np.bool_]:
        """bool view of shape (count, height, width): the cells where the player to move may put a dot."""
    @property
    def captured(self) -> NDArray[np.int32]:
        """int32 view of shape (count, 2): number of dots that each player has captured."""
    @property
    def to_move(self) -> NDArray[np.uint8]:
        """uint8 view of shape (count,): the player whose turn it is."""
    @property
    def over(self) -> NDArray[np.bool_]:
        """bool view of shape (count,): whether the player to move has no legal move. Under rules without suicide the
        opponent may still have one. Then the Board of the game is not over: the player to move can ground or resign
        there."""
    def step(self, moves: ArrayLike) -> NDArray[np.int32]:
        """Plays a move of the player to move in each game. moves: whole numbers of shape (count,), each a cell number
        y * width + x, or -1 for no move in this game. Returns an int32 array of shape (count,): by how many dots the
        score of the player who moved has grown. Raises IllegalMoveError with the index of the game if a move is illegal.
        No game is changed then."""
    def play_random(self, count: int | None = None, *, seed: int = 0) -> int:
        """Plays random legal moves in each game, the players in turn. count: the greatest number of moves in each game;
        by default until the player to move has none. Returns the number of moves in all games together. Ctrl-C ends it;
        some games have their moves then. Calls of other threads may come between two games."""
    def undo(self, mask: ArrayLike | None = None) -> int:
        """Undoes the last move in each game, or in those of the mask, a bool array of shape (count,). Returns the number
        of moves undone."""
    def reset(self, mask: ArrayLike | None = None) -> None:
        """Begins each game again, or those of the mask, a bool array of shape (count,), such as over."""
    def __getitem__(self, index: SupportsIndex, /) -> Board:
        """A copy of one game as a Board. Raises IndexError if there is no such game."""
    def __iter__(self, /) -> Iterator[Board]: ...
    def __len__(self, /) -> int: ...

@final
class Engine:
    """An engine: it chooses moves. Several threads may use one engine, but only one at a time may search with it: for
    others best_move raises RuntimeError."""

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
        """kind: "mcts", the tree search, which "auto" also stands for; "tactical", the exact search of captures;
        "article", the method of 2002. hash: memory in megabytes for the tree or table, 1 to 4096. policy: bytes of a
        table of weights that `tochki learn` has written, for "mcts" and for Engine.policy; by default the standard one.
        options: options by their names in protocol.md, such as {"article.rule1": False}; they take the place of kind, seed,
        threads and hash where they name them. "article" uses neither threads, hash nor seed, "tactical" no seed, "mcts" no
        option depth. The option ponder has no effect: an engine thinks only during best_move. Raises ValueError if there is
        no such kind or option, or it cannot have the value."""
    @property
    def kind(self) -> str:
        """The kind of the engine: "mcts", "tactical", "article" or "auto"."""
    @property
    def options(self) -> dict[str, str]:
        """The options by name, each with its value as text."""
    def best_move(
        self,
        board: Board,
        player: SupportsIndex | None = None,
        *,
        nodes: int | None = None,
        time: float | None = None,
        depth: int | None = None,
        komi: float = 0.0,
        moves: ArrayLike | None = None,
    ) -> Analysis:
        """Searches for the best move, without the lock of the interpreter. Ctrl-C ends the search and raises KeyboardInterrupt.
        nodes: the greatest number of positions or simulations. time: the greatest time in seconds, from 0 to 1e19. depth: in
        plies, in place of the option depth; for "mcts" that of the exact search at its root. Without nodes and time "mcts"
        ends after 10,000 simulations, whatever the depth. Without depth "article" ends at 6 plies, and so does "tactical"
        without time. moves: bool array of shape (height, width) with the cells that may be chosen; by default all. Raises
        GameOverError if a player has grounded or resigned, RuntimeError if the engine searches on another thread."""
    def policy(self, board: Board, player: SupportsIndex | None = None) -> NDArray[np.float32]:
        """float32 array of shape (height, width): the probability that the policy gives each move of the player, without
        any search."""
    def stop(self) -> None:
        """Ends the search that another thread runs, which returns what it has found."""

@final
class Analysis:
    """What a search has found. All arrays are copies of shape (height, width)."""

    @property
    def move(self) -> tuple[int, int] | None:
        """x and y of the best move. None if there is no legal move, or none is allowed."""
    @property
    def value(self) -> int:
        """Dots that the player will capture from now on, less those that he will lose. 0 if nothing was searched, as
        with nodes=0 or time=0, and with "mcts" at the levels 1 to 4."""
    @property
    def win_rate(self) -> float | None:
        """Probability from 0 to 1 that the player wins. Only "mcts" knows it, after a simulation."""
    @property
    def line(self) -> list[tuple[int, int]]:
        """The expected moves of both players, x and y of each, the best move first."""
    @property
    def depth(self) -> int:
        """Depth in plies that the search has completed; for "mcts" the length of the line."""
    @property
    def nodes(self) -> int:
        """Number of positions visited, for "mcts" of simulations."""
    @property
    def elapsed(self) -> float:
        """Time of the search in seconds."""
    @property
    def visits(self) -> NDArray[np.uint32]:
        """Number of visits of each move in the tree. All 0 for engines without a tree. At levels below 10 only the chosen
        move has visits, a policy and a value."""
    @property
    def policy(self) -> NDArray[np.float32]:
        """The prior of each move in the tree: the probability that the policy gives it, raised for captures, for cells
        where the opponent would capture and for moves that side searches have found, and lowered for moves that neither
        save nor need to capture a dead group beside them. All 0 for engines without a tree."""
    @property
    def values(self) -> NDArray[np.float32]:
        """Dots that the player is expected to capture after each move, less those that he will lose. NaN for moves that
        were not examined."""

@final
class Trajectory:
    """Cells that capture something if one player takes all of them, and of which none can be left out."""

    @property
    def cells(self) -> list[tuple[int, int]]:
        """x and y of each cell. One in an empty base of the opponent comes last: a dot there is captured at once unless it
        captures."""
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
        """Whether it is proved that the player captures all dots inside. If not, the ring may fail because its dots can
        be captured."""
    def __eq__(self, other: object, /) -> bool:
        """Whether all fields are equal."""
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Verdict:
    """What is proved about a dot."""

    @property
    def fate(self) -> str:
        """"captured" if the opponent of its owner captures the dot whatever the owner replies, "saved" if the owner
        connects it to the edge of the board whatever the opponent replies, "unknown" if neither is proved."""
    @property
    def move(self) -> tuple[int, int] | None:
        """x and y of the first move of the proof. None if the player to move loses, if the dot is connected to the edge
        already, or if nothing is proved."""
    @property
    def zone(self) -> list[tuple[int, int]]:
        """x and y of each cell that the proof depends on."""
    @property
    def is_exhausted(self) -> bool:
        """Whether the search came to its end. If it did and the fate is "unknown", more nodes will not help."""
    @property
    def nodes(self) -> int:
        """Number of positions searched."""
    def __eq__(self, other: object, /) -> bool:
        """Whether all fields are equal."""
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Record:
    """The record of a game: its moves, and facts about it. It cannot be changed."""

    def __new__(
        cls,
        board: Board,
        *,
        players: tuple[str, str] | None = None,
        komi: float = 0.0,
        comment: str = "",
        comments: Sequence[str] | None = None,
    ) -> Record:
        """board: a Board, of which the moves and the end are taken. players: names of player 0 and player 1. komi: dots
        added to the score of player 1. comment: on the whole game. comments: on the turns, from the first on. Raises
        ValueError if there are more comments than turns, or komi is not from -4000 to 4000. Raises NotationError if the
        board has dots without the order of their moves, as from cells, or from a diagram or puzzle without letters."""
    @property
    def width(self) -> int:
        """Number of columns."""
    @property
    def height(self) -> int:
        """Number of rows."""
    @property
    def rules(self) -> Rules:
        """The variant of the rules under which the game is replayed."""
    @property
    def rules_text(self) -> str:
        """The rules in the words of the program that wrote the record, RU in SGF. Empty if it names none."""
    @property
    def start(self) -> NDArray[np.int64]:
        """int64 array of shape (n, 3), a copy: x, y and player of each dot that is on the board before the first turn."""
    @property
    def moves(self) -> NDArray[np.int64]:
        """int64 array of shape (n, 3), a copy: x, y and player of each move, without start dots."""
    @property
    def turns(self) -> int:
        """Number of turns: the moves, and grounding."""
    @property
    def comments(self) -> list[str]:
        """The comment of each turn, empty if there is none."""
    @property
    def classes(self) -> list[str | None]:
        """How bad each turn is in the opinion of the commentator: "mistake" (BM in SGF), "inaccuracy" (DO) or None."""
    @property
    def variations(self) -> list[Variation]:
        """Other ways in which the game might have gone, each a Variation. Only read_sgf with variations reads them."""
    @property
    def comment(self) -> str:
        """The comment on the whole game. Empty if there is none."""
    @property
    def players(self) -> tuple[str, str]:
        """The names of player 0 and player 1, empty if they are unknown."""
    @property
    def result(self) -> str | None:
        """The result as in SGF, such as "B+3", "W+R" or "0". None if the record does not tell."""
    @property
    def komi(self) -> float:
        """Dots added to the score of player 1."""
    @property
    def facts(self) -> dict[str, str]:
        """Other facts, by the names of their SGF properties: "DT" is the date, "EV" the event."""
    @property
    def warnings(self) -> list[str]:
        """What was odd in the file, each with line and column. A move that the rules refuse ends the record and is named
        here."""
    def board(self, turns: int | None = None) -> Board:
        """The game as a Board, whole or after so many turns. Raises NotationError if the rules forbid a move, or the
        record has fewer turns."""
    def line(self, number: int) -> Record:
        """One line of the game from its start as a Record without variations: 0 for the turns of this record, n for its
        variation number n, from 1. Raises IndexError if there is no such variation."""
    def __eq__(self, other: object, /) -> bool:
        """Whether all that the records tell is equal, the warnings too."""
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Variation:
    """Turns that take the place of others of a game, or go on where others end. It cannot be changed."""

    @property
    def line(self) -> int:
        """The line that it leaves: 0 for the turns of the record, n for variation number n of the record, from 1."""
    @property
    def after(self) -> int:
        """Number of turns of that line before it leaves it. If that line is a variation, only its own turns count."""
    @property
    def turns(self) -> int:
        """Number of its own turns: the moves, and grounding. At least 1."""
    @property
    def moves(self) -> NDArray[np.int64]:
        """int64 array of shape (n, 3), a copy: x, y and player of each of its own moves."""
    @property
    def comments(self) -> list[str]:
        """The comment of each of its own turns, empty if there is none."""
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
        """The least search depth that finds the answer, in plies. With a goal: the number of plies to the capture."""
    @property
    def goal(self) -> tuple[int, int] | None:
        """x and y of the dot to capture. None if the puzzle asks for the best score."""
    @property
    def answers(self) -> list[tuple[int, int, int]]:
        """x, y and score of each move that the puzzle names. The score is dots won less dots lost, with a goal 1 or 0.
        The moves with the greatest score are right."""
    @property
    def source(self) -> str:
        """Where the puzzle comes from."""
    @property
    def notes(self) -> list[str]:
        """The remarks, each one line."""
    @property
    def line(self) -> int:
        """The line of the text where the puzzle begins, from 1."""
    def is_right(self, x: SupportsIndex, y: SupportsIndex) -> bool:
        """Whether the move at column x and row y is an answer with the greatest score. False off the board."""
    def board(self) -> Board:
        """A new Board with the position. It is the turn of player."""

def importance(board: Board) -> NDArray[np.float32]:
    """How much each cell matters by the shape of the dots round it, for either player. Returns a float32 array of shape
    (height, width), from -1 to 1."""

def trajectories(board: Board, player: SupportsIndex | None = None, *, longest: int = 3) -> list[Trajectory]:
    """The trajectories of the player, those with fewer cells first, without the lock of the interpreter. Ctrl-C ends it.
    longest: the greatest number of cells, from 1 to 5."""

def nets(board: Board, player: SupportsIndex | None = None) -> list[Net]:
    """The nets of the player round groups of enemy dots, those with the most dots inside first, without the lock of the
    interpreter. Ctrl-C ends it."""

def prove_capture(
    board: Board,
    x: SupportsIndex,
    y: SupportsIndex,
    player: SupportsIndex | None = None,
    *,
    nodes: int = 10000,
    order: int = 2,
) -> Verdict:
    """Searches for a proof that the live dot at column x and row y is captured, or connected to the edge of the board,
    without the lock of the interpreter. Ctrl-C ends it. player: who moves first; by default the player to move. nodes:
    about the greatest number of positions; each takes memory. The nodes of the Verdict may be up to twice as many, because
    very many trajectories count as positions. order: 1 for ladders, 2 also for nets, 3 also for what threatens nets. Raises
    ValueError if there is no live dot."""

def read_sgf(data: bytes | bytearray | str, *, variations: bool = False) -> list[Record]:
    """Reads the games of an SGF file, the first branch of each. data: the contents of the file, not its name. Bytes or
    bytearray are in the character set that the file names, a str is decoded already. variations: whether to read the other
    branches too, of each game at most 100,000 moves. Ctrl-C ends it. Raises NotationError with line and column if the file
    is no SGF, or one of its games is not a readable game of Points."""

def write_sgf(record: Record | Board, *, chains: bool = False) -> str:
    """The text of an SGF file with one game. chains: whether moves that capture name the chains of their captures, which
    the Kropki sites and the program oppai need. Raises NotationError if the board has more than 52 columns or rows, or
    dots without the order of their moves."""

def read_puzzles(text: str) -> list[Puzzle]:
    """Reads the puzzles of a text in the notation of tochki. Raises NotationError with the line if the text has a fault
    or no puzzle."""
