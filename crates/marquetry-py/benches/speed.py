"""How many evaluations a method written in Python makes, and what Python costs a search of ours.

Both are best of several, and the second is a ratio of processor times taken in one call: the machine may do other
things as well. It needs the release build of package and command: `cargo build --release`, `maturin build --release`.
"""

import json
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import marquetry as mq

ROOT = Path(__file__).resolve().parents[3]


def evaluations_per_second(puzzle: mq.Puzzle, rounds: int = 5) -> float:
    """Moves proposed and evaluated, a step paid for each, those taken that are not worse."""

    def climb(run: mq.Run, puzzle: mq.Puzzle) -> None:
        state, rng = mq.State.random(puzzle, run.rng), run.rng
        while run.step():
            move = state.propose(rng)
            if state.gain(move) >= 0:
                state.make(move)
                run.offer(state)

    def once() -> float:
        outcome = mq.solve(puzzle, climb, work=500_000, seed=1)
        return outcome.work / outcome.elapsed_s

    return max(once() for _ in range(rounds))


def slowdown(name: str, work: int, rounds: int = 7) -> float:
    """The processor's time for a run in Python over that on the command line, 1 if Python costs nothing."""
    built = ROOT / "target" / "release" / "marquetry"
    program = str(built) if built.exists() else shutil.which("marquetry")
    if program is None:
        sys.exit("expected the command marquetry, built or on the path: cargo build --release")
    words = [program, "solve", "twin-10x10", "--with", name, "--work", str(work)]
    words += ["--seed", "1", "--threads", "1", "--json"]
    puzzle, ours, theirs = mq.Puzzle.open("twin-10x10"), [], []
    for _ in range(rounds):
        before = busy(resource.RUSAGE_CHILDREN)
        told = json.loads(subprocess.run(words, capture_output=True, text=True).stdout)
        theirs.append(busy(resource.RUSAGE_CHILDREN) - before)
        before = busy(resource.RUSAGE_SELF)
        outcome = mq.solve(puzzle, name, work=work, seed=1, threads=1)
        ours.append(busy(resource.RUSAGE_SELF) - before)
        assert outcome.signature == told["signature"]
    return min(ours) / min(theirs)


def busy(whose: int) -> float:
    """Seconds that a processor has been busy."""
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    began = time.perf_counter()
    print(f"state       {evaluations_per_second(mq.Puzzle.open('twin-10x10')):12,.0f} evaluations/s from Python")
    for name, work in (("tabu", 10_000_000), ("gvns", 20_000_000), ("annealing", 5_000_000)):
        print(f"{name:<11} {slowdown(name, work):12.3f} times as long as on the command line")
    print(f"{time.perf_counter() - began:.0f} s in all")
