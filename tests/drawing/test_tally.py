"""The tally: every sheet can be added up, with a box for every scoring part."""

from pathlib import Path

import pytest

from sheetgen.drawing.pages import PageKind, draw_page
from sheetgen.drawing.scene import Box, Text, bounds
from sheetgen.i18n import languages
from tests.drawing.measures import SHEETS, by_id, drawn, edition_of, variant, words
from tests.matrix import every_pair

FRONTS: tuple[PageKind, ...] = ("front", "solo front")


@every_pair(sheet=SHEETS, page=FRONTS, language=languages())
def test_every_sheet_can_be_added_up(sheet: str, page: PageKind, language: str) -> None:
    found = by_id(drawn(sheet, language, size=None, page=page))
    boxes = [*edition_of(sheet).zones, "foxes.count", "foxes", "total"]
    for name in boxes:
        box = found[f"tally.{name}"].items[0]
        assert isinstance(box, Box)
        drawn_height = box.rect.height + box.paint.width
        assert drawn_height >= 6.99, name
        assert box.rect.width >= (6.8 if name == "foxes.count" else 8.4), name


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "lowest"), ("fr", "min."), ("de", "kleinster"), ("es", "más baja"), ("it", "minimo")],
)
def test_line_of_the_foxes(language: str, word: str) -> None:
    """How many, times the lowest zone, makes; all of it leads to the total."""
    tally = by_id(drawn("cubed", language, size=None))["tally"]
    assert words(tally).split() == ["+", "+", "+", "+", "+", "×", "=", "→", *word.split(), "Σ"]


def test_foxes_with_fixed_points(tmp_path: Path) -> None:
    found = by_id(draw_page(variant(tmp_path, "foxes: {worth: 5}"), "front"))
    assert "tally.foxes.each" not in found
    assert "× 5 =" in words(found["tally"])


def test_many_zones_take_two_lines() -> None:
    found = by_id(drawn("day-and-night", size=None))
    assert bounds(found["tally.total"]).y > bounds(found["tally.amber-day"]).bottom
    assert bounds(found["tally.indigo-night"]).y == bounds(found["tally.amber-day"]).y


def test_second_line_goes_on_with_a_plus() -> None:
    found = by_id(drawn("day-and-night", size=None))
    count = bounds(found["tally.foxes.count"])
    signs = [item for item in found["tally"].items if isinstance(item, Text) and item.text == "+"]
    below = [sign.rect for sign in signs if count.y < sign.rect.centre[1] < count.bottom]
    assert len(signs) == 8
    assert len(below) == 1
    assert below[0].right < count.x


@every_pair(sheet=SHEETS, page=FRONTS, language=languages())
def test_words_keep_away_from_the_edges_of_their_boxes(sheet: str, page: PageKind, language: str) -> None:
    scene = drawn(sheet, language, size=None, page=page)
    for name, group in by_id(scene).items():
        if not name.startswith("tally."):
            continue
        box, *others = group.items
        assert isinstance(box, Box)
        inside = box.rect.inset(box.paint.width / 2)
        for text in (item for item in others if isinstance(item, Text)):
            tall = text.rect.y - (0.1 * text.size if text.text.islower() else 0.0)  # an l is taller than capitals
            assert tall - inside.y >= 0.45, name
            assert text.rect.x - inside.x >= 0.45, name
            is_of_zone = name.removeprefix("tally.") in edition_of(sheet).zones
            assert inside.right - text.rect.right >= (0.6 if is_of_zone else 0.25), name


@pytest.mark.parametrize("page", FRONTS)
def test_without_tally(page: PageKind, tmp_path: Path) -> None:
    layout = variant(tmp_path, "sheet: {tally: false}")
    assert "tally" not in by_id(draw_page(layout, page))
    assert "tally" in by_id(draw_page(layout, page, tally=True))
    assert "tally" not in by_id(draw_page(layout, page, tally=False))
