"""Threads on one object, Ctrl-C, and memory that is given back."""

import _thread
import gc
import signal
import sys
import threading
import time

import numpy as np
import pytest

import tochki
from tochki import Board, Boards


def run_together(*calls, seconds=1.0):
    """Calls each function again and again on a thread of its own. Raises what they raise."""
    end = time.monotonic() + seconds
    errors = []

    def loop(call):
        try:
            while time.monotonic() < end:
                call()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=loop, args=[call], daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=seconds + 30)
        assert not thread.is_alive(), "the threads wait for one another"
    if errors:
        raise errors[0]


def rss():
    """Memory of the process in bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def assert_no_leak(call, rounds):
    """No call keeps an object of Python, and all calls together keep less than a mebibyte. The memory of a process grows in
    steps, so less cannot be told."""
    for _ in range(rounds // 10):
        call()
    gc.collect()
    blocks, before = sys.getallocatedblocks(), rss()
    for _ in range(rounds):
        call()
    gc.collect()
    assert sys.getallocatedblocks() - blocks < rounds // 2, "each call keeps an object"
    assert rss() - before < 1 << 20


def test_threads_share_a_board():
    board = Board(15, 15)
    view = board.planes

    def play_one():
        try:
            board.play(*np.random.default_rng().integers(0, 15, 2))
        except tochki.IllegalMoveError:
            pass

    run_together(
        play_one,
        lambda: board.play_random(300, seed=1),
        lambda: board.undo(400),
        lambda: (view.sum(), board.moves, str(board), board.copy()),
    )
    again = Board(15, 15)
    again.play_many(board.moves[:, :2], players=board.moves[:, 2])
    assert np.array_equal(again.planes, view)


def test_threads_share_many_games():
    boards = Boards(20, 9, 9)

    def step_one():
        try:
            boards.step([int(legal.argmax()) for legal in boards.legal.reshape(20, -1)])
        except tochki.IllegalMoveError:
            pass

    run_together(
        step_one,
        lambda: boards.play_random(20, seed=1),
        boards.undo,
        lambda: boards.reset(boards.over),
        lambda: (boards.cells.sum(), boards[3], boards.captured.copy()),
    )
    for index, board in enumerate(boards):
        assert np.array_equal(boards.cells[index], board.cells)


def test_other_calls_come_between_random_games():
    boards = Boards(2000, 62, 62)
    thread = threading.Thread(target=boards.play_random)
    thread.start()
    time.sleep(0.05)
    boards[0]
    assert not boards.over.all(), "the call waited for all games"
    thread.join()


def interrupt_after(seconds, call):
    """Presses Ctrl-C during a call, and returns the time that it took to end."""
    # A shell that starts a process in the background lets it ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(seconds, _thread.interrupt_main)
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        call()
    timer.join()
    return time.monotonic() - start


def test_playouts_can_be_interrupted():
    board = Board(39, 32)
    assert interrupt_after(0.2, lambda: board.playouts(20_000_000)) < 5
    assert board.playouts(3).shape == (3,)


def test_random_games_can_be_interrupted():
    boards = Boards(2000, 62, 62)
    assert interrupt_after(0.1, boards.play_random) < 5
    assert 0 < boards.over.sum() < 2000
    for index in (0, 1000, 1999):
        assert np.array_equal(boards[index].cells, boards.cells[index])


def test_calls_give_their_memory_back():
    board = Board(20, 20)
    moves = np.arange(100)

    def call():
        board.play_many(moves)
        board.cells, board.planes, board.legal, board.moves, board.captures(), board.last_capture()
        board.undo(100)
        with pytest.raises(tochki.IllegalMoveError):
            board.play(99, 99)

    assert_no_leak(call, 3000)
    assert_no_leak(lambda: board.copy().planes, 3000)
    assert_no_leak(lambda: Board(10, 10).play_random(20), 3000)
    assert_no_leak(lambda: Board.from_diagram("0.1\n...").copy(), 3000)


def test_many_games_give_their_memory_back():
    boards = Boards(10, 8, 8)

    def call():
        boards.play_random()
        boards.undo()
        boards.reset(boards.over)
        boards.reset()
        boards[3], boards.cells, boards.legal, boards.captured, boards.to_move

    assert_no_leak(call, 2000)
    assert_no_leak(lambda: Boards(10, 8, 8).legal.sum(), 500)
