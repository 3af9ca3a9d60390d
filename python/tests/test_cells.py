"""Boards that are set up from arrays of cells."""

import numpy as np
import pytest

import tochki
from tochki import EMPTY_BASE, LIVE, LOST, TERRITORY, Board, Boards, NotationError, Rules

RING = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
STATES = {0, *LIVE, LOST[0] + TERRITORY[1], LOST[1] + TERRITORY[0], *TERRITORY, *EMPTY_BASE}


def ring(inside):
    """The cells of a ring of player 0 with one cell inside."""
    cells = np.array(RING)
    cells[1, 1] = inside
    return cells


def same_position(board):
    return Board.from_cells(board.cells, rules=board.rules, to_move=board.to_move)


@pytest.mark.parametrize("suicide", [True, False])
@pytest.mark.parametrize("captures_empty_bases", [True, False])
def test_positions_of_games_are_set_up_and_played_on(suicide, captures_empty_bases):
    rules = Rules(suicide, captures_empty_bases)
    states = set()
    for seed in range(3):
        board = Board(9, 8, rules=rules)
        while board.play_random(2, seed=1000 * seed + board.turns):
            states.update(board.cells.flat)
            again, on = same_position(board), board.copy()
            assert np.array_equal(again.planes, board.planes) and again.zobrist == board.zobrist
            assert (again.rules, again.to_move) == (rules, board.to_move)
            assert [again.captured_by(p) for p in (0, 1)] == [board.captured_by(p) for p in (0, 1)]
            assert again.turns == 0 and again.moves.shape == (0, 3) and again.last_capture() is None
            assert again.play_random(seed=seed) == on.play_random(seed=seed)
            assert np.array_equal(again.planes, on.planes) and again.zobrist == on.zobrist
            again.undo(1000)
            assert np.array_equal(again.planes, board.planes)
    expected = STATES - set(EMPTY_BASE) if captures_empty_bases else STATES
    assert states == expected


def test_cells_come_from_lists_and_from_many_games():
    boards = Boards(3, 9, 5)
    boards.play_random(30, seed=2)
    for index, board in enumerate(boards):
        assert np.array_equal(Board.from_cells(boards.cells[index]).planes, board.planes)
    board = Board.from_cells([[1, 0, 2, 0], [0, 0, 0, 0]], to_move=1)
    assert (board.width, board.height, board.to_move, str(board)) == (4, 2, 1, "0.1.\n....\n")
    cells = np.asfortranarray(board.cells.astype(">i4"))[:, ::-1]
    assert str(Board.from_cells(cells)) == ".1.0\n....\n"


def test_empty_bases_are_found_from_the_dots():
    for inside in (0, *EMPTY_BASE):
        assert Board.from_cells(ring(inside)).cells.tolist() == ring(EMPTY_BASE[0]).tolist()
    assert not Board.from_cells([[EMPTY_BASE[1], 0]]).cells.any()


def test_captures_are_kept_without_the_moves():
    board = Board.from_cells(ring(LOST[1] + TERRITORY[0]))
    assert board.score() == 1 and board.undo() == 0 and board.last_capture() is None
    with pytest.raises(NotationError, match="set up from a picture"):
        tochki.write_sgf(board)
    assert Board.from_cells(ring(TERRITORY[0])).territory[0].sum() == 1


@pytest.mark.parametrize(
    "cells, error, text",
    [
        (ring(LIVE[1]), ValueError, "the dot at (1, 1) should be captured"),
        ([[LIVE[0], LOST[1] + TERRITORY[0]]], ValueError, "the cell at (1, 0) is not enclosed"),
        ([[0, TERRITORY[1]]], ValueError, "the cell at (1, 0) is not enclosed"),
        (ring(LOST[0] + TERRITORY[1]), ValueError, "the cell at (1, 1) is not enclosed"),
        (ring(TERRITORY[1]), ValueError, "cell (1, 1): it is territory of the other player"),
        ([[0, 2, 2, 0], [2, 36, 0, 2], [0, 2, 2, 0]], ValueError, "the cell at (2, 1) should be unplayable"),
        (ring(LOST[1]), ValueError, "cell (1, 1): no cell has the state 8"),
        (ring(LIVE[0] + LIVE[1]), ValueError, "cell (1, 1): no cell has the state 3"),
        (ring(LOST[1] + TERRITORY[1]), ValueError, "cell (1, 1): no cell has the state 40"),
        ([[0], [-1]], ValueError, "cell (0, 1): no cell has the state -1"),
        ([[257]], ValueError, "cell (0, 0): no cell has the state 257"),
        ([[2**62]], ValueError, "no cell has the state"),
        (np.array([[2**64 - 1]], dtype=np.uint64), OverflowError, "cells must be numbers from -2^63 to 2^63 - 1"),
        ([0, 1], ValueError, "cells must have the shape (height, width), not (2,)"),
        (Boards(2, 3, 4).cells, ValueError, "cells must have the shape (height, width), not (2, 4, 3)"),
        (0, ValueError, "not ()"),
        ([], ValueError, "not (0,)"),
        (np.zeros((0, 4), dtype=int), ValueError, "4x0: a board has sides from 1 to 62"),
        (np.zeros((5, 63), dtype=int), ValueError, "63x5: a board has sides from 1 to 62"),
        (np.zeros((3, 3)), TypeError, "cells must be whole numbers, not float64"),
        (Board(3, 3).free, TypeError, "cells must be whole numbers, not bool"),
        ([["."]], TypeError, "cells must be whole numbers"),
        (None, TypeError, "cells must be whole numbers, not object"),
    ],
)
def test_cells_that_no_board_has(cells, error, text):
    with pytest.raises(error) as caught:
        Board.from_cells(cells)
    assert text in str(caught.value)


def test_the_rules_decide_what_is_possible():
    every = Rules(captures_empty_bases=True)
    with pytest.raises(ValueError, match="should be unplayable"):
        Board.from_cells(ring(0), rules=every)
    assert Board.from_cells(ring(TERRITORY[0]), rules=every).rules == every
    assert not Board.from_cells(ring(0), rules=Rules(suicide=False)).is_legal(1, 1, 1)
    for keywords, error in [({"to_move": 2}, ValueError), ({"rules": "none"}, TypeError)]:
        with pytest.raises(error):
            Board.from_cells(ring(0), **keywords)
