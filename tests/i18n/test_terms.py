"""One word for one thing, in all languages: the table of terms, the glossary, and every text that ships."""

import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
import yaml

from sheetgen.cli.app import cli
from sheetgen.drawing.names import ACTIONS
from sheetgen.i18n import SOURCE, languages, translate
from sheetgen.i18n.catalogues import CONTEXT, catalogue, plurals
from sheetgen.i18n.terms import check_terms, prose, terms_of, texts_of_layout, wrong_words
from sheetgen.layout import load
from sheetgen.layout.parts.bonus import SCORING_BADGES
from sheetgen.resources import data_folder, shipped_variants
from sheetgen.site.tables import TERMS, read_commands

TYPED = str.maketrans({"\N{NARROW NO-BREAK SPACE}": " ", "\N{NO-BREAK SPACE}": " ", "'": "’"})


# The table


def test_every_thing_of_the_glossary_has_a_row() -> None:
    things = {term.thing for term in terms_of(SOURCE)}
    assert {*TERMS, *map(str, SCORING_BADGES), *ACTIONS.values()} - things == {"mix"}  # the name of one edition's list
    assert len(things) >= 25


@pytest.mark.parametrize("language", languages())
def test_the_glossary_says_the_terms(language: str) -> None:
    for term in terms_of(language):
        expected = term.thing.rpartition(CONTEXT)[2] if language == SOURCE else term.say.translate(TYPED)
        assert translate(term.thing, language).translate(TYPED) == expected, term.thing
        assert term.say.translate(TYPED) == expected, term.thing


@pytest.mark.parametrize("language", languages())
def test_no_term_is_a_word_to_avoid(language: str) -> None:
    said = {term.say for term in terms_of(language)}
    assert [wrong.found for say in sorted(said) for wrong in wrong_words(say, language)] == []


def test_rows_have_nothing_else() -> None:
    """A slip of the pen, such as `avoids`, would switch a row off."""
    rows = yaml.safe_load((data_folder("locales") / "terms.yaml").read_text("utf-8"))
    for key, row in rows.items():
        assert tuple(sorted(row)) == tuple(sorted(languages())), key
        for entry in row.values():
            assert set(entry) == {"say", "avoid"}, key
            assert all(isinstance(word, str) and word for word in entry["avoid"]), key


# Every text that ships


def test_every_text_says_the_terms() -> None:
    assert list(check_terms()) == []


def test_the_help_of_the_commands_says_the_terms() -> None:
    helped = {command.path: command for command in read_commands(cli)}
    assert len(helped) > 10
    wrong = {
        path: [wrong.found for wrong in wrong_words("\n".join([command.help, *sum(command.options, ())]), SOURCE)]
        for path, command in helped.items()
    }
    assert {path: words for path, words in wrong.items() if words} == {}


# Finding


@pytest.mark.parametrize(
    ("language", "text", "found", "expected"),
    [
        ("en", "Nice.\nThen Throws are lost.", [(2, "Throws")], "roll"),
        ("en", "Use an additional\n die", [(1, "additional die")], "extra die"),
        ("fr", "sur le plateau en\u202fargent", [(1, "plateau en argent")], "plateau d’argent"),
        ("de", "Du darfst neu würfeln.", [(1, "neu würfeln")], "Nachwürfeln"),
        ("es", "\n\nDos celdas.", [(3, "celdas")], "casilla"),
        ("es", "Dos casillas.", [], ""),
        ("it", "Il dado è sul vassoio argentato.", [(1, "vassoio argentato")], "vassoio d’argento"),
        ("en", "an overthrow, a stray-tray word", [], ""),
        ("de", "throw", [], ""),
    ],
)
def test_wrong_words(language: str, text: str, found: list[tuple[int, str]], expected: str) -> None:
    wrong = list(wrong_words(text, language))
    assert [(word.line, word.found) for word in wrong] == found
    assert {word.expected for word in wrong} <= {expected}


@pytest.mark.parametrize(
    "hidden",
    [
        "write `throw: Y1` here",
        "```text\nthrow: Y1\n```",
        "[here](turn.html#throw)",
        "{# en: throw #}",
        "# A turn {: #throw }",
        '{{ link("turn#throw") }} {% if facts.throws == "a throw" %}',
        '<a class="throw">',
    ],
)
def test_code_is_no_prose(hidden: str) -> None:
    assert list(wrong_words(prose(hidden), "en")) == []
    line = hidden.count("\n") + 2
    assert [wrong.line for wrong in wrong_words(prose(f"{hidden}\nthrow"), "en")] == [line]


