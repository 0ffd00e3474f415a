"""The panels of zones, measured on the scene: no slivers, nothing on something else, tags along the frame, type.

Distances are those of the standard sheet: on smaller paper all of them shrink alike.
"""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path as File

import pytest

from sheetgen.drawing import icons
from sheetgen.drawing.pages import PageKind, draw_page, has_page
from sheetgen.drawing.pen import LINE, Pen
from sheetgen.drawing.scene import Box, Circle, Group, Item, Path, Rect, Scene, Text, bounds, outline
from sheetgen.drawing.text import outline_item
from sheetgen.drawing.themes import contrast, luminance, themes
from sheetgen.i18n import languages
from sheetgen.layout import load
from sheetgen.layout.parts.bonus import parse_bonus
from tests.drawing.measures import (
    POINT,
    SHEETS,
    THEMES,
    by_id,
    drawn,
    edition_of,
    fill_of,
    grounds,
    groups,
    layout_of,
    texts_of,
    unit_of,
)
from tests.matrix import every_pair

CELLS_APART, FROM_FRAME, APART, STARS_APART = 0.5, 0.8, 0.1, 0.15  # of what is printed, lines and all
LEAST_TYPE, LEAST_TYPE_IN_WHITE, LEAST_SYMBOL = 7.0, 8.0, 2.0  # points, points, millimetres
LANGUAGES = languages()
FIELDS = re.compile(r".+\.(blank|pair|sum)\d+")
EXACT = 0.011  # a scene is written with hundredths of a millimetre
PAGES: tuple[PageKind, ...] = ("front", "solo front", "back")
Place = tuple[str, Rect]


def pages_with_zones(sheet: str) -> tuple[PageKind, ...]:
    shown = PAGES if edition_of(sheet).has_two_pages else PAGES[:2]
    return tuple(kind for kind in shown if has_page(layout_of(sheet), kind))


class Panel:
    """The panel of a zone, taken apart; the lines of shapes belong to their places."""

    def __init__(self, group: Group, addresses: set[str]) -> None:
        frame, *items = group.items
        assert isinstance(frame, Box)
        self.name, self.frame, self.line = group.id, frame.rect, frame.paint.width
        self.radius = frame.radius
        every = [*groups(items)]
        self.cells = [(each.id, inked(each.items[0])) for each in every if each.id in addresses]
        self.fields = [
            (each.id, inked(item))
            for each in every
            if FIELDS.fullmatch(each.id)
            for item in each.items
            if isinstance(item, Box)
        ]
        self.fields += [(f"head {i}", inked(item)) for i, item in enumerate(items) if is_head(item)]
        self.badges = [(each.id, bounds(each)) for each in every if ".badge." in each.id]
        self.stars = [(each.id, bounds(each)) for each in every if ".star." in each.id]
        self.texts = [(item.text, item.rect) for item in items if isinstance(item, Text)]
        self.tags = [path for each in items if isinstance(each, Group) and not each.id for path in each.items[:1]]
        self.items = items


def inked(shape: Item) -> Rect:
    assert isinstance(shape, Box)
    return shape.rect.inset(-shape.paint.width / 2)


def is_head(item: Item) -> bool:
    """The box with a symbol at the start of a row of another colour; the die that is added has a white edge."""
    return isinstance(item, Box) and item.paint.stroke is not None and item.rect.height > 1.5 * item.rect.width


def panels(scene: Scene, sheet: str) -> list[Panel]:
    edition = edition_of(sheet)
    addresses = {f"{name}.{cell}" for name, zone in edition.zones.items() for cell in zone.cells.by_name}
    return [Panel(group, addresses) for group in scene.groups() if group.id.startswith("zone-")]


def gap(a: Rect, b: Rect) -> tuple[float, float]:
    """How far two rectangles are apart across and down; negative where they overlap."""
    return max(a.x - b.right, b.x - a.right), max(a.y - b.bottom, b.y - a.bottom)


def too_near(ones: list[Place], others: list[Place], least: float) -> Iterator[str]:
    for (one, a), (other, b) in ((a, b) for a in ones for b in others):
        across, down = gap(a, b)
        if one != other and max(across, down) < least - EXACT and hypot(max(across, 0), max(down, 0)) < least - EXACT:
            yield f"{one} and {other}: {across:.2f} and {down:.2f} mm"


