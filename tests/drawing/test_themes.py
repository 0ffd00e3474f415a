"""Themes: text and marks stand out from what lies below them, and the safe colours from each other."""

from itertools import combinations

import pytest

from sheetgen.drawing.marks import with_marks
from sheetgen.drawing.pages import PageKind
from sheetgen.drawing.scene import Box, Paint, Path, Shape, Text
from sheetgen.drawing.themes import contrast, themes
from tests.drawing.measures import EDITIONS, PAGES, THEMES, drawn, edition_of, fill_of, grounds, layout_of
from tests.drawing.perception import DEFICIENCIES, ciede2000, distance, lab, seen_with
from tests.matrix import every_pair

# From the supplement of Sharma, Wu and Dalal: two colours in CIELAB and their distance.
KNOWN = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "expected"), KNOWN)
def test_colour_distance_is_the_published_one(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(expected, abs=0.0001)
    assert ciede2000(other, one) == pytest.approx(expected, abs=0.0001)


@every_pair(edition=EDITIONS, theme=THEMES, page=PAGES)
def test_lines_and_signs_stand_out(edition: str, theme: str, page: PageKind) -> None:
    """Every shape shows by its line or its fill, against what lies below or against each other.

    The tile of a badge is the exception: what it says is the sign on it, and the white edge is an ornament.
    """
    cell = themes()[theme].cell
    weak = set()
    scene = drawn(edition, theme=theme, page=page)
    labelled = {id(below) for _, _, below in grounds(scene, Text)}
    for group, shape, below in grounds(scene):
        if isinstance(shape, Text) or shape.paint == Paint() or _is_tile(shape, cell) or _is_ornament(shape, group):
            continue
        if id(shape) in labelled:  # the ground of a text only has to let the text stand out
            continue
        fill, stroke, ground = shape.paint.fill, shape.paint.stroke, fill_of(below)
        sides = [(a, b) for a, b in ((fill, ground), (stroke, ground), (fill, stroke)) if a and b]
        if max(contrast(a, b) for a, b in sides) < 3:
            weak.add((group, type(shape).__name__, fill, stroke, ground))
    assert not weak


def _is_tile(shape: Shape, cell: str) -> bool:
    """The ground of a badge with its light edge, or the light edge around a fox."""
    return isinstance(shape, (Box, Path)) and shape.paint.fill is not None and shape.paint.stroke == cell


def _is_ornament(shape: Shape, group: str) -> bool:
    """The bars behind the rows of a zone, whose colour the sign at their start repeats."""
    return group.startswith("zone-") and isinstance(shape, Box) and shape.paint.stroke is None


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_zone_colours_go_together(edition: str, theme: str) -> None:
    for zone in edition_of(edition).zones:
        look = themes()[theme].zone_colours(edition_of(edition).die_of(zone), _colour(edition, zone))
        assert contrast(look.line, look.panel) >= 3
        assert contrast(look.on_panel, look.panel) >= 4.5
        assert contrast(look.on_badge, look.badge) >= 4.5


def _colour(edition: str, zone: str) -> str:
    sheet_edition = edition_of(edition)
    return sheet_edition.dice[sheet_edition.die_of(zone)].colour


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_pencil_marks_stand_out(edition: str, theme: str) -> None:
    sheet_edition = edition_of(edition)
    cells = {
        f"{zone_name}.{cell}": 12 if zone.mark_kind == "number" else "x"
        for zone_name, zone in sheet_edition.zones.items()
        for cell, printed in zone.cells.by_name.items()
        if not printed.crossed and printed.entry is None
    }
    labels = [
        (name if action.lists is None else f"{name}.{kind}", len(track.slots or ()))
        for name, action in sheet_edition.actions.items()
        for kind, track in action.tracks(name).items()
    ]
    actions = {label: {"unlocked": count, "used": [1]} for label, count in labels}
    marks = {"marks": cells, "rounds": sheet_edition.rounds.count, "actions": actions}
    scene = with_marks(drawn(edition, theme=theme), layout_of(edition), marks, theme=theme)
    found = 0
    for group, shape, below in grounds(scene):
        if group.startswith("mark.") and ".badge." not in group and isinstance(shape, Path):
            found += 1
            assert contrast(shape.paint.stroke or "", fill_of(below)) >= 4.5, (group, shape.paint, below)
    assert found >= len(cells)


@pytest.mark.parametrize("edition", EDITIONS)
def test_greys_are_as_light_as_their_colours(edition: str) -> None:
    grey, sheet_edition = themes()["grey"], edition_of(edition)
    for zone in sheet_edition.zones:
        shade = grey.zone_colours(sheet_edition.die_of(zone), _colour(edition, zone)).base
        assert lab(shade)[0] == pytest.approx(lab(_colour(edition, zone))[0], abs=0.5)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_zone_has_a_symbol_of_its_own(edition: str) -> None:
    """Themes without colour rely on it."""
    sheet_edition = edition_of(edition)
    signs = [sheet_edition.dice[sheet_edition.die_of(zone)].symbol for zone in sheet_edition.zones]
    assert "none" not in signs
    assert len(set(signs)) == len(signs)


@pytest.mark.parametrize("sight", ["normal", *DEFICIENCIES])
@pytest.mark.parametrize("edition", EDITIONS)
def test_safe_colours_are_far_apart(edition: str, sight: str) -> None:
    sheet_edition = edition_of(edition)
    safe = themes()["safe"]
    colours = {
        zone: safe.zone_colours(sheet_edition.die_of(zone), _colour(edition, zone)).base for zone in sheet_edition.zones
    }
    if sight != "normal":
        colours = {zone: seen_with(sight, colour) for zone, colour in colours.items()}
    near = {
        (one, other): round(distance(a, b), 1)
        for (one, a), (other, b) in combinations(colours.items(), 2)
        if distance(a, b) < 15
    }
    assert not near
