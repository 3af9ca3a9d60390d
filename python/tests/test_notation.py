"""SGF and puzzles."""

import multiprocessing
import time
from pathlib import Path

import numpy as np
import pytest

import tochki
from test_misuse import assert_no_leak, interrupt_after
from tochki import Board, NotationError, Record, read_puzzles, read_sgf, write_sgf

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
PUZZLE = """
title: The open side
theme: capture
to move: 0
depth: 0.5
answer: 2 1 1
answer: 0 0 0
source: made for this file
note: The edge encloses nothing.

. 0 . .
0 1 . .
. 0 . .
"""


def test_a_game_is_written_and_read_back():
    board = Board(12, 9, start="cross")
    board.play_random(50, seed=2)
    board.ground(1)
    record = Record(board, players=("Ann", "Боб"), komi=1.5, comment="A game", comments=["first", "", "third"])
    text = write_sgf(record)
    (again,) = read_sgf(text)
    for found in (record, again):
        assert (found.width, found.height, found.turns) == (12, 9, 51)
        assert found.players == ("Ann", "Боб") and found.komi == 1.5 and found.comment == "A game"
        assert found.comments[:3] == ["first", "", "third"] and found.rules == board.rules
        assert np.array_equal(found.moves, board.moves) and found.start.shape == (4, 3)
        assert found.result == board.result(1.5)
        assert np.array_equal(found.board().planes, board.planes) and found.board().ending == (1, "ground")
    assert not again.warnings and again.facts is not None
    assert read_sgf(text.encode())[0].players == again.players
    assert read_sgf(bytearray(text.encode()))[0].players == again.players
    early = again.board(10)
    assert early.turns == 10 and np.array_equal(early.moves, board.moves[:10])
    assert early.undo(100) == 10 and early.live.sum() == 4
    with pytest.raises(NotationError, match="there is no move 52: the game has 51"):
        again.board(52)
    assert repr(record) == "<tochki.Record 12x9, 51 turns>"


def test_a_position_is_read_and_written_with_its_player_to_move():
    board = read_sgf("(;GM[40]SZ[5]AB[bb]PL[W])")[0].board()
    assert board.to_move == 1
    assert "AB[bb]PL[W]" in write_sgf(board)
    board.play(0, 0)
    assert board.undo() == 1 and board.to_move == 1


def test_a_board_is_written():
    board = Board(5, 5)
    for x, y, player in [(1, 1, 1), (1, 0, 0), (0, 1, 0), (2, 1, 0), (1, 2, 0)]:
        board.play(x, y, player)
    assert read_sgf(write_sgf(board))[0].board().score() == 1
    assert len(write_sgf(board, chains=True)) > len(write_sgf(board))
    with pytest.raises(NotationError, match="52"):
        write_sgf(Board(53, 5))
    with pytest.raises(TypeError, match="expected a Record or a Board, not str"):
        write_sgf("game")


@pytest.mark.parametrize("board", [read_puzzles(PUZZLE)[0].board(), Board.from_diagram("0 .\n. 1")])
def test_dots_without_the_order_of_their_moves_are_not_left_out(board):
    for call in (write_sgf, Record):
        with pytest.raises(NotationError, match="set up from a picture"):
            call(board)


def test_files_are_read():
    games = 0
    for path in (FIXTURES / "pictures").glob("*.sgf"):
        for record in read_sgf(path.read_bytes()):
            board = record.board()
            assert len(board.moves) == len(record.moves)
            games += 1
    assert games
    puzzles = 0
    for path in (FIXTURES / "puzzles").rglob("*.txt"):
        for puzzle in read_puzzles(path.read_text(encoding="utf-8")):
            x, y, _ = max(puzzle.answers, key=lambda answer: answer[2])
            assert puzzle.is_right(x, y) and puzzle.board().is_legal(x, y)
            puzzles += 1
    assert puzzles > 50


def test_character_sets():
    text = "(;GM[40]FF[4]CA[windows-1251]SZ[5]PB[Иван];B[aa])"
    assert read_sgf(text.encode("cp1251"))[0].players[0] == "Иван"
    assert read_sgf(text)[0].players[0] == "Иван"
    assert read_sgf("\ufeff" + text)[0].players[0] == "Иван"
    assert read_puzzles("\ufeff" + PUZZLE.strip())[0].title == "The open side"
    assert Board.from_diagram("\ufeff0 .\n. 1").width == 2