def slivers(panel: Panel, unit: float) -> Iterator[str]:
    """Cells and boxes to write in that neither share an edge nor keep their distance from each other and the frame."""
    places = panel.cells + panel.fields
    for (one, a), (other, b) in combinations(places, 2):
        across, down = gap(a, b)
        share_edge = abs(max(across, down) + LINE * unit) < EXACT * 2
        if not share_edge and hypot(max(across, 0), max(down, 0)) < CELLS_APART * unit - EXACT:
            yield f"{one} and {other} are {across:.2f} and {down:.2f} mm apart"
    inside = panel.frame.inset(panel.line / 2 + FROM_FRAME * unit)
    yield from (f"{name} is near the frame" for name, rect in places if not inside.contains(rect, EXACT))


def collisions(panel: Panel, unit: float) -> Iterator[str]:
    """Badges, stars and texts that touch each other, a cell, a tag or the frame."""
    places = panel.cells + panel.fields
    yield from too_near(panel.badges + panel.stars, places, APART * unit)
    yield from too_near(panel.stars, panel.stars, STARS_APART * unit)
    yield from too_near(panel.badges, panel.badges + panel.stars, APART * unit)
    yield from too_near(panel.texts, places + panel.badges + panel.stars, APART * unit)
    tags = [("the tag", bounds(tag)) for tag in panel.tags]
    yield from too_near(tags, panel.badges + panel.stars + panel.texts, APART * unit)
    yield from too_near(tags, places, CELLS_APART * unit)
    # The corners of badges are round, and stars are discs.
    for rects, cut in ((panel.badges, 0.064), (panel.stars, 0.146), (panel.texts, 0.0)):
        yield from (
            f"{name} is on the frame" for name, rect in rects if not within(panel, rect.inset(rect.width * cut))
        )


def within(panel: Panel, rect: Rect) -> bool:
    """Whether the corners of a rectangle are inside the frame."""
    edge = panel.frame.inset(panel.line / 2)
    corners = [(x, y) for x in (rect.x, rect.right) for y in (rect.y, rect.bottom)]
    return all(in_rounded(edge, panel.radius - panel.line / 2, corner, 0.0) for corner in corners)


def in_rounded(rect: Rect, radius: float, point: tuple[float, float], slack: float) -> bool:
    """Whether a point is in a rectangle with round corners."""
    core = rect.inset(radius)
    x, y = min(max(point[0], core.x), core.right), min(max(point[1], core.y), core.bottom)
    return hypot(point[0] - x, point[1] - y) <= radius + slack


def wrong_tags(panel: Panel) -> Iterator[str]:
    """Tags that leave the frame, or whose outer edge is not that of the frame."""
    for tag in panel.tags:
        assert isinstance(tag, Path)
        if not all(in_rounded(panel.frame, panel.radius, point, 0.01) for point in outline(tag.commands)):
            yield "the tag leaves the frame"
        place = bounds(tag)
        sides = [place.x - panel.frame.x, place.right - panel.frame.right, place.y - panel.frame.y]
        if sum(abs(side) < EXACT for side in sides) < 2 or tag.paint.width != panel.line:
            yield "the tag does not follow the frame"


@every_pair(
    sheet=SHEETS,
    page=PAGES,
    theme=THEMES,
    language=LANGUAGES,
    size=(None, "A6", "A5", "A4", "120x190"),
)
def test_nothing_touches_by_accident(sheet: str, page: PageKind, theme: str, language: str, size: str | None) -> None:
    if page not in pages_with_zones(sheet):
        page = "front"
    scene = drawn(sheet, language, theme, size, page)
    unit = unit_of(scene)
    found = panels(scene, sheet)
    assert found
    assert any(panel.tags for panel in found)
    wrong = [
        f"{panel.name}: {fault}"
        for panel in found
        for faults in (slivers(panel, unit), collisions(panel, unit), wrong_tags(panel))
        for fault in faults
    ]
    assert wrong == []


# Type and signs


@every_pair(sheet=SHEETS, theme=THEMES, language=LANGUAGES)
def test_type_is_large_enough(sheet: str, theme: str, language: str) -> None:
    """7 pt for dark type and 8 pt for light type on every page of a sheet at its native size."""
    for page in (*PAGES, *(("solo back",) if has_page(layout_of(sheet), "solo back") else ())):
        small = set()
        for group, text, below in grounds(drawn(sheet, language, theme, None, page), Text):
            assert isinstance(text, Text)
            light = luminance(text.fill) > luminance(fill_of(below))
            if text.size / POINT < (LEAST_TYPE_IN_WHITE if light else LEAST_TYPE):
                small.add(f"{page} {group}: {text.text!r} of {text.size / POINT:.2f} pt")
        assert not small


