"""Pickles and copies of boards, rules, puzzles, records and what searches find, and boards that are compared."""

import copy
import itertools
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import tochki
from test_insight import LADDER
from test_misuse import assert_no_leak
from test_variations import TREE
from tochki import (
    Board,
    Boards,
    GameOverError,
    IllegalMoveError,
    NotationError,
    Record,
    Rules,
    nets,
    prove_capture,
    read_puzzles,
    read_sgf,
    trajectories,
    write_sgf,
)

PUZZLE = """
title: The open side
theme: capture
to move: 1
depth: 0.5
goal: capture 1 1
answer: 2 1 1
answer: 0 0 0
source: made for this file
note: The edge encloses nothing.

"""
CELLS = ". 1 . .\n1 0 . .\n. 1 . ."
LETTERS = ". B . .\nA a . .\n. C b c"
CAPTURED = ".11...\n1ax1..\n.11..."
RING = "..1..\n.101.\n10.01\n.101.\n....."


def puzzle(picture):
    return read_puzzles("\n" + PUZZLE + picture)[0]


def played(board, moves):
    board.play_many(moves)
    return board


def random_board(*size, moves=None, seed=1, **keywords):
    board = Board(*size, **keywords)
    board.play_random(moves, seed=seed)
    return board


def ended(board, end, player):
    getattr(board, end)(player)
    return board


def games():
    """Boards of all kinds that Python can make."""
    picture = Board.from_diagram(CAPTURED, to_move=1)
    picture.play_random(6, seed=3)
    many = Boards(2, 7, 6, start="single")
    many.play_random(20, seed=5)
    cells = random_board(8, 6, moves=30).cells
    return {
        "empty": Board(5, 4),
        "long": Board(62, 1),
        "full": random_board(9, 8),
        "without suicide": random_board(8, 7, rules=Rules(suicide=False)),
        "without empty bases": random_board(7, 8, rules=Rules(captures_empty_bases=True)),
        "cross": random_board(12, 9, moves=40, start="cross"),
        "out of turn": played(Board(5, 5), [[1, 1, 1], [1, 0, 0], [0, 1, 0], [2, 1, 0], [1, 2, 0]]),
        "letters": played(Board.from_diagram(".aB.\naCaB\n.aB.", to_move=1), [0]),
        "picture": picture,
        "cells": played(Board.from_cells(cells, rules=Rules(False), to_move=1), []),
        "puzzle": puzzle(CELLS).board(),
        "record": read_sgf("(;GM[40]SZ[5]AB[bb][cc]AW[dd]PL[W])")[0].board(),
        "one of many": many[1],
        "grounded": ended(random_board(6, 6, moves=15), "ground", 1),
        "resigned": ended(random_board(6, 6, moves=15), "resign", 0),
    }


GAMES = games()


def told(board):
    """What a board tells."""
    try:
        start = Record(board).start.tolist()
    except NotationError:
        start = "set up"
    last = board.last_capture()
    return {
        "position": (board.width, board.height, board.rules, board.zobrist, board.planes.tobytes()),
        "turn": (board.turns, board.to_move, board.moves.tolist(), start, repr(board)),
        "end": (board.is_over, board.ending, board.result(0.5), board.decided()),
        "scores": [(board.score(p), board.captured_by(p), board.grounding_cost(p)) for p in (0, 1)],
        "last": last and (last[0], last[1].tolist(), last[2].tolist()),
    }


def assert_same(board, again):
    """The boards tell the same, now, back to their starts, and when they are played on."""
    assert board == again and not board != again
    board, again = board.copy(), again.copy()
    assert told(board) == told(again)
    while board.undo():
        assert again.undo() == 1
        assert told(board) == told(again)
    assert again.undo() == 0
    assert board.play_random(seed=9) == again.play_random(seed=9)
    assert told(board) == told(again)


