"""Labels of layouts in other languages; the other checks are tested by broken layouts in `test_broken.py`."""

from pathlib import Path

import pytest

from sheetgen.i18n import SOURCE, languages, translate
from sheetgen.layout import check, read
from sheetgen.layout.base import texts
from sheetgen.layout.checks import check_translations
from sheetgen.resources import shipped_layouts, shipped_variants

LAYOUTS = {**shipped_layouts(), **shipped_variants()}
# Labels that are the same in the other language.
SAME = {
    "de": {"Joker", "indigo"},
    "es": {"coral"},
    "fr": {"Joker", "rose", "indigo"},
    "it": {"mix"},
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_no_label_of_a_shipped_layout_lacks_a_translation(name: str) -> None:
    assert [str(problem) for problem in check_translations(read(str(LAYOUTS[name])))] == []


@pytest.mark.parametrize("language", sorted(set(languages()) - {SOURCE}))
@pytest.mark.parametrize("name", LAYOUTS)
def test_no_label_of_a_shipped_layout_stays_english(name: str, language: str) -> None:
    edition = read(str(LAYOUTS[name])).edition
    labels = {str(text) for _, text in texts(edition)}
    assert len(labels) > 10
    kept = {text for text in labels if translate(text, language, edition.translations) == text}
    assert kept - SAME[language] == set()


def test_a_single_language_is_no_word_of_the_sentence(tmp_path: Path) -> None:
    """Layouts that were translated before there was Italian get this warning for each text."""
    file = tmp_path / "mine.yaml"
    others = ", ".join(f"{language}: {{Foxier: F}}" for language in languages() if language not in ("en", "it"))
    file.write_text(f"schema: 1\nextends: classic\ntitle: Foxier\ntranslations: {{{others}}}\n", "utf-8")
    warnings = [problem.message for problem in check(str(file)) if "no translation" in problem.message]
    assert warnings == ["no translation of 'Foxier' into the language it"]


def test_a_key_that_is_shown_as_a_name_needs_a_translation_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "schema: 1\nextends: classic\ntitle: Try harder!\ndice:\n  lime: {colour: '#99CC00', symbol: leaf}\n", "utf-8"
    )
    warnings = [str(problem) for problem in check(str(file)) if "no translation" in problem.message]
    assert len(warnings) == 1
    assert warnings[0].endswith(
        f"mine.yaml:5:3 dice.lime: warning: no translation of 'lime' into {', '.join(languages()[1:])}"
    )
