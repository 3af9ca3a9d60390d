"""Engines: moves, limits, arrays of the root, threads and Ctrl-C."""

import threading
import time

import numpy as np
import pytest

import tochki
from test_misuse import assert_no_leak, interrupt_after, run_together
from tochki import Board, Engine, GameOverError

POCKET = """
. . . . . . . . . .
. . 0 0 0 0 0 . . .
. 0 1 1 1 1 1 0 . .
. . 0 0 . 0 0 . . .
. . . . 1 . . . . .
. . . . . . . . . .
. . . 1 . 1 . . . .
. . . . . . . . . .
"""
KINDS = ["auto", "mcts", "tactical", "article"]


def engine(kind="mcts", **rest):
    return Engine(kind, hash=4, **rest)


@pytest.mark.parametrize("kind", KINDS)
def test_a_capture_is_taken(kind):
    board = Board.from_diagram(POCKET)
    before = board.planes.copy()
    found = engine(kind).best_move(board, nodes=300)
    assert found.move == (4, 3) and found.line[0] == (4, 3) and found.value >= 5
    assert found.nodes > 0 and found.depth > 0 and found.elapsed > 0
    assert np.array_equal(board.planes, before) and board.turns == 0
    assert found.values[3, 4] == pytest.approx(found.value, abs=0.5)
    assert repr(found).startswith("<tochki.Analysis move=(4, 3) value=")


def test_the_root_of_the_tree_is_shown():
    board = Board(12, 9, start="cross")
    found = engine().best_move(board, nodes=500)
    x, y = found.move
    for array, kind in [
        (found.visits, np.uint32),
        (found.policy, np.float32),
        (found.values, np.float32),
    ]:
        assert array.shape == (9, 12) and array.dtype == kind
        assert array.flags.writeable
    assert 100 < found.visits.sum() <= 500 and found.visits[y, x] > 0
    assert not found.visits[~board.free].any() and not found.policy[~board.free].any()
    assert np.array_equal(np.isnan(found.values), found.visits == 0)
    assert 0 < found.win_rate < 1
    for name in ("visits", "policy", "values"):
        before = getattr(found, name).copy()
        getattr(found, name)[:] = 7
        assert np.array_equal(getattr(found, name), before, equal_nan=True), name
    # The moves of a quiet position have the probabilities of the policy.
    policy = engine().policy(board)
    tried = found.policy > 0
    assert tried.sum() > 20 and np.all(found.policy[tried] >= policy[tried] - 1e-6)


def test_other_engines_have_no_tree():
    found = engine("tactical").best_move(Board.from_diagram(POCKET), depth=2)
    assert not found.visits.any() and not found.policy.any() and found.win_rate is None
    assert (~np.isnan(found.values)).sum() == 1 and found.depth == 2


@pytest.mark.parametrize("kind, limit", [("tactical", {"nodes": 0}), ("tactical", {"time": 0}), ("article", {"time": 0})])
def test_a_move_that_was_not_searched_has_no_value(kind, limit):
    found = engine(kind).best_move(Board.from_diagram(POCKET), **limit)
    assert found.move is not None and (found.value, found.depth) == (0, 0)
    assert np.isnan(found.values).all()


def test_the_policy_is_a_distribution():
    board = Board.from_diagram(POCKET)
    policy = engine().policy(board)
    assert policy.shape == (8, 10) and policy.sum() == pytest.approx(1, abs=1e-4)
    assert np.unravel_index(policy.argmax(), policy.shape) == (3, 4)
    assert not policy[~board.free].any()
    assert not np.array_equal(policy, engine().policy(board, player=1))
    board.play_random()
    assert not engine().policy(board).any()


def test_seeds_repeat():
    board = Board(10, 10, start="cross")
    first, again, other = (engine(seed=seed).best_move(board, nodes=300) for seed in (1, 1, 2))
    assert np.array_equal(first.visits, again.visits) and first.line == again.line
    assert not np.array_equal(first.visits, other.visits)


def test_limits_are_kept():
    board = Board(39, 32, start="four-crosses")
    start = time.monotonic()
    found = engine().best_move(board, nodes=10**12, time=0.2)
    assert time.monotonic() - start < 20 and found.elapsed < 10
    assert engine().best_move(board, nodes=100).nodes <= 100
    assert engine().best_move(board, nodes=0).move is not None
    assert engine().best_move(board, time=0).move is not None
    allowed = np.zeros((32, 39), dtype=bool)
    allowed[5, 7] = True
    assert engine().best_move(board, nodes=50, moves=allowed).move == (7, 5)
    assert engine().best_move(board, nodes=50, moves=np.zeros((32, 39), bool)).move is None


def test_the_depth_of_a_call_counts_before_that_of_the_options():
    board = Board.from_diagram(POCKET)
    for kind in ("tactical", "article"):
        player = engine(kind, options={"depth": 3})
        assert [player.best_move(board, depth=depth).depth for depth in (None, 2, 4)] == [3, 2, 4]


def test_komi_counts():
    board = Board(8, 8, start="cross")
    rates = [engine().best_move(board, nodes=200, komi=komi).win_rate for komi in (-20, 0, 20)]
    assert rates[0] > 0.9 > rates[1] > 0.1 > rates[2]


def test_suicides_are_not_chosen_if_they_are_forbidden():
    board = Board(3, 3, rules=tochki.Rules(suicide=False))
    for x, y in [(1, 0), (0, 1), (2, 1), (1, 2)]:
        board.play(x, y, 0)
    player = engine()
    while (move := player.best_move(board, 1, nodes=20).move) is not None:
        board.play(*move, 1)
    assert board.free[1, 1] and not board.legal[1].any()


