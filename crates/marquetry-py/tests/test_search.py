"""Runs: the same as on the command line, told while they go on, stopped without a trace."""

import json
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
from conftest import climb, threads

import marquetry as mq

STEPS = {"ants": 3_000, "ga": 20_000, "greedy": 10_000, "sat": 2_000}


@pytest.mark.parametrize("name", mq.algorithms())
def test_the_signature_is_the_command_lines(name, puzzle, command, tmp_path):
    path = tmp_path / "puzzle.json"
    path.write_text(puzzle.to())
    work = STEPS.get(name, 50_000)
    words = ["solve", path, "--with", name, "--work", work, "--seed", 5, "--threads", 2, "--json"]
    told = json.loads(command(*words, allowed=(0, 1)))
    outcome = mq.solve(puzzle, name, work=work, seed=5, threads=1)
    assert outcome.signature == told["signature"], (outcome, told)
    assert (outcome.score, outcome.work, outcome.conclusion) == (told["score"], told["work"], told["conclusion"])
    assert outcome.board is None or outcome.board.judge().score == outcome.score


@pytest.mark.parametrize("name", mq.tokens.algorithms())
def test_the_signature_of_tokens_is_the_command_lines(name, command):
    words = ["tokens", "solve", "--n", 6, "--remove", 14, "--with", name, "--work", 3000, "--seed", 5, "--json"]
    told = json.loads(command(*words, allowed=(0, 1)))
    outcome = mq.solve(mq.tokens.Puzzle(6, 6, 14), name, work=3000, seed=5)
    assert outcome.signature == told["signature"]


def test_parameters_and_targets(puzzle):
    outcome = mq.solve(puzzle, "tabu", work=20_000, seed=1, length=40)
    assert outcome.parameters["length"] == 40
    same = mq.solve(puzzle, "tabu", work=20_000, seed=1, parameters={"length": 40})
    assert same.signature == outcome.signature
    easy = mq.solve(puzzle, "tabu", work=10_000_000, target=20, seed=1)
    assert easy.conclusion == "solved" and easy.score >= 20 and not easy.perfect
    again = pickle.loads(pickle.dumps(outcome))
    assert again == outcome and again.board == outcome.board and again.puzzle == puzzle


def test_events_rise_and_end_with_the_outcome(puzzle):
    running = mq.run(puzzle, "gvns", work=200_000, seed=3, sample=20_000)
    events = list(running)
    scores = [event.score for event in events if event.kind == "improved"]
    assert scores == sorted(set(scores)) and len(scores) > 3
    assert all(event.board.score == event.score for event in events if event.kind in ("improved", "present"))
    assert events[-1].kind == "finished"
    outcome = running.outcome()
    assert (outcome.score, outcome.signature) == (scores[-1], events[-1].signature)
    assert [score for _, _, score in outcome.trace] == scores
    assert mq.solve(puzzle, "gvns", work=200_000, seed=3).signature == outcome.signature
    assert list(running) == []


def test_gauges_are_told(puzzle):
    kinds = {event.kind for event in mq.run(puzzle, "portfolio", time=1.5, seed=1)}
    assert {"improved", "progress", "finished"} <= kinds


def test_stopping_keeps_the_best_board(puzzle):
    running = mq.run(puzzle, "tabu", time=600, seed=3)
    first = next(event for event in running if event.kind == "improved")
    running.stop()
    outcome = running.outcome()
    assert outcome.interrupted and outcome.score >= first.score and outcome.board.judge().valid


def test_no_thread_is_left_behind(puzzle):
    before = threads()
    for way in ("dropped", "closed", "left", "unread"):
        running = mq.run(puzzle, "gvns", time=600, seed=1, threads=2)
        if way != "unread":
            next(running)
        if way == "closed":
            running.close()
            assert running.outcome().interrupted and running.outcome() == running.outcome()
        elif way == "left":
            with running:
                pass
        del running
        assert threads(before) == before, way
    running = mq.run(puzzle, climb, time=600)
    next(running)
    del running
    assert threads(before) == before


