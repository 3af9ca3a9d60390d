"""Many games at once."""

from collections.abc import Iterable

import numpy as np
import pytest

import tochki
from tochki import Board, Boards, IllegalMoveError, Rules

NAMES = ["cells", "legal", "captured", "to_move", "over"]


def check(boards):
    """Every array agrees with the boards one by one."""
    for index in range(len(boards)):
        board = boards[index]
        player = board.to_move
        assert np.array_equal(boards.cells[index], board.cells)
        assert np.array_equal(boards.legal[index], board.legal[player])
        assert boards.captured[index].tolist() == [board.captured_by(0), board.captured_by(1)]
        assert boards.to_move[index] == player
        assert boards.over[index] == (not board.legal[player].any())


@pytest.mark.parametrize("rules", [Rules(), Rules(suicide=False), Rules(captures_empty_bases=True)])
def test_games_are_those_of_single_boards(rules):
    boards = Boards(5, 6, 5, rules=rules)
    single = [Board(6, 5, rules=rules) for _ in range(5)]
    random = np.random.default_rng(2)
    moves = 0
    while not boards.over.all():
        cells = np.full(5, -1)
        expected = np.zeros(5, dtype=np.int32)
        for index, board in enumerate(single):
            legal = np.flatnonzero(boards.legal[index])
            if len(legal) and random.random() < 0.9:
                cells[index] = random.choice(legal)
                player, before = board.to_move, board.score(board.to_move)
                board.play(cells[index] % 6, cells[index] // 6)
                expected[index] = board.score(player) - before
        rewards = boards.step(cells)
        assert np.array_equal(rewards, expected) and rewards.dtype == np.int32
        moves += (cells >= 0).sum()
        check(boards)
    assert moves > 100 and boards.captured.any()
    assert boards.undo() == 5
    check(boards)
    mask = np.arange(5) == 2
    assert boards.undo(mask) == 1
    check(boards)
    boards.reset(mask)
    check(boards)
    assert boards[2].turns == 0 and boards[-1].turns > 0
    boards.reset()
    assert not boards.cells.any() and boards.legal.all() and not boards.over.any()
    assert boards.undo() == 0


@pytest.mark.parametrize("rules", [Rules(), Rules(suicide=False)])
def test_random_moves(rules):
    boards = Boards(7, 8, 8, rules=rules)
    assert boards.play_random(10, seed=1) == 70
    check(boards)
    assert len({str(boards[index]) for index in range(7)}) == 7
    boards.play_random(seed=2)
    assert boards.over.all()
    check(boards)
    again = Boards(7, 8, 8, rules=rules)
    again.play_random(10, seed=1)
    again.play_random(seed=2)
    assert np.array_equal(again.cells, boards.cells)
    assert boards.play_random() == 0


def test_without_suicide_a_board_may_go_on_where_boards_are_over():
    boards = Boards(1, 3, 3, rules=Rules(suicide=False))
    for cell in [0, 1, 2, 3, 6, 5, 8, 7]:
        assert not boards.over[0]
        boards.step([cell])
    (board,) = boards
    assert boards.over[0] and not board.is_over and board.result() is None
    assert not board.legal[0].any() and board.legal[1].any()
    assert tochki.Engine().best_move(board, nodes=10).move is None
    board.ground()
    assert board.is_over and board.result() is not None


def test_a_step_is_all_or_nothing():
    boards = Boards(3, 4, 4, start="cross")
    before = boards.cells.copy()
    taken = int(np.flatnonzero(boards.cells[1])[0])
    for moves, error, text in [
        ([0, taken, 0], IllegalMoveError, "game 1, cell (1, 1): there is a dot on the cell"),
        ([0, 0, 16], IllegalMoveError, "game 2, cell (0, 4): the cell is not on the board"),
        ([0, 0, -2], IllegalMoveError, "the cell is not on the board"),
        ([0, 0], ValueError, "moves must have the shape (3,), not (2,)"),
        ([[0, 0, 0]], ValueError, "moves must have the shape (n,), not (1, 3)"),
        ([0.0, 0, 0], TypeError, "moves must be whole numbers, not float64"),
        (None, TypeError, "moves must be whole numbers"),
    ]:
        with pytest.raises(error) as caught:
            boards.step(moves)
        assert text in str(caught.value)
        assert np.array_equal(boards.cells, before)
    for mask, error in [([True], ValueError), ([1, 0, 1], TypeError)]:
        for call in (boards.reset, boards.undo):
            with pytest.raises(error, match="mask must"):
                call(mask)


@pytest.mark.parametrize("count", [0, -1, 16_385, 2**60])
def test_invalid_numbers_of_games(count):
    with pytest.raises(ValueError, match="there can be 1 to 16384 games"):
        Boards(count, 5, 5)


def test_games_by_index():
    boards = Boards(3, 5, 5)
    assert len(boards) == 3 and isinstance(boards, Iterable)
    boards.step([4, 5, 6])
    assert [board.moves.tolist() for board in boards] == [[[4, 0, 0]], [[0, 1, 0]], [[1, 1, 0]]]
    assert repr(boards) == "<tochki.Boards 3 of 5x5>"
    for index in (3, -4, 2**62):
        with pytest.raises(IndexError, match="there is no game"):
            boards[index]
    with pytest.raises(ValueError, match="sides from 1 to 62"):
        Boards(3, 0, 5)


def test_views_cannot_be_written_and_outlive_the_games():
    boards = Boards(4, 6, 5)
    views = [getattr(boards, name) for name in NAMES]
    for view in views:
        assert view.base is boards and not view.flags.writeable
        with pytest.raises(ValueError):
            view.flags.writeable = True
    boards.step([0, 1, 2, 3])
    boards.reset([True, False, False, False])
    del boards
    cells, legal, captured, to_move, over = views
    assert [np.flatnonzero(game).tolist() for game in cells] == [[], [1], [2], [3]]
    assert legal.sum() == 4 * 30 - 3 and to_move.tolist() == [0, 1, 1, 1]
    assert cells[1, 0, 1] == tochki.LIVE[0] and not captured.any() and not over.any()
