"""Campaigns: the runs of a plan, ours and yours, made and kept."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from . import _native
from ._native import Outcome, Puzzle, TokensPuzzle
from .searches import Method, _asked
from .stores import Store


class Job(NamedTuple):
    """A run of a plan. Jobs with the same content have the same name."""

    name: str
    puzzle: Puzzle | TokensPuzzle
    algorithm: str
    outside: bool
    """Whether it is played by a method of someone's own."""
    asked: dict[str, Any]
    """Time, work, target, seed, threads and parameters."""


def jobs(plan: str | os.PathLike[str], *, quick: bool = False) -> list[Job]:
    """The jobs of a plan: a file, or one that is built in. Those whose puzzle is not at hand are left out."""
    return [Job(*job) for job in _native.plan_jobs(os.fspath(plan), quick)]


def campaign(
    plan: str | os.PathLike[str],
    store: Store,
    methods: Mapping[str, Method] | None = None,
    *,
    quick: bool = False,
) -> Iterator[Outcome]:
    """Make the runs of a plan that a store lacks, keep each, and tell each.

    An algorithm that the plan calls `outside` is a method of your own, by its name in `methods`. A method is
    known by its name and parameters alone: one that was changed needs another name. A run that is interrupted
    ends the campaign and is not kept; the same call goes on from there.
    """
    known, own = store.jobs(), methods or {}
    for job in jobs(plan, quick=quick):
        if job.name in known:
            continue
        if job.outside and job.algorithm not in own:
            raise ValueError(f"the plan has {job.algorithm} as outside, but methods has none of that name")
        outcome = _play(job, own[job.algorithm] if job.outside else job.algorithm)
        if outcome.interrupted:
            return
        store.add(outcome)
        known.add(job.name)
        yield outcome


def _play(job: Job, algorithm: str | Method) -> Outcome:
    told = job.asked
    limits = (told["time"], told["work"], told["target"], told["seed"], told["threads"])
    asked = _asked(*limits, None, job.algorithm if job.outside else None, told["parameters"], {})
    return _native.play(job.puzzle, algorithm, asked, None)
