"""Stores as columns, statistics as functions, figures as pictures."""

import math
import xml.dom.minidom

import numpy
import pytest

import marquetry as mq
from marquetry import figures, statistics


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    store = mq.Store(tmp_path_factory.mktemp("store") / "runs.sqlite")
    puzzle = mq.Puzzle.generate(6, 6, seed=1, name="six")[0]
    runs = [mq.solve(puzzle, name, work=5_000, seed=seed) for name in ("tabu", "local") for seed in range(3)]
    assert store.add(*runs) == 6
    return store


def test_columns(store):
    runs = store.runs()
    assert runs.rows == len(store) == 6 and len(runs) == 26
    assert runs["algorithm"] == ["local"] * 3 + ["tabu"] * 3 and runs["target"] == [None] * 6
    arrays = runs.numpy()
    assert arrays["score"].dtype == numpy.int64 and arrays["seed"].dtype == numpy.uint64
    assert arrays["evaluation_limit"].dtype == numpy.int64 and numpy.isnan(arrays["target"]).all()
    improvements = store.improvements()
    assert improvements.rows > 6
    best = {}
    for job, score in zip(improvements["job"], improvements["score"]):
        best[job] = max(score, best.get(job, 0))
    assert best == dict(zip(runs["job"], runs["score"]))


def test_columns_as_other_tables(store):
    arrow = pytest.importorskip("pyarrow") and store.runs().arrow()
    assert arrow.num_rows == 6 and arrow.column("score").to_pylist() == store.runs()["score"]
    assert arrow.column("target").null_count == 6


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_columns_as_frames(store, library):
    pytest.importorskip(library)
    frame = getattr(store.runs(), library)()
    assert len(frame) == 6 and list(frame["score"]) == store.runs()["score"]


def test_json_lines_are_read(store, command, tmp_path):
    lines = tmp_path / "runs.jsonl"
    command("campaign", "export", store.path, "--to", "jsonl", "--out", lines)
    again = mq.Store(lines).runs()
    assert dict(again) == dict(store.runs())
    outcome_lines = tmp_path / "own.jsonl"
    puzzle = mq.Puzzle.generate(6, 6, seed=1)[0]
    outcome_lines.write_text(mq.solve(puzzle, "local", work=1_000, seed=9).to_json() + "\n")
    assert mq.Store(outcome_lines).runs()["seed"] == [9]


def test_statistics_are_the_laboratorys():
    x, y = [12, 15, 11, 18, 14], [10, 9, 13, 8, 7]
    test = statistics.mann_whitney(x, y)
    assert test["statistic"] == 23 and test["p"] == pytest.approx(2 * 4 / 252), "4 of 252 orders on either side"
    pairs = statistics.wilcoxon(x, y)
    assert pairs["p"] == pytest.approx(2 * 3 / 32), "the ranks against are 1.5, one of two that are tied"
    assert statistics.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    low, high = statistics.wilson(5, 10)
    assert (low, high) == pytest.approx((0.2365931, 0.7634069), abs=1e-6)
    assert statistics.ert([10, 20, 30], [True, False, True]) == 30
    assert math.isinf(statistics.ert([10], [False]))
    summary = statistics.summary(x)
    assert (summary["n"], summary["median"], summary["mean"]) == (5, 14, 14)
    ranks = statistics.friedman([[1, 2, 3], [1, 2, 3], [1, 3, 2], [1, 2, 3]])
    assert ranks["blocks"] == 4 and ranks["methods"] == 3 and ranks["p"] < 0.05
    assert statistics.nemenyi(3, 4) == pytest.approx(ranks["critical_difference"])
    low, high = statistics.bootstrap_mean(x)
    assert low < 14 < high


def test_statistics_refuse_what_has_no_answer():
    for wrong in (
        lambda: statistics.summary([]),
        lambda: statistics.mann_whitney([], [1.0]),
        lambda: statistics.wilcoxon([1.0], [1.0, 2.0]),
        lambda: statistics.friedman([[1.0, 2.0]]),
        lambda: statistics.wilson(3, 2),
        lambda: statistics.nemenyi(1, 1),
        lambda: statistics.bootstrap_mean([1.0]),
        lambda: statistics.ert([1.0], []),
    ):
        with pytest.raises(ValueError, match="expected"):
            wrong()


def test_figures(store):
    runs, improvements = store.runs(), store.improvements()
    scores, traces = {}, {}
    for algorithm, score in zip(runs["algorithm"], runs["score"]):
        scores.setdefault(algorithm, []).append(score)
    for name in scores:
        for seed in range(3):
            rows = zip(improvements["algorithm"], improvements["seed"], improvements["work"], improvements["score"])
            traces.setdefault(name, []).append([(w, s) for a, z, w, s in rows if (a, z) == (name, seed)])
    drawn = [
        figures.boxes(scores, title="Scores"),
        figures.histogram(scores),
        figures.distribution(scores),
        figures.profiles(scores),
        figures.convergence(traces),
        figures.critical_difference({"a": 1.2, "b": 2.0, "c": 2.8}, blocks=10),
    ]
    for figure in drawn:
        document = xml.dom.minidom.parseString(figure._repr_svg_())
        assert document.documentElement.tagName == "svg"
    with pytest.raises(ValueError, match="unknown cost"):
        figures.distribution(scores, against="euros")
