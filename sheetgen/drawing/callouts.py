"""Numbers beside a sheet, with lines to the parts that a legend explains. Lengths are millimetres."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import sqrt
from typing import NamedTuple

from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Point, Rect, Scene, bounds, line, moved
from sheetgen.drawing.text import font_face, text_at
from sheetgen.drawing.themes import Theme

MARGIN = 9.0  # on either side of the sheet
RADIUS = 2.9
APART = 6.6  # the least distance between the middles of two numbers
DOT = 0.65  # radius of the end of a line
INSIDE = 0.8  # how far a line reaches into its part
BESIDE = -0.45  # the same for a part that is small: the end of the line touches it
CLEAR = 0.4  # from a line between tracks to their circles
EDGE = "#C9CDD4"

# The parts that legends explain, in their order, and how their groups are named.
PARTS: Mapping[str, Callable[[str], bool]] = {
    "rounds": lambda name: name == "rounds",
    "slots": lambda name: name == "dice",
    "actions": lambda name: name == "actions",
    "zones": lambda name: name.startswith("zone-"),
    "badges": lambda name: ".badge." in name,
    "stars": lambda name: ".star." in name,
}
EVERY = ("zones",)  # parts of which each one has the number; of the others, the one that is nearest to an edge
SMALL = ("badges", "stars")


class _Callout(NamedTuple):
    """A number, its line on the sheet, from the edge to the part, and whether it stands at the left of the sheet."""

    number: int
    line: Sequence[Point]
    is_left: bool

    @property
    def height(self) -> float:
        """The height at which the number should stand."""
        return self.line[0][1]


def parts_on(scene: Scene) -> list[str]:
    """Return the parts that a sheet has, in the order of their numbers, which start at 1."""
    names = [group.id for group in scene.groups()]
    return [part for part, is_part in PARTS.items() if any(map(is_part, names))]


def with_numbers(scene: Scene, theme: Theme) -> Scene:
    """Return a sheet with margins, in which its parts have numbers."""
    sheet = Rect(MARGIN, 0, scene.width, scene.height)
    edge = Box(sheet.inset(0.1), Paint(stroke=EDGE, width=0.2), 0.6)
    items: list[Item] = [moved(item, 1, MARGIN, 0) for item in scene.items]
    callouts = list(_callouts(scene))
    lines: list[Item] = []
    discs: list[Item] = []
    for is_left in (True, False):
        side = sorted((each for each in callouts if each.is_left == is_left), key=lambda each: each.height)
        heights = _apart([each.height for each in side], scene.height)
        for each, y in zip(side, heights, strict=True):
            x = MARGIN / 2 - 0.6 if is_left else scene.width + MARGIN * 1.5 + 0.6
            points = [(x, y), *((MARGIN + across, down) for across, down in each.line)]
            for colour, width in ((theme.cell, 1.1), (theme.ink, 0.4)):
                lines.append(line(points, Paint(stroke=colour, width=width)))
            lines.append(Circle(*points[-1], DOT, Paint(fill=theme.ink, stroke=theme.cell, width=0.25)))
            discs += _disc(each.number, x, y, theme)
    return replace(scene, width=scene.width + 2 * MARGIN, items=(edge, *items, Group("numbers", (*lines, *discs))))


def _callouts(scene: Scene) -> Sequence[_Callout]:
    result: list[_Callout] = []
    for number, part in enumerate(parts_on(scene), start=1):
        rects = [bounds(group) for group in scene.groups() if PARTS[part](group.id)]
        chosen = rects if part in EVERY else [min(rects, key=lambda rect: min(rect.x, scene.width - rect.right))]
        for rect in chosen:
            is_left = rect.x <= scene.width - rect.right
            inside = BESIDE if part in SMALL else INSIDE
            x = rect.x + inside if is_left else rect.right - inside
            points = [(x, rect.centre[1] if part in SMALL else _free_height(scene, rect, x))]
            if part == "actions" and not is_left:
                points = _to_track(scene, rect) or points
            result.append(_Callout(number, points, is_left))
    return result


def _small_parts(scene: Scene) -> list[Rect]:
    """The badges and stars: what has a number of its own wherever it is."""
    return [bounds(group) for group in scene.groups() if any(PARTS[part](group.id) for part in SMALL)]


def _free_height(scene: Scene, part: Rect, x: float) -> float:
    """The height nearest to the middle of a part at which a line that ends at x ends on no badge and no star."""
    middle, reach = part.centre[1], DOT + BESIDE + INSIDE
    near = [each.inset(-reach) for each in _small_parts(scene) if each.inset(-reach).overlaps(part)]
    beside = [each for each in near if each.x < x < each.right]
    heights = (middle, *(edge for each in beside for edge in (each.y, each.bottom) if part.y < edge < part.bottom))
    free = (y for y in heights if not any(each.y < y < each.bottom for each in beside))
    return min(free, key=lambda y: abs(y - middle), default=middle)


def _to_track(scene: Scene, panel: Rect) -> list[Point]:
    """The line from the right edge of a sheet to the last circle of an action track; empty if no line has room.

    It ends at the right of a track without a badge at its end; otherwise it is led between two tracks.
    """
    actions = next(group for group in scene.groups() if PARTS["actions"](group.id))
    groups = [item for item in actions.items if isinstance(item, Group)]
    badges = [bounds(group) for group in groups if PARTS["badges"](group.id)]
    slots = (group for group in groups if not PARTS["badges"](group.id))
    rings = [shape for group in slots for shape in group.items if isinstance(shape, Circle)]
    last = {ring.y: ring for ring in sorted(rings, key=lambda ring: ring.x)}.values()
    by_length = sorted(last, key=lambda ring: (-round(ring.x, 2), ring.y))
    for way, ring in product((0, 1, -1), by_length):
        beyond = [badge for badge in badges if badge.x > ring.x and badge.y < ring.y < badge.bottom]
        y = ring.y + way * (max([ring.radius, *(badge.height / 2 for badge in beyond)]) + CLEAR)
        is_free = not any(badge.x > ring.x and badge.y < y < badge.bottom for badge in badges)
        if is_free and panel.y + INSIDE < y < panel.bottom - INSIDE:
            rim = ring.radius * (sqrt(0.5) if way else 1)
            bend = [(ring.x + ring.radius + CLEAR, y)] if way else []
            return [(panel.right, y), *bend, (ring.x + rim, ring.y + way * rim)]
    return []


def _apart(wanted: Sequence[float], height: float) -> list[float]:
    """Return heights near the wanted ones, given from top to bottom, that are far enough from each other."""
    result: list[float] = []
    for y in wanted:
        result.append(max(y, result[-1] + APART) if result else max(y, RADIUS))
    lowest = height - RADIUS
    for i in range(len(result) - 1, -1, -1):
        result[i] = min(result[i], lowest)
        lowest = result[i] - APART
    return result


def _disc(number: int, x: float, y: float, theme: Theme) -> list[Item]:
    size = RADIUS * 1.25
    base = y + font_face("display").cap_height * size / 2
    return [
        Circle(x, y, RADIUS, Paint(fill=theme.ink, stroke=theme.cell, width=0.25)),
        text_at(str(number), x, base, size, "display", theme.cell, 0.5),
    ]
