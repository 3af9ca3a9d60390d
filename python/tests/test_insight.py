"""Importance, trajectories, nets and proofs of captures."""

import numpy as np
import pytest

import tochki
from test_misuse import interrupt_after
from tochki import Board, importance, nets, prove_capture, trajectories

LADDER = """
. . . . . . .
. . 0 . . . .
. 0 1 . . . .
. 0 . . . . .
. . . 0 . . .
. . . . . . .
"""


def test_importance_is_that_of_the_cells_round_dots():
    board = Board.from_diagram(". 0 . .\n0 1 . .\n. 0 . .")
    found = importance(board)
    assert found.shape == (3, 4) and found.dtype == np.float32
    assert np.unravel_index(found.argmax(), found.shape) == (1, 2) and 0 < found.max() <= 1
    assert not found[~board.free].any()


def test_trajectories_tell_what_they_capture():
    board = Board.from_diagram("..0../.010./01a10/.010./.....")
    (found,) = trajectories(board, longest=1)
    assert found.cells == [(2, 4)] and found.freed == [(2, 2)]
    assert found.captured == [(2, 1), (1, 2), (3, 2), (2, 3)]
    assert trajectories(board, 1, longest=1) == []
    sizes = [len(found.cells) for found in trajectories(Board.from_diagram(LADDER))]
    assert sizes == sorted(sizes) and set(sizes) == {2, 3}
    again = board.copy()
    for x, y in found.cells:
        again.play(x, y, 0)
    assert again.score() - board.score() == len(found.captured) + len(found.freed)


def test_nets_are_proved_or_not():
    board = Board.from_diagram("..../.00./0.10/..../.0..")
    (net,) = nets(board)
    assert (net.inside, net.key, net.is_proved) == ([(2, 2)], (2, 3), True)
    assert sorted(net.carrier) == [(1, 2), (1, 3), (2, 3)]
    assert nets(board, 1) == []


def test_a_ladder_is_proved():
    board = Board.from_diagram(LADDER)
    found = prove_capture(board, 2, 2)
    assert (found.fate, found.move) == ("captured", (3, 2)) and found.zone and found.nodes > 0
    assert prove_capture(board, 2, 2, 1).fate != "captured"
    few = prove_capture(board, 2, 2, nodes=0)
    assert (few.fate, few.move, few.zone, few.is_exhausted) == ("unknown", None, [], False)
    saved = prove_capture(board, 2, 1, 0)
    assert saved.fate == "saved" and saved.move is not None
    assert board.turns == 0


@pytest.mark.parametrize(
    "call, text",
    [
        (lambda board: trajectories(board, 2), "a player is 0 or 1, not 2"),
        (lambda board: trajectories(board, longest=0), "longest must be from 1 to 5, not 0"),
        (lambda board: trajectories(board, longest=6), "longest must be from 1 to 5, not 6"),
        (lambda board: nets(board, -1), "a player is 0 or 1, not -1"),
        (lambda board: prove_capture(board, 0, 0), "cell (0, 0) has no live dot"),
        (lambda board: prove_capture(board, 7, -1), "cell (7, -1) has no live dot"),
        (lambda board: prove_capture(board, 2, 2, order=4), "order must be from 1 to 3, not 4"),
    ],
)
def test_invalid_arguments(call, text):
    with pytest.raises(ValueError) as caught:
        call(Board.from_diagram(LADDER))
    assert text in str(caught.value)


@pytest.mark.parametrize(
    "call",
    [
        lambda board: trajectories(board, longest=5),
        lambda board: prove_capture(board, 30, 30, nodes=10**9, order=3),
    ],
)
def test_a_search_can_be_interrupted(call):
    # There are very many ways round the single dot.
    rows = ["".join("0" if (x + y) % 2 and x % 3 else "." for x in range(60)) for y in range(60)]
    rows[30] = rows[30][:30] + "1" + rows[30][31:]
    board = Board.from_diagram("\n".join(rows))
    assert interrupt_after(0.2, lambda: [call(board) for _ in range(1_000_000)]) < 5
