"""What a shell may complete: editions, languages, themes and print profiles by name, and files of one's own."""

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem


def editions(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Shipped ids, and layouts of one's own."""
    from sheetgen.resources import shipped_layouts

    # Files come first: shells then show the names that fit, and files where none does.
    return [CompletionItem(incomplete, type="file"), *_fitting(shipped_layouts(), incomplete)]


def profiles(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Shipped print profiles, and those of one's own."""
    from sheetgen.press.profiles import profile_names

    return [CompletionItem(incomplete, type="file"), *_fitting(profile_names(), incomplete)]


def languages(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Languages of sheets and pages."""
    from sheetgen.i18n import languages as known

    return _fitting(known(), incomplete)


def themes(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """How sheets may look."""
    from sheetgen.drawing.themes import themes as known

    return _fitting(known(), incomplete)


def bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Players that come along, and modules of one's own."""
    from sheetgen.lab.players import BOTS

    return [CompletionItem(incomplete, type="file"), *_fitting(BOTS, incomplete)]


def backs(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What may be on the back of a sheet."""
    return [*editions(ctx, param, incomplete), *_fitting(("score", "solo", "blank"), incomplete)]


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files of one's own."""
    return [CompletionItem(incomplete, type="file")]


def _fitting(words: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]
