"""Stores of runs as columns: plain lists, and what numpy, pyarrow, pandas or polars make of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

from . import _native
from ._native import Outcome
from .figures import Figure

_NUMPY: dict[str, Any] = {"text": object, "whole": "int64", "unsigned": "uint64", "real": "float64"}


class Table(Mapping[str, "list[Any]"]):
    """Columns by name, all of one length. What is not there is None."""

    def __init__(self, columns: Iterable[tuple[str, str, list[Any]]]) -> None:
        self._kinds: dict[str, str] = {}
        self._columns: dict[str, list[Any]] = {}
        for name, kind, column in columns:
            self._kinds[name], self._columns[name] = kind, column

    def __getitem__(self, name: str) -> list[Any]:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(next(iter(self._columns.values()), []))

    def numpy(self) -> dict[str, Any]:
        """Arrays by name. A column of whole numbers where one is missing is of floats, with NaN."""
        numpy: Any = import_module("numpy")
        arrays: dict[str, Any] = {}
        for name, column in self._columns.items():
            kind = _NUMPY[self._kinds[name]]
            if kind is not object and None in column:
                kind = "float64"
            arrays[name] = numpy.array(column, dtype=kind)
        return arrays

    def arrow(self) -> Any:
        """The table of pyarrow."""
        pyarrow: Any = import_module("pyarrow")
        kinds = {
            "text": pyarrow.string(),
            "whole": pyarrow.int64(),
            "unsigned": pyarrow.uint64(),
            "real": pyarrow.float64(),
        }
        schema = pyarrow.schema([(name, kinds[kind]) for name, kind in self._kinds.items()])
        return pyarrow.table(self._columns, schema=schema)

    def pandas(self) -> Any:
        """The frame of pandas. Whole numbers of which one is missing are pandas' own nullable ones."""
        pandas: Any = import_module("pandas")
        kinds = {"text": object, "whole": "Int64", "unsigned": "uint64", "real": "float64"}
        made = {
            name: pandas.Series(column, dtype=kinds[self._kinds[name]]) for name, column in self._columns.items()
        }
        return pandas.DataFrame(made)

    def polars(self) -> Any:
        """The frame of polars."""
        polars: Any = import_module("polars")
        kinds = {"text": polars.String, "whole": polars.Int64, "unsigned": polars.UInt64, "real": polars.Float64}
        schema = {name: kinds[kind] for name, kind in self._kinds.items()}
        return polars.DataFrame(self._columns, schema=schema)

    def __repr__(self) -> str:
        return f"<Table of {self.rows} rows: {', '.join(self._columns)}>"


class Report:
    """What the runs of a plan say: tables, tests, the paper beside ours, figures."""

    def __init__(self, written: tuple[str, str, str, dict[str, Any], list[tuple[str, str, str]]]) -> None:
        self.markdown, self.html, self.latex, self.document, figures = written
        self.figures = {name: Figure(svg, name, caption) for name, caption, svg in figures}

    def _repr_html_(self) -> str:
        return self.html

    def _repr_markdown_(self) -> str:
        return self.markdown

    def __repr__(self) -> str:
        return f"<Report, {len(self.figures)} figures>"


class Store:
    """The runs of a campaign: SQLite, or JSON lines to be read. It is opened for each call, and kept open by none."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)

    def runs(self) -> Table:
        """A row for each run."""
        return Table(_native.store_columns(self.path, False))

    def improvements(self) -> Table:
        """A row for each better board of each run."""
        return Table(_native.store_columns(self.path, True))

    def jobs(self) -> set[str]:
        """The names of the jobs that have been run; empty if there is no such file yet."""
        return set(_native.store_jobs(self.path))

    def add(self, *outcomes: Outcome) -> int:
        """Keep runs, all or none; how many are new. The judge looks at every board again."""
        return _native.store_add(self.path, list(outcomes))

    def report(self, plan: str | os.PathLike[str], *, quick: bool = False) -> Report:
        """What the runs say about a plan: a file, or one that is built in."""
        return Report(_native.store_report(self.path, os.fspath(plan), quick))

    def __len__(self) -> int:
        return self.runs().rows

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Store) and self.path == other.path

    def __hash__(self) -> int:
        return hash(self.path)

    def __repr__(self) -> str:
        return f"Store({self.path!r})"
