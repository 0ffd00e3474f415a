"""Every page in every language, theme and size: nothing leaves its place, nothing lies on something else."""

import re
from collections.abc import Iterator
from itertools import combinations, groupby, pairwise

import pytest

from sheetgen.drawing.pages import PageKind
from sheetgen.drawing.scene import Box, Circle, Group, Rect, Scene, Text, bounds
from sheetgen.drawing.sheet import MARGIN
from sheetgen.layout.sheet import MorePanels, Row, SheetEdition
from sheetgen.layout.zone import Zone
from tests.drawing.measures import (
    LANGUAGES,
    PAGES,
    SHEETS,
    SIZES,
    THEMES,
    addresses,
    badges,
    cells,
    clashes,
    drawn,
    edition_of,
    grounds,
    groups,
    shapes_of,
    stars,
    texts,
    unit_of,
)
from tests.matrix import every_pair

EVERY = every_pair(edition=SHEETS, page=PAGES, language=LANGUAGES, size=SIZES)
FRONTS: tuple[PageKind, ...] = ("front", "solo front")
SLACK = 0.011  # a scene is written with hundredths of a millimetre


def shown_on(edition: str, page: PageKind) -> str:
    """The edition whose cells a page shows."""
    other = getattr(edition_of(edition).back, "id", None)
    return other if page == "back" and other is not None else edition


def sides(
    edition: str, page: PageKind, *, size: str | None = "120x171", theme: str = "light"
) -> Iterator[tuple[Scene, dict[str, Zone]]]:
    """A front with the zones that belong on it, and the back of a sheet on which the game continues there."""
    own = edition_of(edition)
    yield drawn(edition, theme=theme, size=size, page=page), zones_in(own, own.sheet.rows)
    if isinstance(own.back, MorePanels):
        yield drawn(edition, theme=theme, size=size, page="back"), zones_in(own, own.back.rows)


def zones_in(own: SheetEdition, rows: tuple[Row, ...]) -> dict[str, Zone]:
    return {name: zone for name, zone in own.zones.items() if any(name in row.flat for row in rows)}


def circles(scene: Scene) -> dict[str, Rect]:
    """What is ticked or crossed off: slots of actions, turns of the solo game."""
    return {
        group.id: bounds(group.items[0])
        for group in groups(scene.items)
        if re.fullmatch(r".+\.(\d+|active|passive)", group.id) and isinstance(group.items[0], Circle)
    }


@EVERY
def test_everything_keeps_to_its_place(edition: str, page: PageKind, language: str, size: str) -> None:
    outside = []
    for theme, scene in shapes_of(edition, language, size, page).items():
        safe = Rect(0, 0, scene.width, scene.height).inset(MARGIN * unit_of(scene))
        paper, *items = scene.items
        assert isinstance(paper, Box)
        assert paper.rect == Rect(0, 0, scene.width, scene.height)
        outside += [f"{theme}: {item} leaves the margin" for item in items if not safe.contains(bounds(item), SLACK)]
        for group, shape, below in grounds(scene, Text):
            assert isinstance(shape, Text)
            if not bounds(below).contains(shape.rect, SLACK):
                outside.append(f"{theme} {group}: {shape.text!r} leaves {type(below).__name__} {bounds(below)}")
    assert not outside


@EVERY
def test_nothing_lies_on_something_else(edition: str, page: PageKind, language: str, size: str) -> None:
    for theme, scene in shapes_of(edition, language, size, page).items():
        found, own_badges, own_stars = texts(scene), badges(scene), stars(scene)
        assert len(found) > 10
        assert clashes([(f"{text.text!r} of {group}", text.rect) for group, text in found], SLACK) == []
        signs = {**own_badges, **own_stars, **circles(scene), **cells(scene, shown_on(edition, page))}
        assert clashes(signs.items(), SLACK) == []
        # Stars come nowhere near each other, and neither badges nor stars touch a number that is not theirs.
        assert clashes(own_stars.items(), apart=0.3 * unit_of(scene)) == []
        for name, rect in {**own_badges, **own_stars}.items():
            covered = [text.text for group, text in found if group != name and rect.overlaps(text.rect, SLACK)]
            assert not covered, f"{theme}: {name} covers {covered}"


@pytest.mark.parametrize("page", FRONTS)
@pytest.mark.parametrize("edition", SHEETS)
def test_every_badge_of_the_layout_is_drawn(edition: str, page: PageKind) -> None:
    own = edition_of(edition)
    found = [name for scene, _ in sides(edition, page) for name in badges(scene)]
    rounds = [f"round.badge.{number}" for number, bonus in enumerate(own.rounds.bonuses, 1) if bonus is not None]
    assert [name for name in found if name.startswith("round.")] == rounds
    for name, zone in own.zones.items():
        assert sum(badge.startswith(f"{name}.badge.") for badge in found) == len(zone.badges)
    ends = [track for label, action in own.actions.items() for track in action.tracks(label).values() if track.end]
    assert sum(name.endswith(".badge.end") for name in found) == len(ends)


