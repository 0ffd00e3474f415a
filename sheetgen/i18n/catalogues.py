"""Reads the gettext catalogues."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from sheetgen.resources import data_folder

SOURCE = "en"


def catalogue_path(language: str) -> Path:
    """Where a language's catalogue lies."""
    return data_folder("locales") / language / "LC_MESSAGES" / "sheetgen.po"


@cache
def languages() -> tuple[str, ...]:
    """Every language there is, English first.

    >>> languages()[:1]
    ('en',)
    """
    found = sorted(path.parent.parent.name for path in data_folder("locales").glob("*/LC_MESSAGES/sheetgen.po"))
    return (SOURCE, *found)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """The finished translations of a language; English has none, being the source.

    >>> catalogue("fr")["That's Pretty Clever"]
    'Très futé'
    """
    if language == SOURCE:
        return {}
    from babel.messages.pofile import read_po

    with catalogue_path(language).open("rb") as stream:
        messages = read_po(stream, locale=language)
    return {
        m.id: m.string
        for m in messages
        if isinstance(m.id, str) and isinstance(m.string, str) and m.id and m.string and not m.fuzzy
    }


def translate(text: str, language: str, own: Mapping[str, Mapping[str, str]] | None = None) -> str:
    """A text in a language: a layout's own translation first, then the catalogue, then English.

    >>> translate("That's Pretty Clever", "de")
    'Ganz schön clever'
    """
    if own and text in own.get(language, {}):
        return own[language][text]
    return catalogue(language).get(text, text)
