"""The laboratory's figures, as SVG documents that need no font."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Literal

from . import _native

Cost = Literal["steps", "seconds"]


class Figure:
    """A figure: an SVG document, shown as a picture in a notebook."""

    def __init__(self, svg: str, name: str = "figure", caption: str = "") -> None:
        self.svg = svg
        self.name = name
        self.caption = caption

    def save(self, path: str | PathLike[str]) -> None:
        """Write the document to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Figure {self.name!r}>"


def boxes(samples: Mapping[str, Iterable[float]], *, title: str = "", x: str = "score") -> Figure:
    """Boxes of samples side by side."""
    return Figure(_native.draw_boxes(title, x, _lists(samples)), "boxes")


def histogram(samples: Mapping[str, Iterable[float]], *, title: str = "", x: str = "score") -> Figure:
    """How often each number came out."""
    return Figure(_native.draw_histogram(title, x, _lists(samples)), "histogram")


def distribution(samples: Mapping[str, Iterable[float]], *, title: str = "", against: Cost = "steps") -> Figure:
    """The share of runs that have reached a target, against what they spent; infinite if never."""
    return Figure(_native.draw_distribution(title, _lists(samples), against), "distribution")


def profiles(samples: Mapping[str, Iterable[float]], *, title: str = "") -> Figure:
    """The share of puzzles on which a method needs at most so many times the cost of the cheapest."""
    return Figure(_native.draw_profiles(title, _lists(samples)), "profiles")


def convergence(
    runs: Mapping[str, Iterable[Iterable[tuple[float, float]]]],
    *,
    title: str = "",
    y: str = "score",
    against: Cost = "steps",
) -> Figure:
    """Median and quartiles of the best score: by label, for each run cost and score of every improvement."""
    traces = [
        (label, [[(float(cost), float(score)) for cost, score in trace] for trace in traces])
        for label, traces in runs.items()
    ]
    return Figure(_native.draw_convergence(title, y, traces, against), "convergence")


def critical_difference(
    ranks: Mapping[str, float], *, blocks: int, difference: float | None = None, title: str = ""
) -> Figure:
    """Mean ranks over so many blocks, with bars over those that Nemenyi's test does not tell apart."""
    if difference is None:
        difference = _native.nemenyi(len(ranks), blocks)
    ranked = [(label, float(rank)) for label, rank in ranks.items()]
    return Figure(_native.draw_critical_difference(title, ranked, blocks, difference), "critical-difference")


def _lists(samples: Mapping[str, Iterable[float]]) -> Sequence[tuple[str, list[float]]]:
    return [(label, [float(value) for value in values]) for label, values in samples.items()]
