"""Quiet patterns behind the cells of a zone, for themes without colours: each is one path, whatever the panel's size.

A pattern is made of lines that end within a rectangle, so that nothing has to be clipped. Lines have round ends, so
very short dashes are dots. Lengths named by constants are millimetres of the standard sheet; rectangles are
millimetres on paper.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from sheetgen.drawing.scene import Command, Paint, Path, Rect

LINE = 0.18  # width of lines: twice what a press prints without gaps
DOT = 0.42
SHORTEST = 0.02  # a dash that is as good as a dot
DOT_PITCH = 1.6
CROSS_PITCH = 2.2
CROSS = 0.36  # width of a cross, as a share of its pitch


def _steps(length: float, pitch: float) -> list[float]:
    """Positions from 0 to `length` at equal distances of about `pitch`.

    >>> _steps(10, 5.2)
    [0.0, 5.0, 10.0]
    """
    count = max(1, int(length / pitch + 0.5))
    return [length * i / count for i in range(count + 1)]


def _segment(x1: float, y1: float, x2: float, y2: float) -> list[Command]:
    return [("M", (x1, y1)), ("L", (x2, y2))]


def _rows(rect: Rect, pitch: float) -> Iterator[Command]:
    """Lines from left to right."""
    for y in _steps(rect.height, pitch):
        yield from _segment(rect.x, rect.y + y, rect.right, rect.y + y)


def _columns(rect: Rect, pitch: float) -> Iterator[Command]:
    for x in _steps(rect.width, pitch):
        yield from _segment(rect.x + x, rect.y, rect.x + x, rect.bottom)


def _rising(rect: Rect, pitch: float) -> Iterator[Command]:
    """Diagonal lines from the lower left to the upper right, drawn up and down in turn, which makes files smaller."""
    for i, reach in enumerate(_steps(rect.width + rect.height, pitch)[1:-1]):
        low = (rect.x + max(0.0, reach - rect.height), rect.y + min(reach, rect.height))
        high = (rect.x + min(reach, rect.width), rect.y + max(0.0, reach - rect.width))
        yield from _segment(*high, *low) if i % 2 else _segment(*low, *high)


def _falling(rect: Rect, pitch: float) -> Iterator[Command]:
    """Diagonal lines from the upper left to the lower right."""
    for code, (x, y) in _rising(rect, pitch):
        yield code, (x, 2 * rect.y + rect.height - y)


def _chevrons(rect: Rect, pitch: float) -> Iterator[Command]:
    height = pitch * 0.5
    for y in _steps(rect.height - height, pitch):
        for i, x in enumerate(_steps(rect.width, pitch * 0.75)):
            yield "L" if i else "M", (rect.x + x, rect.y + y + (0.0 if i % 2 else height))


def _waves(rect: Rect, pitch: float) -> Iterator[Command]:
    """Lines of half waves, alternately up and down."""
    height = pitch * 0.5
    xs = _steps(rect.width, pitch)
    bend = (xs[1] - xs[0]) * 0.36
    for y in _steps(rect.height - height, pitch):
        middle = rect.y + y + height / 2
        yield "M", (rect.x, middle)
        for i, x in enumerate(xs[1:]):
            peak = middle + height * (2 / 3 if i % 2 else -2 / 3)
            left, right = rect.x + xs[i] + bend, rect.x + x - bend
            yield "C", (left, peak, right, peak, rect.x + x, middle)


def _scales(rect: Rect, pitch: float) -> Iterator[Command]:
    """Rows of arches; those of every second row stand between those of the row before."""
    height = pitch * 0.5
    xs = _steps(rect.width, pitch)
    width = xs[1] - xs[0]
    for row, y in enumerate(_steps(rect.height - height, pitch * 0.75)):
        foot = rect.y + y + height
        for x in xs[:-1] if row % 2 == 0 else [x + width / 2 for x in xs[:-2]]:
            left, right, top = rect.x + x, rect.x + x + width, foot - height * 4 / 3
            yield "M", (left, foot)
            yield "C", (left, top, right, top, right, foot)


def _bricks(rect: Rect, pitch: float) -> Iterator[Command]:
    yield from _rows(rect, pitch)
    ys, xs = _steps(rect.height, pitch), _steps(rect.width, pitch * 2)
    half = (xs[1] - xs[0]) / 2
    for row, (top, foot) in enumerate(pairwise(ys)):
        for x in xs[1:-1] if row % 2 else [x + half for x in xs[:-1]]:
            yield from _segment(rect.x + x, rect.y + top, rect.x + x, rect.y + foot)


def _crosses(rect: Rect, pitch: float) -> Iterator[Command]:
    """Lines that dashes turn into small crosses, those of every second row between those of the row before."""
    arm, half = pitch * CROSS / 2, pitch / 2
    inner = rect.inset(arm)
    for i in range(int(inner.height / half) + 1):
        y, x, end = inner.y + half * i, inner.x + half * (i % 2) - arm, rect.right
        yield from _segment(x, y, x + int((end - x - 2 * arm) / pitch) * pitch + 2 * arm, y)
    for i in range(int(inner.width / half) + 1):
        x, y, end = inner.x + half * i, inner.y + half * (i % 2) - arm, rect.bottom
        yield from _segment(x, y, x, y + int((end - y - 2 * arm) / pitch) * pitch + 2 * arm)


@dataclass(frozen=True)
class Pattern:
    """How a pattern is made: its lines in a rectangle at a distance, that distance, their width, and dashes if any."""

    lines: Callable[[Rect, float], Iterator[Command]]
    pitch: float
    width: float = LINE
    dash: tuple[float, ...] = ()


def _crossing(
    one: Callable[[Rect, float], Iterator[Command]], other: Callable[[Rect, float], Iterator[Command]]
) -> Callable[[Rect, float], Iterator[Command]]:
    """Two patterns, one on top of the other."""

    def both(rect: Rect, pitch: float) -> Iterator[Command]:
        yield from one(rect, pitch)
        yield from other(rect, pitch)

    return both


def _dots(rect: Rect, pitch: float) -> Iterator[Command]:
    """Lines that dashes turn into dots; every second row is shifted by half a step.

    A line ends between two dots: programs differ in whether a dash that begins at its very end is drawn.
    """
    half, tail = pitch / 2, pitch / 8
    steps = int((rect.width - 2 * tail) / half)
    first = rect.x + (rect.width - steps * half) / 2
    for i, y in enumerate(_steps(rect.height, pitch * 0.7)):
        start, dots = i % 2, (steps - i % 2) // 2
        x = first + start * half
        yield from _segment(x, rect.y + y, x + dots * pitch + tail, rect.y + y)


PATTERNS: Mapping[str, Pattern] = {
    "dots": Pattern(_dots, DOT_PITCH, DOT, (SHORTEST, DOT_PITCH - SHORTEST)),
    "hatch": Pattern(_rising, 1.7),
    "back hatch": Pattern(_falling, 1.7),
    "rows": Pattern(_rows, 1.1),
    "columns": Pattern(_columns, 1.1),
    "grid": Pattern(_crossing(_rows, _columns), 1.6),
    "cross-hatch": Pattern(_crossing(_rising, _falling), 2.4),
    "chevrons": Pattern(_chevrons, 1.5),
    "waves": Pattern(_waves, 1.8),
    "scales": Pattern(_scales, 2.2),
    "bricks": Pattern(_bricks, 2.0),
    "crosses": Pattern(_crosses, CROSS_PITCH, LINE, (CROSS_PITCH * CROSS, CROSS_PITCH * (1 - CROSS))),
}


def draw_pattern(name: str, rect: Rect, unit: float, colour: str) -> Path:
    """The pattern of a name in a rectangle, as one path; `unit` is the scale relative to the standard sheet.

    Raise KeyError if there is no such pattern.
    """
    pattern = PATTERNS[name]
    # Whole hundredths, as an SVG has them: otherwise its dashes and those of a PDF would drift apart along a line.
    dash = tuple(round(length * unit, 2) for length in pattern.dash)
    pitch = sum(dash) or pattern.pitch * unit
    return Path(tuple(pattern.lines(rect, pitch)), Paint(stroke=colour, width=pattern.width * unit, dash=dash))
