"""Checks the catalogues: every message, every plural form, the same fields, nothing uncertain, the right terms."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sheetgen.i18n.catalogues import SOURCE, CatalogueError, languages, open_catalogue
from sheetgen.i18n.extraction import as_po, strings, template
from sheetgen.resources import data_folder

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

_FIELD = re.compile(r"\{([A-Za-z_]*)(?::[a-z_]+)?\}")


def check_catalogues(layout_texts: Mapping[str, list[str]]) -> Iterator[str]:
    """What is wrong with the catalogues, one line each."""
    fresh = template(layout_texts)
    pot = data_folder("locales") / "sheetgen.pot"
    if pot.read_bytes() != as_po(fresh):
        yield "locales/sheetgen.pot: is not current; run 'sheetgen i18n update'"
    for language in languages():
        if language == SOURCE:
            continue
        try:
            own = open_catalogue(language)
        except CatalogueError as error:
            yield str(error)
            continue
        shown = f"locales/{language}/LC_MESSAGES/sheetgen.po"
        yield from check_catalogue(fresh, own, shown)
        for wrong, right in terms_to_avoid(language).items():
            for message in own:
                if any(_uses(wrong, text) for text in strings(message.string)):
                    yield f"{shown}:{message.lineno}:1: says '{wrong}' instead of '{right}'"


def check_catalogue(fresh: "Catalog", own: "Catalog", shown: str) -> Iterator[str]:
    """Compare one catalogue with the texts that there are."""
    for message in fresh:
        if not message.id:
            continue
        told = own.get(message.id)
        if told is None:
            yield f"{shown}:1:1: {_brief(message)} is missing; run 'sheetgen i18n update'"
            continue
        place = f"{shown}:{told.lineno}:1: {_brief(message)}"
        forms = strings(told.string)
        wanted = own.num_plurals if message.pluralizable else 1
        if not any(forms):
            yield f"{place} has no translation"
        elif len(forms) != wanted or not all(forms):
            yield f"{place} has {sum(map(bool, forms))} of {wanted} plural forms"
        elif told.fuzzy:
            yield f"{place} is marked as uncertain (fuzzy)"
        else:
            yield from _fields(message, forms, place)


def _fields(message: "Message", forms: tuple[str, ...], place: str) -> Iterator[str]:
    """Fields may begin with a large letter, and a form may leave out the number that it is for."""
    wanted = {name.lower() for text in strings(message.id) for name in _FIELD.findall(text)}
    for form in forms:
        found = {name.lower() for name in _FIELD.findall(form)}
        lacking = wanted - found - ({"n"} if message.pluralizable else set())
        if lacking:
            yield f"{place} lacks {{{min(lacking)}}}"
        if found - wanted:
            yield f"{place} has {{{min(found - wanted)}}}, which the English text has not"


def _brief(message: "Message") -> str:
    text = strings(message.id)[0]
    return f"'{text if len(text) <= 60 else text[:59] + '…'}'"


def terms_to_avoid(language: str) -> dict[str, str]:
    """Words that the rulebooks do not use, with those that they do: `locales/LANG/terms.yaml`."""
    import yaml

    path = data_folder("locales") / language / "terms.yaml"
    return yaml.safe_load(path.read_text("utf-8")) or {} if path.is_file() else {}


def _uses(term: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(term)}", text, re.IGNORECASE) is not None


def check_terms() -> Iterator[str]:
    """Where pages say a word that the rulebooks of their language do not use."""
    for language in languages():
        avoided = terms_to_avoid(language)
        for path in sorted((data_folder("docs") / language).rglob("*.md.j2")) if avoided else ():
            shown = f"docs/{language}/{path.relative_to(data_folder('docs') / language).as_posix()}"
            for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
                for wrong, right in avoided.items():
                    if _uses(wrong, line):
                        yield f"{shown}:{number}:1: says '{wrong}' instead of '{right}'"
