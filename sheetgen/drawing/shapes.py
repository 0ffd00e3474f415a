"""Shapes that are built from others: arcs, stars, polygons, text in a box."""

from collections.abc import Sequence
from math import cos, pi, sin, tan, tau

from sheetgen.drawing.fonts import Face, face
from sheetgen.drawing.scene import Command, DrawingError, Paint, Path, Rect, Text

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
    """A piece of a circle from one angle to another, in turns clockwise from the right; begins with a move."""
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
    """A score star: a disc with a soft serrated edge."""
    corners = []
    for i in range(2 * points):
        reach = radius if i % 2 == 0 else radius * (1 - depth)
        angle = pi * i / points - pi / 2
        corners.append((x + reach * cos(angle), y + reach * sin(angle)))
    return polygon(corners, paint)


def cross(rect: Rect, paint: Paint) -> Path:
    """Two strokes from corner to corner."""
    a: list[Command] = [("M", (rect.x, rect.y)), ("L", (rect.right, rect.bottom))]
    b: list[Command] = [("M", (rect.right, rect.y)), ("L", (rect.x, rect.bottom))]
    return Path((*a, *b), paint)


def text_at(text: str, x: float, baseline: float, size: float, font: str, fill: str, anchor: float = 0.0) -> Text:
    """A line of text; anchor 0 starts at x, 0.5 is centred there, 1 ends there."""
    look = face(font)
    text = look.settled(text)
    width = look.width(text, size)
    left = x - anchor * width
    return Text(
        text,
        left,
        baseline,
        size,
        font,
        fill,
        Rect(left, baseline - look.cap_height * size, width, look.cap_height * size),
    )


def text_in(
    text: str, rect: Rect, size: float, font: str, fill: str, *, anchor: float = 0.5, least: float = 0.5
) -> Text:
    """A line of text in the middle of a place, shrunk to fit, but not below a share of its size."""
    look: Face = face(font)
    text = look.settled(text)
    width = look.width(text, size)
    if width > rect.width:
        size *= rect.width / width
        if size < 0.0001 or rect.width / width < least:
            raise DrawingError(f"{text!r} does not fit {rect.width:.1f} mm")
    x = rect.x + anchor * rect.width
    baseline = rect.y + (rect.height + look.cap_height * size) / 2
    return text_at(text, x, baseline, size, font, fill, anchor)
