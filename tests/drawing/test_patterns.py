"""Patterns: each zone of a sheet has one of its own, within its frame, light below text and cheap to print."""

from itertools import combinations
from math import hypot

import pytest

from sheetgen.drawing.pages import PageKind, draw_page
from sheetgen.drawing.patterns import PATTERNS, draw_pattern
from sheetgen.drawing.scene import Box, Group, Path, Rect, Scene, bounds
from sheetgen.drawing.themes import contrast, themes
from sheetgen.layout import SheetEdition, load
from sheetgen.resources import shipped_layouts, shipped_variants

LAYOUTS = {**shipped_layouts(), **shipped_variants()}
SHEETS = {
    name: edition for name, path in LAYOUTS.items() if isinstance(edition := load(str(path)).edition, SheetEdition)
}
THINNEST = 0.09  # millimetres (0.25 pt), which every print shop accepts
PATTERNED = [name for name, theme in themes().items() if theme.patterns]


def zones_of(scene: Scene) -> dict[str, tuple[Box, list[Path]]]:
    """The frame and the patterns of every zone on a page."""
    found = {}
    for group in scene.groups():
        if group.id.startswith("zone-"):
            name = group.id.removeprefix("zone-")
            patterns = [item for item in group.items if isinstance(item, Group) and item.id == f"{name}.pattern"]
            paths = [path for pattern in patterns for path in pattern.items if isinstance(path, Path)]
            found[name] = next(item for item in group.items if isinstance(item, Box)), paths
    return found


def pages_of_zones(edition: SheetEdition) -> list[PageKind]:
    return ["front", "solo front", *(("back",) if edition.has_two_pages else ())]


def test_themes_whose_tints_are_not_told_apart_have_patterns() -> None:
    assert PATTERNED == ["ink", "safe", "grey"]
    for name in PATTERNED:
        assert sorted(themes()[name].patterns) == sorted(PATTERNS)
    assert len(PATTERNS) >= 12  # as many as a layout may have zones


@pytest.mark.parametrize("theme", PATTERNED)
@pytest.mark.parametrize("name", SHEETS)
def test_every_zone_has_a_pattern_of_its_own(name: str, theme: str) -> None:
    assert len({themes()[theme].pattern_of(i) for i in range(len(SHEETS[name].zones))}) == len(SHEETS[name].zones)
    for page in pages_of_zones(SHEETS[name]):
        zones = zones_of(draw_page(load(str(LAYOUTS[name])), page, theme=theme))
        assert zones
        kinds = {zone: (paths[0].paint.dash, strokes(paths[0])) for zone, (_, paths) in zones.items()}
        assert not [(one, other) for one, other in combinations(zones, 2) if kinds[one] == kinds[other]]


def strokes(path: Path) -> frozenset[tuple[str, int, int, bool]]:
    """What the lines of a pattern are like, wherever they are: curved or straight, their directions, long or short."""
    found = set()
    x = y = 0.0
    for code, values in path.commands:
        dx, dy = values[-2] - x, values[-1] - y
        if code != "M":
            found.add((code, (dx > 0.01) - (dx < -0.01), (dy > 0.01) - (dy < -0.01), abs(dx) + abs(dy) < 4))
        x, y = values[-2:]
    return frozenset(found)


@pytest.mark.parametrize("theme", PATTERNED)
@pytest.mark.parametrize("name", SHEETS)
def test_patterns_are_quiet_and_within_their_frames(name: str, theme: str) -> None:
    for page in pages_of_zones(SHEETS[name]):
        for frame, paths in zones_of(draw_page(load(str(LAYOUTS[name])), page, theme=theme)).values():
            (pattern,) = paths
            assert pattern.paint.fill is None
            assert pattern.paint.width >= THINNEST
            assert frame.paint.fill is not None
            assert pattern.paint.stroke is not None
            assert 1.6 < contrast(pattern.paint.stroke, frame.paint.fill) < 2.2
            assert frame.rect.inset(frame.paint.width / 2).contains(bounds(pattern).inset(-pattern.paint.width / 2))
            radius, corner = frame.radius, bounds(pattern)
            gap = corner.x - frame.rect.x
            assert (radius - gap) ** 2 * 2 <= (radius - frame.paint.width / 2) ** 2  # inside the round corner


@pytest.mark.parametrize("theme", [name for name in themes() if name not in PATTERNED])
def test_other_themes_have_none(theme: str) -> None:
    scene = draw_page(load("classic"), "front", theme=theme)
    assert not [group.id for group in scene.groups() if group.id.endswith(".pattern")]


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_fills_its_rectangle_with_one_short_path(name: str) -> None:
    for rect in (Rect(5, 7, 108, 20), Rect(0, 0, 40, 60), Rect(3, 3, 12, 9)):
        path = draw_pattern(name, rect, 1.0, "#888888")
        drawn = bounds(path)
        assert rect.contains(drawn, slack=0.001)
        assert drawn.width > rect.width * 0.85
        assert drawn.height > rect.height * 0.85
        assert len(path.commands) < 50 + 0.7 * rect.width * rect.height


def dashes(path: Path) -> list[float]:
    """Of each straight line of a dashed path: where the last period of its dashes is cut off."""
    period, ends = sum(path.paint.dash), []
    start = (0.0, 0.0)
    for code, (x, y) in path.commands:
        if code == "M":
            start = (x, y)
        else:
            ends.append(hypot(x - start[0], y - start[1]) % period)
    return ends


@pytest.mark.parametrize("unit", [0.6, 1.0, 1.37])
@pytest.mark.parametrize("name", [name for name, pattern in PATTERNS.items() if pattern.dash])
def test_no_line_ends_where_a_dash_begins(name: str, unit: float) -> None:
    """Programs differ in whether such a dash is drawn. Dashes have whole hundredths, as they are written in an SVG."""
    for rect in (Rect(5, 7, 108, 20), Rect(0, 0, 40, 60), Rect(3, 3, 12.34, 9)):
        path = draw_pattern(name, rect, unit, "#888888")
        assert all(length == round(length, 2) for length in path.paint.dash)
        period = sum(path.paint.dash)
        assert path.commands
        assert all(path.paint.dash[0] - 0.01 <= end <= period - 0.05 for end in dashes(path))


def test_dots_keep_the_same_distance_from_both_sides() -> None:
    rect = Rect(5, 7, 33.3, 20)
    path = draw_pattern("dots", rect, 1.0, "#888888")
    period = sum(path.paint.dash)
    lines = [(start[1], end[1]) for start, end in zip(path.commands[::2], path.commands[1::2], strict=True)]
    dots = [x1 + period * i for (x1, _), (x2, _) in lines for i in range(int((x2 - x1) / period) + 1)]
    assert min(dots) - rect.x == pytest.approx(rect.right - max(dots))


def test_an_unknown_pattern_is_an_error() -> None:
    with pytest.raises(KeyError):
        draw_pattern("stripes", Rect(0, 0, 10, 10), 1.0, "#888888")


def test_patterns_grow_with_the_sheet() -> None:
    rect = Rect(0, 0, 40, 20)
    for name in PATTERNS:
        small, large = draw_pattern(name, rect, 1.0, "#888888"), draw_pattern(name, rect, 2.0, "#888888")
        assert large.paint.width == 2 * small.paint.width
        assert len(large.commands) < len(small.commands)
