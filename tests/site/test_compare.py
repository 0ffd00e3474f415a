"""The comparison of editions, value by value as a reader of the rulebooks would fill it in."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sheetgen.i18n import languages
from sheetgen.layout import load
from sheetgen.layout.base import alternatives
from sheetgen.layout.parts.accepts import AnyAccepts
from sheetgen.layout.parts.extra_marks import AnyExtraMarks
from sheetgen.layout.parts.order import AnyOrder
from sheetgen.layout.parts.points import AnyPoints
from sheetgen.layout.parts.value import AnyValue, Face
from sheetgen.resources import shipped_layouts, shipped_variants
from sheetgen.site.compare import NOTHING, Column, columns, table_html
from sheetgen.site.words import Words
from tests.site.pages import read

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SHEETS = ("classic", "double", "cubed", "deluxe", "mix")


def compared(*names: str, language: str = "en") -> list[Column]:
    return columns([load(str(shipped_variants().get(name, name))) for name in names], language)


def row(label: str) -> list[str]:
    return [column.values[label] for column in compared(*SHEETS, "objectives")]


def test_values_side_by_side() -> None:
    assert row("Players") == ["1–4"] * 5 + ["2–5"]
    assert row("Minutes") == ["30"] * 5 + ["10"]
    assert row("Rounds (players)") == ["6 (1–2), 5 (3), 4 (4)"] * 5 + ["10 (2, 5), 9 (3), 8 (4)"]
    assert row("Rolls in a turn") == ["3"] * 6
    assert row("Cards") == [NOTHING] * 5 + ["10"]
    assert row("Actions (slots)") == [
        "reroll (7), extra die (7)",
        "reroll (6), return (6), extra die (6)",
        "reroll (7), joker (7), extra die (7)",
        "reroll (7), extra die (7)",
        "reroll (7), extra die (7), polish (3), return (3), joker (3)",
        NOTHING,
    ]
    assert row("Badge at the end of a track") == ["no", "yes", "yes", "no", "no", NOTHING]
    assert row("Badges with a ?") == ["no", "yes", "yes", "yes", "yes", NOTHING]
    assert row("The active player may pass") == ["no", "yes", "yes", "yes", "yes", NOTHING]
    assert row("Solo: best rating from") == ["281", "320", "450", "281", "421", NOTHING]
    assert row("Solo: the other dice") == ["aside", "aside", *["on the die slots"] * 3, NOTHING]
    assert row("Dice")[0] == "6 (yellow, blue, green, orange, purple, white)"
    assert row("Dice")[-1] == "5"


def test_foxes_are_counted_and_worth_what_the_layout_says() -> None:
    classic, meadow = compared("classic", "meadow")
    assert classic.values["Foxes"] == "5 (worth the lowest zone)"
    assert meadow.values["Foxes"] == "4 (5 points each)"


def test_zones_are_told_by_their_parts() -> None:
    zones = {zone.id: zone.terms for zone in compared("classic")[0].zones}
    assert zones["blue"] == ("sum of two dice", "any order", "the printed number", "ladder for all marks")
    assert zones["purple"] == ("left to right", "each number higher", "sum of the numbers")
    double = {zone.id: zone.terms for zone in compared("double")[0].zones}
    assert "circle, then cross" in double["yellow"]
    assert "sweeps lower dice" in double["silver"]


@pytest.mark.parametrize("parts", [AnyAccepts, AnyOrder, AnyValue, AnyPoints, AnyExtraMarks])
def test_every_kind_of_part_has_a_term(parts: object) -> None:
    terms = [part.term for part in alternatives(parts) if part is not Face]
    assert all(terms)
    assert len(terms) == len(set(terms))


def test_what_is_as_in_the_first_column_is_pale() -> None:
    html = table_html(compared("classic", "deluxe", "double"), Words("en"), str)
    assert re.search("<td>1–4</td><td class=same>1–4</td><td class=same>1–4</td>", html)
    actions = re.search("Actions .slots.</th>(.*?)</tr>", html)
    assert actions is not None
    assert actions[1].count("class=same") == 1
    assert html.count('<li class="same">') == 5  # all zones of deluxe, none of double


def test_every_edition_has_a_column(site: Path) -> None:
    for language in languages():
        page = read(site / language / "compare.html")
        for name in (*shipped_layouts(), *shipped_variants()):
            assert name in page.ids
            assert f"{name}/index.html" in page.links
            assert "../compare.html" in read(site / language / name / "index.html").links
        assert "compare.html" in read(site / language / "index.html").links


def test_a_wide_table_scrolls_within_its_box(browser: "Browser", site: Path) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto((site / "de" / "compare.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    box = page.locator(".wide-table")
    assert box.evaluate("box => box.scrollWidth > 2 * box.clientWidth")
    box.evaluate("box => box.scrollTo(box.scrollWidth, 0)")
    label = page.locator("table.compare tbody th").first.bounding_box()
    assert label is not None
    assert 0 <= label["x"] < 60  # the labels of the rows stay in sight
    page.close()
