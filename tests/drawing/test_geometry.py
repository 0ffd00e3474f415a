"""Every sheet in every language, theme and size: nothing leaves its place, nothing lies on something else."""

from itertools import combinations, pairwise, product

import pytest

from sheetgen.drawing.scene import Rect, Scene, Text, bounds
from sheetgen.drawing.sheet import MARGIN, STANDARD
from tests.drawing.measures import (
    EDITIONS,
    LANGUAGES,
    SIZES,
    THEMES,
    addresses,
    badges,
    cells,
    drawn,
    edition_of,
    grounds,
    groups,
    texts,
)

EVERY = [pytest.param(*values, id="-".join(values)) for values in product(EDITIONS, LANGUAGES, THEMES, SIZES)]
SLACK = 0.011  # a scene is written with hundredths of a millimetre


def unit_of(scene: Scene) -> float:
    return min(scene.width / STANDARD[0], scene.height / STANDARD[1])


@pytest.mark.parametrize(("edition", "language", "theme", "size"), EVERY)
def test_everything_keeps_to_its_place(edition: str, language: str, theme: str, size: str) -> None:
    scene = drawn(edition, language, theme, size)
    page = Rect(0, 0, scene.width, scene.height).inset(MARGIN * unit_of(scene))
    outside = []
    for group, shape, below in grounds(scene):
        own = bounds(shape)
        if not page.contains(own, SLACK):
            outside.append(f"{group}: {shape} leaves the margin")
        if isinstance(shape, Text) and not bounds(below).contains(own, SLACK):
            outside.append(f"{group}: {shape.text!r} leaves {type(below).__name__} {bounds(below)}")
    assert not outside


@pytest.mark.parametrize(("edition", "language", "theme", "size"), EVERY)
def test_nothing_lies_on_something_else(edition: str, language: str, theme: str, size: str) -> None:
    scene = drawn(edition, language, theme, size)
    own_texts, own_badges, own_cells = texts(scene), badges(scene), cells(scene, edition)
    clashes = [
        f"{a.text!r} of {one} on {b.text!r} of {other}"
        for (one, a), (other, b) in combinations(own_texts, 2)
        if a.rect.overlaps(b.rect, SLACK)
    ]
    for name, rect in own_badges.items():
        clashes += [f"{name} on {other}" for other, b in own_badges.items() if name < other and rect.overlaps(b, SLACK)]
        clashes += [f"{name} on {other}" for other, b in own_cells.items() if rect.overlaps(b, SLACK)]
        clashes += [f"{name} on {b.text!r}" for other, b in own_texts if other != name and rect.overlaps(b.rect, SLACK)]
    clashes += [
        f"cells {one} and {other}"
        for (one, a), (other, b) in combinations(own_cells.items(), 2)
        if a.overlaps(b, SLACK)
    ]
    assert not clashes


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_panels_hold_what_belongs_to_them(edition: str, size: str, theme: str) -> None:
    scene = drawn(edition, theme=theme, size=size)
    frames = []
    for name in edition_of(edition).zones:
        (panel,) = (group for group in groups(scene.items) if group.id == f"zone-{name}")
        frame, *others = panel.items
        frames.append(bounds(frame))
        outside = [str(item) for item in others if not frames[-1].contains(bounds(item), SLACK)]
        assert not outside
    assert not [1 for one, other in combinations(frames, 2) if one.overlaps(other)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_texts_stay_in_their_cells(edition: str, size: str) -> None:
    scene = drawn(edition, size=size)
    places = cells(scene, edition)
    for group, text in texts(scene):
        if group in places:
            assert places[group].inset(0.3).contains(text.rect), f"{text.text!r} touches the edge of {group}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_cells_leave_room_for_a_pencil(edition: str, size: str) -> None:
    scene = drawn(edition, size=size)
    least = 8.0 * unit_of(scene) - SLACK
    small = {name: rect for name, rect in cells(scene, edition).items() if rect.width < least or rect.height < least}
    assert not small


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_gaps_within_a_row_are_equal(edition: str, size: str) -> None:
    places = cells(drawn(edition, size=size), edition)
    for name, zone in edition_of(edition).zones.items():
        rows = range(len(zone.cells.rows))
        for r in rows:
            columns = [c for c, cell in enumerate(zone.cells.rows[r]) if cell is not None]
            row = [places[f"{name}.{zone.cells.name(r, c)}"] for c in columns]
            assert len({round(place.y, 6) for place in row}) == 1
            assert max(place.width for place in row) - min(place.width for place in row) < 0.02
            steps = [(b.x - a.x) / (j - i) for (i, a), (j, b) in pairwise(zip(columns, row, strict=True))]
            assert max(steps) - min(steps) < 0.02


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_cell_is_drawn_once(edition: str) -> None:
    assert set(cells(drawn(edition), edition)) == addresses(edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_printed_number_stands_once_in_its_cell(edition: str) -> None:
    scene = drawn(edition)
    found = {group.id: [item.text for item in group.items if isinstance(item, Text)] for group in groups(scene.items)}
    for name, zone in edition_of(edition).zones.items():
        for cell_name, cell in zone.cells.by_name.items():
            printed = cell.number if cell.number is not None else cell.entry
            numbers = [text for text in found[f"{name}.{cell_name}"] if text.isdigit()]
            assert numbers == ([] if printed is None or cell.crossed else [str(printed)])


@pytest.mark.parametrize("edition", EDITIONS)
def test_ids_are_unique(edition: str) -> None:
    names = [group.id for group in groups(drawn(edition).items) if group.id]
    assert len(names) == len(set(names))
