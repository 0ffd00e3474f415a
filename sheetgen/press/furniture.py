"""What is printed around the sheets: cutting guides, the ruler, crop and registration marks, the line in the slug."""

from collections.abc import Iterable
from typing import Literal

from sheetgen.drawing.fonts import face
from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Rect
from sheetgen.drawing.shapes import line, text_at
from sheetgen.press.imposing import RULER, Imposition
from sheetgen.press.inks import REGISTRATION
from sheetgen.press.profiles import Profile

Guides = Literal["marks", "lines", "none"]
POINT = 25.4 / 72
INK, GUIDE = "#000000", "#808080"
GUIDE_WIDTH = 0.15
SMALL = 6.5 * POINT  # type of labels
RULED = 50.0


def guides(page: Imposition, kind: Guides, margin: float) -> Group:
    """Where to cut: marks outside the sheets, or fine lines along every cut."""
    grid = page.grid
    columns = sorted({edge for place in page.places for edge in (place.rect.x, place.rect.right)})
    rows = sorted({edge for place in page.places for edge in (place.rect.y, place.rect.bottom)})
    items: list[Item] = []
    if kind == "lines":
        paint = Paint(stroke=GUIDE, width=GUIDE_WIDTH, dash=(1.5, 1.5))
        items += [line([(x, grid.y), (x, grid.bottom)], paint) for x in _apart(columns)]
        items += [line([(grid.x, y), (grid.right, y)], paint) for y in _apart(rows)]
    elif kind == "marks":
        paint = Paint(stroke=INK, width=GUIDE_WIDTH)
        across, down = (_reach(grid.x - margin), _reach(grid.y - margin))
        for x in _apart(columns):
            items += _pair((x, grid.y), (x, grid.bottom), (0, 1), down, paint)
        for y in _apart(rows):
            items += _pair((grid.x, y), (grid.right, y), (1, 0), across, paint)
    return Group("guides", tuple(items))


def _apart(edges: Iterable[float]) -> list[float]:
    """Edges that neighbours share are cut once, though sums may differ in the last digit."""
    found: list[float] = []
    for edge in edges:
        if not found or edge - found[-1] > 0.01:
            found.append(edge)
    return found


def _reach(free: float) -> tuple[float, float]:
    """How far marks stay away from a sheet, and where they end; short where there is little room."""
    start = min(2.0, free / 3)
    return start, min(start + 4.0, free - GUIDE_WIDTH)


def _pair(
    first: tuple[float, float],
    last: tuple[float, float],
    way: tuple[int, int],
    reach: tuple[float, float],
    paint: Paint,
) -> list[Item]:
    """Two marks at the ends of a cut, pointing away from the sheets."""
    near, far = reach
    if far - near < 0.5:
        return []
    return [
        line(
            [(x + sign * way[0] * near, y + sign * way[1] * near), (x + sign * way[0] * far, y + sign * way[1] * far)],
            paint,
        )
        for (x, y), sign in ((first, -1), (last, 1))
    ]


def ruler(page: Imposition, margin: float, words: str) -> Group:
    """Fifty millimetres to measure, below the sheets or, where there is no room, beside them."""
    grid = page.grid
    if page.height - margin - grid.bottom >= RULER - 0.01:
        # Between two cuts, so that no cutting mark runs into it.
        left = grid.x + 4 if page.places[0].rect.width >= RULED + 8 else margin + 1
        return _ruler_across(left, page.height - margin - 1.2, words, page.width - margin)
    left = page.width - margin - 1.2
    return _ruler_down(left, grid.y + 4)


def _ruler_across(left: float, base: float, words: str, limit: float) -> Group:
    paint = Paint(stroke=INK, width=0.2)
    items: list[Item] = [line([(left, base), (left + RULED, base)], paint)]
    for step in range(11):
        x = left + step * RULED / 10
        items.append(line([(x, base), (x, base - _tick(step))], paint))
    label = text_at("50 mm", left + RULED + 1.5, base, SMALL, "strong", INK)
    items.append(label)
    start = label.rect.right + 2
    if start + face("text").width(words, SMALL) <= limit:
        items.append(text_at(words, start, base, SMALL, "text", INK))
    return Group("ruler", tuple(items))


def _ruler_down(x: float, top: float) -> Group:
    paint = Paint(stroke=INK, width=0.2)
    items: list[Item] = [line([(x, top), (x, top + RULED)], paint)]
    for step in range(11):
        y = top + step * RULED / 10
        items.append(line([(x, y), (x - _tick(step), y)], paint))
    items.append(text_at("50 mm", x, top + RULED + 1 + SMALL, SMALL, "strong", INK, 1.0))
    return Group("ruler", tuple(items))


def _tick(step: int) -> float:
    return 3.0 if step in (0, 10) else 2.2 if step == 5 else 1.4


def grounds(page: Imposition, paper: str, bleed: float) -> list[Item]:
    """The colour of the sheets' paper below them, running over the cut; white needs no ink."""
    if paper.upper() == "#FFFFFF":
        return []
    return [Box(place.rect.inset(-bleed), Paint(fill=paper)) for place in page.places]


def printers_marks(trim: Rect, profile: Profile) -> list[Item]:
    """Crop marks at the corners of the cut and targets in the middle of its sides, all outside the bleed."""
    marks, items = profile.marks, list[Item]()
    paint = Paint(stroke=REGISTRATION, width=marks.weight)
    near = profile.bleed + marks.distance
    far = near + marks.length
    if marks.crop:
        for x, right in ((trim.x, -1), (trim.right, 1)):
            for y, down in ((trim.y, -1), (trim.bottom, 1)):
                items.append(line([(x + right * near, y), (x + right * far, y)], paint))
                items.append(line([(x, y + down * near), (x, y + down * far)], paint))
    if marks.registration:
        radius = min(1.6, (profile.slug - marks.distance) / 3)
        middle = near + radius * 1.6
        x, y = trim.centre
        for centre in ((x, trim.y - middle), (x, trim.bottom + middle), (trim.x - middle, y), (trim.right + middle, y)):
            items += _target(*centre, radius, paint)
    return items


def _target(x: float, y: float, radius: float, paint: Paint) -> list[Item]:
    reach = radius * 1.55
    return [
        Circle(x, y, radius, paint),
        line([(x - reach, y), (x + reach, y)], paint),
        line([(x, y - reach), (x, y + reach)], paint),
    ]


def slug_line(trim: Rect, profile: Profile, words: str) -> list[Item]:
    """What a printer wants to know about the file, below the cut between the marks."""
    base = trim.bottom + profile.outside - 1.0
    size = max(SMALL, profile.type * POINT)
    room = trim.width / 2 - 8
    fits = profile.slug >= size + 2 and face("text").width(words, size) <= room
    return [text_at(words, trim.x + 4, base, size, "text", INK)] if fits else []
