"""Methods written in Python: against the same judge and budget, and in campaigns beside ours."""

import json
import sqlite3

import pytest
from conftest import climb

import marquetry as mq

PLAN = """
name = "mine"
title = "A climber beside two of ours"
seeds = "1-3"
budget = { evaluations = 20_000 }

[[puzzle]]
generate = { size = "6x6", seed = 1 }
label = "six"

[[algorithm]]
with = "climb"
outside = true
set = { worse = 1 }

[[algorithm]]
with = "tabu"

[[algorithm]]
with = "local"
"""


def test_the_budget_holds_and_the_run_repeats(puzzle):
    outcome = mq.solve(puzzle, climb, work=20_000, seed=4)
    assert (outcome.algorithm, outcome.work, outcome.conclusion) == ("climb", 20_000, "stopped")
    assert outcome.board.judge().valid and outcome.board.score == outcome.score == outcome.trace[-1][2]
    assert mq.solve(puzzle, climb, work=20_000, seed=4).signature == outcome.signature
    assert mq.solve(puzzle, climb, work=20_000, seed=5).signature != outcome.signature
    told = list(mq.run(puzzle, climb, work=20_000, seed=4))
    assert told[-1].signature == outcome.signature
    easy = mq.solve(puzzle, climb, work=10_000_000, target=30, worse=1)
    assert easy.conclusion == "solved" and easy.parameters == {"worse": 1}


def test_what_is_plotted_is_kept(puzzle):
    def waves(run, puzzle):
        for round, value in enumerate([1.0, 1.0, 2.0, 0.5]):
            run.gauge("round", round)
            run.gauge("value", value)
            run.plot("value", "round")

    outcome = mq.solve(puzzle, waves, work=1, seed=1)
    assert outcome.curves == {("value", "round"): [(0, 1.0), (2, 2.0), (3, 0.5)]}
    grown = mq.solve(puzzle, "ga", work=2_000, seed=1).curves["fitness", "generation"]
    assert grown[0][0] == 0 and all(0 <= value <= 1 for _, value in grown)


def test_the_random_numbers_are_the_seeds(puzzle):
    def draws(run, puzzle):
        numbers.extend(run.rng.bits() for _ in range(3))

    numbers = []
    mq.solve(puzzle, draws, work=1, seed=1)
    rng = mq.Rng(1)
    assert numbers == [rng.bits() for _ in range(3)]


def test_what_a_run_knows(puzzle):
    seen = {}

    def looks(run, puzzle):
        state = mq.State.random(puzzle, run.rng)
        seen["first"] = run.best
        assert run.offer(state) and not run.offer(state) and not run.offer(state.board())
        seen.update(best=run.best, best_score=run.best_score, goal=run.goal, start=run.start)
        run.phase("walking")
        run.gauge("warmth", 2.5)
        seen["taken"] = run.take(10)
        seen.update(work=run.work, left=run.work_left, over=run.over)
        seen["all"] = run.take(10**9)
        seen["ended"] = (run.over, run.step(), run.work_left)

    start = mq.solve(puzzle, "local", work=2_000, seed=1).board
    outcome = mq.solve(puzzle, looks, work=1_000, seed=1)
    assert seen["first"] is None and seen["best"].score == seen["best_score"] == outcome.score
    assert (seen["goal"], seen["start"], seen["taken"]) == (puzzle.joins, None, 10)
    assert (seen["work"], seen["left"], seen["over"], seen["all"]) == (10, 990, False, 990)
    assert seen["ended"] == (True, False, 0) and outcome.counts == {"warmth": 2.5}

    def begins(run, puzzle):
        seen["start"] = run.start

    assert mq.solve(puzzle, begins, work=1, board=start).score == start.score and seen["start"] == start


