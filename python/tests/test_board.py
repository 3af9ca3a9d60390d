"""One game: moves, undo, captures, scores, and the arrays that show them."""

import copy

import numpy as np
import pytest

import tochki
from tochki import Board, GameOverError, IllegalMoveError, Rules

RING = [(1, 1, 1), (1, 0, 0), (0, 1, 0), (2, 1, 0), (1, 2, 0)]
RULES = [Rules(), Rules(suicide=False), Rules(captures_empty_bases=True)]
NAMES = ["cells", "planes", "live", "lost", "territory", "empty_bases", "free", "legal"]


def cell_char(bits):
    """The character of a cell in a diagram."""
    for player in (0, 1):
        if bits & tochki.LIVE[player]:
            return "01"[player]
        if bits & tochki.LOST[player]:
            return "ab"[player]
    return None


def check(board):
    """The arrays agree with one another and with the diagram and the numbers of the board."""
    cells = board.cells
    for number, row in enumerate(str(board).splitlines()):
        for column, char in enumerate(row):
            expected = cell_char(cells[number, column])
            assert expected == char if expected else char not in "01ab"
    pairs = [
        (board.live, tochki.LIVE),
        (board.lost, tochki.LOST),
        (board.territory, tochki.TERRITORY),
        (board.empty_bases, tochki.EMPTY_BASE),
    ]
    for planes, bits in pairs:
        for player in (0, 1):
            assert np.array_equal(planes[player], cells & bits[player] != 0)
    blocked = sum(tochki.LIVE + tochki.LOST + tochki.TERRITORY)
    assert np.array_equal(board.free, cells & blocked == 0)
    parts = [board.live, board.lost, board.territory, board.empty_bases, board.free[None], board.legal]
    assert np.array_equal(board.planes, np.concatenate(parts))
    for player in (0, 1):
        assert board.captured_by(player) == board.lost[1 - player].sum()
        for y, x in np.ndindex(cells.shape):
            assert board.legal[player, y, x] == board.is_legal(x, y, player)
    if board.rules.suicide:
        assert (board.legal == board.free).all()


def test_a_ring_captures():
    board = Board(3, 3)
    for x, y, player in RING:
        board.play(x, y, player)
    assert board.lost[1, 1, 1] and board.territory[0].sum() == 1
    assert (board.score(), board.score(1), board.captured_by(0)) == (1, -1, 1)
    by, dots, freed = board.last_capture()
    assert (by, dots.tolist(), freed.tolist()) == (0, [[1, 1]], [])
    assert board.moves.tolist() == [list(move) for move in RING]
    assert (board.undo(), board.score(), board.last_capture()) == (1, 0, None)
    assert board.captures(0).nonzero() == (np.array([2]), np.array([1]))
    assert not board.captures(1).any()
    assert board.undo(100) == 4 and board.turns == 0 and board.undo() == 0
    assert not board.cells.any()


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [(7, 6), (5, 9), (62, 1), (1, 1)])
def test_arrays_follow_moves_and_undo(rules, size):
    board = Board(*size, rules=rules)
    suicides = 0
    for seed in range(8):
        views = {name: getattr(board, name) for name in NAMES}
        states = [board.planes.copy()]
        while board.play_random(1, seed=1000 * seed + board.turns):
            check(board)
            suicides += (board.legal != board.free).any()
            states.append(board.planes.copy())
        for state in reversed(states):
            assert np.array_equal(board.planes, state)
            assert all(np.array_equal(view, getattr(board, name)) for name, view in views.items())
            board.undo()
    if size == (7, 6):
        assert (suicides > 0) == (not rules.suicide)


def test_views_cost_no_copy_and_cannot_be_written():
    board = Board(9, 7)
    for name in NAMES:
        view = getattr(board, name)
        assert view.base is board and not view.flags.owndata and not view.flags.writeable
        assert np.shares_memory(view, getattr(board, name))
        with pytest.raises(ValueError):
            view[...] = 1
        with pytest.raises(ValueError):
            view.flags.writeable = True
        with pytest.raises(ValueError):
            view.resize((1, 1), refcheck=False)
        with pytest.raises((ValueError, TypeError)):
            memoryview(view)[0] = 1
    with pytest.raises(TypeError):
        memoryview(board)
    assert board.cells.shape == (7, 9) and board.planes.shape == (11, 7, 9)
    assert board.cells.dtype == np.uint8 and board.planes.dtype == np.bool_


