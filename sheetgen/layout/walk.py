"""Walks through an edition: every text for people and every provenance note, with the path to it."""

from collections.abc import Iterator

from pydantic import BaseModel

from sheetgen.layout.base import PROVENANCE_LEVELS, Provenance, Text
from sheetgen.layout.loading import Edition

Steps = tuple[str | int, ...]


def walk(value: object, steps: Steps = ()) -> Iterator[tuple[Steps, object]]:
    """Every value below a model, with its path in the words of the file."""
    yield steps, value
    if isinstance(value, BaseModel):
        for name, field in type(value).model_fields.items():
            yield from walk(getattr(value, name), (*steps, field.alias or name))
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from walk(inner, (*steps, key))
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from walk(inner, (*steps, index))


def texts(edition: Edition) -> Iterator[tuple[Steps, Text]]:
    """Every text that people read."""
    return ((steps, value) for steps, value in walk(edition) if isinstance(value, Text))


def provenance_notes(edition: Edition) -> Iterator[tuple[Steps, Provenance]]:
    """Every block that is not certain; the path is that of the block."""
    for steps, value in walk(edition):
        if isinstance(value, Provenance) and value.level != "certain":
            yield steps[:-1], value


def provenance(edition: Edition) -> str:
    """How sure the edition's game values are, all in all: as sure as the least sure of them.

    The measures of the paper do not count: they change nothing about the game.
    """
    levels = [note.level for steps, note in provenance_notes(edition) if steps[:1] != ("sheet",)]
    return max(levels, key=PROVENANCE_LEVELS.index, default="certain")
