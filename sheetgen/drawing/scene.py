"""The scene: a page as a list of shapes, independent of the file format, and helpers that build paths from points.

Positions, sizes, colours and fonts are final; a format only writes them down. All lengths are millimetres on paper.
The origin is the top left corner, x grows to the right and y downwards.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from math import cos, pi, sin, tan, tau
from typing import Any, TypeVar

from sheetgen.errors import SheetgenError
from sheetgen.layout.symbols import inside_curve

Command = tuple[str, tuple[float, ...]]  # M x y · L x y · C x1 y1 x2 y2 x y · Z


class DrawingError(SheetgenError, ValueError):
    """A page that cannot be drawn: the layout has no such page, or something on it does not fit or has no glyph.

    `in_marks` is true if the marks are wrong, not the layout: one is for a cell that is not on the page. `text` is the
    text that does not fit or lacks a glyph, if it is one; `element` the id of an element that lies over another one.
    """

    def __init__(self, message: str, *, in_marks: bool = False, text: str = "", element: str = "") -> None:
        super().__init__(message)
        self.in_marks = in_marks
        self.text = text
        self.element = element


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle on the page, in millimetres."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, x: float, y: float | None = None) -> "Rect":
        """The rectangle made smaller by `x` on the left and right and by `y` (default `x`) at the top and bottom."""
        dy = x if y is None else y
        return Rect(self.x + x, self.y + dy, self.width - 2 * x, self.height - 2 * dy)

    def overlaps(self, other: "Rect", slack: float = 0.0) -> bool:
        """Whether two rectangles share more than an edge; `slack` is how much overlap is tolerated.

        >>> Rect(0, 0, 2, 2).overlaps(Rect(1, 1, 2, 2)), Rect(0, 0, 2, 2).overlaps(Rect(2, 0, 2, 2))
        (True, False)
        """
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )

    def contains(self, other: "Rect", slack: float = 0.0) -> bool:
        """Whether another rectangle is inside this one; `slack` is how far it may reach out."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )


@dataclass(frozen=True, slots=True)
class Paint:
    """Fill and stroke colours as #RRGGBB (None: not painted), line width and dashes in millimetres."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """A painted rectangle; `radius` rounds its corners."""

    rect: Rect
    paint: Paint
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle around the point x, y."""

    x: float
    y: float
    radius: float
    paint: Paint

    @property
    def rect(self) -> Rect:
        """The rectangle around the circle."""
        return Rect(self.x - self.radius, self.y - self.radius, 2 * self.radius, 2 * self.radius)


@dataclass(frozen=True, slots=True)
class Path:
    """Lines and curves."""

    commands: tuple[Command, ...]
    paint: Paint

    @property
    def rect(self) -> Rect:
        """The rectangle around all points and control points; curves stay within it."""
        numbers = [pair for _, values in self.commands for pair in zip(values[::2], values[1::2], strict=True)]
        xs, ys = [x for x, _ in numbers], [y for _, y in numbers]
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text on a baseline, with the rectangle that it takes up."""

    text: str
    x: float  # where the line starts, whatever its alignment was
    y: float
    size: float  # the height of the em, in millimetres
    font: str
    fill: str
    rect: Rect
    other_font: str = ""  # for the characters that the font lacks, a key of `drawing.faces`


Shape = Box | Circle | Path | Text


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together; the id is that of the cell, slot or panel.

    The label is the name of a panel in drawing programs, `alt` a description for screen readers, `link` an address
    that opens when the group is clicked on a screen.
    """

    id: str
    items: tuple["Shape | Group", ...]
    label: str = ""
    alt: str = ""
    link: str = ""


Item = Shape | Group


@dataclass(frozen=True, slots=True)
class Scene:
    """A page: size in millimetres, shapes from back to front, and title, description and language for readers."""

    width: float
    height: float
    items: tuple[Item, ...]
    title: str
    description: str
    language: str

    def shapes(self) -> Iterator[tuple[str, Shape]]:
        """Every shape with the id of its innermost group."""
        yield from _shapes(self.items, "")

    def groups(self) -> Iterator[Group]:
        """Every group, each before the groups inside it."""
        yield from _groups(self.items)


def _shapes(items: tuple[Item, ...], group: str) -> Iterator[tuple[str, Shape]]:
    for item in items:
        if isinstance(item, Group):
            yield from _shapes(item.items, item.id or group)
        else:
            yield group, item


def _groups(items: tuple[Item, ...]) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from _groups(item.items)


def bounds(item: Item) -> Rect:
    """The rectangle around everything in an item, without the width of its lines.

    >>> bounds(Path((("M", (0.0, 0.0)), ("C", (0, 4, 4, 4, 4.0, 0))), Paint()))
    Rect(x=0.0, y=0.0, width=4.0, height=3.0)
    """
    match item:
        case Group():
            rects = [bounds(inner) for inner in item.items]
            corners = [(rect.x, rect.y) for rect in rects] + [(rect.right, rect.bottom) for rect in rects]
        case Box() | Text():
            return item.rect
        case Circle(x, y, radius):
            return Rect(x - radius, y - radius, 2 * radius, 2 * radius)
        case Path():
            corners = list(outline(item.commands))
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return Rect(left, top, max(x for x, _ in corners) - left, max(y for _, y in corners) - top)


def outline(commands: tuple[Command, ...]) -> Iterator[tuple[float, float]]:
    """Points along a path: its corners, and each curve in sixteen pieces."""
    x = y = 0.0
    for code, values in commands:
        if code == "C":
            yield from inside_curve((x, y), values, 16)
        if values:
            x, y = values[-2:]
            yield x, y


