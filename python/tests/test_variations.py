"""Variations of SGF, and moves that a record calls bad."""

import numpy as np
import pytest

from test_misuse import assert_no_leak
from tochki import Board, Record, Rules, read_sgf, write_sgf

TREE = """(;GM[40]SZ[5]PB[Ann]KM[1]RE[W+R]C[game];B[aa]C[first];W[bb]
    (;B[cc]BM[1];W[dd])
    (;B[dd]DO[]C[better]
        (;W[cc])
        (;W[ee]
            (;B[ab];W[ba])
            (;B[ac]C[last])))
    (;W[ba]))"""
MAIN = [[0, 0, 0], [1, 1, 1], [2, 2, 0], [3, 3, 1]]
VARIATIONS = [
    (0, 2, [[3, 3, 0], [2, 2, 1]], ["better", ""], ["inaccuracy", None]),
    (1, 1, [[4, 4, 1], [0, 1, 0], [1, 0, 1]], ["", "", ""], [None, None, None]),
    (2, 1, [[0, 2, 0]], ["last"], [None]),
    (0, 2, [[1, 0, 1]], [""], [None]),
]


def tree():
    (record,) = read_sgf(TREE, variations=True)
    return record


def told(record):
    """What the variations of a record tell."""
    for variation in record.variations:
        assert variation.turns == len(variation.comments)
    parts = record.variations
    return [(one.line, one.after, one.moves.tolist(), one.comments, one.classes) for one in parts]


def test_variations_are_read_written_and_read_again():
    record = tree()
    assert record.warnings == [] and told(record) == VARIATIONS
    (again,) = read_sgf(write_sgf(record), variations=True)
    assert told(again) == VARIATIONS
    for found in (record, again):
        assert found.moves.tolist() == MAIN and found.comments == ["first", "", "", ""]
        assert found.classes == [None, None, "mistake", None]
    assert repr(record.variations[1]) == "<tochki.Variation of line 1 after 1 turns, 3 turns>"
    for data in (TREE.encode(), bytearray(TREE.encode())):
        assert told(read_sgf(data, variations=True)[0]) == VARIATIONS


def test_records_and_variations_are_equal_if_all_that_they_tell_is():
    record, (plain,) = tree(), read_sgf(TREE)
    assert record == tree() and not record != tree()
    assert record.variations == tree().variations
    assert record.variations[0] != record.variations[3]
    assert plain == read_sgf(TREE)[0] and plain.variations == []
    changes = [("KM[1]", "KM[2]"), ("C[first]", ""), ("BM[1]", ""), ("W[dd]", "W[de]"), ("C[last]", ""), ("PB[Ann]", "")]
    others = [read_sgf(TREE.replace(old, new), variations=True)[0] for old, new in changes]
    for other in [*others, plain, record.variations[0], TREE, None]:
        assert record != other and not record == other
    for thing in (record, record.variations[0]):
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)


def test_records_that_differ_tell_in_what():
    named, plain = (read_sgf(f"(;GM[40]SZ[5]{rules};B[aa])")[0] for rules in ("RU[russian]", ""))
    assert named != plain and (named.rules_text, plain.rules_text) == ("russian", "")
    (record,) = read_sgf("(;GM[40]SZ[5]PL[W](;)(;W[bb]))", variations=True)
    assert record.line(0).board().to_move == 1
    assert record.line(1) == read_sgf(write_sgf(record.line(1)))[0]


def test_variations_are_read_only_if_they_are_asked_for():
    for (record,) in (read_sgf(TREE), read_sgf(TREE, variations=False)):
        assert record.variations == [] and record.moves.tolist() == MAIN
        assert record.classes == [None, None, "mistake", None]
        assert "better" not in write_sgf(record)
    assert Record(Board(5, 5)).variations == [] and Record(Board(5, 5)).classes == []
    with pytest.raises(TypeError):
        read_sgf(TREE, True)


def test_lines_begin_at_the_start_of_the_game():
    record = tree()
    first, better = MAIN[:2], [3, 3, 0]
    lines = [
        MAIN,
        [*first, better, [2, 2, 1]],
        [*first, better, [4, 4, 1], [0, 1, 0], [1, 0, 1]],
        [*first, better, [4, 4, 1], [0, 2, 0]],
        [*first, [1, 0, 1]],
    ]
    for number, moves in enumerate(lines):
        line = record.line(number)
        assert line.moves.tolist() == moves and line.turns == len(line.comments) == len(line.classes) == len(moves)
        assert line.variations == [] and line.comment == "game" and line.players == ("Ann", "") and line.komi == 1
        expected = Board(5, 5)
        expected.play_many(moves)
        assert np.array_equal(line.board().planes, expected.planes)
    assert record.line(3).comments == ["first", "", "better", "", "last"]
    assert record.line(3).classes == [None, None, "inaccuracy", None, None]
    assert len(record.variations) == 4, "to ask for a line changes nothing"


def test_the_result_is_that_of_the_game_alone():
    record = tree()
    assert record.line(0).result == "W+R" and record.line(0).board().ending == (0, "resign")
    for number in range(1, 5):
        assert record.line(number).result is None and record.line(number).board().ending is None


def test_the_start_belongs_to_each_line():
    (record,) = read_sgf("(;GM[40]SZ[5]RU[dotsCaptureEmptyBase0sui0]AB[ac]AW[ca](;W[bb])(;B[cc]))", variations=True)
    for line in (record.line(0), record.line(1)):
        assert line.start.tolist() == record.start.tolist() and len(line.start) == 2
        assert line.rules == Rules(suicide=False) and line.warnings == record.warnings == []
    assert [record.line(number).board().to_move for number in (0, 1)] == [0, 1]
    assert record.line(1).board().undo(5) == 1


def test_a_variation_can_end_by_grounding():
    (record,) = read_sgf("(;GM[40]SZ[5];B[aa](;W[bb])(;W[]))", variations=True)
    (variation,) = record.variations
    assert variation.turns == 1 and variation.moves.shape == (0, 3)
    assert record.line(1).board().ending == (1, "ground") and record.board().ending is None


def test_what_is_wrong_in_a_variation_is_a_warning():
    text = "(;GM[40]SZ[5];B[aa](;W[bb])(;W[cc];B[aa];W[dd])(;W[zz]))"
    (record,) = read_sgf(text, variations=True)
    assert told(record) == [(0, 1, [[2, 2, 1]], [""], [None])]
    cut, unreadable = record.warnings
    assert "a variation is cut before move 3: there is a dot on the cell" in cut
    assert "a variation is cut before move 2" in unreadable
    assert record.line(0).warnings == record.line(1).warnings == [cut, unreadable]
    assert read_sgf(text)[0].warnings == []


def test_lines_that_there_are_not():
    for number, error, text in [
        (5, IndexError, "there is no line 5: the variations are 4"),
        (2**60, IndexError, "there is no line"),
        (-1, IndexError, "there is no line -1"),
        (2**70, OverflowError, ""),
        (None, TypeError, ""),
    ]:
        with pytest.raises(error) as caught:
            tree().line(number)
        assert text in str(caught.value)
    assert read_sgf(TREE)[0].line(0).moves.tolist() == MAIN
    with pytest.raises(IndexError):
        read_sgf(TREE)[0].line(1)


def test_the_first_turns_are_those_of_the_game():
    board = tree().board(2)
    assert board.moves.tolist() == MAIN[:2] and board.undo(9) == 2


def test_variations_give_their_memory_back():
    def call():
        record = tree()
        record.variations, record.line(3).board(), write_sgf(record)

    assert_no_leak(call, 1000)