def test_a_view_outlives_its_board():
    board = Board(20, 20)
    board.play(3, 4)
    view, cells = board.live, board.cells
    del board
    others = [Board(20, 20) for _ in range(100)]
    assert view.sum() == 1 and view[0, 4, 3] and cells[4, 3] == tochki.LIVE[0]
    del others, view
    assert cells.sum() == tochki.LIVE[0]


def test_copies_have_memory_of_their_own():
    board = Board(9, 9, start="cross")
    board.play(1, 1)
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        assert np.array_equal(other.planes, board.planes) and other.zobrist == board.zobrist
        assert not np.shares_memory(other.cells, board.cells)
        other.play(2, 2)
        assert not board.cells[2, 2] and board.turns == 1


def test_turns_alternate_and_can_be_given():
    board = Board(5, 5)
    assert board.to_move == 0
    board.play(0, 0)
    assert board.to_move == 1
    board.play(1, 0, player=0)
    assert board.to_move == 1 and board.live[0].sum() == 2
    board.play(np.int64(2), np.uint8(0))
    assert board.live[1, 0, 2]


def test_dots_at_the_edge_are_grounded_and_others_loose():
    board = Board(3, 3)
    board.play(0, 1)
    board.play(1, 1)
    assert [[tuple(cell) for cell in np.argwhere(board.grounded(player))] for player in (0, 1)] == [[(1, 0)], []]
    for player, cells in ((0, []), (1, [(1, 1)])):
        loose = board.loose(player)
        assert loose.dtype == np.bool_ and [tuple(cell) for cell in np.argwhere(loose)] == cells
        assert board.grounding_cost(player) == len(cells)


def test_grounding_and_resignation_end_the_game():
    board = Board(3, 3)
    board.play(1, 1)
    assert board.grounding_cost() == 1 and not board.grounded().any() and board.result() is None
    board.ground(0)
    assert board.is_over and board.ending == (0, "ground")
    assert board.score(1) == 1 and board.result() == "W+1" and board.result(komi=-2.5) == "B+1.5"
    before = board.planes.copy()
    for act in [
        lambda: board.play(0, 0),
        lambda: board.play_many([0]),
        lambda: board.play_random(1),
        lambda: board.playouts(1),
        board.ground,
        board.resign,
    ]:
        with pytest.raises(GameOverError, match="the game is over"):
            act()
    assert np.array_equal(board.planes, before) and not board.is_legal(0, 0)
    assert board.undo() == 1 and board.ending is None and board.score(1) == 0
    board.resign(1)
    assert board.ending == (1, "resign") and board.result() == "B+R"


def test_a_game_is_decided_if_a_player_can_ground_and_win():
    board = Board(7, 7)
    board.play_many([[3, 3, 1], [3, 2, 0], [2, 3, 0], [4, 3, 0], [3, 4, 0]])
    assert (board.score(), board.grounding_cost(), board.decided()) == (1, 5, None)
    # The fifth dot is the captured one, which grounding frees.
    assert np.array_equal(board.loose(), board.live[0])
    given = board.copy()
    given.ground(0)
    assert (given.captured_by(0), given.captured_by(1)) == (0, 4)
    assert [board.decided(komi) for komi in (-5, -4, 1, 2)] == [0, None, None, 1]
    board.play_many([[3, 1, 0], [3, 0, 0]])
    assert (board.score(), board.grounding_cost(), board.decided()) == (1, 0, 0) and board.decided(komi=1) is None
    board.ground(0)
    assert board.decided() is None and board.result() == "B+1"
    with pytest.raises(ValueError, match="the komi has to be from -4000 to 4000"):
        board.decided(float("nan"))


def test_full_boards_are_over():
    board = Board(4, 4)
    board.play_random()
    assert board.is_over and board.ending is None and board.result() is not None
    with pytest.raises(IllegalMoveError):
        board.play(0, 0)


def test_many_moves_are_played_as_one_by_one():
    one, many, pairs = Board(12, 9), Board(12, 9), Board(12, 9)
    one.play_random(seed=5)
    moves = one.moves
    scores = many.play_many(moves[:, 1] * 12 + moves[:, 0])
    assert scores.dtype == np.int32 and scores.shape == (len(moves),)
    assert np.array_equal(many.planes, one.planes) and scores[-1] == one.score()
    for end in range(0, len(moves), 7):
        other = Board(12, 9)
        other.play_many(moves[:end, :2], players=moves[:end, 2])
        assert end == 0 or other.score() == scores[end - 1]
    players = 1 - moves[:, 2]
    assert np.array_equal(pairs.play_many(moves[:, :2].astype(np.uint8), players), -scores)


