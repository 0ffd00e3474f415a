"""What commands share: printing JSON, writing results, telling problems."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import click

from sheetgen.files import write_file


def print_json(data: object) -> None:
    """Print data for scripts."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


@contextmanager
def problems_told() -> Iterator[None]:
    """Tell wrong input in one line per problem and end with exit code 1."""
    from sheetgen.layout.problems import LayoutError

    try:
        yield
    except LayoutError as error:
        for problem in error.problems:
            click.echo(problem, err=True)
        sys.exit(1)


@contextmanager
def drawing_told(edition: str, marks: str | None = None) -> Iterator[None]:
    """Tell in one line what cannot be drawn, and end with exit code 1."""
    from sheetgen.drawing.scene import DrawingError

    try:
        yield
    except DrawingError as error:
        fail(f"{marks if error.in_marks else edition}: {error}")


@contextmanager
def progress(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, nothing in a pipe; call what it gives with the number of steps done."""
    if not sys.stderr.isatty():
        yield lambda steps: None
        return
    with click.progressbar(length=total, label=label, file=sys.stderr) as bar:
        yield lambda steps: bar.update(steps)


def known_word(what: str, word: str, known: Iterable[str]) -> None:
    """Refuse a word that is none of those that sheetgen knows, with a suggestion."""
    from sheetgen.layout.problems import UnknownWordError, known_one

    try:
        known_one(what, word, known)
    except UnknownWordError as error:
        raise click.UsageError(str(error)) from None


def fail(message: str) -> NoReturn:
    """End with one line on stderr and exit code 1."""
    click.echo(message, err=True)
    sys.exit(1)


def write_result(path: Path, content: str | bytes) -> None:
    """Write a result whole, or say in one line why it cannot be written."""
    try:
        write_file(path, content)
    except OSError as error:
        fail(f"{path}: cannot be written: {error.strerror or error}")


MAX_INPUT = 5_000_000


def read_input(file: str) -> str:
    """Read a text that a user names, `-` being standard input; say in one line why it cannot be read."""
    try:
        if file == "-":
            data = sys.stdin.buffer.read(MAX_INPUT + 1)
        else:
            path = Path(file)
            if path.exists() and not path.is_file():
                fail(f"{file}: is not a file")
            with path.open("rb") as stream:
                data = stream.read(MAX_INPUT + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a usable file name"
        fail(f"{file}: cannot be read: {reason}")
    if len(data) > MAX_INPUT:
        fail(f"{file}: is larger than {MAX_INPUT // 1_000_000} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        fail(f"{file}: is not UTF-8 text")