@pytest.mark.parametrize("sheet", SHEETS)
def test_symbols_of_badges_are_large_enough(sheet: str) -> None:
    """The symbol of the die follows the tile of a badge."""
    edition = edition_of(sheet)
    shown = by_id(drawn(sheet, size=None))
    found = 0
    for name, zone in edition.zones.items():
        for badge in zone.badges:
            path = badge.cells if badge.attached_to in ("cell", "between cells") else badge.path
            group = shown.get(f"{name}.badge." + ".".join(map(str, path)).replace(" ", "-"))
            for bonus in badge.bonus.singles if group is not None and len(badge.bonus.singles) == 1 else ():
                if group is None or bonus.target is None:
                    continue
                draw = icons.SYMBOLS[edition.dice[edition.die_of(bonus.target)].symbol]
                parts = group.items[1 : 1 + len(draw(Rect(0, 0, 1, 1), "", ""))]
                symbol = bounds(Group("", parts))
                found += 1
                assert max(symbol.width, symbol.height) >= LEAST_SYMBOL, group.id
    assert found >= 3


@pytest.mark.parametrize("sheet", SHEETS)
def test_ladders_have_their_counts_below_the_stars(sheet: str) -> None:
    """A star of a ladder by count has its count centred below it, and nothing is nearer to it."""
    for name, zone in edition_of(sheet).zones.items():
        steps = next((part.count_ladder for part in zone.points.parts if part.count_ladder), ())
        for page in pages_with_zones(sheet):
            found = by_id(drawn(sheet, size=None, page=page))
            if f"zone-{name}" not in found:
                continue
            counts = [item for item in found[f"zone-{name}"].items if isinstance(item, Text)]
            for number, points in enumerate(steps, 1):
                star = found[f"{name}.star.count.{number}"]
                place = bounds(star)
                assert [text.text for text in texts_of(star)] == [str(points)]
                below = [text for text in counts if abs(text.rect.centre[0] - place.centre[0]) < 0.1]
                nearest = min(below, key=lambda text: abs(text.rect.y - place.bottom))
                assert nearest.text == str(number)
                assert 0.1 <= nearest.rect.y - place.bottom <= 0.6
                cells = [bounds(found[f"{name}.{cell}"]) for cell in zone.cells.by_name]
                under = [cell for cell in cells if cell.x <= place.centre[0] <= cell.right]
                assert all(cell.y - nearest.rect.bottom >= 0.5 for cell in under)
            stars = [bounds(found[f"{name}.star.count.{number}"]) for number in range(1, len(steps) + 1)]
            assert all(right.x - left.right >= 0.6 for left, right in pairwise(stars) if right.x > left.x)


def test_a_ladder_stands_above_its_grid() -> None:
    found = by_id(drawn("meadow", size=None))
    stars = Group("", tuple(found[f"sun.star.count.{number}"] for number in range(1, 13)))
    cells = Group("", tuple(group for name, group in found.items() if re.fullmatch(r"sun\.r\dc\d", name)))
    assert bounds(stars).centre[0] == pytest.approx(bounds(cells).centre[0], abs=0.01)


@pytest.mark.parametrize("sheet", ["classic", "deluxe", "day-and-night"])
def test_the_line_of_a_diagonal_keeps_clear_of_what_is_beside_the_last_cell(sheet: str) -> None:
    for page in ("front", "solo front"):
        shown = by_id(drawn(sheet, size=None, page=page))
        for name, zone in edition_of(sheet).zones.items():
            if zone.bonus.diagonal is None:
                continue
            size = min(len(zone.cells.rows), zone.cells.columns)
            last = bounds(shown[f"{name}.{zone.cells.name(size - 1, size - 1)}"].items[0])
            lines = [item for item in shown[f"zone-{name}"].items if isinstance(item, Path) and item.paint.fill is None]
            (diagonal,) = (item for item in lines if len(item.commands) > 3)
            beyond = bounds(Path((("M", (last.right, last.bottom)), *diagonal.commands[-2:]), diagonal.paint))
            assert beyond.y >= last.bottom
            blanks = [bounds(group) for group_id, group in shown.items() if group_id.startswith(f"{name}.blank")]
            assert all(blank.bottom <= last.bottom + EXACT for blank in blanks)


