"""Collects the texts to translate: from the layouts and from `_("…")` in the code."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.files import write_file
from sheetgen.i18n.catalogues import SOURCE, catalogue_path, languages
from sheetgen.resources import data_folder

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog


def template(layout_texts: Mapping[str, list[str]]) -> "Catalog":
    """All texts as a gettext template, in a stable order; `layout_texts` says in which files each stands."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_dir

    result = Catalog(project="sheetgen", version="1", charset="utf-8", fuzzy=False)
    for text, files in layout_texts.items():
        result.add(text, locations=[(file, 0) for file in dict.fromkeys(files)])
    package = Path(__file__).resolve().parent.parent
    for file, _, message, comments, _ in extract_from_dir(
        package, [("**.py", "python")], {}, {"tr": None, "translate": None}
    ):
        result.add(message, locations=[(f"sheetgen/{file}", 0)], auto_comments=comments)
    return result


def as_po(catalog: "Catalog") -> bytes:
    """A catalogue as the bytes of its file, without dates, so that it changes only with its texts."""
    from babel.messages.pofile import write_po

    stream = BytesIO()
    write_po(stream, catalog, width=100, omit_header=False, include_lineno=False, ignore_obsolete=True)
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


def update_catalogues(layout_texts: Mapping[str, list[str]]) -> Iterator[str]:
    """Write the template and every catalogue; report what is left to translate."""
    from babel.messages.pofile import read_po

    fresh = template(layout_texts)
    write_file(data_folder("locales") / "sheetgen.pot", as_po(fresh))
    for language in languages():
        if language == SOURCE:
            continue
        path = catalogue_path(language)
        with path.open("rb") as stream:
            catalog = read_po(stream, locale=language)
        catalog.update(fresh, no_fuzzy_matching=True)
        catalog.project, catalog.version = fresh.project, fresh.version
        write_file(path, as_po(catalog))
        open_texts = sum(1 for message in catalog if message.id and not message.string)
        yield f"{language}: {len(catalog)} texts, {open_texts} without translation"
