"""Vector icons: actions, dice, people, and the symbols of zones.

Every icon is a function of the square to draw in, its colour (`ink`) and the colour behind it (`background`).
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Protocol

from sheetgen.drawing.scene import (
    Box,
    Circle,
    Command,
    Paint,
    Path,
    Point,
    Rect,
    Shape,
    arc,
    cross,
    line,
    polygon,
    star,
)
from sheetgen.layout.sheet import Die
from sheetgen.layout.symbols import symbol_commands

Icon = Callable[[Rect, str, str], list[Shape]]


class BadgeIcon(Protocol):
    """The icon of a badge that brings points at the end: filled (`solid`), or as an outline for themes without fill."""

    def __call__(self, rect: Rect, ink: str, background: str, *, solid: bool) -> list[Shape]:
        """Return the shapes."""


def _at(rect: Rect, *points: Point) -> list[Point]:
    """Points of the unit square, mapped to a rectangle."""
    return [(rect.x + x * rect.width, rect.y + y * rect.height) for x, y in points]


def _curve(rect: Rect, commands_text: str) -> tuple[Command, ...]:
    """The commands of a path in the unit square, written as `M x y C … Z`, mapped to a rectangle."""
    return _placed(rect, _commands(commands_text))


@cache
def _commands(text: str) -> tuple[Command, ...]:
    """The commands of a path, written as `M x y C … Z`."""
    commands: list[Command] = []
    parts = text.split()
    sizes = {"M": 2, "L": 2, "C": 6, "Z": 0}
    while parts:
        code = parts.pop(0)
        commands.append((code, tuple(float(parts.pop(0)) for _ in range(sizes[code]))))
    return tuple(commands)


def _placed(rect: Rect, commands: Iterable[Command]) -> tuple[Command, ...]:
    """Commands in the unit square, mapped to a rectangle."""
    left, top, width, height = rect.x, rect.y, rect.width, rect.height
    return tuple(
        [
            (code, tuple([top + value * height if i % 2 else left + value * width for i, value in enumerate(values)]))
            for code, values in commands
        ]
    )


def fox(rect: Rect, ink: str, background: str, *, solid: bool = True) -> list[Shape]:
    """The head of a fox from the front; not `solid`: as an outline."""
    outline = Paint(fill=ink if solid else background, stroke=None if solid else ink, width=rect.width * 0.05)
    head = _at(
        rect,
        (0.03, 0.06),
        (0.3, 0.25),
        (0.7, 0.25),
        (0.97, 0.06),
        (0.95, 0.5),
        (0.79, 0.72),
        (0.5, 0.96),
        (0.21, 0.72),
        (0.05, 0.5),
    )
    shapes: list[Shape] = [polygon(head, outline)]
    if solid:  # a light edge, so that it shows on every colour
        shapes.insert(0, polygon(head, Paint(fill=background, stroke=background, width=rect.width * 0.08)))
    light = Paint(fill=background)
    dark = Paint(fill=background if solid else ink)
    if solid:
        shapes.append(polygon(_at(rect, (0.09, 0.53), (0.37, 0.6), (0.47, 0.86), (0.24, 0.68)), light))
        shapes.append(polygon(_at(rect, (0.91, 0.53), (0.63, 0.6), (0.53, 0.86), (0.76, 0.68)), light))
        shapes.append(polygon(_at(rect, (0.1, 0.17), (0.27, 0.29), (0.13, 0.4)), light))
        shapes.append(polygon(_at(rect, (0.9, 0.17), (0.73, 0.29), (0.87, 0.4)), light))
    else:
        fine = Paint(stroke=ink, width=rect.width * 0.035)
        shapes.append(line(_at(rect, (0.06, 0.51), (0.37, 0.6), (0.5, 0.94), (0.63, 0.6), (0.94, 0.51)), fine))
    shapes.append(polygon(_at(rect, (0.27, 0.46), (0.42, 0.53), (0.32, 0.55)), dark))
    shapes.append(polygon(_at(rect, (0.73, 0.46), (0.58, 0.53), (0.68, 0.55)), dark))
    return shapes


def five_points(rect: Rect, ink: str, background: str, *, solid: bool = True) -> list[Shape]:
    """A star with five points, as heavy as the fox; not `solid`: as an outline."""
    middle, radius = _at(rect, (0.5, 0.55))[0], rect.width * 0.5
    outline = Paint(fill=ink if solid else background, stroke=None if solid else ink, width=rect.width * 0.06)
    shapes: list[Shape] = [star(*middle, radius, outline, points=5, depth=0.5)]
    if solid:  # a light edge, as of the fox
        edge = Paint(fill=background, stroke=background, width=rect.width * 0.08)
        shapes.insert(0, star(*middle, radius, edge, points=5, depth=0.5))
    return shapes


def reroll(rect: Rect, ink: str, background: str) -> list[Shape]:
    """Two arrows in a circle."""
    x, y = rect.centre
    radius, width = rect.width * 0.31, rect.width * 0.12
    stroke = Paint(stroke=ink, width=width)
    shapes: list[Shape] = [
        Path(tuple(arc(x, y, radius, 0.54, 0.9)), stroke),
        Path(tuple(arc(x, y, radius, 0.04, 0.4)), stroke),
    ]
    head = Paint(fill=ink)
    shapes.append(polygon(_at(rect, (0.66, 0.42), (0.95, 0.42), (0.86, 0.14)), head))
    shapes.append(polygon(_at(rect, (0.34, 0.58), (0.05, 0.58), (0.14, 0.86)), head))
    return shapes


def back(rect: Rect, ink: str, background: str) -> list[Shape]:
    """An arrow that turns back: a die returns from the platter."""
    width = rect.width * 0.13
    body = _curve(rect, "M 0.22 0.78 L 0.58 0.78 C 0.95 0.78 0.95 0.34 0.58 0.34 L 0.34 0.34")
    return [
        Path(body, Paint(stroke=ink, width=width)),
        polygon(_at(rect, (0.42, 0.1), (0.42, 0.58), (0.1, 0.34)), Paint(fill=ink)),
    ]


def joker(rect: Rect, ink: str, background: str) -> list[Shape]:
    """A die with a star instead of pips."""
    inner = rect.inset(rect.width * 0.14)
    x, y = rect.centre
    return [
        Box(inner, Paint(stroke=ink, width=rect.width * 0.09), rect.width * 0.14),
        star(x, y, rect.width * 0.27, Paint(fill=ink), points=5, depth=0.55),
    ]


def polish(rect: Rect, ink: str, background: str) -> list[Shape]:
    """A sparkle."""
    x, y = rect.centre
    big = star(x - rect.width * 0.06, y + rect.height * 0.05, rect.width * 0.4, Paint(fill=ink), points=4, depth=0.68)
    small = star(x + rect.width * 0.3, y - rect.height * 0.29, rect.width * 0.17, Paint(fill=ink), points=4, depth=0.62)
    return [big, small]


def mix(rect: Rect, ink: str, background: str) -> list[Shape]:
    """Three tiles to choose from."""
    side = rect.width * 0.36
    paint = Paint(stroke=ink, width=rect.width * 0.08)
    filled = Paint(fill=ink)
    corners = _at(rect, (0.32, 0.1), (0.1, 0.54), (0.54, 0.54))
    return [
        Box(Rect(px, py, side, side), filled if i == 0 else paint, rect.width * 0.07)
        for i, (px, py) in enumerate(corners)
    ]


def person(rect: Rect, ink: str, background: str) -> list[Shape]:
    """A person: head and shoulders."""
    body = _curve(rect, "M 0.12 0.98 C 0.12 0.42 0.88 0.42 0.88 0.98 Z")
    return [
        Circle(rect.x + rect.width * 0.5, rect.y + rect.height * 0.26, rect.width * 0.23, Paint(fill=ink)),
        Path(body, Paint(fill=ink)),
    ]


def platter(rect: Rect, ink: str, background: str) -> list[Shape]:
    """A platter with its cover."""
    dome = _curve(rect, "M 0.12 0.72 C 0.12 0.14 0.88 0.14 0.88 0.72 Z")
    foot = _curve(
        rect, "M 0.02 0.8 L 0.98 0.8 C 0.96 0.94 0.86 0.96 0.78 0.96 L 0.22 0.96 C 0.14 0.96 0.04 0.94 0.02 0.8 Z"
    )
    knob = Circle(rect.x + rect.width * 0.5, rect.y + rect.height * 0.21, rect.width * 0.1, Paint(fill=ink))
    return [Path(dome, Paint(fill=ink)), Path(foot, Paint(fill=ink)), knob]


def free_cross(rect: Rect, ink: str, background: str) -> list[Shape]:
    """A cross, for a bonus that crosses a cell."""
    return [cross(rect.inset(rect.width * 0.22), Paint(stroke=ink, width=rect.width * 0.15))]


PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}


def die(rect: Rect, ink: str, background: str, face: int = 0) -> list[Shape]:
    """A die with the pips of a face; face 0 is blank."""
    shapes: list[Shape] = [Box(rect, Paint(fill=background, stroke=ink, width=rect.width * 0.07), rect.width * 0.2)]
    for position in PIPS.get(face, ""):
        row, column = divmod(int(position) - 1, 3)
        x, y = _at(rect, (0.25 + 0.25 * column, 0.25 + 0.25 * row))[0]
        shapes.append(Circle(x, y, rect.width * 0.09, Paint(fill=ink)))
    return shapes


# Symbols of zones, which can be distinguished without colour


def _sun(rect: Rect, ink: str, background: str) -> list[Shape]:
    x, y = rect.centre
    return [
        star(x, y, rect.width * 0.5, Paint(fill=ink), points=8, depth=0.38),
        Circle(x, y, rect.width * 0.17, Paint(fill=background)),
    ]


def _shape(commands_text: str) -> Icon:
    def icon(rect: Rect, ink: str, background: str) -> list[Shape]:
        return [Path(_curve(rect, commands_text), Paint(fill=ink))]

    return icon


def _wave(rect: Rect, ink: str, background: str) -> list[Shape]:
    stroke = Paint(stroke=ink, width=rect.width * 0.12)
    # The ends keep away from the round corner of a badge.
    rows = [
        _curve(rect, f"M .02 {y} C .17 {y - 0.22} .32 {y - 0.22} .47 {y} C .62 {y + 0.22} .77 {y + 0.22} .92 {y}")
        for y in (0.24, 0.5, 0.76)
    ]
    return [Path(row, stroke) for row in rows]


def _gem(rect: Rect, ink: str, background: str) -> list[Shape]:
    fine = Paint(stroke=background, width=rect.width * 0.06)
    return [
        polygon(_at(rect, (0.25, 0.1), (0.75, 0.1), (1.0, 0.4), (0.5, 0.96), (0.0, 0.4)), Paint(fill=ink)),
        line(_at(rect, (0.04, 0.4), (0.96, 0.4)), fine),
        line(_at(rect, (0.3, 0.4), (0.5, 0.92), (0.7, 0.4)), fine),
    ]


def _leaf(rect: Rect, ink: str, background: str) -> list[Shape]:
    blade = _curve(rect, "M 0.08 0.92 C -0.05 0.35 0.35 0.05 0.95 0.06 C 0.98 0.66 0.62 1.02 0.08 0.92 Z")
    return [
        Path(blade, Paint(fill=ink)),
        line(_at(rect, (0.12, 0.88), (0.7, 0.32)), Paint(stroke=background, width=rect.width * 0.07)),
    ]


def _acorn(rect: Rect, ink: str, background: str) -> list[Shape]:
    cap = _curve(rect, "M 0.08 0.42 C 0.08 0.12 0.92 0.12 0.92 0.42 Z")
    nut = _curve(rect, "M 0.16 0.5 L 0.84 0.5 C 0.84 0.8 0.64 0.88 0.5 0.99 C 0.36 0.88 0.16 0.8 0.16 0.5 Z")
    stem = line(_at(rect, (0.5, 0.2), (0.5, 0.03)), Paint(stroke=ink, width=rect.width * 0.1))
    return [Path(cap, Paint(fill=ink)), Path(nut, Paint(fill=ink)), stem]


def _flower(rect: Rect, ink: str, background: str) -> list[Shape]:
    petals: list[Shape] = [
        Circle(*_at(rect, centre)[0], rect.width * 0.21, Paint(fill=ink))
        for centre in ((0.5, 0.22), (0.78, 0.42), (0.67, 0.76), (0.33, 0.76), (0.22, 0.42))
    ]
    return [*petals, Circle(*_at(rect, (0.5, 0.52))[0], rect.width * 0.13, Paint(fill=background))]


SYMBOLS: dict[str, Icon] = {
    "sun": _sun,
    "drop": _shape(
        "M 0.5 0.02 C 0.62 0.28 0.88 0.48 0.88 0.68 C 0.88 1.08 0.12 1.08 0.12 0.68 C 0.12 0.48 0.38 0.28 0.5 0.02 Z"
    ),
    "leaf": _leaf,
    "flame": _shape(
        "M 0.52 0.01 C 0.56 0.3 0.9 0.4 0.88 0.7 C 0.86 1.06 0.14 1.06 0.12 0.68 C 0.12 0.54 0.2 0.44 0.28 0.36 "
        "C 0.3 0.48 0.36 0.52 0.42 0.52 C 0.36 0.34 0.42 0.16 0.52 0.01 Z"
    ),
    "gem": _gem,
    "heart": _shape(
        "M 0.5 0.95 C 0.1 0.64 0.02 0.48 0.04 0.32 C 0.08 0.04 0.4 0.02 0.5 0.26 "
        "C 0.6 0.02 0.92 0.04 0.96 0.32 C 0.98 0.48 0.9 0.64 0.5 0.95 Z"
    ),
    "moon": _shape(
        "M 0.64 0.04 C 0.02 0.02 -0.1 0.86 0.5 0.96 C 0.72 1.0 0.88 0.88 0.96 0.74 C 0.5 0.84 0.26 0.36 0.64 0.04 Z"
    ),
    "wave": _wave,
    "acorn": _acorn,
    "bolt": _shape("M 0.6 0.0 L 0.14 0.56 L 0.44 0.56 L 0.36 1.0 L 0.86 0.4 L 0.54 0.4 Z"),
    "cloud": _shape(
        "M 0.24 0.82 C -0.06 0.82 -0.04 0.46 0.2 0.46 C 0.22 0.1 0.72 0.1 0.74 0.42 C 1.04 0.4 1.06 0.82 0.78 0.82 Z"
    ),
    "flower": _flower,
}


def symbol(die: Die, rect: Rect, ink: str, background: str) -> list[Shape]:
    """The symbol of a die or a deck, its own or one of ours; empty if it has none."""
    if die.symbol_path is not None:
        # Its corners keep away from the edge of a badge, as those of our symbols do.
        inner = rect.inset(rect.width * 0.03)
        return [Path(_placed(inner, _own_symbol(die.symbol_path)), Paint(fill=ink))]
    draw = SYMBOLS.get(die.symbol)
    return draw(rect, ink, background) if draw is not None else []


_own_symbol = lru_cache(maxsize=64)(symbol_commands)


ACTIONS: dict[str, Icon] = {"reroll": reroll, "return": back, "joker": joker, "polish": polish}
BADGES: dict[str, BadgeIcon] = {"fox": fox}  # by the name of the badge
SIGNS: dict[str, BadgeIcon] = {"fox": fox, "star": five_points}  # of the sides of a board, by their English name