def test_errors_of_a_method_are_its_own(puzzle):
    def raises(run, puzzle):
        raise KeyError("mine")

    def cheats(run, puzzle):
        run.offer(mq.Board(puzzle, [(0, 0)] * puzzle.size))

    def breaks_the_frame(run, puzzle):
        state = mq.State.random(puzzle, run.rng)
        state.make(state.swap(0, 9, 0, 0))
        run.offer(state)

    def another(run, puzzle):
        run.offer(mq.Puzzle.generate(4, 4, seed=1)[1])

    def returns(run, puzzle):
        return 5

    def proves(run, puzzle):
        return "exhausted"

    with pytest.raises(KeyError, match="mine"):
        mq.solve(puzzle, raises, work=10)
    with pytest.raises(KeyError, match="mine"):
        list(mq.run(puzzle, raises, work=10))
    with pytest.raises(ValueError, match="piece 1 is used 64 times|is missing"):
        mq.solve(puzzle, cheats, work=10)
    with pytest.raises(ValueError, match="grey|rim"):
        mq.solve(puzzle, breaks_the_frame, work=10)
    with pytest.raises(ValueError, match="the board is 4x4, the puzzle 8x8"):
        mq.solve(puzzle, another, work=10)
    with pytest.raises(ValueError, match="exhausted"):
        mq.solve(puzzle, returns, work=10)
    with pytest.raises(TypeError, match="expected a State or a Board"):
        mq.solve(puzzle, lambda run, puzzle: run.offer("board"), work=10)
    with pytest.raises(ValueError, match="tabu is an algorithm of the catalogue"):
        mq._native.play(puzzle, climb, mq.searches._asked(*[None] * 6, "tabu", None, {}), None)
    assert mq.solve(puzzle, proves, work=10).conclusion == "exhausted"


def test_a_run_is_lent_and_taken_back(puzzle):
    kept = []
    outcome = mq.solve(puzzle, lambda run, puzzle: kept.append(run), work=10)
    assert outcome.board is None and outcome.score == 0 and not outcome.perfect
    for use in (lambda run: run.step(), lambda run: run.work, lambda run: run.offer("x")):
        with pytest.raises(RuntimeError, match="the run is over"):
            use(kept[0])
    assert kept[0].rng.below(5) < 5


def test_runs_within_runs(puzzle):
    def nests(run, puzzle):
        inner = mq.solve(puzzle, climb, work=500, seed=run.rng.bits())
        run.take(inner.work)
        run.offer(inner.board)

    outcome = mq.solve(puzzle, nests, work=10_000, seed=1)
    assert outcome.work == 500 and outcome.score > 0


def test_a_campaign_of_theirs_and_ours(tmp_path, command):
    plan, store = tmp_path / "mine.toml", mq.Store(tmp_path / "mine.sqlite")
    plan.write_text(PLAN)
    assert len(mq.jobs(plan)) == 9 and {job.algorithm for job in mq.jobs(plan) if job.outside} == {"climb"}
    with pytest.raises(ValueError, match="methods has none of that name"):
        list(mq.campaign(plan, store))
    told = command("campaign", "run", plan, "--store", store.path, "--quiet", "--json")
    assert json.loads(told.splitlines()[-1]) is not None
    ours = store.jobs()
    assert len(ours) == 6, "the command makes only its own"
    made = list(mq.campaign(plan, store, {"climb": climb}))
    assert [outcome.seed for outcome in made] == [1, 2, 3] and len(store) == 9
    assert list(mq.campaign(plan, store, {"climb": climb})) == [], "nothing is left to do"
    assert {outcome.job for outcome in made} == store.jobs() - ours
    page = command("campaign", "report", plan, "--store", store.path)
    assert page == store.report(plan).markdown
    assert all(f"| {name} |" in page for name in ("climb", "tabu", "local")) and "Mann-Whitney" in page
    assert "climb" in command("campaign", "runs", store.path)
    kept = sqlite3.connect(store.path).execute("SELECT sum(judged) FROM run").fetchone()
    assert kept == (9,), "every board was judged when it was added"


def test_a_store_keeps_no_run_that_is_not_its_job(puzzle, tmp_path):
    store = mq.Store(tmp_path / "runs.sqlite")
    outcome = mq.solve(puzzle, climb, work=2_000, seed=4)
    assert store.add(outcome) == 1 and store.add(outcome) == 0 and len(store) == 1
    running = mq.run(puzzle, "tabu", time=600)
    next(running)
    running.stop()
    with pytest.raises(ValueError, match="was interrupted"):
        store.add(running.outcome())
    with pytest.raises(ValueError, match="went on from a board"):
        store.add(mq.solve(puzzle, "local", work=2_000, board=outcome.board))

    def other(run, puzzle):
        run.offer(mq.State.random(puzzle, run.rng))
        run.take(2_000)

    other.__name__ = "climb"
    with pytest.raises(ValueError, match="ended in two ways"):
        store.add(mq.solve(puzzle, other, work=2_000, seed=4))
    assert len(store) == 1
