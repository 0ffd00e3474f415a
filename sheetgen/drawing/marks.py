"""Marks on a drawn sheet: crosses, circles, numbers, action slots, rounds and results, drawn like pencil strokes.

Marks come as the data of a marks file. They are drawn in the cells that they name; whether a game could have
produced them is not checked here. `results` is what a player writes to add up the points, which the engine computes:
numbers for blanks such as `green.pair1` and `tally.total`, and `"o"` for stars to circle.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from math import cos, sin, tau
from typing import Any

from sheetgen.drawing.scene import (
    Box,
    Circle,
    Command,
    DrawingError,
    Group,
    Item,
    Paint,
    Path,
    Point,
    Rect,
    Scene,
    Shape,
    Text,
    bounds,
)
from sheetgen.drawing.sheet import unit_of
from sheetgen.drawing.themes import Theme, contrast, themes, until_contrast
from sheetgen.i18n import translate
from sheetgen.layout import Layout, SheetEdition

STROKE = 0.6
TURNS = ("active", "passive")  # of a round for one player
NUMBER = 5.1  # height of a written number on the standard sheet
SIGN_GAP = 0.4  # from a number to the signs on the edges of its cell
NARROWEST = 0.8  # how narrow a number is written beside such signs before it gets smaller, as a share of its width
RESULT_GAP = 0.3  # from a number in a blank to the line of the blank and to what is printed in it
THIN = 0.45  # the thinnest stroke, of small numbers and of circles around stars


@dataclass(frozen=True)
class _Pencil:
    """The groups of a sheet by id, its theme, and its scale relative to the standard sheet."""

    groups: Mapping[str, Group]
    theme: Theme
    unit: float

    def paint(self, width: float = STROKE) -> Paint:
        return Paint(stroke=self.theme.pencil, width=width * self.unit)

    def signs_on(self, zone: str, rect: Rect) -> list[Rect]:
        """The discs with signs such as `≥` on the edges of a cell of a zone, with their lines."""
        groups = (group for name, group in self.groups.items() if name.startswith(f"{zone}.sign."))
        discs = (shape for group in groups for shape in group.items if isinstance(shape, Circle))
        signs = (disc.rect.inset(-disc.paint.width / 2) for disc in discs)
        return [sign for sign in signs if sign.overlaps(rect)]

    def group_of(self, name: str) -> Group:
        if name not in self.groups:
            raise DrawingError(f"the sheet has no place {name!r} for a mark", in_marks=True)
        return self.groups[name]


def with_marks(scene: Scene, layout: Layout, marks: Mapping[str, object], *, theme: str) -> Scene:
    """Add the marks of a marks file (`marks`, `rounds`, `actions`) to a drawn sheet, and `results` if there are any.

    Raise DrawingError if the data has another form, or if something that it marks is not on the page. Results without
    a place on the page are left out, such as those of a tally that is not printed.
    """
    edition = layout.edition
    if not isinstance(edition, SheetEdition):
        raise DrawingError(f"{layout.id} has no sheet")
    unit = unit_of(scene.width, scene.height)
    pencil = _Pencil({group.id: group for group in scene.groups()}, themes()[theme], unit)
    cells, actions, results = (marks.get(key, {}) for key in ("marks", "actions", "results"))
    rounds = marks.get("rounds", edition.rounds.count)
    if not (
        isinstance(cells, Mapping)
        and isinstance(actions, Mapping)
        and isinstance(results, Mapping)
        and isinstance(rounds, int)
    ):
        raise DrawingError("marks are an object with 'marks', 'rounds' and 'actions'", in_marks=True)
    # A solo game may have more rounds than the front for several players shows.
    is_solo = "solo.1.active" in pencil.groups
    shown = rounds if is_solo or rounds > edition.most_rounds else min(rounds, edition.rounds.count)
    drawn_marks: list[Item] = [tick for number in range(1, shown + 1) for tick in _round(pencil, number)]
    for label, state in actions.items():
        drawn_marks += _track(pencil, str(label).replace(" ", "-"), state)
    floors = _floors(edition)
    for address, mark in cells.items():
        drawn_marks += _cell(pencil, str(address), mark, floors.get(str(address)))
    written = {address: result for address, result in results.items() if address in pencil.groups}
    drawn_marks += [_result(pencil, address, result) for address, result in written.items()]
    listed = ", ".join(
        f"{address} {mark['value'] if isinstance(mark, dict) else mark}"
        for address, mark in {**cells, **written}.items()
    )
    title = translate("Marks", scene.language)
    alt = f"{title}: {listed}" if listed else title
    return replace(scene, items=(*scene.items, Group("marks", tuple(drawn_marks), "marks", alt)))


def with_marks_of_page(scene: Scene, layout: Layout, marks: Mapping[str, Any], *, theme: str) -> Scene:
    """Add the marks whose cells are on this page, for a sheet whose game continues on its back."""
    ids = {group.id for group in scene.groups()}
    tracks = {name: track for name, track in marks.get("actions", {}).items() if f"{name.replace(' ', '-')}.1" in ids}
    rounds = [n for n in range(1, marks.get("rounds", 0) + 1) if {f"round.{n}", f"solo.{n}.active"} & ids]
    cells = {cell: mark for cell, mark in marks.get("marks", {}).items() if cell in ids}
    shown = {"marks": cells, "actions": tracks, "rounds": len(rounds), "results": marks.get("results", {})}
    return with_marks(scene, layout, shown, theme=theme)


def _floors(edition: SheetEdition) -> dict[str, int]:
    """The number from which on an entry earns the badge of its cell, by the address of the cell."""
    return {
        f"{name}.{badge.cells[0]}": badge.only_from
        for name, zone in edition.zones.items()
        for badge in zone.badges
        if badge.only_from is not None
    }


def _cell(pencil: _Pencil, address: str, mark: object, floor: int | None) -> list[Group]:
    """A mark in a cell; its badge is crossed out if it was not earned."""
    group = pencil.group_of(address)
    rect = next((shape.rect for shape in group.items if isinstance(shape, Box)), None)
    if rect is None:
        raise DrawingError(f"the sheet has no place {address!r} for a mark", in_marks=True)
    value, bonus = (mark.get("value"), mark.get("bonus", True)) if isinstance(mark, Mapping) else (mark, True)
    shapes: list[Shape] = []
    square = _square(rect)
    if isinstance(value, int):
        signs = pencil.signs_on(address.partition(".")[0], rect)
        free = _free_part(group, rect, signs, (SIGN_GAP + STROKE / 2) * pencil.unit)
        write = narrow_number if signs else pencil_number
        shapes.append(write(address, str(value), free, NUMBER * pencil.unit, pencil.paint()))
        bonus = bonus and (floor is None or value >= floor)
    elif value in ("x", "o"):
        printed = next((shape for shape in group.items if isinstance(shape, Circle)), None)
        if value == "o" or printed is not None:
            shapes.append(pencil_circle(address, square.centre, square.width * 0.41, pencil.paint()))
        if value == "x":
            arm = square.width * (0.2 if printed is None else 0.28)
            shapes.append(pencil_cross(address, square.inset(arm), pencil.paint(STROKE * 1.2)))
    else:
        raise DrawingError(f'{address}: expected "x", "o" or a number, found {value!r}', in_marks=True)
    groups = [Group(f"mark.{address}", tuple(shapes))]
    zone, _, cell = address.partition(".")
    badge = pencil.groups.get(f"{zone}.badge.{cell}")
    if not bonus and badge is not None:
        groups.append(Group(f"mark.{badge.id}", _strike_badge(pencil, badge)))
    return groups


def _square(rect: Rect) -> Rect:
    side = min(rect.width, rect.height)
    x, y = rect.centre
    return Rect(x - side / 2, y - side / 2, side, side)


def _free_part(group: Group, rect: Rect, signs: Sequence[Rect], gap: float) -> Rect:
    """The part in the middle of a cell that its printed texts and signs on its edges leave free, a gap beside these."""
    top, bottom = rect.y, rect.bottom
    for shape in group.items:
        if isinstance(shape, Text):
            if shape.rect.centre[1] < rect.centre[1]:
                top = max(top, shape.rect.bottom)
            else:
                bottom = min(bottom, shape.rect.y)
    margin = rect.width * 0.1
    beside = [sign for sign in signs if sign.y < bottom and sign.bottom > top]
    inside = (min(sign.right - rect.x, rect.right - sign.x) for sign in beside)
    aside = max([margin, *(depth + gap for depth in inside if depth < rect.width / 2)])
    return Rect(rect.x + aside, top + margin * 0.6, rect.width - 2 * aside, bottom - top - margin * 1.2)


def _result(pencil: _Pencil, address: str, result: object) -> Group:
    """A number in a blank, beside or below what is printed there; or a circle around a star."""
    group = pencil.groups[address]
    if result == "o":
        return Group(f"mark.{address}", _circle_star(pencil, group))
    box = next((shape for shape in group.items if isinstance(shape, Box)), None)
    if box is None or not isinstance(result, int):
        raise DrawingError(f'{address}: expected a blank for a number or a star for "o", found {result!r}')
    text, gap = str(result), RESULT_GAP * pencil.unit
    inner = box.rect.inset(box.paint.width / 2 + gap)
    printed = [bounds(item) for item in group.items[group.items.index(box) + 1 :]]
    beside = _from(inner, max((rect.right + gap for rect in printed), default=0.0), 0.0)
    below = _from(inner, 0.0, max((rect.bottom + gap for rect in printed), default=0.0))
    place = max(beside, below, key=lambda rect: _height(text, rect))
    height = min(_height(text, place), NUMBER * pencil.unit)
    paint = pencil.paint(max(STROKE * height / pencil.unit / NUMBER, THIN))
    return Group(f"mark.{address}", (pencil_number(address, text, place, height, paint),))


def _from(rect: Rect, x: float, y: float) -> Rect:
    """The part of a rectangle to the right of x and below y."""
    left, top = max(rect.x, x), max(rect.y, y)
    return Rect(left, top, rect.right - left, rect.bottom - top)


def _height(text: str, rect: Rect) -> float:
    """How high a number can be written in a rectangle; digits lean and are not quite in line."""
    return min(rect.height / 1.1, rect.width / (number_width(text) + 0.12))


def _circle_star(pencil: _Pencil, star: Group) -> tuple[Shape, ...]:
    """A circle on the edge of a star, with a light edge inside, and outside too where the panel is dark.

    It leaves the points in the star free, and what is printed close to the star.
    """
    paint, centre = pencil.paint(THIN), bounds(star).centre
    points = next((shape.rect for shape in star.items if isinstance(shape, Text)), bounds(star))
    reach = points.width / 2 + paint.width / 2
    radius = max(bounds(star).width / 2, reach / (1 - CLOSING - WOBBLE))
    zone, _, _ = star.id.partition(".star.")
    frame = next(shape for shape in pencil.groups[f"zone-{zone}"].items if isinstance(shape, Box))
    both_sides = contrast(pencil.theme.pencil, frame.paint.fill or pencil.theme.paper) < 3
    light = replace(paint, stroke=pencil.theme.cell, width=paint.width * (1.8 if both_sides else 1.5))
    inside = radius if both_sides else radius - (light.width - paint.width) * 0.4
    return pencil_circle(star.id, centre, inside, light), pencil_circle(star.id, centre, radius, paint)


def _strike_badge(pencil: _Pencil, badge: Group) -> tuple[Shape, ...]:
    """A stroke through a badge, with a light edge so that it is visible on every colour."""
    rect = bounds(badge)
    light = Paint(stroke=pencil.theme.cell, width=pencil.paint(STROKE * 2.4).width)
    return pencil_strike(badge.id, rect, light), pencil_strike(badge.id, rect, pencil.paint())


def _track(pencil: _Pencil, label: str, state: object) -> list[Group]:
    """The slots of an action track: unlocked ones circled, used ones crossed."""
    unlocked, used = (state.get("unlocked", 0), state.get("used", ())) if isinstance(state, Mapping) else (None, ())
    if not isinstance(unlocked, int) or not isinstance(used, Sequence):
        raise DrawingError(f"{label}: expected 'unlocked' and 'used', found {state!r}", in_marks=True)
    groups = []
    for slot in range(1, unlocked + 1):
        name = f"{label}.{slot}"
        ring = next(shape for shape in pencil.group_of(name).items if isinstance(shape, Circle))
        shapes: list[Shape] = [pencil_circle(name, (ring.x, ring.y), ring.radius * 0.8, pencil.paint())]
        if slot in used:
            arm = ring.radius * 0.5
            shapes.append(pencil_cross(name, Rect(ring.x - arm, ring.y - arm, 2 * arm, 2 * arm), pencil.paint()))
        groups.append(Group(f"mark.{name}", tuple(shapes)))
    return groups


def _round(pencil: _Pencil, number: int) -> list[Group]:
    """A tick on the number of a round; on a solo sheet in the circles of its two turns."""
    turns = [pencil.groups[name] for kind in TURNS if (name := f"solo.{number}.{kind}") in pencil.groups]
    if turns:
        return [_tick(pencil, turn.id, bounds(turn), pencil.theme.cell) for turn in turns]
    group = pencil.group_of(f"round.{number}")
    digit = next(shape.rect for shape in group.items if isinstance(shape, Text))
    return [_tick(pencil, group.id, digit, pencil.theme.cell)]


def _tick(pencil: _Pencil, name: str, rect: Rect, background: str) -> Group:
    """A tick centred on a rectangle."""
    size = 3.9 * pencil.unit
    x, y = rect.centre
    tick_rect = Rect(x - size * 0.4, y - size * 0.62, size, size)
    colour = until_contrast(pencil.theme.pencil, background, 4.5)
    return Group(
        f"mark.{name}", (pencil_tick(name, tick_rect, Paint(stroke=colour, width=STROKE * 1.3 * pencil.unit)),)
    )


# Pencil strokes: a little irregular, but the same on every run


# Strokes in a box of height 1: `M x y`, `L x y`, `C x1 y1 x2 y2 x y`. A character advances by its width and a gap.
SIGNS = {
    "0": "M .46 .04 C .08 -.04 -.06 .92 .26 .98 C .62 1.02 .66 .12 .36 .02",
    "1": "M .1 .3 L .36 .02 L .32 .98",
    "2": "M .06 .22 C .14 -.08 .6 -.04 .52 .32 C .46 .56 .16 .74 .03 .97 L .58 .94",
    "3": "M .08 .1 C .5 -.1 .68 .38 .2 .46 C .74 .44 .64 1.08 .03 .9",
    "4": "M .34 .03 L .03 .64 L .6 .61 M .46 .36 L .42 .99",
    "5": "M .54 .04 L .16 .06 L .11 .44 C .64 .28 .68 1.06 .05 .93",
    "6": "M .48 .02 C .1 .28 -.08 .96 .28 .97 C .64 .96 .6 .48 .28 .52 C .14 .55 .08 .66 .07 .74",
    "7": "M .04 .07 L .57 .04 C .4 .32 .28 .64 .22 .98 M .16 .53 L .5 .49",
    "8": "M .5 .13 C .34 -.1 -.02 .16 .24 .42 C .38 .54 .58 .66 .5 .84 C .42 1.02 .06 1.02 .07 .78 "
    "C .08 .56 .5 .48 .5 .13",
    "9": "M .52 .2 C .38 -.1 .0 .06 .07 .34 C .16 .6 .5 .5 .53 .22 C .54 .5 .48 .78 .34 .98",
    "-": "M .04 .56 L .44 .53",
}
WIDTHS = {"1": 0.4, "-": 0.46}
ADVANCE = 0.17
WOBBLE, CLOSING = 0.025, 0.07  # how much a circle differs from a round one, and its end from its start, in radii


def jitter(key: str, number: int = 0) -> float:
    """A pseudo-random number from -1 to 1 that depends on the key and the number only.

    >>> jitter("yellow.r1c1") == jitter("yellow.r1c1") != jitter("yellow.r1c2")
    True
    """
    digest = blake2b(f"{key}/{number}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") / 0x7FFFFFFF - 1


def _bent_stroke(key: str, start: Point, end: Point, size: float) -> list[Command]:
    """A nearly straight stroke; `size` of the mark sets how far it bends."""
    (x1, y1), (x2, y2) = start, end
    bend = [jitter(key, i) * size * 0.05 for i in range(4)]
    first = (x1 + (x2 - x1) / 3 + bend[0], y1 + (y2 - y1) / 3 + bend[1])
    second = (x1 + (x2 - x1) * 2 / 3 + bend[2], y1 + (y2 - y1) * 2 / 3 + bend[3])
    return [("M", start), ("C", (*first, *second, *end))]


def pencil_cross(key: str, rect: Rect, paint: Paint) -> Path:
    """A cross: two strokes from corner to corner."""
    size = min(rect.width, rect.height)

    def near(x: float, y: float, number: int) -> Point:
        return x + jitter(key, number) * size * 0.05, y + jitter(key, number + 1) * size * 0.05

    down = _bent_stroke(f"{key} down", near(rect.x, rect.y, 10), near(rect.right, rect.bottom, 12), size)
    up = _bent_stroke(f"{key} up", near(rect.right, rect.y, 14), near(rect.x, rect.bottom, 16), size)
    return Path((*down, *up), paint)


def pencil_strike(key: str, rect: Rect, paint: Paint) -> Path:
    """One stroke through a rectangle, from the lower left to the upper right."""
    size = min(rect.width, rect.height)
    lift = jitter(key, 20) * size * 0.06
    start, end = (rect.x, rect.bottom - size * 0.1 + lift), (rect.right, rect.y + size * 0.1 + lift)
    return Path(tuple(_bent_stroke(key, start, end, size)), paint)


def pencil_circle(key: str, centre: Point, radius: float, paint: Paint) -> Path:
    """A circle that ends a little beyond its start."""
    x, y = centre
    begin = -0.3 + jitter(key, 30) * 0.08
    turns, pieces = 1.06, 5
    step = turns / pieces * tau
    handle = 4 / 3 * (1 - cos(step / 2)) / sin(step / 2)  # distance of the control points of a curve, in radii

    def at(i: int) -> tuple[Point, Point]:
        """A point of the circle, and its tangent there."""
        angle = begin * tau + i * step
        reach = radius * (1 + jitter(key, 40 + i) * WOBBLE - (CLOSING if i == pieces else 0))
        return (x + reach * cos(angle), y + reach * sin(angle)), (-reach * sin(angle), reach * cos(angle))

    commands: list[Command] = [("M", at(0)[0])]
    for i in range(pieces):
        (x1, y1), (dx1, dy1) = at(i)
        (x2, y2), (dx2, dy2) = at(i + 1)
        commands.append(
            ("C", (x1 + handle * dx1, y1 + handle * dy1, x2 - handle * dx2, y2 - handle * dy2, x2, y2)),
        )
    return Path(tuple(commands), paint)


def pencil_tick(key: str, rect: Rect, paint: Paint) -> Path:
    """A tick."""
    dip = 0.34 + jitter(key, 50) * 0.05
    points = [(0.0, 0.55 + jitter(key, 51) * 0.06), (dip, 1.0), (1.0, 0.04 + jitter(key, 52) * 0.06)]
    placed = [(rect.x + px * rect.width, rect.y + py * rect.height) for px, py in points]
    return Path((("M", placed[0]), ("L", placed[1]), ("L", placed[2])), paint)


def number_width(text: str) -> float:
    """The width of a written number, as a multiple of its height."""
    return sum(WIDTHS.get(sign, 0.6) for sign in text) + ADVANCE * (len(text) - 1)


def pencil_number(key: str, text: str, rect: Rect, height: float, paint: Paint) -> Path:
    """A number in the middle of a rectangle, `height` high or as high as fits."""
    height = min(height, rect.height, rect.width / number_width(text))
    middle_x, middle_y = rect.centre
    left, top = middle_x - number_width(text) * height / 2, middle_y - height / 2
    lean = 0.06 + jitter(key, 60) * 0.05
    commands: list[Command] = []
    x = 0.0
    for i, sign in enumerate(text):
        lift = jitter(key, 70 + i) * 0.04
        commands += [
            (code, _place_points(values, left + x * height, top + lift * height, height, lean))
            for code, values in _strokes(SIGNS[sign])
        ]
        x += WIDTHS.get(sign, 0.6) + ADVANCE
    return Path(tuple(commands), paint)


def narrow_number(key: str, text: str, rect: Rect, height: float, paint: Paint) -> Path:
    """A number that lies in a rectangle with all its strokes, in its middle: narrower, then smaller, until it fits."""
    upright = pencil_number(key, text, Rect(-len(text), -0.5, 2 * len(text), 1), 1, paint)
    ink = bounds(upright)
    height = min(height, rect.height / ink.height, rect.width / ink.width / NARROWEST)
    scales = min(height, rect.width / ink.width), height
    shifts = [to - of * scale for to, of, scale in zip(rect.centre, ink.centre, scales, strict=True)]
    commands = (
        (code, tuple(value * scales[i % 2] + shifts[i % 2] for i, value in enumerate(values)))
        for code, values in upright.commands
    )
    return Path(tuple(commands), paint)


def _place_points(values: Sequence[float], left: float, top: float, height: float, lean: float) -> tuple[float, ...]:
    pairs = zip(values[::2], values[1::2], strict=True)
    return tuple(part for x, y in pairs for part in (left + (x + (0.5 - y) * lean) * height, top + y * height))


def _strokes(signs: str) -> list[Command]:
    commands: list[Command] = []
    for word in signs.split():
        if word in "MLC":
            commands.append((word, ()))
        else:
            code, values = commands[-1]
            commands[-1] = code, (*values, float(word))
    return commands
