"""Bad arguments are refused in the library's words, nothing aborts, nothing grows."""

import gc
import resource

import pytest
from conftest import climb, threads

import marquetry as mq

MINE = mq.Puzzle.generate(4, 4, seed=1)[0]
HUGE = 10**30


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: mq.Puzzle.open("no-such-puzzle"), "no-such-puzzle: no such file, and no puzzle of that name"),
        (lambda: mq.Puzzle.open(""), "expected a file, a link or a name, found nothing"),
        (lambda: mq.Puzzle.open("twin-16x16", clues="some"), "clues: unknown variant `some`"),
        (lambda: mq.Puzzle.parse("nonsense"), "line 1: expected"),
        (lambda: mq.Puzzle([(0, 0, 0, 0)], 2, 2), "2x2 needs 4 pieces, found 1"),
        (lambda: mq.Puzzle([(0, 1, 2, 300)], 1, 1), "expected a whole number from 0 to 255"),
        (lambda: mq.Puzzle([(1, 1, 1, 251)], 1, 1, frame="open"), "has colour 251"),
        (lambda: mq.Puzzle([(1, 1, 1, 1)], 1, 1, frame="blue"), "frame: unknown variant `blue`"),
        (lambda: mq.Puzzle([(1, 1, 1, 1)], 1, 1, frame="open", clues=[(0, HUGE, 0)]), "whole number"),
        (lambda: mq.Puzzle([(1, 1, 1, 1)], 1, 1, frame="open", clues=[(9, 0, 0)]), "clue 1 names a cell"),
        (lambda: mq.Puzzle([(1, 1, 1, 1)], 1, 1, frame="open", clues=[(0, 0, 4)]), "turn 4"),
        (lambda: mq.Puzzle([], HUGE, 1), "expected a whole number"),
        (lambda: mq.Puzzle([], 2**63, 2**63), "outside 1x1 to 64x64"),
        (lambda: mq.Puzzle.generate(65, 65), "65x65"),
        (lambda: mq.Puzzle.generate(0, 5), "0x5|5x0"),
        (lambda: mq.Puzzle.generate(-1, 5), "expected a whole number from 0"),
        (lambda: mq.Puzzle.generate(5, 5, base="magic"), "unknown base"),
        (lambda: mq.Puzzle.generate(5, 5, base="eternity", frame="open"), "cannot be open"),
        (lambda: mq.Puzzle.generate(5, 5, frame_colours=3), "expected colours"),
        (lambda: mq.Puzzle.generate(5, 5, clues=HUGE), "expected a whole number"),
        (lambda: mq.Board(MINE, []), "4x4 needs 16 cells, found 0"),
        (lambda: mq.Board(MINE, [(0, 4)] * 16), "no turn 4"),
        (lambda: mq.Board(MINE, [(4096, 0)] * 16), "no piece 4097"),
        (lambda: mq.Board.open("twin-16x16"), "a puzzle without a board"),
        (lambda: mq.State(MINE, mq.Board(MINE, [(0, 0)] * 16)), "piece 1 is used 16 times"),
        (lambda: MINE.to("dream"), "unknown form \"dream\", expected one of puzzle"),
        (lambda: MINE.to("grid"), "holds a board"),
        (lambda: mq.State(MINE).at(16), "no cell 16, expected 0 to 15"),
        (lambda: mq.State(MINE).at(-1), "expected a whole number"),
        (lambda: mq.State(MINE).swap(3, 3), "expected two cells"),
        (lambda: mq.State(MINE).swap(3, 4, 1), "both turns"),
        (lambda: mq.State(MINE).turn(3, 4), "no turn 4"),
        (lambda: mq.State(MINE).fit(0, 99, 0), "no piece 99"),
        (lambda: mq.State(MINE).gain(mq.State(mq.Puzzle.generate(9, 9, seed=1)[0]).turn(80, 1)), "no cell 80"),
        (lambda: mq.solve(MINE, "magic"), "unknown algorithm \"magic\", expected one of"),
        (lambda: mq.solve(MINE, "tabu", lenght=3), "bad parameter for tabu: unknown field `lenght`"),
        (lambda: mq.solve(MINE, "tabu", length="long"), "bad parameter for tabu"),
        (lambda: mq.solve(MINE, "tabu", length=float("nan")), "not JSON compliant"),
        (lambda: mq.solve(MINE, "tabu", length=3, parameters={"length": 3}), "given twice"),
        (lambda: mq.solve(MINE, "tabu", time=-1), "expected a time of up to a year"),
        (lambda: mq.solve(MINE, "tabu", time=float("inf")), "expected a time"),
        (lambda: mq.solve(MINE, "tabu", work=-1), "expected a whole number"),
        (lambda: mq.solve(MINE, "tabu", work=HUGE), "expected a whole number"),
        (lambda: mq.solve(MINE, "tabu", seed=2**64), "expected a whole number"),
        (lambda: mq.solve(MINE, "tabu", threads=0), "a run needs a thread"),
        (lambda: mq.solve(MINE, "tabu", threads=HUGE), "expected a whole number from 0 to 65535"),
        (lambda: mq.solve(MINE, "greedy", board=mq.Board(MINE, [None] * 16)), "begins anew"),
        (lambda: mq.solve(MINE, "repair", board=mq.Board(MINE, [None] * 16)), "expected a valid board to go on from"),
        (lambda: mq.count(MINE, order="dream"), "did not match|unknown variant"),
        (lambda: mq.count(MINE, order=[0, 0]), "the order names 2 cells"),
        (lambda: mq.count(MINE, lookahead="far"), "unknown variant `far`"),
        (lambda: mq.count(MINE, block={"rows": 9, "columns": 9, "at": "corner"}), "does not fit"),
        (lambda: mq.estimate(MINE, probes=-1), "expected a whole number"),
        (lambda: mq.Store("nowhere.sqlite").runs(), "no such store"),
        (lambda: mq.Store(__file__).runs(), "is not a store of runs|cannot"),
        (lambda: mq.jobs("no-plan"), "no plan"),
        (lambda: mq.Rng(-1), "expected a whole number"),
        (lambda: mq.tokens.Puzzle(0, 5, 1), "0"),
        (lambda: mq.tokens.Puzzle(HUGE, 5, 1), "expected a whole number"),
        (lambda: mq.tokens.count(9999, 9999, 4), "expected at most"),
        (lambda: mq.tokens.Grid(mq.tokens.Puzzle(2, 2, 0), "12\n11"), "expected 1 for a token or 0"),
    ],
)
def test_bad_values_are_refused_in_words(wrong, words):
    with pytest.raises(ValueError, match=words):
        wrong()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: mq.Puzzle.open(5),
        lambda: mq.Puzzle("abc", 2, 2),
        lambda: mq.Board("puzzle", []),
        lambda: mq.solve("twin-16x16"),
        lambda: mq.solve(MINE, 5),
        lambda: mq.solve(MINE, "tabu", work="many"),
        lambda: mq.solve(MINE, "tabu", work=1.5),
        lambda: mq.solve(MINE, "tabu", board="board"),
        lambda: mq.solve(MINE, "tabu", length=object()),
        lambda: mq.count(MINE, magic=1),
        lambda: mq.State.random(MINE, 5),
        lambda: mq.Run(),
        lambda: mq.Outcome(),
        lambda: mq.statistics.summary("abc"),
    ],
)
def test_wrong_types_are_type_errors(wrong):
    with pytest.raises(TypeError):
        wrong()


