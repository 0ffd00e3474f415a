"""Symbols that a layout draws itself: the `d` of an SVG path, read into lines and curves in a square of side 1.

What can be written is the grammar of SVG 2 (M L H V C S Q T A Z, absolute or relative) within fixed limits. Nothing
else of SVG is read, so a symbol can neither run anything nor load anything.
"""

import re
from collections.abc import Iterator
from math import acos, ceil, copysign, cos, hypot, isfinite, pi, radians, sin, sqrt, tan
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from sheetgen.layout.problems import brief

Command = tuple[str, tuple[float, ...]]  # M x y · L x y · C x1 y1 x2 y2 x y · Z, as in scenes
MAX_LENGTH = 2_000  # characters
MAX_COMMANDS = 300  # lines and curves; our own symbols have at most 26
MAX_NUMBER = 10_000.0
DIGITS = 6  # of a number after the point: a square or a quotient of even smaller ones may be no number
NARROWEST = 0.2  # the shorter side of a symbol, as a share of the longer one
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_TOKEN = re.compile(r"[\s,]*(?:([A-Za-z])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))[\s,]*")
_FLAG = re.compile(r"[\s,]*([01])[\s,]*")
EXAMPLE = "'M0 10 L5 0 L10 10 Z'"


def _wrong(message: str, **fields: object) -> PydanticCustomError:
    return PydanticCustomError("layout", message, fields)


def check_symbol(text: str) -> str:
    """Return the text of a path as it is; raise PydanticCustomError if no symbol can be drawn from it."""
    symbol_commands(text)
    return text


SymbolPath = Annotated[str, AfterValidator(check_symbol), Field(max_length=MAX_LENGTH)]


def symbol_commands(text: str) -> tuple[Command, ...]:
    """Return a path in a square from 0 to 1, as large as fits and centred; raise PydanticCustomError for a wrong one.

    >>> symbol_commands("m10 10 h20 v-20 z")
    (('M', (0.0, 1.0)), ('L', (1.0, 1.0)), ('L', (1.0, 0.0)), ('Z', ()))
    """
    commands: list[Command] = []
    for command in _absolute(_words(text)):
        commands.append(command)
        if len(commands) > MAX_COMMANDS:
            raise _wrong("has more than {most} lines and curves; simplify the symbol", most=MAX_COMMANDS)
    points = list(_outline(commands))
    if not points:
        raise _wrong("expected the path of a symbol, such as {example}, found nothing to draw", example=EXAMPLE)
    left, top = min(x for x, _ in points), min(y for _, y in points)
    wide, high = max(x for x, _ in points) - left, max(y for _, y in points) - top
    side = max(wide, high)
    if side <= 0 or min(wide, high) < NARROWEST * side:
        raise _wrong(
            "is {wide} wide and {high} high: expected a symbol that is at most five times as long as it is narrow",
            wide=f"{wide:.3g}",
            high=f"{high:.3g}",
        )
    shifts = ((side - wide) / 2 - left, (side - high) / 2 - top)
    return tuple(
        (code, tuple(round((value + shifts[i % 2]) / side, 5) + 0.0 for i, value in enumerate(values)))
        for code, values in commands
    )


