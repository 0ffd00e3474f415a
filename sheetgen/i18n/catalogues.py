"""Reads the gettext catalogues."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from sheetgen.i18n.pseudo import PSEUDO, pseudo
from sheetgen.resources import data_folder

SOURCE = "en"


@dataclass(frozen=True)
class Plurals:
    """The texts of a language that depend on a number, and which of their forms a number takes."""

    form: Callable[[int], int]
    texts: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)


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
    return _read(language)[0]


@cache
def plurals(language: str) -> Plurals:
    """The finished translations of texts that depend on a number.

    >>> plurals("fr").form(0), plurals("fr").form(2), plurals("en").form(0)
    (0, 1, 1)
    """
    return _read(language)[1]


@cache
def _read(language: str) -> tuple[dict[str, str], Plurals]:
    if language in (SOURCE, PSEUDO):
        return {}, Plurals(lambda n: int(n != 1))
    from gettext import c2py

    from babel.messages.pofile import read_po

    with catalogue_path(language).open("rb") as stream:
        messages = read_po(stream, locale=language)
    plain: dict[str, str] = {}
    counted: dict[tuple[str, str], tuple[str, ...]] = {}
    for message in messages:
        if not message.id or message.fuzzy:
            continue
        if isinstance(message.id, str):
            if isinstance(message.string, str) and message.string:
                plain[message.id] = message.string
        elif isinstance(message.string, tuple | list) and all(message.string):
            counted[message.id[0], message.id[1]] = tuple(message.string)
    return plain, Plurals(c2py(messages.plural_expr), counted)


def translate(text: str, language: str, own: Mapping[str, Mapping[str, str]] | None = None) -> str:
    """A text in a language: a layout's own translation first, then the catalogue, then English.

    >>> translate("That's Pretty Clever", "de")
    'Ganz schön clever'
    """
    if own and text in own.get(language, {}):
        return own[language][text]
    if language == PSEUDO:
        return pseudo(text)
    return catalogue(language).get(text, text)


def translate_plural(
    one: str, many: str, number: int, language: str, own: Mapping[str, Mapping[str, str]] | None = None
) -> str:
    """A text that depends on a number, in the form that the language has for it.

    >>> translate_plural("{n} point", "{n} points", 1, "en"), translate_plural("{n} point", "{n} points", 0, "en")
    ('{n} point', '{n} points')
    """
    known = plurals(language)
    forms = known.texts.get((one, many))
    if forms is None:
        return translate(one if number == 1 else many, language, own)
    return forms[min(known.form(number), len(forms) - 1)]


def later(text: str) -> str:
    """Name a text to translate where it is written down; it is translated where it is used."""
    return text


def filled(text: str, **values: object) -> str:
    """A text with its values; under {Name} instead of {name} with a large first letter, which some languages need.

    >>> filled("{Colour} is a {colour} zone", colour="blue")
    'Blue is a blue zone'
    """
    large = {key.capitalize(): value[:1].upper() + value[1:] for key, value in values.items() if isinstance(value, str)}
    return text.format(**{**large, **values})