@pytest.mark.parametrize("name", GAMES)
def test_copies_of_boards_tell_the_same(name):
    board = GAMES[name]
    pickles = [pickle.dumps(board, protocol) for protocol in (0, 2, pickle.HIGHEST_PROTOCOL)]
    copies = [*map(pickle.loads, pickles), board.copy(), copy.copy(board), *copy.deepcopy([board])]
    for again in copies:
        assert_same(board, again)
        assert again is not board and not np.shares_memory(again.cells, board.cells)
    again = copies[0]
    before = told(board)
    again.undo(again.turns)
    again.play_random(1)
    assert told(board) == before


def test_boards_go_to_another_process_and_come_back():
    boards = list(GAMES.values())
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as processes:
        again = list(processes.map(Board.copy, boards, timeout=120))
    assert again == boards
    assert [told(board) for board in again] == [told(board) for board in boards]


def test_a_pickle_is_small():
    assert len(pickle.dumps(random_board(39, 32))) < 39 * 32 * 4 + 1000


def different_boards():
    """Boards of which any two differ in one thing at least, and several in one thing only."""
    moves = [[1, 1, 0], [2, 2, 1]]
    board = played(Board(5, 5), moves)
    enclosed = [Board.from_diagram(RING), Board.from_diagram(RING.replace("10.01", "10x01"))]
    return [
        board,
        played(Board(5, 6), moves),
        played(Board(5, 5, rules=Rules(suicide=False)), moves),
        played(Board(5, 5), moves[:1]),
        played(Board(5, 5), [*moves, [0, 0, 0]]),
        played(Board(5, 5), [[1, 1, 0], [2, 2, 0]]),
        played(Board(5, 5), moves[::-1]),
        played(Board(5, 5), moves[:1] + [[2, 3, 1]]),
        Board.from_diagram(".....\n.a...\n..A..\n.....\n....."),
        Board.from_diagram(".....\n.a...\n..A..\n.....\n.....", to_move=1),
        Board.from_cells(board.cells),
        Board.from_cells(board.cells, to_move=1),
        ended(board.copy(), "ground", 0),
        ended(board.copy(), "ground", 1),
        ended(board.copy(), "resign", 0),
        *[played(ring, [[2, 4, 1]]) for ring in enclosed],
    ]


def test_boards_are_equal_if_nothing_differs():
    boards, others = different_boards(), different_boards()
    for index, board in enumerate(boards):
        for number, other in enumerate(others):
            assert (board == other) == (index == number), (index, number)
            assert (board != other) == (index != number), (index, number)
        assert all(board != other for other in (str(board), board.cells.tolist(), None, 0))
        again = pickle.loads(pickle.dumps(board))
        assert [again == other for other in others] == [board == other for other in others]
    empty, ground = boards[-2:]
    assert np.array_equal(empty.planes, ground.planes) and empty.zobrist == ground.zobrist
    assert np.array_equal(empty.moves, ground.moves), "only the positions before the moves differ"


def test_boards_are_no_keys():
    with pytest.raises(TypeError, match="unhashable"):
        hash(Board(3, 3))
    assert Board(3, 3) in [Board(4, 4), Board(3, 3)]


