"""Solve, study and draw edge-matching puzzles such as Eternity II.

>>> import marquetry as mq
>>> puzzle, solution = mq.Puzzle.generate(6, 6, seed=1)
>>> outcome = mq.solve(puzzle, "tabu", work=100_000, seed=1)
>>> outcome.board.judge().valid
True
"""

from . import figures, statistics, tokens
from ._native import (
    Board,
    Count,
    Event,
    Move,
    Outcome,
    Puzzle,
    Rng,
    Run,
    Running,
    State,
    Verdict,
    count,
    estimate,
    puzzles,
)
from .campaigns import Job, campaign, jobs
from .searches import Method, algorithms, repair, run, solve
from .stores import Report, Store, Table

__all__ = [
    "Board",
    "Count",
    "Event",
    "Job",
    "Method",
    "Move",
    "Outcome",
    "Puzzle",
    "Report",
    "Rng",
    "Run",
    "Running",
    "State",
    "Store",
    "Table",
    "Verdict",
    "algorithms",
    "campaign",
    "count",
    "estimate",
    "figures",
    "jobs",
    "puzzles",
    "repair",
    "run",
    "solve",
    "statistics",
    "tokens",
]
