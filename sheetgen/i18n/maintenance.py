"""Keeps the catalogues current: collects the texts to translate, updates the catalogues and checks them.

The texts come from the layouts, the example records, the code, the page of the studio and the English pages.
"""

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.files import write_file
from sheetgen.i18n.catalogues import SOURCE, CatalogueError, catalogue_path, languages, open_catalogue
from sheetgen.resources import data_folder

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

KEYWORDS = {
    **dict.fromkeys(("tr", "translate", "later", "sentence"), None),
    **dict.fromkeys(("ntr", "translate_plural", "counted", "later_plural"), (1, 2)),
    "in_context": ((1, "c"), 2),
}
_FIELD = re.compile(r"\{([A-Za-z_]*)(?::[a-z_]+)?\}")


def template(layout_texts: Mapping[str, list[str]]) -> "Catalog":
    """Return all texts as a gettext template in a stable order.

    `layout_texts` are the texts of layouts, each with the files that have it.
    """
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_dir

    result = Catalog(project="sheetgen", version="1", charset="utf-8", fuzzy=False)
    for text, files in layout_texts.items():
        result.add(text, locations=[(file, 0) for file in dict.fromkeys(files)])
    package = Path(__file__).resolve().parent.parent
    methods = [
        ("**.py", "python"),
        ("studio/web/codemirror.js", "ignore"),  # of others, and made small
        ("studio/web/**.js", "javascript"),
        ("studio/web/*.html", "sheetgen.i18n.markup:extract_page"),
    ]
    options = {"studio/web/**.js": {"parse_template_string": "true"}}
    for file, _, message, comments, context in extract_from_dir(package, methods, options, KEYWORDS):
        result.add(message, locations=[(f"sheetgen/{file}", 0)], auto_comments=comments, context=context)
    pages = data_folder("docs") / SOURCE
    method = [("**.md.j2", "jinja2.ext:babel_extract")]
    for file, _, message, comments, context in extract_from_dir(
        pages, method, {"**.md.j2": {"trimmed": "true", "silent": "false"}}, KEYWORDS
    ):
        result.add(message, locations=[(f"docs/{SOURCE}/{file}", 0)], auto_comments=comments, context=context)
    for title, file in record_titles():
        result.add(title, locations=[(file, 0)])
    return result


def record_titles() -> Iterator[tuple[str, str]]:
    """Yield the titles of all example records, each with its file."""
    for path in sorted(data_folder("docs").glob("examples/*/*.record")):
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("title:"):
                yield line.partition(":")[2].strip(), f"docs/examples/{path.parent.name}/{path.name}"


def as_po(catalog: "Catalog") -> bytes:
    """Return a catalogue as the bytes of its file, without dates, so that it changes only with its texts."""
    from babel.messages.pofile import write_po

    stream = BytesIO()
    write_po(stream, catalog, width=100, include_lineno=False, sort_output=True, ignore_obsolete=True)
    skipped = (
        b'"POT-Creation-Date',
        b'"PO-Revision-Date',
        b'"Generated-By',
        b'"Last-Translator',
        b'"Report-Msgid',
        b'"Language-Team',
        b"# Copyright",
        b"# FIRST AUTHOR",
    )
    lines = stream.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(skipped)).lstrip()


def strings(translation: object) -> tuple[str, ...]:
    """Return every plural form of a translation; a missing one is empty."""
    forms = translation if isinstance(translation, tuple | list) else (translation,)
    return tuple(str(form or "") for form in forms)


def update_catalogues(layout_texts: Mapping[str, list[str]]) -> Iterator[str]:
    """Write the template and every catalogue; yield a line per language with what is left to translate."""
    fresh = template(layout_texts)
    write_file(data_folder("locales") / "sheetgen.pot", as_po(fresh))
    for language in languages():
        if language == SOURCE:
            continue
        path = catalogue_path(language)
        catalog = open_catalogue(language)
        catalog.update(fresh, no_fuzzy_matching=True)
        catalog.project, catalog.version = fresh.project, fresh.version
        write_file(path, as_po(catalog))
        open_texts = sum(1 for message in catalog if message.id and not all(strings(message.string)))
        yield f"{language}: {len(catalog)} texts, {open_texts} without translation"