@pytest.mark.parametrize(("sheet", "zone", "note"), [("mix", "purple", "≥ 5"), ("tide-pool", "coral", "≥ 12")])
def test_notes_keep_away_from_the_frame(sheet: str, zone: str, note: str) -> None:
    panel = by_id(drawn(sheet, size=None))[f"zone-{zone}"]
    frame = next(item for item in panel.items if isinstance(item, Box))
    (text,) = (item for item in panel.items if isinstance(item, Text) and item.text.startswith(note))
    assert frame.rect.bottom - frame.paint.width / 2 - text.rect.bottom >= 0.8


@pytest.mark.parametrize("sheet", ["classic", "deluxe", "tide-pool"])
def test_rows_of_solo_sheets_stand_apart(sheet: str) -> None:
    edition = edition_of(sheet)
    zone = next(name for name, zone in edition.zones.items() if zone.cells.is_grid)
    found = by_id(drawn(sheet, size=None, page="solo front"))
    upper, lower = (bounds(found[f"{zone}.{edition.zones[zone].cells.name(row, 0)}"]) for row in (0, 1))
    assert lower.y - upper.bottom >= 0.5


@pytest.mark.parametrize("sheet", SHEETS)
def test_signs_are_between_the_cells_that_they_compare(sheet: str) -> None:
    mirrored = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}
    for name, zone in edition_of(sheet).zones.items():
        shown = next(
            found
            for page in pages_with_zones(sheet)
            if f"zone-{name}" in (found := by_id(drawn(sheet, size=None, page=page)))
        )
        for series in zone.order.series(zone.table):
            for before, after in pairwise(series.cells):
                rule = zone.accepts_in_row(zone.table.rows[after])
                first, second = (zone.table.names[cell] for cell in (before, after))
                sign = shown.get(f"{name}.sign.{first}-{second}")
                if not rule.sign or not rule.compares_with_entry_before:
                    assert sign is None
                    continue
                assert sign is not None
                a, b = bounds(shown[f"{name}.{first}"].items[0]), bounds(shown[f"{name}.{second}"].items[0])
                (text,) = texts_of(sign)
                assert text.text == (rule.sign if a.x < b.x else mirrored[rule.sign])
                assert text.rect.centre[0] == pytest.approx((a.centre[0] + b.centre[0]) / 2)
                assert text.rect.centre[1] == pytest.approx(a.centre[1], abs=0.2)


@pytest.mark.parametrize("sheet", SHEETS)
def test_signs_do_not_touch_the_rings_around_them(sheet: str) -> None:
    for page in pages_with_zones(sheet):
        scene = drawn(sheet, size=None, page=page)
        for name, group in by_id(scene).items():
            if ".sign." in name:
                ring, sign = group.items[0], outline_item(texts_of(group)[0])
                assert isinstance(ring, Circle)
                assert isinstance(sign, Path)
                reach = max(hypot(x - ring.x, y - ring.y) for x, y in outline(sign.commands))
                assert ring.radius - ring.paint.width / 2 - reach >= APART * unit_of(scene), name


@every_pair(sheet=SHEETS, theme=THEMES)
def test_tinted_cells_have_a_second_sign(sheet: str, theme: str) -> None:
    """A dark corner of 3:1, which no other cell has."""
    cell = themes()[theme].cell
    for page in pages_with_zones(sheet):
        shown = by_id(drawn(sheet, theme=theme, size=None, page=page))
        for name, zone in edition_of(sheet).zones.items():
            for cell_name, printed in zone.cells.by_name.items():
                if (group := shown.get(f"{name}.{cell_name}")) is None:
                    continue
                box, *others = group.items
                corners = [item for item in others if isinstance(item, Path) and item.paint.fill is not None]
                assert len(corners) == printed.tinted
                if printed.tinted:
                    assert isinstance(box, Box)
                    assert box.paint.fill not in (None, cell)
                    assert contrast(corners[0].paint.fill or "", box.paint.fill or "") >= 3


