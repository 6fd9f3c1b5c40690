"""Runs: of an algorithm of the catalogue by its name, or of a method of your own."""

from __future__ import annotations

from typing import Any, Callable, TypedDict, Union

from . import _native
from ._native import Board, Grid, Outcome, Puzzle, Running, TokensPuzzle

Method = Callable[..., Union[str, None]]
"""A method of your own: called with the run, the puzzle and its parameters."""


class Algorithm(TypedDict):
    """What the catalogue knows of an algorithm."""

    name: str
    about: str
    source: str
    step: str
    children: str | None
    resumes: bool
    defaults: dict[str, Any]
    schema: dict[str, Any]


def solve(
    puzzle: Puzzle | TokensPuzzle,
    algorithm: str | Method | None = None,
    *,
    time: float | None = None,
    work: int | None = None,
    target: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    board: Board | Grid | None = None,
    parameters: dict[str, Any] | None = None,
    **more: Any,
) -> Outcome:
    """Search a puzzle and return what came of it.

    The algorithm is a name of the catalogue, by default the record solver, or a method of your own. The run
    ends after `time` seconds or `work` steps, when `target` is reached, or with a perfect board; without a
    limit after a minute. Same seed and work, same run. `board` is one to go on from. Parameters are given by
    name, or in a dictionary where their names are taken. Ctrl-C ends the run with the best board.
    """
    asked = _asked(time, work, target, seed, threads, None, None, parameters, more)
    return _native.play(puzzle, algorithm, asked, board)


def run(
    puzzle: Puzzle | TokensPuzzle,
    algorithm: str | Method | None = None,
    *,
    time: float | None = None,
    work: int | None = None,
    target: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    board: Board | Grid | None = None,
    sample: int | None = None,
    parameters: dict[str, Any] | None = None,
    **more: Any,
) -> Running:
    """Start a search as `solve` does and return the iterator of its events.

    The search goes on in a thread of its own. It is stopped when the iterator is dropped or closed, and by
    Ctrl-C; `outcome` tells what came of it. `sample` asks for what it is doing now about every so many steps.
    """
    asked = _asked(time, work, target, seed, threads, sample, None, parameters, more)
    return _native.start(puzzle, algorithm, asked, board)


def repair(board: Board, *, time: float | None = None, **more: Any) -> Outcome:
    """Improve a board by refilling small regions exactly: `solve` with "repair", going on from it."""
    return solve(board.puzzle, "repair", board=board, time=time, **more)


def algorithms() -> dict[str, Algorithm]:
    """The catalogue by name: facts, defaults and schema of every algorithm."""
    return {entry["name"]: entry for entry in _native.algorithms_of(False)}


def _asked(
    time: float | None,
    work: int | None,
    target: int | None,
    seed: int | None,
    threads: int | None,
    sample: int | None,
    name: str | None,
    listed: dict[str, Any] | None,
    named: dict[str, Any],
) -> dict[str, Any]:
    return {
        "time": time,
        "work": work,
        "target": target,
        "seed": seed,
        "threads": threads,
        "sample": sample,
        "name": name,
        "listed": listed,
        "named": named,
    }