@pytest.mark.parametrize("kind", KINDS)
def test_boards_without_moves(kind):
    board = Board(4, 4)
    board.play_random()
    found = engine(kind).best_move(board, nodes=10)
    assert (found.move, found.value, found.line, found.nodes) == (None, 0, [], 0)
    assert not found.visits.any() and np.isnan(found.values).all()
    board.ground()
    with pytest.raises(GameOverError, match="the game is over"):
        engine(kind).best_move(board)


@pytest.mark.parametrize(
    "make, error, text",
    [
        (lambda: Engine("chess"), ValueError, "article|tactical|mcts|auto, not \"chess\""),
        (lambda: Engine(threads=-1), ValueError, "the option threads takes 1..64, not \"-1\""),
        (lambda: Engine(hash=-1), ValueError, "the option hash takes 1..4096, not \"-1\""),
        (lambda: Engine(threads=0), ValueError, "the option threads takes 1..64, not \"0\""),
        (lambda: Engine(threads=2**40), ValueError, "the option threads takes 1..64"),
        (lambda: Engine(hash=4097), ValueError, "the option hash takes 1..4096"),
        (lambda: Engine(seed=-1), OverflowError, ""),
        (lambda: Engine(policy=b"123"), ValueError, "a table of weights has"),
        (lambda: Engine(policy="123"), TypeError, ""),
        (lambda: Engine(options={"speed": 1}), ValueError, "there is no option \"speed\""),
        (lambda: Engine(options={"article.rule1": 7}), ValueError, "takes true|false"),
        (lambda: Engine(options={3: 7}), TypeError, ""),
        (lambda: engine().best_move(3), TypeError, ""),
        (lambda: engine().best_move(Board(5, 5), 2), ValueError, "a player is 0 or 1, not 2"),
        (lambda: engine().best_move(Board(5, 5), nodes=-1), OverflowError, ""),
        (lambda: engine().best_move(Board(5, 5), time=-1), ValueError, "from 0 to 1e19 seconds, not -1"),
        (lambda: engine().best_move(Board(5, 5), time=float("nan")), ValueError, "from 0 to 1e19 seconds, not NaN"),
        (lambda: engine().best_move(Board(5, 5), time=float("inf")), ValueError, "from 0 to 1e19 seconds, not inf"),
        (lambda: engine().best_move(Board(5, 5), komi=float("nan")), ValueError, "the komi has to be"),
        (lambda: engine().best_move(Board(5, 5), moves=[[True]]), ValueError, "shape (5, 5), not (1, 1)"),
        (lambda: engine().best_move(Board(2, 1), moves=[[1, 0]]), TypeError, "must be of bool, not int64"),
    ],
)
def test_invalid_arguments(make, error, text):
    with pytest.raises(error) as caught:
        make()
    assert text in str(caught.value)


def test_options():
    player = Engine("article", 7, options={"article.rule1": False, "nodes": 50})
    assert player.kind == "article" and repr(player) == "<tochki.Engine article>"
    options = player.options
    assert options["article.rule1"] == "false" and options["seed"] == "7" and options["nodes"] == "50"
    assert Engine("article", options={"article.rule1": np.False_}).options["article.rule1"] == "false"
    # A copy of an engine: the options come after the arguments.
    assert Engine("tactical", 8, options=options).options == options
    huge = engine().best_move(Board(5, 5), nodes=2**64 - 1, time=0.05)
    assert huge.move is not None


def test_a_policy_of_ones_own():
    with pytest.raises(ValueError) as caught:
        Engine(policy=b"")
    size = int(str(caught.value).split("has ")[1].split(" bytes")[0])
    flat = engine(policy=bytes(size)).policy(Board(5, 5))
    assert np.allclose(flat, 1 / 25)


def test_a_search_can_be_interrupted():
    board, player = Board(39, 32, start="four-crosses"), engine()
    assert interrupt_after(0.2, lambda: player.best_move(board, time=100)) < 5
    # The engine goes on.
    assert player.best_move(board, nodes=100).move is not None


def test_other_threads_run_while_an_engine_searches():
    board, player = Board(20, 20, start="cross"), engine()
    counted, found = 0, []
    thread = threading.Thread(target=lambda: found.append(player.best_move(board, time=60)))
    thread.start()
    end = time.monotonic() + 0.4
    while time.monotonic() < end:
        counted += 1
        board.play_random(1, seed=counted)
        board.undo()
    assert counted > 1000
    with pytest.raises(RuntimeError, match="searches on another thread"):
        player.best_move(board, nodes=1)
    player.stop()
    thread.join(timeout=30)
    assert not thread.is_alive() and found[0].move is not None and found[0].elapsed < 30


def test_threads_share_an_engine():
    board, player = Board(9, 9), engine()
    busy = 0

    def search():
        nonlocal busy
        try:
            player.best_move(board, nodes=30)
        except RuntimeError:
            busy += 1

    run_together(search, search, lambda: player.policy(board), player.stop)
    assert busy, "no search met another one"
    player.best_move(board, nodes=30)


def test_searches_give_their_memory_back():
    # An array of such a board has 5 kB, so that keeping one of them is noticed.
    board, player = Board(39, 32, start="cross"), engine()
    assert_no_leak(lambda: player.best_move(board, nodes=5).visits, 300)
    assert_no_leak(lambda: player.policy(board), 1000)
    assert_no_leak(lambda: Engine("mcts", hash=1), 200)
