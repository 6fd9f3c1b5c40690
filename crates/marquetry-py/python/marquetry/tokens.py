"""Casse-tête, the token puzzle: remove tokens so that every row and column keeps an even number."""

from __future__ import annotations

from . import _native
from ._native import Grid
from ._native import TokensPuzzle as Puzzle
from ._native import TokensState as State
from .searches import Algorithm, run, solve

__all__ = ["Grid", "Puzzle", "State", "algorithms", "count", "run", "solve"]


def algorithms() -> dict[str, Algorithm]:
    """The catalogue by name: facts, defaults and schema of every algorithm."""
    return {entry["name"]: entry for entry in _native.algorithms_of(True)}


def count(rows: int, columns: int, remove: int) -> int:
    """The number of solutions of a puzzle."""
    return Puzzle(rows, columns, remove).count()
