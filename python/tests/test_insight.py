"""Importance, trajectories, nets and proofs of captures."""

import numpy as np
import pytest

import tochki
from test_misuse import interrupt_after
from test_notation import FIXTURES
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


def test_trajectories_capture_in_the_order_of_their_cells():
    # The cell (1, 1) is in an empty base of player 0.
    board = Board.from_diagram(".01./0.01/.0..")
    found = {tuple(found.cells): found.captured for found in trajectories(board, 1, longest=2)}
    assert found[(2, 2), (1, 1)] == [(2, 1)]
    for cells, captured in found.items():
        again = board.copy()
        for x, y in cells:
            again.play(x, y, 1)
        assert again.score(1) - board.score(1) == len(captured), cells


def test_nets_are_proved_or_not():
    board = Board.from_diagram("..../.00./0.10/..../.0..")
    (net,) = nets(board)
    assert (net.inside, net.key, net.is_proved) == ([(2, 2)], (2, 3), True)
    assert sorted(net.carrier) == [(1, 2), (1, 3), (2, 3)]
    assert nets(board, 1) == []


def test_findings_tell_what_they_are():
    ladder = Board.from_diagram(LADDER)
    proof = prove_capture(ladder, 2, 2)
    assert repr(proof) == f"<tochki.Verdict captured move=(3, 2) nodes={proof.nodes}>"
    assert repr(prove_capture(ladder, 2, 2, nodes=0)).startswith("<tochki.Verdict unknown move=None nodes=")
    (net,) = nets(Board.from_diagram("..../.00./0.10/..../.0.."))
    assert repr(net) == "<tochki.Net of 1 dots, proved>"
    (found,) = trajectories(Board.from_diagram("..0../.010./01a10/.010./....."), longest=1)
    assert repr(found) == "<tochki.Trajectory of 1 cells, 4 captured, 1 freed>"


def test_findings_are_equal_if_all_their_fields_are():
    ladder, ring = Board.from_diagram(LADDER), Board.from_diagram("..../.00./0.10/..../.0..")
    assert trajectories(ladder) == trajectories(ladder) and nets(ring) == nets(ring)
    one, other = trajectories(ladder)[:2]
    (net,) = nets(ring)
    proof = prove_capture(ladder, 2, 2)
    assert proof == prove_capture(ladder, 2, 2) and not proof != prove_capture(ladder, 2, 2)
    for different in (prove_capture(ladder, 2, 2, nodes=0), net, other, proof.fate, None):
        assert proof != different and not proof == different
    assert one != other and net != one
    for thing in (one, net, proof):
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)


def test_a_ladder_is_proved():
    board = Board.from_diagram(LADDER)
    found = prove_capture(board, 2, 2)
    assert (found.fate, found.move, found.is_exhausted) == ("captured", (3, 2), True)
    assert found.zone and found.nodes > 0
    assert prove_capture(board, 2, 2, 1).fate != "captured"
    few = prove_capture(board, 2, 2, nodes=0)
    assert (few.fate, few.move, few.zone, few.is_exhausted) == ("unknown", None, [], False)
    saved = prove_capture(board, 2, 1, 0)
    assert saved.fate == "saved" and saved.move is not None
    assert board.turns == 0


def test_nets_need_the_second_order():
    text = (FIXTURES / "puzzles" / "nets" / "planted-0.txt").read_text(encoding="utf-8")
    puzzle = tochki.read_puzzles(text)[0]
    assert prove_capture(puzzle.board(), *puzzle.goal, order=1).fate == "unknown"
    found = prove_capture(puzzle.board(), *puzzle.goal)
    assert found.fate == "captured" and puzzle.is_right(*found.move)


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


def spiral(side, gap):
    """A wall from the edge to a dot in the middle, with `gap` free cells between its turns."""
    rows = [["."] * side for _ in range(side)]
    start, low, high, step = 1, 1, side - 2, gap + 1
    while low + step < high:
        for x in range(start, high + 1):
            rows[low][x] = "0"
        for y in range(low, high + 1):
            rows[y][high] = "0"
        for x in range(low, high + 1):
            rows[high][x] = "0"
        for y in range(low + step, high + 1):
            rows[y][low] = "0"
        start, low, high = low, low + step, high - step
    rows[side // 2][side // 2] = "1"
    return Board.from_diagram("\n".join("".join(row) for row in rows))


@pytest.mark.parametrize(
    "board, call",
    [
        (spiral(62, 2), lambda board: trajectories(board, longest=4)),
        (spiral(62, 4), lambda board: prove_capture(board, 31, 31, nodes=10**9, order=3)),
    ],
)
def test_a_search_can_be_interrupted(board, call):
    assert interrupt_after(0.2, lambda: call(board)) < 5