def _words(text: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands of a path with their numbers, one set each: `L 1 2 3 4` is two lines."""
    if len(text) > MAX_LENGTH:
        raise _wrong("has {found} characters, expected at most {most}", found=len(text), most=MAX_LENGTH)
    place, letter, fresh = 0, "", False
    while place < len(text.rstrip(" \t\r\n,")):
        match = _TOKEN.match(text, place)
        if match is None or (match[1] and match[1].upper() not in _NUMBERS):
            raise _wrong(
                "expected a command of an SVG path (M L H V C S Q T A Z) or a number, found {found}",
                found=brief(text[place:].strip()[:12]),
            )
        if match[1]:
            if not letter and match[1] not in "Mm":
                raise _wrong(
                    "expected a path that begins with M, such as {example}, found {found}",
                    example=EXAMPLE,
                    found=brief(text[:12]),
                )
            if fresh:
                raise _wrong("expected numbers after {letter}, found {found}", letter=letter, found=match[1])
            letter, place = match[1], match.end()
            fresh = _NUMBERS[letter.upper()] > 0
            if not fresh:
                yield letter, []
            continue
        if not letter or letter in "Zz":
            raise _wrong(
                "expected a command such as M or L before the number {found}, as in {example}",
                found=match[2],
                example=EXAMPLE,
            )
        numbers, place = _numbers(text, place, letter)
        yield letter, numbers
        fresh = False
        if letter in "Mm":  # further pairs are lines
            letter = "L" if letter == "M" else "l"
    if fresh:
        raise _wrong("expected numbers after {letter}, found the end", letter=letter)


def _numbers(text: str, place: int, letter: str) -> tuple[list[float], int]:
    """Return the numbers of one command from a place on, and the place after them."""
    numbers: list[float] = []
    needed = _NUMBERS[letter.upper()]
    for i in range(needed):
        match = (_FLAG if letter in "Aa" and i in (3, 4) else _TOKEN).match(text, place)
        word = match[match.re.groups] if match is not None else None
        if match is None or word is None:
            raise _wrong(
                "expected {needed} numbers after {letter}, found {found}", needed=needed, letter=letter, found=i
            )
        number = float(word)
        if not isfinite(number) or abs(number) > MAX_NUMBER:
            raise _wrong("expected numbers up to {most}, found {found}", most=f"{MAX_NUMBER:g}", found=brief(word))
        numbers.append(round(number, DIGITS))
        place = match.end()
    return numbers, place


def _absolute(words: Iterator[tuple[str, list[float]]]) -> Iterator[Command]:
    """Yield the commands as moves, lines and cubic curves with absolute points."""
    x = y = first_x = first_y = 0.0
    control: tuple[str, float, float] = ("", 0.0, 0.0)  # the last control point, and of which kind of curve it is
    for letter, numbers in words:
        code = letter.upper()
        base = (x, y) if letter.islower() else (0.0, 0.0)
        if code == "Z":
            yield "Z", ()
            x, y, control = first_x, first_y, ("", 0.0, 0.0)
            continue
        if code == "A":
            end = (numbers[5] + base[0], numbers[6] + base[1])
            yield from _arc((x, y), end, numbers)
            x, y, control = *end, ("", 0.0, 0.0)
            continue
        if code == "H":
            points = [numbers[0] + base[0], y]
        elif code == "V":
            points = [x, numbers[0] + base[1]]
        else:
            points = [number + base[i % 2] for i, number in enumerate(numbers)]
        end = (points[-2], points[-1])
        if code in ("S", "T"):
            kind, last_x, last_y = control
            mirrored = [2 * x - last_x, 2 * y - last_y] if kind == {"S": "C", "T": "Q"}[code] else [x, y]
            points, code = mirrored + points, {"S": "C", "T": "Q"}[code]
        control = (code, points[-4], points[-3]) if code in ("C", "Q") else ("", 0.0, 0.0)
        if code == "Q":
            a, b = points[0], points[1]
            points = [
                x + (a - x) * 2 / 3,
                y + (b - y) * 2 / 3,
                end[0] + (a - end[0]) * 2 / 3,
                end[1] + (b - end[1]) * 2 / 3,
                *end,
            ]
            code = "C"
        yield ("L" if code in ("H", "V") else code), tuple(points)
        x, y = end
        if code == "M":
            first_x, first_y = x, y


def _arc(start: tuple[float, float], end: tuple[float, float], numbers: list[float]) -> Iterator[Command]:
    """Yield an arc of an ellipse as curves, by the formulas of SVG 2, appendix B.2."""
    rx, ry, turn = abs(numbers[0]), abs(numbers[1]), radians(numbers[2])
    is_large, clockwise = numbers[3] == 1, numbers[4] == 1
    if start == end:
        return
    if rx == 0 or ry == 0:
        yield "L", end
        return
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x1, y1 = cos(turn) * dx + sin(turn) * dy, -sin(turn) * dx + cos(turn) * dy
    grow = max(1.0, sqrt((x1 / rx) ** 2 + (y1 / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    far = max(0.0, (rx * ry) ** 2 / ((rx * y1) ** 2 + (ry * x1) ** 2) - 1)
    side = sqrt(far) * (-1 if is_large == clockwise else 1)
    cx, cy = side * rx * y1 / ry, -side * ry * x1 / rx
    centre_x = cos(turn) * cx - sin(turn) * cy + (start[0] + end[0]) / 2
    centre_y = sin(turn) * cx + cos(turn) * cy + (start[1] + end[1]) / 2
    angle = _angle((x1 - cx) / rx, (y1 - cy) / ry)
    sweep = (_angle((-x1 - cx) / rx, (-y1 - cy) / ry) - angle) % (2 * pi)
    sweep -= 0 if clockwise else 2 * pi
    pieces = max(1, ceil(abs(sweep) / (pi / 2) - 1e-9))
    step = sweep / pieces
    reach = 4 / 3 * tan(step / 4)

    def place(across: float, down: float) -> tuple[float, float]:
        return (
            centre_x + cos(turn) * rx * across - sin(turn) * ry * down,
            centre_y + sin(turn) * rx * across + cos(turn) * ry * down,
        )

    for _ in range(pieces):
        after = angle + step
        first = place(cos(angle) - reach * sin(angle), sin(angle) + reach * cos(angle))
        second = place(cos(after) + reach * sin(after), sin(after) - reach * cos(after))
        yield "C", (*first, *second, *place(cos(after), sin(after)))
        angle = after


def _angle(x: float, y: float) -> float:
    return copysign(acos(max(-1.0, min(1.0, x / hypot(x, y)))), y)


def _outline(commands: list[Command]) -> Iterator[tuple[float, float]]:
    """Yield points along a path, each curve in eight pieces; a move alone draws nothing."""
    x = y = 0.0
    for code, values in commands:
        if code in ("L", "C"):
            yield x, y
        if code == "C":
            yield from inside_curve((x, y), values, 8)
        if values:
            x, y = values[-2:]
            if code != "M":
                yield x, y


def inside_curve(start: tuple[float, float], values: tuple[float, ...], pieces: int) -> Iterator[tuple[float, float]]:
    """Yield the points that divide a curve into so many pieces, without its ends; `values` are those of its command.

    >>> list(inside_curve((0, 0), (0, 4, 4, 4, 4, 0), 2))
    [(2.0, 3.0)]
    """
    x, y = start
    x1, y1, x2, y2, x3, y3 = values
    for t in (i / pieces for i in range(1, pieces)):
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3
