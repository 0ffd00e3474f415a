"""The base classes of all errors about wrong input and unwritable output, and checks that raise them."""

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path


class SheetgenError(Exception):
    """Wrong input: a layout, a record, a move, an option.

    The message says what was found, what was expected and, where possible, what would help: one line per problem.
    """


class WrongEditionError(SheetgenError, TypeError):
    """An edition of the wrong kind: cards where a sheet is needed, or a sheet where cards are needed."""


class WrongValueError(SheetgenError, ValueError):
    """A value of an option that is unknown or out of its limits."""


class UnwritableError(SheetgenError, OSError):
    """A file or folder that cannot be written; the message says which and why."""


def require_between(option: str, number: float, limits: tuple[float, float]) -> None:
    """Raise WrongValueError for the value of an option that is below or above limits."""
    least, most = limits
    if not least <= number <= most:
        raise WrongValueError(f"{option}: expected {least} to {most}, found {number}")


@contextmanager
def writing_to(place: PathLike[str]) -> Iterator[None]:
    """Turn an OSError into an UnwritableError that names the file or folder, and its parent if that is missing."""
    try:
        yield
    except OSError as error:
        folder = Path(place).parent
        is_missing = isinstance(error, FileNotFoundError) and not folder.exists()
        reason = f"there is no folder '{folder}'" if is_missing else error.strerror or str(error)
        raise UnwritableError(f"{place}: cannot be written: {reason}") from None
