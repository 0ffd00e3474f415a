"""The catalogues in `locales/`: complete, current, free of leftovers."""

import ast
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from sheetgen import i18n
from sheetgen.api.layouts import layout_texts
from sheetgen.i18n import catalogue, languages
from sheetgen.i18n.catalogues import CatalogueError, catalogue_path
from sheetgen.i18n.maintenance import (
    as_po,
    check_catalogue,
    new_catalogue,
    strings,
    template,
    update_catalogues,
)
from sheetgen.layout import read
from sheetgen.layout.base import texts
from sheetgen.resources import data_folder, shipped_layouts

OTHERS = languages()[1:]
PACKAGE = Path(i18n.__file__).parents[1]
EDITIONS = ("classic", "cubed", "deluxe", "double", "mix", "objectives")
FILES = [data_folder("locales") / "sheetgen.pot", *(catalogue_path(language) for language in OTHERS)]


def test_everything_is_tested() -> None:
    assert {"de", "es", "fr", "it"} <= set(OTHERS)
    assert tuple(shipped_layouts()) == EDITIONS


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_text_is_translated(edition: str, language: str) -> None:
    found = [text for _, text in texts(read(edition).edition)]
    assert len(found) > 10
    assert [text for text in found if not catalogue(language).get(text, "").strip()] == []


def test_template_is_current() -> None:
    message = "locales/sheetgen.pot is out of date: run `make generate`"
    assert FILES[0].read_bytes() == as_po(template(layout_texts())), message