@pytest.mark.parametrize(
    "data, error, text",
    [
        (b"", NotationError, "line 1"),
        ("nonsense", NotationError, "line 1"),
        (b"(;GM[1]SZ[9])", NotationError, "line 1"),
        (b"(;GM[40]SZ[5];B[aa]", NotationError, "line 1"),
        (b"(" * 100_000, NotationError, ""),
        (b"\0" * 10, NotationError, ""),
        (b"(;GM[40]SZ[5:" + b"9" * 1000 + b"])", NotationError, ""),
        (" " * ((16 << 20) + 1), NotationError, ""),
        (None, TypeError, "not NoneType"),
        (Path("game.sgf"), TypeError, "expected bytes, bytearray or str, the contents of a file, not PosixPath"),
        (range(2**62), TypeError, "not range"),
        ("\ud800", UnicodeEncodeError, "surrogates"),
    ],
)
def test_texts_that_are_no_sgf(data, error, text):
    with pytest.raises(error) as caught:
        read_sgf(data)
    assert text in str(caught.value)


def test_refused_moves_end_a_record():
    (record,) = read_sgf("(;GM[40]SZ[5];B[aa];W[aa];B[bb])")
    assert record.turns == 1 and "there is a dot on the cell" in record.warnings[0]


def test_invalid_records():
    board = Board(5, 5)
    for keywords, error, text in [
        ({"comments": ["a"]}, ValueError, "there are 1 comments for 0 turns"),
        ({"comments": range(2**62)}, ValueError, "there are 4611686018427387904 comments for 0 turns"),
        ({"comments": 3}, TypeError, "comments"),
        ({"komi": float("nan")}, ValueError, "the komi has to be from -4000 to 4000"),
        ({"komi": 5000.0}, ValueError, "the komi has to be from -4000 to 4000"),
        ({"players": ("a",)}, ValueError, "length"),
        ({"players": 3}, TypeError, "tuple|players"),
        ({"players": "XO"}, TypeError, "tuple|players"),
    ]:
        with pytest.raises(error, match=text):
            Record(board, **keywords)
    board.resign()
    assert Record(board).result == "W+R" and Record(board).board().ending == (0, "resign")


def test_puzzles_are_read():
    (puzzle,) = read_puzzles(PUZZLE)
    assert (puzzle.title, puzzle.theme, puzzle.player, puzzle.plies) == ("The open side", "capture", 0, 1)
    assert puzzle.answers == [(2, 1, 1), (0, 0, 0)] and puzzle.goal is None and puzzle.line == 2
    assert puzzle.source == "made for this file" and puzzle.notes == ["The edge encloses nothing."]
    assert puzzle.is_right(2, 1) and not puzzle.is_right(0, 0) and not puzzle.is_right(-1, 2**40)
    board = puzzle.board()
    board.play(2, 1)
    assert board.score() == 1 and puzzle.board().score() == 0
    assert str(read_puzzles(str(puzzle))[0]) == str(puzzle)
    found = tochki.Engine("tactical", hash=1).best_move(puzzle.board(), depth=puzzle.plies)
    assert puzzle.is_right(*found.move)


@pytest.mark.parametrize("player", [0, 1])
def test_the_board_of_a_puzzle_knows_whose_turn_it_is(player):
    board = read_puzzles(PUZZLE.replace("to move: 0", f"to move: {player}"))[0].board()
    assert board.to_move == player and board.copy().to_move == player
    board.play(0, 0)
    assert board.live[player, 0, 0] and board.to_move == 1 - player
    assert board.undo() == 1 and board.to_move == player


@pytest.mark.parametrize("text", ["", "# nothing", "titel: x", PUZZLE.replace("0.5", "-1"), PUZZLE.replace("2 1 1", "9 9 1")])
def test_texts_that_are_no_puzzles(text):
    with pytest.raises(NotationError, match="line "):
        read_puzzles(text)


def test_notations_give_their_memory_back():
    board = Board(9, 9)
    board.play_random(60)

    def call():
        read_sgf(write_sgf(Record(board, comment="x" * 100)))[0].board().copy()
        read_puzzles(PUZZLE)[0].board()
        with pytest.raises(NotationError):
            read_sgf("(")

    assert_no_leak(call, 1000)


def interrupted_readings():
    """The time to read a large file, and the times until Ctrl-C ends it."""
    board = Board(39, 32)
    board.play_random()
    text = write_sgf(board)
    text *= (16 << 20) // len(text)
    start = time.monotonic()
    read_sgf(text)
    whole = time.monotonic() - start
    return whole, [interrupt_after(0.05, lambda data=data: read_sgf(data)) for data in (text, text.encode())]


def test_reading_can_be_interrupted():
    # It takes much memory, and other tests measure that of this process.
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        whole, interrupted = pool.apply(interrupted_readings)
    assert max(interrupted) < whole / 2
