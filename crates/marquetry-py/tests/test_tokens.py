"""Casse-tête, the token puzzle."""

import copy
import pickle
import xml.dom.minidom

import pytest

import marquetry as mq
from marquetry import tokens


def test_theory_and_counts(command):
    puzzle = tokens.Puzzle(6, 6, 12)
    assert puzzle.obstacle is None and puzzle.tokens == 24
    assert tokens.Puzzle(6, 6, 1).obstacle is not None
    assert str(tokens.count(6, 6, 12)) == command("tokens", "count", "--n", 6, "--remove", 12).strip()
    assert tokens.count(40, 40, 800) > 10**400


def test_solutions_are_grids():
    outcome = tokens.solve(tokens.Puzzle(8, 8, 20), "sa", work=200_000, seed=1)
    grid = outcome.board
    assert outcome.perfect and grid.odd == ([], []) and grid.fault is None and grid.score == 16
    assert grid.array().sum() == 44
    assert xml.dom.minidom.parseString(grid._repr_svg_())
    for again in (pickle.loads(pickle.dumps(grid)), copy.deepcopy(grid), tokens.Grid(grid.puzzle, grid.to("json"))):
        assert again == grid and hash(again) == hash(grid)
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    events = list(tokens.run(tokens.Puzzle(8, 8, 20), "sa", work=50_000, seed=1))
    assert events[-1].kind == "finished"


def test_an_infeasible_puzzle_is_refused_with_the_reason():
    with pytest.raises(ValueError, match=tokens.Puzzle(6, 6, 1).obstacle):
        tokens.solve(tokens.Puzzle(6, 6, 1))


def test_a_method_of_ones_own(tmp_path):
    def flips(run, puzzle):
        state = tokens.State.random(puzzle, run.rng)
        cells = [(row, column) for row in range(puzzle.rows) for column in range(puzzle.columns)]
        while run.step():
            a, b = run.rng.pick(cells), run.rng.pick(cells)
            if state.at(*a) == state.at(*b):
                continue
            if state.flip(*a) + state.flip(*b) >= 0:
                run.offer(state)
            else:
                state.flip(*a), state.flip(*b)

    puzzle = tokens.Puzzle(6, 6, 12)
    outcome = tokens.solve(puzzle, flips, work=50_000, seed=1)
    assert outcome.perfect and outcome.board.odd == ([], [])
    store = mq.Store(tmp_path / "tokens.sqlite")
    assert store.add(outcome, tokens.solve(puzzle, "sa", work=1_000, seed=1)) == 2
    assert store.runs()["puzzle"] == ["tokens-6x6-12"] * 2
    state = tokens.State(outcome.board)
    assert pickle.loads(pickle.dumps(state)).grid() == copy.copy(state).grid() == outcome.board
    with pytest.raises(ValueError, match="no cell 6, 0"):
        state.flip(6, 0)
