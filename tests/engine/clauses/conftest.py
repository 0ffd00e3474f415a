"""Small records, played by an edition as it is or with other rulings."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sheetgen.engine import Game, RecordError, read_record, replay, rules_of
from sheetgen.layout import read_from_text


def _play(text: str, **rulings: str) -> Game:
    """Replay a record; rulings are written into a variant layout that extends the record's edition."""
    record = read_record(text)
    if rulings:
        lines = "".join(f"  {name.replace('_', ' ')}: {value!r}\n" for name, value in rulings.items())
        variant = f"schema: 1\nextends: {record.head['edition']}\nrulings:\n{lines}"
        record.rules = rules_of(read_from_text(variant, Path("x.yaml"), "x.yaml"))
    return replay(record)


def _refused(text: str, **rulings: str) -> RecordError:
    """The error that ends a record."""
    with pytest.raises(RecordError) as caught:
        _play(text, **rulings)
    return caught.value


@pytest.fixture
def play() -> Callable[..., Game]:
    return _play


@pytest.fixture
def refused() -> Callable[..., RecordError]:
    return _refused