def new_catalogue(language: str, layout_texts: Mapping[str, list[str]]) -> Path:
    """Write the catalogue of a language that has none yet: its head, its plural forms and every text, untranslated.

    Return its file; raise CatalogueError for a language that has one, or that is no language.
    """
    from babel import Locale, UnknownLocaleError
    from babel.messages.catalog import Catalog

    if language in languages():
        raise CatalogueError(f"locales/{language}: exists already; 'sheetgen i18n update' brings new texts")
    try:
        known = str(Locale.parse(language.replace("-", "_")))
    except (ValueError, UnknownLocaleError):
        known = ""
    if not known or known != language:
        better = f"; try '{known}'" if known else ""
        raise CatalogueError(f"{language!r} is not the code of a language, such as 'it' or 'pt_BR'{better}")
    catalog = Catalog(locale=language, fuzzy=False)
    fresh = template(layout_texts)
    catalog.update(fresh, no_fuzzy_matching=True)
    catalog.project, catalog.version = fresh.project, fresh.version
    path = catalogue_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, as_po(catalog))
    languages.cache_clear()
    return path


def check_catalogues(layout_texts: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield what is wrong with the template and the catalogues, one line each."""
    fresh = template(layout_texts)
    pot = data_folder("locales") / "sheetgen.pot"
    if pot.read_bytes() != as_po(fresh):
        yield "locales/sheetgen.pot: is not current; run 'sheetgen i18n update'"
    for language in languages():
        if language == SOURCE:
            continue
        try:
            catalog = open_catalogue(language)
        except CatalogueError as error:
            yield str(error)
            continue
        shown = f"locales/{language}/LC_MESSAGES/sheetgen.po"
        yield from check_catalogue(fresh, catalog, shown)


def check_catalogue(fresh: "Catalog", catalog: "Catalog", shown: str) -> Iterator[str]:
    """Yield what is wrong with one catalogue, compared with the current texts; `shown` is its file in messages."""
    for message in fresh:
        if not message.id:
            continue
        translation = catalog.get(message.id, message.context)
        if translation is None:
            yield f"{shown}:1:1: {_brief(message)} is missing; run 'sheetgen i18n update'"
            continue
        place = f"{shown}:{translation.lineno}:1: {_brief(message)}"
        forms = strings(translation.string)
        wanted = catalog.num_plurals if message.pluralizable else 1
        if not any(forms):
            yield f"{place} has no translation"
        elif len(forms) != wanted or not all(forms):
            yield f"{place} has {sum(map(bool, forms))} of {wanted} plural forms"
        elif translation.fuzzy:
            yield f"{place} is marked as uncertain (fuzzy)"
        else:
            yield from _fields(message, forms, place)


def _fields(message: "Message", forms: tuple[str, ...], place: str) -> Iterator[str]:
    """Yield the fields that a translation lacks or has too many.

    Fields may begin with a large letter, and a plural form may leave out the number that it is for.
    """
    wanted = {name.lower() for text in strings(message.id) for name in _FIELD.findall(text)}
    for form in forms:
        present = {name.lower() for name in _FIELD.findall(form)}
        lacking = wanted - present - ({"n"} if message.pluralizable else set())
        if lacking:
            yield f"{place} lacks {{{min(lacking)}}}"
        if present - wanted:
            yield f"{place} has {{{min(present - wanted)}}}, which the English text has not"


def _brief(message: "Message") -> str:
    text = strings(message.id)[0]
    shown = f"'{text if len(text) <= 60 else text[:59] + '…'}'"
    return f"{shown} ({message.context})" if message.context else shown
