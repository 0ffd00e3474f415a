"""What commands share: printing JSON, writing results, telling problems."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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


def fail(message: str) -> None:
    """End with one line on stderr and exit code 1."""
    click.echo(message, err=True)
    sys.exit(1)


def write_result(path: Path, content: str | bytes) -> None:
    """Write a result whole, or say in one line why it cannot be written."""
    try:
        write_file(path, content)
    except OSError as error:
        fail(f"{path}: cannot be written: {error.strerror or error}")
