"""What a pencil draws: crosses, circles, ticks and numbers, a little uneven but the same on every run."""

from collections.abc import Sequence
from hashlib import blake2b
from math import cos, sin, tau

from sheetgen.drawing.scene import Command, Paint, Path, Rect
from sheetgen.drawing.shapes import Point

# Strokes in a box of height 1: `M x y`, `L x y`, `C x1 y1 x2 y2 x y`. The advance of every sign is its width and a gap.
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


def uneven(key: str, number: int = 0) -> float:
    """A fixed number from -1 to 1 for a key: chance that comes out the same on every run.

    >>> uneven("yellow.r1c1") == uneven("yellow.r1c1") != uneven("yellow.r1c2")
    True
    """
    digest = blake2b(f"{key}/{number}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") / 0x7FFFFFFF - 1


def _bowed(key: str, start: Point, end: Point, size: float) -> list[Command]:
    """A stroke that is nearly straight."""
    (x1, y1), (x2, y2) = start, end
    bend = [uneven(key, i) * size * 0.05 for i in range(4)]
    first = (x1 + (x2 - x1) / 3 + bend[0], y1 + (y2 - y1) / 3 + bend[1])
    second = (x1 + (x2 - x1) * 2 / 3 + bend[2], y1 + (y2 - y1) * 2 / 3 + bend[3])
    return [("M", start), ("C", (*first, *second, *end))]


def crossed(key: str, rect: Rect, paint: Paint) -> Path:
    """Two strokes from corner to corner."""
    size = min(rect.width, rect.height)

    def near(x: float, y: float, number: int) -> Point:
        return x + uneven(key, number) * size * 0.05, y + uneven(key, number + 1) * size * 0.05

    down = _bowed(f"{key} down", near(rect.x, rect.y, 10), near(rect.right, rect.bottom, 12), size)
    up = _bowed(f"{key} up", near(rect.right, rect.y, 14), near(rect.x, rect.bottom, 16), size)
    return Path((*down, *up), paint)


def struck(key: str, rect: Rect, paint: Paint) -> Path:
    """One stroke through something that was given up."""
    size = min(rect.width, rect.height)
    lift = uneven(key, 20) * size * 0.06
    start, end = (rect.x, rect.bottom - size * 0.1 + lift), (rect.right, rect.y + size * 0.1 + lift)
    return Path(tuple(_bowed(key, start, end, size)), paint)


def circled(key: str, centre: Point, radius: float, paint: Paint) -> Path:
    """A round that ends a little beyond its beginning."""
    x, y = centre
    begin = -0.3 + uneven(key, 30) * 0.08
    turns, pieces = 1.06, 5
    step = turns / pieces * tau
    reach = 4 / 3 * (1 - cos(step / 2)) / sin(step / 2)

    def at(i: int) -> tuple[Point, Point]:
        """A point of the round, and the way on from there."""
        angle = begin * tau + i * step
        own = radius * (1 + uneven(key, 40 + i) * 0.025 - (0.07 if i == pieces else 0))
        return (x + own * cos(angle), y + own * sin(angle)), (-own * sin(angle), own * cos(angle))

    commands: list[Command] = [("M", at(0)[0])]
    for i in range(pieces):
        (x1, y1), (dx1, dy1) = at(i)
        (x2, y2), (dx2, dy2) = at(i + 1)
        commands.append(
            ("C", (x1 + reach * dx1, y1 + reach * dy1, x2 - reach * dx2, y2 - reach * dy2, x2, y2)),
        )
    return Path(tuple(commands), paint)


def ticked(key: str, rect: Rect, paint: Paint) -> Path:
    """A tick."""
    dip = 0.34 + uneven(key, 50) * 0.05
    points = [(0.0, 0.55 + uneven(key, 51) * 0.06), (dip, 1.0), (1.0, 0.04 + uneven(key, 52) * 0.06)]
    placed = [(rect.x + px * rect.width, rect.y + py * rect.height) for px, py in points]
    return Path((("M", placed[0]), ("L", placed[1]), ("L", placed[2])), paint)


def number_width(text: str) -> float:
    """How wide a written number is, in shares of its height."""
    return sum(WIDTHS.get(sign, 0.6) for sign in text) + ADVANCE * (len(text) - 1)


def written(key: str, text: str, rect: Rect, height: float, paint: Paint) -> Path:
    """A number in the middle of a place."""
    height = min(height, rect.height, rect.width / number_width(text))
    middle_x, middle_y = rect.centre
    left, top = middle_x - number_width(text) * height / 2, middle_y - height / 2
    lean = 0.06 + uneven(key, 60) * 0.05
    commands: list[Command] = []
    x = 0.0
    for i, sign in enumerate(text):
        lift = uneven(key, 70 + i) * 0.04
        commands += [
            (code, _placed(values, left + x * height, top + lift * height, height, lean))
            for code, values in _strokes(SIGNS[sign])
        ]
        x += WIDTHS.get(sign, 0.6) + ADVANCE
    return Path(tuple(commands), paint)


def _placed(values: Sequence[float], left: float, top: float, height: float, lean: float) -> tuple[float, ...]:
    pairs = zip(values[::2], values[1::2], strict=True)
    return tuple(part for x, y in pairs for part in (left + (x + (0.5 - y) * lean) * height, top + y * height))


def _strokes(drawn: str) -> list[Command]:
    commands: list[Command] = []
    for word in drawn.split():
        if word in "MLC":
            commands.append((word, ()))
        else:
            code, values = commands[-1]
            commands[-1] = code, (*values, float(word))
    return commands