def moved(item: Item, scale: float, x: float, y: float) -> Item:
    """An item in another size, then moved to the right and down.

    >>> moved(Box(Rect(1, 1, 2, 2), Paint()), 2, 10, 0).rect
    Rect(x=12, y=2, width=4, height=4)
    """
    match item:
        case Group():
            return replace(item, items=tuple(moved(inner, scale, x, y) for inner in item.items))
        case Box(rect, paint, radius):
            return Box(_moved_rect(rect, scale, x, y), _scaled_paint(paint, scale), radius * scale)
        case Circle(left, top, radius, paint):
            return Circle(left * scale + x, top * scale + y, radius * scale, _scaled_paint(paint, scale))
        case Path(commands, paint):
            shifts = (x, y)
            placed = tuple(
                (code, tuple(value * scale + shifts[i % 2] for i, value in enumerate(values)))
                for code, values in commands
            )
            return Path(placed, _scaled_paint(paint, scale))
        case Text():
            rect = _moved_rect(item.rect, scale, x, y)
            return replace(item, x=item.x * scale + x, y=item.y * scale + y, size=item.size * scale, rect=rect)


def _moved_rect(rect: Rect, scale: float, x: float, y: float) -> Rect:
    return Rect(rect.x * scale + x, rect.y * scale + y, rect.width * scale, rect.height * scale)


def _scaled_paint(paint: Paint, scale: float) -> Paint:
    return replace(paint, width=paint.width * scale, dash=tuple(part * scale for part in paint.dash))


def number(value: float) -> str:
    """A number as text, rounded to hundredths, without trailing zeros.

    Halves are rounded up, even if a last digit is missing: Python versions add numbers in different ways.

    >>> number(3.0), number(2.345), number(2.3449999999), number(-0.001)
    ('3', '2.35', '2.35', '0')
    """
    text = f"{value + 1e-7:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


# Paths that are built from points


Point = tuple[float, float]


def polygon(points: Sequence[Point], paint: Paint) -> Path:
    """A closed shape with straight edges."""
    first, *others = points
    lines: list[Command] = [("M", first), *(("L", point) for point in others), ("Z", ())]
    return Path(tuple(lines), paint)


def line(points: Sequence[Point], paint: Paint) -> Path:
    """An open line."""
    first, *others = points
    return Path((("M", first), *(("L", point) for point in others)), paint)


def arc(x: float, y: float, radius: float, start: float, end: float) -> list[Command]:
    """The commands of an arc around x, y between two angles, in turns (1 is a circle) clockwise from the right.

    They begin with a move to the start.
    """
    pieces = max(1, round(abs(end - start) / 0.25 + 0.49))
    step = (end - start) * tau / pieces
    reach = 4 / 3 * tan(step / 4) * radius
    angle = start * tau
    commands: list[Command] = [("M", (x + radius * cos(angle), y + radius * sin(angle)))]
    for _ in range(pieces):
        after = angle + step
        commands.append(
            (
                "C",
                (
                    x + radius * cos(angle) - reach * sin(angle),
                    y + radius * sin(angle) + reach * cos(angle),
                    x + radius * cos(after) + reach * sin(after),
                    y + radius * sin(after) - reach * cos(after),
                    x + radius * cos(after),
                    y + radius * sin(after),
                ),
            )
        )
        angle = after
    return commands


def star(x: float, y: float, radius: float, paint: Paint, points: int = 12, depth: float = 0.16) -> Path:
    """A score star: a disc with a serrated edge; `depth` is the depth of its teeth as a share of the radius."""
    tip, valley = radius, radius * (1 - depth)
    reaches = (tip, valley) * points
    directions = zip(reaches, _directions(2 * points), strict=True)
    return polygon([(x + reach * right, y + reach * down) for reach, (right, down) in directions], paint)


@cache
def _directions(count: int) -> tuple[Point, ...]:
    """Unit vectors in so many directions, clockwise from the top."""
    angles = (pi * i / (count / 2) - pi / 2 for i in range(count))
    return tuple((cos(angle), sin(angle)) for angle in angles)


def cross(rect: Rect, paint: Paint) -> Path:
    """Two straight strokes from corner to corner of a rectangle."""
    a: list[Command] = [("M", (rect.x, rect.y)), ("L", (rect.right, rect.bottom))]
    b: list[Command] = [("M", (rect.right, rect.y)), ("L", (rect.x, rect.bottom))]
    return Path((*a, *b), paint)


# What pages have in common

_shared: ContextVar[dict[tuple[int, Hashable], tuple[object, Any]] | None] = ContextVar("shared", default=None)
Made = TypeVar("Made")


@contextmanager
def sharing() -> Iterator[None]:
    """Draw and measure once what pages have in common that differ in their language: zones show no words.

    Their descriptions for those who cannot see them are in the language that came first, so such pages are good to
    see whether everything fits, not to be published.
    """
    token = _shared.set({})
    try:
        yield
    finally:
        _shared.reset(token)


def shared(whose: object, what: Hashable, make: Callable[[], Made]) -> Made:
    """Make something of an object, or find what was made of this very object before, within `sharing`."""
    known = _shared.get()
    if known is None:
        return make()
    key = (id(whose), what)
    if key not in known:
        known[key] = whose, make()  # the object is kept, so that no other one gets its id
    made: Made = known[key][1]
    return made
