"""Numbers beside a sheet: one for each part of the legend, outside of the sheet, none over another."""

from itertools import combinations, pairwise
from math import dist
from typing import NamedTuple

import pytest

from sheetgen.drawing.callouts import APART, MARGIN, PARTS, RADIUS, parts_on, with_numbers
from sheetgen.drawing.pages import choose_page, draw_page
from sheetgen.drawing.scene import Circle, Group, Path, Rect, Scene, Text, bounds, moved
from sheetgen.drawing.themes import contrast, themes
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


class Numbers(NamedTuple):
    """The lines beside a sheet by the part that they lead to, on the sheet, and where they end."""

    scene: Scene
    lines: dict[str, list[Path]]
    ends: dict[str, list[Circle]]


def numbers_of(name: str) -> Numbers:
    scene = sheet(name)
    group = next(group for group in with_numbers(scene, themes()["light"]).groups() if group.id == "numbers")
    back = [moved(item, 1, -MARGIN, 0) for item in group.items]
    ends = [item for item in back if isinstance(item, Circle) and item.radius < 1]
    lines = [item for item in back if isinstance(item, Path) and item.paint.stroke == themes()["light"].ink]
    texts = {(item.rect.centre[0], item.rect.centre[1]): int(item.text) for item in back if isinstance(item, Text)}
    result = Numbers(scene, {}, {})
    for end, path in zip(ends, lines, strict=True):
        start = path.commands[0][1]
        number = texts[min(texts, key=lambda place: dist(place, start))]
        part = parts_on(scene)[number - 1]
        result.lines.setdefault(part, []).append(path)
        result.ends.setdefault(part, []).append(end)
    return result


def small_parts(scene: Scene) -> dict[str, Rect]:
    return {group.id: bounds(group) for group in scene.groups() if ".badge." in group.id or ".star." in group.id}


@pytest.mark.parametrize("name", SHEETS)
def test_the_number_of_the_tracks_leads_to_a_circle_and_past_the_badges(name: str) -> None:
    scene, lines, ends = numbers_of(name)
    (path,), (end,) = lines["actions"], ends["actions"]
    actions = next(group for group in scene.groups() if group.id == "actions")
    slots = [item for item in actions.items if isinstance(item, Group) and item.id.rpartition(".")[2].isdigit()]
    rings = [ring for slot in slots for ring in slot.items if isinstance(ring, Circle)]
    assert min(abs(dist((ring.x, ring.y), (end.x, end.y)) - ring.radius) for ring in rings) < 0.01
    for (_, one), (_, other) in pairwise(path.commands):
        for i in range(101):
            x, y = (a + (b - a) * i / 100 for a, b in zip(one, other, strict=True))
            spot = Rect(x, y, 0, 0).inset(-path.paint.width / 2)
            assert not [part for part, rect in small_parts(scene).items() if rect.overlaps(spot)]


@pytest.mark.parametrize("name", SHEETS)
def test_a_number_covers_no_badge_and_no_star(name: str) -> None:
    """Those of badges and stars touch theirs at the edge; all others keep away from them."""
    scene, _, ends = numbers_of(name)
    for part, circles in ends.items():
        for end in circles:
            depths = {
                each: min(end.rect.right - rect.x, rect.right - end.rect.x)
                for each, rect in small_parts(scene).items()
                if rect.overlaps(end.rect)
            }
            if part in ("badges", "stars"):
                (depth,) = depths.values()
                assert 0 < depth <= 0.3
            else:
                assert not depths, part
    for one, other in combinations([end for circles in ends.values() for end in circles], 2):
        assert dist((one.x, one.y), (other.x, other.y)) > 2


@pytest.mark.parametrize("theme", themes())
def test_numbers_can_be_read_on_every_paper(theme: str) -> None:
    """A disc and a line have a light edge, which shows on dark paper; the number is as light."""
    look = themes()[theme]
    scene = with_numbers(draw_page(load("double"), "front", theme=theme), look)
    group = next(group for group in scene.groups() if group.id == "numbers")
    assert all(contrast(item.fill, look.ink) >= 4.5 for item in group.items if isinstance(item, Text))
    for circle in (item for item in group.items if isinstance(item, Circle)):
        assert max(contrast(str(colour), look.paper) for colour in (circle.paint.fill, circle.paint.stroke)) >= 4.5
    strokes = {item.paint.stroke for item in group.items if isinstance(item, Path)}
    assert max(contrast(str(stroke), look.paper) for stroke in strokes) >= 4.5


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