@pytest.mark.parametrize("language", OTHERS)
def test_catalogues_have_the_texts_of_the_template(language: str) -> None:
    with FILES[0].open("rb") as stream:
        wanted = {(message.context, message.id) for message in read_po(stream) if message.id}
    with catalogue_path(language).open("rb") as stream:
        catalog = read_po(stream, locale=language)
    assert {(message.context, message.id) for message in catalog if message.id} == wanted, "run `make generate`"
    assert not catalog.obsolete


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_fuzzy(language: str) -> None:
    assert "fuzzy" not in catalogue_path(language).read_text("utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parts[-3] + "/" + file.name)
def test_no_dates_and_no_tools(file: Path) -> None:
    """A catalogue changes only when its texts do."""
    words = ("Date:", "Generated-By", "Babel", "FIRST AUTHOR", "EMAIL@ADDRESS", "Last-Translator")
    text = file.read_text("utf-8")
    assert [word for word in words if word in text] == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_stray_blanks(language: str) -> None:
    stray = [own for own in catalogue(language).values() if own != own.strip() or "\n" in own]
    assert stray == []


@pytest.fixture
def copied_locales(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of `locales/` that `update` writes to."""
    shutil.copytree(data_folder("locales"), tmp_path / "locales")

    def folder(name: str) -> Path:
        return tmp_path / name if name == "locales" else data_folder(name)

    for module in ("catalogues", "maintenance"):
        monkeypatch.setattr(import_module(f"sheetgen.i18n.{module}"), "data_folder", folder)
    yield tmp_path / "locales"
    languages.cache_clear()


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.po*")}


def test_update_changes_nothing_when_nothing_changed(copied_locales: Path) -> None:
    before = contents(copied_locales)
    assert len(before) == 1 + len(OTHERS)
    list(update_catalogues(layout_texts()))
    assert contents(copied_locales) == before, "the catalogues are not as written: run `make generate`"


def test_update_brings_a_new_text_and_drops_an_old_one(copied_locales: Path) -> None:
    found = layout_texts()
    del found["Hats off to you!"]
    found["A brand-new text"] = ["layouts/classic.yaml"]
    report = list(update_catalogues(found))
    assert [line.partition(":")[0] for line in report] == list(OTHERS)
    assert [line.rpartition(", ")[2] for line in report] == ["1 without translation"] * len(OTHERS)
    for path in (copied_locales / "sheetgen.pot", copied_locales / "fr" / "LC_MESSAGES" / "sheetgen.po"):
        text = path.read_text("utf-8")
        assert 'msgid "A brand-new text"\nmsgstr ""\n' in text
        assert "Hats off to you!" not in text
        assert "fuzzy" not in text
    assert "Très futé" in (copied_locales / "fr" / "LC_MESSAGES" / "sheetgen.po").read_text("utf-8")


def test_a_new_language_has_its_plural_forms_and_every_text(copied_locales: Path) -> None:
    """In Polish, which has three forms; nothing is copied from another language."""
    before = contents(copied_locales)
    languages.cache_clear()
    path = new_catalogue("pl", layout_texts())
    assert path == copied_locales / "pl" / "LC_MESSAGES" / "sheetgen.po"
    assert path.read_text("utf-8").startswith("# Polish translations for sheetgen.\n")
    assert "pl" in languages()
    with path.open("rb") as stream:
        polish = read_po(stream, locale="pl")
    assert polish.num_plurals == 3
    fresh = template(layout_texts())
    assert {(own.context, own.id) for own in polish if own.id} == {(own.context, own.id) for own in fresh if own.id}
    assert [own.id for own in polish if own.id and any(strings(own.string))] == []
    assert contents(copied_locales) == before | {"pl/LC_MESSAGES/sheetgen.po": path.read_bytes()}
    list(update_catalogues(layout_texts()))
    assert path.read_bytes() == contents(copied_locales)["pl/LC_MESSAGES/sheetgen.po"]


@pytest.mark.parametrize(
    ("language", "problem"),
    [
        ("fr", "locales/fr: exists already; 'sheetgen i18n update' brings new texts"),
        ("en", "locales/en: exists already; 'sheetgen i18n update' brings new texts"),
        ("xx", "'xx' is not the code of a language, such as 'it' or 'pt_BR'"),
        ("pt-br", "'pt-br' is not the code of a language, such as 'it' or 'pt_BR'; try 'pt_BR'"),
        ("../pl", "'../pl' is not the code of a language, such as 'it' or 'pt_BR'"),
        ("", "'' is not the code of a language, such as 'it' or 'pt_BR'"),
    ],
)
def test_what_is_no_new_language(copied_locales: Path, language: str, problem: str) -> None:
    before = contents(copied_locales)
    with pytest.raises(CatalogueError) as refused:
        new_catalogue(language, layout_texts())
    assert str(refused.value) == problem
    assert contents(copied_locales) == before


def test_contexts_come_from_code_and_from_the_page_of_the_studio() -> None:
    found = template(layout_texts())
    contexts = {message.context for message in found if message.context}
    assert contexts == {"zone", "name of a zone", "die", "cells", "cell", "noun", "search words", "credits"}
    for context, text in (("zone", "blue"), ("die", "blue"), ("cells", "Pair"), ("cell", "Write")):
        assert found.get(text, context) is not None
        assert found.get(text) is not None, "the text alone is another message"


def test_update_keeps_the_translation_of_each_context(copied_locales: Path) -> None:
    list(update_catalogues(layout_texts()))
    with (copied_locales / "fr" / "LC_MESSAGES" / "sheetgen.po").open("rb") as stream:
        french = read_po(stream, locale="fr")
    shown = [french.get("blue", context).string for context in (None, "die", "zone")]  # type: ignore[union-attr]
    assert shown == ["bleu", "bleu", "bleue"]


def test_check_names_a_message_with_its_context() -> None:
    fresh, catalog = Catalog(), Catalog(locale="fr")
    fresh.add("Pair", context="cells")
    catalog.add("Pair", "Paire")
    assert list(check_catalogue(fresh, catalog, "fr.po")) == [
        "fr.po:1:1: 'Pair' (cells) is missing; run 'sheetgen i18n update'"
    ]
    catalog.add("Pair", "", context="cells", lineno=7)
    assert list(check_catalogue(fresh, catalog, "fr.po")) == ["fr.po:7:1: 'Pair' (cells) has no translation"]


def test_no_text_hides_inside_another() -> None:
    """Up to Python 3.11 nobody finds a text to translate in the braces of an f-string, from 3.12 on everybody does."""
    calls = {"translate", "translate_plural", "tr", "later", "in_context"}
    hidden = [
        f"{path.relative_to(PACKAGE)}:{call.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for string in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant)
        if getattr(call.func, "id", getattr(call.func, "attr", "")) in calls
    ]
    assert hidden == []
