"""The content of a page as data: geometry in points, faults, painted objects, layers, and the page with its boxes.

Built by `reader`, examined by `checks`.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pikepdf import Matrix

from sheetgen.layout.problems import Severity
from sheetgen.press.preflight.objects import MAX_NUMBER, DamagedError, get, numbers
from sheetgen.press.preflight.resources import Colour, ColourSpace, Font

MM = 72 / 25.4  # points in a millimetre
MANY_CORNERS = 12
Point = tuple[float, float]
Outline = tuple[tuple[Point, ...], ...]  # the points of each subpath


# Geometry


class Extent(NamedTuple):
    """A rectangle in points, y upwards."""

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
        """All four corners, counterclockwise."""
        return (self.left, self.bottom), (self.right, self.bottom), (self.right, self.top), (self.left, self.top)

    def contains(self, other: "Extent", slack: float = 0.0) -> bool:
        """Whether another extent is inside; `slack` is how far it may reach out."""
        return min(self.insets(other)) >= -slack

    def overlaps(self, other: "Extent", slack: float = 0.0) -> bool:
        """Whether two extents share more than an edge; `slack` is how much overlap is tolerated."""
        return (
            self.left < other.right - slack
            and other.left < self.right - slack
            and self.bottom < other.top - slack
            and other.bottom < self.top - slack
        )

    def grown(self, by: float) -> "Extent":
        """The extent enlarged on all sides."""
        return Extent(self.left - by, self.bottom - by, self.right + by, self.top + by)

    def cut(self, other: "Extent") -> "Extent | None":
        """What two extents share; None if they do not meet."""
        left, bottom = max(self.left, other.left), max(self.bottom, other.bottom)
        right, top = min(self.right, other.right), min(self.top, other.top)
        return Extent(left, bottom, right, top) if left <= right and bottom <= top else None

    def insets(self, inner: "Extent") -> tuple[float, float, float, float]:
        """The distances of another extent from the left, bottom, right and top edge; negative where it reaches out."""
        return inner.left - self.left, inner.bottom - self.bottom, self.right - inner.right, self.top - inner.top


def extent(value: Any, *keys: str) -> Extent | None:
    """A PDF rectangle, given by any two opposite corners; None if it is not four numbers."""
    four = numbers(get(value, *keys), 4)
    return bounds((four[:2], four[2:])) if four is not None else None  # type: ignore[arg-type]  # two pairs


def bounds(points: Iterable[Point]) -> Extent:
    """The extent of points.

    >>> bounds([(1, 5), (3, 2)])
    Extent(left=1, bottom=2, right=3, top=5)
    """
    xs, ys = zip(*points, strict=True)
    return Extent(min(xs), min(ys), max(xs), max(ys))


def concat(first: Matrix, second: Matrix) -> Matrix:
    """The transformation by `first`, then by `second`; raise DamagedError if the result is out of range.

    >>> concat(Matrix(1, 0, 0, 1, 5, 5), Matrix(2, 0, 0, 2, 0, 0)).transform((1, 1))
    (12.0, 12.0)
    """
    result = first @ second
    if not all(-MAX_NUMBER < value < MAX_NUMBER for value in result.shorthand):
        raise DamagedError("a number out of range")
    return result


def least_scale(matrix: Matrix) -> float:
    """The smallest factor by which a transformation scales a line width: its smaller singular value.

    >>> least_scale(Matrix(3, 0, 0, 2, 7, 7))
    2.0
    """
    a, b, c, d, _, _ = matrix.shorthand
    squares, area = a**2 + b**2 + c**2 + d**2, abs(a * d - b * c)
    return math.sqrt(max(0.0, (squares - math.sqrt(max(0.0, squares**2 - 4 * area**2))) / 2))


def covers_point(outline: Outline, x: float, y: float, *, even_odd: bool) -> bool:
    """Whether a filled outline covers a point.

    >>> square, hole = ((0, 0), (4, 0), (4, 4), (0, 4)), ((1, 1), (3, 1), (3, 3), (1, 3))
    >>> covers_point((square, hole), 2, 2, even_odd=False), covers_point((square, hole), 2, 2, even_odd=True)
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


