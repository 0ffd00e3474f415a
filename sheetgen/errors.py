"""The base classes of all errors about wrong input and unwritable output, and checks that raise them."""

import os
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from errno import EACCES
from os import PathLike
from pathlib import Path


def warn_old_name(old: str, new: str) -> None:
    """Warn the caller of a function that what was used has a new name; the old one goes with the next version."""
    warnings.warn(f"{old} is now {new}; the old name goes with sheetgen 1.2", DeprecationWarning, stacklevel=3)


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


def require_writable(place: PathLike[str] | str, inputs: Iterable[PathLike[str] | str] = ()) -> None:
    """Raise UnwritableError for a file that could not be written, before the work is done.

    It is a folder, its own folder is missing or may not be written, it has no usable name, or it is one of the `inputs`
    from which the new file would be made.
    """
    path, shown = Path(place), os.fspath(place)
    if not shown or "\0" in shown:
        raise UnwritableError(f"{shown!a}: cannot be written: not a usable file name")
    with writing_to(path):
        if path.is_dir() or shown.endswith(("/", os.sep)):
            raise UnwritableError(f"{shown}: cannot be written: it is a folder; name a file in it")
        if not path.exists():  # raises an error for a name that is too long
            if not path.parent.exists():
                raise FileNotFoundError
            if not os.access(path.parent, os.W_OK | os.X_OK):
                raise PermissionError(EACCES, os.strerror(EACCES))
    if any(_is_same_file(path, Path(source)) for source in inputs):
        raise UnwritableError(f"{shown}: is read by this command, and would be lost; name another file to write")


def _is_same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):  # one of them does not exist, or cannot
        return False


@contextmanager
def writing_to(place: PathLike[str]) -> Iterator[None]:
    """Turn an OSError into an UnwritableError that names the file or folder, and its parent if that is missing."""
    try:
        yield
    except UnwritableError:
        raise
    except OSError as error:
        folder = Path(place).parent
        is_missing = isinstance(error, FileNotFoundError) and not folder.exists()
        reason = f"there is no folder '{folder}'" if is_missing else error.strerror or str(error)
        raise UnwritableError(f"{place}: cannot be written: {reason}") from None
