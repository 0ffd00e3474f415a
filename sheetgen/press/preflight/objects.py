"""A PDF read with limits: opening it, values that may be anything, and places on a page in points."""

import math
import re
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Matrix

MM = 72 / 25.4
FAR = 1e9  # numbers beyond this are nonsense; smaller ones keep every product finite
MAX_FILE, MAX_STREAM, MAX_OBJECTS = 200_000_000, 64_000_000, 500_000
MAX_WORK, MAX_SECONDS = 2_000_000, 30.0
STEPS_BETWEEN_LOOKS = 4096  # at the clock
CHUNK = 1_000_000
INDEX = re.compile(rb"/Type\s*/(?:ObjStm|XRef)\b.{0,2000}?stream\r?\n", re.DOTALL)
MANY_CORNERS = 12

Point = tuple[float, float]
Outline = tuple[tuple[Point, ...], ...]  # the points of each subpath


class UnreadableError(Exception):
    """A file that cannot be looked at; the message says why."""


class TooMuchError(Exception):
    """More than anybody would print; the message says of what."""


class DamagedError(Exception):
    """Content that cannot be read further; the message says why."""


class Budget:
    """The steps and seconds that one file may take, so that a hostile file comes to an end."""

    def __init__(self) -> None:
        self.left, self.end = MAX_WORK, time.process_time() + MAX_SECONDS
        self.next_look = self.left - STEPS_BETWEEN_LOOKS

    def spend(self, steps: int = 1) -> None:
        """Use some steps; raise TooMuchError when none are left or the time is over."""
        self.left -= steps
        if self.left < self.next_look:
            self.next_look = self.left - STEPS_BETWEEN_LOOKS
            if self.left < 0 or time.process_time() > self.end:
                raise TooMuchError("more to draw than can be looked at")


@contextmanager
def open_pdf(path: Path) -> Iterator[pikepdf.Pdf]:
    """Open a PDF; raise UnreadableError, with one line, for anything that goes wrong until it is closed."""
    data = _read_bytes(path)
    if b"%PDF-" not in data[:1024]:
        raise UnreadableError("is not a PDF")
    try:
        _measure_indexes(data)
        with pikepdf.open(BytesIO(data), suppress_warnings=True, attempt_recovery=True) as pdf:
            if len(pdf.objects) > MAX_OBJECTS:
                raise UnreadableError(f"has more than {MAX_OBJECTS} objects")
            if not is_dictionary(pdf.trailer.get("/Root")) or not len(pdf.pages):
                raise UnreadableError("has no pages")
            yield pdf
    except pikepdf.PasswordError:
        raise UnreadableError("is encrypted and needs a password; expected a file without one") from None
    except TooMuchError as error:
        raise UnreadableError(f"is too much to look at: {error}") from None
    except (pikepdf.PdfError, ValueError, KeyError, AttributeError, TypeError, RuntimeError) as error:
        # pikepdf raises all of these for damaged files.
        reason = " ".join(str(error).split())[:120]
        raise UnreadableError(f"is damaged and cannot be read: {reason}") from None
    except (RecursionError, MemoryError):
        raise UnreadableError("is damaged and cannot be read: it is nested without end") from None