@pytest.mark.parametrize(
    "index, value, error, text",
    [
        (0, [[0, 1, 0], [1, 2, 1], [0, 1, 0]], ValueError, "the dot at (1, 1) should be captured"),
        (0, [[3]], ValueError, "cell (0, 0): no cell has the state 3"),
        (0, [0], ValueError, "cells must have the shape"),
        (0, [[0, 0]], IllegalMoveError, "move 0, cell (1, 1): the cell is not on the board"),
        (0, b"0", TypeError, "cells must be whole numbers"),
        (1, None, TypeError, "Rules"),
        (2, [[0, 0, 0], [0, 0, 1]], IllegalMoveError, "move 1, cell (0, 0): there is a dot on the cell"),
        (2, [[0, 0, 0], [3, 0, 1]], IllegalMoveError, "move 1, cell (3, 0): the cell is not on the board"),
        (2, [[-1, 0, 0]], IllegalMoveError, "move 0, cell (-1, 0): the cell is not on the board"),
        (2, [[0, 0, 2]], ValueError, "a player is 0 or 1, not 2"),
        (2, [[0, 0], [1, 1]], ValueError, "the moves do not tell their players"),
        (2, [[0.5, 0, 0]], TypeError, "moves must be whole numbers"),
        (3, 3, ValueError, "there are 2 moves, not 3 at the start"),
        (3, 2**60, ValueError, "at the start"),
        (3, -1, OverflowError, ""),
        (3, "1", TypeError, "integer"),
        (4, 2, ValueError, "a player is 0 or 1, not 2"),
        (4, None, TypeError, "integer"),
        (5, (2, "ground"), ValueError, "a player is 0 or 1, not 2"),
        (5, (0, "pass"), ValueError, 'nobody ends a game by "pass"'),
        (5, (0, 1), TypeError, ""),
        (5, "ground", TypeError, ""),
    ],
)
@pytest.mark.parametrize("start", [0, 1])
def test_pickles_of_boards_that_there_are_not(index, value, error, text, start):
    make, state = played(Board(3, 3), [[1, 1, 0], [0, 0, 1]]).__reduce__()
    state = list(state)
    state[3] = start
    assert make(*state).turns == 2 - start
    state[index] = value
    with pytest.raises(error) as caught:
        make(*state)
    assert text in str(caught.value)


def test_pickles_of_boards_with_less():
    make, state = Board(3, 3).__reduce__()
    for length in range(len(state)):
        with pytest.raises(TypeError, match="missing"):
            make(*state[:length])


def test_the_end_of_a_game_stays_its_end():
    again = pickle.loads(pickle.dumps(GAMES["resigned"]))
    with pytest.raises(GameOverError):
        again.play(0, 0)
    assert again.undo() == 1 and again.ending is None


