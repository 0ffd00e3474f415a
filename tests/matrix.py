"""Matrices of tests: few combinations in `make test`, all of them in `make test-all`.

@every_pair(edition=EDITIONS, theme=THEMES, page=PAGES)
def test_text_is_readable(edition: str, theme: str, page: str) -> None: ...
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import pytest

Row = tuple[Any, ...]
QUICK = "SHEETGEN_TESTS_ARE_QUICK"  # set by the conftest for a run that leaves out what is marked `full`


def all_pairs(*axes: Iterable[Any]) -> list[Row]:
    """Few rows in which any two values of two axes meet: each adds as many new pairs as it can.

    >>> [len(all_pairs("abcde", *others)) for others in ([], ["xyz"], ["xyz", "12"], ["xyz", "12", "+-"])]
    [5, 15, 15, 15]
    """
    rows = list(product(*axes))
    width = min(2, len(rows[0]))
    missing = {pair for row in rows for pair in _pairs(row, width)}
    chosen = []
    while missing:
        best = max(rows, key=lambda row: len(missing.intersection(_pairs(row, width))))
        missing.difference_update(_pairs(best, width))
        chosen.append(best)
    return chosen


def _pairs(row: Row, width: int) -> Iterator[tuple[tuple[int, Any], ...]]:
    return combinations(enumerate(row), width)


def often(count: int, *, quick: int) -> int:
    """How many games or inputs to try: so many in `make test-all`, `quick` in `make test`."""
    return quick if os.environ.get(QUICK) else count


def every_pair(**axes: Iterable[Any]) -> pytest.MarkDecorator:
    """Any two values of two axes meet in `make test`; all combinations in `make test-all`."""
    return _marked(axes, all_pairs(*axes.values()))


def each_once(**axes: Sequence[Any]) -> pytest.MarkDecorator:
    """Each value of each axis occurs in `make test`; all combinations in `make test-all`."""
    rows = range(max(map(len, axes.values())))
    return _marked(axes, [tuple(axis[i % len(axis)] for axis in axes.values()) for i in rows])


def first_of(**axes: Sequence[Any]) -> pytest.MarkDecorator:
    """The first value of every axis in `make test`; all combinations in `make test-all`."""
    return _marked(axes, [tuple(axis[0] for axis in axes.values())])


def _marked(axes: dict[str, Any], wanted: Iterable[Row]) -> pytest.MarkDecorator:
    quick = set(wanted)
    rows = [
        pytest.param(*row, id="-".join(map(str, row)), marks=() if row in quick else pytest.mark.full)
        for row in product(*axes.values())
    ]
    return pytest.mark.parametrize(tuple(axes), rows)
