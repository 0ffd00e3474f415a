"""Options that several commands share, the types of their values, and what a shell may complete."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

import sheetgen
from sheetgen import limits

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def language_option(about: str = "The language of the texts.") -> Decorator:
    """Return the decorator for `--lang`, which is passed as `language`; `about` is its help."""
    return click.option(
        "--lang", "language", default="en", show_default=True, shell_complete=complete_languages, help=about
    )


def languages_option(about: str, metavar: str | None = None, default: tuple[str, ...] = ()) -> Decorator:
    """Return the decorator for `--lang` that may be repeated, passed as the tuple `languages`."""
    return click.option(
        "--lang",
        "languages",
        metavar=metavar,
        default=default,
        show_default=bool(default),
        multiple=True,
        shell_complete=complete_languages,
        help=about,
    )


def theme_option(about: str) -> Decorator:
    """Return the decorator for `--theme`."""
    return click.option("--theme", default="light", show_default=True, shell_complete=complete_themes, help=about)


class PlaceParameter(click.ParamType[Path]):
    """The path of a file or folder."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path."""
        if value == "" or "\0" in str(value):
            self.fail("a name for a file or folder is missing" if value == "" else "no name may have a NUL", param, ctx)
        return Path(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Complete files."""
        return [CompletionItem(incomplete, type="file")]


class NumberRange(click.FloatRange):
    """A number within limits; `nan` is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number."""
        number = float(super().convert(value, param, ctx))
        if number != number:
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


class ScaleParameter(click.ParamType[float | str]):
    """A scale in percent, or `fit`."""

    name = "percent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | str:
        """Return percent, or `fit`."""
        return "fit" if value == "fit" else NumberRange(*limits.SCALE).convert(value, param, ctx)


class SheetsPerPageParameter(click.ParamType[int | None]):
    """The number of sheets on a page, or `auto`."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        """Return the number of sheets; None for `auto`."""
        return None if value == "auto" else int(click.IntRange(*limits.SHEETS_ON_A_PAGE).convert(value, param, ctx))


class SizeParameter(click.ParamType[tuple[float, float]]):
    """A paper by name, or width x height in millimetres."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        """Return width and height in millimetres."""
        from sheetgen.api.layouts import millimetres

        try:
            return millimetres(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def complete_editions(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete ids of shipped editions, and files."""
    from sheetgen.resources import shipped_layouts

    # Files come first: shells then show the ids that match, and files where none does.
    return [CompletionItem(incomplete, type="file"), *_completions(shipped_layouts(), incomplete)]


def complete_profiles(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete names of shipped print profiles, and files."""
    from sheetgen.press.profiles import profile_names

    return [CompletionItem(incomplete, type="file"), *_completions(profile_names(), incomplete)]


def complete_languages(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete codes of languages."""
    return _completions(sheetgen.languages(), incomplete)


def complete_new_languages(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete codes of languages that have no translation yet."""
    from babel.localedata import locale_identifiers

    return _completions(sorted({*locale_identifiers()} - {*sheetgen.languages()}), incomplete)


def complete_themes(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete names of themes."""
    return _completions(sheetgen.themes(), incomplete)


def complete_bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete names of bots, and files."""
    from sheetgen.lab.players import BOTS

    return [CompletionItem(incomplete, type="file"), *_completions(BOTS, incomplete)]


def complete_backs(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete what may be on the back of a sheet: an edition, or one of four words."""
    return [
        *complete_editions(ctx, param, incomplete),
        *_completions(("score", "solo", "summary", "blank"), incomplete),
    ]


def complete_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete files."""
    return [CompletionItem(incomplete, type="file")]


def _completions(words: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


class EditionsOption(click.Option):
    """An option for editions, with commas between them, which may be repeated; passed as one tuple."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Return all editions as one tuple."""
        texts: tuple[str, ...] = super().type_cast_value(ctx, value)
        return tuple(name.strip() for text in texts for name in text.split(",") if name.strip())


class ListingOption(click.Option):
    """An option whose help lists what can be given; it is asked for only when the help is printed, to import late."""

    def __init__(self, *names: Any, listing: Callable[[], str], **attributes: Any) -> None:
        super().__init__(*names, **attributes)
        self.listing = listing

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help."""
        self.help = self.listing()
        return super().get_help_record(ctx)


def list_bots() -> str:
    """Return the help of `--bot`."""
    from sheetgen.lab.players import BOTS

    return f"{', '.join(BOTS)} or MODULE:FUNCTION."


def list_papers() -> str:
    """Return the help of `--paper`."""
    from sheetgen.layout.sheet import PAPERS

    return f"{', '.join(PAPERS)}, or W x H in mm."


def list_schedule() -> str:
    """Return the help of `--schedule`, with how an expert learns if nothing else is said."""
    from dataclasses import asdict

    from sheetgen.lab.training import Schedule

    usual = ", ".join(f"{name}={number:g}" for name, number in asdict(Schedule()).items())
    return f"Change how it learns; usually {usual}."


def simulation_options(games: int, bot: str | None, *, unnamed: str = "") -> Decorator:
    """Return the decorator for the options of commands that simulate games, with these defaults.

    `unnamed` says who plays if no bot is named and there is no default.
    """

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(
            (
                click.option(
                    "--games",
                    type=click.IntRange(*limits.GAMES),
                    default=games,
                    show_default=True,
                    help="How many games to play.",
                ),
                click.option(
                    "--bot",
                    cls=ListingOption,
                    listing=list_bots,
                    default=bot,
                    show_default=True if bot is not None else unnamed,
                    shell_complete=complete_bots,
                ),
                click.option(
                    "--seed",
                    type=click.IntRange(*limits.SEEDS),
                    default=1,
                    show_default=True,
                    help="The same seed plays the same games.",
                ),
                click.option(
                    "--jobs",
                    type=click.IntRange(*limits.PROCESSES),
                    help="How many processes; by default one per core.",
                ),
                click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://host:8786."),
            )
        ):
            command = option(command)
        return command

    return add