@every_pair(sheet=SHEETS, size=(None, "A4", "120x190"))
def test_results_have_room_for_a_pencil(sheet: str, size: str | None) -> None:
    """7 x 5 mm for the results of pairs, the sums and the points of rows."""
    for page in pages_with_zones(sheet):
        scene = drawn(sheet, size=size, page=page)
        for group in groups(scene.items):
            for item in group.items if FIELDS.fullmatch(group.id) else ():
                if isinstance(item, Box):
                    assert item.rect.width >= 7.0 * unit_of(scene) - EXACT, group.id
                    assert item.rect.height >= 5.0 * unit_of(scene) - EXACT, group.id


@pytest.mark.parametrize(
    ("sheet", "zone", "size", "rows"),
    [
        ("double", "silver", "120x171", 4),
        ("cubed", "yellow", "120x171", 3),
        ("cubed", "turquoise", None, 5),
        ("cubed", "turquoise", "120x171", 0),  # there is neither width nor height
        ("tide-pool", "pearl", "120x171", 3),
        ("day-and-night", "amber-day", "120x171", 4),
    ],
)
def test_rows_that_score_have_a_blank(sheet: str, zone: str, size: str | None, rows: int) -> None:
    for page in PAGES[:2]:
        shown = by_id(drawn(sheet, size=size, page=page))
        assert [name for name in shown if name.startswith(f"{zone}.blank")] == [
            f"{zone}.blank{row + 1}" for row in range(rows)
        ]


@every_pair(sheet=("double",), theme=THEMES)
def test_rows_have_the_colour_of_their_die(sheet: str, theme: str) -> None:
    """Cells of a row with a die of its own are tinted and edged in its colour, unlike those of the other rows."""
    shown = by_id(drawn(sheet, theme=theme))
    zone = edition_of(sheet).zones["silver"]
    looks = [
        {fill_and_line(shown[f"silver.{zone.cells.name(r, c)}"]) for c in range(6)} for r in range(len(zone.cells.rows))
    ]
    assert all(len(row) == 1 for row in looks)
    if themes()[theme].solid:
        assert len(set.union(*looks)) == len(looks)


def fill_and_line(group: Group) -> tuple[str | None, str | None]:
    box = group.items[0]
    assert isinstance(box, Box)
    return box.paint.fill, box.paint.stroke


# Plates: rounds, tracks, score tables, the passive turn, ratings


PLATES = re.compile(r"round\.\d+|actions|game\.\d+|passive|ratings")
FROM_PLATE, ON_PLATE_APART = 0.25, 0.15  # of what is printed, lines and all


def printed(item: Item) -> Rect:
    """What a shape covers: the outlines of letters, and lines with their width."""
    if isinstance(item, Group):
        rects = [printed(inner) for inner in item.items]
        left, top = min(rect.x for rect in rects), min(rect.y for rect in rects)
        return Rect(left, top, max(rect.right for rect in rects) - left, max(rect.bottom for rect in rects) - top)
    if isinstance(item, Text):
        return bounds(outline_item(item))
    return bounds(item).inset(-(item.paint.width / 2 if item.paint.stroke else 0))


@every_pair(sheet=SHEETS, page=(*PAGES, "solo back"), theme=THEMES, language=LANGUAGES)
def test_what_is_on_a_plate_keeps_its_distance(sheet: str, page: PageKind, theme: str, language: str) -> None:
    scene = drawn(sheet, language, theme, None, page)
    unit = unit_of(scene)
    plates = [group for group in groups(scene.items) if PLATES.fullmatch(group.id) and isinstance(group.items[0], Box)]
    assert plates or edition_of(sheet).has_two_pages
    for plate in plates:
        frame, *others = plate.items
        assert isinstance(frame, Box)
        inside = frame.rect.inset((frame.paint.width / 2 if frame.paint.stroke else 0) + FROM_PLATE * unit)
        near = [str(item) for item in others if not inside.contains(printed(item), EXACT)]
        assert not near, plate.id
        edged = [each for each in groups(others) if isinstance(each.items[0], Box | Circle)]
        places = [(each.id, printed(each.items[0])) for each in edged]
        least = CELLS_APART if plate.id.startswith("game.") else ON_PLATE_APART
        assert not list(too_near(places, places, least * unit)), plate.id