def test_texts_in_code_are_prose() -> None:
    page = 'a\n{{ "of a throw" if x\n else "b" }} c\n{% set y = "two throws" %}'
    assert [(wrong.line, wrong.found) for wrong in wrong_words(prose(page), "en")] == [(2, "throw"), (4, "throws")]


def test_layouts_have_texts_in_all_languages() -> None:
    texts = list(texts_of_layout(shipped_variants()["tide-pool"]))
    assert {language for language, _, _ in texts} == set(languages())
    lines = shipped_variants()["tide-pool"].read_text("utf-8").splitlines()
    assert all(text in lines[line - 1] for _, line, text in texts)


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project with one wrong word of each kind."""
    shutil.copytree(data_folder("locales"), tmp_path / "locales")
    folders = {"docs": tmp_path / "docs", "locales": tmp_path / "locales"}
    for module in ("catalogues", "terms"):
        monkeypatch.setattr(import_module(f"sheetgen.i18n.{module}"), "data_folder", folders.__getitem__)
    layout = tmp_path / "sea.yaml"
    layout.write_text("title: Sea\ntranslations:\n  es:\n    The thrown sea: Un renglón\n", "utf-8")
    terms = import_module("sheetgen.i18n.terms")
    monkeypatch.setattr(terms, "shipped_layouts", dict)
    monkeypatch.setattr(terms, "shipped_variants", lambda: {"sea": layout})
    for language, text in {"en": "A tray.", "de": "Ein\nSilberteller.", "fr": "Le barème"}.items():
        page = folders["docs"] / language / "edition" / "turn.md.j2"
        page.parent.mkdir(parents=True)
        page.write_text(text, "utf-8")
    return tmp_path


def test_planted_words_are_found_with_file_line_and_term(planted: Path) -> None:
    catalogue = planted / "locales" / "fr" / "LC_MESSAGES" / "sheetgen.po"
    text = catalogue.read_text("utf-8")
    assert text.count('msgstr "plateau d’argent"') == 1
    catalogue.write_text(text.replace('msgstr "plateau d’argent"', 'msgstr "plateau argenté"'), "utf-8")
    line = text[: text.index('msgid "silver platter"')].count("\n") + 1
    assert list(check_terms()) == [
        "docs/en/edition/turn.md.j2:1:1: says 'tray' instead of 'silver platter'",
        "docs/de/edition/turn.md.j2:2:1: says 'Silberteller' instead of 'Silbertablett'",
        "docs/fr/edition/turn.md.j2:1:1: says 'barème' instead of 'échelle des points'",
        f"locales/fr/LC_MESSAGES/sheetgen.po:{line}:1: says 'plateau argenté' instead of 'plateau d’argent'",
        "layouts/variants/sea.yaml:4:1: says 'thrown' instead of 'roll'",
        "layouts/variants/sea.yaml:4:1: says 'renglón' instead of 'fila'",
    ]


# A plain space before the punctuation of French, or inside its quotation marks, where a line could end.
BREAKABLE = re.compile(r"(?<=[^\s|:-]) (?=[:;!»](?![=\w-]))|(?<=«) ")


def french_texts() -> Iterator[tuple[str, str]]:
    """Every French text with its place: of the catalogue, of the variants, and the lines of pages that are no code."""
    for english, french in catalogue("fr").items():
        yield english, french
    for (english, _), forms in plurals("fr").texts.items():
        yield from ((english, form) for form in forms)
    for variant, path in shipped_variants().items():
        translations = load(str(path)).edition.translations["fr"]
        yield from ((f"{variant}: {english}", french) for english, french in translations.items())
    for path in sorted((data_folder("docs") / "fr").rglob("*.j2")):
        is_code = False
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            is_code ^= line.startswith("```")
            if not is_code:
                yield f"{path.name}:{number}", line


def test_lines_of_french_never_end_before_punctuation() -> None:
    texts = list(french_texts())
    assert len(texts) > 2500
    assert [place for place, text in texts if BREAKABLE.search(text)] == []
