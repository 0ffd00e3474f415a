"""Collects the texts to translate: from the layouts, the example records, the code and the English pages."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.files import write_file
from sheetgen.i18n.catalogues import SOURCE, catalogue_path, languages, open_catalogue
from sheetgen.resources import data_folder

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

KEYWORDS = {
    **dict.fromkeys(("tr", "translate", "later", "sentence"), None),
    **dict.fromkeys(("ntr", "translate_plural", "counted"), (1, 2)),
}


def template(layout_texts: Mapping[str, list[str]]) -> "Catalog":
    """All texts as a gettext template, in a stable order; `layout_texts` says in which files each stands."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_dir

    result = Catalog(project="sheetgen", version="1", charset="utf-8", fuzzy=False)
    for text, files in layout_texts.items():
        result.add(text, locations=[(file, 0) for file in dict.fromkeys(files)])
    package = Path(__file__).resolve().parent.parent
    for file, _, message, comments, _ in extract_from_dir(package, [("**.py", "python")], {}, KEYWORDS):
        result.add(message, locations=[(f"sheetgen/{file}", 0)], auto_comments=comments)
    pages = data_folder("docs") / SOURCE
    method = [("**.md.j2", "jinja2.ext:babel_extract")]
    for file, _, message, comments, _ in extract_from_dir(
        pages, method, {"**.md.j2": {"trimmed": "true", "silent": "false"}}, KEYWORDS
    ):
        result.add(message, locations=[(f"docs/{SOURCE}/{file}", 0)], auto_comments=comments)
    for title, file in record_titles():
        result.add(title, locations=[(file, 0)])
    return result


def record_titles() -> Iterator[tuple[str, str]]:
    """The titles of all example records, with the files that they stand in."""
    for path in sorted(data_folder("docs").glob("examples/*/*.record")):
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("title:"):
                yield line.partition(":")[2].strip(), f"docs/examples/{path.parent.name}/{path.name}"


def as_po(catalog: "Catalog") -> bytes:
    """A catalogue as the bytes of its file, without dates, so that it changes only with its texts."""
    from babel.messages.pofile import write_po

    stream = BytesIO()
    write_po(stream, catalog, width=100, omit_header=False, no_location=True, sort_output=True, ignore_obsolete=True)
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


def strings(own: object) -> tuple[str, ...]:
    """Every form of a translation; one that is missing is empty."""
    forms = own if isinstance(own, tuple | list) else (own,)
    return tuple(str(form or "") for form in forms)


def update_catalogues(layout_texts: Mapping[str, list[str]]) -> Iterator[str]:
    """Write the template and every catalogue; report what is left to translate."""
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
