"""Options, and values of options, that several commands read alike."""

from collections.abc import Callable
from typing import Any

import click

from sheetgen import limits
from sheetgen.cli import completing

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def language_option(about: str = "The language of the texts.") -> Decorator:
    """`--lang`."""
    return click.option(
        "--lang", "language", default="en", show_default=True, shell_complete=completing.languages, help=about
    )


def theme_option(about: str) -> Decorator:
    """`--theme`."""
    return click.option("--theme", default="light", show_default=True, shell_complete=completing.themes, help=about)


class Scale(click.ParamType[float | None]):
    """A size in percent, or `fit`."""

    name = "percent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | None:
        """Percent as a share of one; None for `fit`."""
        if value == "fit":
            return None
        return float(click.FloatRange(20, 200).convert(value, param, ctx)) / 100


class Up(click.ParamType[int | None]):
    """A number of sheets, or `auto`."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        """How many sheets; None for `auto`."""
        return None if value == "auto" else int(click.IntRange(*limits.SHEETS_ON_A_PAGE).convert(value, param, ctx))


class Size(click.ParamType[tuple[float, float]]):
    """A paper by name, or width x height in millimetres."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        """Width and height in millimetres."""
        from sheetgen.layout.sheet import PAPERS, read_size

        named = next((name for name in PAPERS if name.lower() == str(value).lower()), value)
        try:
            return read_size(named)
        except ValueError as error:
            self.fail(str(error), param, ctx)
