"""Sheets, rules and examples for the Clever dice family, from one layout file per edition.

>>> import sheetgen
>>> sheetgen.load("classic").edition.title
"That's Pretty Clever"

The names below are all that other programs may rely on; `sheetgen.api` describes them. They are imported when they are
first asked for, so that the command line need not wait for what it does not use.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sheetgen.api import (
        CardGame,
        CardMove,
        CardScore,
        Game,
        Layout,
        Move,
        Problem,
        Score,
        SheetgenError,
        check,
        draw,
        editions,
        languages,
        load,
        pad,
        replay,
        score,
        simulate,
        themes,
    )

__version__ = "1.0.0"

__all__ = [
    "CardGame",
    "CardMove",
    "CardScore",
    "Game",
    "Layout",
    "Move",
    "Problem",
    "Score",
    "SheetgenError",
    "__version__",
    "check",
    "draw",
    "editions",
    "languages",
    "load",
    "pad",
    "replay",
    "score",
    "simulate",
    "themes",
]

if not TYPE_CHECKING:  # a type checker would take any name for good

    def __getattr__(name: str) -> object:
        """Import the library when one of its names is used."""
        if name not in __all__:
            raise AttributeError(f"module 'sheetgen' has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module("sheetgen.api"), name)

    def __dir__() -> list[str]:
        return __all__