def test_the_moves_of_a_board_are_played_with_their_players():
    board, again = Board(12, 9), Board(12, 9)
    for x, y, player in [(3, 3, 1), (3, 2, 0), (2, 3, 0), (4, 3, 0), (3, 4, 0), (0, 0, 1)]:
        board.play(x, y, player)
    assert again.play_many(board.moves).tolist() == [0, 0, 0, 0, 1, 1]
    assert np.array_equal(again.moves, board.moves) and np.array_equal(again.planes, board.planes)


def test_many_moves_are_all_or_nothing():
    board = Board(5, 5)
    board.play(2, 2)
    before = board.planes.copy()
    for moves, error, text in [
        ([0, 1, 0], IllegalMoveError, "move 2, cell (0, 0): there is a dot on the cell"),
        ([25], IllegalMoveError, "move 0, cell (0, 5): the cell is not on the board"),
        ([-1], IllegalMoveError, "the cell is not on the board"),
        ([[5, 0]], IllegalMoveError, "move 0, cell (5, 0): the cell is not on the board"),
        ([2**62], IllegalMoveError, "the cell is not on the board"),
        (np.array([2**63 - 1], dtype=np.uint64), IllegalMoveError, "not on the board"),
        ([0.5], TypeError, "moves must be whole numbers, not float64"),
        (["a"], TypeError, "moves must be whole numbers"),
        ([True], TypeError, "moves must be whole numbers, not bool"),
        ([[0, 0, 0], [1, 2, 3]], ValueError, "a player is 0 or 1, not 3"),
        ([[0, 0, 0], [0, 0, 1]], IllegalMoveError, "move 1, cell (0, 0): there is a dot on the cell"),
        ([[1, 2, 3, 4]], ValueError, "moves must have the shape (n,), (n, 2) or (n, 3), not (1, 4)"),
        (3, ValueError, "not ()"),
        (None, TypeError, "moves must be whole numbers, not object"),
        (np.array([1, 2], dtype=object), TypeError, "moves must be whole numbers, not object"),
        ([2**64], OverflowError, "moves must be numbers from -2^63 to 2^63 - 1"),
        ([[0, 1], [-(2**70), 0]], OverflowError, "moves must be numbers from -2^63 to 2^63 - 1"),
        (np.array([2**63], dtype=np.uint64), OverflowError, "moves must be numbers from -2^63 to 2^63 - 1"),
    ]:
        with pytest.raises(error) as caught:
            board.play_many(moves)
        assert text in str(caught.value)
        assert np.array_equal(board.planes, before) and board.turns == 1
    with pytest.raises(ValueError, match="players must have the shape"):
        board.play_many([0, 1], players=[0])
    with pytest.raises(ValueError, match="a player is 0 or 1, not 2"):
        board.play_many([0], players=[2])
    with pytest.raises(ValueError, match="tell their players themselves"):
        board.play_many([[0, 0, 0]], players=[0])
    assert board.play_many([]).shape == (0,) and board.turns == 1


def test_odd_arrays_are_read():
    pairs = np.array([[1, 2], [3, 4], [5, 6]])
    board = Board(9, 9)
    board.play_many(np.asfortranarray(pairs))
    assert np.array_equal(board.moves[:, :2], pairs)
    moves = np.arange(20, dtype=">i4")[::2]
    board = Board(20, 1)
    board.play_many(moves)
    assert board.moves[:, 0].tolist() == list(range(0, 20, 2))
    raw = np.zeros(9 + 8 * 3, dtype=np.uint8)[1:][: 8 * 3].view(np.uint8)
    unaligned = np.ndarray((3,), dtype=np.int64, buffer=raw.data)
    unaligned[:] = [1, 3, 5]
    board.play_many(unaligned)
    assert board.moves[-3:, 0].tolist() == [1, 3, 5]


@pytest.mark.parametrize(
    "make, error, text",
    [
        (lambda: Board(0, 5), ValueError, "0x5: a board has sides from 1 to 62"),
        (lambda: Board(5, 63), ValueError, "a board has sides from 1 to 62"),
        (lambda: Board(-1, 5), ValueError, "a board has sides from 1 to 62"),
        (lambda: Board(2**40, 2**40), ValueError, "a board has sides from 1 to 62"),
        (lambda: Board(2**80, 5), OverflowError, ""),
        (lambda: Board("5", 5), TypeError, ""),
        (lambda: Board(5.5, 5), TypeError, ""),
        (lambda: Board(5, 5, rules="none"), TypeError, ""),
        (lambda: Board(5, 5, start="circle"), ValueError, "no start position is called"),
        (lambda: Board(1, 1, start="cross"), ValueError, "has no room for the start position"),
        (lambda: Board.from_diagram("?"), tochki.NotationError, "unexpected '?'"),
        (lambda: Board.from_diagram(""), tochki.NotationError, ""),
        (lambda: Board.from_diagram("0", to_move=2), ValueError, "a player is 0 or 1, not 2"),
    ],
)
def test_invalid_boards(make, error, text):
    with pytest.raises(error) as caught:
        make()
    assert text in str(caught.value)


