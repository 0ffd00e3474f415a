"""`sheetgen i18n check`: every prepared defect is found, and nothing else."""

from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from sheetgen.i18n.maintenance import check_catalogue
from sheetgen.site import templates as parity

ENGLISH = """\
# A turn {: #top }

Take a die. [More](https://example.org/more)

## Active {: #active }

{{ clause("A1", "A2") }}Throw all dice. See [the end]({{ link("end") }}).

{{ picture_panel("dice") }}

{% macro each(n) %}
{{ n }} dice {{ clause("A3") }}
{% endmacro %}
"""
FRENCH = """\
# Un tour {: #top }

Prends un dé. [Plus](https://example.org/more)

## Joueur actif {: #active }

{{ clause("A1", "A2") }}Lance tous les dés. Voir [la fin]({{ link("end") }}).

{{ picture_panel("dice") }}

{% macro each(n) %}
{{ n }} dés {{ clause("A3") }}
{% endmacro %}
"""


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """English and French docs with one template, stamped."""
    for language, text in (("en", ENGLISH), ("fr", FRENCH)):
        (tmp_path / language).mkdir()
        (tmp_path / language / "turn.md.j2").write_text(text, "utf-8")
    monkeypatch.setattr(parity, "data_folder", lambda _: tmp_path)
    monkeypatch.setattr(parity, "languages", lambda: ("en", "fr"))
    parity.stamp(tmp_path / "fr" / "turn.md.j2", tmp_path / "en" / "turn.md.j2")
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_a_stamped_translation_is_right(docs: Path) -> None:
    assert list(parity.check_templates()) == []
    assert parity.outdated_sections("turn", "fr") == ()
    text = (docs / "fr" / "turn.md.j2").read_text("utf-8")
    assert text.count("{# en: ") == 3
    assert parity.stamp(docs / "fr" / "turn.md.j2", docs / "en" / "turn.md.j2") == 0
    assert (docs / "fr" / "turn.md.j2").read_text("utf-8") == text


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("{: #active }", "", "docs/fr/turn.md.j2: section 'active' is missing"),
        ("{: #active }", "{: #actif }", "docs/fr/turn.md.j2:6:1: section 'actif' does not exist in English"),
        ('link("end")', 'link("solo")', """docs/fr/turn.md.j2:6:1: section 'active' lacks link("end")"""),
        (
            'link("end")', 'link("solo")',
            """docs/fr/turn.md.j2:6:1: section 'active' has link("solo"), which the English one has not""",
        ),
        ('"A1", "A2"', '"A1"', """docs/fr/turn.md.j2:6:1: section 'active' lacks clause("A1", "A2")"""),
        ('{{ picture_panel("dice") }}', "", """docs/fr/turn.md.j2:6:1: section 'active' lacks picture_panel("dice")"""),
        ("/more", "/plus", "docs/fr/turn.md.j2:1:1: section 'top' lacks https://example.org/more"),
        ('clause("A3")', 'clause("A4")', """docs/fr/turn.md.j2:13:1: section 'macro each' lacks clause("A3")"""),
    ],
)  # fmt: skip
def test_a_difference_is_found(docs: Path, old: str, new: str, problem: str) -> None:
    change(docs / "fr" / "turn.md.j2", old, new)
    assert problem in list(parity.check_templates())


def test_a_change_in_english_makes_its_section_out_of_date(docs: Path) -> None:
    change(docs / "en" / "turn.md.j2", "Throw all dice", "Throw all your dice")
    assert parity.outdated_sections("turn", "fr") == ("active",)
    (problem,) = parity.check_templates()
    assert problem.startswith("docs/fr/turn.md.j2:6:1: section 'active' is out of date")
    parity.stamp(docs / "fr" / "turn.md.j2", docs / "en" / "turn.md.j2")
    assert list(parity.check_templates()) == []


def test_white_space_alone_changes_nothing(docs: Path) -> None:
    change(docs / "en" / "turn.md.j2", "Throw all dice.", "Throw\nall dice.")
    assert list(parity.check_templates()) == []


def test_a_section_without_stamp_and_missing_or_foreign_templates(docs: Path) -> None:
    (docs / "fr" / "turn.md.j2").write_text(FRENCH, "utf-8")
    assert sum("has no stamp" in problem for problem in parity.check_templates()) == 3
    (docs / "fr" / "turn.md.j2").rename(docs / "fr" / "tour.md.j2")
    assert sorted(parity.check_templates()) == [
        "docs/fr/tour.md.j2: has no English original",
        "docs/fr/turn.md.j2: is missing; the page shows English instead",
    ]


# Catalogues


def catalogues(**changed: Any) -> tuple[Catalog, Catalog]:
    fresh, own = Catalog(), Catalog(locale="fr")
    fresh.add("Take {die}.")
    fresh.add(("{n} point", "{n} points"))
    own.add("Take {die}.", changed.get("plain", "Prends {Die}."), flags=changed.get("flags", ()))
    own.add(("{n} point", "{n} points"), changed.get("plural", ("{n} point", "{n} points")))
    return fresh, own


def test_a_whole_catalogue_is_right() -> None:
    assert list(check_catalogue(*catalogues(), "fr.po")) == []


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"plain": ""}, "'Take {die}.' has no translation"),
        ({"plain": "Prends."}, "'Take {die}.' lacks {die}"),
        ({"plain": "Prends {die} {dé}."}, None),
        ({"plain": "Prends {die} {other}."}, "'Take {die}.' has {other}, which the English text has not"),
        ({"flags": ("fuzzy",)}, "'Take {die}.' is marked as uncertain (fuzzy)"),
        ({"plural": ("{n} point", "")}, "'{n} point' has 1 of 2 plural forms"),
        ({"plural": ("", "")}, "'{n} point' has no translation"),
        ({"plural": ("un point", "{n} points")}, None),
        ({"plural": ("{n} point", "{m} points")}, "'{n} point' has {m}, which the English text has not"),
    ],
)
def test_a_defect_of_a_catalogue_is_found(changed: dict[str, object], problem: str | None) -> None:
    found = [line.split(": ", 1)[1] for line in check_catalogue(*catalogues(**changed), "fr.po:1:1")]
    assert found == ([problem] if problem else [])


def test_a_message_that_is_not_there() -> None:
    fresh, own = catalogues()
    fresh.add("New.")
    assert list(check_catalogue(fresh, own, "fr.po")) == ["fr.po:1:1: 'New.' is missing; run 'sheetgen i18n update'"]