def test_several_at_once_while_python_goes_on(puzzle):
    found = {}

    def work(seed):
        found[seed] = mq.solve(puzzle, "tabu", work=300_000, seed=seed, threads=1).signature

    workers = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for worker in workers:
        worker.start()
    counted = 0
    while any(worker.is_alive() for worker in workers):
        counted += 1
    for worker in workers:
        worker.join()
    assert counted > 1_000, "Python stood still"
    assert found == {seed: mq.solve(puzzle, "tabu", work=300_000, seed=seed).signature for seed in range(4)}


def test_an_iterator_may_be_shared(puzzle):
    running, heard, outcomes = mq.run(puzzle, "tabu", work=300_000, seed=1), [], []

    def read():
        heard.extend(event.kind for event in running)
        outcomes.append(running.outcome())

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert heard.count("finished") == 1 and len(outcomes) == 4 and outcomes.count(outcomes[0]) == 4


def interrupted(tmp_path, script):
    """What a script prints that is interrupted once it says so."""
    path = tmp_path / "script.py"
    # Whoever starts the tests in the background has Ctrl-C ignored, and a child inherits that.
    heard = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    path.write_text(heard + textwrap.dedent(script))
    child = subprocess.Popen([sys.executable, path], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.5)
    os.kill(child.pid, signal.SIGINT)
    said = child.communicate(timeout=60)[0]
    assert child.returncode == 0
    return json.loads(said)


PREPARED = """
    import json, os, time
    import marquetry as mq
    puzzle = mq.Puzzle.generate(10, 10, seed=1)[0]
    before = len(os.listdir("/proc/self/task"))
    print("ready", flush=True)
"""
# A thread that has been joined may be listed for a moment longer.
TOLD = """
    patience = time.monotonic() + 10
    while (left := len(os.listdir("/proc/self/task")) - before) and time.monotonic() < patience:
        time.sleep(0.01)
    print(json.dumps([outcome.interrupted, outcome.board.judge().valid, outcome.score, left]))
"""
OWN = """
    def climb(run, puzzle):
        state = mq.State.random(puzzle, run.rng)
        while run.step():
            run.offer(state)
            state.make(state.propose(run.rng))
"""


@pytest.mark.parametrize(
    "search",
    [
        '\n    outcome = mq.solve(puzzle, "gvns", time=600, threads=2)',
        '\n    running = mq.run(puzzle, "tabu", time=600)\n    events = list(running)\n    outcome = running.outcome()',
        OWN + "\n    outcome = mq.solve(puzzle, climb, time=600)",
        OWN + "\n    running = mq.run(puzzle, climb, time=600)\n    events = list(running)\n    outcome = running.outcome()",
    ],
    ids=["solve", "run", "method", "method running"],
)
def test_ctrl_c_ends_with_the_best_board_and_no_thread(search, tmp_path):
    stopped, valid, score, left = interrupted(tmp_path, PREPARED + search + TOLD)
    assert stopped and valid and score > 0 and left == 0


def test_ctrl_c_ends_a_count(tmp_path):
    script = """
    import json
    import marquetry as mq
    puzzle = mq.Puzzle.open("twin-16x16")
    print("ready", flush=True)
    print(json.dumps(mq.count(puzzle, time=600).conclusion))
    """
    assert interrupted(tmp_path, script) == "stopped"


def test_count_estimate_and_repair(command):
    puzzle = mq.Puzzle.open("p1")
    told = json.loads(command("count", "p1", "--json"))
    counted = mq.count(puzzle)
    assert (counted.solutions, counted.distinct, counted.nodes) == (12, 3, told["nodes"])
    some = mq.count(puzzle, limit=2, order="row")
    assert some.conclusion == "solved" and len(some.boards) == 2
    assert all(board.judge().perfect for board in some.boards)
    estimated = mq.estimate(puzzle, seed=1, probes=100)
    assert estimated["real"][1] > 0 and estimated["nodes"]["mean"] > 0
    large = mq.Puzzle.generate(10, 10, seed=4)[0]
    poor = mq.solve(large, "greedy", work=2_000, seed=1)
    better = mq.repair(poor.board, work=100_000, seed=1)
    assert better.score > poor.score and better.board.judge().valid


def test_the_catalogue_has_schemas():
    catalogue = mq.algorithms()
    assert "portfolio" in catalogue and len(catalogue) > 15
    for entry in catalogue.values():
        assert entry["about"] and entry["step"] and set(entry["defaults"]) == set(entry["schema"].get("properties", {}))