def thickness(points: Sequence[Point]) -> float | None:
    """The smallest width of a shape with few corners, in any direction; None for other shapes.

    >>> round(thickness([(0, 0), (10, 10), (9.9, 10.1), (-0.1, 0.1)]), 3)
    0.141
    """
    corners = list(dict.fromkeys(points))
    if len(corners) > MANY_CORNERS:
        return None
    extents = []
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = math.hypot(x2 - x1, y2 - y1)
        if length:
            across = [((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / length for x, y in corners]
            extents.append(max(across) - min(across))
    return min(extents, default=0.0)


# Faults, objects and pages


ObjectKind = Literal["area", "line", "text", "image", "shading"]
NAMES = {"area": "an area", "line": "a line", "text": "text", "image": "an image", "shading": "a shading"}
LETTER = Extent(0, 0, 612, 792)
LEAST_BOX = 1 * MM


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault, from a check or the reader; `extent` is its position on the page."""

    code: str
    what: str
    expected: str = ""
    extent: Extent | None = None
    severity: Severity = Severity.ERROR
    count: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class PageObject:
    """One painted object; `extent` is its visible part inside the clip, in points of the page."""

    kind: ObjectKind
    extent: Extent
    colour: Colour | None = None  # None: many, see `space` and `samples`
    outline: Outline = ()
    even_odd: bool = False
    overprint: bool = False
    overprint_mode: int = 0
    width: float = 0.0  # of lines, in points
    size: float = 0.0  # of type, in points
    font: Font | None = None
    transparent: str = ""  # the cause of transparency; empty if it is opaque
    exact: bool = True  # False inside patterns and Type 3 glyphs, where the extent is that of the whole
    stroked: bool = False  # an area whose outline is drawn as well
    space: ColourSpace | None = None  # of images and shadings
    samples: tuple[Colour, ...] = ()  # some colours of images and shadings

    @property
    def name(self) -> str:
        """Its kind as it is named in messages."""
        return NAMES[self.kind]

    @property
    def colours(self) -> tuple[Colour, ...]:
        """All colours that are known."""
        return (self.colour,) if self.colour is not None else self.samples

    @property
    def middle(self) -> Point:
        """A point that it paints: on the line, or the centre of its extent."""
        if self.kind == "line" and self.outline:
            return bounds(self.outline[0][:2]).centre
        return self.extent.centre

    @property
    def hides_below(self) -> bool:
        """Whether it hides what is below it, at a known position."""
        return self.exact and self.kind in ("area", "image", "shading")

    @property
    def is_white(self) -> bool:
        """Whether it prints no ink."""
        return self.colour is not None and self.colour.inks == {} and not self.colour.pattern

    @property
    def keeps_below(self) -> bool:
        """Whether it overprints: other inks below remain; in process colours that needs overprint mode 1."""
        kind = self.colour.space.kind if self.overprint and self.colour is not None else None
        return kind == "spots" or (kind == "cmyk" and self.overprint_mode == 1)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Objects painted one after another; a stream drawn twice from the same state gives the same Layer."""

    objects: tuple[PageObject, ...] = ()
    faults: tuple[Fault, ...] = ()
    covering: tuple[PageObject, ...] = ()  # the objects that hide what is below


@dataclass(frozen=True, slots=True)
class DistinctPage:
    """One page, or several with the same content and boxes."""

    numbers: tuple[int, ...]  # from 1
    boxes: dict[str, Extent | None]  # the boxes in the file; None if one is not four numbers
    rotation: float
    unit: float
    layers: tuple[Layer, ...]
    annotations: tuple[tuple[str, Extent | None], ...]  # kind and rectangle of each
    faults: tuple[Fault, ...]

    def box(self, name: str) -> Extent | None:
        """A box of the page; None if it is missing, invalid or smaller than a millimetre."""
        box = self.boxes.get(name)
        return box if box is not None and min(box.width, box.height) >= LEAST_BOX else None

    @property
    def has_cut(self) -> bool:
        """Whether the trim is known and plausible; only then are distances from it checked."""
        trim, bleed = self.box("TrimBox"), self.box("BleedBox")
        if trim is None or bleed is None:
            return trim is not None
        return self.media.contains(bleed, LEAST_BOX) and bleed.contains(trim, LEAST_BOX)

    @property
    def media(self) -> Extent:
        """The MediaBox, or US Letter without one."""
        return self.box("MediaBox") or LETTER

    @property
    def trim(self) -> Extent:
        """The TrimBox, or the CropBox or the paper without one."""
        return self.box("TrimBox") or self.box("CropBox") or self.media

    @property
    def bleed(self) -> Extent:
        """The BleedBox, or the trim without one."""
        return self.box("BleedBox") or self.trim
