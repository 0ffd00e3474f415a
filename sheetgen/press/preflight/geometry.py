"""Places on a page: matrices, boxes and outlines, in points with the origin at the lower left."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

MM = 72 / 25.4
# Beyond this, numbers are nonsense; it keeps every later product finite.
FAR = 1e9
CURVE_PIECES = 8
FEW_CORNERS = 12

Point = tuple[float, float]
Outline = tuple[tuple[Point, ...], ...]  # one tuple of points per subpath


class OutOfRangeError(Exception):
    """Numbers that no page can mean."""


class Matrix(NamedTuple):
    """A transformation as PDF writes it."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def after(self, first: "Matrix") -> "Matrix":
        """One transformation after another.

        >>> Matrix(2, 0, 0, 2, 0, 0).after(Matrix(1, 0, 0, 1, 5, 5)).at(1, 1)
        (12, 12)
        """
        a, b, c, d, e, f = first
        result = Matrix(
            a * self.a + b * self.c,
            a * self.b + b * self.d,
            c * self.a + d * self.c,
            c * self.b + d * self.d,
            e * self.a + f * self.c + self.e,
            e * self.b + f * self.d + self.f,
        )
        if not all(-FAR < number < FAR for number in result):
            raise OutOfRangeError("a number out of range")
        return result

    def at(self, x: float, y: float) -> Point:
        """Where a point goes."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def thinnest(self) -> float:
        """By how much a line is widened at least: the smaller singular value.

        >>> Matrix(3, 0, 0, 2, 7, 7).thinnest
        2.0
        """
        squares = self.a**2 + self.b**2 + self.c**2 + self.d**2
        area = abs(self.a * self.d - self.b * self.c)
        return math.sqrt(max(0.0, (squares - math.sqrt(max(0.0, squares**2 - 4 * area**2))) / 2))

    @property
    def height(self) -> float:
        """How tall something that is one unit tall becomes."""
        return math.hypot(self.c, self.d)


class Box(NamedTuple):
    """A rectangle along the axes."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From bottom to top."""
        return self.top - self.bottom

    @property
    def centre(self) -> Point:
        """The middle."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    @property
    def corners(self) -> tuple[Point, ...]:
        """Once around."""
        return (self.left, self.bottom), (self.right, self.bottom), (self.right, self.top), (self.left, self.top)

    def contains(self, other: "Box", slack: float = 0.0) -> bool:
        """Does another box lie inside?"""
        return (
            other.left >= self.left - slack
            and other.bottom >= self.bottom - slack
            and other.right <= self.right + slack
            and other.top <= self.top + slack
        )

    def overlaps(self, other: "Box", slack: float = 0.0) -> bool:
        """Do two boxes share more than an edge?"""
        return (
            self.left < other.right - slack
            and other.left < self.right - slack
            and self.bottom < other.top - slack
            and other.bottom < self.top - slack
        )

    def grown(self, by: float) -> "Box":
        """The same with a margin around."""
        return Box(self.left - by, self.bottom - by, self.right + by, self.top + by)

    def cut(self, other: "Box") -> "Box | None":
        """What two boxes share; nothing where they do not meet."""
        left, bottom = max(self.left, other.left), max(self.bottom, other.bottom)
        right, top = min(self.right, other.right), min(self.top, other.top)
        return Box(left, bottom, right, top) if left <= right and bottom <= top else None

    def insets(self, inner: "Box") -> tuple[float, float, float, float]:
        """How far another box stays inside on the left, at the bottom, on the right, at the top."""
        return inner.left - self.left, inner.bottom - self.bottom, self.right - inner.right, self.top - inner.top


SAME = Matrix()
EVERYWHERE = Box(-FAR, -FAR, FAR, FAR)
SIDES = ("left", "bottom", "right", "top")


def box_around(points: Iterable[Point]) -> Box:
    """The box around points.

    >>> box_around([(1, 5), (3, 2)])
    Box(left=1, bottom=2, right=3, top=5)
    """
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def curve(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    """Points along a Bézier curve, without its start."""
    points = []
    for step in range(1, CURVE_PIECES + 1):
        t = step / CURVE_PIECES
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append(
            (
                a * start[0] + b * first[0] + c * second[0] + d * end[0],
                a * start[1] + b * first[1] + c * second[1] + d * end[1],
            )
        )
    return points


def covers(outline: Outline, x: float, y: float, *, even_odd: bool) -> bool:
    """Does a filled outline cover a point?

    >>> square, hole = ((0, 0), (4, 0), (4, 4), (0, 4)), ((1, 1), (3, 1), (3, 3), (1, 3))
    >>> covers((square, hole), 2, 2, even_odd=False), covers((square, hole), 2, 2, even_odd=True)
    (True, False)
    """
    winding = crossings = 0
    for points in outline:
        x1, y1 = points[-1]
        for x2, y2 in points:
            if (y1 <= y) != (y2 <= y) and x1 + (y - y1) * (x2 - x1) / (y2 - y1) > x:
                crossings += 1
                winding += 1 if y2 > y1 else -1
            x1, y1 = x2, y2
    return bool(crossings % 2) if even_odd else winding != 0


def narrowest(points: Sequence[Point]) -> float | None:
    """How thin a shape of few corners is; nothing for shapes whose thickness cannot be told so simply.

    >>> round(narrowest([(0, 0), (10, 10), (9.9, 10.1), (-0.1, 0.1)]), 3)
    0.141
    """
    corners = list(dict.fromkeys(points))
    if len(corners) > FEW_CORNERS:
        return None
    thinnest: float | None = None
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = math.hypot(x2 - x1, y2 - y1)
        if length == 0:
            continue
        across = [((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / length for x, y in corners]
        extent = max(across) - min(across)
        thinnest = extent if thinnest is None else min(thinnest, extent)
    return 0.0 if thinnest is None else thinnest
