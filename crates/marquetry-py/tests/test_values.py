"""Puzzles, boards and states: what they hold, what the judge says, how they are written."""

import copy
import json
import pickle
import xml.dom.minidom

import numpy
import pytest

import marquetry as mq


def test_a_puzzle_is_what_it_was_made_of():
    pieces = [(0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)]
    puzzle = mq.Puzzle(pieces, 2, 2, name="four", clues=[(0, 0, 0)])
    assert (puzzle.name, puzzle.width, puzzle.height, puzzle.size, puzzle.joins) == ("four", 2, 2, 4, 4)
    assert (puzzle.pieces, puzzle.frame, puzzle.signed, puzzle.colours) == (pieces, "grey", False, 4)
    assert (puzzle.clues, puzzle.obstacle) == ([(0, 0, 0)], None)
    assert puzzle.array().tolist() == [list(piece) for piece in pieces]
    board = mq.Board(puzzle, [(0, 0), (1, 0), (2, 0), (3, 0)])
    assert board.judge().perfect and board.score == 4
    assert board.array().shape == (2, 2, 2)


def test_the_judge_lists_faults_and_breaks():
    puzzle, solution = mq.Puzzle.generate(4, 4, seed=3)
    assert solution.judge().perfect and solution.judge().faults == []
    cells = list(solution.cells)
    cells[5], cells[6] = cells[6], cells[5]
    verdict = mq.Board(puzzle, cells).judge()
    assert verdict.valid and not verdict.perfect
    assert len(verdict.breaks) == puzzle.joins - verdict.score > 0
    cells[0] = None
    cells[1] = cells[6]
    verdict = mq.Board(puzzle, cells).judge()
    assert not verdict.valid
    assert any("is missing" in fault for fault in verdict.faults)
    assert any("is used 2 times" in fault for fault in verdict.faults)


@pytest.mark.parametrize("form", ["board", "bucas", "dev", "board-doc", "grid", "quads", "meta", "line"])
def test_boards_come_back_from_every_form(form, tmp_path):
    puzzle, solution = mq.Puzzle.generate(5, 5, base="eternity", seed=2)
    text = solution.to(form)
    if form in ("bucas", "dev", "line"):
        back = mq.Board.open(text, puzzle)
    else:
        path = tmp_path / "board.txt"
        path.write_text(text)
        back = mq.Board.open(str(path), puzzle)
    assert back == solution


@pytest.mark.parametrize("form", ["puzzle", "pieces", "puzzle-json", "csv"])
def test_puzzles_come_back_from_every_form(form):
    puzzle, _ = mq.Puzzle.generate(5, 5, seed=2)
    back = mq.Puzzle.parse(puzzle.to(form))
    if form == "csv":  # Its pieces come in an order of their own.
        assert sorted(back.pieces) == sorted(puzzle.pieces)
    else:
        assert back.fingerprint == puzzle.fingerprint
    assert puzzle.to("dimacs").startswith(("c", "p"))
    assert json.loads(puzzle.to())["format"] == "marquetry-puzzle/1"


def test_the_shelf():
    names = dict(mq.puzzles())
    assert "twin-16x16" in names
    puzzle = mq.Puzzle.open("twin-16x16")
    assert (puzzle.size, puzzle.joins) == (256, 480)
    assert puzzle.analyse()["joins"] == 480
    assert mq.Puzzle.open(mq.Puzzle.generate(4, 4, seed=1)[1].to("bucas")).size == 16


def test_values_are_compared_hashed_pickled_and_copied():
    puzzle, solution = mq.Puzzle.generate(4, 4, seed=5, clues=1)
    state = mq.State(puzzle, solution)
    for value in (puzzle, solution):
        for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert again == value and hash(again) == hash(value)
        assert value != "something else"
    again = pickle.loads(pickle.dumps(state))
    assert again.board() == solution
    other = copy.deepcopy(state)
    other.make(other.swap(5, 6))
    assert state.board() == solution != other.board()
    assert mq.Puzzle.generate(4, 4, seed=6)[0] != puzzle


def test_what_a_notebook_shows():
    puzzle, solution = mq.Puzzle.generate(4, 4, seed=5)
    for shown in (puzzle, solution, mq.State(puzzle, solution)):
        document = xml.dom.minidom.parseString(shown._repr_svg_())
        assert document.documentElement.tagName == "svg"
    assert solution.svg(numbers=True) != solution.svg()


def test_gains_are_what_the_judge_sees():
    puzzle, _ = mq.Puzzle.generate(6, 5, seed=5)
    rng = mq.Rng(7)
    state = mq.State.random(puzzle, rng)
    for _ in range(500):
        before, move = state.score, state.propose(rng)
        gain = state.gain(move)
        back = state.make(move)
        verdict = state.board().judge()
        assert verdict.valid and verdict.score == state.score == before + gain
        if rng.coin():
            state.make(back)
            assert state.score == before
    a, b = 7, 8
    best = max(
        state.gain(state.swap(a, b, x, y))
        for x in state.turns(state.at(b)[0], a)
        for y in state.turns(state.at(a)[0], b)
    )
    assert state.gain(state.swap(a, b)) == best
    piece, turn = state.lift(a)
    assert state.home(piece) is None and state.at(a) is None
    fit = state.fit(a, piece, turn)
    state.place(a, piece, turn)
    breaks = sum(a in pair for pair in state.board().judge().breaks)
    assert state.home(piece) == a and state.matches(a) == fit == 4 - breaks


def test_random_numbers_never_change():
    rng = mq.Rng(1)
    assert [rng.bits() for _ in range(3)] == [0xCFC5D07F6F03C29B, 0xBF424132963FE08D, 0x19A37D5757AAF520]
    items = list(range(20))
    rng.shuffle(items)
    assert sorted(items) == list(range(20)) and items != list(range(20))
    assert rng.pick("abc") in "abc" and rng.pick([]) is None
    assert 0 <= rng.unit() < 1 and rng.below(1) == 0


def test_arrays_are_numpys_own():
    puzzle, solution = mq.Puzzle.generate(3, 4, seed=5)
    array = puzzle.array()
    array[:] = 9  # A copy: the puzzle never changes.
    assert puzzle.array().max() != 9 and isinstance(array, numpy.ndarray)
    assert solution.array().shape == (4, 3, 2)