@every_pair(sheet=SHEETS, page=PAGES, language=LANGUAGES)
def test_numbers_stay_in_their_stars(sheet: str, page: PageKind, language: str) -> None:
    scene = drawn(sheet, language, "light", None, page)
    for group in groups(scene.items):
        if ".star." in group.id:
            star, number = group.items
            assert isinstance(star, Path)
            assert isinstance(number, Text)
            x, y = bounds(star).centre
            letters = outline_item(number)
            assert isinstance(letters, Path)
            reach = max(hypot(left - x, top - y) for left, top in outline(letters.commands))
            least = min(hypot(left - x, top - y) for left, top in outline(star.commands))
            assert reach <= least + EXACT, f"{number.text} of {group.id}"


@every_pair(sheet=SHEETS, page=("front", "solo front"), language=LANGUAGES)
def test_words_of_the_tally_keep_away_from_its_lines(sheet: str, page: PageKind, language: str) -> None:
    scene = drawn(sheet, language, "light", None, page)
    boxes = [group for group in groups(scene.items) if group.id.startswith("tally.")]
    assert len(boxes) > 3
    for group in boxes:
        box = group.items[0]
        assert isinstance(box, Box)
        inside = box.rect.inset(box.paint.width / 2 + FROM_PLATE * unit_of(scene))
        assert all(inside.contains(printed(text), EXACT) for text in texts_of(group)), group.id


# Zones of the same die

TWINS = ("amber-day", "rose-day", "amber-night", "rose-night")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", SHEETS)
def test_badges_of_different_zones_look_different(name: str, theme: str) -> None:
    edition = edition_of(name)
    pen = Pen(edition, themes()[theme], 1.0, str)
    looks = {zone: tuple(pen.badge(parse_bonus(f"? {zone}"), 0, 0)) for zone in edition.zones}
    assert len(set(looks.values())) == len(looks)


def test_the_tag_of_a_zone_has_the_dots_of_its_badges() -> None:
    def dots(group: Group) -> int:
        return sum(isinstance(shape, Circle) for shape in group.items)

    sheet = {**by_id(drawn("day-and-night")), **by_id(drawn("day-and-night", page="back"))}
    tags = [next(item for item in sheet[f"zone-{zone}"].items if isinstance(item, Group)) for zone in TWINS]
    amber_day, rose_day, amber_night, rose_night = map(dots, tags)  # and the circles of their symbols
    assert (amber_night - amber_day, rose_night - rose_day) == (1, 1)
    pen = Pen(edition_of("day-and-night"), themes()["light"], 1.0, str)
    assert [len(pen.dots(zone, 0, 0, "#000000")) for zone in TWINS] == [0, 0, 1, 1]


SECOND_BLUE = """
schema: 1
extends: classic
zones:
  orange: ~
  yellow: {bonus: {rows: [X blue, X blue2, X green, fox]}}
  blue2:
    die: blue
    cells: [[~, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    order: anywhere
    accepts: same number
    value: {sum with: white}
    points: {by count: [1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]}
  blue: {bonus: {rows: [X blue2, X yellow, fox]}}
  purple: {bonus: {10: X green}}
sheet:
  size: 120 x 200
  rows:
    - {height: 0.3, panels: [rounds]}
    - {height: 0.9, panels: [dice, actions]}
    - {height: 4.3, panels: [yellow, blue]}
    - {height: 3.7, panels: [blue2]}
    - {height: 1.4, panels: [green]}
    - {height: 1.4, panels: [purple]}
"""


def test_a_second_zone_of_a_die_is_told_apart_wherever_it_is(tmp_path: File) -> None:
    """In a grid without a tag, in the tally and in the table on the back; the symbol of blue has no circle."""
    file = tmp_path / "second.yaml"
    file.write_text(SECOND_BLUE, "utf-8")
    layout = load(str(file))

    def circles(group: Group) -> int:
        return sum(isinstance(shape, Circle) for shape in group.items)

    front, back = by_id(draw_page(layout, "front", tally=True)), by_id(draw_page(layout, "back"))
    for page, blue in ((front, "zone-blue"), (front, "tally.blue"), (back, "game.1.blue")):
        assert (circles(page[f"{blue}2"]) - circles(page[blue]), blue) == (1, blue)
    rows = [item for zone in ("blue", "blue2") for item in back[f"game.1.{zone}"].items]
    assert [item.text for item in rows if isinstance(item, Text)] == ["Blue", "Blue (blue2)"]
