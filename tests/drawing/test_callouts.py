"""Numbers beside a sheet: one for each part of the legend, outside of the sheet, none over another."""

from itertools import pairwise

import pytest

from sheetgen.drawing.callouts import APART, MARGIN, PARTS, RADIUS, parts_on, with_numbers
from sheetgen.drawing.pages import choose_page, draw_page
from sheetgen.drawing.scene import Circle, Group, Scene, Text
from sheetgen.drawing.themes import themes
from sheetgen.layout import SheetEdition, load
from sheetgen.resources import shipped_layouts, shipped_variants

SHEETS = [
    name
    for name in (*shipped_layouts(), *map(str, shipped_variants().values()))
    if isinstance(load(name).edition, SheetEdition)
]


def sheet(name: str) -> Scene:
    layout = load(name)
    return draw_page(layout, choose_page(layout), theme="light", language="en")


@pytest.mark.parametrize("name", SHEETS)
def test_every_part_has_its_number_beside_the_sheet(name: str) -> None:
    scene = sheet(name)
    numbered = with_numbers(scene, themes()["light"])
    assert numbered.width == scene.width + 2 * MARGIN
    group = next(group for group in numbered.groups() if group.id == "numbers")
    discs = [item for item in group.items if isinstance(item, Circle) and item.radius == RADIUS]
    numbers = [int(item.text) for item in group.items if isinstance(item, Text)]
    assert set(numbers) == set(range(1, len(parts_on(scene)) + 1))
    zones = sum(group.id.startswith("zone-") for group in scene.groups())
    assert numbers.count(1 + list(PARTS).index("zones")) == zones
    for disc in discs:
        assert disc.rect.right <= MARGIN or disc.rect.x >= MARGIN + scene.width
        assert disc.rect.y >= 0
        assert disc.rect.bottom <= scene.height
    for side in (True, False):
        heights = sorted(disc.y for disc in discs if (disc.x < MARGIN) == side)
        assert all(b - a >= APART - 1e-6 for a, b in pairwise(heights))


def test_a_sheet_without_actions_has_no_number_for_them() -> None:
    scene = sheet("classic")
    bare = Scene(
        scene.width,
        scene.height,
        tuple(item for item in scene.items if not (isinstance(item, Group) and item.id == "actions")),
        "",
        "",
        "",
    )
    assert parts_on(scene) == list(PARTS)
    assert parts_on(bare) == [part for part in PARTS if part != "actions"]