def test_moves_that_are_not_allowed():
    board = Board(3, 3)
    for move in RING:
        board.play(*move)
    before = board.planes.copy()
    for arguments, error, text in [
        ((1, 0), IllegalMoveError, "cell (1, 0): there is a dot on the cell"),
        ((1, 1), IllegalMoveError, "cell (1, 1): there is a dot on the cell"),
        ((3, 0), IllegalMoveError, "cell (3, 0): the cell is not on the board"),
        ((0, -1), IllegalMoveError, "cell (0, -1): the cell is not on the board"),
        ((0, 0, 2), ValueError, "a player is 0 or 1, not 2"),
        ((0, 0, -1), ValueError, "a player is 0 or 1, not -1"),
        ((2**70, 0), OverflowError, ""),
        ((None, 0), TypeError, ""),
        ((0,), TypeError, ""),
    ]:
        with pytest.raises(error) as caught:
            board.play(*arguments)
        assert text in str(caught.value)
    for call in [board.score, board.captured_by, board.loose, board.grounding_cost, board.grounded, board.captures]:
        with pytest.raises(ValueError, match="a player is 0 or 1, not 7"):
            call(7)
    for komi in (float("nan"), float("inf"), 1e303, -4000.5):
        with pytest.raises(ValueError, match="the komi has to be from -4000 to 4000"):
            board.result(komi)
    assert np.array_equal(board.planes, before)
    assert issubclass(IllegalMoveError, ValueError) and issubclass(GameOverError, ValueError)


def test_suicide_can_be_forbidden():
    picture = ".0.\n0.0\n.0."
    for suicide in (True, False):
        board = Board(3, 3, rules=Rules(suicide=suicide))
        for x, y in [(1, 0), (0, 1), (2, 1), (1, 2)]:
            board.play(x, y, 0)
        assert board.empty_bases[0, 1, 1] and board.legal[1, 1, 1] == suicide
        if suicide:
            board.play(1, 1, 1)
            assert board.score() == 1
        else:
            with pytest.raises(IllegalMoveError, match="the dot would be captured at once"):
                board.play(1, 1, 1)
    assert Board.from_diagram(picture).empty_bases[0, 1, 1]


def test_diagrams_are_read_back():
    board = Board(8, 7)
    board.play_random(40, seed=3)
    other = Board.from_diagram(str(board))
    assert np.array_equal(other.planes, board.planes) and other.turns == 0
    assert other.to_move == 0 and Board.from_diagram(str(board), to_move=1).to_move == 1
    assert repr(board) == "<tochki.Board 8x7, 40 turns>"


def test_random_games_repeat_and_follow_the_rules():
    def play(seed):
        board = Board(10, 10)
        assert board.play_random(30, seed=seed) == 30
        board.play_random(seed=seed)
        assert not board.free.any()
        return board.moves

    assert np.array_equal(play(1), play(1)) and not np.array_equal(play(1), play(2))
    other = Board(10, 10)
    other.play_many(play(1)[:, :2])
    with pytest.raises(OverflowError):
        other.play_random(-1)


def test_playouts():
    board = Board(8, 8)
    scores = board.playouts(2000, seed=4)
    assert scores.shape == (2000,) and scores.dtype == np.int32 and board.turns == 0
    assert np.array_equal(scores, board.playouts(2000, seed=4))
    assert scores.std() > 1 and abs(scores.mean()) < 1
    # Who has nearly won already wins.
    ahead = Board.from_diagram("0000000\n0111110\n0111110\n0000.00\n1111111")
    assert (ahead.playouts(50) > 9).all()
    assert board.playouts(0).shape == (0,)
    with pytest.raises((MemoryError, OverflowError)):
        board.playouts(2**60)


def test_rules():
    assert Rules() == Rules(True, False) and Rules() != Rules(suicide=False)
    assert len({Rules(), Rules(), Rules(False)}) == 2
    assert repr(Rules(False)) == "Rules(suicide=False, captures_empty_bases=False)"
    assert Board(3, 3, rules=Rules(False)).rules == Rules(False)
    with pytest.raises(AttributeError):
        Rules().suicide = False