def test_an_unsolvable_frame_has_no_random_state():
    puzzle = mq.Puzzle([(1, 1, 1, 1)] * 4, 2, 2)
    assert puzzle.obstacle and mq.solve(puzzle, "tabu", work=100).conclusion == "exhausted"
    with pytest.raises(ValueError, match="the rim needs 4 corner pieces"):
        mq.State.random(puzzle, mq.Rng(1))


def test_nothing_grows():
    """A thousand calls of everything, after as many to warm up: the most memory ever used stays."""

    def everything(rounds):
        for seed in range(rounds):
            puzzle, solution = mq.Puzzle.generate(5, 5, seed=seed % 7)
            outcome = mq.solve(puzzle, "tabu", work=200, seed=seed)
            mq.solve(puzzle, climb, work=50, seed=seed)
            running = mq.run(puzzle, "local", work=10**9 if seed % 50 == 0 else 100, seed=seed)
            next(running)
            del running
            solution.svg(), puzzle._repr_svg_(), outcome.to_json(), solution.array()
            mq.State(puzzle, solution).copy()
            with pytest.raises(ValueError):
                mq.solve(puzzle, "magic")
        gc.collect()

    before = threads()
    everything(300)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    everything(1_000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak
    assert grown < 2_048, f"{grown} KiB more"
    assert threads(before) == before
