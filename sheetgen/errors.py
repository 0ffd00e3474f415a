"""What all errors about wrong input have in common."""

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike


class SheetgenError(Exception):
    """Something that was given is wrong: a layout, a record, a move, an option.

    Its text says what was found, what was expected and, where possible, what would help: one line per problem.
    """


class WrongEditionError(SheetgenError, TypeError):
    """An edition of the other kind: cards where a sheet is needed, or a sheet where cards are."""


class WrongValueError(SheetgenError, ValueError):
    """A value that is none of those that are known or possible."""


class UnwritableError(SheetgenError, OSError):
    """A file or folder that cannot be written; the message says which and why."""


@contextmanager
def writing_to(place: PathLike[str]) -> Iterator[None]:
    """Turn an OSError into an UnwritableError that names the place."""
    try:
        yield
    except OSError as error:
        raise UnwritableError(f"{place}: cannot be written: {error.strerror or error}") from None
