"""One word for one thing: the terms of every language, and the texts that use another word instead.

`locales/terms.yaml` has one row per thing of the game, with the term of each language and the words to avoid.
`locales/LANG/terms.yaml` says how a language is written, and has further words to avoid, each with the one to use.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sheetgen.i18n.catalogues import (
    FIELD,
    SOURCE,
    CatalogueError,
    in_context,
    languages,
    open_catalogue,
    parse_catalogue,
)
from sheetgen.resources import data_folder, shipped_layouts, shipped_variants

# What readers never see of a page, or see as code: comments, stamps of sections, code, targets of links, HTML tags.
_NO_PROSE = re.compile(
    r"\{#.*?#\}|\{:.*?\}|^```.*?^```|`[^`\n]*`|\]\([^)\n]*\)|<[^<>\n]*>|https?://\S+", re.DOTALL | re.MULTILINE
)
_JINJA = re.compile(r"(?P<shown>\{\{.*?\}\}|\{%-? *set .*?%\})|\{%.*?%\}", re.DOTALL)
# The context of words that the search understands but that the texts do not use.
SEARCH_WORDS = "search words"
_LITERAL = re.compile(r'"[^"\n]*"')
_KEY = re.compile(r"(.+) \((\w+)\)")


@dataclass(frozen=True)
class Term:
    """What one language calls a thing, and what it must not call it.

    `thing` is the English message of the thing, with its context as `in_context` writes it.
    """

    thing: str
    say: str
    avoid: tuple[str, ...]


@dataclass(frozen=True)
class WrongWord:
    """A word to avoid in a line of a text, and the term to use."""

    line: int
    found: str
    expected: str

    def at(self, file: str) -> str:
        """Return the problem in one line, with the name of its file."""
        return f"{file}:{self.line}:1: says '{self.found}' instead of '{self.expected}'"


@cache
def terms_of(language: str) -> tuple[Term, ...]:
    """Return the terms of a language, in the order of the table.

    >>> [term.say for term in terms_of("fr") if term.thing == "silver platter"]
    ['plateau d’argent']
    """
    terms = []
    for key, row in _read("terms.yaml").items():
        match = _KEY.fullmatch(key)
        entry = row.get(language)
        if entry is not None:
            thing = in_context(match[2], match[1]) if match else key
            terms.append(Term(thing, entry["say"], tuple(entry["avoid"])))
    return tuple(terms)


def _read(name: str) -> dict[str, Any]:
    import yaml

    path = data_folder("locales") / name
    return yaml.safe_load(path.read_text("utf-8")) if path.is_file() else {}


@cache
def words_to_avoid(language: str) -> Mapping[str, str]:
    """Return all words that a language avoids, each with the one to use."""
    return _read(f"{language}/terms.yaml") | {wrong: term.say for term in terms_of(language) for wrong in term.avoid}


@cache
def _pattern(language: str) -> re.Pattern[str] | None:
    words = sorted(words_to_avoid(language), key=len, reverse=True)
    # A word is found with any ending; whatever space is between the words of a term, and whichever apostrophe.
    forms = (r"\s+".join(re.escape(part) for part in word.split()).replace("’", "['’]") for word in words)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(f'({form})' for form in forms)})\w*", re.IGNORECASE) if words else None


def wrong_words(text: str, language: str) -> Iterator[WrongWord]:
    """Yield the words of a text that its language avoids, with their lines in the text, counted from 1."""
    pattern, words = _pattern(language), words_to_avoid(language)
    if pattern is None:
        return
    by_length = sorted(words, key=len, reverse=True)
    for match in pattern.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        yield WrongWord(line, " ".join(match[0].split()), words[by_length[(match.lastindex or 1) - 1]])


def prose(page: str) -> str:
    """Return a page or its template with only what readers read, everything in its line.

    Of the code in a template only texts of several words that may be shown are left: others are names.

    >>> prose('Roll `throw` {{ facts.throws ~ "so many rolls" }}[x](y.md)').split()
    ['Roll', 'so', 'many', 'rolls', '[x']
    """

    def texts_in_code(code: re.Match[str]) -> str:
        texts = [text[0][1:-1] for text in _LITERAL.finditer(code["shown"] or "") if " " in text[0].strip('" ')]
        return f" {' '.join(texts)} " + "\n" * code[0].count("\n")

    visible = _NO_PROSE.sub(lambda match: " " + "\n" * match[0].count("\n"), page)
    return _JINJA.sub(texts_in_code, visible)


def check_terms() -> Iterator[str]:
    """Yield the wrong words of all pages, catalogues and translations in layouts that ship, one line each."""
    for language in languages():
        folder = data_folder("docs") / language
        for path in sorted((*folder.rglob("*.md.j2"), *folder.rglob("*.md"))):
            shown = f"docs/{language}/{path.relative_to(folder).as_posix()}"
            yield from (wrong.at(shown) for wrong in wrong_words(prose(path.read_text("utf-8")), language))
        with suppress(CatalogueError):  # `check_catalogues` reports a damaged one
            yield from _in_catalogue(language)
    for name, path in {**shipped_layouts(), **shipped_variants()}.items():
        shown = f"layouts/{'' if name in shipped_layouts() else 'variants/'}{path.name}"
        for language, line, text in texts_of_layout(path):
            yield from (WrongWord(line, wrong.found, wrong.expected).at(shown) for wrong in wrong_words(text, language))


def _in_catalogue(language: str) -> Iterator[str]:
    """Yield the wrong words in the translations of a language; in English, in the texts of the template."""
    if language == SOURCE:
        shown = "locales/sheetgen.pot"
        catalog = parse_catalogue((data_folder("locales") / "sheetgen.pot").read_bytes(), SOURCE, shown)
    else:
        shown = f"locales/{language}/LC_MESSAGES/sheetgen.po"
        catalog = open_catalogue(language, places=False)
    for message in catalog:
        if message.context == SEARCH_WORDS:
            continue
        text = message.id if language == SOURCE else message.string or ""
        for form in (text,) if isinstance(text, str) else text:
            yield from (
                WrongWord(message.lineno or 1, wrong.found, wrong.expected).at(shown)
                for wrong in wrong_words(FIELD.sub(" ", form or ""), language)
            )


def texts_of_layout(path: Path) -> Iterator[tuple[str, int, str]]:
    """Yield the texts in `translations` of a layout: the language, the line and the text, first each English one."""
    import yaml

    def entries(node: yaml.Node | None) -> list[tuple[yaml.Node, yaml.Node]]:
        return node.value if isinstance(node, yaml.MappingNode) else []

    for key, block in entries(yaml.compose(path.read_text("utf-8"), yaml.SafeLoader)):
        for language, texts in entries(block) if key.value == "translations" else ():
            for english, translation in entries(texts):
                yield SOURCE, english.start_mark.line + 1, english.value
                yield language.value, translation.start_mark.line + 1, translation.value
