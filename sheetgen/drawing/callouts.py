"""Numbers beside a sheet, with lines to the parts that a legend explains. Lengths are millimetres."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sheetgen.drawing.scene import Box, Circle, Group, Item, Paint, Rect, Scene, bounds, line, moved
from sheetgen.drawing.text import font_face, text_at
from sheetgen.drawing.themes import Theme

MARGIN = 9.0  # on either side of the sheet
RADIUS = 2.9
APART = 6.6  # the least distance between the middles of two numbers
INSIDE = 0.8  # how far a line reaches into its part
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


class _Callout(NamedTuple):
    """A number, the part that it belongs to, and whether it stands at the left of the sheet."""

    number: int
    part: Rect
    is_left: bool


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
        side = sorted((each for each in callouts if each.is_left == is_left), key=lambda each: each.part.centre[1])
        heights = _apart([each.part.centre[1] for each in side], scene.height)
        for each, y in zip(side, heights, strict=True):
            x = MARGIN / 2 - 0.6 if is_left else scene.width + MARGIN * 1.5 + 0.6
            end = MARGIN + (each.part.x + INSIDE if is_left else each.part.right - INSIDE)
            points = [(x, y), (end, each.part.centre[1])]
            for colour, width in ((theme.paper, 1.1), (theme.ink, 0.4)):
                lines.append(line(points, Paint(stroke=colour, width=width)))
            lines.append(Circle(*points[1], 0.65, Paint(fill=theme.ink, stroke=theme.paper, width=0.25)))
            discs += _disc(each.number, x, y, theme)
    return replace(scene, width=scene.width + 2 * MARGIN, items=(edge, *items, Group("numbers", (*lines, *discs))))


def _callouts(scene: Scene) -> Sequence[_Callout]:
    result: list[_Callout] = []
    for number, part in enumerate(parts_on(scene), start=1):
        rects = [bounds(group) for group in scene.groups() if PARTS[part](group.id)]
        chosen = rects if part in EVERY else [min(rects, key=lambda rect: min(rect.x, scene.width - rect.right))]
        result += [_Callout(number, rect, rect.x <= scene.width - rect.right) for rect in chosen]
    return result


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
        Circle(x, y, RADIUS, Paint(fill=theme.ink)),
        text_at(str(number), x, base, size, "display", theme.paper, 0.5),
    ]
