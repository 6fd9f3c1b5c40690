"""What the tests share."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

import marquetry as mq

ROOT = Path(__file__).resolve().parents[3]


def pytest_runtest_logreport(report):
    """What is skipped is told at the end of `./test`."""
    told = os.environ.get("MARQUETRY_SKIPPED")
    if report.skipped and told:
        with open(told, "a", encoding="utf-8") as file:
            file.write(f"python: {report.nodeid.split('::')[-1]} ({report.longrepr[2]})\n")


@pytest.fixture(scope="session")
def puzzle() -> mq.Puzzle:
    """A puzzle that no algorithm solves at once."""
    return mq.Puzzle.generate(8, 8, seed=1)[0]


@pytest.fixture(scope="session")
def command():
    """Calls the command line, which must be the same version, and returns what it prints."""
    built = ROOT / "target" / "release" / "marquetry"
    program = os.environ.get("MARQUETRY") or (str(built) if built.exists() else shutil.which("marquetry"))
    assert program, "cargo build --release makes the command that the package is compared with"

    def call(*words: str, allowed: tuple[int, ...] = (0,)) -> str:
        done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
        assert done.returncode in allowed, done.stderr
        return done.stdout

    return call


def threads(expected: int | None = None) -> int:
    """How many threads this process has. One that has been joined may be listed for a moment longer."""
    patience = time.monotonic() + 10
    while (found := len(os.listdir("/proc/self/task"))) != (expected or found) and time.monotonic() < patience:
        time.sleep(0.01)
    return found


def climb(run, puzzle, worse=0):
    """A random walk that takes what is not worse."""
    state = mq.State.random(puzzle, run.rng)
    while run.step():
        move = state.propose(run.rng)
        if state.gain(move) >= -worse:
            state.make(move)
            run.offer(state)