def _read_bytes(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise UnreadableError("is not a file")
        if path.stat().st_size > MAX_FILE:
            raise UnreadableError(f"is larger than {MAX_FILE // 1_000_000} MB")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a usable file name"
        raise UnreadableError(f"cannot be read: {reason}") from None


def _measure_indexes(data: bytes) -> None:
    """Raise TooMuchError for streams that qpdf would unpack without a limit when it opens the file."""
    for match in INDEX.finditer(data):
        with suppress(zlib.error):  # not packed this way, or damaged: qpdf will say so
            unpacked_size(data[match.end() : match.end() + MAX_STREAM], MAX_STREAM)


def unpacked_size(packed: bytes, limit: int) -> int:
    """The bytes of a Flate stream, counted in steps; raise TooMuchError beyond `limit`, zlib.error if it is damaged."""
    unpacker, size = zlib.decompressobj(), 0
    while packed and not unpacker.eof:
        size += len(unpacker.decompress(packed, CHUNK))
        if size > limit:
            raise TooMuchError(f"a stream that unpacks to more than {limit // 1_000_000} MB")
        packed = unpacker.unconsumed_tail
    return size


# Values


def identity(value: Any) -> object:
    """What tells one object from another: its number, or its whole text if it is written inside another object."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if getattr(value, "is_indirect", False):
        return value.objgen
    unparse = getattr(value, "unparse", None)
    return unparse() if unparse is not None else str(value)


def is_dictionary(value: Any) -> bool:
    """Whether it has keys; streams have them, too."""
    return isinstance(value, (pikepdf.Dictionary, pikepdf.Stream))


def is_stream(value: Any) -> bool:
    """Whether it has data."""
    return isinstance(value, pikepdf.Stream)


def get(holder: Any, *keys: Any) -> Any:
    """The value under a path of keys; None if there is none, or no dictionary on the way."""
    for key in keys:
        if not is_dictionary(holder):
            return None
        holder = holder.get(key)
    return holder


# Each of these takes a value, or a dictionary and the path of keys to the value.


def items(value: Any, *keys: str) -> list[Any]:
    """What is in an array; empty for anything else."""
    value = get(value, *keys)
    return list(value) if isinstance(value, pikepdf.Array) else []


def word(value: Any, *keys: str) -> str:
    """A name without its slash; empty for anything else."""
    value = get(value, *keys)
    return bytes(value)[1:].decode("utf-8", "replace") if isinstance(value, pikepdf.Name) else ""


def text(value: Any, *keys: str) -> str:
    """A text string; empty for anything else."""
    value = get(value, *keys)
    return str(value) if isinstance(value, pikepdf.String) else ""


def number(value: Any, *keys: str) -> float | None:
    """A number that a page can mean; None for anything else."""
    value = get(value, *keys)
    if isinstance(value, bool):
        return None
    try:
        result = float(value)
    except (TypeError, ValueError, OverflowError, ArithmeticError):
        return None
    return result if -FAR < result < FAR else None


def numbers(value: Any, count: int | None = None) -> tuple[float, ...] | None:
    """An array of numbers, of a certain length if one is given."""
    result = [each for item in items(value) if (each := number(item)) is not None]
    is_complete = isinstance(value, pikepdf.Array) and len(result) == len(value) and count in (None, len(result))
    return tuple(result) if is_complete else None


def matrix(value: Any, *keys: str) -> Matrix:
    """A transformation; the one that changes nothing if it is not six numbers."""
    return Matrix(*(numbers(get(value, *keys), 6) or (1, 0, 0, 1, 0, 0)))


def filters(stream: Any) -> list[str]:
    """The names of a stream's filters."""
    value = get(stream, "/Filter")
    return [word(item) for item in items(value) or [value]]


def stream_data(stream: Any, limit: int = MAX_STREAM) -> bytes | None:
    """The decoded data of a stream; None if it is no stream or damaged. Raise TooMuchError beyond `limit` bytes."""
    if not is_stream(stream):
        return None
    try:
        raw = bytes(stream.read_raw_bytes())
        if len(raw) > limit:
            raise TooMuchError(f"a stream of more than {limit // 1_000_000} MB")
        if filters(stream)[0] in ("FlateDecode", "Fl"):
            unpacked_size(raw, limit)  # qpdf reads damaged data as far as it goes, and has no limit
        return bytes(stream.read_bytes())
    except (pikepdf.PdfError, zlib.error, RuntimeError, NotImplementedError):
        return None


# Places


class Extent(NamedTuple):
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
        """All four, in order around."""
        return (self.left, self.bottom), (self.right, self.bottom), (self.right, self.top), (self.left, self.top)

    def contains(self, other: "Extent", slack: float = 0.0) -> bool:
        """Whether another extent lies inside."""
        return min(self.insets(other)) >= -slack

    def overlaps(self, other: "Extent", slack: float = 0.0) -> bool:
        """Whether two extents share more than an edge."""
        return (
            self.left < other.right - slack
            and other.left < self.right - slack
            and self.bottom < other.top - slack
            and other.bottom < self.top - slack
        )

    def grown(self, by: float) -> "Extent":
        """The same with a margin around."""
        return Extent(self.left - by, self.bottom - by, self.right + by, self.top + by)

    def cut(self, other: "Extent") -> "Extent | None":
        """What two extents share; None if they do not meet."""
        left, bottom = max(self.left, other.left), max(self.bottom, other.bottom)
        right, top = min(self.right, other.right), min(self.top, other.top)
        return Extent(left, bottom, right, top) if left <= right and bottom <= top else None

    def insets(self, inner: "Extent") -> tuple[float, float, float, float]:
        """How far another extent stays inside on the left, at the bottom, on the right, at the top."""
        return inner.left - self.left, inner.bottom - self.bottom, self.right - inner.right, self.top - inner.top


def extent(value: Any, *keys: str) -> Extent | None:
    """A PDF rectangle, whichever two corners it names; None if it is not four numbers."""
    four = numbers(get(value, *keys), 4)
    return bounds((four[:2], four[2:])) if four is not None else None  # type: ignore[arg-type]


def bounds(points: Iterable[Point]) -> Extent:
    """The extent of points.

    >>> bounds([(1, 5), (3, 2)])
    Extent(left=1, bottom=2, right=3, top=5)
    """
    xs, ys = zip(*points, strict=True)
    return Extent(min(xs), min(ys), max(xs), max(ys))


def concat(first: Matrix, second: Matrix) -> Matrix:
    """One transformation and then another; raise DamagedError if the result is out of range.

    >>> concat(Matrix(1, 0, 0, 1, 5, 5), Matrix(2, 0, 0, 2, 0, 0)).transform((1, 1))
    (12.0, 12.0)
    """
    result = first @ second
    if not all(-FAR < value < FAR for value in result.shorthand):
        raise DamagedError("a number out of range")
    return result


def least_scale(matrix: Matrix) -> float:
    """By how much a line is widened at least: the smaller singular value.

    >>> least_scale(Matrix(3, 0, 0, 2, 7, 7))
    2.0
    """
    a, b, c, d, _, _ = matrix.shorthand
    squares, area = a**2 + b**2 + c**2 + d**2, abs(a * d - b * c)
    return math.sqrt(max(0.0, (squares - math.sqrt(max(0.0, squares**2 - 4 * area**2))) / 2))


def covers(outline: Outline, x: float, y: float, *, even_odd: bool) -> bool:
    """Whether a filled outline covers a point.

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


def thickness(points: Sequence[Point]) -> float | None:
    """How thick a shape with few corners is across its thinnest direction; None for other shapes.

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