@every_pair(edition=SHEETS, size=SIZES, theme=THEMES, page=FRONTS)
def test_panels_hold_what_belongs_to_them(edition: str, size: str, theme: str, page: PageKind) -> None:
    for scene, zones in sides(edition, page, size=size, theme=theme):
        frames = []
        for name in zones:
            (panel,) = (group for group in groups(scene.items) if group.id == f"zone-{name}")
            frame, *others = panel.items
            frames.append(bounds(frame))
            outside = [str(item) for item in others if not frames[-1].contains(bounds(item), SLACK)]
            assert not outside
        strips = {"title", "rounds", "dice", "actions", "tally", "result", "ratings", "passive", "notes", "imprint"}
        frames += [bounds(item) for item in scene.items if isinstance(item, Group) and item.id in strips]
        assert len(frames) >= len(zones) + 2
        assert not [1 for one, other in combinations(frames, 2) if one.overlaps(other, SLACK)]


@every_pair(edition=SHEETS, size=SIZES, page=FRONTS)
def test_texts_stay_in_their_cells(edition: str, size: str, page: PageKind) -> None:
    for scene, _ in sides(edition, page, size=size):
        places = cells(scene, edition)
        for group, text in texts(scene):
            if group in places:
                assert places[group].inset(0.3).contains(text.rect), f"{text.text!r} touches the edge of {group}"


@every_pair(edition=SHEETS, size=SIZES, page=FRONTS)
def test_cells_leave_room_for_a_pencil(edition: str, size: str, page: PageKind) -> None:
    for scene, _ in sides(edition, page, size=size):
        least = 8.0 * unit_of(scene) - SLACK
        places = cells(scene, edition)
        assert places
        assert not {name: rect for name, rect in places.items() if rect.width < least or rect.height < least}
        narrow = {name: rect for name, rect in circles(scene).items() if rect.width < 4.8 * unit_of(scene) - SLACK}
        assert not narrow


@every_pair(edition=SHEETS, size=SIZES, page=FRONTS)
def test_gaps_within_a_row_are_equal(edition: str, size: str, page: PageKind) -> None:
    for scene, zones in sides(edition, page, size=size):
        places = cells(scene, edition)
        for name, zone in zones.items():
            for r, cells_of_row in enumerate(zone.cells.rows):
                columns = [c for c, cell in enumerate(cells_of_row) if cell is not None]
                row = [places[f"{name}.{zone.cells.name(r, c)}"] for c in columns]
                assert len({round(place.y, 6) for place in row}) == 1
                assert max(place.width for place in row) - min(place.width for place in row) < 0.02
                steps = [(b.x - a.x) / (j - i) for (i, a), (j, b) in pairwise(zip(columns, row, strict=True))]
                assert max(steps) - min(steps) < 0.02


@every_pair(edition=SHEETS, size=SIZES, page=PAGES)
def test_what_is_numbered_stands_evenly(edition: str, size: str, page: PageKind) -> None:
    """Rounds, slots, stars of a ladder, columns of a score table: one size and one step from each to the next.

    A ladder may have several lines, with as many stars in each.
    """
    scene = drawn(edition, size=size, page=page)
    series: dict[str, list[tuple[int, Rect]]] = {}
    other = re.compile(r"(rating|slot|game)\.\d+|.+\.badge\..+|.+\.row\.\d+")
    for group in groups(scene.items):
        name, _, number = group.id.rpartition(".")
        if number.isdigit() and group.id not in addresses(edition) and not other.fullmatch(group.id):
            series.setdefault(name, []).append((int(number), bounds(group.items[0])))
    for name, row in series.items():
        assert max(rect.width for _, rect in row) - min(rect.width for _, rect in row) < 0.02, name
        lines = [list(line) for _, line in groupby(row, key=lambda place: round(place[1].centre[1], 1))]
        assert len(lines) == 1 or (name.endswith(".star.count") and len({len(line) for line in lines}) == 1), name
        steps = [(b.centre[0] - a.centre[0]) / (j - i) for line in lines for (i, a), (j, b) in pairwise(line)]
        assert not steps or max(steps) - min(steps) < 0.02, name
    assert series or page == "solo back"


@pytest.mark.parametrize("edition", SHEETS)
def test_every_cell_is_drawn_once(edition: str) -> None:
    for page in FRONTS:
        found = [name for scene, _ in sides(edition, page) for name in cells(scene, edition)]
        assert sorted(found) == sorted(addresses(edition))


@pytest.mark.parametrize("edition", SHEETS)
def test_every_printed_number_stands_once_in_its_cell(edition: str) -> None:
    for scene, zones in sides(edition, "front"):
        found = {group.id: [item.text for item in group.items if isinstance(item, Text)] for group in scene.groups()}
        for name, zone in zones.items():
            for cell_name, cell in zone.cells.by_name.items():
                printed = cell.number if cell.number is not None else cell.entry
                numbers = [text for text in found[f"{name}.{cell_name}"] if text.isdigit()]
                assert numbers == ([] if printed is None or cell.crossed else [str(printed)])