@pytest.mark.parametrize("suicide", [True, False])
@pytest.mark.parametrize("captures_empty_bases", [True, False])
def test_rules_are_pickled_and_copied(suicide, captures_empty_bases):
    rules = Rules(suicide, captures_empty_bases)
    pickles = [pickle.dumps(rules, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for again in [*map(pickle.loads, pickles), copy.copy(rules), copy.deepcopy(rules)]:
        assert again == rules and hash(again) == hash(rules) and repr(again) == repr(rules)


@pytest.mark.parametrize("picture", [CELLS, LETTERS])
def test_puzzles_are_pickled_and_copied(picture):
    names = ["title", "theme", "player", "plies", "goal", "answers", "source", "notes", "line"]
    expected = puzzle(picture)
    assert expected.line == 3
    for again in (pickle.loads(pickle.dumps(expected)), copy.copy(expected), copy.deepcopy(expected)):
        assert [getattr(again, name) for name in names] == [getattr(expected, name) for name in names]
        assert str(again) == str(expected)
        assert_same(expected.board(), again.board())


def test_pickles_of_puzzles_that_there_are_not():
    make, (text, board, line) = puzzle(CELLS).__reduce__()
    assert make(text, board, line).line == line
    for state, error, message in [
        ((text + "---\n" + text, board, line), ValueError, "the text is not the puzzle of the board"),
        ((text, Board(4, 3), line), ValueError, "the text is not the puzzle of the board"),
        (("", board, line), NotationError, "there is no puzzle"),
        ((text, None, line), TypeError, "Board"),
        ((text, board, -1), OverflowError, ""),
    ]:
        with pytest.raises(error) as caught:
            make(*state)
        assert message in str(caught.value)


def records():
    """Records of all kinds that Python can make."""
    facts = {"players": ("Ann", "Боб"), "komi": -0.5, "comment": "game", "comments": ["first", "", "third"]}
    return {
        "empty": Record(Board(62, 1)),
        "facts": Record(GAMES["out of turn"], **facts),
        "without suicide": Record(GAMES["without suicide"]),
        "cross": Record(GAMES["cross"]),
        "grounded": Record(GAMES["grounded"]),
        "resigned": Record(GAMES["resigned"], komi=1.5),
        "no turns": read_sgf("(;GM[40]SZ[5]AB[bb][cc]AW[dd]PL[W]RE[W+T]DT[2002-07-25]EV[cup])")[0],
        "refused": read_sgf("(;GM[40]SZ[3];B[bb];W[bb])")[0],
        "variations": read_sgf(TREE, variations=True)[0],
    }


RECORDS = records()


def copies(thing):
    pickles = [pickle.dumps(thing, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    return [*map(pickle.loads, pickles), copy.copy(thing), copy.deepcopy(thing)]


@pytest.mark.parametrize("name", RECORDS)
def test_records_are_pickled_and_copied(name):
    record = RECORDS[name]
    for again in copies(record):
        assert again == record and type(again) is Record
        assert (again.result, again.facts, again.warnings) == (record.result, record.facts, record.warnings)
        assert_same(record.board(), again.board())
        if record.width <= 52:
            assert write_sgf(again) == write_sgf(record)


def test_variations_are_pickled_and_copied():
    variations = RECORDS["variations"].variations
    assert len(variations) == 4
    for variation in variations:
        assert all(again == variation for again in copies(variation))


@pytest.mark.parametrize(
    "part, index, value, error, text",
    [
        (0, 0, (0, 5), ValueError, "0x5"),
        (0, 1, [(5, 0, 0)], IllegalMoveError, "cell (5, 0): the cell is not on the board"),
        (0, 1, [(0, 0, 2)], ValueError, "a player is 0 or 1, not 2"),
        (0, 2, -1, ValueError, "a player is 0 or 1, not -1"),
        (0, 3, [(0, (0, -1), "", None)], IllegalMoveError, "cell (0, -1): the cell is not on the board"),
        (0, 3, [(0, (0, 0), "", "blunder")], ValueError, 'no turn is called "blunder"'),
        (0, 4, [(0, 5, [(0, None, "", None)])], ValueError, "variation 1 branches off at a place that is not"),
        (0, 4, [(1, 1, [(0, None, "", None)])], ValueError, "variation 1 branches off at a place that is not"),
        (0, 4, [(0, 0, [(0, None, "", None)]), (1, 0, [(0, None, "", None)])], ValueError, "variation 2 branches"),
        (0, 4, [(0, 0, [])], ValueError, "a variation has at least one turn"),
        (1, 0, ["Ann"], ValueError, ""),
        (1, 1, "B+x", ValueError, "not the result of a game"),
        (1, 2, float("nan"), ValueError, "the komi has to be from -4000 to 4000"),
        (1, 5, {"DT": 1}, TypeError, ""),
    ],
)
def test_pickles_of_records_that_there_are_not(part, index, value, error, text):
    make, (*parts, rules, warnings) = RECORDS["variations"].__reduce__()
    assert make(*parts, rules, warnings) == RECORDS["variations"]
    changed = list(parts[part])
    changed[index] = value
    parts[part] = tuple(changed)
    with pytest.raises(error) as caught:
        make(*parts, rules, warnings)
    assert text in str(caught.value)


def test_pickles_of_variations_that_there_are_not():
    make, (line, after, turns) = RECORDS["variations"].variations[0].__reduce__()
    with pytest.raises(ValueError, match="a variation has at least one turn"):
        make(line, after, [])
    with pytest.raises(IllegalMoveError, match="cell .62, 0.: the cell is not on the board"):
        make(line, after, [*turns, (0, (62, 0), "", None)])


def test_findings_are_pickled_and_copied():
    ladder, ring = Board.from_diagram(LADDER), Board.from_diagram("..../.00./0.10/..../.0..")
    freeing = Board.from_diagram("..0../.010./01a10/.010./.....")
    proofs = [prove_capture(ladder, 2, 2), prove_capture(ladder, 2, 2, nodes=0), prove_capture(ladder, 2, 1, 0)]
    assert [proof.fate for proof in proofs] == ["captured", "unknown", "saved"]
    found = [*trajectories(ladder), *trajectories(freeing, longest=1), *nets(ring), *proofs]
    assert len({type(thing) for thing in found}) == 3
    for thing in found:
        assert all(again == thing and type(again) is type(thing) for again in copies(thing))


@pytest.mark.parametrize("kind", ["mcts", "tactical", "article"])
def test_analyses_are_pickled_and_copied(kind):
    names = ["move", "value", "win_rate", "line", "depth", "nodes", "elapsed"]
    full = random_board(3, 3)
    for board, nodes in [(Board.from_diagram(LADDER), 100), (full, 1)]:
        found = tochki.Engine(kind, hash=4).best_move(board, nodes=nodes)
        assert (found.move is None) == (board is full)
        for again in copies(found):
            assert [getattr(again, name) for name in names] == [getattr(found, name) for name in names]
            for name in ("visits", "policy", "values"):
                one, other = getattr(again, name), getattr(found, name)
                assert one.dtype == other.dtype and np.array_equal(one, other, equal_nan=one.dtype != np.uint32)
            assert repr(again) == repr(found)


def test_pickles_of_findings_that_there_are_not():
    ladder = Board.from_diagram(LADDER)
    make, state = prove_capture(ladder, 2, 2).__reduce__()
    with pytest.raises(ValueError, match='no dot is "lost"'):
        make("lost", *state[1:])
    make, (numbers, visits, *arrays) = tochki.Engine("mcts", hash=4).best_move(ladder, nodes=9).__reduce__()
    with pytest.raises(ValueError):
        make((*numbers[:-1], -1.0), visits, *arrays)
    with pytest.raises(IllegalMoveError, match="the cell is not on the board"):
        make(((0, 62), *numbers[1:]), visits, *arrays)
    with pytest.raises(TypeError):
        make(numbers, visits.astype("int64"), *arrays)
    policy, values = arrays
    for sliced in [(policy[1:], values), (policy, values[:, 1:])]:
        with pytest.raises(ValueError, match="(policy|values) must have the shape"):
            make(numbers, visits, *sliced)
    with pytest.raises(ValueError, match="0x"):
        make(numbers, visits[:, :0], policy[:, :0], values[:, :0])
    # The largest board has these cells, but this one does not.
    height, width = visits.shape
    for outside in [((width, 0), *numbers[1:]), (*numbers[:3], [(0, height)], *numbers[4:])]:
        with pytest.raises(IllegalMoveError, match="the cell is not on the board"):
            make(outside, visits, *arrays)


def test_pickles_of_findings_with_cells_that_no_board_has():
    ladder, ring = Board.from_diagram(LADDER), Board.from_diagram("..../.00./0.10/..../.0..")
    # Each with the places of its cells in the pickle.
    found = [
        (trajectories(ladder)[0], [0, 1, 2]),
        (nets(ring)[0], [0, 1, 2]),
        (prove_capture(ladder, 2, 2), [1, 2]),
    ]
    for thing, places in found:
        make, state = thing.__reduce__()
        for place, cell in itertools.product(places, [(62, 0), (0, 62)]):
            changed = list(state)
            changed[place] = [cell] if isinstance(state[place], list) else cell
            with pytest.raises(IllegalMoveError, match="the cell is not on the board"):
                make(*changed)


def test_other_things_are_not_pickled():
    for thing in [Boards(1, 3, 3), tochki.Engine("mcts", hash=1)]:
        for call in (pickle.dumps, copy.copy):
            with pytest.raises(TypeError, match="pickle"):
                call(thing)


def test_pickles_give_their_memory_back():
    board = GAMES["picture"]

    def call():
        assert pickle.loads(pickle.dumps(board)) == board
        make, state = board.__reduce__()
        with pytest.raises(IllegalMoveError):
            make(state[0], state[1], [[9, 9, 0]], *state[3:])

    assert_no_leak(call, 1000)
